"""One root over salted commitments, a commitment for each position of the deck.

The root is published before bets open. Afterwards a viewer is given the openings of the cards that the viewer has
seen, an auditor all: nobody can have changed a card, and nobody learns one that was not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

SALT_BYTES = 16


class Opening(NamedTuple):
    """A position of the deck, the card that was there, and the salt that proves it."""

    position: int
    card: int
    salt: str


def leaf(position: int, card: int, salt: str) -> bytes:
    """The commitment for one position."""
    return sha256(b"%d:%d:%b" % (position, card, salt.encode())).digest()


def leaves(order: Sequence[int], salts: Sequence[str]) -> list[bytes]:
    """The commitments for a deck."""
    return [leaf(position, card, salt) for position, (card, salt) in enumerate(zip(order, salts, strict=True))]


def root(of_leaves: Iterable[bytes]) -> str:
    """The one value that stands for all commitments."""
    return sha256(b"".join(of_leaves)).hexdigest()


def proves(published: str, all_leaves: Sequence[bytes], openings: Iterable[Opening]) -> bool:
    """Whether the openings belong to the deck whose root was published."""
    return root(all_leaves) == published and all(
        0 <= each.position < len(all_leaves) and all_leaves[each.position] == leaf(*each) for each in openings
    )
