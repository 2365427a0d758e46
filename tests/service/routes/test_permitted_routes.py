"""Tests made from the table of permissions and the description: every route there is, for every kind of bearer.

Nothing is carried out here: who is let through gets no further than the permission. So a route that asks for none, or
does something before it does, is found, also if nobody has thought of a test for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from http import HTTPStatus
from typing import Any, NamedTuple

import pytest
from fastapi import Response
from support.service.bearers import ANOTHERS, TABLE, Who, everybody_in, is_open
from support.service.houses import Inside, inside

from croupier.house.people import permissions
from croupier.house.people.permissions import NOBODY, PERMISSIONS
from croupier.house.people.roles import Principal
from croupier.rulebook import Refusal
from croupier.service.http.problems import Problem

LET_THROUGH = HTTPStatus.IM_A_TEAPOT
PARTS = 4  # of the routes, so that several processes share them
# What is for everybody, and why: it shows the house's own papers, or whether it is well, and nobody's affairs.
FOR_ALL = {
    "GET /api/v1/commands",
    "GET /api/v1/log",
    "GET /api/v1/log/checkpoint",
    "GET /api/v1/log/since/{rounds}",
    "GET /healthz",
    "GET /readyz",
    "GET /api/v1/me",  # who one is, of nobody that it is nobody
    "GET /api/v1/rulebooks",
    "GET /api/v1/rulebooks/search",
    "GET /api/v1/rulebooks/{book}",
    "GET /api/v1/rulebooks/{book}/since/{old}",
    "GET /api/v1/shared/{link}",  # whoever has a link that was shared may follow it
    "GET /api/v1/shared/{link}/replay",
    "GET /api/v1/shared/{link}/receipt",
}
# What is asked of the house and is others', and of what one sees that of the tables at which one works.
OF_OTHERS = {"GET /api/v1/sessions", "POST /api/v1/corrections"}
OF_OWN_TABLES = {"GET /api/v1/floor", "GET /api/v1/figures"}
IN_PATHS = {"name": TABLE, "pass_id": "0" * 64, "share_id": "0" * 64, "link": "A" * 32, "analysis_id": "0" * 32}


class Route(NamedTuple):
    """An operation of the description."""

    method: str
    path: str
    body: object
    query: str = ""  # what it cannot do without

    @property
    def label(self) -> str:
        return f"{self.method} {self.path}"

    def at(self, seat: int) -> str:
        """The address, with what there is put in for what it names."""
        return self.path.format_map(_There({**IN_PATHS, "seat": str(seat)})) + self.query


class _There(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "1"


class Asked(NamedTuple):
    """What a route has asked of the table of permissions."""

    action: str
    refused: bool


class Gate:
    """Stands where permission is asked for: it notes what is, and lets nobody through."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []

    def allowed(self, principal: Principal | None, action: str, **more: Any) -> Refusal | None:  # noqa: ANN401 - own, assigned, reason
        """In place of `allowed`."""
        return self._noted(action, permissions.allowed(principal, action, **more))

    def commanded(self, principal: Principal | None, do: str, args: Any, **more: Any) -> Refusal | None:  # noqa: ANN401
        """In place of `commanded`."""
        return self._noted(permissions.command(do), permissions.commanded(principal, do, args, **more))

    def _noted(self, action: str, refusal: Refusal | None) -> Refusal | None:
        self.asked.append(Asked(action, refusal is not None))
        if refusal is None:
            raise Problem(LET_THROUGH, "let through", "nothing more")
        return refusal


def gated(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """The gate, before every route."""
    gate = Gate()
    for name, module in list(sys.modules.items()):
        if name.startswith("croupier.service."):
            for asks in ("allowed", "commanded"):
                if getattr(module, asks, None) is getattr(permissions, asks):
                    monkeypatch.setattr(module, asks, getattr(gate, asks))
    return gate


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), TABLE) as found:
        yield found


@pytest.fixture(scope="module")
def everybody(house: Inside) -> dict[str, Who]:
    return everybody_in(house)


def routes(house: Inside) -> list[Route]:
    """All that the description has, each with the example of its body."""
    described = house.nobody().get("/api/v1/openapi.json").json()["paths"]
    return [
        Route(method.upper(), path, _example(operation), _query(operation))
        for path, operations in described.items()
        for method, operation in operations.items()
    ]


def _example(operation: dict[str, Any]) -> object:
    return operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")


def _query(operation: dict[str, Any]) -> str:
    needed = [each for each in operation.get("parameters", []) if each["in"] == "query" and each.get("required")]
    return "?" + "&".join(f"{each['name']}=1" for each in needed) if needed else ""


def faults(gate: Gate, route: Route, who: Who, seat: int) -> Iterator[str]:
    """What is wrong with how a route treats a bearer."""
    gate.asked.clear()
    answer = who.visitor.ask(route.method, route.at(seat), route.body)
    if not gate.asked:
        yield f"asks for no permission, and answers {answer.status_code}"
        return
    action, refused = gate.asked[0]
    if action not in PERMISSIONS:
        yield f"asks for {action!r}, which nobody may"
        return
    of_body = route.body.get("seat") if isinstance(route.body, dict) else None  # a command says its seat itself
    is_own = who.role != NOBODY and ("{seat}" not in route.path or seat == who.seat)
    own = who.seat == of_body if of_body else is_own or route.path.endswith("/seats/{seat}")
    own &= "{person}" not in route.path and route.label not in OF_OTHERS  # it is none of these
    works = replace(who, assigned=True) if route.label in OF_OWN_TABLES else who
    if refused is is_open(works, action, own=own):
        yield f"{'refuses' if refused else 'allows'} {action!r}, own {own}, assigned {who.assigned}"
    expected = LET_THROUGH if not refused else HTTPStatus.UNAUTHORIZED if who.role == NOBODY else HTTPStatus.FORBIDDEN
    local = action == "metrics" and who.role == NOBODY  # they are for this machine too
    if answer.status_code != expected and not local:
        yield f"answers {answer.status_code} in place of {expected}"


def found_wrong(
    gate: Gate, some: list[Route], everybody: dict[str, Who], seats: Callable[[Who], set[int]]
) -> list[str]:
    """The same of many routes, for everybody."""
    return [
        f"{route.label} for {name} at seat {seat}: it {fault}"
        for route in some
        for name, who in everybody.items()
        for seat in (seats(who) if "{seat}" in route.path else {0})
        for fault in faults(gate, route, who, seat)
    ]


@pytest.mark.parametrize("part", range(PARTS))
def test_every_route_is_for_those_whom_the_table_of_permissions_names(
    house: Inside, everybody: dict[str, Who], monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    some = [each for each in routes(house) if each.label not in FOR_ALL]
    assert len(some) > 20
    assert not found_wrong(gated(monkeypatch), some[part::PARTS], everybody, lambda who: {who.seat or 1, ANOTHERS})


def test_what_is_for_all_asks_nothing_of_anybody(
    house: Inside, everybody: dict[str, Who], monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = gated(monkeypatch)
    some = {each.label: each for each in routes(house)}
    assert some.keys() >= FOR_ALL
    for label in FOR_ALL:
        for name, who in everybody.items():
            answer = who.visitor.ask(some[label].method, some[label].at(1))
            expected = {401} if label.endswith("/me") and who.role == NOBODY else {200, 404}
            assert answer.status_code in expected, (label, name)
    assert not gate.asked


def test_a_new_route_without_permission_or_with_one_of_its_own_is_found(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with inside(tmp_path_factory.mktemp("house"), TABLE) as house:
        everybody = everybody_in(house)
        known = {each.label for each in routes(house)}
        house.app.add_api_route("/api/v1/tables/{name}/new", lambda: Response(b"{}"), methods=["POST"], summary="New")
        house.app.openapi_schema = None
        added = [each for each in routes(house) if each.label not in known]
        wrong = found_wrong(gated(monkeypatch), added, everybody, lambda _: {1})
    assert [each.label for each in added] == ["POST /api/v1/tables/{name}/new"]
    assert len(wrong) == len(everybody)
    assert all("asks for no permission, and answers 200" in each for each in wrong)


def test_a_route_that_takes_anothers_seat_for_the_own_is_found(
    house: Inside, everybody: dict[str, Who], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.service.live.commands.is_own", lambda *_: True)
    some = [each for each in routes(house) if each.path.endswith("/leave")]
    wrong = found_wrong(gated(monkeypatch), some, everybody, lambda who: {who.seat or 1, ANOTHERS})
    assert {each.partition(" for ")[2].partition(" at seat ")[0] for each in wrong} >= {"guest", "player"}
