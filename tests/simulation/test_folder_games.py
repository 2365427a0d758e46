"""Games of folders, whose rounds have what the shipped ones have not: cards of the dealer's that are seen, draws."""

import re
from collections import Counter

import pytest
from support.games.examples import NAMES, title

from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.solution import Action
from croupier.analysis.model.tree import Tree
from croupier.analysis.results.fit import fit
from croupier.games.terms import Terms
from croupier.rulebook.submission import Submission
from croupier.simulation.deals import Deals
from croupier.simulation.expected import ExactMeans, Label
from croupier.simulation.seats import Seat

DRAW, SHOWN = "five-card-draw", "four-card-poker"


def _deals(name: str, seed: str, *seats: Seat) -> Deals:
    book, game = title(name)
    return Deals(Submission.of(book, {}), seats, seed, game)


def test_a_player_knows_the_card_of_the_dealer_that_was_seen_and_no_other_players() -> None:
    known: list[InfoState] = []

    def plays(info: InfoState) -> str:
        known.append(info)
        return info.turn.choices[0].name

    table = _deals(SHOWN, "shown", Seat(plays), Seat(plays))
    row = table.cards(0, 1)[0].tolist()
    table.engine.ends(table.cards(0, 1)[0])
    layout, tree = table.layout, table.base.tree
    assert tree.shown == 1
    for seat, info in enumerate(known[:2]):
        assert info.dealer == (row[layout.community],)
        assert info.own == tuple(row[layout.seat(seat)])
        assert info.dead == ()


def test_who_plays_best_without_tables_does_not_see_other_players_cards() -> None:
    alone, beside = (_deals(SHOWN, "beside", *[Seat()] * seats) for seats in (1, 2))
    for number in range(6):
        assert str(alone.key(number, 0).path) == str(beside.key(number, 0).path)
    assert beside.engine.ends(beside.cards(0, 1)[0])[0] == alone.engine.ends(alone.cards(0, 1)[0])[0]


def test_cards_that_come_in_a_draw_are_dealt_to_each_seat_in_turn() -> None:
    table = _deals(DRAW, "draws", Seat(_throws), Seat(_throws))
    row = table.cards(0, 1)[0].tolist()
    ends = table.engine.ends(table.cards(0, 1)[0])
    for seat, end in enumerate(ends):
        dealt = row[table.layout.seat(seat)]
        assert len(dealt) == 10
        assert end.hand.discard == tuple(dealt[:2])
        assert end.hand.cards == tuple(dealt[2:7])


def _throws(info: InfoState) -> Action:
    return Action("draw", info.own[:2])


@pytest.mark.prove
def test_draws_fit_the_solvers_count() -> None:
    table = _deals(DRAW, "fit", Seat(), Seat())
    expected, sums = ExactMeans(table), table.sums(0, 20_000)
    for seat in range(2):
        observed = Counter[Label]()
        for number, count in sums.ends[seat].items():
            observed[expected.label(seat, table.key(number, seat))] += count
        assert fit(observed, expected.labels(seat)).p > 1e-4


@pytest.mark.prove
@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_simulated_or_refused_in_a_sentence(name: str) -> None:
    book, game = title(name)
    terms = Terms(Submission.of(book, {}))
    try:
        Tree.of(game.script(terms), terms)
    except AnalysisError as refused:
        with pytest.raises(AnalysisError, match=re.escape(refused.why)):
            _deals(name, "each", Seat("cheap"))
    else:
        assert sum(_deals(name, "each", Seat("cheap"), Seat("cheap")).sums(0, 50).table.values()) == 50
