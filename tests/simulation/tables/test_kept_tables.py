"""Kept tables: made once, the same when they are read, and made anew where a file is not as it was written."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import croupier
from croupier.simulation.deals import Deals
from croupier.simulation.seats import Seat
from croupier.simulation.tables import hand_tables, kept_tables, showdown_tables
from croupier.simulation.tables.hand_tables import HandTables


@pytest.fixture(autouse=True)
def _a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_tables, "_SENT", {})
    monkeypatch.setattr(kept_tables, "folder_of", lambda _room: tmp_path)


def deals(name: str = "dragon-md", seat: Seat | None = None, **options: object) -> Deals:
    return Deals(croupier.submission(name, **options), [seat or Seat()], "kept")


def made_anew(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is made from now on: the names of the tables."""
    made: list[str] = []
    for kind in (hand_tables.HandTables, showdown_tables.ShowdownTables):
        make = kind._made  # noqa: SLF001 - what must not be called

        def noted(self: HandTables, *args: object, make: object = make, kind: type = kind) -> object:
            made.append(kind.__name__)
            return make(self, *args)  # type: ignore[operator]

        monkeypatch.setattr(kind, "_made", noted)
    return made


@pytest.mark.parametrize("seat", [Seat(), Seat("cheap"), Seat("dragon")])
def test_tables_that_are_kept_are_those_that_were_made(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    before = deals(seat=seat)
    made = made_anew(monkeypatch)
    after = deals(seat=seat)
    assert made == []
    assert after.sums(0, 2_000).to_data() == before.sums(0, 2_000).to_data()
    assert after.plays[0].solution == before.plays[0].solution


def test_other_options_and_another_strategy_have_tables_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = made_anew(monkeypatch)
    for seat in (Seat(), Seat("cheap"), Seat("dragon"), Seat(croupier.strategy("dragon"))):
        deals(seat=seat)
    deals(three_card_bonus="B")
    assert len(made) == 4  # a strategy is the same by its name and as it was read
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize("harm", [b"", b"\0" * 9, b"\0" * 4096])
def test_a_file_that_is_not_as_it_was_written_is_made_anew(
    harm: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = deals()
    (file,) = tmp_path.iterdir()
    content = file.read_bytes()
    file.write_bytes(harm + content[len(harm) :] if harm else b"")
    made = made_anew(monkeypatch)
    assert deals().sums(0, 500).to_data() == before.sums(0, 500).to_data()
    assert made == ["HandTables"]
    assert file.read_bytes() == content


def test_what_a_run_changes_is_its_own(tmp_path: Path) -> None:
    deals()
    (file,) = tmp_path.iterdir()
    content = file.read_bytes()
    tables = deals().plays[0].tables
    assert isinstance(tables, HandTables)
    tables.taken[0][:] = 1
    assert file.read_bytes() == content
    again = deals().plays[0].tables
    assert isinstance(again, HandTables)
    assert not (again.taken[0] == 1).all()


def test_tables_are_sent_as_they_are_kept() -> None:
    arrays: list[NDArray[Any]] = [np.arange(7, dtype=np.int8), np.zeros((0, 3)), np.ones((2, 2))]
    found = kept_tables.unpacked(memoryview(bytearray(kept_tables.packed({"taken": arrays, "said": "so"}))))
    assert isinstance(found, dict)
    assert found["said"] == "so"
    for one, other in zip(found["taken"], arrays, strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


def test_the_longest_unused_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_tables, "MOST", 2)
    for number in range(4):
        kept_tables.kept(f"{number}", dict, partial(dict, number=number))
        for file in tmp_path.iterdir():
            os.utime(file, (1000 + int(file.stem), 1000 + int(file.stem)))
    assert {file.stem for file in tmp_path.iterdir()} == {"2", "3"}
    assert kept_tables.kept("3", dict, dict) == {"number": 3}


def test_nothing_is_kept_where_there_is_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_tables, "folder_of", lambda _room: None)
    made = made_anew(monkeypatch)
    deals()
    deals()
    assert made == ["HandTables"] * 2
