"""Coming in, signing up, in and out; and what is somebody's own: the name, the wallet, where one is signed in."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from sqlalchemy import Connection

from croupier.house.engine.requests import Failure
from croupier.house.people import tokens, users
from croupier.house.people.passwords import check_chosen
from croupier.house.people.permissions import allowed
from croupier.house.people.roles import COOKIE, Known
from croupier.house.people.tokens import Issued
from croupier.house.tables.guests import welcome
from croupier.names import proper
from croupier.schemas import common
from croupier.service.http.guard import Came, too_many
from croupier.service.http.problems import Problem, failed, not_allowed
from croupier.service.http.rate_limits import SECOND, address_key
from croupier.service.live.hub import Hall
from croupier.service.routes.dependencies import (
    Bearer,
    InCame,
    InHall,
    answer,
    body_of,
    given,
    must,
    no_content,
    own_secret,
    renewed,
    taken,
)
from croupier.service.routes.openapi import answers, takes

router = APIRouter(tags=["people"])
_HASH = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="the id of a pass, as it is listed")]


# ---- coming in ---------------------------------------------------------------------------------------------


@router.post(
    "/guests",
    summary="Come in as a guest",
    responses=answers(201, common.Me, 401, 422),
    openapi_extra=takes(common.Newcomer, needed=False, example={"name": "Zoë"}),
)
async def become_guest(request: Request, hall: InHall, came: InCame, known: Bearer) -> Response:
    """A cookie and play money, in one request."""
    asked = await body_of(request, common.Newcomer)
    _may(known, "become a guest")
    issued = await _welcome(hall, came, asked.name, program=False)
    found = await _known(hall, issued.secret)
    return answer(_me(found), HTTPStatus.CREATED, given(hall.doors, issued, hall.house.now()))


@router.post(
    "/programs",
    summary="Come in as a program",
    responses=answers(201, common.Token, 401, 422),
    openapi_extra=takes(common.Newcomer, needed=False, example={"name": "Zoë"}),
)
async def become_program(request: Request, hall: InHall, came: InCame, known: Bearer) -> Response:
    """A token to watch and to play, and play money; all can see that it is a program."""
    asked = await body_of(request, common.Newcomer)
    _may(known, "become a guest")
    issued = await _welcome(hall, came, asked.name, program=True)
    found = await _known(hall, issued.secret)
    return answer(common.Token(issued.person, issued.secret, sorted(found.scopes), issued.expires), HTTPStatus.CREATED)


def _may(known: Known | None, action: str) -> None:
    refusal = allowed(known, action, own=True, assigned=False)
    if refusal is not None:
        raise not_allowed(refusal, known)


async def _welcome(hall: Hall, came: Came, name: str, *, program: bool) -> Issued:
    called = proper(name) if name else ""
    left = hall.guests.take(address_key(came.address), hall.house.now())
    if left.wait:
        raise too_many(left)
    money = hall.settings.house.guests_money
    issued: Issued | Failure = await hall.asked(
        lambda then: welcome(hall.house, money, then, name=called, label=came.label, program=program)
    )
    if isinstance(issued, Failure):
        raise failed(issued)
    return issued


async def _known(hall: Hall, secret: str) -> Known:
    """Who has a pass that was given just now."""
    now = hall.house.now()
    found = await hall.bearers.read(lambda connection: tokens.who(connection, secret, now))
    assert found is not None  # noqa: S101 - it was given just now
    return found


# ---- accounts ----------------------------------------------------------------------------------------------


@router.post(
    "/accounts",
    summary="Sign up",
    responses=answers(201, common.Me, 401, 422),
    openapi_extra=takes(common.SigningUp, example={"login": "zoe", "password": "seven of clubs, folded"}),
)
async def sign_up(request: Request, hall: InHall, came: InCame, known: Bearer) -> Response:
    """A guest becomes a player: the same person, with wallet, seat and history, under a new session."""
    asked = await body_of(request, common.SigningUp)
    _may(known, "sign up")
    login = users.login_of(asked.login)
    check_chosen(asked.password, login)
    hashed = await hall.slowly(lambda: hall.argon.hash(asked.password))
    if known is None:
        first = await _welcome(hall, came, "", program=False)
        known = await _known(hall, first.secret)
    bearer, now = known, hall.house.now()
    issued = await hall.do(lambda conn: users.sign_up(conn, bearer, login, hashed, now, label=came.label))
    hall.ended(issued.ended)
    return answer(_me(await _known(hall, issued.secret)), HTTPStatus.CREATED, given(hall.doors, issued, now))


@router.post(
    "/session",
    summary="Sign in",
    responses=answers(200, common.Me, 401, 422),
    openapi_extra=takes(common.SigningIn, example={"login": "zoe", "password": "seven of clubs, folded"}),
)
async def sign_in(request: Request, hall: InHall, came: InCame, known: Bearer) -> Response:
    """A new cookie; the old one ends. It takes longer the more often it was tried in vain."""
    asked = await body_of(request, common.SigningIn)
    _may(known, "sign in")
    proof = await _proved(hall, came, asked.login, asked.password)
    now = hall.house.now()
    issued = await hall.do(lambda conn: users.sign_in(conn, proof, now, old=own_secret(came), label=came.label))
    hall.ended(issued.ended)
    await hall.significant("sign in", issued.person)
    return answer(_me(await _known(hall, issued.secret)), headers=given(hall.doors, issued, now))


async def _proved(hall: Hall, came: Came, login: str, password: str) -> users.Proof:
    """The proof of a password: as slow for a login that is unknown, and slower each time it was none."""
    secret, now = own_secret(came), hall.house.now()
    device = await hall.bearers.read(lambda conn: tokens.device_of(conn, secret, login))
    wait = hall.guessing.take(login, came.address, device, now)
    if wait:
        seconds = -(-wait // SECOND)
        raise Problem(
            HTTPStatus.TOO_MANY_REQUESTS,
            "there were too many tries to sign in",
            f"the next in {seconds} s",
            about="password",
            headers={"retry-after": str(seconds)},
        )
    entry = await hall.bearers.read(lambda conn: users.entry(conn, login, now, hall.argon))
    proof = await hall.slowly(lambda: users.prove(entry, password, hall.argon))
    if proof is None:
        wrong = users.wrong()
        headers = {"www-authenticate": 'Bearer realm="croupier"'}
        raise Problem(HTTPStatus.UNAUTHORIZED, wrong.why, wrong.accepted, about=wrong.about, headers=headers)
    hall.guessing.succeeded(login, came.address, device)
    return proof


@router.delete("/session", status_code=204, summary="Sign out", responses=answers(204, None, 401))
async def sign_out(hall: InHall, came: InCame, known: Bearer) -> Response:
    """The cookie ends, and what was opened by it is closed."""
    must(known, "sign out")
    now = hall.house.now()
    hall.ended(await hall.do(lambda conn: tokens.sign_out(conn, came.secret, now)))
    return no_content(taken(hall.doors))


@router.put(
    "/session/password",
    status_code=204,
    summary="Change the password",
    responses=answers(204, None, 401, 422),
    openapi_extra=takes(
        common.NewPassword,
        example={"login": "zoe", "password": "seven of clubs, folded", "new": "a river of red queens"},
    ),
)
async def change_password(request: Request, hall: InHall, came: InCame, known: Bearer) -> Response:
    """Another password; everywhere else one is signed out."""
    asked = await body_of(request, common.NewPassword)
    bearer = must(known, "change password")
    check_chosen(asked.new, users.login_of(asked.login), asked.password)
    proof = await _proved(hall, came, asked.login, asked.password)
    hashed = await hall.slowly(lambda: hall.argon.hash(asked.new))
    now = hall.house.now()
    hall.ended(await hall.do(lambda conn: users.change_password(conn, bearer, proof, hashed, now)))
    hall.bearers.forget([bearer.hash])
    await hall.significant("change password", bearer.person)
    return no_content()


# ---- what is one's own -------------------------------------------------------------------------------------


@router.get("/me", summary="Who one is", responses=answers(200, common.Me, 401))
async def me(hall: InHall, came: InCame, known: Bearer) -> Response:
    """Who the bearer is to the house. A cookie that is used is given more time here."""
    if known is None:
        raise _nobody()
    headers: dict[str, str] = {}
    if known.renew and known.kind == COOKIE:
        bearer, now = known, hall.house.now()
        until = await hall.do(lambda conn: tokens.renew(conn, bearer, now))
        hall.bearers.forget([bearer.hash])
        headers = renewed(hall.doors, came, until, now)
    return answer(_me(known), headers=headers)


def _nobody() -> Problem:
    return Problem(
        HTTPStatus.UNAUTHORIZED,
        "who is not signed in is nobody here",
        "a guest's or a person's cookie, or a program's token",
        headers={"www-authenticate": 'Bearer realm="croupier"'},
    )


def _me(known: Known) -> common.Me:
    return common.Me(
        known.person,
        known.name,
        known.role,
        known.program,
        sorted(known.scopes),
        sorted(known.assigned),
        known.expires,
        known.must_change,
    )


@router.patch(
    "/me",
    summary="Change one's name",
    responses=answers(200, common.Named, 401, 422),
    openapi_extra=takes(common.Renaming, example={"name": "Zoë B."}),
)
async def rename(request: Request, hall: InHall, known: Bearer) -> Response:
    """Another name, for showing; two people may share one."""
    asked = await body_of(request, common.Renaming)
    bearer = must(known, "rename")
    name = await hall.do(lambda conn: users.rename(conn, bearer.person, asked.name))
    hall.renamed(bearer.person, name)
    return answer(common.Named(bearer.person, name))


@router.get("/me/wallet", summary="One's wallet", responses=answers(200, common.Wallet, 401))
async def wallet(hall: InHall, known: Bearer) -> Response:
    """What one has outside the tables, in cents."""
    bearer = must(known, "wallet")
    with hall.house.reading() as connection:
        amount = hall.house.available(connection, bearer.person)
    return answer(common.Wallet(bearer.person, amount))


@router.get("/me/passes", summary="Where one is signed in", responses=answers(200, common.Passes, 401))
async def own_passes(hall: InHall, known: Bearer) -> Response:
    """All cookies and tokens that are good; what they open, they are not shown by."""
    bearer = must(known, "see passes")
    now = hall.house.now()

    def look(connection: Connection) -> list[common.Pass]:
        shown = tokens.passes_of(connection, bearer.person, now)
        return [common.Pass(*each, this=each.hash == bearer.hash) for each in shown]

    return answer(common.Passes(await hall.bearers.read(look)))


@router.delete(
    "/me/passes/{pass_id}",
    status_code=204,
    summary="Sign out elsewhere",
    responses=answers(204, None, 401, 422),
)
async def end_pass(pass_id: _HASH, hall: InHall, known: Bearer) -> Response:
    """One pass ends, and what was opened by it is closed."""
    bearer = must(known, "end passes")
    now = hall.house.now()
    hall.ended(await hall.do(lambda conn: tokens.revoke(conn, bearer.person, pass_id, now)))
    await hall.significant("end passes", bearer.person)
    return no_content()
