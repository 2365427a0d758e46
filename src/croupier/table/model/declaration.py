"""What a declaration of a command says: who gives it, when, and the kind, bounds, meaning and origin of arguments."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from croupier.money import MOST_CENTS
from croupier.table.model.command import Role

# Where an argument comes from. What a person may say is for anyone who gives the command; the rest never is.
Origin: TypeAlias = Literal["person", "device", "card source", "house", "fault"]
Kind: TypeAlias = Literal[
    "text",
    "number",
    "money",
    "switch",
    "choice",
    "card",
    "cards",
    "order",
    "hex",
    "wagers",
    "many or cards",
    "count",
    "meter",
]

MOST_NAME = 24  # letters of what has a name
MOST_TEXT = 200  # letters of a reason
MOST_SECONDS = 10**11  # three thousand years
MOST_CARDS = 60  # more than any deck has
DIGITS = 64  # of a secret, a number or a hash in hexadecimal


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a command."""

    name: str
    kind: Kind
    means: str
    example: object
    needed: bool = False
    least: int = 0
    most: int = 0
    among: tuple[str, ...] = ()
    unit: str = ""
    origins: tuple[Origin, ...] = ("person",)


# Sent along with every command where tables share a progressive's meter: it stands in `supplied` and nowhere else.
METER = Argument(
    "meter",
    "meter",
    "where the progressive's meter stands in the house, how often it has changed, and come down to its seed",
    {"amount": 1_000_000, "version": 7, "resets": 1},
    most=2 * MOST_CENTS,  # a seed may be the most that is money, and still grows
    origins=("house",),
)


@dataclass(frozen=True, slots=True)
class Declared:
    """A command: who gives it, when, and what it means."""

    name: str
    by: tuple[Role, ...]
    means: str
    when: str
    arguments: tuple[Argument, ...] = ()
    rule: str = ""  # that says who gives it; where there is none, the one of what is due
    at_seat: bool = False  # it is about a seat
    only_when_due: bool = False
    while_pending: bool = False  # it may be given while something waits for a ruling
    only_in_training: bool = False
    takes_seat: bool = False  # it makes its giver the seat's person, from whom a player's other commands come

    named: dict[str, Argument] = field(init=False)  # the arguments by name, what the house sends along among them
    needs: tuple[str, ...] = field(init=False)
    open_to: dict[str, dict[str, Argument]] = field(init=False)  # what whoever gives it may say, and what is supplied

    def __post_init__(self) -> None:
        object.__setattr__(self, "named", {each.name: each for each in (*self.arguments, METER)})
        object.__setattr__(self, "needs", tuple(each.name for each in self.arguments if each.needed))
        open_to = {
            by: {each.name: each for each in self.arguments if may_give(each, by)} for by in (*self.by, SUPPLIED)
        }
        open_to[SUPPLIED][METER.name] = METER
        object.__setattr__(self, "open_to", open_to)


SUPPLIED = "supplied"  # by the house and the card source, not by whoever gives the command


def may_give(about: Argument, by: str) -> bool:
    """Whether an argument may come from there: whoever gives the command says what persons say, or its own."""
    if by == SUPPLIED:
        return about.origins != ("person",)
    return "person" in about.origins or by in about.origins
