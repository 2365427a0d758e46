"""A connection that breaks costs nobody a bet or a decision, and doubles none."""

from __future__ import annotations

from support.client.clients import way
from support.page.fixtures import Enter
from support.service.houses import free_port


def test_a_decision_that_was_lost_on_the_way_is_taken_once(enter: Enter) -> None:
    port = free_port()
    house = enter("uth-ma", also=(port,))
    with way(port, int(house.address.rpartition(":")[2])) as road:
        guest = house.comes(f"http://127.0.0.1:{port}").sits("uth-ma")
        guest.bets()
        guest.find(".choice:enabled").first.wait_for()
        road.losing = '"what":"done"'  # the house hears the decision, and its answer is lost
        guest.chooses("check")
        guest.find(".choice:enabled").first.wait_for()
        seat = house.state("uth-ma").taken()[0][1]
        assert road.lost == 1
        assert seat.decisions == ("check",)
        guest.plays_on()
        guest.find(".result").wait_for()
        guest.said.clear()  # the browser itself notes that the connection broke


def test_a_lost_connection_says_so_and_comes_back_to_the_same_question(enter: Enter) -> None:
    port = free_port()
    house = enter("dragon-md", also=(port,))
    with way(port, int(house.address.rpartition(":")[2])) as road:
        guest = house.comes(f"http://127.0.0.1:{port}").sits("dragon-md")
        guest.bets()
        guest.find(".choice:enabled").first.wait_for()
        road.barred = True
        road.cut()
        guest.sees("The connection is lost.", "main")
        guest.chooses("play")
        guest.page.wait_for_timeout(500)
        assert house.state("dragon-md").taken()[0][1].decisions == ()
        road.barred = False
        guest.find(".result").wait_for()
        assert guest.find("p.lost").count() == 0
        guest.said.clear()


def test_a_page_that_is_loaded_again_goes_on_where_it_was(enter: Enter) -> None:
    house = enter("uth-ma")
    guest = house.comes().sits("uth-ma")
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    cards = guest.find(".own .card").all()
    shown = [each.get_attribute("aria-label") for each in cards]
    guest.page.reload()
    guest.find(".choice:enabled").first.wait_for()
    assert [each.get_attribute("aria-label") for each in guest.find(".own .card").all()] == shown
    guest.plays_on()
    guest.find(".result").wait_for()
