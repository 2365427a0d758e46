"""What a table says in words: a session whose cards are committed to, real cards, and what is another's."""

from __future__ import annotations

import re

import pytest
from support.table.tables import sent

import croupier
from croupier.games.terms import Terms
from croupier.table.decide import Decision
from croupier.table.fairness.card_sources import Random
from croupier.table.fairness.shuffle import digest
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.play.runner import Table
from croupier.table.views.narration import Hearer, tell
from croupier.table.views.view import PUBLIC, redact

NUMBERS = [f"{number:02}" * 32 for number in range(1, 4)]


def test_a_session_is_told_with_everything_that_is_published() -> None:
    table = Table(croupier.submission("uth-ma"), Random("seed"))
    heard: list[str] = []

    def told(_: State, __: Command, decision: Decision) -> None:
        for event in decision.events:
            seen = redact(table.state, event, PUBLIC)
            assert seen is not None
            heard.append(re.sub("[0-9a-f]{64}", "#", tell(seen, table.state.terms, {2: "Zoë"})))

    table.listeners.append(told)
    table.open()
    sit = {"next": digest(NUMBERS[0])}
    sent(table, Command("player", "sit", 2, sit, {"bankroll": 100_000}))
    wagers = {"wagers": {"ante": 500, "blind": 500}, "ready": True}
    sent(table, Command("player", "bet", 2, wagers))
    sent(table, Command("player", "give number", 2, {"number": NUMBERS[0], "next": digest(NUMBERS[1])}))
    del heard[heard.index("The last cut is made of 1 player's number.") + 1 :]
    assert heard == [
        "The session opens. Its seed is committed to as #, its first secret as #.",
        "A deck with blue backs comes to the table.",
        "The deck is inspected.",
        "The deck is verified.",
        "The deck is spread.",
        "A player sits down at seat 2 (Zoë).",
        "Seat 2 promises a number.",
        "The deck is shown.",
        "The deck is washed.",
        "The deck is stacked.",
        "The deck is shuffled by device. The next secret is committed to as #.",
        "The stack goes into the automated shoe. Root #.",
        "Seat 2 wagers Ante $5, Blind $5.",
        "Seat 2 is ready.",
        "The dealer: 'No more bets'.",
        "Seat 2 reveals its number.",
        "The last cut is made of 1 player's number.",
    ]
    while due(table.state).do == "decide":
        sent(table, Command("house", "timeout", 2))
    heard.clear()
    sent(table, Command("player", "bet", 2, wagers))
    sent(table, Command("house", "timeout", 2))
    withheld = "Seat 2 has not revealed the number that it promised: its numbers count no more in this session."
    assert withheld in heard
    while due(table.state).do == "decide":
        sent(table, Command("house", "timeout", 2))
    sent(table, Command("player", "ready", 2, {"next": digest(NUMBERS[2])}))
    assert heard[-2] == "Seat 2 has broken a promise: its numbers count no more in this session."
    heard.clear()
    table.close()
    assert heard == [
        "The player leaves seat 2.",
        "The deck goes back to be shuffled.",
        "The deck leaves the table: the session is over.",
        "The session is over. Its seed: #.",
    ]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Event("ended", {"published": ""}), "The session is over."),
        (Event("entered", {"card": 0}), "The shoe has dealt: 2c."),
        (Event("bought", {"seat": 3}), "Seat 3 buys chips."),
        (Event("bought", {"seat": 3, "amount": 2550}), "Seat 3 buys chips for $25.50."),
        (Event("stub", {"counted": None}), "The stub goes to the rack."),
        (Event("stub", {"counted": 1}), "The stub is counted, 1 card, and goes to the rack."),
        (
            Event("loaded", {"deck": 0, "into": "automated shoe", "root": "00ff", "by": "device"}),
            "The stack goes from the shuffler straight into the automated shoe. Root 00ff.",
        ),
        (
            Event("shuffled", {"deck": 0, "how": "before", "numbers": [], "commitment": "00ff"}),
            "The deck has come inspected and shuffled. The next secret is committed to as 00ff.",
        ),
        (
            Event("shuffled", {"deck": 0, "how": "by hand", "numbers": ["01", "02"], "commitment": "00ff"}),
            "The deck is shuffled by hand. The next secret is committed to as 00ff.",
        ),
        (Event("dealt", {"to": "community left"}), "A card to the community area."),
        (Event("exposed", {"of": "stub", "card": 0}), "Exposed, the stub: 2c."),
        (Event("turned", {"of": "3", "cards": [0, 51]}), "Turned up, seat 3: 2c As."),
        (Event("placed", {"seat": 1, "wagers": {}}), "Seat 1 wagers nothing."),
        (
            Event("notice", {"seat": 1, "clauses": ["1", "2"], "rulings": ["S1", "S2"], "says": "so it is"}),
            "Notice to seat 1 (1, 2; ruling S1, S2): so it is.",
        ),
        (Event("a_kind_of_later", {"seat": 1, "why": None, "how": ""}), "A kind of later (seat 1)."),
        (Event("a_kind_of_later", {}), "A kind of later."),
    ],
    ids=lambda each: each.kind if isinstance(each, Event) else "",
)
def test_an_event_is_told_as_far_as_it_is_known(event: Event, said: str) -> None:
    assert tell(event, Terms(croupier.submission("uth-ma"))) == said


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Event("decided", {"seat": 1, "choice": "check"}), "You: check."),
        (Event("decided", {"seat": 2, "choice": "check"}), "Seat 2: check."),
        (Event("decided", {"seat": 1, "choice": "bet", "discard": [0, 1]}), "You: bet, and put away <0> <1>."),
        (Event("turned", {"of": "1", "cards": [0]}), "Turned up, your hand: <0>."),
        (Event("turned", {"of": "2", "cards": [0]}), "Turned up, seat 2: <0>."),
        (Event("community", {"card": 3}), "Community card: <3>."),
        (Event("away", {"seat": 1, "away": True}), "You are away."),
        (Event("ready", {"seat": 1}), "You are ready."),
    ],
)
def test_who_hears_is_called_you_and_reads_cards_as_wanted(event: Event, told: str) -> None:
    terms = Terms(croupier.submission("uth-ma"))
    hearer = Hearer(1, lambda cards: " ".join(f"<{card}>" for card in cards))
    assert tell(event, terms, to=hearer) == told


def test_who_hears_of_a_settlement_of_the_own_is_not_named() -> None:
    terms = Terms(croupier.submission("uth-ma"))
    line = ("ante", 500, "lose", -500, "you folded", ("10(e)(2)",))
    settled = Event("settled", {"seat": 1, "line": line})
    assert tell(settled, terms, to=Hearer(1)) == "Ante $5 loses: you folded (UTH 10(e)(2))."
    assert tell(settled, terms, to=Hearer(2)) == "Seat 1: Ante $5 loses: you folded (UTH 10(e)(2))."
    assert tell(settled, terms) == "Seat 1: Ante $5 loses: you folded (UTH 10(e)(2))."
