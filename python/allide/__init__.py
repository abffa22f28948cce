"""Finds where 3D models touch, overlap or come too close.

Any method, on any device, gives the same exact answer.

>>> import allide
>>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
>>> wedge = allide.Mesh(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
>>> scene = allide.Scene()
>>> base = scene.add("base", wedge)
>>> lid = scene.add("lid", wedge, allide.translation(0.1, 0.1, 0.1))
>>> report = allide.Engine().run(scene, allide.Solids(measured=True))
>>> report.pairs["depth"]
array([0.40414519])
"""

from __future__ import annotations

from . import collision, examples
from ._allide import (
    CLASSES,
    HAS_GPU,
    PAIR_CLASSES,
    Clearance,
    Engine,
    Inspection,
    Mesh,
    Nearest,
    ObjectId,
    Overlaps,
    Pair,
    Question,
    Report,
    Scene,
    SelfClearance,
    SelfOverlaps,
    Solids,
    Table,
    Watch,
    __version__,
)
from ._meshes import as_mesh
from ._poses import translation
from ._shortcuts import NearestPoints, as_scene, check, inspect, inspect_all, nearest, read
from .collision import CollisionManager
from .errors import (
    Cancelled,
    DtypeError,
    EngineError,
    Error,
    FileError,
    ForkError,
    GpuError,
    MeshError,
    ObjectError,
    PoseError,
    QuestionError,
)

__all__ = [
    "CLASSES",
    "HAS_GPU",
    "PAIR_CLASSES",
    "Cancelled",
    "Clearance",
    "CollisionManager",
    "DtypeError",
    "Engine",
    "EngineError",
    "Error",
    "FileError",
    "ForkError",
    "GpuError",
    "Inspection",
    "Mesh",
    "MeshError",
    "Nearest",
    "NearestPoints",
    "ObjectError",
    "ObjectId",
    "Overlaps",
    "Pair",
    "PoseError",
    "Question",
    "QuestionError",
    "Report",
    "Scene",
    "SelfClearance",
    "SelfOverlaps",
    "Solids",
    "Table",
    "Watch",
    "__version__",
    "as_mesh",
    "as_scene",
    "check",
    "collision",
    "examples",
    "inspect",
    "inspect_all",
    "nearest",
    "read",
    "translation",
]
