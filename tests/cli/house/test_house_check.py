"""`croupier house check`, as a manager meets it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli.shell import run_on_bytes
from support.default_house import NAMES

from croupier.crypto.keys import PrivateKey
from croupier.house.config.default_settings import default_text
from croupier.house.config.paths import HousePaths


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, in which there is no house yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def run(*words: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return run_on_bytes("house", *words, typed=typed)


def written(folder: Path, text: str) -> str:
    file = folder / "house.toml"
    file.write_text(text)
    return str(file)


def test_the_file_that_a_house_begins_with_stands(tmp_path: Path) -> None:
    done = run("check", written(tmp_path, default_text()))
    assert (done.returncode, done.stderr) == (0, b"")
    told = done.stdout.decode()
    assert f"house.toml is valid: Croupier, {len(NAMES)} tables" in " ".join(told.split())
    for name in NAMES:
        assert f"\n{name}\n" in told


def test_without_a_name_it_is_the_users_own_house() -> None:
    places = HousePaths.of()
    done = run("check")
    assert done.returncode == 2
    assert done.stderr.decode() == f"croupier: cannot read {places.settings}: No such file or directory\n"
    places.make()
    places.settings.write_text(default_text())
    done = run("check")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "is valid: Croupier" in " ".join(done.stdout.decode().split())


def test_all_objections_come_at_once_and_end_with_2(tmp_path: Path) -> None:
    done = run("check", written(tmp_path, '[house]\nguests_money = 5\n[tables.a]\nrulebook = "x"\ncoach = 1\n'))
    assert (done.returncode, done.stdout) == (2, b"")
    first, *rest = done.stderr.decode().splitlines()
    assert first.endswith("house.toml: 3 objections")
    assert [each.split(": ")[0] for each in rest] == ["house.guests_money", "tables.a.rulebook", "tables.a.coach"]
    assert all("; accepted: " in each for each in rest)


def test_a_submission_is_looked_for_beside_the_file_and_standard_input_is_no_submission(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "mine.toml").write_text('rulebook = "uth-ma"\ntrips = "B"\n')
    done = run("check", written(folder, '[tables.a]\nsubmission = "mine.toml"\n'), "--json")
    assert json.loads(done.stdout)["tables"]["a"]["options"] == {"trips": "B"}
    done = run("check", written(folder, '[tables.a]\nsubmission = "-"\n'), typed=b'rulebook = "uth-ma"\n')
    assert done.returncode == 2
    assert f"cannot read {folder}/-: No such file or directory" in done.stderr.decode()


def test_standard_input_and_json_work_as_elsewhere() -> None:
    done = run("check", "-", "--json", typed=b'[tables.a]\nrulebook = "dragon-md"\n')
    assert (done.returncode, done.stderr) == (0, b"")
    found = json.loads(done.stdout)
    assert (found["stands"], found["warnings"]) == (True, [])
    assert found["house"]["guests_money"] == "$1,000"
    assert found["tables"]["a"]["rulebook"] == "dragon-md"
    assert found["tables"]["a"]["sits"] == ["guests", "players", "programs"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"name = '\xe9'", "is no UTF-8 text"),
        (b"x" * (4 << 20) + b"x", "it is too long; the most is 4 MiB"),
        (b"x = " + b"[" * 20_000, "this is nested too deep"),
        (b"[house]\nday_begins = " + b"9" * 5000, "no number has more than 300 digits"),
        (b"\0" * 100, "this is not valid TOML"),
    ],
)
def test_what_is_hostile_is_refused_in_a_sentence(tmp_path: Path, content: bytes, told: str) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(content)
    done = run("check", str(file))
    assert done.returncode == 2
    assert told in done.stderr.decode()
    assert done.stderr.count(b"\n") <= 2


def test_a_hostile_key_does_not_steer_the_terminal(tmp_path: Path) -> None:
    done = run("check", written(tmp_path, '"\\u001b[2J" = 1\n[tables."\\u202e"]\n'))
    assert done.returncode == 2
    assert done.stderr.decode().replace("\n", "").isprintable()


def test_keys_that_others_read_or_that_lie_in_the_house_are_warned_of(tmp_path: Path) -> None:
    file = written(tmp_path, default_text())
    keys = tmp_path / "keys"
    keys.mkdir()
    (keys / "signing.key").write_bytes(PrivateKey(bytes(32)).text())
    (keys / "signing.key").chmod(0o644)
    done = run("check", file, "--keys", str(keys))
    assert done.returncode == 0
    assert b"is valid" in done.stdout
    warned = done.stderr.decode().splitlines()
    assert [each.startswith("croupier: warning: ") for each in warned] == [True] * 2
    assert sum("lies in the house's folder" in each for each in warned) == 1
    assert sum("may be read or written by others (mode 644)" in each for each in warned) == 1
    listed = json.loads(run("check", file, "--keys", str(keys), "--json").stdout)["warnings"]
    assert [f"croupier: warning: {each}" for each in listed] == warned


def test_the_help_says_what_it_does_and_loads_nothing_heavy() -> None:
    done = run("check", "--help")
    assert b"All objections are listed at once" in done.stdout
    heavy = (
        "import sys\nfrom croupier.cli import main\ntry:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([each for each in ('sqlalchemy', 'croupier.house', 'rich', 'numba') if each in sys.modules])"
    )
    words = [sys.executable, "-c", heavy, "house", "--help"]
    done = subprocess.run(words, capture_output=True, check=True, env=os.environ)  # noqa: S603
    assert done.stdout.splitlines()[-1] == b"[]"
