"""Colorado Hold 'Em: keep two of three cards, make a hand with three on the table, or declare an instant winner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier.cards import rank_name
from croupier.citations import keeps
from croupier.games.game import Ask, Board, Choice, Deal, Ending, Game, Hand, Script, Settle, Stub, TurnUp
from croupier.games.lines import Line, Stakes, a_hand, back, highest_only, lose, paid
from croupier.games.terms import Terms
from croupier.hands import five, three
from croupier.hands.five import Category
from croupier.hands.three import Instant
from croupier.money import Cents
from croupier.rulebook.pay import Outcome

# ---- the script ----------------------------------------------------------------------------------------

DEALT = 3  # cards to each player and to the community area

BET = Choice("bet", "wager.bet", wager="bet", discards=1)
NO_BET = Choice("no bet", "ask.discard", discards=1)
FOLD = Choice("fold", "ask.fold", ending="folded", settles=("ante", "bonus"))
DECLARE = Choice("declare", "ask.declare", ending="declared", settles=("ante", "bonus"), turns_up=True)


@keeps("offer.version", "ask.play", "ask.discard", "wager.bet", "ask.not_declare", "community.reveal")
def script(terms: Terms) -> Script:
    """The round of the version in force. Where the bet is permissible there is no fold (ruling C6)."""
    required = terms["version"] == "required"
    return (
        Deal(each=DEALT, community=DEALT),
        Stub(),
        Ask("your cards", "ask.play", (BET, FOLD, DECLARE) if required else (NO_BET, BET, DECLARE)),
        TurnUp(3, "community.reveal"),
        Settle(("ante", "bet", "bonus"), "losers first" if required else "seat by seat"),
    )


@keeps("ask.declare", "instant.straight_flush", "instant.three_of_a_kind")
def may(choice: str, cards: tuple[int, ...], terms: Terms) -> bool:
    """True if a choice is open: a declaration to an instant winner only; ace-two-three suited is one by ruling C7."""
    if choice != DECLARE.name:
        return True
    instant = three.instant(cards) if len(cards) == DEALT else None
    return instant is not None and (instant is not Instant.ACE_LOW_STRAIGHT_FLUSH or terms["ace_low"] == "yes")


def barred(cards: tuple[int, ...], terms: Terms) -> tuple[str, ...]:
    """The ruling by which ace, two and three, where that was chosen, and king, ace and two never are winners (C7)."""
    around = len(cards) == DEALT and (
        three.instant(cards) is Instant.ACE_LOW_STRAIGHT_FLUSH or three.wraps_around(cards)
    )
    return terms.ruled("ace_low") if around else ()


def absent(stage: str, cards: tuple[int, ...], terms: Terms) -> str:  # noqa: ARG001 - there is one turn
    """The choice for an absent player: declare an instant winner, else put up nothing more (ruling S10)."""
    if may(DECLARE.name, cards, terms):
        return DECLARE.name
    return FOLD.name if terms["version"] == "required" else NO_BET.name


# ---- the settlement ------------------------------------------------------------------------------------


class Facts(NamedTuple):
    """The facts that wagers look at: the hand's ending, its category, and the rank of a pair."""

    ending: Ending
    hand: Category = Category.HIGH_CARD
    pair: int = 0
    instant: str = ""
    ace_low: bool = False
    undeclared: bool = False  # an instant winner that was not declared; no amount depends on it


@keeps("hand.form", "settle.examine")
def read(hand: Hand, board: Board, terms: Terms) -> Facts:
    """The facts of a hand. One that folded or declared is settled before the community cards are shown."""
    if hand.ending != "played":
        instant = three.instant(hand.cards) if hand.ending in {"declared", "wrong"} else None
        kinds = {Instant.THREE_OF_A_KIND: "instant_three_of_a_kind", None: ""}
        name = kinds.get(instant, "instant_straight_flush") if hand.ending == "declared" else ""
        return Facts(hand.ending, instant=name, ace_low=instant is Instant.ACE_LOW_STRAIGHT_FLUSH)
    undeclared = bool(hand.discard) and may(DECLARE.name, hand.cards + hand.discard, terms)
    return Facts(*compare("played", five.strength(hand.cards + board.community))[:3], undeclared=undeclared)


def bare(facts: Facts) -> Facts:
    """The facts that money depends on."""
    return facts._replace(undeclared=False) if facts.undeclared else facts


def compare(ending: Ending, own: int, dealer: int = 0) -> Facts:  # noqa: ARG001 - no hand is the dealer's
    """The facts that follow from the strength of a five-card hand."""
    category, ranks = five.LADDER[own]
    return Facts(ending, category, ranks[0] if category is Category.PAIR else 0)


def settle(facts: Facts, stakes: Stakes, terms: Terms) -> Iterator[Line]:
    """Settle each wager. A bonus stands or falls by itself."""
    # Where a bet is permissible, a hand without one is turned up and settled too.
    alone = facts.ending == "played" and "bet" not in stakes and terms["version"] == "permissible"
    rulings = terms.ruled("ante_alone") * alone
    for wager, stake in stakes.items():
        if wager == "bonus":
            yield _bonus(facts, stake, terms, rulings)
        else:
            yield _main(facts, wager, stake, terms, rulings, both="bet" in stakes)


@keeps("settle.win", "settle.lose", "settle.push", "pay.bets", "ask.fold", "irregular.declaration")
def _main(facts: Facts, wager: str, stake: Cents, terms: Terms, rulings: tuple[str, ...], *, both: bool) -> Line:
    """Settle ante and bet; where a hand has both, both are paid at the table's odds (ruling C16)."""
    if facts.ending == "folded":
        return lose(wager, stake, "you folded", terms.clauses("ask.fold"))
    if facts.ending == "wrong":
        because = "the cards declared are no instant winner"
        return lose(wager, stake, because, terms.clauses("irregular.declaration"), _declared(facts, terms))
    row = terms.row("main", _names(facts))
    if row is None:
        return lose(wager, stake, f"{_words(facts)} is too low to push", terms.clauses("settle.lose"), rulings)
    sent = "ask.declare" if facts.instant else "settle.push" if row.pays is Outcome.PUSH else "settle.win"
    rulings += (
        terms.ruled("ante_and_bet") * (both and sent == "settle.win")
        + _declared(facts, terms)
        + highest_only(row.hand, terms)
    )
    return paid(wager, stake, row, f"your hand is {_words(facts)}", terms, terms.clauses(sent), rulings)


def _declared(facts: Facts, terms: Terms) -> tuple[str, ...]:
    """The rulings that a declared hand rests on: the odds that a misprint hides (C3), and the ace below a two (C7)."""
    misprint = facts.instant and terms["version"] == "required"
    return terms.ruled("declared_odds") * bool(misprint) + terms.ruled("ace_low") * facts.ace_low


@keeps("pay.bonus", "wager.bonus", "wager.independent")
def _bonus(facts: Facts, stake: Cents, terms: Terms, rulings: tuple[str, ...]) -> Line:
    if facts.ending == "folded":
        # No five-card hand exists; the document does not mention the bonus here (ruling C8).
        because, clauses = "the hand was folded", terms.clauses("ask.fold")
        if terms["folded_bonus"] == "return":
            return back("bonus", stake, "returned", because, clauses, terms.ruled("folded_bonus"))
        return lose("bonus", stake, because, clauses, terms.ruled("folded_bonus"))
    if facts.ending == "wrong":
        because, clauses = "the hand was void by a wrong declaration", terms.clauses("irregular.declaration")
        if terms["wrong_declaration_bonus"] == "lose":
            return lose("bonus", stake, because, clauses, terms.ruled("wrong_declaration_bonus"))
        return back("bonus", stake, "returned", because, clauses, terms.ruled("wrong_declaration_bonus"))
    row = terms.row("bonus", _names(facts))
    rulings += _instant(facts, terms)
    if row is None:
        because = f"{_words(facts)} is less than a pair of jacks"
        return lose("bonus", stake, because, terms.clauses("pay.bonus"), rulings + _below_jacks(facts, terms))
    rulings += terms.ruled("bonus_push") * (row.pays is Outcome.PUSH) + highest_only(row.hand, terms)
    return paid("bonus", stake, row, f"your hand is {_words(facts)}", terms, (), rulings)


def _instant(facts: Facts, terms: Terms) -> tuple[str, ...]:
    """The rulings on an instant winner's bonus: it stands when declared (C18), and its row pays only then (C9)."""
    if facts.instant:
        return terms.ruled("ace_low") * facts.ace_low + terms.ruled("instant_bonus") + terms.ruled("declared_stands")
    return terms.ruled("instant_bonus") * facts.undeclared


def _below_jacks(facts: Facts, terms: Terms) -> tuple[str, ...]:
    """The ruling that a pair below jacks loses the bonus also where the ante pushes (ruling C23)."""
    row = terms.row("main", _names(facts)) if facts.hand is Category.PAIR else None
    return terms.ruled("bonus_below_jacks") * (row is not None and row.pays is Outcome.PUSH)


# The rows that a pair of each rank may stand in, by its name.
_PAIRS = {
    5: ("pair_of_sevens_eights_or_nines",),
    6: ("pair_of_sevens_eights_or_nines",),
    7: ("pair_of_sevens_eights_or_nines", "pair_of_nines"),
    8: ("pair_of_tens", "pair_of_tens_or_better"),
    **dict.fromkeys(range(9, 13), ("pair_of_jacks_or_better", "pair_of_tens_or_better")),
}


_INSTANTS = ("instant_straight_flush", "instant_three_of_a_kind")
_ROWS = five.NAMES | {row for rows in _PAIRS.values() for row in rows} | set(_INSTANTS)


def _names(facts: Facts) -> tuple[str, ...]:
    """The rows of a pay table that the hand may stand in."""
    if facts.instant:
        return (facts.instant,)
    return _PAIRS.get(facts.pair, ()) if facts.hand is Category.PAIR else (facts.hand.name.lower(),)


def _words(facts: Facts) -> str:
    if facts.instant:
        named = "three_card_straight_flush" if "flush" in facts.instant else "three_of_a_kind"
        return f"{'a ' * ('flush' in named)}{named.replace('_', ' ')}, declared"
    if facts.hand is Category.PAIR:
        return f"a pair of {rank_name(facts.pair, plural=True)}"
    return a_hand(facts.hand.name)


def words(hand: Hand, board: Board) -> str:
    """A hand in the dealer's words."""
    return five.words(five.strength(hand.cards + board.community))


GAME = Game(
    name="colorado",
    options={"version": "ante", "ace_low": "ante", "folded_bonus": "bonus", "wrong_declaration_bonus": "bonus"},
    script=script,
    read=read,
    settle=settle,
    words=words,
    made=lambda hand, board: five.best(hand.cards + board.community),
    may=may,
    barred=barred,
    absent=absent,
    ranking=five.strength,
    compare=compare,
    bare=bare,
    hands={"main": _ROWS, "bonus": _ROWS},
    needs_rows={"ante": ("main", ""), "bet": ("main", ""), "bonus": ("bonus", "")},
)
