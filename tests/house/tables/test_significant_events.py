"""What somebody will want to know of is on record beside what happened: once, in words for all, after a stop too."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.house.running_house import KEY, KEYRING, Running, sqlite
from support.house.streams import says

from croupier.house.audit.verify import verify
from croupier.house.engine.listeners import Stage
from croupier.house.engine.requests import NOT_WRITTEN, Answer, Committed, Failure
from croupier.house.ledger.transactions import CashedOut, Correction
from croupier.house.storage import database, journal
from croupier.house.storage.journal import SIGNIFICANT
from croupier.house.tables import significant_events
from croupier.house.tables.significant_events import SignificantEventListener, significant
from croupier.table.model.command import Command
from croupier.table.views.view import HIDDEN


def large() -> int:
    return 1_000_000


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Running]:
    made = Running(sqlite(tmp_path))
    made.guest("p-ann", 100_000_000)
    made.open("uth")
    made.sit("uth", 1, "p-ann", 1_000_000)
    yield made
    made.engine.dispose()


def noted(run: Running) -> list[dict[str, Any]]:
    run.settle()
    run.settle()
    with run.house.reading() as conn:
        return [said for _, said in says(conn, SIGNIFICANT)]


def ruled(run: Running) -> None:
    """A round is in play, and the floor calls it void."""
    run.bet("uth", 1)
    run.sent("uth", Command("floor", "call", args={"what": "a lamp fell"}, by="p-floor"))
    run.sent("uth", Command("floor", "rule", args={"choice": "void", "reason": "nobody knows"}, by="p-floor"))


def test_rulings_irregularities_and_void_rounds_are_noted(run: Running) -> None:
    SignificantEventListener(run.house, large)
    ruled(run)
    found = noted(run)
    assert [each["what"] for each in found] == ["waits for a ruling", "ruling", "irregularity", "void round"]
    assert {(each["table"], each["round"]) for each in found} == {("uth", 1)}
    assert "nobody knows" in found[1]["says"]


def test_an_ordinary_round_is_not_noted(run: Running) -> None:
    SignificantEventListener(run.house, large)
    run.play("uth")
    run.close("uth")
    assert noted(run) == []


def test_a_device_that_fails_is_noted(run: Running) -> None:
    SignificantEventListener(run.house, large)
    run.sent("uth", Command("device", "jam", args={"device": "shuffler"}))
    assert [each["what"] for each in noted(run)] == ["device"]


def test_a_payout_is_noted_from_the_amount_on_that_is_set(run: Running) -> None:
    heard: list[Committed] = []
    run.house.listeners.add(Stage.PLAYERS, heard.append)
    for _ in range(6):
        run.play("uth")
    paid = [event.data["line"].amount for told in heard for event in told.decision.events if event.kind == "settled"]
    most = max(paid)
    assert most > 0
    for least, many in ((most, paid.count(most)), (most + 1, 0)):
        found = [each for told in heard for each in significant(told, least)]
        assert [each["what"] for each in found] == ["large payout"] * many
    assert [each for told in heard for each in significant(told, large())] == []
    assert most < large()


def test_what_a_payout_limit_takes_off_is_noted(run: Running) -> None:
    SignificantEventListener(run.house, lambda: 10**12)
    run.guest("p-bob", 10**11)
    run.open("high", "lir-nj", options={"payout_limit": "$50,000", "maximum": "$1,000,000"})
    run.sit("high", 1, "p-bob", 10**11)
    for _ in range(12):
        run.bet("high", 1, dict.fromkeys(("bet_1", "bet_2", "bet_3"), 10_000_000))
        run.play_out("high")
    found = noted(run)
    assert {each["what"] for each in found} == {"payout limit"}
    assert all(each["says"].startswith("Seat 1: The payout limit takes $") for each in found)


# ---- corrections -----------------------------------------------------------------------------------------


CORRECTION = Correction(500, "wallet/p-ann", up=False, reason="counted twice", by="p-cage")
NOTED = {"what": "correction", "account": "wallet/p-ann", "amount": -500, "reason": "counted twice", "row": 2}


def test_a_correction_is_noted_whoever_makes_it(run: Running) -> None:
    run.cage(CORRECTION)
    run.cage(CashedOut(500, "p-ann", "p-cage"))
    assert noted(run) == [NOTED]
    with run.house.reading() as conn:
        assert [entry.by for entry, _ in says(conn, SIGNIFICANT)] == ["p-cage"]


def test_a_correction_that_is_not_made_is_not_noted(run: Running) -> None:
    run.cage(Correction(10**12, "wallet/p-ann", up=False, reason="too much", by="p-cage"))
    assert noted(run) == []


def test_a_correction_that_was_not_noted_before_a_stop_is_noted_after_it_and_once(
    run: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(run.house.streams, "note_correction", lambda *said: said[-1](NOT_WRITTEN))
        run.cage(CORRECTION)
    run.stop()
    for _ in range(2):
        again = Running(run.engine, start=run.time)
        SignificantEventListener(again.house, large).catch_up()
        assert noted(again) == [NOTED]
        again.stop()


def test_corrections_that_were_looked_at_are_not_looked_at_again(run: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    run.cage(CORRECTION)
    SignificantEventListener(run.house, large).catch_up()
    run.settle()
    heard: list[int] = []

    def note(_: object, seq: int, on_done: Callable[[Answer | Failure], None] = lambda _: None) -> None:
        heard.append(seq)
        on_done(Answer(SIGNIFICANT, seq))

    monkeypatch.setattr(run.house.streams, "note_correction", note)
    SignificantEventListener(run.house, large).catch_up()
    assert heard == []
    run.cage(CORRECTION)
    SignificantEventListener(run.house, large).catch_up()
    assert heard == [3, 3]  # when it was made, and when it was looked for


def test_no_note_tells_of_a_hidden_card(run: Running) -> None:
    """Cards are dealt and nobody has shown any: what is noted names none of them."""
    SignificantEventListener(run.house, lambda: 1)
    ruled(run)
    state = run.state("uth")
    faces = {state.terms.rulebook.deck.faces[card] for card in state.last.order}
    words = {word.strip(".,;:()") for each in noted(run) for word in json.dumps(each).replace('"', " ").split()}
    assert not words & (faces - {HIDDEN})


def test_what_was_not_noted_before_a_stop_is_noted_after_it(run: Running) -> None:
    """The house ended between the rows and their notes."""
    ruled(run)
    run.stop()
    again = Running(run.engine, start=run.time)
    again.house.recover()
    SignificantEventListener(again.house, large).catch_up()
    assert [each["what"] for each in noted(again)] == ["waits for a ruling", "ruling", "irregularity", "void round"]
    again.stop()


def test_what_was_noted_is_not_noted_again(run: Running) -> None:
    SignificantEventListener(run.house, large)
    ruled(run)
    first = noted(run)
    run.stop()
    for _ in range(2):
        again = Running(run.engine, start=run.time)
        again.house.recover()
        SignificantEventListener(again.house, large).catch_up()
        assert noted(again) == first
        again.stop()


def test_two_who_watch_the_same_house_note_everything_once(run: Running) -> None:
    """As two processes do at one database."""
    SignificantEventListener(run.house, large)
    SignificantEventListener(run.house, large)
    ruled(run)
    assert len(noted(run)) == 4
    with database.at_one_moment(run.engine) as conn:
        assert verify(conn, KEYRING, KEY.public).findings == []


def test_a_long_evening_is_not_looked_at_from_its_beginning(run: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(significant_events, "ROWS", 5)
    SignificantEventListener(run.house, large)
    for _ in range(6):
        run.play("uth")
    ruled(run)
    first = noted(run)
    with run.house.reading() as conn:
        upto = int(database.fact(conn, significant_events.noted_of("uth")) or 0)
        last = journal.last(conn, "uth")
    assert last is not None
    assert last.seq - 15 < upto < last.seq
    run.stop()
    again = Running(run.engine, start=run.time)
    again.house.recover()
    heard: list[int] = []
    watch = SignificantEventListener(again.house, large)
    monkeypatch.setattr(watch, "_go_on", lambda _, seq: heard.append(seq))
    watch.catch_up()
    assert heard == list(range(upto + 1, last.seq + 1))
    assert noted(again) == first
    again.stop()


def test_sessions_that_are_over_are_looked_at_too(run: Running) -> None:
    ruled(run)
    run.close("uth")
    run.open("uth")
    run.stop()
    again = Running(run.engine, start=run.time)
    again.house.recover()
    SignificantEventListener(again.house, large).catch_up()
    assert len(noted(again)) == 4
    again.stop()
