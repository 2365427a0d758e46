"""Declarations for the steps and decisions of a round."""

from __future__ import annotations

from croupier.money import MOST_CENTS
from croupier.table.model.declaration import MOST_CARDS, MOST_NAME, Argument, Declared
from croupier.table.model.declared.arguments import CARDS, step
from croupier.table.model.vocabulary import HANDS

DECLARATIONS = (
    step(
        "deal",
        "dealer",
        "deal.order",
        "when bets are closed, until every first card is out",
        Argument(
            "cards",
            "many or cards",
            "so many cards and no more; or the cards that a shoe of real cards dealt",
            1,
            least=1,
            most=MOST_CARDS,
            unit="cards",
        ),
        Argument(
            "stacks",
            "number",
            "so many stacks and no more, where a device deals stacks",
            1,
            least=1,
            most=MOST_CARDS,
            unit="stacks",
        ),
    ),
    step("burn", "dealer", "community.burn", "when a card is to be burned", CARDS),
    step("community", "dealer", "community.flop", "when community cards are to be dealt", CARDS),
    step("turn up", "dealer", "community.reveal", "when a community card is to be turned up"),
    step(
        "stub",
        "dealer",
        "stub.rack",
        "when every card of the round is out",
        Argument(
            "count",
            "count",
            "yes to count the stub, or the number that the dealer has counted; of real cards the number alone",
            48,
            most=MOST_CARDS,
            unit="cards",
        ),
        Argument(
            "misdealt",
            "choice",
            "of real cards whose count is wrong: the hand in which the dealer has found a wrong number, or nothing",
            "nothing",
            among=("nothing", *HANDS),
        ),
        Argument("number", "number", "how many cards that hand has", 3, most=MOST_CARDS, unit="cards"),
    ),
    Declared(
        "decide",
        ("player",),
        "A player answers.",
        "when asked",
        (
            Argument("choice", "text", "one of the choices that are offered", "play 4x", needed=True, most=MOST_NAME),
            Argument(
                "discard",
                "card or cards",
                "the card put away, or the cards, where the choice puts some away",
                "2c",
                most=MOST_CARDS,
            ),
            Argument(
                "amount", "money", "how much, where the choice lets the player say it", "$5", least=1, most=MOST_CENTS
            ),
        ),
        "ask.order",
        at_seat=True,
    ),
    Declared(
        "timeout",
        ("house",),
        "The time of a player who is away or silent has run out.",
        "when that player is asked, or has not revealed the number that was promised",
        (),
        "seat.stay",
        at_seat=True,
    ),
    Declared(
        "act",
        ("floor",),
        "The floor lets a player who is away take the action that puts up no new money.",
        "when that player is asked",
        (),
        "seat.stay",
        at_seat=True,
    ),
    step("collect folds", "dealer", "collect.folds", "when every player has acted"),
    step("reveal", "dealer", "settle.dealer_reveals", "when every player has acted"),
    step("settle", "dealer", "settle.order", "when a seat is to be settled"),
)
