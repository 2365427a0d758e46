"""Two irregularities in one round, in both orders: every wager ends as the document has it.

`pairs.toml` has the ends, read from the documents by hand. The pairs are made here: all of them, of every document.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.table.tables import ROUND, called, choose, dealer, fault, floor, kinds, opened, sent

from croupier.games.game import Ask, Community
from croupier.rulebook import NAMES
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.play.runner import Table
from croupier.table.procedures.irregularities import misdealt

WAGERS = {
    "uth-ma": {"ante": 500, "blind": 500, "trips": 500, "cover_all": 500},
    "lir-nj": {"bet_1": 500, "bet_2": 500, "bet_3": 500, "bonus": 100, "three_card_bonus": 500},
    "colorado-ma-1": {"ante": 500, "bonus": 100},
    "colorado-ma-2": {"ante": 500, "bonus": 100},
    "dragon-md": {"ante": 500, "ante_bonus": 500, "three_card_bonus": 500, "dragon_bet": 500},
}
PLAYS = ("play 4x", "play 2x", "play 1x", "play", "ride", "bet")
# No three cards dealt to a player are an instant winner, and no dealer's hand is a reason to stop.
DECK = {"colorado-ma-1": "2c 7d Jh 4s 8c Qd 3h 9s Kc", "colorado-ma-2": "2c 7d Jh 4s 8c Qd 3h 9s Kc"}
COUNTS = {"player over", "dealer short", "dealer over", "community over"}  # one count finds all of them
STUBS = {"one in the stub", "two in the stub", "wrong count"}  # the stub is put away once
ONCE = {"shoe jam", "wrong declaration", "dealer exposed", *COUNTS}


# ---- a table and its moments ---------------------------------------------------------------------------


def seated(rulebook: str) -> Table:
    """A table of two players with all their wagers on, whose dealer sees a wrong number only when it is called."""
    options = {} if rulebook == "uth-ma" else {"dealing": "automated_shoe"}
    table = opened(rulebook, DECK.get(rulebook, ""), options, by_hand=ROUND | {"check"})
    for seat in (1, 2):
        sent(table, Command("player", "bet", seat, {"wagers": WAGERS[rulebook]}))
    return table


def act(table: Table, choice: str = "") -> list[Event]:
    """The player who is asked plays on, or says what is given."""
    state = table.state
    step = state.fixed.script[state.step]
    assert isinstance(step, Ask)
    names = [each.name for each in step.choices]
    chosen = choice if choice in names else next(each for each in PLAYS if each in names)
    discards = next(each.discards for each in step.choices if each.name == chosen)
    card = {"discard": state.order[state.seat(state.cursor).cards[0]]} if discards else {}
    return sent(table, choose(state.cursor, chosen, **card))


def one_step(table: Table, choice: str = "") -> list[Event]:
    """What is due, by whoever it is due from; the floor plays on."""
    step = due(table.state)
    if step.do == "decide":
        return act(table, choice)
    if step.do == "rule":
        return sent(table, floor("rule", choice="play on", reason="so it is"))
    return sent(table, Command(step.who, step.do, args={"cards": 1} if step.do == "deal" else {}))


def up_to(table: Table, moment: str) -> list[Event]:
    """The round to a moment; nothing, if it is there or over."""
    heard: list[Event] = []
    while table.state.phase == "round" and not _is(table, moment):
        heard += one_step(table)
    return heard


def _is(table: Table, moment: str) -> bool:
    state, step = table.state, due(table.state)
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


# ---- mishaps -------------------------------------------------------------------------------------------


def face_up(many: int) -> Callable[[Table], list[Event]]:
    def found(table: Table) -> list[Event]:
        """Cards lie face up next in the deck, and are found as the dealer goes on."""
        state = table.state
        heard = sent(table, *(fault("face up", position=state.next + each) for each in range(many)))
        so_far = state.found
        while table.state.phase == "round" and table.state.found == so_far:
            heard += one_step(table, "check")
        return heard

    return found


def in_stub(many: int) -> Callable[[Table], list[Event]]:
    def found(table: Table) -> list[Event]:
        size = len(table.state.order)
        sent(table, *(fault("face up", position=size - 1 - each) for each in range(many)))
        heard = sent(table, *dealer("stub"))
        assert kinds(heard).count("exposed") == many
        return heard + one_step(table)

    return found


def exposed(table: Table) -> list[Event]:
    heard = [] if table.state.dealer else one_step(table)
    return heard + sent(table, fault("exposed"))


def miscounted(table: Table) -> list[Event]:
    """Every hand is counted; nothing, if that was done for another hand."""
    return sent(table, floor("call", what="wrong count")) if misdealt(table.state) else []


def community_over(table: Table) -> list[Event]:
    """Where community cards lie from the first deal on, the slip came then, and is called; later it is seen at once."""
    if table.state.fixed.deal.community:
        return miscounted(table)
    heard = sent(table, fault("slip", how="double", at="community"))
    while table.state.phase == "round" and "pending" not in kinds(heard):
        heard += one_step(table, "check")
    return heard + up_to(table, "dealt")


def jam(table: Table) -> list[Event]:
    return sent(table, Command("device", "jam", args={"device": "shoe"}))


def drawn(table: Table) -> list[Event]:
    return sent(table, fault("drawn"))


def wrong_count(table: Table) -> list[Event]:
    sent(
        table, *(fault("lost", position=each) for each in table.state.stock()[-2:])
    )  # one may be made up for by a slip
    return sent(table, Command("dealer", "stub", args={"count": True}))


def wrong_declaration(table: Table) -> list[Event]:
    heard: list[Event] = []
    while due(table.state).do != "decide":
        heard += one_step(table)
    return heard + act(table, "declare")


class Mishap(NamedTuple):
    """What goes wrong, and the slips of the dealer's hand that it begins with, before the deal or in it."""

    happens: Callable[[Table], list[Event]]
    before: tuple[tuple[str, str], ...] = ()
    in_deal: tuple[tuple[str, str], ...] = ()


MISHAPS = {
    "one face up": Mishap(face_up(1)),
    "two face up": Mishap(face_up(2)),
    "one in the stub": Mishap(in_stub(1)),
    "two in the stub": Mishap(in_stub(2)),
    "dealer exposed": Mishap(exposed),
    "player over": Mishap(miscounted, before=(("double", "1"),)),
    "dealer short": Mishap(miscounted, in_deal=(("skip", "dealer"),)),
    "dealer over": Mishap(miscounted, in_deal=(("double", "dealer"),)),
    "community over": Mishap(community_over),
    "shoe jam": Mishap(jam),
    "drawn in error": Mishap(drawn),
    "wrong count": Mishap(wrong_count),
    "wrong declaration": Mishap(wrong_declaration),
}


# ---- what the documents say ----------------------------------------------------------------------------


class Expected(NamedTuple):
    """How a round ends, and the clause that ends it."""

    end: str
    by: tuple[str, ...]


@cache
def written() -> dict[str, Any]:
    text = (Path(__file__).parent / "pairs.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


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
    none_to_come = at == then == "acted" and one == "community over"
    return not (none_to_come and other in {"one face up", "two face up"})


def pairs() -> Iterator[tuple[str, str, str]]:
    for rulebook in NAMES:
        alone, _, _ = document(rulebook)
        for first in alone:
            yield from ((rulebook, first, second) for second in alone if in_order(rulebook, first, second))


def expected(rulebook: str, first: str, second: str) -> Expected:
    """The end of a pair: as it is written, or as both end alike, or as the one that changes anything."""
    alone, written_pairs, numbers = document(rulebook)
    here = [each for each in written_pairs if first in each["first"] and second in each["second"]]
    ends = [alone[each] for each in (first, second)]
    if here:
        (one,) = here
        found = Expected(one["end"], (one["by"],) if "by" in one else ())
    elif ends[0].get("ends"):
        found = Expected(ends[0]["end"], tuple(ends[0]["by"]))
    elif ends[0]["end"] == "settled":
        found = Expected(ends[1]["end"], tuple(ends[1]["by"]))
    else:
        assert ends[1]["end"] in {"settled", ends[0]["end"]}, f"{first}, then {second}: {rulebook} has no end for them"
        found = Expected(ends[0]["end"], tuple(ends[0]["by"]))
    return Expected(found.end, tuple(numbers.get(each, each) for each in found.by))


def played(rulebook: str, *mishaps: str) -> tuple[dict[int, dict[str, str]], list[Event]]:
    """A round with these mishaps, one after another: what became of every wager, and what was heard."""
    table = seated(rulebook)
    happening = [(MISHAPS[each.partition(", ")[0]], each.rpartition(", ")[2], each) for each in mishaps]
    slips = [slip for mishap, _, _ in happening for slip in mishap.before]
    if table.state.fixed.deal.community and any(each.startswith("community over") for each in mishaps):
        slips.append(("double", "community"))
    sent(table, *(fault("slip", how=how, at=at) for how, at in slips), *dealer("no more bets"))
    while due(table.state).do == "collect bonus":
        sent(table, *dealer("collect bonus"))
    heard = sent(table, Command("dealer", "deal", args={"cards": 2 * table.state.fixed.deal.each}))
    in_deal = [slip for mishap, _, _ in happening for slip in mishap.in_deal]
    sent(table, *(fault("slip", how=how, at=at) for how, at in in_deal))
    for mishap, moment, _ in happening:
        heard += up_to(table, moment)
        if table.state.phase == "round":
            heard += mishap.happens(table)
    while table.state.phase == "round":
        heard += one_step(table)
    ends: dict[int, dict[str, str]] = {}
    for seat in (1, 2):
        lines = [line for line in table.state.seat(seat).lines if line.stake]
        ends[seat] = {line.wager: line.result for line in lines}
        money = sum(line.amount for line in table.state.seat(seat).lines)
        assert table.state.seat(seat).bankroll == 100_000 + money
    return ends, heard


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


def check(rulebook: str, expects: Expected, *mishaps: str) -> None:
    ends, heard = played(rulebook, *mishaps)
    said = written()["ends"][expects.end]
    wanted = {
        seat: {wager: said[str(seat)].get(wager, said[str(seat)].get("*")) for wager in ends[seat]} for seat in ends
    }
    for seat, wagers in ends.items():
        assert set(WAGERS[rulebook]) <= set(wagers), f"seat {seat} was not settled"
    assert as_written(expects.end, ends) == wanted
    cited = {clause for event in heard if event.kind == "irregular" for clause in event.data["clauses"]}
    assert set(expects.by) <= cited, f"called were {called(heard)}"


ALONE = [(rulebook, mishap) for rulebook in NAMES for mishap in document(rulebook)[0]]


@pytest.mark.parametrize(("rulebook", "mishap"), ALONE, ids=lambda each: each.replace(", ", " at "))
def test_a_mishap_alone_ends_the_round_as_the_document_has_it(rulebook: str, mishap: str) -> None:
    alone, _, numbers = document(rulebook)
    by = tuple(numbers.get(each, each) for each in alone[mishap]["by"])
    check(rulebook, Expected(alone[mishap]["end"], by), mishap)


@pytest.mark.parametrize(("rulebook", "first", "second"), list(pairs()), ids=lambda each: each.replace(", ", " at "))
def test_two_mishaps_end_the_round_as_the_document_has_it(rulebook: str, first: str, second: str) -> None:
    check(rulebook, expected(rulebook, first, second), first, second)


@pytest.mark.parametrize("rulebook", [each for each in NAMES if "same_as" not in written()[each]])
def test_every_pair_that_is_written_can_happen(rulebook: str) -> None:
    alone, written_pairs, _ = document(rulebook)
    for each in written_pairs:
        for first in each["first"]:
            for second in each["second"]:
                assert {first, second} <= alone.keys()
                assert in_order(rulebook, first, second), f"{first}, then {second}"
