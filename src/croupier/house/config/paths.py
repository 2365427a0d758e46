"""The paths of a house: its folder, its keys outside of it, free space on the disk, and a lock for one process.

What the house has sealed and signed is worth no more than the place of its keys: whoever takes a copy of the folder, as
a backup does, must not have them with it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Self

from croupier.crypto.keys import is_private
from croupier.errors import CroupierError, message
from croupier.house.storage.vault import is_open

NEEDED_ROOM = 200 * 10**6  # bytes; with less no new round opens
LOCK = "house.lock"  # in a house's folder
_NAME = "croupier"
_OWNER_ONLY = 0o600
_OWNER_FOLDER = 0o700
_WRITTEN_BY_OTHERS = 0o022
_FIRST_BYTES = 100  # of a file, which show whether it is a private key
_LONGEST_PID = 20


class PlacesError(CroupierError, RuntimeError):
    """A house that cannot be kept where it was told to; the message says why, and what would be accepted."""


@dataclass(frozen=True, slots=True)
class HousePaths:
    """The paths of one house. Its keys lie in a folder of their own, which no copy of the house's folder holds."""

    folder: Path
    keys: Path

    @classmethod
    def of(
        cls, folder: Path | None = None, keys: Path | None = None, environ: Mapping[str, str] = os.environ
    ) -> HousePaths:
        """The paths of the house in a folder, or of the user's own house where no folder is named.

        Where no folder for the keys is named, it follows from the house's: whoever moves a house names its keys.
        """
        chosen = (folder or _user_folder("data", environ) / _NAME / "house").absolute()
        if keys is None:
            resolved = chosen.resolve()
            digest = sha256(os.fsencode(resolved)).hexdigest()[:12]
            keys = _user_folder("config", environ) / _NAME / "keys" / f"{resolved.name or 'house'}-{digest}"
        return cls(chosen, keys.absolute())

    @property
    def settings(self) -> Path:
        """The path of `house.toml`."""
        return self.folder / "house.toml"

    @property
    def database(self) -> Path:
        """The path of the embedded database."""
        return self.folder / "house.sqlite3"

    @property
    def vault_key(self) -> Path:
        """The path of the vault's keys, by which secret parts of the record are sealed at rest."""
        return self.keys / "vault.key"

    @property
    def signing_key(self) -> Path:
        """The path of the house's signing key."""
        return self.keys / "signing.key"

    def make(self) -> None:
        """Create both folders where they are missing, readable by their owner only."""
        _make(self.folder)
        self.make_keys()

    def make_keys(self) -> None:
        """Create the key folder, readable by its owner only."""
        _make(self.keys)

    def warnings(self) -> tuple[str, ...]:
        """Warnings about the place of the keys and their permissions, a sentence each; none if all is well."""
        return tuple(self._key_warnings())

    def _key_warnings(self) -> Iterator[str]:
        house = self.folder.resolve()
        for key in (self.vault_key, self.signing_key):
            status = _status(key)
            if status is not None and key.resolve().is_relative_to(house):
                yield message(f"{key} lies in the house's folder, and so in every copy of it", "a folder outside")
            if status is not None and is_open(status):
                mode = stat.S_IMODE(status.st_mode)
                yield message(f"{key} may be read or written by others (mode {mode:o})", "mode 600")
        for key in _files(house):
            if key.name.startswith(self.database.name):
                continue  # closing the file would drop the POSIX locks that SQLite's own connection holds on it
            copied = key.name == self.vault_key.name or _is_private(key)
            if copied and key not in {self.vault_key.resolve(), self.signing_key.resolve()}:
                yield message(f"{key} is a private key in the house's folder", "a folder outside")
        status = _status(self.keys)
        if status is not None and status.st_mode & _WRITTEN_BY_OTHERS:
            yield message(f"{self.keys} may be written by others, who could put another key there", "mode 700")


def _make(place: Path) -> None:
    try:
        place.mkdir(_OWNER_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise PlacesError(f"cannot make {place}: {error.strerror}", "a folder of yours") from error


def _user_folder(kind: str, environ: Mapping[str, str]) -> Path:
    """The folder of the user's data or configuration on this platform."""
    named = Path(environ.get(f"XDG_{kind.upper()}_HOME", ""))
    if named.is_absolute():
        return named
    try:
        home = Path.home()
    except RuntimeError as error:
        raise PlacesError("your home folder cannot be determined", "a folder named with --house") from error
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return home / {"data": ".local/share", "config": ".config"}[kind]


# ---- keys ----------------------------------------------------------------------------------------------


def _status(path: Path) -> os.stat_result | None:
    """The status of a file: owner, mode and so on; None if there is no such file."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise PlacesError(f"cannot look at {path}: {error.strerror}", "a place that is yours") from error


def _files(folder: Path) -> list[Path]:
    """The files in a folder; none if there is no folder yet."""
    try:
        return sorted(each for each in folder.iterdir() if each.is_file())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise PlacesError(f"cannot read {folder}: {error.strerror}", "a folder of yours") from error


def _is_private(file: Path) -> bool:
    """True if a file begins as private keys do."""
    try:
        with file.open("rb") as opened:
            return is_private(opened.read(_FIRST_BYTES))
    except OSError as error:
        raise PlacesError(f"cannot read {file}: {error.strerror}", "files that are yours") from error


# ---- room on the disk ----------------------------------------------------------------------------------


def enough_room(path: Path) -> bool:
    """True if the disk of a house's folder has room for a new round."""
    try:
        return shutil.disk_usage(path).free >= NEEDED_ROOM
    except OSError as error:
        raise PlacesError(f"cannot tell how full the disk of {path} is: {error.strerror}") from error


# ---- one process at a time -----------------------------------------------------------------------------


class Lock:
    """A lock on a house's folder for one process: a second one is refused, and told which process has it.

    The lock ends with the process, however that ends; the lock file stays.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._handle: int | None = None

    def __enter__(self) -> Self:
        self.take()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.release()

    def take(self) -> None:
        """Take the lock; a PlacesError says which process has it."""
        path = self._folder / LOCK
        try:
            handle = _held(path)
        except BlockingIOError as error:
            who = _holder(path)
            why = f"the house in {self._folder} is open already, in {who}"
            raise PlacesError(why, "that one closed first, or another folder") from error
        except OSError as error:
            why = f"cannot lock {path}: {error.strerror}"
            raise PlacesError(why, "a folder of yours on a disk that locks files") from error
        self._handle = handle

    def release(self) -> None:
        """Release the lock."""
        if self._handle is not None:
            os.ftruncate(self._handle, 0)
            fcntl.flock(self._handle, fcntl.LOCK_UN)  # for a process too that was just forked off and has it open
            os.close(self._handle)
            self._handle = None


def running(folder: Path) -> int | None:
    """The id of the process that has a house's folder; None if none has."""
    path = folder / LOCK
    try:
        handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise PlacesError(f"cannot look at {path}: {error.strerror}", "a folder of yours") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        said = os.pread(handle, _LONGEST_PID, 0).strip()
        if not said.isdigit():
            why = f"the lock of the house in {folder} does not name its process"
            raise PlacesError(why, "the same again") from None
        return int(said)
    finally:
        os.close(handle)
    return None


def _held(path: Path) -> int:
    """The lock file, locked and with our process id in it; one that was removed meanwhile is made again."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, _OWNER_ONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(handle), path.stat()):
                os.ftruncate(handle, 0)
                os.pwrite(handle, b"%d\n" % os.getpid(), 0)
                return handle
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _holder(path: Path) -> str:
    """The process that has the lock, in words; one that has only just taken it, or is another user's, is not known."""
    try:
        with path.open("rb") as opened:
            said = opened.read(_LONGEST_PID).strip()
    except OSError:  # the refusal stands without it
        said = b""
    return f"process {int(said)}" if said.isdigit() else "another process"
