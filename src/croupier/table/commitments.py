"""One root over salted commitments, a commitment for each position of a whole deck as it was shuffled.

The root is published before anybody is ready. Afterwards a viewer is given the openings of the cards that the viewer
has seen, an auditor all: none of these can have been changed, and nobody learns one that was not shown. It belongs to
one shuffle of one session of one table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from struct import iter_unpack
from typing import NamedTuple

from croupier.table.fairness import SALT_BYTES, bound
from croupier.table.state import Place

_NO_CARD = 255
_EMPTY = sha256()
_STARTS = [[bytes((0, position, card)) for card in range(64)] for position in range(64)]  # what a leaf begins with


class Opening(NamedTuple):
    """A position of the deck as it was shuffled, the card that was there, and the salt that opens its commitment."""

    position: int
    card: int
    salt: str


def leaf(position: int, card: int, salt: bytes) -> bytes:
    """The commitment for one position."""
    return sha256(bytes((0, position, card)) + salt).digest()


def leaves(order: Sequence[int], salts: str, size: int) -> list[bytes]:
    """The commitments for a deck that should have so many cards; its salts stand one after another, in hexadecimal.

    Where the deck lacks cards, the last commitments are to none, salted by all salts: their number tells nobody.
    """
    drawn = bytes.fromhex(salts)
    made = []
    for starts, card, (salt,) in zip(_STARTS, order, iter_unpack(f"{SALT_BYTES}s", drawn), strict=False):
        begun = _EMPTY.copy()  # which is cheaper than a new one
        begun.update(starts[card] + salt)
        made.append(begun.digest())
    return made + [leaf(position, _NO_CARD, drawn) for position in range(len(order), size)]


def salt_of(salts: str, position: int) -> str:
    """The salt of one position."""
    width = 2 * SALT_BYTES
    return salts[position * width : (position + 1) * width]


def root(of_leaves: Iterable[bytes], place: Place, shuffle: int) -> str:
    """The one value that stands for all commitments of a shuffle."""
    about = b"croupier root 1\0" + bound(place) + shuffle.to_bytes(4, "big")
    return sha256(about + b"".join(of_leaves)).hexdigest()
