"""What holds for everybody: keys and text wherever a table is shown, links that lead on, times, colours, print."""

from __future__ import annotations

import pytest
from support.default_house import NAMES
from support.page.browser import Person
from support.page.fixtures import Enter
from support.service.staff import hired

from croupier.service.routes.player import statements

TABLE = "dragon-md"


def _says(person: Person, key: str, text: str) -> None:
    person.page.keyboard.press(key)
    _hears(person, text)


def _hears(person: Person, text: str) -> None:
    person.page.wait_for_function("text => document.getElementById('says').textContent.includes(text)", arg=text)


def test_a_replay_is_read_as_text_by_keys_and_a_step_of_it_is_linked(enter: Enter) -> None:
    guest = enter(TABLE).played(TABLE)
    guest.goes("/history")
    guest.find("td a").first.click()
    guest.find(".scrub a").wait_for()
    _says(guest, "h", "Your cards:")
    _says(guest, "b", "The dealer has")
    _says(guest, "t", "No clock runs.")
    _says(guest, "o", "The arrow keys step through the round")
    guest.page.keyboard.press("Home")
    guest.page.keyboard.press("ArrowRight")
    guest.page.keyboard.press("x")
    guest.find(".astext").wait_for()
    guest.find(".scrub a").click()
    guest.page.reload()
    guest.find(".scrub a").get_by_text("2 of").wait_for()
    guest.find(".astext").wait_for()


def test_a_dealer_and_a_learner_hear_the_table_by_keys_and_what_is_theirs_to_do(enter: Enter) -> None:
    house = enter(TABLE)
    dealer = hired(house.opened, house.comes(), "dealer", TABLE).goes(f"/deal/{TABLE}")
    dealer.find(".due-step").wait_for()
    _says(dealer, "o", "The table waits for the ")
    _says(dealer, "b", "Nobody sits here.")
    dealer.page.keyboard.press("x")
    dealer.sees("The table waits for the ", ".astext")
    dealer.goes(f"/training?rulebook={TABLE}&seats=1&trouble=0")
    dealer.find("[aria-label=Drill] .first").click()
    dealer.find("[data-step]").first.wait_for()
    _says(dealer, "o", "One of these is due:")
    _says(dealer, "b", "Seat 1")
    dealer.find(".astext").wait_for()


_AT_ONCE = """() => new MutationObserver((_, seen) => {
    if (!document.querySelector('[data-step]')) return;
    seen.disconnect();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'o', bubbles: true }));
}).observe(document.body, { childList: true, subtree: true })"""


def test_a_key_is_heard_as_soon_as_there_is_anything_to_see(enter: Enter) -> None:
    guest = enter(TABLE).comes().goes(f"/training?rulebook={TABLE}&seats=1&trouble=0")
    begin = guest.find("[aria-label=Drill] .first")
    begin.wait_for()
    guest.page.evaluate(_AT_ONCE)
    begin.click()
    _hears(guest, "One of these is due:")


def test_a_decision_is_practised_as_text_with_keys_that_say_it_again(enter: Enter) -> None:
    guest = enter(TABLE).comes().goes(f"/practice/{TABLE}")
    guest.find(".drill .choice").first.wait_for()
    guest.page.keyboard.press("x")
    guest.find(".drill:not(:has(.felt))").wait_for()
    _says(guest, "h", "You hold")
    _says(guest, "t", "No clock runs.")
    _says(guest, "o", "1, ")
    guest.page.keyboard.press("?")
    guest.sees("say the last events again", "dialog")


def test_a_supervisor_picks_a_drill_for_somebody_by_its_address(enter: Enter) -> None:
    house = enter(TABLE)
    floor = hired(house.opened, house.comes(), "floor", TABLE).goes("/training")
    floor.find("[aria-label=Drill] .first").wait_for()
    picked = {"rulebook": "lir-nj", "dealing": "hand", "trouble": "100", "seats": "3"}
    for name, value in picked.items():
        floor.find(f"[name={name}] option[value='{value}']").wait_for(state="attached")
        floor.find(f"[name={name}]").select_option(value)
    address = floor.find("[aria-label=Drill] code:has-text('seats=3')").inner_text()
    learner = house.comes().goes(address.removeprefix(house.address))
    learner.find("[aria-label=Drill] .first").wait_for()
    picked = {
        name: learner.find(f"[name={name}]").input_value() for name in ("rulebook", "dealing", "trouble", "seats")
    }
    assert picked == {"rulebook": "lir-nj", "dealing": "hand", "trouble": "100", "seats": "3"}


def test_a_guest_learns_in_the_lobby_how_long_the_play_money_is_kept_and_by_what(enter: Enter) -> None:
    guest = enter(TABLE).comes().sits(TABLE)
    guest.goes("/")
    guest.sees("A cookie of this browser keeps your play money until", ".hello")
    guest.find(".hello a").click()
    guest.sees("the play money is then out of anybody's reach", ".note")


def test_times_are_those_of_the_persons_zone(enter: Enter) -> None:
    house = enter(TABLE)
    guest = house.played(TABLE)
    cookies = guest.context.cookies()
    seen = []
    for zone in ("America/New_York", "Asia/Tokyo"):
        other = house.comes(timezone_id=zone, locale="en-US")
        other.context.add_cookies(cookies)  # type: ignore[arg-type]  # what was given is taken again
        other.context.add_init_script("localStorage.setItem('croupier came in', 'true')")
        other.goes("/history").find("td").first.wait_for()
        seen.append(other.find("td").first.inner_text())
    assert seen[0] != seen[1]


def test_a_long_statement_is_added_up_to_its_end(enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    house = enter(TABLE)
    guest = house.played(TABLE)
    house.opened.clock.on(1)
    guest.bets()
    guest.plays_on()
    guest.goes("/history").find("[aria-label=Statement]").wait_for()
    whole = guest.find("[aria-label=Statement]").inner_text()
    assert "2 rounds played" in whole
    monkeypatch.setattr(statements, "MOST_LINES", 1)
    parts: list[str] = []
    guest.page.on("request", lambda asked: parts.append(asked.url) if "/me/statement" in asked.url else None)
    guest.goes("/history").find("[aria-label=Statement]").wait_for()
    assert guest.find("[aria-label=Statement]").inner_text() == whole
    assert len(parts) == 2  # a moment each


def test_a_deck_of_four_colours_is_a_choice_and_is_kept(enter: Enter) -> None:
    guest = enter("uth-ma").comes().goes("/")
    fill = "suit => getComputedStyle(document.querySelector(`.suit-${suit}`)).color"
    guest.page.evaluate(
        "() => document.body.insertAdjacentHTML('beforeend', '<svg><g class=suit-h /><g class=suit-d /></svg>')"
    )
    assert guest.page.evaluate(fill, "h") == guest.page.evaluate(fill, "d")
    guest.find("[aria-label='How it looks']").click()
    guest.find("dialog").get_by_text("Four-colour deck").click()
    assert guest.page.evaluate(fill, "h") != guest.page.evaluate(fill, "d")
    guest.page.reload()
    guest.find(".entry").first.wait_for()
    assert guest.page.evaluate("() => document.documentElement.hasAttribute('data-four-colour')")


_OUTSIDE = """() => [...document.querySelectorAll('.beside *')].filter(it => it.offsetWidth > 1
    && it.getBoundingClientRect().right > document.querySelector('.beside').getBoundingClientRect().right + 1)
    .map(it => it.outerHTML.slice(0, 80))"""


def _beside_is_whole(guest: Person, *tabs: str) -> None:
    for tab in tabs:
        guest.find(f"#tab-{tab}").click()
        guest.page.wait_for_timeout(200)
        assert guest.page.evaluate(_OUTSIDE) == [], tab


def test_what_the_sign_pays_can_be_read_beside_the_table(enter: Enter) -> None:
    guest = enter("uth-ma").comes().goes("/tables/uth-ma")
    guest.find("[data-sit]").wait_for()
    _beside_is_whole(guest, "sign", "rules", "fair")


@pytest.mark.prove
@pytest.mark.parametrize("width", [360, 1001, 1280])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_beside_any_table_is_cut_off(enter: Enter, name: str, width: int) -> None:
    guest = enter(name).comes(viewport={"width": width, "height": 800}).sits(name)
    guest.bets()
    guest.plays_on()
    guest.find(".result").wait_for()
    _beside_is_whole(guest, "sign", "rules", "fair", "coach", "round")


def test_the_sign_alone_is_printed(enter: Enter) -> None:
    house = enter("uth-ma")
    manager = hired(house.opened, house.comes(), "manager").goes("/manage")
    manager.find(".to-print .sign").wait_for()
    manager.page.emulate_media(media="print")
    assert manager.find(".to-print .sign table").first.is_visible()
    assert [
        each for each in (".head", ".parts", "h1", ".field", "button") if manager.find(each).first.is_visible()
    ] == []


_BEYOND_THE_FELT = """() => {
    const hand = document.querySelector(".drill .felt .hand");
    while (hand.querySelectorAll(".card").length < 5) hand.append(hand.querySelector(".card").cloneNode(true));
    const felt = document.querySelector(".drill .felt").getBoundingClientRect();
    return [...document.querySelectorAll(".drill .card")].map((it) => it.getBoundingClientRect())
        .filter((it) => it.left < felt.left || it.right > felt.right).length;
}"""


def test_five_cards_of_a_decision_lie_on_a_telephones_felt(enter: Enter) -> None:
    guest = enter(TABLE).comes(viewport={"width": 360, "height": 780}).goes(f"/practice/{TABLE}")
    guest.find(".drill .choice").first.wait_for()
    assert guest.page.evaluate(_BEYOND_THE_FELT) == 0
