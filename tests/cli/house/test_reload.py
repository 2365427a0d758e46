"""`croupier house reload`: a house that runs reads its file again, and says what it takes up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.cli import shell
from test_serve import asked, started

from croupier.cli.house import reload as reloading
from croupier.cli.terminal.errors import InputError
from croupier.house.config.paths import Lock, PlacesError, running


def reload(tmp_path: Path) -> subprocess.CompletedProcess[str]:
    return shell.run("house", "reload", "--house", str(tmp_path / "house"), "--keys", str(tmp_path / "keys"))


def test_what_is_taken_up_and_what_is_not_is_told_and_a_faulty_file_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "house" / "house.toml"
    with started(tmp_path) as (process, said):
        before = file.read_text()
        file.write_text(before.replace("bet_seconds = 30", "bet_seconds = 20").replace('"Croupier"', '"Harbour"'))
        done = reload(tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        told = " ".join(done.stdout.split())
        assert "taken up now tables.colorado-ma-1.bet_seconds, tables" in told
        assert "needs a restart house.name" in told
        again = reload(tmp_path)
        assert (" ".join(again.stdout.split()), again.stderr) == ("needs a restart house.name", "")

        file.write_text(before + "\n[tables.two]\nrulebook = 'uth-mb'\n")
        wrong = reload(tmp_path)
        assert (wrong.returncode, wrong.stdout) == (2, "")
        assert "1 objection" in wrong.stderr
        assert "tables.two" in wrong.stderr

        file.write_text(before + "\n[tables.two]\nrulebook = 'uth-ma'\n")
        assert "tables that open two" in " ".join(reload(tmp_path).stdout.split())
        until = time.monotonic() + 30
        while asked(said[-1], "api/v1/tables/two")[0] != 200:
            assert time.monotonic() < until
            time.sleep(0.05)
        file.write_text(before)
        assert "tables that close between rounds two" in " ".join(reload(tmp_path).stdout.split())
        file.write_text("nonsense")
        os.kill(process.pid, signal.SIGUSR1)  # whoever sends it by hand
        assert asked(said[-1], "healthz")[0] == 200


def test_a_house_that_does_not_run_reads_the_file_when_it_starts(tmp_path: Path) -> None:
    with started(tmp_path):
        pass
    done = reload(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the house is not running" in done.stderr


def test_there_must_be_a_house(tmp_path: Path) -> None:
    done = reload(tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_who_has_a_house_is_known_while_it_has_it(tmp_path: Path) -> None:
    assert running(tmp_path) is None
    with Lock(tmp_path):
        assert running(tmp_path) == os.getpid()
        (tmp_path / "house.lock").write_text("nonsense")
        with pytest.raises(PlacesError, match="does not name its process"):
            running(tmp_path)
    assert running(tmp_path) is None


def test_a_process_that_is_another_users_or_gone_is_refused_in_a_sentence() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
        with pytest.raises(InputError, match="cannot be told: No such process"):
            reloading._tell(ended.pid)  # noqa: SLF001 - no process is another user's here
