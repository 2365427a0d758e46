"""`croupier analyze --against`: somebody's results beside the exact accounts, and what is refused of their file."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from support.cli import shell

import croupier
from croupier.analysis.results.account import Account


def run(*words: str) -> tuple[int, str, str]:
    done = shell.run("analyze", *words, remembers=True)
    return done.returncode, done.stdout, done.stderr


def as_expected(account: Account, rounds: int) -> dict[Fraction, int]:
    """Results as often as they are expected, rounded down."""
    return {net: rounds * ways // account.cycle for net, ways in account.outcomes.items()}


def written(folder: Path, results: dict[str, dict[Fraction, int]]) -> str:
    rows = [f"{name},{net},{count}" for name, of in results.items() for net, count in of.items()]
    file = folder / "results.csv"
    file.write_text("\n".join(["wager,net,count", *rows]) + "\n")
    return str(file)


def test_results_as_expected_fit_and_a_pay_cell_that_was_changed_does_not(tmp_path: Path) -> None:
    found = croupier.analyze("dragon-md")
    rounds = 1_000_000
    results = {name: as_expected(found[name], rounds) for name in found}
    file = written(tmp_path, results)
    code, out, _ = run("dragon-md", "--against", file, "--json")
    said = json.loads(out)
    assert code == 0
    assert list(said["wagers"]) == list(found)
    for name, each in said["wagers"].items():
        assert each["exact_mean"] == str(found[name].ev)
        assert abs(each["z"]) < 0.1
        assert each["fit"]["p"] > 0.999
        assert each["standard_error"] == pytest.approx(found[name].standard_deviation / rounds**0.5, rel=1e-3)
    # A flush of the Three Card Bonus that pays one unit less.
    bonus = results["three_card_bonus"]
    row = next(row for row in found["three_card_bonus"].table if row.least == row.most == 4)
    bonus[Fraction(3)] = bonus.get(Fraction(3), 0) + bonus.pop(row.least)
    said = json.loads(run("dragon-md", "--against", written(tmp_path, results), "--json")[1])["wagers"]
    assert said["three_card_bonus"]["fit"]["p"] < 1e-9
    assert said["three_card_bonus"]["fit"]["worst"][0]["of"] == ["3"]
    assert said["dragon_bet"]["fit"]["p"] > 0.999


def test_the_results_farthest_off_are_shown(tmp_path: Path) -> None:
    file = written(tmp_path, {"dragon_bet": {Fraction(-1): 900, Fraction(5): 100}})
    code, out, _ = run("dragon-md", "--against", file)
    assert code == 0
    assert re.search(r"Dragon Bet +1,000 +-0\.400000 +-0\.143985 +-0\.\d\d +\d+\.\d +3 +\d\.\d+e-\d+\n", out), out
    assert re.search(r"off, in units of Dragon Bet\ncame +expected +away +net\n100 +44\.2 +\+8\.59 +5\n", out), out


def test_a_strategy_has_results_of_its_own(tmp_path: Path) -> None:
    strategy = 'name = "mine"\nsource = "me"\nrulebook = "dragon-md"\n[stages]\n"your cards" = ["play otherwise"]\n'
    (tmp_path / "mine.toml").write_text(strategy)
    best = croupier.analyze("dragon-md")
    file = written(tmp_path, {name: as_expected(best[name], 100_000) for name in best})
    said = json.loads(run("dragon-md", "--against", file, "--json", "--strategy", str(tmp_path / "mine.toml"))[1])
    assert said["strategy"].endswith("mine.toml")
    assert said["wagers"]["base"]["fit"]["p"] == 0  # who always plays never loses only the ante
    assert said["wagers"]["base"]["fit"]["chi_square"] is None
    assert said["wagers"]["dragon_bet"]["fit"]["p"] > 0.99


HEAD = "wager,net,count\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1 is no head of results; accepted: wager,net,count"),
        ("base,-1,5\n", "line 1 is no head of results; accepted: wager,net,count"),
        (HEAD, "has no rounds; accepted: a line for each wager and net result"),
        (HEAD + "base,-1,0\n", "has no rounds"),
        (HEAD + "base,-1\n", "line 2 has 2 cells; accepted: wager,net,count"),
        (HEAD + "base,-1,5\n\nbase,one,5\n", "line 4: 'one' is no net result; accepted: units such as -1, 1.5 or 3/2"),
        (HEAD + "base,1e999999999,5\n", "is no net result"),
        (HEAD + "base,1/0,5\n", "'1/0' is no net result"),
        (HEAD + "base,nan,5\n", "is no net result"),
        (HEAD + "base,-1,-5\n", "line 2: '-5' is no count; accepted: a whole number of rounds"),
        (HEAD + "base,-1,2.5\n", "is no count"),
        (HEAD + f"base,-1,{'9' * 400}\n", "no number has more than 300 digits"),
        (HEAD + "seven,-1,5\n", "'seven' was not analysed; accepted: base, three_card_bonus, dragon_bet"),
        (HEAD + 'base,"-1,5\n', "is no CSV"),
        ("wager;net;count\nbase;-1;5\n", "line 1 is no head of results"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "bad.csv"
    file.write_text(text)
    code, out, err = run("dragon-md", "--against", str(file))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("croupier: ")
    assert said in err


def test_a_file_of_a_spreadsheet_is_read(tmp_path: Path) -> None:
    file = tmp_path / "excel.csv"
    file.write_bytes(b"\xef\xbb\xbfWager, Net ,Count\r\nBase,-1.0,5\r\nbase, -1 ,5\r\nDRAGON_BET,5,1\r\n\r\n")
    said = json.loads(run("dragon-md", "--against", str(file), "--json")[1])["wagers"]
    assert (said["base"]["rounds"], said["base"]["mean"], said["dragon_bet"]["rounds"]) == (10, -1, 1)


@pytest.mark.parametrize(
    "words",
    [("--html", "x.html"), ("--csv", "tables"), ("--all",), ("--rounds", "5"), ("--strategies",)],
)
def test_options_without_a_meaning_beside_results_are_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    code, _, err = run("dragon-md", "--against", str(tmp_path / "none.csv"), *words)
    assert (code, err.count("\n")) == (2, 1)
    assert "accepted: " in err or "without" in err


def test_a_wager_on_all_hands_is_compared_with_their_number(tmp_path: Path) -> None:
    file = written(tmp_path, {"dragon_bet": {Fraction(-1): 5}, "joint": {Fraction(-10): 3}})
    code, _, err = run("dragon-md", "--against", file)
    assert (code, "'joint' was not analysed" in err) == (2, True)
    assert run("dragon-md", "--against", file, "--stake", "ante=10")[0] == 0
