"""Four Card Poker: the best four of five cards against the dealer's best four of six, one of which is seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier.citations import keeps
from croupier.games.game import Ask, Board, Choice, Deal, DealerReveals, Ending, Game, Hand, Script, Settle, Stub
from croupier.games.lines import Line, Stakes, a_hand, beats, is_higher, lose, paid, with_article
from croupier.games.terms import Terms
from croupier.hands import four
from croupier.hands.four import Category
from croupier.money import Cents

ACE = 12

FOLD = Choice("fold", "ask.fold", ending="folded", settles=("ante",))
RAISES = tuple(Choice(f"play {times}x", "wager.play", wager="play", times=times) for times in (1, 2, 3))


@keeps("deal.dealer_card_up", "ask.play", "ask.fold", "wager.play")
def script(terms: Terms) -> Script:  # noqa: ARG001 - this game has one version
    """The round: the last of the dealer's six cards is dealt face up."""
    return (
        Deal(each=5, dealer=6, dealer_up=1, rule="deal.dealer_card_up"),
        Stub(),
        Ask("your cards", "ask.play", (*RAISES, FOLD)),
        DealerReveals(),
        Settle(("ante", "play", "aces_up"), "seat by seat", announces=True),
    )


def absent(stage: str, cards: tuple[int, ...], terms: Terms) -> str:  # noqa: ARG001 - there is one turn
    """The choice of a player who is away: fold."""
    return "fold"


class Facts(NamedTuple):
    """The facts that wagers look at."""

    ending: Ending
    wins: bool  # the hand is not lower than the dealer's
    hand: Category
    aces: bool = False  # a pair of aces
    own: str = ""  # the two hands in words; no amount depends on them
    dealer: str = ""


@keeps("hand.best_four", "settle.tie")
def read(hand: Hand, board: Board, terms: Terms) -> Facts:  # noqa: ARG001 - no option changes what the cards are
    """The facts of a hand, and of the dealer's."""
    own = four.strength(hand.cards)
    dealer = four.strength(board.dealer) if hand.ending == "played" else own
    return compare(hand.ending, own, dealer)._replace(own=four.words(own, dealer), dealer=four.words(dealer, own))


def compare(ending: Ending, own: int, dealer: int) -> Facts:
    """The facts that the strengths of two hands make."""
    category, ranks = four.LADDER[own]
    return Facts(ending, own >= dealer, category, category is Category.PAIR and ranks[0] == ACE)


def bare(facts: Facts) -> Facts:
    """The facts that money depends on."""
    return facts._replace(own="", dealer="")


def looks_at(wager: str, terms: Terms) -> int:  # noqa: ARG001 - there is one side wager and no community card
    """Aces Up looks at the player's cards alone."""
    return 0


def settle(facts: Facts, stakes: Stakes, terms: Terms) -> Iterator[Line]:
    """Settle each wager, with the line that a good hand earns on the ante besides."""
    for wager, stake in stakes.items():
        yield _SETTLED[wager](facts, wager, stake, terms)
        if wager == "ante" and facts.ending == "played":
            yield from _automatic_bonus(facts, stake, terms)


@keeps("settle.win", "settle.lose", "pay.ante", "pay.play")
def _against_the_dealer(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """Ante and play: the player wins with an equal hand too."""
    if facts.ending == "folded":
        return lose(wager, stake, "you folded", terms.clauses("ask.fold"))
    if not facts.wins:
        return lose(wager, stake, is_higher(facts.dealer, facts.own), terms.clauses("settle.lose"))
    row = terms.row("ante", ("winning_hand",))
    assert row is not None  # noqa: S101 - the table has this one row
    equal = facts.own == facts.dealer and facts.own
    because = "an equal hand wins" if equal else beats(facts.dealer, with_article(facts.own) if facts.own else "")
    return paid(wager, stake, row, because, terms, terms.clauses("settle.tie" if equal else "settle.win"))


@keeps("settle.automatic_bonus", "pay.automatic_bonus")
def _automatic_bonus(facts: Facts, stake: Cents, terms: Terms) -> Iterator[Line]:
    """The automatic bonus on three of a kind or better, which is paid on the ante whoever wins."""
    row = terms.row("automatic_bonus", (facts.hand.name.lower(),))
    if row is not None:
        because = f"your hand is {a_hand(row.hand)}, whatever the dealer has"
        yield paid("ante", stake, row, because, terms, terms.clauses("settle.automatic_bonus"))._replace(stake=0)


@keeps("settle.aces_up", "pay.aces_up", "wager.aces_up", "wager.independent")
def _aces_up(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """Aces Up: a pair of aces or better in the player's own hand, folded or not."""
    row = terms.row("aces_up", ("pair_of_aces",) if facts.aces else (facts.hand.name.lower(),))
    clauses = terms.clauses("settle.aces_up")
    if row is None:
        return lose(wager, stake, "your hand is less than a pair of aces", clauses)
    return paid(wager, stake, row, f"your hand is {a_hand(row.hand)}", terms, clauses)


_SETTLED = {"ante": _against_the_dealer, "play": _against_the_dealer, "aces_up": _aces_up}


def words(hand: Hand, board: Board) -> str:
    """A hand as the dealer announces it."""
    return four.words(four.strength(hand.cards), four.strength(board.dealer) if board.dealer else None)


GAME = Game(
    name="four_card",
    script=script,
    read=read,
    settle=settle,
    words=words,
    made=lambda hand, board: four.best(hand.cards),  # noqa: ARG005 - there is no community card
    absent=absent,
    ranking=four.strength,
    compare=compare,
    bare=bare,
    looks_at=looks_at,
    needs_rules=("deal.order", "settle.dealer_reveals"),
    hands={
        "ante": frozenset({"winning_hand"}),
        "automatic_bonus": four.NAMES,
        "aces_up": four.NAMES | {"pair_of_aces"},
    },
    needs_rows={
        "ante": ("ante", "winning_hand"),
        "play": ("ante", "winning_hand"),
        "aces_up": ("aces_up", ""),
    },
    own_names=frozenset(
        {
            "deal.dealer_card_up",
            "hand.best_four",
            "pay.aces_up",
            "pay.automatic_bonus",
            "settle.aces_up",
            "settle.automatic_bonus",
            "settle.tie",
            "wager.aces_up",
        }
    ),
)
