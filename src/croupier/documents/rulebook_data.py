"""Rulebooks as plain data (JSON types), for the command line's JSON output and for HTTP."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from croupier.documents import trace
from croupier.documents.edition_diff import Diff
from croupier.documents.word_diff import changed_words
from croupier.games.catalogue import game_of
from croupier.games.game import Ask, Choice
from croupier.games.terms import Terms
from croupier.rulebook import Clause, Rulebook, Submission
from croupier.rulebook.model import PayTable, Wager
from croupier.rulebook.pay import As
from croupier.rulebook.translation import pays_in
from croupier.schemas.rulebooks import ClauseCounts, EditionDifferences, RulebookDocument, RulebookSummary


def summary(book: Rulebook) -> RulebookSummary:
    """A rulebook's entry in a list of rulebooks."""
    return {
        "id": book.id,
        "title": book.title,
        "jurisdiction": book.jurisdiction,
        "clauses": trace.counts(book).total(),
        **_counts(book),
    }


def _counts(book: Rulebook) -> ClauseCounts:
    counts = trace.counts(book)
    return {
        "enforced": counts["enforced"],
        "instructed": counts["instructed"],
        "in part": counts["in part"],
        "outside": counts["outside"],
        "not yet": counts["not yet"],
    }


def as_data(book: Rulebook) -> RulebookDocument:
    """The whole rulebook."""
    return {
        "id": book.id,
        "title": book.title,
        "jurisdiction": book.jurisdiction,
        "clauses": [clause_data(book, clause) for clause in book.clauses],
        **_counts(book),
        "document": book.document,
        "currency": book.currency.code,
        "language": book.language,
        "languages": list(book.languages),
        "deck": book.deck_name,
        "follows": book.follows,
        "hash": book.hash,
        "terms": [asdict(term) for term in book.terms],
        "wagers": {name: _wager_data(book, wager) for name, wager in book.wagers.items()},
        "tables": [_table_data(table, book) for table in book.tables],
        "limits": [asdict(limit) for limit in book.limits],
        "options": {name: asdict(option) for name, option in book.options.items()},
        "rulings": {name: asdict(ruling) for name, ruling in book.rulings.items()},
    }


def clause_data(book: Rulebook, clause: Clause) -> dict[str, Any]:
    """A clause with its rules, references, instructions, rulings, code and tests."""
    return {
        "id": clause.id,
        "says": clause.says,
        "kind": clause.kind,
        "kept": trace.kept(clause),
        "parts": [{"says": part.says, "kept": kept, "outside": part.outside} for part, kept in trace.parts(clause)],
        "rules": list(clause.rules),
        "refs": list(clause.refs),
        "instructions": [{"rule": each.rule, "says": each.says, "at": each.at} for each in trace.instructed(clause)],
        "outside": clause.outside,
        "adopted": clause.adopted,
        "amended": list(clause.amended),
        "same_as": clause.same_as,
        "changes": clause.changes,
        "rulings": [ruling.id for ruling in book.rulings_on(clause.id)],
        "code": list(trace.code(book, clause)),
        "tests": list(trace.tests(book, clause)),
    }


def differences(found: Diff) -> EditionDifferences:
    """The diff of two editions."""
    return {
        "old": found.old.id,
        "new": found.new.id,
        "changed": [
            {
                "old": before.id,
                "new": after.id,
                "before": before.says,
                "now": after.says,
                "words": [piece._asdict() for piece in changed_words(before.says, after.says)],
            }
            for before, after in found.changed
        ],
        "dropped": [{"id": clause.id, "says": clause.says} for clause in found.dropped],
        "added": [{"id": clause.id, "says": clause.says} for clause in found.added],
        "renumbered": [{"old": before.id, "new": after.id} for before, after in found.renumbered],
        "unchanged": found.unchanged,
        "options": list(found.options),
        "rulings": list(found.rulings),
    }


def _wager_data(book: Rulebook, wager: Wager) -> dict[str, Any]:
    of_another = times(book, wager) if wager.of else []
    return {**asdict(wager), "times": of_another, "withdrawable": may_come_back(book, wager)}


def _table_data(table: PayTable, book: Rulebook) -> dict[str, Any]:
    rows = [{**asdict(row), "pays": pays_in(pays_text(row.pays), book)} for row in table.rows]
    return {**asdict(table), "rows": rows}


def pays_text(pays: object) -> str:
    """A row's payout in words."""
    return f"as {pays.hand.replace('_', ' ')}" if isinstance(pays, As) else str(pays)


def _choices(book: Rulebook) -> list[Choice]:
    """All choices that a player may have in a round of the game, for a submission that leaves every option unset."""
    script = game_of(book).script(Terms(Submission(book)))
    return [choice for step in script if isinstance(step, Ask) for choice in step.choices]


def times(book: Rulebook, wager: Wager) -> list[float]:
    """The multiples of another wager that this one may be, the largest first."""
    found = sorted({choice.times for choice in _choices(book) if choice.wager == wager.name}, reverse=True)
    return [each if isinstance(each, int) else float(each) for each in found]


def may_come_back(book: Rulebook, wager: Wager) -> bool:
    """True if the player may take the wager back in a round."""
    return any(choice.withdraws == wager.name for choice in _choices(book))
