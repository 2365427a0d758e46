"""The shuffle: derived, byte by byte, from a secret of the house; the players' numbers are the last cut.

The house commits to a seed for the whole session and, ahead of each shuffle, to that shuffle's secret, which follows
from the seed. The numbers are promised by hashes before bets close and revealed afterwards; a public permutation made
of them decides the order in which the places of the deck are dealt. So neither side can choose the cards, except by
withholding a number. Everything here is SHA-256 and HMAC-SHA-256, which every browser has.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import pbkdf2_hmac, sha256

from croupier.table.model.state import Place

SALT_BYTES = 16
LEAST_CUT = 10  # cards off the top, and the cards that a derived cut leaves below
_BYTES_AT_FIRST = 96  # of a stream that is drawn from: usually enough for a shuffle
_FAIR = [0, *(256 - 256 % bound for bound in range(1, 257))]  # bytes below it are uniform modulo a bound


def digest(value: str) -> str:
    """The commitment to a secret or a number: the SHA-256 of its bytes; both are written in hexadecimal."""
    return sha256(bytes.fromhex(value)).hexdigest()


@lru_cache(maxsize=256)
def bound(place: Place) -> bytes:
    """A table's place as bytes: house, table and session, each after its length in two bytes."""
    texts = [text.encode() for text in place]
    return b"".join(len(text).to_bytes(2, "big") + text for text in texts)


def secret_of(seed: str, place: Place, shuffle: int) -> str:
    """The secret of one shuffle of a session, derived from the session's seed."""
    message = b"croupier secret 1\0" + bound(place) + shuffle.to_bytes(4, "big")
    return hmac_sha256(bytes.fromhex(seed), message).hex()


_BLOCK = 64  # bytes that SHA-256 takes at a time, and the longest key here
_INNER, _OUTER = [bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C)]


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 of one short message, as two hashes: the library's own is several times slower to start."""
    padded = key.ljust(_BLOCK, b"\0")
    return sha256(padded.translate(_OUTER) + sha256(padded.translate(_INNER) + message).digest()).digest()


class Draws:
    """The random draws of a shuffle and its cuts, derived from its secret and its place.

    The last cut is drawn likewise, from the root and the numbers. Up to format 2 of receipts the numbers went into the
    shuffle itself, and they are given for checking one.
    """

    def __init__(self, secret: str, place: Place, shuffle: int, numbers: Sequence[str] = ()) -> None:
        given = len(numbers).to_bytes(2, "big") + bytes.fromhex("".join(numbers))
        self._secret, self._about = bytes.fromhex(secret), bound(place) + shuffle.to_bytes(4, "big") + given

    def stream(self, label: str, many: int) -> bytes:
        """The first bytes of the stream of a label.

        Its blocks are HMAC-SHA-256 over the inputs and the block's number, from 1: PBKDF2 with one round computes
        exactly that, in one call and a third of the time.
        """
        return pbkdf2_hmac("sha256", self._secret, b"croupier %b 1\0" % label.encode() + self._about, 1, many)

    def order(self, cards: Sequence[int], label: str = "order") -> tuple[int, ...]:
        """The shuffled cards, every order equally likely."""
        many = _BYTES_AT_FIRST
        while (order := permuted(cards, self.stream(label, many))) is None:
            many *= 2
        return order

    def salts(self, cards: int) -> str:
        """A salt for each of that many positions, concatenated, in hexadecimal."""
        return self.stream("salts", cards * SALT_BYTES).hex()

    def cut(self, number: int, size: int) -> int:
        """The number of cards that a cut takes off the top: at least ten, and ten are left below."""
        many = _BYTES_AT_FIRST
        while (taken := below(size - 2 * LEAST_CUT + 1, self.stream(f"cut {number}", many))) is None:
            many *= 2
        return LEAST_CUT + taken


def last_cut(root: str, place: Place, shuffle: int, numbers: Sequence[str], size: int) -> tuple[int, ...]:
    """The places of a cut deck in the order in which they are dealt, from its root and the numbers, sorted: public."""
    return Draws(root, place, shuffle, numbers).order(range(size), "places") if numbers else tuple(range(size))


def permuted(cards: Sequence[int], chance: bytes) -> tuple[int, ...] | None:
    """The cards in an order that the bytes determine (Fisher-Yates); None if the bytes run out."""
    order, fair = sorted(cards), _FAIR
    left = len(order)
    for byte in chance:
        # A byte at or above the largest multiple of the bound would favour the first cards.
        if byte < fair[left]:
            chosen = byte % left
            left -= 1
            order[left], order[chosen] = order[chosen], order[left]
            if left <= 1:
                break
    return tuple(order) if left <= 1 else None


def below(bound: int, chance: bytes) -> int | None:
    """A uniform number below the bound; None if no byte will do."""
    return next((byte % bound for byte in chance if byte < _FAIR[bound]), None)
