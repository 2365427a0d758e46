"""Machine code is kept by the state of the sources, and nobody else's is touched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import pytest

from croupier.analysis import compiling


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of two sources in place of our own."""
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(f"# {name}\n", encoding="utf-8")
    monkeypatch.setattr(compiling, "_HERE", tmp_path)
    compiling._place.cache_clear()  # noqa: SLF001 - what is under test
    yield tmp_path
    compiling._place.cache_clear()  # noqa: SLF001 - what is under test


def place() -> Path:
    compiling._place.cache_clear()  # noqa: SLF001 - what is under test
    return compiling._place()  # noqa: SLF001 - what is under test


def test_a_change_of_any_source_gives_another_place(sources: Path) -> None:
    before = place()
    assert place() == before
    (sources / "two.py").write_text("# changed\n", encoding="utf-8")
    assert place() != before


def test_code_of_an_earlier_state_is_cleared_away(sources: Path) -> None:
    before = place()
    before.mkdir(parents=True)
    assert place().exists()
    (sources / "one.py").write_text("# changed\n", encoding="utf-8")
    assert place() != before
    assert not before.exists()


def test_what_others_compile_is_kept_where_they_keep_it() -> None:
    settings: Any = numba.config
    before = settings.CACHE_DIR

    @compiling.compiled
    def twice(number: int) -> int:
        return 2 * number

    assert twice(21) == 42
    assert before == settings.CACHE_DIR
