"""Declarations for players and their money."""

from __future__ import annotations

from croupier.money import MOST_CENTS
from croupier.table.model.declaration import MOST_NAME, Argument, Declared
from croupier.table.model.declared.arguments import NEXT, NUMBER, amount, step

DECLARATIONS = (
    Declared(
        "sit",
        ("player",),
        "A player takes a free seat.",
        "at any time",
        (
            Argument(
                "bankroll",
                "money",
                "the chips that the player brings",
                100_000,
                most=MOST_CENTS,
                unit="cents",
                origins=("house",),
            ),
            NEXT,
        ),
        "seat.seated",
        at_seat=True,
        while_pending=True,
        takes_seat=True,
    ),
    Declared(
        "leave",
        ("player", "house"),
        "A player takes the money and goes; who has cards is waited for.",
        "at any time",
        (),
        "seat.stay",
        at_seat=True,
        while_pending=True,
    ),
    Declared(
        "sit out",
        ("player", "house"),
        "A player plays no round until coming back, and keeps the place.",
        "at any time",
        (),
        "seat.stay",
        at_seat=True,
        while_pending=True,
    ),
    Declared(
        "come back",
        ("player",),
        "A player who was away sits down again.",
        "when away",
        (),
        "seat.stay",
        at_seat=True,
        while_pending=True,
    ),
    Declared(
        "buy",
        ("house",),
        "A player is handed chips that were bought.",
        "whenever the dealer is not dealing",
        (amount("what the chips are worth", 1),),
        "wager.chips",
        at_seat=True,
        while_pending=True,
    ),
    Declared(
        "bet",
        ("player",),
        "A player sets down the wagers of the round, all of them; none takes them back.",
        "before 'No more bets'",
        (
            Argument(
                "wagers",
                "wagers",
                "the stake of each wager by its name",
                {"ante": 500},
                needed=True,
                most=MOST_CENTS,
                unit="cents",
            ),
            Argument("ready", "switch", "whether the player has finished betting", "yes"),
            NUMBER,
            NEXT,
            Argument(
                "with",
                "text",
                "what lies on the layout: chips, plaques, or an instrument of the submission",
                "plaques",
                most=MOST_NAME,
            ),
        ),
        "seat.seated",
        at_seat=True,
    ),
    Declared(
        "ready",
        ("player",),
        "A player has finished betting.",
        "before 'No more bets'",
        (NUMBER, NEXT),
        "seat.seated",
        at_seat=True,
    ),
    step("no more bets", "dealer", "deal.no_more_bets", "when a deck is ready and a wager stands"),
    step(
        "collect bonus",
        "dealer",
        "deal.bonus_chips",
        "before the deal, where bonus wagers were made",
        Argument("accepted", "number", "how many wagers the devices have accepted", 2, most=1000, unit="chips"),
    ),
)
