"""A diff of two editions of a document: clauses are matched by their origin, not by their number."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.errors import CroupierError
from croupier.rulebook.model import Clause, Rulebook


class NotEditionsError(CroupierError, ValueError):
    """Two rulebooks that are not editions of one document."""


@dataclass(frozen=True, slots=True)
class Diff:
    """The diff of two editions."""

    old: Rulebook
    new: Rulebook
    changed: tuple[tuple[Clause, Clause], ...]
    dropped: tuple[Clause, ...]
    added: tuple[Clause, ...]
    renumbered: tuple[tuple[Clause, Clause], ...]
    unchanged: int
    options: tuple[str, ...]
    rulings: tuple[str, ...]


def diff(old: Rulebook, new: Rulebook) -> Diff:
    """Compare `old` with `new`, in whichever order the two editions were written."""
    pairs = _pairs(old, new)
    taken = {before.id for before, _ in pairs}
    given = {after.id for _, after in pairs}
    same = [pair for pair in pairs if not (pair[0].changes or pair[1].changes)]
    return Diff(
        old=old,
        new=new,
        changed=tuple(pair for pair in pairs if pair[0].changes or pair[1].changes),
        dropped=tuple(clause for clause in old.clauses if clause.id not in taken),
        added=tuple(clause for clause in new.clauses if clause.id not in given),
        renumbered=tuple((before, after) for before, after in same if before.id != after.id),
        unchanged=sum(before.id == after.id for before, after in same),
        options=option_changes(old, new),
        rulings=tuple(_rulings(old, new)),
    )


def _pairs(old: Rulebook, new: Rulebook) -> list[tuple[Clause, Clause]]:
    if new.follows == old.id:
        return [(old.clause(clause.origin), clause) for clause in new.clauses if clause.origin]
    if old.follows == new.id:
        return [(clause, new.clause(clause.origin)) for clause in old.clauses if clause.origin]
    raise NotEditionsError(
        f"{old.id} and {new.id} are not editions of one document", "two that are, such as colorado-ma-1 colorado-ma-2"
    )


def option_changes(old: Rulebook, new: Rulebook) -> tuple[str, ...]:
    """The options and values that went or came, in words."""
    said: list[str] = []
    for name in dict.fromkeys([*old.options, *new.options]):
        if name not in new.options or name not in old.options:
            said.append(f"option {name} is {'gone' if name in old.options else 'new'}")
            continue
        before, after = (list(book.options[name].values or {}) for book in (old, new))
        gone, fresh = [each for each in before if each not in after], [each for each in after if each not in before]
        said += [f"option {name}: no longer {each}" for each in gone] + [
            f"option {name}: now also {each}" for each in fresh
        ]
    return tuple(said)


def _rulings(old: Rulebook, new: Rulebook) -> list[str]:
    gone = [f"ruling {name} is gone: {each.question}" for name, each in old.rulings.items() if name not in new.rulings]
    fresh = [f"ruling {name} is new: {each.question}" for name, each in new.rulings.items() if name not in old.rulings]
    return gone + fresh
