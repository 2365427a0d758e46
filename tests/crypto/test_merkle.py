"""The tree over the heads of rounds: roots and proofs beside a plain implementation, over all trees up to 64 leaves."""

from __future__ import annotations

import hashlib

import pytest
from support.table.logs import in_memory

from croupier.crypto import merkle
from croupier.crypto.merkle import CompactTree, is_continued, is_included, leaf_hash

MOST = 64
LEAVES = [leaf_hash(f"leaf {number}".encode()) for number in range(MOST)]
PERFECT = in_memory(LEAVES)

# The leaves that implementations of RFC 6962 are tried with, and the roots of the first one, two and so on.
KNOWN = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


# ---- written from the RFC's definitions alone ----------------------------------------------------------


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def below(size: int) -> int:
    power = 1
    while power * 2 < size:
        power *= 2
    return power


def mth(data: list[bytes]) -> bytes:
    if not data:
        return sha(b"")
    if len(data) == 1:
        return data[0]
    k = below(len(data))
    return sha(b"\x01" + mth(data[:k]) + mth(data[k:]))


def path(m: int, data: list[bytes]) -> list[bytes]:
    if len(data) == 1:
        return []
    k = below(len(data))
    return [*path(m, data[:k]), mth(data[k:])] if m < k else [*path(m - k, data[k:]), mth(data[:k])]


def subproof(m: int, data: list[bytes], *, whole: bool) -> list[bytes]:
    if m == len(data):
        return [] if whole else [mth(data)]
    k = below(len(data))
    if m <= k:
        return [*subproof(m, data[:k], whole=whole), mth(data[k:])]
    return [*subproof(m - k, data[k:], whole=False), mth(data[:k])]


# ---- roots ---------------------------------------------------------------------------------------------


def test_the_roots_are_those_that_everybody_knows() -> None:
    leaves = [leaf_hash(bytes.fromhex(each)) for each in KNOWN]
    assert [merkle.root(size, in_memory(leaves)).hex() for size in range(1, 9)] == ROOTS
    assert merkle.root(0, PERFECT).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_a_known_proof_is_made_and_holds() -> None:
    leaves = [leaf_hash(bytes.fromhex(each)) for each in KNOWN]
    proof = merkle.inclusion(5, 8, in_memory(leaves))
    assert [each.hex() for each in proof] == [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]
    assert is_included(leaves[5], 5, 8, proof, bytes.fromhex(ROOTS[7]))
    assert is_continued(6, 8, merkle.consistency(6, 8, in_memory(leaves)), *map(bytes.fromhex, (ROOTS[5], ROOTS[7])))


def test_a_tree_that_grows_needs_few_hashes_and_has_the_same_root() -> None:
    tree = CompactTree()
    for size, leaf in enumerate(LEAVES):
        assert tree.root == merkle.root(size, PERFECT) == mth(LEAVES[:size])
        assert len(tree.peaks) == size.bit_count()
        tree = tree.appended(leaf)
    assert (tree.size, tree.root) == (MOST, mth(LEAVES))


# ---- proofs --------------------------------------------------------------------------------------------


def test_every_leaf_of_every_tree_is_shown_to_be_in_it_and_nowhere_else() -> None:
    for size in range(1, MOST + 1):
        root = merkle.root(size, PERFECT)
        for index in range(size):
            proof = merkle.inclusion(index, size, PERFECT)
            assert proof == path(index, LEAVES[:size])
            assert is_included(LEAVES[index], index, size, proof, root)
            for other in range(size):
                assert is_included(LEAVES[index], other, size, proof, root) == (other == index)


def test_every_tree_is_shown_to_continue_every_one_before_it() -> None:
    for second in range(1, MOST + 1):
        for first in range(1, second + 1):
            proof = merkle.consistency(first, second, PERFECT)
            assert proof == subproof(first, LEAVES[:second], whole=True)
            roots = merkle.root(first, PERFECT), merkle.root(second, PERFECT)
            assert is_continued(first, second, proof, *roots)
            assert is_continued(first, second, proof, *roots[::-1]) == (first == second)


def test_a_past_that_was_rewritten_is_never_shown_to_be_continued() -> None:
    """One leaf altered: whatever honest proof of the altered tree is given, it does not fit what was signed before."""
    for altered in range(16):
        leaves = [*LEAVES[:altered], leaf_hash(b"another"), *LEAVES[altered + 1 : 16]]
        for second in range(1, 17):
            for first in range(altered + 1, second + 1):
                proof = merkle.consistency(first, second, in_memory(leaves))
                after = merkle.root(second, in_memory(leaves))
                assert not is_continued(first, second, proof, merkle.root(first, PERFECT), after)


def _spoiled(proof: list[bytes]) -> list[list[bytes]]:
    other = b"\x00" * 32
    changed = [[*proof[:at], other, *proof[at + 1 :]] for at in range(len(proof))]
    missing = [proof[:at] + proof[at + 1 :] for at in range(len(proof))]
    more = [[*proof[:at], other, *proof[at:]] for at in range(len(proof) + 1)]
    return [*changed, *missing, *more]


def test_a_spoiled_proof_shows_nothing() -> None:
    for size in range(1, 20):
        root = merkle.root(size, PERFECT)
        for index in range(size):
            for proof in _spoiled(merkle.inclusion(index, size, PERFECT)):
                assert not is_included(LEAVES[index], index, size, proof, root)
            roots = merkle.root(index + 1, PERFECT), root
            for proof in _spoiled(merkle.consistency(index + 1, size, PERFECT)):
                assert not is_continued(index + 1, size, proof, *roots)


def test_a_leaf_cannot_pass_for_a_node() -> None:
    left, right = LEAVES[:2]
    assert leaf_hash(left + right) != merkle.node_hash(left, right)


@pytest.mark.parametrize(("index", "size"), [(-1, 3), (3, 3), (0, 0), (5, 2)])
def test_what_is_not_there_is_neither_proved_nor_included(index: int, size: int) -> None:
    with pytest.raises(IndexError, match=f"a tree of {size} leaves has none at {index}"):
        merkle.inclusion(index, size, PERFECT)
    assert not is_included(LEAVES[0], index, size, [], LEAVES[0])


@pytest.mark.parametrize(("first", "second"), [(0, 3), (4, 3), (-1, 3)])
def test_what_comes_later_is_not_continued(first: int, second: int) -> None:
    with pytest.raises(IndexError, match="does not continue"):
        merkle.consistency(first, second, PERFECT)
    assert not is_continued(first, second, [LEAVES[0]], merkle.EMPTY, LEAVES[0])


def test_an_empty_proof_continues_nothing_but_itself() -> None:
    assert not is_continued(3, 5, [], LEAVES[0], LEAVES[1])
    assert is_continued(0, 0, [], merkle.EMPTY, merkle.EMPTY)
    assert not is_continued(3, 3, [], LEAVES[0], LEAVES[1])
