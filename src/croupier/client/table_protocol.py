"""The protocol of a table, without a socket: both clients are this and a way to send.

An action of several steps is a generator: it yields each request, is sent its answer, and returns the last answer.
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote

import msgspec

from croupier.client.answers import Answer, Checked, Message, View, message_of, read_message
from croupier.client.calls import call, rounds
from croupier.client.calls.call import Call
from croupier.client.errors import (
    SERVICE_UNAVAILABLE,
    TOO_MANY,
    ClientError,
    Refused,
    Unreachable,
    Unsure,
    refused,
    refused_by,
)
from croupier.client.evidence import Evidence
from croupier.client.house_log import HouseLog, Look
from croupier.client.shuffle_part import ShufflePart
from croupier.money import Cents
from croupier.schemas.common import CommandMessage, ProblemBody
from croupier.schemas.table import SocketDone, SocketRefused
from croupier.table.receipts.verify import Finding

MOST_UNREAD = 1000  # messages that are kept for who does not read them; then the table is shown as it stands
MOST_TRIES = 100  # of a command for one moment, at a table where others are faster
MOST_CHECKED = 100  # receipts that are kept
_MILLISECONDS = 1000
_ID_BYTES = 12


class PendingRequest(NamedTuple):
    """A command on its way, under an id of its own."""

    request: str
    text: str
    gives: bool = False  # a number is in it, and it was sent as soon as the table asked for it


Outcome: TypeAlias = Answer | Refused
Plan: TypeAlias = Generator[PendingRequest, Outcome, Answer]


class TableProtocol:
    """One table, as one person follows it and speaks there."""

    def __init__(self, name: str, part: ShufflePart, log: HouseLog | None = None) -> None:
        self.name, self.part, self._log = name, part, log or HouseLog(Evidence())
        self.last: Message | None = None
        self.sessions = 0  # how often another may have begun
        self._session = ""  # under which the table's rounds are found again
        self.unread: deque[Message] = deque()
        self.checked: deque[Checked] = deque(maxlen=MOST_CHECKED)
        self.waiting: dict[
            str, PendingRequest
        ] = {}  # commands without an answer, in the order in which they were given
        self._outcomes: dict[str, Outcome] = {}  # answers that were not taken yet
        self._put_off: dict[str, ProblemBody] = {}  # what the house said that could not answer
        self._told = ""  # the alarm that was told
        self._number: PendingRequest | None = None  # the number that was given last, if no plan has its answer

    # ---- hearing -------------------------------------------------------------------------------------------

    @property
    def path(self) -> str:
        """The path at which the table is watched, from the sequence that was heard last."""
        after = "" if self.last is None else f"?after={self.last.seq}"
        return f"/tables/{quote(self.name, safe='')}/watch{after}"

    def hear(self, text: str | bytes) -> Message | None:
        """Take in what was heard. A message is given back, and read by nobody before it is delivered."""
        heard = read_message(text)
        if isinstance(heard, SocketDone):
            self._answered(heard.request, Answer(heard.request, heard.seq))
        elif isinstance(heard, SocketRefused):
            self._declined(heard.request, heard.problem)
        else:
            before = self.last
            self._session = heard.session
            message = message_of(heard, before.seq if before else -1)
            if message.table != self.name:
                raise Unreachable(f"the house spoke of {message.table!r}, and {self.name!r} is watched")
            try:
                self.part.hear(before, message)
            except (LookupError, TypeError) as error:
                raise Unreachable(f"the house told of an event that is not understood here: {error!r}") from error
            self.last = message
            if self.part.alarm:
                self._withdraw(self.part.alarm)
            self.sessions += sum(event.kind == "opened" for event in message.events) or not message.is_whole
            return message
        return None

    def new_alarm(self) -> str:
        """The alarm, the first time that it is asked for; nothing if there is none."""
        before, self._told = self._told, self.part.alarm
        return "" if self._told == before else self._told

    def _withdraw(self, alarm: str) -> None:
        """Take back the commands that have a number in them and no answer yet: it is not given again."""
        for request in [each.request for each in self.waiting.values() if each.gives]:
            self._answered(request, refused(alarm, "a look at the table, which shows what was carried out", "number"))

    def _answered(self, request: str, outcome: Outcome) -> None:
        if self.waiting.pop(request, None) is not None:  # what was sent twice is answered twice
            self._outcomes[request] = outcome

    def number_due(self, message: Message) -> PendingRequest | None:
        """The number that the round waits for, to be sent at once; it is sent again with what was not answered."""
        for asked in self.waiting.values():
            if asked.gives and self._put_off.pop(asked.request, None) is not None:
                return asked
        found = self.part.reveal(message)
        if found is None:
            return None
        if self._number is not None:
            self._outcomes.pop(self._number.request, None)
        self._number = self._ask("give number", *found)
        return self._number

    def _declined(self, request: str, problem: ProblemBody) -> None:
        if problem.unsure or problem.status in {SERVICE_UNAVAILABLE, TOO_MANY}:
            self._put_off[request] = problem  # the same under the same id, a little later
        else:
            self._answered(request, refused_by(problem))

    def ended(self, before: Message | None, message: Message) -> Iterator[int]:
        """The rounds that have just ended in which one had a seat."""
        if before is not None and before.yours:
            yield from (event.data["round"] for event in message.events if event.kind == "over")

    def receipt(self, number: int) -> Generator[Call[Any], Any, Any]:
        """The receipt of a round that has just ended; where the table has gone on since, from its record."""
        found = yield call.receipt(self.name)
        if isinstance(found, dict) and type(found.get("round")) is int and found["round"] > number:
            found = yield rounds.receipt(self._session, number)
        return found

    def look(self) -> Look:
        """Look at the house's log after a round, by this machine's clock: the house's could stand still."""
        return self._log.look(int(time.monotonic() * _MILLISECONDS))

    def check(self, number: int, receipt: Any, log: Any) -> Checked:  # noqa: ANN401 - whatever the house gave
        """Hold the receipt of a round against what was shown before it; an error says why there is none.

        The findings on the log are told with it, or the error by which it could not be looked at.
        """
        if isinstance(receipt, ClientError):
            found = Checked(number, None, (Finding(None, f"its receipt could not be had: {receipt}"),))
        else:
            found = self.part.check(self.name, number, receipt)
            found = found._replace(findings=(*found.findings, *self._log.place(receipt)))
            self._log.wait_for(receipt)
        seen = [Finding(None, f"the house's log could not be had: {log}")] if isinstance(log, ClientError) else log
        found = found._replace(findings=(*found.findings, *seen))
        self.checked.append(found)
        return found

    def deliver(self, message: Message) -> None:
        """Put a message where it is read."""
        if len(self.unread) >= MOST_UNREAD:
            self.unread.clear()
            message = message._replace(events=(), at=0, is_whole=False)
        self.unread.append(message)

    # ---- speaking ------------------------------------------------------------------------------------------

    def outcome(self, asked: PendingRequest) -> Outcome | None:
        """The outcome of a command, if it is known; it is told once."""
        found = self._outcomes.pop(asked.request, None)
        if found is not None:
            self._put_off.pop(asked.request, None)
        return found

    def give_up(self, asked: PendingRequest) -> ClientError:
        """No answer came, for too long."""
        self.waiting.pop(asked.request, None)
        problem = self._put_off.pop(asked.request, None)
        if problem is not None and not problem.unsure:
            return refused_by(problem)
        return Unsure("no answer came: whether it was carried out, a look at the table shows")

    def simply(self, do: str, seat: int | None, args: Mapping[str, Any] | None = None) -> Plan:
        """A command that is one step."""
        outcome = yield self._ask(do, self._own(seat), args or {})
        return _carried_out(outcome)

    def decide(
        self, choice: str, discard: str | Sequence[str] | None, seat: int | None, amount: Cents | None = None
    ) -> Plan:
        """Answer when asked; where cards are put away, say which, and where the player says how much, how much."""
        args: dict[str, object] = {"choice": choice}
        if discard is not None:
            args["discard"] = discard if isinstance(discard, str) or len(discard) > 1 else discard[0]
        if amount is not None:
            args["amount"] = amount
        return self.simply("decide", seat, args)

    def sit(self, chips: Cents, seat: int | None, seats: int) -> Plan:
        """Take a seat, that one or the first that is free; one's part in the shuffles is promised with it."""
        while True:
            promise = self.part.promise(self._seen)
            taken = {each["seat"] for each in self._seen.view["seats"]}
            free = [each for each in range(1, seats + 1) if each not in taken]
            if seat is None and not free:
                raise refused("no seat is free here", "another table, or a seat when somebody leaves", "seat")
            chosen = free[0] if seat is None else seat
            outcome = yield self._ask("sit", chosen, {"chips": chips, **promise})
            gone = self._seen.seat(chosen) is not None and chosen not in self._seen.yours
            if isinstance(outcome, Refused) and seat is None and gone:
                continue  # somebody was faster
            return _carried_out(outcome)

    def bet(self, wagers: Mapping[str, Cents], seat: int | None, *, ready: bool) -> Plan:
        """Set down the wagers of the round, and be ready if that is asked, for the cards that were shown."""
        args = {"wagers": dict(wagers), **({"ready": True} if ready else {})}
        answer = yield from self._for_now("bet", self._own(seat), args)
        return (yield from self._with_number(answer))

    def ready(self, seat: int | None) -> Plan:
        """Be ready for the cards that were shown."""
        answer = yield from self._for_now("ready", self._own(seat), {})
        return (yield from self._with_number(answer))

    def _with_number(self, answer: Answer) -> Plan:
        """The answer once one's number is given too, where the bets have closed with one's own."""
        asked, self._number = self._number, None
        if asked is None:
            return answer
        outcome = yield asked
        if isinstance(outcome, Refused):
            if self.part.alarm:
                raise outcome
            return answer  # another program of the same person was faster, or the table has gone on
        return outcome

    def _for_now(self, do: str, number: int, args: Mapping[str, Any]) -> Plan:
        """A command with one's promise, for the table exactly as it was shown; if it has moved on, for that."""
        for _ in range(MOST_TRIES):
            seen = self._seen
            outcome = yield self._ask(do, number, {**args, **self.part.promise(seen)}, seen.seq)
            if not (isinstance(outcome, Refused) and outcome.moved_on):
                return _carried_out(outcome)
        raise refused("the table moves on faster than it can be answered", "the same again", "expects")

    @property
    def _seen(self) -> Message:
        assert self.last is not None  # noqa: S101 - nobody speaks before the table was shown
        return self.last

    def _own(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        yours = self._seen.yours
        if len(yours) != 1:
            why = "you have no seat here" if not yours else f"you have seats {', '.join(map(str, yours))}"
            raise refused(why, "a seat taken first" if not yours else "one of them named", "seat")
        return yours[0]

    def _ask(self, do: str, seat: int, args: Mapping[str, Any], expects: int | None = None) -> PendingRequest:
        request = secrets.token_urlsafe(_ID_BYTES)
        body = CommandMessage(request, do, seat, dict(args), expects)
        asked = self.waiting[request] = PendingRequest(request, msgspec.json.encode(body).decode(), "number" in args)
        return asked


def _carried_out(outcome: Outcome) -> Answer:
    if isinstance(outcome, Refused):
        raise outcome
    return outcome


class WatchedTable:
    """A table that is watched, as both clients show it."""

    def __init__(self, talk: TableProtocol) -> None:
        self._talk = talk

    @property
    def name(self) -> str:
        """The name of the table."""
        return self._talk.name

    @property
    def message(self) -> Message:
        """The last that was heard, be it read or not."""
        assert self._talk.last is not None  # noqa: S101 - there is no table before it was shown
        return self._talk.last

    @property
    def view(self) -> View:
        """The table as it stands."""
        return self.message.view

    @property
    def alarm(self) -> str:
        """The contradiction in what the house has shown here, in words; empty if there is none."""
        return self._talk.part.alarm
