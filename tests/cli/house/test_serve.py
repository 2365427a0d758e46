"""`croupier serve`: a house starts, says where it is found, and refuses what it must in a sentence."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import stat
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile

import pytest
from support.cli.shell import Begun, run

from croupier.client import Client


def words(tmp_path: Path, *more: str) -> list[str]:
    return ["serve", "--house", str(tmp_path / "house"), "--keys", str(tmp_path / "keys"), "--no-open", *more]


@contextmanager
def started(tmp_path: Path, *more: str, by: signal.Signals = signal.SIGINT) -> Iterator[tuple[Begun, list[str]]]:
    """A house that runs, and what it has said up to its address."""
    reads, writes = os.pipe()
    with TemporaryFile() as errors, open(os.devnull, "rb") as nothing, open(reads, encoding="utf-8") as tells:  # noqa: PTH123
        process = Begun(words(tmp_path, *more), nothing.fileno(), writes, errors.fileno())
        os.close(writes)
        said: list[str] = []
        try:
            for line in tells:
                said.append(line.strip())
                if line.startswith("http"):
                    break
            yield process, said
        finally:
            os.kill(process.pid, by)
            code = process.wait()
            errors.seek(0)
            assert (code, errors.read()) == (0, b"")


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_while_people_play_and_come_back_logs_no_error(tmp_path: Path, by: signal.Signals) -> None:
    """Sockets are open, one is refused, one goes before it is answered, and a request is half-way."""
    with ExitStack() as open_ones, started(tmp_path, by=by) as (_, said):
        address = urllib.parse.urlsplit(said[-1])
        where = (address.hostname or "", address.port or 0)
        client = open_ones.enter_context(Client(said[-1].rstrip("/")))
        client.come_in_as_program("Robot")
        open_ones.enter_context(client.watch("uth-ma"))
        asks = (
            f"GET /api/v1/tables/{{}}/watch HTTP/1.1\r\nHost: {address.netloc}\r\nConnection: upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        refused_one = open_ones.enter_context(socket.create_connection(where))
        refused_one.sendall(asks.format("none").encode())
        assert b" 404 " in refused_one.recv(4096)
        for _ in range(20):
            with socket.create_connection(where) as gone:
                gone.sendall(asks.format("uth-ma").encode())
        half = open_ones.enter_context(socket.create_connection(where))
        half.sendall(b"GET /healthz HTTP/1.1\r\nHost:")
    folder = tmp_path / "house"
    lines = [json.loads(line) for line in (folder / "house.log").read_text().splitlines()]
    assert [each for each in lines if each["level"] not in {"info", "debug"}] == []
    assert not (folder / "house.sqlite3-wal").exists(), "the database was closed"


def refused(tmp_path: Path, *more: str) -> str:
    done = run(*words(tmp_path, *more))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    return done.stderr


def asked(address: str, path: str, **headers: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(urllib.request.Request(address + path, headers=headers)) as answer:  # noqa: S310
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def test_a_new_house_has_a_table_for_each_rulebook_and_tells_its_address_last(tmp_path: Path) -> None:
    with started(tmp_path) as (_, said):
        status, body = asked(said[-1], "api/v1/tables")
        assert status == 200
        assert len(json.loads(body)["tables"]) == 5
        assert asked(said[-1], "api/v1/tables", Host="elsewhere.example")[0] == 421
        password = tmp_path / "keys" / "first-manager.txt"
        assert stat.S_IMODE(password.stat().st_mode) == 0o600
        assert str(password) in "".join(said)  # however wide the terminal is
        assert (tmp_path / "house" / "house.toml").read_text().startswith("# ")


def test_one_process_has_a_house_and_another_is_refused_by_name(tmp_path: Path) -> None:
    with started(tmp_path) as (process, _):
        assert f"is open already, in process {process.pid}" in refused(tmp_path)


def test_it_goes_on_with_the_same_sessions(tmp_path: Path) -> None:
    with started(tmp_path) as (_, said):
        before = asked(said[-1], "api/v1/tables")[1]
    with started(tmp_path) as (_, said):
        assert asked(said[-1], "api/v1/tables")[1] == before
        assert not any("manager" in line for line in said)


def test_a_port_that_is_taken_is_passed_over_unless_it_was_asked_for(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"port {port} of 127.0.0.1 is taken by another program" in refused(tmp_path, "--port", str(port))
    with started(tmp_path / "one") as (_, first), started(tmp_path / "two") as (_, second):
        assert first[-1] != second[-1]
        assert any("is taken by another program" in line for line in second)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--host", "0.0.0.0"), "plain HTTP at 0.0.0.0 could be read and altered on the way"),  # noqa: S104
        (("--host", "0.0.0.0", "--certificate", "none.pem"), "there is no file none.pem"),  # noqa: S104
        (("--database", "mysql://there"), "a house cannot be kept in 'mysql'"),
        (("--database", "nonsense"), "that is no address of a database"),
        (("--host", "no such host", "--insecure"), "is no address of this machine"),
    ],
)
def test_what_cannot_be_served_is_refused_in_a_sentence(tmp_path: Path, more: tuple[str, ...], why: str) -> None:
    assert why in refused(tmp_path, *more)


def test_an_old_house_does_not_get_other_keys(tmp_path: Path) -> None:
    with started(tmp_path):
        pass
    (tmp_path / "keys" / "vault.key").unlink()
    assert "vault.key is missing, which this house was kept with" in refused(tmp_path)


def test_a_file_with_objections_lists_them(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "house.toml").write_text("[house]\nguests_money = 5\ncolour = 'red'\n")
    done = run(*words(tmp_path))
    assert done.returncode == 2
    assert "house.guests_money" in done.stderr
    assert "colour" in done.stderr


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "house").write_text("a file")
    assert "cannot make" in refused(tmp_path)


def test_nothing_of_a_house_can_be_read_by_others(tmp_path: Path) -> None:
    with started(tmp_path):
        pass
    open_to_others = [
        path.name
        for path in (*(tmp_path / "house").iterdir(), *(tmp_path / "keys").iterdir())
        if stat.S_IMODE(path.stat().st_mode) & 0o077 and path.name != "house.toml"
    ]
    assert open_to_others == []


def test_a_record_that_was_altered_is_not_gone_on_from_and_that_is_said(tmp_path: Path) -> None:
    with started(tmp_path):
        pass
    with sqlite3.connect(tmp_path / "house" / "house.sqlite3") as record:
        (last,) = record.execute("SELECT max(seq) FROM journal WHERE stream = 'uth-ma'").fetchone()
        record.execute("DELETE FROM journal WHERE stream = 'uth-ma' AND seq = ?", (last,))
    record.close()
    said = refused(tmp_path)
    assert f"a table cannot be taken up: rows {last} to {last} of uth-ma are missing" in said
    assert "`croupier house verify` names what was altered" in said
