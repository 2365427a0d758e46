"""The games, a module each: its script and its settlement. `game` is their interface, `terms` the options in force."""

from __future__ import annotations

from importlib import import_module, resources

from croupier.games.game import Game
from croupier.rulebook.model import UnknownError

# The modules that games share.
_CHECKS = {"answer_check", "own_code", "rulebook_check", "script_check"}
_PARTS = {"__init__", "catalogue", "game", "lines", "side_tables", "terms"} | _CHECKS
NAMES = tuple(
    sorted(
        path.name.removesuffix(".py")
        for path in resources.files(__name__).iterdir()
        if path.name.endswith(".py") and path.name.removesuffix(".py") not in _PARTS
    )
)


def load(name: str) -> Game:
    """Load the game of that name: the module here that is called so."""
    if not name.isidentifier() or name not in NAMES:  # the name may be a stranger's: nothing else is imported by it
        raise UnknownError(f"there is no game {name!r}; there are {', '.join(NAMES)}")
    game = import_module(f"croupier.games.{name}").GAME
    assert isinstance(game, Game)  # noqa: S101 - a file of this folder that is no game is our own mistake
    return game
