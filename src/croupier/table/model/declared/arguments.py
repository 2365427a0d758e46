"""Arguments that several commands have, and the form of a step."""

from __future__ import annotations

from croupier.money import MOST_CENTS
from croupier.table.model.command import Role
from croupier.table.model.declaration import DIGITS, MOST_CARDS, MOST_TEXT, Argument, Declared, Origin
from croupier.table.model.vocabulary import SEATS, STEPS

CARDS = Argument(
    "cards", "cards", "the cards that a shoe of real cards has dealt, as they came", ["Ah", "Kd"], most=MOST_CARDS
)
ORDER = Argument("order", "order", "the cards as they lie", ["Ah", "Kd"], most=MOST_CARDS, origins=("card source",))


def hex_text(name: str, means: str, origin: Origin, *, needed: bool = False) -> Argument:
    """An argument in hexadecimal digits."""
    return Argument(name, "hex", means, "5e" * (DIGITS // 2), needed=needed, most=DIGITS, origins=(origin,))


SECRET = hex_text("secret", "the secret of this shuffle, which was committed to", "card source")
COMMITMENT = hex_text("commitment", "SHA-256 of the secret of the next shuffle", "card source")
NUMBER = hex_text("number", "the player's number for this round, whose hash was promised before", "person", needed=True)
NEXT = hex_text("next", "a promise: SHA-256 of the player's number for the next round that is dealt", "person")
OF = Argument(
    "of",
    "choice",
    "where: a hand by its seat's number, the dealer's, the community cards, the shoe, the stub, the rack, the shuffler",
    "dealer",
    among=("dealer", "community", "shoe", "stub", "rack", "shuffler", *SEATS),
)
CARD = Argument("card", "card", "the card, as far as its face was made out", "Ah")
WHICH = Argument(
    "number",
    "number",
    "how many cards the hand has; of a misread, or a card that went astray, which of its cards, from 1; of a deck,"
    " which of two",
    3,
    most=MOST_CARDS,
)
TURN = Argument(
    "turn",
    "number",
    "at which of its turns in the deal the hand was passed over, or a card too many was scanned, from 1; 0 if that card"
    " was not scanned",
    1,
    most=MOST_CARDS,
)
DEFECTS = Argument("defects", "switch", "whether a defect was found: then the deck leaves the table", "yes")
DEVICE = Argument("device", "choice", "which device", "shuffler", needed=True, among=("shuffler", "shoe"))
REASON = Argument("reason", "text", "why, for the record", "The cut showed a card.", needed=True, most=MOST_TEXT)


def amount(means: str, least: int = 0, origin: Origin = "house", *, name: str = "amount") -> Argument:
    """An amount of money that a command needs."""
    return Argument(
        name, "money", means, 5000, needed=True, least=least, most=MOST_CENTS, unit="cents", origins=(origin,)
    )


def step(name: str, by: Role | tuple[Role, ...], rule: str, when: str, *arguments: Argument) -> Declared:
    """A step of the procedure, given by the role that is due."""
    roles = by if isinstance(by, tuple) else (by,)
    means = STEPS.get(name, "the cards are cut")
    return Declared(name, roles, f"{means[0].upper()}{means[1:]}.", when, arguments, rule, only_when_due=True)
