"""Every clause is enforced by code and watched over by a test that names it, instructed, or outside with a reason."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cards import DECKS
from croupier.documents import trace
from croupier.rulebook import NAMES, Rulebook, load
from croupier.rulebook.loader import instructions, not_yet_kept, rule_names

ROOT = Path(__file__).parents[2]
HANDS = {"uth": {"five"}, "lir": {"five", "three"}, "colorado": {"five", "three"}, "dragon": {"dragon"}}
every_rulebook = pytest.mark.parametrize("book", [load(name) for name in NAMES], ids=NAMES)


def test_the_index_that_ships_is_current() -> None:
    made = subprocess.run(
        [sys.executable, "tools/index.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr


def test_no_citation_points_nowhere() -> None:
    index = trace.index()
    assert set(index.code) == set(NAMES)
    assert not_yet_kept() <= set(rule_names())
    for name in NAMES:
        assert set(index.code[name]) <= set(load(name).rules)
    for name, named in index.tests.items():
        assert set(named) <= {clause.id for clause in load(name).clauses}


@every_rulebook
def test_no_clause_points_to_the_code_of_another_game(book: Rulebook) -> None:
    games = {load(name).game for name in NAMES} - {book.game}
    decks = set(DECKS) - {book.deck_name}
    elsewhere = tuple(f"croupier.games.{game}." for game in games) + tuple(f"croupier.cards._{deck}" for deck in decks)
    places = {place for clause in book.clauses for place in trace.code(book, clause)}
    assert not [place for place in places if place.startswith(elsewhere)]
    hands = {place.split(".")[2] for place in places if place.startswith("croupier.hands.")}
    assert hands <= HANDS[book.game]
    assert hands == HANDS[book.game] or "rank.hands" not in book.rules  # a document that ranks no hands


@every_rulebook
def test_an_enforced_clause_has_code_for_each_of_its_rules_and_a_test_that_names_it(book: Rulebook) -> None:
    code = trace.index().code[book.id]
    for clause in book.clauses:
        if clause.kind != "heading":
            assert not [rule for rule in trace.enforced(clause) if rule not in code], f"{clause.id}: no code cites it"
            assert clause.outside or trace.tests(book, clause), f"{clause.id}: no test names it"


def test_no_code_claims_to_keep_what_a_person_does() -> None:
    calls = (
        node
        for path in (ROOT / "src").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "keeps"
    )
    claimed = {arg.value for call in calls for arg in call.args if isinstance(arg, ast.Constant)}
    assert not claimed & set(instructions())


@every_rulebook
def test_an_instructed_clause_has_its_instruction_and_one_in_part_goes_by_the_weaker_word(book: Rulebook) -> None:
    for clause in book.clauses:
        if clause.kind != "heading":
            words = {trace.kept(clause), *(word for _, word in trace.parts(clause))}
            assert bool(trace.instructed(clause)) == ("instructed" in words), clause.id
            told = {each.rule for each in trace.instructed(clause)}
            assert set(trace.enforced(clause)) | told == set(clause.rules), clause.id


def test_a_heading_is_a_heading_and_every_other_clause_has_its_word() -> None:
    book = load("dragon-md")
    words = {clause: trace.kept(book.clause(clause)) for clause in ("2", "2.C", "8", "8.A", "8.B", "8.D(1)", "5.I")}
    assert words == {
        "2": "heading",
        "2.C": "heading",
        "8": "heading",
        "8.A": "outside",
        "8.B": "enforced",
        "8.D(1)": "instructed",
        "5.I": "in part",
    }


# The clauses that are half an approval, a place or another regulation, which no table can keep.
IN_PART = {
    "colorado-ma-1": {"2(a)", "7(a)", "9(a)", "14(e)", "14(f)"},
    "colorado-ma-2": {"2(a)", "7(a)", "8(a)", "13(e)", "13(f)"},
    "dragon-md": {"2.A", "5.I", "7.A"},
    "lir-nj": {"18.2(a)", "18.7(a)", "18.9(a)", "18.12(d)", "18.12(e)"},
    "uth-ma": {"2(a)", "7(a)", "9(a)", "15(e)", "15(f)"},
}


def in_part(book: Rulebook) -> set[str]:
    return IN_PART.get(book.id, {clause.id for clause in book.clauses if clause.parts})


@every_rulebook
def test_a_clause_that_is_half_an_approval_has_the_words_of_each_half(book: Rulebook) -> None:
    assert {clause.id for clause in book.clauses if clause.parts} == in_part(book)
    for clause in map(book.clause, in_part(book)):
        (done, how), (left, outside) = trace.parts(clause)
        assert trace.kept(clause) == "in part"
        assert (done.outside, how) == (None, "instructed" if trace.instructed(clause) else "enforced")
        assert outside == "outside"
        assert left.outside
        assert done.says != left.says
        assert all(part.says.endswith(".") and "{" not in part.says for part in clause.parts)


def test_no_rule_of_a_document_is_claimed_for_what_no_clause_names() -> None:
    """Face up after the deal, in the stub: the floor rules on it (S12), and `irregular.face_up` does not."""
    claims = {place for name in NAMES for place in trace.index().code[name].get("irregular.face_up", ())}
    assert claims == {"croupier.table.procedures.next_card.found_face_up"}


@every_rulebook
def test_what_touches_money_cards_order_or_who_may_act_is_never_outside(book: Rulebook) -> None:
    for clause in book.clauses:
        if trace.kept(clause) == "outside":
            assert clause.kind not in {"wager", "decision", "settlement", "payout", "irregularity", "ranking"}, (
                clause.id
            )


@every_rulebook
def test_the_counts_add_up_to_the_clauses_without_the_headings(book: Rulebook) -> None:
    counts = trace.counts(book)
    assert counts.total() == len([clause for clause in book.clauses if clause.kind != "heading"])
    assert set(counts) <= set(trace.WORDS)
    assert counts["in part"] == len(in_part(book))
