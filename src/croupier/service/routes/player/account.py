"""Accounts over HTTP: guests, sign-up, sign-in and sign-out, and one's own name, wallet and passes."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from sqlalchemy import Connection

from croupier.house.engine.requests import Failure
from croupier.house.people import tokens, users
from croupier.house.people.passwords import check_chosen
from croupier.house.people.permissions import actions_of, allowed
from croupier.house.people.roles import COOKIE, PeopleError, Principal
from croupier.house.people.tokens import IssuedPass
from croupier.house.tables.guests import Then, welcome
from croupier.names import NamingError, own
from croupier.schemas import common
from croupier.service.http.guard import Credentials, too_many
from croupier.service.http.problems import Problem, failed, not_allowed
from croupier.service.http.rate_limits import SECOND, address_key
from croupier.service.live.hub import Hub
from croupier.service.routes.dependencies import (
    CredentialsDep,
    HubDep,
    PrincipalDep,
    answer,
    body_of,
    device_cookie,
    new_cookie,
    no_content,
    own_secret,
    removed_cookie,
    renewed_cookie,
    require,
)
from croupier.service.routes.openapi import answers, takes

router = APIRouter(tags=["people"])
_HASH = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="the id of a pass, as it is listed")]


# ---- coming in ---------------------------------------------------------------------------------------------


@router.post(
    "/guests",
    summary="Come in as a guest",
    responses=answers(201, common.Me, 401, 422),
    openapi_extra=takes(common.GuestRequest, needed=False, example={"name": "Zoë"}),
)
async def become_guest(request: Request, hub: HubDep, credentials: CredentialsDep, principal: PrincipalDep) -> Response:
    """Become a guest: a cookie and play money, in one request."""
    asked = await body_of(request, common.GuestRequest)
    _may(principal, "become a guest")
    issued = await _welcome(hub, credentials, asked.name)
    found = await _known(hub, issued.secret)
    return answer(_me(hub, found), HTTPStatus.CREATED, new_cookie(hub.site, issued, hub.house.now()))


@router.post(
    "/programs",
    summary="Come in as a program",
    responses=answers(201, common.Token, 401, 422),
    openapi_extra=takes(common.GuestRequest, needed=False, example={"name": "Zoë"}),
)
async def become_program(
    request: Request, hub: HubDep, credentials: CredentialsDep, principal: PrincipalDep
) -> Response:
    """Become a guest that is a program, as all can see: a token to watch and to play, and play money."""
    asked = await body_of(request, common.GuestRequest)
    _may(principal, "become a guest")
    issued = await _welcome(hub, credentials, asked.name, program=True)
    found = await _known(hub, issued.secret)
    return answer(common.Token(issued.person, issued.secret, sorted(found.scopes), issued.expires), HTTPStatus.CREATED)


def _may(principal: Principal | None, action: str) -> None:
    refusal = allowed(principal, action, own=True, assigned=False)
    if refusal is not None:
        raise not_allowed(refusal, principal)


async def _welcome(
    hub: Hub, credentials: Credentials, name: str, *, program: bool = False, then: Then | None = None
) -> IssuedPass:
    called = own(name) if name else ""
    left = hub.guests.take(address_key(credentials.address), hub.house.now())
    if left.wait:
        raise too_many(left)
    money = hub.settings.house.guests_money
    label = credentials.label
    issued: IssuedPass | Failure | PeopleError | NamingError = await hub.asked(
        lambda on_done: welcome(hub.house, money, on_done, name=called, label=label, program=program, then=then)
    )
    if isinstance(issued, (PeopleError, NamingError)):
        raise issued
    if isinstance(issued, Failure):
        raise failed(issued)
    return issued


async def _known(hub: Hub, secret: str) -> Principal:
    """The principal of a pass that was issued just now."""
    now = hub.house.now()
    found = await hub.bearers.read(
        lambda connection: tokens.who(connection, secret, now, hub.bearers.rights(connection))
    )
    assert found is not None  # noqa: S101 - it was given just now
    return found


# ---- accounts ----------------------------------------------------------------------------------------------


@router.post(
    "/accounts",
    summary="Sign up",
    responses=answers(201, common.Me, 401, 422),
    openapi_extra=takes(common.SignUpRequest, example={"login": "zoe", "password": "seven of clubs, folded"}),
)
async def sign_up(request: Request, hub: HubDep, credentials: CredentialsDep, principal: PrincipalDep) -> Response:
    """Sign up: a guest becomes a player, the same person with wallet, seat and history, under a new session."""
    asked = await body_of(request, common.SignUpRequest)
    _may(principal, "sign up")
    login = users.login_of(asked.login)
    check_chosen(asked.password, login)
    where = address_key(credentials.address)
    left = hub.sign_ups.take(where, hub.house.now())
    if left.wait:
        raise too_many(left)
    await hub.bearers.read(lambda conn: users.check_free(conn, login))
    hashed = await hub.passwords.run(lambda: hub.argon.hash(asked.password), where)
    now = hub.house.now()

    def signs_up(conn: Connection, bearer: Principal | IssuedPass) -> IssuedPass:
        return users.sign_up(conn, bearer, login, hashed, now, label=credentials.label)

    if principal is None:
        issued = await _welcome(hub, credentials, "", then=signs_up)
    else:
        issued = await hub.do(partial(signs_up, bearer=principal))
    hub.sign_ups.give_back(where)
    hub.ended(issued.ended)
    hub.names.guests.discard(issued.person)
    found = answer(_me(hub, await _known(hub, issued.secret)), HTTPStatus.CREATED, new_cookie(hub.site, issued, now))
    return device_cookie(hub.site, issued, found)


@router.post(
    "/session",
    summary="Sign in",
    responses=answers(200, common.Me, 401, 422),
    openapi_extra=takes(common.SignInRequest, example={"login": "zoe", "password": "seven of clubs, folded"}),
)
async def sign_in(request: Request, hub: HubDep, credentials: CredentialsDep, principal: PrincipalDep) -> Response:
    """Sign in: a new cookie; the old one ends. From one address a login has three tries an hour.

    A device that has signed in before has tries of its own. In place of the password stands a code of `croupier house
    people let-in`, once.
    """
    asked = await body_of(request, common.SignInRequest)
    _may(principal, "sign in")
    now, old, label = hub.house.now(), own_secret(credentials), credentials.label
    code = await hub.bearers.read(
        lambda conn: tokens.let_in_of(conn, asked.password, asked.login, now, hub.bearers.rights(conn))
    )
    if code:
        issued = await hub.do(lambda conn: users.enter_once(conn, code, now, old=old, label=label))
    else:
        proof = await _proved(hub, credentials, asked.login, asked.password)
        now = hub.house.now()
        issued = await hub.do(lambda conn: users.sign_in(conn, proof, now, old=old, label=label))
    hub.ended(issued.ended)
    await hub.significant("let in" if code else "sign in", issued.person)
    found = answer(_me(hub, await _known(hub, issued.secret)), headers=new_cookie(hub.site, issued, now))
    return device_cookie(hub.site, issued, found)


async def _proved(hub: Hub, credentials: Credentials, login: str, password: str) -> users.PasswordProof:
    """The proof of a password: as slow for an unknown login, and slower after every failed try."""
    now = hub.house.now()
    known = await hub.bearers.read(
        lambda conn: [tokens.device_of(conn, each, login) for each in (credentials.device, _own_hash(credentials))]
    )
    device = next(filter(None, known), "")
    _check_tries(hub, login, credentials.address, device, now)
    entry = await hub.bearers.read(lambda conn: users.entry(conn, login, now, hub.argon, hub.bearers.rights(conn)))
    where = address_key(credentials.address)
    try:
        proof = await hub.passwords.run(lambda: users.prove(entry, password, hub.argon), where, known=bool(device))
    except Problem:  # too many wait, and nothing was checked
        hub.login_throttle.take_back(login, credentials.address, device)
        raise
    if proof is None:
        addresses = hub.login_throttle.failed(login, credentials.address, now)
        if addresses:
            await hub.significant("guessing", "", person=entry.person, addresses=addresses)
        wrong = users.wrong()
        headers = {"www-authenticate": 'Bearer realm="croupier"'}
        raise Problem(HTTPStatus.UNAUTHORIZED, wrong.why, wrong.accepted, about=wrong.about, headers=headers)
    hub.login_throttle.take_back(login, credentials.address, device)
    return proof


def _own_hash(credentials: Credentials) -> str:
    return tokens.hash_of(own_secret(credentials))


def _check_tries(hub: Hub, login: str, address: str, device: str, now: int) -> None:
    """Take a try of a login; a Problem if there were too many."""
    wait = hub.login_throttle.take(login, address, device, now)
    if wait:
        seconds = -(-wait // SECOND)
        raise Problem(
            HTTPStatus.TOO_MANY_REQUESTS,
            "there were too many tries to sign in",
            f"the next in {seconds} s",
            about="password",
            headers={"retry-after": str(seconds)},
        )


@router.delete("/session", status_code=204, summary="Sign out", responses=answers(204, None, 401))
async def sign_out(hub: HubDep, credentials: CredentialsDep, principal: PrincipalDep) -> Response:
    """Sign out: the cookie ends, and the sockets that it opened are closed."""
    require(principal, "sign out")
    now = hub.house.now()
    hub.ended(await hub.do(lambda conn: tokens.sign_out(conn, credentials.secret, now)))
    return no_content(removed_cookie(hub.site))


@router.put(
    "/session/password",
    status_code=204,
    summary="Change the password",
    responses=answers(204, None, 401, 422),
    openapi_extra=takes(
        common.PasswordChange,
        example={"login": "zoe", "password": "seven of clubs, folded", "new": "a river of red queens"},
    ),
)
async def change_password(
    request: Request, hub: HubDep, credentials: CredentialsDep, principal: PrincipalDep
) -> Response:
    """Change the password; everywhere else one is signed out."""
    asked = await body_of(request, common.PasswordChange)
    bearer = require(principal, "change password")
    check_chosen(asked.new, users.login_of(asked.login), asked.password)
    proof = await _proved(hub, credentials, asked.login, asked.password)
    hashed = await hub.passwords.run(lambda: hub.argon.hash(asked.new), address_key(credentials.address))
    now = hub.house.now()
    hub.ended(await hub.do(lambda conn: users.change_password(conn, bearer, proof, hashed, now)))
    hub.bearers.forget([bearer.hash])
    await hub.significant("change password", bearer.person)
    return no_content()


# ---- what is one's own -------------------------------------------------------------------------------------


@router.get("/me", summary="Who one is", responses=answers(200, common.Me, 401))
async def me(hub: HubDep, credentials: CredentialsDep, principal: PrincipalDep) -> Response:
    """The person who is signed in. A cookie that is used is extended here."""
    if principal is None:
        raise _nobody()
    headers: dict[str, str] = {}
    if principal.renew and principal.kind == COOKIE:
        bearer, now = principal, hub.house.now()
        until = await hub.do(lambda conn: tokens.renew(conn, bearer, now))
        hub.bearers.forget([bearer.hash])
        headers = renewed_cookie(hub.site, credentials, until, now)
    return answer(_me(hub, principal), headers=headers)


def _nobody() -> Problem:
    return Problem(
        HTTPStatus.UNAUTHORIZED,
        "you are not signed in",
        "a guest's or a person's cookie, or a program's token",
        headers={"www-authenticate": 'Bearer realm="croupier"'},
    )


def _me(hub: Hub, principal: Principal) -> common.Me:
    return common.Me(
        principal.person,
        principal.name,
        principal.role,
        principal.program,
        sorted(principal.scopes),
        sorted(principal.assigned),
        principal.expires,
        principal.must_change,
        hub.settings.house.currency,
        actions_of(principal, assigned=True),
        actions_of(principal, assigned=False),
    )


@router.patch(
    "/me",
    summary="Change one's name",
    responses=answers(200, common.NamedPerson, 401, 422),
    openapi_extra=takes(common.RenameRequest, example={"name": "Zoë B."}),
)
async def rename(request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Change the name that is shown; two people may share one."""
    asked = await body_of(request, common.RenameRequest)
    bearer = require(principal, "rename")
    name = await hub.do(lambda conn: users.rename(conn, bearer.person, asked.name))
    hub.renamed(bearer.person, name)
    return answer(common.NamedPerson(bearer.person, name))


@router.get("/me/wallet", summary="One's wallet", responses=answers(200, common.Wallet, 401))
async def wallet(hub: HubDep, principal: PrincipalDep) -> Response:
    """The balance of one's own wallet, in cents."""
    bearer = require(principal, "wallet")
    with hub.house.reading() as connection:
        amount = hub.house.available(connection, bearer.person)
    return answer(common.Wallet(bearer.person, amount))


@router.get("/me/passes", summary="Where one is signed in", responses=answers(200, common.Passes, 401))
async def own_passes(hub: HubDep, principal: PrincipalDep) -> Response:
    """All valid cookies and tokens, without their secrets."""
    bearer = require(principal, "see passes")
    now = hub.house.now()

    def look(connection: Connection) -> list[common.Pass]:
        shown = tokens.passes_of(connection, bearer.person, now)
        return [common.Pass(*each, this=each.hash == bearer.hash) for each in shown]

    return answer(common.Passes(await hub.bearers.read(look)))


@router.delete(
    "/me/passes/{pass_id}",
    status_code=204,
    summary="Sign out elsewhere",
    responses=answers(204, None, 401, 422),
)
async def end_pass(pass_id: _HASH, hub: HubDep, principal: PrincipalDep) -> Response:
    """End one pass; the sockets that it opened are closed."""
    bearer = require(principal, "end passes")
    now = hub.house.now()
    hub.ended(await hub.do(lambda conn: tokens.revoke(conn, bearer.person, pass_id, now)))
    await hub.significant("end passes", bearer.person)
    return no_content()
