"""What both clients can ask, declared once: `Client` waits for the answer, `AsyncClient` gives something to await."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, overload

from croupier.client.calls import analyses, management, training
from croupier.client.calls import floor as floor_calls
from croupier.client.calls import rounds as rounds_calls
from croupier.client.calls.call import Call

if TYPE_CHECKING:
    from croupier.client.async_client import AsyncClient
    from croupier.client.sync_client import Client

P = ParamSpec("P")
T = TypeVar("T")


class Ask(Generic[P, T]):
    """A method of both clients: it builds a request, and has it answered."""

    def __init__(self, build: Callable[P, Call[T]]) -> None:
        self._build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, client: None, owner: type) -> Callable[P, Call[T]]: ...

    @overload
    def __get__(self, client: Client, owner: type) -> Callable[P, T]: ...

    @overload
    def __get__(self, client: AsyncClient, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...

    def __get__(self, client: Client | AsyncClient | None, owner: type) -> Callable[P, Any]:
        """The method of a client; of the class, what builds the request."""
        if client is None:
            return self._build

        def asking(*args: P.args, **kwargs: P.kwargs) -> Any:  # noqa: ANN401 - an answer, or something to await
            return client.call(self._build(*args, **kwargs))

        asking.__name__, asking.__doc__ = self._build.__name__, self.__doc__
        return asking


class Asking:
    """What can be asked of a house beyond its tables."""

    # what was
    rounds = Ask(rounds_calls.rounds)
    round = Ask(rounds_calls.one)
    replay = Ask(rounds_calls.replay)
    receipt = Ask(rounds_calls.receipt)
    hidden = Ask(rounds_calls.hidden)
    share = Ask(rounds_calls.share)
    shares = Ask(rounds_calls.shares)
    take_back = Ask(rounds_calls.take_back)
    shared = Ask(rounds_calls.shared)
    shared_replay = Ask(rounds_calls.shared_replay)
    shared_receipt = Ask(rounds_calls.shared_receipt)
    statement = Ask(rounds_calls.statement)
    places = Ask(floor_calls.places)
    # the floor's work
    floor = Ask(floor_calls.floor)
    dealer = Ask(floor_calls.dealer)
    sign_on = Ask(floor_calls.sign_on)
    relieve = Ask(floor_calls.relieve)
    scan = Ask(floor_calls.scan)
    open_table = Ask(floor_calls.open_table)
    close_table = Ask(floor_calls.close_table)
    close_after = Ask(floor_calls.close_after)
    keep_open = Ask(floor_calls.keep_open)
    move = Ask(floor_calls.move)
    refuse = Ask(floor_calls.refuse)
    refused = Ask(floor_calls.refused)
    let_in = Ask(floor_calls.let_in)
    fill = Ask(floor_calls.fill)
    credit = Ask(floor_calls.credit)
    correct = Ask(floor_calls.correct)
    # one's account, and people
    change_password = Ask(management.change_password)
    rename = Ask(management.rename)
    people = Ask(management.people)
    person = Ask(management.person)
    hire = Ask(management.hire)
    make_program = Ask(management.make_program)
    make_token = Ask(management.make_token)
    rename_person = Ask(management.rename_person)
    change_role = Ask(management.change_role)
    assign = Ask(management.assign)
    unassign = Ask(management.unassign)
    passes = Ask(management.passes)
    end_passes = Ask(management.end_passes)
    close_account = Ask(management.close_account)
    # the books
    figures = Ask(management.figures)
    ledger = Ask(management.ledger)
    ledger_csv = Ask(management.ledger_csv)
    significant = Ask(management.significant)
    chain = Ask(management.chain)
    sessions = Ask(management.sessions)
    export = Ask(management.export)

    # long work
    coach = Ask(analyses.coach)
    exercises = Ask(analyses.exercises)
    analyse = Ask(analyses.analyse)
    analysis = Ask(analyses.analysis)
    give_up = Ask(analyses.give_up)
    sheet = Ask(analyses.sheet)
    check_submission = Ask(analyses.check_submission)
    # lessons in dealing
    begin_lesson = Ask(training.begin_lesson)
    set_drill = Ask(training.set_drill)
    lesson = Ask(training.lesson)
    lesson_step = Ask(training.lesson_step)
    lesson_round = Ask(training.lesson_round)
    end_lesson = Ask(training.end_lesson)
