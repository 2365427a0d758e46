"""Strategies written as small files, and what it costs to play by them. A file in this folder is one that ships.

Reading a strategy and playing by it needs no compiled loop; its cost does, so that it is loaded when it is asked for.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module, resources

from croupier.analysis.errors import StrategyError
from croupier.analysis.strategies.player import Player
from croupier.analysis.strategies.strategy_file import Strategy, read
from croupier.games.catalogue import PACKAGE
from croupier.rulebook import Rulebook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from croupier.analysis.strategies.evaluation import Cost, cost, play

__all__ = ["NAMES", "Cost", "Player", "Strategy", "StrategyError", "cost", "load", "play", "read", "shipped"]

_ENDING = ".toml"
_FILES = resources.files(__name__)
NAMES = tuple(sorted(path.name.removesuffix(_ENDING) for path in _FILES.iterdir() if path.name.endswith(_ENDING)))


def __getattr__(name: str) -> object:
    if name not in {"Cost", "cost", "play"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.evaluation"), name)


@cache
def _of_the_package(name: str) -> Strategy:
    return read((_FILES / f"{name}{_ENDING}").read_text(encoding="utf-8"))


def load(name: str, book: Rulebook | None = None) -> Strategy:
    """The strategy of that name that lies beside a rulebook of one's own, or that ships with the package."""
    texts = dict(book.beside.strategies) if book is not None else {}
    if name in texts:
        try:
            return read(texts[name], book)
        except StrategyError as error:
            raise StrategyError(f"strategies/{name}{_ENDING}: {error.why}", error.accepted) from error
    if name not in NAMES:
        raise StrategyError(f"no strategy is called {name!r}", f"{', '.join([*texts, *NAMES])}, or a file")
    return _of_the_package(name)


def shipped(book: Rulebook) -> list[str]:
    """The names of the strategies for a rulebook: for one of one's own those beside it, and those for its game."""
    own = [name for name in NAMES if book.id in load(name).rulebooks]
    own = own or [name for name in NAMES if load(name).game.name == book.game and not PACKAGE.has(book)]
    return list(dict.fromkeys([*(name for name, _ in book.beside.strategies), *own]))
