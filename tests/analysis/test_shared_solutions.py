"""Solutions that tests share are those that a solver gives, and whatever they follow from is in their key."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest
from support.analysis import solutions
from support.analysis.brute_force import payoffs_of, ready
from support.analysis.solutions import FOLDER, analysed, key_of, solved
from support.own_rulebooks import game_folder
from support.three_card import GAME, submission

import croupier
from croupier.analysis import Analysis, Question, analyse
from croupier.analysis.model.payoffs import Bold, Payoffs
from croupier.analysis.solvers.solver import solve
from croupier.games import catalogue


@pytest.fixture(name="folder")
def a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER, str(tmp_path / "solutions"))
    return tmp_path / "solutions"


def forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "solve", lambda *_, **__: pytest.fail("it is solved again"))


@pytest.mark.usefixtures("folder")
def test_a_kept_solution_is_the_one_that_the_solver_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    payoffs = ready("dragon-md")
    assert solved(payoffs) == (made := solve(payoffs))
    forbid(monkeypatch)
    kept = solved(ready("dragon-md"))
    assert kept == made
    assert kept.spots == made.spots


@pytest.mark.usefixtures("folder")
def test_an_analysis_of_a_kept_solution_is_the_one_that_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question(croupier.submission("dragon-md", ante_bonus="B"), stakes={"ante": 1000})
    made = findings(analyse(question))
    assert findings(analysed(question)) == made
    forbid(monkeypatch)
    assert findings(analysed(question)) == made


def findings(of: Analysis) -> dict[str, object]:
    """All that was found; terms are no two alike."""
    return {each.name: getattr(of, each.name) for each in fields(of) if each.compare and each.name != "terms"}


@pytest.mark.usefixtures("folder")
def test_a_closer_look_is_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question(croupier.submission("lir-nj"))
    made = analysed(question).survey()
    assert made is not None
    assert made.later
    forbid(monkeypatch)
    assert analysed(question).survey() == made


def test_whatever_a_solution_follows_from_is_in_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    base = ready("dragon-md")
    odds = croupier.submission("lir-nj", odds={"bets": {"royal_flush": "1,001 to 1"}})
    others = [
        ready("dragon-md", ante_bonus="B"),
        ready("lir-nj"),
        payoffs_of(odds),
        payoffs_of(croupier.submission("dragon-md"), opening={"ante": 500, "ante_bonus": 500}),
        Payoffs(base.game, base.terms, base.opening, limits=True),
        Payoffs(base.game, base.terms, base.opening, meter=100),
        Bold(base),
        ready("uth-ma"),
        payoffs_of(croupier.submission("uth-ma"), opening={"ante": 500, "blind": 500}),
    ]
    keys = [key_of(each) for each in (base, *others)]
    assert len(set(keys)) == len(keys)
    assert key_of(ready("dragon-md")) == keys[0]
    monkeypatch.setattr(solutions, "program_hash", lambda: "another text of the package")
    assert key_of(base) not in keys


def test_a_game_from_outside_and_a_player_short_of_money_are_solved_each_time(folder: Path) -> None:
    solved(payoffs_of(submission(), replace(GAME, code="")))
    base = ready("dragon-md")
    solved(Payoffs(base.game, base.terms, base.opening, can_pay=lambda path: not path.placed))
    assert not folder.exists()


def test_a_game_from_a_folder_is_kept_by_its_code(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = catalogue.read(str(game_folder(tmp_path / "three")))
    payoffs = payoffs_of(croupier.submission(title.book), title.game)
    made = solved(payoffs)
    forbid(monkeypatch)
    assert solved(payoffs_of(croupier.submission(title.book), title.game)) == made
    assert folder.exists()
    other = replace(title.game, code=f"{title.game.code}# other code\n")
    assert key_of(payoffs_of(croupier.submission(title.book), other)) != key_of(payoffs)


def test_without_a_folder_nothing_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER)
    assert solved(ready("dragon-md")).cycle > 0
    assert not folder.exists()


def test_the_oldest_states_of_the_code_are_cleared_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_solution = solve(ready("dragon-md"))
    monkeypatch.setattr(solutions, "solve", lambda *_, **__: a_solution)
    for number in range(solutions.STATES + 3):
        monkeypatch.setattr(solutions, "program_hash", lambda text=number: str(text))
        solved(ready("dragon-md"))
        assert solutions.state() in {each.name for each in folder.iterdir()}
    assert len(list(folder.iterdir())) == solutions.STATES + 1
