"""Dragon Poker: three cards of six characters against the dealer's three, with the Gold Dragon wild."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier.cards import DRAGON
from croupier.citations import keeps
from croupier.games.game import (
    Ask,
    Board,
    Choice,
    CollectFolds,
    Deal,
    DealerReveals,
    Ending,
    Game,
    Hand,
    Script,
    Settle,
    Stub,
)
from croupier.games.lines import Line, Stakes, back, beats, is_higher, lose, paid, progressive, with_article
from croupier.games.terms import Terms
from croupier.hands import dragon
from croupier.hands.dragon import Category, Character
from croupier.money import Cents

# ---- the script ----------------------------------------------------------------------------------------

PLAY = Choice("play", "wager.play", wager="play")
FOLD = Choice("fold", "ask.fold", ending="folded", settles=("ante", "ante_bonus"), at_once=False)


@keeps("ask.play", "ask.fold", "wager.play", "deal.three_cards")
def script(terms: Terms) -> Script:
    """The round, as chapter 11 tells it. Folded wagers are collected when all have acted (ruling D26)."""
    return (
        Deal(each=3, dealer=3, sides_alone=terms["side_wagers_need_ante"] == "no"),  # ruling D9
        Stub(),
        Ask("your cards", "ask.play", (PLAY, FOLD)),
        CollectFolds(),
        DealerReveals(),
        Settle(("three_card_bonus", "dragon_bet", "progressive", "ante", "ante_bonus", "play"), "seat by seat"),
    )


def absent(stage: str, cards: tuple[int, ...], terms: Terms) -> str:  # noqa: ARG001 - there is one turn
    """The choice for an absent player: fold (ruling S10)."""
    return "fold"


# ---- the settlement ------------------------------------------------------------------------------------


class Told(NamedTuple):
    """Details that no amount depends on: the two hands in words, and whether the Gold Dragon is in the dealer's."""

    dealer: str = ""
    dealer_gold: bool = False
    own: str = ""  # the player's hand, if a card that its plain words leave out decides


class Facts(NamedTuple):
    """The facts that wagers look at: the hand against the dealer's, its class, and the Dragons in it."""

    ending: Ending
    beats: int  # 1 above the dealer's hand, 0 equal, -1 below
    hand: Category
    of: Character  # the character of trips or a pair, or the highest card
    red: int = 0
    blue: int = 0
    gold: int = 0
    meter: int = 0
    told: Told = Told()


@keeps("dragon.best", "dragon.tie")
def read(hand: Hand, board: Board, terms: Terms) -> Facts:  # noqa: ARG001 - no option changes what the cards are
    """The facts of a hand; the Gold Dragon serves to the best effect, in either hand."""
    own = dragon.strength(hand.cards)
    dealer = dragon.strength(board.dealer) if board.dealer and hand.ending == "played" else own
    faces = [DRAGON.faces[card] for card in hand.cards]
    return Facts(
        *compare(hand.ending, own, dealer)[:4],
        red=faces.count("RD"),
        blue=faces.count("BD"),
        gold=faces.count("GD"),
        meter=board.meter,
        told=_told(own, dealer, dealer_gold=dragon.GOLD in board.dealer),
    )


def _told(own: int, dealer: int, *, dealer_gold: bool) -> Told:
    words = dragon.words(own, dealer)
    return Told(dragon.words(dealer, own), dealer_gold, words if words != dragon.words(own) else "")


def bare(facts: Facts) -> Facts:
    """The facts that money depends on."""
    return facts._replace(told=Told())


def compare(ending: Ending, own: int, dealer: int) -> Facts:
    """The facts that follow from the strengths of two hands."""
    category, ranks = dragon.LADDER[own]
    return Facts(ending, (own > dealer) - (own < dealer), category, Character(ranks[0]))


def looks_at(wager: str, terms: Terms) -> int:  # noqa: ARG001 - there are no community cards
    """The number of community cards that a side wager looks at: none, since the player's cards alone count."""
    return 0


def settle(facts: Facts, stakes: Stakes, terms: Terms) -> Iterator[Line]:
    """Settle each wager."""
    for wager, stake in stakes.items():
        yield _SETTLED[wager](facts, wager, stake, terms)


@keeps("settle.win", "settle.lose", "settle.push", "pay.ante", "pay.play", "ask.fold")
def _against_the_dealer(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """Settle ante, ante bonus and play against the dealer's hand, which need not qualify (ruling D8)."""
    bonus = wager == "ante_bonus"
    if facts.ending == "folded":
        # The Ante Bonus goes with the Ante by ruling D11.
        return lose(wager, stake, "you folded", terms.clauses("ask.fold"), terms.ruled("folded_ante_bonus") * bonus)
    rulings = terms.ruled("ante_bonus_wins") * bonus + _gold(facts, terms)
    if facts.beats < 0:
        return lose(wager, stake, is_higher(facts.told.dealer, facts.told.own), terms.clauses("settle.lose"), rulings)
    if facts.beats == 0:
        # Gold among the Dragons of one hand does not put it above the other (ruling D3).
        gold = terms.ruled("gold_rank") if _gold(facts, terms) and facts.of is Character.DRAGON else ()
        return back(wager, stake, "push", "both hands are equal", terms.clauses("settle.push"), rulings + gold)
    if bonus:
        return _ante_bonus(facts, stake, terms, rulings)
    row = terms.row("ante", ("winning_hand",))
    assert row is not None  # noqa: S101 - the table has this one row
    played = terms.ruled("play_paid") * (wager == "play")
    because = beats(facts.told.dealer, with_article(facts.told.own) if facts.told.own else "")
    return paid(wager, stake, row, because, terms, terms.clauses("settle.win"), played + rulings)


@keeps("pay.ante_bonus", "wager.ante_bonus")
def _ante_bonus(facts: Facts, stake: Cents, terms: Terms, rulings: tuple[str, ...]) -> Line:
    """Settle a winning ante bonus; a hand below the table's rows pushes (ruling D7)."""
    row = terms.row("ante_bonus", (*_names(facts), "winning_hand"))
    assert row is not None  # noqa: S101 - the last row takes every winning hand
    own = with_article(facts.told.own) if facts.told.own else _words(facts)
    because = beats(facts.told.dealer, own)
    return paid("ante_bonus", stake, row, because, terms, terms.clauses("settle.win"), rulings)


def _side(facts: Facts, wager: str, terms: Terms) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The clauses that settle a side wager; after a fold, the one that keeps it alive (ruling D10)."""
    if facts.ending == "folded":
        return terms.clauses(f"settle.{wager}", f"ask.fold_{wager}"), terms.ruled("folded_sides")
    return terms.clauses(f"settle.{wager}"), ()


@keeps("pay.three_card_bonus", "settle.three_card_bonus", "wager.three_card_bonus", "ask.fold_three_card_bonus")
def _three_card_bonus(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    row = terms.row("three_card_bonus", _names(facts))
    clauses, rulings = _side(facts, wager, terms)
    rulings += terms.ruled("gold_wild") * facts.gold
    if row is None:
        return lose(wager, stake, f"{_words(facts)} is not on the pay table", clauses, rulings)
    return paid(wager, stake, row, f"your hand is {_words(facts)}", terms, clauses, rulings)


@keeps("pay.dragon_bet", "settle.dragon_bet", "wager.dragon_bet", "ask.fold_dragon_bet")
def _dragon_bet(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """Settle the dragon bet, which looks at the Dragons alone (ruling D6)."""
    name, ruled = _dragons(facts, terms)
    row = terms.row("dragon_bet", (name,))
    clauses, folded = _side(facts, wager, terms)
    if row is None:
        return lose(wager, stake, "there is neither a pair of Dragons nor the Gold Dragon", clauses, folded)
    return paid(wager, stake, row, f"your hand has {_named(name)}", terms, clauses, folded + ruled)


def _dragons(facts: Facts, terms: Terms) -> tuple[str, tuple[str, ...]]:
    """The row that the Dragons make, and the rulings it rests on."""
    if facts.red == 3 or facts.blue == 3:  # noqa: PLR2004 - three of a colour
        return ("three_red_dragons" if facts.red else "three_blue_dragons"), ()
    plain = facts.red + facts.blue
    match facts.gold, plain:
        case 1, 2:
            return "three_dragons_with_gold", terms.ruled("gold_with_two")
        case 0, 3:
            return "three_dragons", ()
        case 1, 1:
            return ("gold_dragon" if terms["gold_pair"] == "gold" else "pair_of_dragons"), terms.ruled("gold_pair")
        case 0, 2:
            return "pair_of_dragons", ()
        case 1, _:
            return "gold_dragon", terms.ruled("gold_alone")
        case _:
            return "", ()


def _progressive(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:  # noqa: ARG001 - one shape for all
    """Settle the progressive: of the rows that the hand fits, the highest listed pays (ruling D15).

    Gold may be wild here too (D2); beside another Dragon it is a Dragon, and still the Gold one.
    """
    possible = terms.rulebook.options["progressive"].hands
    fits = [row for row in (*_names(facts), *_colours(facts)) if row in possible]
    rulings = terms.ruled("progressive_row") * (len(fits) > 1)
    wild = terms.ruled("gold_wild") * (facts.gold and facts.of is not Character.DRAGON)
    rests_on = dict.fromkeys(fits, rulings) | dict.fromkeys(_names(facts), rulings + wild)
    return progressive(stake, tuple(fits), facts.meter, terms, rests_on)


def _colours(facts: Facts) -> list[str]:
    """The rows that a hand fits by the colours of its Dragons."""
    fits = {
        "three_red_dragons": facts.red == 3,  # noqa: PLR2004 - three of a colour
        "three_blue_dragons": facts.blue == 3,  # noqa: PLR2004 - likewise
        "three_dragons_with_gold": facts.gold and facts.red + facts.blue == 2,  # noqa: PLR2004 - of any colours
        "gold_dragon": facts.gold,
    }
    return [row for row, it_fits in fits.items() if it_fits]


_SETTLED = {
    "ante": _against_the_dealer,
    "ante_bonus": _against_the_dealer,
    "play": _against_the_dealer,
    "three_card_bonus": _three_card_bonus,
    "dragon_bet": _dragon_bet,
    "progressive": _progressive,
}


def _names(facts: Facts) -> tuple[str, ...]:
    """The rows that a hand may stand in, the most specific first."""
    character = facts.of.name.lower()
    several = character if facts.of is Character.PHOENIX else f"{character}s"
    if facts.hand is Category.TRIPS:
        return f"three_{several}", "trips"
    if facts.hand is Category.PAIR:
        better = ("pair_of_pandas_or_better",) if facts.of >= Character.PANDA else ()
        return f"pair_of_{several}", *better
    return ()


# Every row that a hand may stand in by its characters, and by its Dragons.
_ROWS = frozenset(
    name
    for category in (Category.TRIPS, Category.PAIR)
    for character in Character
    for name in _names(Facts("played", 0, category, character))
)
_DRAGONS = frozenset(
    {
        "three_red_dragons",
        "three_blue_dragons",
        "three_dragons_with_gold",
        "three_dragons",
        "pair_of_dragons",
        "gold_dragon",
    }
)


def _words(facts: Facts) -> str:
    names = _names(facts)
    return _named(names[0]) if names else f"{facts.of.name.capitalize()} high"


def _named(row: str) -> str:
    """A row's name within a sentence, with characters capitalised: `a pair of Dragons`, `three Red Dragons`."""
    small = {"three", "pair", "of", "with", "or", "better", "trips"}
    words = " ".join(word if word in small else word.capitalize() for word in row.split("_"))
    return {"pair": f"a {words}", "gold": f"the {words}"}.get(row.split("_", maxsplit=1)[0], words)


def _gold(facts: Facts, terms: Terms) -> tuple[str, ...]:
    """The ruling on how the Gold Dragon serves, for a hand that has it, the dealer's too (ruling D2)."""
    return terms.ruled("gold_wild") if facts.gold or facts.told.dealer_gold else ()


def words(hand: Hand, board: Board) -> str:
    """A hand in the dealer's words; against a dealer's hand, with the third card that decides."""
    return dragon.words(dragon.strength(hand.cards), dragon.strength(board.dealer) if board.dealer else None)


GAME = Game(
    name="dragon",
    options={"gold_pair": "dragon_bet", "progressive": "progressive"},
    script=script,
    read=read,
    settle=settle,
    words=words,
    absent=absent,
    ranking=dragon.strength,
    compare=compare,
    bare=bare,
    looks_at=looks_at,
    needs_rules=("deal.order", "settle.dealer_reveals"),
    hands={
        "ante": frozenset({"winning_hand"}),
        "ante_bonus": _ROWS | {"winning_hand"},
        "three_card_bonus": _ROWS,
        "dragon_bet": _DRAGONS,
        "progressive": _ROWS | _DRAGONS,
    },
    needs_rows={
        "ante": ("ante", "winning_hand"),
        "play": ("ante", "winning_hand"),
        "ante_bonus": ("ante_bonus", "winning_hand"),
        "three_card_bonus": ("three_card_bonus", ""),
        "dragon_bet": ("dragon_bet", ""),
    },
)
