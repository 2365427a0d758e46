"""Payouts of a pay-table row: odds, a fixed amount, a push, a loss, or a reference to another row."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from croupier.money import USD, Cents, Currency, Odds


@dataclass(frozen=True, slots=True)
class Amount:
    """A fixed amount of money, independent of the stake."""

    cents: Cents
    currency: Currency = USD

    def __str__(self) -> str:
        return self.currency.text(self.cents)


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


def parse(text: str, currency: Currency = USD) -> Pay | As:
    """Parse a cell as a rulebook writes it: `3 to 2`, `300 for 1`, `$400`, `push`, `lose`, `as straight_flush`."""
    if text in {outcome.value for outcome in Outcome}:
        return Outcome(text)
    if text.startswith(currency.sign) or text.endswith(currency.sign):
        return Amount(currency.cents(text), currency)
    if text.startswith("as "):
        return As(text.removeprefix("as "))
    return Odds.with_stake(text) if " for " in text else Odds.parse(text)


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
