"""Evenings at a table of each rulebook, with some trouble, and their recordings."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import croupier
from croupier.table.decide import Decision
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.play.runner import Table
from croupier.table.views.view import choices
from support.table.recordings import recorded

OPTIONS: dict[str, dict[str, object]] = {
    "uth-ma": {
        "trips": "B",
        "progressive": {
            "seed": "$10,000",
            "increment": "$0.50",
            "cards": "own_and_flop",
            "rows": [{"hand": "three_of_a_kind", "share": "100%"}, {"hand": "pair", "pays": "$20"}],
        },
    },
    "lir-nj": {"dealing": "automated_shoe", "three_card_bonus": "D", "decks": "two"},
    "colorado-ma-1": {"version": "permissible", "two_positions": "yes", "shuffling": "manual"},
    "colorado-ma-2": {"odds": {"main": {"flush": "9 to 1"}}},
    "dragon-md": {"dealing": "hand"},
    "uth-fr": {"shuffling": "device", "decks": "two", "maximum": "20", "pour": "for"},
}
WAGERS: dict[str, dict[str, int]] = {
    "uth-ma": {"ante": 1000, "blind": 1000, "trips": 500, "progressive": 500},
    "lir-nj": {"bet_1": 500, "bet_2": 500, "bet_3": 500, "bonus": 100, "three_card_bonus": 500},
    "colorado-ma-1": {"ante": 500, "bonus": 100},
    "colorado-ma-2": {"ante": 500, "bonus": 100},
    "dragon-md": {"ante": 500, "ante_bonus": 500, "three_card_bonus": 500, "dragon_bet": 500},
    "uth-fr": {"ante": 1000, "blind": 1000, "trips": 500},
}
TROUBLE: tuple[dict[str, object], ...] = (
    {"what": "face up", "position": 1},
    {"what": "lost", "position": 30},
    {"what": "slip", "how": "double", "at": "1"},
)


def sent(table: Table, command: Command) -> None:
    outcome = table.send(command)
    assert isinstance(outcome, Decision), f"{command}: {outcome}"
    table.feed()


def decide(table: Table, seat: int, chance: random.Random) -> None:
    """A decision at random; one that the cards forbid is refused, and another is made."""
    while True:
        choice = chance.choice(choices(table.state, seat))
        args: dict[str, Any] = {"choice": choice["choice"]}
        if choice["discards"]:
            args["discard"] = table.state.order[chance.choice(table.state.seat(seat).cards)]
        if isinstance(table.send(Command("player", "decide", seat, args)), Decision):
            break
    table.feed()


@cache
def evening(rulebook: str, rounds: int = 6) -> tuple[tuple[bytes, ...], State]:
    """The lines of an evening at a table, with some trouble, and the state it ends in."""
    chance = random.Random(rulebook)  # noqa: S311 - an evening that repeats itself
    table = Table(croupier.submission(rulebook, **OPTIONS[rulebook]), Random(rulebook), training=True)
    pages = recorded(table)
    table.open()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 1_000_000}))
    sent(table, Command("player", "sit", 2, {}, {"bankroll": 1_000_000}))
    mark = 'A mark that says "Zoë ♥" \\.'
    back = table.state.decks[table.state.playing].back
    sent(table, Command("floor", "withdraw deck", args={"reason": mark}))
    sent(table, Command("house", "receive", args={"back": back}))
    for number in range(rounds):
        if number % 2:
            sent(table, Command("fault", "fault", args=TROUBLE[number % 3]))
        for seat in (1, 2):
            sent(table, Command("player", "bet", seat, {"wagers": WAGERS[rulebook], "ready": True}))
        while (step := due(table.state)).do != "no more bets":
            if step.do == "decide":
                decide(table, step.seat, chance)
            elif step.do == "receive":
                table.open()
                table.feed()
            else:
                assert step.do == "rule"
                sent(table, Command("floor", "rule", args={"choice": "play on", "reason": "no harm done"}))
    # What was refused stands beside the chain, and is looked at elsewhere.
    return tuple([line for line in pages.lines if b'"hash":' in line]), table.state
