"""The command queue of a live table: commands that wait for their commit, and the answers of the last requests."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from croupier.house.engine.live_table import LiveTable, Position
from croupier.house.engine.requests import Committed, Failure, Outcome, PendingCommand
from croupier.house.engine.writer import UnitOfWork
from croupier.house.storage.schema import REQUEST
from croupier.rulebook import Refusal

MOST_REMEMBERED = 1000  # answers to requests that are kept at hand, a table


@dataclass(slots=True)
class Waiting:
    """A decided command and its answer, which is given once all that it was decided on is committed.

    The unit of work of a refusal, or of a command that was carried out before, writes nothing.
    """

    asked: PendingCommand
    work: UnitOfWork
    mark: Position  # of the table after it
    answer: Outcome
    retry: Callable[[PendingCommand], None]  # decides it once more


class CommandQueue:
    """A live table and the commands that wait there."""

    def __init__(self, live: LiveTable, *, opened: bool) -> None:
        self.live = live
        self.opened = opened  # whether its session is on record
        self.waiting: deque[Waiting] = deque()
        self.resumed: list[Committed] = []  # rows since the last round ended, of a table that was resumed
        self.lost = ""  # why the position of the table is unknown, until its record is read again
        self._answered: dict[tuple[str, str], tuple[bytes, Outcome]] = {}

    def remember(self, asked: PendingCommand, outcome: Outcome) -> None:
        """Keep the answer at hand, for a request that is sent again."""
        if not asked.request or isinstance(outcome, Failure):
            return
        self._answered[asked.command.by, asked.request] = asked.digest, outcome
        if len(self._answered) > MOST_REMEMBERED:
            del self._answered[next(iter(self._answered))]

    def known(self, asked: PendingCommand) -> Outcome | None:
        """The answer that was, or will be, given under this request id; None if it is not at hand."""
        if not asked.request:
            return None
        name = asked.command.by, asked.request
        found = self._answered.get(name)
        if found is None:
            for each in self.waiting:
                if each.asked.request == asked.request and each.asked.command.by == asked.command.by:
                    found = each.asked.digest, each.answer
                    break
            else:
                return None
        return found[1] if found[0] == asked.digest else another()


def another() -> Refusal:
    """The refusal of a request id that was used for another command."""
    return Refusal("this id was used for another command", "an id of its own for each command", about="request")


def bad_request(request: str) -> Refusal | None:
    """The refusal of a malformed request id; None if it is well formed."""
    if len(request) <= REQUEST and (not request or (request.isascii() and request.isprintable())):
        return None
    return Refusal("that is no id of a command", f"up to {REQUEST} plain letters and digits", about="request")


def too_little() -> Refusal:
    """The refusal of a command that takes more from a wallet than it holds."""
    return Refusal("the wallet does not hold so much any more", "an amount that it holds, after a look at it")
