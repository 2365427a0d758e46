"""A compiled loop over shifts: guests who come and leave, their rebates, and how the house stands on the way."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.compiler import compiled

MILLION = 10**6
# What is counted of a seat's guests, in this order.
COUNT, ROUNDS, RUINED, AHEAD, BOUGHT, TAKEN, REBATES = range(7)
COUNTED = 7


class GuestTerms(NamedTuple):
    """The terms of the guests of each seat, in cents; a seat without any has neither bankroll nor rebate."""

    bankroll: NDArray[np.int64]
    win: NDArray[np.int64]
    rebate: NDArray[np.int64]  # millionths of a loss
    rebate_from: NDArray[np.int64]
    dearest: NDArray[np.int64]


@compiled
def _rebate(loss: Any, seat: int, terms: Any) -> Any:
    """The rebate on a loss, rounded down to a whole cent."""
    if loss < terms.rebate_from[seat] or loss <= 0:
        return 0
    share = terms.rebate[seat]
    return loss // MILLION * share + loss % MILLION * share // MILLION


@compiled
def _leaves(money: Any, seat: int, terms: Any) -> Any:
    """The reason why a guest leaves after a round, as it is counted; 0 if none."""
    if not terms.bankroll[seat]:
        return 0
    if terms.win[seat] and money >= terms.bankroll[seat] + terms.win[seat]:
        return AHEAD
    return RUINED if money < terms.dearest[seat] else 0


@compiled
def visits(nets: Any, length: int, hour: int, terms: Any, guests: Any, shifts: Any, hours: Any, lows: Any) -> None:
    """Go through shifts of so many rounds, each from a fresh start.

    The house's win of each shift and of each hour, rebates taken off, and the lowest that it stood at in the shift.
    """
    seats = nets.shape[1]
    money = np.zeros(seats, dtype=np.int64)
    for shift in range(len(shifts)):
        seated = np.zeros(seats, dtype=np.uint8)
        stands = np.int64(0)
        low = np.int64(0)
        for place in range(length):
            before = stands
            for seat in range(seats):
                net = nets[shift * length + place, seat]
                stands -= net
                if not terms.bankroll[seat] and not terms.rebate[seat]:
                    continue
                if not seated[seat]:
                    seated[seat] = 1
                    money[seat] = terms.bankroll[seat]
                    guests[seat, COUNT] += 1
                    guests[seat, BOUGHT] += money[seat]
                guests[seat, ROUNDS] += 1
                money[seat] += net
                why = _leaves(money[seat], seat, terms)
                if why:
                    guests[seat, why] += 1
                if why or place == length - 1:
                    back = _rebate(terms.bankroll[seat] - money[seat], seat, terms)
                    guests[seat, TAKEN] += money[seat]
                    guests[seat, REBATES] += back
                    stands -= back
                    seated[seat] = 0
            low = min(low, stands)
            hours[shift, place // hour] += stands - before
        shifts[shift] = stands
        lows[shift] = low
