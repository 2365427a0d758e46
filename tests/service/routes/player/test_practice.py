"""Practice over HTTP: decisions with the coach's values, for whoever has come in."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction

import httpx
import pytest
from support.analysis.practised import again
from support.service import errands
from support.service.houses import Inside, Visitor, inside

import croupier
from croupier.analysis.coach.coach import Coach
from croupier.games.terms import Terms
from croupier.service.routes.player import practice
from croupier.service.workers.coach_queue import Coaching
from croupier.service.workers.worker import Worker

BOOK = "dragon-md"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), BOOK) as found:
        yield found


def exercised(visitor: Visitor, book: str = BOOK, most: int = 5) -> httpx.Response:
    """Some exercises, once the coach is ready."""
    until = time.monotonic() + 120
    while True:
        answer = visitor.get(f"/rulebooks/{book}/exercises?most={most}")
        if answer.status_code not in {202, 503} or time.monotonic() > until:
            return answer
        time.sleep(0.1)


def test_exercises_have_the_librarys_values_and_what_each_action_gives_away(house: Inside) -> None:
    answer = exercised(house.guest())
    assert answer.status_code == 200, answer.text
    said = answer.json()
    assert (said["rulebook"], len(said["exercises"])) == (BOOK, 5)
    coach = Coach(Terms(croupier.submission(BOOK)))
    for each in said["exercises"]:
        worths = {(one["choice"], *one["discard"]): Fraction(one["worth"]) for one in each["actions"]}
        assert worths == again(each, coach)
        best = max(worths.values())
        assert all(Fraction(one["cost"]) == best - Fraction(one["worth"]) for one in each["actions"])
        assert [Fraction(one["cost"]) for one in each["actions"] if one["best"]] == [0]
        assert set(each["cards"]) <= set(said["faces"])
        assert {one["choice"]: one["puts_up"] for one in each["actions"]} == {"play": 500, "fold": 0}
        staked = sum(each["wagers"].values())
        assert {one["choice"]: one["gives_up"] for one in each["actions"]} == {"play": 0, "fold": staked}


def test_one_asks_for_some_of_a_rulebook_that_there_is(house: Inside) -> None:
    guest = house.guest()
    assert house.nobody().get(f"/rulebooks/{BOOK}/exercises").status_code == 401
    assert guest.get("/rulebooks/poker/exercises").status_code == 404
    for most in ("0", "21", "x"):
        assert guest.get(f"/rulebooks/{BOOK}/exercises?most={most}").status_code == 422
    assert guest.get(f"/rulebooks/{BOOK}/exercises?seed=1").status_code == 400


def test_who_asks_too_early_is_told_how_long_it_takes(house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    coaching = Coaching(None)
    coaching._worker = Worker("slow coach", errands.thinks_long, 1, 60)  # noqa: SLF001 - in place of its own
    monkeypatch.setattr(house.hub, "coaching", coaching)
    monkeypatch.setattr(practice, "PATIENCE", 0.2)
    answer = house.guest().get(f"/rulebooks/{BOOK}/exercises")
    assert (answer.status_code, answer.json()["status"]) == (202, "getting ready")
    assert answer.headers["retry-after"] == str(answer.json()["seconds"])
    portal = house.client.portal
    assert portal is not None
    portal.call(coaching.stop)


def test_a_coach_for_whom_too_many_wait_says_so(house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    coaching = Coaching(None)
    coaching._worker = Worker("nobody's coach", errands.thinks_long, 0, 60)  # noqa: SLF001
    monkeypatch.setattr(house.hub, "coaching", coaching)
    answer = house.guest().get(f"/rulebooks/{BOOK}/exercises")
    assert (answer.status_code, "too many wait" in answer.json()["detail"]) == (503, True)


def test_a_layout_says_whether_the_coach_is_allowed(house: Inside) -> None:
    assert house.nobody().get(f"/tables/{BOOK}/layout").json()["coach"] is house.hub.settings.tables[BOOK].coach
