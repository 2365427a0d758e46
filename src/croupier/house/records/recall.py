"""Recall: finished rounds, searched by their properties, and replayed as a viewer saw them at the time.

An auditor finds every round; a player the own, and of others in it no more than was shown at the table. What a replay
shows has passed `view` and `redact` for its viewer, and nothing of it tells of cards that are still to be dealt.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, exists, func, or_, select, tuple_

from croupier.errors import CroupierError
from croupier.house.engine.replay import Replay, Session, ToCome, session
from croupier.house.engine.requests import Committed, happened
from croupier.house.engine.round_index import CLAUSE, IRREGULAR, RULED
from croupier.house.people import users
from croupier.house.storage.schema import cited, played, rounds
from croupier.house.storage.vault import Keyring
from croupier.money import Cents
from croupier.schemas.table import TableView
from croupier.table.model.events import Event
from croupier.table.model.state import State
from croupier.table.views.view import Viewer, redact, view

MOST = 200  # rounds of a page
_WORKS = ("auditor", "player")  # who looks rounds up
_HIGHEST = 2**63 - 1
_FIELDS = ("at", "stream", "session", "round")


class RecallError(CroupierError, ValueError):
    """A round that is not looked up or not shown; the message says why, and what would be accepted."""


class NoRoundError(RecallError):
    """A round that does not exist, or is not over."""


@dataclass(frozen=True, slots=True)
class RoundQuery:
    """A query for rounds; a field that is left out matches anything."""

    stream: str = ""
    session: str = ""
    round: int = 0
    person: str = ""
    since: int | None = None  # house time, that moment included
    before: int | None = None  # and that one not
    clause: str = ""  # a rulebook and a clause, such as `uth-ma 10(e)`, with all its parts
    irregularity: str = ""  # by its name, or `any`
    void: bool | None = None
    amount: Cents = 0  # somebody staked, won or lost at least so much: the person, where one is looked for


class FoundRound(NamedTuple):
    """A round that was found, with what the viewer may know of its players."""

    stream: str
    session: str
    round: int
    at: int
    void: bool
    hands: tuple[Hand, ...]


class Hand(NamedTuple):
    """A player's stake in a round, and the result."""

    seat: int
    person: str
    staked: Cents
    net: Cents


class Page(NamedTuple):
    """A page of rounds, the latest first, and the cursor of the next page; empty on the last page."""

    found: tuple[FoundRound, ...]
    cursor: str


# ---- looking ---------------------------------------------------------------------------------------------------


def search(connection: Connection, wanted: RoundQuery, viewer: Viewer, cursor: str = "", most: int = 50) -> Page:
    """A page of the rounds that match a query, as far as the viewer may find them."""
    person = _whose(wanted, viewer)
    if not 1 <= most <= MOST:
        raise RecallError(f"a page cannot have {most} rounds", f"1 to {MOST}")
    asked = select(*(rounds.c[name] for name in _FIELDS), rounds.c.void).where(*_conditions(wanted, person))
    if cursor:
        asked = asked.where(tuple_(*_order()) < tuple_(*_read(cursor)))
    rows = connection.execute(asked.order_by(*(each.desc() for each in _order())).limit(most + 1)).all()
    page = rows[:most]
    hands = _hands(connection, [(row.stream, row.session, row.round) for row in page], viewer)
    found = [
        FoundRound(row.stream, row.session, row.round, row.at, bool(row.void), own)
        for row, own in zip(page, hands.values(), strict=True)
    ]
    return Page(tuple(found), _written(tuple(page[-1])[:4]) if len(rows) > most else "")


def _whose(wanted: RoundQuery, viewer: Viewer) -> str:
    """The person to whose rounds the search is confined; empty for everybody's."""
    for value in (wanted.round, wanted.since, wanted.before, wanted.amount):
        if value is not None and not _is_number(value):
            raise RecallError("no round is found by such a number", "whole ones from 0 on")
    if viewer.role not in _WORKS:
        raise RecallError(f"the {viewer.role} looks no rounds up", "an auditor, or a player for the own")
    if viewer.role == "auditor":
        return wanted.person
    if wanted.person not in {"", viewer.person}:
        raise RecallError("another's rounds are not yours to look up", "your own")
    return viewer.person


def _is_number(value: object) -> bool:
    """True if a value is a whole number that the database can hold."""
    return type(value) is int and 0 <= value <= _HIGHEST


def _order() -> list[Any]:
    return [rounds.c[name] for name in _FIELDS]


def _conditions(wanted: RoundQuery, person: str) -> Iterator[ColumnElement[bool]]:
    """The conditions of a query, in SQL."""
    for name in ("stream", "session", "round"):
        if getattr(wanted, name):
            yield rounds.c[name] == getattr(wanted, name)
    if wanted.since is not None:
        yield rounds.c.at >= wanted.since
    if wanted.before is not None:
        yield rounds.c.at < wanted.before
    if wanted.void is not None:
        yield rounds.c.void == int(wanted.void)
    if wanted.clause:
        yield _cites(and_(cited.c.kind == CLAUSE, _within(wanted.clause)))
    if wanted.irregularity == "any":
        yield _cites(cited.c.kind.in_((IRREGULAR, RULED)))
    elif wanted.irregularity:
        yield _cites(and_(cited.c.kind.in_((IRREGULAR, RULED)), cited.c.what == wanted.irregularity))
    if person or wanted.amount:
        yield _played(person, wanted.amount)


def _same_round(table: Any) -> ColumnElement[bool]:  # noqa: ANN401 - SQLAlchemy's own
    return and_(*(table.c[name] == rounds.c[name] for name in ("stream", "session", "round")))


def _within(clause: str) -> ColumnElement[bool]:
    """The clause itself or a part of it: 10(e) stands for 10(e)(2) too, and not for 10(ee)."""
    beginning = func.substr(cited.c.what, 1, len(clause) + 1)
    return or_(cited.c.what == clause, beginning.in_((f"{clause}(", f"{clause}.")))


def _cites(what: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(_same_round(cited), what)


def _played(person: str, amount: Cents) -> ColumnElement[bool]:
    who = [played.c.person == person] if person else []
    much = [or_(played.c.staked >= amount, func.abs(played.c.net) >= amount)] if amount else []
    return exists().where(_same_round(played), *who, *much)


def _hands(
    connection: Connection, about: list[tuple[Any, ...]], viewer: Viewer
) -> dict[tuple[Any, ...], tuple[Hand, ...]]:
    """The hands of rounds; a player is told of the own hands only."""
    key = tuple_(played.c.stream, played.c.session, played.c.round)
    asked = select(played).where(key.in_(about)).order_by(played.c.seat)
    if viewer.role == "player":
        asked = asked.where(played.c.person == viewer.person)
    hands: dict[tuple[Any, ...], tuple[Hand, ...]] = dict.fromkeys(about, ())
    for row in connection.execute(asked) if about else ():
        hands[row.stream, row.session, row.round] += (Hand(row.seat, row.person, row.staked, row.net),)
    return hands


def _written(place: tuple[Any, ...]) -> str:
    return urlsafe_b64encode(json.dumps(place).encode()).decode()


def _read(cursor: str) -> tuple[Any, ...]:
    try:
        at, stream, name, number = json.loads(urlsafe_b64decode(cursor))
    except (ValueError, TypeError, RecursionError):
        at = number = stream = name = None
    if _is_number(at) and _is_number(number) and isinstance(stream, str) and isinstance(name, str):
        return at, stream, name, number
    raise RecallError("that is no place in what was found", "the cursor of the page before, or none")


# ---- showing again ---------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """The events of one command of a round, as a viewer was told them, and the viewer's view of the table after it."""

    seq: int
    at: int
    events: tuple[Event, ...]
    view: TableView


def replay(connection: Connection, keyring: Keyring, name: str, number: int, viewer: Viewer) -> Iterator[Moment]:
    """Replay a finished round, from the bets on, as a viewer saw it; people have their present names."""
    return _moments(connection, happenings(connection, keyring, name, number, viewer), viewer)


def happenings(connection: Connection, keyring: Keyring, name: str, number: int, viewer: Viewer) -> Iterator[Committed]:
    """The commands of a finished round with their events, for a viewer who may see it; not redacted yet."""
    about, (first, last) = shown_to(connection, name, number, viewer)
    if viewer.role == "auditor" and _tells(connection, keyring, about, (first, last)):
        raise RecallError(
            f"round {number} tells an auditor of cards that are still to be dealt",
            "the round once they are played, or as the floor saw it",
        )
    again = Replay(connection, keyring, about, first)
    return (happened(about.stream, about.id, entry.at, step) for entry, _, step in again.steps(last))


def shown_to(connection: Connection, name: str, number: int, viewer: Viewer) -> tuple[Session, tuple[int, int]]:
    """The session and the first and last sequence of a round, for a viewer who may see it."""
    about = session(connection, name)
    span = _span(connection, about, number) if about is not None else None
    if about is None or span is None:
        raise NoRoundError(f"session {name[:64]!r} has no round {number} that is over", "one that recall finds")
    if viewer.role == "player" and not was_in(connection, about, number, viewer.person):
        raise RecallError("another's round is not yours to see", "one that you played")
    return about, span


class AtEnd(NamedTuple):
    """The table at the end of a round; whatever is told of it has to pass `view`."""

    stream: str
    session: str
    seq: int
    at: int
    state: State
    head: str  # of the recording at its end, the only one that may leave the house


def at_end(connection: Connection, keyring: Keyring, name: str, number: int, viewer: Viewer) -> AtEnd:
    """The table at the end of a round, for a viewer who may see it; result and receipt follow from that."""
    about, (_, last) = shown_to(connection, name, number, viewer)
    again = Replay(connection, keyring, about, last)
    (done,) = again.steps(last)
    return AtEnd(about.stream, about.id, last, done.entry.at, again.state, again.told.hex())


def was_in(connection: Connection, about: Session, number: int, person: str) -> bool:
    """True if a person has played a round of a session."""
    here = (played.c.stream == about.stream, played.c.session == about.id, played.c.round == number)
    return connection.execute(select(played.c.seat).where(*here, played.c.person == person)).first() is not None


def _span(connection: Connection, about: Session, number: int) -> tuple[int, int] | None:
    """The first and last sequence of a round: from behind the end of the one before to its own end."""
    here = (rounds.c.stream == about.stream, rounds.c.session == about.id, rounds.c.round.in_((number - 1, number)))
    ends = {row.round: row.seq for row in connection.execute(select(rounds.c.round, rounds.c.seq).where(*here))}
    return (ends.get(number - 1, about.first - 1) + 1, ends[number]) if number in ends else None


def _tells(connection: Connection, keyring: Keyring, about: Session, span: tuple[int, int]) -> bool:
    """True if cards that are still to be dealt were at the table already; a player is not told of them anyway."""
    to_come = ToCome.of(connection, keyring, about)
    if not to_come.shuffles:
        return False
    first, last = span
    again = Replay(connection, keyring, about, first)
    return any(to_come.tells(done) or to_come.holds(done.step.decision.state) for done in again.steps(last))


def _moments(connection: Connection, happenings: Iterator[Committed], viewer: Viewer) -> Iterator[Moment]:
    names: dict[str, str] = {}  # by person, nothing of who has none
    for told in happenings:
        state = told.decision.state
        missing = {seat.person for _, seat in state.taken()} - names.keys()
        names |= dict.fromkeys(missing, "") | _names(connection, missing)
        known = (redact(state, event, viewer) for event in told.decision.events)
        yield Moment(
            told.seq, told.at, tuple(event for event in known if event is not None), view(state, viewer, names)
        )


def _names(connection: Connection, ids: set[str]) -> dict[str, str]:
    return {each.id: each.name for each in users.named(connection, ids).values()} if ids else {}
