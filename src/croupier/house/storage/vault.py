"""The vault: encryption at rest by AES-256-GCM under numbered keys, of which the newest seals and all open.

A sealed text is bound to its drawer: moved to another stream, sequence or kind it does not open. Each stream has a key
of its own, derived from the vault's, since one key should not seal more than 2**32 texts under nonces that are drawn.
It is four bytes by which a wrong key is told from an altered text, the nonce, and what was sealed, filled up to a
multiple of 512 bytes: how many digits hidden cards have shows nowhere.

The key file is text: its first line, then a line a key with its number and 64 hexadecimal digits. Only its owner reads
it. It belongs neither into the house's folder nor into a backup.
"""

from __future__ import annotations

import hmac
import os
import re
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import CroupierError
from croupier.table.fairness.card_sources import Bytes, fresh
from croupier.table.fairness.shuffle import hmac_sha256
from croupier.table.recording.recorder import encoded

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32
_NONCE_BYTES, _MARK_BYTES, _MADE_BYTES = 12, 4, 12
_PADDED = 512
_FIRST = "croupier vault 1"
_LINE = re.compile(r"([1-9][0-9]{0,5}) ([0-9a-f]{64})")
_LONGEST = 1 << 20  # bytes of a key file
_OTHERS = 0o077  # permission bits of group and others, which a key file must not have


class VaultError(CroupierError, ValueError):
    """A key file that is none, or a seal that does not open; the message never has a part of a key in it."""


class SealContext(NamedTuple):
    """The place that a sealed text is bound to."""

    stream: str
    seq: int
    kind: str


class Keyring:
    """The keys of a vault, by number."""

    def __init__(self, keys: Mapping[int, bytes]) -> None:
        if not keys or min(keys) < 1 or any(len(key) != KEY_BYTES for key in keys.values()):
            raise VaultError("that is no keyring", f"a key or more of {KEY_BYTES} bytes, numbered from 1 on")
        self._keys = dict(sorted(keys.items()))
        self._marks = {number: _derived(key, b"mark", b"")[:_MARK_BYTES] for number, key in self._keys.items()}
        self._ciphers: dict[tuple[int, str], AESGCM] = {}
        self._marking: dict[tuple[int, str], tuple[bytes, bytes]] = {}
        self.numbers = tuple(keys)
        self.newest = max(keys)

    @classmethod
    def new(cls, random: Bytes = fresh) -> Keyring:
        """A keyring with one new key."""
        return cls({1: random(KEY_BYTES)})

    @classmethod
    def read(cls, text: str) -> Keyring:
        """A keyring from the text of its file."""
        first, *rest = text.split("\n")
        if first != _FIRST or not rest or rest.pop():
            raise VaultError("that is no key file of a vault, or not all of it", f"{_FIRST!r}, then lines of keys")
        keys: dict[int, bytes] = {}
        for at, line in enumerate(rest, start=2):
            found = _LINE.fullmatch(line)
            if found is None or int(found[1]) <= max(keys, default=0):
                raise VaultError(f"line {at} is no key", "a number above those before, and 64 hexadecimal digits")
            keys[int(found[1])] = bytes.fromhex(found[2])
        return cls(keys)

    def text(self) -> str:
        """The keyring as its file has it."""
        return "".join([f"{_FIRST}\n", *(f"{number} {key.hex()}\n" for number, key in self._keys.items())])

    def rotated(self, random: Bytes = fresh) -> Keyring:
        """The keyring with one more key, which seals from now on."""
        return Keyring({**self._keys, self.newest + 1: random(KEY_BYTES)})

    def mark(self, number: int) -> bytes:
        """The first bytes of every text that this key has sealed; they tell nothing of the key."""
        return self._marks[number]

    def cipher(self, number: int, stream: str) -> AESGCM:
        """The cipher that seals and opens the texts of a stream."""
        found = self._ciphers.get((number, stream))
        if found is None:
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM

            found = AESGCM(_derived(self._keys[number], b"stream", stream.encode()))
            self._ciphers[number, stream] = found
        return found

    def marking(self, number: int, stream: str) -> tuple[bytes, bytes]:
        """The first bytes of the marks of a stream by this key, and the key by which they are made."""
        found = self._marking.get((number, stream))
        if found is None:
            made = _derived(self._keys[number], b"marks", stream.encode())
            found = self._marking[number, stream] = self._marks[number], made
        return found


def _derived(key: bytes, purpose: bytes, about: bytes) -> bytes:
    return hmac.digest(key, b"croupier vault 1\0%b\0%b" % (purpose, about), "sha256")


# ---- sealing ---------------------------------------------------------------------------------------------------


def sealed(keyring: Keyring, drawer: SealContext, text: bytes, random: Bytes = fresh) -> tuple[int, bytes]:
    """Seal a text for a drawer; the sealed text, with the number of the key."""
    number = keyring.newest
    nonce = random(_NONCE_BYTES)
    padded = text + b"\x80" + bytes(-(len(text) + 1) % _PADDED)
    locked = keyring.cipher(number, drawer.stream).encrypt(nonce, padded, encoded(drawer))
    return number, keyring.mark(number) + nonce + locked


def opened(keyring: Keyring, drawer: SealContext, number: int, blob: bytes) -> bytes:
    """Open a text that was sealed for this drawer with the key of this number; or a VaultError says why not."""
    from cryptography.exceptions import InvalidTag

    where = f"{drawer.kind} {drawer.seq} of {drawer.stream!r}"
    if number not in keyring.numbers:
        has = ", ".join(map(str, keyring.numbers))
        raise VaultError(f"{where} was sealed with key {number}, and the key file has {has}", "the file with it")
    if blob[:_MARK_BYTES] != keyring.mark(number):
        raise VaultError(
            f"{where} was sealed with another key {number} than the key file has, or its first bytes were altered",
            "this house's own key file",
        )
    nonce, locked = blob[_MARK_BYTES : _MARK_BYTES + _NONCE_BYTES], blob[_MARK_BYTES + _NONCE_BYTES :]
    try:
        padded = keyring.cipher(number, drawer.stream).decrypt(nonce, locked, encoded(drawer))
    except (InvalidTag, ValueError) as error:
        raise VaultError(f"{where} was altered, or belongs elsewhere: its seal does not open with its key") from error
    return padded[: padded.rindex(b"\x80")]


# ---- marking ---------------------------------------------------------------------------------------------------


def marked(keyring: Keyring, stream: str, text: bytes) -> bytes:
    """The mark of a text (a MAC), with the first bytes of its key."""
    first, key = keyring.marking(keyring.newest, stream)
    return first + hmac_sha256(key, text)[:_MADE_BYTES]


def is_marked(keyring: Keyring, stream: str, text: bytes, mark: bytes) -> bool | None:
    """True if a mark is the vault's over this text; None if none of its keys has made it."""
    begins, found = mark[:_MARK_BYTES], None
    for number in keyring.numbers:
        first, key = keyring.marking(number, stream)
        if first == begins:
            found = hmac.compare_digest(hmac_sha256(key, text)[:_MADE_BYTES], mark[_MARK_BYTES:])
            if found:
                return True
    return found


# ---- the key file ----------------------------------------------------------------------------------------------


def load(path: Path) -> Keyring:
    """The keyring in a file, which only its owner may read or write."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
        with os.fdopen(handle, "rb") as file:
            mode = os.fstat(handle).st_mode
            if not stat.S_ISREG(mode):
                raise VaultError(f"{path} is no ordinary file", "the key file of the vault")
            if is_open(os.fstat(handle)):
                raise VaultError(f"{path} is open to others than its owner", f"mode 600 (`chmod 600 {path}`)")
            content = file.read(_LONGEST + 1)
    except OSError as error:
        raise VaultError(f"cannot read {path}: {error.strerror}", "the key file of the vault") from error
    try:
        return Keyring.read(content.decode("ascii"))
    except ValueError as error:
        why = str(error) if isinstance(error, VaultError) else "that is no key file of a vault"
        raise VaultError(f"{path}: {why}") from None  # without the cause, whose text may hold parts of keys


def is_open(status: os.stat_result) -> bool:
    """True if others than a key's owner, and root, may read or write it.

    A service manager hands a key over in a file of root's that root's own group may read, beside whom it is for.
    """
    others = stat.S_IMODE(status.st_mode) & _OTHERS
    roots = (status.st_uid, status.st_gid) == (0, 0)
    return bool(others & ~stat.S_IRGRP if roots else others)


def is_keys(content: bytes) -> bool:
    """True if a file has keys of a vault in it, or means to."""
    return content.startswith(_FIRST.encode())


def create(path: Path, keyring: Keyring) -> None:
    """Write a keyring to a new file."""
    write_new(path, keyring.text().encode("ascii"))


def write_new(path: Path, content: bytes) -> None:
    """Write a key of any kind to a new file, for its owner alone."""
    _written(path, content, new=True)


def replace(path: Path, keyring: Keyring) -> None:
    """Replace the keyring in a file, which stays as it was if that fails."""
    _written(path, keyring.text().encode("ascii"), new=False)


def _written(path: Path, content: bytes, *, new: bool) -> None:
    """Write a temporary file for its owner alone, which is moved to its place once it is on the disk."""
    try:
        handle, part = tempfile.mkstemp(prefix=".croupier-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(handle)
            (os.link if new else os.replace)(part, path)
            _on_disk(path.parent)
        finally:
            Path(part).unlink(missing_ok=True)  # already renamed into place, or abandoned
    except FileExistsError as error:
        raise VaultError(f"{path} exists", "another place, a key that is lost opens nothing again") from error
    except OSError as error:
        raise VaultError(f"cannot write {path}: {error.strerror}", "a place where you may write") from error


def _on_disk(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
