"""Machine code is kept for the user, by the state of the sources, and looked at before it is run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import pytest

from croupier.analysis.kernels import compiler

settings: Any = numba.config
SCRIPT = """
import sys
from croupier.analysis.kernels.compiler import compiled

@compiled
def twice(number):
    return 2 * number

print(twice(21), sum(twice.stats.cache_hits.values()))
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home with caches of its own, and a folder of two sources in place of ours."""
    sources = tmp_path / "sources"
    sources.mkdir()
    for name in ("one.py", "two.py"):
        (sources / name).write_text(f"# {name}\n", encoding="utf-8")
    monkeypatch.setattr(compiler, "_HERE", sources)
    monkeypatch.setattr(settings, "CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    compiler._place.cache_clear()  # noqa: SLF001 - what is under test
    yield tmp_path
    compiler._place.cache_clear()  # noqa: SLF001 - what is under test


def place() -> Path:
    compiler._place.cache_clear()  # noqa: SLF001 - what is under test
    found = compiler._place()  # noqa: SLF001 - what is under test
    assert found is not None
    return found


def changed(home: Path, text: object) -> Path:
    (home / "sources" / "two.py").write_text(f"# {text}\n", encoding="utf-8")
    return place()


def test_the_place_is_among_the_users_caches_and_the_users_alone(home: Path) -> None:
    assert place().parent == home / "caches" / "croupier"
    assert place().stat().st_mode & 0o777 == 0o700


def test_where_numba_is_told_to_keep_its_code_ours_has_a_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "CACHE_DIR", str(home / "numba"))
    assert place().parent == home / "numba" / "croupier"


def test_a_change_of_any_source_gives_another_place(home: Path) -> None:
    before = place()
    assert place() == before
    assert changed(home, "changed") != before


def test_the_oldest_states_are_cleared_away_and_nothing_that_is_not_ours(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler, "_STATES", 2)
    caches = home / "caches" / "croupier"
    states = [changed(home, number) for number in range(2)]
    for age, state in enumerate(states):
        (state / "x.kernel").write_bytes(b"code")
        os.utime(state / "made-by-croupier", (age, age))
    precious = [caches / "croupier-notes" / "x", caches / "kernels-0123456789abcdef" / "x", states[0] / "notes.txt"]
    for each in precious:
        each.parent.mkdir(exist_ok=True)
        each.write_text("precious")
    changed(home, "newest")
    assert not (states[0] / "x.kernel").exists()
    assert (states[1] / "x.kernel").exists()
    assert all(each.read_text() == "precious" for each in precious)
    (states[0] / "notes.txt").unlink()
    (states[0] / "made-by-croupier").touch()
    os.utime(states[0] / "made-by-croupier", (0, 0))
    changed(home, "newer still")
    assert not states[0].exists()


@pytest.mark.parametrize("spoilt", ["no folder", "open to others"])
def test_where_nothing_can_be_kept_it_is_said_that_runs_are_slower(
    home: Path, monkeypatch: pytest.MonkeyPatch, spoilt: str
) -> None:
    if spoilt == "no folder":
        monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    else:
        place().parent.chmod(0o777)
    compiler._place.cache_clear()  # noqa: SLF001 - what is under test
    with pytest.warns(compiler.SlowerWarning, match="cannot be kept .*slower"):
        assert compiler._place() is None  # noqa: SLF001 - what is under test

    @compiler.compiled
    def twice(number: int) -> int:
        return 2 * number

    assert twice(21) == 42
    assert not list(home.glob("sources/**/__pycache__"))


def test_what_others_compile_is_kept_where_they_keep_it(home: Path) -> None:
    before = settings.CACHE_DIR

    @compiler.compiled
    def twice(number: int) -> int:
        return 2 * number

    assert twice(21) == 42
    assert before == settings.CACHE_DIR
    assert list((home / "caches").rglob("*.kernel"))


@pytest.mark.prove
@pytest.mark.parametrize("damage", ["emptied", "cut off", "one bit"])
def test_a_damaged_file_is_thrown_away_and_made_again(tmp_path: Path, damage: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    env.pop("NUMBA_CACHE_DIR", None)

    def ran() -> str:
        return subprocess.run([sys.executable, script], env=env, capture_output=True, text=True, check=True).stdout  # noqa: S603

    assert (ran(), ran()) == ("42 0\n", "42 1\n")
    (kept,) = tmp_path.rglob("*.kernel")
    whole = kept.read_bytes()
    one_bit = whole[:999] + bytes([whole[999] ^ 1]) + whole[1000:]
    kept.write_bytes({"emptied": b"", "cut off": whole[:-9], "one bit": one_bit}[damage])
    assert (ran(), ran()) == ("42 0\n", "42 1\n")
    assert len(kept.read_bytes()) > 1000
