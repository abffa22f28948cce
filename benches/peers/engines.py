"""allide's Python package against its peers, on the same arrays in one process.

    pip install allide trimesh python-fcl coal meshlib trueform
    python benches/peers/engines.py [folder of real models]

Peers that are not installed are left out, and so are bunnies and dragons without the folder (`ALLIDE_MODELS` or `../shared/models`).
Everything is told by count and compared: exits with 1 where counts of allide's own methods differ, or where a peer that claims all pairs
has others. The first answer starts at arrays, and includes what an engine builds; a later one has what it keeps. Times are medians.
"""

from __future__ import annotations

import gzip
import os
import pathlib
import statistics
import sys
import time

import numpy as np

import allide

try:
    import trimesh
except ImportError:
    trimesh = None
try:
    import fcl
except ImportError:
    fcl = None
try:
    import coal
except ImportError:
    coal = None
try:
    import meshlib.mrmeshnumpy as mrn
    import meshlib.mrmeshpy as mr
except ImportError:
    mr = None
try:
    import trueform
except ImportError:
    trueform = None

REPEATS = 9


def timed(ask, repeats=REPEATS):
    """What it answers, and the milliseconds that it takes: the median."""
    times, answer = [], None
    for _ in range(repeats):
        start = time.perf_counter()
        answer = ask()
        times.append((time.perf_counter() - start) * 1e3)
    return answer, statistics.median(times)


def row(scene, who, answer, first, later):
    print(f"| {scene:22} | {who:22} | {answer:>12} | {first:10.3f} | {later:10.3f} |", flush=True)


def obj(path):
    """Positions and triangles of an OBJ file that has nothing else that matters."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else open(path) as lines:
        words = [line.split() for line in lines]
    positions = np.array([word[1:4] for word in words if word and word[0] == "v"], float)
    faces = [[int(corner.split("/")[0]) - 1 for corner in word[1:4]] for word in words if word and word[0] == "f"]
    return positions, np.array(faces, np.uint32)


def coal_model(positions, triangles):
    vertices, indices = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    vertices.extend(list(np.asarray(positions)))
    indices.extend([coal.Triangle(*triangle) for triangle in triangles.tolist()])
    model = coal.BVHModelOBBRSS()
    model.beginModel(len(triangles), len(positions))
    model.addSubModel(vertices, indices)
    model.endModel()
    return model


def two_bodies(name, one, other):
    """All pairs of triangles that two surfaces have in common."""

    def ours():
        scene = allide.Scene()
        for key, arrays in (("a", one), ("b", other)):
            scene.add(key, allide.Mesh(*arrays))
        return scene

    def first():
        return len(allide.Engine("cpu").run(ours(), allide.Overlaps()).findings(0))

    scene, engine = ours(), allide.Engine("cpu")
    count, first_ms = timed(first)
    again, later_ms = timed(lambda: len(engine.run(scene, allide.Overlaps()).findings(0)))
    row(name, "allide", count, first_ms, later_ms)
    others = [len(engine.run(scene, allide.Overlaps(method=method)).findings(0)) for method in ("bvh", "sweep")]
    is_right = {again, *others} == {count}
    if fcl is not None:

        def model(arrays):
            bvh = fcl.BVHModel()
            bvh.beginModel(len(arrays[1]), len(arrays[0]))
            bvh.addSubModel(*arrays)
            bvh.endModel()
            return fcl.CollisionObject(bvh, fcl.Transform())

        def collide(objects):
            result = fcl.CollisionResult()
            fcl.collide(*objects, fcl.CollisionRequest(num_max_contacts=10**7, enable_contact=True), result)
            return len({(contact.b1, contact.b2) for contact in result.contacts})

        answer, first_ms = timed(lambda: collide([model(one), model(other)]), 3)
        objects = [model(one), model(other)]
        row(name, "python-fcl", answer, first_ms, timed(lambda: collide(objects), 3)[1])
    if mr is not None:

        def made(arrays):
            return mrn.meshFromFacesVerts(arrays[1].astype(np.int32), arrays[0])

        def found(meshes):
            return len(mr.findCollidingTriangles(mr.MeshPart(meshes[0]), mr.MeshPart(meshes[1])))

        answer, first_ms = timed(lambda: found([made(one), made(other)]))
        meshes = [made(one), made(other)]
        row(name, "MeshLib", answer, first_ms, timed(lambda: found(meshes))[1])
    if trueform is not None:

        def form(arrays):
            return trueform.Mesh(arrays[1].astype(np.int32), arrays[0].astype(np.float64))

        def gathered(forms):
            return len(trueform.gather_intersecting_ids(*forms))

        answer, first_ms = timed(lambda: gathered([form(one), form(other)]))
        forms = [form(one), form(other)]
        row(name, "trueform", answer, first_ms, timed(lambda: gathered(forms))[1])
    return is_right


def thousand_objects():
    """Which of 1,000 balls collide, by the managers of trimesh and of this package."""
    random = np.random.default_rng(0)
    ball = allide.examples.sphere(8)
    places = random.random((1000, 3)) * 25
    managers = [("allide", allide.CollisionManager)]
    if trimesh is not None and fcl is not None:
        managers.append(("trimesh, python-fcl", trimesh.collision.CollisionManager))
    answers = []
    for who, make in managers:
        mesh = ball if who == "allide" else trimesh.Trimesh(ball.positions, ball.triangles, process=False)

        def fill(make=make, mesh=mesh):
            manager = make()
            for k, place in enumerate(places):
                manager.add_object(str(k), mesh, allide.translation(*place))
            return manager

        answer, first_ms = timed(lambda fill=fill: fill().in_collision_internal(return_names=True)[1], 3)
        manager = fill()
        _, later_ms = timed(lambda manager=manager: manager.in_collision_internal(return_names=True))
        row("1,000 balls", who, len(answer), first_ms, later_ms)
        answers.append(answer)
    return all(answer == answers[0] for answer in answers)


def moving_body():
    """Whether a body collides in 1,000 poses: microseconds a pose are a thousandth of what is told."""
    body = allide.examples.sphere(48)
    poses = np.stack([allide.translation(x, 0, 0) for x in np.linspace(1.5, 2.5, 1000)])
    pair = allide.Pair(body, body)

    def one_by_one():
        return sum(pair.overlaps(None, pose) for pose in poses)

    first, first_ms = timed(lambda: int(allide.Pair(body, body).overlaps(None, poses).sum()), 3)
    again, later_ms = timed(lambda: int(pair.overlaps(None, poses).sum()))
    row("moving body", "allide, one call", first, first_ms, later_ms)
    single, single_ms = timed(one_by_one)
    row("moving body", "allide, 1,000 calls", single, single_ms, single_ms)
    if fcl is not None:
        bvh = fcl.BVHModel()
        bvh.beginModel(len(body.triangles), len(body.positions))
        bvh.addSubModel(body.positions, body.triangles)
        bvh.endModel()
        still, moving = (fcl.CollisionObject(bvh, fcl.Transform()) for _ in range(2))

        def ask():
            count = 0
            for pose in poses:
                moving.setTranslation(pose[:3, 3])
                count += fcl.collide(still, moving, fcl.CollisionRequest(), fcl.CollisionResult()) > 0
            return count

        answer, ms = timed(ask, 3)
        row("moving body", "python-fcl", answer, ms, ms)
    if coal is not None:
        model, request = coal_model(body.positions, body.triangles), coal.CollisionRequest()
        here, there = coal.Transform3s.Identity(), coal.Transform3s.Identity()

        def ask_coal():
            count = 0
            for pose in poses:
                there.setTranslation(pose[:3, 3])
                count += coal.collide(model, here, model, there, request, coal.CollisionResult()) > 0
            return count

        answer, ms = timed(ask_coal, 3)
        row("moving body", "Coal", answer, ms, ms)
    return first == again == single


def small_questions():
    """What a call costs: two boxes, in microseconds."""
    scene, box, engine = allide.Scene(), allide.examples.box(), allide.Engine("cpu")
    for x in (0, 0.75):
        scene.add(str(x), box, allide.translation(x, 0, 0))
    pair, pose, question = allide.Pair(box, box), allide.translation(0.75, 0, 0), allide.Overlaps()
    # What a report says itself is the time in Rust.
    costs = []
    for _ in range(5000):
        start = time.perf_counter()
        report = engine.run(scene, question)
        costs.append((time.perf_counter() - start) * 1e6 - report.milliseconds * 1e3)
    calls = {
        "Engine.any": lambda: engine.any(scene, question),
        "Engine.run": lambda: engine.run(scene, question),
        "Pair.overlaps": lambda: pair.overlaps(None, pose),
        "Mesh.positions": lambda: box.positions,
    }
    print("\n| call on two boxes | microseconds |\n|---|---|")
    for name, call in calls.items():
        count = 2000
        _, ms = timed(lambda call=call: [call() for _ in range(count)] and None)
        print(f"| {name} | {ms * 1e3 / count:.2f} |")
    print(f"| of Engine.run, outside of Rust (median) | {statistics.median(costs):.2f} |")


def copies():
    """What a large array costs: the mesh's own copy on the way in, nothing on the way out."""
    positions = np.random.default_rng(0).random((2_000_000, 3))
    triangles = np.arange(2_000_000 // 3 * 3, dtype=np.uint32).reshape(-1, 3)
    mesh, made = timed(lambda: allide.Mesh(positions, triangles))
    _, copied = timed(lambda: (positions.copy(), triangles.copy()))
    _, seen = timed(lambda: (mesh.positions, mesh.triangles))
    print("\n| two million vertices, 56 MB | ms |\n|---|---|")
    print(f"| numpy: both arrays copied | {copied:.2f} |\n| Mesh(positions, triangles) | {made:.2f} |")
    print(f"| mesh.positions, mesh.triangles | {seen:.5f} |")


def inspections(folder):
    """Self-overlaps of models that are hard."""
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in (".off", ".obj", ".stl", ".ply"):
            continue
        try:
            mesh = allide.read(path).mesh(allide.read(path)[0])
        except allide.FileError as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            continue
        scene = allide.Scene()
        scene.add(path.stem, mesh)
        engine = allide.Engine("cpu")

        def overlaps(engine=engine, scene=scene):
            return sum(len(report.findings(k)) for report in [engine.run(scene, allide.SelfOverlaps())] for k in range(len(report)))

        count, first_ms = timed(lambda scene=scene: overlaps(allide.Engine("cpu"), scene), 3)
        row(path.stem, "allide", count, first_ms, timed(overlaps, 3)[1])
        if mr is not None:
            made = mrn.meshFromFacesVerts(mesh.triangles.astype(np.int32), mesh.positions)
            try:
                answer, ms = timed(lambda made=made: len(mr.findSelfCollidingTriangles(mr.MeshPart(made))), 3)
                row(path.stem, "MeshLib", answer, ms, ms)
            except Exception as error:
                print(f"{path.stem}: MeshLib: {error}", file=sys.stderr)
        if trueform is not None:
            made = trueform.Mesh(mesh.triangles.astype(np.int32), mesh.positions.astype(np.float64))
            answer, ms = timed(lambda made=made: trueform.has_self_intersections(made), 3)
            row(path.stem, "trueform, any", str(answer), ms, ms)


def main():
    default = os.environ.get("ALLIDE_MODELS", pathlib.Path(__file__).parent / "../../../shared/models")
    models = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else default)
    print(f"| {'scene':22} | {'engine':22} | {'found':>12} | {'first, ms':>10} | {'later, ms':>10} |")
    print("|---|---|---|---|---|")
    is_right = True
    ball = allide.examples.sphere(96)
    is_right &= two_bodies("two balls", (ball.positions, ball.triangles), (ball.positions + [0.3, 0.2, 0.1], ball.triangles))
    bunny = models / "figures" / "bunny.obj.gz"
    if bunny.is_file():
        positions, triangles = obj(bunny)
        shift = 0.1 * (positions.max(axis=0) - positions.min(axis=0))
        is_right &= two_bodies("two bunnies", (positions, triangles), (positions + shift, triangles))
    is_right &= thousand_objects()
    is_right &= moving_body()
    if (models / "hard").is_dir():
        inspections(models / "hard")
    small_questions()
    copies()
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
