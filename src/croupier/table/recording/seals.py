"""Decryption of sealed lines in a recording: a sealed line waits until a later line has its key."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

import msgspec

from croupier.crypto.keys import KeyFault, PrivateKey, opened
from croupier.table.recording.recorder import RecordingError, Sealed, Unsealed, encoded, parted

MOST_HELD = 64 << 20  # bytes of lines that wait for a key
SEALED, UNSEALED = b'{"sealed":', b'{"unsealed":'
_WAITS = "it is sealed, and what would open it does not follow: only the private key of the house does"


class Seals:
    """The known keys of sealed lines; with a private key of the house, all of them.

    A key that the file gives is not trusted: the decrypted line must fit the chain.
    """

    def __init__(self, private: PrivateKey | None = None) -> None:
        self.keys: dict[int, bytes] = {}
        self._private = private
        self._first = b""

    def look(self, line: bytes, *, first: bool) -> None:
        """Learn keys from a line: the header's hash determines the house's, and later lines contain them."""
        parts = parted(line) if first or line.startswith(UNSEALED) else None
        if parts is None:
            return
        body, _, head = parts
        if first:
            self._first = head
            return
        try:
            told = msgspec.json.decode(body, type=Unsealed).unsealed
            self.keys |= {int(number): bytes.fromhex(key) for number, key in told.items()}
        except (ValueError, RecursionError):  # the line is refused when it is read
            return

    def open(self, line: bytes, number: int) -> bytes | None:
        """Decrypt a line; None as long as its key is not known."""
        if not line.startswith(SEALED):
            return line
        try:
            about = msgspec.json.decode(line, type=Sealed)
        except (ValueError, RecursionError) as error:
            raise RecordingError.at(number, "it is no line of a recording") from error
        if encoded(about) + b"\n" != line:
            raise RecordingError.at(number, "it is not written as a recording writes it")
        key = self._key(about.until)
        try:
            return None if key is None else opened(key, about.sealed)
        except KeyFault as error:
            raise RecordingError.at(number, error.why, error.accepted) from error

    def _key(self, until: int) -> bytes | None:
        if self._private is not None:
            return self._private.seal_key(self._first, until)
        return self.keys.get(until)


def clear(lines: Iterable[bytes], seals: Seals, first: int = 1) -> Iterator[bytes]:
    """Yield the lines with the sealed ones decrypted; `first` is the number of the first."""
    held: deque[bytes] = deque()
    number, waiting = first, 0
    for count, line in enumerate(lines, start=first):
        seals.look(line, first=count == 1)
        held.append(line)
        waiting += len(line)
        while held and (said := seals.open(held[0], number)) is not None:
            waiting -= len(held.popleft())
            number += 1
            yield said
        if waiting > MOST_HELD:
            break
    if held:
        raise RecordingError.at(number, _WAITS)
