"""The payout sign: every wager offered, in the words the documents allow."""

import re

import pytest

from croupier.rulebook import NAMES, Submission, load
from croupier.rulebook.sign import PayoutSign, sign


def made(name: str, **options: object) -> PayoutSign:
    return sign(Submission.of(load(name), options))


@pytest.mark.clause("uth-ma", "11(a)")
@pytest.mark.clause("lir-nj", "18.11(a)")
@pytest.mark.clause("colorado-ma-1", "12(a)", "13(a)")
@pytest.mark.clause("colorado-ma-2", "11(a)", "12(a)")
@pytest.mark.clause("dragon-md", "2.B(3)")
@pytest.mark.parametrize("name", NAMES)
def test_odds_are_stated_with_to_and_never_with_for(name: str) -> None:
    cells = [cell for block in made(name).blocks for row in block.rows for cell in row[1:]]
    assert cells
    for cell in cells:
        assert re.fullmatch(r"[\d,]+ to \d+|\$[\d,]+|Push", cell), cell


@pytest.mark.clause("dragon-md", "2.B(3)")
@pytest.mark.parametrize("name", NAMES)
def test_every_wager_offered_is_on_the_sign_and_no_other(name: str) -> None:
    book = load(name)
    titles = " ".join(block.title for block in made(name).blocks)
    assert all(wager.title in titles for wager in Submission(book).wagers)
    off = {
        option: "no" for option, about in book.options.items() if "no" in (about.values or {}) and option in book.wagers
    }
    fewer = " ".join(block.title for block in made(name, **off).blocks)
    assert not [option for option in off if book.wagers[option].title in re.split(r" and |, | \(", fewer)]


@pytest.mark.clause("dragon-md", "2.B(3)")
def test_2_b_3_the_dragon_sign_says_that_the_play_bet_equals_the_ante() -> None:
    assert made("dragon-md").phrases == ("Play Bet Must Equal Ante Bet",)


@pytest.mark.clause("lir-nj", "18.11(d)")
@pytest.mark.parametrize(("stake", "said"), [("collected", "does not come back"), ("returned", "comes back to")])
def test_l6_the_let_it_ride_sign_says_whether_the_dollar_of_the_bonus_comes_back(stake: str, said: str) -> None:
    notes = {block.title: block.notes for block in made("lir-nj", bonus_stake=stake).blocks}
    (note,) = notes["Let it ride bonus"]
    assert said in note
    assert note.endswith("(18.11(d); ruling L6)")
    assert not any(lines for title, lines in notes.items() if title != "Let it ride bonus")
    assert not any(block.notes for block in made("lir-nj", bonus="no").blocks)


@pytest.mark.parametrize(
    ("name", "version", "clauses"),
    [
        ("colorado-ma-1", "required", ("12(a)",)),
        ("colorado-ma-1", "permissible", ("13(a)",)),
        ("colorado-ma-2", "required", ("11(a)",)),
        ("colorado-ma-2", "permissible", ("12(a)",)),
    ],
)
def test_the_sign_cites_the_version_that_is_dealt(name: str, version: str, clauses: tuple[str, ...]) -> None:
    assert made(name, version=version).clauses == clauses


def test_a_row_of_several_pairs_has_its_comma_on_the_sign() -> None:
    assert ("Pair of sevens, eights or nines", "Push") in made("colorado-ma-1").blocks[0].rows


def test_what_a_submission_changes_is_on_the_sign() -> None:
    raised = made("uth-ma", trips="B", odds={"trips": {"flush": "9 to 1"}})
    (trips,) = [block for block in raised.blocks if block.title == "Trips (B)"]
    assert ("Flush", "9 to 1") in trips.rows


def test_a_hand_that_pays_nothing_is_not_on_the_sign() -> None:
    bonus = made("lir-nj", mini_royal="nothing").blocks[-1]
    assert bonus.rows[0] == ("Straight flush", "40 to 1")


def test_cover_all_has_a_column_for_each_number_of_hands() -> None:
    (cover_all,) = [block for block in made("uth-ma").blocks if block.title == "Cover All"]
    assert cover_all.columns == tuple(f"{hands} hands" for hands in range(7, 1, -1))
    assert cover_all.rows[0] == ("Royal flush", *(f"{odds} to 1" for odds in (70, 80, 100, 125, 150, 200)))


def test_limits_are_on_the_sign_when_they_hold() -> None:
    assert [limit.partition(":")[2] for limit in made("uth-ma").limits] == [
        " $50,000, or what minimum wagers could win if that is more (11(e))",
        " $75,000 (14(d))",
    ]
    assert made("colorado-ma-1").limits == ()
    assert made("colorado-ma-1", payout_limit="$60,000").limits == (
        "Most paid on one hand, Ante, Bet together: $60,000 (12(c))",
    )


def test_a_progressive_is_on_the_sign_when_it_is_offered() -> None:
    rows = [{"hand": "royal_flush", "share": "100%"}, {"hand": "straight_flush", "share": "2.5%"}]
    block = made("uth-ma", progressive={"seed": "$100", "increment": "$1", "rows": rows}).blocks[-1]
    assert (block.title, block.clause) == ("Progressive, $5", "14(a)")
    assert block.rows == (("Royal flush", "100% of the meter"), ("Straight flush", "2.5% of the meter"))
