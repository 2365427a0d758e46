"""The tree of a script refuses every step and field that it does not understand: no figure, not a wrong one."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, make_dataclass, replace
from typing import Any

import pytest
from support.three_card import GAME, submission

from croupier import games, rulebook
from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.tree import _UNDERSTOOD, Chance, Decide, End, Replacement, Tree, _check_understood
from croupier.games import game as words
from croupier.games.game import Ask, Burn, Choice, Deal, DealerReveals, Script, Settle, TurnUp
from croupier.games.terms import Terms

TERMS = Terms(submission())
SCRIPT: Script = GAME.script(TERMS)
WORDS = tuple(_UNDERSTOOD)


@pytest.mark.parametrize("name", rulebook.NAMES)
def test_every_shipped_script_is_understood(name: str) -> None:
    book = rulebook.load(name)
    terms = Terms(rulebook.Submission(book))
    assert Tree.of(games.load(book.game).script(terms), terms).turns


@dataclass(frozen=True, slots=True)
class Peek:
    """Step of an unknown type."""

    cards: int = 1


def test_an_unknown_step_is_refused_by_its_name() -> None:
    with pytest.raises(AnalysisError, match=r"Peek in the script.*accepted: a script of Deal, Ask"):
        Tree.of((*SCRIPT, Peek()), TERMS)  # type: ignore[arg-type] # the very fault


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word.__name__)
def test_a_new_field_of_every_word_is_refused_away_from_its_default(word: type[Any], monkeypatch: Any) -> None:  # noqa: ANN401
    new = [("face_up", bool, False), ("shown", tuple, field(default_factory=tuple))]
    later = make_dataclass(word.__name__, new, bases=(word,), frozen=True)
    monkeypatch.setitem(_UNDERSTOOD, later, _UNDERSTOOD[word])
    given = {each.name: _any_value(word, each.name) for each in fields(word) if each.name in _UNDERSTOOD[word]}
    _check_understood(later(**given))
    for changed in ({"face_up": True}, {"shown": (1,)}):
        with pytest.raises(AnalysisError, match=rf"{next(iter(changed))}=.*{word.__name__} in the script"):
            _check_understood(later(**given, **changed))


def _any_value(word: type[Any], name: str) -> object:
    if name == "choices":
        return ()
    default = next(each.default for each in fields(word) if each.name == name)
    return 1 if isinstance(default, int) else "any"


def test_a_new_field_of_a_choice_is_found_inside_its_question() -> None:
    later = make_dataclass("Later", [], bases=(Choice,), frozen=True)
    ask = next(step for step in SCRIPT if isinstance(step, Ask))
    with pytest.raises(AnalysisError, match="Later in the script"):
        Tree.of((*SCRIPT, replace(ask, stage="later", choices=(later("call", "any"),))), TERMS)


@pytest.mark.parametrize(
    ("step", "says"),
    [
        (words.TurnUp(1, "any", of="dealer"), "1 of the dealer's cards seen of 0"),
        (Ask("one", "any", (Choice("raise", "any", wager="play", up_to=3),)), "up_to=3"),
    ],
)
def test_a_word_that_no_solver_knows_yet_is_refused_by_its_name(step: words.Step, says: str) -> None:
    with pytest.raises(AnalysisError, match=says):
        Tree.of((Deal(5), step), TERMS)


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ((*SCRIPT, Deal(1)), "a second deal, or one after a question"),
        ((Ask("one", "any", ()), *SCRIPT), "a second deal, or one after a question"),
        ((*SCRIPT, next(step for step in SCRIPT if isinstance(step, Ask))), "a question after the dealer's reveal"),
        ((Deal(3), *([Ask("one", "any", ())] * 2)), "a second question called 'one'"),
        ((Deal(3), DealerReveals(), Ask("one", "any", ())), "a question after the dealer's reveal"),
        ((Deal(3), Settle((), "at the end"), Ask("one", "any", ())), "a question after the dealer's reveal"),
        ((Deal(3, community=2), TurnUp(3, "any")), "3 cards turned up or burned of 2 laid"),
        ((Deal(3, community=2), Burn(of_community=True), TurnUp(2, "any")), "3 cards turned up or burned of 2 laid"),
        (
            (Deal(3), Ask("one", "any", (Choice("raise", "any", wager="moon"),))),
            "the wager 'moon', which the table has",
        ),
        (
            (Deal(3), Ask("one", "any", (Choice("back", "any", withdraws="sun"),))),
            "the wager 'sun', which the table has",
        ),
        ((Deal(3), Ask("one", "any", (Choice("raise", "any", wager="ante"),))), "'ante', whose size follows from no"),
        ((), "deals no cards"),
    ],
)
def test_an_order_of_steps_that_no_solver_knows_is_refused(script: Script, says: str) -> None:
    with pytest.raises(AnalysisError, match=says):
        Tree.of(script, TERMS)


RIDE = (Choice("ride", "any"),)


def turned_up(first: int, second: int) -> Tree:
    """Three cards of one's own, and three laid, of which one is burned between two questions."""
    one, two = Decide("one", RIDE, None, first, 2 - first, 1), Decide("two", RIDE, None, second, 2 - second)
    cards = [Chance("community", each, seen=True) for each in (first, second - first, 2 - second) if each]
    early, late = cards[: bool(first)], cards[bool(first) :]
    between, last = (late[:1], late[1:]) if second > first else ([], late)
    return Tree((Chance("own", 3, seen=True), *early, one, *between, two, *last, End()))


def test_cards_that_are_put_away_may_be_replaced() -> None:
    ask = Ask("one", "any", (Choice("draw", "any", discards=3, fewest=1), Choice("stand", "any")))
    tree = Tree.of((Deal(5), ask, words.Draw("any"), Settle((), "at the end")), TERMS)
    assert tree.nodes == (Chance("own", 5, seen=True), Decide("one", ask.choices), Replacement(), End())
    assert (tree.replaces, tree.drawn, tree.discards) == (True, (0, 1, 2, 3), 3)
    kept = Tree.of((Deal(5), ask), TERMS)
    assert (kept.replaces, kept.drawn) == (False, (0,))


def test_cards_of_the_dealers_are_seen_before_the_first_question() -> None:
    script = (Deal(2, dealer=3, dealer_up=1), TurnUp(1, "any", of="dealer"), Ask("one", "any", RIDE))
    tree = Tree.of((*script, TurnUp(1, "any", of="dealer")), TERMS)
    cards = Chance("own", 2, seen=True), Chance("dealer", 1, seen=False), Chance("dealer", 2, seen=True)
    assert tree.nodes == (*cards, Decide("one", RIDE), End())
    assert (tree.dealer, tree.shown, tree.community) == (3, 2, 0)


def test_a_tree_is_the_round_as_one_player_lives_it() -> None:
    ask, turn_up = Ask("one", "any", RIDE), TurnUp(1, "any")
    script = (Deal(3, community=3), ask, Burn(of_community=True), turn_up, replace(ask, stage="two"), turn_up)
    tree = Tree.of(script, TERMS)
    assert tree == turned_up(0, 1)
    assert (tree.own, tree.dealer, tree.community, tree.discards) == (3, 0, 2, 0)
    dealt = Tree.of((Deal(2, dealer=4), words.Burn(), words.Community(3, "any"), ask), TERMS)
    assert dealt.nodes[:3] == (
        Chance("own", 2, seen=True),
        Chance("dealer", 4, seen=False),
        Chance("community", 3, seen=True),
    )
    assert dealt.turns == (Decide("one", RIDE, None, 3),)


@pytest.mark.parametrize(("early", "seen"), [(0, (0, 1)), (1, (1, 2)), (2, (2, 2))])
def test_cards_seen_before_their_time_are_seen_at_every_turn(early: int, seen: tuple[int, int]) -> None:
    tree = turned_up(0, 1).shown_early(early)
    assert tree == turned_up(*seen)
    assert tree.community == 2
