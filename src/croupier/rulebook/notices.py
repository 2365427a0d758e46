"""Notices that are due to players when one submission replaces another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.errors import CroupierError
from croupier.money import Cents
from croupier.rulebook.loader import instructions
from croupier.rulebook.model import Limit, Rulebook
from croupier.rulebook.submission import Submission


@dataclass(frozen=True, slots=True)
class DueNotice:
    """A notice that is due: the change, the instruction, the clause, and the other regulation that it falls under."""

    change: str  # as the players are told
    instruction: str  # for the person who gives the notice
    clause: str
    ref: str

    @property
    def says(self) -> str:
        """The change, and the instruction that goes with it."""
        return f"{self.change} {self.instruction}"


class ReplacementError(CroupierError, ValueError):
    """Two submissions of which one cannot replace the other."""


def notices(old: Submission, new: Submission) -> tuple[DueNotice, ...]:
    """The notices due before `new` replaces `old`."""
    if old.rulebook.id not in {new.rulebook.id, new.rulebook.follows}:
        raise ReplacementError(
            f"a submission for {new.rulebook.id} does not replace one for {old.rulebook.id}",
            f"one for {new.rulebook.id}{f' or {new.rulebook.follows}' if new.rulebook.follows else ''}",
        )
    return (*_withdrawn(old, new), *_lowered(old, new))


def _withdrawn(old: Submission, new: Submission) -> Iterator[DueNotice]:
    for wager in old.wagers:
        if wager.notice and not new.offers(wager.name):
            here = new.rulebook.wagers[wager.name].notice or wager.notice
            change, todo = f"The {wager.title} wager is withdrawn.", instructions()["notice.withdrawal"].says
            yield DueNotice(change, todo, here.clause, here.ref)


def _lowered(old: Submission, new: Submission) -> Iterator[DueNotice]:
    before = {limit.wagers: limit.amount for limit in old.limits}
    for limit in new.limits:
        was = before.get(limit.wagers)
        # A first limit is a decrease too: before it, payouts had no limit.
        if limit.notice and (was is None or limit.amount < was):
            todo = instructions()["notice.limit"].says
            yield DueNotice(_decrease(limit, was, new.rulebook), todo, limit.notice.clause, limit.notice.ref)


def _decrease(limit: Limit, was: Cents | None, book: Rulebook) -> str:
    before = "no limit" if was is None else book.money(was)
    return f"The payout limit goes down from {before} to {book.money(limit.amount)}."
