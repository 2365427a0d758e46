"""The bytes of a shuffle: vectors, every order alike, and a second verifier that shares no code."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, permutations, product, repeat
from pathlib import Path

import pytest
from support.second_verifier import complaints

from croupier.cards import STANDARD
from croupier.table.commitments import leaf, leaves, root, salt_of
from croupier.table.fairness import blocks_of, bound, depth, digest, permuted, salts, secret_of, stream
from croupier.table.state import Place

PLACE, SEED, NUMBERS = Place("h", "t", "s"), "01" * 32, ["02" * 32, "03" * 32]
SECRET = secret_of(SEED, PLACE, 1)
BLOCKS = blocks_of(SECRET, PLACE, 1, NUMBERS)
ORDER, SALTS = permuted(range(52), BLOCKS("order")), salts(52, BLOCKS("salts"))
LEAVES = leaves(ORDER, SALTS, 52)
RECORD = Path(__file__).parents[2] / "docs" / "decisions" / "0007-fairness.md"


def written(name: str) -> list[str]:
    """What the decision record says of a part of its vector."""
    lines = RECORD.read_text().split("## A vector")[1].splitlines()
    start = next(number for number, line in enumerate(lines) if line.strip().startswith(name))
    words = lines[start].split()[len(name.split()) :]
    for line in lines[start + 1 :]:
        if not line.startswith(" " * 17):
            break
        words += line.split()
    return words


def test_the_vector_of_the_decision_record_is_what_is_computed() -> None:
    assert written("secret") == [SECRET]
    assert written("commitment") == [digest(SECRET)]
    assert written("order") == [str(card) for card in ORDER]
    assert written("first salt") == [salt_of(SALTS, 0)]
    assert written("last salt") == [salt_of(SALTS, 51)]
    assert written("first leaf") == [LEAVES[0].hex()]
    assert written("root") == [root(LEAVES, PLACE, 1)]
    assert written("cuts") == [str(depth(52, BLOCKS(f"cut {number}"))) for number in (1, 2, 3)]


def test_a_second_verifier_works_the_same_deck_out() -> None:
    receipt = {
        **PLACE._asdict(),
        "faces": list(STANDARD.faces),
        "shown": root(LEAVES, PLACE, 1),
        "changes": [],
        "root": root(LEAVES, PLACE, 1),
        "leaves": [each.hex() for each in LEAVES],
        "shuffle": {
            "number": 1,
            "commitment": digest(SECRET),
            "numbers": NUMBERS,
            "cuts": [depth(52, BLOCKS("cut 1")), depth(52, BLOCKS("cut 2"))],
        },
        "dealt": [],
        "cards": [],
    }
    assert complaints(receipt, SEED) == set()
    assert complaints(receipt, "00" * 32) >= {"secret", "deck"}


@pytest.mark.parametrize(
    "other",
    [
        (Place("H", "t", "s"), 1, NUMBERS),
        (Place("h", "T", "s"), 1, NUMBERS),
        (Place("h", "t", "S"), 1, NUMBERS),
        (Place("ht", "", "s"), 1, NUMBERS),
        (PLACE, 2, NUMBERS),
        (PLACE, 1, NUMBERS[:1]),
        (PLACE, 1, []),
        (PLACE, 1, ["02" * 32, "04" * 32]),
    ],
)
def test_another_table_shuffle_or_number_makes_another_deck(other: tuple[Place, int, list[str]]) -> None:
    place, shuffle, numbers = other
    assert permuted(range(52), blocks_of(SECRET, place, shuffle, numbers)("order")) != ORDER
    if numbers == NUMBERS:
        assert root(LEAVES, place, shuffle) != root(LEAVES, PLACE, 1)
        assert secret_of(SEED, place, shuffle) != SECRET


def test_where_a_table_stands_is_told_by_lengths_and_not_by_guessing() -> None:
    assert bound(Place("a", "bc", "")) != bound(Place("ab", "c", ""))
    assert bound(Place("ü", "", "")) == b"\0\2\xc3\xbc\0\0\0\0"


def test_the_labels_have_streams_of_their_own() -> None:
    first = {label: next(stream(label, SECRET, PLACE, 1, NUMBERS)) for label in ("order", "salts", "cut 1", "cut 2")}
    assert len(set(first.values())) == 4


# ---- every order is as likely as any other ----------------------------------------------------------------


def tape(*drawn: int) -> Iterator[bytes]:
    """Bytes as they are written, one a block; the last goes on."""
    return chain((bytes((byte,)) for byte in drawn), repeat(bytes(drawn[-1:])))


def test_every_order_of_three_cards_comes_from_as_many_bytes() -> None:
    """All that the first two bytes can be, but for the one that is thrown away."""
    orders = Counter(permuted(range(3), tape(*drawn)) for drawn in product(range(255), range(256)))
    assert orders == dict.fromkeys(permutations(range(3)), 255 * 256 // 6)


def test_every_order_of_four_cards_comes_from_as_many_bytes() -> None:
    """Bytes below twelve leave every remainder by four, three and two equally often."""
    orders = Counter(permuted(range(4), tape(*drawn)) for drawn in product(range(12), repeat=3))
    assert orders == dict.fromkeys(permutations(range(4)), 12**3 // 24)


@pytest.mark.parametrize("cards", range(2, 54))
def test_each_card_comes_last_for_as_many_bytes_as_any_other(cards: int) -> None:
    """A byte that would favour a card is thrown away, and the next is looked at: here a zero, for the first card."""
    last = Counter(permuted(range(cards), tape(byte, 0))[-1] for byte in range(256))
    assert last == Counter(dict.fromkeys(range(cards), 256 // cards)) + Counter({0: 256 % cards})


@pytest.mark.parametrize("cards", [52, 53])
def test_each_depth_of_a_cut_comes_from_as_many_bytes(cards: int) -> None:
    depths = Counter(depth(cards, tape(byte, 0)) for byte in range(256))
    ways = cards - 19
    assert depths == Counter(dict.fromkeys(range(10, cards - 9), 256 // ways)) + Counter({10: 256 % ways})


def test_the_cards_are_taken_in_their_own_order_whatever_order_they_lay_in() -> None:
    assert permuted(range(51, -1, -1), BLOCKS("order")) == ORDER
    assert permuted([7], BLOCKS("order")) == (7,)


# ---- commitments --------------------------------------------------------------------------------------------


def test_a_root_is_a_hash_over_hashes_of_position_card_and_salt() -> None:
    each = [
        sha256(bytes([0, position, card]) + bytes.fromhex(SALTS[32 * position : 32 * position + 32])).digest()
        for position, card in enumerate(ORDER)
    ]
    assert each == LEAVES
    assert each[7] == leaf(7, ORDER[7], bytes.fromhex(salt_of(SALTS, 7)))
    where = b"\0\1h\0\1t\0\1s"
    assert root(LEAVES, PLACE, 1) == sha256(b"croupier root 1\0" + where + b"\0\0\0\1" + b"".join(each)).hexdigest()


@pytest.mark.parametrize("cards", [0, 1, 51])
def test_a_deck_that_lacks_cards_has_as_many_commitments_as_a_whole_one(cards: int) -> None:
    """How many of them are to no card shows nowhere: not by their number, nor by what is the same in two decks."""
    short = leaves(ORDER[:cards], SALTS[: 32 * cards], 52)
    assert len(short) == len(set(short)) == 52
    assert short[:cards] == LEAVES[:cards]
    assert not set(short[cards:]) & set(LEAVES)
