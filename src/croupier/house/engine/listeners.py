"""Listeners and the outbox: committed commands are told to all listeners in stages, once the house has settled."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from enum import IntEnum
from operator import attrgetter
from types import TracebackType
from typing import NamedTuple, NoReturn, ParamSpec

from croupier.house.engine.requests import Committed

Tell = Callable[[], None]
Hear = Callable[[Committed], None]


P = ParamSpec("P")


def tell_all(tells: Iterable[Callable[P, None]], *args: P.args, **kwargs: P.kwargs) -> None:
    """Tell one after the other; what any of them raises is raised when all have been told."""
    errors: list[Exception] = []
    for tell in tells:
        try:
            tell(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - it is raised below: the others have to hear first
            errors.append(error)
    if errors:
        raise_all(errors)


def raise_all(errors: list[Exception]) -> NoReturn:
    """Raise one error, or several as a group."""
    if len(errors) == 1:
        raise errors[0]
    raise ExceptionGroup("several who were told something failed", errors)


def raising(error: Exception) -> Tell:
    """A call that raises an error to the owner of the house, when all others have been told."""

    def tell() -> None:
        raise error

    return tell


class Stage(IntEnum):
    """The stages in which listeners hear of a committed command, in their order; a stage builds on those before it."""

    RECORDS = 1  # record keeping: significant events are noted beside the command
    CLOCKS = 2  # deadlines follow the command, so that viewers are told until when there is time
    CHANNELS = 3  # viewers are told
    METRICS = 4  # metrics and logs
    PRESENCE = 5  # players who sat down or left; the house may send them out or bring them back
    AFTER_ROUND = 6  # orders that waited for the end of the round are carried out
    ROLLOVER = 7  # sessions end and begin, once nothing waits for the round any more
    PLAYERS = 8  # the house's own programs play, on a table that all others have seen


class Listener(NamedTuple):
    """A listener: its stage, and the kinds of events that it hears of; none for all."""

    stage: Stage
    hear: Hear
    kinds: frozenset[str]


class Listeners:
    """The listeners of a house, in the order of their stages."""

    def __init__(self) -> None:
        self._listeners: tuple[Listener, ...] = ()

    def add(self, stage: Stage, hear: Hear, kinds: Iterable[str] = ()) -> None:
        """Tell this listener of every committed command, or of those with an event of one of these kinds."""
        added = (*self._listeners, Listener(stage, hear, frozenset(kinds)))
        self._listeners = tuple(sorted(added, key=attrgetter("stage")))

    def remove(self, hear: Hear) -> None:
        """Tell this listener no more; one that was not added is ignored."""
        self._listeners = tuple(each for each in self._listeners if each.hear != hear)

    def hear(self, committed: Committed) -> None:
        """Tell all of them; what any of them raises is raised when all have heard."""
        happened, hears = committed.kinds, []
        for _, hear, kinds in self._listeners:
            if not kinds or not kinds.isdisjoint(happened):
                hears.append(hear)
        tell_all(hears, committed)


class Outbox:
    """The outbox: answers and news wait here until the house has settled, since whoever hears them may ask at once.

    It is entered by whatever changes the house, and emptied when the outermost of that is done.
    """

    def __init__(self) -> None:
        self._waiting: deque[Tell] = deque()
        self._inside = 0
        self._telling = False
        self.put: Callable[[Tell], None] = self._waiting.append  # behind all others

    def __enter__(self) -> None:
        self._inside += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._inside -= 1
        if self._waiting and not self._inside and not self._telling:
            self._telling = True
            errors: list[Exception] = []
            try:
                while self._waiting:
                    try:
                        self._waiting.popleft()()
                    except Exception as raised:  # noqa: BLE001 - it is raised below: the others have to hear first
                        errors.append(raised)
            finally:
                self._telling = False
            if errors:
                raise_all(errors)
