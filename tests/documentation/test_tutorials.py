"""Tutorials and reference pages do what they say: commands run, examples give what they show."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.documentation import ROOT, blocks, examples_fail, play_through

TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
READERS = [
    "dealer",
    "designer",
    "manager",
    "mathematician",
    "operator",
    "player",
    "programmer",
    "regulator",
    "researcher",
]
DAILY = {"designer", "regulator", "researcher"}  # the others are run by `make prove-docs`


def test_there_is_a_tutorial_for_each_reader() -> None:
    assert [page.stem for page in TUTORIALS] == READERS


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=() if each in DAILY else pytest.mark.prove) for each in READERS]
)
def test_a_tutorial_can_be_followed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "tutorials" / f"{name}.md").read_text(encoding="utf-8")
    assert examples_fail(page) == 0
    assert play_through(page) > 0 or ">>> " in page


def test_the_strategy_file_of_the_reference_page_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "reference" / "strategy-files.md").read_text(encoding="utf-8")
    assert [each.title for each in blocks(page) if each.title] == ["dragon.toml"]
    assert play_through(page) == 1
