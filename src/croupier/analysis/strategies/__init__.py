"""Strategies written as small files, and what it costs to play by them. A file in this folder is one that ships."""

from __future__ import annotations

from functools import cache
from importlib import resources

from croupier.analysis.errors import StrategyError
from croupier.analysis.strategies.evaluation import Cost, Player, cost, play
from croupier.analysis.strategies.strategy_file import Strategy, read

__all__ = ["NAMES", "Cost", "Player", "Strategy", "StrategyError", "cost", "load", "play", "read", "shipped"]

_ENDING = ".toml"
_FILES = resources.files(__name__)
NAMES = tuple(sorted(path.name.removesuffix(_ENDING) for path in _FILES.iterdir() if path.name.endswith(_ENDING)))


@cache
def load(name: str) -> Strategy:
    """The strategy of that name that ships with the package."""
    if name not in NAMES:
        raise StrategyError(f"no strategy is called {name!r}", f"{', '.join(NAMES)}, or a file")
    return read((_FILES / f"{name}{_ENDING}").read_text(encoding="utf-8"))


def shipped(rulebook: str) -> list[str]:
    """The names of the strategies that ship for a rulebook."""
    return [name for name in NAMES if rulebook in load(name).rulebooks]
