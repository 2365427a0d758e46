"""Two irregularities in one round, in both orders: every wager ends as the document has it.

`pairs.toml` has the ends, read from the documents by hand. All pairs of every document are made in
`support/table/pairs.py`; `tests/table/reports/test_real_pairs.py` plays them with real cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from support.table.pairs import (
    ALONE,
    DECK,
    NAMING,
    WAGERS,
    check,
    decision,
    document,
    expected,
    expected_alone,
    in_order,
    is_at,
    pairs,
    written,
)
from support.table.tables import ROUND, dealer, fault, floor, kinds, opened, sent

from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.play.runner import Table
from croupier.table.procedures.irregularities import misdealt

# ---- a table and its moments ---------------------------------------------------------------------------


def seated(rulebook: str) -> Table:
    """A table of two players with all their wagers on, whose dealer sees a wrong number only when it is called."""
    options = {} if rulebook == "uth-ma" else {"dealing": "automated_shoe"}
    table = opened(rulebook, DECK.get(rulebook, ""), options, by_hand=ROUND | {"check"})
    for seat in (1, 2):
        sent(table, Command("player", "bet", seat, {"wagers": WAGERS[rulebook]}))
    return table


def one_step(table: Table, choice: str = "") -> list[Event]:
    """What is due, by whoever it is due from; the floor plays on."""
    step = due(table.state)
    if step.do == "decide":
        return sent(table, decision(table, choice))
    if step.do == "rule":
        return sent(table, floor("rule", choice="play on", reason="so it is"))
    return sent(table, Command(step.who, step.do, args={"cards": 1} if step.do == "deal" else {}))


def up_to(table: Table, moment: str) -> list[Event]:
    """The round to a moment; nothing, if it is there or over."""
    heard: list[Event] = []
    while table.state.phase == "round" and not is_at(table.state, moment):
        heard += one_step(table)
    return heard


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


def misdealt_hand(table: Table) -> list[Event]:
    assert misdealt(table.state) == ["1"]
    return sent(table, Command("dealer", "stub", args={"count": True}))


def wrong_declaration(table: Table) -> list[Event]:
    heard: list[Event] = []
    while due(table.state).do != "decide":
        heard += one_step(table)
    return heard + sent(table, decision(table, "declare"))


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
    "misdealt": Mishap(misdealt_hand, before=(("double", "1"),)),
    "wrong declaration": Mishap(wrong_declaration),
}


def played(rulebook: str, *mishaps: str) -> tuple[Table, list[Event]]:
    """A round with these mishaps, one after another: the table after it, and what was heard."""
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
    return table, heard


@pytest.mark.parametrize(("rulebook", "mishap"), ALONE, ids=lambda each: each.replace(", ", " at "))
def test_a_mishap_alone_ends_the_round_as_the_document_has_it(rulebook: str, mishap: str) -> None:
    check(*played(rulebook, mishap), expected_alone(rulebook, mishap))


@pytest.mark.parametrize(("rulebook", "first", "second"), list(pairs()), ids=lambda each: each.replace(", ", " at "))
def test_two_mishaps_end_the_round_as_the_document_has_it(rulebook: str, first: str, second: str) -> None:
    check(*played(rulebook, first, second), expected(rulebook, first, second))


@pytest.mark.parametrize("rulebook", [each for each in NAMING if "same_as" not in written()[each]])
def test_every_pair_that_is_written_can_happen(rulebook: str) -> None:
    alone, written_pairs, _ = document(rulebook)
    for each in written_pairs:
        for first in each["first"]:
            for second in each["second"]:
                assert {first, second} <= alone.keys()
                assert in_order(rulebook, first, second), f"{first}, then {second}"
