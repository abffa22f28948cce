"""What several tests use."""

from __future__ import annotations

import numpy as np
import pytest

import allide


@pytest.fixture
def engine() -> allide.Engine:
    return allide.Engine("cpu")


@pytest.fixture
def boxes() -> tuple[allide.Scene, list[allide.ObjectId]]:
    """Three boxes in a row: two overlap by a quarter, the third is 1.25 away."""
    scene, box = allide.Scene(), allide.examples.box()
    return scene, [scene.add(f"box {k}", box, allide.translation(x, 0, 0)) for k, x in enumerate((0, 0.75, 3))]


@pytest.fixture(scope="session")
def crowd() -> allide.Scene:
    """Spheres, most of which go through each other: some seconds of work for a method that compares all triangles."""
    scene, ball = allide.Scene(), allide.examples.sphere(40)
    for k in range(12):
        scene.add(f"ball {k}", ball, allide.translation(*np.array([0.01, 0.02, 0.03]) * k))
    return scene
