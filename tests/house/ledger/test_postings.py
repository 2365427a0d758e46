"""The ledger beside the tables: after every command it says what the table's own state says, to the cent."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from support.default_house import NAMES
from support.table.pit import supplied
from support.table.walks import CASES, Case, closing, expected, propose

from croupier.games.lines import Line
from croupier.house.engine.shared_meters import SharedMeters
from croupier.house.ledger import accounts
from croupier.house.ledger.accounts import LedgerError
from croupier.house.ledger.invariants import Books
from croupier.house.ledger.postings import Posting, balances_of, postings
from croupier.rulebook import Refusal, load
from croupier.table.decide import Decision, step
from croupier.table.model.apply import apply
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.state import State

METER = "shared"
LONGEST = 64  # letters that the column for what a posting is about has
COMMANDS = 400_000  # over all tables, in `make prove-house`

every_case = pytest.mark.parametrize("case", CASES, ids=str)


class Banker:
    """Carries out commands at tables and keeps the ledger beside them."""

    def __init__(self) -> None:
        self.books = Books()
        self.states: dict[str, State] = {}
        self.trays: dict[str, int] = {}  # what each table has not won and not lost, but put into a meter
        self.kinds: set[str] = set()
        self.carried_out = self.moved = 0

    def open(self, stream: str, state: State) -> None:
        self.states[stream] = state
        self.trays[stream] = 0
        if state.fixed.progressive and accounts.meter(METER) not in self.books.balances:
            self.books.take((Posting("cage", -state.meter, "seed"), Posting("meter/shared", state.meter, "seed")))

    def send(self, stream: str, command: Command) -> Decision | None:
        """Carry out a command and compare the ledger with the table that it was given to."""
        before = self.states[stream]
        outcome = step(before, command)
        if isinstance(outcome, Refusal):
            return None
        self.carried_out += 1
        self.states[stream] = outcome.state
        self._take(stream, before, outcome)
        self.compare(stream)
        return outcome

    def _take(self, stream: str, before: State, outcome: Decision) -> None:
        legs = postings(stream, before, outcome.events, METER if before.fixed.progressive else "")
        assert legs == postings(stream, before, [Event(*each) for each in outcome.events], METER)
        self.moved += bool(legs)
        self.kinds |= {leg.what.partition(" ")[0] for leg in legs}
        assert all(len(leg.what) <= LONGEST for leg in legs)
        self._hear_news(before, outcome)
        self._go_to_the_cage(legs)
        self.books.take(legs)
        self.trays[stream] -= sum(leg.amount for leg in legs if leg.account == "meter/shared")

    def _hear_news(self, before: State, outcome: Decision) -> None:
        """At a table that is told of its meter and has no other beside it, the rest of the house is the cage."""
        stands = before.meter
        for kind, data in outcome.events:
            if kind == "meter":
                news = data["amount"] - stands - data["change"]
                stands = data["amount"]
                if news and len(self.states) == 1:
                    assert not data["change"]
                    self.books.take((Posting("cage", -news, "news"), Posting("meter/shared", news, "news")))

    def _go_to_the_cage(self, legs: tuple[Posting, ...]) -> None:
        """Who brings money to the table has it from the cage: exactly as much as it takes, so none can be spare."""
        for account in dict.fromkeys(leg.account for leg in legs if leg.account.startswith("wallet/")):
            lacks = -self.books.balances.get(account, 0) - sum(leg.amount for leg in legs if leg.account == account)
            if lacks > 0:
                self.books.take((Posting("cage", -lacks, "buy in"), Posting(account, lacks, "buy in")))

    def compare(self, stream: str) -> None:
        state, held = self.states[stream], self.books.balances
        meter = METER if state.fixed.progressive else ""
        own = balances_of(state, stream, tray=self.trays[stream], meter=meter)
        assert {account: held.get(account, 0) for account in own} == own
        assert sum(held.values()) == 0


def _by_somebody(command: Command) -> Command:
    """Who plays in a house has an id; where a walk names nobody, it is whoever has the seat."""
    nobody = command.who == "player" and type(command.by) is str and not command.by and type(command.seat) is int
    return command._replace(by=f"whoever-{command.seat}") if nobody else command


def walked(case: Case, seed: int, commands: int) -> Banker:
    """A walk at one table, to the end of its session."""
    banker, random = Banker(), Random(f"ledger {case} {seed}")  # noqa: S311 - a walk that can be repeated
    banker.open("walk", case.open())
    for number in range(commands):
        command = _by_somebody(propose(banker.states["walk"], random))
        try:
            banker.send("walk", command)
        except Exception as error:
            raise AssertionError(f"`pytest --seed {seed}`, at command {number}: {str(command)[:200]}") from error
    _close(banker, random)
    return banker


def _close(banker: Banker, random: Random) -> None:
    """Play out the round, and close: all chips go back to the wallets."""
    while banker.send("walk", closing(banker.states["walk"])) is None:
        banker.send("walk", _by_somebody(expected(banker.states["walk"], random)))
    held = banker.books.balances
    assert not any(amount for account, amount in held.items() if account.startswith(("seat/", "layout/")))


@pytest.mark.walk
@every_case
def test_the_ledger_is_the_table_after_every_command(case: Case, seed: int) -> None:
    banker = walked(case, seed, 400)
    assert banker.carried_out > 100
    assert banker.moved > 10


def test_what_is_walked_moves_money_in_every_way(seed: int) -> None:
    """The walks above reach what they are for."""
    kinds: set[str] = set()
    for case in CASES:
        kinds |= walked(case, seed, 400).kinds
    assert kinds >= {"sat", "left", "bought", "placed", "decided", "meter", "win", "lose", "push", "returned", "void"}


@pytest.mark.prove
@pytest.mark.walk
@every_case
def test_the_ledger_is_the_table_over_long_walks(
    case: Case, seed: int, record_property: Callable[[str, object], None]
) -> None:
    walks = COMMANDS // 500 // len(CASES) + 1
    bankers = [walked(case, each, 500) for each in range(seed, seed + walks)]
    moved = sum(each.moved for each in bankers)
    record_property("showed", f"{case}: {walks * 500:,} commands, {moved:,} transactions")


# ---- tables that share a meter -------------------------------------------------------------------------

WITH_METER = [case for case in CASES if "progressive" in case.options]


def _together(case: Case, seed: int, commands: int) -> tuple[Banker, SharedMeters]:
    """Two tables in turns, each with the meter as the other has left it."""
    banker, house = Banker(), SharedMeters()
    random = Random(f"shared {case} {seed}")  # noqa: S311 - a walk that can be repeated
    for name in ("one", "two"):
        state = case.open()
        house = house.open(name, state.terms.submission)
        banker.open(name, state)
    for _ in range(commands):
        name = random.choice(["one", "two"])
        command = supplied(house, name, _by_somebody(propose(banker.states[name], random)))
        decision = banker.send(name, command)
        if decision is not None:
            house = house.hear(name, command, decision.state)
            standing = house.meter(name)
            assert standing is not None
            assert banker.books.balances["meter/shared"] == standing.amount
    return banker, house


@pytest.mark.walk
@pytest.mark.parametrize("case", WITH_METER, ids=str)
def test_two_tables_feed_one_meter_and_the_ledger_has_it_once(case: Case, seed: int) -> None:
    banker, _ = _together(case, seed, 1500)
    assert "meter" in banker.kinds
    assert all(state.last is not None for state in banker.states.values())


# ---- what a posting is ---------------------------------------------------------------------------------


def _opened(name: str = "uth-ma") -> State:
    return next(case for case in CASES if case.rulebook == name).open()


def _folded(state: State, *events: Event) -> State:
    for event in events:
        state = apply(state, event)
    return state


SAT = Event("sat", {"seat": 2, "person": "p-1", "bankroll": 10_000})


def test_chips_come_from_the_wallet_and_go_back_to_it() -> None:
    state = _opened()
    assert postings("main-1", state, [SAT]) == (("wallet/p-1", -10_000, "sat"), ("seat/main-1/2", 10_000, "sat"))
    state = _folded(state, SAT)
    bought = Event("bought", {"seat": 2, "amount": 500})
    assert postings("main-1", state, [bought]) == (("wallet/p-1", -500, "bought"), ("seat/main-1/2", 500, "bought"))
    left = Event("left", {"seat": 2, "person": "p-1", "bankroll": 10_000})
    assert postings("main-1", state, [left]) == (("seat/main-1/2", -10_000, "left"), ("wallet/p-1", 10_000, "left"))


def test_who_sits_down_and_buys_at_once_buys_for_that_person() -> None:
    legs = postings("t", _opened(), [SAT, Event("bought", {"seat": 2, "amount": 500})])
    assert [leg.account for leg in legs] == ["wallet/p-1", "seat/t/2"] * 2


def test_wagers_that_are_said_anew_move_the_difference_alone() -> None:
    state = _folded(_opened(), SAT)
    first = Event("placed", {"seat": 2, "wagers": {"ante": 500, "blind": 500}})
    less = Event("placed", {"seat": 2, "wagers": {"ante": 300, "blind": 300}})
    assert postings("t", state, [first]) == (("seat/t/2", -1000, "placed"), ("layout/t/2", 1000, "placed"))
    # Twice in one command: the second goes by what the first has left.
    assert postings("t", state, [first, less])[2:] == (("seat/t/2", 400, "placed"), ("layout/t/2", -400, "placed"))
    assert postings("t", _folded(state, first), [first]) == ()
    # After a settlement in the same command: what was settled lies there no more.
    settled = Event("settled", {"seat": 2, "line": Line("ante", 500, "lose", -500, "", ())})
    legs = postings("t", _folded(state, first), [settled, less])
    assert legs[2:] == (("seat/t/2", -100, "placed"), ("layout/t/2", 100, "placed"))


@pytest.mark.parametrize(
    ("line", "legs"),
    [
        (Line("ante", 500, "win", 750, "", ()), [("layout", -500), ("seat", 1250), ("tray", -750)]),
        (Line("ante", 500, "lose", -500, "", ()), [("layout", -500), ("tray", 500)]),
        (Line("ante", 500, "push", 0, "", ()), [("layout", -500), ("seat", 500)]),
        (Line("ante", 500, "lose", -200, "", ()), [("layout", -500), ("seat", 300), ("tray", 200)]),
        (Line("ante", 0, "win", 900, "", ()), [("seat", 900), ("tray", -900)]),
        (Line("limit 11(e)", 0, "limit", -70, "", ()), [("seat", -70), ("tray", 70)]),
        (Line("ante", 0, "returned", 0, "", ()), []),
    ],
)
def test_a_settlement_is_between_layout_seat_and_tray(line: Line, legs: list[tuple[str, int]]) -> None:
    numbered = {"seat": "seat/t/3", "layout": "layout/t/3", "tray": "tray/t"}
    what = f"{line.result} {line.wager}"
    for told in (line, list(line)):  # as it was decided, and as a recording has it
        found = postings("t", _opened(), [Event("settled", {"seat": 3, "line": told})])
        assert found == tuple((numbered[account], amount, what) for account, amount in legs)


def test_news_of_a_meter_moves_nothing_and_a_change_needs_its_name() -> None:
    state = _opened()
    news = Event("meter", {"amount": 5, "change": 0, "version": 3, "resets": 0})
    assert postings("t", state, [news]) == ()
    grows = Event("meter", {"amount": 5, "change": 50})
    assert postings("t", state, [grows], "m") == (("tray/t", -50, "meter"), ("meter/m", 50, "meter"))
    falls = Event("meter", {"amount": 5, "change": -50})
    assert postings("t", state, [falls], "m") == (("tray/t", 50, "meter"), ("meter/m", -50, "meter"))
    with pytest.raises(LedgerError, match=r"'t' has changed a meter that has no name; accepted: its name in the house"):
        postings("t", state, [grows])


def test_what_moves_no_money_posts_nothing() -> None:
    events = [Event("closed", {"words": ""}), Event("decided", {"seat": 1, "wager": None, "amount": 0})]
    assert postings("t", _opened(), events) == ()


@pytest.mark.parametrize("name", NAMES)
def test_what_a_posting_is_about_fits_its_column(name: str) -> None:
    for wager in (*load(name).wagers, *(f"limit {limit.clause}" for limit in load(name).limits)):
        assert len(f"withdrawn {wager}") <= LONGEST
