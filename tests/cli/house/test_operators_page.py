"""The page for operators does what it says: each of its commands is run, and the unit is one that systemd takes."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from support.cli import shell
from test_serve import started

from croupier.house.config.paths import HousePaths

HERE = Path(__file__).parents[3]
PAGE = (HERE / "docs" / "operators.md").read_text(encoding="utf-8")
UNIT = (HERE / "deploy" / "croupier.service").read_text(encoding="utf-8")
COMMANDS = [line.strip() for line in PAGE.splitlines() if re.match(r" {4,}croupier ", line)]
BEFORE = [each for each in COMMANDS if " keys new " in each]  # there is a house
OPEN = [each for each in COMMANDS if " reload " in each]  # the house must be running
STOPPED = [each for each in COMMANDS if re.search(r" (hire|reset|open|close) ", each)]  # it must not


def words(command: str, tmp_path: Path) -> list[str]:
    found = command.replace("$AT", "--house /var/lib/croupier --keys /etc/croupier/keys")
    for place, folder in (("/var/lib/", "house-"), ("/etc/croupier/keys", "keys"), ("/var/backups/", "backup-")):
        found = found.replace(place, f"{tmp_path}/{folder}")
    return shlex.split(found)[1:]


def run(command: str, tmp_path: Path) -> str:
    done = shell.run(*words(command, tmp_path))
    assert (done.returncode, done.stderr) == (0, ""), (command, done.stdout)
    return done.stdout


def test_every_command_of_the_page_does_what_it_is_for(tmp_path: Path) -> None:
    assert len(COMMANDS) == 16, "a command that is new here is run below"
    for command in BEFORE:
        run(command, tmp_path)
    keys = tmp_path / "keys"
    keys.chmod(0o500)  # as they are handed over to a service
    folder = ("--house", str(tmp_path / "house-croupier"), "--keys", str(keys))
    with started(tmp_path, *folder) as (_, said):
        assert any("one-time password" in line for line in said)
        for command in OPEN:
            assert "Nothing has changed" in run(command, tmp_path)
    keys.chmod(0o700)
    opens = [each for each in STOPPED if " open " in each]
    for command in sorted(STOPPED, key=lambda each: each in opens):  # the table is open already
        run(command, tmp_path)
    for command in [each for each in COMMANDS if each not in {*BEFORE, *OPEN, *STOPPED}]:
        told = run(command, tmp_path)
        if " verify " in command:
            assert "All records are as they were written" in told
    restored = HousePaths.of(tmp_path / "house-croupier-restored", keys)
    assert restored.database.exists()


def test_the_program_and_the_places_of_the_page_are_those_of_the_unit() -> None:
    (start,) = re.findall(r"^ExecStart=(.*)$", UNIT, re.MULTILINE)
    assert start.startswith("croupier serve --house %S/croupier --keys %d ")
    handed = re.findall(r"^LoadCredential=(\S+):(\S+)$", UNIT, re.MULTILINE)
    places = HousePaths(Path("/var/lib/croupier"), Path("/etc/croupier/keys"))
    assert [(name, Path(path)) for name, path in handed] == [
        (each.name, each) for each in (places.vault_key, places.signing_key)
    ]
    assert "/usr/local/bin/croupier" in PAGE  # where systemd looks for a program that is named without a folder
    assert "KillSignal=SIGINT" in UNIT
    assert "ExecReload=/bin/kill -USR1 $MAINPID" in UNIT


def test_the_house_starts_as_the_unit_starts_it(tmp_path: Path) -> None:
    (start,) = re.findall(r"^ExecStart=\S+ serve (.*)$", UNIT, re.MULTILINE)
    given = shlex.split(start.replace("%S", str(tmp_path)).replace("%d", str(tmp_path / "keys")))
    more = [each for each in given if each != "--no-open"]
    more[more.index("--port") + 1] = "0"
    with started(tmp_path, *more) as (_, said):
        assert said[-1] == "https://house.example/"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not on this machine")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    """But for the program and the user, which are not on this machine."""
    unit = re.sub(r"^(ExecStart=)\S+", r"\1/bin/true", UNIT, flags=re.MULTILINE)
    unit = re.sub(r"^(User|Group)=.*$", r"\1=root", unit, flags=re.MULTILINE)
    file = tmp_path / "croupier.service"
    file.write_text(unit)
    found = shutil.which("systemd-analyze")
    assert found
    done = subprocess.run([found, "verify", str(file)], capture_output=True, text=True, check=False, timeout=120)  # noqa: S603
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
