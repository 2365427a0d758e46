"""Those who work in the house, each with a console of their own, beside the players at the same table."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from support.page.browser import Person
from support.page.fixtures import Enter, House
from support.service.houses import settings
from support.service.staff import hired

from croupier.house.config.settings import Settings
from croupier.rulebook import load
from croupier.schemas.roles import Role
from croupier.table.model.next_step import ALL_STEPS

TABLE = "uth-ma"
SEEN = 775  # pixels, of the 900 of the window, above what stands under the desk
BY_HAND = frozenset({"no more bets", "deal", "burn", "community", "stub", "reveal", "settle", "collect folds"})


def _by_people() -> Settings:
    """A house whose table is dealt by a dealer and supervised: what waits for a ruling waits for the floor."""
    run = settings()
    dealt = replace(run.tables[TABLE], automation=ALL_STEPS - BY_HAND, supervised=True)
    return replace(run, tables={**run.tables, TABLE: dealt})


class Round:
    """A round that a dealer deals by one key, and that players play by betting once and choosing the first."""

    def __init__(self, house: House, dealer: Person, *players: Person) -> None:
        self.house, self.dealer, self.players = house, dealer, players
        self.done: list[str] = []
        self._has_bet: set[int] = set()

    def until(self, is_so: Callable[[], bool], *, before: str = "") -> None:
        """Everybody does what is due until something is so; but not the step `before`."""
        until = time.monotonic() + 90
        while not is_so():
            assert time.monotonic() < until, self.done
            for number, player in enumerate(self.players):
                self._play(number, player)
            self._deal(before)
            self.dealer.page.wait_for_timeout(100)

    def _play(self, number: int, player: Person) -> None:
        if player.find(".choice:enabled").count():
            player.chooses()
        elif number not in self._has_bet and player.find(".betting .first:enabled").count():
            self._has_bet.add(number)
            player.bets()

    def _deal(self, before: str) -> None:
        """The step that is due, by one key; bets are closed when all are ready."""
        state = self.house.state(TABLE)
        step: str = self.dealer.page.evaluate(
            "() => document.querySelector('.mine-now .command:has(button:enabled)')?.dataset.do || ''"
        )
        ready = len(state.taken()) == len(self.players) and all(seat.ready for _, seat in state.taken())
        if step not in {"", before} and (step != "no more bets" or ready):
            self.done.append(step)
            self.dealer.page.keyboard.press("Enter")


def test_two_players_a_dealer_and_the_floor_play_a_round(enter: Enter) -> None:
    house = enter(TABLE, by_hand=BY_HAND, run=_by_people())
    dealer = hired(house.opened, house.comes(), "dealer", TABLE).goes(f"/deal/{TABLE}")
    dealer.find(".duty button").click()
    dealer.sees("You deal here.", ".duty")
    floor = hired(house.opened, house.comes(), "floor", TABLE).goes(f"/deal/{TABLE}")
    one, other = house.comes().goes(f"/tables/{TABLE}?sit"), house.comes().goes(f"/tables/{TABLE}?sit")
    played = Round(house, dealer, one, other)
    played.until(lambda: dealer.find('.command[data-do="deal"]').count() > 0, before="deal")
    assert dealer.find(".due-step .cite").count() >= 1  # with its clause

    dealer.find("[data-do=words] input").fill("A drink was spilled on the layout.")
    dealer.find("[data-do=words] button").click()
    floor.sees("A drink was spilled on the layout.", ".due-step")
    ruling = load(TABLE).rulings["S12"]
    for says in (*ruling.readings, ruling.reason):  # the readings, the one taken first, and why
        floor.sees(says, ".mine-now .ruling[open]")
    floor.sees("Void: the round ends, and every wager that is not settled goes back.", ".mine-now .leads")
    assert "Where nobody supervises" in floor.find(".leads li").nth(1).inner_text()
    assert not dealer.find(".leads").count()
    for part in (".command button", ".ruling .note"):  # all of it at a glance
        box = floor.find(f".mine-now {part}").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SEEN, part
    assert floor.violations() == []
    floor.find(".mine-now select[name=choice]").select_option("play on")
    floor.find(".mine-now input[name=reason]").fill("The cards are dry.")
    floor.find(".mine-now .command button").click()
    one.sees("The floor rules: play on. The cards are dry.", ".log")

    played.until(lambda: one.find(".result").count() + other.find(".result").count() == 2)
    assert {"no more bets", "deal", "community", "reveal"} <= set(played.done)
    assert house.state(TABLE).last is not None


@pytest.mark.parametrize(
    ("role", "path"), [("dealer", f"/deal/{TABLE}"), ("floor", "/floor"), ("auditor", "/surveillance")]
)
def test_a_console_has_nothing_that_axe_finds_wrong(enter: Enter, role: Role, path: str) -> None:
    house = enter(TABLE, by_hand=BY_HAND, run=_by_people())
    tables = (TABLE,) if role != "auditor" else ()
    worker = hired(house.opened, house.comes(), role, *tables).goes(path)
    worker.find(".due-step, .recall, .glance").first.wait_for()
    worker.page.wait_for_timeout(300)
    assert worker.violations() == []


def test_a_round_is_looked_back_at_step_by_step_and_shared(enter: Enter) -> None:
    house = enter("dragon-md")
    guest = house.comes().sits("dragon-md")
    guest.bets()
    guest.plays_on()
    guest.find(".result").wait_for()
    guest.goes("/history")
    guest.find("td a").first.click()
    guest.find(".scrub").wait_for()
    assert guest.find(".replay .badge:not(:empty)").count() >= 1
    guest.page.keyboard.press("Home")
    assert guest.find(".replay .badge:not(:empty)").count() == 0
    guest.page.keyboard.press("End")
    guest.find(".replay").get_by_text("Make a link that others can open").click()
    link = guest.find(".replay [role=status] code").inner_text()
    guest.find(".replay").get_by_text("Make one that shows my cards too").click()
    guest.sees("and your cards", ".replay [role=status]")
    openly = guest.find(".replay [role=status] code").inner_text()
    assert openly != link
    for address, hidden in ((link, 3), (openly, 0)):  # before the dealer turns the cards up
        other = house.comes()
        other.goes(address.removeprefix(house.address))
        other.find(".scrub").wait_for()
        other.find(".steps button").get_by_text("for $5").click()
        other.page.wait_for_function(
            "many => document.querySelectorAll('.seat .card').length === 3"
            " && document.querySelectorAll('.seat .card.back').length === many",
            arg=hidden,
        )


def test_the_rules_are_read_at_stable_addresses_and_searched(enter: Enter) -> None:
    house = enter(TABLE)
    reader = house.comes().goes("/rules/uth-ma/5(c)")
    reader.find(".clause.asked h2 a").wait_for()
    assert reader.find(".clause.asked h2 a").inner_text() == "5(c)"
    assert reader.violations() == []
    reader.goes("/rules")
    reader.find(".search input").fill("face up")
    reader.find(".search button").click()
    reader.find(".hits a").first.wait_for()
    reader.goes("/rules/colorado-ma-2")
    reader.find(".since summary").wait_for()
