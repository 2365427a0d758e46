"""Refusal: the one result type for everything that is refused, an option of a submission or a command at a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal: why, by which clauses and rulings, and what would be accepted. A refused request changes nothing."""

    why: str
    accepted: str
    clauses: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    document: str = ""  # the document's short name, which precedes the clauses: `UTH`
    about: str = ""  # the option or the argument that is refused, if it is one

    def __str__(self) -> str:
        cited = " ".join(filter(None, [self.document, ", ".join(self.clauses)]))
        ruled = f" (ruling {', '.join(self.rulings)})" if self.rulings else ""
        return f"{cited}: {self.why}{ruled}; accepted: {self.accepted}"
