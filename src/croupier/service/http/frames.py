"""WebSocket frames, as most are: a text message in a single frame."""

from __future__ import annotations

from functools import lru_cache

try:
    from websockets.speedups import apply_mask
except ImportError:  # the library was installed without its compiled part
    from websockets.utils import apply_mask

_TEXT = 0x81  # the first byte of a frame that is all of a text
_MASKED = 0x80  # in the second byte; the rest of it is a length, or says that one follows in two bytes, or in eight
_TWO, _EIGHT = 126, 127
_WIDE = {_TWO: 2, _EIGHT: 8}  # bytes of the length that follows
_HEAD = 2  # bytes that every frame begins with
_KEY = 4  # bytes of a mask
_SAME = 8  # frames that are kept at hand


@lru_cache(maxsize=_SAME)
def framed(text: str) -> bytes:
    """The frame that a server sends for a text; it may be sent to many clients."""
    payload = text.encode()
    many = len(payload)
    if many < _TWO:
        return bytes((_TEXT, many)) + payload
    if many < 1 << 16:
        return bytes((_TEXT, _TWO, many >> 8, many & 255)) + payload
    return bytes((_TEXT, _EIGHT)) + many.to_bytes(8, "big") + payload


def end_of(data: bytes, at: int) -> int | None:
    """The index at which a frame ends; None if it is not complete yet."""
    begin = at + _HEAD
    if len(data) < begin:
        return None
    many = data[at + 1] & ~_MASKED
    wide = _WIDE.get(many, 0)
    if wide:
        if len(data) < begin + wide:
            return None
        many = int.from_bytes(data[begin : begin + wide], "big")
    end = begin + wide + (_KEY if data[at + 1] & _MASKED else 0) + many
    return end if end <= len(data) else None


def text_of(frame: bytes) -> str | None:
    """The text of a client's frame, if it is a whole text message in ASCII, as most are; None for any other."""
    if frame[0] != _TEXT or not frame[1] & _MASKED:
        return None
    begin = _HEAD + _WIDE.get(frame[1] & ~_MASKED, 0)
    said = apply_mask(frame[begin + _KEY :], frame[begin : begin + _KEY])
    return said.decode("ascii") if said.isascii() else None
