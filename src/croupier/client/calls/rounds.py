"""What was: rounds that are over, their replays and receipts, what was shared, and statements; asked for and read."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

import msgspec

from croupier.client.answers import Happened
from croupier.client.calls.call import API, Call
from croupier.client.errors import Unreachable
from croupier.money import Cents


class Hand(msgspec.Struct, frozen=True):
    """What somebody staked in a round, and what came of it."""

    seat: int
    person: str
    name: str
    staked: int
    net: int


class Round(msgspec.Struct, frozen=True):
    """A round that is over."""

    table: str
    session: str
    round: int
    rulebook: str
    at: int
    void: bool
    hands: tuple[Hand, ...]


class Rounds(msgspec.Struct, frozen=True):
    """Some rounds, the latest first, and where the next page begins, if there is one."""

    rounds: tuple[Round, ...]
    after: str


class RoundSeen(msgspec.Struct, frozen=True):
    """What a round came to, as one may know it."""

    table: str
    session: str
    round: int
    rulebook: str
    at: int
    yours: tuple[int, ...]
    came: dict[str, Any]
    layout: dict[str, Any]


class Replay(msgspec.Struct, frozen=True):
    """What happened in a round, as one was told it; `after` is where to go on, and 0 if that is all."""

    table: str
    session: str
    round: int
    rulebook: str
    moments: tuple[Happened, ...]
    after: int


class Opened(msgspec.Struct, frozen=True):
    """A moment, and every card that was dealt by then."""

    told: Happened
    dealt: dict[str, Any] | None


class ReplayOpenly(msgspec.Struct, frozen=True):
    """What happened in a round, with what was hidden in it."""

    table: str
    session: str
    round: int
    rulebook: str
    moments: tuple[Opened, ...]
    after: int


class NewShare(msgspec.Struct, frozen=True):
    """A link that was made; its path opens the round's public view at this house."""

    id: str
    path: str


class Share(msgspec.Struct, frozen=True):
    """A link that shows a round."""

    id: str
    table: str
    session: str
    round: int
    at: int


class Shares(msgspec.Struct, frozen=True):
    """All links that show something."""

    shares: tuple[Share, ...]


class CageLine(msgspec.Struct, frozen=True):
    """Money that came from the cage, or went back there."""

    at: int
    what: str
    amount: int


class RoundLine(msgspec.Struct, frozen=True):
    """A round that was played."""

    at: int
    table: str
    session: str
    round: int
    void: bool
    seat: int
    staked: int
    net: int


class Statement(msgspec.Struct, frozen=True):
    """All that happened to somebody's money in a time; `after` is the `since` of the next part, 0 of the last."""

    person: str
    since: int
    before: int
    opening: int
    cage: tuple[CageLine, ...]
    rounds: tuple[RoundLine, ...]
    closing: int
    after: int


# ---- asking ------------------------------------------------------------------------------------------------


def query(**asked: str | int | None) -> str:
    """What stands behind an address; what is left out is not asked for."""
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
    """What a round came to."""
    return Call("GET", _round(session, number), RoundSeen)


def replay(session: str, number: int, *, seen_as: str = "", after: int | None = None) -> Call[Replay]:
    """A round again, as one saw it; or as `public`; for auditors and managers, as `dealer` or `floor`."""
    return Call("GET", f"{_round(session, number)}/replay{query(as_=seen_as, after=after)}", Replay)


def receipt(session: str, number: int) -> Call[Any]:
    """The receipt of any own round, which `croupier verify` checks."""
    return Call("GET", f"{_round(session, number)}/receipt", object)


def hidden(session: str, number: int, reason: str, *, person: str = "", after: int = 0) -> Call[ReplayOpenly]:
    """A round with what was hidden in it, for an auditor who says why; as a player saw it, if one is named."""
    body = {"reason": reason, "person": person, "after": after}
    return Call("POST", f"{_round(session, number)}/hidden", ReplayOpenly, body)


def share(session: str, number: int) -> Call[NewShare]:
    """Make a link of the public view of an own round."""
    return Call("POST", f"{_round(session, number)}/shares", NewShare, {})


def shares() -> Call[Shares]:
    """What one shares."""
    return Call("GET", "/me/shares", Shares)


def take_back(share_id: str) -> Call[None]:
    """A link shows nothing any more."""
    return Call("DELETE", f"/shares/{part(share_id)}", type(None))


def _link(path: str) -> str:
    if not path.startswith(f"{API}/shared/"):
        raise Unreachable(f"{path!r} is no path of a shared round", "the path that sharing one has told")
    return path.removeprefix(API)


def shared(path: str) -> Call[RoundSeen]:
    """What a shared round came to, by the path of its link."""
    return Call("GET", _link(path), RoundSeen)


def shared_replay(path: str, *, after: int | None = None) -> Call[Replay]:
    """A shared round again."""
    return Call("GET", f"{_link(path)}/replay{query(after=after)}", Replay)


def shared_receipt(path: str) -> Call[Any]:
    """The receipt of a shared round, with the cards that all have seen."""
    return Call("GET", f"{_link(path)}/receipt", object)


def statement(person: str = "", *, since: int | None = None, before: int | None = None) -> Call[Statement]:
    """One's statement, or for auditors and managers that of a person."""
    whose = f"/people/{part(person)}" if person else "/me"
    return Call("GET", f"{whose}/statement{query(since=since, before=before)}", Statement)
