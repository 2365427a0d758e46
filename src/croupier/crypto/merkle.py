"""A Merkle tree over an append-only list (RFC 6962): its root, and proofs that are checked without the list.

An inclusion proof shows that a leaf stands at its place in the tree of a root; a consistency proof shows that the tree
of one root begins with the tree of another, so that nothing was taken out or altered in between. Proofs are made from
perfect subtrees, which never change: `perfect(level, number)` is the hash of the leaves from number * 2**level on,
2**level of them. The keeper of the list supplies that function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from croupier.errors import message

Perfect: TypeAlias = Callable[[int, int], bytes]
EMPTY = sha256().digest()  # the root of no leaves


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf; its prefix differs from a node's, so that neither can pass for the other."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees side by side."""
    return sha256(b"\x01" + left + right).digest()


def folded(hashes: Sequence[bytes]) -> bytes:
    """The root hash of a perfect subtree from the hashes of its parts, whose number is a power of two."""
    while len(hashes) > 1:
        hashes = [node_hash(left, right) for left, right in zip(hashes[::2], hashes[1::2], strict=True)]
    return hashes[0]


class CompactTree(NamedTuple):
    """An append-only Merkle tree: its size, and the roots of its perfect subtrees from the largest to the smallest."""

    size: int = 0
    peaks: tuple[bytes, ...] = ()

    def appended(self, leaf: bytes) -> CompactTree:
        """The tree with one more leaf, which is given by its hash."""
        peaks, at, hashed = self.peaks, self.size, leaf
        while at & 1:
            peaks, hashed, at = peaks[:-1], node_hash(peaks[-1], hashed), at >> 1
        return CompactTree(self.size + 1, (*peaks, hashed))

    @property
    def root(self) -> bytes:
        """The root hash, which stands for all leaves."""
        if not self.peaks:
            return EMPTY
        *left, hashed = self.peaks
        for peak in reversed(left):
            hashed = node_hash(peak, hashed)
        return hashed


# ---- making proofs ---------------------------------------------------------------------------------------------


def root(size: int, perfect: Perfect) -> bytes:
    """The root of the tree over the first `size` leaves."""
    return _range(0, size, perfect) if size else EMPTY


def inclusion(index: int, size: int, perfect: Perfect) -> list[bytes]:
    """The inclusion proof for the leaf at an index, from 0, in the tree over the first `size` leaves."""
    if not 0 <= index < size:
        raise IndexError(f"a tree of {size} leaves has none at {index}")
    path, begin, end = [], 0, size
    while end - begin > 1:
        middle = begin + _split(end - begin)
        if index < middle:
            path.append(_range(middle, end, perfect))
            end = middle
        else:
            path.append(_range(begin, middle, perfect))
            begin = middle
    return path[::-1]


def consistency(first: int, second: int, perfect: Perfect) -> list[bytes]:
    """The consistency proof that the tree over the first leaves is the beginning of a later one."""
    if not 0 < first <= second:
        raise IndexError(message(f"a tree of {second} leaves does not continue one of {first}", f"1 to {second}"))
    path, begin, end = [], 0, second
    while first != end:
        middle = begin + _split(end - begin)
        if first <= middle:
            path.append(_range(middle, end, perfect))
            end = middle
        else:
            path.append(_range(begin, middle, perfect))
            begin = middle
    return ([_range(begin, end, perfect)] if begin else []) + path[::-1]


def _split(size: int) -> int:
    """The number of leaves in the left subtree: the greatest power of two below `size`."""
    return 1 << (size - 1).bit_length() - 1


def _range(begin: int, end: int, perfect: Perfect) -> bytes:
    """The hash of a range of leaves that begins at a multiple of its own size, rounded up to a power of two."""
    size = end - begin
    if size & (size - 1) == 0:
        level = size.bit_length() - 1
        return perfect(level, begin >> level)
    middle = begin + _split(size)
    return node_hash(_range(begin, middle, perfect), _range(middle, end, perfect))


# ---- checking proofs -------------------------------------------------------------------------------------------


def is_included(leaf: bytes, index: int, size: int, proof: Iterable[bytes], of_root: bytes) -> bool:
    """True if the proof shows that a leaf, by its hash, stands at its index in the tree of a root."""
    if not 0 <= index < size:
        return False
    at, last, hashed = index, size - 1, leaf
    for each in proof:
        if not last:
            return False
        if at & 1 or at == last:
            hashed = node_hash(each, hashed)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            hashed = node_hash(hashed, each)
        at, last = at >> 1, last >> 1
    return not last and hashed == of_root


def is_continued(first: int, second: int, proof: Sequence[bytes], first_root: bytes, second_root: bytes) -> bool:
    """True if the proof shows that the tree of the second root begins with the whole tree of the first."""
    if first == second:
        return not proof and first_root == second_root
    if not 0 < first < second:
        return False
    path = list(proof) if first & (first - 1) else [first_root, *proof]
    if not path:
        return False
    at, last = first - 1, second - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    before = after = path[0]
    for each in path[1:]:
        if not last:
            return False
        if at & 1 or at == last:
            before, after = node_hash(each, before), node_hash(each, after)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            after = node_hash(after, each)
        at, last = at >> 1, last >> 1
    return not last and before == first_root and after == second_root
