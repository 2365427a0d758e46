"""Rounds written by hand: what is understood, and what is said of a line that is not."""

from __future__ import annotations

import pytest

from croupier.rulebook import SubmissionError, UnknownError
from croupier.table.play.script_file import ScriptError, played

SIT = "seat 1: sit player=first bankroll=$100"


def answers(*lines: str, rulebook: str = "rulebook: uth-ma") -> list[str]:
    """Everything that follows from a round's lines."""
    return list(played("\n".join([rulebook, *lines])))


def refused(*lines: str) -> str:
    """What is said of a line that is not understood, without where it stands."""
    with pytest.raises(ScriptError) as error:
        answers(*lines)
    where, _, why = str(error.value).partition(": ")
    assert where == f"line {len(lines) + 1}"
    return why


@pytest.mark.parametrize("text", ["", "seat 1: check", "rulebook: uth-ma\nrulebook: lir-nj"])
def test_a_round_has_one_rulebook(text: str) -> None:
    with pytest.raises(ScriptError, match="a round begins with one line like `rulebook: uth-ma`"):
        list(played(text))


def test_a_rulebook_and_its_options_must_exist() -> None:
    with pytest.raises(UnknownError, match="no rulebook 'uth-ny'"):
        answers(rulebook="rulebook: uth-ny")
    with pytest.raises(SubmissionError, match="luck"):
        answers("set: luck=yes")
    with pytest.raises(ScriptError, match="`set: trips` is not like `set: trips=B`"):
        answers("set: trips")
    with pytest.raises(ScriptError, match=r"`set: odds={` is no table as a submission writes it"):
        answers("set: odds={")


@pytest.mark.parametrize("line", ["check", "guest: check", "seat: check", "seat one: check", "dealer 1: deal"])
def test_a_line_says_who_asks(line: str) -> None:
    assert refused(line) == f"{line!r} is not like `seat 1: check` or `dealer: cut depth=20`"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("dealer: dance", "'dance' is nothing that anyone can do at a table"),
        ("seat 1: sit player=first bankroll=much", "'much'"),
        ("seat 1: bet ante=much", "'much'"),
        ("seat 2: sit bankroll=-5", "'-5' is no amount of money"),
        ("dealer: deal cards=1z", "'1z'"),
        ("seat 1: bet, discard 1z", "'1z'"),
        (f"dealer: cut depth={'9' * 5000}", "depth=99999999999999999999 is no whole number"),
        ("floor: act seat=one", "seat=one is no whole number"),
        ("dealer: cut depth=--5", "depth=--5 is no whole number"),
        ("dealer: stub count=some", "count=some is no whole number"),
        ("dealer: cut depth=20 depth=30", "depth is given twice"),
    ],
)
def test_a_line_that_is_not_understood_is_named(line: str, why: str) -> None:
    assert why in refused(SIT, line)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("floor: act seat=1 choice=bet", "'act' has no 'choice'; accepted: 'act' alone"),
        ("floor: recut reason=", "reason cannot be ''; accepted: reason: 1 to 200 letters"),
    ],
)
def test_what_a_command_does_not_take_is_for_the_table_to_refuse(line: str, why: str) -> None:
    assert any(each.startswith("  Refused: ") and why in each for each in answers(SIT, line))


def test_a_player_is_a_person_by_an_id_and_is_called_by_it() -> None:
    lines = answers(
        "set: two_positions=yes", SIT, SIT.replace("seat 1", "seat 2"), "seat 2: leave", rulebook="rulebook: lir-nj"
    )
    assert "  A player sits down at seat 2 (first)." in lines
    assert "  The player leaves seat 2." in lines
    nameless = answers("seat 3: sit bankroll=$50", "seat 3: leave", "seat 9: leave")
    assert "  A player sits down at seat 3." in nameless
    assert "  [seat 3] betting, waits for dealer no more bets; seat 3 has $50: no cards" in nameless
    assert "  The player leaves seat 3." in nameless
    assert any("there is no seat 9" in line for line in nameless)


def test_an_id_that_is_none_is_refused_and_a_name_that_is_none_is_no_line() -> None:
    assert any("by cannot be 'Ann Lee'" in line for line in answers("seat 1: sit player=Ann Lee bankroll=$50"))
    assert "the name has more than 24 characters" in refused(f"seat 1: sit player={'x' * 25}")
    assert "no character that can be seen" in refused("seat 1: sit player=")


def test_a_step_that_waits_for_the_dealer_exists() -> None:
    with pytest.raises(
        ScriptError, match="`manual: dance, sing` names no step; there are, with commas between them, all, burn, "
    ):
        answers("manual: sing, dance", SIT)


@pytest.mark.parametrize(
    ("count", "said"), [("no", "The stub of 41 cards goes"), ("yes", "The stub is counted, 41 cards,")]
)
def test_whether_the_stub_is_counted_is_yes_or_no_or_a_number(count: str, said: str) -> None:
    played_on = ["seat 1: bet ante=$5 blind=$5", "seat 1: ready", "seat 1: play 4x"]
    told = "\n".join(answers("manual: stub", SIT, *played_on, f"dealer: stub count={count}"))
    assert said in told


def test_a_fault_is_named_with_or_without_the_word() -> None:
    short, long = ([*answers(SIT, f"fault: {each}=3")] for each in ("lost position", "fault what=lost position"))
    assert [line for line in short if "fault" not in line] == [line for line in long if "fault" not in line]


@pytest.mark.parametrize("line", ["seat 1: bet, discard 2c 3c", "seat 1: decide choice=bet discard=2c3c"])
def test_of_two_cards_that_are_put_away_none_is_chosen_for_the_player(line: str) -> None:
    told = answers(SIT, "seat 1: bet ante=$5", line, rulebook="rulebook: colorado-ma-1")
    assert [each for each in told if "2c, 3c was discarded; accepted: one of" in each]


def test_comments_stay_and_answers_are_written_anew() -> None:
    lines = answers("# a comment", "", SIT, "", "  what the table answered before")
    assert lines[:3] == ["rulebook: uth-ma", "# a comment", ""]
    assert "  what the table answered before" not in lines
    assert lines.count("") == 1
    assert list(played("\n".join(lines))) == lines


def test_a_physical_deck_is_dealt_by_the_cards_that_are_entered() -> None:
    """The faces of the cards stand in the line of the deal."""
    lines = answers(
        "manual: shuffle",
        SIT,
        "device: shuffle physical=yes",
        "seat 1: bet ante=$10 blind=$10",
        "dealer: deal cards=Ah Ad Ks Kd",
        "seat 1: decide choice=check",
        "dealer: burn cards=2c",
    )
    assert "  [seat 1] round, waits for player decide 1; dealer ?? ??, community -; seat 1 first has $80: Ah Ad" in (
        line.partition(", ante")[0] for line in lines
    )
    assert not any("Commitment" in line and "Commitment ." not in line for line in lines)


def test_the_floor_acts_for_a_player_who_is_away() -> None:
    """Rulings S10 and S24: nobody says what the player does, and of the cards the one dealt last is put away."""
    lines = answers(
        "deck: 2h 3c 4d 7s 9h Jd",
        "seat 1: sit player=first bankroll=$100",
        "seat 1: bet ante=$10",
        "seat 1: leave",
        "floor: act seat=1",
        "set: version=permissible",
        "set: absent_player=hold",
        rulebook="rulebook: colorado-ma-1",
    )
    assert "  Seat 1: no bet, discards 9h." in lines
