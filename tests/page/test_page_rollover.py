"""A session turns over while somebody looks: notices hang before, the seat stays, and the padlock holds after."""

from __future__ import annotations

from dataclasses import replace

from support.page.fixtures import Enter

import croupier
from croupier.house.tables.rollover import DAY

TABLE = "lir-nj"


def test_who_plays_in_the_browser_plays_on_in_another_session_and_its_shuffle_is_checked(enter: Enter) -> None:
    house = enter(TABLE)
    guest = house.comes().sits(TABLE)
    hub = house.opened.hub
    now = hub.settings
    other = replace(now.tables[TABLE], submission=croupier.submission(TABLE, three_card_bonus="no"))
    hub.settings = replace(now, tables={**now.tables, TABLE: other})
    hub.deliveries(hub.turning.look)
    guest.sees("Three card bonus", ".felt, .at-table")
    guest.bets()
    guest.sees("Notice: The Three card bonus wager is withdrawn.", ".notices")
    assert guest.violations() == []
    house.comes().goes("/").sees("Notice: The Three card bonus wager is withdrawn.", ".lobby")
    guest.plays_on()
    guest.find(".lock.holds").wait_for()
    house.opened.clock.on(DAY / 1000)
    hub.deliveries(hub.turning.ring)
    guest.find(".notices").wait_for(state="detached")
    guest.bets()
    guest.plays_on()
    guest.find(".lock.holds").wait_for()
    guest.find(".lock").click()
    guest.sees("Your number went into the last cut.")
    assert guest.find(".findings .broken").count() == 0
    assert house.state(TABLE).terms["three_card_bonus"] == "no"
