"""The page for designers does what it says, and names every word of a script with its fields."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from support.documentation import ROOT, play_through

from croupier.games import game

PAGE = (ROOT / "docs/designing.md").read_text(encoding="utf-8")


def test_the_page_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert play_through(PAGE) == 8


@pytest.mark.parametrize("word", [*get_args(game.Step), game.Choice], ids=lambda word: word.__name__)
def test_every_word_is_on_the_page_with_its_fields(word: type) -> None:
    assert f"`{word.__name__}(" in PAGE
    if word is game.Choice:
        table = PAGE[PAGE.index("| Field | Meaning |") :]
        named = set(re.findall(r"`([a-z_]+)`", table)) | {"name", "rule"}
    else:
        named = set(re.findall("[a-z_]+", " ".join(re.findall(rf"`{word.__name__}\((.*?)\)`", PAGE))))
    assert {field.name for field in fields(word)} <= named
