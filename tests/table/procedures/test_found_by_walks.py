"""What walks from a fresh seed have found, each by itself."""

import pytest
from support.table.tables import bet, fault, opened, sent

from croupier.table.decide import Decision
from croupier.table.model.command import Command


@pytest.mark.clause("dragon-md", "13.G", "5.A(3)", "5.D(2)")
def test_a_shoe_that_fails_while_the_deck_has_left_the_table_voids_the_round_and_the_table_goes_on() -> None:
    """Bets are closed (ruling S23), a shuffle is ordered, the device finds the deck short: no deck is there at all."""
    options = {"dealing": "automated_shoe", "shuffling": "self_shuffling_device"}
    table = opened("dragon-md", options=options, names=["first"], by_hand={"deal"})
    wagers = {"ante": 500, "ante_bonus": 500}
    sent(table, Command("player", "bet", 1, {"wagers": wagers, "ready": True}), fault("lost", position=40))
    sent(table, Command("floor", "order shuffle", args={"reason": "It is to be sure."}))
    assert (table.state.phase, table.state.decks, table.state.closed) == ("closed", (), True)
    sent(table, Command("device", "jam", args={"device": "shoe"}))
    assert table.state.seat(1).bankroll == 100_000
    came = table.came_to()
    assert came is not None
    assert came["void"]
    sent(table, Command("floor", "repair", args={"device": "shoe"}), Command("house", "receive", args={"back": "red"}))
    assert (table.state.phase, table.state.closed) == ("betting", False)


@pytest.mark.clause("uth-ma", "15(a)", "15(d)")
def test_a_dealers_hand_that_is_void_and_of_a_wrong_number_leaves_no_wager_in_play() -> None:
    """Its card was exposed on the way, and Trips would play on (U32): a card too many voids all, without exception."""
    table = opened("uth-ma", names=["first"], options={"cover_all": "no", "dealing": "manual_shoe"}, by_hand={"deal"})
    sent(table, fault("slip", how="double", at="dealer"))
    sent(table, bet(1, {"ante": 500, "blind": 500, "trips": 500}), Command("player", "ready", 1))
    sent(table, Command("dealer", "deal", args={"cards": 3}), fault("exposed", index=0))
    outcome = table.send(Command("dealer", "deal"))
    assert isinstance(outcome, Decision)
    lines = [event.data["line"] for event in outcome.events if event.kind == "settled"]
    assert [(line.wager, line.result, line.clauses) for line in lines] == [("trips", "void", ("15(d)",))]
    assert "U33" in lines[0].rulings
