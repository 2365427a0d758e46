"""Rulebooks in files: wherever the name of a rulebook is taken, a path to a rulebook of one's own is taken too."""

from __future__ import annotations

import os
from pathlib import Path

from croupier.rulebook.from_data import TextError, rulebook
from croupier.rulebook.loader import RulebookError
from croupier.rulebook.model import Rulebook

_MOST_BYTES = 4 << 20
_NAME = "rulebook.toml"  # of the file in a folder that is named


def is_path(named: str) -> bool:
    """True if a text is a path and no rulebook's name: it has a folder in it, or ends as TOML files do."""
    return os.sep in named or named.endswith(".toml")


def read(named: str) -> Rulebook:
    """Read the rulebook in a file, or in a folder's `rulebook.toml`; a RulebookError says what is wrong with it."""
    path = Path(named)
    path = path / _NAME if path.is_dir() else path
    try:
        if not path.is_file():
            raise RulebookError(f"{named} is no file", "a rulebook in TOML, or a folder that has rulebook.toml")
        if path.stat().st_size > _MOST_BYTES:
            raise RulebookError(f"{named} is too long", f"at most {_MOST_BYTES >> 20} MiB")
        return rulebook(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise RulebookError(f"{named} is no UTF-8 text", "a rulebook in TOML") from error
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, RulebookError) and error.why.startswith(named):
            raise
        why = error.why if isinstance(error, RulebookError | TextError) else str(error) or type(error).__name__
        raise RulebookError(f"{named}: {why}", getattr(error, "accepted", "")) from error
