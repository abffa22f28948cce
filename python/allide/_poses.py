"""Poses are 4 by 4 matrices, as NumPy arrays: this makes the simplest."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def translation(x: float, y: float, z: float) -> npt.NDArray[np.float64]:
    """A pose that moves without turning.

    >>> translation(1, 2, 3)[:3, 3]
    array([1., 2., 3.])
    """
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose
