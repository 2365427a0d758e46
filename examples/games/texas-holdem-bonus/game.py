"""Texas Hold'em Bonus: a bet before the flop, and one more after the flop and after the turn if the player likes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier.cards import rank, suit
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
from croupier.games.lines import Line, Stakes, back, beats, is_higher, lose, paid, with_article
from croupier.games.terms import Terms
from croupier.hands import five
from croupier.hands.five import Category
from croupier.money import Cents

TEN, JACK, QUEEN, KING, ACE = 8, 9, 10, 11, 12  # ranks

FLOP = Choice("bet", "wager.flop", wager="flop", times=2)
FOLD = Choice("fold", "ask.fold", ending="folded", settles=("ante", "bonus"))
TURN, RIVER = (Choice("bet", f"wager.{wager}", wager=wager) for wager in ("turn", "river"))
CHECK = Choice("check", "ask.check")


@keeps("ask.play", "ask.fold", "ask.check", "ask.turn", "ask.river", "wager.flop", "wager.turn", "wager.river")
@keeps("community.flop", "community.turn", "community.river")
def script(terms: Terms) -> Script:  # noqa: ARG001 - this game has one version
    """The round: three turns, each before further cards in the middle."""
    return (
        Deal(each=2, dealer=2),
        Ask("before the flop", "ask.play", (FLOP, FOLD)),
        Community(3, "community.flop"),
        Ask("after the flop", "ask.turn", (CHECK, TURN)),
        Community(1, "community.turn"),
        Ask("after the turn", "ask.river", (CHECK, RIVER)),
        Community(1, "community.river"),
        Stub(),
        DealerReveals(),
        Settle(("ante", "flop", "turn", "river", "bonus"), "seat by seat", announces=True),
    )


def absent(stage: str, cards: tuple[int, ...], terms: Terms) -> str:  # noqa: ARG001 - cards change nothing here
    """The choice of a player who is away: fold, and check later."""
    return "fold" if stage == "before the flop" else "check"


class Facts(NamedTuple):
    """The facts that wagers look at."""

    ending: Ending
    beats: int  # 1 above the dealer's hand, 0 equal, -1 below
    hand: Category
    two: str = ""  # the row of the bonus that the player's own two cards stand in
    own: str = ""  # the two hands in words; no amount depends on them
    dealer: str = ""


@keeps("hand.best_five", "settle.bonus")
def read(hand: Hand, board: Board, terms: Terms) -> Facts:  # noqa: ARG001 - no option changes what the cards are
    """The facts of a hand, of the dealer's, and of the player's own two cards."""
    if hand.ending == "folded":
        return Facts("folded", 0, Category.HIGH_CARD)
    own, dealer = five.strength(hand.cards + board.community), five.strength(board.dealer + board.community)
    said = five.words(own, dealer), five.words(dealer, own)
    return compare(hand.ending, own, dealer)._replace(two=_two(hand.cards), own=said[0], dealer=said[1])


def _two(cards: tuple[int, ...]) -> str:
    """The row of the bonus for two cards; empty if they have none."""
    (high, low), suited = sorted(map(rank, cards), reverse=True), suit(cards[0]) == suit(cards[1])
    if high == low:
        return "pair_of_aces" if high == ACE else "pair_of_jacks_to_kings" if high >= JACK else "pair_of_twos_to_tens"
    if high != ACE or low < JACK:
        return ""
    return f"ace_{'king' if low == KING else 'queen_or_jack'}{'_suited' * suited}"


def compare(ending: Ending, own: int, dealer: int) -> Facts:
    """The facts that the strengths of two hands make."""
    return Facts(ending, (own > dealer) - (own < dealer), five.category(own))


def bare(facts: Facts) -> Facts:
    """The facts that money depends on."""
    return facts._replace(own="", dealer="")


def settle(facts: Facts, stakes: Stakes, terms: Terms) -> Iterator[Line]:
    """Settle each wager."""
    for wager, stake in stakes.items():
        yield (_bonus if wager == "bonus" else _against_the_dealer)(facts, wager, stake, terms)


@keeps("settle.win", "settle.lose", "settle.push", "settle.ante", "pay.play")
def _against_the_dealer(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """Ante and bets. A winning ante below a straight pushes."""
    if facts.ending == "folded":
        return lose(wager, stake, "you folded", terms.clauses("ask.fold"))
    if facts.beats < 0:
        return lose(wager, stake, is_higher(facts.dealer, facts.own), terms.clauses("settle.lose"))
    if facts.beats == 0:
        return back(wager, stake, "push", "both hands are equal", terms.clauses("settle.push"))
    if wager == "ante" and facts.hand < Category.STRAIGHT:
        return back(wager, stake, "push", "your winning hand is less than a straight", terms.clauses("settle.ante"))
    row = terms.row("play", ("winning_hand",))
    assert row is not None  # noqa: S101 - the table has this one row
    because = beats(facts.dealer, with_article(facts.own) if facts.own else "")
    return paid(wager, stake, row, because, terms, terms.clauses("settle.win"))


@keeps("settle.bonus", "pay.bonus", "wager.bonus")
def _bonus(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """The bonus on the player's own two cards, which a fold gives up."""
    if facts.ending == "folded":
        return lose(wager, stake, "you folded", terms.clauses("ask.fold"))
    row, clauses = terms.row("bonus", (facts.two,)), terms.clauses("settle.bonus")
    if row is None:
        return lose(wager, stake, "your two cards are not on the bonus table", clauses)
    return paid(wager, stake, row, f"your two cards are {with_article(row.name.lower())}", terms, clauses)


def words(hand: Hand, board: Board) -> str:
    """A hand as the dealer announces it."""
    own = five.strength(hand.cards + board.community)
    return five.words(own, five.strength(board.dealer + board.community) if board.dealer else None)


TWO = ("pair_of_aces", "pair_of_jacks_to_kings", "pair_of_twos_to_tens")
ACE_AND = ("ace_king_suited", "ace_queen_or_jack_suited", "ace_king", "ace_queen_or_jack")

GAME = Game(
    name="texas_holdem_bonus",
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
    hands={"play": frozenset({"winning_hand"}), "bonus": frozenset({*TWO, *ACE_AND})},
    needs_rows={
        **dict.fromkeys(("ante", "flop", "turn", "river"), ("play", "winning_hand")),
        "bonus": ("bonus", "pair_of_aces"),
    },
    own_names=frozenset(
        {
            *("ask.river", "ask.turn", "community.river", "community.turn", "settle.ante"),
            *("wager.flop", "wager.river", "wager.turn"),
        }
    ),
)
