"""Recall: finished rounds, searched by their properties, and replayed as a viewer saw them at the time.

An auditor finds every round; a player the own, and of others in it no more than was shown at the table. What a replay
shows has passed `view` and `redact` for its viewer, and nothing of it tells of cards that are still to be dealt.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, and_, exists, false, func, or_, select, tuple_

from croupier.errors import CroupierError
from croupier.house.engine.replay import OpenSecrets, Replay, Session, session
from croupier.house.engine.requests import Committed, happened
from croupier.house.engine.round_index import CLAUSE, IRREGULAR, MISREAD, RULED
from croupier.house.people import users
from croupier.house.storage import database
from croupier.house.storage.schema import cited, played, rounds
from croupier.house.storage.vault import Keyring
from croupier.money import Cents
from croupier.schemas.table import TableView
from croupier.table.model.events import Event
from croupier.table.model.state import State
from croupier.table.views.view import Viewer, redact, view

MOST = 200  # rounds of a page
_WORKS = ("auditor", "player")  # the parts of viewers who may search rounds
_HIGHEST = 2**63 - 1
LOOKED_AT = 20_000  # rounds that one page goes through
_RARE = 2000  # citations that are all looked at
_ROUND = ("stream", "session", "round")
_FIELDS = ("at", *_ROUND)


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
    amount: Cents = 0  # least stake, win or loss: of the person, where one is given, else of anybody


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
    """A page of the rounds that match a query, as far as the viewer may find them.

    A page looks at a bounded number of rounds: it may have few of them, or none, and still not be the last.
    """
    person = _whose(wanted, viewer)
    if not 1 <= most <= MOST:
        raise RecallError(f"a page cannot have {most} rounds", f"1 to {MOST}")
    source = _source(connection, wanted, person)
    found, end = _looked(connection, source, list(_conditions(connection, wanted, person)), cursor, most)
    hands = _hands(connection, [(row.stream, row.session, row.round) for row in found], viewer)
    rows = [
        FoundRound(row.stream, row.session, row.round, row.at, bool(row.void), own)
        for row, own in zip(found, hands.values(), strict=True)
    ]
    return Page(tuple(rows), _written(end) if end is not None else "")


_Place: TypeAlias = tuple[Any, ...]  # of a round in the order of pages: its fields as in `_FIELDS`


def _looked(
    connection: Connection, source: Select[Any], conditions: list[ColumnElement[bool]], cursor: str, most: int
) -> tuple[list[Row[Any]], _Place | None]:
    """The rounds of a page among those of a source, and the place at which to go on; None if nothing is left."""
    found: list[Row[Any]] = []
    after, looked, some = _read(cursor) if cursor else None, 0, 2 * most
    while looked < LOOKED_AT:
        some = min(some, LOOKED_AT - looked)
        behind = source if after is None else source.where(tuple_(*_order(source)) < tuple_(*after))
        ordered = behind.order_by(*(each.desc() for each in _order(source)))
        near = ordered.limit(some).subquery("near")
        here = and_(*(rounds.c[name] == near.c[name] for name in _ROUND))
        fits = select(*(rounds.c[name] for name in _FIELDS), rounds.c.void).join_from(near, rounds, here)
        found += connection.execute(fits.where(*conditions).order_by(*(near.c[name].desc() for name in _FIELDS)))
        if len(found) > most:
            return found[:most], tuple(found[most - 1])[:4]
        last = connection.execute(ordered.offset(some - 1).limit(1)).first()
        if last is None:
            return found, None
        after, looked, some = tuple(last), looked + some, some * 4
    return found, after


def _source(connection: Connection, wanted: RoundQuery, person: str) -> Select[Any]:
    """The places of the rounds among which a query looks, from the index that has the fewest of them."""
    rare = next((each for each in _citations(connection, wanted) if _is_rare(connection, each)), None)
    if rare is not None:
        found = select(*(rounds.c[name] for name in _FIELDS)).distinct()
        return found.join_from(cited, rounds, _same_round(cited)).where(rare, *_bounds(rounds, wanted))
    if person:
        mine = select(*(played.c[name] for name in _FIELDS)).distinct().where(played.c.person == person)
        return mine.where(*_bounds(played, wanted))
    found = select(*(rounds.c[name] for name in _FIELDS)).where(*_bounds(rounds, wanted, _stream(connection, wanted)))
    # So that the database goes by the key of a session's rounds, and not along all rounds of its table.
    return found.where(rounds.c.round > 0) if wanted.session else found


def _stream(connection: Connection, wanted: RoundQuery) -> str:
    """The table of a query that names one, or a session."""
    about = session(connection, wanted.session) if wanted.session and not wanted.stream else None
    return about.stream if about is not None else wanted.stream


def _is_rare(connection: Connection, cites: ColumnElement[bool]) -> bool:
    """True if so few commands cite something that all of them are looked at."""
    return len(connection.execute(select(cited.c.seq).where(cites).limit(_RARE + 1)).all()) <= _RARE


def _bounds(table: Table, wanted: RoundQuery, stream: str = "") -> Iterator[ColumnElement[bool]]:
    """The conditions on the place of a round, in SQL."""
    for name, value in (("stream", stream or wanted.stream), ("session", wanted.session), ("round", wanted.round)):
        if value:
            yield table.c[name] == value
    if wanted.since is not None:
        yield table.c.at >= wanted.since
    if wanted.before is not None:
        yield table.c.at < wanted.before


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


def _order(source: Select[Any]) -> list[Any]:
    return list(source.selected_columns)


def _conditions(connection: Connection, wanted: RoundQuery, person: str) -> Iterator[ColumnElement[bool]]:
    """The conditions of a query beside the place of a round, in SQL."""
    if wanted.void is not None:
        yield rounds.c.void == int(wanted.void)
    for cites in _citations(connection, wanted):
        yield exists().where(_same_round(cited), cites)
    if person or wanted.amount:
        yield _played(person, wanted.amount)


def _same_round(table: Table) -> ColumnElement[bool]:
    return and_(*(table.c[name] == rounds.c[name] for name in _ROUND))


def _citations(connection: Connection, wanted: RoundQuery) -> Iterator[ColumnElement[bool]]:
    """The citations of each kind that a query asks for, in SQL."""
    if wanted.clause:
        yield _within(connection, wanted.clause)
    if wanted.irregularity:
        named = [cited.c.what == wanted.irregularity] if wanted.irregularity != "any" else []
        yield and_(cited.c.kind.in_((IRREGULAR, RULED)), *named)


def _within(connection: Connection, clause: str) -> ColumnElement[bool]:
    """The clause itself or a part of it: 10(e) stands for 10(e)(2) too, and not for 10(ee)."""
    parts = (database.begins(connection, cited.c.what, f"{clause}{mark}") for mark in "(.")
    return or_(*(and_(cited.c.kind == CLAUSE, each) for each in (cited.c.what == clause, *parts)))


def _played(person: str, amount: Cents) -> ColumnElement[bool]:
    who = [played.c.person == person] if person else []
    much = [or_(played.c.staked >= amount, func.abs(played.c.net) >= amount)] if amount else []
    return exists().where(_same_round(played), *who, *much)


def _hands(
    connection: Connection, about: list[tuple[Any, ...]], viewer: Viewer
) -> dict[tuple[Any, ...], tuple[Hand, ...]]:
    """The hands of rounds; a player is told of the own hands only."""
    sessions: dict[tuple[Any, ...], list[int]] = {}
    for stream, name, number in about:
        sessions.setdefault((stream, name), []).append(number)
    of_session = (
        and_(played.c.stream == stream, played.c.session == name, played.c.round.in_(numbers))
        for (stream, name), numbers in sessions.items()
    )
    asked = select(played).where(or_(false(), *of_session)).order_by(played.c.seat)
    hands: dict[tuple[Any, ...], tuple[Hand, ...]] = dict.fromkeys(about, ())
    for row in connection.execute(asked) if about else ():
        if viewer.role != "player" or row.person == viewer.person:
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
    """The commands of a finished round with their events, for a viewer who may see it; not redacted yet.

    Corrections of its cards that came after its end are the last.
    """
    about, (first, last) = shown_to(connection, name, number, viewer)
    if viewer.role == "auditor" and _tells(connection, keyring, about, (first, last)):
        raise RecallError(
            f"round {number} tells an auditor of cards that are still to be dealt",
            "the round once they are played, or as the floor saw it",
        )
    spans = [(first, last), *((seq, seq) for seq in corrected_after(connection, about, number, last))]
    steps = (each for begin, end in spans for each in Replay(connection, keyring, about, begin).steps(end))
    return (happened(about.stream, about.id, entry.at, step) for entry, _, step in steps)


def corrected_after(connection: Connection, about: Session, number: int, last: int) -> list[int]:
    """The sequences at which misread cards of a round were corrected after its end."""
    here = (cited.c.stream == about.stream, cited.c.session == about.id, cited.c.round == number)
    misread = (cited.c.kind == IRREGULAR, cited.c.what == MISREAD)
    # Asked for a sequence, the database would go through all that was cited at the table since.
    return sorted(seq for seq in connection.scalars(select(cited.c.seq).where(*here, *misread)) if seq > last)


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


def rounds_of(connection: Connection, about: Session) -> int:
    """The number of rounds of a session that are over."""
    here = (rounds.c.stream == about.stream, rounds.c.session == about.id)
    return int(connection.execute(select(func.count()).select_from(rounds).where(*here)).scalar_one())


def _span(connection: Connection, about: Session, number: int) -> tuple[int, int] | None:
    """The first and last sequence of a round: from behind the end of the one before to its own end."""
    here = (rounds.c.stream == about.stream, rounds.c.session == about.id, rounds.c.round.in_((number - 1, number)))
    ends = {row.round: row.seq for row in connection.execute(select(rounds.c.round, rounds.c.seq).where(*here))}
    return (ends.get(number - 1, about.first - 1) + 1, ends[number]) if number in ends else None


def _tells(connection: Connection, keyring: Keyring, about: Session, span: tuple[int, int]) -> bool:
    """True if cards that are still to be dealt were at the table already; a player is not told of them anyway."""
    to_come = OpenSecrets.of(connection, keyring, about)
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
