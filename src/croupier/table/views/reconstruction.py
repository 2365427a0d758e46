"""The reconstruction of every hand of a round from the discard rack and the public record.

Cards are picked up in order, so that a question after the round can be answered. The answer is worked out from the rack
as it lies and the public events of wagers, decisions and results, without one look at the cards that were dealt. A void
round may end anywhere, and its hands may have any number of cards: there the piles count as they were picked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from croupier.citations import keeps
from croupier.errors import CroupierError
from croupier.games.game import Ask, Choice, CollectFolds, Deal, Draw, Settle, Step
from croupier.table.model.events import Event
from croupier.table.model.state import ABANDONED, Fixed

STUB = "stub"


class NotRebuiltError(CroupierError, ValueError):
    """A round whose hands cannot be rebuilt; the text says why."""


class _Round:
    """The public knowledge of a round so far, and the piles of cards that must have gone to the rack."""

    def __init__(self, fixed: Fixed) -> None:
        self.fixed = fixed
        self.wagers: dict[int, dict[str, int]] = {}
        self.folded: set[int] = set()
        self.ended: dict[int, int] = {}  # the step at which a hand ended
        self.piles: list[tuple[str, int]] = []  # owner and number of cards, from the bottom of the rack
        self.void: set[str] = set()  # hands with a wrong number of cards
        self.results: dict[int, set[str]] = {}
        self.step = self.cursor = 0
        self.drawn: dict[int, int] = {}  # the cards that came in the place of those put away
        self.laid_community = 0  # face down with the deals
        self.shown = 0  # dealt face up later
        self.kept_out = 0
        self.picked_up: dict[str, int] = {}  # cards of each pile as it was picked up
        self.laid: list[tuple[str, int]] = []  # the piles as they were seen to go to the rack, the stub among them
        self.over = False

    def collect(self, number: int) -> None:
        if str(number) not in {*dict(self.piles), *self.void}:
            each = self.fixed.places[self.ended.get(number) or self.step].each
            self.piles.append((str(number), each + self.drawn.get(number, 0)))

    def hands(self, rack: Sequence[int]) -> dict[str, tuple[int, ...]]:
        """The piles as cards; the stub, which is not counted, is the rest that no other pile accounts for."""
        if not self.over:
            raise NotRebuiltError("it is not over, and its cards are not all in the rack")
        stub = len(rack) - sum(many for _, many in self.piles)
        if stub < 0:
            raise NotRebuiltError(f"the rack has {len(rack)} cards, {-stub} fewer than were picked up")
        found, start = {}, 0
        for place, many in self.piles:
            end = start + (stub if place == STUB else many)
            found[place] = tuple(rack[start:end])
            start = end
        return {place: cards for place, cards in found.items() if cards and place not in {STUB, ""}}


@keeps("collect.in_order")
def reconstruct(fixed: Fixed, events: Iterable[Event], rack: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """The hands of a round that is over, void or not, by place: seats, `dealer` and `community`.

    A NotRebuiltError says why they cannot be told.
    """
    told = _Round(fixed)
    for event in events:
        if event.kind in _HEARD:
            _HEARD[event.kind](told, event.data)
    return told.hands(rack)


def _placed(told: _Round, data: Mapping[str, Any]) -> None:
    told.wagers[data["seat"]] = dict(data["wagers"])


def _closed(told: _Round, data: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    told.wagers = {number: wagers for number, wagers in told.wagers.items() if wagers}


def _aside(told: _Round, data: Mapping[str, Any]) -> None:
    told.piles.append(("", 1))
    told.laid.append(("", 1))
    if data.get("of") == "community":  # one that lay face down, or a surplus one that lay face up
        if told.shown:
            told.shown -= 1
        else:
            told.laid_community -= 1
    if data.get("from") == "community" and told.shown:  # taken back; the next card of the deck comes in its place
        told.shown -= 1


def _stub(told: _Round, data: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    told.laid.append((STUB, 0))
    told.piles.append((STUB, 0))


def _community(told: _Round, data: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    told.shown += 1


def _dealt(told: _Round, data: Mapping[str, Any]) -> None:
    if isinstance(told.fixed.script[told.step], Draw):
        told.drawn[int(data["to"])] = told.drawn.get(int(data["to"]), 0) + 1


def _decided(told: _Round, data: Mapping[str, Any]) -> None:
    number, name = data["seat"], data["choice"]
    if name == "void":  # for a wrong number of cards, which is known when they are collected
        told.void.add(str(number))
        return
    if name == ABANDONED:  # picked up as a fold is, when all have acted
        told.ended[number] = told.step
        told.folded.add(number)
        return
    choice = _choice(told.fixed.script[told.step], name)
    if data["wager"]:
        told.wagers[number][data["wager"]] = data["amount"]
    if choice is not None and choice.ending:
        told.ended[number] = told.step
    if choice is not None and choice.ending == "folded":
        told.folded.add(number)
    # A hand is picked up once its ending is settled at once, unless a wager still needs it.
    waits = choice is not None and not choice.at_once
    settled = choice.settles if choice else tuple(told.wagers[number])
    if not waits and not _needed(told, number, without=settled):
        told.collect(number)


def _collected(told: _Round, data: Mapping[str, Any]) -> None:
    """Note a pile: its size counts for a void hand, its size and place in a void round; else the rules fix them."""
    told.laid.append((data["of"], data["cards"]))
    told.picked_up[data["of"]] = data["cards"]
    if data["of"] in told.void:
        told.piles.append((data["of"], data["cards"]))


def _choice(step: Step, name: str) -> Choice | None:
    choices = step.choices if isinstance(step, Ask) else ()
    return next((choice for choice in choices if choice.name == name), None)


def _needed(told: _Round, number: int, without: tuple[str, ...] = ()) -> bool:
    on_all = set(told.fixed.terms.on_all_hands)
    if set(told.wagers[number]) - set(without) - on_all:
        return True
    return told.fixed.counts_folds and any(on_all & set(wagers) for wagers in told.wagers.values())


def _settled(told: _Round, data: Mapping[str, Any]) -> None:
    number, line = data["seat"], data["line"]
    wager, stake, result = line[0], line[1], line[2]
    if stake:
        told.wagers[number].pop(wager, None)
    if result == "win" and not told.fixed.terms.rulebook.wagers[wager].side:
        told.results.setdefault(number, set()).add("win")


def _kept_out(told: _Round, data: Mapping[str, Any]) -> None:
    before, told.kept_out = told.kept_out, data["seat"]
    if before:
        told.collect(before)


def _moved_on(told: _Round, data: Mapping[str, Any]) -> None:
    _step_is_done(told)
    told.step, told.cursor = data["step"], data["cursor"]


def _step_is_done(told: _Round) -> None:
    """Finish a step for its seat: collect cards in the document's way."""
    step = told.fixed.script[told.step]
    if isinstance(step, Deal):
        told.laid_community += step.community
    if isinstance(step, Settle) and told.cursor:
        _after_settling(told, step, told.cursor)
    if isinstance(step, CollectFolds):
        for number in sorted(told.wagers):
            if number in told.folded and not _needed(told, number):
                told.collect(number)


def _after_settling(told: _Round, step: Settle, number: int) -> None:
    if step.collects == "at the end":
        return
    if step.collects == "losers first":
        if "win" not in told.results.get(number, set()):
            told.collect(number)
        return
    on_all = set(told.fixed.terms.on_all_hands)
    later = any(on_all & set(wagers) for wagers in told.wagers.values())
    if not (_needed(told, number) if number in told.folded else later and told.kept_out == number):
        told.collect(number)


def _over(told: _Round, data: Mapping[str, Any]) -> None:
    """Pick up what still lies: the hands from the dealer's right, the dealer's, the community cards."""
    told.over = True
    if data["void"]:  # some piles may have been picked up before, and others not
        told.piles = told.laid
        return
    _step_is_done(told)
    for number in sorted(told.wagers, reverse=True):
        told.collect(number)
    told.piles.append(("dealer", told.picked_up.get("dealer", 0)))
    told.piles.append(("community", told.laid_community + told.shown))


_HEARD = {
    "placed": _placed,
    "closed": _closed,
    "burned": _aside,
    "found_face_up": _aside,
    "community": _community,
    "stub": _stub,
    "dealt": _dealt,
    "decided": _decided,
    "settled": _settled,
    "collected": _collected,
    "kept_out": _kept_out,
    "moved_on": _moved_on,
    "over": _over,
}
