"""The cage over HTTP: fills and credits of tables, and corrections; each is carried out once under its request id."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection

from croupier.house.engine.requests import TOO_LITTLE, Answer, Failure
from croupier.house.engine.streams import said
from croupier.house.ledger import accounts, balances
from croupier.house.ledger.accounts import LedgerError
from croupier.house.ledger.transactions import Correction, Credit, Fill, Incident, Transaction
from croupier.house.people import users
from croupier.house.storage import journal
from croupier.house.storage.journal import CAGE, SIGNIFICANT
from croupier.house.tables.command_queue import another
from croupier.house.tables.significant_events import KINDS, LIMIT
from croupier.money import CURRENCIES
from croupier.rulebook import Refusal
from croupier.schemas import common, floor
from croupier.service.http.problems import failed, problem_of, refused, unknown_table
from croupier.service.live.hub import Hub
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, body_of, check_reason, require
from croupier.service.routes.openapi import answers, takes
from croupier.service.routes.player.tables import Name
from croupier.service.routes.staff.floor import works
from croupier.table.recording.recorder import parted

router = APIRouter(tags=["floor"])
_MOVED = answers(200, common.Confirmation, 401, 404, 409, 422, example={"request": "f-1", "seq": 31})
_AMOUNT = takes(floor.ChipTransfer, example={"request": "f-1", "amount": 500_000})


@router.post("/tables/{name}/fills", summary="Fill a table", responses=_MOVED, openapi_extra=_AMOUNT)
async def fill(name: Name, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Bring chips from the cage to the table's tray."""
    asked = await body_of(request, floor.ChipTransfer)
    bearer = require(principal, "fill", assigned=works(principal, name))
    _check_table(hub, name)
    moved = await _moved(hub, Fill(asked.amount, name, bearer.person), asked.request)
    await _noted(hub, "fill", bearer.person, moved, table=name, amount=asked.amount)
    return answer(moved)


@router.post("/tables/{name}/credits", summary="Credit a table", responses=_MOVED, openapi_extra=_AMOUNT)
async def credit(name: Name, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Take chips from the table's tray to the cage: no more than are there."""
    asked = await body_of(request, floor.ChipTransfer)
    bearer = require(principal, "credit", assigned=works(principal, name))
    _check_table(hub, name)
    tray = accounts.tray(name)
    held = await hub.records.read(lambda connection: balances.balances(connection, tray).get(tray, 0))
    if asked.amount > held and not await _was_asked(hub, bearer.person, asked.request):
        money = CURRENCIES[hub.settings.house.currency].text
        accepted = f"up to {money(held)}" if held > 0 else "a credit when there are chips"
        raise refused(Refusal(f"the tray of {name} holds {money(held)}", accepted, about="amount"))
    moved = await _moved(hub, Credit(asked.amount, name, bearer.person), asked.request)
    await _noted(hub, "credit", bearer.person, moved, table=name, amount=asked.amount)
    return answer(moved)


@router.post(
    "/corrections",
    summary="Correct the ledger",
    responses=_MOVED,
    openapi_extra=takes(
        floor.CorrectionRequest,
        example={
            "request": "c-1",
            "account": "wallet/7d1c",
            "amount": 5_000,
            "up": True,
            "reason": "A chip was found under the table.",
        },
    ),
)
async def correct(request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Correct a wallet or a tray, up or down, for a manager who says why; never the own. It is a significant event.

    A correction that follows from an incident at a table, such as a card misread in a settled round, names it, and is
    found under that table and round.
    """
    asked = await body_of(request, floor.CorrectionRequest)
    own = principal is not None and asked.account == accounts.wallet(principal.person)
    bearer = require(principal, "correct", own=own, reason=asked.reason)
    check_reason(asked.reason)
    incident = await _incident(hub, asked.incident) if asked.incident else None
    try:
        made = Correction(asked.amount, asked.account, asked.up, asked.reason, bearer.person, incident)
    except LedgerError as error:
        raise problem_of(error, about="account") from error
    await _check_account(hub, made.account)
    return answer(await _moved(hub, made, asked.request))


def _check_table(hub: Hub, name: str) -> None:
    if name not in hub.settings.tables and name not in hub.house.queues:
        raise unknown_table(name, ", ".join(hub.tables()))


async def _incident(hub: Hub, row: int) -> Incident:
    """The incident at a table that is on record in a row of the significant events."""
    entry = await hub.records.read(lambda connection: journal.at(connection, SIGNIFICANT, row))
    says = said(entry) if entry is not None else {}
    if says.get("what") not in {*KINDS.values(), LIMIT}:
        why = f"row {row} of the significant events is no incident at a table"
        accepted = "the row of a report, a misread card, an irregularity or a ruling"
        raise refused(Refusal(why, accepted, about="incident"))
    return Incident(says["table"], says["session"], says["round"], row)


async def _check_account(hub: Hub, account: str) -> None:
    """Check that the account exists."""
    about = accounts.parsed(account)
    if about.kind == "tray":
        _check_table(hub, about.of)
        return
    known = await hub.records.read(lambda connection: users.named(connection, {about.of}))
    if about.of not in known:
        why = f"the house has never known a person {about.of!r}"
        raise refused(Refusal(why, "the wallet of one that it has known", about="account"))


async def _moved(hub: Hub, transaction: Transaction, request: str) -> common.Confirmation:
    """Carry a transaction out once under its request id; another one under that id is refused."""
    outcome: Answer | Failure = await hub.asked(lambda then: hub.house.cage(transaction, then, request=request))
    if outcome == TOO_LITTLE:
        raise refused(Refusal("the wallet does not hold so much", "an amount that it holds", about="amount"))
    if isinstance(outcome, Failure):
        raise failed(outcome)
    seq = outcome.seq
    entry = await hub.records.read(lambda connection: journal.at(connection, CAGE, seq))
    parts = parted(entry.lines) if entry is not None else None
    if parts is None or parts[0] != transaction.text:
        raise refused(another())
    return common.Confirmation(request, seq)


async def _was_asked(hub: Hub, by: str, request: str) -> bool:
    """True if a transaction was carried out under this request id before."""

    def look(connection: Connection) -> bool:
        return journal.asked_before(connection, CAGE, by, request) is not None

    return await hub.records.read(look)


async def _noted(hub: Hub, what: str, by: str, moved: common.Confirmation, **more: str | int) -> None:
    """Put the significant event on record, under the row of the cage, and so once."""
    await hub.significant(what, by, under=f"{CAGE} {moved.seq}", row=moved.seq, **more)
