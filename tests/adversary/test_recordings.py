"""Attacks on recordings: cards from heads, forged rounds, cut tails, invented evenings, interrupts; each must fail.

What each rests on is tested where it belongs, in `tests/table`; here an attacker goes the whole way, with the program.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import pytest
from nasty_runs import Run, carried_out
from support.cli.shell import CROUPIER, Begun
from support.table.recordings import (
    HOUSE,
    STRANGER,
    Lines,
    audited,
    begun,
    bodies,
    chained,
    evening,
    play,
    receipt_of,
    text,
)

from croupier.table.model.command import Command
from croupier.table.recording.recorder import RecordingError
from croupier.table.recording.seals import Seals, clear

# ---- cards from heads ----------------------------------------------------------------------------------


def dealt_line() -> tuple[bytes, bytes, bytes, dict[str, Any]]:
    """The head before a deal, the line's salt, the head behind it, and what the line says."""
    table, pages = begun()
    table.feed()
    table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "ready": True}))
    before, line = pages.lines[-2:]
    salt = bytes.fromhex(json.loads(line)["salt"])
    return bytes.fromhex(json.loads(before)["hash"]), salt, bytes.fromhex(json.loads(line)["hash"]), bodies([line])[0]


def guesses(says: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All that a line can say, for a player who has seen the own cards: the dealer's are any two others."""
    events = says["events"]
    dealers = [place for place, event in enumerate(events) if event[0] == "dealt" and event[1]["to"] == "dealer"]
    own = {event[1]["card"] for event in events if event[0] == "dealt" and event[1]["to"] == "1"}
    for cards in permutations([card for card in range(52) if card not in own], 2):
        for place, card in zip(dealers, cards, strict=True):
            events[place][1]["card"] = card
        yield says


def dealers_cards(says: dict[str, Any]) -> list[int]:
    return [event[1]["card"] for event in says["events"] if event[0] == "dealt" and event[1]["to"] == "dealer"]


def recovered(says: dict[str, Any], fits: Callable[[bytes], bool]) -> list[int] | None:
    """The dealer's cards, from a guess that fits the heads."""
    for guess in guesses(json.loads(json.dumps(says))):
        if fits(text(guess)):
            return dealers_cards(guess)
    return None


def test_heads_without_salts_would_tell_the_dealer_s_cards() -> None:
    """The attack works where a head is a hash of what the line says: it is not the guessing that fails."""
    before, _, _, says = dealt_line()
    head = sha256(before.hex().encode() + text(says)).digest()
    found = recovered(says, lambda body: sha256(before.hex().encode() + body).digest() == head)
    assert found == dealers_cards(says)


def test_heads_tell_nothing() -> None:
    """The same attack, with both heads in hand: no salt that is guessed makes a guess fit, but the one that is kept."""
    before, salt, head, says = dealt_line()
    for guessed in (b"", bytes(16), b"\xff" * 16, before[:16], head[:16], os.urandom(16)):
        assert recovered(says, lambda body, guessed=guessed: _fits(before, guessed, body, head)) is None  # type: ignore[misc]
    assert recovered(says, lambda body: _fits(before, salt, body, head)) == dealers_cards(says)


def _fits(before: bytes, salt: bytes, body: bytes, head: bytes) -> bool:
    return sha256(before + sha256(salt + body).digest()).digest() == head


def test_no_two_lines_of_any_recordings_have_a_salt_in_common(tmp_path: Path) -> None:
    """Which is the machine's randomness, whatever the seed of the cards."""
    salts = []
    for name in ("one", "two"):
        words = ("play", "uth-ma", "--auto", "--seed", "1", "--rounds", "2", "--record", name)
        assert carried_out(Run("", words), tmp_path).code == 0
        salts += [json.loads(line)["salt"] for line in (tmp_path / name).read_bytes().splitlines()]
    assert len(set(salts)) == len(salts) > 20


# ---- what is written in the middle of a round ----------------------------------------------------------


def test_a_file_that_is_read_in_the_middle_of_a_round_tells_no_card() -> None:
    """Somebody of the house who reads the file, and has every key that stands in it."""
    table, pages = begun(HOUSE)
    play(table)
    table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "ready": True}))
    order = list(table.state.order)
    seals = Seals()
    for number, line in enumerate(pages.lines, start=1):
        seals.look(line, first=number == 1)
    found = [seals.open(line, number) for number, line in enumerate(pages.lines, start=1)]
    told = b"".join([line for line in found if line is not None])
    assert None in found
    assert json.dumps(order, separators=(",", ":")).encode() not in told
    assert told.count(b'["dealt",') == 4, "those of the round before"


# ---- forgeries -----------------------------------------------------------------------------------------


def won(lines: Lines) -> Lines:
    """The forger's evening: the same, but for a stake that was higher in a round that the player won."""
    says = bodies(lines)
    table, pages = begun(STRANGER)
    for body in says[3:]:
        if "command" in body:
            said = body["command"]
            wagers = {"wagers": {"ante": 5000, "blind": 5000}, "ready": True}
            args = wagers if said["do"] == "bet" else said["args"]
            table.send(Command(said["who"], said["do"], said["seat"], args, said.get("supplied", {})))
    assert table.journal
    table.journal.close()
    return list(clear(pages.lines, Seals()))


def written(tmp_path: Path, lines: Lines) -> str:
    (tmp_path / "evening.jsonl").write_bytes(b"".join(lines))
    return "evening.jsonl"


@pytest.fixture(scope="module")
def honest() -> Lines:
    return list(clear(evening(3, HOUSE)[1], Seals()))


def verdict(tmp_path: Path, lines: Lines, *more: str) -> str:
    done = carried_out(Run("", ("audit", written(tmp_path, lines), *more)), tmp_path)
    assert b"Traceback" not in done.err
    return (done.out + done.err).decode()


def test_an_honest_evening_is_whole_and_the_house_s(tmp_path: Path, honest: Lines) -> None:
    assert "is whole, and signed with the key that was given" in verdict(tmp_path, honest, "--key", HOUSE.public)


def test_an_evening_that_was_played_anew_at_other_stakes_is_not_the_house_s(tmp_path: Path, honest: Lines) -> None:
    """Same cards, same roots, every rule kept, every hash in order: only the key, or a receipt, tells."""
    forged = won(honest)
    audited(forged)
    assert "line 1: it bears the key" in verdict(tmp_path, forged, "--key", HOUSE.public)
    says = bodies(forged)
    says[0]["key"] = HOUSE.public
    assert re.search(r"line \d+: the signature is not", verdict(tmp_path, chained(says), "--key", HOUSE.public))
    says[0]["key"] = ""
    unsigned = chained([body for body in says if "signed" not in body])
    assert "anybody who holds the file could have written it" in verdict(tmp_path, unsigned)
    (tmp_path / "receipt").write_text(json.dumps(receipt_of(2, HOUSE)))
    assert "the head of the receipt does not stand" in verdict(tmp_path, unsigned, "--receipt", "receipt")


def test_a_tail_that_the_house_lost_by_cannot_be_cut_off(tmp_path: Path, honest: Lines) -> None:
    ends = [number for number, line in enumerate(honest, start=1) if line.startswith(b'{"signed":')]
    kept = honest[: ends[1]]
    head = bytes.fromhex(json.loads(kept[-1])["hash"])
    for lines in (kept, [*kept, *chained([{"closed": True}], head)], [*kept, *honest[-2:]]):
        found = verdict(tmp_path, lines)
        assert "NOT WHOLE" in found.splitlines()[0]
        assert re.search(rf"^croupier: line ({ends[1] + 1}|{ends[1] + 2}): ", found, re.MULTILINE)


def test_swapped_lines_and_another_rulebook_are_found(tmp_path: Path, honest: Lines) -> None:
    swapped = [*honest[:6], honest[7], honest[6], *honest[8:]]
    assert "line 7: the hash does not fit" in verdict(tmp_path, swapped)
    says = bodies(honest)
    says[0]["rulebook_data"][0]["title"] = "Ultimate Tahoe Hold 'Em"
    assert "line 1: the rulebook's data is not that of 'uth-ma' with that hash" in verdict(tmp_path, chained(says))
    says[0]["rulebook_hash"] = sha256(text(says[0]["rulebook_data"])).hexdigest()
    assert re.search(r"line \d+: the signature is not", verdict(tmp_path, chained(says)))


def test_probing_leaves_a_trace(tmp_path: Path) -> None:
    table, pages = begun()
    play(table)
    for seat in range(1, 7):
        table.send(Command("player", "decide", seat, {"choice": "play 4x"}))
    assert table.journal
    table.journal.close()
    assert "6 refused commands" in verdict(tmp_path, pages.lines)


# ---- honest recordings are never taken for forged ones -------------------------------------------------

ENDLESS = ("play", "uth-ma", "--auto", "--rounds", "100000", "--bankroll", "$1,000,000", "--record")


def interrupted(tmp_path: Path, name: str, after: float, *more: str) -> Path:
    """The recording of an evening that was interrupted."""
    begin, file = time.monotonic(), tmp_path / name
    with open(os.devnull, "r+b") as nothing, TemporaryFile() as said:  # noqa: PTH123 - it is no file
        process = Begun([*ENDLESS, str(file), *more], nothing.fileno(), nothing.fileno(), said.fileno())
        while not (file.exists() and file.stat().st_size) and time.monotonic() < begin + 60:
            time.sleep(0.01)
        time.sleep(after)
        os.kill(process.pid, signal.SIGINT)
        assert process.wait() in {0, 130}
        said.seek(0)
        assert said.read() == b""
    return file


def check(file: Path) -> None:
    """It is whole, or was interrupted when it had a header and no more."""
    lines = file.read_bytes().splitlines(keepends=True)
    if len(lines) > 1:
        audited(lines)


def test_an_evening_that_was_interrupted_is_whole(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(HOUSE.text())
    for number in range(4):
        more = ("--key", str(tmp_path / "key")) if number % 2 else ()
        check(interrupted(tmp_path, f"evening {number}", number * 0.03, *more))


@pytest.mark.prove
def test_no_interrupt_ever_makes_an_honest_evening_look_forged(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    for number in range(129):
        check(interrupted(tmp_path, f"evening {number}", number * 0.007))
    record_property("showed", "129 evenings interrupted, each of them whole")


def test_an_evening_that_was_killed_is_cut_off_and_what_stands_is_as_it_was_made(tmp_path: Path) -> None:
    process = subprocess.Popen([*CROUPIER, *ENDLESS, "killed"], cwd=tmp_path, stdout=subprocess.DEVNULL)  # noqa: S603
    file, begin = tmp_path / "killed", time.monotonic()
    while not (file.exists() and file.stat().st_size > 200_000) and time.monotonic() < begin + 60:
        time.sleep(0.01)
    process.kill()
    process.wait()
    with pytest.raises(RecordingError, match="the recording was cut off here; what stands before is whole"):
        audited(file.read_bytes().splitlines(keepends=True))


# ---- interrupts while a long one is checked ------------------------------------------------------------

IN_PARTS = """
import os, signal
signal.signal(signal.SIGINT, lambda *_: os._exit(130))  # on a busy machine the interrupt comes before it has begun
from croupier.cli import main
from croupier.cli.records import segments
segments.LONG = 0
os.sched_getaffinity = lambda _: {0, 1, 2}
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""


def test_an_audit_in_parts_that_is_interrupted_ends_quietly_and_leaves_nobody(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    file.write_bytes(b"".join(evening(500, every=50)[1]))
    for after in (0.7, 1.0, 1.4, 1.9):
        mark = os.urandom(8).hex()
        process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-c", IN_PARTS, "audit", str(file)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, "STARTED_BY": mark},
            start_new_session=True,
        )
        time.sleep(after)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert (process.returncode in {0, 130}, said) == (True, b"")
        assert started_by(mark) == []


def started_by(mark: str) -> list[str]:
    """The processes that run with a mark in their environment."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # another's, or it has just ended
            if mark.encode() in (place / "environ").read_bytes():
                found.append(place.name)
    return found


# ---- size ----------------------------------------------------------------------------------------------

AUDIT = """
import sys
from croupier.cli.records.audit import Wants, audit
audit(sys.argv[1], None, None, Wants(as_json=True))
print([line for line in open("/proc/self/status") if line.startswith("VmHWM")][0].split()[1], file=sys.stderr)
"""


def memory_for(file: Path) -> int:
    """The most kibibytes that an audit takes."""
    done = subprocess.run([sys.executable, "-c", AUDIT, str(file)], capture_output=True, check=True)  # noqa: S603
    return int(done.stderr)


def test_an_audit_takes_no_more_memory_for_a_longer_recording(tmp_path: Path) -> None:
    memory = []
    for rounds in (20, 600):
        file = tmp_path / str(rounds)
        file.write_bytes(b"".join(evening(rounds)[1]))
        memory.append(memory_for(file))
    assert memory[1] < memory[0] + 6 * 1024, "the strengths of hands that come up are kept, and nothing else"
    assert memory[1] < 50 * 1024
