"""`croupier analyze`: what it prints and writes, and what it says to bad input."""

import csv
import json
import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import suppress
from fractions import Fraction
from io import StringIO
from pathlib import Path

import openpyxl
import pytest
from rich.console import Console
from support.cli import shell

import croupier
from croupier import csv_text
from croupier.analysis.analyst import Analyst
from croupier.analysis.model.solution import quiet
from croupier.analysis.results.comparison import Readings, Table
from croupier.cli import main
from croupier.cli.analysis import analyze
from croupier.cli.terminal import output_files, show
from croupier.cli.terminal.errors import InputError

WHY = "it depends on what the other players fold, and nobody can speak for them"
CROUPIER = [*shell.CROUPIER, "analyze"]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return shell.run("analyze", *words, remembers=True)


def said(*words: str) -> str:
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


# ---- what it prints ------------------------------------------------------------------------------------


def test_seats_of_one_round_deviate_together() -> None:
    """Six seats have six variances and thirty covariances; hands beside one dealer's win and lose together."""
    alone, together = (json.loads(said("dragon-md", "--json", *more)) for more in ((), ("--seats", "6")))
    seats = together.pop("seats")
    assert together == alone
    variance = alone["wagers"]["base"]["decimal"]["variance"]
    assert seats["error"] is None
    assert seats["covariance"] == pytest.approx(1.788406, abs=1e-6)
    assert seats["deviation"] ** 2 == pytest.approx(6 * variance + 30 * seats["covariance"])
    assert seats["deviation_if_independent"] ** 2 == pytest.approx(6 * variance)
    assert seats["correlation"] == pytest.approx(seats["covariance"] / variance)
    page = said("dragon-md", "--seats", "6")
    assert re.search(r"Base game: 6 seats of one round together, in units of Ante\n", page)
    assert re.search(r"more than independent seats +38\.4%\n", page)


def test_one_seat_deviates_by_itself() -> None:
    found = json.loads(said("dragon-md", "--json", "--seats", "1"))
    assert found["seats"]["deviation"] == found["wagers"]["base"]["standard_deviation"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--seats", "7"], "--seats 7: this table takes from 1 to 6 players"),
        (["--seats", "0"], "--seats 0: this table takes from 1 to 6 players"),
        (["--seats", "2", "--stake", "ante=10"], "--seats is about the base game under the best play"),
        (["--seats", "2", "--all"], "--seats is about the base game under the best play"),
    ],
)
def test_seats_that_the_table_has_not_are_refused(words: list[str], why: str) -> None:
    done = run("dragon-md", *words)
    assert done.returncode == 2
    assert why in done.stderr


def test_the_summary_says_what_each_wager_is_worth() -> None:
    page = said("dragon-md", "--rounds", "500")
    assert re.search(r"Base game +3\.1650% of Ante +-0\.031650 +-581289/18365984\n", page)
    assert re.search(r"Dragon Bet +1\.0000 +14\.3985% +10\.8523\n", page)
    assert re.search(r"Dragon Bet +8\.69% \(1 in 11\.51\) +0\.00% \(never\) +91\.31% \(1 in 1\.10\)\n", page)
    assert re.search(r"your cards: fold +19\.0558% +1 in 5\.25\n", page)
    assert "Base game: after 500 rounds, in units of Ante\n" in page
    assert re.search(r"95% of the house's wins +from -\d+ to \d+\n", page)
    assert re.search(r"no probability is off by more than \de-\d+\n", page)
    assert re.search(r"\nfingerprint [0-9a-f]{64}\n$", page)
    assert "\x1b" not in page


def test_the_page_says_who_made_it_and_when_and_follows_the_pay_tables() -> None:
    page = said("dragon-md", "--hours", "2", "--pace", "30")
    assert re.search(rf"\nCroupier {re.escape(croupier.__version__)}, \d{{4}}-\d\d-\d\d\n", page)
    assert re.search(r"\nTrips +10 to 1 +10 +571 +2\.437463% +1 in 41\.03 +\+0\.243746\n", page)
    assert re.search(r"\nAll other +-1 +19,016 +81\.174763% +1 in 1\.23 +-0\.811748\n", page)
    assert re.search(r"\nBase game +98\.8734% +5\.14 / 6\.13 +2\.11\n", page)
    assert "\nDragon Bet: after 1,000 rounds, in units of Dragon Bet\n" in page
    assert "\nThe bankroll for 2 hours at 30 rounds an hour, by the risk of ruin\n" in page
    assert "Play with Phoenix, Panda, Rabbit or higher" in page


def test_json_is_one_object_with_every_wager_in_fractions() -> None:
    found = json.loads(said("dragon-md", "--set", "three_card_bonus=B", "--stake", "ante=$10", "--json"))
    asked = croupier.analyze("dragon-md", three_card_bonus="B", stakes={"ante": "$10"})
    edge = {name: found[name] for name in ("fingerprint", "date")}
    assert found == json.loads(json.dumps(asked.to_json())) | edge
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found["date"])
    assert found["version"] == croupier.__version__
    assert found["rulebook"] == "dragon-md"
    assert found["options"]["three_card_bonus"] == "B"
    assert set(found["options"]) == set(croupier.load("dragon-md").options)
    assert list(found["wagers"]) == ["base", "three_card_bonus", "dragon_bet", "joint"]
    for name, wager in found["wagers"].items():
        outcomes = {Fraction(each["net"]): each["ways"] for each in wager["outcomes"]}
        assert sum(outcomes.values()) == wager["cycle"]
        assert Fraction(wager["ev"]) == sum(won * ways for won, ways in outcomes.items()) / Fraction(wager["cycle"])
        assert all(str(Fraction(wager[each])) == wager[each] for each in ("ev", "average_wager"))
        assert isinstance(wager["element_of_risk"], float)
        assert isinstance(wager["standard_deviation"], float)
        assert ("actions" in wager) == (name in {"base", "joint"})
        assert {each: float(Fraction(value)) for each, value in wager["exact"].items()}.items() <= wager[
            "decimal"
        ].items()
        assert all(sum(each["names"].values()) == each["ways"] for each in wager["outcomes"])
        assert sum(row["ways"] for row in wager["table"]) == wager["cycle"]
        assert wager["session"]["rounds"] == 1000
        assert wager["ruin"]["method"] == "counted"
    assert found["strategy"]["first"]["hands"][0]["best"] in {"play", "fold"}
    assert found["strategy"]["later"] == []
    assert found["warnings"] == []
    assert found["on_equal_terms"] is None
    assert found["wagers"]["base"]["unit"] == "ante"
    assert sum(Fraction(often) for often in found["wagers"]["base"]["actions"].values()) == 1


def test_stakes_are_taken_together_in_dollars() -> None:
    page = said("dragon-md", "--stake", "ante=10", "--stake", "dragon_bet=$5")
    assert re.search(r"All stakes together +\$1\.0364 a round +-\$1\.036430 ", page)
    assert "All stakes together: after 1,000 rounds, in dollars\n" in page


def test_hands_that_nothing_looks_at_are_noted() -> None:
    assert "looks at other hands, so the 5 hands change nothing.\n" in said("dragon-md", "--hands", "5")


def test_a_progressive_comes_with_its_meter_and_its_break_even(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'rulebook = "dragon-md"\n[progressive]\nstake = "$1"\nseed = "$5,000"\nincrement = "$0.50"\ncards = "own"\n'
        'rows = [{ hand = "three_red_dragons", share = "100%" }]\n'
    )
    page = said("dragon-md", "--submission", str(file), "--meter", "$20,000")
    assert re.search(r"meter +\$20,000\nbreak even meter +\$23,42\d", page)


def test_all_compares_and_puts_the_comparison_into_the_page(tmp_path: Path) -> None:
    place = tmp_path / "x.html"
    found = json.loads(said("dragon-md", "--all", "--json", "--html", str(place)))
    assert found["tables"][0]["rows"][0]["Wager"] == "Base game"
    assert "Ante Bonus pay table" in place.read_text()


def test_a_comparison_is_printed_without_cutting_anything_off(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    columns = ("Option", "Value", "Wager", "House edge", "EV", "Against the first")
    rows = (
        ("A pay table", "A: the first", "Base game", "3.1650% of ante", "-581289/18365984", "+0.000000"),
        ("A pay table", "B: the second " * 9, "Base game", "2.9250% of ante", "-6715041/2295748", "+0.002400"),
        ("A pay table", "C: the third", "Cover All, 2 hands", WHY, "", ""),
    )
    terminal = Console(width=100, highlight=False, markup=False, emoji=False)
    monkeypatch.setattr(show, "console", lambda: terminal)
    readings = Readings("What each is worth", (Table("Pay tables", columns, rows), Table("Rulings", columns, ())))
    monkeypatch.setattr("croupier.analysis.readings.compare", lambda *_: readings)
    monkeypatch.setattr(sys, "argv", ["croupier", "analyze", "dragon-md", "--all"])
    with pytest.raises(SystemExit) as left:
        main()
    page = capsys.readouterr().out
    assert left.value.code == 0
    assert re.search(r"\nA pay table\n +Wager +House edge +EV +Against the first\n", page)
    assert re.search(r"\n  A: the first\n +Base game +3.1650% of ante +-581289/18365984 +\+0\.000000\n", page)
    assert re.search(r"\n +Base game +2.9250% of ante +-6715041/2295748 +\+0\.002400\n", page)
    assert page.count("second") == 9
    assert f"\n    Cover All, 2 hands: {WHY}\n" in page
    assert max(map(len, page.splitlines())) <= 100


# ---- what it writes ------------------------------------------------------------------------------------


def test_it_writes_a_page_and_spreadsheets(tmp_path: Path) -> None:
    sheet, folder = tmp_path / "sheet.html", tmp_path / "tables"
    sheet.write_text("an older one")
    page = said("dragon-md", "--html", str(sheet), "--csv", str(folder))
    assert "".join(page.split()).endswith(f"Wrote{sheet}.Wrote{folder}.")
    assert sheet.read_text().startswith("<!DOCTYPE html>")
    assert sorted(each.name for each in folder.iterdir()) == [
        "about.csv",
        "actions.csv",
        "base.csv",
        "decisions.csv",
        "dragon_bet.csv",
        "paths.csv",
        "ruin.csv",
        "sessions.csv",
        "strategy.csv",
        "summary.csv",
        "tables.csv",
        "three_card_bonus.csv",
    ]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["sheet.html", "tables"]
    fingerprint = re.search(r'id="fingerprint">(\w+)<', sheet.read_text())
    assert fingerprint
    assert fingerprint[1] in page


def test_a_workbook_has_every_table(tmp_path: Path) -> None:
    said("dragon-md", "--xlsx", str(tmp_path / "all.xlsx"), "--csv", str(tmp_path / "tables"))
    names = openpyxl.load_workbook(tmp_path / "all.xlsx").sheetnames
    assert names[0] == "Contents"
    assert len(names[1:]) == len(list((tmp_path / "tables").iterdir()))


def interrupted(*_: object, **__: object) -> str:
    raise KeyboardInterrupt


def test_an_interrupt_while_the_page_is_made_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.analysis.report.sheet.sheet", interrupted)
    place = str(tmp_path / "x.html")
    monkeypatch.setattr(
        sys, "argv", ["croupier", "analyze", "dragon-md", "--html", place, "--csv", str(tmp_path / "c")]
    )
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 130
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_while_files_are_written_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old.csv").write_text("old")
    texts = {tmp_path / "old.csv": "new", tmp_path / "made" / "second.csv": "new"}
    for fails_at in ("fsync", "link"):
        with monkeypatch.context() as patched:
            patched.setattr(os, fails_at, interrupted)
            with pytest.raises(KeyboardInterrupt):
                output_files.write(texts)
        assert [each.name for each in tmp_path.iterdir()] == ["old.csv"]
        assert (tmp_path / "old.csv").read_text() == "old"


def test_files_appear_together_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old.csv").write_text("old")
    texts = {tmp_path / "old.csv": "new", tmp_path / "new.csv": "new", tmp_path / "made" / "third.csv": "new"}
    real = Path.rename
    for good in range(4):
        moved = list[Path]()

        def rename(self: Path, target: Path, good: int = good, moved: list[Path] = moved) -> Path:
            moved.append(self)
            if len(moved) == good + 1:
                raise OSError(5, "Input/output error")
            return real(self, target)

        with monkeypatch.context() as patched:
            patched.setattr(Path, "rename", rename)
            with pytest.raises(InputError, match="Input/output error"):
                output_files.write(texts)
        assert [each.name for each in tmp_path.iterdir()] == ["old.csv"]
        assert (tmp_path / "old.csv").read_text() == "old"
    output_files.write(texts)
    assert all(path.read_text() == "new" for path in texts)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["made", "new.csv", "old.csv"]


def test_a_disk_that_fails_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left on device"):
        output_files.write({tmp_path / "made" / "x.csv": "text"})
    with pytest.raises(InputError, match="No space left on device"):
        output_files.write_new(tmp_path / "x.toml", "text")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_is_no_ordinary_file_is_refused_and_stays_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("precious")
    (tmp_path / "link").symlink_to("precious")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe"):
        place = tmp_path / name
        before = place.lstat().st_mode
        with pytest.raises(InputError, match="accepted: an ordinary file"):
            output_files.check_file(str(place))
        with pytest.raises(InputError, match="accepted: an ordinary file"):
            output_files.write({place: "text"})
        with pytest.raises(InputError, match="exists; name another file"):
            output_files.write_new(place, "text")
        with pytest.raises(InputError, match="exists; name another file"):
            output_files.Stream(str(place))
        assert place.lstat().st_mode == before
    assert (tmp_path / "precious").read_text() == "precious"


def test_a_file_is_as_readable_as_the_one_it_replaces(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    (tmp_path / "old").chmod(0o640)
    output_files.write({tmp_path / "old": "new", tmp_path / "new": "new"})
    (tmp_path / "plain").touch()
    modes = {each.name: each.stat().st_mode & 0o777 for each in tmp_path.iterdir()}
    assert modes == {"old": 0o640, "new": modes["plain"], "plain": modes["plain"]}


def test_a_file_system_without_second_names_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    (tmp_path / "old").write_text("old")
    output_files.write({tmp_path / "old": "new"})
    output_files.write_new(tmp_path / "new", "new")
    with pytest.raises(InputError, match="exists"):
        output_files.write_new(tmp_path / "new", "newer")
    assert {each.name: each.read_text() for each in tmp_path.iterdir()} == {"old": "new", "new": "new"}


def test_what_a_spreadsheet_would_run_is_written_as_text_and_numbers_stay_numbers() -> None:
    runs = ["=1+1", "+cmd", "-cmd|' /C calc'!A0", "@SUM(A1)", "-1+1", "\uff1dx", "-"]
    stays = ["-0.03", "-581289 / 18365984", "-593/11713", "+0.000000", "4.2e-05", "-1e-05", "-$1.50", "a=b", "", "3%"]
    rows = list(csv.reader(StringIO("".join(csv_text.lines(runs, [stays])), newline="")))
    assert rows == [[f"'{each}" for each in runs], stays]
    hidden = "".join(csv_text.lines(["\t=x", "\r@x", "a\r=x", "\x00-x"], []))
    assert hidden == "' =x,' @x,a =x,' -x\n"


# ---- at a terminal -------------------------------------------------------------------------------------


def test_a_terminal_sees_what_is_being_worked_on() -> None:
    leader, follower = pty.openpty()
    words = [*CROUPIER, "dragon-md", "--json"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=follower)  # noqa: S603
    out, _ = process.communicate(timeout=60)
    os.close(follower)
    shown = os.read(leader, 100_000).decode()
    os.close(leader)
    assert "the base game" in shown
    assert json.loads(out)["rulebook"] == "dragon-md"


def test_ctrl_c_ends_it_quietly_and_leaves_nothing(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    words = [*CROUPIER, "lir-nj", "--html", str(tmp_path / "x.html")]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=follower)  # noqa: S603
    os.close(follower)
    shown = b""
    while b"the base game" not in shown:
        shown += os.read(leader, 1000)
    process.send_signal(signal.SIGINT)
    with suppress(OSError):  # the other end is closed
        while more := os.read(leader, 1000):
            shown += more
    out, _ = process.communicate(timeout=60)
    os.close(leader)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in shown
    assert list(tmp_path.iterdir()) == []


# ---- bad input -----------------------------------------------------------------------------------------

BAD = [
    (["nothing"], "croupier: no rulebook 'nothing'; there are "),
    (["dragon-md", "--set", "colour=red"], "croupier: dragon-md: there is no option 'colour'; accepted: ante_bonus, "),
    (["dragon-md", "--set", "ante_bonus=Z"], "croupier: Dragon 12.B: 'Z' is no value of ante_bonus; accepted: A"),
    (["dragon-md", "--set", "odds.ante_bonus.trips=1 to 1"], "croupier: Dragon 12.B(1)(c): odds.ante_bonus.trips"),
    (
        ["dragon-md", "--stake", "ante=1"],
        "croupier: Dragon 7.F(1): Ante of $1 was offered (ruling S20)",
    ),
    (["dragon-md", "--stake", "ante=much"], "croupier: --stake ante: 'much' is no amount of money; write it like $5"),
    (["dragon-md", "--stake", "ante=10", "--stake", "ante=20"], "croupier: --stake ante: it has a stake already"),
    (["dragon-md", "--stake", "ante=-5"], "croupier: --stake ante: '-5' is no amount of money; write it like $5"),
    (
        ["dragon-md", "--stake", "horse=5"],
        "croupier: Dragon 7.D: 'horse' cannot be wagered now; accepted: ante, ante_b",
    ),
    (["dragon-md", "--stake", "ante"], "croupier: --stake takes WAGER=AMOUNT, such as --stake ante=10; 'ante' was"),
    (
        ["dragon-md", "--stake", "dragon_bet=5"],
        "croupier: Dragon 1.B(1): Dragon Bet stands only beside Ante",
    ),
    (
        ["dragon-md", "--hands", "1"],
        "croupier: 1 hands at the table were asked for; accepted: from 2 to 7, the dealer's",
    ),
    (["uth-ma", "--hands", "8"], "croupier: 8 hands at the table were asked for; accepted: from 2 to 7, the dealer's"),
    (["uth-ma", "--stake", "ante=5.01"], "croupier: UTH 11(c): Blind of $5.01 would not pay whole cents at 3 to 2"),
    (["uth-ma", "--stake", "ante=10", "--stake", "cover_all=5"], "croupier: Cover All looks at cards that the other"),
    (["dragon-md", "--meter", "$100"], "croupier: there is no progressive on this table; a submission sets one up"),
    (["dragon-md", "--meter", "lots"], "croupier: --meter: 'lots' is no amount of money; write it like $5"),
    (["dragon-md", "--all", "--hours", "3"], "croupier: --all, without files, tells of no session; accepted: without"),
    (["dragon-md", "--strategy", "dragon", "--pace", "9"], "croupier: --strategy, without files, tells of no session"),
    (["--strategies", "--all", "--html", "x"], "croupier: --html, --all are for an analysis; accepted: without --stra"),
    (["dragon-md", "--html", "x", "--xlsx", "./x"], "croupier: --html and --xlsx name one file; accepted: a file for"),
    (["dragon-md", "--rounds", "0"], "croupier: --rounds 0: a session has 1 round or more"),
    (["dragon-md", "--hours", "0"], "croupier: --hours 0: accepted: from 1 to 10,000"),
    (["dragon-md", "--hours", "10001"], "croupier: --hours 10001: accepted: from 1 to 10,000"),
    (["dragon-md", "--pace", "-1"], "croupier: --pace -1: accepted: from 1 to 10,000"),
    (["dragon-md", "--xlsx", "."], "croupier: . is a folder; name a file in it"),
    (
        ["dragon-md", "--html", "no/such/x.html"],
        "croupier: cannot write no/such/x.html: there is no folder no/such; make",
    ),
    (["dragon-md", "--html", "."], "croupier: . is a folder; name a file in it"),
    (["dragon-md", "--csv", "no/such"], "croupier: cannot write no/such: there is no folder no; make it first"),
    (["dragon-md", "--csv", "file"], "croupier: file is no folder; name one, or one to be made"),
    (
        ["dragon-md", "--all", "--stake", "ante=10"],
        "croupier: --all takes every wager by itself; accepted: --all without",
    ),
]


@pytest.mark.parametrize(("words", "message"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input_gets_one_clear_message_before_any_work(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    monkeypatch.setattr(Analyst.__init__, "__defaults__", (quiet, None, interrupted))
    monkeypatch.setattr(sys, "argv", ["croupier", "analyze", *words])
    with pytest.raises(SystemExit) as left:
        main()
    error = capsys.readouterr().err
    assert left.value.code == 2
    assert error.startswith(message)
    assert error.count("\n") == 1
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_a_folder_that_takes_no_file_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    monkeypatch.setattr(analyze, "analyse", interrupted)
    asked = analyze.AnalyzeOptions(html=str(tmp_path / "x.html"))
    with pytest.raises(InputError, match="Permission denied; name a place where you may write"):
        analyze.analyze("dragon-md", [], None, asked, as_json=False)


@pytest.mark.parametrize("option", ["--html", "--xlsx"])
@pytest.mark.parametrize("words", [["mine.toml"], ["--submission", "mine.toml"]], ids=" ".join)
def test_what_an_analysis_is_made_of_is_not_written_over(
    words: list[str],
    option: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text('rulebook = "dragon-md"\n', encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["croupier", "analyze", *words, option, "mine.toml"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert (
        "mine.toml is an input of this command, and would be overwritten; name another file" in capsys.readouterr().err
    )
    assert Path("mine.toml").read_text(encoding="utf-8") == 'rulebook = "dragon-md"\n'
