"""Tables that were made before: kept beside the compiled loops, and sent to workers who have none.

A file is a hash and what it is the hash of: a pickle, and after it the arrays, which are mapped into memory and not
read. A file that is not as it was written is thrown away, and its tables are made anew.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import pickle
import struct
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from croupier.analysis.analyst import program_hash
from croupier.analysis.kernels.compiler import TABLES, folder_of
from croupier.analysis.model.payoffs import Payoffs
from croupier.games.catalogue import game_of

MOST = 48  # files; the longest unused make room
_ALIGNED = 64
_DIGEST = hashlib.sha256().digest_size
_ROOM = "simulation"

Made = TypeVar("Made")
_SENT: dict[str, bytearray] = {}  # tables that came to this process from another, by their key


def key_of(payoffs: Payoffs, kind: str, way: object) -> str | None:
    """The key of the tables of one kind for a way to play, given as data; None if they are not kept.

    What a game's own code reads of a hand is no data that another process could know.
    """
    submission = payoffs.terms.submission
    if payoffs.game.code or payoffs.game is not game_of(submission.rulebook):
        return None
    said = [submission.rulebook.hash, submission.options(), payoffs.opening, payoffs.meter, kind, way]
    return _hash_of(said)


def key_of_program(kind: str) -> str:
    """The key of tables that depend on the program alone."""
    return _hash_of([kind])


def _hash_of(said: Sequence[object]) -> str:
    text = json.dumps([program_hash(), *said], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def kept(key: str | None, kind: type[Made], make: Callable[[], Made]) -> Made:
    """The tables under a key, made and kept if there are none."""
    if key is None:
        return make()
    found = _read(key)
    if isinstance(found, kind):
        return found
    made = make()
    _keep(key, made)
    return made


def has(key: str) -> bool:
    """True if tables are here, so that they need not be sent."""
    file = _file(key)
    return key in _SENT or (file is not None and file.exists())


def take(key: str, tables: bytes) -> None:
    """Take in tables that another process sent."""
    _SENT[key] = bytearray(tables)


# ---- tables as bytes -----------------------------------------------------------------------------------


def packed(made: object) -> bytes:
    """Tables as bytes: a hash, the sizes of the parts, a pickle, and the arrays."""
    arrays: list[memoryview] = []

    def apart(buffer: pickle.PickleBuffer) -> None:
        arrays.append(buffer.raw())

    head = pickle.dumps(made, protocol=5, buffer_callback=apart)
    parts = [memoryview(head), *arrays]
    sizes = struct.pack(f"<{len(parts) + 1}Q", len(parts), *(len(part) for part in parts))
    whole = bytearray(_DIGEST) + sizes
    for part in parts:
        whole += bytes(-len(whole) % _ALIGNED)
        whole += part
    whole[:_DIGEST] = hashlib.sha256(memoryview(whole)[_DIGEST:]).digest()
    return bytes(whole)


def unpacked(content: memoryview) -> object:
    """The tables of such bytes, whose arrays are those bytes; None if they are not as they were written."""
    if len(content) < _DIGEST + 8 or hashlib.sha256(content[_DIGEST:]).digest() != content[:_DIGEST]:
        return None
    head, *arrays = _parts(content)
    return pickle.loads(head, buffers=arrays)  # noqa: S301 - the user's own folder or program, and as it was written


def _parts(content: memoryview) -> Iterator[memoryview]:
    (count,) = struct.unpack_from("<Q", content, _DIGEST)
    sizes = struct.unpack_from(f"<{count}Q", content, _DIGEST + 8)
    place = _DIGEST + 8 + 8 * count
    for size in sizes:
        place += -place % _ALIGNED
        yield content[place : place + size]
        place += size


# ---- files ---------------------------------------------------------------------------------------------


def _file(key: str) -> Path | None:
    folder = folder_of(_ROOM)
    return None if folder is None else folder / f"{key}{TABLES}"


def _read(key: str) -> object:
    """The tables under a key; None if there are none."""
    if key in _SENT:
        return unpacked(memoryview(_SENT[key]))
    file = _file(key)
    if file is None:
        return None
    try:
        with file.open("rb") as opened:
            # A copy of this process's own where it is written to, so that loops are compiled once for both.
            content = memoryview(mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_COPY))
        os.utime(file)
    except (OSError, ValueError):  # there is none, or it is empty
        return None
    found = unpacked(content)
    if found is None:
        with suppress(OSError):
            file.unlink()
    return found


def _keep(key: str, made: object) -> None:
    """Keep tables; what finds no room is not kept, and made anew the next time."""
    file = _file(key)
    if file is None:
        return
    with suppress(OSError), tempfile.NamedTemporaryFile(dir=file.parent, suffix=TABLES, delete=False) as part:
        try:
            part.write(packed(made))
            part.flush()
            Path(part.name).replace(file)
        except BaseException:
            Path(part.name).unlink()
            raise
    _clear(file.parent)


def _clear(folder: Path) -> None:
    """Clear away the tables that were not used for longest; another process may do so too."""
    with suppress(OSError):
        files = sorted(folder.glob(f"*{TABLES}"), key=lambda each: each.stat().st_mtime, reverse=True)
        for file in files[MOST:]:
            file.unlink(missing_ok=True)
