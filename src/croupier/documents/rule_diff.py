"""A diff of two documents of one game: by the rules that they state, not by the numbers of their clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.documents import trace
from croupier.documents.edition_diff import NotEditionsError, option_changes
from croupier.documents.word_diff import Piece, changed_words
from croupier.rulebook.choices import Choices
from croupier.rulebook.loader import rule_names
from croupier.rulebook.model import PayTable, Rulebook


@dataclass(frozen=True, slots=True)
class StatedRule:
    """A rule as a document states it: its stable name, its meaning, and the clauses."""

    rule: str
    means: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RestatedRule:
    """A rule that both documents state, by other words: the clauses of each, and the changed words."""

    rule: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    words: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class RuleDiff:
    """The diff of two documents of one game, and what hangs on it."""

    old: Rulebook
    new: Rulebook
    dropped: tuple[StatedRule, ...]
    added: tuple[StatedRule, ...]
    restated: tuple[RestatedRule, ...]
    wagers: tuple[str, ...]
    payouts: tuple[str, ...]
    options: tuple[str, ...]
    rulings: tuple[str, ...]
    tests: tuple[str, ...]  # that name a clause of the old document whose rule is dropped or restated
    submissions: tuple[str, ...]  # what a submission for the old document may no longer say
    notices: tuple[str, ...]  # due to players of the old document


def rule_diff(old: Rulebook, new: Rulebook) -> RuleDiff:
    """Compare two documents of one game, such as two files or two jurisdictions'."""
    if old.game != new.game:
        raise NotEditionsError(
            f"{old.id} and {new.id} are not editions of one document, and no documents of one game",
            "two that are, such as colorado-ma-1 colorado-ma-2",
        )
    restated = tuple(_restated(old, new))
    gone = [rule for rule in old.rules if rule not in new.rules]
    touched = [clause for rule in (*gone, *(each.rule for each in restated)) for clause in old.rules[rule]]
    return RuleDiff(
        old=old,
        new=new,
        dropped=tuple(_stated(old, rule) for rule in gone),
        added=tuple(_stated(new, rule) for rule in new.rules if rule not in old.rules),
        restated=restated,
        wagers=tuple(_wagers(old, new)),
        payouts=tuple(_payouts(old, new)),
        options=option_changes(old, new),
        rulings=tuple(_rulings(old, new)),
        tests=tuple(dict.fromkeys(test for each in touched for test in trace.tests(old, old.clause(each)))),
        submissions=tuple(_submissions(old, new)),
        notices=tuple(_notices(old, new)),
    )


def _stated(book: Rulebook, rule: str) -> StatedRule:
    return StatedRule(rule, rule_names().get(rule, ""), book.rules[rule])


def _restated(old: Rulebook, new: Rulebook) -> Iterator[RestatedRule]:
    """Yield the rules that both state in clauses of other words, each pair of clauses once."""
    seen: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
    for rule, clauses in old.rules.items():
        pair = clauses, new.rules.get(rule, ())
        before, after = (_says(book, ids) for book, ids in zip((old, new), pair, strict=True))
        if pair[1] and before != after and pair not in seen:
            seen.add(pair)
            yield RestatedRule(rule, *pair, tuple(changed_words(before, after)))


def _says(book: Rulebook, clauses: tuple[str, ...]) -> str:
    return " ".join(book.clause(each).says for each in clauses)


def _wagers(old: Rulebook, new: Rulebook) -> Iterator[str]:
    for name in dict.fromkeys([*old.wagers, *new.wagers]):
        if name not in new.wagers or name not in old.wagers:
            yield f"wager {name} is {'gone' if name in old.wagers else 'new'}"


def _payouts(old: Rulebook, new: Rulebook) -> Iterator[str]:
    """Yield the rows that pay otherwise, under the options that hold until a submission says otherwise."""
    before, after = _rows(old), _rows(new)
    for row in dict.fromkeys([*before, *after]):
        if before.get(row) != after.get(row):
            yield f"table {row}: {before.get(row, 'no row')} becomes {after.get(row, 'no row')}"


def _rows(book: Rulebook) -> dict[str, str]:
    return {_row(table, row.name): str(row.pays) for table in Choices(book).tables() for row in table.rows}


def _row(table: PayTable, name: str) -> str:
    return f"{table.name}{f' {table.column}' if table.column else ''}, {name}"


def _rulings(old: Rulebook, new: Rulebook) -> Iterator[str]:
    """Yield the rulings that one document needs and the other does not, by the names under which code cites them."""
    named = [{name: each.id for each in book.rulings.values() for name in each.cited} for book in (old, new)]
    for name in dict.fromkeys([*named[0], *named[1]]):
        if name not in named[1] or name not in named[0]:
            here, ruling = (old, named[0][name]) if name in named[0] else (new, named[1][name])
            yield f"ruling {ruling} of {here.id} alone ({name}): {here.rulings[ruling].question}"


def _submissions(old: Rulebook, new: Rulebook) -> Iterator[str]:
    for name, option in old.options.items():
        if name not in new.options:
            yield f"{name} is refused"
        elif gone := [value for value in option.values or {} if value not in (new.options[name].values or {})]:
            yield f"{name} = {' or '.join(gone)} is refused"


def _notices(old: Rulebook, new: Rulebook) -> Iterator[str]:
    for name, wager in old.wagers.items():
        if wager.notice and name not in new.wagers:
            yield f"wager {name} is withdrawn ({old.short} {wager.notice.clause})"
    before = {limit.wagers: limit.amount for limit in Choices(old).limits}
    for limit in Choices(new).limits:
        if limit.notice and limit.amount < before.get(limit.wagers, limit.amount + 1):
            yield f"the payout limit goes down ({new.short} {limit.notice.clause})"
