"""A live table's desk: who waits for an answer, in which order, and what was answered lately."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from croupier.house.engine.live_table import Live, Position, Step
from croupier.house.engine.requests import Answer, Failure, Outcome, PendingCommand
from croupier.house.engine.writer import UnitOfWork
from croupier.house.storage.schema import REQUEST
from croupier.rulebook import Refusal

MOST_REMEMBERED = 1000  # answers to requests that are kept at hand, a table


@dataclass(slots=True)
class Waiting:
    """A command that was decided, and what will be answered once all that it was decided on is on record."""

    asked: PendingCommand
    work: UnitOfWork
    steps: list[Step]  # none of a refusal, or of what was carried out before
    mark: Position  # where the table stands after it
    answer: Outcome
    again: Callable[[], None]  # decide it once more


class CommandQueue:
    """A live table with those who wait for an answer."""

    def __init__(self, live: Live, *, opened: bool) -> None:
        self.live = live
        self.opened = opened  # whether its session is on record
        self.waiting: deque[Waiting] = deque()
        self.lost = ""  # why nobody knows how the table stands, until its record is read again
        self._answered: dict[tuple[str, str], tuple[bytes, Outcome]] = {}

    def is_first(self, waiting: Waiting) -> bool:
        """Whether nobody waits before this; what was decided again, or answered already, waits no more."""
        return bool(self.waiting) and self.waiting[0] is waiting

    def remember(self, asked: PendingCommand, outcome: Outcome) -> None:
        """Keep an answer at hand for whoever asks again."""
        if not asked.request or isinstance(outcome, Failure):
            return
        self._answered[asked.command.by, asked.request] = asked.digest, outcome
        if len(self._answered) > MOST_REMEMBERED:
            del self._answered[next(iter(self._answered))]

    def known(self, asked: PendingCommand) -> Outcome | None:
        """What was, or will be, answered under the same id; None if it is not at hand."""
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
    """The refusal of an id that was used for something else."""
    return Refusal("this id was used for another command", "an id of its own for each command", about="request")


def bad_request(request: str) -> Refusal | None:
    """The refusal of what is no id."""
    if len(request) <= REQUEST and (not request or (request.isascii() and request.isprintable())):
        return None
    return Refusal("that is no id of a command", f"up to {REQUEST} plain letters and digits", about="request")


def too_little() -> Refusal:
    """The refusal of what takes more from a wallet than is in it."""
    return Refusal("the wallet does not hold so much any more", "an amount that it holds, after a look at it")


def carried_out(queue: CommandQueue, steps: list[Step]) -> Answer:
    """The answer to what was carried out."""
    return Answer(queue.live.name, steps[0].seq)
