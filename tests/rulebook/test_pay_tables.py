"""The pay tables against the documents: a second transcription, a line a row."""

import pytest

from croupier.rulebook import Submission, load

FIVE = ["royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight"]

# rulebook, options, table, column: the payouts from the highest hand down, as the document prints them
TABLES = """
uth-ma         -                    ante              -            1
uth-ma         -                    blind             -            500 50 10 3 3/2 1 push
uth-ma         trips=A              trips             A            50 40 30 9 7 4 3
uth-ma         trips=B              trips             B            50 40 30 8 6 5 3
uth-ma         trips=C              trips             C            50 40 30 8 7 4 3
uth-ma         trips=D              trips             D            50 40 20 7 6 5 3
uth-ma         -                    cover_all         7            70 30 20 4 lose
uth-ma         -                    cover_all         6            80 40 30 4 lose
uth-ma         -                    cover_all         5            100 40 35 5 lose
uth-ma         -                    cover_all         4            125 70 40 6 lose
uth-ma         -                    cover_all         3            150 80 50 8 lose
uth-ma         -                    cover_all         2            200 100 70 12 lose
lir-nj         -                    bets              -            1000 200 50 11 8 5 3 2 1
lir-nj         -                    bonus             -            $25,000 $2,500 $400 $200 $50 $25 $5
lir-nj         three_card_bonus=A   three_card_bonus  A            40 40 30 6 4 1
lir-nj         three_card_bonus=B   three_card_bonus  B            40 40 30 5 4 1
lir-nj         three_card_bonus=C   three_card_bonus  C            40 40 30 6 3 1
lir-nj         three_card_bonus=D   three_card_bonus  D            50 40 30 6 4 1
lir-nj         three_card_bonus=E   three_card_bonus  E            50 40 30 5 4 1
lir-nj         three_card_bonus=F   three_card_bonus  F            50 40 30 6 3 1
lir-nj         mini_royal=straight  three_card_bonus  A            6 40 30 6 4 1
lir-nj         mini_royal=nothing   three_card_bonus  A            lose 40 30 6 4 1
colorado-ma-1  version=required     main              required     500 100 40 11 8 5 5 5 3 2 1 push
colorado-ma-1  version=permissible  main              permissible  500 100 25 10 8 5 5 5 3 2 1 push push
colorado-ma-1  -                    bonus             required     10000 1000 100 50 25 15 5 5 3 1 push
colorado-ma-1  version=permissible  bonus             permissible  10000 1000 100 50 25 15 5 5 3 1 push
colorado-ma-2  version=required     main              required     500 100 40 11 8 5 5 5 3 2 1 push
colorado-ma-2  version=permissible  main              permissible  500 100 25 10 8 5 5 5 3 2 1 push push
colorado-ma-2  -                    bonus             required     10000 1000 100 50 25 15 5 5 3 1 push
dragon-md      -                    ante              -            1
dragon-md      ante_bonus=A         ante_bonus        A            30 10 6 2 1 push
dragon-md      ante_bonus=B         ante_bonus        B            30 4 1 push
dragon-md      three_card_bonus=A   three_card_bonus  A            40 30 15 10 4 2 1
dragon-md      three_card_bonus=B   three_card_bonus  B            40 30 20 10 4 2 1
dragon-md      -                    dragon_bet        -            1000 1000 200 60 7 5
"""


@pytest.mark.parametrize("line", TABLES.strip().splitlines())
def test_the_document_pays(line: str) -> None:
    name, option, table, column, *payouts = line.split()
    options = dict([option.split("=")]) if option != "-" else {}
    found = Submission.of(load(name), options).table(table, None if column == "-" else column)
    assert found.column == (None if column == "-" else column)
    assert [str(row.pays).replace(" to 1", "").replace(" to ", "/") for row in found.rows] == [
        pays if pays.startswith("$") else f"{int(pays):,}" if pays.isdecimal() else pays for pays in payouts
    ]


def test_five_card_tables_list_their_hands_from_the_highest_down() -> None:
    for name in ("uth-ma", "lir-nj", "colorado-ma-1", "colorado-ma-2"):
        for table in load(name).tables:
            hands = [row.hand for row in table.rows if row.hand in FIVE]
            assert hands in ([hand for hand in FIVE if hand in hands], ["straight_flush", "straight", "flush"]), table


def test_tens_push_or_pay_in_the_permissible_version_as_ruling_c1_is_set() -> None:
    book = load("colorado-ma-1")
    for tens, clause in (("push", "11(f)"), ("pay", "13(b)")):
        rows = Submission.of(book, {"version": "permissible", "tens": tens}).table("main").rows
        (row,) = [row for row in rows if row.hand == "pair_of_tens"]
        assert (str(row.pays), row.clause, row.ruling) == ({"push": "push", "pay": "1 to 1"}[tens], clause, "C1")


@pytest.mark.parametrize(("below", "pays"), [("lose", "lose"), ("push", "push"), ("even_money", "1 to 1")])
def test_cover_all_below_a_full_house_is_as_ruling_u1_is_set(below: str, pays: str) -> None:
    table = Submission.of(load("uth-ma"), {"cover_all_below": below}).table("cover_all", "4")
    assert str(table.rows[-1].pays) == pays
