"""Types for declaring a command: who gives it, when, and the kind, bounds, meaning and origin of arguments."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from croupier.money import MOST_CENTS
from croupier.table.model.command import Role

# The origin of an argument. Anyone who gives the command may give a person's arguments; the others never.
Origin: TypeAlias = Literal["person", "device", "card source", "house", "fault"]
Kind: TypeAlias = Literal[
    "text",
    "number",
    "money",
    "switch",
    "choice",
    "card",
    "cards",
    "card or cards",
    "order",
    "hex",
    "wagers",
    "many or cards",
    "count",
    "slip",
    "meter",
]

MOST_NAME = 24  # characters of a name
MOST_TEXT = 200  # characters of a reason
MOST_SECONDS = 10**11  # three thousand years
MOST_CARDS = 60  # more than any deck has
DIGITS = 64  # of a secret, a number or a hash, in hexadecimal


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
    most=2 * MOST_CENTS,  # a seed may be the largest amount of money, and the meter still grows
    origins=("house",),
)


@dataclass(frozen=True, slots=True)
class Declared:
    """The declaration of a command: who gives it, when, and its meaning."""

    name: str
    by: tuple[Role, ...]
    means: str
    when: str
    arguments: tuple[Argument, ...] = ()
    rule: str = ""  # the rule on who gives it; empty: the rule of the step that is due
    at_seat: bool = False  # it is about a seat
    only_when_due: bool = False
    while_pending: bool = False  # allowed while a ruling by the floor is pending
    only_in_training: bool = False
    takes_seat: bool = False  # makes its giver the seat's person, who alone gives a player's other commands there

    named: dict[str, Argument] = field(init=False)  # all arguments by name, with those that the house sends along
    needs: tuple[str, ...] = field(init=False)
    open_to: dict[str, dict[str, Argument]] = field(init=False)  # arguments by giver, SUPPLIED among them

    def __post_init__(self) -> None:
        object.__setattr__(self, "named", {each.name: each for each in (*self.arguments, METER)})
        object.__setattr__(self, "needs", tuple(each.name for each in self.arguments if each.needed))
        open_to = {
            by: {each.name: each for each in self.arguments if may_give(each, by)} for by in (*self.by, SUPPLIED)
        }
        open_to[SUPPLIED][METER.name] = METER
        object.__setattr__(self, "open_to", open_to)


SUPPLIED = "supplied"  # by the house and the card source, not by the command's giver


def may_give(about: Argument, by: str) -> bool:
    """True if an argument may come from there: a giver may give persons' arguments and those of its own origin."""
    if by == SUPPLIED:
        return about.origins != ("person",)
    return "person" in about.origins or by in about.origins
