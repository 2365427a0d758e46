"""The floor gives its orders, and surveillance looks back, by the page alone."""

from __future__ import annotations

from playwright.sync_api import Route
from support.page.browser import Person
from support.page.fixtures import Enter, House
from support.service.staff import hired

from croupier.house.ledger import balances
from croupier.house.storage import database

TABLE, OTHER = "uth-ma", "lir-nj"


def _fills(form_of: Person, within: str, **given: str) -> None:
    """Fill a small form in and send it off."""
    form = form_of.find(within)
    for name, text in given.items():
        field = form.locator(f"[name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(text)
        else:
            field.fill(text)
    form.locator("button").click()


def _tray(house: House) -> int:
    with database.reading(house.opened.house.engine) as connection:
        return balances.balances(connection, f"tray/{TABLE}").get(f"tray/{TABLE}", 0)


def _seats(house: House) -> list[str]:
    return [str(number) for number, _ in house.state(TABLE).taken()]


def test_the_floor_fills_a_table_moves_and_refuses_a_player_and_closes_it(enter: Enter) -> None:
    house = enter(TABLE, OTHER)
    guest = house.played(TABLE)
    floor = hired(house.opened, house.comes(), "floor", TABLE, OTHER).goes("/floor")
    glance = f".glance:has(small:text-is('{TABLE}'))"
    floor.find(f"{glance} summary").click()
    orders = f"{glance} form:has([name=amount])"
    before = _tray(house)
    _fills(floor, orders, what="fills", amount="5,000")
    floor.sees(f"$5,000 brought to {TABLE}.", "[role=status]")
    assert _tray(house) == before + 500_000
    _fills(floor, orders, what="credits", amount="much")
    floor.sees("“much” is no amount. Accepted: an amount such as 50 or 1,000.", "[role=alert]")
    _fills(floor, orders, what="credits", amount="999999")
    floor.sees(f"The tray of {TABLE} holds", "[role=alert]")
    assert len(floor.said) == 1  # the browser's own note that something was refused
    floor.said.clear()

    player = f"{glance} form:has([name=reason])"
    _fills(floor, player, seat=_seats(house)[0], to=f"{TABLE} 6", reason="The lamp is broken there.")
    floor.sees(f"is moved to seat 6 of {TABLE}.", "[role=status]")
    guest.find("[data-seat='6'] .hand, .own").first.wait_for()
    floor.find(f"{player} [name=seat] option[value='6']").wait_for(state="attached")
    _fills(floor, player, seat="6", to="refuse", reason="The player shouts at the dealer.")
    floor.sees(f"is refused at {TABLE}.", "[role=status]")
    floor.sees("The player shouts at the dealer.", f"{glance} .rows")
    assert not house.state(TABLE).taken()
    floor.find(f"{glance} .rows button").click()
    floor.sees("may sit down again.", "[role=status]")

    floor.find(glance).get_by_text("Close after this round").click()
    floor.find("[aria-label='Closed tables']").get_by_text("Open").first.wait_for()
    assert TABLE not in house.opened.house.queues
    floor.find(f"[aria-label='Closed tables'] li:has-text('{TABLE}') button").click()
    floor.find(glance).wait_for()
    assert floor.find("[aria-label='Figures by table'] tbody tr").count() == 2
    done = floor.find("[aria-label='Interventions by table and person'] tbody tr").inner_text().split("\t")
    assert (done[0], done[-1].strip()) == (TABLE, "1"), "a player was refused, and that is counted"


def test_a_table_without_players_waits_for_one(enter: Enter) -> None:
    house = enter(TABLE)
    floor = hired(house.opened, house.comes(), "floor", TABLE).goes("/floor")
    floor.sees("A player is waited for", ".glance")
    house.comes().sits(TABLE)
    floor.goes("/floor")
    floor.find(".glance .seated").wait_for()
    assert floor.find(".glance").get_by_text("A player is waited for").count() == 0


def test_what_the_floor_fills_in_while_an_order_is_on_its_way_stays(enter: Enter) -> None:
    house = enter(TABLE)
    for _ in range(2):
        house.comes().sits(TABLE)
    gone, stays = _seats(house)
    floor = hired(house.opened, house.comes(), "floor", TABLE).goes("/floor")
    floor.find(".glance summary").click()
    form = ".glance form:has([name=reason])"
    held: list[Route] = []
    floor.page.route(
        "**/refused", lambda route: held.append(route) if route.request.method == "GET" else route.fallback()
    )
    _fills(floor, form, seat=gone, to="refuse", reason="The player shouts at the dealer.")
    floor.sees(f"is refused at {TABLE}.", "[role=status]")
    floor.find(f"{form} [name=seat] option[value='{gone}']").wait_for(state="detached")
    assert floor.find(f"{form} [name=seat]").input_value() == ""  # who was chosen has gone, and nobody is in that place
    floor.find(f"{form} [name=to]").select_option(f"{TABLE} 6")
    floor.find(f"{form} [name=reason]").fill("The lamp is broken there.")
    floor.find(f"{form} [name=seat]").select_option(stays)
    for each in held:
        each.fallback()
    floor.sees("The player shouts at the dealer.", ".glance .rows")
    given = [floor.find(f"{form} [name={name}]").input_value() for name in ("seat", "to", "reason")]
    assert given == [stays, f"{TABLE} 6", "The lamp is broken there."]
    floor.find(f"{form} button").click()
    floor.sees(f"is moved to seat 6 of {TABLE}.", "[role=status]")
    assert _seats(house) == ["6"]


def test_an_auditor_recalls_a_round_of_a_closed_table_with_what_was_hidden_and_exports_it(enter: Enter) -> None:
    house = enter(TABLE)
    house.played(TABLE)
    manager = hired(house.opened, house.comes(), "manager").goes("/floor")
    manager.find(".glance summary").click()
    manager.find(".glance").get_by_text("Close after this round").click()
    manager.find("[aria-label='Closed tables'] button").first.wait_for()

    auditor = hired(house.opened, house.comes(), "auditor").goes("/surveillance")
    auditor.find("[aria-label='The record'] .won").first.wait_for()
    assert auditor.find("[aria-label='The record'] .down").count() == 0
    _fills(auditor, ".recall form", table=TABLE, round="7")
    auditor.sees("No round is found by that.")
    assert auditor.find(".recall [name=table]").input_value() == TABLE  # what was asked stays, to be asked otherwise
    _fills(auditor, ".recall form", round="1")
    auditor.find(".recall td a").click()
    auditor.find(".scrub").wait_for()
    assert auditor.find(".replay .card.back").count() > 0
    for eyes in (1, 0):  # of the player, and with everything that was dealt
        hidden = auditor.find(".eyes option[value^='*']").nth(eyes).get_attribute("value")
        auditor.find(".eyes").select_option(hidden)
        _fills(auditor, ".side form", reason="A player says that the dealer looked at a card.")
        auditor.page.wait_for_function(
            "seen => !document.querySelector(seen ? '.replay .seat .card.back' : '.replay .card.back')", arg=eyes
        )
    auditor.goes("/surveillance")
    auditor.find("[aria-label=Sessions] form").wait_for()
    with auditor.page.expect_download() as download:
        _fills(auditor, "[aria-label=Sessions] form", reason="The regulator asks for it.")
    recorded = download.value.path().read_text().splitlines()
    assert download.value.suggested_filename == f"{TABLE}-1.jsonl"
    assert len(recorded) > 10
    auditor.goes("/surveillance")
    auditor.sees("look at hidden cards", "[aria-label='Significant events']")
    auditor.sees("The regulator asks for it.", "[aria-label='Significant events']")
    dealer = hired(house.opened, house.comes(), "dealer", TABLE).goes("/surveillance")
    dealer.sees("Auditors and managers of the house look back here.")


def test_an_auditor_picks_table_session_person_and_clause_from_lists(enter: Enter) -> None:
    house = enter(TABLE)
    house.played(TABLE)
    auditor = hired(house.opened, house.comes(), "auditor").goes("/surveillance")
    form = ".recall form"
    auditor.find(f"{form} [name=rulebook] option").nth(1).wait_for(state="attached")
    assert auditor.find("#recall-sessions option").get_attribute("value") == f"{TABLE}-1"
    auditor.find(".recall td a").wait_for()
    person = auditor.find("#recall-people option").get_attribute("value")
    assert person is not None
    assert auditor.find(f"{form} [name=clause]").is_disabled()  # it is one of a rulebook
    auditor.find(f"{form} [name=rulebook]").select_option(TABLE)
    clause = auditor.find(f"{form} [name=clause] option[value='6(b)']")
    clause.wait_for(state="attached")
    assert clause.inner_text().startswith("6(b) ")
    assert len(clause.inner_text().split()) > 4  # a few words of what it asks
    assert auditor.find(f"{form} [name=irregularity] option[value='irregular.face_up']").count() == 1
    _fills(auditor, form, table=TABLE, session=f"{TABLE}-1", person=person, clause="6(b)")
    auditor.sees("No round is found by that.")
    auditor.find(f"{form} [name=clause]").select_option("")
    auditor.find(f"{form} button").click()
    auditor.find(".recall td a").wait_for()
    assert auditor.violations() == []
