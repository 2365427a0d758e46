"""The walk of a command from its socket to the journal and back to all viewers: limits that keep it short."""

from __future__ import annotations

from trace_bet import BET, REFUSED, walk_of

MOST_CALLS, MOST_FILES = 220, 42  # of a bet that two players and the public are told of; measured: 208 in 41
MOST_CALLS_OF_A_REFUSAL = 96  # measured: 90
MOST_LEVELS = 5  # from `send` to `step`


def test_a_bet_goes_a_straight_way_from_send_to_step() -> None:
    walk = walk_of(dict(BET))
    assert walk.levels("TableSet.send", "step") <= MOST_LEVELS
    assert len(walk.calls) <= MOST_CALLS, walk.files.most_common()
    assert len(walk.files) <= MOST_FILES, sorted(walk.files)


def test_a_refusal_reads_the_record_once_and_builds_no_terms() -> None:
    walk = walk_of(dict(REFUSED))
    called = [call.function for call in walk.calls]
    assert called.count("House.reading") == 1
    assert "Terms.__init__" not in called
    assert len(walk.calls) <= MOST_CALLS_OF_A_REFUSAL, walk.files.most_common()
