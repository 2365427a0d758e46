"""One kind of refusal for everything that is turned down: an option of a submission, a command at a table."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.errors import message


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something was turned down: why, by which clauses and rulings, and what would be accepted. Nothing has changed."""

    why: str
    accepted: str
    clauses: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    document: str = ""  # what the clauses are cited after: `UTH`
    about: str = ""  # the option or the argument that it is about, where it is about one

    @property
    def cited_why(self) -> str:
        """The reason, with the clauses before it and the rulings after it."""
        cited = " ".join(filter(None, [self.document, ", ".join(self.clauses)]))
        ruled = f" (ruling {', '.join(self.rulings)})" if self.rulings else ""
        return f"{cited}: {self.why}{ruled}"

    def __str__(self) -> str:
        return message(self.cited_why, self.accepted)
