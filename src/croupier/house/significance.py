"""Significant events: what happens at tables that somebody will want to know of, put on record beside it.

What is noted has passed `redact` for the public, so that no note tells of a hidden card. A note goes by the stream,
sequence and number of what it is about, and is put on record once, whoever notes it and however often.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from sqlalchemy import Connection

from croupier.games.lines import Line
from croupier.house import database
from croupier.house.asking import Answer, Failure, Happened, happened
from croupier.house.replaying import Replay, sessions
from croupier.house.running import House
from croupier.money import Cents
from croupier.table.events import Event
from croupier.table.recording import encoded
from croupier.table.telling import tell
from croupier.table.views import PUBLIC, redact

LARGE: Cents = 1_000_000  # what a wager is paid, from which on somebody wants to know
ROWS = 500  # of a table, after which it is noted how far it was looked at
KINDS = {
    "irregular": "irregularity",
    "pending": "waits for a ruling",
    "ruled": "ruling",
    "jammed": "device",
    "device": "device",
    "removed": "deck withdrawn",
    "recut": "cut again",
    "settled": "large payout",
    "over": "void round",
}


def noted_of(stream: str) -> str:
    """The fact that says how far a table was looked at."""
    return f"noted {stream}"


def significant(told: Happened, large: Cents = LARGE) -> Iterator[dict[str, Any]]:
    """What of a command that was carried out somebody will want to know of, in words for all."""
    state, terms = told.decision.state, told.before.terms
    for event in told.decision.events:
        known = redact(state, event, PUBLIC) if event.kind in KINDS and _matters(event, told, large) else None
        if known is not None:
            yield {
                "what": KINDS[event.kind],
                "table": told.stream,
                "session": told.session,
                "round": state.round,
                "seq": told.seq,
                "says": tell(known, terms),
            }


def _matters(event: Event, told: Happened, large: Cents) -> bool:
    if event.kind == "settled":
        return Line(*event.data["line"]).amount >= large
    if event.kind == "over":
        return bool(event.data["void"])
    return event.kind != "removed" or told.decision.state.phase != "over"  # decks leave with every session


class Watch:
    """Listens to what happens at the tables of a house, and puts on record what matters."""

    def __init__(self, house: House, large: Cents = LARGE) -> None:
        self._house, self._large = house, large
        self._looked: dict[str, int] = {}  # how far each table was looked at when that was noted last
        self._failed: list[tuple[str, dict[str, Any], str]] = []  # what could not be put on record yet
        house.listeners.append(self.hear)

    def catch_up(self) -> None:
        """Look at what was put on record last, before a stop that may have come between it and its notes."""
        with self._house.reading() as connection:
            for stream in sorted({each.stream for each in sessions(connection)}):
                self._catch_up(connection, stream)

    def _catch_up(self, connection: Connection, stream: str) -> None:
        noted = int(database.fact(connection, noted_of(stream)) or 0)
        self._looked[stream] = noted
        known = sessions(connection, stream)
        for about, later in zip(known, [*known[1:], None], strict=True):
            if later is not None and later.first <= noted + 1:
                continue  # all of it was looked at
            for entry, _, step in Replay(connection, self._house.keyring, about, max(noted + 1, about.first)).steps():
                self.hear(happened(stream, about.id, entry.at, step))

    def hear(self, told: Happened) -> None:
        """Something is on record."""
        failed, self._failed = self._failed, []
        for by, says, request in failed:
            self._note(by, says, request)
        for number, says in enumerate(significant(told, self._large)):
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
