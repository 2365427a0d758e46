"""What tables of one house share: one version of a game, and meters by name; the rest is in `test_progressives`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from support.house.evening_house import PROGRESSIVE

import croupier
from croupier.house.engine.shared_meters import HouseError, SharedMeters, meter_name
from croupier.money import EUR
from croupier.rulebook import Submission
from croupier.rulebook.progressive import Progressive

# ---- one version ---------------------------------------------------------------------------------------

EDITIONS = [
    pytest.param("colorado-ma-1", marks=pytest.mark.clause("colorado-ma-1", "6(f)")),
    pytest.param("colorado-ma-2", marks=pytest.mark.clause("colorado-ma-2", "6(f)")),
]
VERSIONS = ("required", "permissible")


def colorado(edition: str, version: str) -> Submission:
    return croupier.submission(edition, version=version)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("version", VERSIONS)
def test_a_house_deals_the_same_version_at_all_its_tables(edition: str, version: str) -> None:
    house = SharedMeters().open("one", colorado(edition, version)).open("two", colorado(edition, version))
    assert list(house.tables) == ["one", "two"]
    other = VERSIONS[1 - VERSIONS.index(version)]
    with pytest.raises(HouseError) as refused:
        house.open("three", colorado(edition, other))
    short = croupier.load(edition).short
    why = f"{short} 6(f): the house deals the {version} version (ruling C13)"
    assert str(refused.value) == f"{why}; accepted: version={version}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_version_not_named_is_the_first_and_counts_like_one_named(edition: str) -> None:
    house = SharedMeters().open("one", croupier.submission(edition))
    house.open("two", colorado(edition, "required"))
    with pytest.raises(HouseError, match="deals the required version"):
        house.open("two", colorado(edition, "permissible"))


def test_both_editions_are_one_game() -> None:
    house = SharedMeters().open("one", colorado("colorado-ma-1", "permissible"))
    house.open("two", colorado("colorado-ma-2", "permissible"))
    with pytest.raises(HouseError, match=r"6\(f\): the house deals the permissible version"):
        house.open("two", colorado("colorado-ma-2", "required"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_when_its_last_table_closes_a_house_may_choose_anew(edition: str) -> None:
    house = SharedMeters().open("one", colorado(edition, "required")).open("two", colorado(edition, "required"))
    with pytest.raises(HouseError):
        house.close("one").open("three", colorado(edition, "permissible"))
    house = house.close("one").close("two").open("three", colorado(edition, "permissible"))
    assert list(house.tables) == ["three"]


def test_a_game_that_has_no_versions_is_dealt_as_each_table_likes() -> None:
    house = SharedMeters().open("one", croupier.submission("uth-ma", trips="A"))
    house = house.open("two", croupier.submission("uth-ma", trips="B"))
    house = house.open("three", colorado("colorado-ma-1", "permissible"))
    assert list(house.tables) == ["one", "two", "three"]


def test_a_table_does_not_take_the_place_of_another() -> None:
    house = SharedMeters().open("one", croupier.submission("uth-ma"))
    with pytest.raises(HouseError) as refused:
        house.open("one", croupier.submission("lir-nj"))
    assert str(refused.value) == "a table 'one' is open already; accepted: another name, or that table closed"
    assert list(house.close("one").open("one", croupier.submission("lir-nj")).tables) == ["one"]


def test_a_house_that_was_asked_is_left_as_it_was() -> None:
    house = SharedMeters()
    house.open("one", croupier.submission("uth-ma"))
    assert house == SharedMeters()


# ---- the names of meters -------------------------------------------------------------------------------

ROYAL = {**PROGRESSIVE, "rows": [{"hand": "royal_flush", "share": "100%"}]}


@pytest.mark.parametrize(("terms", "name"), [(PROGRESSIVE, "0681a00b024efcb3"), (ROYAL, "aaec0467a9788312")])
def test_a_meter_has_the_name_that_the_first_program_with_a_house_gave_it(terms: dict[str, Any], name: str) -> None:
    assert meter_name(croupier.submission("uth-ma", progressive=terms)) == f"uth-ma/{name}"


def test_meters_of_other_terms_have_other_names() -> None:
    rows = [
        {"hand": "straight", "share": "20%"},
        {"hand": "straight", "pays": "$20"},
        {"hand": "flush", "share": "10%"},
    ]
    given = [PROGRESSIVE, ROYAL, {**PROGRESSIVE, "seed": "$20,000"}, {**PROGRESSIVE, "increment": "$0.25"}]
    given += [{**PROGRESSIVE, "cards": "own_and_flop"}, *({**PROGRESSIVE, "rows": [row]} for row in rows)]
    submissions = [croupier.submission("uth-ma", progressive=each) for each in given]
    assert len({meter_name(each) for each in submissions}) == len(given)


def test_a_meter_in_another_currency_has_another_name() -> None:
    submission = croupier.submission("uth-ma", progressive=PROGRESSIVE)
    terms = submission.chosen["progressive"]
    assert isinstance(terms, Progressive)
    in_euro = replace(submission, chosen={**submission.chosen, "progressive": replace(terms, currency=EUR)})
    assert meter_name(in_euro) != meter_name(submission)


def test_a_table_without_a_progressive_feeds_no_meter() -> None:
    assert meter_name(croupier.submission("uth-ma")) == ""
