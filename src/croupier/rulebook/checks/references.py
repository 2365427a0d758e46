"""Check of a rulebook's references: an option, wager, clause or ruling that a part of it names must be there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from croupier.rulebook import translation
from croupier.rulebook.checks import options as option_checks
from croupier.rulebook.checks.clause_numbers import missing
from croupier.rulebook.model import Rulebook, When, id_parts
from croupier.rulebook.pay import As

# Every table goes by these; a document that is silent is completed by them, and never by another document's value.
NEEDED = ("minimum", "maximum", "seats", "dealing", "shuffling", "odd_cents", "absent_player")
PICKED_IN_THE_ROUND = ("hands dealt",)  # columns of a pay table that the round picks, and no option


def faults(book: Rulebook) -> Iterator[str]:
    """Yield what a rulebook lacks: options that every table needs, and what its own parts refer to."""
    yield from (f"the rulebook lacks the option {name}, which every table needs" for name in _absent(book, NEEDED))
    for where, options in _options(book):
        yield from (f"{where} goes by the option {name}, which the rulebook lacks" for name in _absent(book, options))
    for where, wagers in _wagers(book):
        yield from (f"{where} names the wager {each}, which the rulebook lacks" for each in wagers - set(book.wagers))
    clauses = {clause.id for clause in book.clauses}
    for where, named in _clauses(book):
        yield from (f"{where} names the clause {each}, which the rulebook lacks" for each in sorted(named - clauses))
    for where, ruling in _rulings(book):
        if ruling is not None and ruling not in book.rulings:
            yield f"{where} rests on the ruling {ruling}, which the rulebook lacks"
    for table in book.tables:
        hands = {row.hand for row in table.rows}
        meant = [row.pays.hand for row in table.rows if isinstance(row.pays, As) and row.pays.hand not in hands]
        yield from (f"table {table.name} pays as {each}, and has no such row" for each in meant)
    yield from option_checks.faults(book)
    yield from translation.faults(book)
    yield from _contradictions(book)
    yield from (
        f"clause {after}: a clause is missing between {before} and {after}; say it, or list {before} in gaps"
        for before, after in missing(clause.id for clause in book.clauses)
        if before not in book.gaps
    )


def _contradictions(book: Rulebook) -> Iterator[str]:
    """Yield what a rulebook says twice, each time otherwise, and what it says by no clause."""
    yield from (f"clause {each.id!r} has no number" for each in book.clauses if not id_parts(each.id))
    often = Counter(clause.id for clause in book.clauses)
    yield from (f"clause {each} is there {times} times" for each, times in often.items() if times > 1)
    for clause in book.clauses:
        if clause.rules and clause.outside:
            yield f"clause {clause.id} binds {clause.rules[0]} and is outside: one or the other"
        if clause.same_as and clause.changes:
            yield f"clause {clause.id} is the same as {clause.same_as} and changes {clause.changes}: one or the other"
        if clause.kind == "heading" and clause.rules:
            yield f"clause {clause.id} is a heading and binds {clause.rules[0]}: one or the other"
        yield from (
            f"clause {clause.id} binds {rule} twice" for rule, times in Counter(clause.rules).items() if times > 1
        )
    yield from (f"wager {name} is bound to no clause" for name, wager in book.wagers.items() if not wager.clauses)
    for name, wager in book.wagers.items():
        if wager.equal_to and wager.of:
            yield f"wager {name} is equal to {wager.equal_to} and a multiple of {wager.of}: one or the other"
    yield from _wager_faults(book)
    for limit in book.limits:
        if limit.imposed and limit.option:
            yield f"limit {limit.clause} is imposed and goes by the option {limit.option}: one or the other"


def _followed(book: Rulebook, wager: str) -> str:
    """The wager that another is as much as, or a multiple of; empty if none."""
    about = book.wagers.get(wager)
    return (about.equal_to or about.of or "") if about is not None else ""


def _wager_faults(book: Rulebook) -> Iterator[str]:
    """Yield wagers that follow themselves, amounts that are none, and limits on what no table pays."""
    if not any(wager.required and wager.placed == "before the deal" for wager in book.wagers.values()):
        yield "no wager is required before the deal, so that nobody is in a round"
    for name, wager in book.wagers.items():
        followed = {name}
        other = _followed(book, name)
        while other and other not in followed:
            followed.add(other)
            other = _followed(book, other)
        if other == name:
            yield f"wager {name} is as much as itself: {' and '.join(sorted(followed))} go by one another"
        if wager.exactly is not None and wager.exactly <= 0:
            yield f"wager {name} is exactly nothing, or less"
        if wager.at_most is not None and wager.at_most.times < (0 if wager.at_most.or_minimum else 1):
            yield f"wager {name} is at most nothing, or less"
    paid = {wager for table in book.tables for wager in table.wagers}
    for limit in book.limits:
        unpaid = [each for each in limit.wagers if each not in paid and limit.or_minimum_win]
        yield from (f"limit {limit.clause} is on the wager {each}, which no table pays" for each in unpaid)


_BRACED = re.compile(r"\{([^{}]+)\}")


def braced_faults(raw: dict[str, Any]) -> Iterator[str]:
    """Yield the clauses in braces, in the words of a rulebook's data, that the rulebook lacks."""
    known = {str(each.get("id")) for each in raw["clause"]}
    for key in ("clause", "ruling"):
        for entry in raw.get(key, []):
            named = [found for text in _texts(entry) for found in _BRACED.findall(text) if found not in known]
            yield from (f"{key} {entry.get('id')} names {{{each}}}, a clause that the rulebook lacks" for each in named)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def options_named(book: Rulebook) -> set[str]:
    """The options that parts of the rulebook itself go by."""
    return {name for _, options in _options(book) for name in options}


def _absent(book: Rulebook, options: Iterable[str]) -> list[str]:
    return [name for name in options if name not in book.options]


def _by(when: When | None) -> tuple[str, ...]:
    return () if when is None else (when[0],)


def _options(book: Rulebook) -> Iterator[tuple[str, tuple[str, ...]]]:
    for clause in book.clauses:
        yield f"clause {clause.id}", _by(clause.when)
    for name, wager in book.wagers.items():
        yield f"wager {name}", () if wager.offered is None else (wager.offered[0],)
    for table in book.tables:
        yield f"table {table.name}", () if table.by in (None, *PICKED_IN_THE_ROUND) else (str(table.by),)
        for row in table.rows:
            yield f"table {table.name}, {row.hand}", _by(row.when)
    for limit in book.limits:
        yield f"limit {limit.clause}", (*_by(limit.when), *([limit.option] if limit.option else []))
    for note in book.sign.notes:
        yield "a note on the sign", _by(note.when)
    for name, option in book.options.items():
        yield f"option {name}", tuple(option.only_if or ())
    for condition in book.conditions:
        yield f"condition {condition.clause}", (condition.given[0], *condition.needs)
    for ruling in book.rulings.values():
        yield f"ruling {ruling.id}", (ruling.option,) if ruling.option else ()


def _wagers(book: Rulebook) -> Iterator[tuple[str, set[str]]]:
    for name, wager in book.wagers.items():
        most = wager.at_most.of if wager.at_most else None
        yield f"wager {name}", {*wager.needs, *filter(None, (wager.equal_to, wager.of, most))}
    for table in book.tables:
        yield f"table {table.name}", set(table.wagers)
    for limit in book.limits:
        yield f"limit {limit.clause}", set(limit.wagers)
    for note in book.sign.notes:
        yield "a note on the sign", {note.wager}
    for ruling in book.rulings.values():
        yield f"ruling {ruling.id}", set(ruling.wagers)


def _clauses(book: Rulebook) -> Iterator[tuple[str, set[str]]]:
    for name, wager in book.wagers.items():
        yield f"wager {name}", set(wager.clauses)
    for table in book.tables:
        yield f"table {table.name}", {table.clause, *(row.clause for row in table.rows)}
    for limit in book.limits:
        yield "a limit", {limit.clause}
    yield "the sign", {*book.sign.clauses, *(note.clause for note in book.sign.notes)}
    for name, option in book.options.items():
        yield f"option {name}", set(option.clauses)
    for condition in book.conditions:
        yield "a condition", {condition.clause}
    for ruling in book.rulings.values():
        yield f"ruling {ruling.id}", set(ruling.clauses)


def _rulings(book: Rulebook) -> Iterator[tuple[str, str | None]]:
    for name, option in book.options.items():
        yield f"option {name}", option.ruling
    for name, wager in book.wagers.items():
        yield f"wager {name}", wager.needs_by.ruling if wager.needs_by is not None else None
    for table in book.tables:
        yield from ((f"table {table.name}, {row.hand}", row.ruling) for row in table.rows)
    yield from ((f"limit {limit.clause}", limit.ruling) for limit in book.limits)
    yield from ((f"condition {condition.clause}", condition.ruling) for condition in book.conditions)
    yield from (("a note on the sign", note.ruling) for note in book.sign.notes)
