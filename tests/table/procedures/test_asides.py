"""Beside the chain: what was refused leaves a trace, and what people are called can be taken out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.table.recordings import HOUSE, Lines, audited, begun, evening, play
from support.table.walks import Odd

from croupier.rulebook import Refusal
from croupier.table.model.command import Command
from croupier.table.play.runner import Table
from croupier.table.recording.audit import Reading
from croupier.table.recording.recorder import MOST_REFUSED, RecordingError
from croupier.table.recording.seals import Seals, clear

PROBE = Command("player", "decide", 1, {"choice": "play 4x"})


def closed(table: Table) -> None:
    assert table.journal
    table.journal.close()


def refused(table: Table, *commands: Command, times: int = 1) -> None:
    for command in commands * times:
        assert isinstance(table.send(command), Refusal)


def asides(lines: Lines) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines if b'"hash":' not in line]


def test_what_is_refused_is_written_with_the_next_line_once_for_all_that_are_alike() -> None:
    table, pages = begun()
    refused(table, PROBE, times=3)
    refused(table, PROBE._replace(by="somebody"))
    assert asides(pages.lines) == []
    table.feed()
    assert asides(pages.lines) == [
        {"refused": {"who": "player", "do": "decide", "seat": 1, "why": why, "times": times} | by}
        for why, times, by in ((WHY, 3, {}), (ANOTHERS, 1, {"by": "somebody"}))
    ]
    place = next(number for number, line in enumerate(pages.lines) if line.startswith(b'{"refused":'))
    assert b'"do":"shuffle"' in pages.lines[place + 2], "they stand before what was carried out next"


WHY = "UTH 10(a), 10(c), 10(e): seat 1 is not asked now; accepted: a decision when asked"
ANOTHERS = "UTH 6(e): seat 1 is another player's; accepted: a command by the player who has the seat"


def test_what_is_refused_last_is_written_at_the_close() -> None:
    table, pages = begun()
    refused(table, PROBE)
    closed(table)
    assert audited(pages.lines)[1].asides == {"refused": 1}
    assert pages.lines[-1].startswith(b'{"closed":')


def test_so_many_are_told_in_a_round_and_the_rest_counted() -> None:
    table, pages = begun()
    play(table)
    for number in range(MOST_REFUSED + 50):
        refused(table, Command("player", f"dance {number}", 1))
        if number % 40 == 0:
            table.send(Command("house", "clock", args={"now": number}))
    refused(table, Command("player", "dance 149", 1), times=7)
    play(table)
    refused(table, Command("player", "dance 7", 1))
    closed(table)
    told = asides(pages.lines)
    assert [each for each in told if "refused_more" in each] == [{"refused_more": 21}, {"refused_more": 36}]
    assert len(told) == MOST_REFUSED + 1 + 2, "the next round has its own"
    assert audited(pages.lines)[1].asides == {"refused": MOST_REFUSED + 50 + 7 + 1}


@pytest.mark.parametrize(
    "command",
    [
        Command("x" * 5000, "\ud800", -(10**4000), {"\x1b": object()}),  # type: ignore[arg-type]
        Command(Odd("player"), Odd("decide"), Odd("1"), {}, {}, Odd("me")),  # type: ignore[arg-type]
        Command("player", "\x1b[2J\u202e", 10**30, {"a": b"\xff"}),
        Command("player", "bet", 1, {"wagers": {"\ud800": 500, "\n": 1}}),
        Command(None, [], {}, None, None, 2j),  # type: ignore[arg-type]
        "no command",
        None,
        ("player", "decide", 1, {}, {}, ""),
    ],
)
def test_whatever_is_refused_is_told_shortly(command: Any) -> None:  # noqa: ANN401 - anything
    table, pages = begun()
    refused(table, command)
    closed(table)
    (line,) = [line for line in pages.lines if line.startswith(b'{"refused":')]
    assert len(line) < 700
    assert line.decode().count("\n") == 1
    assert audited(pages.lines)[1].asides == {"refused": 1}


@pytest.mark.parametrize(
    ("given", "who"),
    [("dance", "dance"), ("\x1b", "'\\x1b'"), ("x" * 41, f"'{'x' * 40}…'"), (None, "None"), (2j, "that")],
    ids=["a word", "what steers", "a long word", "nothing", "anything"],
)
def test_what_is_no_command_stands_where_its_giver_would(given: Any, who: str) -> None:  # noqa: ANN401 - anything
    table, pages = begun()
    refused(table, given)
    closed(table)
    why = "UTH: that is no command; accepted: a Command: who, do, seat, args"
    assert asides(pages.lines) == [{"refused": {"who": who, "do": "", "seat": 0, "why": why, "times": 1}}]


def test_a_long_reason_is_cut_where_a_letter_ends() -> None:
    table, pages = begun()
    assert table.journal
    for begins in ("", "x"):
        table.journal.refused(PROBE, Refusal(f"{begins}{'é' * 400}", "less"))
    closed(table)
    first, second = (each["refused"]["why"] for each in asides(pages.lines))
    assert set(first.removeprefix(": ")) == set(second.removeprefix(": x")) == {"é"}
    assert len(second.encode()) == len(first.encode()) - 1, "half a letter is left out"


def test_a_table_without_a_journal_refuses_as_well() -> None:
    table = Table(begun()[0].state.terms.submission)
    refused(table, PROBE)


def test_what_was_refused_is_sealed_with_the_rest() -> None:
    """Why a choice is refused may hang on cards."""
    table, pages = begun(HOUSE)
    table.feed()
    table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "ready": True}))
    refused(table, Command("player", "decide", 1, {"choice": "dance"}))
    table.send(Command("player", "decide", 1, {"choice": "check"}))
    assert b'{"refused":' not in pages.content
    assert len(asides(pages.lines)) > 3
    table.send(Command("player", "decide", 1, {"choice": "play 2x"}))
    assert b'{"refused":{"who":"player","do":"decide"' in b"".join(clear(pages.lines, Seals()))
    closed(table)
    assert audited(pages.lines)[1].asides == {"refused": 1}


# ---- names ---------------------------------------------------------------------------------------------


def named(key: Any = None) -> Lines:  # noqa: ANN401 - a key or none
    table, pages = begun(key)
    assert table.journal
    table.journal.recorder.name("p1", "Zoë")
    play(table)
    table.journal.recorder.name("p1", 'B "B" \\ ♥')
    table.journal.recorder.name("p2", "another")
    play(table)
    closed(table)
    return pages.lines


@pytest.mark.parametrize("key", [None, HOUSE], ids=["in the clear", "sealed"])
def test_names_stand_beside_the_chain_and_can_be_taken_out(key: Any) -> None:  # noqa: ANN401 - a key or none
    lines = named(key)
    reading, found = audited(lines)
    assert reading.names == {"p1": 'B "B" \\ ♥', "p2": "another"}
    assert found.asides == {"names": 3}
    bare = [line for line in lines if not line.startswith(b'{"name":')]
    reading, again = audited(bare)
    assert reading.names == {}
    assert (again.commands, again.rounds, reading.head) == (found.commands, found.rounds, audited(lines)[0].head)


def test_a_name_is_known_from_its_line_on() -> None:
    reading, seen = Reading(), []
    for line in named():
        reading.line(line)
        seen.append(reading.names.get("p1"))
    assert list(dict.fromkeys(seen)) == [None, "Zoë", 'B "B" \\ ♥']


# ---- what is no aside ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"name":{"person":"p1","name":"x"}}', "it is cut off"),
        (b'{"name":{"person":"p1","name":"x"}}\r\n', "it is not written as a recording writes it"),
        (b'{"name": {"person":"p1","name":"x"}}\n', "it is not written as a recording writes it"),
        (b'{"name":{"person":1,"name":"x"}}\n', "it is no line of a recording: Expected `str`, got `int`"),
        (b'{"name":{"person":"p1","name":"x","more":1}}\n', "it is no line of a recording"),
        (b'{"name":{"person":"p1","name":"\xff"}}\n', "it is no line of a recording"),
        (b'{"refused_more":1.5}\n', "it is no line of a recording"),
        (b'{"refused":{}}\n', "it is no line of a recording"),
        (b'{"refused":' + b"[" * 9000 + b"\n", "it is no line of a recording"),
        (b'{"remark":{"person":"p1"}}\n', "it is no line of a recording"),
    ],
)
def test_what_is_no_line_beside_the_chain_is_refused_at_its_line(line: bytes, why: str) -> None:
    lines = evening(1)[1]
    with pytest.raises(RecordingError, match=f"line 3: {why}($|[: ])"):
        audited([*lines[:2], line, *lines[2:]])


def test_a_recording_begins_with_its_header() -> None:
    with pytest.raises(RecordingError, match=r"line 1: it is no line of a recording$"):
        audited([b'{"name":{"person":"p1","name":"x"}}\n', *evening(1)[1]])
