"""`croupier worth`: the theoretical win of a table by the hour, the shift, the day and the month."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, zip_longest
from typing import TYPE_CHECKING

from croupier.cli.rulebook.options import chosen, read_submission
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.cli.terminal.progress import watched
from croupier.games.terms import Terms
from croupier.money import MoneyError
from croupier.rulebook import Submission

if TYPE_CHECKING:
    from croupier.analysis.model.solution import Say
    from croupier.analysis.results.account import Account
    from croupier.analysis.strategies import Strategy
    from croupier.analysis.theoretical_win import Plan, Stake, Win, Worth
    from croupier.simulation import Seat
    from croupier.simulation.seat_covariance import SeatCovariance

SHIFT, MONTH = 8, 30  # hours, days
ROUNDS_OF_BUY_IN = 20  # default buy-in of a player: the first wagers of so many rounds


@dataclass(frozen=True, slots=True)
class WorthOptions:
    """Options of `croupier worth`, as they were typed."""

    seats: int
    pace: int
    stakes: tuple[str, ...]
    strategy: str | None
    open_hours: int
    buy_in: str | None
    stay: int  # minutes
    against: str | None


@dataclass(frozen=True, slots=True)
class WorthFigures:
    """Theoretical win of a table, and of the same table with perfect players."""

    submission: Submission
    plan: Plan
    worth: Worth
    perfect: Worth | None
    covariances: Mapping[tuple[str, str], Fraction | SeatCovariance]  # of two wagers of one hand: counted, or dealt
    of_seats: SeatCovariance | None  # None where one player plays alone


def show_worth(name: str | None, sets: list[str], file: str | None, asked: WorthOptions, *, as_json: bool) -> None:
    """Print the theoretical win of one submission, or of two side by side."""
    submissions = [chosen(name, sets, file)]
    if asked.against is not None:
        submissions.insert(0, read_submission(asked.against))
    hours = (1, SHIFT, asked.open_hours, asked.open_hours * MONTH)
    found = [_found(each, asked, hours) for each in submissions]
    if as_json:
        show.as_json({"tables": [_data(each) for each in found], "model": _model(found[-1], asked)})
        return
    _show(found, asked)


def _found(submission: Submission, asked: WorthOptions, hours: tuple[int, ...]) -> WorthFigures:
    from croupier.analysis import AnalysisError, Question, analyse
    from croupier.analysis.strategies import StrategyError, cost
    from croupier.analysis.theoretical_win import worth
    from croupier.cli.analysis.strategy import named
    from croupier.simulation import SimulationError
    from croupier.simulation.seat_covariance import covariance_of_seats

    terms = Terms(submission)
    stakes = _stakes(terms, asked)
    with watched() as say, bad_input(AnalysisError, StrategyError, SimulationError, RecursionError):
        looks = set(terms.on_all_hands) & set(stakes)
        hands = asked.seats + 1 if looks else None
        analysis = analyse(Question(submission, hands), say)
        accounts = dict(analysis.wagers)
        plan = _plan(terms, asked, stakes, accounts)
        counted = {pair: analysis.covariance(*pair) for pair in combinations(stakes, 2)}
        strategy = None if asked.strategy is None else named(submission, asked.strategy, "--strategy")
        played = accounts
        if strategy is not None:
            by = cost(strategy, submission, accounts["base"].ev, say=say)
            counted |= {("base", side): by.covariance(accounts[side]) for side in stakes if side != "base"}
            played = accounts | {"base": by.account}
        seat = _seat(terms, plan.stakes, strategy)
        of_seats = covariance_of_seats(submission, seat, say, seats=plan.seats) if plan.seats > 1 else None
        both = _of_wagers(submission, plan, strategy, counted, say)
    values = {pair: each if isinstance(each, Fraction) else each.value for pair, each in both.items()}
    beside = of_seats.value if of_seats is not None else 0.0
    perfect = None if strategy is None else worth(accounts, plan, hours, values, beside)
    return WorthFigures(submission, plan, worth(played, plan, hours, values, beside), perfect, both, of_seats)


def _of_wagers(
    submission: Submission,
    plan: Plan,
    strategy: Strategy | None,
    counted: Mapping[tuple[str, str], Fraction | None],
    say: Say,
) -> dict[tuple[str, str], Fraction | SeatCovariance]:
    """The covariances of the wagers of one hand; what no count of deals tells is simulated."""
    from croupier.simulation.seat_covariance import covariance_of_wagers

    found: dict[tuple[str, str], Fraction | SeatCovariance] = {}
    for pair, exact in counted.items():
        if exact is None:
            made = {name: plan.stakes[name]._replace(share=Fraction(1)) for name in {"base", *pair}}
            seat = _seat(Terms(submission), made, strategy)
            found[pair] = covariance_of_wagers(submission, seat, plan.seats, pair, say)
        else:
            found[pair] = exact
    return found


def _seat(terms: Terms, made: Mapping[str, Stake], strategy: Strategy | None) -> Seat:
    """A player with these stakes as a seat of a simulation."""
    from croupier.simulation import Seat

    first = terms.required[0].name
    stakes = {
        first if name == "base" else name: terms.money(amount) + ("" if share == 1 else f"@{float(share * 100):.6f}%")
        for name, (amount, share) in made.items()
    }
    return Seat(strategy or "best", stakes)


# ---- reading the options -------------------------------------------------------------------------------


def _stakes(terms: Terms, asked: WorthOptions) -> dict[str, Stake]:
    """Parse stakes such as `ante=15` and `trips=5@60%`; the base game is named by its first required wager."""
    from croupier.analysis.theoretical_win import Stake

    first = terms.required[0].name
    stakes = {"base": Stake(terms.bounds[first][0])}
    given: set[str] = set()
    for typed in asked.stakes:
        named, equals, amount = typed.partition("=")
        wager, (money, at, share) = named.strip().casefold(), amount.partition("@")
        known = [first, *(name for name, each in terms.wagers.items() if each.side)]
        if not equals or wager not in known:
            raise InputError(f"--stake {typed}: accepted: WAGER=AMOUNT, or WAGER=AMOUNT@60%, of {', '.join(known)}")
        try:
            stake = Stake(terms.cents(money), _share(share) if at else Fraction(1))
        except ValueError as error:
            raise InputError(f"--stake {typed}: {error}", f"{wager}=5@60%") from error
        place = "base" if wager == first else wager
        if place in given:
            raise InputError(f"--stake {typed}: {wager} has a stake already", "one for each wager")
        given.add(place)
        low, high = terms.bounds[wager]
        if not low <= stake.amount <= high:
            raise InputError(f"--stake {typed}: accepted: from {terms.money(low)} to {terms.money(high)}")
        stakes[place] = stake
    if stakes["base"].share != 1:
        raise InputError(f"--stake {first} is put up by every player", "no share for it")
    return stakes


def _share(text: str) -> Fraction:
    number = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?)%?", text.strip(), re.ASCII)
    share = Fraction(number[1]) / 100 if number else Fraction(0)
    if not 0 < share <= 1:
        raise ValueError(f"{text!r} is no share of players")
    return share


def _plan(terms: Terms, asked: WorthOptions, stakes: dict[str, Stake], accounts: dict[str, Account]) -> Plan:
    from croupier.analysis.theoretical_win import Plan

    missing = [name for name in stakes if name not in accounts]
    if missing:
        raise InputError(f"{', '.join(missing)} cannot be analysed here", ", ".join(accounts))
    most = int(str(terms["seats"]))
    if not 1 <= asked.seats <= most:
        raise InputError(f"--seats {asked.seats}: this table takes from 1 to {most} players")
    try:
        buy_in = terms.cents(asked.buy_in) if asked.buy_in else ROUNDS_OF_BUY_IN * _first(terms, stakes)
    except MoneyError as error:
        raise InputError(f"--buy-in: {error.why}", error.accepted) from error
    if not buy_in:
        raise InputError("--buy-in: a player needs chips", f"an amount above {terms.money(0)}")
    return Plan(asked.seats, asked.pace, stakes, buy_in, Fraction(asked.stay, 60))


def _first(terms: Terms, stakes: dict[str, Stake]) -> int:
    """A player's stake before the deal: the base stake on every required wager, and the side wagers."""
    sides = sum(stake.amount for name, stake in stakes.items() if name != "base")
    return len(terms.required) * stakes["base"].amount + sides


# ---- printing ------------------------------------------------------------------------------------------


def _model(found: WorthFigures, asked: WorthOptions) -> str:
    plan, money = found.plan, found.submission.rulebook.money
    return (
        f"{_stakes_in_words(found)}, {f'played by {asked.strategy}' if asked.strategy else 'played perfectly'}. "
        f"{plan.seats} player{'s' * (plan.seats != 1)}, {plan.pace} rounds an hour, {asked.open_hours} hours a "
        f"day, {MONTH} days a month. Each "
        f"player buys in for {money(plan.buy_in)} and stays {asked.stay} minutes with it. {_together(found)} "
        "An interval holds 95 of a hundred such times, by the normal distribution."
    )


def _together(found: WorthFigures) -> str:
    """A sentence on the wagers that go together, and on those taken as independent."""
    titles = {"base": "the base game"} | {name: each.title for name, each in Terms(found.submission).wagers.items()}
    pairs = found.covariances.items()
    dealt = [f"{titles[one]} and {titles[two]}" for (one, two), both in pairs if not isinstance(both, Fraction)]
    counted = "Wagers of one hand go together as they are dealt. " if len(pairs) > len(dealt) else ""
    taken = f"How {', '.join(dealt)} go together is from rounds that were simulated. " if dealt else ""
    said = f"{counted}{taken}{_of_seats(found.of_seats)}"
    return said[:1].upper() + said[1:]


def _of_seats(of_seats: SeatCovariance | None) -> str:
    """A sentence on the hands of different players."""
    if of_seats is None:
        return "One player plays alone."
    if of_seats.error is None:
        return "The hands of different players go together as they are dealt."
    return "How the hands of different players go together is from rounds that were simulated."


def _stakes_in_words(found: WorthFigures) -> str:
    """The stakes of a round in words: `Ante $15, Blind $15, and by 60% of the players Trips $5`."""
    terms, stakes = Terms(found.submission), found.plan.stakes
    said = [f"{wager.title} {terms.money(stakes['base'].amount)}" for wager in terms.required]
    for name, (amount, share) in stakes.items():
        if name != "base":
            by = "" if share == 1 else f"and by {float(share * 100):.6g}% of the players "
            said.append(f"{by}{terms.wagers[name].title} {terms.money(amount)}")
    return ", ".join(said)


def _show(found: list[WorthFigures], asked: WorthOptions) -> None:
    book = found[-1].submission.rulebook
    sign = book.currency.sign
    books = dict.fromkeys(f"{each.submission.rulebook.title} ({each.submission.rulebook.id})" for each in found)
    show.line(", then ".join(books), "bold")
    show.line(_model(found[-1], asked))
    names = ["before", "now"] if len(found) > 1 else ["the house wins"]
    show.line()
    periods = ("an hour", f"a shift of {SHIFT} hours", f"a day of {asked.open_hours} hours", f"a month of {MONTH} days")
    rows = [
        (period, *(_interval(each.worth.wins[place], sign) for each in found)) for place, period in enumerate(periods)
    ]
    rows.append(("hold of the drop", *(f"{each.worth.hold:.2%}" for each in found)))
    show.rows(rows, ["", *names])
    show.heading("By wager, an hour")
    wagers = dict.fromkeys(name for each in found for name in each.worth.by_wager)
    titles = {"base": "Base game"} | {name: wager.title for name, wager in book.wagers.items()}
    show.rows(
        [(titles[name], *(_money(each.worth.by_wager.get(name, 0.0), sign) for each in found)) for name in wagers],
        ["", *names],
    )
    for each, called in zip_longest(found, names):
        if each.perfect is not None:
            more = each.worth.wins[0].mean - each.perfect.wins[0].mean
            when = f", {called}," if len(found) > 1 else ""
            show.line(f"Playing by {asked.strategy} instead of perfectly{when} adds {_money(more, sign)} an hour.")


def _interval(win: Win, sign: str) -> str:
    return f"{_money(win.mean, sign)} ({_money(win.low, sign)} to {_money(win.high, sign)})"


def _money(amount: float, sign: str) -> str:
    return f"{'-' if amount < 0 else ''}{sign}{abs(amount) / 100:,.2f}"


def _data(found: WorthFigures) -> dict[str, object]:
    periods = ("hour", "shift", "day", "month")
    said: dict[str, object] = {
        "rulebook": found.submission.rulebook.id,
        "currency": found.submission.rulebook.currency.code,
        "options": found.submission.options(),
        "wins_cents": {name: win._asdict() for name, win in zip(periods, found.worth.wins, strict=True)},
        "by_wager_cents_an_hour": dict(found.worth.by_wager),
        "hold": found.worth.hold,
        "covariances": {
            f"{a}, {b}": str(both) if isinstance(both, Fraction) else both._asdict()
            for (a, b), both in found.covariances.items()
        },
        "covariance_of_seats": None if found.of_seats is None else found.of_seats._asdict(),
    }
    if found.perfect is not None:
        said["perfect_players_cents_an_hour"] = found.perfect.wins[0].mean
    return said
