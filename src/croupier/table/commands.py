"""What people and devices ask of a table. A command carries who gives it; an illegal one is refused, not a crash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, TypeGuard

Role: TypeAlias = Literal["player", "dealer", "floor", "device", "house", "fault"]
ROLES: tuple[Role, ...] = ("player", "dealer", "floor", "device", "house", "fault")


class Command(NamedTuple):
    """Someone asks for something. `fault` is nobody: what goes wrong physically."""

    who: Role
    do: str
    seat: int = 0
    args: Mapping[str, Any] = {}

    def __str__(self) -> str:
        who = f"seat {self.seat}" if self.who == "player" else self.who
        args = " ".join(f"{key}={value}" for key, value in self.args.items())
        return f"{who}: {self.do}{f' {args}' if args else ''}"


def is_whole(value: object) -> TypeGuard[int]:
    """Whether an argument is a whole number; yes and no are none, though Python counts them so."""
    return isinstance(value, int) and not isinstance(value, bool)


class RefusedError(Exception):
    """Raised inside a decision to turn the command down; it never leaves this package."""

    def __init__(self, why: str, accepted: str, *rules: str, rulings: tuple[str, ...] = (), about: str = "") -> None:
        self.why, self.accepted, self.rules, self.rulings, self.about = why, accepted, rules, rulings, about
