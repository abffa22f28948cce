"""Meshes of other libraries, by what they look like: none of these libraries is imported here."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._allide import Mesh
from .errors import MeshError

#: Cells of meshio and VTK that are surfaces, by the number of their corners.
_POLYGONS = {"triangle": 3, "quad": 4, "polygon": None}


def as_mesh(thing: Any) -> Mesh:
    """A mesh from whatever has vertices and triangles.

    Taken are a :class:`Mesh`, a tuple of arrays ``(V, F)``, and the meshes of trimesh, Open3D (both kinds), meshio and
    PyVista.

    >>> import allide
    >>> allide.as_mesh(([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))
    Mesh(3 vertices, 1 triangles)
    """
    if isinstance(thing, Mesh):
        return thing
    if isinstance(thing, (tuple, list)) and len(thing) == 2:
        return Mesh(thing[0], thing[1])
    # Open3D's tensor meshes have vertices by name.
    if hasattr(thing, "vertex") and hasattr(thing, "triangle"):
        return Mesh(thing.vertex.positions.numpy(), thing.triangle.indices.numpy())
    vertices = getattr(thing, "vertices", None)
    if vertices is not None:
        faces = thing.faces if hasattr(thing, "faces") else getattr(thing, "triangles", None)
        if faces is not None:
            return Mesh(_array(vertices), _array(faces))
    points = getattr(thing, "points", None)
    if points is not None and hasattr(thing, "cells") and not hasattr(thing, "n_cells"):
        return Mesh(_three(points), _triangles_of_cells(thing.cells))
    if points is not None and hasattr(thing, "n_cells"):
        return _from_vtk(thing)
    raise MeshError(
        f"{type(thing).__name__} is no mesh that is known: take a Mesh, (V, F), or a mesh of trimesh, Open3D, meshio or PyVista"
    )


def _array(values: Any) -> Any:
    """Arrays as they are; vectors of Open3D become arrays, of 32-bit integers or of ``float64``."""
    return values if isinstance(values, np.ndarray) else np.asarray(values)


def _three(points: Any) -> Any:
    """Points in a plane lie at z = 0."""
    points = np.asarray(points)
    if points.ndim == 2 and points.shape[1] == 2:
        return np.column_stack([points, np.zeros(len(points), points.dtype)])
    return points


def _fans(polygons: Any) -> Any:
    """Polygons with equally many corners, cut from their first one."""
    polygons = np.asarray(polygons)
    corners = polygons.shape[1]
    fans = [polygons[:, [0, k, k + 1]] for k in range(1, corners - 1)]
    return np.stack(fans, axis=1).reshape(-1, 3)


def _triangles_of_cells(cells: Any) -> Any:
    """The surfaces among the cells of meshio."""
    blocks = [(block.type, block.data) for block in cells]
    surfaces = [_fans(data) for kind, data in blocks if kind in _POLYGONS and len(data)]
    if not surfaces:
        kinds = ", ".join(sorted({kind for kind, _ in blocks})) or "nothing"
        raise MeshError(f"the mesh has no triangles; it has {kinds}")
    return np.concatenate(surfaces)


def _from_vtk(thing: Any) -> Mesh:
    """A mesh of PyVista: `PolyData` as it is, others by their surface."""
    if not hasattr(thing, "is_all_triangles"):
        thing = thing.extract_surface()
    if not _told(thing.is_all_triangles):
        thing = thing.triangulate()
    faces = np.asarray(thing.faces)
    if faces.size % 4 or not (faces.reshape(-1, 4)[:, 0] == 3).all():
        raise MeshError("the mesh has cells that are no triangles, and triangulate() leaves them")
    return Mesh(np.asarray(thing.points), faces.reshape(-1, 4)[:, 1:])


def _told(answer: Any) -> bool:
    """Older versions have a method where newer ones have a value."""
    return bool(answer() if callable(answer) else answer)
