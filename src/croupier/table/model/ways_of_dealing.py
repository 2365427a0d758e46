"""The ways of dealing and of shuffling, each a row of a table with the properties that procedures ask for.

A rulebook offers some of them by name, in its options `dealing` and `shuffling`. No other module compares a name: a new
way is a row here, and the procedures follow from its properties.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Dealing(NamedTuple):
    """A way of dealing: from which holder, and how many cards at a time."""

    name: str
    holder: str  # of the cards, as the event says it into which they are loaded
    stacks: bool = False  # a device gives out all cards of a hand at once, not one by one round the table
    together: bool = False  # the dealer does
    device: bool = False  # the shoe is a device: it counts the hands it deals, and may fail
    from_hand: bool = False  # the dealer holds the cards: there is no shoe to load, and no deck is dealt that was cut


class Shuffling(NamedTuple):
    """A way of shuffling: by the dealer's hand, or by a device and what that does besides."""

    name: str
    by_hand: bool = False
    counts: bool = False  # the device counts the deck
    continuous: bool = False  # the device keeps the cards and shuffles by itself: they are neither cut nor spread


MANUAL_SHOE = Dealing("manual_shoe", "shoe")  # which takes the place of any other way
BY_HAND = Shuffling("manual", by_hand=True)  # which takes the place of a shuffler

DEALING: Mapping[str, Dealing] = {
    way.name: way
    for way in (
        MANUAL_SHOE,
        Dealing("hand", "the dealer's hand", from_hand=True),
        Dealing("hand_by_two", "the dealer's hand", together=True, from_hand=True),
        Dealing("automated_shoe", "automated shoe", stacks=True, device=True),
    )
}
SHUFFLING: Mapping[str, Shuffling] = {
    way.name: way
    for way in (
        BY_HAND,
        Shuffling("device"),
        Shuffling("counting_device", counts=True),
        Shuffling("self_shuffling_device", counts=True, continuous=True),
    )
}
