"""Meshes of other libraries, by what they look like."""

from __future__ import annotations

from types import SimpleNamespace as Like

import numpy as np
import pytest

import allide

QUAD = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], np.float32)
HALVES = [[0, 1, 2], [0, 2, 3]]


class Vector:
    """A vector of Open3D: not an array, but NumPy makes one of it."""

    def __init__(self, values: object) -> None:
        self.values = np.asarray(values)

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        return self.values


class Tensor(Vector):
    def numpy(self) -> np.ndarray:
        return self.values


class Surface:
    """A `PolyData` of PyVista: a quadrilateral until it is triangulated."""

    points, n_cells, cells = QUAD, 1, None

    def __init__(self, faces: object, is_all_triangles: object) -> None:
        self.faces, self.is_all_triangles = np.array(faces), is_all_triangles

    def triangulate(self) -> Surface:
        return Surface([3, 0, 1, 2, 3, 0, 2, 3], True)


LIKE = {
    "tuple": (QUAD, HALVES),
    "trimesh": Like(vertices=QUAD, faces=np.array(HALVES)),
    "open3d": Like(vertices=Vector(QUAD), triangles=Vector(HALVES)),
    "open3d.t": Like(vertex=Like(positions=Tensor(QUAD)), triangle=Like(indices=Tensor(HALVES))),
    "meshio": Like(points=QUAD, cells=[Like(type="line", data=np.array([[0, 1]])), Like(type="triangle", data=np.array(HALVES))]),
    "meshio quads": Like(points=QUAD[:, :2], cells=[Like(type="quad", data=np.array([[0, 1, 2, 3]]))]),
    "pyvista": Surface([4, 0, 1, 2, 3], False),
    "pyvista, older": Surface([3, 0, 1, 2, 3, 0, 2, 3], lambda: True),
}


@pytest.mark.parametrize("kind", LIKE)
def test_meshes_are_taken_by_what_they_look_like(kind: str) -> None:
    mesh = allide.as_mesh(LIKE[kind])
    assert mesh.triangles.tolist() == HALVES and (mesh.positions == QUAD).all()


@pytest.mark.parametrize("thing", [3, "box", object(), Like(vertices=QUAD), Like(points=QUAD, cells=[])])
def test_what_looks_like_nothing_is_refused(thing: object) -> None:
    with pytest.raises(allide.MeshError):
        allide.as_mesh(thing)


def test_scenes_of_trimesh_share_meshes() -> None:
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed: its scenes are not tested")
    source = trimesh.Scene()
    box = trimesh.creation.box()
    for x in (0, 0.5, 5):
        source.geometry["box"] = box
        source.graph.update(f"box {x}", matrix=allide.translation(x, 0, 0), geometry="box")
    scene = allide.Scene.from_trimesh(source)
    meshes = [scene.mesh(id).positions for id in scene.ids()]
    assert all(np.shares_memory(meshes[0], other) for other in meshes)
    report = allide.check(source)
    assert {scene.names[0], scene.names[1]} == {report.names[report.pairs["a"][0]], report.names[report.pairs["b"][0]]}
    assert len(report) == 1
