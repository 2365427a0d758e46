"""Shifts of rounds with a memory: guests with a bankroll or a rebate, and a progressive's meter that moves.

Each shift is a path from a fresh start: new guests sit down, and the meter stands at its seed. The cards and the
choices are those of the same rounds without a memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.money import Cents
from croupier.rulebook.progressive import Progressive
from croupier.simulation.loops.visits_loop import COUNTED, GuestTerms, visits
from croupier.simulation.seats import Guest

Cells = NDArray[np.int64]


class Shift(NamedTuple):
    """The rounds of a shift, and of an hour of it."""

    rounds: int = 320
    hour: int = 40


SHIFT = Shift()


class Won(NamedTuple):
    """A share of the meter that was won: the round, the seat, and where the meter stood then."""

    row: int
    seat: int
    meter: Cents


@dataclass
class Remembered:
    """The sums over shifts that have a memory, in whole numbers; those of other shifts can be added."""

    shifts: Counter[Cents] = field(default_factory=Counter)  # by the house's win, rebates taken off
    hours: Counter[Cents] = field(default_factory=Counter)
    lows: Counter[Cents] = field(default_factory=Counter)  # by the lowest that the house stood at
    guests: list[list[int]] = field(default_factory=list)  # by seat, as the loop counts them
    meters: Counter[Cents] = field(default_factory=Counter)  # shifts by the meter at their end
    shares: tuple[int, int, int] = (0, 0, 0)  # of the meter: won, paid, put up by the house

    def add(self, other: Remembered) -> None:
        """Add the sums of other shifts."""
        for mine, more in zip(self._counters(), other._counters(), strict=True):
            mine.update(more)
        self.guests = _summed(self.guests, other.guests) if self.guests else [list(each) for each in other.guests]
        self.shares = _with(self.shares, other.shares)

    def _counters(self) -> tuple[Counter[Cents], ...]:
        return self.shifts, self.hours, self.lows, self.meters

    def to_data(self) -> dict[str, Any]:
        """The sums as plain data."""
        return {
            "counters": [sorted(each.items()) for each in self._counters()],
            "guests": self.guests,
            "shares": self.shares,
        }

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Remembered:
        """The sums that were made plain data."""
        shifts, hours, lows, meters = (Counter(dict(map(tuple, each))) for each in data["counters"])
        return cls(shifts, hours, lows, data["guests"], meters, tuple(data["shares"]))


def _summed(one: list[list[int]], other: list[list[int]]) -> list[list[int]]:
    return [[a + b for a, b in zip(row, more, strict=True)] for row, more in zip(one, other, strict=True)]


def _with(one: tuple[int, int, int], more: tuple[int, int, int]) -> tuple[int, int, int]:
    return one[0] + more[0], one[1] + more[1], one[2] + more[2]


def have_guests(guests: Sequence[Guest]) -> bool:
    """True if any seat has guests that come and leave, or a rebate."""
    return any(guest.bankroll or guest.rebate for guest in guests)


def gone_through(nets: Cells, shift: Shift, guests: Sequence[Guest]) -> Remembered:
    """The sums over whole shifts, from the players' nets."""
    count, hours = len(nets) // shift.rounds, -(-shift.rounds // shift.hour)
    terms = GuestTerms(*np.array(guests, dtype=np.int64).reshape(len(guests), -1).T.copy())
    of_guests = np.zeros((len(guests), COUNTED), dtype=np.int64)
    of_shifts, of_hours, lows = np.zeros(count, np.int64), np.zeros((count, hours), np.int64), np.zeros(count, np.int64)
    visits(nets, shift.rounds, shift.hour, terms, of_guests, of_shifts, of_hours, lows)
    by_hour = Counter(of_hours.reshape(-1).tolist())
    return Remembered(Counter(of_shifts.tolist()), by_hour, Counter(lows.tolist()), of_guests.tolist())


# ---- the meter -----------------------------------------------------------------------------------------


def run_meter(
    progressive: Progressive,
    shift: Shift,
    wagers: Cells,
    wins: Sequence[tuple[int, int]],
    settle: Callable[[Won], tuple[Cents, str]],
) -> Remembered:
    """Run the meter through whole shifts: the wagers of each round, and the rounds and seats that win a share of it.

    `settle` is told of each in the order of the settlement, and says how much is handed to the player, by which row.
    """
    found = Remembered()
    grown = np.concatenate([[0], np.cumsum(wagers)])
    place, ordered = 0, sorted(wins, key=lambda win: (win[0], -win[1]))  # from the dealer's right, as at the table
    for start in range(0, len(wagers), shift.rounds):
        meter, since, end = progressive.seed, start, start + shift.rounds
        while place < len(ordered) and ordered[place][0] < end:
            row, seat = ordered[place]
            meter, since = progressive.grown(meter, int(grown[row + 1] - grown[since])), row + 1
            paid, pays = settle(Won(row, seat, meter))
            share = progressive.share(pays)
            if share is not None:
                left = progressive.left(meter, paid, share)
                found.shares = _with(found.shares, (1, paid, paid - (meter - left)))
                meter = left
            place += 1
        found.meters[progressive.grown(meter, int(grown[end] - grown[since]))] += 1
    return found
