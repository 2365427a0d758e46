"""`croupier house`, as a manager meets it without a page: on the house's machine, while it runs or not."""

from __future__ import annotations

import errno
import json
import os
import re
import sqlite3
import sys
from pathlib import Path

import pytest
from support.house.evening_house import settled
from support.house.people import ARGON

from croupier.cli import main
from croupier.cli.exit_codes import NOT_WHOLE
from croupier.cli.house.admin import when
from croupier.crypto.keys import PrivateKey
from croupier.house.audit.verify import verify
from croupier.house.config.paths import HousePaths, Lock
from croupier.house.people import tokens, users
from croupier.house.storage import database, vault

REFUSED = 2


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> HousePaths:
    """A house that nobody changes."""
    base = tmp_path_factory.mktemp("evening")
    places = HousePaths.of(base / "house", base / "keys")
    settled(places)
    return places


@pytest.fixture
def own(tmp_path: Path) -> HousePaths:
    """A house of the test's own."""
    places = HousePaths.of(tmp_path / "house", tmp_path / "keys")
    settled(places)
    return places


class Typed:
    """The command line, in this process: what is typed, and what is said."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[bytes]) -> None:
        self._patch, self._capture = monkeypatch, capture

    def __call__(self, paths: HousePaths, *words: str, code: int = 0) -> str:
        """What a command says; where it is refused, what is said about that."""
        out, err = self.ended(code, "house", *words, "--house", str(paths.folder), "--keys", str(paths.keys))
        return " ".join((err if code == REFUSED else out).decode().split())

    def ended(self, code: int, *words: str) -> tuple[bytes, bytes]:
        """Both streams of a command that ends so."""
        self._patch.setattr(sys, "argv", ["croupier", *words])
        with pytest.raises(SystemExit) as left:
            main()
        said = self._capture.readouterr()
        assert left.value.code == code, said
        return said.out, said.err


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Typed:
    return Typed(monkeypatch, capsysbinary)


# ---- looking -----------------------------------------------------------------------------------------------------


def test_verify_says_that_all_stands(run: Typed, evening: HousePaths) -> None:
    told = run(evening, "verify")
    assert told.startswith(
        "All records are as they were written: 44 rows, 3 sessions, 5 rounds, 27 transactions, 2 checkpoints."
    )
    assert json.loads(run(evening, "verify", "--json"))["stands"] is True


def test_verify_names_what_was_altered_and_ends_with_1(run: Typed, own: HousePaths) -> None:
    with sqlite3.connect(own.database) as connection:
        connection.execute("UPDATE wallets SET amount = amount + 100 WHERE person = 'p-ann'")
    told = run(own, "verify", code=1)
    assert "1 finding in 44 rows" in told
    assert "wallets: person 'p-ann' has amount" in told
    told = json.loads(run(own, "verify", "--json", code=1))
    assert told["findings"][0]["where"] == "wallets"


def test_tables_lists_sessions_the_open_ones_first(run: Typed, evening: HousePaths) -> None:
    told = json.loads(run(evening, "tables", "--json"))
    assert [(each["table"], each["rounds"], each["closed"] is None) for each in told] == [
        ("pro", 2, True),
        ("uth", 0, True),
        ("uth", 3, False),
    ]
    assert "pro uth-ma 2 2030-03-17" in run(evening, "tables")


def test_a_session_leaves_the_house_as_a_recording_that_audit_finds_whole(
    run: Typed, evening: HousePaths, tmp_path: Path
) -> None:
    session = next(each["session"] for each in json.loads(run(evening, "tables", "--json")) if each["closed"])
    file = tmp_path / "session.jsonl"
    told = run(evening, "export", session, str(file))
    assert f"bytes of session {session}" in told
    assert file.stat().st_mode & 0o777 == 0o600
    assert b"is whole" in run.ended(0, "audit", str(file))[0]
    where = ("--house", str(evening.folder), "--keys", str(evening.keys))
    assert run.ended(0, "house", "export", session, *where)[0] == file.read_bytes()
    assert "exists; name another file" in run(evening, "export", session, str(file), code=2)


def test_an_open_session_is_cut_off_as_audit_says(run: Typed, evening: HousePaths, tmp_path: Path) -> None:
    file = tmp_path / "open.jsonl"
    run(evening, "export", "pro-1", str(file))
    assert b"the recording was cut off here; what stands before is whole" in run.ended(NOT_WHOLE, "audit", str(file))[1]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("export", "none"), "there is no session 'none'; accepted: the id of one"),
        (("export", "pro-1", "-", "--round", "9"), "has no round 9 that is over"),
        (("export", "pro-1", "no-such/folder"), "cannot write no-such/folder"),
        (("recall", "--since", "yesterday"), "--since 'yesterday' is no time; accepted: 2030-01-31"),
        (("recall", "--amount", "much"), "'much'"),
        (("recall", "--round", "-1"), "no round is found by such a number"),
        (("recall", "--cursor", "x"), "that is no place in what was found"),
        (("recall", "--most", "0"), "a page cannot have 0 rounds; accepted: 1 to 200"),
        (("recall", "--as", "public"), "--as shows one round again; accepted: with --session and --round"),
        (("recall", "--statement"), "--statement is of one person; accepted: with --person"),
        (("recall", "--as", "p-ann", "--session", "pro-1", "--round", "1"), "another's round is not yours to see"),
        (("people", "reset", "nobody"), "nobody has the login 'nobody'"),
        (("people", "reset", "\x1b[2J"), "cannot be a login"),
        (("people", "hire", "Eve", "eve", "king"), "'king' is no role here; accepted: player, dealer"),
        (("people", "program", "Robot", "king"), "'king' is no role here; accepted: guest, player"),
        (("people", "program", "\x1b[2J", "player"), "the name has a control character"),
        (("people", "token", "0" * 32, "watch"), "there is no person"),
        (("open", "none"), "house.toml has no table 'none'; accepted: uth, new"),
        (("open", "uth"), "table 'uth' is open; accepted: one that is not"),
        (("close", "new"), "no table 'new' is open; accepted: pro, uth"),
        (("close", "uth"), "a round is in play"),
        (("backup", "no-such/folder/file"), "cannot write in no-such/folder"),
        (("restore", "no-such-file"), "cannot read no-such-file: No such file or directory"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_what_cannot_be_is_refused_in_a_sentence(
    run: Typed, evening: HousePaths, words: tuple[str, ...], why: str
) -> None:
    assert why in run(evening, *words, code=2)


def test_after_all_that_was_refused_the_house_stands_as_before(run: Typed, evening: HousePaths) -> None:
    assert json.loads(run(evening, "verify", "--json"))["checked"]["rows"] == 44 + 2, "the register began"


def test_a_house_is_verified_since_a_checkpoint_that_was_kept(run: Typed, evening: HousePaths, tmp_path: Path) -> None:
    with sqlite3.connect(evening.database) as connection:
        (note,) = connection.execute("SELECT note FROM checkpoints ORDER BY size DESC LIMIT 1").fetchone()
    kept = tmp_path / "kept"
    kept.write_text(note)
    told = json.loads(run(evening, "verify", "--since", str(kept), "--json"))
    assert told["stands"]
    assert any("before the checkpoint of 4 rounds" in each for each in told["unchecked"])
    kept.write_text(note.replace("\n4\n", "\n3\n"))
    assert "it was altered" in run(evening, "verify", "--since", str(kept), code=2)
    assert "cannot read" in run(evening, "verify", "--since", "no-such-file", code=2)


def test_the_ledger_is_shown_and_written(run: Typed, evening: HousePaths) -> None:
    held = json.loads(run(evening, "ledger", "wallet/", "--json"))
    assert held.keys() == {"wallet/p-ann", "wallet/p-bob"}
    assert "wallet/p-ann $" in run(evening, "ledger", "wallet/")
    where = ("--house", str(evening.folder), "--keys", str(evening.keys))
    written = run.ended(0, "house", "ledger", "wallet/", "--csv", "-", *where)[0].decode().splitlines()
    assert written[0] == "stream,sequence,line,at,by,account,cents,what"
    assert all(",wallet/p-" in line for line in written[1:])
    assert len(written) == 11


def test_rounds_are_found_and_shown_again(run: Typed, evening: HousePaths) -> None:
    found = json.loads(run(evening, "recall", "--table", "uth", "--json"))["found"]
    assert [each["round"] for each in found] == [3, 2, 1]
    assert "void" in run(evening, "recall", "--void")
    assert "No finished round matches." in run(evening, "recall", "--person", "nobody")
    page = run(evening, "recall", "--most", "1")
    (cursor,) = re.findall(r"--cursor (\S+)", page)
    assert run(evening, "recall", "--most", "1", "--cursor", cursor) != page
    told = run(evening, "recall", "--session", "pro-1", "--round", "1", "--as", "public")
    assert "Round 1" in told
    moments = json.loads(run(evening, "recall", "--session", "pro-1", "--round", "1", "--as", "p-bob", "--json"))
    assert moments[-1]["view"]["seats"][0]["seat"] == 2


def test_a_persons_statement_adds_up(run: Typed, evening: HousePaths) -> None:
    told = json.loads(run(evening, "recall", "--person", "p-ann", "--statement", "--json"))
    change = sum(each["amount"] for each in told["cage"]) + sum(each["hand"]["net"] for each in told["rounds"])
    assert told["opening"] + change == told["closing"]
    assert "guest money" in run(evening, "recall", "--person", "p-ann", "--statement")


# ---- a house that runs -------------------------------------------------------------------------------------------


def test_while_the_house_runs_it_is_looked_at_and_nothing_else(run: Typed, evening: HousePaths, tmp_path: Path) -> None:
    with Lock(evening.folder):
        for words in (
            ("verify",),
            ("tables",),
            ("people",),
            ("ledger",),
            ("recall",),
            ("export", "pro-1"),
            ("backup", str(tmp_path / "taken")),
        ):
            run(evening, *words)
        for refused in (["open", "new"], ["close", "pro"], ["people", "reset", "manager"]):
            told = run(evening, *refused, code=2)
            assert f"is open already, in process {os.getpid()}; accepted: that one closed first" in told


# ---- doing -------------------------------------------------------------------------------------------------------


def findings(paths: HousePaths) -> list[str]:
    engine = database.connect(database.in_file(paths.database))
    keyring = vault.load(paths.vault_key)
    public = PrivateKey.read(paths.signing_key.read_bytes()).public
    with database.at_one_moment(engine) as connection:
        found = verify(connection, keyring, public).findings
    engine.dispose()
    return [str(each) for each in found]


def test_a_table_is_closed_and_another_opened(run: Typed, own: HousePaths) -> None:
    assert "Table pro is closed, and session pro-1 over." in run(own, "close", "pro")
    assert "Table new is open, under session new-" in run(own, "open", "new")
    told = json.loads(run(own, "tables", "--json"))
    assert [each["table"] for each in told if each["closed"] is None] == ["new", "uth"]
    assert findings(own) == []


def test_somebody_is_hired_and_a_lost_password_reset(run: Typed, own: HousePaths) -> None:
    """The password is good for one sign-in; what was done is on record."""
    (first,) = re.findall(r"signs in with '([^']+)'", run(own, "people", "hire", "Eve", "eve", "manager"))
    (second,) = re.findall(r"signs in with '([^']+)'", run(own, "people", "reset", "EVE"))
    assert first != second
    engine = database.connect(database.in_file(own.database))
    with database.at_one_moment(engine) as connection:
        entry = users.entry(connection, "eve", 0, ARGON)
    engine.dispose()
    assert users.prove(entry, second, ARGON) is not None
    assert users.prove(entry, first, ARGON) is None
    told = json.loads(run(own, "people", "--json"))
    assert [(each["login"], each["role"], each["name"]) for each in told["people"]] == [("eve", "manager", "Eve")]
    assert findings(own) == []
    content = own.database.read_bytes()
    assert first.encode() not in content
    assert second.encode() not in content


def test_a_program_is_made_and_given_a_token_with_a_scope_and_an_end(run: Typed, own: HousePaths) -> None:
    (person,) = re.findall(r"is ([0-9a-f]{32})", run(own, "people", "program", "Robot", "player"))
    told = run(own, "people", "token", person, "watch", "play", "--days", "7", "--label", "my bot")
    (secret, until) = re.findall(r"(\S+) is a token for watch and play, until (\S+ \S+);", told)[0]
    assert "cannot have the scope 'manage'" in run(own, "people", "token", person, "manage", code=2)
    assert "a token cannot last" in run(own, "people", "token", person, "watch", "--days", "367", code=2)
    engine = database.connect(database.in_file(own.database))
    with database.at_one_moment(engine) as connection:
        (shown,) = tokens.passes_of(connection, person, 0)
        found = tokens.who(connection, secret, shown.since)
    engine.dispose()
    assert found is not None
    assert (found.name, found.role, found.program) == ("Robot", "player", True)
    assert found.scopes == {"watch", "play"}
    assert (shown.label, shown.expires - shown.since) == ("my bot", 7 * tokens.DAY)
    assert when(shown.expires) == until
    assert findings(own) == []
    assert secret.encode() not in own.database.read_bytes()


def test_a_backup_is_restored_elsewhere(run: Typed, own: HousePaths, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    assert "44 rows" in run(own, "backup", str(taken))
    new = HousePaths.of(tmp_path / "new", own.keys)
    told = run(new, "restore", str(taken))
    assert "The log harbour/log/1 goes on as harbour/log/2" in told
    assert findings(new) == []
    assert "is not empty, and nothing is overwritten" in run(new, "restore", str(taken), code=2)


def test_a_restore_without_the_vaults_key_says_what_it_costs(run: Typed, own: HousePaths, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    run(own, "backup", str(taken))
    new = HousePaths.of(tmp_path / "new", tmp_path / "new-keys")
    assert "accepted: the house's signing key there" in run(new, "restore", str(taken), code=2)
    new.keys.mkdir(mode=0o700)
    vault.write_new(new.signing_key, own.signing_key.read_bytes())
    told = run(new, "restore", str(taken))
    assert "The key of the vault was not there" in told
    assert "Table uth: its session is over, a round in play is void, and all chips went back." in told
    assert findings(new) == []
    assert "Not checked: session" in run(new, "verify")


def test_a_folder_without_a_house_is_said_to_have_none(run: Typed, tmp_path: Path) -> None:
    empty = HousePaths.of(tmp_path / "empty", tmp_path / "keys")
    for words in (("verify",), ("tables",), ("close", "uth"), ("people", "reset", "manager"), ("backup", "x")):
        assert f"there is no house in {empty.folder}" in run(empty, *words, code=2)
    assert not empty.folder.exists()
    assert not empty.keys.exists()


def test_keys_are_made_both_or_not_at_all(run: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = HousePaths.of(tmp_path / "new", tmp_path / "new-keys")
    synced, fsync = [], os.fsync

    def full(handle: int) -> None:
        synced.append(handle)
        if len(synced) > 2:  # the vault's key and its folder are on the disk
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        said = run(new, "keys", "new", code=REFUSED)
    assert f"cannot write {new.signing_key}: No space left on device" in said
    assert list(new.keys.iterdir()) == []
    run(new, "keys", "new")
    assert sorted(each.name for each in new.keys.iterdir()) == ["signing.key", "vault.key"]


def test_a_house_without_its_keys_is_not_looked_at(run: Typed, own: HousePaths, tmp_path: Path) -> None:
    without = HousePaths.of(own.folder, tmp_path / "none")
    assert "vault.key: No such file or directory" in run(without, "verify", code=2)
    assert "is missing, which this house was kept with" in run(without, "close", "pro", code=2)
    assert not (without.keys / "vault.key").exists()


def test_what_is_no_database_is_said_to_be_none(run: Typed, own: HousePaths) -> None:
    own.database.write_bytes(b"no database at all" * 1000)
    assert "the database: file is not a database" in run(own, "verify", code=2)


def test_a_database_of_another_program_is_not_looked_into(run: Typed, own: HousePaths) -> None:
    with sqlite3.connect(own.database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    said = f"the house's database is of version 9999, and this program reads {database.HEAD}"
    assert said in run(own, "verify", code=2)
