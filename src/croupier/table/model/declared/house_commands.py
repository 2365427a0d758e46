"""Declarations for the house: its clock, its meter, and faults for training."""

from __future__ import annotations

from croupier.table.model.declaration import MOST_CARDS, MOST_NAME, MOST_SECONDS, Argument, Declared
from croupier.table.model.declared.arguments import amount
from croupier.table.model.vocabulary import FAULTS

DECLARATIONS = (
    Declared(
        "clock",
        ("house",),
        "It is so late.",
        "at any time",
        (
            Argument(
                "now",
                "number",
                "seconds since the opening",
                3600,
                needed=True,
                most=MOST_SECONDS,
                unit="seconds",
                origins=("house",),
            ),
        ),
        while_pending=True,
    ),
    Declared(
        "meter",
        ("house",),
        "The progressive's meter stands here.",
        "between rounds",
        (amount("where it stands"),),
        "wager.before_close",
    ),
    Declared(
        "fault",
        ("fault",),
        "Something goes wrong physically, and nobody is told; the procedures find it, or do not.",
        "at tables opened for training or tests",
        (
            Argument(
                "what",
                "choice",
                "what goes wrong",
                "lost",
                needed=True,
                among=tuple(FAULTS),
                origins=("fault",),
            ),
            Argument("position", "number", "a position of the deck, from 0", 30, most=MOST_CARDS, origins=("fault",)),
            Argument(
                "how",
                "slip",
                "how the hand slips",
                "double",
                most=MOST_NAME,
                origins=("fault",),
            ),
            Argument(
                "at",
                "text",
                "where: a seat's number, dealer or community",
                "dealer",
                most=MOST_NAME,
                origins=("fault",),
            ),
            Argument("index", "number", "which of the dealer's cards, from 0", 0, most=MOST_CARDS, origins=("fault",)),
            Argument("by", "number", "by how many", 1, least=-MOST_CARDS, most=MOST_CARDS, origins=("fault",)),
            Argument("after", "number", "after how many cards", 3, most=MOST_CARDS, unit="cards", origins=("fault",)),
        ),
        while_pending=True,
        only_in_training=True,
    ),
)
