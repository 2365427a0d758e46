"""Every Word Poker, made up to use every word: the best five of four own cards and three in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from croupier.citations import keeps
from croupier.games.game import (
    Ask,
    Board,
    Burn,
    Choice,
    CollectFolds,
    Community,
    Deal,
    DealerReveals,
    Draw,
    Ending,
    Game,
    Hand,
    Script,
    Settle,
    Stub,
    TurnUp,
)
from croupier.games.lines import Line, Stakes, back, beats, is_higher, lose, paid, with_article
from croupier.games.terms import Terms
from croupier.hands import five
from croupier.hands.five import Category
from croupier.money import Cents

HALF = Fraction(1, 2)

CHECK = Choice("check", "ask.check")
FIRST = Choice("bet", "wager.bet", wager="bet", times=HALF)
MORE = Choice("bet more", "wager.bet_more", wager="bet", times=HALF + 1)
FOLD = Choice("fold", "ask.fold", ending="folded", settles=("ante",))
RAISE = Choice("bet", "wager.raise", wager="raise", times=1, up_to=2 + HALF, needs="bet")
CHANGE = Choice("exchange", "wager.fee", wager="fee", discards=2, fewest=1)
DROP = Choice("drop", "ask.drop", discards=1)
SHOW = Choice("show", "ask.show", turns_up=True)
BACK = Choice("take back", "ask.withdraw", withdraws="bet", needs="bet")
LATE = Choice("fold", "ask.fold_late", ending="folded", settles=("ante", "bet", "raise", "fee"), at_once=False)


@keeps(
    "deal.up_cards",
    "deal.second",
    "deal.third",
    "dealer.second_card",
    "community.first",
    "community.turned",
    "community.burn",
)
@keeps("community.second", "ask.play", "ask.raise", "ask.last", "ask.check", "ask.fold", "ask.fold_late", "ask.show")
@keeps("wager.bet", "wager.bet_more", "wager.raise", "wager.fee", "deal.draw", "ask.drop", "ask.withdraw")
def script(terms: Terms) -> Script:  # noqa: ARG001 - this game has one version
    """The round: three deals, three turns, a draw, and cards turned up between them."""
    return (
        Deal(each=2, dealer=2, community=3, up=1, dealer_up=1, rule="deal.up_cards"),
        Burn(of_community=True),
        TurnUp(1, "community.first"),
        Ask("on two cards", "ask.play", (CHECK, FIRST, MORE, FOLD)),
        Deal(each=1, rule="deal.second"),
        TurnUp(1, "dealer.second_card", of="dealer"),
        Ask("on three cards", "ask.raise", (CHECK, RAISE, BACK, CHANGE), only="bet"),
        Draw("deal.draw"),
        TurnUp(1, "community.turned"),
        Deal(each=1, dealer=2, up=1, rule="deal.third"),
        Burn(),
        Community(1, "community.second"),
        Ask("on four cards", "ask.last", (CHECK, SHOW, DROP, LATE), unless="raise"),
        Stub(),
        CollectFolds(),
        DealerReveals(),
        Settle(("ante", "bet", "raise", "fee"), "seat by seat", announces=True),
    )


def absent(stage: str, cards: tuple[int, ...], terms: Terms) -> str:  # noqa: ARG001 - cards change nothing here
    """The choice of a player who is away: check."""
    return "check"


class Facts(NamedTuple):
    """The facts that wagers look at."""

    ending: Ending
    beats: int  # 1 above the dealer's hand, 0 equal, -1 below
    hand: Category
    own: str = ""  # the two hands in words; no amount depends on them
    dealer: str = ""


@keeps("hand.best_five")
def read(hand: Hand, board: Board, terms: Terms) -> Facts:  # noqa: ARG001 - no option changes what the cards are
    """The facts of a hand, and of the dealer's; a folded hand need not be whole."""
    if hand.ending == "folded":
        return Facts("folded", 0, Category.HIGH_CARD)
    own, dealer = five.strength(hand.cards + board.community), five.strength(board.dealer + board.community)
    return compare(hand.ending, own, dealer)._replace(own=five.words(own, dealer), dealer=five.words(dealer, own))


def compare(ending: Ending, own: int, dealer: int) -> Facts:
    """The facts that the strengths of two hands make."""
    return Facts(ending, (own > dealer) - (own < dealer), five.category(own))


def bare(facts: Facts) -> Facts:
    """The facts that money depends on."""
    return facts._replace(own="", dealer="")


def settle(facts: Facts, stakes: Stakes, terms: Terms) -> Iterator[Line]:
    """Settle each wager."""
    for wager, stake in stakes.items():
        yield _against_the_dealer(facts, wager, stake, terms)


@keeps("settle.win", "settle.lose", "settle.push", "pay.play")
def _against_the_dealer(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """Ante, bet and raise; the fee of an exchange is the house's."""
    if wager == "fee":
        return lose(wager, stake, "the exchange is paid", terms.clauses("wager.fee"))
    if facts.ending == "folded":
        return lose(wager, stake, "you folded", terms.clauses("ask.fold"))
    if facts.beats < 0:
        return lose(wager, stake, is_higher(facts.dealer, facts.own), terms.clauses("settle.lose"))
    if facts.beats == 0:
        return back(wager, stake, "push", "both hands are equal", terms.clauses("settle.push"))
    row = terms.row("play", ("winning_hand",))
    assert row is not None  # noqa: S101 - the table has this one row
    because = beats(facts.dealer, with_article(facts.own) if facts.own else "")
    return paid(wager, stake, row, because, terms, terms.clauses("settle.win"))


def words(hand: Hand, board: Board) -> str:
    """A hand as the dealer announces it."""
    own = five.strength(hand.cards + board.community)
    return five.words(own, five.strength(board.dealer + board.community) if board.dealer else None)


GAME = Game(
    name="every_word",
    script=script,
    read=read,
    settle=settle,
    words=words,
    made=lambda hand, board: five.best(hand.cards + board.community),
    absent=absent,
    ranking=five.strength,
    compare=compare,
    bare=bare,
    needs_rules=("deal.order", "settle.dealer_reveals"),
    hands={"play": frozenset({"winning_hand"})},
    needs_rows=dict.fromkeys(("ante", "bet", "raise"), ("play", "winning_hand")),
    own_names=frozenset(
        {
            *(
                "ask.drop",
                "ask.fold_late",
                "ask.last",
                "deal.draw",
                "wager.fee",
                "ask.raise",
                "ask.show",
                "deal.second",
                "deal.third",
                "deal.up_cards",
            ),
            *("community.turned", "dealer.second_card", "wager.bet_more", "wager.raise"),
        }
    ),
)
