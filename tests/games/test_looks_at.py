"""What each game tells the mathematician: its name, and how many community cards a side wager looks at, no more."""

from random import Random

import pytest

from croupier import submission
from croupier.games import load
from croupier.games.game import Board, Hand
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.money import cents

METER: dict[str, object] = {
    "seed": "$10,000",
    "increment": "$0.50",
    "rows": [{"hand": "straight", "share": "100%"}, {"hand": "pair", "pays": "$20"}],
}
DRAGON: dict[str, object] = METER | {"stake": "$1", "rows": [{"hand": "trips", "pays": "$40"}]}
DEALT = {"uth": (2, 5, 2), "lir": (3, 2, 0), "dragon": (3, 0, 3)}  # to a player, to all, to the dealer

LOOKS = [
    ("uth-ma", "trips", {}, 5),
    ("uth-ma", "progressive", {"progressive": METER | {"cards": "own_and_flop"}}, 3),
    ("uth-ma", "progressive", {"progressive": METER | {"cards": "all_seven"}}, 5),
    ("lir-nj", "bonus", {}, 2),
    ("lir-nj", "three_card_bonus", {}, 0),
    ("dragon-md", "three_card_bonus", {}, 0),
    ("dragon-md", "dragon_bet", {}, 0),
    ("dragon-md", "progressive", {"progressive": DRAGON}, 0),
]


@pytest.mark.parametrize("name", ["uth", "lir", "colorado", "dragon"])
def test_a_game_is_called_what_it_is_loaded_by(name: str) -> None:
    assert load(name).name == name


@pytest.mark.parametrize(("rulebook", "wager", "options", "cards"), LOOKS)
def test_a_side_wager_looks_at_so_many_community_cards(
    rulebook: str, wager: str, options: dict[str, object], cards: int
) -> None:
    terms = Terms(submission(rulebook, **options))
    game = load(terms.rulebook.game)
    assert game.looks_at(wager, terms) == cards
    own, community, dealer = DEALT[game.name]
    random = Random(f"{rulebook} {wager}")  # noqa: S311 - deals that can be repeated

    def settled(hand: list[int], shown: list[int], others: list[int]) -> list[Line]:
        held = Hand(tuple(hand))
        facts = game.read(held, Board(tuple(shown), tuple(others), (held,), cents("$10,000")), terms)
        return list(game.settle(facts, {wager: 500}, terms))

    matters = False
    for _ in range(300):
        deck = random.sample(range(len(terms.rulebook.deck)), own + community * 2 + dealer)
        hand, others = deck[:own], deck[own : own + dealer]
        shown, instead = deck[own + dealer :][:community], deck[own + dealer :][community:]
        line = settled(hand, shown, others)
        assert settled(hand, [*shown[:cards], *instead[cards:]], others) == line
        matters |= cards > 0 and settled(hand, [*shown[: cards - 1], instead[0], *shown[cards:]], others) != line
    assert matters == (cards > 0)
