"""Every clause is kept by code and watched over by a test that names it, or outside software with a reason."""

import subprocess
import sys
from pathlib import Path

import pytest

from croupier.rulebook import NAMES, Rulebook, load, trace
from croupier.rulebook.read import not_yet_kept, rule_names

ROOT = Path(__file__).parents[2]
every_rulebook = pytest.mark.parametrize("book", [load(name) for name in NAMES], ids=NAMES)


def test_the_index_that_ships_is_current() -> None:
    made = subprocess.run(
        [sys.executable, "tools/index.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr


def test_no_citation_points_nowhere() -> None:
    index = trace.index()
    assert set(index.code) <= set(rule_names())
    assert not_yet_kept() <= set(rule_names())
    for name, named in index.tests.items():
        assert set(named) <= {clause.id for clause in load(name).clauses}


@every_rulebook
def test_a_clause_that_is_kept_has_code_for_each_of_its_rules_and_a_test_that_names_it(book: Rulebook) -> None:
    index = trace.index()
    for clause in book.clauses:
        if clause.kind != "heading" and trace.kept(book, clause) == "kept":
            assert not [rule for rule in clause.rules if rule not in index.code], (
                f"{clause.id}: a rule that no code cites"
            )
            assert trace.tests(book, clause), f"{clause.id}: no test names it"


@every_rulebook
def test_what_touches_money_cards_order_or_who_may_act_is_never_outside(book: Rulebook) -> None:
    for clause in book.clauses:
        if trace.kept(book, clause) == "outside":
            assert clause.kind not in {"wager", "decision", "settlement", "payout", "irregularity", "ranking"}, (
                clause.id
            )


@every_rulebook
def test_the_counts_add_up_to_the_clauses(book: Rulebook) -> None:
    assert trace.counts(book).total() == len(book.clauses)
