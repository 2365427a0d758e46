from __future__ import annotations

import time

import pytest
from support.default_house import NAMES
from support.page.fixtures import Enter


def test_a_first_visit_is_a_first_bet_within_ten_seconds(enter: Enter) -> None:
    house = enter("uth-ma")
    guest = house.comes()
    began = time.monotonic()
    guest.sits("uth-ma").bets()
    guest.find(".choice:enabled").first.wait_for()
    assert time.monotonic() - began < 10
    state = house.state("uth-ma")
    assert [seat.wagers for _, seat in state.taken()] == [{"ante": 500, "blind": 500}]


@pytest.mark.parametrize("name", NAMES)
def test_a_round_is_played_and_every_payout_line_cites_its_clause(enter: Enter, name: str) -> None:
    guest = enter(name).comes().sits(name)
    guest.bets()
    guest.plays_on()
    guest.find(".result .lines li").first.wait_for()
    lines = guest.find(".result .lines li")
    assert lines.count() >= 1
    assert all(lines.nth(at).locator(".cite").count() for at in range(lines.count()))
    lines.first.locator("summary").click()
    clause = lines.first.locator(".cite").first
    cited = clause.inner_text()
    clause.click()
    assert cited.endswith(guest.find(".clause h2").inner_text().strip())
    guest.find(".lock.holds").wait_for()


def test_chips_are_placed_by_click_drag_and_key_and_taken_back(enter: Enter) -> None:
    house = enter("uth-ma")
    guest = house.comes().sits("uth-ma")
    page = guest.page
    amount = guest.find('[data-spot$=":ante"] .amount')
    guest.find('[data-drop="ante"]').click()
    assert amount.inner_text() == "$10"
    assert guest.find('[data-spot$=":blind"] .amount').inner_text() == "$10"
    page.keyboard.press("3")  # the chip of $25
    guest.find("[data-chip='2500']").drag_to(guest.find('[data-drop="trips"]'))
    assert guest.find('[data-spot$=":trips"] .amount').inner_text() == "$25"
    page.keyboard.press("d")
    assert amount.inner_text() == "$20"
    page.keyboard.press("c")
    assert amount.inner_text() == ""
    page.keyboard.press("u")
    assert amount.inner_text() == "$20"
    page.keyboard.press("c")
    assert guest.find(".betting .first").is_disabled()
    guest.sees("Put at least $5 on Ante.")
    page.keyboard.press("r")
    assert amount.inner_text() == "$5"
    page.keyboard.press("Enter")
    guest.find(".choice:enabled").first.wait_for()
    state = house.state("uth-ma")
    assert [seat.wagers for _, seat in state.taken()] == [{"ante": 500, "blind": 500}]


def test_a_round_is_played_by_the_keyboard_alone(enter: Enter) -> None:
    house = enter("dragon-md")
    guest = house.comes().sits("dragon-md")
    guest.page.keyboard.press("Enter")
    guest.find(".choice:enabled").first.wait_for()
    guest.page.keyboard.press("1")
    guest.find(".result").wait_for()


def test_two_people_see_each_other_play_and_none_sees_the_others_cards(enter: Enter) -> None:
    house = enter("uth-ma")
    one, other = house.comes().sits("uth-ma"), house.comes().sits("uth-ma")
    one.bets()
    other.bets()
    for each in (one, other):
        each.find('.own .card [aria-label*=" of "]').first.wait_for()
        assert each.find(".seat.taken .card").count() == 2
        assert each.find(".seat.taken .card.back").count() == 2


def test_who_sits_out_is_kept_a_place_and_comes_back(enter: Enter) -> None:
    house = enter("lir-nj")
    guest = house.comes().sits("lir-nj")
    guest.find(".place-menu").get_by_text("Sit out").click()
    guest.find(".bar").get_by_text("Come back").click()
    guest.find(".betting .first").wait_for()
    guest.find(".place-menu").get_by_text("Leave").click()
    guest.find("[data-sit]").wait_for()


def test_chips_are_bought_from_the_wallet(enter: Enter) -> None:
    house = enter("uth-ma")
    guest = house.comes().sits("uth-ma")
    guest.find(".place-menu").get_by_text("Buy chips").click()
    guest.find("dialog input").fill("5000")
    guest.find("dialog .first").click()
    guest.sees("Accepted:", "dialog [role=alert]")
    guest.find("dialog input").fill("50")
    guest.find("dialog .first").click()
    guest.sees("$250", ".own .bank")
    guest.sees("$750", ".account")


def test_the_table_can_be_read_as_text_and_keys_say_it(enter: Enter) -> None:
    house = enter("uth-ma")
    guest = house.comes().sits("uth-ma")
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    guest.page.keyboard.press("x")
    guest.sees("You may: 1, check, free", ".astext")
    for key, says in (("h", "Your cards:"), ("b", "Round 1 is in play."), ("o", "You may: 1,"), ("e", "No more bets.")):
        guest.page.keyboard.press(key)
        guest.page.wait_for_function("text => document.getElementById('says').textContent.includes(text)", arg=says)
    guest.plays_on()
    guest.sees("Bets are open.", ".astext")
