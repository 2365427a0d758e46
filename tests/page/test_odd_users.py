"""People who do what nobody thinks of: two windows, another browser, no money left, a seat taken again."""

from __future__ import annotations

from playwright.sync_api import Route
from support.page.browser import Person, play_together
from support.page.fixtures import Enter
from support.service.houses import settings

TABLE = "uth-ma"
LONG = "W" * 24


def _sits_again(guest: Person) -> None:
    guest.find(".place-menu").get_by_text("Leave", exact=True).click()
    guest.find("[data-sit]").click()
    guest.find(".betting .first:enabled").wait_for()


def test_who_has_left_sits_down_again_and_can_leave_again(enter: Enter) -> None:
    house = enter("dragon-md")
    guest, other = house.played("dragon-md"), house.comes().sits("dragon-md")
    _sits_again(guest)
    guest.bets()
    guest.sees("Your bet is placed. The table waits for the others.", ".bar")
    assert guest.find(".bar").get_by_text("You leave after this round.").count() == 0
    guest.find(".bar").get_by_text("Take the bet back").click()
    guest.find(".betting .first:enabled").wait_for()
    _sits_again(guest)  # with a number in the next shuffle still
    guest.bets()
    other.bets()
    play_together(guest, other)
    assert guest.find(".trouble").count() == 0


def _window(person: Person) -> Person:
    """Another window of the same person."""
    other = Person(person.context, person.address)
    other.said = person.said
    return other


def _both_hold(number: int, one: Person, other: Person) -> None:
    """The round of that number is over in both windows, and each has checked it."""
    for each in (one, other):
        each.find(".betting .first:enabled").wait_for()
        each.find("#tab-fair").click()
        each.sees(f"It is for round {number} at", ".findings .holds")
        assert each.find(".lock.holds").count(), each.find(".findings").all_inner_texts()
        assert each.find(".trouble").count() == 0
        each.find("#tab-round").click()


def test_two_windows_of_one_person_play_by_turns(enter: Enter) -> None:
    house = enter("dragon-md")
    one = house.comes().sits("dragon-md")
    other = _window(one).goes("/tables/dragon-md")
    other.find(".betting .first:enabled").wait_for()
    for number, (bets, decides) in enumerate(((one, other), (other, one), (one, one), (other, other)), 1):
        bets.bets()
        decides.chooses()
        _both_hold(number, one, other)


def test_a_window_that_comes_after_the_bets_goes_by_what_the_other_has_kept(enter: Enter) -> None:
    house = enter("dragon-md")
    one = house.comes().sits("dragon-md")
    other, held = _window(one), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    other.page.route("**/layout", hold)  # the window is open, and comes to the table later
    other.goes("/tables/dragon-md")
    one.bets()
    one.find(".choice:enabled").first.wait_for()
    for route in held:
        route.continue_()
    other.chooses()
    _both_hold(1, one, other)
    other.bets()  # with a number that was not given yet, though this window has not seen the first one given
    other.chooses()
    _both_hold(2, one, other)


def test_a_window_that_hears_nothing_for_a_while_gives_no_number_twice(enter: Enter) -> None:
    house = enter("dragon-md")
    one = house.comes().sits("dragon-md")
    other = _window(one).goes("/tables/dragon-md")
    other.find(".betting .first:enabled").wait_for()
    for number, (bets, waits) in enumerate(((one, other), (other, one), (one, other)), 1):
        waits.page.evaluate("dispatchEvent(new Event('offline'))")  # the socket is given up, and opened again
        bets.bets()
        bets.chooses()
        _both_hold(number, one, other)


def test_who_comes_back_from_another_browser_plays_on(enter: Enter) -> None:
    house = enter("dragon-md")
    one, other = house.played("dragon-md"), house.comes()
    other.context.add_cookies(
        [{"name": each["name"], "value": each["value"], "url": house.address} for each in one.context.cookies()]
    )
    other.context.add_init_script("localStorage.setItem('croupier came in', 'true')")
    other.goes("/tables/dragon-md")
    for person in (other, one, other):
        person.bets()
        person.plays_on()
        assert person.find(".trouble").count() == 0
    assert house.state("dragon-md").round == 4


def test_without_money_no_seat_is_taken_and_the_page_says_what_to_do(enter: Enter) -> None:
    house = enter("dragon-md", TABLE, run=settings(guests_money=20_000))
    guest = house.comes().sits("dragon-md")
    guest.goes("/").find(f"[data-play={TABLE}]").click()
    guest.sees("Your wallet is empty", ".trouble")
    guest.sees("leave another table", ".trouble")
    assert not house.state(TABLE).taken()


def test_an_amount_that_is_none_is_refused_in_words(enter: Enter) -> None:
    guest = enter(TABLE).comes().sits(TABLE)
    guest.find(".place-menu").get_by_text("Buy chips").click()
    for text in ("much", "-5", "0", "1e3"):
        guest.find("dialog input").fill(text)
        guest.find("dialog .first").click()
        guest.sees(f"“{text}” is no amount. Accepted: an amount such as 50 or 1,000.", "dialog [role=alert]")
    guest.page.keyboard.press("Escape")
    guest.find(".place-menu").get_by_text("Buy chips").click()
    assert guest.find("dialog [role=alert]").count() == 0
    guest.find("dialog input").fill("$1,000.50")
    guest.find("dialog .first").click()
    guest.sees("Accepted:", "dialog [role=alert]")  # read as an amount, and more than there is
    assert "no amount" not in guest.find("dialog [role=alert]").inner_text()


def test_a_long_name_stays_in_its_place(enter: Enter) -> None:
    house = enter(TABLE)
    named, other = house.comes().sits(TABLE), house.comes()
    named.goes("/account").find("input[name=name]").fill(LONG)
    named.find("section").filter(has_text="Name").get_by_text("Change").first.click()
    named.sees("You have another name now.")
    named.page.set_viewport_size({"width": 360, "height": 640})
    assert named.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    other.sits(TABLE)
    right = "getBoundingClientRect().right"
    cut = f"it => it.scrollWidth > it.clientWidth && it.{right} <= it.closest('.seat').{right}"
    assert other.find(".seat.taken .name").evaluate(cut)
    assert other.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_who_does_not_work_at_a_table_gets_no_console_of_it(enter: Enter) -> None:
    guest = enter(TABLE).comes().sits(TABLE)
    guest.goes(f"/deal/{TABLE}")
    guest.sees("Dealers and floors of the house work here.", "main")
    assert guest.find(".console").count() == 0


def test_an_address_of_nothing_says_so_and_leads_back(enter: Enter) -> None:
    guest = enter(TABLE).comes().sits(TABLE)
    for path in ("/rounds/none/1", f"/shared/{'x' * 32}", "/tables/none", "/rules/none"):
        guest.goes(path)
        guest.sees("There is nothing here", "main")
        guest.sees("Accepted:", ".trouble")
        guest.find("main").get_by_text("To the tables").click()
        guest.find(".entry").first.wait_for()
    guest.said.clear()  # the browser itself notes what was not there


def test_a_link_to_a_step_that_is_not_there_leads_to_one_that_is(enter: Enter) -> None:
    guest = enter(TABLE).played(TABLE)
    guest.goes("/history")
    address = guest.find("td a").first.get_attribute("href")
    last = ""
    for step in ("", "#x", "#1.5", "#-5", "#9999", "#0"):
        guest.goes("/")
        guest.find(".entry").first.wait_for()
        guest.goes(f"{address}{step}")
        shown = guest.find(".scrub a").inner_text()
        last = last or shown
        assert shown == (last if step != "#0" else f"1 of {last.split(' of ')[1]}"), step
