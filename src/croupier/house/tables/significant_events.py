"""Significant events: irregularities, rulings, large payouts and the like are noted on record beside their commands.

A note has passed `redact` for the public, so that none tells of a hidden card. It goes by the table, the sequence and
the number of its event, and is put on record once, whichever process notes it and however often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from sqlalchemy import Connection

from croupier.games.lines import Line
from croupier.house.engine.listeners import Stage
from croupier.house.engine.replay import Replay, began, sessions
from croupier.house.engine.requests import Answer, Committed, Failure, happened
from croupier.house.ledger import transactions
from croupier.house.storage import database, journal
from croupier.house.storage.journal import CAGE
from croupier.house.tables.house import House
from croupier.money import Cents
from croupier.table.model.events import Event
from croupier.table.recording.recorder import encoded, parted
from croupier.table.views.narration import tell
from croupier.table.views.view import PUBLIC, redact

ROWS = 500  # of a table, after which it is noted how far it was looked at
KINDS = {
    "irregular": "irregularity",
    "pending": "waits for a ruling",
    "ruled": "ruling",
    "reported": "report",
    "corrected": "misread card",
    "jammed": "device",
    "device": "device",
    "removed": "deck withdrawn",
    "recut": "cut again",
    "settled": "large payout",
    "over": "void round",
}
_KINDS = frozenset(KINDS)
LIMIT = "payout limit"  # of a settlement from which one has taken something off


def noted_of(stream: str) -> str:
    """The fact that says how far a table was looked at."""
    return f"noted {stream}"


def significant(told: Committed, large: Cents) -> Iterator[dict[str, Any]]:
    """The significant events of a committed command, in words for all.

    A payout is significant from `large` on.
    """
    state, terms = told.decision.state, told.before.terms
    for event in told.decision.events:
        what = _what(event, told, large) if event.kind in KINDS else ""
        known = redact(state, event, PUBLIC) if what else None
        if known is not None:
            yield {
                "what": what,
                "table": told.stream,
                "session": told.session,
                "round": state.round,
                "seq": told.seq,
                "says": tell(known, terms),
            }


def _what(event: Event, told: Committed, large: Cents) -> str:
    """The kind of significant event that an event is; empty, if it is none."""
    matters = True
    if event.kind == "settled":
        line = Line(*event.data["line"])
        if line.result == "limit":
            return LIMIT
        matters = line.amount >= large
    elif event.kind == "over":
        matters = bool(event.data["void"])
    elif event.kind == "removed":
        matters = told.decision.state.phase != "over"  # decks leave with every session
    return KINDS[event.kind] if matters else ""


class SignificantEventListener:
    """A listener that notes the significant events of all tables.

    Corrections are noted where they are made; of those the last before a stop are looked at here.
    """

    def __init__(self, house: House, large: Callable[[], Cents]) -> None:
        self._house, self._large = house, large
        self._looked: dict[str, int] = {}  # how far each table was looked at when that was noted last
        self._failed: list[tuple[str, dict[str, Any], str]] = []  # events that could not be written yet
        house.listeners.add(Stage.RECORDS, self.hear)

    def catch_up(self) -> None:
        """Look at what was put on record last, before a stop that may have come between it and its notes."""
        with self._house.reading() as connection:
            for stream in journal.tables(connection):
                self._catch_up(connection, stream)
            self._corrections(connection)

    def stop(self) -> None:
        """Listen no more."""
        self._house.listeners.remove(self.hear)

    def _corrections(self, connection: Connection) -> None:
        """Note them once more, which puts on record those that were not."""
        upto = int(database.fact(connection, noted_of(CAGE)) or 0)
        for entry in journal.following(connection, CAGE, upto):
            parts = parted(entry.lines)
            said = transactions.read(parts[0]) if parts is not None else None
            if isinstance(said, transactions.Correction):
                self._house.streams.note_correction(said, entry.seq)
            upto = entry.seq
        self._house.do(lambda connection: database.note(connection, noted_of(CAGE), str(upto)), lambda _: None)

    def _catch_up(self, connection: Connection, stream: str) -> None:
        noted = int(database.fact(connection, noted_of(stream)) or 0)
        self._looked[stream] = noted
        for about in sessions(connection, stream, began(connection, stream, noted + 1)):
            for entry, _, step in Replay(connection, self._house.keyring, about, max(noted + 1, about.first)).steps():
                self.hear(happened(stream, about.id, entry.at, step))

    def hear(self, told: Committed) -> None:
        """Note the significant events of a committed command, and those that could not be noted before."""
        failed, self._failed = self._failed, []
        for by, says, request in failed:
            self._note(by, says, request)
        if not _KINDS.isdisjoint(told.kinds):
            for number, says in enumerate(significant(told, self._large())):
                self._note(told.command.by, says, f"{told.stream} {told.seq} {number}")
        self._go_on(told.stream, told.seq)

    def _note(self, by: str, says: dict[str, Any], request: str) -> None:
        self._house.significant(encoded(says), by, partial(self._told, by, says, request), request)

    def _told(self, by: str, says: dict[str, Any], request: str, outcome: Answer | Failure) -> None:
        if isinstance(outcome, Failure):
            self._failed.append((by, says, request))

    def _go_on(self, stream: str, seq: int) -> None:
        """Note how far a table was looked at: up to where it was noted the time before, whose notes are on record."""
        before = self._looked.setdefault(stream, 0)
        if seq - before >= 2 * ROWS and not self._failed:
            self._looked[stream] = upto = seq - ROWS
            self._house.do(lambda connection: database.note(connection, noted_of(stream), str(upto)), lambda _: None)
