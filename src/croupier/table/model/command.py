"""What people and devices ask of a table. A command carries who gives it; an illegal one is refused, not a crash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, TypeGuard

from croupier.errors import CroupierError
from croupier.games.terms import Terms
from croupier.rulebook.refusal import Refusal

Role: TypeAlias = Literal["player", "dealer", "floor", "device", "house", "fault"]
ROLES: tuple[Role, ...] = ("player", "dealer", "floor", "device", "house", "fault")
PERSON = "[A-Za-z0-9_-]{1,64}"  # the id of a person, which says nothing about the person


def whoever_has(seat: int) -> str:
    """The person of a player's command that names none; no id has a blank, so nobody can claim to be that one."""
    return f"seat {seat}"


class Command(NamedTuple):
    """Someone asks for something. `fault` is nobody: what goes wrong physically.

    `args` is what that someone says; `supplied` is what the house and the card source add on the way to the table: the
    secret of a shuffle, a bankroll. What may stand where is declared in `declared`.
    """

    who: Role
    do: str
    seat: int = 0
    args: Mapping[str, Any] = {}
    supplied: Mapping[str, Any] = {}
    by: str = ""  # the person who gives it, by an id that says nothing; a player without one is whoever has the seat

    @property
    def person(self) -> str:
        """The player who gives it."""
        return self.by or whoever_has(self.seat)

    def __str__(self) -> str:
        who = f"seat {self.seat}" if self.who == "player" else self.who
        who += f" by {self.by}" if self.by else ""
        args = " ".join(f"{key}={value}" for key, value in (*self.args.items(), *self.supplied.items()))
        return f"{who}: {self.do}{f' {args}' if args else ''}"


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number; yes and no are none, though Python counts them so."""
    return type(value) is int


class RefusedError(CroupierError):
    """Raised inside a decision to turn the command down; it never leaves this package.

    It is made of why, what is accepted, and the rules that it is cited by.
    """

    def __init__(
        self,
        why: str,
        accepted: str,
        *rules: str,
        rulings: tuple[str, ...] = (),
        clauses: tuple[str, ...] = (),
        about: str = "",
    ) -> None:
        super().__init__(why, accepted, about)
        self.rules, self.rulings = rules, rulings
        self.clauses = clauses  # of the document, beside those of the rules


def refusal(terms: Terms, refused: RefusedError) -> Refusal:
    """A refusal cites clauses, or the ruling by which it is made, and a bare definition only where there is none.

    What is no command at all, or lacks what it was declared with, breaks no clause and cites none.
    """
    clauses = tuple(dict.fromkeys([*refused.clauses, *terms.clauses(*filter(None, refused.rules))]))
    ruling = tuple(each for each in clauses if terms.rulebook.clause(each).kind != "definition")
    if ruling or refused.rulings:
        clauses = ruling
    return Refusal(refused.why, refused.accepted, clauses, refused.rulings, terms.rulebook.short, refused.about)
