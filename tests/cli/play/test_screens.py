"""Evenings at a real terminal of 60, 80 and 120 columns, as they stand on the screen. `make screens` writes them."""

import re

import pytest
from support.cli.screens import COLUMNS, EVENINGS, FOLDER, screen
from support.cli.terminals import evening
from support.default_house import NAMES


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_stands_on_the_screen_as_it_did(name: str, columns: int) -> None:
    assert screen(name, columns) == (FOLDER / f"{name}-{columns}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_first_screen_of_a_game_fits_80_by_24_and_reads_out_no_hash(name: str) -> None:
    shown = evening(["play", name, "--seed", "3"], ["quit"], 80)
    first = shown.partition("]> ")[0]
    assert len(first.splitlines()) <= 24
    assert re.findall("[0-9a-f]{64}", shown) == []


def test_every_screen_is_of_an_evening() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {f"{name}-{columns}" for name in EVENINGS for columns in COLUMNS}


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("name", EVENINGS)
def test_no_line_is_wider_than_its_terminal(name: str, columns: int) -> None:
    # What is copied is not broken, and what is typed at goes on where the terminal breaks it.
    copied = ("  Root", "  Commitment", "You have ")
    text = (FOLDER / f"{name}-{columns}.txt").read_text(encoding="utf-8")
    wide = [line for line in text.splitlines()[1:] if len(line) > columns and not line.startswith(copied)]
    assert wide == []
