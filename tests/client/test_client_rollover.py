"""A client at a table whose session turns over: it plays on, and its receipts hold in both sessions."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support.client.clients import CHIPS, cheaply, house
from support.service.houses import Open

import croupier
from croupier.client import Client, Message, Table
from croupier.house.tables.rollover import DAY

NAME = "lir-nj"


def turn(opened: Open, table: Table) -> None:
    """A day later; the player sits again."""
    opened.clock.on(DAY / 1000)
    opened.hub.deliveries(opened.hub.turning.ring)
    heard(table, lambda message: any(event.kind == "ended" for event in message.events))
    heard(table, lambda message: bool(message.yours))


def heard(table: Table, wanted: Callable[[Message], bool]) -> Message:
    while True:
        message = table.next(30)
        assert message is not None
        if wanted(message):
            return message


def play(table: Table) -> None:
    table.bet(table.terms.least_wagers())
    before = len(table.checked)
    while len(table.checked) == before:
        if table.message.asked:
            table.decide(*cheaply(table.message, table.terms))
        else:
            heard(table, lambda message: bool(message.checked or message.asked))


@pytest.mark.parametrize("number", [None, "my own number"])
def test_receipts_hold_before_and_after_and_ones_number_is_in_both_shuffles(tmp_path: Path, number: str | None) -> None:
    with house(tmp_path, NAME) as (opened, address), Client(address, number=number) as client:
        client.come_in()
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            play(table)
            turn(opened, table)
            play(table)
            for each in table.checked:
                assert each.holds, [found.says for found in each.findings if found.holds is False]
            sessions = [each.receipt["session"] for each in table.checked]
            assert len(set(sessions)) == 2
            assert [each.round for each in table.checked] == [1, 1]
            first, second = ([found.holds for found in each.findings] for each in table.checked)
            assert first == second, "all that was shown before the one was shown before the other"
            assert [len(each.receipt["shuffle"]["numbers"]) for each in table.checked] == [1, 1]


def test_what_hangs_at_a_table_is_told_and_the_terms_are_those_of_the_session(tmp_path: Path) -> None:
    with house(tmp_path, NAME) as (opened, address), Client(address) as client:
        client.come_in()
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            assert (table.terms["three_card_bonus"], table.message.notices) == ("A", ())
            hub, now = opened.hub, opened.hub.settings
            other = replace(now.tables[NAME], submission=croupier.submission(NAME, three_card_bonus="no"))
            hub.settings = replace(now, tables={**now.tables, NAME: other})
            hub.deliveries(hub.turning.look)
            play(table)
            (notice,) = table.message.notices
            assert notice.clause == "18.6B(a)"
            (listed,) = client.tables()
            assert listed.notices == [notice]
            turn(opened, table)
            assert table.terms["three_card_bonus"] == "no"
            assert table.message.notices == ()
