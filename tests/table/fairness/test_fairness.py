"""The bytes of a shuffle: vectors, every order alike, and a second verifier that shares no code."""

import hmac
from collections import Counter
from hashlib import sha256
from itertools import permutations, product
from pathlib import Path

import pytest
from support.table.second_verifier import complaints

from croupier.cards import STANDARD
from croupier.table.fairness import shuffle as shuffle_bytes
from croupier.table.fairness.commitments import leaf, leaves, root, salt_of
from croupier.table.fairness.shuffle import Draws, below, bound, digest, last_cut, permuted, secret_of
from croupier.table.model.state import Place

PLACE, SEED, NUMBERS = Place("h", "t", "s"), "01" * 32, ["02" * 32, "03" * 32]
SECRET = secret_of(SEED, PLACE, 1)
DRAWS = Draws(SECRET, PLACE, 1)
ORDER, SALTS = DRAWS.order(range(52)), DRAWS.salts(52)
LEAVES = leaves(ORDER, SALTS, 52)
ROOT = root(LEAVES, PLACE, 1)
PLACES = last_cut(ROOT, PLACE, 1, NUMBERS, 52)
RECORD = Path(__file__).parents[3] / "docs" / "decisions" / "0007-fairness.md"


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
    assert written("places") == [str(place) for place in PLACES]
    assert written("cuts") == [str(DRAWS.cut(number, 52)) for number in (1, 2, 3)]


def test_a_second_verifier_works_the_same_deck_out() -> None:
    receipt = {
        "receipt": 3,
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
            "cuts": [DRAWS.cut(1, 52), DRAWS.cut(2, 52)],
        },
        "dealt": [],
        "cards": [
            {"place": place, "leaf": at, "card": ORDER[at], "salt": salt_of(SALTS, at)}
            for place, at in enumerate((each + DRAWS.cut(1, 52) + DRAWS.cut(2, 52)) % 52 for each in PLACES)
        ],
        "decks": [],
        "seats": [],
        "counts": {"decks": 0, "void": 0, "withdrawn": 0, "withheld": 0},
    }
    assert complaints(receipt, SEED) == set()
    receipt["cards"][0]["place"], receipt["cards"][1]["place"] = 1, 0
    assert complaints(receipt, SEED) == {"order"}
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
def test_another_table_or_shuffle_makes_another_deck_and_another_number_another_cut(
    other: tuple[Place, int, list[str]],
) -> None:
    place, shuffle, numbers = other
    assert last_cut(ROOT, place, shuffle, numbers, 52) != PLACES
    if numbers == NUMBERS:
        assert Draws(SECRET, place, shuffle).order(range(52)) != ORDER
        assert root(LEAVES, place, shuffle) != root(LEAVES, PLACE, 1)
        assert secret_of(SEED, place, shuffle) != SECRET


def test_without_a_number_the_places_are_dealt_as_they_lie() -> None:
    assert last_cut(ROOT, PLACE, 1, [], 52) == tuple(range(52))
    assert sorted(PLACES) == list(range(52))
    assert last_cut("00" * 32, PLACE, 1, NUMBERS, 52) != PLACES


def test_where_a_table_stands_is_told_by_lengths_and_not_by_guessing() -> None:
    assert bound(Place("a", "bc", "")) != bound(Place("ab", "c", ""))
    assert bound(Place("ü", "", "")) == b"\0\2\xc3\xbc\0\0\0\0"


def test_the_labels_have_streams_of_their_own() -> None:
    assert len({DRAWS.stream(label, 32) for label in ("order", "salts", "cut 1", "cut 2")}) == 4


# ---- every order is as likely as any other ----------------------------------------------------------------


def test_every_order_of_three_cards_comes_from_as_many_bytes() -> None:
    """All that the first two bytes can be, but for the one that is thrown away."""
    orders = Counter(permuted(range(3), bytes(drawn)) for drawn in product(range(255), range(256)))
    assert orders == dict.fromkeys(permutations(range(3)), 255 * 256 // 6)


def test_every_order_of_four_cards_comes_from_as_many_bytes() -> None:
    """Bytes below twelve leave every remainder by four, three and two equally often."""
    orders = Counter(permuted(range(4), bytes(drawn)) for drawn in product(range(12), repeat=3))
    assert orders == dict.fromkeys(permutations(range(4)), 12**3 // 24)


@pytest.mark.parametrize("cards", range(2, 54))
def test_each_card_comes_last_for_as_many_bytes_as_any_other(cards: int) -> None:
    """A byte that would favour a card is thrown away, and the next is looked at: here a zero, for the first card."""
    orders = [permuted(range(cards), bytes((byte, *[0] * cards))) for byte in range(256)]
    last = Counter(order[-1] for order in orders if order is not None)
    assert last == Counter(dict.fromkeys(range(cards), 256 // cards)) + Counter({0: 256 % cards})


@pytest.mark.parametrize("cards", [52, 53])
def test_each_depth_of_a_cut_comes_from_as_many_bytes(cards: int) -> None:
    ways = cards - 19
    assert Counter(below(ways, bytes((byte, 0))) for byte in range(256)) == Counter(
        dict.fromkeys(range(ways), 256 // ways)
    ) + Counter({0: 256 % ways})
    assert below(ways, bytes((255, 255))) is None
    assert {DRAWS.cut(number, cards) for number in range(1, 2000)} == set(range(10, cards - 9))


def test_the_cards_are_taken_in_their_own_order_whatever_order_they_lay_in() -> None:
    assert DRAWS.order(range(51, -1, -1)) == ORDER
    assert DRAWS.order([7]) == (7,)


def test_bytes_that_run_out_are_drawn_again_from_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert permuted(range(52), bytes(50)) is None
    cuts = [DRAWS.cut(number, 52) for number in range(1, 50)]
    monkeypatch.setattr(shuffle_bytes, "_BYTES_AT_FIRST", 1)
    assert DRAWS.order(range(52)) == ORDER
    assert [DRAWS.cut(number, 52) for number in range(1, 50)] == cuts


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


@pytest.mark.parametrize("label", ["order", "salts", "cut 1"])
def test_the_stream_is_hmac_sha_256(label: str) -> None:
    """By the standard library's own."""
    where = b"\0\1h\0\1t\0\1s" + b"\0\0\0\7" + b"\0\2" + bytes.fromhex("".join(NUMBERS))
    message = f"croupier {label} 1\0".encode() + where
    blocks = [
        hmac.digest(bytes.fromhex(SECRET), message + number.to_bytes(4, "big"), "sha256") for number in range(1, 6)
    ]
    assert Draws(SECRET, PLACE, 7, NUMBERS).stream(label, 150) == b"".join(blocks)[:150]
