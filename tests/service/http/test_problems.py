"""A problem has the parts of the error that it tells of."""

from __future__ import annotations

from http import HTTPStatus

from croupier.house.people.roles import PeopleError
from croupier.house.records.recall import NoRoundError
from croupier.names import NamingError
from croupier.service.http.problems import problem_of


def test_an_error_is_told_by_its_parts() -> None:
    told = problem_of(PeopleError("the login is taken", "another login", "login")).body()
    assert (told.status, told.detail, told.accepted, told.about) == (
        422,
        "the login is taken",
        "another login",
        "login",
    )


def test_what_an_error_is_about_is_said_by_itself_or_by_the_route() -> None:
    lost = problem_of(NoRoundError("there is no round 7", "one that recall finds"), HTTPStatus.NOT_FOUND, about="round")
    assert (lost.status, lost.about) == (404, "round")
    assert problem_of(NamingError("a name is text"), about="body").about == "name"


def test_a_sentence_of_a_problem_has_an_end() -> None:
    told = problem_of(PeopleError("x" * 2000, "y" * 2000)).body()
    assert (len(told.detail), len(told.accepted)) == (1000, 1000)
