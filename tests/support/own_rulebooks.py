"""Rulebooks of one's own in a folder: a copy of one of the package's with another payout, and Three Card Poker."""

from __future__ import annotations

import shutil
from pathlib import Path

import croupier
from support.games.examples import FOLDER

DATA = Path(str(croupier.__file__)).parent / "rulebook" / "data"
CHANGED = {
    "uth-ma": ('{ hand = "straight_flush", pays = "50 to 1" }', '{ hand = "straight_flush", pays = "60 to 1" }'),
    "dragon-md": ('pays = "40 to 1", clause = "12.C(1)(a)"', 'pays = "35 to 1", clause = "12.C(1)(a)"'),
}


def variant(path: Path, of: str = "uth-ma", own_id: str = "our-own") -> Path:
    """A copy of a rulebook in which one row pays more."""
    text = (DATA / f"{of}.toml").read_text(encoding="utf-8")
    before, after = CHANGED[of]
    assert before in text
    text = text.replace(f'id = "{of}"', f'id = "{own_id}"', 1).replace(before, after, 1)
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def game_folder(folder: Path) -> Path:
    """Three Card Poker as a folder with a game of its own."""
    folder.mkdir(mode=0o700, exist_ok=True)
    source = FOLDER / "three-card"
    for name in ("game.py", "rulebook.toml"):
        shutil.copyfile(source / name, folder / name)
        (folder / name).chmod(0o600)
    return folder
