"""How code says which rule of the regulations it keeps. Nothing here runs rules or reads them.

Code cites a stable name (`stub.count`); each rulebook binds the name to its printed clauses. The citation
stands beside the code that carries it, and costs nothing at run time: an index is read off the source.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Thing = TypeVar("Thing", bound=Callable[..., Any])


def keeps(*rules: str) -> Callable[[Thing], Thing]:
    """Mark a function or class as the place where these rules are kept."""
    if not rules:
        raise ValueError("keeps() needs the name of at least one rule")

    def mark(thing: Thing) -> Thing:
        return thing

    return mark
