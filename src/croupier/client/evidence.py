"""Evidence of a house: what it has shown, kept in a file between visits, so that it cannot show another thing later.

The file has a line of JSON for each thing that was kept; a line is on the disk before anything is done that rests upon
it. All programs of one user on one machine share it. Where no file can be kept, it is memory alone, and `is_durable`
says so.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from croupier.client.calls.call import Address

MEMORY_ALONE = "What the house shows cannot be kept on this machine: it is known as long as this program runs."
_OWNER, _OWNER_FOLDER = 0o600, 0o700
_CHECKPOINT = b'{"name": "checkpoint"'
_OF_A_SHUFFLE = tuple(b'{"name": "%b ' % what for what in (b"commitment", b"root", b"number"))
_MOST_BYTES = 1 << 22  # of the file when it is opened; then its older half is forgotten


def default_folder(environ: Mapping[str, str] = os.environ) -> Path | None:
    """The folder for evidence on this machine; None where nobody knows one."""
    named = Path(environ.get("XDG_STATE_HOME", ""))
    if named.is_absolute():
        return named / "croupier"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "croupier"
    return home / ".local" / "state" / "croupier"


class Evidence:
    """The things that were kept of one house: a value that is kept stays, and another never takes its place."""

    def __init__(self, file: Path | None = None, notice: Callable[[str], None] = lambda _: None) -> None:
        self._file, self._notice = file, notice
        self._read = 0  # bytes of the file that are known
        self._kept: dict[str, Any] = {}
        if file is not None:
            try:
                file.parent.mkdir(_OWNER_FOLDER, parents=True, exist_ok=True)
                os.close(os.open(file, os.O_CREAT | os.O_APPEND | os.O_WRONLY, _OWNER))
                if file.stat().st_size > _MOST_BYTES:
                    self._shorten(file)
            except OSError:
                self._file = None

    @staticmethod
    def _shorten(file: Path) -> None:
        """Forget the older half of what is of shuffles and all checkpoints but the last; the rest of the file stays."""
        lines = [line + b"\n" for line in file.read_bytes().split(b"\n") if line]
        half = len(lines) // 2
        last = max([at for at, line in enumerate(lines) if _CHECKPOINT in line], default=0)
        kept = [
            line
            for at, line in enumerate(lines)
            if at == last or (_CHECKPOINT not in line and (at >= half or not line.startswith(_OF_A_SHUFFLE)))
        ]
        beside = file.with_suffix(".new")
        beside.write_bytes(b"".join(kept))
        beside.chmod(_OWNER)
        beside.replace(file)

    @classmethod
    def of_house(
        cls, address: Address, folder: Path | None, notice: Callable[[str], None] = lambda _: None
    ) -> Evidence:
        """The evidence of the house at an address, in a folder; a notice tells if it is memory alone from now on."""
        name = f"{re.sub(r'[^A-Za-z0-9.-]', '_', address.origin)}.jsonl"
        found = cls(None if folder is None else folder / name, notice)
        if not found.is_durable:
            notice(MEMORY_ALONE)
        return found

    @property
    def is_durable(self) -> bool:
        """True if it outlasts this program."""
        return self._file is not None

    def first(self, name: str, value: Any) -> Any:  # noqa: ANN401 - of the kind that was kept
        """The value that was kept first under a name: this one, if none was, which is then kept."""
        self._catch_up()
        if name not in self._kept:
            self._write(name, value)
            self._catch_up()  # another program may have been faster
        return self._kept.setdefault(name, value)

    def latest(self, name: str) -> Any:  # noqa: ANN401 - as above
        """The value that stands under a name; None if there is none."""
        self._catch_up()
        return self._kept.get(name)

    def replace(self, name: str, value: Any) -> None:  # noqa: ANN401 - as above
        """Keep a value in place of the one before, such as a later checkpoint that continues it."""
        self._write(name, value, replaces=True)
        self._catch_up()

    def _write(self, name: str, value: object, *, replaces: bool = False) -> None:
        """Append a line, and wait until it is on the disk; where that fails, the rest is memory."""
        line = {"name": name, "value": value, **({"replaces": True} if replaces else {})}
        text = b"\n%b\n" % json.dumps(line).encode()  # the line before it may have been cut off when the disk was full
        if self._file is not None:
            try:
                handle = os.open(self._file, os.O_APPEND | os.O_WRONLY)
                try:
                    if os.write(handle, text) < len(text):
                        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                    os.fsync(handle)
                finally:
                    os.close(handle)
            except OSError:
                self._lose()
            else:
                return
        self._take(line)

    def _lose(self) -> None:
        """Go on in memory, where the file cannot be written or read any more."""
        self._file = None
        self._notice(MEMORY_ALONE)

    def _catch_up(self) -> None:
        """Read the lines that were appended since, by this program or another."""
        if self._file is None:
            return
        try:
            with self._file.open("rb") as lines:
                if lines.seek(0, os.SEEK_END) < self._read:
                    self._read = 0  # another program has shortened it
                lines.seek(self._read)
                added = lines.read()
        except OSError:
            self._lose()
            return
        whole, _, _ = added.rpartition(b"\n")
        self._read += len(whole) + 1 if whole else 0
        for text in whole.splitlines():
            try:
                self._take(json.loads(text))
            except (ValueError, RecursionError):
                continue  # a line that was cut off when the disk was full

    def _take(self, line: object) -> None:
        if isinstance(line, dict) and isinstance(line.get("name"), str) and "value" in line:
            if line.get("replaces") is True:
                self._kept[line["name"]] = line["value"]
            else:
                self._kept.setdefault(line["name"], line["value"])
