"""Requests for long work: the coach's advice, exercises, analyses and submissions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import msgspec

from croupier.client.calls.call import Call
from croupier.money import Cents
from croupier.schemas.analyses import Analysed, DecisionExercise, Valued
from croupier.schemas.submissions import FormSeen


class Coached(msgspec.Struct, frozen=True):
    """The coach's advice at a sequence; while the coach gets ready, only the seconds after which to ask again."""

    seq: int = 0
    stage: str = ""
    actions: tuple[Valued, ...] = ()
    wagers: dict[str, Cents] = msgspec.field(default_factory=dict)  # that it speaks of
    seconds: int = 0

    @property
    def is_ready(self) -> bool:
        """True if there is advice."""
        return bool(self.actions)

    @property
    def best(self) -> Valued | None:
        """The best action."""
        return next((each for each in self.actions if each.best), None)


class Practice(msgspec.Struct, frozen=True):
    """Decisions to practise; while the coach gets ready, only the seconds after which to ask again."""

    rulebook: str = ""
    title: str = ""
    faces: dict[str, str] = msgspec.field(default_factory=dict)
    exercises: tuple[DecisionExercise, ...] = ()
    seconds: int = 0

    @property
    def is_ready(self) -> bool:
        """True if there are decisions."""
        return bool(self.exercises)


def coach(table: str, seat: int) -> Call[Coached]:
    """The value of each choice of one's own seat; while the coach gets ready, the seconds after which to ask again."""
    return Call("GET", f"/tables/{quote(table, safe='')}/seats/{seat}/coach", Coached)


def exercises(rulebook: str, most: int = 10) -> Call[Practice]:
    """Decisions at which players lose most; while the coach gets ready, the seconds after which to ask again."""
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
    """The progress of an analysis, and its result."""
    return Call("GET", f"/analyses/{quote(number, safe='')}", Analysed)


def check_submission(rulebook: str, fields: Mapping[str, str]) -> Call[FormSeen]:
    """A submission as a form that is filled in, with every objection to it; for managers."""
    return Call("POST", "/submissions", FormSeen, {"rulebook": rulebook, "fields": dict(fields)})


def sheet(number: str) -> Call[bytes]:
    """The PAR sheet of an analysis that is done, as a page of HTML."""
    return Call("GET", f"/analyses/{quote(number, safe='')}/sheet", bytes)


def give_up(number: str) -> Call[None]:
    """Break an analysis off."""
    return Call("DELETE", f"/analyses/{quote(number, safe='')}", type(None))
