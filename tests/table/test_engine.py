"""A decision that changes raises the number of the engine, so that no recording is checked by another's decisions."""

from __future__ import annotations

from pathlib import Path

import engine
import pytest

from croupier.table import decide
from croupier.table.procedures import deck


def test_the_engine_decides_as_its_number_says() -> None:
    assert engine.known()[str(decide.ENGINE)] == engine.digest(), (
        "a decision has changed: raise ENGINE in table/decide.py and run `make engine`"
    )
    assert max(map(int, engine.known())) == decide.ENGINE


def test_a_decision_that_has_changed_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "engine.json"
    file.write_text(engine.FILE.read_text())
    monkeypatch.setattr(engine, "FILE", file)
    monkeypatch.setattr(engine, "COMMANDS", 100)
    file.write_text("{}")
    assert engine.main() == 0
    before = file.read_text()
    assert engine.main() == 0, "the same again"
    monkeypatch.setattr(deck, "LEAST_CUT", 12)
    assert engine.main() == 1, "decided otherwise"
    assert file.read_text() == before
    monkeypatch.setattr(decide, "ENGINE", decide.ENGINE + 1)
    assert engine.main() == 0, "by an engine of another number"
    assert len(engine.known()) == 2
