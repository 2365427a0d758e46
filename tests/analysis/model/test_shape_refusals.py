"""The shape of a script refuses every step and field that the solvers do not understand: no figure, not a wrong one."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, make_dataclass, replace
from typing import Any, get_args

import pytest
from support.three_card import GAME, submission

from croupier import games, rulebook
from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.paths import shape_of
from croupier.games import game as words
from croupier.games.game import Ask, Choice, Deal, DealerReveals, Script, Settle
from croupier.games.terms import Terms

SCRIPT: Script = GAME.script(Terms(submission()))
WORDS = (*get_args(words.Step), Choice)


@pytest.mark.parametrize("name", rulebook.NAMES)
def test_every_shipped_script_is_understood(name: str) -> None:
    book = rulebook.load(name)
    assert shape_of(games.load(book.game).script(Terms(rulebook.Submission(book)))).turns


@dataclass(frozen=True, slots=True)
class Peek:
    """Step of an unknown type."""

    cards: int = 1


def test_an_unknown_step_is_refused_by_its_name() -> None:
    with pytest.raises(AnalysisError, match=r"Peek in the script.*accepted: a script of Deal, Ask"):
        shape_of((*SCRIPT, Peek()))  # type: ignore[arg-type] # the very fault


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word.__name__)
def test_a_new_field_of_every_word_is_refused_away_from_its_default(word: type[Any], monkeypatch: Any) -> None:  # noqa: ANN401
    from croupier.analysis.model import paths

    new = [("face_up", bool, False), ("shown", tuple, field(default_factory=tuple))]
    later = make_dataclass(word.__name__, new, bases=(word,), frozen=True)
    monkeypatch.setitem(paths._UNDERSTOOD, later, paths._UNDERSTOOD[word])  # noqa: SLF001
    given = {each.name: _any_value(word, each.name) for each in fields(word)}
    paths._check_understood(later(**given))  # noqa: SLF001
    for changed in ({"face_up": True}, {"shown": (1,)}):
        with pytest.raises(AnalysisError, match=rf"{next(iter(changed))}=.*{word.__name__} in the script"):
            paths._check_understood(later(**given, **changed))  # noqa: SLF001


def _any_value(word: type[Any], name: str) -> object:
    if name == "choices":
        return ()
    default = next(each.default for each in fields(word) if each.name == name)
    return 1 if isinstance(default, int) else "any"


def test_a_new_field_of_a_choice_is_found_inside_its_question() -> None:
    later = make_dataclass("Later", [], bases=(Choice,), frozen=True)
    ask = next(step for step in SCRIPT if isinstance(step, Ask))
    with pytest.raises(AnalysisError, match="Later in the script"):
        shape_of((*SCRIPT, replace(ask, stage="later", choices=(later("call", "any"),))))


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ((*SCRIPT, Deal(1)), "a second deal, or one after a question"),
        ((Ask("one", "any", ()), *SCRIPT), "a second deal, or one after a question"),
        ((*SCRIPT, next(step for step in SCRIPT if isinstance(step, Ask))), "a question after the dealer's reveal"),
        ((Deal(3), *([Ask("one", "any", ())] * 2)), "a second question called 'one'"),
        ((Deal(3), DealerReveals(), Ask("one", "any", ())), "a question after the dealer's reveal"),
        ((Deal(3), Settle((), "at the end"), Ask("one", "any", ())), "a question after the dealer's reveal"),
        ((), "deals no cards"),
    ],
)
def test_an_order_of_steps_that_no_solver_knows_is_refused(script: Script, says: str) -> None:
    with pytest.raises(AnalysisError, match=says):
        shape_of(script)
