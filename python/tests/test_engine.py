"""Questions and answers."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import allide
from allide import Clearance, Engine, Nearest, ObjectId, Overlaps, Scene, SelfOverlaps, Solids

Boxes = tuple[Scene, list[ObjectId]]


def test_pairs_are_records(boxes: Boxes, engine: Engine) -> None:
    report = engine.run(boxes[0], Solids(measured=True))
    pair = report.pairs[0]
    assert (pair["a"], pair["b"], allide.PAIR_CLASSES[pair["class"]]) == (0, 1, "hard")
    assert pair["depth"] == pytest.approx(0.25) and pair["volume"] == pytest.approx(0.25)
    assert np.abs(pair["direction"]) == pytest.approx([1, 0, 0])
    assert len(report) == 1 and report.guarantee == "exact" and report.names == ["box 0", "box 1", "box 2"]


def test_findings_are_those_of_comparing_all(boxes: Boxes, engine: Engine) -> None:
    """Two boxes with four flush sides: nothing crosses; compared with all pairs."""
    scene, (a, b, _) = boxes
    report = engine.run(scene, Overlaps())
    found = report.between(b, a)
    assert found is not None and np.shares_memory(found, report.findings(0)) and not found.flags.writeable
    assert len(found) == report.pairs[0]["triangle_pairs"] > 0
    assert {allide.CLASSES[k] for k in found["class"]} == {"coplanar", "touching"}
    brute = engine.run(scene, Overlaps(method="brute"))
    assert (brute.findings(0) == found).all()
    points = report.points(0)
    assert points.shape == (len(found), 3) and (points[:, 0] >= 0.25 - 1e-12).all() and (points[:, 0] <= 0.5 + 1e-12).all()


def test_several_questions_are_one_report(boxes: Boxes, engine: Engine) -> None:
    report = engine.run(boxes[0], Solids(), Clearance(2, triangles=True), SelfOverlaps())
    told = [(p["a"], p["b"], allide.PAIR_CLASSES[p["class"]]) for p in report.pairs]
    assert told == [(0, 1, "hard"), (1, 2, "clearance")]
    assert report.pairs["distance"][1] == 1.25
    close = report.findings(1)
    assert close["distance"].min() == 1.25 and (np.linalg.norm(close["on_b"] - close["on_a"], axis=1) >= 1.25).all()


def test_closest_and_any(boxes: Boxes, engine: Engine) -> None:
    scene, ids = boxes
    assert engine.any(scene, Overlaps()) == (ids[0], ids[1])
    scene.set_pose(ids[1], allide.translation(1.5, 0, 0))
    assert engine.any(scene, Solids()) is None
    a, b, distance, on_a, on_b = engine.closest(scene) or pytest.fail("there are pairs")
    assert (a, b, distance) == (ids[0], ids[1], 0.5) and on_b[0] - on_a[0] == 0.5
    found = engine.closest(scene, Nearest(of=ids[2]))
    assert found is not None and (found[1], found[2]) == (ids[2], 0.5)


def test_duplicates_are_sets(engine: Engine) -> None:
    scene, box = Scene(), allide.examples.box()
    for name in "abc":
        scene.add(name, box)
    report = engine.run(scene, Solids())
    assert (report.sets, len(report.pairs)) == ([[0, 1, 2]], 0)
    assert len(engine.run(scene, Solids(duplicates=True)).pairs) == 3


def test_groups_leave_pairs_out(boxes: Boxes, engine: Engine) -> None:
    scene, ids = boxes
    group = scene.add_group()
    scene.set_group(ids[0], group)
    scene.set_group(ids[1], group)
    scene.ignore(group, group)
    assert len(engine.run(scene, Overlaps())) == 0
    with pytest.raises(allide.ObjectError, match="group 7 is not in the scene, which has 1"):
        scene.ignore(group, 7)


def test_a_report_keeps_the_scene_that_it_is_about(boxes: Boxes, engine: Engine) -> None:
    scene, ids = boxes
    report = engine.run(scene, Overlaps())
    points = report.points(0)
    scene.set_pose(ids[0], allide.translation(9, 9, 9))
    scene.remove(ids[1])
    assert (report.points(0) == points).all() and report.names[1] == "box 1" and scene.names[1] == ""


def test_objects_of_other_scenes_are_refused(boxes: Boxes, engine: Engine) -> None:
    scene, ids = boxes
    scene.remove(ids[1])
    assert list(scene) == [ids[0], ids[2]]
    scene.remove(ids[2])
    for use in (scene.name, scene.mesh, scene.pose, scene.bounds, scene.remove):
        with pytest.raises(allide.ObjectError, match="object 2 is not in the scene"):
            use(ids[2])
    with pytest.raises(LookupError):
        engine.run(scene, Overlaps(of=ids[2]))
    with pytest.raises(LookupError, match="object 9 is not in the scene, which has 1"):
        scene[9]
    with pytest.raises(allide.ObjectError, match="there is no pair 0; there are 0"):
        engine.run(scene, Overlaps()).findings(0)


def test_deformed_objects_keep_their_triangles(boxes: Boxes, engine: Engine) -> None:
    scene, ids = boxes
    positions = scene.mesh(ids[2]).positions
    scene.set_positions(ids[2], positions * [4, 1, 1])
    assert len(engine.run(scene, Overlaps())) == 2
    with pytest.raises(allide.MeshError, match="\"box 2\" has 8 vertices, but 3") as caught:
        scene.set_positions(ids[2], np.zeros((3, 3)))
    assert (caught.value.number, caught.value.limit) == (3, 8)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Clearance(-1), "the clearance is -1; it must be positive"),
        (lambda: Clearance(float("nan")), "the clearance is NaN"),
        (lambda: Solids(tolerance=0), "the tolerance is 0"),
        (lambda: Overlaps(method="magic"), "there is no method \"magic\"; choose auto"),
        (lambda: Nearest(method="rays"), "does not answer nearest"),
        (lambda: Solids(measured=True, pairs_only=True), "pairs_only"),
    ],
)
def test_questions_without_sense_are_refused(wrong: object, message: str) -> None:
    with pytest.raises(allide.QuestionError, match=message):
        wrong()  # type: ignore[operator]


def test_engines_without_sense_are_refused() -> None:
    with pytest.raises(allide.EngineError, match="there is no device \"card\""):
        Engine("card")  # type: ignore[arg-type]
    with pytest.raises(allide.EngineError, match="at most 4096") as caught:
        Engine("cpu", threads=10**6)
    assert caught.value.number == 10**6
    if not allide.HAS_GPU:
        with pytest.raises(allide.GpuError, match="no GPU methods"):
            Engine("gpu")


def test_a_run_needs_one_question_of_a_kind(boxes: Boxes, engine: Engine) -> None:
    with pytest.raises(allide.QuestionError, match="there is no question"):
        engine.run(boxes[0])
    with pytest.raises(allide.QuestionError, match="a run answers one question about overlaps"):
        engine.run(boxes[0], Overlaps(), Solids())
    with pytest.raises(TypeError):
        engine.run(boxes[0], "Overlaps")  # type: ignore[arg-type]


def test_files_are_read_and_written(tmp_path: Path, boxes: Boxes, engine: Engine) -> None:
    (tmp_path / "lid.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (tmp_path / "bad.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n")
    scene = allide.read(tmp_path / "lid.obj", str(tmp_path / "lid.obj"))
    assert scene.names == ["lid", "lid#2"] and len(engine.run(scene, Overlaps()).sets) == 1
    with pytest.raises(allide.FileError, match="the face uses vertex 4, but there are 3") as caught:
        allide.read(tmp_path / "bad.obj")
    assert caught.value.place == "line 4"
    with pytest.raises(allide.FileError, match="there is no such file"):
        allide.read(tmp_path / "none.obj")
    report = engine.run(boxes[0], Solids(measured=True))
    document = json.loads(report.to_json(triangles=True))
    assert document["pairs"][0]["class"] == "hard" and len(document["objects"]) == 3
    for name in ("r.html", "r.json", "r.csv", "r.glb", "r.ply", "r.vtp"):
        report.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 100
    assert json.loads((tmp_path / "r.json").read_text())["pairs"][0]["b"] == 1
    assert len(allide.read(tmp_path / "r.glb")) > 0
    with pytest.raises(allide.FileError, match="reports are written as"):
        report.save(tmp_path / "r.pdf")
    with pytest.raises(allide.FileError, match="nowhere"):
        report.save(tmp_path / "nowhere" / "r.json")


def test_inspections_name_elements() -> None:
    box = allide.examples.box()
    cup = allide.Mesh(box.positions, box.triangles[2:])
    found = allide.inspect(cup)
    assert not found.is_healthy and found.problems == {"open": 4} and found.volume is None
    edges = {tuple(sorted(edge)) for edge in found.open_edges.tolist()}
    assert edges == {(0, 1), (1, 3), (2, 3), (0, 2)} and not found.open_edges.flags.writeable
    whole = allide.inspect(box)
    assert whole.is_healthy and whole.volume == pytest.approx((1, 0), abs=1e-12) and whole.area[0] == pytest.approx(6)
    twice = allide.Mesh(box.positions, np.concatenate([box.triangles, box.triangles[:1], [[0, 0, 1]]]))
    found = allide.inspect(twice)
    assert found.duplicate_triangles.tolist() == [[0, 12]] and found.degenerate_triangles.tolist() == [13]
    assert json.loads(found.to_json(elements=True))["objects"][0]["healthy"] is False
    with pytest.raises(allide.MeshError, match="there are 2 objects"):
        allide.inspect([box, cup])
