"""Comparing editions, the notices a replacement calls for, and finding words."""

import pytest

from croupier.documents.edition_diff import NotEditionsError, diff
from croupier.documents.search import search
from croupier.rulebook import NAMES, Submission, load
from croupier.rulebook.notices import ReplacementError, notices

OLD, NEW = load("colorado-ma-1"), load("colorado-ma-2")


def submitted(name: str, **options: object) -> Submission:
    return Submission.of(load(name), options)


def test_the_real_changes_of_the_later_edition() -> None:
    found = diff(OLD, NEW)
    assert [(before.id, after.id) for before, after in found.changed] == [
        *[(same, same) for same in ("4(a)", "4(d)", "5(a)")],
        *[("5(b)(1)", "5(b)"), ("5(e)", "5(e)")],
        *[("9", "8"), ("9(a)", "8(a)"), ("9(b)", "8(b)"), ("9(c)", "8(c)")],
    ]
    dropped = [clause.id for clause in found.dropped]
    assert dropped == [
        "5(b)",
        "5(b)(2)",
        *(clause.id for clause in OLD.clauses if clause.id.split("(")[0] == "8"),
        "14(g)",
    ]
    assert found.added == ()
    assert ("10(b)(3)(i)", "9(b)(3)(i)") in {(before.id, after.id) for before, after in found.renumbered}
    assert found.options == (
        "option dealing: no longer hand",
        "option shuffling: no longer manual",
        "option pre_shuffled: no longer yes",
    )
    assert [said.partition(":")[0] for said in found.rulings] == [
        *("ruling C20 is gone", "ruling C25 is gone"),
        *("ruling C21 is new", "ruling C22 is new", "ruling C24 is new"),
    ]
    assert all(said.endswith("?") for said in found.rulings)
    counted = len(found.changed) + len(found.renumbered) + found.unchanged
    assert counted + len(found.dropped) == len(OLD.clauses)
    assert counted + len(found.added) == len(NEW.clauses)


def test_a_diff_reads_both_ways() -> None:
    there, back = diff(OLD, NEW), diff(NEW, OLD)
    assert back.changed == tuple((after, before) for before, after in there.changed)
    assert (back.added, back.dropped) == (there.dropped, there.added)


def test_only_editions_of_one_document_are_compared() -> None:
    with pytest.raises(NotEditionsError, match="are not editions of one document; accepted: two that are"):
        diff(OLD, load("uth-ma"))


@pytest.mark.clause("colorado-ma-1", "6a(a)")
@pytest.mark.clause("colorado-ma-2", "6a(a)")
@pytest.mark.clause("lir-nj", "18.6A(a)", "18.6B(a)")
@pytest.mark.parametrize(
    ("name", "option", "clause", "ref"),
    [
        ("colorado-ma-1", "bonus", "6a(a)", "205 CMR 147.03"),
        ("colorado-ma-2", "bonus", "6a(a)", "205 CMR 147.03"),
        ("lir-nj", "bonus", "18.6A(a)", "N.J.A.C. 19:47-8.3"),
        ("lir-nj", "three_card_bonus", "18.6B(a)", "N.J.A.C. 19:47-8.3"),
    ],
)
def test_withdrawing_an_optional_wager_calls_for_notice(name: str, option: str, clause: str, ref: str) -> None:
    (due,) = notices(submitted(name), submitted(name, **{option: "no"}))
    assert (due.clause, due.ref) == (clause, ref)
    assert notices(submitted(name, **{option: "no"}), submitted(name)) == ()


def test_no_notice_where_the_document_asks_for_none() -> None:
    assert notices(submitted("uth-ma"), submitted("uth-ma", cover_all="no")) == ()


@pytest.mark.parametrize(
    ("name", "options", "clause"),
    [
        ("colorado-ma-1", {}, "12(c)"),
        ("colorado-ma-1", {"version": "permissible"}, "13(c)"),
        ("colorado-ma-2", {}, "11(c)"),
        ("lir-nj", {}, "18.11(c)"),
    ],
)
def test_lowering_a_payout_limit_calls_for_notice(name: str, options: dict[str, str], clause: str) -> None:
    high, low = (submitted(name, payout_limit=amount, **options) for amount in ("$80,000", "$60,000"))
    (due,) = notices(high, low)
    assert due.clause == clause
    assert due.says.startswith("The payout limit goes down from $80,000 to $60,000")
    assert notices(low, high) == notices(low, low) == ()
    (first,) = notices(submitted(name, **options), low)
    assert "from no limit to $60,000" in first.says


def test_a_submission_may_replace_one_of_the_earlier_edition_and_no_other() -> None:
    (due,) = notices(submitted("colorado-ma-1"), submitted("colorado-ma-2", bonus="no"))
    assert due.clause == "6a(a)"
    with pytest.raises(ReplacementError, match="a submission for uth-ma does not replace one for lir-nj"):
        notices(submitted("lir-nj"), submitted("uth-ma"))


def test_words_are_found_in_every_part() -> None:
    books = [load(name) for name in NAMES]
    found = {(hit.rulebook, hit.what) for hit in search(books, "FACE up")}
    assert {(name, "clause") for name in NAMES} <= found
    assert {hit.what for hit in search(books, "instant")} >= {"clause", "term"}
    parts = {"clause": "stub", "term": "stub", "wager": "Trips", "option": "Trips minimum", "ruling": "progressive"}
    assert all(what in {hit.what for hit in search(books, words)} for what, words in parts.items())
    assert {hit.id for hit in search(books, "mini-royal option") if hit.what == "ruling"} <= {"L4"}
    assert search(books, "no such words anywhere") == search(books, " ") == []
