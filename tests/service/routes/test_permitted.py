"""The one table of permissions against every route and socket message: every bearer, own or another's, assigned or not.

What is asked for is always something that would be refused for another reason, so that nothing changes: whether it was
refused by the table of permissions is told by what the problem is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, product
from typing import Any

import httpx
import pytest
from support.portions import portion
from support.service.bearers import ANOTHERS, NO_SOCKET, TABLE, Who, everybody_in, is_open, turned_away
from support.service.houses import Inside, inside

from croupier.house.people.permissions import NOBODY, PERMISSIONS, command
from croupier.house.people.roles import ROLES, SCOPES
from croupier.service.live.commands import LEAVE_AFTER
from croupier.table.model.catalog import DECLARED

NONSENSE: dict[str, object] = {"nonsense": 1}
IDS = count()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), TABLE) as found:
        yield found


@pytest.fixture(scope="module")
def everybody(house: Inside) -> dict[str, Who]:
    return everybody_in(house)


def test_every_role_and_scope_is_among_them(everybody: dict[str, Who]) -> None:
    assert {who.role for who in everybody.values()} == {NOBODY, *ROLES}
    assert {scope for who in everybody.values() for scope in who.scopes or ()} == set(SCOPES)


PARTS = 3  # of the bearers


def by_parts(routes: list[tuple[str, str, str, object]]) -> list[Any]:
    """Each route with each part of the bearers, first with one that is another for the next route.

    That one is asked in `make test`: `test_permitted_routes.py` asks every route for everybody, up to its gate.
    """
    numbered = enumerate(routes)
    return portion(
        (pytest.param(*each, (number + more) % PARTS) for number, each in numbered for more in range(PARTS)), PARTS
    )


def _part(everybody: dict[str, Who], part: int) -> dict[str, Who]:
    return dict([*everybody.items()][part::PARTS])


def _differ(everybody: dict[str, Who], action: str, ask: Callable[[Who], httpx.Response], *, own: bool) -> list[str]:
    """Those for whom a route and the table of permissions disagree."""
    return [
        name
        for name, who in everybody.items()
        if turned_away(ask(who), action) is is_open(who, action, own=own and who.role != NOBODY)
    ]


# ---- commands ----------------------------------------------------------------------------------------------

SENT: dict[str, object] = {"cards": ["Ah"], **NONSENSE}


@pytest.mark.parametrize(
    ("do", "own", "args"),
    # The socket is asked all of it below: both give a command in the same place.
    portion(
        (
            pytest.param(do, own, args)
            for do in DECLARED
            for own, args in ((True, SENT), (True, NONSENSE), (False, NONSENSE), (False, SENT))
            if do != "buy"  # it is the house's, and an action of its own here
        ),
        2,
    ),
)
def test_every_command_is_open_to_those_who_may_give_it_and_to_nobody_else(
    everybody: dict[str, Who],
    do: str,
    own: bool,  # noqa: FBT001 - a case
    args: dict[str, object],
) -> None:
    differ = []
    for name, who in everybody.items():
        seat = who.seat if own else ANOTHERS
        is_own = do == "sit" or (own and who.seat > 0)
        said = {"request": f"{next(IDS)}", "do": do, "seat": seat, "args": args}
        answer = who.visitor.post(f"/tables/{TABLE}/commands", said)
        assert answer.status_code in {401, 403, 422}, (name, do, answer.text)
        expected = is_open(who, command(do), own=is_own, cards="cards" in args)
        if turned_away(answer, command(do)) is expected:
            differ.append(name)
    assert not differ


def test_the_socket_refuses_what_the_routes_refuse(everybody: dict[str, Who]) -> None:
    for name, who in everybody.items():
        if name in NO_SOCKET or who.must_change:
            continue
        with who.visitor.watch(TABLE) as socket:
            socket.receive_json()
            for do in (*DECLARED, LEAVE_AFTER):
                action = {"buy": "buy", LEAVE_AFTER: "leave after"}.get(do, command(do))
                for (seat, own), args in product(((who.seat, True), (ANOTHERS, False)), (NONSENSE, SENT)):
                    socket.send_json({"request": f"{next(IDS)}", "do": do, "seat": seat, "args": args})
                    problem = socket.receive_json()["problem"]
                    refused = problem["document"] == "the house" and problem["about"] == action
                    is_own = do == "sit" or (own and who.seat > 0)
                    assert refused is not is_open(who, action, own=is_own, cards="cards" in args), (name, do, own)


def test_no_socket_is_opened_for_whose_pass_is_over_or_whose_password_is_for_one_time(
    everybody: dict[str, Who],
) -> None:
    from starlette.testclient import WebSocketDenialResponse

    closed = dict.fromkeys(NO_SOCKET, 401) | {name: 403 for name, who in everybody.items() if who.must_change}
    for name, status in closed.items():
        with pytest.raises(WebSocketDenialResponse) as refused, everybody[name].visitor.watch(TABLE):
            pass
        assert refused.value.status_code == status, name


def test_the_state_of_the_table_has_not_changed_by_any_of_it(house: Inside) -> None:
    assert [seat["seat"] for seat in house.nobody().view(TABLE)["view"]["seats"]] == [1, 2, 3]


# ---- what the house does -----------------------------------------------------------------------------------

_NO_NAME = {"name": "\u202e"}
_WHY = {"reason": "a test"}
# What stands for each part of an address: what is there for a look, and what is not there to be changed.
FILLED = {
    "{name}": TABLE,
    "{pass_id}": "0" * 64,
    "{share_id}": "0" * 64,
    "{session}": "nowhere",
    "{number}": "1",
    "{person}": "nobody-at-all",
    "{link}": "x" * 32,
    "{seat}": "6",
    "{analysis_id}": "0" * 32,
    "{book}": "none",
    "{login}": "nobody-at-all",
}
# A route, what it is by the table of permissions, and a body that is refused for another reason, or does no harm.
ROUTES: list[tuple[str, str, str, object]] = [
    ("POST", "/guests", "become a guest", _NO_NAME),
    ("POST", "/programs", "become a guest", _NO_NAME),
    ("POST", "/accounts", "sign up", {"login": "!", "password": "x"}),
    ("POST", "/session", "sign in", {"login": "!", "password": "x"}),
    ("PUT", "/session/password", "change password", {"login": "!", "password": "x", "new": "y"}),
    ("PATCH", "/me", "rename", _NO_NAME),
    ("GET", "/me/wallet", "wallet", None),
    ("GET", "/me/passes", "see passes", None),
    ("GET", "/me/places", "places", None),
    ("DELETE", "/me/passes/{pass_id}", "end passes", None),
    ("GET", "/tables", "watch", None),
    ("GET", "/tables/{name}", "watch", None),
    ("GET", "/tables/{name}/sign", "watch", None),
    ("GET", "/tables/{name}/rules", "watch", None),
    ("GET", "/tables/{name}/layout", "watch", None),
    ("GET", "/tables/{name}/commands", "watch", None),
    ("GET", "/tables/{name}/last", "watch", None),
    ("GET", "/tables/{name}/receipt", "watch", None),
    ("GET", "/tables/{name}/submission", "watch", None),
    ("GET", "/tables/{name}/layout", "watch", None),
    ("GET", "/tables/{name}/sessions", "watch", None),
    ("POST", "/settings/reload", "settings", None),
    ("GET", "/tables/{name}/dealer", "watch", None),
    ("GET", "/tables/{name}/refused", "view as floor", None),
    ("POST", "/tables/{name}/dealer", "sign on", None),  # at a table that the house deals at
    ("DELETE", "/tables/{name}/dealer", "relieve", None),
    ("POST", "/tables/{name}/open", "open table", None),  # which is open
    ("DELETE", "/tables/{name}/close-after", "close after", None),
    ("POST", "/tables/{name}/seats/{seat}/move", "move player", {"person": "x", "seat": 5, **_WHY}),
    ("POST", "/tables/{name}/refused", "refuse player", {"person": "x", **_WHY}),
    ("DELETE", "/tables/{name}/refused/{person}", "refuse player", None),
    ("POST", "/tables/{name}/credits", "credit", {"request": "x", "amount": 1}),  # of which there is nothing
    ("POST", "/analyses", "analyse", {"rulebook": "none"}),
    ("POST", "/submissions", "analyse", {"rulebook": "none"}),
    ("GET", "/rulebooks/{book}/exercises", "practise", None),
    ("GET", "/analyses/{analysis_id}", "analyse", None),
    ("GET", "/analyses/{analysis_id}/sheet", "analyse", None),
    ("DELETE", "/analyses/{analysis_id}", "analyse", None),
    ("POST", "/training", "train", {"rulebook": "none"}),
    ("GET", "/training", "train", None),
    ("POST", "/training/steps", "train", {"do": "deal", "at": 0}),
    ("POST", "/training/rounds", "train", {"at": 0}),
    ("DELETE", "/training", "train", None),
    ("GET", "/rounds", "recall", None),
    ("GET", "/rounds/{session}/{number}", "recall", None),
    ("GET", "/rounds/{session}/{number}/replay", "recall", None),
    ("GET", "/rounds/{session}/{number}/receipt", "recall", None),
    ("GET", "/me/statement", "recall", None),
    ("POST", "/rounds/{session}/{number}/shares", "share", None),
    ("GET", "/me/shares", "share", None),
    ("DELETE", "/shares/{share_id}", "revoke share", None),
    ("DELETE", "/people/{own}/passes/{pass_id}", "end passes", None),
    ("PATCH", "/people/{own}", "rename", _NO_NAME),
    ("GET", "/people/{own}/passes", "see passes", None),
    ("GET", "/people/{own}/wallet", "wallet", None),
    ("GET", "/people/{own}/statement", "recall", None),
    ("PUT", "/people/{own}/role", "change role", {"role": "none"}),
]
# The same of what is another's.
OF_OTHERS: list[tuple[str, str, str, object]] = [
    ("GET", "/people/{person}/statement", "recall", None),
    ("GET", "/people/{person}/wallet", "wallet", None),
    ("PUT", "/training/drills/{login}", "set drill", {"rulebook": "none"}),
    ("GET", "/sessions", "recall", None),
    ("GET", "/ledger", "ledger", None),
    ("GET", "/ledger/csv", "ledger", None),
    ("GET", "/significant", "significant events", None),
    ("GET", "/chain", "chain", None),
    ("POST", "/sessions/{session}/export", "export", _WHY),
    ("GET", "/people", "people", None),
    ("GET", "/people/{person}", "people", None),
    ("POST", "/people", "hire", {"name": "x", "login": "!", "role": "dealer"}),
    ("POST", "/people/programs", "make program", {"name": "x", "role": "none"}),
    ("POST", "/people/{person}/tokens", "make program", {"scopes": ["scan"], "days": 1}),
    ("PATCH", "/people/{person}", "rename", _NO_NAME),
    ("PUT", "/people/{person}/role", "change role", {"role": "none"}),
    ("PUT", "/people/{person}/tables/{name}", "assign", None),
    ("DELETE", "/people/{person}/tables/{name}", "assign", None),
    ("GET", "/people/{person}/passes", "see passes", None),
    ("DELETE", "/people/{person}/passes", "end passes", None),
    ("DELETE", "/people/{person}/passes/{pass_id}", "end passes", None),
    ("DELETE", "/people/{person}", "close account", None),
    ("POST", "/rounds/{session}/{number}/hidden", "look at hidden cards", _WHY),
    ("POST", "/tables/{name}/hidden", "look at hidden cards", _WHY),
    (
        "POST",
        "/corrections",
        "correct",
        {"request": "x", "account": "wallet/nobody-at-all", "amount": 1, "up": True, **_WHY},
    ),
]
# The regulations are everybody's.
PAPERS = ("/rulebooks", "/rulebooks/search", "/rulebooks/{book}", "/rulebooks/{book}/since/{old}")
LOG = ("/log", "/log/checkpoint", "/log/since/{rounds}")  # what is published is for everybody
SHARED = (
    "/shared/{link}",
    "/shared/{link}/replay",
    "/shared/{link}/receipt",
)  # and what was shared, for who has the link


CLOSING = {
    "/tables/{name}/close": "close table",
    "/tables/{name}/close-after": "close after",
    "/tables/{name}/fills": "fill",
}


ALL_TABLES = {"/floor": "view as floor", "/figures": "figures"}  # what each sees of the tables that are theirs


def _filled(path: str, own: str = "") -> str:
    for part, value in {**FILLED, "{own}": own}.items():
        path = path.replace(part, value)
    return path


def _own(who: Who) -> str:
    """The id of a bearer; of who is nobody, anybody's."""
    me = who.visitor.get("/me")
    return str(me.json()["person"]) if me.status_code == 200 else "nobody-at-all"


AT_SEATS = [
    ("chips", "buy", {"amount": 1, "expects": 0}),
    ("leave-after", "leave after", {"expects": 0}),
    ("sit-out", command("sit out"), {"expects": 0}),
    ("come-back", command("come back"), {"expects": 0}),
    ("leave", command("leave"), {"expects": 0}),
]


@pytest.mark.parametrize(("method", "path", "action", "body", "part"), by_parts(ROUTES))
def test_every_route_is_open_to_those_who_may_and_to_nobody_else(
    house: Inside, everybody: dict[str, Who], method: str, path: str, action: str, body: object, part: int
) -> None:
    house.clock.on(61)  # nobody has to wait for having tried to sign in
    some = _part(everybody, part)
    assert not _differ(some, action, lambda who: who.visitor.ask(method, _filled(path, _own(who)), body), own=True)


@pytest.mark.parametrize(("method", "path", "action", "body", "part"), by_parts(OF_OTHERS))
def test_what_is_anothers_is_open_to_those_who_may_and_to_nobody_else(
    everybody: dict[str, Who], method: str, path: str, action: str, body: object, part: int
) -> None:
    some = _part(everybody, part)
    assert not _differ(some, action, lambda who: who.visitor.ask(method, _filled(path), body), own=False)


@pytest.mark.parametrize(
    ("path", "action", "body"),
    [(path, action, body) for _, path, action, body in (*ROUTES, *OF_OTHERS) if PERMISSIONS[action].reason and body],
)
def test_what_needs_a_reason_is_not_done_without_one(
    everybody: dict[str, Who], path: str, action: str, body: dict[str, object]
) -> None:
    who = next(each for each in everybody.values() if each.scopes is None and is_open(each, action, own=False))
    without = who.visitor.post(_filled(path), {**body, "reason": "  "})
    assert (without.status_code, without.json()["accepted"]) == (403, "the same with a reason")


def test_signing_out_is_for_whoever_is_signed_in(house: Inside) -> None:
    assert house.guest().ask("DELETE", "/session").status_code == 204
    assert turned_away(house.nobody().ask("DELETE", "/session"), "sign out")
    assert turned_away(house.program().ask("DELETE", "/session"), "sign out")


@pytest.mark.parametrize(("path", "action", "body"), AT_SEATS)
def test_a_seat_is_its_persons_alone(
    house: Inside, everybody: dict[str, Who], path: str, action: str, body: dict[str, object]
) -> None:
    for name, who in everybody.items():
        for seat in {who.seat, ANOTHERS} - {0}:
            own = seat == who.seat
            if own and path == "leave-after":
                continue  # it would be done
            said = {"request": f"{next(IDS)}", **body}
            answer = who.visitor.post(f"/tables/{TABLE}/seats/{seat}/{path}", said)
            assert turned_away(answer, action) is not is_open(who, action, own=own), (name, seat, answer.text)
    assert [seat["seat"] for seat in house.nobody().view(TABLE)["view"]["seats"]] == [1, 2, 3]


@pytest.mark.parametrize(("path", "action"), CLOSING.items())
def test_what_would_close_or_fill_the_table_is_refused_to_those_who_may_not(
    everybody: dict[str, Who], path: str, action: str
) -> None:
    """To those who may it would be done: that it is, is tested elsewhere."""
    refused = {name: who for name, who in everybody.items() if not is_open(who, action, own=True)}
    assert len(refused) == len(everybody) - 4  # a floor and a manager, and their programs
    body = {"request": "x", "amount": 1} if action == "fill" else None
    assert not _differ(refused, action, lambda who: who.visitor.ask("POST", _filled(path), body), own=True)


@pytest.mark.parametrize(("path", "action"), ALL_TABLES.items())
def test_of_all_tables_each_sees_those_that_are_theirs(everybody: dict[str, Who], path: str, action: str) -> None:
    for name, who in everybody.items():
        answer = who.visitor.get(path)
        works_elsewhere = name == "floor elsewhere"
        assert turned_away(answer, action) is not (is_open(who, action, own=True) or works_elsewhere), name
        if answer.status_code == 200:
            seen = [each["table"] for each in answer.json()["tables"]]
            assert (TABLE in seen) is not works_elsewhere, name


def test_the_coach_is_for_the_player_of_the_seat(everybody: dict[str, Who]) -> None:
    for name, who in everybody.items():
        for seat in {who.seat, ANOTHERS} - {0}:
            answer = who.visitor.get(f"/tables/{TABLE}/seats/{seat}/coach")
            assert turned_away(answer, "coach") is not is_open(who, "coach", own=seat == who.seat), (name, seat)
            assert answer.status_code in {401, 403, 409}, (name, seat)


def test_metrics_are_for_auditors_and_managers_and_for_this_machine(everybody: dict[str, Who]) -> None:
    for name, who in everybody.items():
        answer = who.visitor.get("/metrics")
        expected = who.role == NOBODY or is_open(who, "metrics", own=False)
        assert (answer.status_code == 200) is expected, name


# ---- what is seen ------------------------------------------------------------------------------------------


def test_each_sees_the_table_as_what_they_are(everybody: dict[str, Who]) -> None:
    for name, who in everybody.items():
        answer = who.visitor.get(f"/tables/{TABLE}")
        if not is_open(who, "watch", own=True):
            assert answer.status_code == 403
            continue
        seen = answer.json()
        assert "state" not in seen["view"], name
        knows_money = any(is_open(who, f"view as {role}", own=True) for role in ("dealer", "floor"))
        shown = [seat["seat"] for seat in seen["view"]["seats"] if seat["bankroll"] is not None]
        plays = is_open(who, "view as player", own=True)
        assert shown == ([1, 2, 3] if knows_money else [who.seat] if plays and who.seat else []), name
        assert seen["yours"] == ([who.seat] if who.seat else [])


def test_every_route_of_the_description_is_tested_here(house: Inside) -> None:
    described = house.nobody().get("/api/v1/openapi.json").json()["paths"]
    routes = {(method.upper(), path.removeprefix("/api/v1")) for path, each in described.items() for method in each}
    tested = {(method, path.replace("{own}", "{person}")) for method, path, *_ in (*ROUTES, *OF_OTHERS)}
    tested |= {("DELETE", "/me")}  # by which everybody were gone: it is tested elsewhere
    tested |= {("POST", f"/tables/{{name}}/seats/{{seat}}/{path}") for path, *_ in AT_SEATS}
    tested |= {("DELETE", "/session"), ("POST", "/tables/{name}/commands")}
    tested |= {("POST", path) for path in CLOSING} | {("GET", path) for path in ALL_TABLES}
    tested |= {("GET", "/tables/{name}/seats/{seat}/coach")}
    tested |= {("POST", "/tables/{name}/seats/{seat}"), ("GET", "/metrics")}
    open_to_all = {("GET", path) for path in ("/me", "/commands", "/healthz", "/readyz", *LOG, *SHARED, *PAPERS)}
    assert routes == tested | open_to_all
