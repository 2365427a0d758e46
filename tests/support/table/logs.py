"""A house's log in memory, for those who check receipts against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.crypto import merkle, signed_notes
from croupier.crypto.keys import PrivateKey
from croupier.crypto.signed_notes import Checkpoint
from croupier.table.model.state import Place
from croupier.table.receipts.log_proof import leaf_of
from croupier.table.receipts.receipt import facts_hash, public_facts

KEY = PrivateKey(b"house" + bytes(27))
ORIGIN = "harbour/log/1"


def in_memory(leaves: Sequence[bytes]) -> merkle.Perfect:
    """The perfect subtrees over the hashes of leaves that are all at hand."""
    return lambda level, number: merkle.folded(leaves[number << level : (number + 1) << level])


class Log:
    """Heads of rounds, one after the other."""

    def __init__(self, origin: str = ORIGIN, key: PrivateKey = KEY) -> None:
        self.origin, self.key = origin, key
        self.leaves: list[bytes] = []
        self.at: int | None = None  # the time that its checkpoints bear

    def add(self, receipt: dict[str, Any]) -> int:
        """Take up the round of a receipt; where it stands."""
        place = Place(receipt["house"], receipt["table"], receipt["session"])
        facts = facts_hash(public_facts(receipt), receipt["receipt"]).hex() if "shuffle" in receipt else ""
        self.leaves.append(leaf_of(place, receipt["round"], receipt["head"], facts))
        return len(self.leaves) - 1

    def fill(self, size: int) -> None:
        """Take up rounds of others until it has so many."""
        while len(self.leaves) < size:
            self.leaves.append(leaf_of(Place("Harbour", "other", "s"), len(self.leaves), "00" * 32))

    def point(self, size: int | None = None) -> Checkpoint:
        """Where it stood when it had so many."""
        size = len(self.leaves) if size is None else size
        return Checkpoint(self.origin, size, merkle.root(size, in_memory(self.leaves)), self.at)

    def note(self, size: int | None = None) -> str:
        """That, signed."""
        return signed_notes.signed(self.point(size).text(), self.origin, self.key)

    def inclusion(self, index: int, size: int | None = None) -> dict[str, Any]:
        """That a round is in it."""
        size = len(self.leaves) if size is None else size
        proof = merkle.inclusion(index, size, in_memory(self.leaves))
        return {"index": index, "size": size, "proof": [each.hex() for each in proof]}

    def consistency(self, first: int, second: int | None = None) -> list[str]:
        """That it continues what it was."""
        second = len(self.leaves) if second is None else second
        return [each.hex() for each in merkle.consistency(first, second, in_memory(self.leaves))]
