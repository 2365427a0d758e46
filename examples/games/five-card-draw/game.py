"""Five-Card Draw, paid by a table: five cards, up to five of them replaced, and a pair of jacks or better is paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier.citations import keeps
from croupier.games.game import Ask, Board, Choice, Deal, Draw, Ending, Game, Hand, Script, Settle, Stub
from croupier.games.lines import Line, Stakes, a_hand, lose, paid
from croupier.games.terms import Terms
from croupier.hands import five
from croupier.hands.five import Category
from croupier.money import Cents

JACK = 9  # the rank of a jack

DRAW = Choice("draw", "ask.draw", discards=5, fewest=0)


@keeps("ask.play", "ask.draw", "deal.draw", "deal.five_cards")
def script(terms: Terms) -> Script:  # noqa: ARG001 - this game has one version
    """The round: five cards, a draw and the settlement; the dealer has no hand."""
    return (
        Deal(each=5),
        Ask("your five cards", "ask.play", (DRAW,)),
        Draw("deal.draw"),
        Stub(),
        Settle(("ante",), "seat by seat", announces=True),
    )


def absent(stage: str, cards: tuple[int, ...], terms: Terms) -> str:  # noqa: ARG001 - there is one choice
    """The choice of a player who is away: all cards are kept."""
    return "draw"


class Facts(NamedTuple):
    """The facts that the wager looks at."""

    hand: Category
    high_pair: bool  # a pair of jacks or better


@keeps("hand.five_dealt")
def read(hand: Hand, board: Board, terms: Terms) -> Facts:  # noqa: ARG001 - no option changes what the cards are
    """The facts of a hand after the draw."""
    return compare("played", five.strength(hand.cards))


def compare(ending: Ending, own: int, dealer: int = 0) -> Facts:  # noqa: ARG001 - no hand ends early, none is the dealer's
    """The facts that follow from the strength of a hand."""
    category, ranks = five.LADDER[own]
    return Facts(category, category is Category.PAIR and ranks[0] >= JACK)


@keeps("settle.win", "settle.lose", "pay.ante")
def settle(facts: Facts, stakes: Stakes, terms: Terms) -> Iterator[Line]:
    """Settle the ante by its table."""
    for wager, stake in stakes.items():
        yield _by_table(facts, wager, stake, terms)


def _by_table(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    name = "pair_of_jacks_or_better" if facts.high_pair else facts.hand.name.lower()
    row = terms.row("ante", (name,))
    if row is None:
        return lose(wager, stake, "the hand is lower than a pair of jacks", terms.clauses("settle.lose"))
    return paid(wager, stake, row, f"your hand is {a_hand(row.hand)}", terms, terms.clauses("settle.win"))


def words(hand: Hand, board: Board) -> str:  # noqa: ARG001 - there is nothing but the hand
    """A hand as the dealer announces it."""
    return five.words(five.strength(hand.cards))


GAME = Game(
    name="five_card_draw",
    script=script,
    read=read,
    settle=settle,
    words=words,
    made=lambda hand, _board: hand.cards,
    absent=absent,
    ranking=five.strength,
    compare=compare,
    hands={"ante": five.NAMES | {"pair_of_jacks_or_better"}},
    needs_rows={"ante": ("ante", "pair_of_jacks_or_better")},
    own_names=frozenset({"ask.draw", "deal.draw", "deal.five_cards", "hand.five_dealt"}),
)
