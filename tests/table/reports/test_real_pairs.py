"""Two irregularities in one round of real cards, reported and confirmed: every wager ends as at a digital table.

The ends are those of `tests/table/procedures/pairs.toml`. What a digital table finds by itself is reported here.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.table.pairs import ALONE, DECK, WAGERS, check, decision, expected, expected_alone, is_at, pairs
from support.table.real_cards import RealTable
from support.table.tables import ROUND, dealer

from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.procedures.irregularities import cards_out, stub_expected, too_early

DRAWS = {"deal", "burn", "community"}


def one_step(table: RealTable, choice: str = "") -> None:
    """What is due, by whoever it is due from; a card of the deal at a time, and every count is right."""
    step, state = due(table.state), table.state
    if step.do == "decide":
        table.sent(decision(table.table, choice))
    elif step.do == "count":
        table.sent(Command("dealer", "count", args={"number": state.fixed.deck_size - cards_out(state)}))
    elif step.do == "deal" and state.pending is None:
        table.step(cards=[table.shoe.pop(0)])
    else:
        table.step()


def up_to(table: RealTable, moment: str) -> None:
    """The round to a moment, with whatever the table asks for answered; nothing, if it is over."""
    while table.state.phase == "round" and not (is_at(table.state, moment) and table.state.pending is None):
        one_step(table)


def face_up(many: int) -> Callable[[RealTable], None]:
    def found(table: RealTable) -> None:
        """The next cards lie face up: the dealer sees it when drawing, and goes on."""
        for _ in range(many):
            while table.state.phase == "round" and due(table.state).do not in DRAWS:
                one_step(table, "check")
            if table.state.phase == "round":
                table.finds_face_up()
        if table.state.phase == "round" and due(table.state).do in DRAWS - {"deal"}:
            one_step(table)

    return found


def in_stub(many: int) -> Callable[[RealTable], None]:
    def found(table: RealTable) -> None:
        table.sent(*dealer("stub"))
        for _ in range(many):
            table.reports("face up", of="stub", card=table.shoe.pop())
            one_step(table)

    return found


def exposed(table: RealTable) -> None:
    """A card of the dealer's is seen; once that does not matter any more, the report is refused."""
    while not table.state.dealer:
        one_step(table)
    if too_early(table.state):
        table.reports("exposed", of="dealer")
    else:
        assert "from now on the dealer's cards may be seen" in table.refused("report", what="exposed", of="dealer")


def miscounted(place: str, by: int) -> Callable[[RealTable], None]:
    def found(table: RealTable) -> None:
        right = table.state.fixed.deal.dealer if place == "dealer" else table.state.fixed.deal.each
        table.reports("wrong count", of=place, number=right + by)

    return found


def community_over(table: RealTable) -> None:
    """A card too many at the community area: where they are dealt later, it is seen as they are dealt."""
    later = table.state.fixed.deals_later
    while later and table.state.phase == "round" and due(table.state).do != "community":
        one_step(table, "check")
    if later and table.state.phase == "round":
        one_step(table)
    if table.state.phase == "round":
        table.reports("wrong count", of="community", number=len(table.state.community) + 1)
    if later:
        up_to(table, "dealt")


def wrong_count(table: RealTable) -> None:
    table.sent(Command("dealer", "stub", args={"count": stub_expected(table.state) - 2, "misdealt": "nothing"}))


def misdealt(table: RealTable) -> None:
    counted, number = stub_expected(table.state) - 1, table.state.fixed.deal.each + 1
    table.sent(Command("dealer", "stub", args={"count": counted, "misdealt": "1", "number": number}))


def wrong_declaration(table: RealTable) -> None:
    while due(table.state).do != "decide":
        one_step(table)
    one_step(table, "declare")


MISHAPS: dict[str, Callable[[RealTable], object]] = {
    "one face up": face_up(1),
    "two face up": face_up(2),
    "one in the stub": in_stub(1),
    "two in the stub": in_stub(2),
    "dealer exposed": exposed,
    "player over": miscounted("1", 1),
    "dealer short": miscounted("dealer", -1),
    "dealer over": miscounted("dealer", 1),
    "community over": community_over,
    "shoe jam": lambda table: table.reports("jam", of="shoe"),
    "drawn in error": lambda table: table.reports("drawn"),
    "wrong count": wrong_count,
    "misdealt": misdealt,
    "wrong declaration": wrong_declaration,
}


def played(rulebook: str, *mishaps: str) -> RealTable:
    """A round with these mishaps, one after another."""
    options = {} if rulebook == "uth-ma" else {"dealing": "automated_shoe"}
    table = RealTable(rulebook, options, DECK.get(rulebook, ""), by_hand=ROUND | {"check"})
    table.bets(WAGERS[rulebook])
    while due(table.state).do == "collect bonus":
        table.sent(*dealer("collect bonus"))
    table.step(cards=[table.shoe.pop(0) for _ in range(2 * table.state.fixed.deal.each)])
    for each in mishaps:
        mishap, _, moment = each.partition(", ")
        up_to(table, moment)
        if table.state.phase == "round":
            MISHAPS[mishap](table)
    while table.state.phase == "round":
        one_step(table)
    return table


@pytest.mark.parametrize(("rulebook", "mishap"), ALONE, ids=lambda each: each.replace(", ", " at "))
def test_a_mishap_that_is_reported_ends_the_round_as_the_document_has_it(rulebook: str, mishap: str) -> None:
    table = played(rulebook, mishap)
    check(table.table, table.heard, expected_alone(rulebook, mishap))


@pytest.mark.parametrize(("rulebook", "first", "second"), list(pairs()), ids=lambda each: each.replace(", ", " at "))
def test_two_mishaps_that_are_reported_end_the_round_as_the_document_has_it(
    rulebook: str, first: str, second: str
) -> None:
    table = played(rulebook, first, second)
    check(table.table, table.heard, expected(rulebook, first, second, real=True))
