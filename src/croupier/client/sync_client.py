"""A client that waits: over httpx, and over sockets that are read in a thread of their own."""

from __future__ import annotations

import ssl as tls
import threading
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Self, TypeVar

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from croupier.client import connection
from croupier.client.answers import Answer, Checked, Listed, Message
from croupier.client.calls import call as http_call
from croupier.client.calls.analyses import Coached
from croupier.client.calls.call import PATIENCE, Address, Call, pauses
from croupier.client.connection import Link, Notice, RetryWindow, unheard
from croupier.client.errors import ClientError
from croupier.client.evidence import Evidence
from croupier.client.house_log import HouseLog
from croupier.client.methods import BlockingCaller, HouseMethods
from croupier.client.played_rounds import PlayedTable
from croupier.client.shuffle_part import ShufflePart
from croupier.client.table_protocol import Outcome, PendingRequest, Plan, TableProtocol, WatchedTable
from croupier.games.terms import Terms
from croupier.money import Cents

T = TypeVar("T")


class Client(HouseMethods, BlockingCaller):
    """A person at a house: a guest or a person by cookie, or a program by its token.

    `patience` is how long a house that is lost is looked for, and an answer waited for, in seconds; `notice` hears of
    lost connections, and of a house that contradicts itself; `number` is a text that is mixed into the numbers for the
    shuffles; `evidence` is where the commitments that the house shows are kept, which else is a file of this machine.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str = "",
        number: str | None = None,
        patience: float = PATIENCE,
        notice: Notice = unheard,
        ssl: tls.SSLContext | None = None,
        evidence: Evidence | None = None,
    ) -> None:
        self.address, self.token, self.patience, self.notice, self.ssl = Address(url), token, patience, notice, ssl
        self._number = number
        self.evidence = connection.evidence(self.address, notice) if evidence is None else evidence
        self.log = HouseLog(self.evidence)
        self._parts: dict[str, ShufflePart] = {}
        self._reached = False
        self._watched: list[Table] = []
        headers = {"user-agent": connection.AGENT}
        self._http = httpx.Client(verify=ssl or True, headers=headers, timeout=connection.TIMEOUT)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections; no table is watched any longer."""
        for each in self._watched:
            each.close()
        self._http.close()

    # ---- who one is ----------------------------------------------------------------------------------------

    def come_in_as_program(self, name: str = "") -> str:
        """Come in as a program, with play money; its token, by which it can come back."""
        self.token = self.call(http_call.come_in_as_program(name)).token
        return self.token

    def wallet(self) -> Cents:
        """One's own money outside the tables."""
        return self.call(http_call.wallet()).amount

    # ---- tables --------------------------------------------------------------------------------------------

    def tables(self) -> list[Listed]:
        """The tables that are open."""
        pages = http_call.tables()
        asked = next(pages)
        while True:
            try:
                asked = pages.send(self.call(asked))
            except StopIteration as done:
                found: list[Listed] = done.value
                return found

    def terms(self, table: str) -> Terms:
        """The terms that a table is played by."""
        return http_call.terms_of(self.call(http_call.submission(table)))

    def watch(self, table: str) -> Table:
        """Watch a table, and play there."""
        watched = Table(self, table, self._parts.setdefault(table, ShufflePart(self._number, self.evidence)))
        self._watched = [*(each for each in self._watched if not each.is_closed), watched]
        return watched

    def table(self, name: str) -> PlayedTable:
        """Play at a table round by round: `for played in client.table("uth-ma").rounds(100)`."""
        return PlayedTable(self, name)

    # ---- over HTTP -----------------------------------------------------------------------------------------

    def call(self, asked: Call[T], patience: float | None = None) -> T:
        """Send a request, again if that can do no harm, and read its answer."""
        trying = RetryWindow(self.patience if patience is None else patience)
        for pause in pauses():
            try:
                answer = self._http.request(
                    asked.method,
                    self.address.api + asked.path,
                    json=asked.body,
                    headers=connection.request_headers(self.address, self.token),
                )
            except httpx.RequestError as error:
                again = self._reached and connection.sent_again(asked, error)
                if not (again and trying.may_wait(pause)):
                    raise connection.unanswered(asked, self.address, error) from error
            else:
                self._reached = True
                if not (connection.is_put_off(asked, answer.status_code) and trying.may_wait(pause)):
                    return asked.answer(answer.status_code, answer.content)
            time.sleep(pause)
        raise AssertionError  # pauses do not end

    def cookies(self) -> dict[str, str]:
        """The cookies that a socket shows at the door."""
        return connection.cookies(self._http.cookies)


class Table(WatchedTable):
    """A table that is watched: what happens comes by iterating, from any thread; commands wait for their answers.

    A lost connection is opened again, and what was not answered is sent again under its own id, so that it is carried
    out once. Who does not read what happens is shown the table as it stands, in the end.
    """

    def __init__(self, client: Client, name: str, part: ShufflePart) -> None:
        super().__init__(TableProtocol(name, part, client.log))
        self._client = client
        self._changed = threading.Condition()
        self._socket: ClientConnection | None = None
        self._closing = threading.Event()
        self._ended: ClientError | None = None
        self._terms: tuple[int, Terms] | None = None  # with how many sessions had begun
        self._thread = threading.Thread(target=self._run, name=f"croupier {name}", daemon=True)
        self._thread.start()
        with self._changed:
            self._changed.wait_for(lambda: self._talk.last is not None or self._ended is not None)
            if self._ended is not None:
                raise self._ended

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Watch no longer."""
        with self._changed:
            self._closing.set()
            socket = self._socket
            self._changed.notify_all()
        if socket is not None:
            socket.close()
        self._thread.join()

    @property
    def is_closed(self) -> bool:
        """True once it is watched no longer."""
        return self._closing.is_set()

    # ---- looking -------------------------------------------------------------------------------------------

    @property
    def checked(self) -> list[Checked]:
        """The receipts of one's rounds, the last of them last, and what they showed."""
        with self._changed:
            return list(self._talk.checked)

    @property
    def terms(self) -> Terms:
        """The terms that it is played by."""
        sessions = self._talk.sessions
        if self._terms is None or self._terms[0] != sessions:
            self._terms = sessions, self._client.terms(self.name)
        return self._terms[1]

    def __iter__(self) -> Iterator[Message]:
        """The messages of the table until it is watched no longer: first the table as it stands."""
        while (message := self.next()) is not None:
            yield message

    def next(self, timeout: float | None = None) -> Message | None:
        """The next message; None if none comes in time, or the table is watched no longer.

        A table that is closed, and a house that is lost for good, are raised.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._talk.unread or self._closing.is_set() or self._ended, timeout)
            if self._talk.unread:
                return self._talk.unread.popleft()
            if self._ended is not None and not self._closing.is_set():
                raise self._ended
            return None

    # ---- playing -------------------------------------------------------------------------------------------

    def sit(self, chips: Cents, seat: int | None = None) -> Answer:
        """Take a seat with chips from the wallet: that one, or the first that is free."""
        return self._carry_out(self._talk.sit(chips, seat, int(str(self.terms["seats"]))))

    def bet(self, wagers: Mapping[str, Cents], seat: int | None = None, *, ready: bool = True) -> Answer:
        """Set down the wagers of the round, all of them; none takes them back."""
        return self._carry_out(self._talk.bet(wagers, seat, ready=ready))

    def ready(self, seat: int | None = None) -> Answer:
        """Say that one has finished betting."""
        return self._carry_out(self._talk.ready(seat))

    def decide(
        self,
        choice: str,
        discard: str | Sequence[str] | None = None,
        seat: int | None = None,
        amount: Cents | None = None,
    ) -> Answer:
        """Answer when asked: with the cards that are put away, and how much, where the choice takes them."""
        return self._carry_out(self._talk.decide(choice, discard, seat, amount))

    def advice(self, seat: int) -> Coached:
        """The exact value of each choice of one's own seat, when it is asked; a coach that gets ready is waited for."""
        while True:
            found = self._client.coach(self.name, seat)
            if found.is_ready:
                return found
            time.sleep(max(found.seconds, 1))

    def buy(self, amount: Cents, seat: int | None = None) -> Answer:
        """Buy chips from the wallet."""
        return self._carry_out(self._talk.simply("buy", seat, {"amount": amount}))

    def sit_out(self, seat: int | None = None) -> Answer:
        """Play no round until coming back; the place is kept."""
        return self._carry_out(self._talk.simply("sit out", seat))

    def come_back(self, seat: int | None = None) -> Answer:
        """Play again."""
        return self._carry_out(self._talk.simply("come back", seat))

    def leave(self, seat: int | None = None) -> Answer:
        """Take the money and go; who has cards is waited for, and plays no more."""
        return self._carry_out(self._talk.simply("leave", seat))

    def _carry_out(self, plan: Plan) -> Answer:
        with self._changed:
            if self._ended is not None:
                raise self._ended
            asked = next(plan)
        while True:
            outcome = self._answer(asked)
            try:
                with self._changed:
                    asked = plan.send(outcome)
            except StopIteration as done:
                answer: Answer = done.value
                return answer

    def _answer(self, asked: PendingRequest) -> Outcome:
        """Send a command, and again under the same id, until it is answered."""
        trying = RetryWindow(self._client.patience)
        for again, pause in enumerate(pauses(connection.AGAIN)):
            if again or not asked.gives:  # a number was sent when the table asked for it
                self._send(asked)
            with self._changed:
                self._changed.wait_for(lambda: asked.request not in self._talk.waiting or self._ended, pause)
                outcome = self._talk.outcome(asked)
                if outcome is not None:
                    return outcome
                if self._ended is not None or not trying.may_wait(0):
                    raise self._talk.give_up(asked) from self._ended
        raise AssertionError  # pauses do not end

    def _send(self, asked: PendingRequest) -> None:
        socket = self._socket
        if socket is not None:
            with suppress(WebSocketException, OSError):  # who reads it finds it lost, and sends it again
                socket.send(asked.text)

    # ---- the thread that reads -----------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._follow()
        except ClientError as error:
            with self._changed:
                self._ended = error
        finally:
            with self._changed:
                self._socket = None
                if self._ended is None and not self._closing.is_set():
                    self._ended = connection.failed(self.name)
                self._changed.notify_all()

    def _follow(self) -> None:
        """Read, and open the socket again where it is lost, until it is closed for good."""
        client = self._client
        link = Link(client.address, client.patience, client.notice)
        while not self._closing.is_set():
            try:
                path, cookies = self._talk.path, client.cookies()
                door = connection.door(client.address, path, client.token, cookies, client.ssl)
                with connect(**door) as socket:
                    self._read(socket, link)
            except (OSError, WebSocketException) as error:
                if self._closing.is_set():
                    return
                pause = link.down(error)
                with self._changed:
                    self._socket = None
                    self._changed.wait_for(self._closing.is_set, pause)

    def _read(self, socket: ClientConnection, link: Link) -> None:
        link.up()
        with self._changed:
            self._socket = socket
            again = list(self._talk.waiting.values())
        for asked in again:
            self._send(asked)
        while not self._closing.is_set():
            self._heard(socket.recv())

    def _heard(self, text: str | bytes) -> None:
        with self._changed:
            before = self._talk.last
            message = self._talk.hear(text)
            alarm = self._talk.new_alarm()
            number = None if message is None else self._talk.number_due(message)
            ended = [] if message is None else list(self._talk.ended(before, message))
        if number is not None:
            self._send(number)
        if alarm:
            self._client.notice(f"ALARM: {alarm}.")
        found = [(number, self._asked(self._talk.receipt(number))) for number in ended]  # before anybody can play on
        log = self._asked(self._talk.look()) if message is not None and ended else []
        with self._changed:
            if message is not None:
                checked = tuple(self._talk.check(*each, log if at == 0 else []) for at, each in enumerate(found))
                self._talk.deliver(message._replace(checked=checked))
            self._changed.notify_all()

    def _asked(self, plan: Generator[Call[Any], Any, Any]) -> Any:  # noqa: ANN401 - whatever the house gives
        """Carry out requests one after the other; an error is given back."""
        try:
            asked = next(plan)
            while True:
                asked = plan.send(self._client.call(asked, connection.FOR_A_RECEIPT))
        except ClientError as error:
            return error
        except StopIteration as done:
            return done.value
