"""Crazy 4 Poker: the best four of five cards; with a pair of aces or better a player may bet up to three times."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier.citations import keeps
from croupier.games.game import Ask, Board, Choice, Deal, DealerReveals, Ending, Game, Hand, Script, Settle, Stub
from croupier.games.lines import Line, Stakes, a_hand, back, beats, is_higher, lose, paid, with_article
from croupier.games.terms import Terms
from croupier.hands import four
from croupier.hands.four import Category
from croupier.money import Cents

QUEEN, KING, ACE = 10, 11, 12  # ranks

FOLD = Choice("fold", "ask.fold", ending="folded", settles=("ante", "super_bonus"))
PLAY = Choice("play", "wager.play", wager="play")
MORE = tuple(Choice(f"play {times}x", "wager.play_more", wager="play", times=times) for times in (2, 3))


@keeps("deal.five_cards", "ask.play", "ask.fold", "wager.play", "wager.play_more")
def script(terms: Terms) -> Script:  # noqa: ARG001 - this game has one version
    """The round: one question, whose choices depend on the player's cards."""
    return (
        Deal(each=5, dealer=5),
        Stub(),
        Ask("your cards", "ask.play", (PLAY, *MORE, FOLD)),
        DealerReveals(),
        Settle(("ante", "super_bonus", "play", "queens_up"), "seat by seat", announces=True),
    )


@keeps("wager.play_more")
def may(choice: str, cards: tuple[int, ...], terms: Terms) -> bool:  # noqa: ARG001 - no option changes it
    """True if a choice is open: more than once the ante with a pair of aces or better only."""
    if choice not in {each.name for each in MORE}:
        return True
    category, ranks = four.LADDER[four.strength(cards)]
    return category > Category.PAIR or (category is Category.PAIR and ranks[0] == ACE)


def absent(stage: str, cards: tuple[int, ...], terms: Terms) -> str:  # noqa: ARG001 - there is one turn
    """The choice of a player who is away: fold."""
    return "fold"


class Facts(NamedTuple):
    """The facts that wagers look at."""

    ending: Ending
    beats: int  # 1 above the dealer's hand, 0 equal, -1 below
    qualifies: bool  # the dealer has king high or better
    row: str  # the name of the hand, by which tables pay it
    own: str = ""  # the two hands in words; no amount depends on them
    dealer: str = ""


@keeps("hand.best_four")
def read(hand: Hand, board: Board, terms: Terms) -> Facts:  # noqa: ARG001 - no option changes what the cards are
    """The facts of a hand, and of the dealer's."""
    own = four.strength(hand.cards)
    dealer = four.strength(board.dealer) if hand.ending == "played" else own
    return compare(hand.ending, own, dealer)._replace(own=four.words(own, dealer), dealer=four.words(dealer, own))


@keeps("settle.qualify")
def compare(ending: Ending, own: int, dealer: int) -> Facts:
    """The facts that the strengths of two hands make."""
    category, ranks = four.LADDER[dealer]
    qualifies = category > Category.HIGH_CARD or ranks[0] >= KING
    return Facts(ending, (own > dealer) - (own < dealer), qualifies, _row(own))


def _row(own: int) -> str:
    category, ranks = four.LADDER[own]
    if category is Category.PAIR:
        return "pair_of_queens_or_better" if ranks[0] >= QUEEN else "pair"
    return "four_aces" if (category, ranks[0]) == (Category.FOUR_OF_A_KIND, ACE) else category.name.lower()


def bare(facts: Facts) -> Facts:
    """The facts that money depends on."""
    return facts._replace(own="", dealer="")


def looks_at(wager: str, terms: Terms) -> int:  # noqa: ARG001 - there is one side wager and no community card
    """Queens Up looks at the player's cards alone."""
    return 0


def settle(facts: Facts, stakes: Stakes, terms: Terms) -> Iterator[Line]:
    """Settle each wager."""
    for wager, stake in stakes.items():
        yield _SETTLED[wager](facts, wager, stake, terms)


@keeps("settle.win", "settle.lose", "settle.push", "settle.qualify", "pay.ante", "pay.play")
def _against_the_dealer(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """Ante and play: the ante pushes where the dealer has less than king high."""
    if facts.ending == "folded":
        return lose(wager, stake, "you folded", terms.clauses("ask.fold"))
    if wager == "ante" and not facts.qualifies:
        return back(wager, stake, "push", "the dealer has less than king high", terms.clauses("settle.qualify"))
    if facts.beats < 0:
        return lose(wager, stake, is_higher(facts.dealer, facts.own), terms.clauses("settle.lose"))
    if facts.beats == 0:
        return back(wager, stake, "push", "both hands are equal", terms.clauses("settle.push"))
    row = terms.row("ante", ("winning_hand",))
    assert row is not None  # noqa: S101 - the table has this one row
    because = beats(facts.dealer, with_article(facts.own) if facts.own else "")
    return paid(wager, stake, row, because, terms, terms.clauses("settle.win"))


@keeps("settle.super_bonus", "pay.super_bonus", "wager.super_bonus")
def _super_bonus(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """The super bonus: a straight or better is paid whoever wins; below that it loses with a lower hand only."""
    if facts.ending == "folded":
        return lose(wager, stake, "you folded", terms.clauses("ask.fold"))
    clauses = terms.clauses("settle.super_bonus")
    row = terms.row("super_bonus", (facts.row, "four_of_a_kind") if facts.row == "four_aces" else (facts.row,))
    if row is not None:
        return paid(wager, stake, row, f"your hand is {a_hand(row.hand)}", terms, clauses)
    if facts.beats < 0:
        return lose(wager, stake, is_higher(facts.dealer, facts.own), clauses)
    return back(wager, stake, "push", "your hand is less than a straight, and the dealer's is no higher", clauses)


@keeps("settle.queens_up", "pay.queens_up", "wager.queens_up", "wager.independent")
def _queens_up(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """Queens Up: a pair of queens or better in the player's own hand, folded or not."""
    row = terms.row("queens_up", (facts.row, "four_of_a_kind") if facts.row == "four_aces" else (facts.row,))
    clauses = terms.clauses("settle.queens_up")
    if row is None:
        return lose(wager, stake, "your hand is less than a pair of queens", clauses)
    return paid(wager, stake, row, f"your hand is {a_hand(row.hand)}", terms, clauses)


_SETTLED = {
    "ante": _against_the_dealer,
    "play": _against_the_dealer,
    "super_bonus": _super_bonus,
    "queens_up": _queens_up,
}


def words(hand: Hand, board: Board) -> str:
    """A hand as the dealer announces it."""
    return four.words(four.strength(hand.cards), four.strength(board.dealer) if board.dealer else None)


GAME = Game(
    name="crazy_4",
    script=script,
    read=read,
    settle=settle,
    words=words,
    made=lambda hand, board: four.best(hand.cards),  # noqa: ARG005 - there is no community card
    may=may,
    absent=absent,
    ranking=four.strength,
    compare=compare,
    bare=bare,
    looks_at=looks_at,
    needs_rules=("deal.order", "settle.dealer_reveals"),
    hands={
        "ante": frozenset({"winning_hand"}),
        "super_bonus": four.NAMES | {"four_aces"},
        "queens_up": four.NAMES | {"pair_of_queens_or_better"},
    },
    needs_rows={
        "ante": ("ante", "winning_hand"),
        "play": ("ante", "winning_hand"),
        "super_bonus": ("super_bonus", "straight"),
        "queens_up": ("queens_up", ""),
    },
    own_names=frozenset(
        {
            *("deal.five_cards", "hand.best_four", "settle.qualify", "wager.play_more"),
            *("pay.super_bonus", "settle.super_bonus", "wager.super_bonus"),
            *("pay.queens_up", "settle.queens_up", "wager.queens_up"),
        }
    ),
)
