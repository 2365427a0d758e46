"""Money and odds, as whole numbers: a float is never money.

Amounts are integer cents, odds are two integers. No regulation has a rule for rounding, so before a stake is taken it
must be known that the odds on it pay whole cents.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from croupier.errors import CroupierError

Cents: TypeAlias = int

MOST_CENTS: Cents = 10**15  # the greatest amount that any input may have
MOST_ODDS = 10**9  # the greatest number in odds

_WHOLE = r"(\d{1,3}(?:,\d{3})+|\d+)"
_MONEY = re.compile(rf"\$?\s?{_WHOLE}(?:\.(\d{{1,2}}))?", re.ASCII)
_ODDS = re.compile(rf"{_WHOLE}\s*(?:to|[-:/])\s*{_WHOLE}", re.ASCII)
_LONGEST = 20  # digits; a longer number is too great anyway, and Python refuses very long ones
_ROOM = 40  # characters of the input that a message repeats


class MoneyError(CroupierError, ValueError):
    """Text that is not an amount or not odds, or odds that do not pay whole cents."""


class TooMuchError(MoneyError):
    """An amount or odds above the maximum."""


def cents(text: object) -> Cents:
    """Parse an amount in dollars: `$5`, `5`, `2.50`, `$1,000`.

    A number that is not text is refused: it could be dollars or cents.
    """
    if not isinstance(text, str):
        raise MoneyError('a bare number is no amount of money; write it as text, like "$50,000"')
    found = _MONEY.fullmatch(text.strip())
    if found is None:
        raise MoneyError(f"{_short(text)} is no amount of money; write it like $5, 2.50 or $1,000")
    whole, part = found.groups()
    amount = _number(whole) * 100 + int((part or "").ljust(2, "0"))
    if amount > MOST_CENTS:
        raise TooMuchError(f"{_short(text)} is too much; the most is {dollars(MOST_CENTS)}")
    return amount


def _number(digits: str) -> int:
    """Parse digits; for more digits than `_LONGEST` the result is a number that is too great everywhere."""
    plain = digits.replace(",", "").lstrip("0") or "0"
    return int(plain) if len(plain) <= _LONGEST else 10**_LONGEST


def _short(text: str) -> str:
    return repr(text if len(text) <= _ROOM else f"{text[:_ROOM]}...")


def dollars(amount: Cents) -> str:
    """Format an amount: `$5`, `$2.50`, `$1,000`, `-$3`."""
    whole, part = divmod(abs(amount), 100)
    return f"{'-' * (amount < 0)}${whole:,}" + (f".{part:02}" if part else "")


def signed(amount: Cents) -> str:
    """Format an amount that may be negative: `-$5`."""
    return f"{'-' if amount < 0 else ''}{dollars(abs(amount))}"


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds of `wins` to `on`: the winnings of a stake, which is returned besides."""

    wins: int
    on: int

    def __post_init__(self) -> None:
        if self.wins < 0 or self.on < 1:
            raise MoneyError("odds below 0, or on nothing, mean nothing")
        if self.wins > MOST_ODDS or self.on > MOST_ODDS:
            raise TooMuchError(f"odds are no greater than {MOST_ODDS:,} to 1, nor finer than 1 to {MOST_ODDS:,}")

    @classmethod
    def parse(cls, text: str) -> Odds:
        """Parse odds: `3 to 2`, `1,000 to 1`; `3-2` and `3:2` are understood, too."""
        words = text.strip().lower()
        found = _ODDS.fullmatch(words)
        if found is None or not _number(found[2]):
            # Odds '3 for 2' count the stake among the winnings; every document forbids them on a sign.
            hint = "; 'for' counts the stake in, and odds here never do" if " for " in words else ""
            raise MoneyError(f"{_short(text)} are no odds{hint}; write them like 3 to 2")
        return cls(_number(found[1]), _number(found[2]))

    def __str__(self) -> str:
        return f"{self.wins:,} to {self.on:,}"

    @property
    def ratio(self) -> Fraction:
        """The odds as one number, for comparing."""
        return Fraction(self.wins, self.on)

    def pay_whole_cents(self, stake: Cents) -> bool:
        """True if this stake at these odds wins whole cents."""
        return stake * self.wins % self.on == 0

    def winnings(self, stake: Cents) -> Cents:
        """Winnings of a stake, without its return. The stake must pay whole cents."""
        won, over = divmod(stake * self.wins, self.on)
        if over:
            raise MoneyError(f"{dollars(stake)} at {self} does not pay whole cents")
        return won

    def winnings_rounded_down(self, stake: Cents) -> Cents:
        """Winnings of a stake, rounded down to whole cents."""
        return stake * self.wins // self.on
