"""The stubs are what is there, and the package keeps to its types."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy", reason="mypy is not installed: types are not checked")
TESTS = Path(__file__).parent


def test_types_hold() -> None:
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=TESTS.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_say_what_is_there() -> None:
    # Not from the folder of the package, whose sources would be imported in place of what is installed.
    command = [sys.executable, "-m", "mypy.stubtest", "allide._allide"]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
