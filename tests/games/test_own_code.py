"""Code of a game of one's own: what fails, never ends or answers nonsense is a sentence with its line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.own_rulebooks import game_folder

from croupier import analyze
from croupier.errors import GameCodeError
from croupier.games import catalogue, own_code
from croupier.games.catalogue import Title
from croupier.games.game import Board, Hand
from croupier.games.terms import Terms
from croupier.rulebook.loader import RulebookError
from croupier.rulebook.submission import Submission
from croupier.table.decide import open_table
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.play.runner import Table

FEW = 50_000  # turns


@pytest.fixture(name="made")
def making(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """A folder with Three Card Poker and lines of code after it."""
    monkeypatch.setattr(own_code, "MOST_TURNS", FEW)

    def make(more: str) -> Path:
        folder = game_folder(tmp_path / "three")
        with (folder / "game.py").open("a", encoding="utf-8") as code:
            code.write(f"\nfrom dataclasses import replace\n{more}\n")
        return folder

    return make


def changed(field: str, with_it: str) -> str:
    """Code that puts another function into a field of the game."""
    return f"GAME = replace(GAME, {field}={with_it})"


LOOPS = {
    "while": "def bad(*_):\n    while True:\n        pass",
    "for": "from itertools import count\ndef bad(*_):\n    for _ in count():\n        pass",
    "a comprehension": "from itertools import count\ndef bad(*_):\n    return [n for n in count() if n < 0]",
    "calls": "def bad(*_):\n    return twice(60)\ndef twice(n):\n    return n and twice(n - 1) + twice(n - 1)",
    "what is yielded": "def bad(*_):\n    while True:\n        yield 1",
    "what catches everything": (
        "def bad(*_):\n    while True:\n        try:\n            1 / 0\n        except Exception:\n            pass"
    ),
}


@pytest.mark.parametrize("loop", LOOPS)
def test_a_script_that_does_not_end_is_refused_with_its_line(loop: str, made: Callable[[str], Path]) -> None:
    folder = made(f"{LOOPS[loop]}\n{changed('script', 'bad')}")
    says = rf"fails: it does not end in {FEW:,} turns of its loops and functions at game.py, line \d+, in"
    with pytest.raises(RulebookError, match=says) as raised:
        catalogue.read(str(folder))
    assert "\n" not in str(raised.value)


def test_a_module_that_does_not_end_is_no_game(made: Callable[[str], Path]) -> None:
    with pytest.raises(RulebookError, match=r"game.py is no game: it does not end in .* line \d+, in <module>"):
        catalogue.read(str(made("while True:\n    pass")))


def test_code_that_ends_may_take_its_turns_again_and_again(made: Callable[[str], Path]) -> None:
    words = "def slow(hand, board):\n    for _ in range(40_000):\n        pass\n    return 'a hand'"
    game = catalogue.read(str(made(f"{words}\n{changed('words', 'slow')}"))).game
    assert {game.words(Hand(()), Board()) for _ in range(5)} == {"a hand"}


SETTLES = "def bad(facts, stakes, terms):\n    lines = list(settle(facts, stakes, terms))\n"
ANSWERS = {
    "no lines": (changed("settle", "lambda *_: None"), "settle() answers no lines"),
    "texts for lines": (changed("settle", "lambda *_: ['ante']"), "settle() answers no lines"),
    "a wager forgotten": (changed("settle", "lambda *_: []"), "the wager ante has 0 lines with its stake"),
    "a part of a cent": (
        f"{SETTLES}    return [line._replace(amount=-0.5 * line.stake) for line in lines]\n{changed('settle', 'bad')}",
        "which is no whole number of cents",
    ),
    "more lost than staked": (
        f"{SETTLES}    return [line._replace(amount=-2 * line.stake) for line in lines]\n{changed('settle', 'bad')}",
        "the wager ante loses more than its stake",
    ),
    "another stake": (
        f"{SETTLES}    return [line._replace(stake=line.stake + 1) for line in lines]\n{changed('settle', 'bad')}",
        "the wager ante is settled for another stake than was put up",
    ),
    "an unknown result": (
        f"{SETTLES}    return [line._replace(result='won') for line in lines]\n{changed('settle', 'bad')}",
        "the wager ante has the result 'won'; there are limit, lose",
    ),
    "no clause": (
        f"{SETTLES}    return [line._replace(clauses=()) for line in lines]\n{changed('settle', 'bad')}",
        "the wager ante is settled by no clause",
    ),
    "facts that cannot be told apart": (changed("read", "lambda *_: []"), "facts cannot be told apart"),
    "no words": (changed("words", "lambda *_: None"), "words() answers None, and no line of text"),
    "words that steer a terminal": (changed("words", "lambda *_: '\\x1b[31m'"), "and no line of text"),
    "an exception": (changed("read", "lambda *_: 1 / 0"), "ZeroDivisionError: division by zero at game.py, line"),
    "an end of the program": (
        f"import sys\n{changed('read', 'lambda *_: sys.exit(3)')}",
        "SystemExit: 3 at game.py, line",
    ),
}


def one_round(table: Table) -> None:
    """Seat 1 antes and plays."""
    table.send(Command("player", "sit", 1, {}, {"bankroll": 1_000_000}))
    table.feed()
    table.send(Command("player", "bet", 1, {"wagers": table.state.terms.least_wagers(), "ready": True}))
    table.send(Command("player", "decide", 1, {"choice": "play"}))


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_that_is_none_makes_no_figure_and_settles_nothing(answer: str, made: Callable[[str], Path]) -> None:
    code, says = ANSWERS[answer]
    book, game = catalogue.read(str(made(code)))
    table = Table(Submission.of(book, {}), Random("a"), game=game)
    table.open()
    with pytest.raises(GameCodeError, match="the game's code fails") as raised:
        one_round(table)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)
    assert table.state.phase == "round"
    if "words" not in answer:
        with pytest.raises(GameCodeError, match="the game's code fails"):
            analyze(Submission.of(book, {}))


# ---- scripts -------------------------------------------------------------------------------------------

SCRIPTS = {
    "None": "the script is None, and no tuple of steps",
    "()": "the script does not begin with a Deal",
    "(*script(terms), 'x')": "is 'x', and no step; there are Ask, Burn",
    "(Deal(each=-3), *script(terms)[1:])": "step 1 of the script, Deal: each is -3, and no number of cards",
    "(Deal(each=3.0), *script(terms)[1:])": "step 1 of the script, Deal: each is 3.0, and no number of cards",
    "(Deal(each=0), *script(terms)[1:])": "no player is dealt a card",
    "(Deal(each=20), *script(terms)[1:])": "needs 120 cards, and the deck has 52; allow fewer seats",
    "(Deal(each=3, up=4), *script(terms)[1:])": "step 1 of the script, Deal: more cards lie face up than are dealt",
    "(*script(terms), Deal(each=1))": "Deal: the stub has been put away",
    "(script(terms)[0], Draw('ask.play'), *script(terms)[1:])": "Draw: no choice puts cards away before it",
    "(script(terms)[0], Burn(of_community=True), *script(terms)[1:])": "Burn: no community card lies there",
    "(script(terms)[0], TurnUp(1, 'ask.play', of='nobody'), *script(terms)[1:])": "of is 'nobody'; there are community",
    "(*script(terms), Settle(('ante',), 'never'))": "collects is 'never'; there are seat by seat",
    "(Deal(each=3, wrong_count='seat'), *script(terms)[1:])": "wrong_count is 'seat'; there are round, hand",
    "(Deal(each=3, completed=1), *script(terms)[1:])": "completed is 1, which is neither True nor False",
    "(*script(terms), DealerReveals('never'))": "exposed_until is 'never'; there are the reveal, all have acted",
    "(*script(terms), Settle((), 'at the end', keeps_from='pair'))": "keeps_from is 'pair', and no strength of a hand",
    "(*script(terms), Settle(('ante',), 'at the end', without_dealer=('moon',)))": "without_dealer names 'moon'",
    "tuple(s for s in script(terms) if not isinstance(s, DealerReveals))": "the dealer's cards are never turned up",
    "tuple(s for s in script(terms) if not isinstance(s, Settle))": "the script has no Settle",
    "(*script(terms), *[Stub() for _ in [calls.append(1)] * len(calls)])": "the script is another each time",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_that_cannot_be_dealt_is_refused_with_the_step(script: str, made: Callable[[str], Path]) -> None:
    imports = (
        "from croupier.games.game import Burn, Community, Deal, DealerReveals, Draw, Settle, Stub, TurnUp\ncalls = []"
    )
    folder = made(f"{imports}\ndef other(terms):\n    return {script}\n{changed('script', 'other')}")
    with pytest.raises(RulebookError) as raised:
        catalogue.read(str(folder))
    assert SCRIPTS[script] in str(raised.value)


CHOICES = {
    "rule=None": "rule is None, and no name",
    "name='a, b: c'": "its name is no words that can be typed",
    "name='\\x1b[31m'": "its name is no words that can be typed",
    "times=0": "times is 0, and no whole number or Fraction above 0",
    "times=1.5": "times is 1.5, and no whole number or Fraction above 0",
    "times=10**40": "and no whole number or Fraction above 0",
    "times=3, up_to=2": "up_to bounds the wager that it places, from times on",
    "discards=9": "puts away 9 cards, and a hand has 3",
    "discards=-1": "discards and fewest are numbers of cards",
    "discards=1, fewest=2": "it puts away at least 2 cards, and at most 1",
    "ending='exploded'": "ending is 'exploded'; there are played, folded",
    "settles=['ante']": "settles is ['ante'], and no tuple of names",
    "withdraws='moon'": "withdraws 'moon', which is no wager of the rulebook",
    "needs='moon'": "needs 'moon', which is no wager of the rulebook",
}


@pytest.mark.parametrize("choice", CHOICES)
def test_a_choice_that_nobody_can_make_is_refused_with_the_step(choice: str, made: Callable[[str], Path]) -> None:
    other = (
        "def other(terms):\n"
        "    for step in script(terms):\n"
        f"        yield replace(step, choices=(replace(step.choices[0], {choice}), *step.choices[1:])) "
        "if hasattr(step, 'choices') else step"
    )
    with pytest.raises(RulebookError, match=r"step \d of the script, Ask: ") as raised:
        catalogue.read(str(made(f"{other}\n{changed('script', 'other')}")))
    assert CHOICES[choice] in str(raised.value)


def test_a_script_that_keeps_the_highest_hand_needs_a_ranking(made: Callable[[str], Path]) -> None:
    keeps = (
        "def other(terms):\n"
        "    return tuple(replace(s, keeps_from=5) if hasattr(s, 'keeps_from') else s for s in script(terms))"
    )
    assert catalogue.read(str(made(f"{keeps}\n{changed('script', 'other')}")))
    without = f"{keeps}\n{changed('script', 'other')}\n{changed('ranking', 'None')}"
    with pytest.raises(RulebookError, match="keeps the highest hand on the table, and the game has no ranking"):
        catalogue.read(str(made(without)))


def test_a_table_with_more_seats_than_the_deck_has_cards_for_is_refused(made: Callable[[str], Path]) -> None:
    """The default number of seats fits, and the one that a submission chooses does not."""
    folder = made(
        "def other(terms):\n    first, *rest = script(terms)\n"
        "    return (replace(first, each=12 if terms['seats'] > 4 else 9), *rest)\n" + changed("script", "other")
    )
    text = (folder / "rulebook.toml").read_text(encoding="utf-8")
    (folder / "rulebook.toml").write_text(
        text.replace('seats = { clauses = ["2(a)"], most = 7', 'seats = { clauses = ["2(a)"], default = 4, most = 6'),
        encoding="utf-8",
    )
    book, game = catalogue.read(str(folder))
    open_table(Submission.of(book, {"seats": 4}), game=game)
    with pytest.raises(RulebookError, match="a full table of 6 needs 75 cards, and the deck has 52"):
        open_table(Submission.of(book, {"seats": 6}), game=game)


def test_the_counted_code_is_the_code_that_was_named(made: Callable[[str], Path]) -> None:
    """Its hash is of the text, docstrings stay, and ordinary answers pass through."""
    folder = made("")
    title: Title = catalogue.read(str(folder))
    assert title.game.code == (folder / "game.py").read_text(encoding="utf-8")
    assert title.game.settle.__doc__
    assert isinstance(title.game.script(Terms(Submission.of(title.book, {}))), tuple)
    assert json.dumps(title.game.name) == '"three_card"'
