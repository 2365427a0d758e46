"""What only the words and the rulings of a line rest on moves no money, so the mathematician leaves it out."""

from collections.abc import Sequence
from random import Random

import pytest
from support.three_card import GAME as THREE_CARD
from support.three_card import submission as three_card

from croupier import submission
from croupier.games import load
from croupier.games.game import Board, Ending, Game, Hand
from croupier.games.lines import Stakes
from croupier.games.terms import Terms
from croupier.rulebook import Submission

UTH = {"seed": "$10,000", "increment": "$0.50", "rows": [{"hand": "three_of_a_kind", "share": "10%"}]}
DRAGON = {
    "stake": "$1",
    "seed": "$10,000",
    "increment": "$0.50",
    "rows": [{"hand": "trips", "share": "10%"}, {"hand": "gold_dragon", "pays": "$20"}],
}
PERMISSIBLE = {"version": "permissible"}
FOLD: tuple[Ending, ...] = ("played", "folded")
ALL: tuple[Ending, ...] = ("played", "folded", "declared", "wrong")
# How many cards go to a player, to all and to the dealer, and how a hand may end.
CASES = [
    (load("uth"), submission("uth-ma", progressive=UTH), (2, 5, 2), FOLD),
    (load("uth"), submission("uth-ma", folded_hands_count="no", cover_all_below="even_money"), (2, 5, 2), FOLD),
    (load("dragon"), submission("dragon-md", progressive=DRAGON), (3, 0, 3), FOLD),
    (load("lir"), submission("lir-nj"), (3, 2, 0), ("played",)),
    (load("colorado"), submission("colorado-ma-1"), (3, 3, 0), ALL),
    (load("colorado"), submission("colorado-ma-2", **PERMISSIBLE), (3, 3, 0), ALL),
    (THREE_CARD, three_card(), (3, 0, 3), FOLD),
]


def money(game: Game, facts: object, stakes: Stakes, terms: Terms) -> list[tuple[str, str, int, str]]:
    return [(line.wager, line.result, line.amount, line.pays) for line in game.settle(facts, stakes, terms)]


@pytest.mark.parametrize(("game", "submitted", "cards", "endings"), CASES)
def test_bare_facts_settle_every_wager_alike(
    game: Game, submitted: Submission, cards: tuple[int, int, int], endings: Sequence[Ending]
) -> None:
    random = Random(game.name)  # noqa: S311 - deals that can be repeated
    terms = Terms(submitted)
    own, community, _ = cards
    stakes = {wager: max(terms.bounds[wager][0], 500) for wager in terms.wagers}
    told = set()
    for tried in range(2000):
        deck = random.sample(range(len(terms.rulebook.deck)), own + sum(cards))
        ending = endings[tried % len(endings)]
        if ending == "declared" and not game.may("declare", tuple(deck[:own]), terms):
            continue
        kept = 2 if game.name == "colorado" and ending == "played" else own
        hand = Hand(tuple(deck[:kept]), ending, tuple(deck[kept:own]))
        other = Hand(tuple(deck[own : 2 * own]), "folded" if tried % 3 else "played")
        rest = deck[2 * own :]
        board = Board(tuple(rest[:community]), tuple(rest[community:]), (hand, other), 1_234_500)
        facts = game.read(hand, board, terms)
        bare = game.bare(facts)
        assert money(game, bare, stakes, terms) == money(game, facts, stakes, terms)
        assert game.bare(bare) == bare
        told.add(bare != facts)
    assert True in told
