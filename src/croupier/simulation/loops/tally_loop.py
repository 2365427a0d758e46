"""Compiled loops that add up rounds: counts by key, nets of seats, and their sums and products."""

from __future__ import annotations

from typing import Any

from croupier.analysis.kernels.compiler import compiled


@compiled
def keys_of(cells: Any, seat: int, known: Any, keys: Any) -> Any:
    """The key of each cell of a seat; True if all are known."""
    every = True
    for n in range(len(cells)):
        cell = cells[n, seat]
        key = known[cell] if cell < len(known) else -1
        keys[n, seat] = key
        every &= key >= 0
    return every


@compiled
def look_up(keys: Any, nets_of: Any, amounts_of: Any, counts: Any, nets: Any, amounts: Any) -> None:
    """Count the keys of each seat; the net of each seat in each round, and of each wager over all seats."""
    for n in range(len(keys)):
        amounts[n, :] = 0
        for seat in range(keys.shape[1]):
            key = keys[n, seat]
            counts[seat, key] += 1
            nets[n, seat] = nets_of[seat, key]
            for wager in range(amounts.shape[1]):
                amounts[n, wager] += amounts_of[seat, key, wager]


@compiled
def add_up(nets: Any, amounts: Any, table: Any, products: Any, quartics: Any, sums: Any, squares: Any) -> None:
    """The net of the table in each round; products of the seats, and sums and squares of the wagers."""
    seats = nets.shape[1]
    for n in range(len(nets)):
        whole = 0
        for seat in range(seats):
            net = nets[n, seat]
            whole += net
            for other in range(seat + 1):
                product = net * nets[n, other]
                products[seat, other] += product
                quartics[seat, other] += float(product) * float(product)
        table[n] = whole
        for wager in range(amounts.shape[1]):
            amount = amounts[n, wager]
            sums[wager] += amount
            squares[wager] += amount * amount
