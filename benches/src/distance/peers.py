"""Times FCL and Coal on the objects of a file, and writes the distances that they find.

Usage: peers.py [INPUT OUTPUT LIBRARY...]. Without arguments: prints the version of each library that can be imported.

Prints JSON: for each library, seconds for building trees (`build`), for the queries of each frame (`queries`), and for one call
on two single triangles (`call`), most of which is Python's own. The work is divided among as many processes as there are
processors; times are those of the slowest. Only calls that build or query are timed: arrays are handed over before.
"""

import json
import multiprocessing
import os
import sys
import time

clock = time.perf_counter


class Fcl:
    name = "fcl"

    def __init__(self):
        import fcl
        import importlib.metadata

        self.fcl, self.version = fcl, importlib.metadata.version("python-fcl")
        self.request = fcl.DistanceRequest()

    def filled(self, vertices, triangles):
        model = self.fcl.BVHModel()
        model.beginModel(len(vertices), len(triangles))
        model.addSubModel(vertices, triangles)
        return model

    def placed(self, model, offset):
        return self.fcl.CollisionObject(model, self.fcl.Transform(offset))

    def distance(self, a, b):
        return self.fcl.distance(a, b, self.request, self.fcl.DistanceResult())


class Coal:
    name = "coal"

    def __init__(self):
        import coal

        self.coal, self.version = coal, coal.__version__
        self.request = coal.DistanceRequest()

    def filled(self, vertices, triangles):
        model = self.coal.BVHModelOBBRSS()
        model.beginModel(len(triangles), len(vertices))
        model.addVertices(vertices)
        model.addTriangles(triangles)
        return model

    def placed(self, model, offset):
        pose = self.coal.Transform3s()
        pose.setTranslation(offset)
        return model, pose

    def distance(self, a, b):
        return self.coal.distance(*a, *b, self.request, self.coal.DistanceResult())


def libraries():
    for kind in (Fcl, Coal):
        try:
            yield kind()
        except Exception as error:
            print(f"{kind.name}: {error}", file=sys.stderr)


class Reader:
    """Numbers of 8 bytes each, one after the other."""

    def __init__(self, path):
        import numpy

        self.numpy, self.bytes, self.at = numpy, open(path, "rb").read(), 0

    def array(self, kind, shape):
        count = int(self.numpy.prod(shape))
        values = self.numpy.frombuffer(self.bytes, kind, count, self.at)
        self.at += 8 * count
        return values.reshape(shape).copy()

    def number(self):
        return int(self.array("<i8", (1,))[0])

    def scene(self):
        objects = []
        for _ in range(self.number()):
            vertices, triangles = self.number(), self.number()
            objects.append((self.array("<f8", (vertices, 3)), self.array("<i8", (triangles, 3))))
        moving, frames = self.number(), []
        for _ in range(self.number()):
            offset = self.array("<f8", (3,))
            frames.append((offset, self.array("<i8", (self.number(), 2))))
        return objects, moving, frames


def built(library, objects):
    """The models, and the seconds that building their trees took."""
    models, seconds = [], 0.0
    for vertices, triangles in objects:
        model = library.filled(vertices, triangles)
        start = clock()
        model.endModel()
        seconds += clock() - start
        models.append(model)
    return models, seconds


def call(library, numpy):
    """Seconds for a call that has next to nothing to do."""
    models, _ = built(library, [(numpy.eye(3), numpy.array([[0, 1, 2]]))] * 2)
    a, b = library.placed(models[0], numpy.zeros(3)), library.placed(models[1], numpy.array([2.0, 1.0, 1.0]))
    times = []
    for _ in range(5):
        start = clock()
        for _ in range(2000):
            library.distance(a, b)
        times.append((clock() - start) / 2000)
    return min(times)


def share(work):
    """What one process does."""
    first, step = work
    library, numpy, objects, models, moving, frames = everything
    _, build = built(library, objects[first::step])
    still = [library.placed(model, numpy.zeros(3)) for model in models]
    queries, distances = [], []
    for offset, pairs in frames:
        at = list(still)
        at[moving] = library.placed(models[moving], offset)
        asked = [(at[a], at[b]) for a, b in pairs[first::step].tolist()]
        distance, found = library.distance, []
        start = clock()
        for a, b in asked:
            found.append(distance(a, b))
        queries.append(clock() - start)
        distances.append(found)
    return build, queries, distances


def measured(library, reader, scene, out):
    global everything
    objects, moving, frames = scene
    models, _ = built(library, objects)
    everything = (library, reader.numpy, objects, models, moving, frames)
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if count > 1:
        # Forked, so that all have the models.
        with multiprocessing.get_context("fork").Pool(count) as pool:
            shares = pool.map(share, [(first, count) for first in range(count)], 1)
    else:
        shares = [share((0, 1))]
    for frame, (_, pairs) in enumerate(frames):
        distances = reader.numpy.zeros(len(pairs))
        for first, (_, _, found) in enumerate(shares):
            distances[first::count] = found[frame]
        distances.astype("<f8").tofile(out)
    return {
        "build": max(build for build, _, _ in shares),
        "queries": [max(queries[frame] for _, queries, _ in shares) for frame in range(len(frames))],
        "call": call(library, reader.numpy) / count,
    }


def main():
    if len(sys.argv) < 4:
        import numpy  # Nothing can be measured without it.

        print(json.dumps({library.name: str(library.version) for library in libraries()}))
        return
    source, target, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    reader = Reader(source)
    scene = reader.scene()
    with open(target, "wb") as out:
        wanted = [library for library in libraries() if library.name in names]
        print(json.dumps({library.name: measured(library, reader, scene, out) for library in wanted}))


main()
