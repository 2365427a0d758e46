"""What a house says, read field by field: what has another form is not understood, and what is new is passed over."""

from __future__ import annotations

from typing import Any, NamedTuple, NotRequired, TypedDict, TypeVar

import msgspec

from croupier.client.errors import Problem, Unreachable
from croupier.table.model.events import Event
from croupier.table.receipts.verify import Finding

T = TypeVar("T")


# ---- over HTTP ---------------------------------------------------------------------------------------------


class Me(msgspec.Struct, frozen=True):
    """Who one is to the house."""

    person: str
    name: str
    role: str
    program: bool
    expires: int


class Token(msgspec.Struct, frozen=True):
    """A program that was let in."""

    person: str
    token: str


class Wallet(msgspec.Struct, frozen=True):
    """What somebody has outside the tables, in cents."""

    amount: int


class Notice(msgspec.Struct, frozen=True):
    """What players are told before a table is played by something else: what, by which clause, and until when."""

    says: str
    clause: str
    until: int  # house time, in milliseconds


class Listed(msgspec.Struct, frozen=True):
    """A table at a glance."""

    table: str
    rulebook: str
    title: str
    jurisdiction: str
    phase: str
    round: int
    seats: int
    taken: tuple[int, ...]
    dealt_by: str
    notices: tuple[Notice, ...] = ()


class Page(msgspec.Struct, frozen=True):
    """Some of the tables that are open, and where the next page begins, if there is one."""

    tables: tuple[Listed, ...]
    after: str


class Submitted(msgspec.Struct, frozen=True):
    """What a table is run by."""

    rulebook: str
    options: dict[str, Any]


# ---- over a socket -----------------------------------------------------------------------------------------


class Due(TypedDict):
    """What the table waits for."""

    who: str
    do: str
    seat: NotRequired[int]


class Seat(TypedDict):
    """A seat that is taken, as this viewer sees it; what others have is None."""

    seat: int
    name: str
    bankroll: int | None
    wagers: dict[str, int]
    decisions: list[str]
    cards: list[str]
    discard: list[str]
    ending: str
    away: bool
    ready: bool


class Choice(TypedDict):
    """Something that who is asked may do."""

    choice: str
    costs: int
    discards: int
    back: str  # the wager that comes back by it, by its title, if one does


class View(TypedDict):
    """A table as this viewer sees it. Money is cents, cards are text, and a card that is not seen is `??`."""

    rulebook: str
    phase: str
    round: int
    due: Due
    source: str
    commitment: str
    root: str
    numbers: list[int]
    meter: int
    dealer: list[str]
    community: list[str]
    dead: list[str]
    pending: list[str] | None
    seats: list[Seat]
    choices: list[Choice]


class _Told(msgspec.Struct, frozen=True):
    kind: str
    data: dict[str, Any]


class Seen(msgspec.Struct, tag_field="what", tag="view", frozen=True):
    """A table as it stands."""

    table: str
    session: str
    seq: int
    view: View
    yours: tuple[int, ...] = ()
    programs: tuple[int, ...] = ()
    notices: tuple[Notice, ...] = ()


class Happened(msgspec.Struct, tag_field="what", tag="happened", frozen=True):
    """What has happened, and the table after it."""

    table: str
    session: str
    seq: int
    view: View
    at: int
    events: tuple[_Told, ...]
    yours: tuple[int, ...] = ()
    programs: tuple[int, ...] = ()
    notices: tuple[Notice, ...] = ()


class Done(msgspec.Struct, tag_field="what", tag="done", frozen=True):
    """A command was carried out."""

    request: str
    seq: int


class Declined(msgspec.Struct, tag_field="what", tag="refused", frozen=True):
    """A command was not."""

    request: str
    problem: Problem


class Answer(NamedTuple):
    """A command was carried out, and stands on record there."""

    request: str
    seq: int


class Checked(NamedTuple):
    """A round's receipt, and what holds of it, does not hold (False) or could not be checked (None)."""

    round: int
    receipt: Any
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing was found that does not hold."""
        return all(each.holds is not False for each in self.findings)


class Message(NamedTuple):
    """The table as it stands for this viewer, and what has just happened there; at first, and after a gap, nothing."""

    table: str
    seq: int
    view: View
    yours: tuple[int, ...]  # the seats that are one's own
    programs: tuple[int, ...]  # the seats of programs
    notices: tuple[Notice, ...] = ()  # that hang at the table
    events: tuple[Event, ...] = ()
    at: int = 0  # house time, in milliseconds; 0 where nothing happened
    is_whole: bool = False  # it follows upon the message before, and nothing in between is missing
    checked: tuple[Checked, ...] = ()  # the receipts of one's rounds that have just ended

    @property
    def asked(self) -> int:
        """Which of one's own seats is asked to decide; 0 if none is."""
        due = self.view["due"]
        seat = due.get("seat", 0)
        return seat if due["do"] == "decide" and seat in self.yours else 0

    def seat(self, number: int) -> Seat | None:
        """A seat, if it is taken."""
        return next((each for each in self.view["seats"] if each["seat"] == number), None)


def message_of(heard: Seen | Happened, before: int) -> Message:
    """What was heard, after what was heard up to a sequence."""
    given = heard.table, heard.seq, heard.view, heard.yours, heard.programs, heard.notices
    if isinstance(heard, Seen):
        return Message(*given)
    return Message(
        *given, tuple(Event(each.kind, each.data) for each in heard.events), heard.at, heard.seq == before + 1
    )


_socket = msgspec.json.Decoder(Seen | Happened | Done | Declined)


def read_message(text: str | bytes) -> Seen | Happened | Done | Declined:
    """A message of a socket."""
    try:
        heard: Seen | Happened | Done | Declined = _socket.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _no_house(error) from error
    return heard


def read(body: bytes, model: type[T]) -> T:
    """The body of an answer."""
    try:
        return msgspec.json.decode(body, type=model)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _no_house(error) from error


def read_problem(status: int, body: bytes) -> Problem:
    """Why something was refused; what is no problem of a house is told by its status."""
    try:
        return msgspec.json.decode(body, type=Problem)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unreachable(f"what answers there is no house: it says {status} and not why") from error


def _no_house(error: Exception) -> Unreachable:
    return Unreachable(f"what answers there is no house that is understood here: {error}")
