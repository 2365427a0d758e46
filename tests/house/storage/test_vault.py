"""What is sealed at rest opens with its key, in its drawer, unaltered, and in no other case."""

from __future__ import annotations

import errno
import os
import stat
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.house.storage import vault
from croupier.house.storage.vault import Keyring, SealContext, VaultError, opened, sealed

DRAWER = SealContext("main-1", 7, "lines")
KEYS = Keyring({1: b"1" * 32})
OTHER = Keyring({1: b"2" * 32})


def test_what_was_sealed_opens_again() -> None:
    number, blob = sealed(KEYS, DRAWER, b"the cards")
    assert number == 1
    assert b"cards" not in blob
    assert opened(KEYS, DRAWER, number, blob) == b"the cards"


@given(st.binary(max_size=1500))
def test_any_bytes_come_back_as_they_were(text: bytes) -> None:
    assert opened(KEYS, DRAWER, *sealed(KEYS, DRAWER, text)) == text


def test_the_same_text_is_never_sealed_the_same() -> None:
    assert len({sealed(KEYS, DRAWER, b"text")[1] for _ in range(100)}) == 100


def test_a_seal_does_not_tell_how_long_a_text_is() -> None:
    lengths = {len(sealed(KEYS, DRAWER, b"x" * length)[1]) for length in range(512)}
    assert len(lengths) == 1
    assert len(sealed(KEYS, DRAWER, b"x" * 512)[1]) == lengths.pop() + 512


# ---- what does not open --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "drawer", [SealContext("main-2", 7, "lines"), SealContext("main-1", 8, "lines"), SealContext("main-1", 7, "state")]
)
def test_a_text_in_another_drawer_does_not_open(drawer: SealContext) -> None:
    with pytest.raises(VaultError, match="was altered, or belongs elsewhere"):
        opened(KEYS, drawer, *sealed(KEYS, DRAWER, b"text"))


def test_every_altered_byte_is_noticed() -> None:
    number, blob = sealed(KEYS, DRAWER, b"text")
    for at in range(len(blob)):
        altered = blob[:at] + bytes([blob[at] ^ 1]) + blob[at + 1 :]
        with pytest.raises(VaultError, match="altered"):
            opened(KEYS, DRAWER, number, altered)


def test_every_cut_is_noticed() -> None:
    number, blob = sealed(KEYS, DRAWER, b"text")
    for length in range(len(blob)):
        with pytest.raises(VaultError, match="altered"):
            opened(KEYS, DRAWER, number, blob[:length])


def test_a_wrong_key_and_one_that_is_missing_are_told_apart() -> None:
    number, blob = sealed(KEYS, DRAWER, b"text")
    with pytest.raises(VaultError, match=r"^lines 7 of 'main-1' was sealed with another key 1 than the key file has"):
        opened(OTHER, DRAWER, number, blob)
    with pytest.raises(
        VaultError, match=r"was sealed with key 3, and the key file has 1, 2; accepted: the file with it"
    ):
        opened(KEYS.rotated(), DRAWER, 3, blob)
    with pytest.raises(VaultError, match="was sealed with key 0"):
        opened(KEYS, DRAWER, 0, b"in the clear")


# ---- keys ----------------------------------------------------------------------------------------------


def test_the_newest_key_seals_and_all_open() -> None:
    before = sealed(KEYS, DRAWER, b"before")
    numbers = count(9)
    later = KEYS.rotated(lambda length: bytes([next(numbers)]) * length)
    after = sealed(later, DRAWER, b"after")
    assert (before[0], after[0], later.numbers) == (1, 2, (1, 2))
    assert opened(later, DRAWER, *before) == b"before"
    assert opened(later, DRAWER, *after) == b"after"
    with pytest.raises(VaultError, match="was sealed with key 2"):
        opened(KEYS, DRAWER, *after)


def test_a_keyring_is_read_as_it_was_written() -> None:
    text = KEYS.rotated(bytes).text()
    assert text == f"croupier vault 1\n1 {'31' * 32}\n2 {'00' * 32}\n"
    assert Keyring.read(text).text() == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "croupier vault 1",
        "croupier vault 1\n",
        "croupier vault 2\n1 " + "00" * 32 + "\n",
        "croupier vault 1\n1 " + "00" * 32,  # cut off before its last line feed
        "croupier vault 1\n1 " + "00" * 31 + "\n",
        "croupier vault 1\n0 " + "00" * 32 + "\n",
        "croupier vault 1\n1 " + "AA" * 32 + "\n",
        "croupier vault 1\n2 " + "00" * 32 + "\n1 " + "00" * 32 + "\n",
        "croupier vault 1\n1 " + "00" * 32 + "\n1 " + "11" * 32 + "\n",
        "croupier vault 1\n\n1 " + "00" * 32 + "\n",
        "croupier vault 1\r\n1 " + "00" * 32 + "\r\n",
    ],
)
def test_what_is_no_key_file_is_refused_and_no_key_is_told(text: str) -> None:
    with pytest.raises(VaultError, match="accepted: ") as refused:
        Keyring.read(text)
    assert "0000" not in str(refused.value)


def test_a_key_has_32_bytes() -> None:
    with pytest.raises(VaultError, match="a key or more of 32 bytes"):
        Keyring({1: b"short"})


# ---- its file ------------------------------------------------------------------------------------------


def left_in(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_a_key_file_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "vault.key"
    before = os.umask(0)
    try:
        vault.create(file, KEYS)
        vault.replace(file, KEYS.rotated())
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert vault.load(file).numbers == (1, 2)
    assert left_in(tmp_path) == ["vault.key"]


def test_a_key_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "vault.key"
    vault.create(file, KEYS)
    for mode in (0o660, 0o604, 0o620, 0o601):
        file.chmod(mode)
        with pytest.raises(VaultError, match=r"is open to others than its owner; accepted: mode 600"):
            vault.load(file)


@pytest.mark.parametrize(
    ("owner", "group", "mode", "to_others"),
    [
        (0, 0, 0o440, False),  # as a service manager hands it over
        (0, 0, 0o640, False),
        (0, 0, 0o660, True),
        (0, 0, 0o444, True),
        (0, 7, 0o640, True),
        (7, 0, 0o640, True),
        (7, 7, 0o640, True),
        (7, 7, 0o600, False),
    ],
)
def test_a_key_may_be_read_by_its_owner_and_by_roots_own_group_if_it_is_roots(
    owner: int, group: int, mode: int, *, to_others: bool
) -> None:
    status = os.stat_result((stat.S_IFREG | mode, 0, 0, 1, owner, group, 0, 0, 0, 0))
    assert vault.is_open(status) is to_others


def test_a_key_file_is_never_written_over_by_a_new_one(tmp_path: Path) -> None:
    file = tmp_path / "vault.key"
    vault.create(file, KEYS)
    with pytest.raises(VaultError, match=r"vault\.key exists; accepted: another place"):
        vault.create(file, OTHER)
    assert vault.load(file).text() == KEYS.text()
    dangling = tmp_path / "link"
    dangling.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(VaultError, match="link exists"):
        vault.create(dangling, OTHER)
    assert left_in(tmp_path) == ["link", "vault.key"]


def test_what_cannot_be_written_leaves_what_stood_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "vault.key"
    vault.create(file, KEYS)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(VaultError, match=r"cannot write .*vault.key: No space left on device; accepted: a place where"):
        vault.replace(file, KEYS.rotated())
    with pytest.raises(VaultError, match="No space left on device"):
        vault.create(tmp_path / "new.key", KEYS)
    assert vault.load(file).text() == KEYS.text()
    assert left_in(tmp_path) == ["vault.key"]


def test_a_place_that_is_none_is_said(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match=r"cannot write .*: No such file or directory"):
        vault.create(tmp_path / "nowhere" / "vault.key", KEYS)
    with pytest.raises(VaultError, match=r"cannot read .*: No such file or directory; accepted: the key file"):
        vault.load(tmp_path / "vault.key")
    with pytest.raises(VaultError, match=r"cannot read .*: Is a directory"):
        vault.load(tmp_path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe, 0o600)
    with pytest.raises(VaultError, match="is no ordinary file"):
        vault.load(pipe)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"secret" * 1000, b"x" * (2 << 20)])
def test_a_file_of_anything_else_is_refused_without_saying_what_is_in_it(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "vault.key"
    file.write_bytes(content)
    file.chmod(0o600)
    with pytest.raises(VaultError, match=r"vault\.key: that is no key file of a vault") as refused:
        vault.load(file)
    assert "secret" not in str(refused.value)
