"""The example games: every folder of `examples/games`, read as a designer's folder is."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from croupier.games.catalogue import Title, read
from croupier.rulebook.submission import Submission
from croupier.table.fairness.card_sources import Random as Shuffles
from croupier.table.model.command import Command
from croupier.table.play.runner import Table
from support.table.recordings import Lines, recorded
from support.table.walks import expected

FOLDER = Path(__file__).parents[3] / "examples/games"
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/rulebook.toml"))


@cache
def title(name: str) -> Title:
    """The rulebook and the game of an example."""
    return read(str(FOLDER / name))


every_example = pytest.mark.parametrize("name", NAMES)


def evening(name: str, rounds: int, seed: str) -> tuple[Lines, Table]:
    """The recording of some rounds of two players who choose at random, and the table after them."""
    book, game = title(name)
    live = Table(Submission.of(book, {}), Shuffles(seed), game=game)
    pages = recorded(live)
    live.open()
    random = Random(seed)  # noqa: S311 - an evening that can be repeated
    for seat in (1, 2):
        live.send(Command("player", "sit", seat, {}, {"bankroll": 10_000_000}))
    terms = live.state.terms
    wagers = {each: terms.bounds[each][0] for each, wager in terms.wagers.items() if wager.placed == "before the deal"}
    for _ in range(rounds):
        live.feed()
        for seat in (1, 2):
            live.send(Command("player", "bet", seat, {"wagers": wagers, "ready": True}))
        while live.state.phase == "round":
            live.send(expected(live.state, random))
    return pages.lines, live
