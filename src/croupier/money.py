"""Money and odds, as whole numbers: a float is never money.

Amounts are integers of a currency's minor unit, which is called a cent throughout; odds are two integers. No
regulation has a rule for rounding, so before a stake is taken it
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

_WHOLE = r"([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)"
_MONEY = re.compile(rf"([$€]?)\s?{_WHOLE}(?:\.([0-9]{{1,2}}))?")
_AFTER = re.compile(r"([0-9]{1,3}(?:[ .][0-9]{3})+|[0-9]+)(?:,([0-9]{1,2}))?\s?([$€]?)")  # `2,50 €`, as in French
_NO_BREAK = re.compile("[\u00a0\u202f]")  # spaces, as `Currency.text` writes them in French
_ODDS = re.compile(rf"{_WHOLE}\s*(?:to|[-:/])\s*{_WHOLE}", re.ASCII)
_LONGEST = 20  # digits; a longer number is too great anyway, and Python refuses very long ones
_ROOM = 40  # characters of the input that a message repeats


class MoneyError(CroupierError, ValueError):
    """Text that is not an amount or not odds, or odds that do not pay whole cents."""


class TooMuchError(MoneyError):
    """An amount or odds above the maximum."""


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency: its code as in ISO 4217, and its sign."""

    code: str
    sign: str

    @property
    def name(self) -> str:
        """The currency in words, as amounts of it are counted: dollars, euro."""
        return "euro" if self.code == "EUR" else "dollars"

    def text(self, amount: Cents, language: str = "en") -> str:
        """Format an amount as a language writes it: `$5`, `€2.50`, `-€3`, in French `2,50 €` and `1 000 €`."""
        whole, part = divmod(abs(amount), 100)
        minus = "-" * (amount < 0)
        if language == "fr":
            return f"{minus}{whole:,}".replace(",", "\u202f") + (f",{part:02}" if part else "") + f"\u00a0{self.sign}"
        return f"{minus}{self.sign}{whole:,}" + (f".{part:02}" if part else "")

    def cents(self, text: object) -> Cents:
        """Parse an amount: `$5`, `5`, `2.50`, `$1,000`; in euro also `2,50 €`.

        A number that is not text is refused: it could be in the major or in the minor unit.
        """
        like = f"{self.sign}5, 2.50 or {self.sign}1,000"
        if not isinstance(text, str):
            raise MoneyError(f'a bare number is no amount of money; write it as text, like "{self.sign}50,000"')
        plain = _NO_BREAK.sub(" ", text)
        sign, whole, part = self._parsed(plain.strip()) or ("", "", None)
        if not whole or not plain.isprintable():
            raise MoneyError(f"{_short(text)} is no amount of money; write it like {like}")
        if sign not in ("", self.sign):
            raise MoneyError(f"{_short(text)} is in another currency; money is {self.code} here, written like {like}")
        amount = _number(re.sub(r"\D", "", whole)) * 100 + int((part or "").ljust(2, "0"))
        if amount > MOST_CENTS:
            raise TooMuchError(f"{_short(text)} is too much; the most is {self.text(MOST_CENTS)}")
        return amount

    def _parsed(self, text: str) -> tuple[str, str, str | None] | None:
        """The sign, the major and the minor unit that a text has."""
        if (found := _MONEY.fullmatch(text)) is not None:
            return found[1], found[2], found[3]
        found = _AFTER.fullmatch(text) if self.sign == "€" else None
        return None if found is None else (found[3], found[1], found[2])


USD, EUR = Currency("USD", "$"), Currency("EUR", "€")
CURRENCIES = {each.code: each for each in (USD, EUR)}


def cents(text: object) -> Cents:
    """Parse an amount in dollars: `$5`, `5`, `2.50`, `$1,000`."""
    return USD.cents(text)


def _number(digits: str) -> int:
    """Parse digits; for more digits than `_LONGEST` the result is a number that is too great everywhere."""
    plain = digits.replace(",", "").lstrip("0") or "0"
    return int(plain) if len(plain) <= _LONGEST else 10**_LONGEST


def _short(text: str) -> str:
    return repr(text if len(text) <= _ROOM else f"{text[:_ROOM]}...")


def dollars(amount: Cents) -> str:
    """Format an amount in dollars: `$5`, `$2.50`, `$1,000`, `-$3`."""
    return USD.text(amount)


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds of `wins` to `on`: the winnings of a stake, which is returned besides.

    Where a document counts the stake among the winnings, `50 for 1`, they are 49 to 1 in that document's words.
    """

    wins: int
    on: int
    counts_stake: bool = False

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

    @classmethod
    def with_stake(cls, text: str) -> Odds:
        """Parse odds that count the stake in: `300 for 1`."""
        paid = cls.parse(text.replace(" for ", " to "))
        if " for " not in text or paid.wins < paid.on:
            raise MoneyError(f"{_short(text)} are no odds that count the stake in; write them like 300 for 1")
        return cls(paid.wins - paid.on, paid.on, counts_stake=True)

    def __str__(self) -> str:
        if self.counts_stake:
            return f"{self.wins + self.on:,} for {self.on:,}"
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
