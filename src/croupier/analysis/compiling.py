"""Loops compiled by Numba, and where the machine code is kept.

Numba keeps machine code beside the source it was made from, and makes it anew when that file changes; but a loop may
have swallowed functions of another file, of which it knows nothing. So the code of one state of this folder has a place
of its own: whatever file of it changes, all is compiled again.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba

_HERE = Path(__file__).parent
_config: Any = numba.config  # its settings are made when it is loaded, and have no types


@cache
def _place() -> Path:
    """The folder for this state of the sources; those of earlier states are cleared away when it is first made."""
    state = hashlib.sha256()
    for source in sorted(_HERE.rglob("*.py")):
        state.update(source.read_bytes())
    caches = Path(_config.CACHE_DIR or _HERE / "__pycache__")
    place = caches / f"croupier-{state.hexdigest()[:16]}"
    if not place.exists():
        for earlier in caches.glob("croupier-*"):
            shutil.rmtree(earlier, ignore_errors=True)
    return place


def compiled(function: Callable[..., Any]) -> Any:  # noqa: ANN401 - what Numba makes of a function has no type of ours
    """A function compiled when it is first called, the code kept for the next time; it lets other threads run.

    Where our own folder cannot be written, Numba falls back on its folder in the user's home.
    """
    before, place = _config.CACHE_DIR, _place()
    _config.CACHE_DIR = str(place)
    try:
        return numba.njit(cache=True, nogil=True)(function)
    finally:
        _config.CACHE_DIR = before
