"""Payouts of a pay-table row: odds, a fixed amount, a push, a loss, or a reference to another row."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from croupier.money import Cents, Odds, cents, dollars


@dataclass(frozen=True, slots=True)
class Amount:
    """A fixed amount of money, independent of the stake."""

    cents: Cents

    def __str__(self) -> str:
        return dollars(self.cents)


class Outcome(Enum):
    """A row without money: the player keeps the stake or loses it."""

    PUSH = "push"
    LOSE = "lose"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class As:
    """A reference to another row of the table, which pays alike."""

    hand: str


Pay: TypeAlias = Odds | Amount | Outcome


def parse(text: str) -> Pay | As:
    """Parse a cell as a rulebook writes it: `3 to 2`, `$400`, `push`, `lose`, `as straight_flush`."""
    if text in {outcome.value for outcome in Outcome}:
        return Outcome(text)
    if text.startswith("$"):
        return Amount(cents(text))
    if text.startswith("as "):
        return As(text.removeprefix("as "))
    return Odds.parse(text)


def at_least(offered: Pay, listed: Pay) -> bool:
    """True if an operator's payout is of the document's kind and no less."""
    match offered, listed:
        case Odds(), Odds():
            return offered.ratio >= listed.ratio
        case Amount(), Amount():
            return offered.cents >= listed.cents
        case Odds(), Outcome.PUSH:
            return True
        case _:
            return offered == listed
