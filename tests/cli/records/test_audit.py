"""`audit`, `replay` and `key` as their users meet them: keys, receipts, long recordings in parts, standard input."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from support.cli.shell import run_on_bytes
from support.table import recordings
from support.table.older_recording import stored
from support.table.recordings import HOUSE, STRANGER, Lines, begun, bodies, chained, evening, play, receipt_of, text

from croupier.cli.records import segments
from croupier.cli.records.keys import read_key
from croupier.cli.records.segments import AuditOptions, Part, audited, replayed, snapshots
from croupier.cli.terminal.errors import InputError
from croupier.crypto.keys import PrivateKey
from croupier.table.fairness.card_sources import Physical
from croupier.table.model.command import Command
from croupier.table.receipts.receipt import public_facts
from croupier.table.recording.audit_result import Receipt
from croupier.table.recording.recorder import RecordingError, round_of_snapshot
from croupier.table.recording.seals import Seals


def said(*words: str, given: bytes = b"") -> str:
    done = run_on_bytes(*words, typed=given)
    assert (done.returncode, done.stderr) == (0, b"")
    return " ".join(done.stdout.decode().split())


def refused(*words: str, given: bytes = b"") -> str:
    """What is said of bad input."""
    return _ended(2, *words, given=given)


def broken(*words: str, given: bytes = b"") -> str:
    """What is said of a recording that is not whole; what stands before the fault may be shown, under a banner."""
    return _ended(1, *words, given=given)


def _ended(code: int, *words: str, given: bytes) -> str:
    done = run_on_bytes(*words, typed=given)
    assert done.returncode == code
    assert not done.stdout or (code == 1 and f"{words[1]} is NOT WHOLE: ".encode() in done.stdout)
    return done.stderr.decode().removeprefix("croupier: ").rstrip()


@cache
def _evening(*, key: bool = False, rounds: int = 9) -> tuple[bytes, ...]:
    return tuple(evening(rounds, HOUSE if key else None, 2)[1])


@pytest.fixture
def unsigned(tmp_path: Path) -> Path:
    file = tmp_path / "unsigned.jsonl"
    file.write_bytes(b"".join(_evening()))
    return file


@pytest.fixture
def signed(tmp_path: Path) -> Path:
    file = tmp_path / "signed.jsonl"
    file.write_bytes(b"".join(_evening(key=True)))
    (tmp_path / "key").write_bytes(HOUSE.text())
    return file


# ---- what an audit says --------------------------------------------------------------------------------


def test_without_a_signature_it_says_what_that_means(unsigned: Path) -> None:
    text = said("audit", str(unsigned))
    assert "is whole, but it is not signed: anybody who holds the file could have written it. " in text
    assert "decks 10 of 10 committed to before bets; each that was dealt, as committed" in text
    assert "rounds 9 cards practice: seeded" in text
    report = json.loads(run_on_bytes("audit", str(unsigned), "--json").stdout)
    expected = {"whole": True, "signed_by": None, "key_given": False, "unfinished": None, "rounds": 9, "table": "3"}
    assert {key: report[key] for key in expected} == expected


def test_with_a_signature_it_says_whose(signed: Path) -> None:
    assert f"signed with the key {HOUSE.public}. Only the house can tell whose key" in said("audit", str(signed))
    for key in (HOUSE.public, str(signed.with_name("key"))):
        assert f"and signed with the key that was given, {HOUSE.public}." in said("audit", str(signed), "--key", key)
    assert "line 1: it bears the key" in broken("audit", str(signed), "--key", STRANGER.public)
    assert "line 1: it bears no key" in broken("audit", "-", "--key", HOUSE.public, given=b"".join(_evening()))


def test_a_round_that_was_left_is_unfinished(tmp_path: Path) -> None:
    table, pages = begun()
    table.feed()
    table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "ready": True}))
    assert table.journal
    table.journal.close()
    file = tmp_path / "left.jsonl"
    file.write_bytes(pages.content)
    assert "rounds 1; round 1 unfinished, $10 in action" in said("audit", str(file))
    report = json.loads(run_on_bytes("audit", str(file), "--json").stdout)
    assert report["unfinished"] == {"round": 1, "in_action_cents": 1000}


def test_real_cards_are_not_said_to_be_committed(tmp_path: Path) -> None:
    table, pages = begun(source=Physical())
    table.feed()
    assert table.journal
    table.journal.close()
    file = tmp_path / "real.jsonl"
    file.write_bytes(pages.content)
    assert "decks 0 of 1 committed to before bets settled" in said("audit", str(file))


def test_what_stands_beside_the_chain_is_counted_apart(tmp_path: Path) -> None:
    table, pages = begun()
    table.send(Command("player", "decide", 1, {"choice": "play 4x"}))
    assert table.journal
    table.journal.recorder.name("p1", "Zoë")
    table.journal.close()
    file = tmp_path / "beside.jsonl"
    file.write_bytes(pages.content)
    assert "beside it 1 refused commands, 1 names; not part of the hash chain" in said("audit", str(file))


def test_a_rulebook_that_is_not_the_one_here_is_said_to_be_another(tmp_path: Path) -> None:
    says = bodies(list(_evening()))
    says[0]["rulebook_data"][0]["document"] = "an earlier print"
    says[0]["rulebook_hash"] = sha256(text(says[0]["rulebook_data"])).hexdigest()
    file = tmp_path / "other.jsonl"
    file.write_bytes(b"".join(chained(says)))
    assert "rulebook uth-ma, as in the recording, not as it is installed here" in said("audit", str(file))


# ---- receipts ------------------------------------------------------------------------------------------


WHOLE = receipt_of(4, HOUSE, 2)


def test_a_recording_of_an_older_engine_is_taken_as_it_stands_and_said_to_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "older.jsonl"
    file.write_bytes(b"".join(stored(2)))
    assert "taken as they stand: engine 2 decided, and no command is decided again" in said("audit", str(file))
    told = json.loads(said("audit", str(file), "--json"))
    assert (told["whole"], told["engine"], told["decided_again"], told["rounds"]) == (True, 2, False, 3)
    altered = stored(2)
    altered[7] = altered[7].replace(b"500", b"501", 1)
    assert altered != stored(2)
    file.write_bytes(b"".join(altered))
    assert "line 8: the hash does not fit" in broken("audit", str(file))
    file.write_bytes(b"".join(stored(2)))
    monkeypatch.setattr(segments, "LONG", 1)
    assert audited(str(file), AuditOptions())[1].rounds == 3


def test_a_receipt_stands_in_its_recording_or_is_said_not_to(signed: Path, unsigned: Path) -> None:
    given = signed.with_name("receipt.json")
    given.write_text(json.dumps(WHOLE))
    assert "receipts round 4 is in it as told" in said("audit", str(signed), "--receipt", str(given))
    assert "the head of the receipt does not stand" in broken("audit", str(unsigned), "--receipt", str(given))


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("", ": there is no receipt in it"),
        ("[]", ", line 1: that is no receipt"),
        ("null", ", line 1: that is no receipt"),
        ("\xff", ", line 1: that is no JSON"),
        ("{}", ", line 1: a receipt has no 'receipt', or one that is none"),
        (json.dumps(WHOLE | {"round": True}), ", line 1: a receipt has no 'round', or one that is none"),
        (
            json.dumps(WHOLE | {"head": None}),
            ", line 1: it has no head; accepted: a receipt of a table that is recorded",
        ),
    ],
)
def test_a_file_without_a_receipt_is_bad_input(signed: Path, wrong: str, why: str) -> None:
    given = signed.with_name("receipt.json")
    given.write_text(wrong)
    assert refused("audit", str(signed), "--receipt", str(given)) == f"{given}{why}"


def test_a_receipt_whose_facts_are_others_is_said_to_be_so(signed: Path) -> None:
    """What was dealt to whom is compared with the record; a card that does not open its commitment breaks it alone."""
    given = signed.with_name("receipt.json")
    given.write_text(json.dumps(WHOLE | {"dealt": ["dealer", *WHOLE["dealt"][1:]]}))
    assert "the receipt tells round 4 otherwise than it was" in broken("audit", str(signed), "--receipt", str(given))
    card = WHOLE["cards"][0]
    given.write_text(json.dumps(WHOLE | {"cards": [card | {"card": (card["card"] + 1) % 52}, *WHOLE["cards"][1:]]}))
    assert "the receipt does not hold: each of the" in broken("audit", str(signed), "--receipt", str(given))


# ---- keys ----------------------------------------------------------------------------------------------


def test_a_key_is_made_where_none_was_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "key"
    public = said("key", "new", str(file))[-64:]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert PrivateKey.read(file.read_bytes()).public == public == said("key", "show", str(file))
    assert "exists; name another file" in refused("key", "new", str(file))
    assert said("key", "new", str(tmp_path / "other"))[-64:] != public


def test_an_evening_is_signed_and_its_lines_are_sealed(tmp_path: Path) -> None:
    key, file = tmp_path / "key", tmp_path / "evening.jsonl"
    key.write_bytes(HOUSE.text())
    words = ("play", "lir-nj", "--auto", "--rounds", "3", "--record", str(file), "--key", str(key))
    said(*words)
    assert b'{"sealed":' in file.read_bytes()
    assert "is whole, and signed with the key that was given" in said("audit", str(file), "--key", HOUSE.public)
    assert "--key signs a recording; accepted: --record too" in refused("play", "lir-nj", "--auto", "--key", str(key))
    file.unlink()
    (tmp_path / "public").write_text(HOUSE.public)
    assert "that is no private key; accepted: " in refused(*words[:-1], str(tmp_path / "public"))
    assert not file.exists()


def test_a_key_is_given_as_it_is_or_by_its_file(tmp_path: Path) -> None:
    (tmp_path / "private").write_bytes(HOUSE.text())
    (tmp_path / "public").write_text(f"{HOUSE.public}\n")
    assert read_key(HOUSE.public) == (HOUSE.public, None)
    assert read_key(str(tmp_path / "public")) == (HOUSE.public, None)
    assert read_key(str(tmp_path / "private")) == (HOUSE.public, HOUSE.text())
    (tmp_path / "neither").write_bytes(b"\xff")
    for given in ("nothing", str(tmp_path / "neither")):
        with pytest.raises(InputError, match="that is no public key"):
            read_key(given)


def test_a_recording_that_ends_in_a_round_is_opened_by_the_private_key(tmp_path: Path) -> None:
    table, pages = begun(HOUSE)
    play(table)
    table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "ready": True}))
    file, key = tmp_path / "cut.jsonl", tmp_path / "key"
    file.write_bytes(pages.content)
    key.write_bytes(HOUSE.text())
    assert "it is sealed, and what would open it does not follow" in broken("audit", str(file))
    cut = f"line {len(pages.lines) + 1}: the recording was cut off here"
    assert cut in broken("audit", str(file), "--key", str(key))
    shown = run_on_bytes("replay", str(file), "--key", str(key), "--as", "auditor").stdout.decode()
    assert shown.count("No more bets") == 2


# ---- strictness ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ((b"\n", b"\r\n"), "line 1: it ends in a carriage return; accepted: lines that end in a line feed alone"),
        ((b'{"format"', b'\xef\xbb\xbf{"format"'), "line 1: the hash does not fit"),
        ((b"\n", b"\n\n"), "line 2: it is empty"),
        ((b'"seat":1', b'"seat":true'), "line 4: the hash does not fit"),
    ],
)
def test_another_ending_or_another_byte_is_refused_at_its_line(
    unsigned: Path, change: tuple[bytes, bytes], why: str
) -> None:
    content = unsigned.read_bytes().replace(*change)
    unsigned.write_bytes(content)
    assert why in broken("audit", str(unsigned))
    assert why in broken("audit", "-", given=content)


def test_a_line_without_end_is_refused_before_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    file.write_bytes(b"x" * (5 << 20))
    assert broken("audit", str(file)) == "line 1: it is longer than 4,194,304 bytes, as no line is"


# ---- parts ---------------------------------------------------------------------------------------------


@pytest.fixture
def in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every recording is long enough, and there are three cores."""
    monkeypatch.setattr(segments, "LONG", 0)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2})


def written(tmp_path: Path, lines: Lines) -> str:
    file = tmp_path / "parts.jsonl"
    file.write_bytes(b"".join(lines))
    return str(file)


def parts(file: str) -> list[Part]:
    return segments._parts(snapshots(file, Seals()), Path(file).stat().st_size)  # noqa: SLF001


@pytest.mark.usefixtures("in_parts")
def test_a_long_recording_has_as_many_parts_as_cores_each_beginning_with_a_snapshot(tmp_path: Path) -> None:
    file = written(tmp_path, list(_evening(rounds=60)))
    found = parts(file)
    content = Path(file).read_bytes()
    assert len(found) == 3
    for before, after in pairwise(found):
        line = content[after.begin :].split(b"\n", 1)[0] + b"\n"
        assert round_of_snapshot(line) is not None
        assert before.end == after.begin + len(line)
        assert content[: after.begin].count(b"\n") + 1 == after.line
    assert (found[0].begin, found[-1].end) == (0, None)
    assert parts(written(tmp_path, evening(2)[1])) == [Part()]


@pytest.mark.usefixtures("in_parts")
@pytest.mark.parametrize("key", [False, True], ids=["in the clear", "sealed"])
def test_parts_come_to_what_the_whole_comes_to(tmp_path: Path, *, key: bool) -> None:
    lines = list(_evening(key=key, rounds=60))
    told = receipt_of(59, HOUSE, 2)
    about = (told["table"], told["session"], told["round"], told["root"], told["head"])
    given = (Receipt(*about, public_facts(told)),) if key else ()
    asked = AuditOptions(HOUSE.public if key else None, None, given)
    reading, found = audited(written(tmp_path, lines), asked)
    whole = recordings.audited(lines, receipts=given)[1]
    assert found == whole
    assert found.rounds == 60
    assert reading.header.table == "3"
    if key:
        assert audited(written(tmp_path, lines), AuditOptions(None, HOUSE.text(), given))[1] == found


@pytest.mark.usefixtures("in_parts")
def test_the_first_fault_is_the_recording_s_wherever_it_stands(tmp_path: Path) -> None:
    says = bodies(list(_evening(rounds=60)))
    places = [number for number, body in enumerate(says) if "snapshot" in body]
    for number in (3, places[0], places[len(places) // 2], places[-1], len(says) - 2):
        body = json.loads(json.dumps(says[number]))
        if "snapshot" in body:
            body["snapshot"]["now"] = 7
        else:
            body["events"] = []
        lines = chained([*says[:number], body, *says[number + 1 :]])
        with pytest.raises(RecordingError, match=f"^line {number + 1}: "):
            audited(written(tmp_path, lines), AuditOptions())


@pytest.mark.usefixtures("in_parts")
def test_a_recording_that_is_cut_or_swapped_in_a_late_part_is_refused_there(tmp_path: Path) -> None:
    lines = list(_evening(rounds=60))
    with pytest.raises(RecordingError, match=f"^line {len(lines)}: the recording was cut off here"):
        audited(written(tmp_path, lines[:-1]), AuditOptions())
    swapped = [*lines[:-9], lines[-8], lines[-9], *lines[-7:]]
    with pytest.raises(RecordingError, match=f"^line {len(lines) - 8}: the hash does not fit"):
        audited(written(tmp_path, swapped), AuditOptions())


def test_a_helper_that_ends_early_is_told() -> None:
    with (
        subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE) as helper,
        pytest.raises(InputError, match="a process that checked a part of the recording ended early"),
    ):
        segments._told(helper)  # noqa: SLF001


# ---- replay --------------------------------------------------------------------------------------------


def shown(played: Iterator[object]) -> int:
    return sum(1 for _ in played)


@pytest.mark.parametrize("key", [False, True], ids=["in the clear", "sealed"])
def test_a_round_is_looked_for_from_the_last_snapshot_before_it(tmp_path: Path, *, key: bool) -> None:
    file = written(tmp_path, list(_evening(key=key)))
    for number in range(1, 10):
        played = list(replayed(file, number, AuditOptions()))
        assert played[0].before.round == (number - 1) // 2 * 2
        of_it = [each for each in played if max(each.before.round, each.decision.state.round) == number]
        assert [each.command.do for each in of_it][:4] == ["bet", "decide", "decide", "decide"]
        whole = [each for each in replayed(file, None, AuditOptions()) if each.number == of_it[0].number]
        assert whole[0].decision.state.dump() == of_it[0].decision.state.dump()


def test_a_round_is_shown_from_standard_input_too(unsigned: Path) -> None:
    text = said("replay", str(unsigned), "--round", "7", "--as", "auditor")
    assert said("replay", "-", "--round", "7", "--as", "auditor", given=unsigned.read_bytes()) == text
    assert text.count("No more bets") == 1
    assert "has no round 99" in refused("replay", str(unsigned), "--round", "99")


def test_a_round_before_a_fault_is_shown_and_the_recording_said_not_to_be_whole(unsigned: Path) -> None:
    lines = unsigned.read_bytes().splitlines(keepends=True)
    unsigned.write_bytes(b"".join([*lines[:-3], b"nothing\n"]))
    assert b"No more bets" in run_on_bytes("replay", str(unsigned), "--round", "3", typed=b"").stdout
    for words in (("audit",), ("replay", "--round", "3"), ("incident", "--round", "3")):
        assert re.match(r"line \d+: it is cut off or is no JSON", broken(words[0], str(unsigned), *words[1:]))
