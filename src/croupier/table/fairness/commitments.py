"""A commitment to a shuffled deck: one root over salted commitments, one for each position.

The root is published before any player is ready. Afterwards a viewer gets the openings of the cards that the viewer
has seen, an auditor all: no card can have been changed, and no viewer learns a card that was not shown. The root is
bound to one shuffle of one session of one table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from struct import unpack
from typing import NamedTuple

from croupier.table.fairness.shuffle import SALT_BYTES, bound
from croupier.table.model.state import Place

_NO_CARD = 255
# Prefixes of leaves: two short lists stay in the processor's cache, where one for each pair would not.
_POSITIONS = [bytes((0, position)) for position in range(64)]
_CARDS = [bytes((card,)) for card in range(64)]


class Opening(NamedTuple):
    """The opening of a commitment: a position of the deck as shuffled, the card there, and the salt."""

    position: int
    card: int
    salt: str


def leaf(position: int, card: int, salt: bytes) -> bytes:
    """The commitment for one position."""
    return sha256(bytes((0, position, card)) + salt).digest()


def leaves(order: Sequence[int], salts: str, size: int) -> list[bytes]:
    """The commitments for a deck that should have `size` cards; its salts are concatenated, in hexadecimal.

    If the deck lacks cards, the last commitments are to none, salted by all salts, which hides their number.
    """
    drawn = bytes.fromhex(salts)
    each = zip(_POSITIONS, order, unpack(f"{SALT_BYTES}s" * len(order), drawn), strict=False)
    made = [sha256(position + _CARDS[card] + salt).digest() for position, card, salt in each]
    return made + [leaf(position, _NO_CARD, drawn) for position in range(len(order), size)]


@lru_cache(maxsize=1024)
def leaves_of_deck(order: tuple[int, ...], salts: str, size: int) -> tuple[bytes, ...]:
    """The commitments for a deck that lies at a table, kept from its root to the last receipt of its round."""
    return tuple(leaves(order, salts, size))


def salt_of(salts: str, position: int) -> str:
    """The salt of one position."""
    width = 2 * SALT_BYTES
    return salts[position * width : (position + 1) * width]


def root(of_leaves: Iterable[bytes], place: Place, shuffle: int) -> str:
    """The root hash over all commitments of a shuffle."""
    about = b"croupier root 1\0" + bound(place) + shuffle.to_bytes(4, "big")
    return sha256(about + b"".join(of_leaves)).hexdigest()
