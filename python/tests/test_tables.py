"""Reports as tables."""

from __future__ import annotations

import gc

import numpy as np
import pytest

import allide
from allide import Clearance, Engine, ObjectId, Overlaps, Scene, Solids

Boxes = tuple[Scene, list[ObjectId]]


def test_reports_are_tables_of_arrow(boxes: Boxes, engine: Engine) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    report = engine.run(boxes[0], Solids(measured=True), Clearance(2))
    table = pyarrow.table(report)
    assert table.column("class").to_pylist() == ["hard", "clearance"]
    assert table.column("name_b").to_pylist() == ["box 1", "box 2"]
    for name in ("a", "b", "triangle_pairs", "distance", "depth", "volume", "volume_error"):
        assert np.array_equal(table.column(name).to_numpy(), report.pairs[name], equal_nan=True), name
    assert np.array_equal(table.column("on_a_x").to_numpy(), report.pairs["on_a"][:, 0], equal_nan=True)
    assert report.to_arrow().schema == table.schema and report.table().columns == table.column_names
    del report
    gc.collect()
    assert table.column("depth")[0].as_py() == pytest.approx(0.25)
    table.validate(full=True)


def test_triangles_are_tables_too(boxes: Boxes, engine: Engine) -> None:
    pytest.importorskip("pyarrow")
    report = engine.run(boxes[0], Overlaps())
    table = report.to_arrow(triangles=True)
    found = report.findings(0)
    assert (table.column("a").to_numpy() == found["a"]).all() and (table.column("b").to_numpy() == found["b"]).all()
    assert table.column("class").to_pylist() == [allide.CLASSES[k] for k in found["class"]]
    assert set(table.column("object_a").to_pylist()) == {0} and set(table.column("object_b").to_pylist()) == {1}
    close = engine.run(boxes[0], Clearance(2, triangles=True))
    table = close.to_arrow(triangles=True)
    assert len(table) == sum(len(close.findings(k)) for k in range(len(close)))


def test_empty_reports_are_tables(engine: Engine) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    report = engine.run(Scene(), Overlaps())
    assert len(pyarrow.table(report)) == 0 and len(report.table()) == 0 and len(report.pairs) == 0
    assert pyarrow.table(report).column_names == report.table().columns


def test_a_stream_that_nobody_reads_is_released(boxes: Boxes, engine: Engine) -> None:
    report = engine.run(boxes[0], Overlaps())
    for _ in range(1000):
        report.__arrow_c_stream__()
    assert "arrow_array_stream" in repr(report.__arrow_c_stream__())


def test_pandas_and_polars_read_reports(boxes: Boxes, engine: Engine) -> None:
    report = engine.run(boxes[0], Solids(measured=True))
    polars = pytest.importorskip("polars", reason="polars is not installed: its reading of reports is not tested")
    assert polars.DataFrame(report)["name_a"].to_list() == ["box 0"]


def test_notebooks_show_a_table_and_a_page(boxes: Boxes, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, ids = boxes
    scene.remove(ids[2])
    scene.add("<script>alert(1)</script>", allide.examples.box())
    report = engine.run(scene, Solids(measured=True))
    shown = report._repr_html_()
    assert "<script>" not in shown and "&lt;script&gt;" in shown and "penetration" in shown and "0.250" in shown
    page = report.to_html()
    assert page.startswith("<!doctype html>") and "<script>alert(1)" not in page
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    path = report.show()
    assert opened == [path.as_uri()] and path.read_text(encoding="utf-8") == page


def test_in_a_notebook_the_page_is_a_frame(boxes: Boxes, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys
    import types

    shell = types.SimpleNamespace(kernel=object())
    ipython, display = types.ModuleType("IPython"), types.ModuleType("IPython.display")
    ipython.get_ipython = lambda: shell  # type: ignore[attr-defined]
    display.HTML = lambda text: ("HTML", text)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    kind, frame = engine.run(boxes[0], Solids()).show(height=300)
    assert kind == "HTML" and frame.startswith("<iframe srcdoc=") and "height: 300px" in frame
