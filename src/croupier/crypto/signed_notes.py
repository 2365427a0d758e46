"""Signed notes: text with signatures below it, as transparency logs publish their checkpoints.

A note is lines of text, an empty line, and a line for each signature: a dash, the name of the key, and base64 of the
key's id and an Ed25519 signature of the text. A checkpoint states a log's origin, its number of leaves and their root.
A restore statement says that a house was restored from a backup, and which leaves of its log that has cost.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import NamedTuple

from croupier.crypto.keys import PrivateKey, is_signed
from croupier.errors import CroupierError

MOST = 16_384  # characters of a note
_ED25519 = b"\x01"
_ID_BYTES, _SIGNATURE_BYTES, _ROOT_BYTES = 4, 64, 32
_NAME = re.compile(r"[^\s+]{1,200}")
_SIGNATURE = re.compile(r"— ([^\s+]{1,200}) ([A-Za-z0-9+/]+={0,2})")
_SIZE = re.compile(r"0|[1-9][0-9]{0,17}")
_LINES = 3  # of a checkpoint that every log has: origin, size, root
_TIME = "time "
_MOMENT = re.compile(r"0|[1-9][0-9]{0,13}")
_RESTORED = "croupier restore 1"
_RESTORED_WITH_GAP = "croupier restore 2"
_KNOWN, _UNKNOWN = "the last checkpoint that is known", "no checkpoint is known"
_GAP = re.compile(r"(0|[1-9][0-9]{0,17}) (0|[1-9][0-9]{0,17})")


class NoteError(CroupierError, ValueError):
    """A text that is no note, or a note without the expected signature; the message says which."""


# ---- signing ---------------------------------------------------------------------------------------------------


def signed(text: str, name: str, key: PrivateKey) -> str:
    """A text with a signature under the name of a key."""
    if not _NAME.fullmatch(name) or not name.isprintable():
        raise NoteError(f"{name[:40]!r} cannot name a key", "1 to 200 letters without blanks and without +")
    if not text.endswith("\n") or "\n\n" in text or not _is_text(text):
        raise NoteError("that cannot be signed", "lines of text, none of them empty, each with its line feed")
    signature = _key_id(name, key.public) + bytes.fromhex(key.sign(text.encode()))
    return f"{text}\n— {name} {b64encode(signature).decode()}\n"


def opened(note: str, public: str) -> tuple[str, str]:
    """Verify a note with this public key; return its text and the name of the key."""
    text, signatures = _parted(note)
    others = []
    for name, signature in signatures:
        if signature[:_ID_BYTES] == _key_id(name, public):
            if not is_signed(public, signature[_ID_BYTES:].hex(), text.encode()):
                raise NoteError(f"the signature of {name!r} is not of this text: it was altered")
            return text, name
        others.append(name)
    raise NoteError(f"it is signed by {', '.join(map(repr, others))}, and not with the key that was given")


def text_of(note: str) -> str:
    """The text of a note, without a check of its signatures."""
    return _parted(note)[0]


def _key_id(name: str, public: str) -> bytes:
    return sha256(name.encode() + b"\n" + _ED25519 + bytes.fromhex(public)).digest()[:_ID_BYTES]


def _parted(note: str) -> tuple[str, list[tuple[str, bytes]]]:
    text, empty, below = note.rpartition("\n\n")
    lines = below.split("\n")
    if len(note) > MOST or not empty or lines.pop() or not lines or not _is_text(note):
        raise NoteError("that is no signed note", "lines, an empty line, and signatures, each with its line feed")
    return f"{text}\n", [_signature(line) for line in lines]


def _signature(line: str) -> tuple[str, bytes]:
    found = _SIGNATURE.fullmatch(line)
    try:
        signature = b64decode(found[2], validate=True) if found else b""
    except ValueError:
        signature = b""
    if found is None or len(signature) != _ID_BYTES + _SIGNATURE_BYTES:
        raise NoteError("below the note stands what is no signature", "a dash, a name, and base64 of it")
    return found[1], signature


def _is_text(text: str) -> bool:
    return text.replace("\n", "").isprintable()


# ---- checkpoints and restore statements ------------------------------------------------------------------------


class Checkpoint(NamedTuple):
    """A log's state at one moment: its origin, its number of leaves and their root, and the house time."""

    origin: str
    size: int
    root: bytes
    at: int | None = None  # milliseconds of house time; older programs did not state it

    def text(self) -> str:
        """The text that is signed."""
        time = "" if self.at is None else f"{_TIME}{self.at}\n"
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n{time}"

    @classmethod
    def read(cls, text: str) -> Checkpoint:
        """Parse the text of a note; lines after the third, but for the time, are for other readers."""
        lines = text.split("\n")
        root = _root(lines[2]) if len(lines) > _LINES else None
        if root is None or not lines[0] or not _SIZE.fullmatch(lines[1]):
            raise NoteError("the note is no checkpoint", "an origin, a number of leaves, and base64 of a root")
        at = lines[_LINES].removeprefix(_TIME) if lines[_LINES].startswith(_TIME) else ""
        return cls(lines[0], int(lines[1]), root, int(at) if _MOMENT.fullmatch(at) else None)


class RestoreGap(NamedTuple):
    """The time that a restore has cost, in house time: from the last row of the backup to the restore."""

    since: int
    until: int


class RestoreStatement(NamedTuple):
    """A restore statement: the log goes on under a new origin, from the leaves of the old one that are kept."""

    origin: str  # from now on
    kept: int  # leaves, from the first on
    last: Checkpoint  # of the old log, as it was last published; of no leaves, if no checkpoint is known
    gap: RestoreGap | None = None  # not stated by older programs

    def text(self) -> str:
        """The text that is signed."""
        if self.gap is None:
            return f"{_RESTORED}\n{self.origin}\n{self.kept}\n{self.last.text()}"
        known = _KNOWN if self.last.size else _UNKNOWN
        gap = f"{self.gap.since} {self.gap.until}"
        return f"{_RESTORED_WITH_GAP}\n{self.origin}\n{self.kept}\n{gap}\n{known}\n{self.last.text()}"

    @classmethod
    def read(cls, text: str) -> RestoreStatement:
        """Parse the text of a note."""
        first, origin, kept, *rest = [*text.split("\n", 3), "", "", ""][:4]
        gap = None
        if first == _RESTORED_WITH_GAP:
            times, _, *rest = [*rest[0].split("\n", 2), "", ""][:3]
            found_gap = _GAP.fullmatch(times)
            gap = RestoreGap(int(found_gap[1]), int(found_gap[2])) if found_gap else None
        if first != (_RESTORED if gap is None else _RESTORED_WITH_GAP) or not origin or not _SIZE.fullmatch(kept):
            raise NoteError("the note is no statement of a restore", f"{_RESTORED!r}, an origin, what is kept")
        found = cls(origin, int(kept), Checkpoint.read(rest[0]), gap)
        if found.text() != text or found.kept > found.last.size:
            raise NoteError("the statement of a restore keeps more than there was, or says more than it should")
        return found


def _root(text: str) -> bytes | None:
    try:
        root = b64decode(text, validate=True)
    except ValueError:
        return None
    return root if len(root) == _ROOT_BYTES and b64encode(root).decode() == text else None
