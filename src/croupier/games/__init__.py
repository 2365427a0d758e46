"""The games, a module each: its script and its settlement. `game` is their interface, `terms` the options in force."""

from __future__ import annotations

from importlib import import_module

from croupier.games.game import Game


def load(name: str) -> Game:
    """Load the game of that name: the module here that is called so."""
    game = import_module(f"croupier.games.{name}").GAME
    assert isinstance(game, Game)  # noqa: S101 - a file of this folder that is no game is our own mistake
    return game
