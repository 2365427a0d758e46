"""A form for submissions: a field for each choice that a rulebook leaves to an operator, and objections to entries.

A form is flat: every field has a dotted name and a text. An empty field leaves the rulebook's own value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from croupier.rulebook import Refusal, Rulebook, Submission
from croupier.rulebook.model import Option, PayTable
from croupier.rulebook.progressive import Progressive
from croupier.rulebook.submission_check import ODDS, check

Kind: TypeAlias = Literal["choice", "number", "money", "text", "odds", "prize"]
_ROWS = "rows"  # of a progressive: the prize of each hand


@dataclass(frozen=True, slots=True)
class Field:
    """A form field: its name, the values that it accepts, and its current value."""

    name: str
    title: str
    group: str  # the title of the group of fields that it belongs to
    kind: Kind
    holds: str  # the current value, chosen or not; empty if none is set
    clauses: tuple[str, ...]
    values: Mapping[str, str]  # of a choice: each value, and what it means
    ruling: str = ""
    open: bool = True  # whether the other choices leave anything to decide here


@dataclass(frozen=True, slots=True)
class Objection:
    """A refusal by the rulebook, and the field that it is about, if it is about one."""

    field: str
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Form:
    """A form as it was filled in; its submission leaves out the entries that are objected to."""

    submission: Submission
    fields: tuple[Field, ...]
    objections: tuple[Objection, ...]


def filled_in(book: Rulebook, filled: Mapping[str, str]) -> Form:
    """Check a form's entries and return the form with its submission and objections."""
    given = {name: text.strip() for name, text in filled.items() if text.strip()}
    left, refusals = check(book, options_of(given))
    submission = Submission(book, left.chosen, left.odds)
    objections = tuple(Objection(_about(refusal, given), refusal) for refusal in refusals)
    return Form(submission, tuple(_fields(submission)), objections)


def _about(refusal: Refusal, given: Mapping[str, str]) -> str:
    """The field that an objection names, or the first of its part."""
    named = [name for name in given if f"{name} " in f"{refusal.why} "]
    inner = [name for name in given if name.startswith(f"{refusal.about}.")]
    return next(iter([*named, *inner]), refusal.about)


# ---- from a form to options ----------------------------------------------------------------------------------


def options_of(given: Mapping[str, str]) -> dict[str, Any]:
    """The options that the fields stand for, as a submission has them."""
    options: dict[str, Any] = {}
    for name, text in sorted(given.items(), key=lambda each: each[0].count(".")):
        _put(options, name, text)
    for option in options.values():
        if isinstance(option, dict) and isinstance(option.get(_ROWS), dict):
            option[_ROWS] = [_row(hand, prize) for hand, prize in option[_ROWS].items()]
    return options


def _put(options: dict[str, Any], name: str, text: str) -> None:
    """Put a value at its dotted name, inside tables; a name that leads into no table stays whole and is refused."""
    *path, last = name.split(".")
    place = options
    for part in path:
        inner = place.setdefault(part, {})
        if not isinstance(inner, dict):
            place, last = options, name
            break
        place = inner
    place[last] = text


def _row(hand: str, prize: object) -> dict[str, object]:
    return {"hand": hand, "share" if str(prize).endswith("%") else "pays": prize}


# ---- the fields ----------------------------------------------------------------------------------------------


def _fields(submission: Submission) -> Iterator[Field]:
    for option in submission.rulebook.options.values():
        if option.kind == "progressive":
            yield from _progressive(submission, option)
        else:
            yield _field(submission, option)
    for table in _raisable(submission):
        yield from _odds(table)


def _field(submission: Submission, option: Option) -> Field:
    value = submission[option.name]
    holds = (
        ""
        if value is None
        else submission.rulebook.money(value)
        if option.kind == "money" and isinstance(value, int)
        else str(value)
    )
    return Field(
        option.name,
        option.title,
        "",
        cast("Kind", option.kind),  # a progressive has fields of its own
        holds,
        option.clauses,
        option.values or {},
        option.ruling or "",
        submission.has_meaning(option.name),
    )


def _progressive(submission: Submission, option: Option) -> Iterator[Field]:
    """The fields of a progressive, none of which a document states."""
    value = submission.chosen.get(option.name)
    set_up: dict[str, Any] = value.options(with_stake=True) if isinstance(value, Progressive) else {}

    def field(name: str, title: str, kind: Kind, holds: object, values: Mapping[str, str]) -> Field:
        full = f"{option.name}.{name}"
        is_open = submission.has_meaning(option.name)
        return Field(full, title, option.title, kind, str(holds), option.clauses, values, option.ruling or "", is_open)

    amounts = {"stake": "Wager", "seed": "Where the meter begins", "increment": "What each wager adds to it"}
    for name, title in amounts.items():
        if name != "stake" or option.stake is None:
            yield field(name, title, "money", set_up.get(name, ""), {})
    yield field("cards", "The cards that are looked at", "choice", set_up.get("cards", ""), option.cards or {})
    paid = {row["hand"]: row.get("share") or row["pays"] for row in set_up.get(_ROWS, [])}
    for hand in option.hands:
        yield field(f"{_ROWS}.{hand}", _words(hand), "prize", paid.get(hand, ""), {})


def _raisable(submission: Submission) -> Iterator[PayTable]:
    """The pay tables for which the document states minimum odds only, each once."""
    seen: set[str] = set()
    for table in submission.tables():
        if not table.exact and table.name not in seen:
            seen.add(table.name)
            yield table


def _odds(table: PayTable) -> Iterator[Field]:
    for row in table.rows:
        if row.clause == table.clause:
            name, group = f"{ODDS}.{table.name}.{row.hand}", f"{table.title}, or more"
            yield Field(name, row.name, group, "odds", str(row.pays), (row.clause,), {})


def _words(hand: str) -> str:
    return hand.replace("_", " ").capitalize()
