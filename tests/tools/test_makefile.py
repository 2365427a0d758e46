"""What make would do: a folder that another Python has made is made anew, wherever the sources lie."""

import platform
import shutil
import subprocess
import sys
from pathlib import Path

import groups
import proofs
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(name="sources")
def sources_in_a_folder_with_a_blank(tmp_path: Path) -> Path:
    folder = tmp_path / "with a blank"
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def would(sources: Path, target: str, python: str) -> str:
    words = ["make", "--dry-run", target, f"PYTHON={python}"]
    return subprocess.run(words, cwd=sources, capture_output=True, text=True, check=True).stdout  # noqa: S603


def test_what_one_python_has_made_is_made_anew_for_another(sources: Path, tmp_path: Path) -> None:
    assert f'"{sys.executable}" -m venv --clear .venv' in would(sources, "install", sys.executable)
    (sources / ".venv").mkdir()
    (sources / ".venv" / f".ready-{platform.python_version()}").touch()
    assert "venv" not in would(sources, "install", sys.executable)
    other = tmp_path / "with a blank" / "python9"
    other.write_text("#!/bin/sh\necho 9.9.9\n")
    other.chmod(0o755)
    assert f'"{other}" -m venv --clear .venv' in would(sources, "install", str(other))
    assert "--requirement requirements-dev.lock" in would(sources, "tools", str(other))


def test_without_that_python_the_targets_are_still_listed(sources: Path) -> None:
    words = ["make", "PYTHON=no-such-python"]
    done = subprocess.run(words, cwd=sources, capture_output=True, text=True, check=True)  # noqa: S603
    assert "open a house" in done.stdout
    assert done.stderr == ""


def test_what_is_pinned_is_what_the_groups_say() -> None:
    assert "ruff>=0.9" in groups.packages("build", "dev")
    for lock, names in (("requirements-dev.lock", ("build", "dev")), ("requirements.lock", ("build",))):
        pinned = (ROOT / lock).read_text(encoding="utf-8")
        for package in groups.packages(*names):
            assert f"\n{package.partition('>')[0].partition('[')[0]}==" in pinned


def test_an_archive_has_no_commit_and_says_so(tmp_path: Path) -> None:
    assert str(proofs.tree(tmp_path)) == "a tree without commits"
