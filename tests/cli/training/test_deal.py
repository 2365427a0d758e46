"""`croupier deal` as a dealer in training meets it."""

import re
import sys
from collections.abc import Callable

import pytest

from croupier.cli import main

Ran = Callable[..., tuple[int, str, str]]


@pytest.fixture(name="ran")
def how_it_ran(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ran:
    def ran(*words: str, typed: tuple[str, ...] = ()) -> tuple[int, str, str]:
        answers = iter(typed)

        def answer(question: str) -> str:
            sys.stdout.write(question)
            try:
                return next(answers)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        monkeypatch.setattr(sys, "argv", ["croupier", "deal", *words])
        with pytest.raises(SystemExit) as left:
            main()
        done = capsys.readouterr()
        return int(left.value.code or 0), " ".join(done.out.split()), done.err

    return ran


CHEAP = ("--others", "cheap", "--plain", "--seed", "3", "--rounds", "1")


def test_a_round_is_dealt_with_trouble_that_is_noticed_and_a_report_by_clause(ran: Ran) -> None:
    steps = (
        "no more bets",
        "deal",
        "call wrong count",
        "burn",
        "comm",
        "burn",
        "community",
        "stub",
        "reveal",
        "settle",
    )
    typed = ("help", "what now", "settle", "steps", "nonsense", "table", *steps)
    code, out, err = ran("uth-ma", "--trouble", "1", *CHEAP, "--seed", "9", typed=typed)
    assert (code, err) == (0, "")
    for expected in (
        "You deal Ultimate Texas Hold 'Em.",
        "what now: show what is due, with its clause",
        "2: deal.",
        "no more bets UTH 9(b)(2): ",
        "UTH 9(b)(2): 'settle' is not what comes now; what now says what does.",
        "That is no step; accepted: one of `steps`, by number or name.",
        "Irregularity (15(d)): seat 2 has a wrong number of cards.",
        " ...): done 1, wrong 1, missed 0, in ",
        "wrong: settle, when no more bets was due (9(b)(2))",
    ):
        assert expected in out, out
    assert "missed:" not in out


def test_what_can_be_typed_and_the_report_stand_in_columns_unless_plain(ran: Ran) -> None:
    drawn = tuple(each for each in CHEAP if each != "--plain")
    code, out, err = ran("dragon-md", *drawn, typed=("help", "steps", "no more bets", "report", "quit"))
    assert (code, err) == (0, "")
    for expected in (
        "Seat 1 wagers Ante $5, Ante Bonus $5.",
        "what now show what is due, with its clause",
        "2 deal 3 burn",
        "Your lesson, by clause clause done wrong missed time",
        "The round was left open: deal is due.",
    ):
        assert expected in out, out


@pytest.mark.parametrize(
    ("seed", "call", "found"),
    [
        ("3", "call dealer exposed", "Irregularity (15(a)): a card of the dealer's was exposed too early."),
        ("2", "call card exposed", "The floor is called: a card was exposed in dealing."),
        ("6", "", "The shoe has failed."),
        ("5", "", "Irregularity (15(b); ruling S2, S14): a card was found face up and is set aside."),
    ],
)
def test_trouble_is_of_many_kinds(ran: Ran, seed: str, call: str, found: str) -> None:
    typed = ("no more bets", "deal", *([call] if call else []))
    _, out, _ = ran("uth-ma", "--trouble", "1", *CHEAP, "--seed", seed, typed=typed)
    assert found in out, out
    assert "wrong:" not in out


def test_payouts_are_asked_of_you_and_checked(ran: Ran) -> None:
    typed = ("no more bets", "deal", "stub", "collect folds", "reveal", *["much", "5"] * 12, "settle")
    _, out, _ = ran("dragon-md", "--pay", "yourself", "--seats", "4", *CHEAP, typed=typed)
    assert "what do you pay>" in out
    assert "'much' is no amount of money" in out
    assert "Right. " in out or "No, $" in out
    assert "Your lesson, by clause" in out


def test_a_win_is_asked_once_with_the_hand_it_is_paid_for(ran: Ran) -> None:
    typed = ("no more bets", "deal", "stub", "collect folds", "reveal", "table", "5", "what now", "5", "burn", "settle")
    _, out, _ = ran("dragon-md", "--pay", "yourself", "--plain", "--seed", "5", "--rounds", "1", typed=typed)
    assert out.count("Seat 2, Ante $5, what do you pay>") == 2, "once, and again after the table was asked for"
    assert out.count("Seat 2, Play $5, what do you pay>") == 2
    assert out.count("Right. To seat 2:") == 2
    before, _, after = out.partition("Seat 2, Ante $5, what do you pay>")
    assert before.endswith("Seat 2: Rabbit, Rabbit, Monkey. ")
    assert "settle Dragon 11.D(3): " in after
    assert "wrong: burn, when settle was due (11.D(3))" in after


def test_a_mistake_that_is_repeated_is_told_once_with_how_often_and_never_with_the_right_step(ran: Ran) -> None:
    _, out, _ = ran("uth-ma", *CHEAP, typed=("settle", "settle", "settle", "no more bets", "settle", "quit"))
    before, _, report = out.partition("Your lesson, by clause")
    assert before.count("'settle' is not what comes now") == before.count("; what now says what does.") == 4
    assert "accepted" not in before
    assert "wrong: settle, when no more bets was due, 3 times (9(b)(2))" in report
    assert "wrong: settle, when deal was due (9(c))" in report
    assert report.endswith("The round was left open: deal is due.")


def test_a_lesson_in_which_nothing_was_done_has_no_report(ran: Ran) -> None:
    _, out, _ = ran("dragon-md", *CHEAP, typed=("quit",))
    assert "No step was taken." in out
    assert "Your lesson, by clause" not in out


def test_a_lesson_reads_out_no_hashes(ran: Ran) -> None:
    _, out, _ = ran("dragon-md", *CHEAP, typed=("quit",))
    assert "The session opens. A deck" in out
    assert "The stack goes into the shoe. Seat 1" in out
    assert re.search(r"[0-9a-f]{32}", out) is None


def test_drills_ask_by_themselves_and_keep_score(ran: Ran) -> None:
    _, out, _ = ran("uth-ma", "--drill", "payouts", "--rounds", "2", "--seed", "1", typed=("$400", "x"))
    assert "Cover All, 6 hands dealt: $5 on royal flush, what is paid?> Right (UTH 13(k))." in out
    assert "1 of 2 right, in " in out
    _, out, _ = ran("dragon-md", "--drill", "hands", "--rounds", "2", "--seed", "1", typed=("Pair of dragons", "quit"))
    assert "Panda, Red Dragon, Blue Dragon: what is announced?> Right." in out
    assert "1 of 1 right, in " in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seats", "9"), "--seats 9: this table takes from 1 to 6 players"),
        (("--trouble", "2"), "--trouble 2.0: accepted: from 0 to 1"),
        (("--pay", "them"), "--pay them: accepted: yourself"),
        (("--drill", "songs"), "--drill songs: accepted: payouts, hands"),
        (
            ("--drill", "hands", "--pay", "yourself"),
            "--drill asks questions without a table; accepted: without --seats",
        ),
        (("--drill", "hands", "--seats", "2"), "--drill asks questions without a table; accepted: without --seats"),
        (
            ("--drill", "hands", "--trouble", "0.5"),
            "--drill asks questions without a table; accepted: without --seats",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(ran: Ran, words: tuple[str, ...], message: str) -> None:
    code, _, err = ran("uth-ma", *words)
    assert code == 2
    assert message in err
