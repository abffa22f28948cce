"""One call each for what is asked most."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Union, cast

import numpy as np
import numpy.typing as npt

from . import _allide
from ._allide import Clearance, Engine, Inspection, Question, Report, Scene, SelfClearance, SelfOverlaps, Solids
from ._meshes import as_mesh
from ._scenes import from_trimesh
from .errors import MeshError

#: What can be examined: a scene, a mesh, a path, or several of these, with names or without.
Things = Union[Scene, str, "os.PathLike[str]", Mapping[str, Any], Iterable[Any], Any]

_engine: tuple[int, Engine] | None = None


def engine() -> Engine:
    """The engine of the shortcuts: one for each process, so that it remembers what it has seen."""
    global _engine
    if _engine is None or _engine[0] != os.getpid():
        _engine = (os.getpid(), Engine())
    return _engine[1]


def as_scene(things: Things) -> Scene:
    """A scene of whatever can be examined.

    >>> import allide
    >>> triangle = ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> allide.as_scene({"lid": triangle, "base": triangle}).names
    ['lid', 'base']
    """
    if isinstance(things, Scene):
        return things
    if _is_path(things):
        return _allide.read([cast("str", things)])
    if hasattr(things, "geometry") and hasattr(things, "graph"):
        return from_trimesh(things)
    if isinstance(things, Mapping):
        return _of(things.items())
    if not isinstance(things, (list, tuple)) or _is_arrays(things):
        return _of([("mesh", things)])
    if things and all(_is_path(thing) for thing in things):
        return _allide.read(list(things))
    if any(_is_path(thing) for thing in things):
        raise MeshError("paths and meshes in one list; read the files first: allide.read(*paths)")
    return _of((f"mesh {number}", thing) for number, thing in enumerate(things))


def _is_path(thing: Any) -> bool:
    return isinstance(thing, (str, os.PathLike))


def _is_arrays(things: Any) -> bool:
    """Whether it is one mesh, ``(V, F)``, and not two meshes."""
    if len(things) != 2:
        return False
    shapes = [np.shape(thing) if isinstance(thing, (list, np.ndarray)) else None for thing in things]
    return all(shape is not None and len(shape) == 2 for shape in shapes)


def _of(named: Iterable[tuple[str, Any]]) -> Scene:
    scene = Scene()
    for name, thing in named:
        scene.add(str(name), as_mesh(thing))
    return scene


def check(
    things: Things,
    *,
    clearance: float | None = None,
    tolerance: float | None = None,
    self: bool = False,
    nearest: bool = False,
    contacts: bool = False,
    progress: Any = None,
) -> Report:
    """Finds all objects that overlap: how, how deep, and in which triangles.

    ``things`` are paths or meshes. With ``clearance``, also objects that are closer than that; what goes in by no more than
    ``tolerance`` is shallow; with ``self``, overlaps inside each object, too; with ``nearest``, how far apart all are.

    >>> import allide
    >>> box = allide.examples.box()
    >>> scene = allide.Scene()
    >>> ids = [scene.add(f"box {x}", box, allide.translation(x, 0, 0)) for x in (0, 0.75, 3)]
    >>> report = allide.check(scene, clearance=2)
    >>> [(int(pair["a"]), int(pair["b"]), allide.PAIR_CLASSES[pair["class"]]) for pair in report.pairs]
    [(0, 1, 'hard'), (1, 2, 'clearance')]
    >>> report.pairs["depth"].round(12), report.pairs["distance"]
    (array([0.25,  nan]), array([0.  , 1.25]))
    """
    questions: list[Question] = [Solids(measured=not contacts, contacts=contacts, tolerance=tolerance)]
    if clearance is not None:
        questions.append(Clearance(clearance))
    if nearest:
        questions.append(_allide.Nearest())
    if self:
        questions.append(SelfOverlaps())
        if clearance is not None:
            questions.append(SelfClearance(clearance))
    return engine().run(as_scene(things), *questions, progress=progress)


def inspect(thing: Things) -> Inspection:
    """Inspects meshes that should bound solids: their defects, volume and area.

    >>> import allide
    >>> allide.inspect(allide.examples.box())
    Inspection("mesh": healthy)
    >>> allide.inspect(([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])).problems
    {'open': 3}
    """
    found = inspect_all(thing)
    if len(found) != 1:
        raise MeshError(f"there are {len(found)} objects; ask for all: allide.inspect_all")
    return found[0]


def inspect_all(things: Things) -> list[Inspection]:
    """The same for each object of a scene."""
    return _allide.inspect_all(engine(), as_scene(things))


def read(
    *paths: str | os.PathLike[str], units: str | None = None, whole: bool = False, repair: bool = False
) -> Scene:
    """A scene of all objects of some files, in one unit.

    ``units`` is the unit of files that say none; ``whole`` makes each file one object; ``repair`` leaves out faces that cannot be
    read.
    """
    return _allide.read(paths, units=units, whole=whole, repair=repair)


class NearestPoints(NamedTuple):
    """How far apart two meshes are, and where."""

    distance: float
    on_a: npt.NDArray[np.float64]
    on_b: npt.NDArray[np.float64]


def nearest(a: Any, b: Any) -> NearestPoints:
    """The nearest points of two meshes; at distance 0, their surfaces have a point in common.

    >>> import allide
    >>> box = allide.examples.box()
    >>> found = allide.nearest(box, (box.positions + [2, 0, 0], box.triangles))
    >>> found.distance, found.on_b - found.on_a
    (1.0, array([1., 0., 0.]))
    """
    scene = _of([("a", a), ("b", b)])
    closest = engine().closest(scene)
    if closest is None:
        raise MeshError("one of the meshes has no triangles")
    _, _, distance, on_a, on_b = closest
    return NearestPoints(distance, cast("npt.NDArray[np.float64]", np.array(on_a)), np.array(on_b))
