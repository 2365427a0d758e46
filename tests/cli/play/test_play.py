"""A seat in the terminal, recordings, and rounds written by hand, as their users meet them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli.shell import run
from support.default_house import NAMES

import croupier


def lines(*typed: str) -> str:
    return "\n".join(typed)


def said(*words: str, typed: str = "") -> str:
    done = run(*words, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return " ".join(done.stdout.split())


@pytest.mark.parametrize("name", NAMES)
def test_a_table_plays_by_itself_and_repeats_itself_by_its_seed(name: str) -> None:
    evening = said("play", name, "--auto", "--seed", "7", "--rounds", "3", "--seats", "3")
    assert "3 rounds; you have $" in evening
    assert evening == said("play", name, "--auto", "--seed", "7", "--rounds", "3", "--seats", "3")
    assert evening != said("play", name, "--auto", "--seed", "8", "--rounds", "3", "--seats", "3")


def test_without_a_seed_no_two_evenings_are_alike() -> None:
    assert len({said("play", "uth-ma", "--auto", "--rounds", "3") for _ in range(3)}) == 3


def test_a_player_plays_in_plain_sentences() -> None:
    typed = lines("help", "10 trips 5", "rules 10(a)", "rules 99", "sign", "nonsense", "9", "check", "2", "quit")
    evening = said("play", "uth-ma", "--plain", "--seed", "abc", typed=typed)
    for expected in (
        "Enter: the same wagers as before.",
        "You: king of diamonds, ace of clubs: ace high.",
        "Dealer: a card face down, a card face down.",
        "UTH 10(a) ",
        "uth-ma has no clause '99'",
        "Four of a kind: 7 hands, 20 to 1; 6 hands, 30 to 1; ",
        "Choose one of check, play 3x, play 4x, by number or name.",
        "2: play 3x, costs $30.",
        "You: check.",
        "; you have $",
    ):
        assert expected in evening, evening


def test_wagers_that_make_no_sense_are_answered_and_asked_again() -> None:
    typed = lines("ante x", "zebra 5", "ante 1", "none", "ante 5 cover all 1", "fold", "1", "1", "fold", "")
    evening = said("play", "uth-ma", "--plain", "--seed", "abc", typed=typed)
    for expected in (
        "'x' is no amount of money",
        "'zebra' is no wager here; there are Ante, Blind, Trips, Cover All",
        "Ante of $1 was offered (ruling S20); accepted: from $5 to $500",
        "Nobody has a wager; bet, or quit.",
        "Choose one of check, play 3x, play 4x",
        "Ante $5 loses: you folded (UTH 10(e)(2); ruling U18)",
        "Cover All $1 loses",
    ):
        assert expected in evening, evening


def test_a_card_to_discard_is_asked_for() -> None:
    typed = lines("", "bet", "nothing", "1", "", "", "declare", "fold", "quit")
    evening = said("play", "colorado-ma-1", "--plain", "--seed", "1", typed=typed)
    assert "Bet, and discard which (1 " in evening
    assert ": Enter sends it, back takes it back>" in evening
    assert "Discard one of " in evening
    assert "Choose one of bet, fold, by number or name." in evening, "what cannot be declared is not offered"


def test_money_that_runs_out_ends_the_evening() -> None:
    assert "0 rounds; you have $4, even." in said("play", "dragon-md", "--auto", "--bankroll", "4")
    evening = said("play", "dragon-md", "--auto", "--bankroll", "15", "--seed", "3", "--rounds", "50")
    assert "; you have $" in evening


POKER = " or ".join(book.id for book in croupier.rulebooks() if "poker" in book.title.lower())
BAD = [
    (["play", "poker"], f"croupier: 'poker' could be {POKER}; accepted: one of them"),
    (["play", "whist"], "croupier: no rulebook 'whist'"),
    (
        ["play", "uth-ma", "--plain", "--coach", "sometimes"],
        "croupier: the coach does not speak 'sometimes'; accepted: --coach before",
    ),
    (["play", "uth-ma", "--auto", "--coach", "--others", "zebra"], "croupier: --others zebra: cannot read zebra"),
    (["play", "uth-ma", "--auto", "--others", "lir-basic"], "croupier: Basic strategy is not for uth-ma; accepted: "),
    (["play"], "croupier: which game? one of colorado-ma-1"),
    (["play", "uth-ma"], "croupier: there is no terminal to play at; accepted: --auto"),
    (["play", "uth-ma", "--auto", "--seats", "9"], "croupier: --seats 9: this table takes from 1 to 6 players"),
    (["play", "uth-ma", "--auto", "--bankroll", "much"], "croupier: --bankroll: 'much' is no amount of money"),
    (["play", "uth-ma", "--auto", "--set", "trips=Z"], "croupier: UTH 11(d): 'Z' is no value of trips"),
    (["play", "uth-ma", "--auto", "--record", "no/such/folder"], "croupier: cannot write no/such/folder"),
    (["round", "nowhere.txt"], "croupier: cannot read nowhere.txt"),
    (["replay", "nowhere.txt"], "croupier: cannot read nowhere.txt"),
    (["audit", "nowhere.txt"], "croupier: cannot read nowhere.txt"),
]


@pytest.mark.parametrize(("words", "message"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input_gets_one_clear_message_and_exit_code_2(words: list[str], message: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stderr.startswith(message)
    assert "Traceback" not in done.stderr


# ---- recordings ----------------------------------------------------------------------------------------


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    file = tmp_path / "evening.jsonl"
    said("play", "colorado-ma-1", "--auto", "--seed", "1", "--rounds", "3", "--seats", "2", "--record", str(file))
    return file


def test_a_recording_is_whole_and_says_so(recording: Path) -> None:
    assert "is whole, but it is not signed: anybody who holds the file" in said("audit", str(recording))
    report = json.loads(run("audit", str(recording), "--json").stdout)
    assert (report["rounds"], report["rulebook"], report["whole"]) == (3, "colorado-ma-1", True)
    assert "exists; name another file" in run("play", "uth-ma", "--auto", "--record", str(recording)).stderr


def test_a_recording_that_was_altered_is_refused_at_its_line(recording: Path) -> None:
    lines = recording.read_text().splitlines()
    lines[4] = lines[4].replace('"who"', '"whom"', 1)
    recording.write_text("\n".join(lines) + "\n")
    done = run("audit", str(recording))
    assert done.returncode == 1
    assert done.stderr.startswith("croupier: line 5: the hash does not fit")


def test_a_recording_is_shown_as_a_viewer_saw_it(recording: Path) -> None:
    public, auditor = said("replay", str(recording), "--round", "2"), said("replay", str(recording), "--as", "auditor")
    assert "A card to seat 1." in public
    assert "A card to seat 1: " in auditor
    assert "A card to seat 1: " in said("replay", str(recording), "--as", "seat 1")
    assert "has no round 99" in run("replay", str(recording), "--round", "99").stderr
    assert "accepted are public, dealer, floor, auditor" in run("replay", str(recording), "--as", "nobody").stderr


def test_a_recording_without_commands_is_said_to_be_one(recording: Path) -> None:
    lines = recording.read_text().splitlines()
    recording.write_text(lines[0] + "\n")
    assert "line 2: the recording was cut off here" in run("audit", str(recording)).stderr


def test_a_recording_that_was_cut_off_is_refused_where_it_breaks(recording: Path) -> None:
    lines = recording.read_text().splitlines()
    for kept in (len(lines) - 1, len(lines) // 2, 3):
        recording.write_text("".join(f"{line}\n" for line in lines[:kept]))
        for command in ("audit", "replay"):
            done = run(command, str(recording))
            assert done.returncode == 1
            assert done.stderr.startswith(f"croupier: line {kept + 1}: the recording was cut off here")


def test_a_recording_is_whole_when_nobody_reads_the_output_any_more(tmp_path: Path) -> None:
    file = tmp_path / "head.jsonl"
    words = [sys.executable, "-m", "croupier", "play", "uth-ma", "--auto", "--rounds", "400", "--record", str(file)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as played:  # noqa: S603 - our own command
        assert played.stdout is not None
        assert played.stderr is not None
        for _ in range(30):
            played.stdout.readline()
        played.stdout.close()
        said_so = played.stderr.read().decode()
        assert played.wait() == 0
    assert said_so.startswith("croupier: nobody reads the output any more; the recording is whole, up to round ")
    found = json.loads(run("audit", str(file), "--json").stdout)
    assert found["whole"]
    assert said_so.endswith(", which is unfinished\n") == (found["unfinished"] is not None)


def test_nothing_stands_behind_the_line_that_closes_a_recording(recording: Path) -> None:
    lines = recording.read_text().splitlines()
    recording.write_text("".join(f"{line}\n" for line in [*lines, lines[-1]]))
    assert run("audit", str(recording)).stderr.startswith(f"croupier: line {len(lines) + 1}: ")


# ---- rounds written by hand ----------------------------------------------------------------------------

ROUND = """\
rulebook: uth-ma
deck: Ah Kh 9c 8d 2c Qh Jh Th 3d 4d 5s
seat 1: sit player=first bankroll=$1,000
seat 1: bet ante=$5 blind=$5
seat 1: play 4x
"""


def test_a_round_written_by_hand_is_dealt(tmp_path: Path) -> None:
    file = tmp_path / "royal.txt"
    file.write_text(ROUND)
    text = run("round", str(file)).stdout
    blind = "Blind $5 wins $2,500, at 500 to 1: your hand, a royal flush, beats the dealer's straight, queen high"
    assert f"{blind} (UTH 10(h)(2), 11(c); ruling U13)." in text
    file.write_text(text)
    assert run("round", str(file)).stdout == text, "a file with its answers is its own golden copy"
    assert run("round", "-", typed=ROUND).stdout == text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("seat one: check", "line 6: 'seat one: check' is not like"),
        ("dealer: dance", "line 6: 'dance' is nothing that anyone can do at a table"),
        ("seat 1: bet ante=much", "line 6: 'much' is no amount of money"),
        ("deck: Xx", "'Xx' is no card"),
        ("set: trips=Z", "UTH 11(d): 'Z' is no value of trips"),
        ("set: trips", "`set: trips` is not like `set: trips=B`"),
        ("rulebook: lir-nj", "a round begins with one line like `rulebook: uth-ma`"),
        ("deck: Ah Ah", "Ah is named 2 times"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused_with_its_number(line: str, message: str) -> None:
    done = run("round", "-", typed=ROUND + line + "\n")
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
