"""Submissions: what a rulebook accepts, and every objection with its clause."""

import re
import tomllib
from contextlib import suppress
from importlib import resources
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cli.rulebook.submission import starting_file
from croupier.money import dollars
from croupier.rulebook import NAMES, Submission, SubmissionError, load
from croupier.rulebook.loader import build
from croupier.rulebook.progressive import Progressive

ROYAL = {"hand": "royal_flush", "share": "100%"}
ROWS = 'rows like { hand = "royal_flush", share = "100%" } or { hand = "full_house", pays = "$250" }'
METER = {"seed": "$10,000", "increment": "$0.50", "rows": [ROYAL, {"hand": "full_house", "pays": "$250"}]}


def objections(name: str, **options: object) -> list[str]:
    with pytest.raises(SubmissionError) as refused:
        Submission.of(load(name), options)
    return str(refused.value).splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_without_a_choice_the_first_value_holds_and_side_wagers_are_offered(name: str) -> None:
    book = load(name)
    submission = Submission.of(book, {})
    for option, about in book.options.items():
        if about.values and submission.has_meaning(option):
            assert submission[option] == next(iter(about.values))
    assert {wager.name for wager in submission.wagers} == set(book.wagers) - {"progressive"}
    times = int(str(submission["maximum"])) if book.options["maximum"].times else 0
    assert submission["minimum"] == 500
    assert submission.amount("maximum") == (times * 500 or 50_000)
    assert submission.limits == tuple(limit for limit in book.limits if limit.imposed)


# One line a case: the rulebook, the options, and how the one objection begins.
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("uth-ma", {"trips": "E"}, "UTH 11(d): 'E' is no value of trips; accepted: A (pay table A), B"),
    ("uth-ma", {"two_positions": "yes"}, "UTH 12: 'yes' is no value of two_positions; accepted: no"),
    ("uth-ma", {"match_play": "yes"}, "UTH 6(a): 'yes' is no value of match_play (ruling S8); accepted: no"),
    ("uth-ma", {"seats": 22}, "UTH 6(e): seats cannot be 22 (ruling U27); accepted: a whole number from 1 to 21"),
    ("dragon-md", {"seats": "7"}, "Dragon 2.A: seats cannot be '7' (ruling D25); accepted: a whole number from 1 to 6"),
    ("lir-nj", {"seats": True}, "Let It Ride 18.6(b), 18.2(a), 18.7(c): seats cannot be True"),
    ("uth-ma", {"dealing": "hand"}, "UTH 13(d): cover_all yes does not go with dealing hand: "),
    ("uth-ma", {"shuffling": "manual"}, "UTH 13(d): cover_all yes does not go with shuffling manual: "),
    ("lir-nj", {"dealing": "hand", "shuffling": "manual"}, "Let It Ride 18.8(b)1: dealing hand does not go with"),
    ("lir-nj", {"dealing": "hand", "pre_shuffled": "yes"}, "Let It Ride 18.8(b)1: dealing hand does not go with pre"),
    ("dragon-md", {"dealing": "hand", "shuffling": "manual"}, "Dragon 9.A(1): dealing hand does not go with"),
    ("colorado-ma-1", {"decks": "two", "shuffling": "manual"}, "Colorado 2(b): decks two does not go with"),
    ("colorado-ma-2", {"shuffling": "manual"}, "Colorado 5(a), 7(f): 'manual' is no value of shuffling; accepted: "),
    ("colorado-ma-2", {"dealing": "hand"}, "Colorado 7(a), 8(a): 'hand' is no value of dealing; accepted: manual_sh"),
    ("colorado-ma-2", {"pre_shuffled": "yes"}, "Colorado 4(a), 5(a): 'yes' is no value of pre_shuffled (ruling C24)"),
    ("colorado-ma-1", {"tens": "pay"}, "Colorado 11(f), 13(b): tens has no meaning unless version is permissible "),
    ("lir-nj", {"three_card_bonus": "D", "mini_royal": "nothing"}, "Let It Ride 18.11(e), 18.3(c)2: mini_royal has no"),
    ("dragon-md", {"dealer_stack": "shuffler"}, "Dragon 10.B(3), 10.B(4): dealer_stack has no meaning unless dealing"),
    ("uth-ma", {"cover_all": "no", "folded_hands_count": "no"}, "UTH 13(b), 10(e)(2)(ii): folded_hands_count has "),
    ("lir-nj", {"minimum": "$600"}, "Let It Ride 18.6(d), 18.6B(b): minimum $600 is above maximum $500 (ruling S20)"),
    ("uth-ma", {"trips_minimum": "1000"}, "UTH 6(c), 6(b): trips_minimum $1,000 is above trips_maximum $500"),
    (
        "lir-nj",
        {"minimum": "five"},
        "Let It Ride 18.6(d), 18.6B(b): minimum cannot be 'five' (ruling S20); accepted: an",
    ),
    (
        "lir-nj",
        {"minimum": 2.5},
        "Let It Ride 18.6(d), 18.6B(b): minimum = 2.5 is a bare number (ruling S20); accepted",
    ),
    (
        "colorado-ma-1",
        {"payout_limit": 5_000_000},
        "Colorado 12(c), 13(c): payout_limit = 5000000 is a bare number (ruling C12); accepted: the amount in quotes",
    ),
    (
        "colorado-ma-1",
        {"payout_limit": "$10,000,000,000,000.01"},
        "Colorado 12(c), 13(c): payout_limit cannot be '$10,000,000,000,000.01' (ruling C12); accepted: at most $10,0",
    ),
    ("uth-ma", {"maximum": "9" * 5000}, "UTH 6(a): maximum cannot be '999"),
    ("uth-ma", {"maximum": 10**5000}, "UTH 6(a): maximum = what cannot be written out is a bare number"),
    ("uth-ma", {"seats": 10**5000}, "UTH 6(e): seats cannot be what cannot be written out (ruling U27)"),
    ("uth-ma", {"odds": {"trips": {"flush": f"{'9' * 5000} to 1"}}}, "UTH 11(d): odds.trips.flush cannot be '999"),
    ("uth-ma", {"odds": {"trips": {"flush": "1000000001 to 1"}}}, "UTH 11(d): odds.trips.flush cannot be '1000000001"),
    ("colorado-ma-1", {"payout_limit": "$49,999"}, "Colorado 12(c): payout_limit cannot be $49,999 (ruling C12); acc"),
    (
        "lir-nj",
        {"payout_limit": "50000", "minimum": "$25"},
        "Let It Ride 18.11(c): payout_limit cannot be $50,000 (r",
    ),
    ("uth-ma", {"odds": {"trips": {"flush": "6 to 1"}}}, "UTH 11(d): odds.trips.flush cannot be '6 to 1' (ruling S5)"),
    ("uth-ma", {"odds": {"blind": {"flush": "2 to 1"}}}, "UTH 11(c): odds.blind.flush is stated flatly and cannot be"),
    ("uth-ma", {"odds": {"trips": {"fluhs": "9 to 1"}}}, "UTH 11(d): odds.trips.fluhs is no row of the table; accept"),
    (
        "uth-ma",
        {"odds": {"trips": {"flush": 8}}},
        "UTH 11(d): odds.trips.flush cannot be 8 (ruling S5); accepted: odds ",
    ),
    (
        "uth-ma",
        {"odds": {"bets": {"flush": "9 to 1"}}},
        "uth-ma: odds.bets is no pay table in force; accepted: [odds.T",
    ),
    ("uth-ma", {"odds": "high"}, "uth-ma: odds cannot be 'high'; accepted: [odds.TABLE] with hands of the table"),
    (
        "dragon-md",
        {"odds": {"dragon_bet": {"gold_dragon": "6 to 1"}}},
        "Dragon 12.D(1)(f): odds.dragon_bet.gold_dragon is",
    ),
    (
        "lir-nj",
        {"odds": {"bonus": {"flush": "$40"}}},
        "Let It Ride 18.11(d): odds.bonus.flush cannot be '$40' (ruling S5)",
    ),
    ("lir-nj", {"odds": {"bonus": {"flush": "60 to 1"}}}, "Let It Ride 18.11(d): odds.bonus.flush cannot be '60 to 1'"),
    (
        "colorado-ma-1",
        {"odds": {"main": {"pair_of_sevens_eights_or_nines": "1 to 1"}}},
        "Colorado 10(f): odds.main.pair_",
    ),
    ("uth-ma", {"trps": "A"}, "uth-ma: there is no option 'trps'; did you mean trips?; accepted: trips, "),
    ("uth-ma", {"progressive": "yes"}, "UTH 14(a), 14(b), 14(c): progressive cannot be 'yes' (ruling U9); accepted: a"),
    ("uth-ma", {"progressive": METER | {"colour": 1}}, "UTH 14(a), 14(b), 14(c): progressive has no key 'colour'"),
    ("uth-ma", {"progressive": {"seed": 1}}, "UTH 14(a), 14(b), 14(c): progressive lacks 'increment', lacks 'rows'"),
    ("uth-ma", {"progressive": METER | {"increment": "$6"}}, "UTH 14(a), 14(b), 14(c): an increment of $6 is more"),
    ("uth-ma", {"progressive": METER | {"seed": "much"}}, "UTH 14(a), 14(b), 14(c): progressive.seed cannot be 'much'"),
    ("uth-ma", {"progressive": METER | {"cards": "own"}}, "UTH 14(a), 14(b), 14(c): progressive.cards cannot be 'own'"),
    (
        "uth-ma",
        {"progressive": METER | {"rows": [{"hand": "pair", "pays": "$3"}]}},
        "UTH 14(a), 14(b), 14(c): a row that pays $3",
    ),
    (
        "uth-ma",
        {"progressive": METER | {"rows": [{"hand": "pair", "pays": 300}]}},
        "UTH 14(a), 14(b), 14(c): progressive.rows.pays = 300 is a bare number",
    ),
    ("uth-ma", {"progressive": METER | {"seed": 1000}}, "UTH 14(a), 14(b), 14(c): progressive.seed = 1000 is a bare"),
    (
        "dragon-md",
        {"other_instrument": " "},
        "Dragon 7.A: other_instrument cannot be ' ' (ruling S27); accepted: its na",
    ),
    ("dragon-md", {"other_instrument": "x" * 41}, "Dragon 7.A: other_instrument cannot be 'xxx"),
    ("dragon-md", {"other_instrument": 5}, "Dragon 7.A: other_instrument cannot be 5 (ruling S27)"),
    (
        "uth-ma",
        {"progressive": METER | {"rows": []}},
        f"UTH 14(a), 14(b), 14(c): progressive.rows cannot be [] (ruling U9); accepted: {ROWS}$",
    ),
    (
        "lir-nj",
        {"odds": {"bonus": {"flush": "1 to 1"}}},
        "Let It Ride 18.11(d): odds.bonus.flush cannot be '1 to 1' (ruling S5); accepted: an amount of $50 or more$",
    ),
    (
        "uth-ma",
        {"odds": {"trips": {"flush": "1 to 1"}}},
        "UTH 11(d): odds.trips.flush cannot be '1 to 1' (ruling S5); accepted: odds of 7 to 1 or more$",
    ),
    (
        "uth-ma",
        {"progressive": METER | {"rows": [ROYAL, ROYAL]}},
        "UTH 14(a), 14(b), 14(c): progressive.rows cannot pay",
    ),
    (
        "uth-ma",
        {"progressive": METER | {"rows": [ROYAL | {"share": "101%"}]}},
        "UTH 14(a), 14(b), 14(c): progressive.rows cannot have",
    ),
    ("dragon-md", {"progressive": METER}, "Dragon 7.F(4): progressive lacks 'stake' (ruling D15); accepted: a table"),
]


@pytest.mark.clause("colorado-ma-1", "2(b)", "8(b)(1)", "6(f)", "6a(a)")
@pytest.mark.clause("colorado-ma-2", "2(b)", "6(f)", "6a(a)")
@pytest.mark.clause("uth-ma", "2(b)", "8(b)(1)", "13(d)")
@pytest.mark.clause("lir-nj", "18.2(b)", "18.8(b)1")
@pytest.mark.clause("dragon-md", "3.B", "9.A(1)", "7.F(4)", "2.A")
@pytest.mark.parametrize(("name", "options", "said"), REFUSED, ids=[said[:40] for _, _, said in REFUSED])
def test_what_a_document_does_not_allow_is_refused_with_its_clause(
    name: str, options: dict[str, Any], said: str
) -> None:
    (found,) = objections(name, **options)
    assert f"{found}$".startswith(said)
    assert "; accepted: " in found


def test_all_objections_are_raised_not_just_the_first() -> None:
    said = objections("uth-ma", trips="E", seats=0, odds={"blind": {"flush": "2 to 1"}, "trips": {"flush": "1 to 1"}})
    assert [line.partition(":")[0] for line in said] == ["UTH 11(d)", "UTH 6(e)", "UTH 11(c)", "UTH 11(d)"]


ACCEPTED: list[tuple[str, dict[str, Any], str, object]] = [
    ("uth-ma", {"trips": "B"}, "trips", "B"),
    ("uth-ma", {"cover_all": False}, "cover_all", "no"),
    ("uth-ma", {"seats": "7"}, "seats", 7),
    ("uth-ma", {"minimum": "10"}, "minimum", 1_000),
    ("uth-ma", {"minimum": "2.50"}, "minimum", 250),
    ("uth-ma", {"maximum": "$1,000"}, "trips_maximum", 100_000),
    ("uth-ma", {"cover_all": "no", "dealing": "hand"}, "dealing", "hand"),
    ("lir-nj", {"payout_limit": "$75,000", "minimum": "25"}, "payout_limit", 7_500_000),
    ("colorado-ma-1", {"payout_limit": "$50,000"}, "payout_limit", 5_000_000),
    ("colorado-ma-1", {"version": "permissible", "tens": "pay"}, "tens", "pay"),
    ("dragon-md", {"two_positions": "yes"}, "two_positions", "yes"),
    ("dragon-md", {"absent_player": "forfeit"}, "absent_player", "forfeit"),
    ("dragon-md", {}, "other_instrument", None),
    ("dragon-md", {"other_instrument": " voucher "}, "other_instrument", "voucher"),
    ("dragon-md", {"dealing": "automated_shoe"}, "shoe_failure", "in_use"),
    ("uth-ma", {"shoe_failure": "any_time"}, "shoe_failure", "any_time"),
]


@pytest.mark.parametrize(("name", "options", "option", "value"), ACCEPTED)
def test_what_a_document_allows_is_accepted(name: str, options: dict[str, Any], option: str, value: object) -> None:
    assert Submission.of(load(name), options)[option] == value


@pytest.mark.clause("colorado-ma-1", "6a(a)")
@pytest.mark.clause("lir-nj", "18.6A(a)", "18.6B(a)")
@pytest.mark.parametrize(
    ("name", "option", "wager"),
    [
        ("colorado-ma-1", "bonus", "bonus"),
        ("lir-nj", "bonus", "bonus"),
        ("lir-nj", "three_card_bonus", "three_card_bonus"),
        ("dragon-md", "three_card_bonus", "three_card_bonus"),
        ("dragon-md", "dragon_bet", "dragon_bet"),
        ("uth-ma", "cover_all", "cover_all"),
    ],
)
def test_an_operator_may_leave_a_side_wager_off_the_table(name: str, option: str, wager: str) -> None:
    submission = Submission.of(load(name), {option: "no"})
    assert not submission.offers(wager)
    assert wager not in {each for table in submission.tables() for each in table.wagers}
    with pytest.raises(KeyError):
        submission.table(wager)


def test_an_option_without_meaning_sets_nothing() -> None:
    assert Submission.of(load("colorado-ma-1"), {})["tens"] is None


def test_higher_odds_where_the_document_says_no_less_than() -> None:
    submission = Submission.of(load("uth-ma"), {"odds": {"trips": {"flush": "8 to 1"}}})
    (flush,) = [row for row in submission.table("trips").rows if row.hand == "flush"]
    assert str(flush.pays) == "8 to 1"


def test_a_row_that_pays_as_another_rises_with_it() -> None:
    submission = Submission.of(load("lir-nj"), {"odds": {"three_card_bonus": {"straight_flush": "45 to 1"}}})
    assert [str(row.pays) for row in submission.table("three_card_bonus").rows[:2]] == ["45 to 1", "45 to 1"]


def test_a_bonus_push_may_be_raised_to_odds() -> None:
    raised = {"bonus": {"pair_of_jacks_or_better": "1 to 1"}}
    assert Submission.of(load("colorado-ma-1"), {"odds": raised}).odds


@pytest.mark.clause("dragon-md", "7.F(4)")
def test_a_progressive_is_off_until_a_submission_gives_its_terms() -> None:
    for name, given_terms in (("uth-ma", METER), ("dragon-md", None)):
        assert not Submission.of(load(name), {}).offers("progressive")
        if given_terms:
            assert Submission.of(load(name), {"progressive": given_terms}).offers("progressive")
    rows = [{"hand": "three_dragons", "share": "10%"}, {"hand": "three_red_dragons", "share": "100%"}]
    terms = {"stake": "$1", "seed": "$500", "increment": "0.25", "rows": rows}
    progressive = Submission.of(load("dragon-md"), {"progressive": terms})["progressive"]
    assert isinstance(progressive, Progressive)
    assert str(progressive) == "on"  # as the choices of a table are listed
    assert (progressive.stake, progressive.increment, progressive.cards) == (100, 25, "own")
    said = [(hand, str(pays)) for hand, pays in progressive.rows]
    assert said == [("three_red_dragons", "100% of the meter"), ("three_dragons", "10% of the meter")]


# ---- files ---------------------------------------------------------------------------------------------


def test_a_submission_is_read_from_toml() -> None:
    submission = Submission.parse('rulebook = "uth-ma"\ntrips = "C"\n[odds.trips]\nstraight = "5 to 1"\n')
    assert (submission.rulebook.id, submission["trips"]) == ("uth-ma", "C")


def test_a_submission_says_for_which_rulebook_it_is() -> None:
    said = 'a submission starts with the rulebook it is for: rulebook = "uth-ma"'
    with pytest.raises(ValueError, match=f"^{said}$"):
        Submission.parse('trips = "C"')


@pytest.mark.parametrize("name", NAMES)
def test_the_starting_file_stands_and_so_does_each_of_its_lines_without_the_mark(name: str) -> None:
    text = "\n".join(starting_file(load(name), name))
    assert Submission.parse(text).chosen == {}
    defaults = Submission(load(name))
    for option in tomllib.loads(uncommented(text)):
        assert option in {"rulebook", "odds", *load(name).options}
    # An option without meaning at first stays out, as its comment says.
    meaningless = [option for option in load(name).options if not defaults.has_meaning(option)]
    lines = [line for line in uncommented(text).splitlines() if line.partition(" ")[0] not in meaningless]
    assert Submission.parse("\n".join(lines))["minimum"] == 500


def uncommented(text: str) -> str:
    return "\n".join(line.removeprefix("# ") for line in text.splitlines() if re.match(r"(# )?(\w+ = |\[)", line))


@pytest.mark.parametrize("seats", ["0\x1f", "9" * 5000, "-1", "½", ""])
def test_what_is_no_number_of_seats_is_refused(seats: str) -> None:
    with pytest.raises(SubmissionError, match="seats cannot be"):
        Submission.of(load("uth-ma"), {"seats": seats})


texts = st.text(max_size=12)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_no_input_breaks_the_check(name: str, data: st.DataObject) -> None:
    keys = st.sampled_from([*load(name).options, "odds"]) | texts
    options = data.draw(st.dictionaries(keys, anything, max_size=4))
    with suppress(SubmissionError):
        assert set(Submission.of(load(name), options).chosen) <= set(load(name).options)


# ---- what is written is read again ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("uth-ma", {"trips": "B", "seats": 5, "minimum": "$10", "maximum": "$1,000.50"}),
        ("uth-ma", {"odds": {"trips": {"flush": "8 to 1", "straight": "5 to 1"}, "blind": {}}}),
        ("uth-ma", {"progressive": METER | {"cards": "own_and_flop"}}),
        ("dragon-md", {"other_instrument": "voucher"}),
        (
            "dragon-md",
            {
                "progressive": {
                    "stake": "$2",
                    "seed": "$500",
                    "increment": "$0.25",
                    "cards": "own",
                    "rows": [
                        {"hand": "three_red_dragons", "share": "100%"},
                        {"hand": "three_dragons", "share": "0.5%"},
                    ],
                }
            },
        ),
    ],
    ids=["choices and money", "odds", "progressive", "text", "progressive with a stake"],
)
def test_a_submission_is_written_as_it_was_given(name: str, options: dict[str, Any]) -> None:
    submission = Submission.of(load(name), options)
    given_odds = {table: rows for table, rows in options.get("odds", {}).items() if rows}
    assert submission.options() == {**options, **({"odds": given_odds} if given_odds else {})}
    assert Submission.of(load(name), submission.options()) == submission


# ---- bounds that hold wherever a rulebook comes from ---------------------------------------------------


def test_a_minimum_may_be_the_maximum() -> None:
    submission = Submission.of(load("uth-ma"), {"minimum": "$10", "maximum": "$10", "trips_maximum": "$1"})
    assert (submission["minimum"], submission["maximum"]) == (1_000, 1_000)
    (said,) = objections("uth-ma", minimum="$10", maximum="$9.99")
    assert "minimum $10 is above maximum $9.99" in said


def written(name: str) -> dict[str, Any]:
    text = (resources.files("croupier.rulebook") / "data" / f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def test_a_number_without_a_least_counts_from_nothing() -> None:
    whole = written("uth-ma")
    whole["option"]["lamps"] = {"title": "Lamps", "clauses": ["1"], "kind": "number", "ruling": "U27", "default": 4}
    book = build(whole, written("shared"))
    assert Submission.of(book, {"lamps": "0"})["lamps"] == 0
    with pytest.raises(SubmissionError, match=r"lamps cannot be -1 .*; accepted: a whole number of at least 0"):
        Submission.of(book, {"lamps": -1})


@pytest.mark.clause("lir-nj", "18.11(c)")
@pytest.mark.parametrize("reverse", [False, True])
def test_a_limit_is_no_less_than_what_minimum_wagers_win_by_their_own_table(reverse: bool) -> None:  # noqa: FBT001
    whole = written("lir-nj")
    whole["table"] = whole["table"][::-1] if reverse else whole["table"]
    book = build(whole, written("shared"))
    royal = 3 * 1000 * 2_500  # three bets of $25 at 1000 to 1
    least = {"minimum": "$25", "maximum": "$100"}
    assert Submission.of(book, {**least, "payout_limit": dollars(royal)})["payout_limit"] == royal
    with pytest.raises(SubmissionError, match=re.escape(f"accepted: {dollars(royal)} or more")):
        Submission.of(book, {**least, "payout_limit": dollars(royal - 1)})
