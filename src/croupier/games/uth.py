"""Ultimate Texas Hold 'Em: two cards each and five on the table, against the dealer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier.citing import keeps
from croupier.games.game import (
    Ask,
    Board,
    Burn,
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
from croupier.games.lines import Line, Stakes, a_hand, back, lose, paid, progressive
from croupier.games.terms import Terms
from croupier.hands import five
from croupier.hands.five import Category

# ---- the script ----------------------------------------------------------------------------------------

CHECK = Choice("check", "ask.check")
FOLD = Choice("fold", "ask.fold", ending="folded", settles=("ante", "blind"))
PLAY = {times: Choice(f"play {times}x", "wager.play", wager="play", times=times) for times in (4, 3, 2, 1)}


@keeps("wager.play", "ask.before_flop", "ask.after_flop", "ask.at_the_end", "ask.check")
def script(terms: Terms) -> Script:  # noqa: ARG001 - every version of this game is dealt alike
    """The round, as section 10 tells it. A fold exists only at the end (ruling U17)."""
    return (
        Deal(each=2, dealer=2),
        Ask("before the flop", "ask.before_flop", (CHECK, PLAY[3], PLAY[4])),
        Burn(),
        Community(3, "community.flop"),
        Ask("after the flop", "ask.after_flop", (CHECK, PLAY[2]), unless="play"),
        Burn(),
        Community(2, "community.last_two"),
        Stub(),
        Ask("at the end", "ask.at_the_end", (FOLD, PLAY[1]), unless="play"),
        DealerReveals(),
        Settle(("ante", "blind", "play", "trips", "progressive"), "seat by seat", keeps_highest=True, announces=True),
        Settle(("cover_all",), "seat by seat"),
    )


def absent(stage: str, cards: tuple[int, ...], terms: Terms) -> str:  # noqa: ARG001 - cards change nothing here
    """Who is away checks, and folds at the end (ruling S10)."""
    return "fold" if stage == "at the end" else "check"


# ---- the settlement ------------------------------------------------------------------------------------


class Facts(NamedTuple):
    """What the wagers look at."""

    ending: Ending
    beats: int  # 1 above the dealer's hand, 0 equal, -1 below
    dealer_pair: bool
    hand: Category
    highest: Category = Category.HIGH_CARD  # of all hands at the table that count
    by_a_fold: bool = False  # only a folded hand is that high
    one_is_void: bool = False
    hands: int = 2  # dealt, the dealer's among them
    progressive: str = ""
    meter: int = 0


@keeps("hand.best_five", "rank.hands", "settle.no_pair")
def read(hand: Hand, board: Board, terms: Terms) -> Facts:
    """The facts of a hand, and of those beside it."""
    dealer = five.strength(board.dealer + board.community)
    own = dealer if hand.ending == "void" else five.strength(hand.cards + board.community)
    counted = _that_count(board, terms)
    highest = five.category(max([dealer, *[strength for strength, _ in counted]]))
    unfolded = five.category(max([dealer, *[strength for strength, ending in counted if ending != "folded"]]))
    return Facts(
        *compare(hand.ending, own, dealer)[:4],
        highest=highest,
        by_a_fold=highest > unfolded,
        one_is_void="void" in [each.ending for each in board.hands],
        hands=len(board.hands) + 1,
        progressive=_progressive_hand(hand, board, terms),
        meter=board.meter,
    )


def compare(ending: Ending, own: int, dealer: int) -> Facts:
    """The facts that the strengths of two hands make."""
    return Facts(ending, (own > dealer) - (own < dealer), five.category(dealer) >= Category.PAIR, five.category(own))


def _that_count(board: Board, terms: Terms) -> list[tuple[int, Ending]]:
    """The hands that count for the highest, by strength and ending: not void ones (U22), folded ones by ruling U4."""
    left_out = {"void"} if terms["folded_hands_count"] == "yes" else {"void", "folded"}
    counting = [hand for hand in board.hands if hand.ending not in left_out]
    return [(five.strength(hand.cards + board.community), hand.ending) for hand in counting]


def _progressive_hand(hand: Hand, board: Board, terms: Terms) -> str:
    if isinstance(terms["progressive"], str):
        return ""
    cards = hand.cards + board.community[: looks_at("progressive", terms)]
    return five.category(five.strength(cards)).name.lower()


def looks_at(wager: str, terms: Terms) -> int:
    """All five community cards, but for a progressive on the player's cards and the flop (ruling S22)."""
    flop_only = wager == "progressive" and getattr(terms["progressive"], "cards", "") == "own_and_flop"
    return 3 if flop_only else 5


def settle(facts: Facts, stakes: Stakes, terms: Terms) -> Iterator[Line]:
    """What each wager is worth."""
    for wager, stake in stakes.items():
        yield _SETTLED[wager](facts, wager, stake, terms)


@keeps("settle.win", "settle.lose", "settle.push", "pay.ante", "pay.play", "ask.fold")
def _against_the_dealer(facts: Facts, wager: str, stake: int, terms: Terms) -> Line:
    if facts.ending == "folded":
        return lose(wager, stake, "you folded", terms.clauses("ask.fold"))
    if wager == "ante" and not facts.dealer_pair:
        return back(
            wager, stake, "returned", "the dealer has less than a pair", terms.clauses("settle.no_pair"), ("U18",)
        )
    if facts.beats < 0:
        return lose(wager, stake, "the dealer's hand is higher", terms.clauses("settle.lose"))
    if facts.beats == 0:
        return back(wager, stake, "push", "both hands are equal", terms.clauses("settle.push"))
    if wager == "blind":
        return _blind(facts, stake, terms)
    row = terms.row("ante", ("winning_hand",))
    assert row is not None  # noqa: S101 - the table has this one row
    return paid(wager, stake, row, "your hand beats the dealer's", terms, terms.clauses("settle.win"))


@keeps("pay.blind", "wager.blind")
def _blind(facts: Facts, stake: int, terms: Terms) -> Line:
    """A winning blind is paid on a straight or better; below that it pushes (ruling U19)."""
    row = terms.row("blind", (facts.hand.name.lower(), "less_than_a_straight"))
    assert row is not None  # noqa: S101 - the last row takes every hand
    because = f"your hand, {a_hand(facts.hand.name)}, beats the dealer's"
    rulings = ("U19",) if row.hand == "less_than_a_straight" else ()
    return paid("blind", stake, row, because, terms, terms.clauses("settle.win"), rulings)


@keeps("pay.trips", "settle.trips", "wager.trips", "wager.independent")
def _trips(facts: Facts, wager: str, stake: int, terms: Terms) -> Line:
    row = terms.row("trips", (facts.hand.name.lower(),))
    clauses = terms.clauses("settle.trips")
    if row is None:
        return lose(wager, stake, f"{a_hand(facts.hand.name)} is less than three of a kind", clauses)
    return paid(wager, stake, row, f"your hand is {a_hand(facts.hand.name)}", terms, clauses)


@keeps("pay.cover_all", "settle.cover_all")
def _cover_all(facts: Facts, wager: str, stake: int, terms: Terms) -> Line:
    """Only the highest hand at the table counts, by the column of the hands dealt."""
    names: tuple[str, ...] = (facts.highest.name.lower(),)
    if Category.THREE_OF_A_KIND <= facts.highest <= Category.FLUSH:
        names = (*names, "three_of_a_kind_to_flush")
    row = terms.row("cover_all", names, str(facts.hands))
    clauses = terms.clauses("settle.cover_all")
    because = f"the highest of {facts.hands} hands is {a_hand(facts.highest.name)}"
    rulings = ("U4",) * facts.by_a_fold + ("U22",) * facts.one_is_void
    if row is None:
        return lose(wager, stake, because, clauses, rulings)
    return paid(wager, stake, row, because, terms, clauses, rulings)


@keeps("settle.progressive")
def _progressive(facts: Facts, wager: str, stake: int, terms: Terms) -> Line:  # noqa: ARG001 - one shape for all
    return progressive(stake, (facts.progressive,), facts.meter, terms)


_SETTLED = {
    "ante": _against_the_dealer,
    "blind": _against_the_dealer,
    "play": _against_the_dealer,
    "trips": _trips,
    "cover_all": _cover_all,
    "progressive": _progressive,
}


@keeps("settle.announce")
def words(hand: Hand, board: Board) -> str:
    """A hand as the dealer announces it (10(f), 10(h))."""
    return five.words(five.strength(hand.cards + board.community))


@keeps("settle.highest_stays")
def keeps_out(hand: Hand, board: Board, kept: Hand | None) -> bool:
    """Whether a hand stays on the table for Cover All: a straight or better, above those that stay so far (13(h), (i)).

    The dealer's hand lies face up anyway, and is one to be above.
    """
    own = five.strength(hand.cards + board.community)
    others = [cards for cards in (board.dealer, kept.cards if kept else ()) if cards]
    above = all(own > five.strength(cards + board.community) for cards in others)
    return above and five.category(own) >= Category.STRAIGHT


GAME = Game(
    name="uth",
    script=script,
    read=read,
    settle=settle,
    words=words,
    absent=absent,
    ranking=five.strength,
    compare=compare,
    looks_at=looks_at,
    keeps_out=keeps_out,
    count_voids="hand",
    dealer_completes=True,
    plays_on=("trips",),
    on_all_hands=("cover_all",),
    exposure_undoes_folds=True,
    exposure_until="all have acted",
)
