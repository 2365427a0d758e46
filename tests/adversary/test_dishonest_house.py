"""A dishonest house, with one lie each, against the client for programs: the lie is found out, and told in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.client.clients import CHIPS, cheaply
from support.service.dishonest_house import Body, Lies, dishonest

from croupier.client import Client, Refused, Table
from croupier.client.evidence import Evidence
from croupier.table.receipts.verify import BROKEN, HOLDS, OPEN

NAME = "dragon-md"
OTHER = "ab" * 32


def _play(table: Table) -> None:
    table.bet(table.terms.least_wagers())
    table.decide(*cheaply(table.message, table.terms))


class _Swap:
    """The house takes a number, answers nothing, hangs up, and then shows another commitment for the same shuffle."""

    def __init__(self) -> None:
        self.lies = Lies(self.says, self.hears)
        self._shuffle = 0  # the next one

    def hears(self, command: Body) -> Body | None:
        if "number" in command["args"] and not self.lies.forgets:
            self.lies.forgets = True
            return None
        return command

    def says(self, message: Body) -> Body:
        if "view" in message and not self.lies.forgets:
            self._shuffle = message["view"]["shuffle"]
        elif "view" in message and message["view"]["shuffle"] == self._shuffle:
            message["view"]["commitment"] = OTHER
        return message


def test_a_commitment_once_shown_is_kept(tmp_path: Path) -> None:
    lies = _Swap().lies
    told: list[str] = []
    evidence = tmp_path / "kept.jsonl"
    with (
        dishonest(tmp_path, NAME, lies=lies) as (_, address),
        Client(address, evidence=Evidence(evidence), notice=told.append, patience=5) as client,
    ):
        client.come_in()
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            with pytest.raises(Refused, match="contradicts itself"):
                table.bet(table.terms.least_wagers())
            assert [each["args"]["number"] for each in lies.taken], "the house has heard the number"
            assert OTHER in table.alarm
            assert any("ALARM" in each and OTHER in each for each in told)
            before = len(lies.taken)
            with pytest.raises(Refused, match="not given again"):
                table.bet(table.terms.least_wagers())
            assert len(lies.taken) == before
    assert OTHER in evidence.read_text(), "the alarm outlasts the program"


def test_another_program_on_this_machine_knows_the_commitment_too(tmp_path: Path) -> None:
    lies = Lies()
    evidence = tmp_path / "kept.jsonl"
    with dishonest(tmp_path, NAME, lies=lies) as (_, address):
        with Client(address, evidence=Evidence(evidence)) as client, client.watch(NAME) as table:
            shown = table.view["commitment"]
            assert shown in evidence.read_text(), "it is kept before a number is given"

        def other(message: Body) -> Body:
            if "view" in message:
                message["view"]["commitment"] = OTHER
            return message

        lies.says = other
        with Client(address, evidence=Evidence(evidence)) as client:
            client.come_in()
            with client.watch(NAME) as table:
                assert shown in table.alarm
                table.sit(CHIPS)
                with pytest.raises(Refused, match="contradicts itself"):
                    table.bet(table.terms.least_wagers())
        with Client(address, evidence=Evidence()) as client, client.watch(NAME) as table:
            assert not table.alarm, "who was shown nothing before cannot know"


def test_a_number_that_was_given_for_one_shuffle_is_given_for_no_other(tmp_path: Path) -> None:
    """A house that says that a shuffle was made meanwhile has heard the number before it committed to the next one."""
    with dishonest(tmp_path, NAME, lies=Lies()) as (_, address), Client(address) as client:
        client.come_in()
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            part = table._talk.part  # noqa: SLF001 - what it would give
            first = part.give(table.message)["number"]
            assert part.give(table.message)["number"] == first, "for the same shuffle it is the same"
            later = table.message._replace(view={**table.view, "shuffle": table.view["shuffle"] + 1})
            other = part.give(later)["number"]
            assert other != first
            assert part.give(later)["number"] == other
            _play(table)
            assert table.checked[-1].state == HOLDS, "an honest house is given another number, which counts"


# ---- receipts ------------------------------------------------------------------------------------------------


def _swap_places(receipt: Body) -> None:
    names = {"1": "dealer", "dealer": "1"}
    receipt["dealt"] = [names.get(each, each) for each in receipt["dealt"]]


def _other_void(receipt: Body) -> None:
    receipt["void"] = not receipt["void"]


def _no_leaves(receipt: Body) -> None:
    receipt.update(leaves=[], void=True, dealt=[], cards=[], root="")


def _other_round(receipt: Body) -> None:
    receipt["round"] += 1


def _no_number(receipt: Body) -> None:
    receipt["shuffle"].update(numbers=[], own=None)


def _fewer_cards(receipt: Body) -> None:
    receipt["cards"] = receipt["cards"][1:]


def _earlier_shuffle(receipt: Body) -> None:
    receipt["shuffle"]["number"] -= 1


ALTERED: list[tuple[Callable[[Body], None], str, str]] = [
    (_swap_places, BROKEN, "each with whose it was"),
    (_other_void, BROKEN, "the round was played to its end"),
    (_no_leaves, BROKEN, ""),
    (_other_round, BROKEN, "it is for round 1"),
    (_no_number, BROKEN, "your number went into the shuffle"),
    (_fewer_cards, BROKEN, "each with whose it was"),
    (_earlier_shuffle, BROKEN, "was made for this round"),
]


@pytest.mark.parametrize(("alter", "state", "says"), ALTERED)
def test_an_altered_receipt_is_not_checked(
    tmp_path: Path, alter: Callable[[Body], None], state: str, says: str
) -> None:
    def answers(path: str, body: Body) -> Body:
        if path.endswith("/receipt"):
            alter(body)
        return body

    with dishonest(tmp_path, NAME, lies=Lies(answers=answers)) as (_, address), Client(address) as client:
        client.come_in()
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            _play(table)
            [found] = table.checked
            assert (found.state, found.holds) == (state, False), found.findings
            assert any(each.holds is False and says in each.says for each in found.findings)


def test_a_receipt_that_is_withheld_leaves_the_round_open(tmp_path: Path) -> None:
    def answers(path: str, body: Body) -> Body | int:
        return 404 if path.endswith("/receipt") else body

    with dishonest(tmp_path, NAME, lies=Lies(answers=answers)) as (_, address), Client(address) as client:
        client.come_in()
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            _play(table)
            [found] = table.checked
            assert (found.state, found.holds) == (OPEN, False)
            assert "could not be had" in found.findings[0].says


def test_a_house_that_leaves_a_number_out_does_not_have_its_round_checked(tmp_path: Path) -> None:
    """It says that the number does not count, and that there is none in the shuffle."""

    def says(message: Body) -> Body:
        for each in message.get("events", ()):
            if each["kind"] == "number":
                each["data"]["counts"] = False
        return message

    def answers(path: str, body: Body) -> Body:
        if path.endswith("/receipt"):
            _no_number(body)
        return body

    lies = Lies(says=says, answers=answers)
    with dishonest(tmp_path, NAME, lies=lies) as (_, address), Client(address) as client:
        client.come_in()
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            _play(table)
            [found] = table.checked
            assert found.state == OPEN
            assert any(each.says.startswith("no player's number was in the shuffle") for each in found.findings)


def test_an_honest_house_is_checked(tmp_path: Path) -> None:
    with dishonest(tmp_path, NAME, lies=Lies()) as (_, address), Client(address) as client:
        client.come_in()
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            for _ in range(3):
                _play(table)
            assert [each.state for each in table.checked] == [HOLDS] * 3, table.checked[-1].findings
            assert not table.alarm
