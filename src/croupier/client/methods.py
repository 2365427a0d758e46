"""The methods of both clients, declared once: `Client` waits for the answer, `AsyncClient` returns an awaitable."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Generic, ParamSpec, TypeVar, overload

from croupier.client.calls import analyses, management, training
from croupier.client.calls import call as http_call
from croupier.client.calls import floor as floor_calls
from croupier.client.calls import rounds as rounds_calls
from croupier.client.calls.call import Call

P = ParamSpec("P")
T = TypeVar("T")


class BlockingCaller:
    """A client that waits for each answer."""

    def call(self, asked: Call[T], patience: float | None = None) -> T:
        """Send a request and read its answer."""
        raise NotImplementedError


class AsyncCaller:
    """A client whose answers are awaited."""

    async def call(self, asked: Call[T], patience: float | None = None) -> T:
        """Send a request and read its answer."""
        raise NotImplementedError


class Method(Generic[P, T]):
    """A method of both clients: it builds a request, and has it answered."""

    def __init__(self, build: Callable[P, Call[T]]) -> None:
        self._build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, client: None, owner: type) -> Callable[P, Call[T]]: ...

    @overload
    def __get__(self, client: BlockingCaller, owner: type) -> Callable[P, T]: ...

    @overload
    def __get__(self, client: AsyncCaller, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...

    def __get__(self, client: BlockingCaller | AsyncCaller | None, owner: type) -> Callable[P, Any]:
        """The method of a client; of the class, what builds the request."""
        if client is None:
            return self._build

        def asking(*args: P.args, **kwargs: P.kwargs) -> Any:  # noqa: ANN401 - an answer, or something to await
            return client.call(self._build(*args, **kwargs))

        asking.__name__, asking.__doc__ = self._build.__name__, self.__doc__
        return asking


class HouseMethods:
    """Requests to a house beyond its tables."""

    # who one is
    come_in = Method(http_call.come_in)
    sign_up = Method(http_call.sign_up)
    sign_in = Method(http_call.sign_in)
    sign_out = Method(http_call.sign_out)
    me = Method(http_call.me)
    # what was
    rounds = Method(rounds_calls.rounds)
    round = Method(rounds_calls.one)
    replay = Method(rounds_calls.replay)
    receipt = Method(rounds_calls.receipt)
    hidden = Method(rounds_calls.hidden)
    share = Method(rounds_calls.share)
    shares = Method(rounds_calls.shares)
    take_back = Method(rounds_calls.take_back)
    shared = Method(rounds_calls.shared)
    shared_replay = Method(rounds_calls.shared_replay)
    shared_receipt = Method(rounds_calls.shared_receipt)
    statement = Method(rounds_calls.statement)
    places = Method(floor_calls.places)
    # the floor's work
    floor = Method(floor_calls.floor)
    dealer = Method(floor_calls.dealer)
    sign_on = Method(floor_calls.sign_on)
    relieve = Method(floor_calls.relieve)
    scan = Method(floor_calls.scan)
    open_table = Method(floor_calls.open_table)
    close_table = Method(floor_calls.close_table)
    close_after = Method(floor_calls.close_after)
    keep_open = Method(floor_calls.keep_open)
    move = Method(floor_calls.move)
    refuse = Method(floor_calls.refuse)
    refused = Method(floor_calls.refused)
    let_in = Method(floor_calls.let_in)
    fill = Method(floor_calls.fill)
    credit = Method(floor_calls.credit)
    correct = Method(floor_calls.correct)
    # one's account, and people
    change_password = Method(management.change_password)
    rename = Method(management.rename)
    people = Method(management.people)
    person = Method(management.person)
    hire = Method(management.hire)
    make_program = Method(management.make_program)
    make_token = Method(management.make_token)
    rename_person = Method(management.rename_person)
    change_role = Method(management.change_role)
    assign = Method(management.assign)
    unassign = Method(management.unassign)
    passes = Method(management.passes)
    end_passes = Method(management.end_passes)
    close_account = Method(management.close_account)
    # the books
    figures = Method(management.figures)
    ledger = Method(management.ledger)
    ledger_csv = Method(management.ledger_csv)
    significant = Method(management.significant)
    chain = Method(management.chain)
    sessions = Method(management.sessions)
    export = Method(management.export)

    # long work
    coach = Method(analyses.coach)
    exercises = Method(analyses.exercises)
    analyse = Method(analyses.analyse)
    analysis = Method(analyses.analysis)
    give_up = Method(analyses.give_up)
    sheet = Method(analyses.sheet)
    check_submission = Method(analyses.check_submission)
    # lessons in dealing
    begin_lesson = Method(training.begin_lesson)
    set_drill = Method(training.set_drill)
    lesson = Method(training.lesson)
    lesson_step = Method(training.lesson_step)
    lesson_round = Method(training.lesson_round)
    end_lesson = Method(training.end_lesson)
