"""The table of ways of dealing and shuffling: every rulebook offers rows of it, and no module compares a name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import croupier
from croupier.rulebook import NAMES, load
from croupier.table.model import ways_of_dealing
from croupier.table.model.ways_of_dealing import DEALING, SHUFFLING


@pytest.mark.parametrize("rulebook", NAMES)
def test_a_rulebook_offers_ways_that_the_table_has(rulebook: str) -> None:
    options = load(rulebook).options
    assert set(options["dealing"].values or ()) <= set(DEALING)
    assert set(options["shuffling"].values or ()) <= set(SHUFFLING)


def test_every_way_is_offered_by_some_rulebook() -> None:
    books = [load(name).options for name in NAMES]
    assert {way for options in books for way in options["dealing"].values or ()} == set(DEALING)
    assert {way for options in books for way in options["shuffling"].values or ()} == set(SHUFFLING)


def test_no_other_module_compares_the_name_of_a_way() -> None:
    here = Path(ways_of_dealing.__file__)
    compared = re.compile(r"\b(dealing|shuffling)(\"\])? (==|!=|in|not in) [\"{(]")
    sources = [path for path in Path(croupier.__file__).parent.rglob("*.py") if path != here]
    assert [str(path) for path in sources if compared.search(path.read_text())] == []
