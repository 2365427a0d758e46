"""What a document defines or lists is what the data, the hands and the script have."""

import pytest

from croupier.games import load as load_game
from croupier.games.game import Ask, Deal, Stub
from croupier.games.terms import Terms
from croupier.hands import dragon, five
from croupier.rulebook import Submission, load

DRAGON = Terms(Submission(load("dragon-md")))


@pytest.mark.clause("uth-ma", "5(b)")
@pytest.mark.clause("lir-nj", "18.3(b)")
@pytest.mark.clause("colorado-ma-1", "3(b)")
@pytest.mark.clause("colorado-ma-2", "3(b)")
@pytest.mark.clause("dragon-md", "6.B")
@pytest.mark.parametrize(
    ("name", "clause", "family", "categories"),
    [
        ("uth-ma", "5(b)", "hand", five.Category),
        ("lir-nj", "18.3(b)", "hand", five.Category),
        ("colorado-ma-1", "3(b)", "hand", five.Category),
        ("colorado-ma-2", "3(b)", "hand", five.Category),
        ("dragon-md", "6.B", "dragon", dragon.Category),
    ],
)
def test_hands_rank_in_the_order_in_which_the_document_lists_them(
    name: str, clause: str, family: str, categories: type[five.Category] | type[dragon.Category]
) -> None:
    book = load(name)
    listed = [each.rules[0] for each in book.under(clause) if each.depth == book.clause(clause).depth + 1]
    ranked = [f"{family}.{category.name.lower()}" for category in sorted(categories, reverse=True)]
    named = set(book.rules)
    assert [rule for rule in listed if rule in ranked] == [rule for rule in ranked if rule in named]


@pytest.mark.clause("dragon-md", "1.B(1)", "1.B(2)")
def test_1_b_ante_and_ante_bonus_must_and_the_three_card_bonus_may_stand_before_the_deal() -> None:
    before = {name: wager.required for name, wager in DRAGON.wagers.items() if wager.placed == "before the deal"}
    assert [name for name, required in before.items() if required] == ["ante", "ante_bonus"]
    assert before["three_card_bonus"] is False


@pytest.mark.clause("dragon-md", "1.B(5)", "1.B(10)")
def test_1_b_the_dealer_has_three_cards_and_the_stub_is_what_is_left_after_the_deal() -> None:
    assert load_game("dragon").script(DRAGON)[:2] == (Deal(each=3, dealer=3), Stub())


@pytest.mark.clause("colorado-ma-1", "1")
@pytest.mark.clause("colorado-ma-2", "1")
@pytest.mark.parametrize("name", ["colorado-ma-1", "colorado-ma-2"])
def test_1_three_cards_each_and_three_for_all_the_rest_is_the_stub_and_one_card_is_discarded(name: str) -> None:
    dealt, stub, ask = load_game("colorado").script(Terms(Submission(load(name))))[:3]
    assert (dealt, stub) == (Deal(each=3, community=3), Stub())
    assert isinstance(ask, Ask)
    assert [choice.name for choice in ask.choices if choice.discards] == ["bet"]


@pytest.mark.clause("lir-nj", "18.1")
def test_18_1_three_cards_each_and_three_for_all_and_what_rides_stays_in_place() -> None:
    script = load_game("lir").script(Terms(Submission(load("lir-nj"))))
    assert script[:2] == (Deal(each=3, community=3, counted_chips=("bonus",)), Stub())
    riding = [choice for step in script if isinstance(step, Ask) for choice in step.choices if choice.name == "ride"]
    assert [(choice.wager, choice.withdraws) for choice in riding] == [(None, None)] * 2
