"""A recording whose commands are not decided again: its chain is checked, and its events are taken as they stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from support.table.evenings import evening
from support.table.older_recording import stored
from support.table.recordings import HOUSE, STRANGER, Lines, bodies, chained
from support.table.recordings import evening as signed_evening

from croupier.games.lines import Line
from croupier.rulebook import NAMES
from croupier.table.decide import ENGINE
from croupier.table.recording.audit import Played, Reading
from croupier.table.recording.recorder import RecordingError
from croupier.table.recording.seals import Seals, clear


def read(lines: Lines, reading: Reading | None = None) -> tuple[Reading, list[Played]]:
    """A recording that is not decided again, line by line."""
    reading = reading or Reading(decides=False)
    played = [each for each in map(reading.line, clear(lines, Seals())) if each is not None]
    return reading, played


def refused(lines: Lines, reading: Reading | None = None) -> str:
    with pytest.raises(RecordingError) as found:
        read(lines, reading)
    return str(found.value)


@pytest.mark.parametrize("rulebook", NAMES)
def test_the_events_on_record_lead_to_what_the_commands_lead_to(rulebook: str) -> None:
    lines, state = list(evening(rulebook)[0]), evening(rulebook)[1]
    decided, folded = read(lines, Reading())[1], read(lines)[1]
    assert folded[-1].decision.state.dump() == state.dump()
    for ours, theirs in zip(folded, decided, strict=True):
        assert (ours.number, ours.command) == (theirs.number, theirs.command)
        assert ours.decision.state.dump() == theirs.decision.state.dump()
        assert [event.kind for event in ours.decision.events] == [event.kind for event in theirs.decision.events]
    settled = [event for each in folded for event in each.decision.events if event.kind == "settled"]
    assert settled == [event for each in decided for event in each.decision.events if event.kind == "settled"]
    assert {type(event.data["line"]) for event in settled} == {Line}


def unheard_of(event: list[Any]) -> None:
    event[0] = "danced"


def of_nobody(event: list[Any]) -> None:
    event[1]["seat"] = 99


def without_a_seat(event: list[Any]) -> None:
    del event[1]["seat"]


@pytest.mark.parametrize("change", [unheard_of, of_nobody, without_a_seat])
def test_events_that_happen_at_no_table_are_found_at_their_line(change: Callable[[list[Any]], None]) -> None:
    says = bodies(list(evening("uth-ma")[0]))
    number, events = next(
        (number, body["events"])
        for number, body in enumerate(says, start=1)
        if body.get("command", {}).get("do") == "sit"
    )
    change(next(event for event in events if event[0] == "sat"))
    assert refused(chained(says)) == f"line {number}: its events happen at no table"


def test_a_line_that_was_altered_is_found_though_nothing_is_decided_again() -> None:
    lines = list(evening("uth-ma")[0])
    lines[5] = lines[5].replace(b'"do"', b'"od"', 1)
    assert refused(lines) == "line 6: the hash does not fit; this line was altered, or one before it left out"


@pytest.mark.parametrize(
    ("engine", "decides", "read_here"),
    [
        (ENGINE - 1, False, True),
        (ENGINE - 1, True, False),
        (ENGINE, True, True),
        (ENGINE + 1, False, False),
        (False, False, False),
        ("1", False, False),
        (None, False, False),
    ],
)
def test_an_older_engine_is_read_where_nothing_is_decided_again(
    engine: object, *, decides: bool, read_here: bool
) -> None:
    says = bodies(list(evening("uth-ma", rounds=1)[0]))
    says[0]["engine"] = engine
    if read_here:
        assert read(chained(says), Reading(decides=decides))[1]
    else:
        why = f"line 1: engine {engine!r} has decided it, and engine {ENGINE} would check it; accepted: "
        assert refused(chained(says), Reading(decides=decides)).startswith(why)


# ---- signatures ----------------------------------------------------------------------------------------


@cache
def opened() -> tuple[bytes, ...]:
    """A signed evening as it is when nothing in it is sealed any more."""
    return tuple(clear(signed_evening(3, HOUSE)[1], Seals()))


def up_to_a_signature(**changed: object) -> Lines:
    """The evening up to its first signature, of which something was changed."""
    at = next(number for number, line in enumerate(opened()) if line.startswith(b'{"signed":'))
    (body,) = bodies([opened()[at]])
    body["signed"] |= changed
    return [*opened()[:at], *chained([body], bytes.fromhex(opened()[at - 1][-67:-3].decode()))]


@pytest.mark.parametrize("decides", [True, False])
def test_a_signature_is_verified_unless_that_is_left_out(*, decides: bool) -> None:
    why = "the signature is not that of the end of round 1 by the key"
    strangers = up_to_a_signature(signature=STRANGER.sign(b"whatever it is"))
    assert why in refused(strangers, Reading(decides=decides))
    assert read(strangers, Reading(decides=decides, verifies=False))[0].signatures == 1
    for changed in ({"head": "00" * 32}, {"round": 2}):
        assert why in refused(up_to_a_signature(**changed), Reading(decides=decides, verifies=False))


def test_the_head_that_was_signed_last_is_known() -> None:
    reading = Reading(decides=False, verifies=False)
    told = [reading.told]
    for line in opened():
        reading.line(line)
        if reading.told != told[-1]:
            told.append(reading.told)
    signed = [body["signed"]["head"] for body in bodies(list(opened())) if "signed" in body]
    assert told == ["", *signed]


# ---- from the middle -----------------------------------------------------------------------------------


@pytest.mark.parametrize("decides", [True, False])
def test_a_reader_goes_on_from_a_state_that_was_kept(*, decides: bool) -> None:
    ends = [number for number, line in enumerate(opened(), start=1) if line.startswith(b'{"signed":')]
    first, second = Reading(decides=decides), Reading(decides=decides)
    read(list(opened()[: ends[1]]), first)
    second.line(opened()[0])
    second.begin_at(first.state.dump(), first.head, first.told)
    assert second.told == first.told
    for line in opened()[ends[1] :]:
        first.line(line)
        second.line(line)
    assert (second.state.dump(), second.head, second.told) == (first.state.dump(), first.head, first.told)


# ---- older engines -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(2, ENGINE))
def test_a_recording_of_an_older_engine_is_folded_by_its_events(number: int) -> None:
    lines = stored(number)
    reading, played = read(lines, Reading(key=HOUSE.public, decides=False))
    assert reading.header.engine == number
    assert reading.closed
    assert reading.signatures == reading.state.round + 1 == 4
    lines_of = [event.data["line"] for each in played for event in each.decision.events if event.kind == "settled"]
    assert sum(line.amount for line in lines_of) == -reading.state.tray
    assert sum(seat.bankroll for _, seat in reading.state.taken()) == 200_000 - reading.state.tray
    assert refused(lines, Reading()).startswith(f"line 1: engine {number} has decided it, and engine {ENGINE} would")


def test_what_number_2_has_decided_otherwise_stays_as_it_was_decided() -> None:
    """A card of the dealer's exposed, then two cards face up before everybody had two: Trips played on."""
    ended = [each.decision.state.last for each in read(stored(2))[1]]
    void = next(last for last in ended if last is not None and last.void)
    trips = [line.result for hand in void.hands for line in hand.lines if line.wager == "trips"]
    assert trips == ["lose", "win"]
