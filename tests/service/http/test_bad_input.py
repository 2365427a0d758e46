"""Bad input by either door: a clear refusal, and not a row of the house has changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select
from support.service.houses import ORIGIN, WAGERS, Inside, Visitor, inside

from croupier.house.storage import database
from croupier.house.storage.schema import metadata
from croupier.money import MOST_CENTS
from croupier.service.http.bodies import MOST_DEPTH
from croupier.service.http.guard import MOST_BODY
from croupier.service.routes.player.websocket import MOST_MESSAGE

TABLE = "uth-ma"
_MARKS = {"passes"}  # a pass has when it was last used


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), TABLE) as found:
        yield found


@pytest.fixture(scope="module")
def guest(house: Inside) -> Visitor:
    """Somebody who sits there with $200, and has $800 in the wallet."""
    made = house.guest("Ash")
    assert made.sit(TABLE).status_code == 200
    return made


def _record(house: Inside) -> dict[str, list[Any]]:
    """Every row that the house has."""
    with database.at_one_moment(house.house.engine) as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table))))
            for table in metadata.sorted_tables
            if table.name not in _MARKS
        }


def _nested(levels: int) -> str:
    """A command that is so deep: the command itself is a level, and so are its arguments."""
    begins = f'{{"request":"deep-{levels}","do":"bet","seat":1,"args":{{"wagers":'
    return begins + "[" * (levels - 2) + "]" * (levels - 2) + "}}"


class Bad(NamedTuple):
    """What is sent, and how it is refused."""

    text: str
    status: int
    about: str = ""  # if it matters


_IDS = count()  # what is refused under an id is refused again under that id


def _bad(status: int, about: str = "", do: str = "bet", seat: object = 1, **more: object) -> Bad:
    """A command with something wrong about it."""
    return Bad(json.dumps({"request": f"bad-{next(_IDS)}", "do": do, "seat": seat, **more}), status, about)


_BET = {"wagers": WAGERS[TABLE]}
BAD: dict[str, Bad] = {
    # what cannot be read
    "nothing": Bad("", 422),
    "no JSON": Bad("{", 400),
    "a number that is none": Bad('{"request":"x","do":"bet","seat":NaN}', 400),
    "half a letter": Bad('{"request":"x","do":"\\ud800"}', 400),
    "two objects": Bad('{"request":"x","do":"ready","seat":1}{"request":"y","do":"ready","seat":1}', 400),
    "a list": Bad("[]", 422),
    "nested too deep": Bad(_nested(MOST_DEPTH + 1), 400, "body"),
    "nested far too deep": Bad("[" * 9000, 400, "body"),
    "deep in what is not known": Bad('{"request":"x","do":"bet","seat":1,"args":' + '{"a":' * 20 + "1" + "}" * 21, 400),
    # what is no command
    "no id": Bad('{"do":"ready","seat":1}', 422),
    "an id that is none": Bad('{"request":"a b","do":"ready","seat":1}', 422),
    "an id that is too long": Bad(json.dumps({"request": "x" * 65, "do": "ready", "seat": 1}), 422),
    "a field that is not known": _bad(422, who="floor"),
    "who it is by": _bad(422, by="p-1"),
    "what the house supplies": _bad(422, supplied={"bankroll": 10**6}),
    "a command that there is not": _bad(422, "do", do="win"),
    "a name without an end": _bad(422, do="x" * 41),
    "a seat that is a text": _bad(422, seat="1"),
    "a seat that is a half": _bad(422, seat=1.5),
    "a seat below all": _bad(422, seat=-1),
    "a seat beyond all": _bad(422, seat=101),
    "arguments that are none": _bad(422, args=[1]),
    "a sequence that is none": _bad(422, expects=-1),
    # another's
    "a seat that nobody has": _bad(403, seat=6, args=_BET),
    "the dealer's command": _bad(403, do="deal", seat=0),
    "the floor's command": _bad(403, do="rule", seat=0, args={"choice": "void", "reason": "I lost"}),
    "the house's command": _bad(403, do="timeout"),
    "the end of the table": _bad(403, do="close", seat=0),
    # stakes from nowhere
    "more than one has": _bad(422, args={"wagers": {"ante": 20_000_00, "blind": 20_000_00}}),
    "less than nothing": _bad(422, args={"wagers": {"ante": -500, "blind": -500}}),
    "a part of a cent": _bad(422, args={"wagers": {"ante": 500.5, "blind": 500.5}}),
    "a stake that is true": _bad(422, args={"wagers": {"ante": True, "blind": True}}),
    "a stake that is a text": _bad(422, args={"wagers": {"ante": "500", "blind": "500"}}),
    "a stake beyond all": _bad(422, args={"wagers": {"ante": 10**30, "blind": 10**30}}),
    "a number of a thousand digits": Bad(
        '{"request":"digits","do":"bet","seat":1,"args":{"wagers":{"ante":' + "9" * 1000 + "}}}", 422
    ),
    "a wager that there is not": _bad(422, args={"wagers": {"ante": 500, "blind": 500, "sure thing": 500}}),
    "money brought by hand": _bad(422, args={**_BET, "bankroll": 10**6}),
    "a second seat with chips from nowhere": _bad(422, do="sit", seat=2, args={"chips": 80_001}),
    "a seat with money by hand": _bad(422, do="sit", seat=2, args={"bankroll": 10**6}),
    "a seat with both": _bad(422, do="sit", seat=2, args={"chips": 1, "bankroll": 10**6}),
    "a seat that is taken": _bad(422, do="sit", seat=1, args={"chips": 5_000}),
    "a seat for no chips": _bad(422, do="sit", seat=2, args={"chips": 0}),
    "more chips than the wallet has": _bad(422, do="buy", args={"amount": 80_001}),
    "chips for less than nothing": _bad(422, do="buy", args={"amount": -1}),
    "chips for another": _bad(403, do="buy", seat=2, args={"amount": 1}),
    "chips beyond all": _bad(422, do="buy", args={"amount": MOST_CENTS + 1}),
    "chips and something else": _bad(422, do="buy", args={"amount": 1, "person": "p-1"}),
    # the wrong moment
    "a sequence that has passed": _bad(409, "expects", args=_BET, expects=1),
    "a sequence that is to come": _bad(409, "expects", args=_BET, expects=10**9),
    "a decision when none is asked for": _bad(422, do="decide", args={"choice": "check"}),
    "an id that was used for something else": Bad('{"request":"sit","do":"ready","seat":1}', 409, "request"),
}


def _check(found: dict[str, Any], bad: Bad) -> None:
    assert found["status"] == bad.status, found
    assert found["detail"]
    assert found["accepted"]
    assert len(json.dumps(found)) < 4000, "what was sent is not sent back"
    assert not bad.about or found["about"] == bad.about


@pytest.mark.parametrize("what", BAD)
def test_bad_input_over_http_is_refused_and_nothing_has_changed(house: Inside, guest: Visitor, what: str) -> None:
    bad, before = BAD[what], _record(house)
    headers = {**guest.headers, "content-type": "application/json"}
    answer = house.client.post(f"/api/v1/tables/{TABLE}/commands", content=bad.text.encode(), headers=headers)
    assert answer.status_code == bad.status, answer.text
    _check(answer.json(), bad)
    assert _record(house) == before


def test_bad_input_over_a_socket_is_refused_and_nothing_has_changed(house: Inside, guest: Visitor) -> None:
    before = _record(house)
    with guest.watch(TABLE) as socket:
        socket.receive_json()
        for what, bad in BAD.items():
            socket.send_text(bad.text)
            message = socket.receive_json()
            assert message["what"] == "refused", what
            status = 400 if what == "nothing" else bad.status  # a message that is empty is no message
            _check(message["problem"], bad._replace(status=status))
            assert _record(house) == before, what


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/tables/none", 404),
        ("GET", "/tables/$cage", 422),
        ("GET", f"/tables/{'x' * 500}", 422),
        ("POST", "/tables/none/commands", 404),
        ("POST", "/tables/none/seats/1", 404),
        ("POST", f"/tables/{TABLE}/seats/0", 422),
        ("POST", f"/tables/{TABLE}/seats/9999999999999999999999", 422),
        ("POST", f"/tables/{TABLE}/seats/one", 422),
        ("GET", "/tables?most=0", 422),
        ("GET", "/tables?most=x", 422),
        ("GET", "/log/since/0", 422),
        ("GET", "/nothing", 404),
        ("PUT", f"/tables/{TABLE}", 405),
    ],
)
def test_what_is_not_there_is_said_not_to_be(
    house: Inside, guest: Visitor, method: str, path: str, status: int
) -> None:
    before = _record(house)
    body = {"request": "y", "do": "ready", "seat": 1} if path.endswith("commands") else {"request": "y", "chips": 5}
    answer = guest.ask(method, path, None if method == "GET" else body)
    assert answer.status_code == status
    assert answer.json()["accepted"]
    assert _record(house) == before


def test_what_is_as_long_as_it_may_be_is_read_and_what_is_longer_is_not(house: Inside, guest: Visitor) -> None:
    before = _record(house)
    said = json.dumps({"request": "x", "do": "decide", "seat": 1, "args": {"choice": "check"}})
    headers = {**guest.headers, "content-type": "application/json"}
    for size, status in ((MOST_BODY, 422), (MOST_BODY + 1, 413)):
        text = said + " " * (size - len(said))
        answer = house.client.post(f"/api/v1/tables/{TABLE}/commands", content=text.encode(), headers=headers)
        assert answer.status_code == status
    with guest.watch(TABLE) as socket:
        socket.receive_json()
        socket.send_text(said + " " * (MOST_MESSAGE - len(said)))
        assert socket.receive_json()["problem"]["status"] == 422
        socket.send_text('{"request":"' + "é" * (MOST_MESSAGE // 2) + '"}')  # of fewer letters, and of more bytes
        assert socket.receive()["code"] == 1009
    assert _record(house) == before


def test_a_depth_that_may_be_is_read(house: Inside, guest: Visitor) -> None:
    headers = {**guest.headers, "content-type": "application/json"}
    text = _nested(MOST_DEPTH).encode()
    answer = house.client.post(f"/api/v1/tables/{TABLE}/commands", content=text, headers=headers)
    assert answer.status_code == 422
    assert "nested" not in answer.json()["detail"]


def test_a_session_that_is_over_is_refused_by_every_door(house: Inside) -> None:
    guest = house.guest()
    cookie = guest.cookie
    assert guest.ask("DELETE", "/session").status_code == 204
    gone, before = Visitor(house.client, cookie), _record(house)
    said = {"request": "x", "do": "sit", "seat": 2, "args": {"chips": 5_000}}
    for path in (f"/tables/{TABLE}/commands", f"/tables/{TABLE}/seats/2", "/accounts"):
        body = said if path.endswith("commands") else {"request": "x", "chips": 5} if "seats" in path else {}
        answer = gone.post(path, body or {"login": "x", "password": "y"})
        assert answer.status_code in {401, 422}, answer.text
    assert gone.ask("GET", "/me").headers["www-authenticate"] == 'Bearer realm="croupier"'
    assert _record(house) == before
    assert gone.origin == ORIGIN


def test_what_is_left_of_a_limit_is_told_with_every_answer(house: Inside, guest: Visitor) -> None:
    for answer in (
        guest.get("/tables"),
        guest.get("/nothing"),
        guest.post(f"/tables/{TABLE}/commands", {}),
        house.nobody().post(f"/tables/{TABLE}/commands", {}),
    ):
        assert answer.headers["ratelimit"].startswith('"requests";r=')
        assert answer.headers["ratelimit-policy"].startswith('"requests";q=')
