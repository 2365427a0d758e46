"""`croupier house keys`: made once, told, and rotated; what was sealed before still opens."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from support.cli import shell
from support.house.evening_house import settled

from croupier.house.config.paths import HousePaths
from croupier.house.storage import vault


def run(paths: HousePaths, *words: str) -> tuple[int, str, str]:
    at = ("--house", str(paths.folder), "--keys", str(paths.keys))
    done = shell.run("house", "keys", *words, *at)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def paths(tmp_path: Path) -> HousePaths:
    return HousePaths.of(tmp_path / "house", tmp_path / "keys")


def test_keys_are_made_once_for_their_owner_alone(paths: HousePaths) -> None:
    code, told, _ = run(paths, "new")
    assert code == 0
    for each in (paths.vault_key, paths.signing_key):
        assert stat.S_IMODE(each.stat().st_mode) == 0o600
    assert stat.S_IMODE(paths.keys.stat().st_mode) == 0o700
    assert not paths.folder.exists(), "there is no house yet"
    before = paths.vault_key.read_bytes(), paths.signing_key.read_bytes()
    code, _, error = run(paths, "new")
    assert (code, "exists, and nothing is overwritten" in error) == (2, True)
    assert (paths.vault_key.read_bytes(), paths.signing_key.read_bytes()) == before
    public = json.loads(run(paths, "--json")[1])["public"]
    assert told.splitlines()[-1] == public


def test_nothing_of_a_private_key_is_told(paths: HousePaths) -> None:
    told = "".join(str(run(paths, *words)) for words in (("new",), (), ("rotate",), ("--json",)))
    secrets = [line.split()[-1] for line in paths.vault_key.read_text().splitlines()[1:]]
    secrets += paths.signing_key.read_text().split()[-1:]
    assert len(secrets) == 3
    assert not [each for each in secrets if each in told]


def test_after_a_rotation_the_house_is_read_as_before_and_seals_with_the_new_key(paths: HousePaths) -> None:
    settled(paths)
    code, told, _ = run(paths, "rotate")
    assert (code, "now has key 2" in told) == (0, True)
    ring = vault.load(paths.vault_key)
    assert (ring.numbers, ring.newest) == ((1, 2), 2)
    done = shell.run("house", "verify", "--house", str(paths.folder), "--keys", str(paths.keys))
    assert "All records are as they were written" in done.stdout
    assert "keys 1, 2; key 2 seals" in run(paths)[1]


def test_without_keys_there_is_nothing_to_rotate(paths: HousePaths) -> None:
    for words in ((), ("rotate",)):
        code, told, error = run(paths, *words)
        assert (code, told, error.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(("mode", "uid", "gid", "is_open"), [
    (0o600, 1000, 1000, False),
    (0o400, 1000, 1000, False),
    (0o440, 1000, 1000, True),
    (0o440, 0, 1000, True),
    (0o440, 0, 0, False),
    (0o460, 0, 0, True),
    (0o444, 0, 0, True),
])  # fmt: skip
def test_a_key_is_its_owners_or_roots_to_hand_over(mode: int, uid: int, gid: int, is_open: bool) -> None:  # noqa: FBT001 - a case
    status = os.stat_result((stat.S_IFREG | mode, 1, 1, 1, uid, gid, 100, 0, 0, 0))
    assert vault.is_open(status) is is_open
