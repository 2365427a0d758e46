"""Atomic writes: an interrupted write leaves nothing behind, and the file that was there before stays.

A file is written to a temporary file with an unpredictable name in the same folder, synced to disk and then renamed.
Devices, pipes and links are refused, since the rename would replace them. A recording grows while it is made, so it is
not written in this way: it is a `Stream` of whole lines.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from croupier.cli.terminal.errors import InputError, reason
from croupier.cli.terminal.input_files import kind

_PART = ".croupier-"
_PRIVATE = 0o600


# ---- where something may be written --------------------------------------------------------------------


def check_file(name: str, *sources: str | None) -> Path:
    """Check the path of an output file: refuse it at once if it cannot be written, or if it is one of the sources."""
    path = Path(name)
    with _named(name):
        _check_place(path, name)
        for source in sources:
            if source and path.exists() and Path(source).exists() and path.samefile(source):
                raise InputError(f"{name} is an input of this command, and would be overwritten; name another file")
        _check_folder(path.parent, name)
    return path


def same_place(one: str, other: str) -> bool:
    """True if two names lead to one place, whether or not a file exists there."""
    return os.path.realpath(one) == os.path.realpath(other)


def check_folder(name: str) -> Path:
    """Check the path of an output folder, which may be new: refuse it at once if it cannot be written to."""
    path = Path(name)
    with _named(name):
        there = _mode(path) is not None
        if there and not path.is_dir():
            raise InputError(f"{name} is no folder; name one, or one to be made")
        _check_folder(path if there else path.parent, name)
    return path


@contextmanager
def _named(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write {name}: {reason(error)}; name a place where you may write") from error


def _mode(path: Path) -> int | None:
    """File mode at a path, links not followed; None if nothing is there."""
    try:
        return path.lstat().st_mode
    except FileNotFoundError:
        return None


def _check_place(path: Path, name: str) -> None:
    """Refuse a path where a folder, a special file or a link would be replaced, or a file that may not be written."""
    mode = _mode(path)
    if mode is None:
        return
    if stat.S_ISDIR(mode):
        raise InputError(f"{name} is a folder; name a file in it")
    if not stat.S_ISREG(mode):
        raise InputError(f"{name} is {kind(mode) or 'a link to another place'}", "an ordinary file")
    if not os.access(path, os.W_OK):
        raise InputError(f"{name} may not be written; name another file, or remove it first")


def _check_folder(folder: Path, name: str) -> None:
    if not folder.is_dir():
        raise InputError(f"cannot write {name}: there is no folder {folder}; make it first, or name another place")
    with tempfile.TemporaryFile(dir=folder):
        pass


# ---- files that appear together ------------------------------------------------------------------------


def write(texts: Mapping[Path, str | bytes]) -> None:
    """Write several files atomically: all of them appear, or none."""
    with _Parts() as parts:
        for path, text in texts.items():
            parts.add(path, text)
        parts.put()


def write_new(path: Path, text: str) -> None:
    """Write a new file atomically; refuse if it exists."""
    with _Parts() as parts, _named(str(path)):
        part = parts.made(path.parent, path, text)
        try:
            _put_new(part, path)
        except FileExistsError as error:
            raise InputError(f"{path} exists; name another file, or remove it first") from error
        _on_disk(path.parent)


def _put_new(part: Path, path: Path) -> None:
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE))
        part.rename(path)


class _Parts:
    """Transaction of file writes: temporary files that are renamed together, and removed if they are not."""

    def __init__(self) -> None:
        self._moves: dict[Path, Path] = {}  # from the temporary file to the path
        self._folders: dict[Path, Path] = {}  # from a folder to be made to the temporary folder
        self._made: list[Path] = []
        self._kept: dict[Path, Path | None] = {}  # from a path to the spare copy of the file that was there

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for part in self._made:
            if part.is_dir():
                shutil.rmtree(part, ignore_errors=True)
            with suppress(OSError):  # it has been renamed
                part.unlink()

    def add(self, path: Path, text: str | bytes) -> None:
        """Write a temporary file beside the path, or in a temporary folder beside a folder that is still to be made."""
        with _named(str(path)):
            _check_place(path, str(path))
            if path.parent.is_dir():
                self._moves[self.made(path.parent, path, text)] = path
                return
            folder = self._folder(path.parent)
            written = self.made(folder, path, text)
            written.rename(folder / path.name)

    def _folder(self, folder: Path) -> Path:
        if folder not in self._folders:
            part = Path(tempfile.mkdtemp(prefix=_PART, dir=folder.parent))
            part.chmod(0o777 & ~_umask())
            self._made.append(part)
            self._folders[folder] = part
            self._moves[part] = folder
        return self._folders[folder]

    def made(self, folder: Path, path: Path, text: str | bytes) -> Path:
        """Write a temporary file, synced to disk, with the permissions of the file that it will replace."""
        handle, name = tempfile.mkstemp(prefix=_PART, dir=folder)
        part = Path(name)
        self._made.append(part)
        with os.fdopen(handle, "wb") as opened:
            opened.write(text.encode() if isinstance(text, str) else text)
            opened.flush()
            mode = _mode(path)
            part.chmod(stat.S_IMODE(mode) if mode is not None else 0o666 & ~_umask())
            os.fsync(handle)
        return part

    def put(self) -> None:
        """Commit: rename every file to its path; if one rename fails, roll all of them back."""
        try:
            for part, path in self._moves.items():
                with _named(str(path)):
                    self._keep(path)
                    part.rename(path)
        except BaseException:
            self._take_back()
            raise
        for folder in {path.parent for path in self._moves.values()}:
            _on_disk(folder)

    def _keep(self, path: Path) -> None:
        """Keep a spare copy (a hard link) of the file at a path until everything is committed."""
        self._kept[path] = None
        if _mode(path) is not None and not path.is_dir():
            spare = path.with_name(f"{_PART}{os.urandom(8).hex()}")
            self._made.append(spare)
            try:
                os.link(path, spare, follow_symlinks=False)
            except OSError:  # a file system without hard links
                shutil.copy2(path, spare, follow_symlinks=False)
            self._kept[path] = spare

    def _take_back(self) -> None:
        arrived = {path: part for part, path in self._moves.items() if _mode(part) is None}
        for path, part in arrived.items():
            spare = self._kept[path]
            path.rename(part)
            if spare is not None:
                spare.rename(path)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _on_disk(folder: Path) -> None:
    """Sync a folder, so that its new names are on disk; file systems that do not support it are left alone."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# ---- recordings ----------------------------------------------------------------------------------------


class Stream:
    """Append-only file of whole lines, readable by its owner only; a failed write never leaves a partial line.

    The file must not exist before, so no device, pipe or link is ever written to.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.length = 0
        self._clean = True  # no partial line stands after that length
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC
        try:
            self._handle = os.open(name, flags, _PRIVATE)
        except FileExistsError as error:
            raise InputError(f"{name} exists; name another file, or remove it first") from error
        except OSError as error:
            raise InputError(f"cannot write {name}: {reason(error)}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        os.close(self._handle)
        if failure is not None and not self.length:  # a command that fails before its first line leaves nothing
            with suppress(OSError):
                Path(self._name).unlink()

    def write(self, lines: bytes) -> None:
        """Append whole lines; if the disk is full, the file is truncated to its length before."""
        rest = memoryview(lines)
        try:
            if not self._clean:
                self.cut(self.length)
            self._clean = False
            while rest:
                rest = rest[os.write(self._handle, rest) :]
        except OSError as error:
            with suppress(OSError):  # the next write tries again
                self.cut(self.length)
            stands = "what was recorded before stands" if self.length else "nothing was recorded"
            raise InputError(f"cannot write {self._name}: {reason(error)}; {stands}") from error
        self.length += len(lines)
        self._clean = True

    def cut(self, length: int) -> None:
        """Truncate the file to this length."""
        self.length, self._clean = length, False
        os.ftruncate(self._handle, length)
        self._clean = True

    def settle(self) -> None:
        """Sync the file to disk."""
        try:
            os.fsync(self._handle)
        except OSError as error:
            raise InputError(f"cannot write {self._name}: {reason(error)}; its last lines may be missing") from error
