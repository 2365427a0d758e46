"""What a row of a pay table says: odds, a fixed amount, a push, a loss, or the same as another row."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from croupier.money import Cents, Odds, cents, dollars


@dataclass(frozen=True, slots=True)
class Amount:
    """A fixed amount of money, whatever the stake."""

    cents: Cents

    def __str__(self) -> str:
        return dollars(self.cents)


class Outcome(Enum):
    """A row without money: the stake stays the player's, or goes."""

    PUSH = "push"
    LOSE = "lose"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class As:
    """The same as another row of the table."""

    hand: str


Pay: TypeAlias = Odds | Amount | Outcome


def parse(text: str) -> Pay | As:
    """A cell as a rulebook writes it: `3 to 2`, `$400`, `push`, `lose`, `as straight_flush`."""
    if text in {outcome.value for outcome in Outcome}:
        return Outcome(text)
    if text.startswith("$"):
        return Amount(cents(text))
    if text.startswith("as "):
        return As(text.removeprefix("as "))
    return Odds.parse(text)


def at_least(offered: Pay, listed: Pay) -> bool:
    """Whether an operator's payout is no less than the document's, and of its kind."""
    match offered, listed:
        case Odds(), Odds():
            return offered.ratio >= listed.ratio
        case Amount(), Amount():
            return offered.cents >= listed.cents
        case Odds(), Outcome.PUSH:
            return True
        case _:
            return offered == listed
