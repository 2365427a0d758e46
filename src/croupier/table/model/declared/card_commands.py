"""Declarations for the session and its cards: opening, decks, shuffle and cut."""

from __future__ import annotations

from croupier.table.model.declaration import MOST_CARDS, MOST_NAME, Argument, Declared
from croupier.table.model.declared.arguments import COMMITMENT, DEFECTS, ORDER, REASON, SECRET, hex_text, step

DECLARATIONS = (
    Declared(
        "open",
        ("house",),
        "The session opens: the house commits to its seed and to the secret of the first shuffle.",
        "before the first deck comes, where the cards are committed to",
        (
            hex_text("session", "SHA-256 of the session's seed", "house", needed=True),
            hex_text("commitment", "SHA-256 of the secret of the first shuffle", "house", needed=True),
        ),
        "open.receive",
    ),
    Declared(
        "close",
        ("house",),
        "The session is over: wagers go back, and players and decks leave.",
        "between rounds",
        (hex_text("seed", "the session's seed, where one was committed to", "house"),),
        "round.whole",
        while_pending=True,
    ),
    Declared(
        "receive",
        ("house",),
        "A deck comes to the table, to be opened or, where that is allowed, inspected and shuffled already.",
        "between rounds",
        (
            Argument("back", "text", "the colour of its backs", "blue", most=MOST_NAME),
            Argument("pre_shuffled", "switch", "whether it comes inspected and shuffled", "no"),
            ORDER,
            SECRET,
            COMMITMENT,
        ),
        "open.receive",
        while_pending=True,
    ),
    step("inspect", "dealer", "open.inspect", "when a deck has come", DEFECTS),
    step("verify", "floor", "open.inspect", "when a deck has been inspected", DEFECTS),
    step("spread", "dealer", "open.spread", "when a deck has been verified"),
    step("show", "dealer", "open.spread", "when the cards are spread and a player is there"),
    step("wash", "dealer", "open.wash", "when the cards have been shown"),
    step("stack", "dealer", "open.wash", "when the cards are washed"),
    Declared(
        "shuffle",
        ("dealer", "device"),
        "A deck is shuffled, by hand or by the device, whichever is in use.",
        "when a deck waits to be shuffled",
        (
            ORDER,
            SECRET,
            COMMITMENT,
            Argument(
                "physical",
                "switch",
                "whether the cards are real, so that nobody knows their order",
                "no",
                origins=("card source",),
            ),
            Argument(
                "counted",
                "number",
                "how many real cards a device that counts has counted",
                52,
                most=MOST_CARDS,
                unit="cards",
            ),
        ),
        "shuffle.how",
        while_pending=True,
    ),
    step(
        "cut",
        "dealer",
        "cut.ten_cards",
        "when a deck waits to be cut",
        Argument(
            "depth",
            "number",
            "how many cards come off the top: the dealer says it of real cards, the card source of a script, of others"
            " nobody, since it follows from the secret of their shuffle",
            20,
            least=0,
            most=MOST_CARDS,
            unit="cards",
            origins=("person", "card source"),
        ),
    ),
    Declared(
        "recut",
        ("floor",),
        "The cards are cut again.",
        "after the cut and before a card is dealt",
        (REASON,),
        "cut.recut",
    ),
    Declared(
        "order shuffle",
        ("floor",),
        "The cards are shuffled again, where the document lets the floor order it.",
        "before a card is dealt",
        (REASON,),
        "shuffle.directed",
    ),
    step("load", ("dealer", "device"), "deal.into_shoe", "when a deck is ready"),
    Declared(
        "idle", ("dealer",), "The cards are spread at a table without play.", "when no wager stands", (), "idle.spread"
    ),
    Declared(
        "withdraw deck",
        ("floor",),
        "A deck leaves the table, and another may come.",
        "between rounds",
        (Argument("deck", "number", "which of the decks", 1, least=1, most=2), REASON),
        "open.receive",
    ),
)
