"""One root over salted commitments, a commitment for each position of a whole deck.

The root is published before bets open. Afterwards a viewer is given the openings of the cards that the viewer has
seen, an auditor all: nobody can have changed a card, and nobody learns one that was not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2s
from struct import iter_unpack
from typing import NamedTuple

SALT_BYTES = 16
_NO_CARD = 63
_STARTS = [[bytes((position, card)) for card in range(64)] for position in range(64)]  # what a leaf begins with


class Opening(NamedTuple):
    """A position of the deck, the card that was there, and the salt that proves it."""

    position: int
    card: int
    salt: str


def leaf(position: int, card: int, salt: bytes) -> bytes:
    """The commitment for one position."""
    return blake2s(bytes((position, card)) + salt).digest()


def leaves(order: Sequence[int], salts: str, size: int) -> list[bytes]:
    """The commitments for a deck that should have so many cards; its salts stand one after another, in hexadecimal.

    Where the deck lacks cards, the last commitments are to none, salted by all salts: their number tells nobody.
    """
    drawn = bytes.fromhex(salts)
    each = iter_unpack(f"{SALT_BYTES}s", drawn)
    made = [blake2s(starts[card] + salt).digest() for starts, card, (salt,) in zip(_STARTS, order, each, strict=False)]
    return made + [leaf(position, _NO_CARD, drawn) for position in range(len(order), size)]


def salt_of(salts: str, position: int) -> str:
    """The salt of one position."""
    width = 2 * SALT_BYTES
    return salts[position * width : (position + 1) * width]


def root(of_leaves: Iterable[bytes]) -> str:
    """The one value that stands for all commitments."""
    return blake2s(b"".join(of_leaves)).hexdigest()


def proves(published: str, all_leaves: Sequence[bytes], openings: Iterable[Opening]) -> bool:
    """Whether the openings belong to the deck whose root was published."""
    return root(all_leaves) == published and all(_opens(all_leaves, opening) for opening in openings)


def _opens(all_leaves: Sequence[bytes], opening: Opening) -> bool:
    position, card, salt = opening
    try:
        return 0 <= position < len(all_leaves) and all_leaves[position] == leaf(position, card, bytes.fromhex(salt))
    except ValueError:  # what is no card or no salt opens nothing
        return False
