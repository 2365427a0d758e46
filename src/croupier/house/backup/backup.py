"""The backup of a running house: one file, readable by its owner only, with all that the house has on record.

It is a tar file: what it is (`manifest.json`), the database as it stood at one moment, `house.toml` and the submissions
that it names. No key is in it. What was written after it is lost by a restore, which the house's log then says.
"""

from __future__ import annotations

import io
import json
import os
import sqlite3
import stat
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

from sqlalchemy import Connection, Engine, select

from croupier.crypto.keys import is_private
from croupier.errors import CroupierError
from croupier.house.config.paths import HousePaths
from croupier.house.config.settings import FileError, SettingsError, read
from croupier.house.records import transparency_log
from croupier.house.storage import database, schema, vault

FORMAT = 1
MANIFEST, DATABASE, SETTINGS = "manifest.json", "house.sqlite3", "house.toml"
_OWNER_ONLY = 0o600
_AT_ONCE = 1 << 20
_LONGEST = 1 << 24  # bytes of a manifest, of settings and of a submission


class BackupError(CroupierError, RuntimeError):
    """A backup that cannot be made, or a file that is no backup; the message says why, and what would be accepted."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a backup, which is its first file."""

    house: str  # its public key
    at: int  # house time
    schema: str
    ends: Mapping[str, int]  # the last sequence number of each stream
    checkpoint: str  # the last that was signed, if any was
    files: Mapping[str, str]  # by name, the SHA-256
    left_out: tuple[str, ...] = ()  # submissions that lie outside of the house's folder

    def text(self) -> bytes:
        """The manifest as its file has it."""
        about = {name: getattr(self, name) for name in self.__slots__}
        return json.dumps({"croupier backup": FORMAT, **about}, indent=1).encode()

    @classmethod
    def read(cls, text: bytes) -> Manifest:
        """The manifest from the text of its file."""
        try:
            held = json.loads(text)
            known = held.pop("croupier backup") == FORMAT
            found = cls(**held)
            unsafe = [name for name in found.files if not _is_safe(name)]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise BackupError("that is no backup of a house", "a file of `croupier house backup`") from error
        if not known:
            raise BackupError("that backup is of another format", f"format {FORMAT}")
        if unsafe:
            raise BackupError(f"the backup has a file {unsafe[0][:80]!r}, which would not lie in the house's folder")
        return found


def _is_safe(name: str) -> bool:
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and str(path) == name


# ---- making one ------------------------------------------------------------------------------------------------


def back_up(engine: Engine, paths: HousePaths, public: str, target: Path) -> Manifest:
    """Write a backup to a new file; the house may run meanwhile."""
    if not database.is_sqlite(engine):
        raise BackupError(
            "a house in PostgreSQL is backed up by PostgreSQL",
            "`pg_dump`, which sees it at one moment, and copies of house.toml and the submissions",
        )
    if target.exists():
        raise BackupError(f"{target} exists", "the name of a new file")
    with _folder(target.parent) as folder:
        copy = folder / DATABASE
        _copied(engine, copy)
        written, left_out = _written(folder, paths)
        files = {DATABASE: copy, **written}
        manifest = replace(_manifest(copy, public), left_out=left_out)
        manifest = replace(manifest, files={name: _digest(path) for name, path in files.items()})
        part = folder / "backup"
        _packed(part, manifest, files)
        _put(part, target)
    return manifest


@contextmanager
def _folder(parent: Path) -> Iterator[Path]:
    """A folder for its owner alone, beside the place of the backup; it is removed afterwards."""
    try:
        with tempfile.TemporaryDirectory(prefix=".croupier-", dir=parent) as name:
            yield Path(name)
    except OSError as error:
        raise BackupError(f"cannot write in {parent}: {error.strerror}", "a folder with room") from error


def _copied(engine: Engine, copy: Path) -> None:
    """Copy the database as it stands at one moment; writers do not wait for that."""
    with closing(engine.raw_connection()) as connection:
        try:
            connection.cursor().execute("VACUUM INTO ?", (str(copy),))
        except sqlite3.Error as error:
            raise BackupError(f"the database could not be copied: {error}") from error
    with closing(sqlite3.connect(copy)) as made:
        found = made.execute("PRAGMA quick_check").fetchall()
    if found != [("ok",)]:
        raise BackupError(f"the database is damaged: {str(found[0][0])[:200]}", "one that SQLite reads whole")


def _written(folder: Path, paths: HousePaths) -> tuple[dict[str, Path], tuple[str, ...]]:
    """Copy the settings and the submissions that they name, except those outside; no file with a key in it."""
    if not paths.settings.exists():
        return {}, ()
    contents = {SETTINGS: _text(paths.settings)}
    left_out = []
    for name in _submissions(contents[SETTINGS], paths):
        if _is_safe(name) and (paths.folder / name).resolve().is_relative_to(paths.folder.resolve()):
            contents[name] = _text(paths.folder / name)
        else:
            left_out.append(name)
    kept = {name: folder / f"kept-{number}" for number, name in enumerate(contents)}
    for name, path in kept.items():
        path.write_bytes(contents[name])
    return kept, tuple(left_out)


def _submissions(text: bytes, paths: HousePaths) -> list[str]:
    """The submissions that the settings name and that exist; settings with faults are kept as they are."""
    named: list[str] = []

    def beside(name: str) -> str:
        try:
            found = (paths.folder / name).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise FileError(f"cannot read {name}") from error
        named.append(name)
        return found

    with suppress(SettingsError, UnicodeDecodeError):
        read(text.decode(), beside)
    return named


def _text(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(_LONGEST + 1)
    except OSError as error:
        raise BackupError(f"cannot read {path}: {error.strerror}", "a file of yours") from error
    if len(content) > _LONGEST or is_private(content) or vault.is_keys(content):
        raise BackupError(f"{path} is no settings, or has a key in it", "a backup without keys")
    return content


def _manifest(copy: Path, public: str) -> Manifest:
    engine = database.connect(database.in_file(copy))
    try:
        with database.reading(engine) as connection:
            return _about(connection, public)
    finally:
        engine.dispose()
        for name in ("-wal", "-shm"):
            copy.with_name(copy.name + name).unlink(missing_ok=True)


def _about(connection: Connection, public: str) -> Manifest:
    log = transparency_log.current(connection, "")
    tips = schema.tips.c
    last = max(connection.scalars(select(schema.journal.c.at).order_by(schema.journal.c.at.desc()).limit(1)), default=0)
    return Manifest(
        house=public,
        at=last,
        schema=database.HEAD,
        ends={stream: seq for stream, seq in connection.execute(select(tips.stream, tips.seq))},  # noqa: C416 - rows
        checkpoint=(transparency_log.latest(connection, log) or "") if log is not None else "",
        files={},
    )


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        made = sha256()
        while some := file.read(_AT_ONCE):
            made.update(some)
    return made.hexdigest()


def _packed(part: Path, manifest: Manifest, files: Mapping[str, Path]) -> None:
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    with os.fdopen(handle, "wb") as file:
        with tarfile.open(fileobj=file, mode="w") as pack:
            text = manifest.text()
            pack.addfile(_entry(MANIFEST, len(text)), io.BytesIO(text))
            for name, path in files.items():
                with path.open("rb") as content:
                    pack.addfile(_entry(name, path.stat().st_size), content)
        file.flush()
        os.fsync(handle)


def _entry(name: str, size: int) -> tarfile.TarInfo:
    about = tarfile.TarInfo(name)
    about.size, about.mode = size, _OWNER_ONLY
    return about


def _put(part: Path, target: Path) -> None:
    try:
        os.link(part, target)
    except FileExistsError as error:
        raise BackupError(f"{target} exists", "the name of a new file") from error


# ---- reading one -----------------------------------------------------------------------------------------------


def manifest_of(file: Path) -> Manifest:
    """Read the manifest of a backup."""
    with _opened(file) as pack:
        return _read_manifest(pack)


def unpack(file: Path, folder: Path) -> Manifest:
    """Unpack the files of a backup into an empty folder, each checked against the manifest."""
    with _opened(file) as pack:
        manifest = _read_manifest(pack)
        there = {each.name: each for each in pack.getmembers()}
        for name, digest in manifest.files.items():
            about = there.get(name)
            content = pack.extractfile(about) if about is not None and about.isreg() else None
            if content is None or _unpacked(content, folder / name) != digest:
                raise BackupError(f"{name} of the backup is missing or damaged", "another backup")
    return manifest


@contextmanager
def _opened(file: Path) -> Iterator[tarfile.TarFile]:
    try:
        handle = os.open(file, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
        with os.fdopen(handle, "rb") as opened:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise BackupError(f"{file} is no ordinary file", "a backup of a house")
            with tarfile.open(fileobj=opened, mode="r:") as pack:
                yield pack
    except OSError as error:
        raise BackupError(f"cannot read {file}: {error.strerror or error}", "a backup of a house") from error
    except tarfile.TarError as error:
        raise BackupError(f"{file} is no backup of a house, or not all of it: {error}") from error


def _read_manifest(pack: tarfile.TarFile) -> Manifest:
    first = pack.next()
    content = pack.extractfile(first) if first is not None and first.name == MANIFEST and first.isreg() else None
    if content is None:
        raise BackupError("that is no backup of a house", "a file of `croupier house backup`")
    return Manifest.read(content.read(_LONGEST))


def _unpacked(content: Any, path: Path) -> str:  # noqa: ANN401 - a file in a tar file
    made = sha256()
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
        with os.fdopen(handle, "wb") as file:
            for some in _parts(content):
                made.update(some)
                file.write(some)
            file.flush()
            os.fsync(handle)
    except OSError as error:
        raise BackupError(f"cannot write {path}: {error.strerror}", "a folder with room") from error
    return made.hexdigest()


def _parts(content: Any) -> Iterator[bytes]:  # noqa: ANN401 - as above
    while some := _part(content):
        yield some


def _part(content: Any) -> bytes:  # noqa: ANN401 - as above
    try:
        return bytes(content.read(_AT_ONCE))
    except OSError as error:
        raise BackupError(f"cannot read the backup: {error.strerror or error}", "a backup of a house") from error
