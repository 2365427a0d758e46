"""Long work of the house: the coach's advice, and analyses; asked for and read."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from urllib.parse import quote

import msgspec

from croupier.client.calling import Call
from croupier.money import Cents


class Worth(msgspec.Struct, frozen=True):
    """An action that is open, and what it is worth on average: exactly, in cents, and as text in dollars."""

    choice: str
    discard: tuple[str, ...]
    worth: str
    dollars: str
    best: bool

    @property
    def cents(self) -> Fraction:
        """What it is worth, in cents."""
        return Fraction(self.worth)


class Coached(msgspec.Struct, frozen=True):
    """What the coach says at a sequence; while it gets ready nothing but in how many seconds to ask again."""

    seq: int = 0
    stage: str = ""
    actions: tuple[Worth, ...] = ()
    wagers: dict[str, Cents] = msgspec.field(default_factory=dict)  # that it speaks of
    seconds: int = 0

    @property
    def is_ready(self) -> bool:
        """Whether it has said anything."""
        return bool(self.actions)

    @property
    def best(self) -> Worth | None:
        """The best action."""
        return next((each for each in self.actions if each.best), None)


class Analysed(msgspec.Struct, frozen=True):
    """An analysis: how far it is, and what it found, as `croupier analyze --json` prints it."""

    id: str
    status: str
    percent: int
    seconds: int | None
    detail: str
    accepted: str
    result: dict[str, Any] | None

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to wait for."""
        return self.status not in {"waiting", "working"}


def coach(table: str, seat: int) -> Call[Coached]:
    """What each choice of one's own seat is worth; while the coach gets ready, in how many seconds to ask again."""
    return Call("GET", f"/tables/{quote(table, safe='')}/seats/{seat}/coach", Coached)


def analyse(
    rulebook: str = "",
    options: Mapping[str, Any] | None = None,
    *,
    submission: str = "",
    hands: int | None = None,
    stakes: Mapping[str, Cents] | None = None,
    meter: Cents | None = None,
) -> Call[Analysed]:
    """Have a rulebook with options analysed, or a submission as a file has it; for managers.

    It is asked for by its id until it is over.
    """
    table = {"submission": submission} if submission else {"rulebook": rulebook, "options": dict(options or {})}
    body = {**table, "hands": hands, "stakes": dict(stakes or {}), "meter": meter}
    return Call("POST", "/analyses", Analysed, body)


def analysis(number: str) -> Call[Analysed]:
    """How far an analysis is, and what it found."""
    return Call("GET", f"/analyses/{quote(number, safe='')}", Analysed)


def give_up(number: str) -> Call[None]:
    """Break an analysis off."""
    return Call("DELETE", f"/analyses/{quote(number, safe='')}", type(None))
