"""While a round runs, nobody reads in the recording what is not for all; when it is over, everybody can."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from support.table.recordings import HOUSE, STRANGER, Lines, Pages, audited, begun, evening, play, recorded, replay
from support.table.walks import CASES, Case, propose

from croupier.crypto.keys import NONCE_BYTES, KeyFault, opened, sealed
from croupier.table.decide import Decision, step
from croupier.table.fairness.card_sources import Physical
from croupier.table.model.command import Command
from croupier.table.model.state import UNKNOWN, State
from croupier.table.play.runner import Table
from croupier.table.recording import seals as seals_module
from croupier.table.recording.recorder import RecordingError
from croupier.table.recording.seals import Seals, clear


@cache
def _sealed(*, two: bool) -> tuple[bytes, ...]:
    return tuple(evening(4, HOUSE, 2, decks="two" if two else "one")[1])


def readable(lines: Lines) -> list[dict[str, Any]]:
    """All that can be read in a file as it is now, with the keys that stand in it."""
    seals = Seals()
    for number, line in enumerate(lines, start=1):
        seals.look(line, first=number == 1)
    found = [seals.open(line, number) for number, line in enumerate(lines, start=1)]
    return [json.loads(line) for line in found if line is not None]


def secrets(state: State) -> list[list[int]]:
    """The orders of decks that are being dealt from, or will be."""
    orders = [list(deck.cards) for deck in state.decks if deck.status in {"to cut", "cut", "shuffled", "in play"}]
    return [order for order in [*orders, list(state.order)] if order]


# ---- what can be read ----------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", ["one", "two"])
def test_no_card_that_is_still_to_be_shown_can_be_read(decks: str) -> None:
    """After every command: no order of a deck that is still dealt from, and no card of the round that runs."""
    table, pages = begun(HOUSE, 1, decks=decks)
    watched = 0

    def look(_before: State, _command: Command, decision: Any) -> None:  # noqa: ANN401 - a listener's shape
        nonlocal watched
        says = readable(pages.lines)
        told = json.dumps(says)
        for order in secrets(decision.state):
            watched += 1
            assert json.dumps(order) not in told
            assert json.dumps(order[26:]) not in told
        running = [body for body in says if "command" in body and decision.state.closed]
        dealt = [event for body in running for event in body["events"] if event[0] == "dealt"]
        assert len(dealt) == 4 * (decision.state.round - 1) * decision.state.closed

    table.listeners.append(look)
    play(table, 4)
    assert watched > 20


@pytest.mark.parametrize("two", [False, True], ids=["one deck", "two decks"])
def test_when_a_round_is_over_all_of_it_can_be_read(*, two: bool) -> None:
    lines = list(_sealed(two=two))
    assert sum(line.startswith(b'{"sealed":') for line in lines) > 10
    reading, found = audited(lines)
    assert (found.rounds, found.signatures, reading.number) == (4, 5, len(lines) + 1)
    assert b'{"sealed":' not in b"".join(clear(lines, Seals()))
    assert audited(list(clear(lines, Seals())))[1] == found, "the chain is over the lines as they were"


def test_a_sealed_line_has_nothing_in_the_clear_and_a_length_that_tells_little() -> None:
    shut = [json.loads(line) for line in _sealed(two=True) if line.startswith(b'{"sealed":')]
    assert {tuple(sorted(line)) for line in shut} == {("sealed", "until"), ("round", "sealed", "until")}
    for line in shut:
        assert (len(line["sealed"]) * 3 // 4 - NONCE_BYTES - 16) // 1024 * 1024 >= 1022


def test_what_is_for_all_is_not_sealed() -> None:
    table, pages = begun(HOUSE)
    table.feed()
    table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}}))
    assert pages.lines[-1].startswith(b'{"command":')


def test_two_recordings_of_one_house_have_no_key_in_common() -> None:
    assert HOUSE.seal_key(b"\0" * 32, 1) != HOUSE.seal_key(b"\1" * 32, 1)
    assert HOUSE.seal_key(b"\0" * 32, 1) != HOUSE.seal_key(b"\0" * 32, 2)
    assert HOUSE.seal_key(b"\0" * 32, 1) != STRANGER.seal_key(b"\0" * 32, 1)


def test_a_deck_of_real_cards_is_sealed_as_it_is_entered() -> None:
    table, pages = begun(HOUSE, source=Physical())
    table.feed()
    table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "ready": True}))
    table.send(Command("dealer", "deal", args={"cards": [0, 10, 20, 30]}))
    assert UNKNOWN in table.state.order
    assert pages.lines[-1].startswith(b'{"sealed":')


def test_a_seal_keeps_the_secrets_of_one_deck() -> None:
    """A snapshot that would tell two decks that are still to be dealt is not made: a seal opens when one was played."""
    lines: dict[tuple[str, str], bytes] = {}
    for first in ("used", "to cut"):
        table, _ = begun(HOUSE, 1, decks="two")
        table.feed()
        table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "ready": True}))
        last = Command("player", "decide", 1, {"choice": "play 4x"})
        decision = step(table.state, last)
        assert isinstance(decision, Decision)
        state = decision.state.copy()
        state.decks = (state.decks[0]._replace(status=first), state.decks[1])
        assert table.journal
        lines[first, state.decks[1].status] = table.journal.recorder.line(last, Decision(decision.events, state))
    assert [b'"round":1}\n' in each for each in lines.values()] == [True, False]
    assert [b'{"unsealed":' in each for each in lines.values()] == [True, False]


def test_decks_that_leave_and_come_keep_their_own_secrets() -> None:
    table, pages = begun(HOUSE, 1, decks="two")
    play(table)
    waiting = 2 if table.state.playing == 0 else 1
    table.send(Command("floor", "withdraw deck", args={"deck": waiting, "reason": "it is worn"}))
    assert [deck.back for deck in table.state.decks] == ["red" if waiting == 1 else "blue"]
    play(table, 2)
    assert all(json.dumps(order) not in json.dumps(readable(pages.lines)) for order in secrets(table.state))
    table.send(Command("house", "receive", args={"back": "red" if table.state.decks[0].back == "blue" else "blue"}))
    play(table, 2)
    assert sorted(deck.back for deck in table.state.decks) == ["blue", "red"]
    assert all(json.dumps(order) not in json.dumps(readable(pages.lines)) for order in secrets(table.state))
    assert table.journal
    table.journal.close()
    assert audited(pages.lines)[1].rounds == 5


@pytest.mark.walk
@pytest.mark.parametrize("case", CASES, ids=str)
def test_whatever_happens_at_a_table_its_recording_is_whole_and_tells_no_deck_before_its_time(
    case: Case, seed: int
) -> None:
    random = Random(f"{seed}:{case}:sealed")  # noqa: S311 - a walk that repeats itself
    table = Table(case.open().terms.submission, automation=case.automation, training=True)
    pages = recorded(table, HOUSE, 2)
    for _ in range(300):
        outcome = table.send(propose(table.state, random))
        if isinstance(outcome, Decision) and any(event.kind in {"over", "shuffled"} for event in outcome.events):
            told = json.dumps(readable(pages.lines))
            assert not any(json.dumps(order[10:42]) in told for order in secrets(table.state) if UNKNOWN not in order)
    assert table.journal
    table.journal.close()
    reading, _ = audited(pages.lines)
    assert reading.state.dump() == table.state.dump()


# ---- what cannot be opened -----------------------------------------------------------------------------


def mid_round() -> tuple[Table, Pages]:
    table, pages = begun(HOUSE)
    play(table)
    table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "ready": True}))
    return table, pages


def test_a_recording_that_ends_in_a_round_needs_the_private_key() -> None:
    lines = mid_round()[1].lines
    first = 1 + max(number for number, line in enumerate(lines, start=1) if line.startswith(b'{"signed":'))
    why = "it is sealed, and what would open it does not follow: only the private key of the house does"
    with pytest.raises(RecordingError, match=f"line {first}: {why}$"):
        audited(lines)
    with pytest.raises(RecordingError, match=f"line {len(lines) + 1}: the recording was cut off here"):
        audited(lines, private=HOUSE)
    with pytest.raises(RecordingError, match=r"line 3: the seal does not open with its key$"):
        audited(lines, private=STRANGER)


def test_a_recording_that_is_closed_in_a_round_is_open_and_the_round_unfinished() -> None:
    table, pages = mid_round()
    assert table.journal
    table.journal.close()
    found = audited(pages.lines)[1]
    assert (found.rounds, found.unfinished, found.in_action) == (2, 2, 1000)


def test_who_waits_for_a_key_waits_for_so_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seals_module, "MOST_HELD", 4000)
    with pytest.raises(RecordingError, match="line 3: it is sealed, and what would open it does not follow"):
        audited(list(_sealed(two=False)))


def test_who_waits_for_a_key_never_holds_more_than_64_mib_and_a_line() -> None:
    head, tail = b'{"sealed":"', b'","until":1}\n'
    line = head + b"A" * ((1 << 20) - len(head + tail)) + tail
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        while True:
            taken += 1
            yield line

    with pytest.raises(RecordingError, match="line 1: it is sealed, and what would open it does not follow"):
        list(clear(endless(), Seals()))
    assert taken == 64 + 1


def test_keys_that_are_known_save_the_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seals_module, "MOST_HELD", 0)
    seals = Seals()
    for number, line in enumerate(_sealed(two=True), start=1):
        seals.look(line, first=number == 1)
    assert len(list(clear(_sealed(two=True), seals))) == len(_sealed(two=True))


def spoilt(line: bytes, **changed: object) -> bytes:
    return json.dumps({**json.loads(line), **changed}, separators=(",", ":")).encode() + b"\n"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda line: line.replace(b":", b": ", 1), "it is not written as a recording writes it"),
        (lambda line: spoilt(line, more=1), "it is no line of a recording"),
        (lambda line: spoilt(line, until="1"), "it is no line of a recording"),
        (lambda line: spoilt(line, sealed=""), "the seal does not open with its key"),
        (lambda line: spoilt(line, sealed="?"), "the seal does not open with its key"),
        (lambda line: spoilt(line, sealed="AAAA" * 500), "the seal does not open with its key"),
        (lambda line: spoilt(line, sealed=json.loads(line)["sealed"][::-1]), "the seal does not open with its key"),
        (lambda line: spoilt(line, until=77), "it is sealed, and what would open it does not follow"),
        (lambda _: b'{"sealed":' + b"[" * 9000 + b"\n", "it is no line of a recording"),
        (lambda line: line[:-1], "it is not written as a recording writes it"),
    ],
)
def test_a_seal_that_was_spoilt_is_found_at_its_line(change: Any, why: str) -> None:  # noqa: ANN401 - a function
    lines = list(_sealed(two=False))
    lines[2] = change(lines[2])
    with pytest.raises(RecordingError, match=f"line 3: {why}($|:)"):
        list(replay(lines))


@pytest.mark.parametrize("key", ["00" * 32, "00", "zz", ""])
def test_a_key_that_was_altered_opens_nothing(key: str) -> None:
    lines = list(_sealed(two=False))
    at = next(number for number, line in enumerate(lines) if line.startswith(b'{"unsealed":'))
    was = json.loads(lines[at])["unsealed"]["1"]
    lines[at] = lines[at].replace(was.encode(), key.encode())
    with pytest.raises(RecordingError, match="line 3: "):
        list(replay(lines))


def test_lines_sealed_in_one_another_are_refused() -> None:
    lines = list(_sealed(two=False))
    key = opened_key(lines)
    twice = sealed(key, bytes(NONCE_BYTES), lines[2])
    lines[2] = spoilt(lines[2], sealed=twice)
    with pytest.raises(RecordingError, match=r"line 3: it is no line of a recording$"):
        list(replay(lines))


def opened_key(lines: Lines) -> bytes:
    told = next(json.loads(line)["unsealed"] for line in lines if line.startswith(b'{"unsealed":'))
    return bytes.fromhex(told["1"])


def test_a_line_is_opened_by_its_key_alone() -> None:
    key = bytes(32)
    shut = sealed(key, bytes(NONCE_BYTES), b"a line\n")
    assert opened(key, shut) == b"a line\n"
    for wrong in (bytes([1]) * 32, b"", bytes(31)):
        with pytest.raises(KeyFault, match=r"the seal does not open with its key$"):
            opened(wrong, shut)
