"""What each peer says about files whose paths come by standard input, for prints.py: a line of JSON each."""

import json
import sys

# The exit status if a peer is not installed.
MISSING = 3


def loaded(path):
    """A file as trimesh reads it: one mesh, corners merged where they are equal to within its tolerance."""
    import trimesh

    mesh = trimesh.load(path, force="mesh")
    if not hasattr(mesh, "faces") or len(mesh.faces) == 0:
        raise ValueError("no triangles")
    return mesh


def triangles(path):
    """The triangles of a file, in its order, nothing merged."""
    import trimesh

    return trimesh.load(path, force="mesh", process=False).triangles


def by_trimesh(path):
    mesh = loaded(path)
    return {"closed": bool(mesh.is_watertight and mesh.is_winding_consistent), "volume": float(mesh.volume)}


def by_manifold(path):
    import manifold3d
    import numpy as np

    mesh = loaded(path)
    made = manifold3d.Mesh64(np.array(mesh.vertices, dtype=np.float64), np.array(mesh.faces, dtype=np.uint64))
    solid = manifold3d.Manifold(made)
    is_solid = solid.status() == manifold3d.Error.NoError and not solid.is_empty()
    return {"closed": is_solid, "volume": solid.volume(), "status": str(solid.status())}


def by_meshlib(path):
    from meshlib import mrmeshpy

    mesh = mrmeshpy.loadMesh(path)
    if mesh.topology.numValidFaces() == 0:
        raise ValueError("no triangles")
    pairs = [[one.aFace.get(), one.bFace.get()] for one in mrmeshpy.findSelfCollidingTriangles(mrmeshpy.MeshPart(mesh))]
    closed = bool(mesh.topology.isClosed())
    return {"closed": closed, "volume": mesh.volume(), "meets itself": bool(pairs), "pairs": pairs[:50]}


PEERS = {"trimesh": by_trimesh, "manifold3d": by_manifold, "MeshLib": by_meshlib}


def main():
    try:
        for module in {"trimesh": ["trimesh"], "manifold3d": ["trimesh", "manifold3d"], "MeshLib": ["meshlib"]}[sys.argv[1]]:
            __import__(module)
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(MISSING)
    for path in sys.stdin.read().splitlines():
        try:
            answer = PEERS[sys.argv[1]](path)
        except Exception as error:  # Whatever a peer throws is its answer.
            answer = {"error": str(error)[:200]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
