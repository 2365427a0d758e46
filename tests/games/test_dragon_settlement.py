"""What a Dragon Poker hand is worth: the settlement of chapter 11 at the odds of chapter 12.

A case is a line: the hand and what its player did, the dealer's hand, the wagers, sometimes an option as a submission
writes it. The first amount is the ante and the ante bonus, and the play wager where there is one. What comes after the
arrow is every line of the settlement. The lowest hand of all is PA MO RA: every other one but its like beats it.
"""

import tomllib
from functools import cache
from itertools import combinations

import pytest
from support.games.settlements import check, of, sides, table

from croupier import submission
from croupier.cards import DRAGON
from croupier.games import load
from croupier.games.game import Ask, Board, Hand, Settle
from croupier.games.lines import Line, limited
from croupier.games.terms import Terms
from croupier.money import cents

GAME = load("dragon")
METER = cents("$8,000")
PROGRESSIVE = """progressive = { stake = "$1", seed = "$5,000", increment = "$0.25", rows = [
  { hand = "three_red_dragons", share = "100%" }, { hand = "three_dragons_with_gold", share = "12.5%" },
  { hand = "three_dragons", pays = "$300" }, { hand = "three_phoenix", pays = "$100" },
  { hand = "trips", pays = "$40" }, { hand = "pair_of_dragons", pays = "$9" },
  { hand = "gold_dragon", pays = "$6" } ] }"""


@cache
def terms(options: str = "") -> Terms:
    return Terms(submission("dragon-md", **tomllib.loads(options)))


def settled(case: str) -> list[Line]:
    """The lines of the hand, and of payout limits if there were any."""
    hand, dealer, wagers, *options = (part.strip() for part in case.split("|"))
    *cards, how = hand.split()
    dealt = DRAGON.parse(" ".join([*cards, dealer]))
    on = terms(*options)
    board = Board(dealer=dealt[3:], meter=METER)
    ante, *rest = wagers.split()
    base = ("ante", "ante_bonus", "play") if how == "play" else ("ante", "ante_bonus")
    stakes = dict.fromkeys(base, cents(ante)) | sides(rest)
    facts = GAME.read(Hand(dealt[:3], "played" if how == "play" else "folded"), board, on)
    lines = list(GAME.settle(facts, stakes, on))
    return [*lines, *limited(on, lines, stakes)]


# ---- against the dealer --------------------------------------------------------------------------------


@pytest.mark.clause("dragon-md", "11.D(2)", "11.D(3)(f)", "11.D(3)(g)", "11.D(3)(h)", "11.D(3)(i)", "12.A", "7.F(1)")
@table("""
TI MO RA play | PA MO RA | 10 -> ante win $10, ante_bonus push, play win $10
PA MO RA play | PA MO RA | 10 -> ante push, ante_bonus push, play push
PA MO RA play | TI MO RA | 10 -> ante lose -$10, ante_bonus lose -$10, play lose -$10
TI PA RA play | TI MO RA | 10 -> ante win $10, ante_bonus push, play win $10
TI PA RA play | TI PA MO | 10 -> ante lose -$10, ante_bonus lose -$10, play lose -$10
PH PH MO play | PH PH RA | 10 -> ante win $10, ante_bonus win $10, play win $10
PH PH RA play | PH PH RA | 10 -> ante push, ante_bonus push, play push
PH PH RA play | PH PH MO | 10 -> ante lose -$10, ante_bonus lose -$10, play lose -$10
PH PH PH play | RD BD RA | 10 -> ante win $10, ante_bonus win $100, play win $10
PH PH PH play | RD RD BD | 10 -> ante lose -$10, ante_bonus lose -$10, play lose -$10
RD RD RD play | BD BD BD | 10 -> ante push, ante_bonus push, play push
GD RD RA play | RD BD RA | 10 -> ante push, ante_bonus push, play push
GD RD RD play | BD BD BD | 10 -> ante push, ante_bonus push, play push
RD BD TI play | GD PH PH | 10 -> ante lose -$10, ante_bonus lose -$10, play lose -$10
GD MO RA play | RA RA TI | 10 -> ante win $10, ante_bonus push, play win $10
""")
def test_11_d_3_the_highest_hands_that_the_cards_make_are_compared(case: str) -> None:
    check(case, settled)


@pytest.mark.clause("dragon-md", "11.B", "11.C(1)", "11.C(2)", "1.B(3)", "1.B(6)")
@table("""
TI MO RA fold | PA MO RA | 10 -> ante lose -$10, ante_bonus lose -$10
RD RD RD fold |          | 10 -> ante lose -$10, ante_bonus lose -$10
TI TI RA fold | PA MO RA | 10 three_card_bonus 5 -> ante lose -$10, ante_bonus lose -$10, three_card_bonus win $5
PA PA RA fold | PA MO RA | 10 three_card_bonus 5 -> ante lose -$10, ante_bonus lose -$10, three_card_bonus lose -$5
RD BD RA fold | GD RD BD | 10 dragon_bet 5 -> ante lose -$10, ante_bonus lose -$10, dragon_bet win $35
RD PH RA fold | GD RD BD | 10 dragon_bet 5 -> ante lose -$10, ante_bonus lose -$10, dragon_bet lose -$5
""")
def test_11_b_c_a_fold_forfeits_ante_and_ante_bonus_and_no_side_wager(case: str) -> None:
    check(case, settled)


@pytest.mark.clause("dragon-md", "11.B", "7.F(1)")
def test_11_b_a_player_plays_once_the_ante_or_folds() -> None:
    (ask,) = [step for step in GAME.script(terms()) if isinstance(step, Ask)]
    play, fold = ask.choices
    assert (play.name, play.wager, play.times, play.ending) == ("play", "play", 1, None)
    assert (fold.name, fold.wager, fold.settles, fold.ending) == ("fold", None, ("ante", "ante_bonus"), "folded")
    assert all(GAME.may(choice.name, DRAGON.parse("PA MO RA"), terms()) for choice in ask.choices)


def test_who_is_away_folds_by_ruling_s10() -> None:
    assert GAME.absent("your cards", DRAGON.parse("RD RD RD"), terms()) == "fold"


# ---- the ante bonus ------------------------------------------------------------------------------------


@pytest.mark.clause(
    "dragon-md", "12.B", *(f"12.B(1)({row})" for row in "abcdef"), *(f"12.B(2)({row})" for row in "abcd")
)
@table("""
RD BD BD | win $300 | win $300
GD RD BD | win $300 | win $300
PH PH PH | win $100 | win $40
GD PH PH | win $100 | win $40
TI TI TI | win $60  | win $40
PA PA PA | win $60  | win $40
MO MO MO | win $60  | win $40
RA RA RA | win $60  | win $40
GD RA RA | win $60  | win $40
RD BD RA | win $20  | win $10
GD RD RA | win $20  | win $10
PH PH RA | win $10  | win $10
GD PH RA | win $10  | win $10
TI TI RA | push     | win $10
GD TI RA | push     | win $10
PA PA RA | push     | win $10
GD PA RA | push     | win $10
MO MO RA | push     | push
GD MO RA | push     | push
RA RA MO | push     | push
RD PH TI | push     | push
TI MO RA | push     | push
""")
def test_12_b_a_winning_ante_bonus_is_paid_by_the_table_chosen(case: str) -> None:
    cards, *expected = case.split(" | ")
    given = f"{cards} play | PA MO RA | 10"
    assert [of("ante_bonus", settled(f"{given} | ante_bonus = '{letter}'")) for letter in "AB"] == expected


# ---- the three card bonus ------------------------------------------------------------------------------


@pytest.mark.clause("dragon-md", "11.D(3)(b)", "11.D(3)(c)", "7.F(2)", "11.C(1)")
@pytest.mark.clause("dragon-md", "12.C", *(f"12.C({table})({row})" for table in "12" for row in "abcdefg"))
@pytest.mark.parametrize("how", ["play", "fold"])
@table("""
RD BD BD | win $200 | win $200
GD RD BD | win $200 | win $200
PH PH PH | win $150 | win $150
GD PH PH | win $150 | win $150
TI TI TI | win $75  | win $100
GD TI TI | win $75  | win $100
PA PA PA | win $50  | win $50
MO MO MO | win $50  | win $50
RA RA RA | win $50  | win $50
GD RA RA | win $50  | win $50
RD BD RA | win $20  | win $20
GD RD RA | win $20  | win $20
PH PH RA | win $10  | win $10
GD PH RA | win $10  | win $10
TI TI RA | win $5   | win $5
GD TI RA | win $5   | win $5
PA PA RD | lose -$5 | lose -$5
GD PA RA | lose -$5 | lose -$5
MO MO RA | lose -$5 | lose -$5
RA RA MO | lose -$5 | lose -$5
RD PH TI | lose -$5 | lose -$5
""")
def test_12_c_the_three_card_bonus_is_paid_by_the_table_chosen_whatever_the_dealer_has(case: str, how: str) -> None:
    cards, *expected = case.split(" | ")
    given = f"{cards} {how} | RD RD PH | 10 three_card_bonus 5"
    assert [of("three_card_bonus", settled(f"{given} | three_card_bonus = '{letter}'")) for letter in "AB"] == expected


# ---- the dragon bet ------------------------------------------------------------------------------------


# Gold with one other Dragon as a pair of Dragons, then as a Gold Dragon (ruling D5).
@pytest.mark.clause("dragon-md", "11.D(3)(d)", "11.D(3)(e)", "7.F(3)", "11.C(2)", "1.B(4)")
@pytest.mark.clause("dragon-md", "12.D", *(f"12.D(1)({row})" for row in "abcdef"))
@pytest.mark.parametrize("how", ["play", "fold"])
@table("""
RD RD RD | win $5,000 | win $5,000
BD BD BD | win $5,000 | win $5,000
GD RD RD | win $1,000 | win $1,000
GD BD BD | win $1,000 | win $1,000
GD RD BD | win $1,000 | win $1,000
RD RD BD | win $300   | win $300
RD BD BD | win $300   | win $300
RD RD PH | win $35    | win $35
RD BD RA | win $35    | win $35
BD BD RA | win $35    | win $35
GD RD RA | win $35    | win $25
GD BD PH | win $35    | win $25
GD PH PH | win $25    | win $25
GD RA RA | win $25    | win $25
GD TI MO | win $25    | win $25
RD PH PH | lose -$5   | lose -$5
BD MO RA | lose -$5   | lose -$5
PH PH PH | lose -$5   | lose -$5
TI MO RA | lose -$5   | lose -$5
""")
def test_12_d_the_dragon_bet_is_paid_by_the_dragons_in_the_hand_whatever_the_dealer_has(case: str, how: str) -> None:
    cards, *expected = case.split(" | ")
    given = f"{cards} {how} | TI TI TI | 10 dragon_bet 5"
    assert [of("dragon_bet", settled(f"{given} | gold_pair = '{reading}'")) for reading in ("pair", "gold")] == expected


@pytest.mark.clause("dragon-md", "3.(c)", "6.A(1)", "12.B", "12.C", "12.D(1)(f)")
def test_12_d_1_f_each_wager_looks_at_gold_with_two_phoenix_by_itself_by_ruling_d6() -> None:
    check(
        "GD PH PH play | PA MO RA | 10 three_card_bonus 5 dragon_bet 5 -> "
        "ante win $10, ante_bonus win $100, play win $10, three_card_bonus win $150, dragon_bet win $25",
        settled,
    )


@pytest.mark.clause("dragon-md", "11.D(3)", "11.D(3)(b)", "11.D(3)(d)", "11.D(3)(f)")
def test_11_d_3_a_seat_settles_its_side_wagers_before_those_against_the_dealer() -> None:
    (step,) = [step for step in GAME.script(terms()) if isinstance(step, Settle)]
    assert step.wagers == ("three_card_bonus", "dragon_bet", "progressive", "ante", "ante_bonus", "play")


def test_there_is_no_payout_limit_by_ruling_d22() -> None:
    check(
        "RD RD RD play | PA MO RA | 500 three_card_bonus 500 dragon_bet 500 -> ante win $500, ante_bonus win $15,000, "
        "play win $500, three_card_bonus win $20,000, dragon_bet win $500,000",
        settled,
    )


# ---- the progressive -----------------------------------------------------------------------------------


# A meter at $8,000 and a wager of $1.
@pytest.mark.clause("dragon-md", "7.F(4)")
@pytest.mark.parametrize("how", ["play", "fold"])
@table("""
RD RD RD -> win $7,999
GD RD RD -> win $999
GD RD BD -> win $999
BD BD BD -> win $299
RD BD BD -> win $299
PH PH PH -> win $99
TI TI TI -> win $39
RD BD RA -> win $8
GD RD RA -> win $8
GD PH RA -> win $5
PH PH RA -> lose -$1
RD PH TI -> lose -$1
""")
def test_7_f_4_the_progressive_pays_an_amount_or_a_share_of_the_meter_after_a_fold_too(case: str, how: str) -> None:
    cards, expected = case.split(" -> ")
    assert of("progressive", settled(f"{cards} {how} | TI TI RA | 10 progressive 1 | {PROGRESSIVE}")) == expected


@pytest.mark.clause("dragon-md", "7.F(4)")
@table("""
GD PH PH -> win $99
GD RA RA -> win $39
""")
def test_7_f_4_of_the_rows_that_a_hand_with_gold_fits_the_highest_pays(case: str) -> None:
    cards, expected = case.split(" -> ")
    assert of("progressive", settled(f"{cards} play | TI TI RA | 10 progressive 1 | {PROGRESSIVE}")) == expected


@pytest.mark.clause("dragon-md", "7.F(4)")
def test_7_f_4_the_progressive_is_the_same_where_no_dragon_bet_is_offered() -> None:
    options = f"dragon_bet = 'no'\n{PROGRESSIVE}"
    assert of("progressive", settled(f"GD RD RA play | TI TI RA | 10 progressive 1 | {options}")) == "win $8"


def fits(faces: tuple[str, ...], row: str) -> bool:
    """Whether three cards fit a row, said apart from the game: Gold is any card, and the Gold Dragon besides."""
    dragons = {"GD", "RD", "BD"}
    if row == "gold_dragon":
        return "GD" in faces
    if row == "three_red_dragons":
        return set(faces) == {"RD"}
    if row == "three_blue_dragons":
        return set(faces) == {"BD"}
    if row == "three_dragons_with_gold":
        return "GD" in faces and set(faces) <= dragons
    alike = [["D" if face in dragons else face for face in faces if face != "GD"].count(kind) for kind in KINDS]
    best = max(alike) + ("GD" in faces)
    made = {kind for kind, count in zip(KINDS, alike, strict=True) if count and count + ("GD" in faces) == best}
    wanted = {"three_dragons": "D", "three_phoenix": "PH", "three_tigers": "TI", "pair_of_dragons": "D"}.get(row)
    # Of two pairs that Gold could make, the higher one is made.
    return best == (2 if row == "pair_of_dragons" else 3) and wanted in {None, min(made, key=KINDS.index)}


KINDS = ("D", "PH", "TI", "PA", "MO", "RA")
ROWS = {
    "three_red_dragons": 900,
    "three_blue_dragons": 800,
    "three_dragons_with_gold": 700,
    "three_dragons": 600,
    "three_phoenix": 500,
    "three_tigers": 400,
    "trips": 300,
    "pair_of_dragons": 200,
    "gold_dragon": 100,
}
# Every row by itself, every two, all but one, and all.
LISTED = [tuple(rows) for size in (1, 2, 8, 9) for rows in combinations(ROWS, size)]


def listing(rows: tuple[str, ...], more: str = "") -> str:
    listed = ", ".join(f'{{ hand = "{row}", pays = "${ROWS[row]}" }}' for row in rows)
    return f'{more}progressive = {{ stake = "$1", seed = "$5,000", increment = "$0.20", rows = [ {listed} ] }}'


@pytest.mark.clause("dragon-md", "7.F(4)")
@pytest.mark.parametrize("rows", LISTED, ids="+".join)
def test_7_f_4_every_hand_is_paid_by_the_highest_row_listed_that_it_fits(rows: tuple[str, ...]) -> None:
    """Ruling D15, over every three faces of the deck; the reading of D5 is the Dragon Bet's and moves nothing here."""
    for more in ("", "gold_pair = 'gold'\n"):
        on = terms(listing(rows, more))
        for faces in sorted({tuple(sorted(hand)) for hand in combinations(DRAGON.faces, 3)}):
            facts = GAME.read(Hand(DRAGON.parse(" ".join(faces)), "folded"), Board(), on)
            (line,) = GAME.settle(facts, {"progressive": 100}, on)
            pays = next((ROWS[row] for row in ROWS if row in rows and fits(faces, row)), 0)
            assert line.back == pays * 100, faces
            several = sum(fits(faces, row) for row in ROWS) > 1
            assert ("D15" in line.rulings) == (pays > 0 and several), faces


# ---- rulings -------------------------------------------------------------------------------------------


@pytest.mark.clause("dragon-md", "11.B", "11.C(1)", "11.C(2)", "11.D(1)", "11.D(3)(g)", "11.D(3)(h)", "11.D(3)(i)")
@pytest.mark.clause("dragon-md", "3.(c)", "6.A(1)", "12.A", "12.B", "12.C", "12.D")
@table(
    """
TI MO RA play | PA MO RA | 10 -> ante -, ante_bonus D7, play D1
PA MO RA play | PA MO RA | 10 -> ante -, ante_bonus D7, play -
PA MO RA play | TI MO RA | 10 -> ante -, ante_bonus D7, play -
PA MO RA fold | TI MO RA | 10 -> ante -, ante_bonus D11
GD MO RA fold | TI MO RA | 10 -> ante -, ante_bonus D11
GD MO RA play | TI MO RA | 10 -> ante D2, ante_bonus D2 D7, play D1 D2
TI MO RA play | GD MO RA | 10 -> ante D2, ante_bonus D2 D7, play D2
RD RD RD play | GD BD BD | 10 -> ante D2 D3, ante_bonus D2 D3 D7, play D2 D3
GD RD PA play | RD BD PA | 10 -> ante D2 D3, ante_bonus D2 D3 D7, play D2 D3
GD PH PH play | PH PH PH | 10 -> ante D2, ante_bonus D2 D7, play D2
RD RD BD play | RD BD BD | 10 -> ante -, ante_bonus D7, play -
TI TI MO fold | PA MO RA | 10 three_card_bonus 5 -> ante -, ante_bonus D11, three_card_bonus D10
TI PA MO fold | PA MO RA | 10 three_card_bonus 5 -> ante -, ante_bonus D11, three_card_bonus D10
TI PA MO fold | PA MO RA | 10 dragon_bet 5 -> ante -, ante_bonus D11, dragon_bet D10
RD BD MO fold | PA MO RA | 10 dragon_bet 5 -> ante -, ante_bonus D11, dragon_bet D10
GD BD MO fold | PA MO RA | 10 dragon_bet 5 -> ante -, ante_bonus D11, dragon_bet D10 D5
GD TI MO fold | PA MO RA | 10 three_card_bonus 5 -> ante -, ante_bonus D11, three_card_bonus D10 D2
TI TI TI play | PA MO RA | 10 three_card_bonus 5 dragon_bet 5 -> \
ante -, ante_bonus D7, play D1, three_card_bonus -, dragon_bet -
GD RD RD play | PA MO RA | 10 three_card_bonus 5 dragon_bet 5 -> \
ante D2, ante_bonus D2 D7, play D1 D2, three_card_bonus D2, dragon_bet D4
GD RD MO play | PA MO RA | 10 three_card_bonus 5 dragon_bet 5 -> \
ante D2, ante_bonus D2 D7, play D1 D2, three_card_bonus D2, dragon_bet D5
GD RD MO play | PA MO RA | 10 dragon_bet 5 | gold_pair = 'gold' -> \
ante D2, ante_bonus D2 D7, play D1 D2, dragon_bet D5
GD PH PH play | PA MO RA | 10 three_card_bonus 5 dragon_bet 5 -> \
ante D2, ante_bonus D2 D7, play D1 D2, three_card_bonus D2, dragon_bet D6
RD RD RD play | PA MO RA | 10 dragon_bet 5 -> ante -, ante_bonus D7, play D1, dragon_bet -
""".replace("\\\n", "")
)
def test_a_line_names_the_rulings_that_it_rests_on_and_no_others(case: str) -> None:
    given, expected = case.split(" -> ")
    named = [f"{line.wager} {' '.join(sorted(line.rulings)) or '-'}" for line in settled(given)]
    assert ", ".join(named) == expected


@pytest.mark.clause("dragon-md", "7.F(4)")
@table("""
RD RD RD -> D15 S22
GD PH PH -> D15 D2 S22
GD RD RA -> D15 S22
GD PH RA -> S22
RD PH TI -> S22
""")
def test_7_f_4_a_progressive_names_the_rulings_that_it_rests_on(case: str) -> None:
    cards, expected = case.split(" -> ")
    line = settled(f"{cards} play | TI TI RA | 10 progressive 1 | {PROGRESSIVE}")[-1]
    assert " ".join(sorted(line.rulings)) == expected


# ---- in words ------------------------------------------------------------------------------------------

# A case, and what the player is told of each wager.
TOLD = """
PH PH PH play | PA MO RA | 10 three_card_bonus 5 dragon_bet 5
Ante $10 wins $10, at 1 to 1: your hand beats the dealer's Panda high (Dragon 11.D(3)(g), 12.A).
Ante Bonus $10 wins $100, at 10 to 1: your hand, three Phoenix, beats the dealer's Panda high \
(Dragon 11.D(3)(g), 12.B(1)(b); ruling D7).
Play $10 wins $10, at 1 to 1: your hand beats the dealer's Panda high (Dragon 11.D(3)(g), 12.A; ruling D1).
Three Card Bonus $5 wins $150, at 30 to 1: your hand is three Phoenix (Dragon 11.D(3)(b), 11.D(3)(c), 12.C(1)(b)).
Dragon Bet $5 loses: there is neither a pair of Dragons nor the Gold Dragon (Dragon 11.D(3)(d), 11.D(3)(e)).

TI MO RA play | PA MO RA | 10 three_card_bonus 5
Ante $10 wins $10, at 1 to 1: your hand beats the dealer's Panda high (Dragon 11.D(3)(g), 12.A).
Ante Bonus $10 pushes, and the stake stays yours: your hand, Tiger high, beats the dealer's Panda high \
(Dragon 11.D(3)(g), 12.B(1)(f); ruling D7).
Play $10 wins $10, at 1 to 1: your hand beats the dealer's Panda high (Dragon 11.D(3)(g), 12.A; ruling D1).
Three Card Bonus $5 loses: Tiger high is not on the pay table (Dragon 11.D(3)(b), 11.D(3)(c)).

PA PA TI play | PA PA RA | 10
Ante $10 wins $10, at 1 to 1: your hand, a pair of Pandas, Tiger kicker, beats the dealer's pair of Pandas, \
Rabbit kicker (Dragon 11.D(3)(g), 12.A).
Ante Bonus $10 pushes, and the stake stays yours: your hand, a pair of Pandas, Tiger kicker, beats the dealer's pair \
of Pandas, Rabbit kicker (Dragon 11.D(3)(g), 12.B(1)(f); ruling D7).
Play $10 wins $10, at 1 to 1: your hand, a pair of Pandas, Tiger kicker, beats the dealer's pair of Pandas, \
Rabbit kicker (Dragon 11.D(3)(g), 12.A; ruling D1).

TI MO RA play | TI PA RA | 10
Ante $10 loses: the dealer's hand, Tiger high, Panda kicker, is higher than your Tiger high, Monkey kicker \
(Dragon 11.D(3)(h)).
Ante Bonus $10 loses: the dealer's hand, Tiger high, Panda kicker, is higher than your Tiger high, Monkey kicker \
(Dragon 11.D(3)(h); ruling D7).
Play $10 loses: the dealer's hand, Tiger high, Panda kicker, is higher than your Tiger high, Monkey kicker \
(Dragon 11.D(3)(h)).

RD RD RD play | GD BD BD | 10
Ante $10 pushes, and the stake stays yours: both hands are equal (Dragon 11.D(3)(i); ruling D2, D3).
Ante Bonus $10 pushes, and the stake stays yours: both hands are equal (Dragon 11.D(3)(i); ruling D7, D2, D3).
Play $10 pushes, and the stake stays yours: both hands are equal (Dragon 11.D(3)(i); ruling D2, D3).

PA MO RA play | TI MO RA | 10 progressive 1 | PROGRESSIVE
Ante $10 loses: the dealer's hand, Tiger high, is higher (Dragon 11.D(3)(h)).
Ante Bonus $10 loses: the dealer's hand, Tiger high, is higher (Dragon 11.D(3)(h); ruling D7).
Play $10 loses: the dealer's hand, Tiger high, is higher (Dragon 11.D(3)(h)).
Progressive $1 loses: the hand is not on the progressive's table (Dragon 7.F(4); ruling S22).

GD RD RD fold | TI MO RA | 10 three_card_bonus 5 dragon_bet 5 progressive 1 | PROGRESSIVE
Ante $10 loses: you folded (Dragon 11.B).
Ante Bonus $10 loses: you folded (Dragon 11.B; ruling D11).
Three Card Bonus $5 wins $200, at 40 to 1: your hand is three Dragons \
(Dragon 11.D(3)(b), 11.D(3)(c), 11.C(1), 12.C(1)(a); ruling D10, D2).
Dragon Bet $5 wins $1,000, at 200 to 1: your hand has three Dragons with Gold \
(Dragon 11.D(3)(d), 11.D(3)(e), 11.C(2), 12.D(1)(c); ruling D10, D4).
Progressive $1 wins $999, paid 12.5% of the meter: your hand is three dragons with gold \
(Dragon 7.F(4); ruling S22, D15).
"""


@pytest.mark.parametrize("told", TOLD.strip().split("\n\n"))
def test_a_player_is_told_what_each_wager_was_worth_and_by_which_clause(told: str) -> None:
    case, *sentences = told.splitlines()
    assert [line.sentence(terms()) for line in settled(case.replace("PROGRESSIVE", PROGRESSIVE))] == sentences


@pytest.mark.clause("dragon-md", "11.D(3)(f)")
@table("""
GD PH PH -> three Phoenix
GD RD RA -> pair of Dragons
MO MO RA -> pair of Monkeys
TI PA RA -> Tiger high
""")
def test_11_d_3_f_the_highest_hand_is_put_in_words_and_none_stays_out(case: str) -> None:
    cards, said = case.split(" -> ")
    hand = Hand(DRAGON.parse(cards))
    assert GAME.words(hand, Board()) == said
