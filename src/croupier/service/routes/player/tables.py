"""Tables over HTTP: the list of open tables, the view of one, and commands to it."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import cache
from http import HTTPStatus
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response

from croupier.cards import Deck
from croupier.games.catalogue import SentTerms
from croupier.house.engine.requests import Answer, Failure
from croupier.house.people.permissions import allowed, viewer
from croupier.house.people.roles import Principal
from croupier.rulebook import Refusal
from croupier.rulebook.model import ENGLISH
from croupier.rulebook.sign import sign
from croupier.schemas import common
from croupier.schemas import layout as layout_schema
from croupier.schemas import table as table_schema
from croupier.schemas.rulebooks import RulebookDocument
from croupier.service.background.rollover import TableAfterRound
from croupier.service.http.guard import too_many
from croupier.service.http.problems import Problem, failed, not_allowed, refused
from croupier.service.live import messages
from croupier.service.live.commands import LEAVE_AFTER, ask
from croupier.service.live.hub import Hub
from croupier.service.live.table_layout import layout
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, body_of, check_reason, require
from croupier.service.routes.openapi import answers, takes, takes_command, wire_schemas
from croupier.service.routes.public.rulebooks import Language, in_language, whole
from croupier.service.workers.coach_queue import allowed_at
from croupier.table.model.state import State
from croupier.table.views.view import Viewer

router = APIRouter(tags=["tables"])
MOST_LISTED = 100
T = TypeVar("T")
_LOOKED = (401, 404, 422)  # how a look at a table may end
Name = Annotated[str, Path(pattern="^[a-z0-9][a-z0-9-]{0,39}$", description="the name of a table")]
SeatNumber = Annotated[int, Path(ge=1, le=100, description="the number of a seat, from the dealer's left")]


# ---- looking -----------------------------------------------------------------------------------------------


@router.get("/tables", summary="The tables that are open", responses=answers(200, common.TablePage, 401, 422))
async def tables(
    hub: HubDep,
    principal: PrincipalDep,
    after: Annotated[str, Query(max_length=40, description="the last table of the page before")] = "",
    most: Annotated[int, Query(ge=1, le=MOST_LISTED, description="how many tables a page has")] = MOST_LISTED,
) -> Response:
    """The open tables by name, a page at a time."""
    may_watch(principal)
    names = [name for name in hub.tables() if name > after]
    some = [
        messages.summary(name, hub.house.queues[name].live.record.state, hub.names, hub.notices(name))
        for name in names[:most]
    ]
    return answer(common.TablePage(some, names[most - 1] if len(names) > most else ""))


def may_watch(principal: Principal | None) -> None:
    """Check that the principal may watch tables; a Problem if not."""
    refusal = allowed(principal, "watch", own=True, assigned=False)
    if refusal is not None:
        raise not_allowed(refusal, principal)


def looked_at(hub: Hub, principal: Principal | None, name: str) -> tuple[int, State, Viewer]:
    """A table on record, and the viewer as which the principal sees it."""
    may_watch(principal)
    record = hub.queue(name).live.record
    return record.seq, record.state, viewer(principal, name)


@router.get("/tables/{name}", summary="A table", responses=answers(200, table_schema.TableSeen, *_LOOKED))
async def table(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """The view of a table for this viewer, and its sequence."""
    seq, state, whose = looked_at(hub, principal, name)
    return answer(messages.table_seen(name, seq, state, whose, hub.names, hub.beside(name)))


@router.get(
    "/tables/{name}/layout", summary="The layout of a table", responses=answers(200, layout_schema.Layout, *_LOOKED)
)
async def layout_of(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """The layout of a table for clients to draw: wagers with their limits, the deck, places for cards, the pace."""
    _, state, _ = looked_at(hub, principal, name)
    return answer(drawn(hub, name, state))


def drawn(hub: Hub, name: str, state: State) -> layout_schema.Layout:
    """The layout of a table, open or not."""
    coach = allowed_at(hub.settings.tables.get(name))
    return layout(name, state, hub.deadlines.clocks(name), coach=coach)


@router.get(
    "/tables/{name}/sign", summary="The sign of a table", responses=answers(200, table_schema.TableSign, *_LOOKED)
)
async def sign_of(name: Name, hub: HubDep, principal: PrincipalDep, language: Language = ENGLISH) -> Response:
    """The sign at the table: the pay and the limits of each wager, and notices of changes."""
    _, state, _ = looked_at(hub, principal, name)
    asked = replace(state.terms.submission, rulebook=in_language(state.terms.rulebook, language))
    return answer(table_schema.TableSign(**asdict(sign(asked)), notices=list(hub.notices(name))))


@router.get(
    "/tables/{name}/submission",
    summary="The submission of a table",
    responses=answers(200, common.TableSubmission, *_LOOKED),
)
async def submission_of(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """The rulebook of the table, and its options; an option that is missing is as the rulebook has it."""
    _, state, _ = looked_at(hub, principal, name)
    sent = SentTerms.of(state.terms.submission, state.fixed.game)
    return answer(common.TableSubmission(sent.rulebook, dict(sent.options), sent.data))


@router.get(
    "/tables/{name}/commands",
    summary="Commands of a table",
    responses=answers(200, common.Commands, *_LOOKED),
)
async def commands_of(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """The commands of this table, each as JSON Schema, with the cards of its deck."""
    _, state, _ = looked_at(hub, principal, name)
    return answer(common.Commands(_schemas(state.terms.rulebook.deck)))


@cache
def _schemas(deck: Deck) -> dict[str, dict[str, Any]]:
    return wire_schemas(deck)


@router.get("/tables/{name}/rules", summary="The rules", responses=answers(200, RulebookDocument, *_LOOKED))
async def rules_of(name: Name, hub: HubDep, principal: PrincipalDep, language: Language = ENGLISH) -> Response:
    """The rulebook of the table, clause by clause, with what keeps each."""
    _, state, _ = looked_at(hub, principal, name)
    return Response(whole(in_language(state.terms.rulebook, language)), media_type="application/json")


@router.get(
    "/tables/{name}/last", summary="The round before", responses=answers(200, table_schema.RoundResult, *_LOOKED)
)
async def last(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """The result of the last round, as this viewer may know it; it may be the last of the session before."""
    whose, (_, record) = _last_played(hub, principal, name)
    return answer(_there(messages.last_round(record.state, whose, hub.names)))


def _last_played(hub: Hub, principal: Principal | None, name: str) -> tuple[Viewer, TableAfterRound]:
    """The viewer, and the table after its last round, with the session of that round."""
    _, state, whose = looked_at(hub, principal, name)
    live, before = hub.queue(name).live, hub.turning.played(name)
    return whose, before if state.last is None and before is not None else TableAfterRound(live.session, live.record)


@router.get(
    "/tables/{name}/receipt", summary="The receipt", responses=answers(200, table_schema.RoundReceipt, *_LOOKED)
)
async def receipt(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """The receipt of the last round for this viewer, which `croupier verify` checks."""
    whose, (session, record) = _last_played(hub, principal, name)
    number = record.state.last.number if record.state.last else 0
    logged = await hub.bearers.read(lambda connection: hub.log_signer.proof(connection, name, session, number))
    return answer(_there(messages.receipt_of(record.state, whose, record.at.told, logged)))


@router.post(
    "/tables/{name}/hidden",
    summary="Look at hidden cards",
    responses=answers(200, table_schema.DealtCards, *_LOOKED),
    openapi_extra=takes(common.Reason, example={"reason": "A player says that the dealer looked at a card."}),
)
async def hidden(name: Name, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Every card that is dealt, for an auditor who says why; that it was looked at is on record before it is told."""
    asked = await body_of(request, common.Reason)
    auditor = require(principal, "look at hidden cards", own=False, reason=asked.reason)
    queue = hub.queue(name)
    check_reason(asked.reason)
    await hub.significant("look at hidden cards", auditor.person, table=name, reason=asked.reason)
    return answer(messages.hidden(queue.live.record.state))


def _there(found: T | None) -> T:
    if found is None:
        raise Problem(HTTPStatus.NOT_FOUND, "no round is over yet", "the same after the first round", about="round")
    return found


# ---- asking ------------------------------------------------------------------------------------------------

_BET = {"request": "r-2", "do": "bet", "seat": 1, "args": {"wagers": {"ante": 500}, "ready": True}}
_TAKES_COMMAND = takes_command(_BET)
_TAKES_CHIPS = takes(common.SitRequest, example={"request": "r-1", "chips": 20_000})
_TAKES_AMOUNT = takes(common.BuyRequest, example={"request": "r-3", "amount": 5_000})
_ASKED = answers(200, common.Confirmation, 401, 404, 409, 422)


@router.post("/tables/{name}/commands", summary="Give a command", responses=_ASKED, openapi_extra=_TAKES_COMMAND)
async def command(name: Name, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Send a command to the table; the answer comes when it is on record.

    The command is idempotent: sent again under the same id it is carried out once and answered the same.
    """
    return await _given(hub, principal, name, await body_of(request, common.CommandMessage))


@router.post(
    "/tables/{name}/seats/{seat}",
    summary="Sit down",
    responses=_ASKED,
    openapi_extra=_TAKES_CHIPS,
)
async def sit(name: Name, seat: SeatNumber, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Take a free seat, with chips from the wallet."""
    asked = await body_of(request, common.SitRequest)
    args = {"chips": asked.chips, **({"next": asked.next} if asked.next else {})}
    return await _given(hub, principal, name, common.CommandMessage(asked.request, "sit", seat, args, asked.expects))


@router.post(
    "/tables/{name}/seats/{seat}/chips",
    summary="Buy chips",
    responses=_ASKED,
    openapi_extra=_TAKES_AMOUNT,
)
async def buy(name: Name, seat: SeatNumber, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Buy more chips from the wallet."""
    asked = await body_of(request, common.BuyRequest)
    return await _given(
        hub, principal, name, common.CommandMessage(asked.request, "buy", seat, {"amount": asked.amount}, asked.expects)
    )


def _at_seat(path: str, do: str, summary: str, says: str) -> None:
    """Make a route for a command that takes a seat and nothing else."""

    async def asking(name: Name, seat: SeatNumber, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
        asked = await body_of(request, common.PlainRequest)
        return await _given(hub, principal, name, common.CommandMessage(asked.request, do, seat, {}, asked.expects))

    asking.__name__ = asking.__qualname__ = do.replace(" ", "_")
    router.post(
        f"/tables/{{name}}/seats/{{seat}}/{path}",
        summary=summary,
        description=says,
        responses=_ASKED,
        openapi_extra=takes(common.PlainRequest, example={"request": "r-4"}),
    )(asking)


_at_seat("sit-out", "sit out", "Sit out", "Play no round until coming back; the place is kept.")
_at_seat("come-back", "come back", "Come back", "Play again after sitting out.")
_at_seat("leave-after", LEAVE_AFTER, "Leave after this round", "Leave when the round is over; at once between rounds.")
_at_seat("leave", "leave", "Leave", "Take the money and go; who has cards is waited for.")


async def _given(hub: Hub, principal: Principal | None, name: str, said: common.CommandMessage) -> Response:
    count(hub, principal)
    outcome = await ask(hub, principal, name, said)
    if isinstance(outcome, Answer):
        return answer(common.Confirmation(said.request, outcome.seq))
    raise outcome_problem(outcome)


def outcome_problem(outcome: Refusal | Failure) -> Problem:
    """The problem of an outcome that is no success."""
    return failed(outcome) if isinstance(outcome, Failure) else refused(outcome)


def count(hub: Hub, principal: Principal | None) -> None:
    """Count a command against the person's rate limit; a Problem if that was too many."""
    if principal is not None:
        left = hub.commands.take(principal.person, hub.house.now())
        if left.wait:
            raise too_many(left)
