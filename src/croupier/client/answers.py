"""Answers of a house, decoded as `croupier.schemas`, and the messages of a table as a client hands them out.

An answer of another form is not understood; fields that are new are passed over.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec

from croupier.client.errors import Unreachable
from croupier.schemas.common import Confirmation as Answer
from croupier.schemas.common import Me, ProblemBody, TableNotice
from croupier.schemas.common import TableSummary as Listed
from croupier.schemas.table import SeatView, SocketDone, SocketHappened, SocketRefused, SocketView
from croupier.schemas.table import TableView as View
from croupier.table.model.events import Event
from croupier.table.receipts.verify import HOLDS, Finding, KeptByHolder, outcome

__all__ = ["Answer", "Checked", "Listed", "Me", "Message", "View"]
T = TypeVar("T")
SocketMessage: TypeAlias = SocketView | SocketHappened | SocketDone | SocketRefused


class Checked(NamedTuple):
    """A round's receipt, with findings that hold, do not hold (False) or could not be checked (None)."""

    round: int
    receipt: Any
    findings: tuple[Finding, ...]
    known: KeptByHolder = KeptByHolder()

    @property
    def state(self) -> str:
        """The state of the check: `holds`, `open` (something was not compared that could have been) or `broken`."""
        return outcome(self.findings)

    @property
    def holds(self) -> bool:
        """True if every point that this round can have was compared, and holds."""
        return self.state == HOLDS

    @property
    def kept(self) -> dict[str, Any]:
        """The receipt as it is saved: with what this client kept of the round, by which `verify` checks it again."""
        given = self.receipt if isinstance(self.receipt, dict) else {}
        nothing = KeptByHolder()._asdict()
        return {**given, "kept": {name: it for name, it in self.known._asdict().items() if it != nothing[name]}}


class Message(NamedTuple):
    """The table as it stands for this viewer, and its latest events; at first, and after a gap, none."""

    table: str
    seq: int
    view: View
    yours: tuple[int, ...]  # the seats that are one's own
    programs: tuple[int, ...]  # the seats of programs
    notices: tuple[TableNotice, ...] = ()  # that hang at the table
    events: tuple[Event, ...] = ()
    at: int = 0  # house time, in milliseconds; 0 where nothing happened
    is_whole: bool = False  # it follows upon the message before, and nothing in between is missing
    checked: tuple[Checked, ...] = ()  # the receipts of one's rounds that have just ended
    session: str = ""  # under which the table's rounds are found again
    open: tuple[str, ...] = ()  # the choices open to the cards of the own seat that is asked

    @property
    def may_bet(self) -> int:
        """The own seat that may set down its wagers for the next round; 0 if none may."""
        if self.view["phase"] != "betting" or self.view["pending"]:
            return 0
        own = (each for each in self.view["seats"] if each["seat"] in self.yours)
        return next((each["seat"] for each in own if not (each["wagers"] or each["ready"] or each["away"])), 0)

    @property
    def asked(self) -> int:
        """The own seat that is asked to decide; 0 if none is."""
        due = self.view["due"]
        seat = due.get("seat", 0)
        return seat if due["do"] == "decide" and seat in self.yours else 0

    def seat(self, number: int) -> SeatView | None:
        """A seat, if it is taken."""
        return next((each for each in self.view["seats"] if each["seat"] == number), None)


def message_of(heard: SocketView | SocketHappened, before: int) -> Message:
    """The message of a socket, after messages up to a sequence."""
    lists = tuple(heard.yours), tuple(heard.programs), tuple(heard.notices)
    shown = Message(heard.table, heard.seq, heard.view, *lists, session=heard.session, open=tuple(heard.open))
    if isinstance(heard, SocketView):
        return shown
    events = tuple(Event(each.kind, each.data) for each in heard.events)
    return shown._replace(events=events, at=heard.at, is_whole=heard.seq == before + 1)


_socket: msgspec.json.Decoder[SocketMessage] = msgspec.json.Decoder(SocketMessage)


def read_message(text: str | bytes) -> SocketMessage:
    """Decode a message of a socket."""
    try:
        return _socket.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _no_house(error) from error


def read(body: bytes, model: type[T]) -> T:
    """Decode the body of an answer."""
    try:
        return msgspec.json.decode(body, type=model)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _no_house(error) from error


def read_problem(status: int, body: bytes) -> ProblemBody:
    """Decode a refusal; an answer that is no problem of a house is told by its status."""
    try:
        return msgspec.json.decode(body, type=ProblemBody)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unreachable(f"what answers there is no house: it says {status} and not why") from error


def _no_house(error: Exception) -> Unreachable:
    return Unreachable(f"what answers there is no house that is understood here: {error}")
