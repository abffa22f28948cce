"""Scenes of other libraries."""

from __future__ import annotations

from typing import Any

from ._allide import Scene
from ._meshes import as_mesh


def from_trimesh(scene: Any) -> Scene:
    """A scene of all instances of a ``trimesh.Scene``; those of one geometry share one mesh."""
    made, meshes = Scene(), {}
    for node in scene.graph.nodes_geometry:
        pose, name = scene.graph[node]
        geometry = scene.geometry[name]
        if not hasattr(geometry, "faces"):
            continue
        if name not in meshes:
            meshes[name] = as_mesh(geometry)
        made.add(str(node), meshes[name], pose)
    return made
