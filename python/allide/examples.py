"""Meshes to try things with."""

from __future__ import annotations

import numpy as np

from ._allide import Mesh

_CORNERS = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
_SIDES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]


def box(width: float = 1.0, depth: float = 1.0, height: float = 1.0) -> Mesh:
    """A box around the origin.

    >>> box().bounds
    array([[-0.5, -0.5, -0.5],
           [ 0.5,  0.5,  0.5]])
    """
    triangles = [[side[0], side[k], side[k + 1]] for side in _SIDES for k in (1, 2)]
    return Mesh((_CORNERS - 0.5) * [width, depth, height], np.array(triangles, np.uint32))


def sphere(steps: int = 16, radius: float = 1.0) -> Mesh:
    """A sphere around the origin, of ``2 * steps`` meridians and ``steps`` parallels.

    >>> sphere(4)
    Mesh(26 vertices, 48 triangles)
    """
    around = 2 * steps
    polar = np.linspace(0, np.pi, steps + 1)[1:-1, None]
    turn = np.linspace(0, 2 * np.pi, around, endpoint=False)[None, :]
    ring = np.stack(
        np.broadcast_arrays(np.sin(polar) * np.cos(turn), np.sin(polar) * np.sin(turn), np.cos(polar)), axis=-1
    )
    points = np.concatenate([ring.reshape(-1, 3), [[0, 0, 1.0], [0, 0, -1.0]]])
    at = np.arange((steps - 1) * around).reshape(steps - 1, around)
    right = np.roll(at, -1, axis=1)
    top, bottom = len(points) - 2, len(points) - 1
    bands = [
        np.stack([at[:-1], at[1:], right[:-1]], -1).reshape(-1, 3),
        np.stack([right[:-1], at[1:], right[1:]], -1).reshape(-1, 3),
        np.stack([np.full(around, top), at[0], right[0]], -1),
        np.stack([np.full(around, bottom), right[-1], at[-1]], -1),
    ]
    return Mesh(radius * points, np.concatenate(bands))
