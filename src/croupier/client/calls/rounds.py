"""Requests for rounds that are over: search, results, replays, receipts, shared links and statements."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

from croupier.client.calls.call import API, Call
from croupier.client.errors import Unreachable
from croupier.money import Cents
from croupier.schemas.rounds import (
    NewShareLink,
    ReplayOpenly,
    ReplaySeen,
    Rounds,
    RoundSeen,
    ShareLinks,
    StatementSeen,
)


def query(**asked: str | int | None) -> str:
    """The query of an address, without the parameters that are left out."""
    given = {name.rstrip("_"): value for name, value in asked.items() if value not in {None, ""}}
    return f"?{urlencode(given)}" if given else ""


def part(text: str | int) -> str:
    """A part of an address."""
    return quote(str(text), safe="")


def rounds(  # noqa: PLR0913 - each is something that may be known of a round
    *,
    table: str = "",
    session: str = "",
    number: int | None = None,
    person: str = "",
    since: int | None = None,
    before: int | None = None,
    clause: str = "",
    irregularity: str = "",
    void: bool | None = None,
    amount: Cents | None = None,
    after: str = "",
    most: int | None = None,
) -> Call[Rounds]:
    """A page of the rounds that are looked for: one's own; for auditors and managers, all."""
    told = None if void is None else "true" if void else "false"
    asked = query(
        table=table,
        session=session,
        round=number,
        person=person,
        since=since,
        before=before,
        clause=clause,
        irregularity=irregularity,
        void=told,
        amount=amount,
        after=after,
        most=most,
    )
    return Call("GET", f"/rounds{asked}", Rounds)


def _round(session: str, number: int) -> str:
    return f"/rounds/{part(session)}/{part(number)}"


def one(session: str, number: int) -> Call[RoundSeen]:
    """The result of a round."""
    return Call("GET", _round(session, number), RoundSeen)


def replay(session: str, number: int, *, seen_as: str = "", after: int | None = None) -> Call[ReplaySeen]:
    """A round again, as one saw it; or as `public`; for auditors and managers, as `dealer` or `floor`."""
    return Call("GET", f"{_round(session, number)}/replay{query(as_=seen_as, after=after)}", ReplaySeen)


def receipt(session: str, number: int) -> Call[Any]:
    """The receipt of any own round, which `croupier verify` checks."""
    return Call("GET", f"{_round(session, number)}/receipt", object)


def hidden(session: str, number: int, reason: str, *, person: str = "", after: int = 0) -> Call[ReplayOpenly]:
    """A round with what was hidden in it, for an auditor who says why; as a player saw it, if one is named."""
    body = {"reason": reason, "person": person, "after": after}
    return Call("POST", f"{_round(session, number)}/hidden", ReplayOpenly, body)


def share(session: str, number: int) -> Call[NewShareLink]:
    """Make a link of the public view of an own round."""
    return Call("POST", f"{_round(session, number)}/shares", NewShareLink, {})


def shares() -> Call[ShareLinks]:
    """One's own shared links."""
    return Call("GET", "/me/shares", ShareLinks)


def take_back(share_id: str) -> Call[None]:
    """A link shows nothing any more."""
    return Call("DELETE", f"/shares/{part(share_id)}", type(None))


def _link(path: str) -> str:
    if not path.startswith(f"{API}/shared/"):
        raise Unreachable(f"{path!r} is no path of a shared round", "the path that sharing one has told")
    return path.removeprefix(API)


def shared(path: str) -> Call[RoundSeen]:
    """The result of a shared round, by the path of its link."""
    return Call("GET", _link(path), RoundSeen)


def shared_replay(path: str, *, after: int | None = None) -> Call[ReplaySeen]:
    """A shared round again."""
    return Call("GET", f"{_link(path)}/replay{query(after=after)}", ReplaySeen)


def shared_receipt(path: str) -> Call[Any]:
    """The receipt of a shared round, with the cards that all have seen."""
    return Call("GET", f"{_link(path)}/receipt", object)


def statement(person: str = "", *, since: int | None = None, before: int | None = None) -> Call[StatementSeen]:
    """One's statement, or for auditors and managers that of a person."""
    whose = f"/people/{part(person)}" if person else "/me"
    return Call("GET", f"{whose}/statement{query(since=since, before=before)}", StatementSeen)
