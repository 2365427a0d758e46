"""Cents and odds: whole numbers only. A float is never money.

Amounts are integer cents, odds are two integers. Whether odds on a stake pay whole cents is a question that
is asked before the stake is taken, since no regulation has a rule of rounding.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Cents: TypeAlias = int
MOST_CENTS: Cents = 10**15  # no amount is larger

_MONEY = re.compile(r"\$?\s?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?")
_ODDS = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)\s*(?:to|[-:/])\s*(\d+)")


class MoneyError(ValueError):
    """Text that is not an amount or not odds, or odds that do not pay whole cents."""


def cents(text: str) -> Cents:
    """An amount as written at the edge: `$5`, `5`, `2.50`, `$1,000`."""
    found = _MONEY.fullmatch(text.strip())
    if found is None:
        raise MoneyError(f"{text!r} is no amount of money; write it like $5, 2.50 or $1,000")
    whole, part = found.groups()
    return int(whole.replace(",", "")) * 100 + int((part or "").ljust(2, "0"))


def dollars(amount: Cents) -> str:
    """An amount in text: `$5`, `$2.50`, `$1,000`, `-$3`."""
    whole, part = divmod(abs(amount), 100)
    return f"{'-' * (amount < 0)}${whole:,}" + (f".{part:02}" if part else "")


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds of `wins` to `on`: what a winning stake is paid beside its return."""

    wins: int
    on: int

    def __post_init__(self) -> None:
        if self.wins < 0 or self.on < 1:
            raise MoneyError(f"odds of {self.wins} to {self.on} mean nothing")

    @classmethod
    def parse(cls, text: str) -> Odds:
        """Odds as written at the edge: `3 to 2`, `1,000 to 1`; `3-2` and `3:2` are understood."""
        words = text.strip().lower()
        found = _ODDS.fullmatch(words)
        if found is None or found[2] == "0":
            # 'For' counts the stake among the winnings; every document forbids it on a sign.
            hint = "; 'for' counts the stake in, and odds here never do" if " for " in words else ""
            raise MoneyError(f"{text!r} are no odds{hint}; write them like 3 to 2")
        return cls(int(found[1].replace(",", "")), int(found[2]))

    def __str__(self) -> str:
        return f"{self.wins:,} to {self.on:,}"

    @property
    def ratio(self) -> Fraction:
        """The odds as one number, for comparing."""
        return Fraction(self.wins, self.on)

    def pay_whole_cents(self, stake: Cents) -> bool:
        """Whether this stake at these odds wins whole cents."""
        return stake * self.wins % self.on == 0

    def winnings(self, stake: Cents) -> Cents:
        """What the stake wins, its return apart. The stake must be one that pays whole cents."""
        won, over = divmod(stake * self.wins, self.on)
        if over:
            raise MoneyError(f"{dollars(stake)} at {self} does not pay whole cents")
        return won

    def winnings_rounded_down(self, stake: Cents) -> Cents:
        """What the stake wins, a part of a cent being left off."""
        return stake * self.wins // self.on
