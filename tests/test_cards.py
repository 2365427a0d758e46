"""Cards and decks: ints inside, text at the edge."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DRAGON, STANDARD, CardError, Deck, rank, rank_name, suit


def orders(deck: Deck) -> st.SearchStrategy[list[int]]:
    return st.permutations(range(len(deck)))


@pytest.mark.clause("colorado-ma-1", "2(a)")
@pytest.mark.clause("colorado-ma-2", "2(a)")
@pytest.mark.clause("uth-ma", "2(a)")
@pytest.mark.clause("lir-nj", "18.2(a)")
def test_2_a_the_standard_deck_has_each_rank_in_each_suit_once() -> None:
    assert len(STANDARD) == 52
    assert len(set(STANDARD.faces)) == 52
    assert Counter(map(rank, range(52))) == dict.fromkeys(range(13), 4)
    assert Counter(map(suit, range(52))) == dict.fromkeys(range(4), 13)


@pytest.mark.clause(
    "dragon-md",
    *("3.A(1)", "3.A(3)", "3.A(3)(a)", "3.A(3)(a)(i)", "3.A(3)(a)(ii)", "3.A(3)(a)(iii)"),
    *("3.A(3)(b)", "3.A(3)(c)", "3.A(3)(d)", "3.A(3)(e)", "3.A(3)(f)"),
)
def test_3_a_the_dragon_deck_has_53_cards_of_six_characters() -> None:
    assert len(DRAGON) == 53
    assert Counter(DRAGON.faces) == {"RD": 3, "BD": 3, "GD": 1, "PH": 7, "TI": 8, "PA": 9, "MO": 10, "RA": 12}


@given(orders(STANDARD))
def test_standard_cards_survive_text(cards: list[int]) -> None:
    assert STANDARD.parse(STANDARD.text(cards)) == tuple(cards)


@given(orders(DRAGON))
def test_dragon_cards_survive_text_up_to_their_copies(cards: list[int]) -> None:
    text = DRAGON.text(cards)
    parsed = DRAGON.parse(text, count=53)
    assert sorted(parsed) == list(range(53))
    assert DRAGON.text(parsed) == text


@pytest.mark.parametrize("text", ["Ah Td", "ah td", "AH TD", "Ah,Td", "Ah 10d", "A♥ 10♦", "AhTd", "Ah10d"])
def test_usual_spellings_are_understood(text: str) -> None:
    assert STANDARD.text(STANDARD.parse(text, count=2)) == "Ah Td"


@pytest.mark.parametrize(
    ("deck", "text", "count", "said"),
    [
        (STANDARD, "Ah Xx", None, "'Xx' is no card of the standard deck (cards are written Ah Td)"),
        (STANDARD, "Ah Ah", None, "Ah is named 2 times and the deck has one (read as 'Ah Ah')"),
        (STANDARD, "Ah Kh", 5, "5 cards expected, 2 given (read as 'Ah Kh')"),
        (STANDARD, "", 1, "1 card expected, 0 given ('' names none)"),
        (DRAGON, "RD RD RD RD", None, "RD is named 4 times and the deck has 3 (read as 'RD RD RD RD')"),
        (DRAGON, "Ah", None, "'Ah' is no card of the dragon deck (cards are written GD RD BD PH TI PA MO RA)"),
        (
            STANDARD,
            "Zz Ah Ah",
            2,
            (
                "'Zz' is no card of the standard deck; Ah is named 2 times and the deck has one; "
                "2 cards expected, 3 given (cards are written Ah Td)"
            ),
        ),
    ],
)
def test_what_is_wrong_with_cards_is_said(deck: Deck, text: str, count: int | None, said: str) -> None:
    with pytest.raises(CardError) as refused:
        deck.parse(text, count)
    assert str(refused.value) == said


@given(st.text())
def test_no_text_breaks_the_parser(text: str) -> None:
    for deck in (STANDARD, DRAGON):
        try:
            cards = deck.parse(text)
        except CardError:
            continue
        assert len(set(cards)) == len(cards)


def test_cards_and_ranks_have_names() -> None:
    assert STANDARD.names[STANDARD.parse("Qs")[0]] == "queen of spades"
    assert DRAGON.names[DRAGON.parse("PH")[0]] == "Phoenix"
    assert (rank_name(12), rank_name(4, plural=True)) == ("ace", "sixes")
