"""Snapshots: a reader can begin at one, and whoever reads up to it finds out whether it is the state there."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from support.table.evenings import evening as rich_evening
from support.table.recordings import HOUSE, Body, Lines, audited, begun, bodies, chained, evening, play, replay, text

from croupier.cards import STANDARD
from croupier.rulebook import NAMES, load
from croupier.table.fairness.card_sources import CardSource, Random, Scripted
from croupier.table.fairness.shuffle import digest
from croupier.table.model.command import Command
from croupier.table.model.state import Place
from croupier.table.play.runner import Table
from croupier.table.recording import audit
from croupier.table.recording.audit import Reading
from croupier.table.recording.audit_result import AuditResult
from croupier.table.recording.recorder import RecordingError, round_of_snapshot
from croupier.table.recording.seals import Seals, clear


@cache
def _evening(*, key: bool = False, two: bool = False) -> tuple[bytes, ...]:
    return tuple(evening(7, HOUSE if key else None, 2, decks="two" if two else "one")[1])


def places(lines: Lines) -> dict[int, int]:
    """The line of each snapshot, by its round."""
    found = {number: round_of_snapshot(line) for number, line in enumerate(lines, start=1)}
    return {ended: number for number, ended in found.items() if ended is not None}


@pytest.mark.parametrize("two", [False, True], ids=["one deck", "two decks"])
@pytest.mark.parametrize("key", [False, True], ids=["in the clear", "sealed"])
def test_a_recording_is_taken_up_at_any_snapshot_and_comes_to_the_same(*, key: bool, two: bool) -> None:
    lines = list(_evening(key=key, two=two))
    whole, _ = audited(lines)
    assert list(places(lines)) == [2, 4, 6]
    seals = Seals(HOUSE if key else None)
    open_lines = list(clear(lines, seals))
    for number in places(lines).values():
        reading = Reading()
        reading.line(lines[0])
        reading.take_up(open_lines[number - 1], number)
        for line in open_lines[number:]:
            reading.line(line)
        reading.finish()
        assert (reading.state.dump(), reading.head, reading.number) == (whole.state.dump(), whole.head, whole.number)


def test_parts_come_together_to_the_whole() -> None:
    lines = list(_evening())
    _, whole = audited(lines)
    cuts = list(places(lines).values())
    joined: AuditResult | None = None
    for begin, end in zip([0, *cuts], [*cuts, len(lines)], strict=True):
        reading, found = Reading(), AuditResult()
        if begin:
            reading.line(lines[0])
            reading.take_up(lines[begin - 1], begin)
        found.read(reading, lines[begin:end])
        joined = found if joined is None else joined.joined(found)
    assert joined == whole


def forged(change: Callable[[Body], object]) -> Lines:
    says = bodies(list(_evening()))
    held = next(body for body in says if "snapshot" in body)
    change(held)
    return chained(says)


def richer(body: Body) -> None:
    body["snapshot"]["seats"][0]["bankroll"] += 1


@pytest.mark.parametrize("change", [richer, lambda body: body.update(round=3), lambda body: body["snapshot"].popitem()])
def test_a_forged_snapshot_is_found_by_whoever_reads_up_to_it(change: Callable[[Body], object]) -> None:
    number = places(list(_evening()))[2]
    why = "the snapshot is not the state that the commands before it lead to"
    with pytest.raises(RecordingError, match=f"line {number}: {why}$"):
        audited(forged(change))


SENSELESS = "the rulebook, or the snapshot, that the recording brings with it makes no sense"


def taken_up(line: bytes) -> Reading:
    reading = Reading()
    reading.line(_evening()[0])
    reading.take_up(line, 30)
    return reading


def snapshot_of(change: Callable[[dict[str, Any]], object]) -> bytes:
    number = places(list(_evening()))[2]
    body = bodies([_evening()[number - 1]])[0]
    change(body["snapshot"])
    return chained([body])[0]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "it is empty"),
        (_evening()[1], "it is no snapshot"),
        (_evening()[1][:-1], "it is cut off"),
        (chained([{"snapshot": 1, "round": 2}])[0], "it is no snapshot"),
        (chained([{"snapshot": {}, "round": 2}])[0], "it is no snapshot"),
        (chained([{"snapshot": {}, "round": True}])[0], "it is no snapshot"),
    ],
)
def test_what_is_no_snapshot_is_not_taken_up(line: bytes, why: str) -> None:
    with pytest.raises(RecordingError, match=f"line 30: {why}$"):
        taken_up(line)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda held: held.update(phase="betting", order=[1, 2], decks=[]), "the table refuses device: shuffle: .+"),
        (lambda held: held.update(devices=None), SENSELESS),
        (lambda held: held.update(playing=7), SENSELESS),
    ],
)
def test_a_state_that_no_table_was_ever_in_ends_in_a_sentence(
    change: Callable[[dict[str, Any]], object], why: str
) -> None:
    reading = taken_up(snapshot_of(change))
    body = text({"command": {"who": "device", "do": "shuffle", "seat": 0, "args": {}}, "events": []})
    salt = bytes(16)
    head = sha256(reading.head + sha256(salt + body).digest()).hexdigest()
    line = body[:-1] + f',"salt":"{salt.hex()}","hash":"{head}"}}\n'.encode()
    with pytest.raises(RecordingError, match=f"line 31: {why}$"):
        reading.line(line)


def test_what_is_wrong_in_this_package_is_not_blamed_on_a_recording(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("ours")

    monkeypatch.setattr(audit, "step", broken)
    with pytest.raises(KeyError, match="ours"):
        audited(list(_evening()))


# ---- the rulebook in the header ------------------------------------------------------------------------


def rehashed(body: Body) -> None:
    body["rulebook_hash"] = sha256(text(body["rulebook_data"])).hexdigest()


def with_rulebook(change: Callable[[dict[str, Any]], object], lines: Lines) -> Lines:
    says = bodies(lines)
    change(says[0]["rulebook_data"][0])
    says[0]["rulebook"] = says[0]["rulebook_data"][0].get("id")
    rehashed(says[0])
    return chained(says)


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_is_read_by_its_own_rulebook(name: str) -> None:
    """As if this package had another by now: it is made of the data in the header, and leads to the same."""
    lines, state = rich_evening(name, rounds=1)
    changed = with_rulebook(lambda raw: raw.update(document="an earlier print"), list(lines))
    assert list(replay(changed))[-1].decision.state.dump() == state.dump()
    reading = Reading()
    for line in changed:
        reading.line(line)
    assert not reading.is_installed
    assert reading.state.terms.rulebook.document == "an earlier print"
    assert audited(evening(1)[1])[0].is_installed


def test_a_rulebook_of_another_name_is_the_recording_s_own() -> None:
    lines = with_rulebook(lambda raw: raw.update(id="mine"), evening(1)[1])
    reading, _ = audited(lines)
    assert (reading.header.rulebook, reading.is_installed) == ("mine", False)


def poorer(raw: dict[str, Any]) -> None:
    """The blind pays nothing for a royal flush any more."""
    next(table for table in raw["table"] if table["name"] == "blind")["rows"][0]["pays"] = "1 to 1"


def test_other_pay_in_the_header_is_another_rulebook_and_said_to_be() -> None:
    reading, _ = audited(with_rulebook(poorer, evening(1)[1]))
    assert not reading.is_installed
    assert load("uth-ma").hash != reading.header.rulebook_hash


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda raw: raw.update(game="dance"), "line 1: there is no game 'dance' here"),
        (lambda raw: raw.update(game="lir"), "line 1: no table can be opened by what it says"),
        (lambda raw: raw.update(game="terms"), "line 1: there is no game 'terms' here"),
        (lambda raw: raw.update(deck="tarot"), "line 1: no table can be opened by what it says"),
        (lambda raw: raw.update(deck=[]), "line 1: no table can be opened by what it says"),
        (lambda raw: raw.update(wager={}), "line "),
        (lambda raw: raw.clear(), "line 1: the rulebook's data makes no rulebook"),
        (lambda raw: raw.update(clause=3), "line 1: the rulebook's data makes no rulebook"),
    ],
)
def test_a_rulebook_that_makes_no_sense_ends_in_a_sentence(change: Callable[[Any], object], why: str) -> None:
    says = bodies(evening(1)[1])
    change(says[0]["rulebook_data"][0])
    says[0]["rulebook"] = says[0]["rulebook_data"][0].get("id", "uth-ma")
    rehashed(says[0])
    with pytest.raises(RecordingError) as found:
        audited(chained(says))
    assert str(found.value).startswith(why)


# ---- what an audit counts ------------------------------------------------------------------------------


@pytest.mark.parametrize(("source", "committed"), [(None, 2), (Scripted(STANDARD, []), 0)])
def test_only_decks_with_a_root_count_as_committed(source: CardSource | None, committed: int) -> None:
    table, pages = begun(source=source)
    play(table)
    assert table.journal
    table.journal.close()
    found = audited(pages.lines)[1]
    assert (found.events["loaded"], found.committed) == (2, committed)


def test_a_round_that_was_not_played_out_is_unfinished() -> None:
    table, pages = begun()
    play(table)
    table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "ready": True}))
    assert table.journal
    table.journal.close()
    found = audited(pages.lines)[1]
    assert (found.rounds, found.unfinished, found.in_action) == (2, 2, 1000)


def test_wagers_that_were_put_up_for_no_round_yet_are_not_in_action() -> None:
    table, pages = begun()
    play(table)
    table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}}))
    assert table.journal
    table.journal.close()
    found = audited(pages.lines)[1]
    assert (found.rounds, found.unfinished, found.in_action) == (1, 0, 0)


def test_a_snapshot_says_its_round() -> None:
    assert [json.loads(line)["round"] for line in _evening() if line.startswith(b'{"snapshot":')] == [2, 4, 6]
    assert round_of_snapshot(_evening()[0]) is None
    assert round_of_snapshot(b'{"snapshot":') is None


def test_every_shuffle_follows_from_the_seed_once_the_session_is_over() -> None:
    table, pages = begun()
    play(table, 2)
    assert audited([*pages.lines, *closing(table)])[1].seed == ""
    table.close()
    found = audited([*pages.lines, *closing(table)])[1]
    assert sorted(found.secrets) == [1, 2, 3]
    assert found.seed == table.source.close()["seed"]


def closing(table: Table) -> Lines:
    """The last lines, as they would be."""
    assert table.journal
    at = table.journal.recorder.at
    lines = table.journal.recorder.close().splitlines(keepends=True)
    table.journal.recorder.at = at
    return lines


class Swapping(Random):
    """A house that commits to other secrets than follow from its seed."""

    def shuffle(self, cards: Sequence[int], place: Place, number: int) -> dict[str, Any]:
        later = {each: super(Swapping, self).shuffle(cards, place, 2 * each) for each in (number, number + 1)}
        return {"secret": later[number]["secret"], "commitment": digest(later[number + 1]["secret"])}

    def open(self, place: Place) -> dict[str, Any]:
        return super().open(place) | {"commitment": digest(super().shuffle((), place, 2)["secret"])}


def test_a_house_whose_secrets_do_not_follow_from_its_seed_is_found() -> None:
    table, pages = begun(source=Swapping("seed"))
    play(table)
    table.close()
    assert table.journal
    table.journal.close()
    with pytest.raises(RecordingError, match="the secret of shuffle 1 did not follow from the seed of the session"):
        audited(pages.lines)


def test_a_reader_goes_on_from_a_state_that_it_has_kept() -> None:
    lines = list(_evening())
    at = list(places(lines).values())[1]
    before, whole = Reading(), Reading()
    for line in lines[:at]:
        before.line(line)
    for line in lines:
        whole.line(line)
    after = Reading(decides=False)
    assert (before.decides, after.decides) == (True, False)
    after.line(lines[0])
    after.begin_at(before.state.dump(), before.head, before.told)
    for line in lines[at:]:
        after.line(line)
    assert (after.state.dump(), after.head, after.told) == (whole.state.dump(), whole.head, whole.told)
