"""Ultimate Texas Hold 'Em: two cards each and five on the table, against the dealer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from croupier.citations import keeps
from croupier.games import side_tables
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
from croupier.games.lines import (
    Line,
    Stakes,
    a_hand,
    back,
    beats,
    highest_only,
    is_higher,
    lose,
    paid,
    progressive,
    with_article,
)
from croupier.games.terms import Terms
from croupier.hands import five
from croupier.hands.five import Category
from croupier.money import Odds
from croupier.rulebook.model import PayRow
from croupier.rulebook.progressive import Progressive

# ---- the script ----------------------------------------------------------------------------------------

CHECK = Choice("check", "ask.check")
FOLD = Choice("fold", "ask.fold", ending="folded", settles=("ante", "blind"))
PLAY = {times: Choice(f"play {times}x", "wager.play", wager="play", times=times) for times in (4, 3, 2, 1)}


@keeps("wager.play", "ask.before_flop", "ask.after_flop", "ask.at_the_end", "ask.check", "settle.highest_stays")
def script(terms: Terms) -> Script:
    """The round, as section 10 tells it; a card is burned where the document says so. A fold comes last (U17)."""
    burn = (Burn(),) if terms.binds("community.burn") else ()
    return (
        Deal(each=2, dealer=2, wrong_count="hand", completed=True),
        Ask("before the flop", "ask.before_flop", (CHECK, PLAY[3], PLAY[4])),
        *burn,
        Community(3, "community.flop"),
        Ask("after the flop", "ask.after_flop", (CHECK, PLAY[2]), unless="play"),
        *burn,
        Community(2, "community.last_two"),
        Stub(),
        Ask("at the end", "ask.at_the_end", (FOLD, PLAY[1]), unless="play"),
        DealerReveals("all have acted", returns_folds=terms["exposed_dealer_folds"] == "return"),
        Settle(
            ("ante", "blind", "play", "trips", *side_tables.side_tables(terms, of_others=False), "progressive"),
            "seat by seat",
            keeps_from=five.lowest(Category.STRAIGHT),
            announces=True,
            without_dealer=("trips",),
        ),
        Settle(
            ("cover_all", *side_tables.side_tables(terms, of_others=True)),
            "seat by seat",
            counts_folds=terms["folded_hands_count"] == "yes",
            plays_void=terms["void_hand_sides"] == "play_on",
        ),
    )


def absent(stage: str, cards: tuple[int, ...], terms: Terms) -> str:  # noqa: ARG001 - cards change nothing here
    """The choice for an absent player: check, and fold at the end (ruling S10)."""
    return "fold" if stage == "at the end" else "check"


# ---- the settlement ------------------------------------------------------------------------------------

_PAIR, _THREE_OF_A_KIND = Category.PAIR, Category.THREE_OF_A_KIND  # a member of an enum is slow to look up


class Told(NamedTuple):
    """Details that no amount depends on: words, and where another reading of the document decides otherwise."""

    own: str = ""  # the player's hand
    dealer: str = ""  # and the dealer's
    by_kicker: bool = False  # a card that the words of both hands leave out decides; here they name it
    out_of_order: bool = False  # 5(c) word for word would compare the two hands otherwise (ruling U12)
    dealer_bound: tuple[str, ...] = ()  # wagers with another result if the dealer must use both own cards (U15)
    by_a_fold: bool = False  # counting a folded hand would change the highest hand (ruling U4)
    one_is_void: bool = False
    still_in: int = 2  # hands neither folded nor void, the dealer's among them


class Facts(NamedTuple):
    """The facts that wagers look at."""

    ending: Ending
    beats: int  # 1 above the dealer's hand, 0 equal, -1 below
    dealer_pair: bool
    hand: Category
    highest: Category = Category.HIGH_CARD  # category of the highest hand at the table that counts
    hands: int = 2  # number of hands dealt, the dealer's among them
    progressive: str = ""
    meter: int = 0
    dealer: Category = Category.HIGH_CARD
    others: tuple[Category, ...] = ()  # hands of other players, where a wager looks at them; folded and void ones apart
    told: Told = Told()


@keeps("hand.best_five", "settle.no_pair")
def read(hand: Hand, board: Board, terms: Terms) -> Facts:
    """The facts of a hand, and of the hands beside it."""
    dealer = five.strength(board.dealer + board.community)
    own = dealer if hand.ending == "void" else five.strength(hand.cards + board.community)
    alone = len(board.hands) == 1 and hand.ending == "played"
    others = _Others(own, own, one_is_void=False, still_in=2) if alone else _others(board.hands, board.community)
    rest = others.with_folds if terms["folded_hands_count"] == "yes" else others.unfolded  # ruling U4
    beats, of_dealer, highest = (own > dealer) - (own < dealer), five.category(dealer), five.category(max(dealer, rest))
    # With both own cards the dealer's hand is never higher, and a pair by its ranks stays one.
    may_fall = beats <= 0 or of_dealer >= _THREE_OF_A_KIND
    # No result changes as long as it stays above the player's hand, or equal to it, and in its category.
    enough = max(min(dealer, own + 1), five.lowest(of_dealer))
    bound = five.strength_with(board.dealer, board.community, enough) if may_fall else dealer
    return Facts(
        hand.ending,
        beats,
        of_dealer >= _PAIR,
        five.category(own),
        highest,
        len(board.hands) + 1,
        _progressive_hand(hand, board, terms),
        board.meter,
        of_dealer,
        _other_hands(hand, board, terms),
        Told(
            own_words := five.words(own, dealer),
            five.words(dealer, own),
            own_words != five.words(own),
            _by_odd_cards(own, dealer) != beats,
            () if bound >= enough else _otherwise(hand.ending, (own, dealer, bound), highest, max(bound, rest)),
            others.with_folds > others.unfolded
            and five.category(max(dealer, others.with_folds)) > five.category(max(dealer, others.unfolded)),
            others.one_is_void,
            others.still_in,
        ),
    )


class _Others(NamedTuple):
    """The hands of all players: the highest with folded ones and without, void ones apart (ruling U22)."""

    with_folds: int
    unfolded: int
    one_is_void: bool
    still_in: int


@lru_cache(maxsize=8)  # every seat asks about the same hands
def _others(hands: tuple[Hand, ...], community: tuple[int, ...]) -> _Others:
    with_folds = unfolded = voids = folds = 0
    for cards, ending, _ in hands:
        if ending == "void":
            voids += 1
            continue
        strength = five.strength(cards + community)
        with_folds = max(with_folds, strength)
        if ending == "folded":
            folds += 1
        else:
            unfolded = max(unfolded, strength)
    return _Others(with_folds, unfolded, voids > 0, still_in=len(hands) - voids - folds + 1)


def _other_hands(hand: Hand, board: Board, terms: Terms) -> tuple[Category, ...]:
    if not side_tables.side_tables(terms, of_others=True):
        return ()
    others = list(board.hands)
    if hand in others:
        others.remove(hand)
    return tuple(
        five.category(five.strength(each.cards + board.community)) for each in others if each.ending == "played"
    )


def bare(facts: Facts) -> Facts:
    """The facts that money depends on."""
    return facts._replace(told=Told())


def compare(ending: Ending, own: int, dealer: int) -> Facts:
    """The facts that follow from the strengths of two hands."""
    made = five.category(dealer)
    return Facts(ending, (own > dealer) - (own < dealer), made >= _PAIR, five.category(own), dealer=made)


def _by_odd_cards(own: int, dealer: int) -> int:
    """The order of two hands by 5(c) word for word: in a category, the highest card that only one has decides."""
    if own == dealer or five.category(own) != five.category(dealer):
        return (own > dealer) - (own < dealer)
    odd = set(five.ranks(own)) ^ set(five.ranks(dealer))
    return (1 if max(odd) in five.ranks(own) else -1) if odd else 0


def _otherwise(ending: Ending, strengths: tuple[int, int, int], highest: Category, at_most: int) -> tuple[str, ...]:
    """The wagers with another result if the dealer has the other hand, and `at_most` is the highest at the table."""
    own, dealer, other = strengths
    made, bound = compare(ending, own, dealer), compare(ending, own, other)
    against = ("blind", "play") * (made.beats != bound.beats)
    ante = ("ante",) * (made.dealer_pair and (made.beats, True) != (bound.beats, bound.dealer_pair))
    falls = highest >= Category.THREE_OF_A_KIND and highest != five.category(at_most)  # below it Cover All is lost
    return (*against, *ante, *("cover_all",) * falls)


def _progressive_hand(hand: Hand, board: Board, terms: Terms) -> str:
    if not isinstance(terms["progressive"], Progressive):
        return ""
    cards = hand.cards + board.community[: looks_at("progressive", terms)]
    return five.category(five.strength(cards)).name.lower()


def looks_at(wager: str, terms: Terms) -> int | None:
    """The number of community cards that count: all five, or three for a progressive on cards and flop (S22).

    None where a fold loses the wager, and where it does not look at the player's hand alone.
    """
    tables = terms.side_tables.get(wager, ())
    if terms[f"folded_{wager}"] == "lost" or any(table.looks_at != "own hand" for table in tables):
        return None
    flop_only = wager == "progressive" and getattr(terms["progressive"], "cards", "") == "own_and_flop"
    return 3 if flop_only else 5


def settle(facts: Facts, stakes: Stakes, terms: Terms) -> Iterator[Line]:
    """Settle each wager."""
    for wager, stake in stakes.items():
        if wager in terms.side_tables:
            yield from side_tables.settle(wager, stake, terms, _named(facts), folded=facts.ending == "folded")
        else:
            yield _SETTLED[wager](facts, wager, stake, terms)


def _named(facts: Facts) -> side_tables.Hands:
    own, dealer = five.rows_for(facts.hand), five.rows_for(facts.dealer)
    losing = dealer if facts.beats > 0 else own if facts.beats < 0 else ()
    return side_tables.Hands(own, dealer, losing, tuple(five.rows_for(each) for each in facts.others))


@keeps("settle.win", "settle.lose", "settle.push", "pay.ante", "pay.play", "ask.fold")
def _against_the_dealer(facts: Facts, wager: str, stake: int, terms: Terms) -> Line:
    if facts.ending == "folded":
        # An ante that was folded stays lost, whatever the dealer turns up (ruling U18).
        return lose(
            wager, stake, "you folded", terms.clauses("ask.fold"), terms.ruled("folded_ante") * (wager == "ante")
        )
    told = facts.told
    rulings = terms.ruled("order_in_category") * told.out_of_order + _dealer_bound(facts, wager, terms)
    if wager == "ante" and not facts.dealer_pair:
        because, clauses = "the dealer has less than a pair", terms.clauses("settle.no_pair")
        return back(wager, stake, "returned", because, clauses, terms.ruled("no_pair"))
    if facts.beats < 0:
        because = is_higher(told.dealer, told.own if told.by_kicker else "")
        return lose(wager, stake, because, terms.clauses("settle.lose"), rulings)
    if facts.beats == 0:
        return back(wager, stake, "push", "both hands are equal", terms.clauses("settle.push"), rulings)
    if wager == "blind":
        return _blind(facts, stake, terms, rulings)
    row = terms.row("ante", ("winning_hand",))
    assert row is not None  # noqa: S101 - the table has this one row
    because = beats(told.dealer, with_article(told.own) if told.by_kicker else "")
    return paid(wager, stake, row, because, terms, terms.clauses("settle.win"), rulings)


@keeps("pay.blind", "wager.blind")
def _blind(facts: Facts, stake: int, terms: Terms, rulings: tuple[str, ...]) -> Line:
    """Settle a winning blind: paid on a straight or better; below that it pushes (ruling U19)."""
    row = terms.row("blind", five.rows_for(facts.hand))
    assert row is not None  # noqa: S101 - the last row takes every hand
    because = beats(facts.told.dealer, with_article(facts.told.own) if facts.told.own else a_hand(facts.hand.name))
    return paid("blind", stake, row, because, terms, terms.clauses("settle.win"), rulings + _category(row.hand, terms))


def _dealer_bound(facts: Facts, wager: str, terms: Terms) -> tuple[str, ...]:
    return terms.ruled("dealer_best_five") if wager in facts.told.dealer_bound else ()


def _category(hand: str, terms: Terms) -> tuple[str, ...]:
    """The rulings by which a hand is paid as what it is: a royal flush (U13), a straight of some suits twice (U14)."""
    named = {"royal_flush": "royal_flush", "straight": "unsuited"}
    return terms.ruled(named[hand]) if hand in named else highest_only(hand, terms)


@keeps("pay.trips", "settle.trips", "wager.trips", "wager.independent", "ask.fold_trips")
def _trips(facts: Facts, wager: str, stake: int, terms: Terms) -> Line:
    """Settle the trips wager; that of a folded hand has waited for the end of the round (ruling U29)."""
    folded = facts.ending == "folded"
    if folded and terms["folded_trips"] == "lost":
        return lose(wager, stake, "you folded", terms.clauses("ask.fold"), terms.ruled("folded_trips"))
    row = terms.row("trips", (facts.hand.name.lower(),))
    clauses = terms.clauses("settle.trips", "ask.fold_trips") if folded else terms.clauses("settle.trips")
    rulings = terms.ruled("folded_trips") * folded
    if row is None:
        return lose(wager, stake, f"{a_hand(facts.hand.name)} is less than three of a kind", clauses, rulings)
    because = f"your hand is {a_hand(facts.hand.name)}"
    return paid(wager, stake, row, because, terms, clauses, rulings + _category(row.hand, terms))


@keeps("pay.cover_all", "settle.cover_all")
def _cover_all(facts: Facts, wager: str, stake: int, terms: Terms) -> Line:
    """Settle Cover All: the highest hand at the table, by the column of the hands dealt. A fold keeps it (U5)."""
    names: tuple[str, ...] = (facts.highest.name.lower(),)
    if Category.THREE_OF_A_KIND <= facts.highest <= Category.FLUSH:
        names = (*names, "three_of_a_kind_to_flush")
    row = terms.row("cover_all", names, str(facts.hands))
    clauses = terms.clauses("settle.cover_all")
    because = f"the highest of {facts.hands} hands is {a_hand(facts.highest.name)}"
    told = facts.told
    rulings = (
        terms.ruled("folds_count") * told.by_a_fold
        + terms.ruled("cover_all_folded") * (facts.ending == "folded")
        + _dealer_bound(facts, wager, terms)
    )
    rulings += terms.ruled("void_hand_counts") * told.one_is_void
    if row is None:
        return lose(wager, stake, because, clauses, rulings)
    return paid(
        wager, stake, row, because, terms, clauses, rulings + _column(facts, row, terms) + _category(row.hand, terms)
    )


def _column(facts: Facts, row: PayRow, terms: Terms) -> tuple[str, ...]:
    """The rulings on the column: the dealer's hand counts (U2), a misprint is none (U3), folds change nothing (U7)."""

    def pays_otherwise(hands: int) -> bool:
        column = str(hands)
        other = terms.row("cover_all", (row.hand,), column) if terms.has_column("cover_all", column) else None
        return other is None or other.pays != row.pays

    if not isinstance(row.pays, Odds):
        return ()
    misprint = facts.highest is Category.STRAIGHT_FLUSH and facts.hands in {5, 6}
    return (
        terms.ruled("column_hands") * pays_otherwise(facts.hands - 1)
        + terms.ruled("column_printed") * misprint
        + terms.ruled("column_fixed") * pays_otherwise(facts.told.still_in)
    )


@keeps("settle.progressive")
def _progressive(facts: Facts, wager: str, stake: int, terms: Terms) -> Line:  # noqa: ARG001 - one shape for all
    hand = facts.progressive
    return progressive(stake, (hand,), facts.meter, terms, {hand: _category(hand, terms)})


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
    """A hand as the dealer announces it (10(f), 10(h)); against a dealer's hand, with the kicker that decides."""
    own = five.strength(hand.cards + board.community)
    return five.words(own, five.strength(board.dealer + board.community) if board.dealer else None)


GAME = Game(
    name="uth",
    options={"folded_hands_count": "cover_all", "void_hand_sides": "cover_all", "progressive": "progressive"},
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
    beside_another=lambda facts: facts._replace(others=(facts.hand,) * (facts.ending == "played")),
    needs_rules=("deal.order", "settle.dealer_reveals"),
    hands={
        "ante": frozenset({"winning_hand"}),
        "blind": five.ROWS,
        "trips": five.NAMES,
        "cover_all": five.NAMES | {"three_of_a_kind_to_flush"},
        "progressive": five.NAMES,
    },
    needs_rows={
        "ante": ("ante", "winning_hand"),
        "play": ("ante", "winning_hand"),
        "trips": ("trips", ""),
        "cover_all": ("cover_all", ""),
    },
    needs_all={"blind": ("blind", tuple(map(five.rows_for, Category)))},
    side_hands=five.ROWS,
)
