"""The example games, which the package does not know: each is dealt, settled, recorded and shown as any game is."""

import re
from pathlib import Path
from random import Random

import pytest
from support.games.examples import FOLDER, evening, every_example, title
from support.table.invariants import Watch
from support.table.recordings import replay
from support.table.walks import BY_HAND, UNCHECKED, expected, propose

import croupier
from croupier.documents import trace
from croupier.rulebook.loader import instructions, rule_names
from croupier.rulebook.submission import Submission
from croupier.table.decide import open_table
from croupier.table.fairness.card_sources import Random as Shuffles
from croupier.table.model.command import Command
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import State
from croupier.table.play.runner import Table
from croupier.table.views.view import choices

MOST_LINES = 300  # of a game with its rulebook


@every_example
def test_a_game_is_short(name: str) -> None:
    lines = [
        len((FOLDER / name / each).read_text(encoding="utf-8").splitlines()) for each in ("game.py", "rulebook.toml")
    ]
    assert sum(lines) < MOST_LINES


@every_example
def test_the_package_does_not_know_the_game(name: str) -> None:
    book, _ = title(name)
    package = Path(str(croupier.__file__)).parent
    known = re.compile(re.escape(book.title), re.IGNORECASE)
    files = [path for path in package.rglob("*") if path.suffix in {".py", ".toml", ".json", ".js"}]
    assert not [path for path in files if known.search(path.read_text(encoding="utf-8"))]


@every_example
def test_every_rule_has_a_name_and_code_that_keeps_it(name: str) -> None:
    book, game = title(name)
    assert set(book.rules) - set(rule_names()) <= game.own_names
    assert game.own_names <= set(book.rules) | set(book.rulings)
    code = {rule for found in trace.index().code.values() for rule in found}
    own = set(re.findall(r'"([a-z]+\.[a-z_]+)"', game.code))
    assert set(book.rules) <= code | own | set(instructions())


def explained(state: State) -> None:
    """See that every line of a settlement cites clauses and rulings that the document has."""
    book = state.terms.rulebook
    for _, seat in state.taken():
        for line in seat.lines:
            assert set(line.clauses) <= {clause.id for clause in book.clauses}
            assert line.clauses
            assert set(line.rulings) <= set(book.rulings)


@pytest.mark.walk
@pytest.mark.parametrize("automation", [ALL_STEPS, BY_HAND, UNCHECKED], ids=["by itself", "by hand", "unchecked"])
@every_example
def test_rounds_are_dealt_whatever_is_commanded(name: str, automation: frozenset[str]) -> None:
    """The watch counts the money, follows every card and rebuilds the hands of each round from the rack."""
    book, game = title(name)
    random = Random(f"{name} {len(automation)}")  # noqa: S311 - a walk that can be repeated
    silent_on = frozenset({"receive", "load", "repair", "put out", "jam"})  # one deck, no shoe, no device but one
    watch = Watch(open_table(Submission.of(book, {}), automation, game, training=True), silent_on)
    for number in range(250):
        watch.send(propose(watch.state, random), dear=number % 20 == 0)
        explained(watch.state)
    before = watch.played
    for number in range(500):
        watch.send(expected(watch.state, random), dear=number % 100 == 0)
        explained(watch.state)
    assert watch.played > before + 5


@every_example
def test_an_evening_is_recorded_and_replays(name: str) -> None:
    lines, live = evening(name, 30, "an evening")
    *_, last = replay(lines, title(name).game)
    assert last.decision.state == live.state
    assert live.state.round == 30


@every_example
def test_players_see_their_cards_when_they_are_asked_first(name: str) -> None:
    """Whatever comes between the deal and the first question."""
    book, game = title(name)
    live = Table(Submission.of(book, {}), Shuffles("first look"), game=game)
    live.open()
    live.send(Command("player", "sit", 1, {}, {"bankroll": 10_000_000}))
    live.feed()
    least = live.state.terms.least_wagers()
    live.send(Command("player", "bet", 1, {"wagers": least, "ready": True}))
    assert due(live.state).do == "decide"
    assert live.state.looked
    assert choices(live.state, 1)
