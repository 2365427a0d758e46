"""What a document does not have does not happen: every rule is unbound and every option dropped, one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.table.walks import PLACE, SLOW, propose

import croupier
from croupier import games
from croupier.errors import CroupierError
from croupier.games.game import Burn
from croupier.games.rulebook_check import check_rulebook
from croupier.games.terms import Terms
from croupier.rulebook import Refusal, Rulebook, Submission
from croupier.rulebook.checks.references import NEEDED, faults
from croupier.rulebook.from_data import rulebook
from croupier.rulebook.loader import RulebookError, of_data
from croupier.rulebook.model import UnknownError
from croupier.rulebook.sign import sign
from croupier.table.decide import open_table, step
from croupier.table.model.next_step import ALL_STEPS
from croupier.table.model.state import COMMITTED, SCRIPTED
from croupier.table.procedures.deck import after_shuffle
from croupier.table.procedures.flow import COUNT_EVERY, count_is_due
from croupier.table.views.view import Viewer, view

BOOKS = [pytest.param(book, id=book.id) for book in croupier.rulebooks()]
COMMANDS, SOME = 120, 60  # of each walk in the proof, and of those that `make test` has for each rule


def without_rule(book: Rulebook, rule: str) -> Mapping[str, Any]:
    """The data of a rulebook that binds a rule nowhere."""
    raw = deepcopy(book.to_data())
    for entry in (*raw["clause"], *raw.get("term", [])):
        entry["rules"] = [each for each in entry.get("rules", []) if each != rule]
    return raw


def without_option(book: Rulebook, option: str) -> Mapping[str, Any]:
    """The data of a rulebook that lacks an option."""
    raw = deepcopy(book.to_data())
    del raw["option"][option]
    return raw


def walked(book: Rulebook, automation: frozenset[str], source: str, commands: int) -> None:
    """Play at a table of this rulebook, and look at it; a Python error fails the test."""
    submission = Submission.of(book, {})
    sign(submission)
    state = open_table(submission, automation, training=True, place=PLACE, source=source)
    random = Random(7)  # noqa: S311 - a walk
    for _ in range(commands):
        outcome = step(state, propose(state, random))
        if not isinstance(outcome, Refusal):
            state = outcome.state
            view(state, Viewer("player", "first"))


def refusal_of(data: Mapping[str, Any], commands: int) -> CroupierError | None:
    """The refusal of a rulebook; None if a table runs by it."""
    try:
        book = rulebook(data)
        walked(book, ALL_STEPS, COMMITTED, commands)
        walked(book, SLOW, SCRIPTED, commands)
    except CroupierError as error:
        return error
    return None


def is_refused(data: Mapping[str, Any], named: str, commands: int = COMMANDS) -> bool:
    """True if the rulebook is refused, and then by name."""
    refusal = refusal_of(data, commands)
    assert refusal is None or (isinstance(refusal, RulebookError) and named in str(refusal))
    return refusal is not None


def is_referred_to(book: Rulebook, option: str) -> bool:
    """True if the rulebook cannot be read without an option, because every table or a part of it goes by that."""
    try:
        rulebook(without_option(book, option))
    except RulebookError:
        return True
    return False


def shares() -> Iterator[tuple[Rulebook, str]]:
    """Every rule of the documents with one of the rulebooks that bind it, in turn."""
    books: dict[str, list[Rulebook]] = {}
    for book in croupier.rulebooks():
        for rule in book.rules:
            books.setdefault(rule, []).append(book)
    for number, rule in enumerate(sorted(books)):
        yield books[rule][number % len(books[rule])], rule


def test_a_rulebook_without_a_rule_is_dealt_or_refused_by_name() -> None:
    found = list(shares())
    assert {rule for _, rule in found} == {rule for book in croupier.rulebooks() for rule in book.rules}
    for book, rule in found:
        is_refused(without_rule(book, rule), rule, SOME)


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
def test_each_rulebook_without_each_of_its_rules_is_dealt_or_refused_by_name(book: Rulebook) -> None:
    for rule in book.rules:
        is_refused(without_rule(book, rule), rule)


@pytest.mark.parametrize("book", BOOKS)
def test_a_rulebook_without_an_option_is_dealt_or_refused_by_name(book: Rulebook) -> None:
    refused = {option for option in book.to_data()["option"] if is_refused(without_option(book, option), option)}
    assert refused >= set(NEEDED)
    assert (refused == set(book.options)) == all(is_referred_to(book, option) for option in book.options)


@pytest.mark.parametrize("book", BOOKS)
def test_every_rulebook_of_the_package_has_what_it_refers_to(book: Rulebook) -> None:
    assert list(faults(book)) == []
    check_rulebook(games.load(book.game), book)


def test_a_card_is_burned_only_where_the_document_says_so() -> None:
    book = croupier.load("uth-ma")
    for each, burns in ((book, 2), (rulebook(without_rule(book, "community.burn")), 0)):
        script = games.load("uth").script(Terms(Submission.of(each, {})))
        assert sum(isinstance(step, Burn) for step in script) == burns


def test_a_deck_is_cut_only_where_the_document_says_so() -> None:
    book = croupier.load("uth-ma")
    for each, status in ((book, "to cut"), (rulebook(without_rule(book, "shuffle.then_cut")), "shuffled")):
        options = {"shuffling": "manual", "dealing": "manual_shoe", "cover_all": "no"}
        assert after_shuffle(open_table(Submission.of(each, options)), "by hand") == status


def test_the_stub_is_counted_only_where_the_document_says_so() -> None:
    book = croupier.load("uth-ma")
    for each, due in ((book, True), (rulebook(without_rule(book, "stub.count")), False)):
        state = open_table(Submission.of(each, {}), ALL_STEPS, training=True, place=PLACE, source=SCRIPTED)
        random = Random(1)  # noqa: S311 - a walk
        while not state.decks:
            outcome = step(state, propose(state, random))
            state = state if isinstance(outcome, Refusal) else outcome.state
        state.decks = tuple(deck._replace(since_count=COUNT_EVERY) for deck in state.decks)
        assert count_is_due(state) is due


def test_a_wager_without_the_option_that_settles_it_is_refused() -> None:
    book = of_data(deepcopy(croupier.load("lir-nj").to_data()))
    book.options.pop("bonus_stake")  # type: ignore[attr-defined]  # as if nothing but the game went by it
    submission = Submission.of(book, {})
    with pytest.raises(RulebookError, match="wager bonus: lir-nj lacks the option bonus_stake"):
        open_table(submission)


@pytest.mark.parametrize("name", ["terms", "game", "__init__", "..rounds", "os", "", "uth.GAME"])
def test_a_rulebook_imports_no_module_but_a_game(name: str) -> None:
    with pytest.raises(UnknownError, match="there is no game"):
        games.load(name)


def test_code_asks_for_options_that_some_document_has() -> None:
    """An absent option is None, so that a misspelt name in code would go unnoticed."""
    known = {name for book in croupier.rulebooks() for name in book.options}
    package = Path(str(croupier.__file__)).parent
    asked = {
        name
        for path in package.rglob("*.py")
        for name in re.findall(r"\b(?:terms|submission)\[\"([a-z_]+)\"\]", path.read_text(encoding="utf-8"))
    }
    assert asked <= known
    assert "cut_below" in asked
