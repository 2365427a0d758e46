"""Rulebooks in files: wherever the name of a rulebook is taken, a path to a rulebook of one's own is taken too.

A path is a rulebook's file in TOML, or a folder with `rulebook.toml` and, where there are any, a game of one's own in
`game.py` and strategies in `strategies`.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from croupier.rulebook.from_data import TextError, rulebook
from croupier.rulebook.loader import RulebookError
from croupier.rulebook.model import Rulebook

_MOST_BYTES = 4 << 20
_MOST_PARTS = 100  # in a dotted name
_TOML = ".toml"
_NAME = "rulebook.toml"  # of the file in a folder that is named
_CODE = "game.py"  # beside it
_STRATEGIES = "strategies"  # a folder of TOML files beside it
_MOST_STRATEGIES = 100
_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_ROOT = 0
_ACCEPTED = "a rulebook in TOML, or a folder that has rulebook.toml"

Files: TypeAlias = Callable[[str], str]  # from the path of a file to its text, or an error of one sentence


def _none(folder: str) -> list[str]:  # noqa: ARG001 - one shape for all
    return []


class RulebookFiles(NamedTuple):
    """The way to files of rulebooks: to the text of one, and to the names of those in a folder."""

    text: Files
    names: Callable[[str], list[str]] = _none


def is_path(named: str) -> bool:
    """True if a text is a path and no rulebook's name: it has a folder in it, or ends as TOML files do."""
    return os.sep in named or named.endswith(_TOML)


def is_folder(named: str) -> bool:
    """True if a path names a folder: it does not end as TOML files do."""
    return not named.endswith(_TOML)


def code_beside(named: str) -> str | None:
    """The path of the game's code in a folder that is named; None for a single file, which has none."""
    return os.path.join(named, _CODE) if is_folder(named) else None  # noqa: PTH118 - text, as it was given


def text(path: str, base: str = "") -> str:
    """Read a file of TOML, or of a game's code, at once; a RulebookError if it is no such file.

    `base` is the folder that the path is seen from.
    """
    where = os.path.join(base, path)  # noqa: PTH118 - text, as it was given
    try:
        if path.endswith(_TOML):
            return _content(where, path).decode()
        _check_writers(where, path)
        content = _content(where, path).decode()
        _check_writers(where, path)
    except UnicodeDecodeError as error:
        raise RulebookError(f"{path} is no UTF-8 text", "a rulebook in TOML") from error
    except OSError as error:
        if error.errno in {errno.ENOENT, errno.ENOTDIR}:
            raise RulebookError(f"{path} is no file", _ACCEPTED) from error
        why = "it is a link" if error.errno == errno.ELOOP else error.strerror or str(error)
        raise RulebookError(f"cannot read {path}: {why}", _ACCEPTED) from error
    except ValueError as error:
        if isinstance(error, RulebookError):
            raise
        raise RulebookError(f"cannot read {path!r}: {error}", _ACCEPTED) from error
    return content


def names(folder: str, base: str = "") -> list[str]:
    """The names of the files of TOML in a folder, in order; none if there is no such folder."""
    try:
        found = sorted(each.name for each in Path(base, folder).iterdir() if each.name.endswith(_TOML))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise RulebookError(f"cannot read {folder}: {error.strerror}", "a folder that may be read") from error
    if len(found) > _MOST_STRATEGIES:
        raise RulebookError(f"{folder} has {len(found)} files", f"at most {_MOST_STRATEGIES}")
    return found


ON_DISK = RulebookFiles(text, names)


def strategies_beside(named: str, shelf: RulebookFiles) -> tuple[tuple[str, str], ...]:
    """The texts of the strategies in a folder that is named, by name."""
    if not is_folder(named):
        return ()
    folder = os.path.join(named, _STRATEGIES)  # noqa: PTH118 - text, as it was given
    paths = {name: os.path.join(folder, name) for name in shelf.names(folder)}  # noqa: PTH118 - likewise
    return tuple((name.removesuffix(_TOML), shelf.text(path)) for name, path in paths.items())


def read(named: str, reads: Files = text) -> Rulebook:
    """Read the rulebook in a file, or in a folder's `rulebook.toml`; a RulebookError says what is wrong with it."""
    path = os.path.join(named, _NAME) if is_folder(named) else named  # noqa: PTH118 - text, as it was given
    content = reads(path)
    try:
        _check_names(content)
        return rulebook(content)
    except (ValueError, RecursionError) as error:
        why = error.why if isinstance(error, RulebookError | TextError) else str(error) or type(error).__name__
        raise RulebookError(f"{named}: {why}", getattr(error, "accepted", "")) from error


def _check_names(content: str) -> None:
    """Refuse a name of very many parts, which takes long to read."""
    for number, line in enumerate(content.splitlines(), start=1):
        if line.count(".") > _MOST_PARTS and not line.startswith("#"):
            raise RulebookError(f"line {number}: no name has more than {_MOST_PARTS} parts")


def _content(where: str, path: str) -> bytes:
    """The bytes of a regular file, which does not change while it is read; no link is followed to it."""
    descriptor = os.open(where, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW)
    with os.fdopen(descriptor, "rb") as file:
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            raise RulebookError(f"{path} is no file", _ACCEPTED)
        content = file.read(_MOST_BYTES + 1)
        after = os.fstat(descriptor)
    if len(content) > _MOST_BYTES:
        raise RulebookError(f"{path} is too long", f"at most {_MOST_BYTES >> 20} MiB")
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns) or len(content) != after.st_size:
        raise RulebookError(f"{path} changed while it was read", "a file that stands")
    return content


def _check_writers(where: str, path: str) -> None:
    """Refuse code that anybody else may write: the file, its folder, or a folder above in which others may rename."""
    for each, strict in _above(Path(where).absolute()):
        about = each.lstat()
        others = about.st_mode & _OTHERS
        foreign = about.st_uid not in {os.getuid(), _ROOT}
        sticky = not strict and about.st_mode & stat.S_ISVTX
        if (foreign or others) and not sticky:
            why = f"{path} is code, and others may write {each}"
            raise RulebookError(why, "what nobody else may write: chmod go-w")


def _above(path: Path) -> Iterator[tuple[Path, bool]]:
    """A file and the folders above it; in the file and its own folder nothing of others' is allowed at all."""
    yield path, True
    yield path.parent, True
    for each in path.resolve().parent.parents:
        yield each, False
