"""Rounds that a program plays one after another, and the decisions that it is asked for, one by one.

Both clients share the course of a round: generators that yield each step at the table and are sent its answer.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from croupier.client.answers import Message
from croupier.client.errors import ClientError, refused
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.schemas.rounds import RoundSeen

if TYPE_CHECKING:
    from croupier.client.async_client import AsyncClient, AsyncTable
    from croupier.client.calls.analyses import Coached
    from croupier.client.sync_client import Client, Table

Step: TypeAlias = tuple[str, tuple[Any, ...]]  # a method of the watched table, and its arguments
Steps: TypeAlias = Generator[Step, Any, Any]
_NEXT: Step = "next", ()
_Faces: TypeAlias = tuple[str, ...]


class Choice(NamedTuple):
    """A choice that the table takes from this hand now: the cards allow it, and there is money for it."""

    name: str
    cost: Cents
    discards: int  # the number of cards that are put away with it, or the most of them
    back: str  # the wager that comes back by it, by its title; none of most
    most: Cents | None = None  # the most that it may cost, where the player says how much
    fewest: int | None = None  # the fewest cards that may be put away with it, if it need not be all of them


class Result(NamedTuple):
    """The result of a round for the own seat."""

    number: int
    void: bool
    net: Cents
    cards: tuple[str, ...]
    dealer: tuple[str, ...]
    community: tuple[str, ...]
    decisions: tuple[str, ...]
    lines: tuple[dict[str, Any], ...]  # what each wager came to, with its clauses


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to the own seat: its cards, the cards on the table, and the choices that are taken."""

    seat: int
    cards: tuple[str, ...]
    community: tuple[str, ...]
    dealer: tuple[str, ...]
    wagers: Mapping[str, Cents]
    choices: tuple[Choice, ...]
    message: Message  # the whole table, as it stands

    @property
    def _moment(self) -> tuple[str, int, int]:
        """The place of the question: one that was answered is not asked again."""
        own = self.message.seat(self.seat)
        return self.message.session, self.message.view["round"], len(own["decisions"]) if own else 0


def _asked(message: Message) -> Asked:
    """The question that a message puts to the own seat."""
    view, own = message.view, message.seat(message.asked)
    assert own is not None  # noqa: S101 - it is asked, and one's own
    purse = sum(each["bankroll"] or 0 for each in view["seats"] if each["seat"] in message.yours)
    choices = tuple(
        Choice(each["choice"], each["costs"], each["discards"], each["back"], each.get("most"), each.get("fewest"))
        for each in view["choices"]
        if each["choice"] in message.open and each["costs"] <= purse
    )
    shown = tuple(own["cards"]), tuple(view["community"]), tuple(view["dealer"])
    return Asked(own["seat"], *shown, own["wagers"], choices, message)


class _Course:
    """The course of rounds at one table, for one seat."""

    def __init__(self, look: Callable[[], Message]) -> None:
        self._look = look

    def seated(self, chips: Cents, seat: int | None) -> Steps:
        """Sit down, unless a seat is one's own already."""
        if not self._look().yours:
            yield "sit", (chips, seat)

    def to_bet(self, least: Cents) -> Generator[Step, Any, Message | None]:
        """Wait until bets are taken, or a hand of one's own is in play; None once the chips are too few for a bet."""
        while True:
            now = self._look()
            number = now.may_bet
            if number:
                seat = now.seat(number)
                return now if seat is not None and (seat["bankroll"] or 0) >= least else None
            own = [each for each in now.view["seats"] if each["seat"] in now.yours]
            if now.view["phase"] == "round" and any(each["wagers"] for each in own):
                return now
            if now.view["phase"] == "betting" and any(each["away"] for each in own):
                yield "come_back", ()
            elif now.view["phase"] == "round" and not own:
                raise refused(f"your seat at {now.table} is gone", "a seat taken again", "seat")
            else:
                yield _NEXT


class _Round:
    """A round, from the bets to its end, as both clients show it."""

    def __init__(self, look: Callable[[], Message], terms: Terms) -> None:
        now = look()
        self._look, self._terms = look, terms
        self._under_way = now.view["phase"] == "round"  # of a program that came back: its wagers stand
        self._bet = self._under_way
        self._last: tuple[str, int, int] | None = None
        self.session, self.number = now.session, now.view["round"] + (not self._under_way)
        self.seat = now.may_bet or next(each["seat"] for each in now.view["seats"] if each["seat"] in now.yours)

    def __repr__(self) -> str:
        return f"<Round {self.number} at {self._look().table}>"

    @property
    def terms(self) -> Terms:
        """The terms that the round is played by."""
        return self._terms

    @property
    def chips(self) -> Cents:
        """The chips of the own seat now, without what is staked."""
        seat = self._look().seat(self.seat)
        return (seat["bankroll"] or 0) if seat else 0

    @property
    def is_over(self) -> bool:
        """True once the round is over."""
        now = self._look()
        view = now.view
        begun = now.session != self.session or view["round"] > self.number
        return begun or (view["round"] == self.number and view["phase"] != "round")

    def _betting(self, wagers: Mapping[str, Cents] | None) -> Steps:
        """Set down wagers; the smallest that the game is played for, if none are named."""
        if not self._under_way:
            yield "bet", (dict(self._terms.least_wagers() if wagers is None else wagers), self.seat)
            self._bet = True

    def _question(self) -> Generator[Step, Any, Asked | None]:
        """The next question; None when the round is over."""
        if not self._bet:
            raise refused(f"round {self.number} has no bet of yours", "round.bet() first", "bet")
        while not self.is_over:
            now = self._look()
            if now.asked:
                found = _asked(now)
                if found._moment == self._last:  # noqa: SLF001 - of this module
                    raise _unanswered()
                self._last = found._moment  # noqa: SLF001 - as above
                return found
            yield _NEXT
        return None

    def _result(self, seen: RoundSeen) -> Result:
        came = seen.came
        hand = next((each for each in came["seats"] if each["seat"] == self.seat), None)
        own = (hand["net"], tuple(hand["cards"])) if hand else (0, ())
        table = tuple(came["dealer"]), tuple(came["community"])
        more = (tuple(hand["decisions"]), tuple(hand["lines"])) if hand else ((), ())
        return Result(self.number, came["void"], *own, *table, *more)

    def _check_over(self) -> None:
        if not self.is_over:
            raise refused(f"round {self.number} is not over", "the result after its last decision", "result")


_Fields: TypeAlias = tuple[int, _Faces, _Faces, _Faces, Mapping[str, Cents], tuple[Choice, ...], Message]


def _unanswered() -> ClientError:
    return refused("a decision was not answered", "decision.take(CHOICE) for every decision of the round", "decide")


def _taken(asked: Asked, choice: str | Choice, discard: str | Sequence[str] | None, amount: Cents | None) -> Step:
    return "decide", (choice.name if isinstance(choice, Choice) else choice, discard, asked.seat, amount)


# ---- for a client that waits -------------------------------------------------------------------------------


def _walk(table: Table, steps: Steps) -> Any:  # noqa: ANN401 - whatever the steps come to
    answer = None
    while True:
        try:
            name, args = steps.send(answer)
        except StopIteration as done:
            return done.value
        answer = getattr(table, name)(*args)
        if name == "next" and answer is None:
            raise refused(f"{table.name} is watched no longer", "the table watched again", "table")


@dataclass(frozen=True, slots=True)
class Decision(Asked):
    """A decision that the own seat is asked for."""

    table: Table

    def take(
        self, choice: str | Choice, discard: str | Sequence[str] | None = None, *, amount: Cents | None = None
    ) -> None:
        """Answer, and say which cards are put away where some go, and how much where the choice asks that."""
        _walk(self.table, _single(_taken(self, choice, discard, amount)))

    def advice(self) -> Coached:
        """The exact value of each choice, by the house's coach; it is waited for while it gets ready."""
        return self.table.advice(self.seat)


def _single(step: Step) -> Steps:
    return (yield step)


class Round(_Round):
    """A round: bet first, then iterate over its decisions; afterwards it has a result."""

    def __init__(self, table: Table, client: Client) -> None:
        super().__init__(lambda: table.message, table.terms)
        self._table, self._client = table, client

    def bet(self, wagers: Mapping[str, Cents] | None = None) -> None:
        """Set down wagers, in cents by their names; without any, the smallest that the game is played for."""
        _walk(self._table, self._betting(wagers))

    def __iter__(self) -> Iterator[Decision]:
        """The decisions that one's seat is asked for, one by one, until the round is over."""
        while (asked := _walk(self._table, self._question())) is not None:
            yield Decision(*_fields(asked), self._table)

    def result(self) -> Result:
        """The result of the round for the own seat."""
        self._check_over()
        return self._result(self._client.round(self.session, self.number))


def _fields(asked: Asked) -> _Fields:
    return asked.seat, asked.cards, asked.community, asked.dealer, asked.wagers, asked.choices, asked.message


class PlayedTable:
    """A table that a program plays at."""

    def __init__(self, client: Client, name: str) -> None:
        self._client, self.name = client, name

    def rounds(
        self, most: int | None = None, *, chips: Cents | None = None, seat: int | None = None
    ) -> Iterator[Round]:
        """The next rounds, each as soon as bets are taken; the seat is taken first, and given up at the end.

        They end after `most` rounds, or when the chips are too few for the smallest bet. `chips` are brought from the
        wallet, all of it unless that is said; a seat that is one's own already is played on.
        """
        client = self._client
        with client.watch(self.name) as table:
            course = _Course(lambda: table.message)
            _walk(table, course.seated(client.wallet() if chips is None else chips, seat))
            try:
                while most is None or most > 0:
                    if _walk(table, course.to_bet(sum(table.terms.least_wagers().values()))) is None:
                        return
                    played = Round(table, client)
                    yield played
                    for _ in played:
                        raise _unanswered()
                    most = None if most is None else most - 1
            finally:
                with suppress(ClientError):  # the seat is gone already, or the house
                    table.leave()


# ---- for an event loop -------------------------------------------------------------------------------------


async def _walk_along(table: AsyncTable, steps: Steps) -> Any:  # noqa: ANN401 - whatever the steps come to
    answer = None
    while True:
        try:
            name, args = steps.send(answer)
        except StopIteration as done:
            return done.value
        answer = await getattr(table, name)(*args)
        if name == "next" and answer is None:
            raise refused(f"{table.name} is watched no longer", "the table watched again", "table")


@dataclass(frozen=True, slots=True)
class AsyncDecision(Asked):
    """A decision that the own seat is asked for. See `Decision`."""

    table: AsyncTable

    async def take(
        self, choice: str | Choice, discard: str | Sequence[str] | None = None, *, amount: Cents | None = None
    ) -> None:
        """Answer, and say which cards are put away where some go, and how much where the choice asks that."""
        await _walk_along(self.table, _single(_taken(self, choice, discard, amount)))

    async def advice(self) -> Coached:
        """The exact value of each choice, by the house's coach; it is waited for while it gets ready."""
        return await self.table.advice(self.seat)


class AsyncRound(_Round):
    """A round: bet first, then iterate over its decisions; afterwards it has a result. See `Round`."""

    def __init__(self, table: AsyncTable, client: AsyncClient, terms: Terms) -> None:
        super().__init__(lambda: table.message, terms)
        self._table, self._client = table, client

    async def bet(self, wagers: Mapping[str, Cents] | None = None) -> None:
        """Set down wagers, in cents by their names; without any, the smallest that the game is played for."""
        await _walk_along(self._table, self._betting(wagers))

    async def __aiter__(self) -> AsyncIterator[AsyncDecision]:
        """The decisions that one's seat is asked for, one by one, until the round is over."""
        while (asked := await _walk_along(self._table, self._question())) is not None:
            yield AsyncDecision(*_fields(asked), self._table)

    async def result(self) -> Result:
        """The result of the round for the own seat."""
        self._check_over()
        return self._result(await self._client.round(self.session, self.number))


class AsyncPlayedTable:
    """A table that a program plays at. See `PlayedTable`."""

    def __init__(self, client: AsyncClient, name: str) -> None:
        self._client, self.name = client, name

    async def rounds(
        self, most: int | None = None, *, chips: Cents | None = None, seat: int | None = None
    ) -> AsyncIterator[AsyncRound]:
        """The next rounds, each as soon as bets are taken; the seat is taken first, and given up at the end."""
        client = self._client
        async with await client.watch(self.name) as table:
            course = _Course(lambda: table.message)
            await _walk_along(table, course.seated(await client.wallet() if chips is None else chips, seat))
            try:
                while most is None or most > 0:
                    terms = await table.terms()
                    if await _walk_along(table, course.to_bet(sum(terms.least_wagers().values()))) is None:
                        return
                    played = AsyncRound(table, client, terms)
                    yield played
                    async for _ in played:
                        raise _unanswered()
                    most = None if most is None else most - 1
            finally:
                with suppress(ClientError):  # the seat is gone already, or the house
                    await table.leave()
