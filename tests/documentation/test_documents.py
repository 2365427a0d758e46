"""The page that goes from a regulation to a table does what it says, and its rulebook is as short as it promises."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.documentation import ROOT, blocks, play_through

import croupier

PAGE = (ROOT / "docs" / "documents.md").read_text(encoding="utf-8")


def test_the_page_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert play_through(PAGE) == 10


def test_its_rulebook_says_every_clause_of_its_text_in_other_words() -> None:
    text, rulebook = (
        next(each.text for each in blocks(PAGE) if each.title == f"harbour.{kind}") for kind in ("txt", "toml")
    )
    printed = dict(line.split(" ", 1) for line in text.splitlines())
    said = {clause.id: clause.says for clause in croupier.read_rulebook(rulebook).clauses if clause.id in printed}
    assert list(said) == list(printed)
    assert not [each for each in said if said[each].strip(".") == printed[each].strip(".")]
