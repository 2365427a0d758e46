"""Refusal: the one result type for everything that is refused, an option of a submission or a command at a table."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.errors import message


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal: why, by which clauses and rulings, and what would be accepted. A refused request changes nothing."""

    why: str  # a sentence without a full stop
    accepted: str  # in words; empty where nothing would be
    clauses: tuple[str, ...] = ()  # by their printed ids
    rulings: tuple[str, ...] = ()  # by their ids
    document: str = ""  # the document's short name, which precedes the clauses: `UTH`
    about: str = ""  # the option or the argument that is refused, if it is one

    @property
    def cited_why(self) -> str:
        """The reason, with the clauses before it and the rulings after it."""
        cited = " ".join(filter(None, [self.document, ", ".join(self.clauses)]))
        ruled = f" (ruling {', '.join(self.rulings)})" if self.rulings else ""
        return f"{cited}: {self.why}{ruled}"

    def __str__(self) -> str:
        return message(self.cited_why, self.accepted)
