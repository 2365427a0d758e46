"""The interface's description: complete, true, and shown by a page that loads nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from support.default_house import NAMES
from support.service.exact import exact
from support.service.houses import Inside, inside

from croupier.cards import DECKS
from croupier.service.http.problems import MEDIA_TYPE
from croupier.service.routes.openapi import wire_schemas

_REFERENCE = r"#/components/schemas/([^'\"]+)"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture(scope="module")
def described(house: Inside) -> dict[str, Any]:
    found: dict[str, Any] = house.nobody().get("/api/v1/openapi.json").json()
    return found


def _operations(described: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(path, method, each) for path, methods in described["paths"].items() for method, each in methods.items()]


def test_every_route_says_what_it_does_and_how_it_may_end(described: dict[str, Any]) -> None:
    for path, method, operation in _operations(described):
        assert operation["summary"], path
        assert operation["description"], path
        errors = {status for status in operation["responses"] if status >= "400"}
        assert {"400", "403", "413", "415", "421", "429", "500", "503"} <= errors, (method, path)
        for status in errors:
            assert list(operation["responses"][status]["content"]) == [MEDIA_TYPE], (method, path, status)


def test_every_body_has_an_example_that_fits(described: dict[str, Any]) -> None:
    taken = [
        each["requestBody"]["content"]["application/json"]
        for _, _, each in _operations(described)
        if "requestBody" in each
    ]
    assert len(taken) > 10
    for body in taken:
        _check(described, body["schema"], body["example"])


def test_every_example_of_an_answer_fits(described: dict[str, Any]) -> None:
    answered = [
        content
        for _, _, each in _operations(described)
        for answer in each["responses"].values()
        for content in answer.get("content", {}).values()
        if "example" in content
    ]
    assert len(answered) >= 4
    for content in answered:
        _check(described, content["schema"], content["example"])


def _check(described: dict[str, Any], schema: dict[str, Any], value: object) -> None:
    """See that a value has every field that is described, and no other."""
    jsonschema_rs.Draft202012Validator({**schema, "components": exact(described)["components"]}).validate(value)


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    names = set(re.findall(_REFERENCE, str(described)))
    assert names <= described["components"]["schemas"].keys()
    assert "HTTPValidationError" not in described["components"]["schemas"]


def test_answers_may_gain_fields_and_bodies_may_not(described: dict[str, Any]) -> None:
    """A client passes over fields that it does not know; the house refuses those that it does not know."""
    schemas = described["components"]["schemas"]
    answered, taken = set[str](), set[str]()
    for _, _, operation in _operations(described):
        answered |= _reached(schemas, operation["responses"])
        taken |= _reached(schemas, operation.get("requestBody", {}))
    assert len(answered) > 80
    assert [name for name in answered if schemas[name].get("additionalProperties") is False] == []
    objects = [name for name in taken if "properties" in schemas[name]]
    assert [name for name in objects if schemas[name].get("additionalProperties") is not False] == []


def _reached(schemas: dict[str, Any], value: object) -> set[str]:
    """The names of all schemas that something refers to."""
    found, fresh = set[str](), set(re.findall(_REFERENCE, str(value)))
    while fresh:
        found |= fresh
        fresh = {name for each in fresh for name in re.findall(_REFERENCE, str(schemas[each]))} - found
    return found


@pytest.mark.parametrize("table", NAMES)
def test_what_is_answered_is_what_is_described(house: Inside, described: dict[str, Any], table: str) -> None:
    guest = house.guest("Zoë")
    guest.sit(table, 2)
    paths = ["/me", "/me/wallet", "/me/passes", "/tables", "/commands", "/rulebooks", "/healthz", "/readyz"]
    of_table = ["", "/layout", "/sign", "/rules", "/commands", "/sessions"]
    looked: list[tuple[str, str]] = [(path, path) for path in paths]
    looked += [(f"/tables/{table}{path}", f"/tables/{{name}}{path}") for path in of_table]
    _look(house, guest, described, looked)
    guest.bet(table, seat=2)
    _look(house, guest, described, [(f"/tables/{table}", "/tables/{name}")])
    for number in range(8):
        view = guest.view(table)["view"]
        if view["due"]["do"] != "decide":
            break
        choice = next(each["choice"] for each in view["choices"] if not each["discards"])
        guest.give(table, f"{number}", "decide", 2, choice=choice)
    last = [(f"/tables/{table}{path}", f"/tables/{{name}}{path}") for path in ("", "/last", "/receipt")]
    _look(house, guest, described, last)
    own = [("/rounds", "/rounds"), ("/me/statement", "/me/statement")]
    own += [
        (f"/rounds/{table}-1/1{path}", f"/rounds/{{session}}/{{number}}{path}") for path in ("", "/replay", "/receipt")
    ]
    link = guest.post(f"/rounds/{table}-1/1/shares")
    _check(described, {"$ref": "#/components/schemas/NewShareLink"}, link.json())
    shown = link.json()["path"].removeprefix("/api/v1")
    own += [("/me/shares", "/me/shares"), *((f"{shown}{path}", f"/shared/{{link}}{path}") for path in ("", "/replay"))]
    _look(house, guest, described, own)
    auditor = house.hired(f"auditor-{table}", "auditor")
    opened = auditor.post(f"/rounds/{table}-1/1/hidden", {"reason": "a test"})
    _check(described, {"$ref": "#/components/schemas/ReplayOpenly"}, opened.json())
    seen = auditor.post(f"/tables/{table}/hidden", {"reason": "a test"})
    _check(described, {"$ref": "#/components/schemas/DealtCards"}, seen.json())


def _look(house: Inside, guest: Any, described: dict[str, Any], looked: list[tuple[str, str]]) -> None:  # noqa: ANN401, ARG001
    for address, path in looked:
        answer = guest.get(address)
        assert answer.status_code == 200, address
        operation = described["paths"].get(f"/api/v1{path}", described["paths"].get(path))["get"]
        _check(described, operation["responses"]["200"]["content"]["application/json"]["schema"], answer.json())


def test_messages_of_a_socket_are_what_is_described(house: Inside, described: dict[str, Any]) -> None:
    guest = house.guest()
    with guest.watch("uth-ma") as socket:
        _check(described, {"$ref": "#/components/schemas/SocketView"}, socket.receive_json())
        socket.send_json({"request": "s", "do": "sit", "seat": 5, "args": {"chips": 5_000}})
        _check(described, {"$ref": "#/components/schemas/SocketHappened"}, socket.receive_json())
        while (message := socket.receive_json())["what"] != "done":
            _check(described, {"$ref": "#/components/schemas/SocketHappened"}, message)
        _check(described, {"$ref": "#/components/schemas/SocketDone"}, message)
        socket.send_json({"request": "t", "do": "sit", "seat": 5, "args": {"chips": 5_000}})
        _check(described, {"$ref": "#/components/schemas/SocketRefused"}, socket.receive_json())
        socket.send_json({"request": "u", "do": "leave", "seat": 5})
        while socket.receive_json()["what"] != "done":
            pass


def test_problems_are_what_is_described(house: Inside, described: dict[str, Any]) -> None:
    guest = house.guest()
    for answer in (guest.sit("none"), house.nobody().sit("uth-ma"), guest.post("/guests"), guest.get("/nowhere")):
        assert answer.headers["content-type"] == MEDIA_TYPE
        _check(described, {"$ref": "#/components/schemas/ProblemBody"}, answer.json())
        assert answer.json()["status"] == answer.status_code


@pytest.mark.parametrize("deck", [None, *DECKS.values()], ids=str)
def test_every_command_that_a_person_gives_has_a_schema(deck: Any) -> None:  # noqa: ANN401 - a deck or none
    found = wire_schemas(deck)
    assert {"sit", "bet", "decide", "leave", "leave after", "buy", "deal", "rule", "call"} <= found.keys()
    assert not {"open", "close", "clock", "timeout", "jam", "fault"} & found.keys()
    for name, schema in found.items():
        jsonschema_rs.meta.validate(schema)
        assert schema["properties"]["do"] == {"const": name}
        assert not {"who", "by", "supplied"} & schema["properties"].keys()
    sits = jsonschema_rs.Draft202012Validator(found["sit"])
    assert sits.is_valid({"request": "a", "do": "sit", "seat": 1, "args": {"chips": 5}})
    assert not sits.is_valid({"request": "a", "do": "sit", "seat": 1})
    assert not sits.is_valid({"do": "sit", "seat": 1, "args": {"chips": 5}})


def test_the_page_loads_nothing_from_elsewhere_and_runs_nothing(house: Inside, described: dict[str, Any]) -> None:
    answer = house.nobody().get("/api")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    links = set(re.findall(r'(?:src|href)="([^"]*)"', answer.text))
    assert {each for each in links if not each.startswith("#")} == {
        "/api/page.css",
        "/api/v1/openapi.json",
        "/api/v1/asyncapi.json",
    }
    assert "<script" not in answer.text
    assert " style=" not in answer.text
    assert house.nobody().get("/api/page.css").headers["content-type"] == "text/css; charset=utf-8"
    for path in described["paths"]:
        assert f"<code>{path}</code>" in answer.text
    anchors = set(re.findall(r'id="([^"]*)"', answer.text))
    assert {each[1:] for each in links if each.startswith("#")} <= anchors


def test_the_socket_is_described_with_every_message_and_command(house: Inside) -> None:
    found = house.nobody().get("/api/v1/asyncapi.json").json()
    assert found["asyncapi"] == "3.0.0"
    names = set(re.findall(r"#/components/(?:schemas|messages)/([^'\"]+)", str(found)))
    assert names <= found["components"]["schemas"].keys() | found["components"]["messages"].keys()
    told = [each["$ref"].rpartition("/")[2] for each in found["operations"]["hear"]["messages"]]
    assert told == ["SocketView", "SocketHappened", "SocketDone", "SocketRefused"]
    given = {each["$ref"].rpartition("/")[2] for each in found["operations"]["command"]["messages"]}
    assert given == {f"Command {name}".replace(" ", "-") for name in wire_schemas()}


def test_a_program_comes_in_without_saying_an_origin(house: Inside) -> None:
    nobody = house.nobody()
    nobody.origin = ""
    assert nobody.ask("POST", "/programs", {"name": "Bot"}).status_code == 201
    assert nobody.ask("POST", "/guests", {"name": "Page"}).status_code == 403
    nobody.origin = "https://elsewhere.example"
    assert nobody.ask("POST", "/programs", {"name": "Bot"}).status_code == 403
