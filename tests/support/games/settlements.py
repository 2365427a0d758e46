"""Settlements as the tables of the tests write them: one case a line, what follows behind an arrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from croupier.games.lines import Line
from croupier.money import Cents, cents, dollars


def table(text: str) -> pytest.MarkDecorator:
    """One test a line of the table."""
    return pytest.mark.parametrize("case", [" ".join(line.split()) for line in text.strip().splitlines()])


def sides(words: list[str]) -> dict[str, Cents]:
    """Side wagers and their stakes, one behind the other: `trips 5 cover_all 10`."""
    return {wager: cents(stake) for wager, stake in zip(words[::2], words[1::2], strict=True)}


def shown(line: Line) -> str:
    """A line of a settlement: `ante win $10`, `blind push`."""
    return f"{line.wager} {line.result}" + f" {dollars(line.amount)}" * bool(line.amount)


def of(wager: str, lines: Iterable[Line]) -> str:
    """What became of one wager, which has one line."""
    (line,) = [line for line in lines if line.wager == wager]
    return shown(line).removeprefix(f"{wager} ")


def check(case: str, settled: Callable[[str], list[Line]]) -> None:
    """A case is settled as it says behind the arrow."""
    given, expected = case.split(" -> ")
    assert ", ".join(map(shown, settled(given))) == expected
