"""Let It Ride: three equal bets on one's own five cards, two of which may be taken back as the cards come up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier.cards import rank
from croupier.citations import keeps
from croupier.games.game import Ask, Board, Burn, Choice, Deal, Ending, Game, Hand, Script, Settle, Stub, TurnUp
from croupier.games.lines import Line, Stakes, a_hand, highest_only, lose, paid
from croupier.games.terms import Terms
from croupier.hands import five, three
from croupier.money import Cents
from croupier.rulebook.pay import Outcome

TEN = 8  # the rank of a ten
# Sets of ranks on which a ruling says whether they are a sequence: ace-two-three, queen-king-ace, king-ace-two.
_ENDS = ({12, 0, 1}, {10, 11, 12}, {11, 12, 0})

# ---- the script ----------------------------------------------------------------------------------------

RIDE = Choice("ride", "ask.ride")


@keeps("ask.bet_1", "ask.bet_2", "ask.ride", "ask.withdraw", "community.burn", "wager.bets")
def script(terms: Terms) -> Script:  # noqa: ARG001 - this game has one version
    """The round, as section 18.10 tells it. Of three community cards one is burned and two play (ruling L2)."""
    return (
        Deal(each=3, community=3, counted_chips=("bonus",)),
        Stub(),
        Ask("bet 1", "ask.bet_1", (RIDE, Choice("withdraw", "ask.withdraw", withdraws="bet_1"))),
        Burn(of_community=True),
        TurnUp(1, "community.first"),
        Ask("bet 2", "ask.bet_2", (RIDE, Choice("withdraw", "ask.withdraw", withdraws="bet_2"))),
        TurnUp(1, "community.second"),
        Settle(("bet_1", "bet_2", "bet_3", "bonus", "three_card_bonus"), "at the end"),
    )


def absent(stage: str, cards: tuple[int, ...], terms: Terms) -> str:  # noqa: ARG001 - every turn is alike
    """The choice for an absent player: withdraw each bet that may be withdrawn (ruling S10)."""
    return "withdraw"


# ---- the settlement ------------------------------------------------------------------------------------


class Facts(NamedTuple):
    """The facts that wagers look at: the five-card hand, and the three cards dealt."""

    hand: five.Category
    tens_or_better: bool  # a pair that pays
    three: three.Category = three.Category.HIGH_CARD
    mini_royal: bool = False
    ends: bool = False  # the ace stands beside a king or a two in sequence; no amount depends on it


@keeps("hand.form", "settle.examine")
def read(hand: Hand, board: Board, terms: Terms) -> Facts:  # noqa: ARG001 - no option changes what the cards are
    """The facts of a hand: the player's three cards, and the two community cards that play."""
    own = three.strength(hand.cards)
    made = compare("played", five.strength(hand.cards + board.community))
    ends = {rank(card) for card in hand.cards} in _ENDS
    return Facts(*made[:2], three.category(own), three.is_mini_royal(own), ends)


def bare(facts: Facts) -> Facts:
    """The facts that money depends on."""
    return facts._replace(ends=False) if facts.ends else facts


def compare(ending: Ending, own: int, dealer: int = 0) -> Facts:  # noqa: ARG001 - no hand ends early, none is the dealer's
    """The facts that follow from the strength of a five-card hand."""
    category, ranks = five.LADDER[own]
    return Facts(category, category is five.Category.PAIR and ranks[0] >= TEN)


def looks_at(wager: str, terms: Terms) -> int:  # noqa: ARG001 - every version is alike
    """The number of community cards that a side wager looks at: two for the bonus, none for the three card bonus."""
    return {"bonus": 2, "three_card_bonus": 0}[wager]


@keeps("settle.win", "settle.lose", "settle.bonus", "settle.three_card_bonus")
def settle(facts: Facts, stakes: Stakes, terms: Terms) -> Iterator[Line]:
    """Settle each wager; losing wagers are collected before winning ones are paid."""
    lines = [_SETTLED[wager](facts, wager, stake, terms) for wager, stake in stakes.items()]
    yield from sorted(lines, key=lambda line: line.result != "lose")


@keeps("pay.bets")
def _bet(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    name = "pair_of_tens_or_better" if facts.tens_or_better else facts.hand.name.lower()
    row = terms.row("bets", (name,))
    if row is None:
        return lose(wager, stake, "the hand is lower than a pair of tens", terms.clauses("settle.examine"))
    because = f"your hand is {a_hand(row.hand)}"
    return paid(wager, stake, row, because, terms, terms.clauses("settle.win"), highest_only(row.hand, terms))


@keeps("pay.bonus", "wager.bonus", "wager.independent")
def _bonus(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """Settle the bonus. It pays an amount; its dollar was collected before the deal and stays collected (ruling L6)."""
    row = terms.row("bonus", (facts.hand.name.lower(),))
    if row is None:
        return lose(wager, stake, "the hand is lower than three of a kind", terms.clauses("pay.bonus"))
    rulings = (*terms.ruled("bonus_stake"), *highest_only(row.hand, terms))
    line = paid(wager, stake, row, f"your hand is {a_hand(row.hand)}", terms, (), rulings)
    return line if terms["bonus_stake"] == "returned" else line._replace(amount=line.amount - stake)


@keeps("pay.three_card_bonus", "wager.three_card_bonus")
def _three_card_bonus(facts: Facts, wager: str, stake: Cents, terms: Terms) -> Line:
    """Settle the three card bonus. Suited straights, and where an ace ends one, are ruling L5; the mini-royal is L4."""
    name = "mini_royal" if facts.mini_royal else facts.three.name.lower()
    row = terms.row("three_card_bonus", (name,))
    rulings = terms.ruled("three_card_straights") * (
        not facts.mini_royal and (facts.ends or facts.three is three.Category.STRAIGHT_FLUSH)
    )
    if row is None:
        clauses = terms.clauses("pay.three_card_bonus")
        return lose(wager, stake, "the three cards are less than a pair", clauses, rulings)
    unpaid = ", which this table does not pay" if row.pays is Outcome.LOSE else ""
    return paid(wager, stake, row, f"your three cards are {a_hand(row.name)}{unpaid}", terms, (), rulings)


_SETTLED = {
    "bet_1": _bet,
    "bet_2": _bet,
    "bet_3": _bet,
    "bonus": _bonus,
    "three_card_bonus": _three_card_bonus,
}


def words(hand: Hand, board: Board) -> str:
    """A hand in the dealer's words."""
    return five.words(five.strength(hand.cards + board.community))


GAME = Game(
    name="lir",
    options={"bonus_stake": "bonus"},
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
    needs_rules=("deal.order", "community.burn"),  # three community cards are dealt, and two play
    hands={
        "bets": five.NAMES | {"pair_of_tens_or_better"},
        "bonus": five.NAMES,
        "three_card_bonus": three.NAMES | {"mini_royal"},
    },
    needs_rows={
        **dict.fromkeys(("bet_1", "bet_2", "bet_3"), ("bets", "")),
        "bonus": ("bonus", ""),
        "three_card_bonus": ("three_card_bonus", ""),
    },
)
