"""A mistyped address of a database: it is told, and nothing is made."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli.shell import run


@pytest.mark.parametrize("command", ["tables", "verify", "ledger"])
def test_a_database_that_is_not_there_is_not_made(tmp_path: Path, command: str) -> None:
    typo = tmp_path / "typo.db"
    folders = ("--house", str(tmp_path / "house"), "--keys", str(tmp_path / "keys"))
    done = run("house", command, *folders, "--database", f"sqlite:///{typo}")
    assert done.returncode == 2
    assert f"there is no database in {typo}" in done.stderr
    assert not list(tmp_path.glob("typo.db*"))
