"""The page on simulations does what it says, to the figures that it shows."""

import re
from pathlib import Path

import pytest
from support.documentation import ROOT, play_through

PAGE = (ROOT / "docs/simulating.md").read_text(encoding="utf-8")


def test_the_page_can_be_followed_and_answers_eight_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(re.findall(r"^## .*\?$", PAGE, re.MULTILINE)) == 8
    assert play_through(PAGE) == 13
