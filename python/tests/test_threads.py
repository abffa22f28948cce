"""Threads, processes, signals and progress."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import types
from pathlib import Path

import numpy as np
import pytest

import allide
from allide import Engine, Overlaps, Scene, Watch

#: A method that compares all triangles of a crowd takes seconds.
SLOW = Overlaps(method="brute")


def test_other_threads_run_meanwhile(crowd: Scene) -> None:
    watch, counted, going = Watch(), 0, threading.Event()

    def run() -> None:
        going.set()
        with pytest.raises(allide.Cancelled):
            Engine("cpu").run(crowd, SLOW, watch=watch)

    thread = threading.Thread(target=run)
    thread.start()
    going.wait()
    while counted < 1000:
        counted += 1
        time.sleep(0)
    watch.cancel()
    thread.join(60)
    assert not thread.is_alive() and watch.is_cancelled


def test_a_cancelled_watch_stays_cancelled(crowd: Scene, engine: Engine) -> None:
    watch = Watch()
    watch.cancel()
    with pytest.raises(allide.Cancelled, match="the run was cancelled"):
        engine.run(crowd, SLOW, watch=watch)
    assert len(engine.run(crowd, Overlaps(pairs_only=True))) == 66


def test_progress_is_told_and_ends_with_done(crowd: Scene, engine: Engine) -> None:
    told: list[tuple[float, str]] = []
    engine.run(crowd, Overlaps(), progress=lambda fraction, stage: told.append((fraction, stage)))
    assert told[-1] == (1.0, "done") and all(0 <= fraction <= 1 for fraction, _ in told)


def test_true_is_a_bar_if_there_is_tqdm(crowd: Scene, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []

    class Bar:
        n = 0

        def __init__(self, **options: object) -> None:
            drawn.append(options["total"])

        def set_description(self, stage: str, refresh: bool) -> None:
            drawn.append(stage)

        def refresh(self) -> None:
            drawn.append(self.n)

        def close(self) -> None:
            drawn.append("closed")

    tqdm = types.ModuleType("tqdm.auto")
    tqdm.tqdm = Bar  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", tqdm)
    engine.run(crowd, Overlaps(), progress=True)
    assert drawn[0] == 100 and drawn[-3:] == ["done", 100, "closed"]
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert len(engine.run(crowd, Overlaps(pairs_only=True), progress=True)) == 66


def test_an_exception_in_a_callback_ends_the_run(crowd: Scene, engine: Engine) -> None:
    def refuse(fraction: float, stage: str) -> None:
        raise ZeroDivisionError(stage)

    with pytest.raises(ZeroDivisionError):
        engine.run(crowd, SLOW, progress=refuse)
    assert len(engine.run(crowd, Overlaps(pairs_only=True))) == 66


def test_an_engine_does_not_wait_for_itself(crowd: Scene, engine: Engine) -> None:
    def ask_again(fraction: float, stage: str) -> None:
        engine.run(crowd, Overlaps())

    with pytest.raises(allide.EngineError, match="answering a question of this thread"):
        engine.run(crowd, Overlaps(), progress=ask_again)


INTERRUPTED = """
import allide, os, signal, threading, time
scene, ball = allide.Scene(), allide.examples.sphere(200)
for k in range(4):
    scene.add(str(k), ball, allide.translation(0, 0, k / 100))
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
start = time.monotonic()
try:
    allide.Engine("cpu").run(scene, allide.Overlaps(method="brute"))
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - start < 30)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Windows go to whole consoles")
def test_ctrl_c_ends_a_run(tmp_path: Path) -> None:
    # Elsewhere: beside its sources, Python would import those instead of the installed package.
    command = [sys.executable, "-c", INTERRUPTED]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("interrupted True\n", "")


def test_a_scene_may_change_while_a_run_goes_on(crowd: Scene) -> None:
    """Eight threads change, ask and look at once: each run is about the scene as it was when it began."""
    scene, engine, stop = Scene(), Engine("cpu"), threading.Event()
    ids = [scene.add(str(k), allide.examples.sphere(8), allide.translation(k / 2, 0, 0)) for k in range(8)]
    here = len(engine.run(scene, Overlaps(pairs_only=True)))

    def change() -> None:
        while not stop.is_set():
            for id in ids:
                scene.set_pose(id, allide.translation(0, 0, 0))
                scene.set_positions(id, scene.mesh(id).positions * 1.0)
            added = scene.add("more", allide.examples.box())
            scene.remove(added)

    def ask() -> int:
        for _ in range(30):
            report = engine.run(scene, Overlaps())
            for row in range(len(report)):
                assert len(report.findings(row)) == report.pairs["triangle_pairs"][row]
                report.points(row)
        return here

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        changing = [pool.submit(change) for _ in range(2)]
        asking = [pool.submit(ask) for _ in range(4)]
        assert [future.result(120) for future in asking] == [here] * 4
        stop.set()
        [future.result(60) for future in changing]


def answer(_: int = 0) -> list[int]:
    """What a process of its own finds; large enough for its threads."""
    scene, ball = Scene(), allide.examples.sphere(40)
    for k in range(4):
        scene.add(str(k), ball, allide.translation(0, 0, k / 4))
    pairs = Engine("cpu").run(scene, Overlaps()).pairs
    return [int(count) for count in pairs["triangle_pairs"]]


def methods() -> list[str]:
    return [method for method in ("spawn", "fork") if method in multiprocessing.get_all_start_methods()]


@pytest.mark.parametrize("method", methods())
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_processes_answer_alike(method: str) -> None:
    # The parent has threads before it forks.
    expected = answer()
    assert expected and min(expected) > 0
    with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
        assert list(pool.map(answer, range(2), timeout=120)) == [expected] * 2


def in_child(work: object) -> int:
    """The exit status of a forked process that does some work; 99 if it hangs."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = work()  # type: ignore[operator]
        finally:
            os._exit(status)
    for _ in range(600):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 99


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")


@needs_fork
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_engines_and_meshes_survive_a_fork(crowd: Scene, engine: Engine) -> None:
    expected = engine.run(crowd, Overlaps()).pairs.tobytes()
    threads, auto = Engine("cpu", threads=2), Engine()
    for one in (threads, auto):
        assert one.run(crowd, Overlaps()).pairs.tobytes() == expected

    def work() -> int:
        mesh, ball = allide.Mesh(np.zeros((300_000, 3)), []), allide.examples.sphere()
        if allide.Pair(ball, ball).nearest(None, allide.translation(3, 0, 0))["distance"] != 1:
            return 3
        same = all(one.run(crowd, Overlaps()).pairs.tobytes() == expected for one in (engine, threads, auto, Engine()))
        return 0 if same and len(mesh.positions) == 300_000 and len(allide.check([allide.examples.sphere(20)], self=True)) == 0 else 2

    assert in_child(work) == 0


@needs_fork
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_an_engine_that_was_at_work_says_so_after_a_fork(crowd: Scene) -> None:
    engine, watch = Engine("cpu"), Watch()
    thread = threading.Thread(target=lambda: pytest.raises(allide.Cancelled, engine.run, crowd, SLOW, watch=watch))
    thread.start()
    while watch.stage != "search":
        time.sleep(0.001)

    def work() -> int:
        try:
            engine.run(crowd, Overlaps())
        except allide.ForkError:
            return 0
        return 2

    try:
        assert in_child(work) == 0
    finally:
        watch.cancel()
        thread.join(60)


@needs_fork
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_gpu_does_not_survive_a_fork(crowd: Scene) -> None:
    if not allide.HAS_GPU:
        pytest.skip("this build has no GPU methods")
    try:
        engine = Engine("gpu")
    except allide.GpuError as error:
        pytest.skip(f"there is no GPU: {error}")
    engine.run(crowd, Overlaps())

    def work() -> int:
        for use in (lambda: engine.run(crowd, Overlaps()), lambda: Engine("gpu")):
            try:
                use()
            except allide.ForkError:
                continue
            return 2
        return 0 if len(Engine().run(crowd, Overlaps(pairs_only=True))) == 66 else 3

    assert in_child(work) == 0


def test_nothing_prints(capfd: pytest.CaptureFixture[str], boxes: tuple[Scene, list[allide.ObjectId]]) -> None:
    allide.check(boxes[0], clearance=0.1, self=True)
    with pytest.raises(allide.Error):
        allide.Mesh([[0, 0]], [])
    assert capfd.readouterr() == ("", "")
