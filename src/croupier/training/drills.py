"""Drills: random questions about payouts and names of hands. The source of chance is passed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from croupier.games.game import Board, Community, Deal, Game, Hand, places
from croupier.games.terms import Terms
from croupier.money import Cents, Odds
from croupier.training.troubles import Chance, picked

STEP = 500  # cents: stakes are in chips of $5
MOST = 20  # chips
_WHOLE = 5  # cards of a hand that is made with community cards


class DrillQuestion(NamedTuple):
    """A question, its answer in words, and the clauses that it is based on."""

    asks: str
    answer: str
    clauses: tuple[str, ...]

    def is_right(self, said: str) -> bool:
        """True if an answer is right; case, commas and the dollar sign do not matter."""
        return _bare(said) == _bare(self.answer)


def _bare(text: str) -> str:
    return "".join(each for each in text.casefold() if each.isalnum() or each == ".").removesuffix(".00")


def payout(terms: Terms, chance: Chance) -> DrillQuestion:
    """A question about the payout of a row of a pay table on a stake."""
    tables = [table for table in terms.submission.tables() if table.wagers]
    rows = [(table, row) for table in tables for row in table.rows if isinstance(row.pays, Odds)]
    table, row = picked(chance, rows)
    assert isinstance(row.pays, Odds)  # noqa: S101 - no other was taken
    stake: Cents = STEP * (1 + int(chance() * MOST))
    title = terms.rulebook.wagers[table.wagers[0]].title
    column = f", {table.column} {table.by}" if table.column and table.by not in terms.options else ""
    asks = f"{title}{column}: {terms.money(stake)} on {row.name.lower()}, what is paid?"
    return DrillQuestion(asks, terms.money(row.pays.winnings_rounded_down(stake)), (row.clause,))


def reading(game: Game, terms: Terms, chance: Chance, written: Callable[[Iterable[int]], str]) -> DrillQuestion:
    """A question about the name of a hand as the dealer announces it; kickers are not part of the answer."""
    deck = list(range(len(terms.rulebook.deck)))
    each = places(game.script(terms)).each
    community = _community(game, terms) if each < _WHOLE else 0
    cards = tuple(deck.pop(int(chance() * len(deck))) for _ in range(each + community))
    own, board = cards[:each], cards[each:]
    words = game.words(Hand(own), Board(board))
    on_table = f", and {written(board)} on the table" if board else ""
    return DrillQuestion(f"{written(own)}{on_table}: what is announced?", words.partition(",")[0], ())


def _community(game: Game, terms: Terms) -> int:
    """Number of community cards that play with a hand: all that are laid, or as many as complete a hand."""
    laid = sum(step.cards for step in game.script(terms) if isinstance(step, Community))
    dealt = next(step for step in game.script(terms) if isinstance(step, Deal))
    return laid or (_WHOLE - dealt.each if dealt.community else 0)
