"""Croupier: the rulebook, the table and the mathematician of casino poker games.

    >>> import croupier
    >>> croupier.load("uth-ma").clause("10(g)").kind
    'settlement'

The package opens lightly: what a name needs is imported when the name is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.rulebook import Rulebook, Submission

__version__ = "0.1.0"
__all__ = ["Rulebook", "Submission", "__version__", "load", "submission"]


def load(name: str) -> Rulebook:
    """The rulebook of that name, such as `uth-ma`."""
    from croupier.rulebook import load as load_rulebook

    return load_rulebook(name)


def submission(name: str, **options: object) -> Submission:
    """An operator's choices for a rulebook, checked: `submission("uth-ma", trips="B")`."""
    from croupier.rulebook import Submission

    return Submission.of(load(name), options)


def __getattr__(name: str) -> object:
    if name in {"Rulebook", "Submission"}:
        import croupier.rulebook as rooms

        return getattr(rooms, name)
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")
