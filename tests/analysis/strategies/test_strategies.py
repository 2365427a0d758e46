"""Strategies as files: what their words mean, and what the shipped ones cost, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations, islice
from math import comb

import numpy as np
import pytest
from support.analysis.brute_force import VERSIONS, payoffs_of, ready
from support.analysis.solutions import solved
from support.analysis.strategies import QUEEN_SIX_FOUR, source
from support.three_card import GAME, RULEBOOK
from support.three_card import submission as three_card_submission

import croupier
from croupier import games
from croupier.analysis import strategies
from croupier.analysis.kernels.boards import PAIRS, boards_of
from croupier.analysis.kernels.features import bits, choose, code, made
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Solution
from croupier.analysis.model.tree import Decide, Tree
from croupier.analysis.solvers import plain
from croupier.analysis.solvers.solver import solve
from croupier.analysis.strategies import Cost, Player, Strategy, StrategyError, cost, load, play, read, shipped
from croupier.analysis.strategies.rules import Rule, Stage
from croupier.analysis.strategies.words import Words
from croupier.cards import STANDARD
from croupier.games.game import Choice
from croupier.games.terms import Terms
from croupier.hands import five
from croupier.hands.five import Category

Cards = tuple[int, ...]

DO, DO_NOT = Choice("do", ""), Choice("do not", "")


def cards(text: str) -> Cards:
    return STANDARD.parse(text)


@cache
def words_of(rulebook: str) -> Words:
    terms = Terms(croupier.submission(rulebook))
    game = games.load(terms.rulebook.game)
    return Words(game, terms.rulebook.deck, Tree.of(game.script(terms), terms))


def holds(condition: str, own: Cards, seen: Cards = (), rulebook: str = "uth-ma") -> bool:
    words = words_of(rulebook)
    stage = Stage([Rule("", DO, words.condition(condition, 0))], (DO, DO_NOT), words)
    return stage.answer(InfoState(Decide("", (DO, DO_NOT)), own, seen), lambda _choice, _own: True) is not None


# ---- words ---------------------------------------------------------------------------------------------

MEANINGS = """
pair                                    | 2c 2d          |                | yes
a pair of threes or better              | 2c 2d          |                | no
pair of threes or better                | 3c 3d          |                | yes
pair of threes or better                | 3c Ad          |                | no
pair of threes or better                | 3c Ad          | 3d 4h 9s       | yes
pair of nines or lower                  | Tc 2d          | 2h 9s 4d       | yes
pair of nines or lower                  | Tc 2d          | Th 9s 4d       | no
pair of nines                           | 9c 2d          | 9h Ks 4d       | yes
pair of nines                           | 9c 2d          | 9h 2s 4d       | no
two pairs or better                     | 9c 2d          | 9h 2s 4d       | yes
three of a kind                         | 9c 9d          | 9h 2s 4d       | yes
straight, five high                     | Ac 2d          | 3h 4s 5d       | yes
straight, six high or better            | Ac 2d          | 3h 4s 5d       | no
flush or better                         | 2c 7c          | 9c Tc Kc       | yes
full house or better                    | 2c 2d          | 2h Kc Kd 4s 9h | yes
royal flush                             | Ac Kc          | Qc Jc Tc 2d 2h | yes
king high or better                     | Kc 3d          |                | yes
king high or better                     | Qc 3d          |                | no
Ac Kd Qh Js 9c or better                | Ac Kh          | Qc Jd 9s       | yes
Ac Kd Qh Js 9c or better                | Ac Kh          | Qc Jd 8s       | no
in hand pair of twos                    | 2c 2d          | 2h 9s 4d       | yes
in hand pair of twos                    | 2c 9d          | 2h 5s 4d       | no
on the board pair or better             | Ac 9d          | 2h 2s 4d       | yes
on the board pair or better             | 2c 9d          | 2h 5s 4d       | no
hidden pair                             | 2c 9d          | 2h 5s 4d       | yes
hidden pair                             | 2c 2d          | 3h 5s 4d       | yes
hidden pair                             | Ac 9d          | 2h 2s 4d       | no
hidden pair                             | Ac 9d          | 2h 2s 9h       | no
hidden pair or better                   | Ac 9d          | 2h 2s 9h       | yes
hidden pair or better                   | Ac Kd          | 2h 2s 9h 9c 4d | no
hidden pair or better                   | Ac Kd          | 2h 2s 9h 9c Kh | yes
hidden pair or better                   | Ac Kd          | 2h 2s 2d 9c 4h | no
hidden pair or better                   | 2c 3d          | 5h 6s 7d 8c 9h | no
hidden pair or better                   | 2c Td          | 5h 6s 7d 8c 9h | yes
hidden flush                            | 2h Td          | 5h 6h 7h Kh 9h | no
hidden flush                            | Ah Td          | 5h 6h 7h Kh 9h | yes
high card ace                           | Ac 2d          |                | yes
high card king                          | Ac Kd          |                | no
high card king or better                | Ac Kd          |                | yes
high card seven or lower                | 7c 3d          |                | yes
low card five or better                 | Kc 5d          |                | yes
low card five or better                 | Kc 4d          |                | no
low card five or lower                  | Kc 4d          |                | yes
second card four or better              | Kc 4d          |                | yes
third card ten or better                | Kc Td          | Th 2c 3d       | yes
third card ten or better                | Kc Td          | 9h 2c 3d       | no
third card two or lower                 | Kc Td          |                | no
in hand high card king                  | Kc Td          | Ah 2c 3d       | yes
on the board low card two               | Kc Td          | Ah 2c 3d       | yes
one card ten or better                  | Kc 2d          |                | yes
two cards ten or better                 | Kc 2d          |                | no
two cards ten or better                 | Kc Kd          |                | yes
in hand two cards ten or better         | Kc 2d          | Ah Ad 3c       | no
suited                                  | Kc 2c          |                | yes
suited                                  | Kc 2d          |                | no
in hand suited                          | Kc 2c          | 3d 4d 5d       | yes
on the board suited                     | Kc 2c          | 3d 4d 5d       | yes
four to a flush                         | Kc 2c          | 3c 4c 5d       | yes
four to a flush                         | Kc 2c          | 3c 4h 5d       | no
four to a flush with a hidden ten or better | Kc 2c      | 3c 4c 5d       | yes
four to a flush with a hidden ten or better | 9c Kd      | 3c 4c 5c       | no
four to a flush with a hidden ten or better | 9c 2c      | Tc 4c 5d       | no
three to a royal flush                  | Kc Tc          | Ac 2d 3d       | yes
three to a royal flush                  | Kc 9c          | Ac 2d 3d       | no
three to a straight                     | Ac 3d          | 5h Kd Kh       | yes
three to a straight                     | Ac 3d          | 6h Kd 8h       | no
three to a straight flush               | Ac 3c          | 5c Kd Kh       | yes
three to a straight flush               | Ac 3c          | 5d Kd Kh       | no
three to a straight flush spread 3      | 7c 8c          | 9c Kd Kh       | yes
three to a straight flush spread 4      | 7c 8c          | 9c Kd Kh       | no
three to a straight flush spread 4 or less | 7c 8c       | 9c Kd Kh       | yes
three to a straight flush spread 5      | 7c 8c          | Jc Kd Kh       | yes
two to a straight spread 2              | Ac 2d          |                | yes
two to a straight spread 2              | Ac Kd          |                | yes
two to a straight                       | Ac 6d          |                | no
two to a straight                       | 6c 6d          |                | no
four to an outside straight             | 5c 6d          | 7h 8h Kd       | yes
four to an outside straight             | 5c 6d          | 7h 9h Kd       | no
four to an outside straight             | Ac 2d          | 3h 4h Kd       | no
four to an inside straight              | Ac 2d          | 3h 4h Kd       | yes
four to an inside straight              | Jc Qd          | Kh Ah 2d       | yes
four to an inside straight              | 5c 6d          | 7h 9h Kd       | yes
four to an inside straight              | 5c 6d          | 7h 8h 9d       | no
fewer than 1 dealer outs                | Ac Kc          | Qc Jc Tc 2d 2h | yes
fewer than 21 dealer outs               | Ac 3d          | Kh Qs 9d 7c 5h | yes
at least 15 dealer outs                 | Ac 3d          | Kh Qs 9d 7c 5h | yes
at least 16 dealer outs                 | Ac 3d          | Kh Qs 9d 7c 5h | no
suited and high card king               | Kc 2c          |                | yes
suited and high card king               | Qc 2c          |                | no
allowed                                 | Qc 2c          |                | yes
"""


@pytest.mark.parametrize("line", MEANINGS.strip().splitlines())
def test_what_the_words_mean(line: str) -> None:
    condition, own, seen, expected = (part.strip() for part in line.split("|"))
    assert holds(condition, cards(own), cards(seen)) is (expected == "yes")


@pytest.mark.parametrize(
    ("condition", "own", "expected"),
    [
        ("pair of Pandas or better", "PA PA RA", True),
        ("pair of Pandas or better", "GD MO RA", False),
        ("trips", "GD MO MO", True),
        ("Phoenix high or better", "TI PA MO", False),
        ("PH PA RA or better", "PH MO RA", False),
        ("PH PA RA or better", "PH PA MO", True),
    ],
)
def test_another_deck_has_its_own_words(condition: str, own: str, expected: bool) -> None:  # noqa: FBT001 - a column
    deck = croupier.load("dragon-md").deck
    assert holds(condition, deck.parse(own), rulebook="dragon-md") is expected


def some(own: int, seen: int, step: int, most: int) -> Iterable[tuple[Cards, Cards]]:
    """Hands picked from all over the deck: every so manieth shuffle of a walk through it."""
    for number in range(most):
        place, deck = number * step + 1, list(range(52))
        dealt = []
        for left in range(52, 52 - own - seen, -1):
            place = (place * 1_103_515_245 + 12_345) % (1 << 31)
            dealt.append(deck.pop(place % left))
        yield tuple(dealt[:own]), tuple(dealt[own:])


def test_made_hands_are_those_of_the_ranking() -> None:
    for size in (5, 6, 7):
        for own, seen in some(2, size - 2, 7, 5000):
            assert made(bits(own + seen)) == code(five.LADDER[five.strength(own + seen)])


def test_dealer_outs_are_counted_card_by_card() -> None:
    for own, seen in some(2, 5, 11, 500):
        mine = five.strength(own + seen)
        outs = sum(five.strength((*seen, card)) > mine for card in range(52) if card not in own + seen)
        assert holds(f"at least {outs} dealer outs", own, seen)
        assert holds(f"fewer than {outs + 1} dealer outs", own, seen)


# ---- the published strategies, read a second time ------------------------------------------------------


def ranks(hand: Iterable[int]) -> list[int]:
    return sorted((card >> 2 for card in hand), reverse=True)


def is_hidden(own: Cards, seen: Cards) -> bool:
    """Whether the player's hand, with a pair or better, is told by other words than the one on the table."""
    mine = five.strength(own + seen)
    if len(seen) < 5:
        board = [rank for rank in ranks(seen) if ranks(seen).count(rank) > 1]
        return five.category(mine) >= Category.PAIR and not (five.category(mine) is Category.PAIR and board)
    return five.category(mine) >= Category.PAIR and five.words(mine) != five.words(five.strength(seen))


def simple_before(own: Cards, seen: Cards) -> str:
    assert not seen
    high, low = ranks(own)
    if high == low:
        return "play 4x" if high else "check"
    least = {12: (0, 0), 11: (0, 3), 10: (4, 6), 9: (6, 8)}.get(high, (13, 13))  # suited, offsuit
    return "play 4x" if low >= least[own[0] & 3 != own[1] & 3] else "check"


def simple_after(own: Cards, seen: Cards) -> str:
    category = five.category(five.strength(own + seen))
    pocket_twos = ranks(own) == [0, 0]
    suits = [card & 3 for card in own + seen]
    flush = any(suits.count(card & 3) >= 4 and card >> 2 >= 8 for card in own)
    hidden_pair = is_hidden(own, seen) and not pocket_twos
    return "play 2x" if category >= Category.TWO_PAIRS or hidden_pair or (flush and not pocket_twos) else "check"


def simple_at_end(own: Cards, seen: Cards) -> str:
    mine = five.strength(own + seen)
    outs = sum(five.strength((*seen, card)) > mine for card in range(52) if card not in own + seen)
    return "play 1x" if is_hidden(own, seen) or outs < 21 else "fold"


def basic_first(own: Cards, seen: Cards) -> str:
    assert not seen
    high, middle, low = ranks(own)
    if high == middle == low or (middle in {high, low} and middle >= 8):
        return "ride"
    if len({card & 3 for card in own}) > 1:
        return "withdraw"
    tops = [high, -1] if high == 12 else [high]
    spread = min(max(top, middle, low) - min(top, middle, low) + 1 for top in tops)
    high_cards = sum(rank >= 8 for rank in (high, middle, low))
    if high_cards == 3:
        return "ride"
    in_a_row = spread == 3 and [high, middle, low] not in ([12, 1, 0], [2, 1, 0])
    return "ride" if in_a_row or (spread == 4 and high_cards) or (spread == 5 and high_cards >= 2) else "withdraw"


def basic_second(own: Cards, seen: Cards) -> str:
    four = ranks(own + seen)
    paired = [rank for rank in four if four.count(rank) > 1]
    pays = any(rank >= 8 for rank in paired) or len(paired) > 2
    flush = len({card & 3 for card in own + seen}) == 1
    in_a_row = not paired and four[0] - four[3] == 3 and four[0] < 12
    inside = not paired and four[3] >= 8
    return "ride" if pays or flush or (in_a_row and four[0] >= 8) or inside else "withdraw"


@pytest.mark.parametrize(
    ("name", "stage", "slowly", "count"),
    [
        ("uth-simple", "before the flop", simple_before, 1326),
        ("uth-simple", "after the flop", simple_after, 10_000),
        ("uth-simple", "at the end", simple_at_end, 3000),
        ("lir-basic", "bet 1", basic_first, 22_100),
        ("lir-basic", "bet 2", basic_second, 30_000),
    ],
)
def test_published_strategies_by_a_second_reading(
    name: str, stage: str, slowly: Callable[[Cards, Cards], str], count: int
) -> None:
    strategy = load(name)
    turn = next(turn for turn in strategy.tree.turns if turn.stage == stage)
    player = Player(strategy, ready(strategy.rulebooks[0]))
    own = strategy.tree.own
    every = ((hand, ()) for hand in combinations(range(52), own))
    hands = every if turn.seen == 0 else some(own, turn.seen, 5, count)
    for hand, seen in islice(hands, count):
        assert player(InfoState(turn, hand, seen)).choice == slowly(hand, seen), STANDARD.text(hand + seen)


# ---- costs ---------------------------------------------------------------------------------------------

FEW = 12  # lines that somebody can remember
THOUSANDTH = Fraction(1, 1000)

# What each costs beside the best play, in units of the first wager.
COSTS = {
    "uth-simple": Fraction(17_238_014_779, 6_953_452_506_000),
    "lir-basic": Fraction(1, 38_675),
    "colorado-required": Fraction(11_027, 12_724_075),
    "colorado-permissible": Fraction(4283, 7_830_200),
    "dragon": Fraction(0),
}

# Those over all boards take a minute.
NAMES = [pytest.param(name, marks=pytest.mark.prove) if "uth" in name else name for name in strategies.NAMES]


# The best play beside which these stand is one of the solutions that tests share; beside others it is worked out here.
SLOW_TO_SOLVE = {"lir-basic", "colorado-required", "colorado-permissible"}


def best_of(submission: croupier.Submission) -> Fraction:
    payoffs = payoffs_of(submission)
    return solved(payoffs).value(payoffs) / next(iter(payoffs.opening.values()))


@cache
def cost_of(name: str, rulebook: str, **options: object) -> Cost:
    submission = croupier.submission(rulebook, **options)
    return cost(load(name), submission, best_of(submission) if name in SLOW_TO_SOLVE else None)


@pytest.mark.parametrize("name", NAMES)
def test_shipped_strategies_cost_little(name: str) -> None:
    strategy = load(name)
    found = cost_of(name, strategy.rulebooks[0], **strategy.options)
    assert found.cost == COSTS[name]
    assert found.ev == found.best - found.cost
    assert sum(found.account.outcomes.values()) == found.account.cycle


@pytest.mark.prove
@pytest.mark.parametrize(
    ("name", "rulebook", "options"),
    [
        ("dragon", "dragon-md", {"ante_bonus": "B"}),
        ("colorado-required", "colorado-ma-1", {"ace_low": "no"}),
        ("colorado-required", "colorado-ma-2", {}),
        ("colorado-permissible", "colorado-ma-2", {"version": "permissible"}),
    ],
)
def test_shipped_strategies_cost_the_same_elsewhere(name: str, rulebook: str, options: dict[str, object]) -> None:
    assert cost_of(name, rulebook, **options).cost == COSTS[name]


@pytest.mark.prove
def test_eight_rules_are_few_enough_where_tens_are_paid_too() -> None:
    found = cost_of("colorado-permissible", "colorado-ma-1", version="permissible", tens="pay")
    assert found.cost == Fraction(87_247, 101_792_600)
    assert found.cost < THOUSANDTH


@pytest.mark.prove
def test_published_house_edges() -> None:
    """Wizard of Odds gives the simple strategy 2.43 % and Let It Ride 3.51 %."""
    assert f"{float(-cost_of('uth-simple', 'uth-ma').ev):.2%}" == "2.43%"
    assert f"{float(-cost_of('lir-basic', 'lir-nj').ev):.2%}" == "3.51%"


@pytest.mark.parametrize("name", strategies.NAMES)
def test_shipped_strategies_are_whole(name: str) -> None:
    strategy = load(name)
    assert all(name in shipped(croupier.load(rulebook)) for rulebook in strategy.rulebooks)
    assert all(stage.rules[-1].otherwise for stage in strategy.stages.values())
    assert len(strategy.lines) == sum(len(stage.rules) for stage in strategy.stages.values())


@pytest.mark.parametrize(("rulebook", "options"), VERSIONS, ids=str)
def test_every_version_has_a_strategy(rulebook: str, options: dict[str, object]) -> None:
    submission = croupier.submission(rulebook, **options)
    fitting = [load(name) for name in shipped(croupier.load(rulebook)) if fits(load(name), submission)]
    assert len(fitting) == 1
    if "Wizard of Odds" not in fitting[0].source:
        assert len(fitting[0].lines) <= FEW
        assert COSTS[next(name for name in shipped(croupier.load(rulebook)) if load(name) == fitting[0])] <= THOUSANDTH


def fits(strategy: Strategy, submission: croupier.Submission) -> bool:
    try:
        strategy.check_fits(submission)
    except StrategyError:
        return False
    return True


def test_the_basic_strategy_errs_with_a_low_ace_only() -> None:
    four = 'spread 4 and one card ten or better"'
    text = source("lir-basic").replace(four, four[:-1] + ' and second card five or better"')
    best = cost_of("lir-basic", "lir-nj").best
    assert cost(read(text), croupier.submission("lir-nj"), best).cost == 0


def test_every_wrong_answer_costs_something() -> None:
    """Whatever the cut, no strategy does better than the best play, and only the best one does as well."""
    submission = croupier.submission("dragon-md")
    best = cost_of("dragon", "dragon-md").best
    costs = [
        cost(read(source("dragon").replace("Phoenix, Panda, Rabbit", hand)), submission, best).cost
        for hand in ("TI MO RA", "PH MO RA", "PH PA RA", "PH PA MO", "RA RA MO", "RD RD RD")
    ]
    assert [each == 0 for each in costs] == [False, False, True, False, False, False]
    assert all(each >= 0 for each in costs)


@pytest.mark.parametrize(("rulebook", "options"), [VERSIONS[2], VERSIONS[-1]], ids=str)
def test_the_best_play_as_a_strategy_is_worth_what_the_best_play_is(rulebook: str, options: dict[str, object]) -> None:
    payoffs = ready(rulebook, **options)
    best = solved(payoffs)
    taken = {spot.info.own: spot.best for spot in best.spots}
    again = solve(payoffs, policy=lambda info: taken[info.own])
    assert again.value(payoffs) == best.value(payoffs)


# ---- two ways ------------------------------------------------------------------------------------------

HIGH_DECK = """
name = "for a deck of twelve cards"
source = "made up to use every turn"
rulebook = "uth-ma"
[stages]
"before the flop" = [
  "play 4x when pair of kings or better",
  "play 3x when suited and high card ace",
  "check otherwise",
]
"after the flop" = [
  "check when on the board three of a kind or better",
  "play 2x when hidden three of a kind or better",
  "play 2x when four to a flush with a hidden king or better",
  "play 2x when in hand suited and low card queen",
  "check otherwise",
]
"at the end" = [
  "fold when in hand suited and fewer than 12 dealer outs",
  "play 1x when hidden full house or better",
  "play 1x when fewer than 9 dealer outs",
  "play 1x when four to a flush",
  "fold otherwise",
]
"""


def same(payoffs: Payoffs, fast: Solution, slow: Solution) -> None:
    assert fast.cycle == slow.cycle
    assert fast.actions == slow.actions
    assert fast.value(payoffs) == slow.value(payoffs)
    assert nets(payoffs, fast) == nets(payoffs, slow)


def nets(payoffs: Payoffs, solution: Solution) -> Counter[tuple[Path, int]]:
    """How often each path ends with each net result."""
    ways: Counter[tuple[Path, int]] = Counter()
    for (path, facts), count in solution.tally.items():
        ways[path, payoffs.net(path, facts)] += count
    return ways


@pytest.mark.prove
def test_boards_under_a_strategy_are_counted_as_the_plain_solver_counts_them() -> None:
    payoffs, live = ready("uth-ma"), range(40, 52)
    strategy = read(HIGH_DECK)
    fast, slow = play(strategy, payoffs, live), plain.solve(payoffs, live, policy=Player(strategy, payoffs))
    same(payoffs, fast, slow)
    assert fast.value(payoffs) < plain.solve(payoffs, live).value(payoffs)


def test_pairs_of_one_type_beside_a_board_are_answered_as_each_of_them_is() -> None:
    stage = load("uth-simple").stages["at the end"]
    boards = boards_of(np.arange(52)).cards[::13_000]
    chosen, used = np.zeros((len(boards), PAIRS), dtype=np.uint32), np.zeros(len(stage.rules), dtype=np.int64)
    choose(boards, np.arange(52), stage.when, np.arange(len(stage.rules)), np.ones(PAIRS, dtype=bool), chosen, used)
    assert used.sum() == len(boards) * comb(47, 2)
    for place, board in enumerate(boards.tolist()):
        for low, high in combinations([card for card in range(52) if card not in board], 2):
            info = InfoState(Decide("at the end", ()), (low, high), tuple(board))
            answer = stage.answer(info, lambda _choice, _own: True)
            assert answer is not None
            assert chosen[place, low + high * (high - 1) // 2] == answer.rule


@pytest.mark.parametrize("name", ["lir-basic", "colorado-required", "colorado-permissible"])
def test_cards_to_come_under_a_strategy_are_counted_as_the_plain_solver_counts_them(name: str) -> None:
    strategy, live = load(name), range(36, 52)
    payoffs = ready(strategy.rulebooks[0], **strategy.options)
    same(payoffs, play(strategy, payoffs, live), plain.solve(payoffs, live, policy=Player(strategy, payoffs)))


# ---- a game from outside -------------------------------------------------------------------------------


@cache
def queen_six_four() -> Cost:
    return cost(read(QUEEN_SIX_FOUR, RULEBOOK, GAME), three_card_submission(), game=GAME)


def test_a_game_that_the_package_does_not_know_has_strategies_too() -> None:
    assert queen_six_four().cost == 0
    assert f"{float(-queen_six_four().ev):.2%}" == "3.37%"


def test_ranks_and_draws_go_with_any_ranking_of_the_standard_deck() -> None:
    text = QUEEN_SIX_FOUR.replace("play when Qh 6d 4c", 'play when pair or better", "play when high card queen')
    found = cost(read(text, RULEBOOK, GAME), three_card_submission(), queen_six_four().best, GAME)
    assert 0 < found.cost < THOUSANDTH
