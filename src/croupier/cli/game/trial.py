"""The trial of a game: rounds of players who choose at random, watched for whatever is wrong with script or settlement.

A fault is a sentence that names the wager, the step or the line of the game's code; nothing that a game does ends in a
traceback, and a game that does not end is stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVar

from croupier.analysis.errors import AnalysisError
from croupier.errors import CroupierError, GameCodeError
from croupier.games import rulebook_check
from croupier.games.catalogue import Title
from croupier.games.game import Ask, Board, Choice, Game, Hand, Script, Settle
from croupier.games.lines import Line, Stakes
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.rulebook.checks.line_numbers import located
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
_BANKROLL = 100_000_000
_MOST_STAKE = 20  # times the least
_STAKE = 100_000  # on each wager, to compare two settlements
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
        for fault in rulebook_check.faults(title.game, title.book, terms):
            trial.found(located(fault, title.book.lines))
        if not trial.faults:
            if title.game.code:
                _settles_nothing(title, terms, trial)
            _play(title, trial, rounds, shown)
            _never_made(title.game.script(terms), trial)
    except TrialError as error:
        trial.found(str(error))
    return trial


def _settles_nothing(title: Title, terms: Terms, trial: Trial) -> None:
    """Tell the wagers that a game of one's own settles and its rulebook lacks."""
    settled = [name for step in title.game.script(terms) if isinstance(step, Settle) for name in step.wagers]
    for name in sorted(set(settled) - set(title.book.wagers)):
        trial.found(f"the script settles {name}, which is no wager of the rulebook")


def _never_made(script: Script, trial: Trial) -> None:
    for stage, choice in [(step.stage, each) for step in script if isinstance(step, Ask) for each in step.choices]:
        if not trial.made[stage, choice.name]:
            trial.found(f"the choice {choice.name!r}, {stage}, could be made in none of {trial.rounds} rounds")


# ---- the rounds ----------------------------------------------------------------------------------------


def _play(title: Title, trial: Trial, rounds: int, shown: int) -> None:
    random = Random("a trial")  # noqa: S311 - a trial that can be repeated
    watched = replace(title.game, settle=_watched(title.game, trial), read=_read(title.game, trial))
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
    chosen: dict[str, Cents] = {}
    before = [wager for wager in terms.wagers.values() if wager.placed == "before the deal"]
    for wager in sorted(before, key=lambda each: not each.required):
        low, high = terms.bounds[wager.name]
        stake = chosen.get(wager.equal_to or "", min(low * times, high))
        bound = wager.at_most
        most = bound.times * chosen.get(bound.of, 0) if bound is not None else stake
        stands = chosen.keys() >= set(wager.needs) and stake <= most and random.randrange(2)
        if wager.required or stands:
            chosen[wager.name] = stake
    return chosen


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
        bare = list(game.settle(game.bare(facts), stakes, terms))
        if [(line.wager, line.amount) for line in bare] != [(line.wager, line.amount) for line in lines]:
            trial.found("an amount depends on facts that bare() leaves out, which are for words alone")
        return lines

    return settle


def _read(game: Game, trial: Trial) -> Callable[[Hand, Board, Terms], Any]:
    """The game's reading of a hand, held against that by strengths, which the analysis counts by."""

    def read(hand: Hand, board: Board, terms: Terms) -> Any:  # noqa: ANN401 - a game's own facts
        facts = game.read(hand, board, terms)
        if game.ranking is not None and game.compare is not None and hand.ending == "played":
            own = game.ranking(hand.cards + board.community)
            dealer = game.ranking(board.dealer + board.community) if board.dealer else own
            stakes = {name: _STAKE for name, wager in terms.wagers.items() if not wager.side}
            by_strengths = game.settle(game.compare(hand.ending, own, dealer), stakes, terms)
            by_cards = game.settle(game.bare(facts), stakes, terms)
            if [line.amount for line in by_strengths] != [line.amount for line in by_cards]:
                trial.found("a hand is settled otherwise by ranking() and compare(), which the analysis counts by")
        return facts

    return read


# ---- code that raises ----------------------------------------------------------------------------------


def guarded(what: str, run: Callable[[], T]) -> T:
    """Run what may call the game's code; a TrialError says where that failed."""
    try:
        return run()
    except (TrialError, RulebookError, AnalysisError):
        raise
    except GameCodeError as error:
        raise TrialError(f"{what}: {error.why}") from error
    except Exception as error:
        raise TrialError(f"{what} fails: {type(error).__name__}: {error}".partition("\n")[0]) from error
