"""Writing files whole: what is interrupted leaves nothing behind, and what stood there before stays."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from croupier.cli.errors import InputError


def check_file(name: str) -> Path:
    """The place for a file, refused at once if nothing can be written there."""
    path = Path(name)
    if path.is_dir():
        raise InputError(f"{name} is a folder; name a file in it")
    _check_folder(path.parent, name)
    return path


def check_folder(name: str) -> Path:
    """The place for files, a folder that may be made anew; refused at once if nothing can be written there."""
    path = Path(name)
    if path.exists() and not path.is_dir():
        raise InputError(f"{name} is no folder; name one, or one to be made")
    _check_folder(path if path.exists() else path.parent, name)
    return path


def _check_folder(folder: Path, name: str) -> None:
    if not folder.is_dir():
        raise InputError(f"cannot write {name}: there is no folder {folder}; make it first, or name another place")
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(f"cannot write {name}: {error.strerror}; name a place where you may write") from error


def write(texts: Mapping[Path, str]) -> None:
    """Write files, each beside its place first; none is put in its place before all are written."""
    parts = {path: path.with_name(f".{path.name}.{os.getpid()}.part") for path in texts}
    made = {path.parent for path in texts if not path.parent.exists()}
    try:
        for path, text in texts.items():
            path.parent.mkdir(exist_ok=True)
            parts[path].write_text(text, encoding="utf-8")
        for path, part in parts.items():
            part.replace(path)
    except OSError as error:
        raise InputError(f"cannot write {error.filename}: {error.strerror}") from error
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
        for folder in made:
            with suppress(OSError):  # there is something in it
                folder.rmdir()
