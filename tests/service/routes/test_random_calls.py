"""The whole interface called at random, by everybody: nothing is answered that is not described, and no fault met."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random

import pytest
from fastapi import Response
from support.house.grown_queries import scanned
from support.service.houses import Inside, inside, settings
from support.service.random_calls import BATCH, BEARERS, Called, Caller, Calls, Players

from croupier.service.routes.player import tables

CALLS = 100_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with scanned() as scans, inside(tmp_path_factory.mktemp("house"), run=settings(guests_per_hour=10**6)) as found:
        yield found
    assert scans == {}, "whatever was called, no query went through a table that grows"


@pytest.fixture(scope="module")
def players(house: Inside) -> Players:
    return Players(house)


@pytest.fixture(scope="module")
def covering(house: Inside) -> list[Called]:
    return list(Calls(house, 0).covering())


def called(calls: Calls, players: Players, bearer: str, many: int, batch: int) -> int:
    """Go on until so many calls were made, of every operation in turn, while somebody plays; how many there were."""
    caller, chance = Caller(calls.house, bearer), Random(bearer)  # noqa: S311 - the same every time
    turns = cycle(chance.sample(calls.operations, len(calls.operations)))
    while calls.statuses.total() < many and not calls.wrong:
        calls.at_random(caller, next(turns), batch)
        players.go_on(chance)
    return calls.statuses.total()


@pytest.mark.parametrize("bearer", BEARERS)
def test_whatever_is_called_is_answered_as_described(
    house: Inside, players: Players, covering: list[Called], bearer: str
) -> None:
    calls, caller = Calls(house, 0), Caller(house, bearer)
    for case in covering[BEARERS.index(bearer) :: len(BEARERS)]:
        calls.send(caller, case)
    # Half of the operations, others for each: all are called at random by some, and by everybody in the proof.
    called(calls, players, bearer, calls.statuses.total() + len(calls.operations), batch=2)
    assert not calls.wrong, calls.wrong[0]


@pytest.mark.prove
@pytest.mark.parametrize("bearer", BEARERS)
def test_a_hundred_thousand_calls_are_answered_as_described(
    house: Inside, players: Players, bearer: str, seed: int, record_property: Callable[[str, object], None]
) -> None:
    calls = Calls(house, seed)
    caller = Caller(house, bearer)
    for case in calls.covering():
        calls.send(caller, case)
    many = called(calls, players, bearer, -(-CALLS // len(BEARERS)), BATCH)
    assert not calls.wrong, f"`pytest --seed {seed}` calls so again: {calls.wrong[0]}"
    answered = ", ".join(f"{status} {times:,}" for status, times in sorted(calls.statuses.items()))
    record_property("showed", f"{bearer}: {many:,} calls ({answered})")


def test_an_answer_that_is_not_described_or_a_fault_is_noticed(
    house: Inside, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    def noticed(answer: Callable[..., object]) -> str:
        calls = Calls(house, 0)
        with monkeypatch.context() as patched:
            patched.setattr(tables, "answer", answer)
            called(calls, players, "guest", 2 * len(calls.operations), batch=2)
        return calls.wrong[0]

    json = "application/json"
    assert "UndefinedStatusCode" in noticed(lambda *_: Response(b"{}", 206, media_type=json))
    assert "UndefinedContentType" in noticed(lambda *_: Response(b"{}", 200, media_type="text/html"))
    assert "JsonSchemaError" in noticed(lambda *_: Response(b"[]", 200, media_type=json))
    assert "ServerError" in noticed(lambda *_: 1 / 0)
