"""What an auditor is shown who asks for the cards that have been dealt."""

from __future__ import annotations

import pytest
from support.table.tables import WAGERS, opened, sent

from croupier.rulebook import NAMES
from croupier.table.model.command import Command
from croupier.table.views.view import HIDDEN, PUBLIC, dealt, view


@pytest.mark.parametrize("rulebook", NAMES)
def test_every_dealt_card_is_shown_and_no_other(rulebook: str) -> None:
    table = opened(rulebook, by_hand=())
    table.feed()
    for seat in (1, 2):
        sent(table, Command("player", "bet", seat, {"wagers": WAGERS[rulebook], "ready": True}))
    state, faces = table.state, table.state.terms.rulebook.deck.faces
    shown = dealt(state)
    hands = [seat["cards"] + seat["discard"] for seat in shown["seats"]]
    assert hands == [[faces[card] for card in state.faces(seat.cards + seat.discard)] for _, seat in state.taken()]
    assert shown["dealer"] == [faces[card] for card in state.faces(state.dealer)]
    assert shown["community"] == [faces[card] for card in state.faces(state.community)]
    assert HIDDEN in [card for seat in view(state, PUBLIC)["seats"] for card in seat["cards"]]
    assert set(shown) == {"round", "dealer", "community", "seats"}
