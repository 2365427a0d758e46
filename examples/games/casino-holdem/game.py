"""Casino Hold'em: two cards each, call or fold on the flop, against a dealer who needs a pair of fours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier.citations import keeps
from croupier.games.game import (
    Ask,
    Board,
    Choice,
    Community,
    Deal,
    DealerReveals,
    Ending,
    Game,
    Hand,
    Script,
    Settle,
    Stub,
)
from croupier.games.lines import Line, Stakes, a_hand, back, beats, is_higher, lose, paid, with_article
from croupier.games.terms import Terms
from croupier.hands import five
from croupier.hands.five import Category
from croupier.money import Cents

FOUR, ACE = 2, 12  # ranks

CALL = Choice("call", "wager.call", wager="call", times=2)
FOLD = Choice("fold", "ask.fold", ending="folded", settles=("ante",))


@keeps("community.flop", "community.last_two", "ask.play", "ask.fold", "wager.call")
def script(terms: Terms) -> Script:  # noqa: ARG001 - this game has one version
    """The round: the flop comes before the only question."""
    return (
        Deal(each=2, dealer=2),
        Community(3, "community.flop"),
        Ask("after the flop", "ask.play", (CALL, FOLD)),
        Community(2, "community.last_two"),
        Stub(),
        DealerReveals(),
        Settle(("ante", "call", "aa_bonus"), "seat by seat", announces=True),
    )


def absent(stage: str, cards: tuple[int, ...], terms: Terms) -> str:  # noqa: ARG001 - there is one turn
    """The choice of a player who is away: fold."""
    return "fold"


class Facts(NamedTuple):
    """The facts that wagers look at."""

    ending: Ending
    beats: int  # 1 above the dealer's hand, 0 equal, -1 below
    qualifies: bool  # the dealer has a pair of fours or better
    hand: Category
    flop: Category = Category.HIGH_CARD  # of the player's own cards with the flop
    aces: bool = False  # those have a pair of aces or better
    own: str = ""  # the two hands in words; no amount depends on them
    dealer: str = ""


@keeps("hand.best_five", "settle.bonus")
def read(hand: Hand, board: Board, terms: Terms) -> Facts:  # noqa: ARG001 - no option changes what the cards are
    """The facts of a hand, of the dealer's, and of the five cards that the bonus looks at."""
    own, dealer = five.strength(hand.cards + board.community), five.strength(board.dealer + board.community)
    flop, ranks = five.LADDER[five.strength(hand.cards + board.community[:3])]
    aces = flop > Category.PAIR or (flop is Category.PAIR and ranks[0] == ACE)
    said = five.words(own, dealer), five.words(dealer, own)
    return compare(hand.ending, own, dealer)._replace(flop=flop, aces=aces, own=said[0], dealer=said[1])


@keeps("settle.qualify")
def compare(ending: Ending, own: int, dealer: int) -> Facts:
    """The facts that the strengths of two hands make."""
    category, ranks = five.LADDER[dealer]
    qualifies = category > Category.PAIR or (category is Category.PAIR and ranks[0] >= FOUR)
    return Facts(ending, (own > dealer) - (own < dealer), qualifies, five.category(own))


def bare(facts: Facts) -> Facts:
    """The facts that money depends on."""
    return facts._replace(own="", dealer="")


def looks_at(wager: str, terms: Terms) -> int:  # noqa: ARG001 - there is one side wager
    """The bonus looks at the flop alone."""
    return 3


def settle(facts: Facts, stakes: Stakes, terms: Terms) -> Iterator[Line]:
    """Settle each wager."""
    for wager, stake in stakes.items():
        yield _SETTLED[wager](facts, wager, stake, terms)


@keeps("settle.win", "settle.lose", "settle.push", "settle.qualify", "pay.ante", "pay.call")
def _against_the_dealer(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """Ante and call. Against less than a pair of fours the ante is paid by its table, and the call pushes."""
    if facts.ending == "folded":
        return lose(wager, stake, "you folded", terms.clauses("ask.fold"))
    row = terms.row(wager, (facts.hand.name.lower(), "winning_hand"))
    assert row is not None  # noqa: S101 - the last row takes every hand
    if not facts.qualifies:
        because, clauses = "the dealer has less than a pair of fours", terms.clauses("settle.qualify")
        return (
            back(wager, stake, "push", because, clauses)
            if wager == "call"
            else paid(wager, stake, row, because, terms, clauses)
        )
    if facts.beats < 0:
        return lose(wager, stake, is_higher(facts.dealer, facts.own), terms.clauses("settle.lose"))
    if facts.beats == 0:
        return back(wager, stake, "push", "both hands are equal", terms.clauses("settle.push"))
    because = beats(facts.dealer, with_article(facts.own) if facts.own else "")
    return paid(wager, stake, row, because, terms, terms.clauses("settle.win"))


@keeps("settle.bonus", "pay.bonus")
def _aa_bonus(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """The bonus on a pair of aces or better in one's own cards and the flop, folded or not."""
    row = terms.row("aa_bonus", (facts.flop.name.lower(), "pair_of_aces_to_straight")) if facts.aces else None
    clauses = terms.clauses("settle.bonus")
    if row is None:
        return lose(wager, stake, "your cards and the flop are less than a pair of aces", clauses)
    return paid(wager, stake, row, f"your cards and the flop are {a_hand(facts.flop.name)}", terms, clauses)


_SETTLED = {"ante": _against_the_dealer, "call": _against_the_dealer, "aa_bonus": _aa_bonus}


def words(hand: Hand, board: Board) -> str:
    """A hand as the dealer announces it."""
    own = five.strength(hand.cards + board.community)
    return five.words(own, five.strength(board.dealer + board.community) if board.dealer else None)


GAME = Game(
    name="casino_holdem",
    script=script,
    read=read,
    settle=settle,
    words=words,
    made=lambda hand, board: five.best(hand.cards + board.community),
    absent=absent,
    ranking=five.strength,
    compare=compare,
    bare=bare,
    looks_at=looks_at,
    needs_rules=("deal.order", "settle.dealer_reveals"),
    hands={
        "ante": five.NAMES | {"winning_hand"},
        "call": frozenset({"winning_hand"}),
        "aa_bonus": five.NAMES | {"pair_of_aces_to_straight"},
    },
    needs_rows={"ante": ("ante", "winning_hand"), "call": ("call", "winning_hand"), "aa_bonus": ("aa_bonus", "")},
    own_names=frozenset({"wager.call", "wager.aa_bonus", "settle.qualify", "pay.call"}),
)
