"""What both clients can ask, declared once: `Client` waits for the answer, `AsyncClient` gives something to await."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, overload

from croupier.client.calls import analyses as work
from croupier.client.calls import floor as supervising
from croupier.client.calls import management as managing
from croupier.client.calls import rounds as past
from croupier.client.calls import training
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
    rounds = Ask(past.rounds)
    round = Ask(past.one)
    replay = Ask(past.replay)
    receipt = Ask(past.receipt)
    hidden = Ask(past.hidden)
    share = Ask(past.share)
    shares = Ask(past.shares)
    take_back = Ask(past.take_back)
    shared = Ask(past.shared)
    shared_replay = Ask(past.shared_replay)
    shared_receipt = Ask(past.shared_receipt)
    statement = Ask(past.statement)
    places = Ask(supervising.places)
    # the floor's work
    floor = Ask(supervising.floor)
    dealer = Ask(supervising.dealer)
    sign_on = Ask(supervising.sign_on)
    relieve = Ask(supervising.relieve)
    scan = Ask(supervising.scan)
    open_table = Ask(supervising.open_table)
    close_table = Ask(supervising.close_table)
    close_after = Ask(supervising.close_after)
    keep_open = Ask(supervising.keep_open)
    move = Ask(supervising.move)
    refuse = Ask(supervising.refuse)
    refused = Ask(supervising.refused)
    let_in = Ask(supervising.let_in)
    fill = Ask(supervising.fill)
    credit = Ask(supervising.credit)
    correct = Ask(supervising.correct)
    # one's account, and people
    change_password = Ask(managing.change_password)
    rename = Ask(managing.rename)
    people = Ask(managing.people)
    person = Ask(managing.person)
    hire = Ask(managing.hire)
    make_program = Ask(managing.make_program)
    make_token = Ask(managing.make_token)
    rename_person = Ask(managing.rename_person)
    change_role = Ask(managing.change_role)
    assign = Ask(managing.assign)
    unassign = Ask(managing.unassign)
    passes = Ask(managing.passes)
    end_passes = Ask(managing.end_passes)
    close_account = Ask(managing.close_account)
    # the books
    figures = Ask(managing.figures)
    ledger = Ask(managing.ledger)
    ledger_csv = Ask(managing.ledger_csv)
    significant = Ask(managing.significant)
    chain = Ask(managing.chain)
    sessions = Ask(managing.sessions)
    export = Ask(managing.export)

    # long work
    coach = Ask(work.coach)
    exercises = Ask(work.exercises)
    analyse = Ask(work.analyse)
    analysis = Ask(work.analysis)
    give_up = Ask(work.give_up)
    sheet = Ask(work.sheet)
    check_submission = Ask(work.check_submission)
    # lessons in dealing
    begin_lesson = Ask(training.begin_lesson)
    set_drill = Ask(training.set_drill)
    lesson = Ask(training.lesson)
    lesson_step = Ask(training.lesson_step)
    lesson_round = Ask(training.lesson_round)
    end_lesson = Ask(training.end_lesson)
