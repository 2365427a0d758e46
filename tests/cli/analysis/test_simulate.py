"""`croupier simulate`: its data by name, its files, and input that it refuses in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli.shell import run

QUICK = ("simulate", "dragon-md", "--seed", "1")


def said(*words: str) -> dict[str, object]:
    ended = run(*QUICK, *words, "--json")
    assert ended.returncode == 0, ended.stderr
    found: dict[str, object] = json.loads(ended.stdout)
    return found


def test_the_data_is_named_as_the_page_says() -> None:
    found = said("--rounds", "2e4", "--seats", "2", "--seat", "strategy=dragon ante=10, dragon_bet=5@60%")
    assert list(found) == [
        *("rulebook", "options", "seed", "rounds", "fingerprint", "took", "table", "seats", "covariance"),
        *("covariance_standard_error", "wagers", "fit", "periods", "tray"),
    ]
    assert set(found["took"]) == {"seconds", "rounds_a_second"}  # type: ignore[call-overload]
    figures = {"mean", "standard_error", "standard_deviation", "exact_mean", "z"}
    assert set(found["table"]) == figures  # type: ignore[call-overload]
    seats = found["seats"]
    assert isinstance(seats, list)
    assert len(seats) == 2
    assert set(seats[0]) == figures | {"strategy", "stakes"}
    assert seats[0]["stakes"] == {"ante": "$10", "ante_bonus": "$10", "dragon_bet": "$5@60%"}
    wagers, periods = found["wagers"], found["periods"]
    assert isinstance(wagers, dict)
    assert isinstance(periods, dict)
    assert list(wagers) == ["ante", "ante_bonus", "play", "dragon_bet"]
    assert set(wagers["ante"]) == {"mean", "standard_error", "exact_mean", "z", "handle"}
    assert list(periods) == ["hour", "shift", "day", "month"]
    assert [each["rounds"] for each in periods.values()] == [40, 320, 640, 19_200]
    assert set(found["tray"]) == {"0.01", "0.001"}  # type: ignore[call-overload]
    assert set(found["fit"]) >= {"chi_square", "cells", "p", "worst"}  # type: ignore[call-overload]


def test_files_are_written_and_what_is_written_is_read_by_analyze(tmp_path: Path) -> None:
    html, csv = tmp_path / "page.html", tmp_path / "tables"
    ended = run(*QUICK, "--rounds", "20000", "--html", str(html), "--csv", str(csv))
    assert ended.returncode == 0
    assert "The house's win over time" in ended.stdout
    assert "<svg" in html.read_text(encoding="utf-8")
    held = run("analyze", "dragon-md", "--against", str(csv / "results.csv"), "--json")
    assert json.loads(held.stdout)["wagers"]["base"]["fit"]["p"] > 1e-4


@pytest.mark.parametrize(
    ("words", "accepted"),
    [
        (("--rounds", "0"), "from 1 to"),
        (("--rounds", "1.5"), "a whole number"),
        (("--rounds", "many"), "such as 100,000 or 1e8"),
        (("--rounds", "9", "--seats", "8"), "from 1 to 6"),
        (("--rounds", "9", "--seats", "0"), "1 or more"),
        (("--rounds", "9", "--seat", "best"), "such as strategy=best"),
        (("--rounds", "9", "--seat", "luck=5"), "ante, ante_bonus"),
        (("--rounds", "9", "--seat", "ante=1"), "from $5 to $500"),
        (("--rounds", "9", "--seat", "ante=10@50%"), "no share for it"),
        (("--rounds", "9", "--seat", "dragon_bet=5@0%"), "dragon_bet=5@60%"),
        (("--rounds", "9", "--seat", "strategy=uth-simple"), "uth-ma or uth-fr"),
        (("--rounds", "9", "--seat", "strategy=nobodys"), "or a file of yours"),
        (("--rounds", "9", "--seat", "sees=nothing"), "sees=all"),
        (("--rounds", "9", "--seat", "bankroll=5"), "accepted: $15"),
        (("--rounds", "9", "--seat", "win=5"), "bankroll=400,win=200"),
        (("--rounds", "9", "--seat", "rebate=110%"), "rebate=10%@500"),
        (("--rounds", "9", "--seat", "bankroll=100,rebate=10%@500"), "nobody loses so much"),
        (("--rounds", "9", "--workers", "0"), "from 1 to 256"),
        (("--rounds", "9", "--workers", "2", "--scheduler", "localhost:9"), "one of the two"),
        (("--rounds", "9", "--scheduler", "nonsense"), "HOST:PORT of a Dask scheduler"),
        (("--rounds", "9", "--pace", "0"), "from 1 to 10,000"),
        (("--rounds", "9", "--resume", "nowhere"), "a folder of a run"),
    ],
)
def test_bad_input_is_refused_in_a_sentence_with_what_is_accepted(words: tuple[str, ...], accepted: str) -> None:
    ended = run(*QUICK, *words)
    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1
    assert accepted in ended.stderr


def test_a_folder_goes_on_and_further_and_is_nobody_elses(tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    first = said("--rounds", "3000", "--out", folder)
    again = run(*QUICK, "--rounds", "3000", "--out", folder)
    assert again.returncode == 2
    assert "--resume" in again.stderr
    other = run("simulate", "dragon-md", "--seed", "2", "--rounds", "3000", "--resume", folder)
    assert "another run's" in other.stderr
    assert other.returncode == 2
    further = said("--rounds", "5000", "--resume", folder)
    assert (first["rounds"], further["rounds"]) == (3000, 5000)
    assert further | {"took": 0} == said("--rounds", "5000") | {"took": 0}
