"""Runs: the same sums whoever works on them, what is kept of them, and how they end before their time."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

import croupier
from croupier.rulebook import Submission
from croupier.simulation import Seat, Simulation, SimulationError, simulate
from croupier.simulation.deals import Deals
from croupier.simulation.runs import folder, run, workers
from croupier.simulation.runs.workers import Block, Wanted
from croupier.simulation.tables import kept_tables

ROUNDS, SIZE = 60_000, 1 << 13
SEATS = [Seat("dragon", {"ante": "$10", "dragon_bet": "$5@60%"}), Seat()]
PATIENCE = 120  # seconds


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "BLOCK", SIZE)


def dragon() -> Submission:
    return croupier.submission("dragon-md")


def simulated(executor: Executor | None = None, **more: Any) -> Simulation:  # noqa: ANN401 - of a run
    return simulate(dragon(), SEATS, ROUNDS, "runs", executor=executor, **more)


def results(found: Simulation) -> tuple[str, dict[str, str]]:
    """All that a simulation says as text, but the time that it took."""
    return json.dumps({**found.to_json(), "took": None}), found.to_csv()


def test_one_two_and_five_workers_and_other_processes_give_the_same_to_the_last_digit() -> None:
    with ThreadPoolExecutor(1) as threads:
        alone = results(simulated(threads))
    for count in (2, 5):
        with ThreadPoolExecutor(count) as threads:
            assert results(simulated(threads)) == alone
    with ProcessPoolExecutor(2, get_context("forkserver")) as processes:
        assert results(simulated(processes)) == alone


# ---- workers elsewhere ---------------------------------------------------------------------------------


class Elsewhere(Executor):
    """An executor that does its work here, in the way of a process that shares nothing."""

    def __init__(self, change: Callable[[Any], Any] = lambda task: task) -> None:
        self.asked: list[bool] = []  # for each block, whether tables came with it
        self._change = change

    def submit(self, work: Any, /, *args: Any, **_: Any) -> Future[Any]:  # noqa: ANN401 - as any executor's
        task, block = args
        self.asked.append(bool(task.tables))
        future: Future[Any] = Future()
        try:
            future.set_result(work(self._change(task), block))
        except SimulationError as error:
            future.set_exception(error)
        return future


@pytest.fixture(name="nothing_kept")
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_MADE", {})
    monkeypatch.setattr(kept_tables, "_SENT", {})
    monkeypatch.setattr(kept_tables, "_file", lambda _key: None)


@pytest.mark.usefixtures("nothing_kept")
def test_tables_are_sent_to_workers_who_have_none_and_no_more_than_that() -> None:
    elsewhere = Elsewhere()
    assert results(simulated(elsewhere)) == results(simulated())
    # Those blocks that were handed out before the first came back are asked for again.
    wanted = elsewhere.asked.count(True)
    assert 1 <= wanted < len(elsewhere.asked)
    assert len(kept_tables._SENT) == 2  # noqa: SLF001 - what came


@pytest.mark.usefixtures("nothing_kept")
def test_a_worker_says_which_tables_it_lacks() -> None:
    sent: list[Any] = []

    def noted(task: Any) -> Any:  # noqa: ANN401 - a task
        sent.append(task)
        return task

    simulated(Elsewhere(noted))
    workers._MADE.clear()  # noqa: SLF001 - a worker that begins
    kept_tables._SENT.clear()  # noqa: SLF001
    assert workers.work(replace(sent[0], tables={}), Block(0, 0, 10)) == Wanted(sent[0].keys)


def test_a_worker_of_another_program_refuses() -> None:
    with pytest.raises(SimulationError, match=r"another state of the program; accepted: the same version"):
        simulated(Elsewhere(lambda task: replace(task, program="another")))


def test_a_worker_who_is_gone_is_a_sentence() -> None:
    class Broken(Executor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:  # noqa: ANN401 - as any executor's
            future: Future[Any] = Future()
            future.set_exception(BrokenExecutor())
            return future

    with pytest.raises(SimulationError, match=r"a worker is gone, and its block with it .* finished blocks are kept"):
        simulated(Broken())


def test_a_function_that_cannot_be_sent_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.raises(SimulationError, match=r"cannot be sent .* accepted: threads, or a function of a module"):
        simulate(dragon(), [Seat(lambda _info: "play")], 10, 1, executor=Elsewhere())


# ---- before its time -----------------------------------------------------------------------------------


def test_an_interrupt_reports_the_blocks_that_are_finished(tmp_path: Path) -> None:
    def interrupts(what: str) -> Callable[[int, int], None]:
        def tick(done: int, _of: int) -> None:
            if what == "rounds" and done >= 3 * SIZE:
                raise KeyboardInterrupt

        return tick

    with ThreadPoolExecutor(1) as threads:
        found = simulated(threads, say=interrupts, folder=tmp_path / "run")
    assert found.rounds == 3 * SIZE
    assert results(found)[0] == results(simulate(dragon(), SEATS, 3 * SIZE, "runs"))[0]
    assert results(simulated(folder=tmp_path / "run", resume=True)) == results(simulated())


def test_an_interrupt_before_any_block_is_finished_has_nothing_to_report() -> None:
    def interrupts(what: str) -> Callable[[int, int], None]:
        def tick(_done: int, _of: int) -> None:
            if what == "rounds":
                raise KeyboardInterrupt

        return tick

    with pytest.raises(KeyboardInterrupt):
        simulated(say=interrupts)


def test_a_full_disk_is_a_sentence_and_finished_blocks_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, sync = [3 * 2], os.fsync  # a file and its folder

    def full(file: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(file)

    with monkeypatch.context() as disk, ThreadPoolExecutor(1) as threads:
        disk.setattr(os, "fsync", full)
        with pytest.raises(SimulationError, match=r"No space left on device; the blocks before it are kept"):
            simulated(threads, folder=tmp_path / "run")
    kept = sorted(each.name for each in (tmp_path / "run").glob("*.block"))
    assert kept == ["00000000.block", "00000001.block"]
    again = simulated(folder=tmp_path / "run", resume=True)
    assert again.took.rounds == ROUNDS - 2 * SIZE
    assert results(again) == results(simulated())


@pytest.mark.parametrize("harm", [b"", b"{}", b"0" * 64 + b"\n{}"])
def test_a_block_that_is_not_as_it_was_written_is_dealt_again(tmp_path: Path, harm: bytes) -> None:
    simulated(folder=tmp_path / "run")
    (tmp_path / "run" / "00000002.block").write_bytes(harm)
    again = simulated(folder=tmp_path / "run", resume=True)
    assert again.took.rounds == SIZE
    assert results(again) == results(simulated())


@pytest.mark.parametrize("about", ["", "[]", "{", '{"seed": "runs"}'])
def test_a_folder_that_is_no_runs_is_refused_and_left_alone(tmp_path: Path, about: str) -> None:
    (tmp_path / "run.json").write_text(about, encoding="utf-8")
    with pytest.raises(SimulationError, match=r"another run's|is no account of a run"):
        simulated(folder=tmp_path, resume=True)
    assert [each.name for each in tmp_path.iterdir()] == ["run.json"]


def test_a_run_that_is_killed_goes_on_to_the_same_results(tmp_path: Path) -> None:
    place = tmp_path / "run"
    code = f"""
import sys
from pathlib import Path
import croupier
from croupier.simulation import Seat, simulate
from croupier.simulation.runs import run
run.BLOCK = {SIZE}
seats = [Seat("dragon", {{"ante": "$10", "dragon_bet": "$5@60%"}}), Seat()]
simulate(croupier.submission("dragon-md"), seats, 10**9, "runs", folder=Path(sys.argv[1]))
"""
    with subprocess.Popen([sys.executable, "-c", code, str(place)]) as running:  # noqa: S603 - our own program
        begun = monotonic()
        while len(list(place.glob("*.block"))) < 3:
            assert running.poll() is None
            assert monotonic() - begun < PATIENCE
            sleep(0.01)
        running.send_signal(signal.SIGKILL)
    (place / "00000001.part").write_bytes(b"half a block")
    about = (place / folder._RUN).read_bytes()  # noqa: SLF001 - what says whose the folder is
    resumed = simulated(folder=place, resume=True)
    assert resumed.took.rounds < ROUNDS
    assert results(resumed) == results(simulated())
    assert (place / folder._RUN).read_bytes() == about  # noqa: SLF001


def test_a_run_knows_whose_it_is() -> None:
    deals = Deals(dragon(), SEATS, "runs")
    assert all(len(key) == 32 for key in deals.kept)
    assert len(deals.kept) == 2
