"""Long work of the house: the coach's advice, and analyses; asked for and read."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from urllib.parse import quote

import msgspec

from croupier.client.calls.call import Call
from croupier.money import Cents


class Worth(msgspec.Struct, frozen=True):
    """An action that is open, what it is worth on average and what it gives away: exactly, in cents, and in dollars."""

    name: str
    choice: str
    discard: tuple[str, ...]
    worth: str
    dollars: str
    cost: str
    cost_dollars: str
    best: bool
    puts_up: Cents = 0  # of an exercise: what it costs to take it

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


class Exercise(msgspec.Struct, frozen=True):
    """A decision to practise, as its player sees it."""

    stage: str
    cards: tuple[str, ...]
    discard: tuple[str, ...]
    dealer: tuple[str, ...]
    community: tuple[str, ...]
    decisions: tuple[str, ...]
    wagers: dict[str, Cents]
    actions: tuple[Worth, ...]
    says: str


class Practice(msgspec.Struct, frozen=True):
    """Decisions to practise; while the coach gets ready none, but in how many seconds to ask again."""

    rulebook: str = ""
    title: str = ""
    faces: dict[str, str] = msgspec.field(default_factory=dict)
    exercises: tuple[Exercise, ...] = ()
    seconds: int = 0

    @property
    def is_ready(self) -> bool:
        """Whether there are any."""
        return bool(self.exercises)


class Objection(msgspec.Struct, frozen=True):
    """What a rulebook does not allow, why, and what it would accept."""

    about: str
    why: str
    accepted: str
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]


class Checked(msgspec.Struct, frozen=True):
    """A submission as a form: its fields, what is objected to, and what is left of it: options, text and sign."""

    rulebook: str
    stands: bool
    fields: tuple[dict[str, Any], ...]
    objections: tuple[Objection, ...]
    options: dict[str, Any]
    submission: str
    sign: dict[str, Any]


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


def exercises(rulebook: str, most: int = 10) -> Call[Practice]:
    """Decisions at which players lose most; while the coach gets ready, in how many seconds to ask again."""
    return Call("GET", f"/rulebooks/{quote(rulebook, safe='')}/exercises?most={most}", Practice)


def analyse(  # noqa: PLR0913 - each is a field of what is handed in
    rulebook: str = "",
    options: Mapping[str, Any] | None = None,
    *,
    submission: str = "",
    hands: int | None = None,
    stakes: Mapping[str, Cents] | None = None,
    meter: Cents | None = None,
    readings: bool = False,
    sheet: bool = False,
) -> Call[Analysed]:
    """Have a rulebook with options analysed, or a submission as a file has it; for managers.

    It is asked for by its id until it is over. `readings` compares every version, pay table and reading besides, and
    with `sheet` there is a PAR sheet to fetch.
    """
    table = {"submission": submission} if submission else {"rulebook": rulebook, "options": dict(options or {})}
    body = {**table, "hands": hands, "stakes": dict(stakes or {}), "meter": meter, "readings": readings, "sheet": sheet}
    return Call("POST", "/analyses", Analysed, body)


def analysis(number: str) -> Call[Analysed]:
    """How far an analysis is, and what it found."""
    return Call("GET", f"/analyses/{quote(number, safe='')}", Analysed)


def check_submission(rulebook: str, fields: Mapping[str, str]) -> Call[Checked]:
    """A submission as a form that is filled in, with every objection to it; for managers."""
    return Call("POST", "/submissions", Checked, {"rulebook": rulebook, "fields": dict(fields)})


def sheet(number: str) -> Call[bytes]:
    """The PAR sheet of an analysis that is done, as a page of HTML."""
    return Call("GET", f"/analyses/{quote(number, safe='')}/sheet", bytes)


def give_up(number: str) -> Call[None]:
    """Break an analysis off."""
    return Call("DELETE", f"/analyses/{quote(number, safe='')}", type(None))
