"""One root over salted commitments, a commitment for each position of a whole deck as it was shuffled.

The root is published before anybody is ready. Afterwards a viewer is given the openings of the cards that the viewer
has seen, an auditor all: none of these can have been changed, and nobody learns one that was not shown. It belongs to
one shuffle of one session of one table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from struct import unpack
from typing import NamedTuple

from croupier.table.fairness.shuffle import SALT_BYTES, bound
from croupier.table.model.state import Place

_NO_CARD = 255
# What a leaf begins with: two short lists stay in the processor's cache, where one for each of both would not.
_POSITIONS = [bytes((0, position)) for position in range(64)]
_CARDS = [bytes((card,)) for card in range(64)]


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
    each = zip(_POSITIONS, order, unpack(f"{SALT_BYTES}s" * len(order), drawn), strict=False)
    made = [sha256(position + _CARDS[card] + salt).digest() for position, card, salt in each]
    return made + [leaf(position, _NO_CARD, drawn) for position in range(len(order), size)]


def salt_of(salts: str, position: int) -> str:
    """The salt of one position."""
    width = 2 * SALT_BYTES
    return salts[position * width : (position + 1) * width]


def root(of_leaves: Iterable[bytes], place: Place, shuffle: int) -> str:
    """The one value that stands for all commitments of a shuffle."""
    about = b"croupier root 1\0" + bound(place) + shuffle.to_bytes(4, "big")
    return sha256(about + b"".join(of_leaves)).hexdigest()
