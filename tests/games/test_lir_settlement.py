"""Let It Ride settled: tables of hands, a line a case, with what each wager wins or loses beside its stake."""

import pytest

import croupier
from croupier.cards import STANDARD
from croupier.games import load
from croupier.games.game import Ask, Board, Burn, Choice, Deal, Hand, Settle, Stub, TurnUp
from croupier.games.lines import Line, Stakes, limited
from croupier.games.terms import Terms
from croupier.money import cents, dollars

GAME = load("lir")
STAKES = {"bet_1": 1000, "bet_2": 1000, "bet_3": 1000, "bonus": 100, "three_card_bonus": 1000}
LETTERS = dict(zip("123BT", STAKES, strict=True))  # bets 1 to 3, the bonus, the three card bonus


def cases(table: str) -> pytest.MarkDecorator:
    """A test for each line of a table."""
    return pytest.mark.parametrize("line", [line.strip() for line in table.strip().splitlines()])


def terms(options: str = "-") -> Terms:
    """The terms that options like `bonus_stake=returned,minimum=25` make; `-` is none."""
    chosen = dict(option.split("=") for option in options.split(",") if option != "-")
    return Terms(croupier.submission("lir-nj", **chosen))


def settled(own: str, community: str, stakes: Stakes, under: Terms) -> list[Line]:
    facts = GAME.read(Hand(STANDARD.parse(own, 3)), Board(STANDARD.parse(community, 2)), under)
    return list(GAME.settle(facts, stakes, under))


def result(line: Line) -> str:
    """What the player is up or down by: `+$20`, `-$10`."""
    return {"win": "+", "lose": ""}[line.result] + dollars(line.amount)


# ---- bets 1 to 3, and the bonus ------------------------------------------------------------------------

# Three cards, two community cards: what each bet of $10 gets, and what the bonus of $1 gets, its dollar collected
# before the deal, or returned with a win.
BETS_AND_BONUS = """
    AhKhQh JhTh   +$10,000  +$24,999  +$25,000
    QsTsAs KsJs   +$10,000  +$24,999  +$25,000
    KhQhJh Th9h   +$2,000   +$2,499   +$2,500
    Ad2d3d 4d5d   +$2,000   +$2,499   +$2,500
    AhAdAc AsKh   +$500     +$399     +$400
    2h2dKc 2c2s   +$500     +$399     +$400
    AhAdAc KsKh   +$110     +$199     +$200
    2h2d3c 3s3h   +$110     +$199     +$200
    AhQhJh Th9h   +$80      +$49      +$50
    7c5c4c 3c2c   +$80      +$49      +$50
    AhKdQc JsTh   +$50      +$24      +$25
    Ah2d3c 4s5h   +$50      +$24      +$25
    7h7d7c KsQh   +$30      +$4       +$5
    2hAdKc 2s2d   +$30      +$4       +$5
    AhAdKc KsQh   +$20      -$1       -$1
    2h3d4c 3s2d   +$20      -$1       -$1
    AhAdKc QsJh   +$10      -$1       -$1
    KhKdAc QsJh   +$10      -$1       -$1
    QhQdAc KsJh   +$10      -$1       -$1
    JhAdKc JsQh   +$10      -$1       -$1
    ThTdAc KsQh   +$10      -$1       -$1
    2h5d8c TsTh   +$10      -$1       -$1
    Th3d2c Ts5h   +$10      -$1       -$1
    9h9dAc KsQh   -$10      -$1       -$1
    2h2d3c 4s5h   -$10      -$1       -$1
    AhKdQc Js9h   -$10      -$1       -$1
    QhKdAc 2s3h   -$10      -$1       -$1
    7h5d4c 3s2h   -$10      -$1       -$1
"""


@pytest.mark.clause("lir-nj", "18.10(g)1", "18.10(g)2", "18.10(g)3", "18.11(b)")
@cases(BETS_AND_BONUS)
def test_18_11_b_each_bet_is_paid_by_the_five_card_hand_and_loses_below_a_pair_of_tens(line: str) -> None:
    own, community, bet, *_ = line.split()
    stakes = {wager: STAKES[wager] for wager in ("bet_1", "bet_2", "bet_3")}
    lines = settled(own, community, stakes, terms())
    assert [(line.wager, result(line)) for line in lines] == [("bet_1", bet), ("bet_2", bet), ("bet_3", bet)]


@pytest.mark.clause("lir-nj", "18.6A(a)", "18.6A(c)", "18.10(g)3", "18.11(d)")
@cases(BETS_AND_BONUS)
def test_18_11_d_the_bonus_is_paid_its_amount_on_three_of_a_kind_or_better_as_ruling_l6_is_set(line: str) -> None:
    own, community, _, *amounts = line.split()
    for stake, amount in zip(("collected", "returned"), amounts, strict=True):
        (bonus,) = settled(own, community, {"bonus": 100}, terms(f"bonus_stake={stake}"))
        assert result(bonus) == amount
        assert dollars(bonus.back) == ("$0" if amount == "-$1" else dollars(cents(amount[1:]) + 100))


# ---- the three card bonus ------------------------------------------------------------------------------

# The option mini_royal where it has one, the three cards, and what $10 gets under pay tables A to F (or A to C).
THREE_CARD_BONUS = """
    -               QhKhAh  +$400 +$400 +$400 +$500 +$500 +$500
    straight_flush  QhKhAh  +$400 +$400 +$400
    straight        QhKhAh  +$60  +$50  +$60
    nothing         QhKhAh  -$10  -$10  -$10
    -               JsQsKs  +$400 +$400 +$400 +$400 +$400 +$400
    -               As2s3s  +$400 +$400 +$400 +$400 +$400 +$400
    straight        JsQsKs  +$400 +$400 +$400
    nothing         As2s3s  +$400 +$400 +$400
    -               AhAdAc  +$300 +$300 +$300 +$300 +$300 +$300
    -               2h2d2c  +$300 +$300 +$300 +$300 +$300 +$300
    -               QhKdAc  +$60  +$50  +$60  +$60  +$50  +$60
    nothing         QhKhAc  +$60  +$50  +$60
    -               6h5d4c  +$60  +$50  +$60  +$60  +$50  +$60
    -               Ah2d3c  +$60  +$50  +$60  +$60  +$50  +$60
    -               KhAd2c  -$10  -$10  -$10  -$10  -$10  -$10
    -               KhAh2h  +$40  +$40  +$30  +$40  +$40  +$30
    -               2c3c5c  +$40  +$40  +$30  +$40  +$40  +$30
    -               AhAd2c  +$10  +$10  +$10  +$10  +$10  +$10
    -               2h2dAc  +$10  +$10  +$10  +$10  +$10  +$10
    -               AhKdJc  -$10  -$10  -$10  -$10  -$10  -$10
    -               2h3d5c  -$10  -$10  -$10  -$10  -$10  -$10
"""


@pytest.mark.clause("lir-nj", "18.3(c)", *(f"18.3(c){n}" for n in range(1, 7)))
@pytest.mark.clause("lir-nj", "18.6B(a)", "18.6B(c)", "18.10(g)3", "18.11(e)")
@cases(THREE_CARD_BONUS)
def test_18_11_e_the_three_card_bonus_is_paid_by_the_table_chosen_and_rulings_l4_and_l5(line: str) -> None:
    mini_royal, own, *amounts = line.split()
    options = "" if mini_royal == "-" else f",mini_royal={mini_royal}"
    for table, amount in zip("ABCDEF", amounts, strict=False):
        # The community cards have no part in it.
        for community in ("JhTh", "9s8d"):
            (bonus,) = settled(own, community, {"three_card_bonus": 1000}, terms(f"three_card_bonus={table}{options}"))
            assert result(bonus) == amount, table


@pytest.mark.clause("lir-nj", "18.11(e)")
@pytest.mark.parametrize("table", "ABCDEF")
def test_18_11_e_only_the_mini_royal_of_tables_a_to_c_rests_on_ruling_l4(table: str) -> None:
    under = terms(f"three_card_bonus={table}")
    for own, rulings in (("QhKhAh", ("L4",) if table in "ABC" else ()), ("QhKhKd", ())):
        (bonus,) = settled(own, "2c9d", {"three_card_bonus": 1000}, under)
        assert (bonus.clauses, bonus.rulings) == (("18.11(e)",), rulings)


# Options, three cards, two community cards, the wager: the rulings that its line rests on.
RULED = """
    -                      JhQhKh 2c9d three_card_bonus  L5
    -                      2h3h4h 2c9d three_card_bonus  L5
    -                      Ah2h3h 9c9d three_card_bonus  L5
    -                      AhKh2h 9c9d three_card_bonus  L5
    -                      AhKd2h 9c9d three_card_bonus  L5
    -                      Ah2d3h 9c9d three_card_bonus  L5
    -                      QhKdAc 9c9d three_card_bonus  L5
    -                      JhQdKc 9c9d three_card_bonus  -
    -                      2h3d4h 9c9d three_card_bonus  -
    -                      AhQh2h 9c9d three_card_bonus  -
    -                      2h7d9c 9h9d three_card_bonus  -
    -                      2h2d9c 9h9d three_card_bonus  -
    -                      AhKhQh 9c9d three_card_bonus  L4
    mini_royal=straight    AhKhQh 9c9d three_card_bonus  L4
    mini_royal=nothing     AhKhQh 9c9d three_card_bonus  L4
    three_card_bonus=D     AhKhQh 9c9d three_card_bonus  -
    -                      AhKhQh JhTh bet_1             S4
    -                      9hKhQh JhTh bet_3             S4
    -                      9hKhQh JhTh bonus             L6,S4
    -                      AhAdAc KsKh bonus             L6
    bonus_stake=returned   AhAdAc KsKh bonus             L6
    -                      AhAdKc KsQh bonus             -
    -                      AhAdAc KsKh bet_2             -
    -                      2h7d9c QsKh bet_2             -
"""


@pytest.mark.clause("lir-nj", "18.3(c)2", "18.3(c)3", "18.3(c)4", "18.3(a)")
@cases(RULED)
def test_a_settlement_names_the_rulings_that_it_rests_on_and_no_others(line: str) -> None:
    options, own, community, wager, rulings = line.split()
    (found,) = settled(own, community, {wager: 100 if wager == "bonus" else 1000}, terms(options))
    assert sorted(found.rulings) == [ruling for ruling in rulings.split(",") if ruling != "-"]


# ---- all wagers of a hand together ---------------------------------------------------------------------

# Three cards, two community cards, the wagers still up: what comes of them, in the order in which it is done.
IN_ORDER = """
    AhKhQh JhTh  123BT  1:+$10,000 2:+$10,000 3:+$10,000 B:+$24,999 T:+$400
    QhQd7c 2s5h  123BT  B:-$1 1:+$10 2:+$10 3:+$10 T:+$10
    2h7d9c KhKs  123BT  B:-$1 T:-$10 1:+$10 2:+$10 3:+$10
    2h2d9c 2sKs  123BT  1:+$30 2:+$30 3:+$30 B:+$4 T:+$10
    8h4d3c 8s8d  123BT  T:-$10 1:+$30 2:+$30 3:+$30 B:+$4
    9h9d7c 2s5h  123BT  1:-$10 2:-$10 3:-$10 B:-$1 T:+$10
    AhKd9c Qs2h  123BT  1:-$10 2:-$10 3:-$10 B:-$1 T:-$10
    QhQd7c 2s5h  23BT   B:-$1 2:+$10 3:+$10 T:+$10
    QhQd7c 2s5h  13BT   B:-$1 1:+$10 3:+$10 T:+$10
    QhQd7c 2s5h  13     1:+$10 3:+$10
    QhQd7c 2s5h  3      3:+$10
    AhKd9c Qs2h  3      3:-$10
    AhKd9c Qs2h  3B     3:-$10 B:-$1
"""


@pytest.mark.clause("lir-nj", "18.10(g)3", "18.10(b)1", "18.10(b)2", "18.10(e)1", "18.10(e)2")
@cases(IN_ORDER)
def test_18_10_g_3_losers_are_collected_before_winners_are_paid_and_bets_withdrawn_are_gone(line: str) -> None:
    own, community, wagers, *expected = line.split()
    stakes = {LETTERS[letter]: STAKES[LETTERS[letter]] for letter in wagers}
    letters = {wager: letter for letter, wager in LETTERS.items()}
    assert [f"{letters[line.wager]}:{result(line)}" for line in settled(own, community, stakes, terms())] == expected


@pytest.mark.clause("lir-nj", "18.6A(d)", "18.6B(d)")
@cases(IN_ORDER)
def test_18_6a_d_and_18_6b_d_no_wager_has_a_bearing_on_another(line: str) -> None:
    own, community, wagers, *_ = line.split()
    stakes = {LETTERS[letter]: STAKES[LETTERS[letter]] for letter in wagers}
    together = settled(own, community, stakes, terms())
    alone = [settled(own, community, {line.wager: line.stake}, terms()) for line in together]
    assert alone == [[line] for line in together]


# ---- payouts that an operator sets ---------------------------------------------------------------------

FLUSH_PAYS_MORE = {"bets": {"flush": "9 to 1"}, "bonus": {"flush": "$75"}, "three_card_bonus": {"flush": "5 to 1"}}


@pytest.mark.clause("lir-nj", "18.10(g)3", "18.11(b)", "18.11(d)", "18.11(e)")
def test_18_11_payouts_are_the_least_and_may_be_higher() -> None:
    lines = settled("AhQh9h", "2h3h", STAKES, Terms(croupier.submission("lir-nj", odds=FLUSH_PAYS_MORE)))
    assert [result(line) for line in lines] == ["+$90", "+$90", "+$90", "+$74", "+$50"]


@pytest.mark.clause("lir-nj", "18.11(e)")
@pytest.mark.parametrize("table", "ABCDEF")
def test_18_11_e_the_mini_royal_may_be_paid_more_under_every_table(table: str) -> None:
    odds = {"three_card_bonus": {"mini_royal": "60 to 1"}}
    under = Terms(croupier.submission("lir-nj", three_card_bonus=table, odds=odds))
    for own, amount in (("QhKhAh", "+$600"), ("JhQhKh", "+$400")):
        assert [result(line) for line in settled(own, "2c9d", {"three_card_bonus": 1000}, under)] == [amount]


def test_odds_that_do_not_pay_whole_cents_are_rounded_down_where_ruling_s7_is_set_so() -> None:
    odds = {"bets": {"pair_of_tens_or_better": "3 to 2"}}
    rounding = Terms(croupier.submission("lir-nj", odds=odds, odd_cents="round_down"))
    assert [result(line) for line in settled("ThTd2c", "3h5h", {"bet_3": 501}, rounding)] == ["+$7.51"]


# ---- the payout limit ----------------------------------------------------------------------------------

# Options, three cards, two community cards, each of the bets with the wagers still up: what the limit takes off.
LIMITED = """
    -                                                   AhKhQh JhTh  $500  123BT  nothing
    payout_limit=$50000                                 AhKhQh JhTh  $500  123BT  $1,450,000
    payout_limit=$50000                                 AhKhQh JhTh  $500  3      $450,000
    payout_limit=$50000                                 AhKhQh JhTh  $20   123    $10,000
    payout_limit=$50000                                 AhKhQh JhTh  $20   13     nothing
    payout_limit=$50000                                 AhKhQh JhTh  $50   3      nothing
    payout_limit=$50000                                 AhKhQh JhTh  $51   3      $1,000
    payout_limit=$50000                                 AhKhQh JhTh  $16   123BT  nothing
    payout_limit=$50000,three_card_bonus=D              AhKhQh JhTh  $16   123BT  nothing
    payout_limit=$50000                                 KhQhJh Th9h  $100  123BT  $10,000
    payout_limit=$60000                                 KhQhJh Th9h  $100  123BT  nothing
    payout_limit=$50000                                 AhAdAc AsKh  $500  123BT  $25,000
    payout_limit=$50000                                 AhKdQc JsTh  $500  123BT  nothing
    payout_limit=$50000                                 AhKd9c JsTh  $500  123BT  nothing
    payout_limit=$75000,minimum=$25                     AhKhQh JhTh  $25   123BT  nothing
    payout_limit=$75000,minimum=$25                     AhKhQh JhTh  $26   123BT  $3,000
"""


@pytest.mark.clause("lir-nj", "18.11(c)")
@cases(LIMITED)
def test_18_11_c_a_limit_that_is_set_counts_bets_1_to_3_together_and_no_bonus(line: str) -> None:
    options, own, community, bet, wagers, taken_off = line.split()
    stakes = {LETTERS[letter]: 100 if letter == "B" else cents(bet) for letter in wagers}
    under = terms(options)
    added = limited(under, settled(own, community, stakes, under), stakes)
    found = [(line.result, line.stake, dollars(-line.amount), line.clauses, line.rulings) for line in added]
    assert found == ([] if taken_off == "nothing" else [("limit", 0, taken_off, ("18.11(c)",), ("S6", "L8"))])


# ---- what the player is told ---------------------------------------------------------------------------

# Options, cards, the wager with its stake: the sentence.
SENTENCES = """
- AhKhQh JhTh bet_1 $10
    Bet 1 $10 wins $10,000, at 1,000 to 1: your hand is a royal flush (Let It Ride 18.10(g)3, 18.11(b); ruling S4).
- Ad2d3d 4d5d bet_2 $5
    Bet 2 $5 wins $1,000, at 200 to 1: your hand is a straight flush (Let It Ride 18.10(g)3, 18.11(b); ruling S4).
- 2h2dKc 2c2s bet_3 $5
    Bet 3 $5 wins $250, at 50 to 1: your hand is four of a kind (Let It Ride 18.10(g)3, 18.11(b)).
- AhAdAc KsKh bet_3 $5
    Bet 3 $5 wins $55, at 11 to 1: your hand is a full house (Let It Ride 18.10(g)3, 18.11(b)).
- 7h7d7c KsQh bet_3 $7.50
    Bet 3 $7.50 wins $22.50, at 3 to 1: your hand is three of a kind (Let It Ride 18.10(g)3, 18.11(b)).
- AhAdKc KsQh bet_3 $5
    Bet 3 $5 wins $10, at 2 to 1: your hand is two pairs (Let It Ride 18.10(g)3, 18.11(b)).
- ThTdAc KsQh bet_3 $5
    Bet 3 $5 wins $5, at 1 to 1: your hand is a pair of tens or better (Let It Ride 18.10(g)3, 18.11(b)).
- 9h9dAc KsQh bet_1 $1,000
    Bet 1 $1,000 loses: the hand is lower than a pair of tens (Let It Ride 18.10(g)2).
- AhKhQh JhTh bonus $1
    Let it ride bonus $1 wins $24,999, paid $25,000: your hand is a royal flush (Let It Ride 18.11(d); ruling L6, S4).
bonus_stake=returned AhKdQc JsTh bonus $1
    Let it ride bonus $1 wins $25, paid $25: your hand is a straight (Let It Ride 18.11(d); ruling L6).
- AhAdKc KsQh bonus $1
    Let it ride bonus $1 loses: the hand is lower than three of a kind (Let It Ride 18.6A(c), 18.11(d)).
three_card_bonus=B QhKdAc 2c2d three_card_bonus $5
    Three card bonus $5 wins $25, at 5 to 1: your three cards are a straight (Let It Ride 18.11(e); ruling L5).
three_card_bonus=F 9h7h2h 2c2d three_card_bonus $5
    Three card bonus $5 wins $15, at 3 to 1: your three cards are a flush (Let It Ride 18.11(e)).
- AhQd2c 2d2h three_card_bonus $5
    Three card bonus $5 loses: the three cards are less than a pair (Let It Ride 18.3(c), 18.6B(c), 18.11(e)).
"""
TOLD = dict(zip(SENTENCES.splitlines()[1::2], SENTENCES.splitlines()[2::2], strict=True))


@pytest.mark.clause("lir-nj", "18.10(g)2", "18.10(g)3", "18.11(b)", "18.11(d)", "18.11(e)")
@pytest.mark.parametrize("case", TOLD)
def test_a_line_tells_the_player_why(case: str) -> None:
    options, own, community, wager, stake = case.split()
    under = terms(options)
    (line,) = settled(own, community, {wager: cents(stake)}, under)
    assert line.sentence(under) == TOLD[case].strip()


@pytest.mark.clause("lir-nj", "18.11(e)")
def test_18_11_e_a_mini_royal_that_the_table_does_not_pay_is_named() -> None:
    """Ruling L4, the other reading."""
    (line,) = settled("AhKhQh", "2d2c", {"three_card_bonus": 500}, terms("mini_royal=nothing"))
    assert line.because == "your three cards are a mini-royal, which this table does not pay"


@pytest.mark.clause("lir-nj", "18.11(c)")
def test_18_11_c_a_limit_tells_the_player_what_it_takes_off() -> None:
    under = terms("payout_limit=$50000")
    (line,) = limited(under, settled("AhKhQh", "JhTh", {"bet_3": 6000}, under), {"bet_3": 6000})
    told = (
        "The payout limit takes $10,000 off: no more than $50,000 is paid on one hand for Bet 1, Bet 2, Bet 3 together"
    )
    assert line.sentence(under) == f"{told} (Let It Ride 18.11(c); ruling S6, L8)."


# ---- the script ----------------------------------------------------------------------------------------


def asked(stage: str) -> dict[str, Choice]:
    (ask,) = [step for step in GAME.script(terms()) if isinstance(step, Ask) and step.stage == stage]
    return {choice.name: choice for choice in ask.choices}


@pytest.mark.clause("lir-nj", "18.10(c)", "18.10(d)", "18.10(f)")
def test_18_10_bet_1_is_asked_before_and_bet_2_after_the_first_community_card() -> None:
    """Of three community cards the one at the dealer's left is burned, and two are turned up (ruling L2)."""
    script = GAME.script(terms())
    assert [type(step) for step in script] == [Deal, Stub, Ask, Burn, TurnUp, Ask, TurnUp, Settle]
    assert script[0] == Deal(each=3, dealer=0, community=3, counted_chips=("bonus",))
    assert script[3] == Burn(of_community=True)
    assert [step.cards for step in script if isinstance(step, TurnUp)] == [1, 1]
    assert script[-1] == Settle(tuple(STAKES), "at the end")


@pytest.mark.clause("lir-nj", "18.6(d)", "18.10(b)", "18.10(b)1", "18.10(b)2", "18.10(e)", "18.10(e)1", "18.10(e)2")
def test_18_10_b_and_e_bets_1_and_2_ride_or_are_taken_back_and_bet_3_is_not_asked_about() -> None:
    asks = [step for step in GAME.script(terms()) if isinstance(step, Ask)]
    assert [ask.stage for ask in asks] == ["bet 1", "bet 2"]
    for stage, wager in (("bet 1", "bet_1"), ("bet 2", "bet_2")):
        choices = asked(stage)
        assert {name: choice.withdraws for name, choice in choices.items()} == {"ride": None, "withdraw": wager}
        assert not any(choice.wager or choice.discards or choice.ending for choice in choices.values())
    assert [ask.unless for ask in asks] == [None, None]  # whatever was decided on bet 1 (ruling L10)


@pytest.mark.parametrize("stage", ["bet 1", "bet 2"])
@pytest.mark.parametrize("cards", ["AhAdAc", "2h7d9c"])
def test_every_choice_is_open_and_who_is_away_withdraws_by_ruling_s10(stage: str, cards: str) -> None:
    assert all(GAME.may(choice, STANDARD.parse(cards), terms()) for choice in asked(stage))
    assert GAME.absent(stage, STANDARD.parse(cards), terms()) == "withdraw"


@pytest.mark.clause("lir-nj", "18.6(d)", "18.6A(a)", "18.6A(b)", "18.6B(a)", "18.6B(b)")
def test_18_6_three_equal_bets_are_required_and_bonuses_stand_beside_them_where_offered() -> None:
    wagers = terms("minimum=$25,maximum=$1000").wagers
    bets = ("bet_1", "bet_2", "bet_3")
    assert [(wagers[bet].required, wagers[bet].equal_to) for bet in bets] == [(True, None), *[(True, "bet_1")] * 2]
    withdrawn = [choice.withdraws for stage in ("bet 1", "bet 2") for choice in asked(stage).values()]
    assert [bet in withdrawn for bet in bets] == [True, True, False]
    assert wagers["bonus"].needs == wagers["three_card_bonus"].needs == bets
    assert terms("minimum=$25").bounds["bonus"] == (100, 100)  # a one-dollar chip, whatever the table's minimum
    assert set(terms("bonus=no,three_card_bonus=no").wagers) == set(bets)


@pytest.mark.clause("lir-nj", "18.10(g)1")
@pytest.mark.parametrize(
    ("own", "community", "said"),
    [
        ("AhKhQh", "JhTh", "royal flush"),
        ("Th3d2c", "Ts5h", "pair of tens"),
        ("2h3d4c", "3s2d", "two pairs, threes and twos"),
        ("2h7d9c", "QsKh", "king high"),
    ],
)
def test_18_10_g_1_three_cards_and_two_community_cards_are_announced_as_one_hand(
    own: str, community: str, said: str
) -> None:
    assert GAME.words(Hand(STANDARD.parse(own)), Board(STANDARD.parse(community))) == said
