"""A worker process for long tasks, with a bounded queue, a time limit and a restart after a crash.

One task runs at a time; a task that is not waited for any more is dropped. A process that dies, or that takes too long,
is followed by another. It ends with the house, however that ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Hashable
from multiprocessing import resource_tracker
from pathlib import Path
from queue import SimpleQueue
from threading import Condition, Lock, Thread
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias

from croupier.errors import CroupierError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

log = logging.getLogger("croupier.service")
LOADING = 300.0  # seconds for a process to be ready, on a machine that is busy
_LOOK = 0.2  # seconds from one look at what else has happened to the next
_IDLE = 2.0  # between two looks while nothing is to be done
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0  # seconds before another process is begun
_NICE = 5  # how much less the machine does for it than for the house
_TELL = 0.3  # seconds from one word on how far it is to the next
_READY, _DONE, _FAILED, _SO_FAR = "ready", "done", "failed", "so far"

Progress: TypeAlias = Callable[[int, int], None]
Answers: TypeAlias = Callable[[Any, Progress], Any]
Make: TypeAlias = Callable[[], Answers]


class FullError(CroupierError, RuntimeError):
    """A queue that is full."""


class LostError(CroupierError, RuntimeError):
    """A process that died, or took too long; the text says which."""


class RefusalParts(NamedTuple):
    """A refusal as a worker sends it: the parts of the error."""

    why: str
    accepted: str

    @classmethod
    def by(cls, error: CroupierError) -> Self:
        """The parts of an error, so that the house need not import its class."""
        return cls(error.why, error.accepted)


class Job:
    """A task, and its result."""

    def __init__(self, key: Hashable, question: object, future: asyncio.Future[Any], *, urgent: bool) -> None:
        self.key, self.question, self.future, self.urgent = key, question, future, urgent
        self.askers = 0
        self.begun = 0.0  # when, by the machine's clock; 0 while it waits
        self.dropped = False
        self.so_far: tuple[int, int] = 0, 1  # how much is done, of how much

    def seconds_left(self) -> int | None:
        """The seconds that are left, roughly; None if that is not known yet."""
        done, of = self.so_far
        if not self.begun or not done:
            return None
        return round((time.monotonic() - self.begun) * (of - done) / done) + 1


class Worker:
    """A worker process and its queue; `make` is called in the process, and makes the function that answers questions.

    `breaks`: a running task that is not waited for any more is broken off, too. Clients who may ask and go could then
    keep everybody from the process.
    """

    def __init__(self, name: str, make: Make, most: int, longest: float, *, breaks: bool = False) -> None:
        self._name, self._make, self._most, self._longest, self._breaks = name, make, most, longest, breaks
        self._jobs: OrderedDict[Hashable, Job] = OrderedDict()  # that wait, or are worked on
        self._waiting: list[Job] = []
        self._changed = Condition()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._stopping = False
        self.process: BaseProcess | None = None
        self.ready = False

    def __len__(self) -> int:
        return len(self._jobs)

    def start(self) -> None:
        """Start the process, if it does not run; on the thread of the loop."""
        if self._thread is None and not self._stopping:
            self._loop = asyncio.get_running_loop()
            self._thread = Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    async def stop(self) -> None:
        """Stop the process, whatever it is doing."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        for job in list(self._jobs.values()):
            self._finish(job, LostError("the house closes"))
        if self._thread is not None:
            await asyncio.get_running_loop().run_in_executor(None, self._thread.join)

    # ---- asking --------------------------------------------------------------------------------------------

    def put(self, key: Hashable, question: object, *, urgent: bool = True) -> Job:
        """Queue a task, once for all who ask under the same key; a FullError if the queue is full.

        Urgent tasks come before others.
        """
        found = self._jobs.get(key)
        if found is not None:
            return found
        if len(self._jobs) >= self._most:
            raise FullError(f"{len(self._jobs)} wait already")
        self.start()
        job = Job(key, question, asyncio.get_running_loop().create_future(), urgent=urgent)
        job.future.add_done_callback(_heard)
        self._jobs[key] = job
        with self._changed:
            self._waiting.insert(sum(each.urgent for each in self._waiting) if urgent else len(self._waiting), job)
            self._changed.notify_all()
        return job

    async def wait(self, job: Job) -> Any:  # noqa: ANN401 - whatever is answered
        """The answer to a task; a LostError if there is none. A task that is not waited for any more is dropped."""
        job.askers += 1
        try:
            return await asyncio.shield(job.future)
        finally:
            job.askers -= 1
            if not job.askers:
                self.drop(job)

    def drop(self, job: Job) -> None:
        """Drop a task that is not waited for: it is taken from the queue, or broken off if it runs."""
        with self._changed:
            waits = job in self._waiting
            if waits:
                self._waiting.remove(job)
            job.dropped = self._breaks
        if waits or self._breaks:
            self._finish(job, LostError("everyone who waited for it has gone"))

    def _finish(self, job: Job, outcome: object) -> None:
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        if not job.future.done():
            if isinstance(outcome, BaseException):
                job.future.set_exception(outcome)
            else:
                job.future.set_result(outcome)

    def _tell(self, act: Callable[..., None], *args: object) -> None:
        """Call a function on the loop's thread, if the loop still runs."""
        assert self._loop is not None  # noqa: S101 - it was begun there
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(act, *args)

    # ---- in its thread -------------------------------------------------------------------------------------

    def _run(self) -> None:
        _block_interrupts()
        pause = _FIRST_PAUSE
        while not self._stopping:
            try:
                pipe = self._begin()
                while self._one(pipe):
                    pause = _FIRST_PAUSE
            except (OSError, EOFError, LostError) as error:
                if not self._stopping:
                    log.warning("%s has died", self._name, exc_info=error)
            finally:
                self._end()
            with self._changed:
                self._changed.wait_for(lambda: self._stopping, pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _begin(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, self._make), name=self._name, daemon=True)
        self.process.start()
        theirs.close()
        until = time.monotonic() + LOADING
        while not pipe.poll(_LOOK):
            if self._stopping or time.monotonic() > until:
                raise LostError("it is not ready in time")
        if pipe.recv() != _READY:
            raise LostError("it cannot begin")
        self.ready = True
        return pipe

    def _end(self) -> None:
        self.ready = False
        if self.process is not None:
            self.process.kill()
            self.process.join()

    def _one(self, pipe: Connection) -> bool:
        """Do the first task of the queue; False if the process is to end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._stopping, _IDLE)
            job = self._waiting.pop(0) if self._waiting and not self._stopping else None
        if job is None:
            if pipe.poll():
                pipe.recv()  # nothing was asked: what comes is that it has died
            return not self._stopping
        job.begun = time.monotonic()
        try:
            self._tell(self._finish, job, self._answered(pipe, job))
        except (OSError, EOFError) as error:
            self._tell(self._finish, job, LostError("the process has died"))
            raise LostError(f"{self._name} died at its work") from error
        except LostError as error:
            self._tell(self._finish, job, error)
            raise
        return True

    def _answered(self, pipe: Connection, job: Job) -> object:
        pipe.send(job.question)
        until = job.begun + self._longest
        while True:
            if pipe.poll(_LOOK):
                kind, value = pipe.recv()
                if kind == _SO_FAR:
                    job.so_far = value
                elif kind == _DONE:
                    return value
                else:
                    log.error("%s has failed: %s", self._name, value)
                    return LostError("it has failed; the log says why")
            elif self._stopping or job.dropped:
                raise LostError("it was cancelled")
            elif time.monotonic() > until:
                raise LostError(f"it took more than {self._longest:.0f} seconds")


def _heard(future: asyncio.Future[Any]) -> None:
    """Retrieve the exception of a future that is not awaited, so that asyncio does not log it."""
    if not future.cancelled():
        future.exception()


def _block_interrupts() -> None:
    """Block interrupts in this thread and in the process that it begins: those of the house are not meant for it."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # it would unblock signals, so it is started before they are blocked
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


# ---- in the process ------------------------------------------------------------------------------------------


def _work(pipe: Connection, make: Make) -> None:
    """Answer questions until there are no more; end at once if the house is gone, also in the middle of an answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICE)
    questions: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(pipe, questions), daemon=True).start()
    answers = make()
    pipe.send(_READY)
    while True:
        question = questions.get()
        pipe.send(_answer(pipe, answers, question))


def _listen(pipe: Connection, questions: SimpleQueue[Any]) -> None:
    try:
        while True:
            questions.put(pipe.recv())
    except (EOFError, OSError):
        os._exit(0)


def _answer(pipe: Connection, answers: Answers, question: object) -> tuple[str, object]:
    told, lock = 0.0, Lock()

    def progress(done: int, of: int) -> None:
        nonlocal told
        with lock:  # several threads may be at it
            now = time.monotonic()
            if now - told > _TELL:
                told = now
                pipe.send((_SO_FAR, (done, of)))

    try:
        return _DONE, answers(question, progress)
    except Exception as error:  # noqa: BLE001 - it is told where such things are noted, and not what it says of cards
        return _FAILED, " < ".join((type(error).__name__, *_where(error)))


def _where(error: Exception) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    return [f"{Path(each.filename).name}:{each.lineno}" for each in reversed(frames)]
