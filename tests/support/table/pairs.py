"""Pairs of irregularities in one round: all that a round can have, and the ends that `pairs.toml` has for them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from croupier.games.game import Ask, Community
from croupier.rulebook import NAMES, load
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.play.runner import Table
from support.table.tables import called, choose

FILE = Path(__file__).parents[2] / "table" / "procedures" / "pairs.toml"
WAGERS = {
    "uth-ma": {"ante": 500, "blind": 500, "trips": 500, "cover_all": 500},
    "lir-nj": {"bet_1": 500, "bet_2": 500, "bet_3": 500, "bonus": 100, "three_card_bonus": 500},
    "colorado-ma-1": {"ante": 500, "bonus": 100},
    "colorado-ma-2": {"ante": 500, "bonus": 100},
    "dragon-md": {"ante": 500, "ante_bonus": 500, "three_card_bonus": 500, "dragon_bet": 500},
}
# The documents that name irregularities; where one names none, the floor rules on each.
NAMING = [name for name in NAMES if any(rule.startswith("irregular.") for rule in load(name).rules)]
PLAYS = ("play 4x", "play 2x", "play 1x", "play", "ride", "bet")
# No three cards dealt to a player are an instant winner, and no dealer's hand is a reason to stop.
DECK = {"colorado-ma-1": "2c 7d Jh 4s 8c Qd 3h 9s Kc", "colorado-ma-2": "2c 7d Jh 4s 8c Qd 3h 9s Kc"}
COUNTS = {"player over", "dealer short", "dealer over", "community over"}  # one count finds all of them
STUBS = {"one in the stub", "two in the stub", "wrong count", "misdealt"}  # the stub is put away once
ONCE = {"shoe jam", "wrong declaration", "dealer exposed", *COUNTS}


# ---- moments of a round --------------------------------------------------------------------------------


def decision(table: Table, choice: str = "") -> Command:
    """The decision of the player who is asked: to play on, or what is given if it is offered."""
    state = table.state
    step = state.fixed.script[state.step]
    assert isinstance(step, Ask)
    names = [each.name for each in step.choices]
    chosen = choice if choice in names else next(each for each in PLAYS if each in names)
    discards = next(each.discards for each in step.choices if each.name == chosen)
    card = {"discard": state.order[state.seat(state.cursor).cards[0]]} if discards else {}
    return choose(state.cursor, chosen, **card)


def is_at(state: State, moment: str) -> bool:
    """True if a round has come to a moment, in the words of the file."""
    step = due(state)
    if moment == "deal" or step.do == "rule":
        return moment == "deal"
    if moment == "dealt":
        return state.step > 0
    if moment == "stub":
        return step.do == "stub"
    asks = [number for number, each in enumerate(state.fixed.script) if isinstance(each, Ask)]
    if state.fixed.deals_later:  # the flop is out, and nobody is asked
        flop = next(number for number, each in enumerate(state.fixed.script) if isinstance(each, Community))
        return state.step > flop and step.do != "decide"
    return state.step > asks[0] or (state.step == asks[0] and not state.fixed.terms.binds("settle.dealer_reveals"))


# ---- what the documents say ----------------------------------------------------------------------------


class Expected(NamedTuple):
    """How a round ends, and the clause that ends it."""

    end: str
    by: tuple[str, ...]


@cache
def written() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def document(rulebook: str) -> tuple[dict[str, dict[str, Any]], list[dict[str, Any]], dict[str, str]]:
    """The mishaps of a document alone, its pairs, and its own numbers for the clauses of another edition."""
    own = written()[rulebook]
    like = written()[own["same_as"]] if "same_as" in own else own
    return like["alone"], like["pair"], own.get("clauses", {})


def in_order(rulebook: str, first: str, second: str) -> bool:
    """Whether a mishap can come after another in a round."""
    late = rulebook == "uth-ma"  # community cards are dealt after the first deal, and then the stub is put away
    moments = ["deal", "dealt", "acted", "stub"] if late else ["deal", "dealt", "stub", "acted"]
    counts = COUNTS - {"community over"} if late else COUNTS
    (one, at), (other, then) = (each.split(", ") for each in (first, second))
    both = {one, other}
    if moments.index(at) > moments.index(then) or (one == other and one in ONCE) or both <= STUBS:
        return False
    if both == {"dealer short", "dealer over"} or (both <= counts and at != then):
        return False
    if "misdealt" in both and both & COUNTS:  # that hand would be found earlier
        return False
    none_to_come = at == then == "acted" and one == "community over"
    return not (none_to_come and other in {"one face up", "two face up"})


def pairs() -> Iterator[tuple[str, str, str]]:
    for rulebook in NAMING:
        alone, _, _ = document(rulebook)
        for first in alone:
            yield from ((rulebook, first, second) for second in alone if in_order(rulebook, first, second))


def expected(rulebook: str, first: str, second: str, *, real: bool = False) -> Expected:
    """The end of a pair: as it is written, or as both end alike, or as the one that changes anything.

    With real cards a pair may end otherwise, since people notice later what the table cannot know.
    """
    alone, written_pairs, numbers = document(rulebook)
    here = [each for each in written_pairs if first in each["first"] and second in each["second"]]
    ends = [alone[each] for each in (first, second)]
    if here:
        (one,) = here
        end = one.get("with_real_cards", one["end"]) if real else one["end"]
        found = Expected(end, (one["by"],) if "by" in one else ())
    elif ends[0].get("ends"):
        found = Expected(ends[0]["end"], tuple(ends[0]["by"]))
    elif ends[0]["end"] == "settled":
        found = Expected(ends[1]["end"], tuple(ends[1]["by"]))
    else:
        assert ends[1]["end"] in {"settled", ends[0]["end"]}, f"{first}, then {second}: {rulebook} has no end for them"
        found = Expected(ends[0]["end"], tuple(ends[0]["by"]))
    return Expected(found.end, tuple(numbers.get(each, each) for each in found.by))


def expected_alone(rulebook: str, mishap: str) -> Expected:
    """The end of a mishap that is alone in its round."""
    alone, _, numbers = document(rulebook)
    return Expected(alone[mishap]["end"], tuple(numbers.get(each, each) for each in alone[mishap]["by"]))


ALONE = [(rulebook, mishap) for rulebook in NAMING for mishap in document(rulebook)[0]]


def as_written(end: str, ends: dict[int, dict[str, str]]) -> dict[int, dict[str, str]]:
    """The end of each wager in the words of the file, as far as it tells them apart."""
    said = written()["ends"][end]
    found: dict[int, dict[str, str]] = {}
    for seat, results in ends.items():
        of = said[str(seat)]
        found[seat] = {}
        for wager, result in results.items():
            exact = of.get(wager, of.get("*")) == result
            settled = result in {"win", "lose", "push"}
            found[seat][wager] = result if exact or not settled else "settled"
    return found


def check(table: Table, heard: list[Event], expects: Expected) -> None:
    """Check that the round that is over ended for every wager as expected, and by which clause."""
    rulebook, last = table.state.terms.rulebook.id, table.state.last
    assert last is not None
    assert table.state.phase != "round"
    ends: dict[int, dict[str, str]] = {}
    for hand in last.hands:
        ends[hand.seat] = {line.wager: line.result for line in hand.lines if line.stake}
        assert set(WAGERS[rulebook]) <= set(ends[hand.seat]), f"seat {hand.seat} was not settled"
        money = sum(line.amount for line in hand.lines)
        assert table.state.seat(hand.seat).bankroll == 100_000 + money
    said = written()["ends"][expects.end]
    wanted = {
        seat: {wager: said[str(seat)].get(wager, said[str(seat)].get("*")) for wager in ends[seat]} for seat in ends
    }
    assert as_written(expects.end, ends) == wanted
    cited = {clause for event in heard if event.kind == "irregular" for clause in event.data["clauses"]}
    assert set(expects.by) <= cited, f"called were {called(heard)}"
