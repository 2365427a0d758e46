"""Recordings replay to the same state byte for byte, whatever is done to one shows at its line; and commitments."""

from __future__ import annotations

import json

import pytest
from support.table.evenings import evening, sent
from support.table.recordings import Lines, audited, bodies, chained, recorded, replay, same_salts

import croupier
from croupier.rulebook import NAMES, Refusal
from croupier.table.fairness.card_sources import Physical, Random
from croupier.table.model.apply import apply
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS
from croupier.table.play.runner import Table
from croupier.table.recording.audit import Reading
from croupier.table.recording.audit_result import AuditResult
from croupier.table.recording.recorder import Recorder, RecordingError

# ---- what was recorded happens again -------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", NAMES)
def test_an_evening_replays_to_the_same_state_byte_for_byte(rulebook: str) -> None:
    lines, state = evening(rulebook)
    played = list(replay(lines))
    assert [each.number for each in played] == list(range(2, len(lines) + 1))
    assert played[-1].decision.state.dump() == state.dump()
    assert state.round >= 6
    for each, after in zip(played, [*(each.before for each in played[1:]), state], strict=True):
        folded = each.before
        for event in each.decision.events:
            folded = apply(folded, event)
        assert folded.dump() == each.decision.state.dump() == after.dump()


@pytest.mark.parametrize("rulebook", NAMES)
def test_a_replay_is_recorded_as_it_was(rulebook: str) -> None:
    lines, _ = evening(rulebook)
    played = list(replay(lines))
    recorder = Recorder(played[0].before, same_salts())
    again = [recorder.header(), *(recorder.line(each.command, each.decision) for each in played)]
    assert bodies(again) == bodies(list(lines))
    assert again[0] == lines[0]


@pytest.mark.parametrize("rulebook", NAMES)
def test_the_events_of_a_recording_alone_lead_to_the_same_state(rulebook: str) -> None:
    """Even as the file has them, with lists for tuples."""
    lines, state = evening(rulebook)
    folded = next(replay(lines)).before
    for line in lines[1:]:
        for kind, data in json.loads(line)["events"]:
            folded = apply(folded, Event(kind, data))
    assert folded.dump() == state.dump()


@pytest.mark.parametrize("rulebook", NAMES)
def test_a_recording_is_lines_of_utf_8_and_takes_any_text(rulebook: str) -> None:
    content = b"".join(evening(rulebook)[0])
    assert "Zoë ♥" in content.decode()
    assert content.split(b"\n")[:-1] == [line[:-1] for line in evening(rulebook)[0]]
    assert not any(byte < 32 and byte != 10 for byte in content)


def test_a_recording_may_end_after_any_line() -> None:
    lines, _ = evening("uth-ma")
    for end in range(1, len(lines), 7):
        assert len(list(replay(lines[:end]))) == end - 1


def test_a_refused_command_is_not_in_the_chain() -> None:
    table = Table(croupier.submission("uth-ma"), Random("refused"))
    pages = recorded(table)
    assert isinstance(table.send(Command("dealer", "deal")), Refusal)
    assert len(pages.lines) == 1
    assert list(replay(pages.lines)) == []


def test_a_table_run_by_hand_with_real_cards_replays() -> None:
    table = Table(croupier.submission("dragon-md"), Physical(), frozenset(ALL_STEPS - {"settle", "reveal"}))
    pages = recorded(table)
    table.open()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 10_000}))
    sent(table, Command("player", "bet", 1, {"wagers": {"ante": 500, "ante_bonus": 500}, "ready": True}))
    sent(table, Command("dealer", "deal", args={"cards": [0, 10, 20, 30, 40, 50]}))
    sent(table, Command("player", "decide", 1, {"choice": "play"}))
    sent(table, Command("dealer", "reveal"))
    sent(table, Command("dealer", "settle"))
    assert list(replay(pages.lines))[-1].decision.state.dump() == table.state.dump()


# ---- the line that closes a recording ------------------------------------------------------------------


def closed(rulebook: str = "uth-ma") -> Lines:
    """An evening with the line that closes it."""
    table = Table(croupier.submission(rulebook), Random("closed"))
    pages = recorded(table)
    table.open()
    assert table.journal
    table.journal.close()
    return pages.lines


def test_a_recording_that_was_closed_is_whole() -> None:
    lines = closed()
    assert audited(lines)[1].commands == len(list(replay(lines))) == len(lines) - 2


@pytest.mark.parametrize("end", [0, 1, -1])
def test_a_recording_that_was_cut_off_is_not_whole(end: int) -> None:
    lines = closed()[:end]
    why = "the recording was cut off here; what stands before is whole" if lines else "it is empty"
    with pytest.raises(RecordingError, match=f"line {len(lines) + 1}: {why}$"):
        audited(lines)


def test_of_no_line_nothing_is_found() -> None:
    found = AuditResult()
    found.read(Reading(), [])
    assert not any(vars(found).values())


def test_nothing_stands_behind_the_line_that_closes_a_recording() -> None:
    says = bodies(closed())
    for more in (chained([*says, says[1]]), [*closed(), b'{"name":{"person":"1","name":"x"}}\n']):
        with pytest.raises(RecordingError) as found:
            audited(more)
        assert str(found.value) == f"line {len(more)}: it stands behind the line that closed the recording"
