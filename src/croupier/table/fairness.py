"""How a shuffle follows from a secret of the house and the numbers of the players, byte by byte.

The house commits to a seed for the whole session and, ahead of each shuffle, to that shuffle's secret, which follows
from the seed. The players' numbers are given after that commitment and fixed by hashes before any of them is known. So
neither side can choose the cards, but by withholding a number. Everything here is SHA-256 and HMAC-SHA-256, which every
browser has.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import count, islice

from croupier.table.state import Place

SALT_BYTES = 16
LEAST_CUT = 10  # cards off the top, and the cards that a derived cut leaves below
_FAIR = [0, *(256 - 256 % bound for bound in range(1, 257))]  # the bytes below it fall evenly below a bound


def digest(value: str) -> str:
    """What commits to a secret or a number: the SHA-256 of its bytes; both are written in hexadecimal."""
    return sha256(bytes.fromhex(value)).hexdigest()


def bound(place: Place) -> bytes:
    """Where a table stands, as bytes: house, table and session, each after its length in two bytes."""
    texts = [text.encode() for text in place]
    return b"".join(len(text).to_bytes(2, "big") + text for text in texts)


def secret_of(seed: str, place: Place, shuffle: int) -> str:
    """The secret of one shuffle of a session, which follows from the session's seed."""
    message = b"croupier secret 1\0" + bound(place) + shuffle.to_bytes(4, "big")
    return hmac.digest(bytes.fromhex(seed), message, "sha256").hex()


_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
_KEY_BYTES = 64  # of a block of SHA-256


def stream(label: str, secret: str, place: Place, shuffle: int, numbers: Sequence[str]) -> Iterator[bytes]:
    """The bytes that decide, 32 at a time; a stream for each label.

    This is HMAC-SHA-256 by its two hashes, each begun once for all blocks: a shuffle takes 28 of them, and the module
    for it takes twice as long.
    """
    about = (
        bound(place) + shuffle.to_bytes(4, "big") + len(numbers).to_bytes(2, "big") + bytes.fromhex("".join(numbers))
    )
    key = bytes.fromhex(secret).ljust(_KEY_BYTES, b"\0")
    inner = sha256(key.translate(_INNER) + f"croupier {label} 1\0".encode() + about)
    outer = sha256(key.translate(_OUTER))
    for block in count():
        within, around = inner.copy(), outer.copy()
        within.update(block.to_bytes(4, "big"))
        around.update(within.digest())
        yield around.digest()


def permuted(cards: Sequence[int], blocks: Iterator[bytes]) -> tuple[int, ...]:
    """The cards in an order that the bytes decide, every order as likely as any other (Fisher and Yates)."""
    order = sorted(cards)
    left = len(order)
    while left > 1:
        for byte in next(blocks):
            # A byte from the largest multiple of the bound on would favour the first cards.
            if byte < _FAIR[left]:
                chosen = byte % left
                left -= 1
                order[left], order[chosen] = order[chosen], order[left]
                if left <= 1:
                    break
    return tuple(order)


def salts(cards: int, blocks: Iterator[bytes]) -> str:
    """A salt for each of so many positions, one after another, in hexadecimal."""
    drawn = b"".join(islice(blocks, -(-cards * SALT_BYTES // 32)))
    return drawn[: cards * SALT_BYTES].hex()


def depth(size: int, blocks: Iterator[bytes]) -> int:
    """How many of so many cards a cut takes off the top: at least ten, and ten are left below."""
    ways = size - 2 * LEAST_CUT + 1
    return LEAST_CUT + next(byte % ways for block in blocks for byte in block if byte < _FAIR[ways])


Blocks = Callable[[str], Iterator[bytes]]


def blocks_of(secret: str, place: Place, shuffle: int, numbers: Sequence[str]) -> Blocks:
    """The streams of one shuffle, by label: `order`, `salts`, and `cut 1`, `cut 2` and so on."""
    return lambda label: stream(label, secret, place, shuffle, numbers)
