"""Citations: a decorator by which code names the rules of the regulations that it keeps.

Code cites a stable name (`stub.count`); each rulebook binds the name to its printed clauses. The decorator stands on
the code that keeps the rule and does nothing at run time: `tools/index.py` reads it from the source.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Thing = TypeVar("Thing", bound=Callable[..., Any])


def keeps(*rules: str) -> Callable[[Thing], Thing]:
    """Mark a function or class as the code that keeps these rules."""
    if not rules:
        raise ValueError("keeps() needs the name of at least one rule")

    def mark(thing: Thing) -> Thing:
        return thing

    return mark
