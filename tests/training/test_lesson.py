"""A dealer learns: each step is the learner's, what goes wrong is to be noticed, and a report says how it went."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from support.default_house import NAMES

import croupier
from croupier import games
from croupier.games.terms import Terms
from croupier.rulebook import Refusal
from croupier.table.fairness.card_sources import Random
from croupier.table.play.autoplay import by_itself
from croupier.table.views.view import view
from croupier.training import troubles
from croupier.training.drills import payout, reading
from croupier.training.lesson import DEALER, Lesson, Mark
from croupier.training.troubles import Trouble


def chances(*values: float) -> Callable[[], float]:
    """Chances as they are given, and then never."""
    left: Iterator[float] = iter(values)
    return lambda: next(left, 0.999)


def lesson(name: str = "uth-ma", seats: int = 2, *, trouble: float = 0.0, chance: tuple[float, ...] = ()) -> Lesson:
    return Lesson(croupier.submission(name), Random("1"), by_itself, chances(*chance), seats, trouble)


def deal_out(taught: Lesson, now: int = 0) -> None:
    """Take whatever step is due until the round is over."""
    while not taught.is_over:
        assert taught.do(taught.now().do, now) is None


@pytest.mark.parametrize("name", NAMES)
def test_who_does_what_is_due_deals_rounds_without_a_mistake(name: str) -> None:
    taught = lesson(name)
    for _ in range(3):
        taught.begin(0)
        deal_out(taught)
    assert taught.state.round == 3
    assert {mark.result for mark in taught.marks} == {"done"}
    assert all(mark.clauses for mark in taught.marks)
    assert {mark.what for mark in taught.marks} <= set(taught.steps())


def test_a_step_out_of_turn_is_refused_with_its_clause_and_marked() -> None:
    taught = lesson()
    taught.begin(0)
    refusal = taught.do("settle", 1500)
    assert isinstance(refusal, Refusal)
    assert "'settle' is not what comes now; accepted: 'no more bets' by the dealer" in str(refusal)
    assert taught.marks == [Mark("wrong", "settle, when no more bets was due", ("9(b)(2)",), 1500)]
    assert taught.do("no more bets", 2000) is None
    assert taught.marks[-1].milliseconds == 500
    report = taught.report()["9(b)(2)"]
    assert (report.done, report.wrong, report.missed, report.milliseconds) == (1, 1, 0, 2000)


def test_what_is_due_is_told_with_what_hands_and_eyes_do() -> None:
    taught = lesson()
    taught.begin(0)
    taught.do("no more bets", 0)
    now = taught.now()
    assert (now.do, now.clauses) == ("deal", ("9(c)",))
    assert any("cover card" in each.says for each in now.by_hand)


KINDS = [(name, kind) for name in NAMES for kind in troubles.KINDS]


def of_kind(name: str, kind: str) -> list[Trouble]:
    """All that can go wrong in one way at a table."""
    taught = lesson(name, 3)
    taught.begin(0)
    return list(troubles.KINDS[kind](taught.state))


def troubled(name: str, trouble: Trouble, monkeypatch: pytest.MonkeyPatch) -> Lesson:
    """A lesson whose first round goes wrong in this way, and no other."""
    with monkeypatch.context() as patched:
        patched.setattr("croupier.training.lesson.drawn", lambda *_: trouble)
        taught = lesson(name, 3, trouble=0.5, chance=(0.1,))
        taught.begin(0)
    return taught


def deal_on(taught: Lesson, call: str = "") -> None:
    """Take whatever step is due, call what is to be called once the cards are out; then two rounds more."""
    while not taught.is_over:
        said = taught.now().do
        if call and said not in {"no more bets", "deal", "collect bonus"}:
            said, call = f"call {call}", ""
        assert taught.do(said, 0) is None
    for _ in range(2):
        taught.begin(0)
        deal_out(taught)


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_whatever_goes_wrong_is_called_by_who_notices_and_missed_by_who_does_not(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for trouble in of_kind(name, kind):
        noticed = troubled(name, trouble, monkeypatch)
        deal_on(noticed, trouble.call)
        assert {mark.result for mark in noticed.marks} == {"done"}, trouble
        called = [mark for mark in noticed.marks if mark.what.startswith("call ")]
        missed = troubled(name, trouble, monkeypatch)
        deal_on(missed)
        told = [mark for mark in missed.marks if mark.result != "done"]
        assert [mark[:2] for mark in told] == ([("missed", trouble.says)] if trouble.call else [])
        binds = missed.state.terms.binds(trouble.rule)
        assert [bool(mark.clauses) for mark in called] == [bool(mark.clauses) for mark in told] == [binds] * len(told)


def test_every_kind_of_trouble_happens_at_some_table_and_the_rest_only_where_it_can() -> None:
    anywhere = {kind for name, kind in KINDS if of_kind(name, kind)}
    assert anywhere == set(troubles.KINDS)
    assert of_kind("lir-nj", "the dealer's card") == of_kind("lir-nj", "the dealer's count") == []
    assert of_kind("dragon-md", "miscount") == of_kind("dragon-md", "jam") == []


def test_chance_draws_the_kind_and_what_of_it() -> None:
    taught = lesson()
    taught.begin(0)
    assert troubles.drawn(taught.state, chances(0.0, 0.9)).says == "seat 2 was dealt a card too many"
    says = {troubles.drawn(taught.state, chances(kind / 100, 0.0)).says for kind in range(100)}
    assert len(says) == len([kind for kind in troubles.KINDS if of_kind("uth-ma", kind)])


def test_a_card_too_few_in_the_deck_is_found_by_who_counts_the_stub(monkeypatch: pytest.MonkeyPatch) -> None:
    (gone, surplus) = of_kind("uth-ma", "foul deck")
    for trouble in (gone, surplus):
        counts, does_not = troubled("uth-ma", trouble, monkeypatch), troubled("uth-ma", trouble, monkeypatch)
        for taught, said in ((counts, "stub counted"), (does_not, "stub")):
            while taught.now().do != "stub":
                assert taught.do(taught.now().do, 0) is None
            taught.told.clear()
            assert taught.do(said, 0) is None
        assert counts.is_over
        assert "removed" in {event.kind for event in counts.told}
        assert not does_not.is_over


def test_what_goes_wrong_is_told_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in troubles.KINDS:
        for trouble in of_kind("uth-ma", kind):
            taught = troubled("uth-ma", trouble, monkeypatch)
            assert view(taught.state, DEALER) == view(untroubled().state, DEALER)
            assert "fault" not in {event.kind for event in taught.told}


def untroubled() -> Lesson:
    taught = lesson("uth-ma", 3)
    taught.begin(0)
    return taught


def test_a_card_that_nobody_exposed_is_not_called() -> None:
    taught = lesson()
    taught.begin(0)
    taught.do("no more bets", 0)
    taught.do("deal", 0)
    refusal = taught.do("call card exposed", 0)
    assert str(refusal) == "UTH: no card of a player's was exposed in dealing; accepted: play on"
    assert taught.state.pending is None
    assert taught.marks[-1][:2] == ("wrong", "call card exposed, when burn was due")


def test_a_call_without_reason_is_wrong_and_trouble_comes_only_as_often_as_asked() -> None:
    taught = lesson(trouble=0.5, chance=(0.6,))
    taught.begin(0)
    taught.do("no more bets", 0)
    taught.do("deal", 0)
    assert isinstance(taught.do("call wrong count", 0), Refusal)
    assert taught.marks[-1].result == "wrong"
    deal_out(taught)
    assert "missed" not in {mark.result for mark in taught.marks}


def test_payouts_are_asked_before_they_are_paid_and_nothing_happens_meanwhile() -> None:
    taught, asked = lesson("dragon-md", 3), 0
    for _ in range(6):
        taught.begin(0)
        while taught.now().do != "settle" and not taught.is_over:
            taught.do(taught.now().do, 0)
        before = taught.state
        for seat, line, hand in taught.payouts():
            asked += 1
            assert len(hand) == 3, "it is turned up, so that it can be read"
            assert taught.pay(seat, line, line.amount, 10)
            assert not taught.pay(seat, line, line.amount + 1, 20)
            title = taught.state.terms.rulebook.wagers[line.wager].title
            assert taught.marks[-1][:3] == ("wrong", f"paying {title} of seat {seat}", line.clauses)
        assert taught.payouts() == [], "what was said is not asked again"
        assert taught.state is before
        deal_out(taught)
    assert asked
    assert lesson().payouts() == [], "nothing is due to be settled"


def test_the_learner_is_told_no_card_that_lies_face_down() -> None:
    taught = lesson()
    taught.begin(0)
    taught.do("no more bets", 0)
    taught.told.clear()
    taught.do("deal", 0)
    dealt = [event for event in taught.told if event.kind == "dealt"]
    assert dealt
    assert not any("card" in event.data for event in dealt)


# ---- drills --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_payout_is_asked_with_its_clause_and_read_in_any_form(name: str) -> None:
    terms = Terms(croupier.submission(name))
    for place in range(20):
        question = payout(terms, chances(place / 20, place / 20))
        assert question.is_right(question.answer)
        assert question.is_right(question.answer.removeprefix("$").replace(",", ""))
        assert not question.is_right("7777777")
        assert terms.rulebook.clause(question.clauses[0]).id == question.clauses[0]


def test_half_dollars_are_read_to_the_cent() -> None:
    terms = Terms(croupier.submission("uth-ma"))
    found = [payout(terms, chances(place / 100, 0.0)) for place in range(100)]
    flush = next(each for each in found if each.asks.startswith("Blind: $5 on flush"))
    assert flush.answer == "$7.50"
    assert flush.is_right("7.50")
    assert not flush.is_right("750")


@pytest.mark.parametrize("name", NAMES)
def test_a_hand_is_read_as_the_dealer_announces_it(name: str) -> None:
    terms = Terms(croupier.submission(name))
    game = games.load(terms.rulebook.game)
    for place in range(10):
        question = reading(game, terms, chances(*[place / 10] * 9), terms.rulebook.deck.text)
        assert question.is_right(question.answer.upper())
        assert not question.is_right("")
        assert "what is announced?" in question.asks
