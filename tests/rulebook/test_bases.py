"""A rulebook of one's own may follow procedures of a house, and then begins with wagers, decisions and payouts."""

from __future__ import annotations

import tomllib

import pytest
from support import three_card

import croupier
from croupier.rulebook import Rulebook, parse
from croupier.rulebook.from_data import rulebook
from croupier.rulebook.loader import BASES, RulebookError


def test_three_card_poker_is_short() -> None:
    assert len(three_card.TEXT.splitlines()) < 120
    assert tomllib.loads(three_card.TEXT)["follows"] in BASES


def changed(old: str, new: str) -> Rulebook:
    assert old in three_card.TEXT
    return parse(three_card.TEXT.replace(old, new))


def test_what_the_rulebook_states_itself_is_the_rulebooks() -> None:
    """The procedures name a place for each player; where the rulebook sets the number, only its clause is cited."""
    assert three_card.RULEBOOK.rules["seat.most"] == ("2(a)",)
    assert three_card.RULEBOOK.rules["seat.seated"] == ("P1(b)",)


def test_a_clause_of_the_procedures_goes_when_the_rulebook_states_all_of_it() -> None:
    own = '{ id = "2(f)", kind = "procedure", says = "No cut is made again.", rules = ["cut.recut"] },\n  { id = "3",'
    book = changed('{ id = "3",', own)
    assert book.rules["cut.recut"] == ("2(f)",)
    assert "P2(d)" not in {clause.id for clause in book.clauses}
    assert book.rulings["S26"].clauses == ("2(f)",)
    assert "P2(c)" in book.gaps  # no clause is missing between its neighbours: the rulebook has it


def test_what_it_follows_is_in_its_data() -> None:
    """A record carries the whole rulebook, and needs the procedures of no version of the package."""
    data = three_card.RULEBOOK.to_data()
    assert "follows" not in data
    assert rulebook(data).clauses == three_card.RULEBOOK.clauses


@pytest.mark.parametrize("follows", ["three-card", "./other.toml", "../bases/house-procedures", "", "shared"])
def test_it_follows_only_what_the_package_has(follows: str) -> None:
    text = three_card.TEXT.replace('follows = "house-procedures"', f'follows = "{follows}"')
    with pytest.raises(RulebookError, match=r"follows: there is no .*house-procedures"):
        croupier.read_rulebook(text)
