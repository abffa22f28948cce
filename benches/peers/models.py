"""Objects of OBJ files as arrays, and what each program says about two of them."""

import collections
import json
import pathlib
import subprocess
import tempfile

import numpy as np

# allide's classes for which solids share volume, or surfaces pass through each other or lie inside.
CLASHES = ("hard", "contained", "duplicate")


def read_obj(path):
    """Names and pairs of corners and triangles. Corners that are equal become one, and nothing else is changed."""
    corners, objects, faces = [], [], None
    for line in pathlib.Path(path).read_text().splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "v":
            corners.append([float(word) for word in rest.split()[:3]])
        elif kind == "o":
            faces = []
            objects.append((rest, faces))
        elif kind == "f":
            faces.append([int(word.split("/")[0]) - 1 for word in rest.split()])
    corners = np.array(corners)
    meshes = {}
    for name, faces in objects:
        used, triangles = np.unique(np.array(faces), return_inverse=True)
        points, numbers = np.unique(corners[used] + 0.0, axis=0, return_inverse=True)
        meshes[name] = (points, numbers.ravel()[triangles].reshape(-1, 3))
    return meshes


def near_pairs(meshes):
    """Pairs of objects whose boxes touch."""
    names = list(meshes)
    low = np.array([meshes[name][0].min(axis=0) for name in names])
    high = np.array([meshes[name][0].max(axis=0) for name in names])
    for k in range(len(names)):
        touches = ((low[k] <= high[k + 1 :]) & (low[k + 1 :] <= high[k])).all(axis=1)
        yield from ((names[k], names[k + 1 + int(other)]) for other in np.flatnonzero(touches))


def by_allide(command, path, *options):
    """The class of each pair that has one, what is shared, and the objects that are not closed."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        run = subprocess.run([command, "check", path, "--json", report, *options], capture_output=True, text=True)
        if run.returncode not in (0, 1):
            raise SystemExit(f"{command}: {run.stderr}")
        found = json.loads(report.read_text())
    names = [one["name"] for one in found["objects"]]
    copies = {}
    for same in found.get("sets", []):
        copies.update({one: same["objects"] for one in same["objects"]})
    classes = {}
    for same in found.get("sets", []):
        for a in same["objects"]:
            classes.update({key(names[a], names[b]): ("duplicate", same.get("shared")) for b in same["objects"] if a < b})
    for pair in found["pairs"]:
        for a in copies.get(pair["a"], [pair["a"]]):
            for b in copies.get(pair["b"], [pair["b"]]):
                classes[key(names[a], names[b])] = (pair["class"], pair.get("shared"))
    return classes, {one["name"] for one in found["objects"] if not one["closed"]}


def key(a, b):
    return (a, b) if a < b else (b, a)


class Manifold:
    """Volumes of intersections; it refuses what is no manifold."""

    def __init__(self, meshes):
        import manifold3d

        def solid(points, triangles):
            return manifold3d.Manifold(manifold3d.Mesh64(points, triangles.astype(np.uint64)))

        self.solids = {name: solid(*mesh) for name, mesh in meshes.items()}
        self.refused = {name for name, one in self.solids.items() if one.status() != manifold3d.Error.NoError}

    def __call__(self, a, b):
        if a in self.refused or b in self.refused:
            return "refused"
        return "shares" if (self.solids[a] ^ self.solids[b]).volume() > 0 else "-"


class MeshLib:
    """Whether triangles collide, and volumes of intersections. It counts in 32 bits: all is brought near the origin first."""

    def __init__(self, meshes):
        from meshlib import mrmeshnumpy, mrmeshpy

        self.lib = mrmeshpy
        middle = np.mean([points.mean(axis=0) for points, _ in meshes.values()], axis=0)
        made = {name: mrmeshnumpy.meshFromFacesVerts(f.astype(np.int32), p - middle) for name, (p, f) in meshes.items()}
        self.meshes = made
        self.open = {name for name, mesh in made.items() if not mesh.topology.isClosed()}

    def meet(self, a, b):
        parts = [self.lib.MeshPart(self.meshes[name]) for name in (a, b)]
        return bool(len(self.lib.findCollidingTriangles(*parts, None, True)))

    def __call__(self, a, b):
        if a in self.open or b in self.open:
            return "refused"
        common = self.lib.boolean(self.meshes[a], self.meshes[b], self.lib.BooleanOperation.Intersection)
        if not common.valid():
            return "error"
        return "shares" if common.mesh.volume() > 0 else "-"


def meet_by_trimesh(meshes):
    """Pairs whose surfaces meet, by FCL."""
    import trimesh

    manager = trimesh.collision.CollisionManager()
    for name, (points, triangles) in meshes.items():
        manager.add_object(name, trimesh.Trimesh(points, triangles, process=False))
    return {key(a, b) for a, b in manager.in_collision_internal(return_names=True)[1]}


def by_ifcclash(path, **mode):
    """Pairs of GlobalIds."""
    import logging

    from ifcclash.ifcclash import Clasher, ClashSettings

    settings = ClashSettings()
    settings.logger = logging.getLogger("ifcclash")
    clasher = Clasher(settings)
    clasher.clash_sets = [{"name": "all", "a": [{"file": str(path)}], **mode}]
    clasher.clash()
    return {key(one["a_global_id"], one["b_global_id"]) for one in clasher.clash_sets[0]["clashes"].values()}


def referee(command, meshes, pairs):
    """Exact answers: closed, volumes, the volume shared, and whether surfaces meet (see the example `referee` of allide-oracle)."""
    lines = []
    for number, pair in enumerate(pairs):
        lines.append(f"pair {number}")
        for side, name in zip("ab", pair):
            points, triangles = meshes[name]
            lines += [" ".join([side, *(repr(x) for x in row)]) for row in points[triangles].reshape(-1, 9).tolist()]
    run = subprocess.run([command], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    Answer = collections.namedtuple("Answer", "closed_a closed_b volume_a volume_b common whole meet cross")
    answers = {}
    for line in run.stdout.splitlines():
        number, *words = line.split("\t")
        answers[pairs[int(number)]] = Answer(*words)
    return answers
