"""Simulation of rounds with computer players, for experiments, tests and notebooks (`croupier.deal`).

Only players who play by a strategy or by the best play need `croupier.analysis`, which is imported when one sits down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from croupier.errors import CroupierError
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.html_table import html_table
from croupier.money import USD, Cents, Currency
from croupier.rulebook import Refusal, Submission
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.play.autoplay import by_itself
from croupier.table.play.runner import Table
from croupier.table.views.view import Viewer, view

if TYPE_CHECKING:
    from croupier.analysis.players import Playing
    from croupier.analysis.strategies import Strategy

CHEAP, BEST = "cheap", "best"
Decides: TypeAlias = Callable[[Mapping[str, Any]], str | tuple[str, str]]
# A player is given by name (`best`, `cheap`, a built-in strategy), as a strategy, or as a function from the seat's view
# to a choice, or to a choice and the card to discard.
Player: TypeAlias = "str | Strategy | Decides | None"


class DealError(CroupierError, ValueError):
    """The table refused a player's command; the text says what would be accepted."""


class View(dict[str, Any]):
    """A table as one viewer may see it: the mapping of `table.views.view.view`, with a display for notebooks."""

    def __init__(self, seen: Mapping[str, Any], currency: Currency = USD) -> None:
        super().__init__(seen)
        self._money = currency.text

    def __repr__(self) -> str:
        return f"<View of {self['rulebook']}: round {self['round']}, {self['phase']}, {len(self['seats'])} seats>"

    def _repr_html_(self) -> str:
        shown = [("dealer", self["dealer"]), ("on the table", self["community"])]
        cards = [(who, " ".join(cards), "", "") for who, cards in shown if cards]
        seats = [
            (
                f"seat {seat['seat']}",
                " ".join(seat["cards"]),
                self._wagered(seat["wagers"]),
                self._owned(seat["bankroll"]),
            )
            for seat in self["seats"]
        ]
        open_to = ", ".join(each["choice"] for each in self["choices"])
        asked = [("asked", f"seat {self['due']['seat']}: {open_to}", "", "")] if open_to else []
        about = f"{self['rulebook']}, round {self['round']}: {self['phase']}"
        return html_table([*cards, *seats, *asked], ("", "cards", "wagers", "bankroll"), about)

    def _wagered(self, wagers: Mapping[str, Cents]) -> str:
        return ", ".join(f"{name} {self._money(amount)}" for name, amount in wagers.items())

    def _owned(self, bankroll: Cents | None) -> str:
        return "" if bankroll is None else self._money(bankroll)  # None in the view of another person


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's part in a round that is over."""

    seat: int  # from 1
    cards: tuple[str, ...]  # of the player, in the order dealt
    decisions: tuple[str, ...]  # in their order, such as `check`, `play 4x`
    wagers: Mapping[str, Cents]  # everything staked, by wager, in cents
    lines: tuple[Line, ...]  # the settlement, a line for each wager
    net: Cents  # won or lost, in cents, over all wagers
    currency: Currency = USD  # of all these amounts

    def __repr__(self) -> str:
        return f"<Hand {' '.join(self.cards)}: {', '.join(self.decisions)}; net {self.net} cents>"

    def _repr_html_(self) -> str:
        money = self.currency.text
        lines = [(line.wager, money(line.stake), line.result, money(line.amount)) for line in self.lines]
        about = f"Seat {self.seat}: {' '.join(self.cards)}; {', '.join(self.decisions)}; {money(self.net)}"
        return html_table(lines, ("wager", "stake", "result", "net"), about)


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is over, as an auditor knows it."""

    number: int  # from 1
    dealer: tuple[str, ...]  # the dealer's cards; none where a game has no dealer's hand
    community: tuple[str, ...]  # in the order dealt; none where a game has none
    hands: tuple[Hand, ...]  # those that played, by seat

    def __repr__(self) -> str:
        nets = ", ".join(str(hand.net) for hand in self.hands)
        return f"<Round {self.number}: {len(self.hands)} hand{'s' * (len(self.hands) != 1)}, net {nets} cents>"

    def _repr_html_(self) -> str:
        shown = [("dealer", self.dealer), ("on the table", self.community)]
        cards = [(who, " ".join(cards), "", "") for who, cards in shown if cards]
        hands = [
            (f"seat {hand.seat}", " ".join(hand.cards), ", ".join(hand.decisions), hand.currency.text(hand.net))
            for hand in self.hands
        ]
        return html_table([*cards, *hands], ("", "cards", "decisions", "net"), f"Round {self.number}")


def deal(
    submission: Submission,
    players: Sequence[Player],
    rounds: int | None,
    seed: str | int | None,
    stakes: Mapping[str, Cents],
    bankroll: Cents,
) -> Iterator[Round]:
    """Deal rounds until the given number is over, or no player can bet any more."""
    _check(players, rounds, seed)
    return _deal(Table(submission, Random(None if seed is None else str(seed))), players, rounds, stakes, bankroll)


def _check(players: Sequence[Player], rounds: int | None, seed: str | int | None) -> None:
    """Refuse arguments of another kind, before anything is dealt."""
    if isinstance(players, str):
        raise DealError("players are a list, one for each seat", f"[{players!r}]")
    if not players:
        raise DealError("nobody plays", "a list of one player or more, such as ['best']")
    if rounds is not None and (type(rounds) is not int or rounds < 0):
        raise DealError(f"{rounds!r} is no number of rounds", "a whole number, or None for as long as players can bet")
    if seed is not None and type(seed) not in {str, int}:
        raise DealError(f"{seed!r} is no seed", "a text or a whole number, or None for another game each time")


def _deal(
    table: Table, players: Sequence[Player], rounds: int | None, stakes: Mapping[str, Cents], bankroll: Cents
) -> Iterator[Round]:
    terms = table.state.terms
    playing = {number: _playing(player, terms) for number, player in enumerate(players, start=1)}
    wagers = _wagers(terms, stakes)
    table.open()
    for number in playing:
        _send(table, Command("player", "sit", number, {}, {"bankroll": bankroll}))
    while rounds is None or table.state.round < rounds:
        table.feed()
        able = [number for number in playing if table.state.seat(number).bankroll >= sum(wagers.values())]
        if not able:
            return
        for number in playing:
            bet = wagers if number in able else {}
            _send(table, Command("player", "bet", number, {"wagers": bet, "ready": True}))
        while table.state.phase == "round":
            number = due(table.state).seat
            _send(table, playing[number](table.state, number))
        yield _round(table.state)


def _wagers(terms: Terms, stakes: Mapping[str, Cents]) -> dict[str, Cents]:
    """The stakes of each player: those given, else the game's minimum; wagers that must be equal are made equal."""
    wagers = {**terms.least_wagers(), **stakes}
    equal = {wager.name: wager.equal_to for wager in terms.required if wager.equal_to and wager.name not in stakes}
    return wagers | {name: wagers[of] for name, of in equal.items()}


def _send(table: Table, command: Command) -> None:
    outcome = table.send(command)
    if isinstance(outcome, Refusal):
        raise DealError(f"seat {command.seat}, {command.do}: {outcome}")


def _playing(player: Player, terms: Terms) -> Playing:
    """The decision function of a player."""
    if player == CHEAP:
        return by_itself
    if callable(player):
        return _ByFunction(player)
    from croupier.analysis.players import ByCoach, ByStrategy, usual
    from croupier.analysis.strategies import Strategy, load

    if player == BEST:
        return ByCoach(terms)
    strategy = usual(terms) if player is None else load(player, terms.rulebook) if isinstance(player, str) else player
    if not isinstance(strategy, Strategy | None):
        raise DealError(f"{player!r} is no player", "'best', 'cheap', None, a strategy or its name, a function")
    return by_itself if strategy is None else ByStrategy(strategy, terms)


class _ByFunction:
    """A player who decides by a function of the seat's view."""

    def __init__(self, decide: Decides) -> None:
        self._decide = decide

    def __call__(self, state: State, number: int) -> Command:
        answer = self._decide(
            View(view(state, Viewer("player", state.seat(number).person)), state.terms.rulebook.currency)
        )
        if isinstance(answer, str):
            return Command("player", "decide", number, {"choice": answer})
        if not _is_pair(answer):
            raise DealError(f"seat {number}: {answer!r} is no answer", "a choice, or a choice and a card")
        choice, face = answer
        hand = state.faces(state.seat(number).cards)
        named = [card for card in hand if state.terms.rulebook.deck.faces[card] == face]
        return Command("player", "decide", number, {"choice": choice, "discard": named[0] if named else face})


def _is_pair(answer: object) -> bool:
    """True if a function's answer is a pair of texts."""
    return isinstance(answer, tuple) and [type(each) for each in answer] == [str, str]


def _round(state: State) -> Round:
    last = state.last
    assert last is not None  # noqa: S101 - a round has just ended
    faces, currency = state.terms.rulebook.deck.faces, state.terms.rulebook.currency

    def shown(places: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(faces[last.order[place]] for place in places)

    hands = tuple(
        Hand(
            each.seat,
            shown(each.cards),
            each.decisions,
            each.staked,
            each.lines,
            sum(line.amount for line in each.lines),
            currency,
        )
        for each in last.hands
    )
    return Round(last.number, shown(last.dealer), shown(last.community), hands)
