"""A receipt beside the house's log: what holds, what is open, and how a house that rewrites is found out."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from support.table.committed import ANN, bets, plays_out, reveals, table_of
from support.table.logs import KEY, Log
from support.table.tables import sent

from croupier.crypto import signed_notes
from croupier.crypto.keys import PrivateKey
from croupier.crypto.signed_notes import RestoreStatement
from croupier.table.model.state import Place
from croupier.table.receipts import receipt as receipts
from croupier.table.receipts.log_proof import Later, goes_on, leaf_of, logged
from croupier.table.receipts.verify import ReceiptError
from croupier.table.views.view import Viewer

ABOUT = {"house": "Harbour", "table": "main-1", "session": "2031-05-01", "round": 3, "head": "ab" * 32}
OTHER = PrivateKey(b"o" * 32)


def given(log: Log | None = None, index: int = 5, size: int = 9) -> dict[str, Any]:
    """A receipt of a round that stands at this index of a log of this size."""
    log = log or Log()
    log.fill(index)
    log.add(ABOUT)
    log.fill(size)
    return {**ABOUT, "checkpoint": log.note(), "inclusion": log.inclusion(index)}


def told(receipt: dict[str, Any], key: str = KEY.public, later: object = None) -> dict[bool | None, list[str]]:
    found: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    for each in logged(receipt, key, None if later is None else Later.read(later)):
        found[each.holds].append(each.says)
    return found


# ---- one checkpoint ------------------------------------------------------------------------------------


def test_a_round_in_the_log_is_shown_offline_with_the_houses_key() -> None:
    found = told(given())
    assert found[True] == [
        "the checkpoint of harbour/log/1 with 9 rounds is signed with the house's key",
        "round 3, with the head abababababababab…, is in that log, number 6 of 9",
    ]
    assert found[False] == []
    assert found[None] == ["whether its cards are those recorded under that head: an audit of the recording shows"]


def test_without_a_key_it_is_open_who_has_signed() -> None:
    found = told(given(), key="")
    assert len(found[True]) == 1
    assert "is signed by the house: give its public key with --key" in found[None][0]


def test_somebody_elses_checkpoint_is_not_the_houses() -> None:
    found = told(given(Log(key=OTHER)))
    assert found[True] == []
    assert "it is signed by 'harbour/log/1', and not with the key that was given" in found[False][0]


def test_a_checkpoint_is_signed_under_its_own_name() -> None:
    receipt = given()
    receipt["checkpoint"] = signed_notes.signed(signed_notes.text_of(receipt["checkpoint"]), "another", KEY)
    assert told(receipt)[False] == ["its checkpoint of harbour/log/1 is signed under that name, not 'another'"]


@pytest.mark.parametrize(
    "changed",
    [{"house": "Other"}, {"table": "main-2"}, {"session": "s"}, {"round": 4}, {"head": "ac" * 32}],
    ids=lambda each: next(iter(each)),
)
def test_another_round_than_the_one_in_the_log_does_not_hold(changed: dict[str, Any]) -> None:
    found = told({**given(), **changed})
    assert len(found[True]) == 1
    assert "is in that log" in found[False][0]


@pytest.mark.parametrize("changed", [{"index": 4}, {"size": 8}, {"size": 10}, {"proof": []}, {"index": 99}])
def test_a_proof_that_does_not_fit_shows_nothing(changed: dict[str, Any]) -> None:
    receipt = given()
    receipt["inclusion"] |= changed
    assert "is in that log" in told(receipt)[False][0]


def test_every_altered_hash_is_noticed() -> None:
    receipt = given()
    for at, each in enumerate(receipt["inclusion"]["proof"]):
        altered = copy.deepcopy(receipt)
        altered["inclusion"]["proof"][at] = ("0" if each[0] != "0" else "1") + each[1:]
        assert told(altered)[False]


def test_a_receipt_without_a_checkpoint_says_so_only_if_asked() -> None:
    assert logged(ABOUT) == []
    missing = ["whether its round is in the house's log: it carries no checkpoint"]
    assert told(ABOUT)[None] == missing
    assert told(ABOUT, key="", later=given()["checkpoint"])[None] == missing


@pytest.mark.parametrize(
    "changed",
    [
        {"checkpoint": 7},
        {"inclusion": None},
        {"inclusion": []},
        {"inclusion": {}},
        {"inclusion": {"index": -1, "size": 9, "proof": []}},
        {"inclusion": {"index": 1, "size": 9, "proof": ["zz"]}},
        {"inclusion": {"index": 1, "size": 9, "proof": ["00" * 32] * 129}},
        {"head": ""},
        {"head": None},
        {"round": True},
        {"house": "\x1b"},
    ],
)
def test_what_is_no_receipt_with_a_checkpoint_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(ReceiptError, match=r"^(a receipt with a checkpoint|its inclusion) (has no '|is no object)"):
        logged({**given(), **changed}, KEY.public)


@pytest.mark.parametrize("note", ["", "text", "a\n\n— b c\n", "x" * 100_000])
def test_what_is_no_note_is_no_checkpoint(note: str) -> None:
    assert "its checkpoint is one of the house's: " in told({**given(), "checkpoint": note}, key="")[False][0]


# ---- two checkpoints -----------------------------------------------------------------------------------


def test_a_later_log_that_continues_is_shown_to() -> None:
    log = Log()
    receipt = given(log)
    log.fill(20)
    found = told(receipt, later={"checkpoint": log.note(), "consistency": log.consistency(9)})
    assert found[False] == []
    assert "the log of 20 rounds continues that of 9: nothing in it was rewritten" in found[True]


def test_an_earlier_one_that_was_kept_is_continued_by_the_receipts() -> None:
    log = Log()
    receipt = given(log)
    found = told(receipt, later={"checkpoint": log.note(4), "consistency": log.consistency(4, 9)})
    assert "the log of 9 rounds continues that of 4: nothing in it was rewritten" in found[True]


def test_a_past_that_was_rewritten_does_not_hold() -> None:
    log = Log()
    receipt = given(log)
    log.leaves[2] = bytes(32)
    log.fill(20)
    for proof in (log.consistency(9), [], given(Log(), size=20)["inclusion"]["proof"]):
        found = told(receipt, later={"checkpoint": log.note(), "consistency": proof})
        assert found[False] == ["the log of 20 rounds continues that of 9: nothing in it was rewritten"]


def test_two_logs_of_one_size_are_one_too_many() -> None:
    log = Log()
    receipt = given(log)
    same = told(receipt, later=log.note())
    assert "there is one log of 9 rounds, and no other was signed" in same[True]
    log.leaves[2] = bytes(32)
    assert told(receipt, later=log.note())[False] == ["there is one log of 9 rounds, and no other was signed"]


def test_without_a_proof_it_is_open_whether_a_log_continues() -> None:
    log = Log()
    receipt = given(log)
    log.fill(20)
    found = told(receipt, later=log.note())
    assert "whether the log of 20 rounds continues that of 9" in found[None][0]
    assert "which the house gives out" in found[None][0]
    found = told(receipt, later={"checkpoint": log.note(0), "consistency": []})
    assert "continues that of 0" in found[None][0]


def test_that_the_round_is_in_both_is_shown_by_its_inclusion_in_both() -> None:
    log = Log()
    receipt = given(log)
    log.fill(20)
    later: dict[str, Any] = {"checkpoint": log.note(), "inclusion": log.inclusion(5)}
    says = "the round has the same place in the log of 20 rounds that you kept"
    assert says in told(receipt, later=later)[True]
    log.leaves[5] = bytes(32)
    rewritten = {"checkpoint": log.note(), "inclusion": log.inclusion(5)}
    assert told(receipt, later=rewritten)[False] == [says]
    later["inclusion"]["index"] = 6
    assert told(receipt, later=later)[False] == [says]
    # The round in another place is not where it was.
    moved = Log()
    moved.fill(6)
    moved.add(ABOUT)
    assert told(receipt, later={"checkpoint": moved.note(), "inclusion": moved.inclusion(6)})[False]


def test_a_checkpoint_of_somebody_else_says_nothing_of_the_houses() -> None:
    log, receipt = Log(key=OTHER), given()
    log.fill(9)
    found = told(receipt, later=log.note())
    assert found[False][0].startswith(
        "of the checkpoint that you kept: its checkpoint is one of the house's: it is signed"
    )


# ---- a restore -----------------------------------------------------------------------------------------


def _restored(log: Log, kept: int, **changed: Any) -> tuple[Log, str]:  # noqa: ANN401 - fields of the statement
    """The log after a restore that kept so many rounds, and the house's statement of it."""
    after = Log("harbour/log/2")
    after.leaves = log.leaves[:kept]
    statement = RestoreStatement(after.origin, kept, log.point())._replace(**changed)
    return after, signed_notes.signed(statement.text(), statement.origin, KEY)


@pytest.mark.parametrize("kept", [0, 4, 5])
def test_what_a_restore_has_lost_is_told_from_what_was_rewritten(kept: int) -> None:
    log = Log()
    receipt = given(log)
    after, statement = _restored(log, kept)
    after.fill(30)
    found = told(receipt, later={"checkpoint": after.note(), "restore": [statement]})
    assert found[False] == []
    assert "the house states that harbour/log/1 was restored and goes on as harbour/log/2" in found[True]
    assert (
        f"the round was lost by that restore, which was announced: {9 - kept} of 9 rounds, and what came after them"
        in found[None]
    )


def test_without_a_statement_another_origin_shows_nothing() -> None:
    log = Log()
    receipt = given(log)
    after, _ = _restored(log, 4)
    found = told(receipt, later=after.note())
    assert "whether harbour/log/2 continues harbour/log/1: that takes the house's statement of a restore" in found[None]


def test_what_a_restore_kept_is_shown_to_be_there_still() -> None:
    log = Log()
    receipt = given(log)
    log.fill(12)
    after, statement = _restored(log, 10)
    after.fill(30)
    later: dict[str, Any] = {"checkpoint": after.note(), "restore": [statement], "consistency": after.consistency(9)}
    says = "the log of 30 rounds continues that of 9 from before the restore: nothing in it was rewritten"
    assert says in told(receipt, later=later)[True]
    after.leaves[1] = bytes(32)
    later = {"checkpoint": after.note(), "restore": [statement], "consistency": after.consistency(9)}
    assert told(receipt, later=later)[False] == [says]


def test_a_round_that_was_kept_of_a_longer_log_is_found_by_its_inclusion() -> None:
    log = Log()
    receipt = given(log)
    after, statement = _restored(log, 7)
    later = {"checkpoint": after.note(), "restore": [statement], "inclusion": after.inclusion(5)}
    found = told(receipt, later=later)
    assert "the round is among the 7 that the restore kept; its inclusion there shows it" in found[None]
    assert "the round has the same place in the log of 7 rounds that you kept" in found[True]


def test_a_statement_that_does_not_know_of_the_receipts_checkpoint_does_not_hold() -> None:
    """A house that says it last published less than the receipt has signed for hides what came between."""
    log = Log()
    receipt = given(log)
    for last in (log.point(6), log.point()._replace(root=bytes(32))):
        after, statement = _restored(log, 4, last=last)
        says = f"the last checkpoint that it names, of {last.size} rounds, is no older than that of the receipt"
        assert told(receipt, later={"checkpoint": after.note(), "restore": [statement]})[False] == [says]


def test_a_statement_of_another_log_or_of_somebody_else_does_not_hold() -> None:
    log = Log()
    receipt = given(log)
    after, statement = _restored(log, 4, origin="harbour/log/3")
    says = "the house states that harbour/log/1 was restored and goes on as harbour/log/2"
    assert told(receipt, later={"checkpoint": after.note(), "restore": [statement]})[False] == [says]
    forged = signed_notes.signed(signed_notes.text_of(_restored(log, 4)[1]), after.origin, OTHER)
    found = told(receipt, later={"checkpoint": after.note(), "restore": [forged]})
    assert "the restore was stated by the house: it is signed by" in found[False][0]
    assert says in told(receipt, key="", later={"checkpoint": after.note(), "restore": [forged]})[True]


def test_a_statement_is_signed_under_the_name_of_the_log_that_goes_on() -> None:
    log = Log()
    receipt = given(log)
    after, statement = _restored(log, 4)
    misnamed = signed_notes.signed(signed_notes.text_of(statement), "another", KEY)
    found = told(receipt, later={"checkpoint": after.note(), "restore": [misnamed]})
    assert "it is signed under the name 'another', and not under 'harbour/log/2'" in found[False][0]


def _restored_twice(log: Log, first: int, again: int) -> tuple[Log, list[str]]:
    """The log after two restores that kept so many rounds each, and the house's statements of them."""
    second, first_statement = _restored(log, first)
    second.fill(15)
    third = Log("harbour/log/3")
    third.leaves = second.leaves[:again]
    statement = RestoreStatement(third.origin, again, second.point())
    third.fill(20)
    return third, [first_statement, signed_notes.signed(statement.text(), third.origin, KEY)]


def test_one_restore_after_another_is_followed() -> None:
    log = Log()
    receipt = given(log)
    third, chain = _restored_twice(log, 9, 12)
    later = {"checkpoint": third.note(), "restore": chain, "consistency": third.consistency(9)}
    found = told(receipt, later=later)
    assert found[False] == []
    assert (
        "the log of 20 rounds continues that of 9 from before the restore: nothing in it was rewritten" in found[True]
    )
    assert told(receipt, later={**later, "restore": chain[1:]})[False]
    assert told(receipt, later={**later, "restore": chain[::-1]})[False]


@pytest.mark.parametrize(("first", "again"), [(7, 12), (9, 7)])
def test_of_several_restores_the_one_that_kept_least_counts(first: int, again: int) -> None:
    """The receipt's log of nine rounds is not the beginning of what is left; its round, the sixth, is in it."""
    log = Log()
    receipt = given(log)
    third, chain = _restored_twice(log, first, again)
    later = {"checkpoint": third.note(), "restore": chain, "inclusion": third.inclusion(5)}
    found = told(receipt, later=later)
    assert found[False] == []
    assert "the round is among the 7 that the restore kept; its inclusion there shows it" in found[None]


@pytest.mark.parametrize(
    "later",
    [
        7,
        "",
        "no note",
        {},
        {"checkpoint": "no note"},
        {"checkpoint": 7},
        {"more": 1},
        {"consistency": 1},
        {"consistency": ["zz"]},
        {"inclusion": 7},
        {"inclusion": {}},
        {"restore": "no note"},
        {"restore": ["no note"]},
        {"restore": 7},
    ],
    ids=str,
)
def test_what_is_no_checkpoint_that_was_kept_is_refused(later: object) -> None:
    log = Log()
    log.fill(3)
    whole = later if not isinstance(later, dict) or not later else {"checkpoint": log.note(), **later}
    with pytest.raises(ReceiptError, match=r"^(what was kept of the log|its inclusion) (has |is no object)"):
        Later.read(whole)


# ---- a log that a client follows, without a receipt ------------------------------------------------------


def followed(kept: str, later: dict[str, Any], key: str = KEY.public) -> dict[bool | None, list[str]]:
    found: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    for each in goes_on(kept, Later.read(later), key):
        found[each.holds].append(each.says)
    return found


def test_a_log_that_a_client_follows_goes_on_or_was_rewritten() -> None:
    log = Log()
    log.fill(9)
    kept = log.note()
    log.fill(20)
    says = "the log of 20 rounds continues that of 9: nothing in it was rewritten"
    later: dict[str, Any] = {"checkpoint": log.note(), "consistency": log.consistency(9)}
    assert followed(kept, later) == {True: [says], False: [], None: []}
    log.leaves[2] = bytes(32)
    assert followed(kept, {"checkpoint": log.note(), "consistency": log.consistency(9)})[False] == [says]


def test_a_log_that_a_client_follows_does_not_grow_shorter() -> None:
    log = Log()
    log.fill(9)
    found = followed(log.note(), {"checkpoint": log.note(4), "consistency": log.consistency(4, 9)})
    assert found[False] == ["the log of harbour/log/1 has the 9 rounds that you kept, and not 4"]


def test_a_checkpoint_of_somebody_else_is_no_log_to_follow() -> None:
    log, other = Log(), Log(key=OTHER)
    log.fill(9)
    other.fill(9)
    assert followed(other.note(), {"checkpoint": log.note()})[False][0].startswith(
        "of the checkpoint that you kept: its checkpoint is one of the house's: it is signed"
    )
    assert followed(log.note(), {"checkpoint": other.note()})[False][0].startswith(
        "its checkpoint is one of the house's: it is signed"
    )


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        (12, "the log of 30 rounds continues that of 9 from before the restore: nothing in it was rewritten"),
        (9, "the log of 30 rounds continues that of 9 from before the restore: nothing in it was rewritten"),
        (5, "the restore kept 5 of the 9 rounds of the log that you kept, as was announced"),
    ],
)
def test_a_log_that_a_client_follows_goes_on_after_a_restore(kept: int, told: str) -> None:
    log = Log()
    log.fill(12)
    after, statement = _restored(log, kept)
    after.fill(30)
    later = {"checkpoint": after.note(), "restore": [statement], "consistency": after.consistency(9)}
    found = followed(log.note(9), later)
    assert found[False] == []
    assert told in found[True if kept >= 9 else None]
    assert followed(log.note(9), {"checkpoint": after.note(), "restore": []})[False]
    assert not followed(log.note(9), {"checkpoint": after.note(), "restore": []})[True]


def test_the_times_of_a_log_go_on() -> None:
    def note(log: Log, at: int) -> str:
        return signed_notes.signed(log.point()._replace(at=at).text(), log.origin, log.key)

    log = Log()
    log.fill(9)
    kept = note(log, 60_000)
    log.fill(20)
    says = "the checkpoint of 20 rounds is not older than that of 9"
    consistency = log.consistency(9)
    assert says in followed(kept, {"checkpoint": note(log, 60_000), "consistency": consistency})[True]
    assert says in followed(kept, {"checkpoint": note(log, 59_999), "consistency": consistency})[None]
    signed = "the checkpoint of harbour/log/1 with 9 rounds, of 1970-01-01 00:01:00 UTC, is signed with the house's key"
    assert told(given() | {"checkpoint": kept})[True][0] == signed


def test_a_log_of_an_older_house_has_the_head_of_a_round_alone() -> None:
    table = table_of(ANN)
    sent(table, bets(1, ANN, ready=True), reveals(1, ANN))
    plays_out(table)
    made = receipts.receipt(table.state, Viewer("player", ANN))
    assert made is not None
    made["head"] = ABOUT["head"]
    log = Log()
    log.leaves.append(leaf_of(Place(made["house"], made["table"], made["session"]), made["round"], made["head"]))
    found = told({**made, "checkpoint": log.note(), "inclusion": log.inclusion(0)})
    assert "with the head" in found[True][1]
    assert "whether that log has what was dealt to whom, and if it was void: it has the head alone" in found[None]
    log = Log()
    log.add(made)
    found = told({**made, "checkpoint": log.note(), "inclusion": log.inclusion(0)})
    assert "with the head" in found[True][1]
    assert not any("it has the head alone" in each for each in found[None])
