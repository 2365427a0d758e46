"""The page for operators does what it says: each of its commands is run, and the unit is one that systemd takes."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from support.cli import shell
from support.service.houses import free_port, soon
from test_serve import started

from croupier.client import Client
from croupier.client.played_rounds import Round
from croupier.house.config.paths import HousePaths

HERE = Path(__file__).parents[3]
PAGE = (HERE / "docs" / "operators.md").read_text(encoding="utf-8")
UNIT = (HERE / "deploy" / "croupier.service").read_text(encoding="utf-8")
COMMANDS = [line.strip() for line in PAGE.splitlines() if re.match(r" {4,}croupier ", line)]
BEFORE = [each for each in COMMANDS if " keys new " in each]  # there is a house
OPEN = [each for each in COMMANDS if " reload " in each]  # the house must be running
STOPPED = [each for each in COMMANDS if re.search(r" (hire|reset|program|open|close) ", each)]  # it must not


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
    assert len(COMMANDS) == 17, "a command that is new here is run below"
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


# ---- proxies -----------------------------------------------------------------------------------------------------


def block(begins: str) -> str:
    """A block of the page, by its first line."""
    (found,) = re.findall(rf"^( +){re.escape(begins)}(.*?)^\1}}$", PAGE, re.MULTILINE | re.DOTALL)
    return f"{begins}{found[1]}}}\n"


def nginx(folder: Path, outside: int, inside: int) -> list[str]:
    places = "".join(
        f"{each}_temp_path {folder}/{each};\n" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    location = block("location / {").replace("8642", str(inside))
    server = f"server {{\nlisten 127.0.0.1:{outside};\n{location}}}\n"
    http = f"access_log off;\n{places}{block('map $http_upgrade $connection_upgrade {')}{server}"
    file = folder / "nginx.conf"
    file.write_text(f"daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n{http}}}\n")
    return ["-c", str(file), "-e", "stderr", "-p", str(folder)]


def caddy(folder: Path, outside: int, inside: int) -> list[str]:
    site = block("house.example {").replace("house.example", f"http://127.0.0.1:{outside}").replace("8642", str(inside))
    file = folder / "Caddyfile"
    file.write_text(f"{{\nadmin off\nauto_https off\n}}\n{site}")
    return ["run", "--config", str(file)]


@contextmanager
def proxied(program: str, folder: Path, outside: int, inside: int) -> Iterator[None]:
    """The proxy runs, as the page has it, but for its port and the house's."""
    found = shutil.which(program) or shutil.which(f"/usr/sbin/{program}")
    if found is None:
        pytest.skip(f"{program} is not on this machine")
    words = {"nginx": nginx, "caddy": caddy}[program](folder, outside, inside)
    env = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen([found, *words], env=env, stdout=said, stderr=said)  # noqa: S603 - as on the page
        try:
            soon(lambda: accepts(outside), 30)
            yield
        finally:
            process.terminate()
            process.wait()


def accepts(port: int) -> bool:
    with socket.socket() as tries:
        return tries.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize("program", ["nginx", "caddy"])
def test_behind_the_proxies_of_the_page_people_play_and_strangers_see_no_metrics(tmp_path: Path, program: str) -> None:
    outside, inside = free_port(), free_port()
    name = f"127.0.0.1:{outside}"
    given = ("--behind-proxy", "127.0.0.1", "--name", name, "--port", str(inside))
    with started(tmp_path, *given), proxied(program, tmp_path, outside, inside):
        token = httpx.post(f"http://{name}/api/v1/programs").json()["token"]  # a client's origin would be without TLS
        with Client(f"http://{name}", token=token) as client:
            (played,) = (play(each) for each in client.table("uth-ma").rounds(1))
            assert played == 1
        for where, code in ((f"http://127.0.0.1:{inside}", 200), (f"http://{name}", 401)):
            assert httpx.get(f"{where}/metrics").status_code == code
        right, other = (httpx.get(f"http://{name}/healthz", headers={"host": each}) for each in (name, "other.example"))
        assert (right.status_code, right.content == other.content) == (200, False)


def play(played: Round) -> int:
    """Play a round by the first choice; its number."""
    played.bet()
    for decision in played:
        decision.take(decision.choices[0].name)
    return played.number
