"""Files that are read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import allide

COMPRESSED = Path(__file__).parents[2] / "crates" / "allide-io" / "tests" / "compressed"


@pytest.mark.skipif(os.environ.get("ALLIDE_FEATURES") != "none", reason="the package may read compressed files")
@pytest.mark.parametrize(("name", "by"), [("draco-0", "Draco"), ("meshopt-float", "meshopt")])
def test_compressed_files_are_refused_by_a_package_without_draco(name: str, by: str) -> None:
    assert len(allide.as_scene(COMPRESSED / f"{name}.plain.glb").names) == 1
    with pytest.raises(allide.FileError, match=f"compressed by {by}, which this allide was built without"):
        allide.as_scene(COMPRESSED / f"{name}.glb")
