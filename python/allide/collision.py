"""``trimesh.collision`` with this engine: change ``from trimesh import collision`` to ``from allide import collision``.

The methods, their arguments and what they return are those of trimesh 5. What differs, because answers are exact here:

- Meshes are what they are, convex or not. Closed ones are solids: what lies inside one without touching it collides with it,
  and of a closed mesh with a hole or a cavity, neither is filled.
- Touching is a collision, however the coordinates were rounded.
- Transforms keep their 64 bits.
- The depth of a contact, and a negative distance, are those of the two objects: how far one has to move to leave the other,
  not how far two of their triangles would have to.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._allide import PAIR_CLASSES, Clearance, Engine, Mesh, Nearest, ObjectId, Overlaps, Pair, Report, Scene, Solids
from ._meshes import as_mesh

__all__ = ["CollisionManager", "ContactData", "DistanceData", "scene_to_collision"]

Vector = npt.NDArray[np.float64]
_EXTERNAL = "__external"
_UNDECIDED = PAIR_CLASSES.index("undecided")


class ContactData:
    """A contact of two objects: a triangle of each, or none where one lies inside the other."""

    def __init__(self, names: tuple[str, str], faces: tuple[int, int], geometry: tuple[Vector, Vector, float]) -> None:
        self.names = set(names)
        self._faces = dict(zip(names, faces))
        self._point, self._normal, self._depth = geometry

    @property
    def point(self) -> Vector:
        """Where they meet."""
        return self._point

    @property
    def normal(self) -> Vector:
        """The direction in which the second object leaves the first on the shortest way."""
        return self._normal

    @property
    def depth(self) -> float:
        """How far it has to move for that; 0 where objects only touch."""
        return self._depth

    def index(self, name: str) -> int:
        """The face of the named object; -1 where one lies inside the other."""
        return self._faces[name]


class DistanceData:
    """The nearest points of two objects."""

    def __init__(self, names: tuple[str, str], found: _Nearest, faces: Callable[[], tuple[int, int]]) -> None:
        self.names = set(names)
        self._names, self._found, self._faces = names, found, faces

    @property
    def distance(self) -> float:
        """How far apart they are; negative for solids that share volume."""
        return self._found.distance

    def point(self, name: str) -> Vector:
        """The nearest point of the named object."""
        return self._found.points[self._names.index(name)]

    def index(self, name: str) -> int:
        """The face of the named object that the point lies on; -1 if one object lies inside the other."""
        return self._faces()[self._names.index(name)]


class _Nearest(NamedTuple):
    ids: tuple[ObjectId, ObjectId]
    distance: float
    points: tuple[Vector, Vector]


class CollisionManager:
    """Objects by name, and which of them collide.

    >>> import allide
    >>> from allide.collision import CollisionManager
    >>> manager = CollisionManager()
    >>> for x in (0, 0.75, 3):
    ...     manager.add_object(f"box {x}", allide.examples.box(), allide.translation(x, 0, 0))
    >>> manager.in_collision_internal(return_names=True)
    (True, {('box 0', 'box 0.75')})
    >>> manager.min_distance_single(allide.examples.box(), allide.translation(9, 0, 0))
    5.0
    """

    def __init__(self, engine: Engine | None = None) -> None:
        self._engine = engine or Engine()
        self._scene = Scene()
        self._ids: dict[str, ObjectId] = {}
        #: Meshes that were converted: a reference, what the content hashes to, and the mesh.
        self._known: dict[int, tuple[Any, tuple[int, int], Mesh]] = {}

    def add_object(self, name: str, mesh: Any, transform: Any = None) -> None:
        """Adds an object; one of the same name is replaced."""
        pose, converted = _pose(transform), self._mesh(mesh)
        if name in self._ids:
            self._scene.remove(self._ids.pop(name))
        self._ids[name] = self._scene.add(name, converted, pose)

    def remove_object(self, name: str) -> None:
        """Removes an object."""
        self._scene.remove(self._id(name))
        del self._ids[name]

    def set_transform(self, name: str, transform: Any) -> None:
        """Moves an object."""
        self._scene.set_pose(self._id(name), _pose(transform))

    def in_collision_single(
        self, mesh: Any, transform: Any = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether an object that is not in here collides with any that is; and with which, and where."""
        scene, own = self._scene, self._scene.add(_EXTERNAL, self._mesh(mesh), _pose(transform))
        try:
            found = self._collisions(scene, own, return_names, return_data)
        finally:
            scene.remove(own)
        names = {name for pair in found.pairs for name in pair if name != _EXTERNAL}
        return _returned(found.is_any, names, found.contacts, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any two objects collide; and which, and where. Names of a pair are sorted."""
        found = self._collisions(self._scene, None, return_names, return_data)
        names = {tuple(sorted(pair)) for pair in found.pairs}
        return _returned(found.is_any, names, found.contacts, return_names, return_data)

    def in_collision_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether any object collides with one of another manager; names of a pair are in the order of the managers."""
        scene = self._beside(other_manager)
        found = self._collisions(scene, None, return_names, return_data)
        return _returned(found.is_any, set(found.pairs), found.contacts, return_names, return_data)

    def min_distance_single(
        self, mesh: Any, transform: Any = None, return_name: bool = False, return_data: bool = False
    ) -> Any:
        """The smallest distance of an object that is not in here to one that is."""
        scene, own = self._scene, self._scene.add(_EXTERNAL, self._mesh(mesh), _pose(transform))
        try:
            found = self._nearest(scene, own)
            distance, names, data = self._told(scene, found)
        finally:
            scene.remove(own)
        name = next((name for name in names or () if name != _EXTERNAL), None)
        return _returned(distance, name, data, return_name, return_data)

    def min_distance_internal(
        self, name: str | None = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The smallest distance of any two objects, or of the named one to any other."""
        found = self._nearest(self._scene, None if name is None else self._id(name))
        distance, names, data = self._told(self._scene, found)
        ordered = None if names is None else tuple(sorted(names))
        return _returned(distance, ordered, data, return_names, return_data)

    def min_distance_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The smallest distance of any object to one of another manager."""
        scene = self._beside(other_manager)
        distance, names, data = self._told(scene, self._nearest(scene, None))
        return _returned(distance, names, data, return_names, return_data)

    def _id(self, name: str) -> ObjectId:
        if name not in self._ids:
            raise ValueError(f"{name} not in collision manager!")
        return self._ids[name]

    def _mesh(self, mesh: Any) -> Mesh:
        """The mesh for this engine: the same one as before, if trimesh says that it has not changed."""
        if isinstance(mesh, Mesh):
            return mesh
        arrays = [getattr(mesh, "vertices", None), getattr(mesh, "faces", None)]
        if any(type(array).__name__ != "TrackedArray" for array in arrays):
            return as_mesh(mesh)
        content = (hash(arrays[0]), hash(arrays[1]))
        known = self._known.get(id(mesh))
        if known is None or known[0]() is not mesh or known[1] != content:
            key, forget = id(mesh), self._known.pop
            known = (weakref.ref(mesh, lambda _: forget(key, None)), content, as_mesh(mesh))
            self._known[key] = known
        return known[2]

    def _beside(self, other: CollisionManager) -> Scene:
        """A scene of all objects of both, in which only objects of different managers meet."""
        scene = Scene()
        for manager in (self, other):
            group = scene.add_group()
            for name, known in manager._ids.items():
                scene.set_group(scene.add(name, manager._scene.mesh(known), manager._scene.pose(known)), group)
            scene.ignore(group, group)
        return scene

    def _collisions(self, scene: Scene, of: ObjectId | None, names: bool, data: bool) -> _Collisions:
        if not names and not data:
            first = self._engine.any(scene, Solids(of=of, touch=True))
            # Of two that are closed, it is known whether one lies inside the other.
            if first is None or all(scene.mesh(one).is_closed for one in first):
                return _Collisions(first is not None, [], [])
        question = Solids(of=of, duplicates=True, measured=data, pairs_only=not data)
        report = self._engine.run(scene, question)
        called = report.names
        pairs, contacts = [], []
        for row, pair in enumerate(report.pairs):
            if pair["class"] != _UNDECIDED:
                pairs.append((called[pair["a"]], called[pair["b"]]))
                if data:
                    contacts += _contacts(scene, report, row)
        return _Collisions(bool(pairs), pairs, contacts)

    def _nearest(self, scene: Scene, of: ObjectId | None) -> _Nearest | None:
        closest = self._engine.closest(scene, Nearest(of=of))
        if closest is None:
            return None
        a, b, distance, on_a, on_b = closest
        found = _Nearest((a, b), distance, (np.array(on_a), np.array(on_b)))
        if self._engine.any(scene, Solids(of=of, touch=True)) is None:
            return found
        pairs = self._engine.run(scene, Solids(of=of, duplicates=True, measured=True)).pairs
        depths = np.where(np.isnan(pairs["depth"]) | (pairs["class"] == _UNDECIDED), 0.0, pairs["depth"])
        if not depths.any():
            return found
        deepest = pairs[depths.argmax()]
        a, b, move = scene[int(deepest["a"])], scene[int(deepest["b"])], deepest["direction"] * depths.max()
        middle = _middle(scene, a, b)
        return _Nearest((a, b), -float(depths.max()), (middle + move / 2, middle - move / 2))

    def _told(
        self, scene: Scene, found: _Nearest | None
    ) -> tuple[float, tuple[str, str] | None, DistanceData | None]:
        if found is None:
            return math.inf, None, None
        a, b = found.ids
        names = (scene.name(a), scene.name(b))
        meshes, poses = (scene.mesh(a), scene.mesh(b)), (scene.pose(a), scene.pose(b))

        def faces() -> tuple[int, int]:
            return _nearest_faces(self._engine, meshes, poses)

        return found.distance, names, DistanceData(names, found, faces)


class _Collisions(NamedTuple):
    is_any: bool
    pairs: list[tuple[str, str]]
    contacts: list[ContactData]


def scene_to_collision(scene: Any) -> tuple[CollisionManager, dict[str, Any]]:
    """A manager of all instances of a ``trimesh.Scene``, and their meshes by name."""
    manager, objects = CollisionManager(), {}
    for node in scene.graph.nodes_geometry:
        transform, name = scene.graph[node]
        manager.add_object(str(node), scene.geometry[name], transform)
        objects[node] = scene.geometry[name]
    return manager, objects


def _pose(transform: Any) -> Vector:
    """The pose of a transform, whose last row is not looked at."""
    pose = np.eye(4)
    if transform is not None:
        given = np.asanyarray(transform, dtype=np.float64)
        if given.shape != (4, 4):
            raise ValueError("transform must be (4,4)!")
        pose[:3] = given[:3]
    return pose


def _returned(first: Any, names: Any, data: Any, return_names: bool, return_data: bool) -> Any:
    if not return_names and not return_data:
        return first
    return (first, *[part for part, is_wanted in ((names, return_names), (data, return_data)) if is_wanted])


def _middle(scene: Scene, a: ObjectId, b: ObjectId) -> Vector:
    """The middle of what the boxes around two objects share."""
    boxes = np.stack([scene.bounds(a), scene.bounds(b)])
    return np.asarray((boxes[:, 0].max(axis=0) + boxes[:, 1].min(axis=0)) / 2)


def _contacts(scene: Scene, report: Report, row: int) -> list[ContactData]:
    """A contact for each two triangles, or one for objects inside each other."""
    pair, found = report.pairs[row], report.findings(row)
    a, b = scene[int(pair["a"])], scene[int(pair["b"])]
    names = (scene.name(a), scene.name(b))
    depth = 0.0 if np.isnan(pair["depth"]) else float(pair["depth"])
    if len(found) == 0:
        return [ContactData(names, (-1, -1), (_middle(scene, a, b), pair["direction"], depth))]
    points = report.points(row)
    normals = _normals(scene, a, found["a"]) if depth == 0 else np.broadcast_to(pair["direction"], (len(found), 3))
    faces = zip(found["a"].tolist(), found["b"].tolist())
    return [ContactData(names, face, (point, normal, depth)) for face, point, normal in zip(faces, points, normals)]


def _normals(scene: Scene, of: ObjectId, faces: Any) -> Vector:
    """The normals of triangles, of length 1 where they have an area."""
    mesh, pose = scene.mesh(of), scene.pose(of)
    corners = mesh.positions[mesh.triangles[faces]] @ pose[:3, :3].T
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.asarray(np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0))


def _nearest_faces(engine: Engine, meshes: tuple[Mesh, Mesh], poses: tuple[Any, Any]) -> tuple[int, int]:
    """The triangles that the nearest points of two surfaces lie on."""
    scene = Scene()
    for name, mesh, pose in zip("ab", meshes, poses):
        scene.add(name, mesh, pose)
    distance = float(Pair(*meshes).nearest(*poses)["distance"])
    question = Overlaps(duplicates=True) if distance == 0 else Clearance(math.nextafter(distance, math.inf), triangles=True)
    found = engine.run(scene, question).findings(0)
    first = 0 if distance == 0 else int(found["distance"].argmin())
    return int(found["a"][first]), int(found["b"][first])
