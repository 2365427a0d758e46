"""Whatever ends a session closes its sockets within a second, by the clock on the wall; and nobody else's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection
from support.house import people as people_support
from support.house.people import PASSWORD
from support.service.houses import OnTheWall
from support.service.sockets import Served, heard, run, serving, told
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from croupier.house.people import tokens, users
from croupier.house.people.roles import Principal
from croupier.house.storage import database

SECOND = 1000


@dataclass
class Person:
    """Somebody with an account, signed in twice: at two tables, or in two browsers."""

    id: str
    login: str
    cookie: str
    elsewhere: str


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("house"), "uth-ma", clock=OnTheWall()) as found:
        yield found


def person(house: Served, login: str, role: str = "dealer") -> Person:
    now = house.open.clock()
    with database.writing(house.open.house.engine) as connection:
        found = people_support.hire(connection, login, role, now)  # type: ignore[arg-type]
        both = [people_support.sign_in(connection, login, now).secret for _ in range(2)]
        users.assign(connection, found, "uth-ma", now)
    return Person(found, login, *both)


def by(house: Served, cookie: str) -> dict[str, str]:
    return {"cookie": f"croupier={cookie}", "origin": house.address}


async def closed_after(socket: ClientConnection, begins: float) -> float:
    """How long it took from then until a socket was closed because the session is over."""

    async def listening() -> None:
        while True:
            await socket.recv()

    with pytest.raises(ConnectionClosed) as closed:
        await asyncio.wait_for(listening(), 5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    return time.monotonic() - begins


@asynccontextmanager
async def watching(house: Served, someone: Person) -> AsyncIterator[tuple[ClientConnection, ClientConnection]]:
    """Both browsers at a table."""
    async with (
        house.watch_by_cookie(someone.cookie) as one,
        house.watch_by_cookie(someone.elsewhere) as two,
    ):
        await heard(one), await heard(two)
        yield one, two


async def stays(house: Served, socket: ClientConnection) -> None:
    """A socket is not closed, for longer than it takes to look who is still let in."""
    await asyncio.sleep(0.6)
    await (await socket.ping())
    assert house.open.house.writer.alive


# ---- what ends all passes of a person, in this process or in another ----------------------------------------

ENDS: dict[str, Callable[[Connection, str, int], object]] = {
    "all passes are ended": tokens.end_all,
    "the role changes": lambda connection, who, now: users.change_role(connection, who, "floor", now),
    "the account is closed": users.close_account,
    "the table is no longer one's own": lambda connection, who, _: users.unassign(connection, who, "uth-ma"),
    "another table is added": lambda connection, who, now: users.assign(connection, who, "other", now),
    "the password is reset on the machine": lambda connection, who, now: users.reset(
        connection, _login(connection, who), people_support.ARGON.hash("for one time"), now
    ),
}


def _login(connection: Connection, who: str) -> str:
    from croupier.house.storage.schema import logins

    return str(connection.execute(logins.select().where(logins.c.person == who)).one().login)


@pytest.mark.parametrize("how", ENDS)
def test_what_ends_or_changes_a_session_closes_its_sockets_within_a_second(house: Served, how: str) -> None:
    someone, other = person(house, f"a{len(how)}-one"), person(house, f"a{len(how)}-other")

    async def test() -> None:
        async with watching(house, someone) as both, house.watch_by_cookie(other.cookie) as bystander:
            await heard(bystander)
            with database.writing(house.open.house.engine) as connection:
                ENDS[how](connection, someone.id, house.open.clock())
            begins = time.monotonic()
            for socket in both:
                assert await closed_after(socket, begins) < 1
            await stays(house, bystander)

    run(test)


def test_a_pass_that_runs_out_closes_its_sockets_within_a_second(house: Served) -> None:
    async def test() -> None:
        now = house.open.clock()
        with database.writing(house.open.house.engine) as connection:
            robot = users.program(connection, "Robot", "auditor", now)
            short, long = (
                users.program_token(connection, robot, "audit", now, lasts, label="x").secret
                for lasts in (2 * SECOND, 60 * SECOND)
            )
        until = time.monotonic() + 2 - (house.open.clock() - now) / SECOND
        async with house.watch(short) as socket, house.watch(long) as stays_open:
            await heard(socket)
            late = await closed_after(socket, until)
            assert -0.1 < late < 1
            await stays(house, stays_open)

    run(test)


# ---- what a person does oneself -----------------------------------------------------------------------------


def test_a_new_password_closes_the_sockets_elsewhere_and_not_the_own(house: Served) -> None:
    someone = person(house, "changes-it")

    async def test() -> None:
        async with watching(house, someone) as (own, elsewhere), httpx.AsyncClient(base_url=house.address) as client:
            said = {"login": someone.login, "password": PASSWORD, "new": "a river of red queens"}
            answer = await client.put("/api/v1/session/password", json=said, headers=by(house, someone.cookie))
            assert answer.status_code == 204, answer.text
            begins = time.monotonic()  # it is on record
            assert await closed_after(elsewhere, begins) < 1
            await stays(house, own)

    run(test)


def test_a_pass_that_is_ended_from_another_browser_closes_its_sockets_at_once(house: Served) -> None:
    someone = person(house, "ends-one")

    async def test() -> None:
        async with watching(house, someone) as (own, elsewhere), httpx.AsyncClient(base_url=house.address) as client:
            path = f"/api/v1/me/passes/{tokens.hash_of(someone.elsewhere)}"
            answer = await client.delete(path, headers=by(house, someone.cookie))
            assert answer.status_code == 204, answer.text
            begins = time.monotonic()  # it is on record
            assert await closed_after(elsewhere, begins) < 1
            await stays(house, own)

    run(test)


def test_signing_up_and_in_again_closes_what_the_old_cookie_opened(house: Served) -> None:
    async def test() -> None:
        guest = house.cookie()
        async with house.watch_by_cookie(guest) as socket, httpx.AsyncClient(base_url=house.address) as client:
            await heard(socket)
            said = {"login": "signs-up", "password": PASSWORD}
            answer = await client.post("/api/v1/accounts", json=said, headers=by(house, guest))
            assert answer.status_code == 201, answer.text
            begins = time.monotonic()  # it is on record
            assert await closed_after(socket, begins) < 1
            player = answer.cookies["croupier"]
        async with house.watch_by_cookie(player) as socket, httpx.AsyncClient(base_url=house.address) as client:
            await heard(socket)
            answer = await client.post("/api/v1/session", json=said, headers=by(house, player))
            assert answer.status_code == 200, answer.text
            begins = time.monotonic()  # it is on record
            assert await closed_after(socket, begins) < 1

    run(test)


# ---- what is said by who is let in no longer ----------------------------------------------------------------


def test_after_a_second_nothing_is_done_for_who_was_signed_out_elsewhere(house: Served) -> None:
    async def test() -> None:
        token = house.program()
        async with house.watch(token) as socket:
            assert (await told(socket, "1", "sit", chips=5_000))["what"] == "done"
            seq = house.open.house.queues["uth-ma"].live.record.seq
            with database.writing(house.open.house.engine) as connection:
                found = tokens.who(connection, token, house.open.clock())
                assert isinstance(found, Principal)
                tokens.end_all(connection, found.person, house.open.clock())
            await asyncio.sleep(1)
            with pytest.raises(ConnectionClosed):
                await told(socket, "2", "leave")
            assert house.open.house.queues["uth-ma"].live.record.seq == seq
        async with httpx.AsyncClient(base_url=house.address) as client:
            said = {"request": "3", "do": "leave", "seat": 1}
            shown = {"authorization": f"Bearer {token}"}
            answer = await client.post("/api/v1/tables/uth-ma/commands", json=said, headers=shown)
            assert answer.status_code == 401
        assert house.open.house.queues["uth-ma"].live.record.seq == seq

    run(test)


def test_a_house_whose_record_cannot_be_read_for_a_while_closes_what_has_ended_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        token = house.program()
        async with house.watch(token) as socket:
            await heard(socket)
            with monkeypatch.context() as patched:
                patched.setattr(house.open.hub.bearers, "changed", _cannot)
                with database.writing(house.open.house.engine) as connection:
                    found = tokens.who(connection, token, house.open.clock())
                    assert found is not None
                    tokens.end_all(connection, found.person, house.open.clock())
                await asyncio.sleep(0.9)
                await (await socket.ping())
            assert await closed_after(socket, time.monotonic()) < 1

    async def _cannot(*_: object) -> set[str]:
        raise database.DatabaseError("the database is away")

    with serving(tmp_path, "uth-ma", clock=OnTheWall()) as house:
        run(test)
