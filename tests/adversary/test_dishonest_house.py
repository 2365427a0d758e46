"""A dishonest house, with one lie each, against the client for programs: the lie is found out, and told in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.client.clients import CHIPS, cheaply
from support.service.dishonest_house import Body, Lies, dishonest
from support.service.lies import OTHER, Swap

from croupier.client import Client, Refused, Table
from croupier.client.answers import Message
from croupier.client.evidence import Evidence
from croupier.client.shuffle_part import ShufflePart
from croupier.table.receipts.verify import HOLDS

NAME = "dragon-md"


def _play(table: Table) -> None:
    table.bet(table.terms.least_wagers())
    table.decide(*cheaply(table.message, table.terms))


def test_a_commitment_once_shown_is_kept(tmp_path: Path) -> None:
    lies = Swap().lies
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
            assert any("number" in each["args"] for each in lies.taken), "the house has heard the number"
            assert OTHER in table.alarm
            assert any("ALARM" in each and OTHER in each for each in told)
            before = len(lies.taken)
            with pytest.raises(Refused, match="your number is not given"):
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
                with pytest.raises(Refused, match="contradicts itself"):
                    table.sit(CHIPS)
        with Client(address, evidence=Evidence()) as client, client.watch(NAME) as table:
            assert not table.alarm, "who was shown nothing before cannot know"


def test_a_number_that_was_given_for_one_shuffle_is_given_for_no_other(tmp_path: Path) -> None:
    """A house that says that a shuffle was made meanwhile has heard the number before it committed to the next one."""
    with dishonest(tmp_path, NAME, lies=Lies()) as (_, address), Client(address) as client:
        client.come_in()
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            part = table._talk.part  # noqa: SLF001 - what it would give
            first = part.reveal(_asks(table, shuffle=8))
            assert first is not None
            assert part.reveal(_asks(table, shuffle=8)) is None, "it is given once"
            assert part.reveal(_asks(table, shuffle=9)) is None
            _play(table)
            [left] = [each.says for each in table.checked[-1].findings if not (each.holds or each.beyond)]
            assert left.startswith("what became of shuffle 8, for which you had revealed a number")
            assert first[1]["number"] not in table.checked[-1].receipt["shuffle"]["numbers"]
            _play(table)
            assert table.checked[-1].state == HOLDS, "an honest house is promised another number, which counts"


def _asks(table: Table, shuffle: int, **more: Any) -> Message:  # noqa: ANN401 - of a view
    """The house asks for the number, for a shuffle of its choice."""
    deck = table.view["deck"]
    assert deck is not None
    asks = {"phase": "round", "owing": list(table.message.yours), "deck": {**deck, "shuffle": shuffle}}
    view: Any = {**table.view, **asks, **more}
    return table.message._replace(view=view)


def test_for_one_shuffle_one_number_is_given_by_all_programs_of_this_machine(tmp_path: Path) -> None:
    """A house that knows the cards by a number, and takes bets on that deck again, asks for another one in vain."""
    evidence, token = tmp_path / "kept.jsonl", ""
    with dishonest(tmp_path, NAME, lies=Lies()) as (_, address):
        for is_first in (True, False):
            with Client(address, token=token, evidence=Evidence(evidence)) as client:
                token = token or client.come_in_as_program()
                with client.watch(NAME) as table:
                    if is_first:
                        table.sit(CHIPS)
                    part = table._talk.part  # noqa: SLF001 - what it would give
                    assert (part.reveal(_asks(table, shuffle=8)) is not None) == is_first
                    part.promise(table.message._replace(view={**table.view, "owing": []}))
                    again = _asks(table, shuffle=8, promises={str(table.message.yours[0]): _promised(part)})
                    assert part.reveal(again) is None, "a number that it has not heard yet is not given for that deck"
                    assert part.reveal(again._replace(view={**again.view, "root": ""})) is None
                    elsewhere = _asks(table, shuffle=9 + is_first, promises=again.view["promises"])
                    assert part.reveal(elsewhere._replace(view={**elsewhere.view, "root": ""})) is None, "no root"
                    assert part.reveal(elsewhere) is not None, "it is given for another"


def test_a_number_of_a_session_that_was_broken_off_is_told_in_the_next_one(tmp_path: Path) -> None:
    """A house that knows the cards begins another session, in which nothing is counted yet."""
    with dishonest(tmp_path, NAME, lies=Lies()) as (_, address), Client(address) as client:
        client.come_in()
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            part = table._talk.part  # noqa: SLF001 - what it would give
            assert part.reveal(_asks(table, shuffle=8)) is not None
            other = table.message._replace(session="another", is_whole=False, events=())
            part.hear(None, other)
            part.hear(other, table.message)
            _play(table)
            [left] = [each.says for each in table.checked[-1].findings if not (each.holds or each.beyond)]
            assert left.startswith(f"what became of shuffle 8 of session {table.message.session}, for which you had")
            _play(table)
            assert table.checked[-1].state == HOLDS, "it is told once"


def _promised(part: ShufflePart) -> str:
    return part._numbers.promise()["next"]  # noqa: SLF001 - the number that it would give


def test_an_honest_house_is_checked(tmp_path: Path) -> None:
    with dishonest(tmp_path, NAME, lies=Lies()) as (_, address), Client(address) as client:
        client.come_in()
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            for _ in range(3):
                _play(table)
            assert [each.state for each in table.checked] == [HOLDS] * 3, table.checked[-1].findings
            assert not table.alarm
