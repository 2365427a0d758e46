"""Irregularities of real cards from the consoles: the dealer reports, the floor confirms, and the round is settled."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import Any
from urllib.parse import urlparse

import httpx
import pytest
from support.page.browser import Person
from support.page.fixtures import Enter, House
from support.service.houses import Inside, Visitor, soon
from support.service.real_houses import HouseTable, real_settings
from support.service.staff import hired
from support.table.real_cards import Twin
from support.table.real_irregularities import IN_HOUSES, Case

from croupier.house.ledger import balances
from croupier.house.storage import database
from croupier.schemas.roles import Role
from croupier.service.routes.static import address
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.vocabulary import REPORTS

# `make prove-page` runs them all, `make test` the first of each rulebook: each takes three people at their screens.
_FIRST = {each.rulebook: each for each in reversed(IN_HOUSES)}.values()
EACH = [pytest.param(each, id=str(each), marks=[] if each in _FIRST else [pytest.mark.prove]) for each in IN_HOUSES]
_SHOWN = f"async () => (await import('{address('state.js')}')).state().table.message.seq"


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
        args = dict(command.args)
        kind = f" {args.pop('what')}" if command.do == "report" else ""
        form = f'form.command[data-do="{command.do}{kind}"]'
        page.find(form).first.wait_for(state="attached")
        page.page.evaluate("() => document.querySelectorAll('.others, .report').forEach((it) => { it.open = true; })")
        faces = self.state.terms.rulebook.deck.faces
        for name, value in args.items():
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


def test_a_card_of_a_settled_round_is_corrected_at_the_console_and_the_ledger_after_it_by_a_manager(
    enter: Enter,
) -> None:
    house = enter("uth-ma", run=real_settings("uth-ma"))
    with closing(Consoles(house, "uth-ma")) as table:
        table.bets()
        table.until()
        who = [each.get("/me").json() for each in table.guests]
        assert table.guests[1].give("uth-ma", "leave", "leave", 2).status_code == 200
        card = table.state.terms.rulebook.deck.faces.index("Ah")
        table.given(Command("floor", "correct scan", args={"of": "2", "number": 1, "card": card, "reason": "dirty"}))
        soon(lambda: "misread card" in [each["what"] for each in table.house.noted()])
        manager = hired(house.opened, house.comes(), "manager").goes("/surveillance")
        noted = manager.find("[aria-label='Significant events'] tr").filter(has_text="misread card")
        noted.get_by_role("link", name="Round 1").click()
        manager.find(".correction summary").click()
        manager.sees("Misread card: A card was misread in round 1", ".correction .rows")
        assert manager.violations() == []
        form = '.correction form[data-do="correction"]'
        before = _wallet(house, who[1]["person"])
        manager.find(f"{form} [name=account]").select_option(f"wallet/{who[1]['person']}")
        manager.find(f"{form} [name=up]").select_option("up")
        manager.find(f"{form} [name=amount]").fill("50")
        manager.find(f"{form} [name=reason]").fill("The ace made a pair.")
        manager.find(f"{form} button").dblclick()
        manager.sees(f"Seat 2 {who[1]['name']}: $50 added. It is on record.", ".correction .done")
        manager.sees("Correction: The ace made a pair.", ".correction .rows")
        assert _wallet(house, who[1]["person"]) == before + 5_000, "it was pressed twice"
        [made] = [each for each in table.house.noted() if each["what"] == "correction"]
        assert (made["table"], made["round"], made["amount"]) == ("uth-ma", 1, 5_000)
        auditor = hired(house.opened, house.comes(), "auditor").goes(urlparse(manager.page.url).path)
        auditor.find(".eyes").wait_for()
        assert auditor.find(".correction").count() == 0


def _wallet(house: House, person: str) -> int:
    with database.reading(house.opened.house.engine) as connection:
        return balances.balances(connection, f"wallet/{person}").get(f"wallet/{person}", 0)


def test_a_report_form_has_pick_lists_and_the_floor_sees_what_waits(enter: Enter) -> None:
    house = enter("uth-ma", run=real_settings("uth-ma"))
    with closing(Consoles(house, "uth-ma")) as table:
        table.bets()
        table.until("decide")
        dealer, floor = table.pages["dealer"], table.pages["floor"]
        report = 'form.command[data-do="report {}"]'.format
        assert {each.get_attribute("data-do") for each in dealer.find(".report form").all()} == {
            f"report {each}" for each in REPORTS
        }
        hands = dealer.find(f"{report('exposed')} [name=of] option").all_text_contents()
        assert hands == ["dealer", "community", "1", "2"]  # nobody sits at the others
        assert dealer.find(f"{report('face up')} [name=of] option").first.text_content() == "shoe"
        assert dealer.find(f"{report('jam')} [name=of] option").all_text_contents() == ["shoe", "shuffler"]
        assert dealer.find(f"{report('drawn')} :is(input, select)").count() == 0
        assert dealer.find(f"{report('exposed')} [name=card] option").count() == 53
        said = dealer.find(".report").filter(has_text="Wrong count").locator(".consequences").text_content() or ""
        assert "UTH 15(d)" in said
        assert len(said.split()) > 6  # the first words of the clause
        assert dealer.find(".calls button").count() == 0  # the table cannot know what is called at a digital one
        table.given(Command("dealer", "report", args={"what": "exposed", "of": "1"}))
        floor.sees("Reported by the dealer: a card of seat 1 was exposed", ".due-step")
        assert floor.find('.due-step form[data-do="reject"]').count() == 1
        assert floor.violations() == []
        assert dealer.violations() == []
        table.given(Command("floor", "reject", args={"reason": "It lay face down."}))
        dealer.sees("The floor rules: rejected. It lay face down.", ".log")
