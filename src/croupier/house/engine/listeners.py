"""Telling others what has happened: all of them, whatever one makes of it, and once the house stands as it says."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from types import TracebackType

Tell = Callable[[], None]


def tell_all(tells: Iterable[Tell]) -> None:
    """Tell one after the other; what any of them raises is raised when all have been told."""
    errors: list[Exception] = []
    for tell in tells:
        try:
            tell()
        except Exception as error:  # noqa: BLE001 - it is raised below: the others have to hear first
            errors.append(error)
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise ExceptionGroup("several who were told something failed", errors)


def raising(error: Exception) -> Tell:
    """What went wrong is told to whoever owns the house, when all others have been told."""

    def tell() -> None:
        raise error

    return tell


class Outbox:
    """What is told once the house stands as it says: whoever is told may ask for the next thing at once.

    It is entered by whatever changes the house, and what was put in it is told when the outermost of that is done.
    """

    def __init__(self) -> None:
        self._waiting: deque[Tell] = deque()
        self._inside = 0
        self._telling = False

    def put(self, tell: Tell) -> None:
        """Tell this behind all others."""
        self._waiting.append(tell)

    def __enter__(self) -> None:
        self._inside += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._inside -= 1
        if not self._inside and not self._telling:
            self._telling = True
            try:
                tell_all(self._taken())
            finally:
                self._telling = False

    def _taken(self) -> Iterable[Tell]:
        while self._waiting:
            yield self._waiting.popleft()
