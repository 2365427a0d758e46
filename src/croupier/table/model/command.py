"""Commands: requests of people and devices to a table. A command carries its giver; an illegal one is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, TypeGuard

from croupier.errors import CroupierError
from croupier.games.terms import Terms
from croupier.rulebook.refusal import Refusal

Role: TypeAlias = Literal["player", "dealer", "floor", "device", "house", "fault"]
ROLES: tuple[Role, ...] = ("player", "dealer", "floor", "device", "house", "fault")
PERSON = "[A-Za-z0-9_-]{1,64}"  # a person's id, which is pseudonymous


def whoever_has(seat: int) -> str:
    """The person of a player's command that names none; no id has a blank, so that this one cannot be claimed."""
    return f"seat {seat}"


class Command(NamedTuple):
    """A request to the table. The role `fault` is no person: it stands for physical mishaps.

    `args` come from the giver; `supplied` are values that the house and the card source add on the way to the table:
    the secret of a shuffle, a bankroll. `catalog` declares what may stand where.
    """

    who: Role  # player, dealer, floor, device or house
    do: str  # its name, such as `bet`
    seat: int = 0  # from 1; 0 where it is for the table
    args: Mapping[str, Any] = {}  # from the giver
    supplied: Mapping[str, Any] = {}  # from the house and the card source
    by: str = ""  # the giver's pseudonymous id; a player's command without one counts as the seat's person

    @property
    def person(self) -> str:
        """The person of the player who gives it."""
        return self.by or whoever_has(self.seat)

    def __str__(self) -> str:
        who = f"seat {self.seat}" if self.who == "player" else self.who
        who += f" by {self.by}" if self.by else ""
        args = " ".join(f"{key}={value}" for key, value in (*self.args.items(), *self.supplied.items()))
        return f"{who}: {self.do}{f' {args}' if args else ''}"


def is_whole(value: object) -> TypeGuard[int]:
    """True for a whole number; False for a bool, which Python counts as an int."""
    return type(value) is int


class RefusedError(CroupierError):
    """Internal: raised inside a decision to refuse the command; it never leaves this package.

    It is made of why, what is accepted, and the rules that it is cited by; `ruled` are stable names of rulings.
    """

    def __init__(
        self,
        why: str,
        accepted: str,
        *rules: str,
        rulings: tuple[str, ...] = (),
        ruled: tuple[str, ...] = (),
        clauses: tuple[str, ...] = (),
        about: str = "",
    ) -> None:
        super().__init__(why, accepted, about)
        self.rules, self.rulings, self.ruled = rules, rulings, ruled
        self.clauses = clauses  # of the document, in addition to those of the rules


def refusal(terms: Terms, refused: RefusedError) -> Refusal:
    """Make the refusal: it cites clauses, or the ruling behind it, and a bare definition only if there is nothing else.

    A malformed command breaks no clause and cites none. A clause that the refusal names itself is cited in any case.
    """
    found = terms.clauses(*filter(None, refused.rules))
    rulings = (*refused.rulings, *(ruling for name in refused.ruled for ruling in terms.ruled(name)))
    if refused.clauses or rulings:
        found = tuple(each for each in found if terms.rulebook.clause(each).kind != "definition")
    clauses = tuple(dict.fromkeys([*refused.clauses, *found]))
    return Refusal(refused.why, refused.accepted, clauses, rulings, terms.rulebook.short, refused.about)
