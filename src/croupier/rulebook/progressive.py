"""The terms of a progressive, which a submission gives and no document states (ruling S22)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from croupier.money import USD, Cents, Currency
from croupier.rulebook.pay import Amount

_PERCENT = re.compile(r"(\d{1,3})(?:\.(\d{1,2}))?\s?%")


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the meter; the whole of it resets the meter to its seed."""

    of_meter: Fraction

    @classmethod
    def parse(cls, text: str) -> Share | None:
        """Parse a share such as `100%` or `0.5%`; None if it is not above 0 and at most 100 per cent."""
        found = _PERCENT.fullmatch(text.strip())
        if found is None:
            return None
        part = Fraction(int(found[1]) * 100 + int((found[2] or "").ljust(2, "0")), 10_000)
        return cls(part) if 0 < part <= 1 else None

    def __str__(self) -> str:
        hundredths = int(self.of_meter * 10_000)
        whole, part = divmod(hundredths, 100)
        return f"{whole}{f'.{part:02}'.rstrip('0') if part else ''}% of the meter"


ProgressivePay: TypeAlias = Amount | Share


@dataclass(frozen=True, slots=True)
class Progressive:
    """A progressive wager: its stake, its meter's seed and increment, the cards that count, and its payouts."""

    stake: Cents
    seed: Cents
    increment: Cents
    cards: str
    rows: tuple[tuple[str, ProgressivePay], ...]
    currency: Currency = USD

    def __str__(self) -> str:
        return "on"

    def grown(self, meter: Cents, wagers: int) -> Cents:
        """The meter with an increment for each of so many wagers."""
        return meter + wagers * self.increment

    def share(self, pays: str) -> Share | None:
        """The share of the meter that a line pays, by the line's own words; None for a fixed amount, or for nothing."""
        return next((each for _, each in self.rows if isinstance(each, Share) and str(each) == pays), None)

    def left(self, meter: Cents, paid: Cents, share: Share) -> Cents:
        """The meter once a share of it is paid: the seed after the whole of it, and never less (ruling S22)."""
        return self.seed if share.of_meter == 1 else max(meter - paid, self.seed)

    def options(self, *, with_stake: bool) -> dict[str, object]:
        """The terms as a submission writes them."""
        rows = [
            {"hand": hand, "share": str(pays).partition(" ")[0]}
            if isinstance(pays, Share)
            else {"hand": hand, "pays": str(pays)}
            for hand, pays in self.rows
        ]
        written: dict[str, object] = {"stake": self.currency.text(self.stake)} if with_stake else {}
        return written | {
            "seed": self.currency.text(self.seed),
            "increment": self.currency.text(self.increment),
            "cards": self.cards,
            "rows": rows,
        }
