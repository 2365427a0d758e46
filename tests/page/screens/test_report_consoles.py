"""Irregularities of real cards from the consoles: the dealer reports, the floor confirms, and the round is settled."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import Any

import httpx
import pytest
from support.page.browser import Person
from support.page.fixtures import Enter, House
from support.service.houses import Inside, Visitor
from support.service.real_houses import HouseTable, real_settings
from support.service.staff import hired
from support.table.real_cards import Twin
from support.table.real_irregularities import CASES, Case

from croupier.schemas.roles import Role
from croupier.table.model.command import Command
from croupier.table.model.events import Event

# `make prove-page` runs them all, `make test` the first of each rulebook: each takes three people at their screens.
_FIRST = {each.rulebook: each for each in reversed(CASES)}.values()
EACH = [pytest.param(each, id=str(each), marks=[] if each in _FIRST else [pytest.mark.prove]) for each in CASES]
_SHOWN = "async () => (await import('/web/state.js')).state().table.message.seq"


class AtServer(Inside):
    """A house on a real server, and those who speak to it without a page."""

    def __init__(self, house: House) -> None:
        super().__init__(house.opened, httpx.Client(base_url=house.address, timeout=60))  # type: ignore[arg-type]  # it asks alike
        self.address = house.address

    def nobody(self, origin: str = "") -> Visitor:
        return Visitor(self.client, origin=origin or self.address)

    def hired(self, login: str, role: Role, *tables: str) -> Visitor:
        visitor = super().hired(login, role, *tables)
        visitor.origin = self.address
        return visitor


class Consoles(HouseTable):
    """A real table whose dealer and floor work in the page; players and the scanner speak over HTTP."""

    def __init__(self, house: House, rulebook: str) -> None:
        super().__init__(AtServer(house), rulebook)
        assert self.dealer.ask("DELETE", f"/tables/{rulebook}/dealer").status_code == 204
        self.pages: Mapping[str, Person] = {
            role: hired(house.opened, house.comes(), role, rulebook).goes(f"/deal/{rulebook}")
            for role in ("dealer", "floor")
        }
        self.pages["dealer"].find(".duty button").click()
        self.pages["dealer"].sees("You deal here.", ".duty")

    def close(self) -> None:
        """Everybody who spoke without a page goes."""
        self.house.client.close()

    def given(self, command: Command) -> Any:  # noqa: ANN401 - an answer
        """A command of the dealer or the floor, by its form; the step that is due has one of its own."""
        if command.who == "player" or "cards" in command.args:
            return super().given(command)
        before = self.house.house.queues[self.name].live.record.seq
        page = self.pages[command.who]
        for _ in range(200):  # a person acts on the table as the page shows it, and the page is told a moment later
            if page.page.evaluate(_SHOWN) >= before:
                break
            page.page.wait_for_timeout(50)
        form = f'form.command[data-do="{command.do}"]'
        page.find(form).first.wait_for(state="attached")
        page.page.evaluate("() => document.querySelectorAll('.others').forEach((it) => { it.open = true; })")
        faces = self.state.terms.rulebook.deck.faces
        for name, value in command.args.items():
            field = page.find(f"{form} [name={name}]").first
            said = faces[int(str(value))] if name == "card" else str(value)
            if field.evaluate("it => it.tagName") == "SELECT":
                field.select_option(said)
            else:
                field.fill(said)
        page.find(f"{form} button").first.click()
        for _ in range(200):
            if self.house.house.queues[self.name].live.record.seq > before:
                break
            page.page.wait_for_timeout(50)
        else:
            raise AssertionError(f"{command} was not taken: {page.page.inner_text('body')[:2000]}")
        page.page.wait_for_timeout(100)
        return None

    def sent(self, *commands: Command) -> list[Event]:
        """Give commands, each by whoever gives it."""
        for command in commands:
            self.given(command)
        return []


@pytest.mark.parametrize("case", EACH)
def test_an_irregularity_is_reported_and_confirmed_from_the_consoles(enter: Enter, case: Case) -> None:
    house = enter(case.rulebook, run=real_settings(case.rulebook, case.options, case.by_hand))
    twin = Twin(case.rulebook, case.options, wagers=case.wagers, by_hand=case.by_hand)
    case.twin(twin)
    with closing(Consoles(house, case.rulebook)) as table:
        table.bets(case.wagers)
        case.real(table)
        table.until()
        assert table.paid() == twin.paid()


def test_a_report_form_has_pick_lists_and_the_floor_sees_what_waits(enter: Enter) -> None:
    house = enter("uth-ma", run=real_settings("uth-ma"))
    with closing(Consoles(house, "uth-ma")) as table:
        table.bets()
        table.until("decide")
        dealer, floor = table.pages["dealer"], table.pages["floor"]
        report = 'form.command[data-do="report"]'
        seats = dealer.find(f"{report} [name=of] option").all_inner_texts()
        assert {"dealer", "community", "shoe", "1", "2"} <= set(seats)
        assert "3" not in seats  # nobody sits there
        assert dealer.find(f"{report} [name=card] option").count() == 53
        assert dealer.find(".calls button").count() == 0  # the table cannot know what is called at a digital one
        table.given(Command("dealer", "report", args={"what": "exposed", "of": "1"}))
        floor.sees("Reported by the dealer: a card of seat 1 was exposed", ".due-step")
        assert floor.find('.due-step form[data-do="reject"]').count() == 1
        assert floor.violations() == []
        assert dealer.violations() == []
        table.given(Command("floor", "reject", args={"reason": "It lay face down."}))
        dealer.sees("The floor rules: rejected. It lay face down.", ".log")
