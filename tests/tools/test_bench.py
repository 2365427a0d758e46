"""Benchmarks: what is missed is said at the end, and no neighbour is counted."""

from __future__ import annotations

import sys

import pytest
from judging import Judge, used_by


def test_what_is_missed_keeps_nothing_from_its_turn_and_is_said_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    judge = Judge()
    judge.at_least("times another", 9.9, 10, 15)
    judge.at_most("growth", 1.4, 1.3)
    judge.failed("analysis", "it ended with 2")
    judge.at_least("times a third", 12, 10, 15)
    assert judge.code() == 1
    said = capsys.readouterr().out.splitlines()
    assert "mark at least 10, aim 15 not reached: MISSED" in said[0]
    assert "mark at most 1.3: MISSED" in said[1]
    assert said[2].endswith("it ended with 2: MISSED")
    assert said[3].endswith("mark at least 10, aim 15 not reached: kept")
    assert said[4] == "missed: times another; growth; analysis"


def test_a_figure_at_its_mark_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    judge = Judge()
    judge.at_least("times another", 15, 15, 15)
    judge.at_most("growth", 1.3, 1.3, "by the clock 2")
    assert judge.code() == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].endswith("aim 15 reached: kept")
    assert said[1].endswith(": kept  (by the clock 2)")
    assert said[2] == "all marks kept"


def test_an_aim_may_lie_below_a_mark_and_a_figure_without_either_is_reported(
    capsys: pytest.CaptureFixture[str],
) -> None:
    judge = Judge()
    judge.at_most("times an echo", 6, 8, aim=5)
    judge.at_most("times an echo again", 5, 8, aim=5)
    judge.report("milliseconds", 12.5, "two processes")
    assert judge.code() == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].endswith("mark at most 8, aim 5 not reached: kept")
    assert said[1].endswith("aim 5 reached: kept")
    assert said[2].endswith("12.500  reported  (two processes)")


def test_a_program_that_waits_uses_no_time_of_the_processor() -> None:
    waits = used_by([sys.executable, "-S", "-c", "import time; time.sleep(1)"])
    assert waits.code == 0
    assert waits.seconds < 0.9
    assert waits.waited >= 1


def test_a_program_that_fails_says_so() -> None:
    assert used_by([sys.executable, "-S", "-c", "raise SystemExit(2)"]).code == 2
