"""Many poses in one call."""

from __future__ import annotations

import numpy as np
import pytest

import allide
from allide import Clearance, Engine, ObjectId, Pair, Scene, Solids


def along_x(distances: object) -> np.ndarray:
    return np.stack([allide.translation(x, 0, 0) for x in np.asarray(distances)])


def test_pairs_are_asked_about_in_many_poses() -> None:
    box, xs = allide.examples.box(), np.linspace(0.1, 3, 100)
    pair, poses = Pair(box, box), along_x(xs)
    assert (pair.overlaps(None, poses) == (xs <= 1)).all()
    assert (pair.is_within(0.5, None, poses) == (xs < 1.5)).all()
    nearest = pair.nearest(None, poses)
    assert nearest["distance"] == pytest.approx(np.maximum(xs - 1, 0))
    gaps = nearest["on_b"] - nearest["on_a"]
    assert np.linalg.norm(gaps, axis=1) == pytest.approx(nearest["distance"])
    assert (pair.overlaps(poses, poses)).all()


def test_single_poses_have_single_answers() -> None:
    pair = Pair(allide.examples.box(), allide.examples.box())
    assert pair.overlaps() is True and pair.overlaps(None, allide.translation(2, 0, 0)) is False
    assert pair.nearest(None, allide.translation(3, 0, 0))["distance"] == 2
    assert pair.overlaps(None, np.zeros((0, 4, 4))).shape == (0,)
    nothing = Pair(allide.examples.box(), allide.Mesh([], []))
    assert np.isnan(nothing.nearest()["distance"])


def test_scenes_are_asked_about_in_many_configurations(
    boxes: tuple[Scene, list[ObjectId]], engine: Engine
) -> None:
    scene, ids = boxes
    xs = np.linspace(-2, 4, 61)
    poses = {ids[1]: along_x(xs), ids[2]: along_x(xs + 0.5)}
    flags = engine.any_each(scene, Solids(), poses)
    which, pairs = engine.run_each(scene, Clearance(0.25), poses)
    one = Scene()
    copies = [one.add(scene.name(id), scene.mesh(id), scene.pose(id)) for id in ids]
    for k, x in enumerate(xs):
        one.set_pose(copies[1], allide.translation(x, 0, 0))
        one.set_pose(copies[2], allide.translation(x + 0.5, 0, 0))
        assert flags[k] == (engine.any(one, Solids()) is not None)
        expected = engine.run(one, Clearance(0.25)).pairs
        for name in expected.dtype.names or ():
            assert np.array_equal(pairs[which == k][name], expected[name], equal_nan=expected[name].dtype.kind == "f"), name
    assert flags.any() and len(np.unique(which)) > 10
    assert (scene.pose(ids[1]) == allide.translation(0.75, 0, 0)).all()


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        ({0: (3, 4, 4), 1: (2, 4, 4)}, r"object 1 has poses of the shape \(2, 4, 4\); it must be \(3, 4, 4\)"),
        ({0: (4, 4)}, r"object 0 has poses of the shape \(4, 4\)"),
        ({0: (3, 3, 3)}, "shape"),
    ],
)
def test_poses_that_do_not_fit_are_named(
    boxes: tuple[Scene, list[ObjectId]], engine: Engine, shapes: dict[int, tuple[int, ...]], message: str
) -> None:
    scene, ids = boxes
    eye = {(3, 3): np.eye(3), (4, 4): np.eye(4)}
    poses = {ids[k]: np.broadcast_to(eye[shape[-2:]], shape) for k, shape in shapes.items()}
    with pytest.raises(allide.PoseError, match=message):
        engine.any_each(scene, Solids(), poses)
    with pytest.raises(allide.PoseError, match="3 poses of a and 2 of b"):
        Pair(scene.mesh(ids[0]), scene.mesh(ids[1])).overlaps(np.stack([np.eye(4)] * 3), np.stack([np.eye(4)] * 2))
    assert engine.any_each(scene, Solids(), {}).shape == (0,)
