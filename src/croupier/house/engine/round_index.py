"""The recall index: rounds that are over, their players, and the clauses, rulings and irregularities of each.

All of it follows from the journal: it is written with the row that it follows from, and `verify` works it out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Table

from croupier.house.engine.requests import Committed
from croupier.house.storage import schema
from croupier.table.model.events import AUDIENCES
from croupier.table.model.folds.seats import as_line
from croupier.table.model.state import LastRound, State
from croupier.table.receipts.receipt import hash_of_last

CLAUSE, RULING, IRREGULAR, RULED = "clause", "ruling", "irregular", "ruled"
CORRECTED, MISREAD = "corrected", "misread"  # the event, and the irregularity that it is found by
# Kinds of events that cite something, or are something that is looked for.
_CITES = {"clauses", "rulings", "line"}
_CITING = {RULED, CORRECTED, *(kind for kind, fields in AUDIENCES.items() if not _CITES.isdisjoint(fields))}
INDEXED = frozenset({*_CITING, "over"})  # kinds of events that have rows in the index


class Row(NamedTuple):
    """A row for a table of the database."""

    table: Table
    values: dict[str, Any]


def ended(before: State, after: State) -> LastRound | None:
    """The round that ended from one state to the next, if one did."""
    last = after.last
    if last is None or (before.last is not None and before.last.number == last.number):
        return None
    return last


def following(state: State) -> int:
    """The round that is played or prepared at a state."""
    return (state.last.number if state.last is not None else 0) + 1


def rows(told: Committed, head: bytes) -> list[Row]:
    """The index rows of a committed command; `head` is the last that may leave the house."""
    cites = not _CITING.isdisjoint(told.kinds)
    found = list(_cited(told)) if cites else []
    last = ended(told.before, told.decision.state)
    return found if last is None else [*found, *_over(told, last, head)]


def _over(told: Committed, last: LastRound, head: bytes) -> Iterator[Row]:
    place: dict[str, Any] = {"stream": told.stream, "session": told.session, "round": last.number}
    yield Row(schema.rounds, {**place, "seq": told.seq, "at": told.at, "void": int(last.void)})
    facts = hash_of_last(told.decision.state)
    yield Row(schema.ended, {**place, "seq": told.seq, "head": head + facts})
    for hand in last.hands:
        staked, net = sum(hand.staked.values()), sum(line.amount for line in hand.lines)
        own = {"seat": hand.seat, "person": hand.person, "staked": staked, "net": net, "at": told.at}
        yield Row(schema.played, {**place, **own})


def _cited(told: Committed) -> Iterator[Row]:
    place: dict[str, Any] = {"stream": told.stream, "session": told.session}
    of = [data["round"] for kind, data in told.decision.events if kind == CORRECTED and "round" in data]
    about = {**place, "seq": told.seq, "round": next(iter(of), following(told.before))}
    for kind, what in dict.fromkeys(_marks(told)):
        yield Row(schema.cited, {**about, "kind": kind, "what": what})


def _marks(told: Committed) -> Iterator[tuple[str, str]]:
    book = told.before.terms.rulebook.id
    for kind, data in told.decision.events:
        if kind not in _CITING:
            continue
        clauses, rulings = data.get("clauses", ()), data.get("rulings", ())
        if kind == "settled":
            line = as_line(data["line"])
            clauses, rulings = line.clauses, line.rulings
        elif kind in {IRREGULAR, RULED}:
            yield kind, data["what"]
        elif kind == CORRECTED:
            yield IRREGULAR, MISREAD
        for clause in clauses:
            yield CLAUSE, f"{book} {clause}"
        for ruling in rulings:
            yield RULING, f"{book} {ruling}"
