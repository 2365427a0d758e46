"""Loops compiled by Numba, and where the machine code is kept.

Machine code is kept for the user and not beside the sources, so that an installation may be read-only and leaves
nothing behind. A loop may have swallowed functions of another file; so the code of one state of this folder has a place
of its own (with a room above it, for that room's loops): whatever file of it changes, all is compiled again. A kept
file is a hash and what it is the hash of: code is run only if it is as it was written. Where nothing can be kept, all
is compiled each time, and a warning says so.

Where Numba is not installed, a loop is the Python that it is written in: a strategy's conditions are a few steps.
Whatever counts deals asks for Numba first (`croupier.analysis.solvers`).
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import re
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent.parent
_NAME = "croupier"
_OURS = re.compile(r"kernels-[0-9a-f]{16}")
_MARK = "made-by-croupier"  # the folder of a state is known by this file, its code by the ending
_CODE, TABLES = ".kernel", ".tables"
_STATES = 8  # kept beside the newest: other versions, other checkouts
numba: Any  # None where it is not installed
try:
    numba = import_module("numba")
except ImportError:
    numba = None
_config: Any = numba and numba.config  # its settings are made when it is loaded, and have no types


class SlowerWarning(UserWarning):
    """Nothing can be kept, so that every run compiles its loops."""


# ---- where code is kept --------------------------------------------------------------------------------


@cache
def _place(room: str = "") -> Path | None:
    """The folder for this state of the sources, another room's too; None, with a warning, if nothing can be kept."""
    state = hashlib.sha256(f"{numba.__version__} {platform.python_version()}".encode())
    for folder in (_HERE, *([_HERE.parent / room] if room else [])):
        for source in sorted(folder.rglob("*.py")):
            state.update(source.read_bytes())
    try:
        caches = _caches()
        place = caches / f"kernels-{state.hexdigest()[:16]}"
        if not place.exists():
            _clear(caches)
        _own(place)
        (place / _MARK).touch()
        with tempfile.TemporaryFile(dir=place):
            pass
    except (OSError, RuntimeError) as error:  # the latter where nobody knows where the user's home is
        _warn(getattr(error, "strerror", None) or str(error))
        return None
    return place


def folder_of(room: str) -> Path | None:
    """The folder for what a room keeps beside its loops, files that end in `TABLES`; None if nothing can be kept."""
    return _place(room)


def _warn(why: str) -> None:
    text = f"the compiled loops cannot be kept ({why}); every run compiles them anew and is slower for it"
    warnings.warn(text, SlowerWarning, stacklevel=2)


def _caches() -> Path:
    """Our folder among the user's caches, made if need be; where Numba is told to keep its own, it is there."""
    caches = Path(_config.CACHE_DIR) if _config.CACHE_DIR else _user_caches()
    return _own(caches / _NAME)


def _user_caches() -> Path:
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if named.is_absolute():
        return named
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / ".cache"


def _own(folder: Path) -> Path:
    """A folder for the user alone: what others could write there would be run as the user's own."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.stat()
    if hasattr(os, "geteuid") and (found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o022):
        raise PermissionError(0, f"{folder} is not the user's alone")
    return folder


def _clear(caches: Path) -> None:
    """Clear away the oldest states: their code, and the folders when nothing else is in them."""
    states = [each for each in caches.iterdir() if _OURS.fullmatch(each.name) and (each / _MARK).is_file()]
    states.sort(key=lambda each: (each / _MARK).stat().st_mtime, reverse=True)
    for state in states[_STATES - 1 :]:
        for kept in [*state.glob(f"*{_CODE}"), *state.glob(f"*{TABLES}")]:
            kept.unlink(missing_ok=True)
        with suppress(OSError):  # something of somebody else's is in it, and keeps its folder
            for inner in [each for each in state.iterdir() if each.is_dir()]:
                inner.rmdir()  # Numba makes one for files that it never writes
            (state / _MARK).unlink()
            state.rmdir()


# ---- what is kept --------------------------------------------------------------------------------------


class _Kept:
    """The kept code of one function, one file for each way it is called; it stands where Numba has its index."""

    def __init__(self, place: Path, function: str) -> None:
        self._place, self._function = place, function

    def _file(self, key: object) -> Path:
        return self._place / f"{hashlib.sha256(f'{self._function} {key!r}'.encode()).hexdigest()[:32]}{_CODE}"

    def load(self, key: object) -> Any:
        """The code for a key; a file that is not as it was written is thrown away."""
        file = self._file(key)
        try:
            content = file.read_bytes()
        except OSError:
            return None
        digest, code = content[: hashlib.sha256().digest_size], content[hashlib.sha256().digest_size :]
        if hashlib.sha256(code).digest() != digest:
            with suppress(OSError):
                file.unlink()
            return None
        return pickle.loads(code)  # noqa: S301 - the user's own folder, and as it was written

    def save(self, key: object, data: object) -> None:
        """Keep code; what finds no room is not kept."""
        code: bytes = import_module("numba.core.serialize").dumps(data)
        try:
            with tempfile.NamedTemporaryFile(dir=self._place, suffix=_CODE, delete=False) as part:
                try:
                    part.write(hashlib.sha256(code).digest() + code)
                    part.flush()
                    Path(part.name).replace(self._file(key))
                except BaseException:
                    Path(part.name).unlink()
                    raise
        except OSError as error:
            _warn(str(error.strerror))

    def flush(self) -> None:
        """Numba's way to forget a function's code; nobody asks for it here."""


def compiled(function: Callable[..., Any]) -> Any:
    """A function compiled when it is first called, the code kept for the next time; it lets other threads run."""
    return _compiled(function)


def compiled_for_sums(function: Callable[..., Any]) -> Any:
    """A compiled function whose floating-point sums may be added in any order: for whole numbers, which are exact."""
    return _compiled(function, fastmath=True)


def compiled_within(function: Callable[..., Any]) -> Any:
    """A compiled function that becomes part of its callers: a call hands over ten words for each array."""
    return _compiled(function, inline="always")


def _compiled(function: Callable[..., Any], **how: Any) -> Any:
    if numba is None:
        return function
    package, _, rest = function.__module__.partition(".")
    room = rest.partition(".")[0] if package == _NAME else ""
    place = _place(room) if room not in {"", _HERE.name} else _place()
    if place is None:
        return numba.njit(nogil=True, **how)(function)
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(place)
    try:
        made: Any = numba.njit(cache=True, nogil=True, **how)(function)
    finally:
        _config.CACHE_DIR = before
    # Numba trusts its files as they are; ours are looked at first.
    made._cache._cache_file = _Kept(place, f"{function.__module__}.{function.__qualname__}")  # noqa: SLF001
    return made
