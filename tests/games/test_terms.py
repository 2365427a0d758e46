"""The terms of a table: which clauses state a rule."""

import pytest

import croupier
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.rulebook import NAMES, UnknownError
from croupier.rulebook.loader import rule_names


@pytest.mark.parametrize("rulebook", NAMES)
def test_a_rule_is_cited_by_the_clauses_of_the_document_and_by_none_where_it_has_no_such_rule(rulebook: str) -> None:
    terms = Terms(croupier.submission(rulebook))
    for rule in rule_names():
        assert bool(terms.clauses(rule)) == terms.binds(rule)
        assert set(terms.in_force(rule)) <= set(terms.rulebook.rules.get(rule, ()))


@pytest.mark.parametrize("rulebook", NAMES)
def test_the_least_wagers_are_what_a_table_takes_for_a_round(rulebook: str) -> None:
    terms = Terms(croupier.submission(rulebook, minimum="10"))
    least = terms.least_wagers()
    assert least == dict.fromkeys(least, 1000)
    assert set(least) == {name for name, wager in terms.wagers.items() if wager.required}


@pytest.mark.parametrize("rule", ["stub.cuont", "stub", ""])
def test_code_cites_no_rule_that_no_document_knows(rule: str) -> None:
    terms = Terms(croupier.submission("uth-ma"))
    for cited in (terms.clauses, terms.in_force):
        with pytest.raises(UnknownError, match=f"no document knows a rule '{rule}'"):
            cited(rule)


def test_terms_say_whose_they_are_and_cite_as_people_are_told() -> None:
    terms = Terms(croupier.submission("uth-ma"))
    assert repr(terms) == f"<Terms of {terms.submission!r}>"
    rule = next(iter(terms.rulebook.rules))
    assert terms.cite(rule) == f"UTH {', '.join(terms.clauses(rule))}"


def test_a_line_on_a_paper_that_is_filed_speaks_of_the_seat() -> None:
    terms = Terms(croupier.submission("uth-ma"))
    line = Line("ante", 500, "push", 0, because="your pair ties the dealer's", clauses=("9",))
    said = line.sentence_of(3, terms)
    assert "seat 3's pair ties the dealer's" in said
    assert "pushes, and the stake is returned to seat 3" in said
    assert "you" not in said
