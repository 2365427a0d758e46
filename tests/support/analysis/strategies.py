"""Texts of strategies that tests read and break."""

from __future__ import annotations

from importlib import resources

from support.three_card import RULEBOOK

FOLDER = resources.files("croupier.analysis.strategies")

QUEEN_SIX_FOUR = f"""
name = "Queen, six, four"
source = "published widely"
rulebook = "{RULEBOOK.id}"
[stages]
"your cards" = ["play when Qh 6d 4c or better", "fold otherwise"]
"""


def source(name: str) -> str:
    """The text of a strategy that ships."""
    return FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")
