"""The payout sign of a table: the payouts of every wager offered, in the words that the documents allow.

Odds are stated with "to", never with "for", which would count the stake among the winnings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from croupier.citations import keeps
from croupier.rulebook.model import Limit, PayTable, Rulebook, SignNote
from croupier.rulebook.pay import Amount, Outcome
from croupier.rulebook.progressive import Progressive
from croupier.rulebook.submission import Submission
from croupier.rulebook.translation import and_in, pays_in


@dataclass(frozen=True, slots=True)
class Block:
    """One wager's part of the sign: a heading, columns if the round picks one of several, and rows."""

    title: str
    clause: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PayoutSign:
    """A payout sign, ready for typesetting."""

    title: str
    blocks: tuple[Block, ...]
    limits: tuple[str, ...]
    phrases: tuple[str, ...]
    clauses: tuple[str, ...]


@keeps("pay.words", "layout.sign", "layout.words")
def sign(submission: Submission) -> PayoutSign:
    """The payout sign for a table under this submission."""
    book = submission.rulebook
    return PayoutSign(
        title=book.title,
        blocks=tuple(_blocks(submission)),
        limits=tuple(_limit(submission, limit) for limit in submission.limits),
        phrases=book.sign.phrases,
        clauses=tuple(clause for clause in book.sign.clauses if submission.holds(book.clause(clause).when)),
    )


def _blocks(submission: Submission) -> Iterator[Block]:
    for _, group in groupby(submission.tables(), key=lambda table: table.name):
        yield _block(submission, list(group))
    progressive = submission.chosen.get("progressive")
    if isinstance(progressive, Progressive):
        rows = tuple((hand.replace("_", " ").capitalize(), str(pays)) for hand, pays in progressive.rows)
        clause = submission.rulebook.options["progressive"].clauses[0]
        yield Block(f"Progressive, {submission.rulebook.money(progressive.stake)}", clause, (), rows)


def _block(submission: Submission, tables: list[PayTable]) -> Block:
    first = tables[0]
    picked_at_the_table = first.by is not None and first.by not in submission.rulebook.options
    columns = tuple(f"{table.column} {str(table.by).split()[0]}" for table in tables) if picked_at_the_table else ()
    rows = tuple(
        (row.name, *(_cell(table, place, submission.rulebook) for table in tables))
        for place, row in enumerate(first.rows)
        if row.pays is not Outcome.LOSE
    )
    notes = tuple(_note(note) for note in submission.rulebook.sign.notes if _belongs(submission, note, first))
    return Block(_title(submission, first), first.clause, columns, rows, notes)


def _belongs(submission: Submission, note: SignNote, table: PayTable) -> bool:
    return note.wager in table.wagers and submission.holds(note.when)


def _note(note: SignNote) -> str:
    ruling = f"; ruling {note.ruling}" if note.ruling else ""
    return f"{note.says} ({note.clause}{ruling})"


def _title(submission: Submission, table: PayTable) -> str:
    """The wagers that the table pays, and its column if the operator chose one by letter."""
    wagers = [submission.rulebook.wagers[name].title for name in table.wagers]
    lettered = table.by in submission.rulebook.options and table.column is not None and len(table.column) == 1
    # If two tables pay one wager, each has a title of its own.
    others = [each for each in submission.tables() if each.name != table.name]
    shares = any(wager in each.wagers for each in others for wager in table.wagers)
    title = (
        table.title
        if shares
        else f" {and_in(submission.rulebook)} ".join(filter(None, [", ".join(wagers[:-1]), wagers[-1]]))
    )
    return title + f" ({table.column})" * lettered


def _cell(table: PayTable, place: int, book: Rulebook) -> str:
    pays = table.rows[place].pays
    if isinstance(pays, Amount):
        return book.money(pays.cents)
    said = pays_in(str(pays), book)
    return said.capitalize() if isinstance(pays, Outcome) else said


def _limit(submission: Submission, limit: Limit) -> str:
    book = submission.rulebook
    wagers = [book.wagers[name].title for name in limit.wagers]
    more = ", or what minimum wagers could win if that is more" if limit.imposed and limit.or_minimum_win else ""
    return f"Most paid on one hand, {', '.join(wagers)} together: {book.money(limit.amount)}{more} ({limit.clause})"
