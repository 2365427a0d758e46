"""Long work in a process of its own: bounded, dropped when nobody waits for it, followed by another when it dies."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from support.service import errands

from croupier.service.workers import worker as working
from croupier.service.workers.worker import FullError, LostError, Worker


def run(test: Callable[[Worker], Awaitable[None]], most: int = 8, longest: float = 60, *, breaks: bool = False) -> None:
    """A test with a worker that is ended afterwards."""

    async def running() -> None:
        worker = Worker("errands", errands.answers, most, longest, breaks=breaks)
        try:
            await asyncio.wait_for(test(worker), 60)
        finally:
            await worker.stop()
        assert worker.process is None or not worker.process.is_alive()

    asyncio.run(running())


async def pid_of(worker: Worker, key: str) -> int:
    found: int = await worker.wait(worker.put(key, ("pid", 0)))
    return found


def test_what_is_asked_is_answered_in_another_process() -> None:
    async def test(worker: Worker) -> None:
        assert await worker.wait(worker.put("a", ("say", [1, "é", None]))) == [1, "é", None]
        assert await pid_of(worker, "b") != os.getpid()
        assert len(worker) == 0

    run(test)


def test_who_asks_the_same_is_answered_by_one_piece_of_work() -> None:
    async def test(worker: Worker) -> None:
        one, two = worker.put("same", ("sleep", 0.2)), worker.put("same", ("sleep", 99))
        assert one is two
        assert list(await asyncio.gather(worker.wait(one), worker.wait(two))) == [0.2, 0.2]
        assert worker.put("same", ("say", 1)) is not one

    run(test)


def test_no_more_wait_than_may_and_what_is_urgent_comes_first() -> None:
    async def test(worker: Worker) -> None:
        first = worker.put("first", ("sleep", 0.5))
        slow = worker.put("slow", ("say", "slow"), urgent=False)
        urgent = worker.put("urgent", ("say", "urgent"))
        with pytest.raises(FullError):
            worker.put("one more", ("say", 1))
        order: list[str] = []
        for job in (slow, urgent):
            job.future.add_done_callback(lambda done: order.append(done.result()))
        await asyncio.gather(*(worker.wait(each) for each in (first, slow, urgent)))
        assert order == ["urgent", "slow"]

    run(test, most=3)


def test_what_nobody_waits_for_any_more_is_not_done() -> None:
    async def test(worker: Worker) -> None:
        running = asyncio.ensure_future(worker.wait(worker.put("running", ("sleep", 0.5))))
        waiting = asyncio.ensure_future(worker.wait(worker.put("waiting", ("die", 1))))
        await asyncio.sleep(0.1)
        waiting.cancel()
        assert await running == 0.5
        assert len(worker) == 0
        assert await worker.wait(worker.put("after", ("say", "alive"))) == "alive"

    run(test)


@pytest.mark.parametrize("breaks", [True, False])
def test_what_is_being_done_for_nobody_is_broken_off_where_that_does_no_harm(
    breaks: bool,  # noqa: FBT001 - a case
) -> None:
    async def test(worker: Worker) -> None:
        before = await pid_of(worker, "before")
        asked = asyncio.ensure_future(worker.wait(worker.put("long", ("sleep", 3))))
        await asyncio.sleep(0.5)
        asked.cancel()
        await asyncio.sleep(0)
        began = time.monotonic()
        after = await pid_of(worker, "after")
        assert (after != before) is breaks
        assert time.monotonic() - began > (0 if breaks else 1)

    run(test, breaks=breaks)


def test_a_process_that_dies_is_followed_by_another_and_who_waited_is_told() -> None:
    async def test(worker: Worker) -> None:
        for number in range(2):
            with pytest.raises(LostError):
                await worker.wait(worker.put(f"die {number}", ("die", 3)))
            assert await worker.wait(worker.put(f"again {number}", ("say", "alive"))) == "alive"

    run(test)


def test_a_process_that_is_killed_while_it_has_nothing_to_do_is_followed_by_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(working, "_IDLE", 0.1)

    async def test(worker: Worker) -> None:
        before = await pid_of(worker, "before")
        os.kill(before, signal.SIGKILL)
        await asyncio.sleep(0.5)
        assert await pid_of(worker, "after") != before

    run(test)


def test_a_mistake_in_the_process_is_told_without_a_word_of_what_was_asked(caplog: pytest.LogCaptureFixture) -> None:
    async def test(worker: Worker) -> None:
        with pytest.raises(LostError):
            await worker.wait(worker.put("fail", ("fail", "the ace of spades")))
        assert await worker.wait(worker.put("again", ("say", "alive"))) == "alive"

    run(test)
    assert "KeyError < errands.py" in caplog.text
    assert "spades" not in caplog.text


def test_what_takes_too_long_is_broken_off() -> None:
    async def test(worker: Worker) -> None:
        await pid_of(worker, "ready")
        with pytest.raises(LostError, match="more than 1 second"):
            await worker.wait(worker.put("long", ("sleep", 60)))
        assert await worker.wait(worker.put("again", ("say", "alive"))) == "alive"

    run(test, longest=1)


def test_it_is_said_how_long_it_takes_still() -> None:
    async def test(worker: Worker) -> None:
        await pid_of(worker, "ready")
        job = worker.put("long", ("sleep", 4))
        assert job.seconds_left() is None
        await asyncio.sleep(2)
        left = job.seconds_left()
        assert left is not None
        assert 1 <= left <= 8
        await worker.wait(job)

    run(test)


def test_a_process_that_cannot_begin_keeps_nobody_from_anything() -> None:
    async def running() -> None:
        worker = Worker("errands", errands.cannot_begin, 8, 60)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(worker.wait(worker.put("a", ("say", 1))), 1)
        assert len(worker) == 0
        assert not worker.ready
        await worker.stop()

    asyncio.run(running())


def test_a_house_that_closes_waits_for_no_work_and_who_waits_is_told() -> None:
    async def test(worker: Worker) -> None:
        asked = asyncio.ensure_future(worker.wait(worker.put("long", ("sleep", 60))))
        await asyncio.sleep(0.5)
        began = time.monotonic()
        await worker.stop()
        assert time.monotonic() - began < 5
        with pytest.raises(LostError, match="the house closes"):
            await asked

    run(test)


def test_the_process_ends_with_a_house_that_is_killed_though_it_is_busy() -> None:
    support = Path(errands.__file__)
    paths = [str(support.parents[2]), *filter(None, sys.path)]
    house = subprocess.Popen(
        [sys.executable, "-m", "support.service.errands"],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
    assert house.stdout is not None
    pid = int(house.stdout.readline())
    house.kill()
    house.wait()
    house.stdout.close()
    until = time.monotonic() + 10
    while _is_there(pid):
        assert time.monotonic() < until, "its process is still there"
        time.sleep(0.05)


def _is_there(pid: int) -> bool:
    """Whether a process runs; what only waits to be counted does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
