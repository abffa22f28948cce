"""Times manifold3d, alone and through trimesh, on the parts of a file, and writes the volumes that pairs share.

Usage: peers.py [INPUT OUTPUT LIBRARY...]. Without arguments: prints the version of each library that can be imported.

Prints JSON: for each library, seconds for building solids from arrays (`build`) and for intersecting all pairs (`query`). The
work is divided among as many processes as there are processors; times are those of the slowest. Arrays are handed over before.
Writes, for each library, three numbers a pair: the common volume and those of both parts.
"""

import importlib.metadata
import json
import multiprocessing
import os
import sys
import time

clock = time.perf_counter


class Manifold:
    name = "manifold3d"

    def __init__(self):
        import manifold3d

        self.module = manifold3d
        self.version = importlib.metadata.version("manifold3d")

    def built(self, vertices, triangles):
        solid = self.module.Manifold(self.module.Mesh64(vertices, triangles.astype("uint64")))
        # Evaluated now, not in the first query.
        assert solid.status() == self.module.Error.NoError and solid.num_tri() > 0
        return solid

    def volume(self, solid):
        return solid.volume()

    def common(self, a, b):
        return (a ^ b).volume()


class Trimesh:
    name = "trimesh"

    def __init__(self):
        import manifold3d
        import trimesh

        self.trimesh = trimesh
        self.version = importlib.metadata.version("trimesh")

    def built(self, vertices, triangles):
        return self.trimesh.Trimesh(vertices, triangles, process=False)

    def volume(self, solid):
        return solid.volume

    def common(self, a, b):
        both = self.trimesh.boolean.intersection([a, b], engine="manifold")
        return 0.0 if both.is_empty else both.volume


def libraries():
    for kind in (Manifold, Trimesh):
        try:
            yield kind()
        except Exception as error:
            print(f"{kind.name}: {error}", file=sys.stderr)


def read(path):
    """Objects and pairs: numbers of 8 bytes each, one after the other."""
    import numpy

    data, at = open(path, "rb").read(), 0

    def array(kind, shape):
        nonlocal at
        count = int(numpy.prod(shape))
        values = numpy.frombuffer(data, kind, count, at)
        at += 8 * count
        return values.reshape(shape).copy()

    def number():
        return int(array("<i8", (1,))[0])

    objects = []
    for _ in range(number()):
        vertices, triangles = number(), number()
        objects.append((array("<f8", (vertices, 3)), array("<i8", (triangles, 3))))
    return objects, array("<i8", (number(), 2)).tolist()


def share(work):
    """What one process does."""
    first, step = work
    library, objects, pairs = everything
    start = clock()
    solids = [library.built(*arrays) for arrays in objects]
    # Each process builds all; its share of the time is what dividing the work would take.
    build = (clock() - start) / step
    start = clock()
    common = [library.common(solids[a], solids[b]) for a, b in pairs[first::step]]
    query = clock() - start
    volumes = [library.volume(solid) for solid in solids]
    return build, query, [(both, volumes[a], volumes[b]) for both, (a, b) in zip(common, pairs[first::step])]


def measured(library, objects, pairs, out):
    import numpy

    global everything
    everything = (library, objects, pairs)
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if count > 1:
        with multiprocessing.get_context("fork").Pool(count) as pool:
            shares = pool.map(share, [(first, count) for first in range(count)], 1)
    else:
        shares = [share((0, 1))]
    rows = numpy.zeros((len(pairs), 3))
    for first, (_, _, found) in enumerate(shares):
        if found:
            rows[first::count] = found
    rows.astype("<f8").tofile(out)
    return {"build": max(build for build, _, _ in shares), "query": max(query for _, query, _ in shares)}


def main():
    if len(sys.argv) < 4:
        import numpy  # Nothing can be measured without it.

        print(json.dumps({library.name: str(library.version) for library in libraries()}))
        return
    source, target, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    objects, pairs = read(source)
    with open(target, "wb") as out:
        wanted = [library for library in libraries() if library.name in names]
        print(json.dumps({library.name: measured(library, objects, pairs, out) for library in wanted}))


main()
