"""Seats of a simulated table: how each is played, its stakes, and what its player sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from croupier.analysis.analyst import opening_of
from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.paths import ends
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action
from croupier.analysis.strategies import Strategy
from croupier.games.game import Game
from croupier.games.terms import Terms
from croupier.money import Cents, MoneyError
from croupier.rulebook.progressive import Progressive
from croupier.simulation.errors import SimulationError

BEST, CHEAP = "best", "cheap"
OWN_CARDS, ALL_CARDS = "own", "all"  # that a seat sees
ALL = 1 << 32  # a share of all rounds, as draws have it
MOST_SHARED = 6  # wagers of a seat that are made in a share of rounds
MILLION = 10**6

Decides: TypeAlias = "Callable[[InfoState], Action | str]"  # a function of the player's knowledge
_WORDS = ("strategy", "sees", "bankroll", "win", "rebate")
_BREAK = re.compile(r"[,\s]+(?=[^\s,=]+=)")
_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,6})?)\s?%", re.ASCII)
_ACCEPTED = "such as strategy=best, ante=10, trips=5@60%, sees=all, bankroll=400, win=200, rebate=10%@500"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: its strategy, its stakes (`{"ante": "$10", "trips": "$5@60%"}`), and what its player sees."""

    strategy: str | Strategy | Decides = BEST
    stakes: Mapping[str, str] = field(default_factory=dict)
    sees: Literal["own", "all"] = "own"
    bankroll: str | None = None  # of a guest, who leaves when it may not be enough for a round, and another comes
    win: str | None = None  # with which a guest leaves
    rebate: str | None = None  # such as "10%@$500": of a visit's loss, from such a loss on

    @classmethod
    def parse(cls, words: str) -> Seat:
        """Parse a seat's words: `strategy=best ante=10 trips=5@60%`."""
        found: dict[str, str] = {}
        for word in filter(None, _BREAK.split(words.strip())):
            name, equals, value = (part.strip() for part in word.partition("="))
            if not equals or not name or not value:
                raise SimulationError(f"{word!r} is no word of a seat", _ACCEPTED)
            if found.setdefault(name.casefold(), value) != value:
                raise SimulationError(f"a seat's {name} has two values", "one for each")
        own = {name: found.pop(name) for name in _WORDS if name in found}
        return cls(stakes=found, **own)  # type: ignore[arg-type] # `sees` is checked with the rest


class Guest(NamedTuple):
    """A guest's terms, 0 for none: bankroll and win in cents, the share of a loss that comes back, and from where."""

    bankroll: Cents = 0
    win: Cents = 0
    rebate: int = 0  # millionths
    rebate_from: Cents = 0
    dearest: Cents = 0  # that a round may cost


NO_GUEST = Guest()


@dataclass(frozen=True)
class Place:
    """A seat checked against the terms of a table; `made` has the opening stakes for each set of shared wagers."""

    seat: Seat
    stakes: Mapping[str, Cents]
    shares: Mapping[str, Fraction]
    made: tuple[Payoffs, ...]
    guest: Guest = NO_GUEST

    @property
    def draws(self) -> tuple[int, ...]:
        """The shares as so many of 2^32 draws."""
        return tuple(int(share * ALL) for share in self.shares.values())

    def chance(self, which: int) -> Fraction:
        """The share of rounds in which a set of shared wagers is made, as it is drawn."""
        found = Fraction(1)
        for place, draws in enumerate(self.draws):
            share = Fraction(draws, ALL)
            found *= share if which >> place & 1 else 1 - share
        return found

    def staked(self, terms: Terms) -> str:
        """The stakes in words."""
        return ", ".join(
            f"{name} {terms.money(stake)}" + (f"@{float(self.shares[name]):.6%}" if name in self.shares else "")
            for name, stake in self.stakes.items()
        )


def place_of(seat: Seat, terms: Terms, game: Game) -> Place:
    """A seat checked against the terms; a SimulationError says what the table takes."""
    amounts, shares = _stakes(seat, terms)
    if len(shares) > MOST_SHARED:
        raise SimulationError(f"{len(shares)} wagers are made in a share of rounds", f"up to {MOST_SHARED}")
    if seat.sees not in {OWN_CARDS, ALL_CARDS}:
        raise SimulationError(f"sees={seat.sees} is nothing that a player sees", "sees=all, or nothing")
    if seat.sees == ALL_CARDS and seat.strategy != BEST:
        raise SimulationError("only best play makes use of what all players see", "sees=all with strategy=best")
    made = []
    for which in range(1 << len(shares)):
        left = {name for place, name in enumerate(shares) if not which >> place & 1}
        try:
            opening = opening_of(terms, game, {name: stake for name, stake in amounts.items() if name not in left})
        except AnalysisError as error:
            raise SimulationError(error.why, error.accepted) from error
        made.append(Payoffs(game, terms, opening, limits=True, meter=seed_of(terms)))
    return Place(seat, made[-1].opening, shares, tuple(made), _guest(seat, made[-1]))


def _guest(seat: Seat, payoffs: Payoffs) -> Guest:
    """The terms of a seat's guests."""
    terms = payoffs.terms
    dearest = max(payoffs.at_risk(path) for path in ends(payoffs.tree.turns))
    bankroll = 0 if seat.bankroll is None else _money(terms, "bankroll", seat.bankroll)
    if seat.bankroll is not None and bankroll < dearest:
        raise SimulationError(f"bankroll={seat.bankroll} may not be enough for one round", terms.money(dearest))
    win = 0 if seat.win is None else _money(terms, "win", seat.win)
    if seat.win is not None and not (win and bankroll):
        raise SimulationError(f"win={seat.win} is no win that a guest leaves with", "bankroll=400,win=200")
    share, least = (0, 0) if seat.rebate is None else _rebate(terms, seat.rebate)
    if seat.rebate is not None and bankroll and least > bankroll:
        raise SimulationError(f"rebate={seat.rebate}: nobody loses so much of {terms.money(bankroll)}", "less")
    return Guest(bankroll, win, share, least, dearest)


def _rebate(terms: Terms, text: str) -> tuple[int, Cents]:
    """A rebate as millionths of a loss, and the least loss that it is given for."""
    share, at, least = _text(terms, text).partition("@")
    return int(_share(share, "rebate=10%@500") * MILLION), _money(terms, "rebate", least) if at else 1


def seed_of(terms: Terms) -> Cents:
    """The seed of the table's meter, or nothing."""
    progressive = terms["progressive"]
    return progressive.seed if isinstance(progressive, Progressive) else 0


def fill(seats: Sequence[Seat], count: int | None) -> list[Seat]:
    """The seats of a table: the last one stands for those that are left."""
    given = list(seats) or [Seat()]
    if count is not None and count < 1:
        raise SimulationError(f"{count} seats are none", "1 or more")
    if count is not None and count < len(given):
        raise SimulationError(f"{len(given)} seats were described, and {count} are asked for", "as many, or more")
    return given + [given[-1]] * ((count or len(given)) - len(given))


def _stakes(seat: Seat, terms: Terms) -> tuple[dict[str, Cents], dict[str, Fraction]]:
    """The stakes of a seat, and the share of rounds for those that are not made in each."""
    amounts: dict[str, Cents] = {}
    shares: dict[str, Fraction] = {}
    known = [name for name, wager in terms.wagers.items() if wager.placed == "before the deal"]
    for name, given in seat.stakes.items():
        if name not in known:
            raise SimulationError(f"{name!r} is no wager before the deal, and no word of a seat", _accepted(known))
        amount, at, share = _text(terms, given).partition("@")
        amounts[name] = _money(terms, name, amount)
        if at:
            if terms.wagers[name].required:
                raise SimulationError(f"{name} is put up in every round", "no share for it")
            shares[name] = _share(share, f"{name}={amount}@60%")
    least = terms.least_wagers()
    equal = {wager.name: wager.equal_to for wager in terms.required if wager.equal_to and wager.name not in amounts}
    wagers = {**least, **amounts}
    wagers |= {name: wagers[of] for name, of in equal.items()}
    return wagers, {name: share for name, share in shares.items() if share != 1}


def _accepted(wagers: Sequence[str]) -> str:
    return f"{', '.join(_WORDS)}, {', '.join(wagers)}"


def _money(terms: Terms, name: str, amount: str) -> Cents:
    try:
        return terms.cents(_text(terms, amount))
    except MoneyError as error:
        raise SimulationError(f"{name}: {error.why}", error.accepted) from error


def _text(terms: Terms, given: object) -> str:
    if not isinstance(given, str):
        raise SimulationError(f"{given!r} could be in either unit; write it as text", f'"{terms.money(1000)}"')
    return given


def _share(text: str, like: str) -> Fraction:
    found = _SHARE.fullmatch(text.strip())
    share = Fraction(found[1]) / 100 if found else Fraction(0)
    if not 0 < share <= 1:
        raise SimulationError(f"{text!r} is no share", like)
    return share
