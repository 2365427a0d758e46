"""The trial of a game: rounds of players who choose at random, watched for whatever is wrong with script or settlement.

A fault is a sentence that names the wager, the step or the line of the game's code; nothing that a game does ends in a
traceback, and a game that does not end is stopped.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from types import FrameType
from typing import Any, TypeVar

from croupier.errors import CroupierError
from croupier.games.catalogue import Title, place_in_code
from croupier.games.game import Ask, Burn, Choice, Community, Deal, Game, Script, Settle, TurnUp, most_drawn, places
from croupier.games.lines import Line, Stakes
from croupier.games.terms import Terms
from croupier.rulebook.loader import RulebookError
from croupier.rulebook.refusal import Refusal
from croupier.rulebook.submission import Submission
from croupier.table.fairness.card_sources import Random as Shuffles
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.play.runner import Table
from croupier.table.procedures.payouts import cost, most_of, offered
from croupier.table.views.narration import tell

MOST_FAULTS = 20
_MOST_STEPS = 400  # commands of one round
SECONDS = 20.0  # for one round, or for the script
_BANKROLL = 100_000_000
_MOST_STAKE = 20  # times the least
_FULL = 5  # one round in so many is dealt to a full table
T = TypeVar("T")


class TrialError(CroupierError):
    """A fault of the game's code, in a sentence."""


@dataclass
class Trial:
    """The faults found, the choices made by stage and name, the rounds played, and some of them in words."""

    faults: list[str] = field(default_factory=list)
    made: Counter[tuple[str, str]] = field(default_factory=Counter)
    rounds: int = 0
    shown: list[list[str]] = field(default_factory=list)

    def found(self, fault: str) -> None:
        """Keep a fault, once."""
        if fault not in self.faults and len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)


def tried(title: Title, rounds: int, shown: int) -> Trial:
    """Try a game: its script, then so many rounds at a full table, some of which are kept in words."""
    trial = Trial()
    try:
        terms = Terms(Submission.of(title.book, {}))
        script = tuple(guarded("the script", lambda: title.game.script(terms)))
        for fault in guarded("the script", lambda: list(script_faults(script, terms))):
            trial.found(fault)
        if not trial.faults:
            _play(title, trial, rounds, shown)
            _never_made(script, trial)
    except TrialError as error:
        trial.found(str(error))
    return trial


# ---- the script ----------------------------------------------------------------------------------------


def script_faults(script: Script, terms: Terms) -> Iterator[str]:
    """Yield what cannot be dealt: too many cards, cards turned up that do not lie there, questions about no wager."""
    if not script or not isinstance(script[0], Deal):
        yield "the script does not begin with a Deal"
        return
    seats, deck = int(str(terms["seats"])), len(terms.rulebook.deck)
    all_dealt = places(script)
    burned = sum(isinstance(step, Burn) for step in script)
    needed = seats * (all_dealt.each + most_drawn(script)) + all_dealt.dealer + all_dealt.community + burned
    if needed > deck:
        yield f"a full table of {seats} needs {needed} cards, and the deck has {deck}; allow fewer seats"
    for number, step in enumerate(script, start=1):
        before = places(script[: number - 1])
        where = f"step {number} of the script, {type(step).__name__}"
        if isinstance(step, Deal) and (step.up > step.each or step.dealer_up > step.dealer):
            yield f"{where}: more cards lie face up than are dealt"
        if isinstance(step, TurnUp):
            lie = before.dealer if step.of == "dealer" else before.community
            if step.cards > lie:
                yield f"{where}: {step.cards} cards are turned up, and {lie} lie there"
        if isinstance(step, Ask):
            yield from (f"{where}: {fault}" for fault in _ask_faults(step, terms))
    shown = sum(step.cards for step in script if isinstance(step, Community))
    shown += sum(step.cards for step in script if isinstance(step, TurnUp) and step.of == "community")
    if shown < all_dealt.community:
        yield f"{all_dealt.community - shown} community cards are never turned up, and hands are settled with them"
    if not any(isinstance(step, Settle) for step in script):
        yield "the script has no Settle, so no wager is ever settled"


def _ask_faults(ask: Ask, terms: Terms) -> Iterator[str]:
    names = [choice.name for choice in ask.choices]
    if not names:
        yield "there is nothing to choose"
    yield from (f"two choices are called {name!r}" for name, many in Counter(names).items() if many > 1)
    about = [("unless", ask.unless), ("only", ask.only)]
    about += [(f"the choice {choice.name!r} needs", choice.needs) for choice in ask.choices]
    about += [(f"the choice {choice.name!r} settles", each) for choice in ask.choices for each in choice.settles]
    for what, wager in about:
        if wager is not None and wager not in terms.rulebook.wagers:
            yield f"{what} {wager!r}, which is no wager of the rulebook"


def _never_made(script: Script, trial: Trial) -> None:
    for stage, choice in [(step.stage, each) for step in script if isinstance(step, Ask) for each in step.choices]:
        if not trial.made[stage, choice.name]:
            trial.found(f"the choice {choice.name!r}, {stage}, could be made in none of {trial.rounds} rounds")


# ---- the rounds ----------------------------------------------------------------------------------------


def _play(title: Title, trial: Trial, rounds: int, shown: int) -> None:
    random = Random("a trial")  # noqa: S311 - a trial that can be repeated
    watched = replace(title.game, settle=_watched(title.game, trial))
    table = guarded("the table", lambda: Table(Submission.of(title.book, {}), Shuffles("a trial"), game=watched))
    log: list[str] = []
    table.listeners.append(
        lambda _, __, decision: log.extend(
            f"{tell(event, decision.state.terms)}" for event in decision.events if event.kind in _SHOWN
        )
    )
    table.open()
    for number in range(1, len(table.state.seats) + 1):
        table.send(Command("player", "sit", number, {}, {"bankroll": _BANKROLL}))
    while trial.rounds < rounds and len(trial.faults) < MOST_FAULTS:
        log.clear()
        guarded(f"round {trial.rounds + 1}", lambda: _one_round(table, trial, random))
        trial.rounds += 1
        if len(trial.shown) < shown:
            trial.shown.append(list(log))


_SHOWN = frozenset({"placed", "turned", "community", "decided", "announced", "settled", "over"})


def _one_round(table: Table, trial: Trial, random: Random) -> None:
    table.feed()
    terms = table.state.terms
    seats = [number for number, _ in table.state.taken()]
    full = random.randrange(_FULL) == 0
    in_play = set(seats if full else random.sample(seats, min(random.randint(1, 3), len(seats))))
    for number in seats:
        if number not in in_play:
            table.send(Command("player", "ready", number))
            continue
        wagers = _wagers(terms, random)
        outcome = table.send(Command("player", "bet", number, {"wagers": wagers, "ready": True}))
        if isinstance(outcome, Refusal):
            raise TrialError(f"a bet within the limits of the table is refused: {outcome}")
    before = _money(table.state)
    for _ in range(_MOST_STEPS):
        if table.state.phase != "round":
            break
        _answer(table, trial, random)
    else:
        raise TrialError(f"a round is not over after {_MOST_STEPS} commands; it waits for {due(table.state).do!r}")
    if _money(table.state) != before:
        trial.found("the money of a round does not add up")
    if table.state.last is not None and table.state.last.void:
        trial.found(f"round {table.state.last.number} is void though nothing went wrong")


def _wagers(terms: Terms, random: Random) -> dict[str, int]:
    times = random.randint(1, _MOST_STAKE)
    chosen = [
        (name, wager)
        for name, wager in terms.wagers.items()
        if wager.placed == "before the deal" and (wager.required or random.randrange(2))
    ]
    return {name: min(terms.bounds[name][0] * times, terms.bounds[name][1]) for name, _ in chosen}


def _money(state: State) -> int:
    return state.tray + sum(seat.bankroll + sum(seat.wagers.values()) for _, seat in state.taken())


def _answer(table: Table, trial: Trial, random: Random) -> None:
    """Let the player who is asked choose one of the choices that are open, or the absent player's."""
    state = table.state
    expected = due(state)
    if expected.do != "decide":
        raise TrialError(f"the round waits for {expected.do!r} by the {expected.who}, which no player answers")
    ask, seat = state.fixed.script[state.step], state.seat(expected.seat)
    assert isinstance(ask, Ask)  # noqa: S101 - a player is asked at an Ask step only
    cards, game, terms = state.faces(seat.cards), state.fixed.game, state.terms
    among = offered(seat, ask)
    absent = game.absent(ask.stage, cards, terms)
    if absent not in {choice.name for choice in among}:
        raise TrialError(f"{ask.stage}: absent() says {absent!r}, and the choices are {_names(among)}")
    open_to = [choice for choice in among if game.may(choice.name, cards, terms)]
    if not open_to:
        raise TrialError(f"{ask.stage}: with {terms.rulebook.deck.text(cards)} no choice is open")
    choice = random.choice(open_to)
    args: dict[str, Any] = {"choice": choice.name}
    if choice.discards:
        args["discard"] = random.sample(cards, random.randint(choice.least_discards, choice.discards))
    if choice.up_to is not None and choice.wager is not None:
        low, high, unit = cost(state, seat, choice), most_of(state, seat, choice), state.fixed.units[choice.wager]
        args["amount"] = random.choice((low, high, random.randint(low // unit, high // unit) * unit))
    outcome = table.send(Command("player", "decide", expected.seat, args))
    if isinstance(outcome, Refusal):
        raise TrialError(f"{ask.stage}: the choice {choice.name!r} is refused: {outcome}")
    trial.made[ask.stage, choice.name] += 1


def _names(choices: tuple[Choice, ...]) -> str:
    return ", ".join(choice.name for choice in choices)


# ---- the settlement ------------------------------------------------------------------------------------


def _watched(game: Game, trial: Trial) -> Callable[[Any, Stakes, Terms], list[Line]]:
    """The game's settlement, its lines looked at as they are made."""

    def settle(facts: Any, stakes: Stakes, terms: Terms) -> list[Line]:  # noqa: ANN401 - a game's own facts
        lines = list(game.settle(facts, stakes, terms))
        for fault in _line_faults(lines, stakes):
            trial.found(fault)
        bare = list(game.settle(game.bare(facts), stakes, terms))
        if [(line.wager, line.amount) for line in bare] != [(line.wager, line.amount) for line in lines]:
            trial.found("an amount depends on facts that bare() leaves out, which are for words alone")
        return lines

    return settle


def _line_faults(lines: list[Line], stakes: Stakes) -> Iterator[str]:
    own = [line for line in lines if line.stake]
    for wager, stake in stakes.items():
        found = [line for line in own if line.wager == wager]
        if len(found) != 1:
            yield f"the wager {wager} has {len(found)} lines with its stake in a settlement; it needs one"
        elif found[0].stake != stake:
            yield f"the wager {wager} is settled for another stake than was put up"
    for line in lines:
        if line.wager not in stakes:
            yield f"a settlement has a line of {line.wager!r}, which is not settled now"
        if line.amount < -line.stake:
            yield f"the wager {line.wager} loses more than its stake"
        if not line.clauses:
            yield f"the wager {line.wager} is settled by no clause: {line.because}"


# ---- code that raises or does not end ------------------------------------------------------------------


class _EndlessError(BaseException):
    """The time is up."""


def guarded(what: str, run: Callable[[], T]) -> T:
    """Run what may call the game's code; a TrialError says where it raised, or where it was when its time was up."""
    try:
        with _within(SECONDS):
            return run()
    except (TrialError, RulebookError):
        raise
    except _EndlessError as error:
        raise TrialError(f"{what} does not end: after {SECONDS:g} seconds it was{place_in_code(error)}") from error
    except Exception as error:
        said = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise TrialError(f"{what} fails{place_in_code(error)}: {said}") from error


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise an _EndlessError in the block when the time is up."""

    def ring(_: int, __: FrameType | None) -> None:
        raise _EndlessError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
