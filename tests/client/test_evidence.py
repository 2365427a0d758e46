"""Evidence of a house in a file: the first value stays, between programs, on a full disk and when the file is long."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.client import evidence
from croupier.client.calls.call import Address
from croupier.client.evidence import MEMORY_ALONE, Evidence, default_folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file for evidence, which is not there yet."""
    return tmp_path / "folder" / "kept.jsonl"


def test_the_first_value_stays_for_every_program(file: Path) -> None:
    one, other = Evidence(file), Evidence(file)
    assert one.first("root s 1", "a") == "a"
    assert other.first("root s 1", "b") == "a"
    assert one.first("root s 1", "b") == "a"
    other.replace("checkpoint", "old")
    other.replace("checkpoint", "new")
    assert one.latest("checkpoint") == Evidence(file).latest("checkpoint") == "new"
    assert one.latest("nothing") is None
    assert file.stat().st_mode & 0o777 == 0o600


def test_of_two_programs_at_one_moment_the_first_line_counts(file: Path) -> None:
    one = Evidence(file)
    one.latest("name")
    with file.open("ab") as lines:  # as another program does, between a look and a line
        lines.write(b'{"name": "name", "value": "theirs"}\n')
    one._kept.clear()  # noqa: SLF001 - it has not looked yet
    assert one.first("name", "ours") == "theirs"


@pytest.mark.parametrize(
    "line", [b"{", b"[]", b"null", b'{"name": 1, "value": 2}', b"[" * 100_000, b'{"name": "name"}']
)
def test_a_line_that_was_cut_off_or_is_none_is_passed_over(file: Path, line: bytes) -> None:
    Evidence(file).first("root s 1", "a")
    file.write_bytes(file.read_bytes() + line + b"\n")
    found = Evidence(file)
    assert (found.latest("root s 1"), found.latest("name")) == ("a", None)
    assert found.first("name", "b") == Evidence(file).latest("name") == "b"


def _full(*_: object) -> int:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("full", [_full, lambda *_: 3], ids=["nothing is written", "a part is written"])
def test_where_the_disk_is_full_it_is_memory_and_says_so_once(
    file: Path, monkeypatch: pytest.MonkeyPatch, full: Callable[..., int]
) -> None:
    told: list[str] = []
    kept = Evidence(file, told.append)
    kept.first("root s 1", "a")

    monkeypatch.setattr(os, "write", full)
    assert kept.first("root s 2", "b") == "b"
    assert (kept.first("root s 2", "c"), kept.first("root s 1", "c")) == ("b", "a")
    assert (told, kept.is_durable) == ([MEMORY_ALONE], False)
    says = "What the house shows cannot be kept on this machine: it is known as long as this program runs."
    assert says == MEMORY_ALONE


def test_where_there_is_no_folder_it_is_memory_and_says_so(tmp_path: Path) -> None:
    told: list[str] = []
    (tmp_path / "file").write_text("")
    for folder in (None, tmp_path / "file" / "folder"):
        kept = Evidence.of_house(Address("http://127.0.0.1:1"), folder, told.append)
        assert (kept.first("name", 1), kept.first("name", 2), kept.is_durable) == (1, 1, False)
    assert told == [MEMORY_ALONE] * 2
    assert Evidence.of_house(Address("http://127.0.0.1:1"), tmp_path, told.append).is_durable
    assert default_folder({"XDG_STATE_HOME": str(tmp_path)}) == tmp_path / "croupier"


def test_the_folder_is_the_users_by_the_habit_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for system, folder in (("linux", ".local/state/croupier"), ("darwin", "Library/Application Support/croupier")):
        monkeypatch.setattr("croupier.client.evidence.sys.platform", system)
        for environ in ({}, {"XDG_STATE_HOME": "relative"}):
            assert default_folder(environ) == tmp_path / folder

    def nowhere() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", nowhere)
    assert default_folder({}) is None


def test_a_long_file_forgets_the_older_half_of_shuffles_and_nothing_else(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Evidence(file)
    kept.first("house key", "key")
    kept.first("alarm t s", "says")
    for number in range(20):
        for what in ("commitment", "root", "number"):
            kept.first(f"{what} t s {number}", f"{what} {number}")
        kept.replace("checkpoint", number)
    monkeypatch.setattr(evidence, "_MOST_BYTES", 100)
    found = Evidence(file)
    assert (found.latest("house key"), found.latest("alarm t s"), found.latest("checkpoint")) == ("key", "says", 19)
    for what in ("commitment", "root", "number"):
        assert found.latest(f"{what} t s 0") is None, "it may be shown anew, long after its session"
        assert found.latest(f"{what} t s 19") == f"{what} 19"
    assert kept.latest("root t s 19") == "root 19", "the program that has read it before goes on"
    assert kept.first("root t s 20", "new") == Evidence(file).latest("root t s 20") == "new"
    names = [json.loads(line)["name"] for line in file.read_text().splitlines() if line]
    assert names.count("checkpoint") == 1
