"""Calls of the whole interface at random, by every kind of bearer, each answer held against the description.

What is generated fits the description or breaks it; where it names something (a table, a pass, a sequence), it is often
replaced by something that there is, since what is unknown gets no further than the door. Meanwhile somebody plays.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any, TypeAlias

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi import checks

from croupier.house.engine.requests import Outcome, PendingCommand
from croupier.house.people.roles import ROLES, SCOPES
from croupier.house.tables import startup
from croupier.schemas.roles import Role
from support.default_house import NAMES
from support.house.people import PASSWORD
from support.house.played_house import next_command
from support.service.exact import exact
from support.service.houses import HOST, ORIGIN, Inside, Visitor
from support.table.walks import BY_HAND

_OPENS_WITHIN = 5.0  # seconds
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
Called: TypeAlias = Case[Any]
Operation: TypeAlias = APIOperation[Any, Any, Any, Any]
BY_HAND_TABLE = "dealt-by-hand"
TABLES = (*NAMES, BY_HAND_TABLE)
BEARERS = ("nobody", *ROLES, *(f"{role}'s program" for role in ROLES))
BATCH = 20  # calls of one operation before the next has its turn
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
_SHOWN = {"cookie", "authorization", "origin", "host"}  # what a bearer brings
_CALLED = {  # where an answer has another name
    "name": "table",
    "pass_id": "id",
    "share_id": "id",
    "rounds": "round",
    "number": "round",
    "expects": "seq",
}
_MOST_KNOWN = 30  # values of one name
_NUMBERS = count()


class Caller:
    """A bearer who calls; whose session a call has ended comes in again."""

    def __init__(self, house: Inside, kind: str) -> None:
        self.kind, self._house = kind, house
        self.visitor = self._comes_in()

    def _comes_in(self) -> Visitor:
        role, program = self.kind.removesuffix("'s program"), self.kind.endswith("program")
        login = f"{role}-{next(_NUMBERS)}"
        if role == "nobody":
            return self._house.nobody()
        works = TABLES if role in {"dealer", "floor"} else ()
        if program:
            scopes = " ".join(scope for scope, roles in SCOPES.items() if role in roles)
            return self._house.token(_role(role), scopes, *works)
        if role in {"guest", "player"}:
            visitor = self._house.guest()
            if role == "player":
                assert visitor.post("/accounts", {"login": login, "password": PASSWORD}).status_code == 201
            return visitor
        return self._house.hired(login, _role(role), *works)

    def hear(self, answer: httpx.Response) -> None:
        """An answer may have ended the session, or begun another's."""
        if "set-cookie" in answer.headers or (answer.status_code == httpx.codes.UNAUTHORIZED and self.kind != "nobody"):
            self.visitor = self._comes_in()


def _role(name: str) -> Role:
    return next(role for role in ROLES if role == name)


class Values:
    """What there is, by the name that it has in answers: tables, seats, passes, sequences."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._known: dict[str, list[object]] = {
            "table": list(TABLES),
            "seat": [1, 2, 3, 4, 5, 6],
            "round": [1, 2],
            "password": [PASSWORD],
        }

    def hear(self, answer: httpx.Response) -> None:
        """Keep what an answer names."""
        if answer.headers.get("content-type", "").startswith("application/json") and len(answer.content) < 20_000:
            self._keep(answer.json())

    def _keep(self, value: object) -> None:
        if isinstance(value, list):
            for each in value:
                self._keep(each)
        elif isinstance(value, dict):
            for name, each in value.items():
                if isinstance(each, dict | list):
                    self._keep(each)
                elif each is not None:
                    known = self._known.setdefault(name, [])
                    known.append(each)
                    del known[:-_MOST_KNOWN]

    def put_in(self, given: object, often: float) -> None:
        """Replace what has a name by what is called so."""
        if not isinstance(given, dict):
            return
        for name in given:
            known = self._known.get(_CALLED.get(f"{name}", f"{name}"))
            if known and self._chance.random() < often:
                given[name] = self._chance.choice(known)


class Calls:
    """Calls by one bearer at a time, and what was wrong with their answers."""

    def __init__(self, house: Inside, number: int) -> None:
        self.house = house
        self._chance = Random(number)  # noqa: S311 - the same every time
        self._values = Values(self._chance)
        self.statuses: Counter[int] = Counter()
        self.wrong: list[str] = []
        load_all_checks()
        self.schema = schemathesis.openapi.from_dict(exact(house.nobody().get("/api/v1/openapi.json").json()))
        self.operations = [each.ok() for each in self.schema.get_all_operations() if isinstance(each, Ok)]

    def covering(self) -> Iterator[Called]:
        """Every bound of every parameter and body, on either side of it, and every method that is not described."""
        for operation in self.operations:
            generation = self.schema.config.generation_for(operation=operation)
            yield from self.schema.iter_coverage_cases(
                operation, generation_modes=list(MODES), generation_config=generation
            )

    def at_random(self, caller: Caller, operation: Operation, many: int) -> None:
        """So many calls of an operation, of which half are as it is described; fewer, where there are no more."""
        for mode in MODES:
            if mode == GenerationMode.NEGATIVE and not (operation.body or operation.path_parameters or operation.query):
                continue  # nothing about it could be wrong

            often = 0.8 if mode == GenerationMode.POSITIVE else 0.4
            self._generate(operation, mode, many // 2, partial(self.send, caller, often=often))

    def _generate(self, operation: Operation, mode: GenerationMode, many: int, send: Callable[[Called], None]) -> None:
        @seed(self._chance.getrandbits(64))
        @settings(max_examples=many, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode))
        def generated(case: Called) -> None:
            send(case)

        generated()

    def send(self, caller: Caller, case: Called, often: float = 0.0) -> None:
        """One call, and a look at what is answered; `often` says how often names are put in that there are."""
        self._values.put_in(case.path_parameters, often)
        self._values.put_in(case.body, often / 2)
        sent = case.as_transport_kwargs(base_url=ORIGIN)
        kept = {name: value for name, value in sent.get("headers", {}).items() if name.lower() not in _SHOWN}
        sent |= {"headers": {**kept, **caller.visitor.headers, "host": HOST}, "cookies": None}
        if "data" in sent:
            sent["content"] = sent.pop("data")
        answer = self._answered(sent)
        self.statuses[answer.status_code] += 1
        try:
            case.validate_response(answer, checks=list(CHECKS))
        except (Failure, FailureGroup) as error:
            why = error.exceptions if isinstance(error, FailureGroup) else [error]
            self.wrong.append(f"{caller.kind}: {sent}: {answer.status_code} {answer.text[:500]}: {why}")
        self._values.hear(answer)
        caller.hear(answer)

    def _answered(self, sent: dict[str, Any]) -> httpx.Response:
        """The answer; of a table that opens just now, what it says when it is asked again, as it asks to be."""
        until = time.monotonic() + _OPENS_WITHIN
        while True:
            answer: httpx.Response = self.house.client.request(**sent)
            self.house.client.cookies.clear()
            if not (answer.status_code == 503 and " opens " in answer.text) or time.monotonic() > until:
                return answer
            assert answer.headers["retry-after"]
            time.sleep(0.05)


class Players:
    """Two guests at every table: somebody plays while the calls come."""

    def __init__(self, house: Inside) -> None:
        self._house = house
        self._requests = 0
        house.open_by_hand(BY_HAND_TABLE, "lir-nj", BY_HAND, dealing="hand", two_positions="yes")
        for name in TABLES:
            self._sit(name)

    def _sit(self, name: str) -> None:
        for seat in (5, 6):
            self._house.guest().sit(name, seat, 100_000)

    def go_on(self, chance: Random) -> None:
        """A command at some table, and some seconds pass."""
        name = chance.choice(TABLES)
        queue = self._house.house.queues.get(name)
        if queue is None:  # somebody has closed it, or its session turns over, and then this is refused
            about = self._house.hub.settings.tables[name]
            self._house.on_loop(lambda: startup.open_one(self._house.house, "Harbour", about, lambda _: None))
            return
        state = queue.live.record.state
        if len(state.taken()) < 2:
            self._sit(name)
        told: list[Outcome] = []
        command = next_command(state, chance)
        self._house.on_loop(lambda: self._house.house.send(PendingCommand(name, command, told.append)))
        self._house.clock.on(chance.choice([0, 0, 1, 5, 30]))
        self._house.on_loop(self._house.hub.deadlines.ring)
