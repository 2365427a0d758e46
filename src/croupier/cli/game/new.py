"""`croupier game new`: a folder with a small game that plays, to be changed into a game of one's own."""

from __future__ import annotations

import re
from importlib import resources

from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError
from croupier.cli.terminal.output_files import check_folder, write_new

_FILES = ("game.py", "rulebook.toml", "test_game.py")
_NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")


def new(path: str) -> None:
    """Write the folder; its last part is the id of the rulebook."""
    name = path.rstrip("/").rpartition("/")[2]
    if not _NAME.fullmatch(name):
        raise InputError(f"{name!r} is no name of a game", "small letters and digits, with dashes between: my-game")
    folder = check_folder(path)
    if folder.exists() and any(folder.iterdir()):
        raise InputError(f"{path} is a folder with files in it; name a new one")
    folder.mkdir(exist_ok=True)
    for each in _FILES:
        text = resources.files("croupier.cli.game").joinpath("template", f"{each}.txt").read_text(encoding="utf-8")
        words = {"ID": name, "NAME": name.replace("-", "_"), "TITLE": name.replace("-", " ").title()}
        for word, said in words.items():
            text = text.replace(f"<{word}>", said)
        write_new(folder / each, text)
    named = path if "/" in path else f"./{path}"
    show.line(f"Wrote {path}: {', '.join(_FILES)}.")
    show.line(f"`croupier game check {named}` tries it; `croupier play {named}` deals it.", "dim")
