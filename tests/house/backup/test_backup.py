"""A backup is one file without a key; a restore overwrites nothing, says what it costs, and leaves a whole house."""

from __future__ import annotations

import errno
import io
import json
import os
import sqlite3
import stat
import tarfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.exc import OperationalError
from support.house.databases import database as database_of
from support.house.databases import in_file
from support.house.evening_house import evening
from support.house.running_house import KEY, KEYRING, Running

from croupier.crypto import signed_notes
from croupier.crypto.keys import PrivateKey
from croupier.crypto.signed_notes import Checkpoint, RestoreStatement
from croupier.house.audit.verify import verify
from croupier.house.backup import backup
from croupier.house.backup import restore as restore_module
from croupier.house.backup.backup import BackupError, back_up, manifest_of
from croupier.house.backup.restore import restore
from croupier.house.config.paths import HousePaths
from croupier.house.engine.replay import sessions
from croupier.house.ledger.balances import balances
from croupier.house.records import transparency_log
from croupier.house.records.recall import RoundQuery, replay, search
from croupier.house.storage import database, schema, vault
from croupier.house.storage.vault import Keyring, VaultError
from croupier.table.views.view import AUDITOR

WALL = 1_900_001_000_000
SETTINGS = '[house]\nname = "house"\n[tables.uth]\nsubmission = "own.toml"\n[tables.pro]\nrulebook = "uth-ma"\n'


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Engine, HousePaths]]:
    """A house after an evening, with its settings and its keys."""
    base = tmp_path_factory.mktemp("evening")
    places = HousePaths.of(base / "house", base / "keys")
    places.make()
    engine = evening(places.folder)
    places.settings.write_text(SETTINGS)
    (places.folder / "own.toml").write_text('rulebook = "uth-ma"\n')
    give_keys(places)
    yield engine, places
    engine.dispose()


def give_keys(paths: HousePaths, keyring: Keyring | None = KEYRING, key: PrivateKey | None = KEY) -> None:
    paths.keys.mkdir(mode=0o700, parents=True, exist_ok=True)
    if keyring is not None:
        vault.create(paths.vault_key, keyring)
    if key is not None:
        vault.write_new(paths.signing_key, key.text())


@pytest.fixture
def taken(made: tuple[Engine, HousePaths], tmp_path: Path) -> Path:
    engine, places = made
    back_up(engine, places, KEY.public, tmp_path / "house.backup")
    return tmp_path / "house.backup"


@pytest.fixture
def elsewhere(tmp_path: Path) -> HousePaths:
    return HousePaths.of(tmp_path / "new" / "house", tmp_path / "new-keys")


def opened(paths: HousePaths) -> Engine:
    return database.connect(database.in_file(paths.database))


# ---- making one ------------------------------------------------------------------------------------------------


def test_a_backup_is_one_file_that_only_its_owner_reads(taken: Path) -> None:
    assert stat.S_IMODE(taken.stat().st_mode) == 0o600
    assert sorted(each.name for each in taken.parent.iterdir()) == [taken.name]
    with tarfile.open(taken) as pack:
        assert pack.getnames() == ["manifest.json", "house.sqlite3", "house.toml", "own.toml"]


def test_no_key_is_in_a_backup(taken: Path) -> None:
    content = taken.read_bytes()
    assert b"PRIVATE KEY" not in content
    assert KEYRING.text().encode().splitlines()[1].split()[1] not in content
    assert bytes(range(32)) not in content
    assert bytes(range(32, 64)) not in content


@pytest.mark.parametrize("content", [KEY.text().decode(), KEYRING.text()], ids=["signing", "vault"])
def test_a_key_where_settings_should_be_is_refused(tmp_path: Path, content: str) -> None:
    places = HousePaths.of(tmp_path / "house", tmp_path / "keys")
    places.make()
    engine = in_file(places.database)
    places.settings.write_text(content)
    with pytest.raises(BackupError, match="has a key in it; accepted: a backup without keys"):
        back_up(engine, places, KEY.public, tmp_path / "taken")
    assert not (tmp_path / "taken").exists()
    engine.dispose()


def test_the_manifest_says_where_the_house_stood(made: tuple[Engine, HousePaths], taken: Path) -> None:
    manifest = manifest_of(taken)
    with database.at_one_moment(made[0]) as conn:
        ends = {row.stream: row.seq for row in conn.execute(select(schema.tips))}
        log = transparency_log.current(conn, "house")
        assert log is not None
        assert manifest.checkpoint == transparency_log.latest(conn, log)
    assert (manifest.ends, manifest.house) == (ends, KEY.public)


def test_a_backup_does_not_overwrite(made: tuple[Engine, HousePaths], tmp_path: Path) -> None:
    target = tmp_path / "there"
    target.write_text("something else")
    with pytest.raises(BackupError, match="exists; accepted: the name of a new file"):
        back_up(*made, KEY.public, target)
    assert target.read_text() == "something else"


def test_a_backup_where_nobody_may_write_says_so(made: tuple[Engine, HousePaths], tmp_path: Path) -> None:
    with pytest.raises(BackupError, match=r"cannot write in .*no-such: No such file"):
        back_up(*made, KEY.public, tmp_path / "no-such" / "file")


def test_a_house_in_postgresql_is_backed_up_by_postgresql(made: tuple[Engine, HousePaths], tmp_path: Path) -> None:
    with database_of("postgresql") as engine, pytest.raises(BackupError, match="accepted: `pg_dump`"):
        back_up(engine, made[1], KEY.public, tmp_path / "taken")


def test_a_submission_outside_of_the_folder_is_named_and_left_out(tmp_path: Path) -> None:
    places = HousePaths.of(tmp_path / "house", tmp_path / "keys")
    places.make()
    engine = in_file(places.database)
    (tmp_path / "outside.toml").write_text('rulebook = "uth-ma"\n')
    places.settings.write_text('[tables.uth]\nsubmission = "../outside.toml"\n')
    manifest = back_up(engine, places, KEY.public, tmp_path / "taken")
    assert manifest.left_out == ("../outside.toml",)
    assert manifest_of(tmp_path / "taken").files.keys() == {"house.sqlite3", "house.toml"}
    engine.dispose()


def test_a_house_goes_on_while_it_is_backed_up(tmp_path: Path, elsewhere: HousePaths) -> None:
    """Whatever moment the backup has caught, what it holds is whole."""
    places = HousePaths.of(tmp_path / "house", tmp_path / "keys")
    places.make()
    give_keys(places)
    run = Running(in_file(places.database))
    run.guest("p-ann", 10_000_000)
    run.open("uth")
    run.sit("uth", 1, "p-ann", 5_000_000)
    faults: list[Exception] = []
    done = threading.Event()

    def back_up_again_and_again() -> None:
        try:
            for number in range(4):
                back_up(run.engine, places, KEY.public, tmp_path / f"taken-{number}")
        except Exception as error:  # noqa: BLE001 - it is looked at below
            faults.append(error)
        done.set()

    thread = threading.Thread(target=back_up_again_and_again)
    thread.start()
    while not done.is_set():
        run.play("uth")
    thread.join()
    run.stop()
    assert faults == []
    give_keys(elsewhere)
    restore(tmp_path / "taken-3", elsewhere, WALL)
    assert findings(elsewhere) == []
    run.engine.dispose()


# ---- restoring -------------------------------------------------------------------------------------------------


def findings(paths: HousePaths, keyring: Keyring | None = None) -> list[str]:
    engine = opened(paths)
    with database.at_one_moment(engine) as conn:
        report = verify(conn, keyring or vault.load(paths.vault_key), KEY.public)
    engine.dispose()
    return [str(each) for each in report.findings]


def test_a_restored_house_verifies_and_its_tables_go_on(taken: Path, elsewhere: HousePaths) -> None:
    give_keys(elsewhere)
    restored = restore(taken, elsewhere, WALL)
    assert findings(elsewhere) == []
    assert (elsewhere.folder / "own.toml").read_text() == 'rulebook = "uth-ma"\n'
    assert any("goes on as harbour/log/2-" in each for each in restored.says)
    run = Running(opened(elsewhere), start=WALL + 1)
    run.house.recover()
    assert run.state("uth").closed
    run.play_out("uth")
    run.close("uth")
    run.stop()
    assert findings(elsewhere) == []
    run.engine.dispose()


def test_a_restore_states_what_was_lost(taken: Path, elsewhere: HousePaths) -> None:
    """The last checkpoint that was published may be later than the backup: the gap is signed."""
    give_keys(elsewhere)
    old = Checkpoint.read(signed_notes.text_of(manifest_of(taken).checkpoint))
    later = signed_notes.signed(Checkpoint(old.origin, old.size + 7, bytes(32)).text(), old.origin, KEY)
    restore(taken, elsewhere, WALL, later)
    engine = opened(elsewhere)
    with database.at_one_moment(engine) as conn:
        (statement,) = transparency_log.statements(conn)
        said = RestoreStatement.read(signed_notes.opened(statement, KEY.public)[0])
    assert said.origin.startswith("harbour/log/2-")
    assert (said.kept, said.last.size) == (old.size, old.size + 7)
    assert findings(elsewhere) == []
    engine.dispose()


def test_a_checkpoint_that_the_house_has_not_signed_is_refused(taken: Path, elsewhere: HousePaths) -> None:
    give_keys(elsewhere)
    other = signed_notes.signed(
        Checkpoint("harbour/log/1", 9, bytes(32)).text(), "harbour/log/1", PrivateKey(bytes(32))
    )
    with pytest.raises(BackupError, match="that is no checkpoint of this house"):
        restore(taken, elsewhere, WALL, other)
    assert not elsewhere.folder.exists()


def test_a_restore_overwrites_nothing(taken: Path, elsewhere: HousePaths) -> None:
    give_keys(elsewhere)
    elsewhere.folder.mkdir(parents=True)
    (elsewhere.folder / "kept").write_text("mine")
    with pytest.raises(BackupError, match="is not empty, and nothing is overwritten; accepted: a new folder"):
        restore(taken, elsewhere, WALL)
    assert [each.name for each in elsewhere.folder.iterdir()] == ["kept"]


def test_an_empty_folder_is_taken(taken: Path, elsewhere: HousePaths) -> None:
    give_keys(elsewhere)
    elsewhere.folder.mkdir(parents=True)
    restore(taken, elsewhere, WALL)
    assert findings(elsewhere) == []


@pytest.mark.parametrize("key", [None, PrivateKey(bytes(32))], ids=["none", "another"])
def test_without_the_houses_signing_key_nothing_is_restored(
    taken: Path, elsewhere: HousePaths, key: PrivateKey | None
) -> None:
    give_keys(elsewhere, key=key)
    with pytest.raises(BackupError, match=r"signing key|is another house's"):
        restore(taken, elsewhere, WALL)
    assert not elsewhere.folder.exists()


def test_another_vaults_key_is_refused(taken: Path, elsewhere: HousePaths) -> None:
    give_keys(elsewhere, keyring=Keyring({1: bytes(32)}))
    with pytest.raises(BackupError, match="is another house's; accepted: the key that this house was kept with"):
        restore(taken, elsewhere, WALL)
    assert not elsewhere.folder.exists()
    assert sorted(each.name for each in elsewhere.folder.parent.iterdir()) == []


def test_without_the_vaults_key_rounds_in_play_are_void_and_all_money_goes_back(
    made: tuple[Engine, HousePaths], taken: Path, elsewhere: HousePaths
) -> None:
    give_keys(elsewhere, keyring=None)
    restored = restore(taken, elsewhere, WALL)
    assert any("table uth" in each.lower() and "a round in play is void" in each for each in restored.says)
    assert findings(elsewhere) == []
    with database.at_one_moment(made[0]) as conn:
        before = balances(conn)
    engine = opened(elsewhere)
    with database.at_one_moment(engine) as conn:
        after = balances(conn)
        assert all(about.closed for about in sessions(conn))
        assert len(search(conn, RoundQuery(), AUDITOR).found) == 5
        with pytest.raises(VaultError, match="was sealed with"):
            list(replay(conn, vault.load(elsewhere.vault_key), sessions(conn, "uth")[0].id, 1, AUDITOR))
    owned = {"p-ann": ["wallet/p-ann", "seat/uth/1", "layout/uth/1"], "p-bob": ["wallet/p-bob", "seat/pro/2"]}
    for person, accounts in owned.items():
        assert after[f"wallet/{person}"] == sum(before.get(each, 0) for each in accounts)
    assert not any(amount for name, amount in after.items() if name.startswith(("seat/", "layout/")))
    engine.dispose()


def test_after_a_restore_without_the_vaults_key_the_house_opens_again(taken: Path, elsewhere: HousePaths) -> None:
    give_keys(elsewhere, keyring=None)
    restore(taken, elsewhere, WALL)
    keyring = vault.load(elsewhere.vault_key)
    run = Running(opened(elsewhere), keyring=keyring, start=WALL + 1)
    run.house.recover()
    assert run.house.queues == {}
    run.open("uth")
    run.sit("uth", 1, "p-ann")
    run.play("uth")
    run.stop()
    assert findings(elsewhere) == []
    run.engine.dispose()


def test_what_was_marked_by_a_lost_key_is_said_not_to_be_checked(taken: Path, elsewhere: HousePaths) -> None:
    give_keys(elsewhere, keyring=None)
    restore(taken, elsewhere, WALL)
    engine = opened(elsewhere)
    with database.at_one_moment(engine) as conn:
        said = verify(conn, vault.load(elsewhere.vault_key), KEY.public).unchecked
    assert sum("nothing of it can be read" in each for each in said) == 3
    assert sum("marked by a key that was lost" in each for each in said) == 4
    engine.dispose()


def _forged(paths: HousePaths, held: dict[str, object] | None) -> list[str]:
    """What `verify` finds once somebody has written other losses into the database."""
    engine = opened(paths)
    with database.writing(engine) as conn:
        before = database.fact(conn, "lost with a key")
        database.note(conn, "lost with a key", json.dumps({**json.loads(before or "{}"), **(held or {})}))
    engine.dispose()
    return findings(paths)


def test_a_loss_that_the_house_has_not_signed_passes_nothing_over(taken: Path, elsewhere: HousePaths) -> None:
    """An editor alters a session and states that its key was lost."""
    give_keys(elsewhere)
    restore(taken, elsewhere, WALL)
    engine = opened(elsewhere)
    with database.writing(engine) as conn:
        names = [each.id for each in sessions(conn)]
        conn.execute(schema.journal.update().where(schema.journal.c.stream == "uth").values(mark=bytes(16)))
    engine.dispose()
    found = _forged(elsewhere, {"sessions": names, "marks": [bytes(4).hex()]})
    assert "facts: the loss of keys is not signed by this house" in found[0]
    assert any("its mark is by another vault, or was altered" in each for each in found)


def test_a_signed_loss_is_as_it_was_signed_and_of_keys_that_are_lost(taken: Path, elsewhere: HousePaths) -> None:
    give_keys(elsewhere, keyring=None)
    restore(taken, elsewhere, WALL)
    assert findings(elsewhere) == []
    engine = opened(elsewhere)
    with database.at_one_moment(engine) as conn:
        report = verify(conn, KEYRING, KEY.public)
    engine.dispose()
    assert "a key that is said to be lost is in the key file" in str(report.findings[0])
    assert "not as the house has signed it" in _forged(elsewhere, {"sessions": ["another"]})[0]


# ---- a full disk -----------------------------------------------------------------------------------------------


def test_a_full_disk_is_told_by_the_place_that_is_full_and_leaves_nothing(
    taken: Path, elsewhere: HousePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_keys(elsewhere, keyring=None)
    keys = sorted(elsewhere.keys.iterdir())

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def full_database(*_: object) -> None:
        raise OperationalError("", {}, sqlite3.OperationalError("database or disk is full"))

    def full_place(*_: object) -> None:
        raise BackupError("cannot put the house into its place")

    for module, name, fails, why in (
        (os, "fsync", full, r"cannot write .*/new/.*: No space left on device; accepted: a folder with"),
        (transparency_log, "restore", full_database, "cannot write the house's database in .*/new: database or disk"),
        (restore_module, "_into_place", full_place, "into its place"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, fails)
            with pytest.raises(BackupError, match=why):
                restore(taken, elsewhere, WALL)
        assert list(elsewhere.folder.parent.iterdir()) == []
        assert sorted(elsewhere.keys.iterdir()) == keys


# ---- what is no backup -----------------------------------------------------------------------------------------


def test_a_damaged_backup_is_refused_and_leaves_nothing(taken: Path, elsewhere: HousePaths) -> None:
    give_keys(elsewhere)
    content = bytearray(taken.read_bytes())
    content[len(content) // 2] ^= 1
    damaged = taken.with_name("damaged")
    damaged.write_bytes(content)
    with pytest.raises(BackupError, match="is missing or damaged; accepted: another backup"):
        restore(damaged, elsewhere, WALL)
    assert not elsewhere.folder.exists()


@pytest.mark.parametrize("share", [0.0, 0.001, 0.5, 0.9])
def test_a_backup_that_was_cut_off_is_refused(taken: Path, elsewhere: HousePaths, share: float) -> None:
    give_keys(elsewhere)
    content = taken.read_bytes()
    cut = taken.with_name("cut")
    cut.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(BackupError):
        restore(cut, elsewhere, WALL)
    assert not elsewhere.folder.exists()


@pytest.mark.parametrize(
    ("manifest", "why"),
    [
        (b"{}", "that is no backup of a house"),
        (b"[1]", "that is no backup of a house"),
        (b"\xff", "that is no backup of a house"),
        (b'{"croupier backup": 2}', "that is no backup of a house"),
        (b"[" * 100_000, "that is no backup of a house"),
    ],
)
def test_a_manifest_that_is_none_is_refused(tmp_path: Path, manifest: bytes, why: str) -> None:
    file = packed(tmp_path, {"manifest.json": manifest})
    with pytest.raises(BackupError, match=why):
        manifest_of(file)


@pytest.mark.parametrize("name", ["../house.toml", "/tmp/x", "a/../../x", ""])  # noqa: S108 - of nobody
def test_a_backup_whose_files_would_lie_elsewhere_is_refused(taken: Path, tmp_path: Path, name: str) -> None:
    manifest = json.loads(manifest_of(taken).text()) | {"files": {name: "0" * 64}}
    file = packed(tmp_path, {"manifest.json": json.dumps(manifest).encode(), (name or "x"): b"x"})
    with pytest.raises(BackupError, match="would not lie in the house's folder"):
        manifest_of(file)


def test_a_link_in_a_backup_is_not_followed(taken: Path, elsewhere: HousePaths, tmp_path: Path) -> None:
    give_keys(elsewhere)
    manifest = manifest_of(taken)
    file = tmp_path / "linked"
    with tarfile.open(file, "w") as pack:
        text = manifest.text()
        first = tarfile.TarInfo(backup.MANIFEST)
        first.size = len(text)
        pack.addfile(first, io.BytesIO(text))
        link = tarfile.TarInfo(backup.DATABASE)
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        pack.addfile(link)
    with pytest.raises(BackupError, match=r"house.sqlite3 of the backup is missing or damaged"):
        restore(file, elsewhere, WALL)
    assert not elsewhere.folder.exists()


def packed(tmp_path: Path, files: dict[str, bytes]) -> Path:
    file = tmp_path / "packed"
    with tarfile.open(file, "w") as pack:
        for name, content in files.items():
            about = tarfile.TarInfo(name)
            about.size = len(content)
            pack.addfile(about, io.BytesIO(content))
    return file
