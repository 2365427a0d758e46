"""A player who plays by itself stays in as cheaply as it can, in every game, and folds when the money is out."""

from __future__ import annotations

import pytest
from support.table.tables import WAGERS

import croupier
from croupier.rulebook import NAMES, Refusal
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.play.autoplay import by_itself
from croupier.table.play.runner import Table


def asked(rulebook: str, seed: str, bankroll: int) -> Table:
    table = Table(croupier.submission(rulebook), Random(seed))
    table.open()
    table.send(Command("player", "sit", 1, {}, {"bankroll": bankroll}, by="p-1"))
    table.feed()
    table.send(Command("player", "bet", 1, {"wagers": WAGERS[rulebook], "ready": True}, by="p-1"))
    return table


def decisions(table: Table) -> list[str]:
    made = []
    while due(table.state).do == "decide":
        command = by_itself(table.state, 1)
        assert not isinstance(table.send(command._replace(by="p-1")), Refusal)
        made.append(str(command.args["choice"]))
    return made


@pytest.mark.parametrize("rulebook", NAMES)
def test_it_plays_a_round_to_its_end_by_choices_that_are_open_to_it(rulebook: str) -> None:
    for seed in range(40):
        made = decisions(asked(rulebook, str(seed), 100_000))
        assert made
        assert "fold" not in made, "who can pay stays in"


def test_it_declares_what_can_be_declared() -> None:
    made = [decisions(asked("colorado-ma-1", str(seed), 100_000)) for seed in range(200)]
    assert ["declare"] in made
    assert ["bet"] in made


@pytest.mark.parametrize("rulebook", ["uth-ma", "dragon-md", "colorado-ma-1"])
def test_it_folds_what_it_cannot_pay_for(rulebook: str) -> None:
    broke = sum(WAGERS[rulebook].values())
    made = [decisions(asked(rulebook, str(seed), broke)) for seed in range(5)]
    assert all(each[-1] in {"fold", "declare"} for each in made)
