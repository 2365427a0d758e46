"""Where a house lives: its keys apart from it, room on its disk, and one process at a time."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from support.house.databases import in_file

from croupier.crypto.keys import PrivateKey
from croupier.house.config.paths import HousePaths, Lock, PlacesError, enough_room

KEY = PrivateKey(bytes(32)).text()


@pytest.fixture
def house(tmp_path: Path) -> HousePaths:
    """A house with both its keys where they belong."""
    home = {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    found = HousePaths.of(environ=home)
    found.make()
    for key in (found.vault_key, found.signing_key):
        key.write_bytes(KEY)
        key.chmod(0o600)
    return found


# ---- folders -------------------------------------------------------------------------------------------------


def test_a_house_lives_among_the_users_data_and_its_keys_among_the_configuration(
    house: HousePaths, tmp_path: Path
) -> None:
    assert house.folder == tmp_path / "data" / "croupier" / "house"
    assert house.keys.parent == tmp_path / "config" / "croupier" / "keys"
    assert {house.settings.parent, house.database.parent} == {house.folder}
    assert {each.stat().st_mode & 0o777 for each in (house.folder, house.keys)} == {0o700}
    house.make()


def test_without_a_word_from_the_environment_it_is_the_users_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/somewhere"))
    monkeypatch.setattr(sys, "platform", "linux")
    for environ in ({}, {"XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "relative"}):
        found = HousePaths.of(environ=environ)
        assert found.folder == Path("/somewhere/.local/share/croupier/house")
        assert found.keys.is_relative_to("/somewhere/.config/croupier/keys")
    monkeypatch.setattr(sys, "platform", "darwin")
    found = HousePaths.of(environ={})
    assert found.folder == Path("/somewhere/Library/Application Support/croupier/house")
    assert not found.keys.is_relative_to(found.folder)


def test_who_has_no_home_is_told_to_name_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nowhere)
    with pytest.raises(PlacesError, match="accepted: a folder named with --house"):
        HousePaths.of(environ={})


def test_two_houses_of_one_name_have_keys_of_their_own_and_one_house_has_one_place_for_them(tmp_path: Path) -> None:
    one, two = tmp_path / "a" / "house", tmp_path / "b" / "house"
    (tmp_path / "link").symlink_to(one)
    one.mkdir(parents=True)
    assert HousePaths.of(one).keys != HousePaths.of(two).keys
    assert HousePaths.of(one).keys == HousePaths.of(tmp_path / "link").keys == HousePaths.of(one / ".." / "house").keys
    assert HousePaths.of(one, tmp_path / "mine").keys == tmp_path / "mine"


def test_a_place_that_cannot_be_made_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PlacesError, match=r"cannot make .*/file/house: Not a directory; accepted: a folder of yours"):
        HousePaths.of(tmp_path / "file" / "house", tmp_path / "keys").make()
    with pytest.raises(PlacesError, match=r"cannot make .*/file: File exists"):
        HousePaths.of(tmp_path / "file", tmp_path / "keys").make()


# ---- keys ----------------------------------------------------------------------------------------------------


def test_keys_that_lie_apart_and_are_the_owners_alone_are_warned_of_by_nobody(
    house: HousePaths, tmp_path: Path
) -> None:
    (house.folder / "house.toml").write_text("")
    assert house.warnings() == ()
    assert HousePaths.of(tmp_path / "not made yet", tmp_path / "nor this").warnings() == ()


@pytest.mark.parametrize("mode", [0o660, 0o604, 0o620, 0o644, 0o666])
def test_a_key_that_others_may_read_or_write_is_warned_of(house: HousePaths, mode: int) -> None:
    house.vault_key.chmod(mode)
    told = f"{house.vault_key} may be read or written by others (mode {mode:o}); accepted: mode 600"
    assert house.warnings() == (told,)


def test_a_folder_in_which_others_could_put_another_key_is_warned_of(house: HousePaths) -> None:
    house.keys.chmod(0o770)
    (told,) = house.warnings()
    assert told.startswith(f"{house.keys} may be written by others, who could put another key there")
    house.keys.chmod(0o750)
    assert house.warnings() == ()


@pytest.mark.parametrize("inside", ["", "keys", "deep/er"])
def test_keys_in_the_houses_folder_are_warned_of_each(house: HousePaths, inside: str) -> None:
    moved = HousePaths(house.folder, house.folder / inside)
    moved.make()
    for name in ("vault.key", "signing.key"):
        shutil.copy(house.keys / name, moved.keys / name)
    found = moved.warnings()
    assert len(found) == 2
    assert all("lies in the house's folder, and so in every copy of it" in each for each in found)


def test_a_link_from_outside_into_the_houses_folder_deceives_nobody(house: HousePaths) -> None:
    hidden = house.folder / "data.bin"
    house.signing_key.rename(hidden)
    house.signing_key.symlink_to(hidden)
    (told,) = house.warnings()
    assert told.startswith(f"{house.signing_key} lies in the house's folder")


@pytest.mark.parametrize("name", ["signing.key", "notes.txt"])
def test_a_copy_of_a_key_in_the_houses_folder_is_found_whatever_it_is_called(house: HousePaths, name: str) -> None:
    shutil.copy(house.signing_key, house.folder / name)
    told = f"{house.folder.resolve() / name} is a private key in the house's folder; accepted: a folder outside"
    assert house.warnings() == (told,)


def test_a_vaults_key_is_known_by_its_name_whatever_it_holds(house: HousePaths) -> None:
    (house.folder / "vault.key").write_bytes(b"\0")
    assert len(house.warnings()) == 1


def test_what_in_the_folder_is_no_file_is_not_waited_for(house: HousePaths) -> None:
    os.mkfifo(house.folder / "pipe")
    (house.folder / "gone").symlink_to("nowhere")
    assert house.warnings() == ()


def test_a_folder_that_is_a_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PlacesError, match=r"cannot read .*file: Not a directory; accepted: a folder of yours"):
        HousePaths.of(tmp_path / "file", tmp_path / "keys").warnings()
    with pytest.raises(PlacesError, match=r"cannot look at .*file/vault.key: Not a directory"):
        HousePaths.of(tmp_path / "house", tmp_path / "file").warnings()


# ---- room ----------------------------------------------------------------------------------------------------


def test_a_look_at_the_folder_does_not_take_the_locks_from_the_database(tmp_path: Path) -> None:
    """Another process that looks would take itself for the only one, and what is written after it would be lost."""
    places = HousePaths.of(tmp_path / "house", tmp_path / "keys")
    places.make()
    engine = in_file(places.database)
    with engine.connect() as held:
        assert places.warnings() == ()
        looks = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM facts'); c.close()"
        subprocess.run([sys.executable, "-c", looks, str(places.database)], check=True, timeout=60)  # noqa: S603
        assert places.database.with_name("house.sqlite3-wal").exists()
        held.rollback()
    engine.dispose()


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_below_200_megabytes_there_is_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for free in (0, 199_999_999, 200_000_000):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: Usage(10**12, 10**12 - free, free))
        assert enough_room(tmp_path) is (free == 200_000_000)


def test_a_disk_that_is_gone_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(PlacesError, match=r"cannot tell how full the disk of .*gone is: No such file or directory"):
        enough_room(tmp_path / "gone")


# ---- one process at a time -----------------------------------------------------------------------------------

HOLDS = """
import sys
from pathlib import Path
from croupier.house.config.paths import Lock
with Lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def other(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the house in the folder."""
    words = [sys.executable, "-c", HOLDS, str(tmp_path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as started:  # noqa: S603
        assert started.stdout is not None
        assert started.stdout.readline() == "held\n"
        yield started
        started.kill()


def test_a_second_process_is_refused_and_told_which_has_the_house(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    with pytest.raises(PlacesError) as told:
        Lock(tmp_path).take()
    assert str(told.value) == (
        f"the house in {tmp_path} is open already, in process {other.pid}; "
        "accepted: that one closed first, or another folder"
    )


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_process_that_dies_leaves_no_lock_behind(
    tmp_path: Path, other: subprocess.Popen[str], how: signal.Signals
) -> None:
    other.send_signal(how)
    other.wait()
    assert (tmp_path / "house.lock").read_text() == f"{other.pid}\n", "what it left tells nothing any more"
    with Lock(tmp_path):
        assert (tmp_path / "house.lock").read_text() == f"{os.getpid()}\n"


def test_a_house_is_taken_once_in_one_process_too_and_again_when_it_was_let_go(tmp_path: Path) -> None:
    with Lock(tmp_path) as first:
        with pytest.raises(PlacesError, match=f"in process {os.getpid()};"):
            Lock(tmp_path).take()
        assert (tmp_path / "house.lock").stat().st_mode & 0o777 == 0o600
    first.release()
    with Lock(tmp_path):
        pass


FORKS = """
import os, sys
from pathlib import Path
from croupier.house.config.paths import Lock
reads, writes = os.pipe()
with Lock(Path(sys.argv[1])):
    if not os.fork():
        os.close(writes)
        os.read(reads, 1)  # until the parent is gone
        os._exit(0)
with Lock(Path(sys.argv[1])):
    print("held again")
"""


def test_a_process_that_was_forked_off_does_not_hold_a_house_that_was_let_go(tmp_path: Path) -> None:
    words = [sys.executable, "-c", FORKS, str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stdout, done.stderr) == (0, "held again\n", "")


def test_a_program_that_the_house_starts_does_not_hold_it(tmp_path: Path) -> None:
    sleeps = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with Lock(tmp_path):
        started = subprocess.Popen(sleeps, stdin=subprocess.PIPE, close_fds=False)  # noqa: S603
    try:
        with Lock(tmp_path):
            pass
    finally:
        started.communicate()


def test_whoever_removes_the_file_of_a_lock_does_not_get_two_into_the_house_that_come_after(tmp_path: Path) -> None:
    with Lock(tmp_path):
        (tmp_path / "house.lock").unlink()
    with Lock(tmp_path), pytest.raises(PlacesError, match="open already"):
        Lock(tmp_path).take()


def test_a_file_that_was_removed_between_opening_and_locking_it_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real, taken = tmp_path / "house.lock", fcntl.flock, []

    def removes(handle: int, how: int) -> None:
        real(handle, how)
        taken.append(handle)
        if len(taken) == 1:
            path.unlink()
        if len(taken) == 2:
            path.unlink()
            path.write_text("another")

    monkeypatch.setattr(fcntl, "flock", removes)
    with Lock(tmp_path):
        assert len(taken) == 3
        assert path.read_text() == f"{os.getpid()}\n"


@pytest.mark.parametrize("said", [b"", b"not a number", b"\xff" * 100, b"-5"])
def test_a_lock_that_says_nothing_of_use_is_another_process(tmp_path: Path, said: bytes) -> None:
    with Lock(tmp_path):
        (tmp_path / "house.lock").write_bytes(said)
        with pytest.raises(PlacesError, match="in another process;"):
            Lock(tmp_path).take()


def test_a_lock_is_not_made_through_a_link_nor_where_there_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "house.lock").symlink_to("precious")
    with pytest.raises(PlacesError, match=r"cannot lock .*house.lock: Too many levels of symbolic links; accepted: "):
        Lock(tmp_path).take()
    assert not (tmp_path / "precious").exists()
    with pytest.raises(PlacesError, match=r"cannot lock .*nowhere/house.lock: No such file or directory"):
        Lock(tmp_path / "nowhere").take()


def test_a_full_disk_is_told_and_leaves_nothing_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "pwrite", full)
        with pytest.raises(PlacesError, match=r"cannot lock .*: No space left on device"):
            Lock(tmp_path).take()
    with Lock(tmp_path):
        pass
