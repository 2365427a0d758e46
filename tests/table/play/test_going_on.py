"""A table that goes on elsewhere from where it stood: its cards, its record, and what people are called."""

from __future__ import annotations

import pytest
from support.table.recordings import begun, play, replay, same_salts

from croupier.table.fairness.card_sources import Random
from croupier.table.model.state_loader import load
from croupier.table.play.runner import Table
from croupier.table.recording.recorder import Recorder, RecordingError

SEED = "5e" * 32


def test_what_goes_on_elsewhere_comes_to_the_same_cards_and_state() -> None:
    stays, _ = begun(source=Random.again(SEED))
    play(stays, 2)
    leaves, _ = begun(source=Random.again(SEED))
    play(leaves)
    state = load(leaves.state.fixed, leaves.state.dump())
    goes_on = Table(state.fixed.terms.submission, Random.again(SEED))
    goes_on.state = state
    play(goes_on)
    assert goes_on.state.dump() == stays.state.dump()


def test_a_record_that_is_taken_up_goes_on_behind_its_last_line() -> None:
    table, pages = begun()
    play(table)
    assert table.journal is not None
    header, recorder = pages.lines[0], table.journal.recorder
    again = Recorder(table.state, same_salts("elsewhere"))
    again.take_up(header, recorder.at)
    assert again.head == recorder.head
    table.journal.recorder = again
    play(table)
    assert list(replay(pages.lines))[-1].decision.state.dump() == table.state.dump()
    with pytest.raises(RecordingError, match="line 1: it is no header"):
        again.take_up(b"{}\n", recorder.at)


def test_what_a_person_is_called_is_on_record() -> None:
    table, pages = begun()
    table.name("seat 1", "Zoë")
    play(table)
    assert table.names == {"seat 1": "Zoë"}
    assert any("Zoë".encode() in line for line in pages.lines)
