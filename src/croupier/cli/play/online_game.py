"""Online game, `croupier play --server URL`: a seat at a table of a house, over the network.

A second thread prints events as they arrive, also while a prompt waits for the player; an answer refers to the table as
it was shown last.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from getpass import getpass
from time import monotonic

from croupier.cli.play.fairness import show_values
from croupier.cli.play.parser import matched
from croupier.cli.play.prompts import Prompts, Quit, SideAnswers, difference
from croupier.cli.play.round_summary import RoundProgress
from croupier.cli.play.screen import Drawing
from croupier.cli.play.statistics import Statistics
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.cli.terminal.output_files import Stream
from croupier.cli.terminal.streams import OutputError, ReaderGoneError
from croupier.client import Answer, Checked, Client, ClientError, Listed, Message, Refused, Table, Unsure
from croupier.games.catalogue import game_of
from croupier.money import CURRENCIES, EUR, USD, Cents, MoneyError
from croupier.schemas.common import TableNotice
from croupier.schemas.table import SeatView
from croupier.table.model.events import Event
from croupier.table.receipts.verify import BROKEN, OPEN

LEAVING = 30.0  # seconds to wait for the end of a round that the player has left
TURNING = 10.0  # seconds to wait for the seat when a new session begins
_OTHERS = frozenset({"sat", "placed", "bought", "notice", "device"})  # events of others that are printed too


@dataclass(frozen=True, slots=True)
class OnlineOptions:
    """Options of an online game, as they were typed."""

    server: str
    table: str | None = None
    login: str | None = None
    name: str | None = None
    bankroll: str | None = None
    rounds: int | None = None
    plain: bool = False
    number: str | None = None
    receipts: str | None = None


def play_at(visit: OnlineOptions) -> None:
    """Sign in, choose a table, sit down and play until the end."""
    if not sys.stdin.isatty() and not visit.plain:
        raise InputError("there is no terminal to play at", "--plain, which reads what is typed from a pipe")
    if visit.login is not None and visit.name is not None:
        raise InputError("--name is for a guest, and --login for a player who has signed up", "one of them")
    chips = _amount(visit)
    with bad_input(ClientError), ExitStack() as stack:
        client = stack.enter_context(Client(visit.server, number=visit.number, notice=_notice))
        receipts = stack.enter_context(Stream(visit.receipts)) if visit.receipts else None
        _come_in(client, visit)
        name = visit.table or _which(client.tables())
        before = client.wallet()
        table = stack.enter_context(client.watch(name))
        evening = OnlineGame(table, receipts, plain=visit.plain)
        evening.play(min(before, chips), visit.rounds)
        after = client.wallet()
        show.line()
        many = f"{evening.rounds} round{'s' * (evening.rounds != 1)}"
        if table.message.yours:
            show.line(f"{many}; your chips go to your wallet when the round is over.", "bold")
        else:
            currency = table.terms.rulebook.currency
            net = difference(after - before, currency)
            show.line(f"{many}; you have {currency.text(after)} in your wallet, {net}.", "bold")
    if visit.receipts:
        show.line(f"Receipts in {visit.receipts}: `croupier verify {visit.receipts}`.", "dim")


def _amount(visit: OnlineOptions) -> Cents:
    asked = visit.bankroll or "1,000"
    try:
        return (EUR if EUR.sign in asked else USD).cents(asked)
    except MoneyError as error:
        raise InputError(f"--bankroll: {error.why}", error.accepted) from error


def _notice(text: str) -> None:
    with suppress(OutputError, ReaderGoneError):  # the main thread meets the same error, and ends the game
        show.line(f"  {text}", "yellow")


def _come_in(client: Client, visit: OnlineOptions) -> None:
    if visit.login is None:
        me = client.come_in(visit.name or "")
        show.line(f"You come in as {me.name}, a guest, with {_wallet(client)} of play money.")
        return
    if not client.address.is_private:
        why = f"a password for {client.address.origin} could be read on the way"
        raise InputError(why, "an address with https, or a house on this machine")
    try:
        password = getpass("Password: ") if sys.stdin.isatty() else input("Password: ")
    except (EOFError, KeyboardInterrupt) as gone:
        raise InputError("no password was given") from gone
    me = client.sign_in(visit.login, password)
    show.line(f"You come in as {me.name}, with {_wallet(client)} in your wallet.")


def _wallet(client: Client) -> str:
    return CURRENCIES[client.me().currency].text(client.wallet())


def _which(tables: list[Listed]) -> str:
    """Ask for a table if none was named."""
    if not tables:
        raise InputError("no table is open there")
    for number, each in enumerate(tables, start=1):
        taken = f"{len(each.taken)} of {each.seats} seats taken"
        show.line(f"  {number}  {each.title}, {each.jurisdiction} ({each.table}): {taken}, dealt by {each.dealt_by}")
        _show_notices(each.notices)
    names = [each.table for each in tables]
    while True:
        try:
            name = matched(input("\nWhich table> ").strip(), names)
        except (EOFError, KeyboardInterrupt) as gone:
            raise InputError("no table was chosen") from gone
        if name is not None:
            return name
        show.line("  Answer with a number or a name of the list.")


def _show_notices(notices: Iterable[TableNotice]) -> None:
    for each in notices:
        show.line(f"  Notice: {each.says} ({each.clause})", "yellow")


class OnlineGame:
    """An online game from sitting down to leaving."""

    def __init__(self, table: Table, receipts: Stream | None, *, plain: bool) -> None:
        self._table, self._receipts, self._plain = table, receipts, plain
        self._begin()
        self._told = MessagePrinter(table, self._tell)
        self._notices: tuple[TableNotice, ...] = ()
        self._turned = 0.0  # when a session ended after which the seat is not there yet
        self.rounds = 0

    def _begin(self, seat: int = 0) -> None:
        """Set up for a new session, whose rules may differ from those before."""
        terms = self._table.terms
        game = game_of(terms.rulebook)
        self._drawing = Drawing(terms, game, seat, plain=self._plain)
        self._statistics = Statistics(terms)
        asides = SideAnswers(lambda: self._statistics.show(plain=self._plain), self._hint, self._show_proof)
        self._prompts = Prompts(terms, game, self._drawing, self._buy, asides)

    # ---- the game --------------------------------------------------------------------------------------

    def play(self, chips: Cents, rounds: int | None) -> None:
        """Sit down, play, and leave, even if the game is interrupted."""
        self._table.sit(chips)
        self._drawing.seat = self._table.message.yours[0]
        show.line(f"You have seat {self._drawing.seat} at {self._table.name}.")
        self._prompts.first_screen()
        self._told.start()
        try:
            while rounds is None or self.rounds < rounds:
                message = self._told.wait_for(self._concerns, TURNING)
                if self._concerns(message):
                    self._act(message)
        except (Quit, KeyboardInterrupt, EOFError):
            show.line()
        self._leave()

    def _concerns(self, message: Message) -> bool:
        """True if the player has something to do."""
        seat = message.seat(self._drawing.seat)
        if seat is None:
            return not self._turned or monotonic() - self._turned > TURNING
        if seat["away"] or message.asked:
            return True
        return message.view["phase"] == "betting" and (not seat["ready"] or _nobody_bets(message))

    def _act(self, message: Message) -> None:
        seat = message.seat(self._drawing.seat)
        if seat is None:
            show.line("  You have no seat here any more.")
            raise Quit
        if self._turned:
            self._turned = 0.0
            self._begin(self._drawing.seat)
            show.line("  A new session has begun here; you keep your seat and your chips.", "yellow")
        try:
            answer = self._answer(message, seat)
        except (Refused, Unsure) as error:
            show.line(f"  {error}")
            self._told.up_to(self._table.message.seq)
        else:
            self._told.up_to(answer.seq)

    def _answer(self, message: Message, seat: SeatView) -> Answer:
        if seat["away"]:
            self._prompts.ask("You sit out. Enter to come back", "  Enter to play again; quit ends the game.")
            return self._table.come_back()
        return self._decide(message, seat) if message.asked else self._bet(message)

    def _bet(self, message: Message) -> Answer:
        if _nobody_bets(message):
            show.line("  Nobody has a wager; bet, or quit.")
        wagers = self._prompts.wagers(self._bankroll)
        answer = self._table.bet(wagers)
        self._prompts.usual = wagers or self._prompts.usual
        return answer

    def _decide(self, message: Message, seat: SeatView) -> Answer:
        self._drawing.table(message.view)
        chosen = self._prompts.choose(self._prompts.offer(message.view["choices"], seat["cards"]), seat["cards"])
        away = [seat["cards"][place] for place in chosen.discard]
        return self._table.decide(chosen.choice, away or None, amount=chosen.amount)

    def _buy(self, amount: Cents) -> None:
        try:
            self._table.buy(amount)
        except (Refused, Unsure) as error:
            show.line(f"  {error}")
            return
        show.line(f"  You have {self._table.terms.money(self._bankroll())}.")

    def _show_proof(self) -> None:
        show_values(self._table.message.view, plain=self._plain)

    def _hint(self) -> None:
        """Print what the coach of the house says of each choice."""
        seat = self._table.message.asked
        if not seat:
            show.line("  A hint is about a choice, and you have none to make now.")
            return
        try:
            advice = self._table.advice(seat)
        except (Refused, Unsure) as error:
            show.line(f"  {error}")
            return
        show.line("  The coach, on average:", "dim")
        for each in advice.actions:
            show.line(f"  {each.dollars:>12}  {each.name}{'   best' * each.best}", "green" if each.best else None)

    def _bankroll(self) -> Cents:
        seat = self._table.message.seat(self._drawing.seat)
        return (seat["bankroll"] if seat else None) or 0

    def _leave(self) -> None:
        """Leave the table; a round with the player's wagers is played out first (ruling S10)."""
        message, number = self._table.message, self._drawing.seat
        seat = message.seat(number) if number in message.yours else None
        if seat is None:
            return
        if message.view["phase"] == "round" and seat["wagers"]:
            show.line("  You leave in the middle of a round; it is played out without you (ruling S10).", "yellow")
            show.line("  This may take a while. Ctrl-C leaves at once; your chips go to your wallet all the same.")
        try:
            self._table.leave()
            self._told.wait_for(lambda told: number not in told.yours, LEAVING)
        except KeyboardInterrupt:
            show.line()

    # ---- events ----------------------------------------------------------------------------------------

    def _tell(self, message: Message) -> None:
        """Print a message's notices, events and receipts; the prompt on the screen is printed again."""
        self.rounds += sum(event.kind == "over" for event in message.events)
        self._turned = monotonic() if any(event.kind == "ended" for event in message.events) else self._turned
        if message.notices != self._notices:
            self._notices = message.notices
            with self._prompts.interrupted():
                _show_notices(message.notices)
        for event in message.events:
            self._keep(event)
        events = [event for event in message.events if self._is_told(event)]
        if not events and not message.checked:
            return
        names = {seat["seat"]: seat["name"] for seat in message.view["seats"] if seat["name"]}
        with self._prompts.interrupted():
            for together in self._drawing.grouped(events):
                self._tell_events(together, names)
            for checked in message.checked:
                self._tell_receipt(checked)

    def _is_told(self, event: Event) -> bool:
        others = event.kind in _OTHERS and event.data.get("seat") != self._drawing.seat
        return others or event.kind == "notice" or self._drawing.tells(event)

    def _tell_events(self, together: list[Event], names: dict[int, str]) -> None:
        try:
            self._drawing.events(together, names)
            if together[-1].kind == "over":
                self._end(names)
        except (LookupError, TypeError, ValueError):  # an event of a house of another version
            show.line(f"  This program does not know an event of the house: {together[0].kind}.", "yellow")

    def _keep(self, event: Event) -> None:
        with suppress(LookupError, TypeError, ValueError):  # of another version; `_tell_event` says so
            self._drawing.ended.hear(event)

    def _end(self, names: dict[int, str]) -> None:
        """Print the hands and the results of a round that is over."""
        drawing = self._drawing
        lines = drawing.ended.of(drawing.seat)
        self._statistics.add(lines)
        self._prompts.settled = lines or self._prompts.settled
        if drawing.ended.lines:
            drawing.final()
            drawing.results(names)
        drawing.ended = RoundProgress()

    def _tell_receipt(self, checked: Checked) -> None:
        if self._receipts is not None and checked.receipt is not None:
            self._receipts.write(json.dumps(checked.kept).encode() + b"\n")
        held = [each.holds for each in checked.findings]
        left = held.count(None)
        counted = f"{held.count(True)} points hold, {left} {'is' if left == 1 else 'are'} open"
        if checked.state == BROKEN:
            show.line(f"  THE RECEIPT OF ROUND {checked.round} DOES NOT HOLD: {counted}, and these do not:", "bold red")
        elif checked.state == OPEN:
            show.line(f"  The receipt of round {checked.round} is not checked: {counted}; these are missing:", "yellow")
        else:
            show.line(f"  The receipt of round {checked.round} is checked: {counted}.", "dim")
        for each in checked.findings:
            if each.holds is False if checked.state == BROKEN else each.holds is None and not each.beyond:
                show.line(f"    {each.says}")


def _nobody_bets(message: Message) -> bool:
    """True if all players are ready and none has a wager, so that no round can start."""
    here = [seat for seat in message.view["seats"] if not seat["away"]]
    return all(seat["ready"] and not seat["wagers"] for seat in here)


class MessagePrinter(threading.Thread):
    """Thread that prints messages as they arrive; the player's thread waits here for the last one printed."""

    def __init__(self, table: Table, tell: Callable[[Message], None]) -> None:
        super().__init__(name="croupier told", daemon=True)
        self._table, self._tell = table, tell
        self._changed = threading.Condition()
        self._last: Message | None = None
        self._failed: BaseException | None = None

    def run(self) -> None:
        """Print messages until the connection ends; an exception is passed to the thread that waits."""
        try:
            for message in self._table:
                self._tell(message)
                self._now(message, None)
        except BaseException as error:  # noqa: BLE001 - it is raised where the player waits
            self._now(self._last, error)

    def _now(self, message: Message | None, failed: BaseException | None) -> None:
        with self._changed:
            self._last, self._failed = message, failed
            self._changed.notify_all()

    def wait_for(self, wanted: Callable[[Message], bool], timeout: float | None = None) -> Message:
        """Wait until the last printed message is as wanted, or the time is up; return it."""
        with self._changed:
            self._changed.wait_for(lambda: self._failed or (self._last is not None and wanted(self._last)), timeout)
            if self._failed is not None:
                raise self._failed
            return self._last or self._table.message

    def up_to(self, seq: int) -> None:
        """Wait until all messages up to a sequence number are printed."""
        self.wait_for(lambda message: message.seq >= seq)
