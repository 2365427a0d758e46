"""What a clause asks of the cards and the layout where nothing that is printed would cite it."""

from __future__ import annotations

import pytest
from support.table.tables import ROUND, bet, choose, dealer, fault, opened, refused, sent

from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.views.view import PUBLIC, view

WAGERS: dict[str, dict[str, int]] = {
    "uth-ma": {"ante": 500, "blind": 500},
    "lir-nj": {"bet_1": 500, "bet_2": 500, "bet_3": 500},
    "colorado-ma-1": {"ante": 500},
    "colorado-ma-2": {"ante": 500},
    "dragon-md": {"ante": 500, "ante_bonus": 500},
}
DRAGON = WAGERS["dragon-md"]
UNCHECKED = ROUND | {"check"}
BY_DEVICE = Command("device", "load")


def laid(events: list[Event]) -> list[tuple[str, int]]:
    """Where each card went, in order."""
    return [(event.data["to"], event.data["card"]) for event in events if event.kind == "dealt"]


# ---- a card drawn in error ---------------------------------------------------------------------------------

DRAWN = [
    pytest.param("uth-ma", marks=pytest.mark.clause("uth-ma", "15(c)")),
    pytest.param("lir-nj", marks=pytest.mark.clause("lir-nj", "18.12(b)")),
    pytest.param("colorado-ma-1", marks=pytest.mark.clause("colorado-ma-1", "14(b)")),
    pytest.param("colorado-ma-2", marks=pytest.mark.clause("colorado-ma-2", "13(b)")),
    pytest.param("dragon-md", marks=pytest.mark.clause("dragon-md", "13.C")),
]


@pytest.mark.parametrize("before", range(3))
@pytest.mark.parametrize("rulebook", DRAWN)
def test_a_card_drawn_by_mistake_and_not_seen_is_the_next_card(rulebook: str, before: int) -> None:
    """Drawn before the first card or in the middle of the deal, it changes no hand."""
    dealt = []
    for mistakes in ((), (fault("drawn"),)):
        table = opened(rulebook)
        sent(table, bet(1, WAGERS[rulebook]), bet(2, WAGERS[rulebook]), *dealer("no more bets"))
        so_far = [Command("dealer", "deal", args={"cards": 1})] * before
        dealt.append(laid(sent(table, *so_far, *mistakes, *dealer("deal"))))
    right, mistaken = dealt
    assert mistaken == right


# ---- the stack and the stub --------------------------------------------------------------------------------


@pytest.mark.clause("dragon-md", "5.C", "8.B")
@pytest.mark.parametrize("dealing", ["manual_shoe", "automated_shoe"])
def test_5_c_the_shuffling_device_may_put_its_stack_straight_into_a_shoe(dealing: str) -> None:
    table = opened("dragon-md", options={"dealing": dealing}, by_hand={"load"})
    assert [event.kind for event in sent(table, BY_DEVICE)] == ["loaded"]


@pytest.mark.clause("dragon-md", "5.C", "9.A(1)")
def test_5_c_a_device_has_no_shoe_to_put_its_stack_into_where_cards_are_dealt_from_the_hand() -> None:
    table = opened("dragon-md", options={"dealing": "hand"}, by_hand={"load"})
    assert "accepted: 'load' by the dealer" in refused(table, BY_DEVICE)


COUNTED_WRONG = [
    pytest.param("manual_shoe", "8.G(1)", marks=pytest.mark.clause("dragon-md", "8.G", "8.G(1)")),
    pytest.param("hand", "9.G", marks=pytest.mark.clause("dragon-md", "9.F", "9.G")),
    pytest.param("automated_shoe", "10.F", marks=pytest.mark.clause("dragon-md", "10.E", "10.F")),
]


@pytest.mark.parametrize(("dealing", "misdealt"), COUNTED_WRONG)
@pytest.mark.parametrize(("how", "times"), [("double", 1), ("to 2", 0)])
def test_a_count_that_is_wrong_and_no_other_has_a_misdeal_looked_for(
    dealing: str, misdealt: str, how: str, times: int
) -> None:
    table = opened("dragon-md", options={"dealing": dealing}, by_hand=UNCHECKED)
    sent(table, fault("slip", how=how, at="1"), bet(1, DRAGON), bet(2, DRAGON), *dealer("no more bets", "deal"))
    heard = sent(table, Command("dealer", "stub", args={"count": True}))
    assert [event.data["clauses"] for event in heard if event.kind == "irregular"] == [(misdealt,)] * times


# ---- hands and wagers on the layout ------------------------------------------------------------------------


@pytest.mark.clause("lir-nj", "18.10(g)4", "18.10(h)")
def test_18_10_g_4_hands_stay_face_up_until_all_wagers_are_settled() -> None:
    table = opened("lir-nj", "Kh 9c 3d Qd 9s Kc 4s 2d 8h")
    wagers = WAGERS["lir-nj"]
    sent(table, bet(1, wagers), bet(2, wagers), *dealer("no more bets", "deal", "stub"))
    sent(table, choose(1, "ride"), choose(2, "ride"), *dealer("burn", "turn up"))
    sent(table, choose(1, "ride"), choose(2, "ride"), *dealer("turn up"))
    first = sent(table, *dealer("settle"))
    assert "collected" not in {event.kind for event in first}
    assert [seat["cards"] for seat in view(table.state, PUBLIC)["seats"]] == [["??"] * 3, ["9c", "9s", "2d"]]
    last = sent(table, *dealer("settle"))
    assert [event.data["of"] for event in last if event.kind == "collected"] == ["2", "1", "community"]


@pytest.mark.clause("dragon-md", "2.B(2)")
def test_2_b_2_each_of_the_five_wagers_lies_in_an_area_of_its_own() -> None:
    table = opened("dragon-md", names=["first"])
    before = {"ante": 1000, "ante_bonus": 1000, "three_card_bonus": 300, "dragon_bet": 200}
    sent(table, bet(1, before), *dealer("no more bets", "deal", "stub"), choose(1, "play"))
    areas = before | {"play": 1000}
    assert [seat["wagers"] for seat in view(table.state, PUBLIC)["seats"]] == [areas]
    assert set(table.state.terms.wagers) == set(areas)
