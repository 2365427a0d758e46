"""What an Ultimate Texas Hold 'Em hand is worth: the settlement of section 10 at the odds of sections 11, 13 and 14.

A case is a line: the hands with how each ended, the community cards, the dealer's hand, the wagers, sometimes an
option as a submission writes it. The first hand is the one settled; its ante and its blind are the first amount, its
play wager follows from how it ended. What comes after the arrow is every line of its settlement.
"""

import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from random import Random

import pytest
from support.games.settlements import check, of, shown, sides, table

from croupier import submission
from croupier.cards import STANDARD, rank
from croupier.games import load
from croupier.games.game import Ask, Board, Hand, Settle
from croupier.games.lines import Line, limited
from croupier.games.terms import Terms
from croupier.hands import five
from croupier.money import Cents, MoneyError, cents, dollars
from croupier.table.procedures.settlement import is_highest

GAME = load("uth")
METER = cents("$12,345.60")
PROGRESSIVE = """progressive = { seed = "$10,000", increment = "$0.50", cards = "own_and_flop", rows = [
  { hand = "royal_flush", share = "100%" }, { hand = "straight_flush", share = "10%" },
  { hand = "full_house", pays = "$250" }, { hand = "three_of_a_kind", pays = "$20" } ] }"""


@cache
def terms(options: str = "") -> Terms:
    return Terms(submission("uth-ma", **tomllib.loads(options)))


def hand(text: str) -> Hand:
    *cards, how = text.split()
    faces = STANDARD.parse(" ".join(cards))
    if how == "fold":
        return Hand(faces, "folded")
    return Hand(faces, "void") if how == "void" else Hand(faces)


def staked(wagers: str, how: str) -> dict[str, Cents]:
    ante, *rest = wagers.split()
    play = {} if how == "fold" else {"play": cents(ante) * int(how.removesuffix("x"))}
    return {"ante": cents(ante), "blind": cents(ante), **play, **sides(rest)}


def settled(case: str, meter: Cents = METER) -> list[Line]:
    """The lines of the case's first hand, those of the payout limits behind the others."""
    hands, community, dealer, wagers, *options = (part.strip() for part in case.split("|"))
    at_table = tuple(map(hand, hands.split(";")))
    board = Board(STANDARD.parse(community), STANDARD.parse(dealer), at_table, meter)
    dealt = [*board.community, *board.dealer, *(card for each in at_table for card in each.cards)]
    assert len(set(dealt)) == len(dealt), "a card lies on the table twice"
    on = terms(*options)
    stakes = staked(wagers, hands.partition(";")[0].split()[-1])
    lines = list(GAME.settle(GAME.read(at_table[0], board, on), stakes, on))
    return [*lines, *limited(on, lines, stakes)]


# ---- against the dealer --------------------------------------------------------------------------------


@pytest.mark.clause("uth-ma", "10(h)", "10(h)(1)", "10(h)(2)", "10(h)(3)", "10(e)(2)", "11(b)")
@table("""
Ah Ad 4x   | Kc 9d 7h 4s 2c | Qs Qh | 10 -> ante win $10, blind push, play win $40
Ah Qd 1x   | Kc Kd 7h 4s 2c | 9s 3h | 10 -> ante win $10, blind push, play win $10
Ah 3d 3x   | Kc Kd 7h 4s 2c | As 3h | 10 -> ante push, blind push, play push
2h 3d 1x   | Tc Jd Qh Ks Ac | 4s 5h | 10 -> ante push, blind push, play push
2c 3d 4x   | Ah Kh 9h 7h 4h | 5s 6c | 10 -> ante push, blind push, play push
Jh Td 2x   | Kc 9d 7h 4s 2c | Qs Qh | 10 -> ante lose -$10, blind lose -$10, play lose -$20
Ah 2h 4x   | Kh 9h 7h 7s 2c | Ks Kd | 10 -> ante lose -$10, blind lose -$10, play lose -$40
Jh Td fold | Kc 9d 7h 4s 2c | Qs Qh | 10 -> ante lose -$10, blind lose -$10
Ah Ad fold | Kc 9d 7h 4s 2c | Qs Qh | 10 -> ante lose -$10, blind lose -$10
""")
def test_10_h_a_dealer_with_a_pair_is_beaten_equalled_or_wins(case: str) -> None:
    check(case, settled)


@pytest.mark.clause("uth-ma", "10(g)", "10(e)(2)")
@table("""
Ah 8d 4x   | Kc 9d 7h 4s 2c | Qs Jh | 10 -> ante returned, blind push, play win $40
9h 3d 3x   | Kc 9d 7h 4s 2c | Qs Jh | 10 -> ante returned, blind push, play win $30
Th Jd 4x   | Kc 9d 8h 7s 2c | Qs 4h | 10 -> ante returned, blind win $10, play win $40
Qc Jd 2x   | Kc 9d 7h 4s 2c | Qs Jh | 10 -> ante returned, blind push, play push
Ts 3h 1x   | Kc 9d 7h 4s 2c | Qs Jh | 10 -> ante returned, blind lose -$10, play lose -$10
Ts 3h fold | Kc 9d 7h 4s 2c | Qs Jh | 10 -> ante lose -$10, blind lose -$10
Ah 8d fold | Kc 9d 7h 4s 2c | Qs Jh | 10 -> ante lose -$10, blind lose -$10
""")
def test_10_g_the_ante_goes_back_when_the_dealer_has_no_pair_unless_it_was_folded(case: str) -> None:
    check(case, settled)


@pytest.mark.clause("uth-ma", "11(c)", "10(h)(2)")
@table("""
Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c | 10 -> ante win $10, blind win $5,000, play win $40
9h 8h 4x | Qh Jh Th 3c 3d | 2s 2c | 10 -> ante win $10, blind win $500, play win $40
Ah 2h 3x | 3h 4h 5h 3c Kd | Ks Qc | 10 -> ante win $10, blind win $500, play win $30
Qh Qd 2x | Qc Qs 7h 4s 2c | Ah Ad | 10 -> ante win $10, blind win $100, play win $20
Ah Ad 1x | Ac 7d 7h 4s 2c | Ks Kh | 10 -> ante win $10, blind win $30, play win $10
Ah 2h 4x | Kh 9h 7h 4s 2c | Ks Qd | 10 -> ante win $10, blind win $15, play win $40
Ah 2h 4x | Kh 9h 7h 4s 2c | Ks Qd |  5 -> ante win $5, blind win $7.50, play win $20
Jh Td 4x | Qc Kd Ah 4s 2c | As 3h | 10 -> ante win $10, blind win $10, play win $40
Ah 2d 1x | 3c 4d 5h Ks Kc | Qs Jh | 10 -> ante win $10, blind win $10, play win $10
9h 9d 4x | 9c Kd 7h 4s 2c | Ks Qh | 10 -> ante win $10, blind push, play win $40
Kh 9d 3x | Kc 9c 7h 4s 2c | Ah Ad | 10 -> ante win $10, blind push, play win $30
""")
def test_11_c_a_winning_blind_is_paid_by_its_table_and_pushes_below_a_straight(case: str) -> None:
    check(case, settled)


@pytest.mark.clause(
    "uth-ma", "10(a)", "10(a)(1)", "10(a)(2)", "10(c)", "10(c)(1)", "10(c)(2)", "10(e)", "10(e)(1)", "6(d)"
)
def test_10_a_c_e_each_turn_has_its_own_multiples_of_the_ante_and_the_fold_comes_last() -> None:
    asked = [step for step in GAME.script(terms()) if isinstance(step, Ask)]
    assert [f"{ask.stage}: {', '.join(choice.name for choice in ask.choices)}" for ask in asked] == [
        "before the flop: check, play 3x, play 4x",
        "after the flop: check, play 2x",
        "at the end: fold, play 1x",
    ]
    assert [ask.unless for ask in asked] == [None, "play", "play"]
    choices = [choice for ask in asked for choice in ask.choices]
    assert all((each.wager, each.name) == ("play", f"play {each.times}x") for each in choices if "play" in each.name)
    assert all(GAME.may(choice.name, STANDARD.parse("7c 2d"), terms()) for choice in choices)


@pytest.mark.clause("uth-ma", "10(a)", "10(c)", "10(e)", "11(b)")
@pytest.mark.parametrize("times", [4, 3, 2, 1])
def test_11_b_play_wins_or_loses_as_many_antes_as_it_was_made_for(times: int) -> None:
    assert of("play", settled(f"Ah Ad {times}x | Kc 9d 7h 4s 2c | Qs Qh | 25")) == f"win ${25 * times}"
    assert of("play", settled(f"Qs Qh {times}x | Kc 9d 7h 4s 2c | Ah Ad | 25")) == f"lose -${25 * times}"


def test_who_is_away_checks_and_folds_at_the_end_by_ruling_s10() -> None:
    cards = STANDARD.parse("Ah Ad")
    stages = ["before the flop", "after the flop", "at the end"]
    assert [GAME.absent(stage, cards, terms()) for stage in stages] == ["check", "check", "fold"]


# ---- trips ---------------------------------------------------------------------------------------------


@pytest.mark.clause("uth-ma", "11(d)", "10(h)(4)")
@pytest.mark.parametrize("how", ["4x", "fold"])
@table("""
Ah Kh | Qh Jh Th 3c 3d | win $250 | win $250 | win $250 | win $250
9h 8h | Qh Jh Th 3c 3d | win $200 | win $200 | win $200 | win $200
Qh Qd | Qc Qs 7h 4s 2c | win $150 | win $150 | win $150 | win $100
Ah Ad | Ac 7d 7h 4s 2c | win $45  | win $40  | win $40  | win $35
Ah 2h | Kh 9h 7h 4s 2c | win $35  | win $30  | win $35  | win $30
Jh Td | Qc Kd Ah 4s 2c | win $20  | win $25  | win $20  | win $25
9h 9d | 9c Kd 7h 4s 2c | win $15  | win $15  | win $15  | win $15
Kh 9d | Kc 9c 7h 4s 2c | lose -$5 | lose -$5 | lose -$5 | lose -$5
Ah Ad | Kc 9d 7h 4s 2c | lose -$5 | lose -$5 | lose -$5 | lose -$5
Ah Qd | Kc 9d 7h 4s 2c | lose -$5 | lose -$5 | lose -$5 | lose -$5
""")
def test_11_d_trips_is_paid_by_the_table_chosen_after_a_fold_too(case: str, how: str) -> None:
    cards, community, *expected = case.split(" | ")
    given = f"{cards} {how} | {community} | 5s 5c | 10 trips 5"
    assert [of("trips", settled(f"{given} | trips = '{letter}'")) for letter in "ABCD"] == expected


@pytest.mark.clause("uth-ma", "6(c)", "10(h)(4)")
@table("""
9h 9d 4x   | 9c Kd Kh 4s 2c | Ks Kc | 10 trips 5 -> ante lose -$10, blind lose -$10, play lose -$40, trips win $45
9h 9d fold | 9c Kd Kh 4s 2c | Ks Kc | 10 trips 5 -> ante lose -$10, blind lose -$10, trips win $45
2h 3d 1x   | Tc Jd Qh Ks Ac | 4s 5h | 10 trips 5 -> ante push, blind push, play push, trips win $20
9h 9d 2x   | 9c Kd 7h 4s 2c | Qs Jh | 10 trips 5 -> ante returned, blind push, play win $20, trips win $15
Ah Ad 4x   | Kc 9d 7h 4s 2c | Qs Qh | 10 trips 5 -> ante win $10, blind push, play win $40, trips lose -$5
Ah Ad fold | Kc 9d 7h 4s 2c | Qs Qh | 10 trips 5 -> ante lose -$10, blind lose -$10, trips lose -$5
""")
def test_6_c_trips_and_the_other_wagers_have_no_bearing_on_each_other(case: str) -> None:
    check(case, settled)


@pytest.mark.clause("uth-ma", "11(d)")
def test_11_d_trips_may_pay_more_than_the_table_by_ruling_s5() -> None:
    raised = 'odds.trips.flush = "8 to 1"'
    assert of("trips", settled(f"Ah 2h 4x | Kh 9h 7h 4s 2c | Ks Qd | 10 trips 5 | {raised}")) == "win $40"


# ---- Cover All -----------------------------------------------------------------------------------------

SIX = ["2c 3d 1x", "5c 6d 1x", "2s 8d 1x", "3s 7c 1x", "5s 8c 1x", "6s 7d 1x"]  # none betters the boards below


@pytest.mark.clause("uth-ma", "13(c)", "13(f)", "13(k)", "13(b)")
@table("""
Ah Kh Qh Jh Th | win $700  | win $800  | win $1,000 | win $1,250 | win $1,500 | win $2,000
Kh Qh Jh Th 9h | win $300  | win $400  | win $400   | win $700   | win $800   | win $1,000
Qc Qd Qh Qs Ac | win $200  | win $300  | win $350   | win $400   | win $500   | win $700
Kc Kd Kh 4s 4c | win $40   | win $40   | win $50    | win $60    | win $80    | win $120
Ah Kh 9h 7h 4h | lose -$10 | lose -$10 | lose -$10  | lose -$10  | lose -$10  | lose -$10
Tc Jd Qh Ks Ac | lose -$10 | lose -$10 | lose -$10  | lose -$10  | lose -$10  | lose -$10
Jc Jd Jh 9s 4c | lose -$10 | lose -$10 | lose -$10  | lose -$10  | lose -$10  | lose -$10
Jc Jd 9h 9s Ac | lose -$10 | lose -$10 | lose -$10  | lose -$10  | lose -$10  | lose -$10
""")
def test_13_k_cover_all_is_paid_by_the_column_of_the_hands_dealt_from_seven_to_two(case: str) -> None:
    community, *expected = case.split(" | ")
    tables = ["; ".join(SIX[:players]) for players in (6, 5, 4, 3, 2, 1)]
    assert [
        of("cover_all", settled(f"{hands} | {community} | 2d 3c | 10 cover_all 10")) for hands in tables
    ] == expected


@pytest.mark.clause("uth-ma", "13(b)", "13(k)")
@table("""
Kc Kd Kh 4s 4c | win $120  | win $120  | win $120
Ah Kh 9h 7h 4h | lose -$10 | push      | win $10
Tc Jd Qh Ks Ac | lose -$10 | push      | win $10
Jc Jd Jh 9s 4c | lose -$10 | push      | win $10
Jc Jd 9h 9s Ac | lose -$10 | lose -$10 | lose -$10
Ac Jd 9h 4s Kc | lose -$10 | lose -$10 | lose -$10
""")
def test_13_b_cover_all_from_three_of_a_kind_to_a_flush_is_as_ruling_u1_is_set(case: str) -> None:
    community, *expected = case.split(" | ")
    given = f"2c 3d 1x | {community} | 2d 3c | 10 cover_all 10"
    readings = ("lose", "push", "even_money")
    assert [of("cover_all", settled(f"{given} | cover_all_below = '{below}'")) for below in readings] == expected


# The hands, the community cards, the dealer's hand; then with folded hands counting, and without (ruling U4).
@pytest.mark.clause("uth-ma", "13(b)", "13(g)", "13(k)")
@table("""
2c 3d 1x                           | Kc Kd 8h 4s 9c | Ks Kh | win $700  | win $700
2c 3d fold                         | Kc Kd 8h 4s 9c | Ks Kh | win $700  | win $700
2c 3d 1x; Kh Ks 4x                 | Kc Kd 8h 4s 9c | 5s 6h | win $500  | win $500
2c 3d fold; Kh Ks 4x               | Kc Kd 8h 4s 9c | 5s 6h | win $500  | win $500
2c 3d 1x; 9h 8c 4x; 6h 5c 1x       | Qh Jh Th Qc 2d | Qd 3s | lose -$10 | lose -$10
2c 3d 1x; 9h 8h 4x; 6h 5c 1x       | Qh Jh Th Qc 2d | Qd 3s | win $700  | win $700
2c 3d 1x; Kh Ks fold               | Kc Kd 8h 4s 9c | 5s 6h | win $500  | lose -$10
Kh Ks fold; 2c 3d 1x               | Kc Kd 8h 4s 9c | 5s 6h | win $500  | lose -$10
2c 3d 1x; Kh Ks fold; 4d 4h 1x     | Kc Kd 8h 4s 4c | 5s 6h | win $400  | win $400
2c 3d 1x; Ah Kh fold; Kd Jc 2x     | Qh Jh Th Kc Ks | 8s 8d | win $1,250 | win $60
2c 3d 1x; Kh Ks void; 5d 7c 1x     | Kc Kd 8h 4s 9c | 5s 6h | lose -$10 | lose -$10
2c 3d 1x; Kh Ks Ad void; 5d 7c 1x  | Kc Kd 8h 8s 9c | 8c 8d | win $400  | win $400
2c 3d 1x; Kh Ks void; 9h 9d fold   | Kc Kd 8h 8s 9c | 5s 6h | win $60   | lose -$10
""")
def test_13_b_the_highest_hand_at_the_table_counts_folded_ones_by_ruling_u4_void_ones_never(case: str) -> None:
    hands, community, dealer, *expected = case.split(" | ")
    given = f"{hands} | {community} | {dealer} | 10 cover_all 10"
    assert [
        of("cover_all", settled(f"{given} | folded_hands_count = '{count}'")) for count in ("yes", "no")
    ] == expected


@pytest.mark.clause("uth-ma", "13(h)a", "13(i)")
@table("""
Ah Qd | -     | Kc Kd Jh Ts 2c | stays
7h 5d | -     | Kc Kd Jh Ts 2c | goes
Kh 5d | -     | Kc Kd Jh Ts 2c | goes
Kh Ks | -     | Kc Kd Jh Ts 2c | stays
Ah Qd | 9h Qs | Kc Kd Jh Ts 2c | stays
9h Qs | Ah Qd | Kc Kd Jh Ts 2c | goes
Ac Qh | Ah Qd | Kc Kd Jh Ts 2c | goes
Kh Jd | Ah Qd | Kc Kd Jh Ts 2c | stays
""")
def test_13_h_i_a_straight_or_better_stays_out_until_a_higher_hand_comes(case: str) -> None:
    own, before, community, expected = case.split(" | ")
    kept = None if before == "-" else Hand(STANDARD.parse(before))
    least = five.lowest(five.Category.STRAIGHT)
    stays = is_highest(GAME, Hand(STANDARD.parse(own)), Board(STANDARD.parse(community)), kept, least)
    assert stays == (expected == "stays")


# ---- the progressive -----------------------------------------------------------------------------------


# With a meter at $12,345.60: the hand on the player's own cards and the flop, then on all seven.
@pytest.mark.clause("uth-ma", "14(c)")
@pytest.mark.parametrize("how", ["4x", "fold"])
@table("""
Ah Kh | Qh Jh Th 3c 3d | win $12,340.60 | win $12,340.60
Ah Kh | Qh Jh 3c 3d Th | lose -$5       | win $12,340.60
9h 8h | Qh Jh Th 3c 3d | win $1,229.56  | win $1,229.56
Ah Ad | Ac 7d 7h 4s 2c | win $245       | win $245
9h 9d | 9c Kd 7h Ks 2c | win $15        | win $245
9h 9d | 9c Kd 7h 4s 2c | win $15        | win $15
9h 9d | 3c Kd 7h 4s 9c | lose -$5       | win $15
Qh Qd | Qc Qs 7h 4s 2c | lose -$5       | lose -$5
Ah 2h | Kh 9h 7h 4s 2c | lose -$5       | lose -$5
Ah Qd | Kc 9d 7h 4s 2c | lose -$5       | lose -$5
""")
def test_14_c_the_progressive_pays_an_amount_or_a_share_of_the_meter_after_a_fold_too(case: str, how: str) -> None:
    cards, community, *expected = case.split(" | ")
    given = f"{cards} {how} | {community} | 5s 5c | 10 trips 5 progressive 5"
    rows = [PROGRESSIVE, PROGRESSIVE.replace("own_and_flop", "all_seven")]
    assert [of("progressive", settled(f"{given} | {each}")) for each in rows] == expected


@pytest.mark.clause("uth-ma", "14(a)", "14(b)")
def test_14_a_b_a_progressive_wager_is_five_dollars_beside_ante_blind_and_trips() -> None:
    assert terms(PROGRESSIVE).bounds["progressive"] == (500, 500)
    assert terms(PROGRESSIVE).wagers["progressive"].needs == ("ante", "blind", "trips")


@pytest.mark.clause("uth-ma", "14(c)")
def test_14_c_a_row_that_pays_less_than_the_stake_is_not_told_as_a_win() -> None:
    little = PROGRESSIVE.replace('pays = "$20"', 'share = "0.03%"')  # $3 of a meter at $10,000
    *_, line = settled(f"9h 9d 4x | 9c Kd 7h 4s 2c | 5s 5c | 10 trips 5 progressive 5 | {little}", meter=1_000_000)
    assert (line.result, line.amount) == ("lose", -200)
    assert "your hand is three of a kind, which pays 0.03% of the meter" in line.sentence(terms())


@pytest.mark.clause("uth-ma", "14(c)")
@pytest.mark.parametrize(("meter", "told"), [(1_670_000, "win"), (1_666_667, "push"), (1_666_666, "lose")])
def test_14_c_a_row_that_pays_the_stake_alone_pushes(meter: int, told: str) -> None:
    """Three hundredths of a per cent of the meter, rounded down: a cent more than the $5, as much, or a cent less."""
    share = PROGRESSIVE.replace('pays = "$20"', 'share = "0.03%"')
    *_, line = settled(f"9h 9d 4x | 9c Kd 7h 4s 2c | 5s 5c | 10 trips 5 progressive 5 | {share}", meter=meter)
    assert (line.result, line.amount) == (told, {"win": 1, "push": 0, "lose": -1}[told])


@pytest.mark.clause("uth-ma", "10(h)", "10(h)(4)", "14(c)", "13(h)", "13(j)")
def test_14_c_13_j_a_seat_settles_trips_after_play_then_the_progressive_and_the_table_cover_all_last() -> None:
    first, last = [step for step in GAME.script(terms()) if isinstance(step, Settle)]
    assert first.wagers == ("ante", "blind", "play", "trips", "progressive")
    assert first.announces
    assert first.keeps_from == five.lowest(five.Category.STRAIGHT)
    assert last.wagers == ("cover_all",)


# ---- payout limits -------------------------------------------------------------------------------------


def taken(case: str) -> str:
    added = [line for line in settled(case) if line.result == "limit"]
    assert all(line.wager == f"limit {line.clauses[0]}" and not line.stake for line in added)
    return ", ".join(f"{line.clauses[0]} {dollars(line.amount)}" for line in added)


# A royal flush at 4x wins 505 antes where the dealer has a pair. Each limit takes off what is above it.
@pytest.mark.clause("uth-ma", "11(e)", "14(d)")
@table("""
Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c |  99 ->
Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c |  95 trips 40.50 ->
Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c |  95 trips 41 -> 11(e) -$25
Ah Kh 4x | Qh Jh Th 3c 9d | 2s 4c | 100 -> 11(e) -$400
Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c | 200 trips 5 -> 11(e) -$51,250
Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c | 200 trips 5 | minimum = "$50" -> 11(e) -$51,250
Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c | 200 trips 5 | minimum = "$100" -> 11(e) -$50,700
Ah Kh 1x | Qh Jh Th 3c 3d | 2s 2c | 200 | minimum = "$100" -> 11(e) -$50,200
Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c | 100 trips 1 | minimum = "$100" ->
9h 8h 4x | Qh Jh Th 3c 3d | Ah Kh | 500 trips 500 | odds.trips.straight_flush = "200 to 1" -> 11(e) -$50,000
2c 3d 1x | Ah Kh Qh Jh Th | 4s 5h |  10 cover_all 375 ->
2c 3d 1x | Ah Kh Qh Jh Th | 4s 5h |  10 cover_all 500 -> 14(d) -$25,000
Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c |  79 cover_all 500 -> 14(d) -$64,895
Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c | 200 cover_all 100 -> 11(e) -$51,000
Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c | 200 cover_all 500 -> 11(e) -$51,000, 14(d) -$75,000
Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c | 200 | minimum = "$150" -> 11(e) -$25,250, 14(d) -$750
""")
def test_11_e_14_d_limits_take_off_what_is_above_them_the_inner_first(case: str) -> None:
    given, _, expected = case.partition(" ->")
    assert taken(given) == expected.strip()


@pytest.mark.clause("uth-ma", "11(e)", "14(d)")
def test_11_e_14_d_what_a_limit_takes_off_is_no_line_of_any_wager() -> None:
    """By its name a wager has what it won; what the round came to has what the limits took off as well (ruling S6)."""
    lines = settled("Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c | 200 cover_all 500")
    assert {line.wager: dollars(line.amount) for line in lines} == {
        "ante": "$200",
        "blind": "$100,000",
        "play": "$800",
        "cover_all": "$100,000",
        "limit 11(e)": "-$51,000",
        "limit 14(d)": "-$75,000",
    }


@pytest.mark.clause("uth-ma", "14(d)")
def test_14_d_the_progressive_is_not_limited() -> None:
    case = f"Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c | 10 trips 5 progressive 5 | {PROGRESSIVE}"
    lines = settled(case, meter=cents("$200,000"))
    assert [shown(line) for line in lines if line.result != "win"] == []
    assert shown(lines[-1]) == "progressive win $199,995"


@pytest.mark.clause("uth-ma", "11(e)", "14(d)")
def test_14_d_what_a_limit_took_off_is_taken_off_once_though_cover_all_settles_later() -> None:
    *wagers, inner, outer = settled("Ah Kh 4x | Qh Jh Th 3c 3d | 2s 2c | 200 cover_all 500")
    stakes = {line.wager: line.stake for line in wagers}
    base, cover_all = wagers[:-1], wagers[-1]
    assert limited(terms(), base, stakes) == [inner]
    assert limited(terms(), [*base, inner, cover_all], stakes) == [outer]
    assert limited(terms(), [*wagers, inner, outer], stakes) == []
    assert sum(line.back for line in [*wagers, inner, outer]) == cents("$75,000") + sum(stakes.values())


# ---- odd cents -----------------------------------------------------------------------------------------


@pytest.mark.clause("uth-ma", "11(c)")
def test_11_c_three_to_two_on_odd_cents_is_refused_or_rounded_down_by_ruling_s7() -> None:
    case = "Ah 2h 4x | Kh 9h 7h 4s 2c | Ks Qd | 5.01"
    assert of("blind", settled(f"{case} | odd_cents = 'round_down'")) == "win $7.51"
    with pytest.raises(MoneyError, match=r"\$5\.01 at 3 to 2 does not pay whole cents"):
        settled(case)


# ---- rulings -------------------------------------------------------------------------------------------


def ruled(case: str) -> str:
    """Each line with the rulings that it rests on: `ante U18, blind -`."""
    return ", ".join(f"{line.wager} {' '.join(sorted(line.rulings)) or '-'}" for line in settled(case))


# What a line rests on. A dealer's hand that is the same with both own cards, and is not compared, rests on nothing.
@pytest.mark.clause("uth-ma", "10(e)(2)", "10(e)(2)(i)", "10(g)", "10(h)(2)", "10(h)(4)", "11(c)", "5(b)(1)", "5(b)(2)")
@table("""
Jh Td fold | Kc 9d 7h 4s 2c | Qs Qh | 10                -> ante U18, blind -
Jh Td fold | Kc 9d 7h 4s 2c | Qs 8h | 10                -> ante U18, blind -
Jh Td fold | Kc 9d 7h 4s 2c | Qs Qh | 10 trips 5        -> ante U18, blind -, trips U29
Ah Ad fold | Ac 7d 7h 4s 2c | Ks Kh | 10 trips 5        -> ante U18, blind -, trips U29
Ah Ad 4x   | Ac 7d 7h 4s 2c | Ks Kh | 10 trips 5        -> ante -, blind -, play -, trips -
Jh Td 4x   | Kc 9d 7h 4s 2c | Qs Qh | 10 trips 5        -> ante -, blind -, play -, trips -
Ah Ad 4x   | Kc 9d 7h 4s 2c | Qs Qh | 10                -> ante -, blind U19, play -
Ah 8d 4x   | Kc 9d 7h 4s 2c | Qs Jh | 10                -> ante U18, blind U19, play -
Ah Kh 4x   | Qh Jh Th 3c 3d | 2s 2c | 10 trips 5        -> ante -, blind U13, play -, trips U13
9h Kh 4x   | Qh Jh Th 3c 3d | 2s 2c | 10 trips 5        -> ante -, blind S4, play -, trips S4
Ah Kh fold | Qh Jh Th 3c 3d | 2s 2c | 10 trips 5        -> ante U18, blind -, trips U13 U29
Ah 2h 2x   | Kh 9h 7h 4s 2c | Qs Jh | 5 trips 5 | odds.trips.flush = "8 to 1" -> ante U18, blind -, play -, trips S5
Ah 2h 2x   | Kh 9h 7h 4s 2c | Ks Qd | 5.01 | odd_cents = "round_down" -> ante -, blind S7, play -
Ah 2h 2x   | Kh 9h 7h 4s 2c | Ks Qd | 5.02 | odd_cents = "round_down" -> ante -, blind -, play -
""")
def test_a_line_names_the_rulings_that_it_rests_on_and_no_others(case: str) -> None:
    check_ruled(case)


def check_ruled(case: str) -> None:
    given, expected = case.split(" -> ")
    assert ruled(given) == expected


# With hands of one category 5(c), taken word for word, would often name the other one the higher.
@pytest.mark.clause("uth-ma", "5(b)", "5(c)")
@table("""
3h 3d 4x | Kc Kd 3c Ah 9s | 2s 2c | 10 -> ante -, blind -, play -
3h 3d 4x | 3c Kd Ks 2d 9h | 2s 2c | 10 -> ante -, blind -, play -
3h 3d 4x | Kc 9d 7h 5s 2c | As 2h | 10 -> ante U12, blind U12 U19, play U12
As 2h 4x | Kc 9d 7h 5s 2c | 3h 3d | 10 -> ante U12, blind U12, play U12
6h 7d 4x | 2c 3d 4h 5s Kd | Ac 5h | 10 -> ante U12, blind U12 U14, play U12
Kh Qd 4x | Kc 9d 7h 5s 4c | Ks Jh | 10 -> ante -, blind U19, play -
Ah 2h 4x | Kh 9h 7h 5s 4c | Qh Jh | 10 -> ante -, blind -, play -
""")
def test_5_c_hands_of_one_category_that_only_the_usual_order_ranks_so_rest_on_ruling_u12(case: str) -> None:
    check_ruled(case)


# The dealer may play with one own card, or none.
@pytest.mark.clause("uth-ma", "10(f)")
@table("""
2h 3d 1x | Tc Jd Qh Ks Ac | 4s 5h | 10 -> ante U15, blind U15, play U15
Ah 3d 3x | Kc Kd 7h 4s 2c | As 3h | 10 -> ante U15, blind U15, play U15
Jh Td 3x | Kc Kd 7h 4s 2c | As 3h | 10 -> ante -, blind -, play -
Qh Td 3x | Tc Jd 9h 8s 2c | 7s 3h | 10 -> ante U15, blind U14, play -
6h 6d 3x | Tc Jd 9h 8s 2c | 7s 3h | 10 -> ante U15, blind U15, play U15
""")
def test_10_f_what_the_dealer_makes_without_both_own_cards_rests_on_ruling_u15(case: str) -> None:
    check_ruled(case)


def other_readings(own: str, community: str, dealer: str) -> dict[str, dict[str, str]]:
    """How each wager fares if 5(c) is taken word for word, and if the dealer must use both own cards."""
    hand, board, other = map(STANDARD.parse, (own, community, dealer))
    mine, theirs = (max(combinations(cards + board, 5), key=five.strength) for cards in (hand, other))
    bound = max((other + three for three in combinations(board, 3)), key=five.strength)
    return {"U12": fares(word_for_word(mine, theirs), theirs), "U15": fares(usual(mine, bound), bound)}


def usual(mine: Sequence[int], theirs: Sequence[int]) -> int:
    return five.strength(mine) - five.strength(theirs)


def word_for_word(mine: Sequence[int], theirs: Sequence[int]) -> int:
    kinds = [five.category(five.strength(cards)) for cards in (mine, theirs)]
    if kinds[0] != kinds[1]:
        return kinds[0] - kinds[1]
    first, second = ({rank(card) for card in cards} for cards in (mine, theirs))
    return max(first - second, default=-1) - max(second - first, default=-1)


def fares(above: int, dealer: Sequence[int]) -> dict[str, str]:
    said = "win" if above > 0 else "lose" if above < 0 else "push"
    pair = five.category(five.strength(dealer)) >= five.Category.PAIR
    return {"ante": said if pair else "returned", "blind": said, "play": said}


@pytest.mark.clause("uth-ma", "5(c)", "10(f)")
def test_a_line_rests_on_u12_and_u15_exactly_where_the_other_reading_settles_it_otherwise() -> None:
    random = Random("readings")  # noqa: S311 - deals that can be repeated
    found: Counter[tuple[str, bool]] = Counter()
    for _ in range(4000):
        cards = random.sample(range(len(STANDARD)), 9)
        own, community, dealer = (STANDARD.text(cards[a:b]) for a, b in ((0, 2), (2, 7), (7, 9)))
        lines = settled(f"{own} 4x | {community} | {dealer} | 10")
        for ruling, otherwise in other_readings(own, community, dealer).items():
            for line in lines:
                # A blind that pushes by ruling U19 is that of a hand which beats the dealer's.
                fared = "win" if "U19" in line.rulings else line.result
                moved = fared != otherwise[line.wager]
                assert (ruling in line.rulings) == moved, (own, community, dealer, ruling, line.wager)
                found[ruling, moved] += 1
    assert min(found[ruling, moved] for ruling in ("U12", "U15") for moved in (True, False)) > 0


# Cover All by its column: of the other hands the second is beside the one settled, the dealer's is the last.
@pytest.mark.clause("uth-ma", "13(b)", "13(c)", "13(f)", "13(k)", "10(e)(2)")
@table("""
2h 3d 4x | Kc 9d 7h 4s 2c | Qs Qh | 10 cover_all 5                            -> -
2h 3d 4x | Kc Kd 7h 7s 7c | Qs Qh | 10 cover_all 5                            -> U2
2h 3d fold | Kc Kd 7h 7s 7c | Qs Qh | 10 cover_all 5                          -> U2 U5 U7
2h 3d fold | Kc 9d 7h 4s 2c | Qs Qh | 10 cover_all 5                          -> U5
2h 3d 4x ; Ah Ac 4x | Kc 9d 7h 4s 2c | Qs Qh | 10 cover_all 5                 -> -
2h 3d 4x ; Ah Kh fold | Qh Jh Th 4s 2c | Qs Qd | 10 cover_all 5               -> U13 U2 U4 U7
2h 3d 4x ; Ah Kh fold | Qh Jh Th 4s 2c | Qs Qd | 10 cover_all 5 | folded_hands_count = 'no' -> U1 U4
2h 3d 4x ; Ah Kh 4x | Qh Jh Th 4s 2c | Qs Qd | 10 cover_all 5                 -> U13 U2
2h 3d 4x ; Ah Kh void | Kc Kd 7h 7s 7c | Qs Qh | 10 cover_all 5               -> U2 U22 U7
2h 3d 4x | Kc 7d 7h 4s 7c | Qs Jh | 10 cover_all 5                            -> U1
2h 3d 4x | Tc Jd 9h 8s 2c | 7s 3h | 10 cover_all 5                            -> U1 U15
2h 3d 4x | Kc Kd Kh 7s 7c | As 4h | 10 cover_all 5                            -> U2
2h 3d fold | Tc Td Jh 8s 4c | As 5h | 10 cover_all 5                          -> U5
2h 3d 4x | Kc 7d 7h 4s 7c | Qs Jh | 10 cover_all 5 | cover_all_below = 'even_money' -> U1 U2
""")
def test_13_a_cover_all_line_names_the_rulings_that_it_rests_on(case: str) -> None:
    given, expected = case.split(" -> ")
    (line,) = [line for line in settled(given) if line.wager == "cover_all"]
    assert " ".join(sorted(line.rulings)) == expected.replace("-", "")


@pytest.mark.clause("uth-ma", "13(k)")
def test_13_k_a_player_alone_with_the_dealer_rests_on_no_fold() -> None:
    """Ruling U7 is about hands that folded; facts that were made of two strengths have none."""
    royal, pair = (five.strength(STANDARD.parse(cards)) for cards in ("Ah Kh Qh Jh Th", "2c 2d 5h 7s 9c"))
    assert GAME.compare is not None
    facts = GAME.compare("played", royal, pair)._replace(highest=five.category(royal))
    (line,) = GAME.settle(facts, {"cover_all": 500}, terms())
    assert (line.result, "U7" in line.rulings) == ("win", False)


@pytest.mark.clause("uth-ma", "13(k)")
@pytest.mark.parametrize("hands", range(2, 8))
def test_13_k_the_straight_flush_of_columns_6_and_5_rests_on_ruling_u3(hands: int) -> None:
    others = ["As Ac", "Ad Ks", "Kd 8c", "8d 8s", "7c 7d"][: hands - 2]
    at_table = " ; ".join(["2h 3d 4x", *[f"{cards} 4x" for cards in others]])
    line = settled(f"{at_table} | Qh Jh Th 9h 8h | 4s 5s | 10 cover_all 5")[-1]
    # By the other reading of U2 it would be the column of one hand less, which pays six hands the same.
    column = {5: ["U2", "U3"], 6: ["U3"]}.get(hands, ["U2"])
    assert sorted(line.rulings) == ["S4", *column]


# ---- in words ------------------------------------------------------------------------------------------


@pytest.mark.clause("uth-ma", "10(f)", "10(h)")
@table("""
Ah Kh | Qh Jh Th 3c 3d -> royal flush
Ah 2h | 3h 4h 5h 3c Kd -> straight flush, five high
Qh Qd | Qc Qs 7h 4s 2c -> four of a kind, queens
Ah Ad | Ac 7d 7h 4s 2c -> full house, aces over sevens
9h 9d | 9c Kd 7h 4s 2c -> three of a kind, nines
6h 6d | 9c 9d 7h 4s 2c -> two pairs, nines and sixes
2h 3d | Tc Jd Qh Ks Ac -> straight, ace high
Ah 8d | Kc 9d 7h 4s 2c -> ace high
""")
def test_10_f_h_the_best_five_of_seven_cards_are_announced(case: str) -> None:
    given, said = case.split(" -> ")
    own, community = given.split(" | ")
    assert GAME.words(Hand(STANDARD.parse(own)), Board(STANDARD.parse(community))) == said


# A case, and what the player is told of each wager.
TOLD = """
Ah Ad 4x | Kc 9d 7h 4s 2c | Qs Qh | 10 trips 5 cover_all 10
Ante $10 wins $10, at 1 to 1: your hand beats the dealer's pair of queens (UTH 10(h)(2), 11(b)).
Blind $10 pushes, and the stake stays yours: your hand, a pair of aces, beats the dealer's pair of \
queens (UTH 10(h)(2), 11(c); ruling U19).
Play $40 wins $40, at 1 to 1: your hand beats the dealer's pair of queens (UTH 10(h)(2), 11(b)).
Trips $5 loses: a pair is less than three of a kind (UTH 10(h)(4)).
Cover All $10 loses: the highest of 2 hands is a pair (UTH 13(b), 13(g), 13(h), 13(j)).

Ah 2h 2x | Kh 9h 7h 4s 2c | Qs Jh | 5 trips 5 cover_all 10
Ante $5 goes back to you: the dealer has less than a pair (UTH 10(g); ruling U18).
Blind $5 wins $7.50, at 3 to 2: your hand, a flush, ace high, beats the dealer's king high (UTH 10(h)(2), 11(c)).
Play $10 wins $10, at 1 to 1: your hand beats the dealer's king high (UTH 10(h)(2), 11(b)).
Trips $5 wins $35, at 7 to 1: your hand is a flush (UTH 10(h)(4), 11(d)).
Cover All $10 loses: the highest of 2 hands is a flush (UTH 13(b), 13(g), 13(h), 13(j), 13(k); ruling U1).

Jh Td 3x | Kc 9d 7h 4s 2c | Qs Qh | 10 trips 5 progressive 5 | PROGRESSIVE
Ante $10 loses: the dealer's hand, a pair of queens, is higher (UTH 10(h)(1)).
Blind $10 loses: the dealer's hand, a pair of queens, is higher (UTH 10(h)(1)).
Play $30 loses: the dealer's hand, a pair of queens, is higher (UTH 10(h)(1)).
Trips $5 loses: a high card is less than three of a kind (UTH 10(h)(4)).
Progressive $5 loses: the hand is not on the progressive's table (UTH 14(c); ruling S22).

Ah 3d 1x | Kc Kd 7h 4s 2c | As 3h | 10
Ante $10 pushes, and the stake stays yours: both hands are equal (UTH 10(h)(3); ruling U15).
Blind $10 pushes, and the stake stays yours: both hands are equal (UTH 10(h)(3); ruling U15).
Play $10 pushes, and the stake stays yours: both hands are equal (UTH 10(h)(3); ruling U15).

Ah Ad fold | Ac 7d 7h 4s 2c | Ks Kh | 10 trips 5 progressive 5 | PROGRESSIVE
Ante $10 loses: you folded (UTH 10(e)(2); ruling U18).
Blind $10 loses: you folded (UTH 10(e)(2)).
Trips $5 wins $45, at 9 to 1: your hand is a full house (UTH 10(h)(4), 10(e)(2)(i), 11(d); ruling U29).
Progressive $5 wins $245, paid $250: your hand is a full house (UTH 14(c); ruling S22).

Ah Kh 1x | Qh Jh Th 3c 3d | 2s 2c | 200 cover_all 500
Ante $200 wins $200, at 1 to 1: your hand beats the dealer's two pairs, threes and twos (UTH 10(h)(2), 11(b)).
Blind $200 wins $100,000, at 500 to 1: your hand, a royal flush, beats the dealer's two pairs, threes and twos \
(UTH 10(h)(2), 11(c); ruling U13).
Play $200 wins $200, at 1 to 1: your hand beats the dealer's two pairs, threes and twos (UTH 10(h)(2), 11(b)).
Cover All $500 wins $100,000, at 200 to 1: the highest of 2 hands is a royal flush \
(UTH 13(b), 13(g), 13(h), 13(j), 13(k); ruling U2, U13).
The payout limit takes $50,400 off: no more than $50,000 is paid on one hand for Ante, Play, Blind, Trips together \
(UTH 11(e); ruling S6, U8).
The payout limit takes $75,000 off: no more than $75,000 is paid on one hand for Ante, Play, Blind, Trips, Cover All \
together (UTH 14(d); ruling S6, U8).
"""


@pytest.mark.parametrize("told", TOLD.strip().split("\n\n"))
def test_a_player_is_told_what_each_wager_was_worth_and_by_which_clause(told: str) -> None:
    case, *sentences = told.splitlines()
    assert [line.sentence(terms()) for line in settled(case.replace("PROGRESSIVE", PROGRESSIVE))] == sentences


@pytest.mark.parametrize(
    ("case", "because"),
    [
        (
            "Kh Qd 1x | Kd 8c 7s 4h 2c | Kc 9d | $10",
            "your hand, a pair of kings, queen kicker, beats the dealer's pair of kings, nine kicker",
        ),
        (
            "Kc 9d 1x | Kd 8c 7s 4h 2c | Kh Qd | $10",
            "the dealer's hand, a pair of kings, queen kicker, is higher than your pair of kings, nine kicker",
        ),
        ("Kh Qd 1x | Kd 8c 7s 4h 2c | 8d 9d | $10", "your hand beats the dealer's pair of eights"),
        (
            "Kh Qd 1x | Jd 8c 7s 4h 2c | Kc Td | $10",
            "your hand, king high, queen kicker, beats the dealer's king high, jack kicker",
        ),
    ],
)
def test_the_words_of_a_result_name_the_kicker_that_decides(case: str, because: str) -> None:
    assert {line.because for line in settled(case) if line.wager == "play"} == {because}
