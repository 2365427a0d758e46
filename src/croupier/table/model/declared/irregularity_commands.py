"""Declarations for irregularities: calls, rulings, reports of real cards, and devices."""

from __future__ import annotations

from croupier.table.model.declaration import MOST_CARDS, MOST_TEXT, Argument, Declared
from croupier.table.model.declared.arguments import CARD, DEVICE, OF, REASON, TURN, WHICH
from croupier.table.model.vocabulary import CALLS, HANDS, REPORTS
from croupier.table.model.ways_of_dealing import DEALING, MANUAL_SHOE

DECLARATIONS = (
    Declared(
        "call",
        ("dealer", "floor"),
        "An irregularity is called. What the document names has its consequence; the rest is for the floor.",
        "during a round",
        (
            Argument(
                "what",
                "text",
                f"{', '.join(CALLS)}, or in words what happened",
                "wrong count",
                needed=True,
                most=MOST_TEXT,
            ),
        ),
    ),
    Declared(
        "rule",
        ("floor",),
        "The floor rules on what waits for it.",
        "when something waits",
        (
            Argument(
                "choice", "choice", "whether the round goes on", "play on", needed=True, among=("play on", "void")
            ),
            REASON,
        ),
        only_when_due=True,
        while_pending=True,
    ),
    Declared(
        "report",
        ("dealer", "floor"),
        "At a table of real cards somebody reports what people have seen: the floor confirms or rejects it.",
        "during a round; of the deck or a device, also between rounds",
        (
            Argument("what", "choice", "what was seen", "exposed", needed=True, among=tuple(REPORTS)),
            OF,
            Argument(
                "to",
                "choice",
                "where a card lies that went astray; of one found face up, the hand that it was scanned for, or shoe",
                "2",
                among=("shoe", *HANDS),
            ),
            CARD,
            WHICH,
            TURN,
        ),
    ),
    Declared(
        "confirm",
        ("floor",),
        "The floor confirms a report, and what the document says follows, or ruling S12.",
        "when a report waits",
        (REASON,),
        only_when_due=True,
        while_pending=True,
    ),
    Declared(
        "reject",
        ("floor",),
        "The floor rejects a report, and the round goes on.",
        "when a report waits",
        (REASON,),
        while_pending=True,
    ),
    Declared(
        "correct scan",
        ("floor",),
        "The floor corrects a real card that the scanner has misread.",
        "until bets are closed for the next round",
        (
            Argument("of", "choice", "whose card", "1", needed=True, among=HANDS),
            Argument("number", "number", "which of the cards there, from 1", 1, needed=True, least=1, most=MOST_CARDS),
            Argument("card", "card", "the card that lies there", "Kh", needed=True),
            REASON,
        ),
        while_pending=True,
    ),
    Declared(
        "count",
        ("dealer",),
        "The dealer says how many real cards were counted: the stub, the whole deck, or what the shuffler shows.",
        "when a count of real cards is due",
        (Argument("number", "number", "the number that was counted", 52, needed=True, most=MOST_CARDS, unit="cards"),),
        "stub.count",
        while_pending=True,
    ),
    Declared(
        "jam",
        ("device",),
        "A device fails.",
        "while it is in use",
        (DEVICE,),
        "irregular.shuffler_jam",
        while_pending=True,
    ),
    Declared(
        "repair",
        ("floor",),
        "A device works again, or is put back.",
        "when it is out of use",
        (DEVICE,),
        "irregular.shuffler_jam",
        while_pending=True,
    ),
    Declared(
        "put out",
        ("floor",),
        "A device is put out of use, so that another way may be used.",
        "when it has failed, or between rounds where the document allows that",
        (
            DEVICE,
            Argument("how", "choice", "what is done with it", "removed", among=("removed", "covered", "marked")),
            Argument(
                "dealing",
                "choice",
                "how the cards are dealt without it",
                MANUAL_SHOE.name,
                among=tuple(way.name for way in DEALING.values() if not way.device),
            ),
        ),
        "irregular.device_out",
    ),
)
