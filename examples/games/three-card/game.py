"""Three Card Poker: three cards against the dealer's three, which need a queen, and Pair Plus on one's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier.cards import rank_name
from croupier.citations import keeps
from croupier.games.game import Ask, Board, Choice, Deal, DealerReveals, Ending, Game, Hand, Script, Settle, Stub
from croupier.games.lines import Line, Stakes, a_hand, back, beats, is_higher, lose, paid
from croupier.games.terms import Terms
from croupier.hands import three
from croupier.hands.three import Category
from croupier.money import Cents

QUEEN = 10  # the rank of a queen

# ---- the script ----------------------------------------------------------------------------------------

PLAY = Choice("play", "wager.play", wager="play")
FOLD = Choice("fold", "ask.fold", ending="folded", settles=("ante",))


@keeps("ask.play", "ask.fold", "wager.play", "deal.three_cards")
def script(terms: Terms) -> Script:  # noqa: ARG001 - this game has one version
    """The round, as sections 4 to 6 tell it."""
    return (
        Deal(each=3, dealer=3),
        Stub(),
        Ask("your cards", "ask.play", (PLAY, FOLD)),
        DealerReveals(),
        Settle(("ante", "play", "pair_plus"), "seat by seat", announces=True),
    )


def absent(stage: str, cards: tuple[int, ...], terms: Terms) -> str:  # noqa: ARG001 - there is one turn
    """Who is away folds (ruling S10)."""
    return "fold"


# ---- the settlement ------------------------------------------------------------------------------------


class Facts(NamedTuple):
    """What the wagers look at."""

    ending: Ending
    beats: int  # 1 above the dealer's hand, 0 equal, -1 below
    qualifies: bool  # the dealer's hand is queen high or better
    hand: Category
    dealer: str = ""  # the dealer's hand in words; no amount depends on it


@keeps("rank.hands")
def read(hand: Hand, board: Board, terms: Terms) -> Facts:  # noqa: ARG001 - no option changes what the cards are
    """The facts of a hand and, unless it was folded, of the dealer's."""
    own = three.strength(hand.cards)
    dealer = three.strength(board.dealer) if hand.ending == "played" else own
    return compare(hand.ending, own, dealer)._replace(dealer=_announced(dealer))


def bare(facts: Facts) -> Facts:
    """What money depends on."""
    return facts._replace(dealer="")


@keeps("settle.qualify")
def compare(ending: Ending, own: int, dealer: int) -> Facts:
    """The facts that the strengths of two hands make."""
    category, ranks = three.LADDER[dealer]
    qualifies = category > Category.HIGH_CARD or ranks[0] >= QUEEN
    return Facts(ending, (own > dealer) - (own < dealer), qualifies, three.category(own))


def looks_at(wager: str, terms: Terms) -> int:  # noqa: ARG001 - there is one side wager and no community card
    """Pair Plus looks at the player's cards alone."""
    return 0


def settle(facts: Facts, stakes: Stakes, terms: Terms) -> Iterator[Line]:
    """What each wager is worth, and what the ante earns besides."""
    for wager, stake in stakes.items():
        yield _SETTLED[wager](facts, wager, stake, terms)
        if wager == "ante":
            yield from _ante_bonus(facts, wager, stake, terms)


@keeps("settle.win", "settle.lose", "settle.push", "settle.qualify", "pay.ante", "pay.play", "ask.fold")
def _against_the_dealer(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """Ante and play. Without a queen the dealer is out: the ante wins whatever the hands, and the play pushes."""
    if facts.ending == "folded":
        return lose(wager, stake, "you folded", terms.clauses("ask.fold"))
    row = terms.row("ante", ("winning_hand",))
    assert row is not None  # noqa: S101 - the table has this one row
    if not facts.qualifies:
        because, clauses = "the dealer has less than queen high", terms.clauses("settle.qualify")
        if wager == "play":
            return back(wager, stake, "push", because, clauses)
        return paid(wager, stake, row, because, terms, clauses)
    if facts.beats < 0:
        return lose(wager, stake, is_higher(facts.dealer), terms.clauses("settle.lose"))
    if facts.beats == 0:
        return back(wager, stake, "push", "both hands are equal", terms.clauses("settle.push"))
    return paid(wager, stake, row, beats(facts.dealer), terms, terms.clauses("settle.win"))


@keeps("settle.ante_bonus", "pay.ante_bonus")
def _ante_bonus(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Iterator[Line]:
    """A line besides the ante's own, without a stake: that one has it, and may well have lost it."""
    row = terms.row("ante_bonus", (facts.hand.name.lower(),))
    if row is not None and facts.ending == "played":
        because = f"your hand is {a_hand(row.hand)}, whatever the dealer has"
        yield paid(wager, stake, row, because, terms, terms.clauses("settle.ante_bonus"))._replace(stake=0)


@keeps("settle.pair_plus", "pay.pair_plus", "wager.pair_plus", "wager.independent")
def _pair_plus(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    row = terms.row("pair_plus", (facts.hand.name.lower(),))
    clauses = terms.clauses("settle.pair_plus")
    if row is None:
        return lose(wager, stake, "your hand is less than a pair", clauses)
    return paid(wager, stake, row, f"your hand is {a_hand(row.hand)}", terms, clauses)


_SETTLED = {"ante": _against_the_dealer, "play": _against_the_dealer, "pair_plus": _pair_plus}


def words(hand: Hand, board: Board) -> str:  # noqa: ARG001 - there are no community cards
    """A hand as the dealer announces it."""
    return _announced(three.strength(hand.cards))


def _announced(strength: int) -> str:
    category, ranks = three.LADDER[strength]
    name = category.name.replace("_", " ").lower()
    match category:
        case Category.HIGH_CARD:
            return f"{rank_name(ranks[0])} high"
        case Category.PAIR:
            return f"{name} of {rank_name(ranks[0], plural=True)}"
        case Category.THREE_OF_A_KIND:
            return f"{name}, {rank_name(ranks[0], plural=True)}"
        case _:
            return f"{name}, {rank_name(ranks[0])} high"


GAME = Game(
    name="three_card",
    script=script,
    read=read,
    settle=settle,
    words=words,
    absent=absent,
    ranking=three.strength,
    compare=compare,
    bare=bare,
    looks_at=looks_at,
    hands={"ante": frozenset({"winning_hand"}), "ante_bonus": three.NAMES, "pair_plus": three.NAMES},
    needs_rows={
        "ante": ("ante", "winning_hand"),
        "play": ("ante", "winning_hand"),
        "pair_plus": ("pair_plus", ""),
    },
    own_names=frozenset(
        {
            "pay.pair_plus",
            "settle.ante_bonus",
            "settle.pair_plus",
            "settle.qualify",
            "wager.pair_plus",
        }
    ),
)
