"""Side wagers that a document has and no code names: their pay tables say whose hand they look at.

A game that takes such wagers says by which names its hands stand in a table; everything else is data.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier.games.lines import Line, a_hand, lose, paid
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.rulebook.model import PayTable
from croupier.rulebook.pay import Amount

Names = tuple[str, ...]  # the rows of a pay table that a hand fits, the hand's own name first


class Hands(NamedTuple):
    """The hands that such a table may look at; the losing one has no names where neither hand is higher."""

    own: Names
    dealer: Names
    losing: Names
    others: tuple[Names, ...] = ()  # of the other players who have not folded


def settle(wager: str, stake: Cents, terms: Terms, hands: Hands, *, folded: bool) -> Iterator[Line]:
    """Settle a side wager by its tables: one for the wager itself, and what other players' hands earn besides."""
    clauses = terms.rulebook.wagers[wager].clauses
    if folded and terms[f"folded_{wager}"] == "lost":
        yield lose(wager, stake, "you folded", clauses)
        return
    for table in terms.side_tables[wager]:
        if table.looks_at == "other hands":
            yield from _besides(wager, stake, terms, table, hands.others)
        else:
            yield _by_hand(wager, stake, terms, table, hands)


def _by_hand(wager: str, stake: Cents, terms: Terms, table: PayTable, hands: Hands) -> Line:
    clauses = terms.rulebook.wagers[wager].clauses
    whose, names = {
        "own hand": ("your hand", hands.own),
        "dealer's hand": ("the dealer's hand", hands.dealer),
        "losing hand": ("the losing hand", hands.losing),
    }[str(table.looks_at)]
    if not names:
        return lose(wager, stake, "neither hand loses", clauses)
    row, because = terms.row(table.name, names), f"{whose} is {a_hand(names[0])}"
    if row is None:
        return lose(wager, stake, f"{because}, for which nothing is paid", clauses)
    return paid(wager, stake, row, because, terms, clauses)


def _besides(wager: str, stake: Cents, terms: Terms, table: PayTable, others: tuple[Names, ...]) -> Iterator[Line]:
    """Yield a fixed sum for each other player's hand that the table lists."""
    if stake < (table.stake_from or 0):
        return
    for names in others:
        row = terms.row(table.name, names)
        if row is not None and isinstance(row.pays, Amount):
            clauses = (*terms.rulebook.wagers[wager].clauses, row.clause)
            because = f"another player's hand is {a_hand(names[0])}"
            yield Line(wager, 0, "win", row.pays.cents, because, tuple(dict.fromkeys(clauses)), str(row.pays))


def side_tables(terms: Terms, *, of_others: bool) -> Names:
    """The wagers that are settled here: those with a table on other players' hands, or those without."""
    return tuple(
        name
        for name, tables in terms.side_tables.items()
        if any(table.looks_at == "other hands" for table in tables) == of_others
    )
