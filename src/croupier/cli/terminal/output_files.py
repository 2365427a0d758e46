"""Writing files whole: what is interrupted leaves nothing behind, and what stood there before stays.

A file is written beside its place, under a name that nobody can foresee, and put there when it is on the disk. A place
that is no ordinary file is refused: what is renamed onto a device or a link would replace it. A recording is not such a
file: it grows while it is made, so it is a stream of whole lines.
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
    """The place for a file, refused at once if nothing can be written there or the file is made of what is there."""
    path = Path(name)
    with _named(name):
        _check_place(path, name)
        for source in sources:
            if source and path.exists() and Path(source).exists() and path.samefile(source):
                raise InputError(f"{name} is what this is made of, and would be written over; name another file")
        _check_folder(path.parent, name)
    return path


def same_place(one: str, other: str) -> bool:
    """Whether two names are of one place, be there something or not."""
    return os.path.realpath(one) == os.path.realpath(other)


def check_folder(name: str) -> Path:
    """The place for files, a folder that may be made anew; refused at once if nothing can be written there."""
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
    """What lies at a place, links not followed; None if nothing does."""
    try:
        return path.lstat().st_mode
    except FileNotFoundError:
        return None


def _check_place(path: Path, name: str) -> None:
    """Refuse a place where what lies there would be replaced by something else than it is, or may not be written."""
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
    """Write files that appear together or not at all."""
    with _Parts() as parts:
        for path, text in texts.items():
            parts.add(path, text)
        parts.put()


def write_new(path: Path, text: str) -> None:
    """Write a file where none is."""
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
    except OSError:  # a file system without second names
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE))
        part.rename(path)


class _Parts:
    """Files that are on their way to their places; those that have not arrived when it ends are removed."""

    def __init__(self) -> None:
        self._moves: dict[Path, Path] = {}  # from where it was written to where it belongs
        self._folders: dict[Path, Path] = {}  # a folder to be made, and where it is being made
        self._made: list[Path] = []
        self._kept: dict[Path, Path | None] = {}  # what stood in a place, under another name

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for part in self._made:
            if part.is_dir():
                shutil.rmtree(part, ignore_errors=True)
            with suppress(OSError):  # it has arrived
                part.unlink()

    def add(self, path: Path, text: str | bytes) -> None:
        """Write a file beside its place, or in a folder beside the folder that is still to be made."""
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
        """A new file of nobody else's with this text on the disk, as readable as the one it will replace."""
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
        """Put everything in its place; if one does not get there, all is as it was before."""
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
        """Keep what stands in a place under a second name, until everything has arrived."""
        self._kept[path] = None
        if _mode(path) is not None and not path.is_dir():
            spare = path.with_name(f"{_PART}{os.urandom(8).hex()}")
            self._made.append(spare)
            try:
                os.link(path, spare, follow_symlinks=False)
            except OSError:  # a file system without second names
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
    """See that a folder's new names are on the disk; a file system that cannot promise it does without."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# ---- recordings ----------------------------------------------------------------------------------------


class Stream:
    """A file that grows line by line, readable by its owner alone; whatever happens, what stands in it are whole lines.

    It is made where none was, so no device, pipe or link is ever written to.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.length = 0
        self._clean = True  # there is nothing behind that length
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
        """Write whole lines; those that do not fit on the disk are taken back."""
        rest = memoryview(lines)
        try:
            if not self._clean:
                self.cut(self.length)
            self._clean = False
            while rest:
                rest = rest[os.write(self._handle, rest) :]
        except OSError as error:
            with suppress(OSError):  # it is tried again before anything else is written
                self.cut(self.length)
            stands = "what was recorded before stands" if self.length else "nothing was recorded"
            raise InputError(f"cannot write {self._name}: {reason(error)}; {stands}") from error
        self.length += len(lines)
        self._clean = True

    def cut(self, length: int) -> None:
        """Take back what was written since the file was that long."""
        self.length, self._clean = length, False
        os.ftruncate(self._handle, length)
        self._clean = True

    def settle(self) -> None:
        """See that all of it is on the disk."""
        try:
            os.fsync(self._handle)
        except OSError as error:
            raise InputError(f"cannot write {self._name}: {reason(error)}; its last lines may be missing") from error
