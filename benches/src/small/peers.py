"""Times FCL on two meshes in many poses, and compares its answers.

Usage: peers.py [INPUT fcl]. Without arguments: prints the version of the library, if it can be imported.

Prints JSON: microseconds a pose, in chunks at the best of their rounds, and how many answers differ. A pose is set and asked about:
both calls are timed, as a planner makes them.
"""

import json
import sys
import time

clock = time.perf_counter


def main():
    import fcl
    import importlib.metadata

    if len(sys.argv) < 3:
        print(json.dumps({"fcl": importlib.metadata.version("python-fcl")}))
        return
    import numpy

    data, at = open(sys.argv[1], "rb").read(), 0

    def array(kind, shape):
        nonlocal at
        count = int(numpy.prod(shape))
        values = numpy.frombuffer(data, kind, count, at)
        at += 8 * count
        return values.reshape(shape).copy()

    def whole():
        return int(array("<i8", (1,))[0])

    placed = []
    for _ in range(whole()):
        vertices, triangles = whole(), whole()
        model = fcl.BVHModel()
        model.beginModel(vertices, triangles)
        model.addSubModel(array("<f8", (vertices, 3)), array("<i8", (triangles, 3)))
        model.endModel()
        placed.append(fcl.CollisionObject(model, fcl.Transform()))
    still, moving = placed
    matrices = array("<f8", (whole(), 4, 3))
    hits = array("<i8", (len(matrices),)).astype(bool)
    rounds, chunk = whole(), whole()
    poses = [fcl.Transform(matrix[:3].T.copy(), matrix[3]) for matrix in matrices]
    request, found = fcl.CollisionRequest(), numpy.zeros(len(poses), bool)
    best = {}
    for _ in range(rounds):
        for first in range(0, len(poses), chunk):
            answers = []
            start = clock()
            for pose in poses[first : first + chunk]:
                moving.setTransform(pose)
                answers.append(fcl.collide(still, moving, request, fcl.CollisionResult()))
            best[first] = min(best.get(first, float("inf")), clock() - start)
            found[first : first + chunk] = [count > 0 for count in answers]
    print(json.dumps({"microseconds": sum(best.values()) * 1e6 / len(poses), "different": int((found != hits).sum())}))


main()
