"""Every byte that is sent to a viewer, held against what that viewer may know: in process, and at the socket."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
from support.default_house import NAMES
from support.house.played_house import next_command
from support.service.leaks import RICH, Books, LeakError
from support.table.walks import CASES, Case, expected, meanwhile, trouble

import croupier
from croupier.house.engine.live_table import Step
from croupier.house.engine.requests import happened as committed
from croupier.rulebook import Refusal
from croupier.service.live import messages
from croupier.service.live.channels import Channel, Watcher
from croupier.service.live.messages import Broadcast, Names, table_context
from croupier.table.decide import Decision, step
from croupier.table.fairness.card_sources import Random as Shuffles
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.model.state import COMMITTED, Place, State
from croupier.table.play.runner import Table
from croupier.table.receipts.receipt import receipt
from croupier.table.views.view import AUDITOR, PUBLIC, Viewer, came_to, dealt, redact, view

PERSONS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
STRANGER = "stranger"
VIEWERS = (
    PUBLIC,
    Viewer("dealer"),
    Viewer("floor"),
    *(Viewer("player", person) for person in (*PERSONS, STRANGER)),
)


class Watched:
    """A table in process, with a watcher for every kind of viewer: what each is sent is looked through at once."""

    def __init__(self, state: State) -> None:
        self.books = Books(state.terms.rulebook.deck)
        self.names = Names()
        for person in PERSONS:
            self.names.hear(person, f"called {person}", program=False)
        self.channel = Channel(self.names, lambda: table_context(0, None))
        self.seq = self.looked = 0
        self.books.begin(0, state)
        self.watchers = [Watcher(viewer, None, lambda: None) for viewer in VIEWERS]
        for each in self.watchers:
            self.channel.join(each, "walk", 0, state)
        self._look()

    def hear(self, before: State, command: Command, decision: Decision) -> None:
        """A command was carried out: look at what is sent, and now and then at what can be asked for after it."""
        self.seq += 1
        happened = committed("walk", "session", self.seq, Step(self.seq, command, before, decision))
        self.books.hear(happened)
        self.channel.publish(happened)
        self._look()
        kinds = {event.kind for event in decision.events}
        if kinds & {"sat", "left"} or ("over" in kinds and (self.books.rounds < 50 or self.books.rounds % 5 == 0)):
            for viewer in VIEWERS:
                if viewer.role != "player" or viewer.person in {*self.books.persons, STRANGER}:
                    self._ask(viewer, decision.state)

    def _look(self) -> None:
        moment, texts = self.books.at(self.seq), set[str]()
        for each in self.watchers:
            while each.waiting:
                text = each.waiting.popleft()
                if text in texts and each.viewer.role == "player":
                    continue  # it has passed as what the public may know
                texts.add(text)
                self.books.look(each.viewer, text, moment)
                self.books.look_for_secrets(each.viewer, text)
                self.looked += 1

    def _ask(self, viewer: Viewer, state: State) -> None:
        """What can be asked for of the round before, and what is told to who comes back."""
        last, receipt = messages.last_round(state, viewer, self.names), messages.receipt_of(state, viewer, "", {})
        for each in (last, receipt):
            if each is not None:
                self.books.look(viewer, messages.encode(each), self.books.last)
                self.looked += 1
        back = Watcher(viewer, None, lambda: None)
        self.channel.join(back, "walk", self.seq, state, max(0, self.seq - 3))
        for seq, text in enumerate(back.waiting, start=self.seq - len(back.waiting) + 1):
            self.books.look(viewer, text, self.books.at(seq))
            self.looked += 1
        self.channel.leave(back)


# ---- whatever happens ----------------------------------------------------------------------------------------


def walked(case: Case, seed: int, rounds: int) -> Watched:
    """A table at which everything happens that can, for so many rounds."""
    chance, state = Random(f"{case} {seed}"), case.open(COMMITTED)  # noqa: S311 - a walk that can be repeated
    watched = Watched(state)
    while watched.books.rounds < rounds:
        command = chance.choices((expected, meanwhile, trouble), (88, 8, 4))[0](state, chance)
        if command.do == "sit" and "bankroll" in command.supplied:
            command = command._replace(supplied={**command.supplied, "bankroll": chance.choice(RICH)})
        decision = step(state, command)
        if not isinstance(decision, Refusal):
            before, state = state, decision.state
            watched.hear(before, command, decision)
    return watched


@pytest.mark.walk
@pytest.mark.parametrize("case", CASES, ids=str)
def test_whatever_happens_nobody_is_sent_what_is_anothers(case: Case, seed: int) -> None:
    assert walked(case, seed, 2).looked > 50


# ---- long evenings -------------------------------------------------------------------------------------------


def evening(rulebook: str, seed: int, rounds: int) -> Watched:
    """Two at a table that runs by itself, for so many rounds; now and then one leaves and another comes."""
    chance = Random(f"{rulebook} {seed}")  # noqa: S311 - which can be repeated
    table = Table(croupier.submission(rulebook), Shuffles(f"{seed}"), place=Place("house", "table", "session"))
    watched = Watched(table.state)
    table.listeners.append(watched.hear)
    table.open()
    table.feed()
    while watched.books.rounds < rounds:
        taken = table.state.taken()
        if len(taken) < 2 or (table.state.phase == "betting" and chance.randrange(40) == 0):
            _somebody_else(table, chance)
        table.send(next_command(table.state, chance))
        table.feed()
    return watched


def _somebody_else(table: Table, chance: Random) -> None:
    """Who sits longest goes, and who is not there comes, to any free seat."""
    taken = table.state.taken()
    if len(taken) > 1:
        seat, gone = taken[0]
        table.send(Command("player", "leave", seat, by=gone.person))
    here = {seat.person for _, seat in table.state.taken()}
    person = chance.choice([each for each in PERSONS if each not in here])
    free = [number for number, seat in enumerate(table.state.seats, start=1) if seat is None]
    table.send(Command("player", "sit", chance.choice(free), {}, {"bankroll": chance.choice(RICH)}, person))


@pytest.mark.walk
@pytest.mark.parametrize("rulebook", NAMES)
def test_on_an_evening_nobody_is_sent_what_is_anothers(rulebook: str, seed: int) -> None:
    assert evening(rulebook, seed, 5).looked > 50


# ---- in full -------------------------------------------------------------------------------------------------

ROUNDS = 100_000
_AT_WALKS = 60  # of them at each table at which everything happens


@pytest.mark.prove
@pytest.mark.parametrize("case", CASES, ids=str)
def test_on_long_walks_nobody_is_sent_what_is_anothers(
    case: Case, seed: int, record_property: Callable[[str, object], None]
) -> None:
    looked = walked(case, seed, _AT_WALKS).looked
    record_property("showed", f"{case}: {_AT_WALKS:,} rounds, {looked:,} messages")


@pytest.mark.prove
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("rulebook", NAMES)
def test_on_long_evenings_nobody_is_sent_what_is_anothers(
    rulebook: str, part: int, seed: int, record_property: Callable[[str, object], None]
) -> None:
    rounds = (ROUNDS - _AT_WALKS * len(CASES)) // (4 * len(NAMES)) + 1
    looked = evening(rulebook, seed + part, rounds).looked
    record_property("showed", f"{rulebook}: {rounds:,} rounds, {looked:,} messages")


# ---- that it can fail ----------------------------------------------------------------------------------------


def _of_a_player(_: Viewer, theirs: set[str]) -> Viewer:
    return Viewer("player", min(theirs)) if theirs else PUBLIC


PLANTED: dict[str, tuple[str, Callable[..., object]]] = {
    "events as they are": ("redact", lambda _, event, __: event),
    "events as an auditor is told them": ("redact", lambda state, event, _: redact(state, event, AUDITOR)),
    "the view of another": ("seen_as", _of_a_player),
    "the auditor's view": ("view", lambda state, _, names: view(state, AUDITOR, names)),
    "the floor's view, with everybody's money": ("view", lambda state, _, names: view(state, Viewer("floor"), names)),
    "every card that is dealt": ("view", lambda state, _, __: dealt(state)),
    "the ids of persons": ("view", lambda state, _, __: {"seats": [seat.person for _, seat in state.taken()]}),
    "how the cards lie": ("view", lambda state, _, __: {"cards": list(state.order)}),
    "what a shuffle is made of": ("view", lambda state, _, __: {"made": [deck.shuffle.salts for deck in state.decks]}),
    "all cards of the round before": ("came_to", lambda state, _, names: came_to(state, AUDITOR, names)),
    "the auditor's receipt": ("receipt", lambda state, _: receipt(state, AUDITOR)),
    "another's receipt": ("receipt", lambda state, _: receipt(state, Viewer("player", state.taken()[0][1].person))),
}


def _seen_at_once(planted: Callable[..., dict[str, Any]]) -> type[object]:
    class SharedView:
        def __init__(self, state: State, names: Mapping[str, str], _: object = None) -> None:
            self._state, self._names = state, names
            self.taken, self.due = state.taken(), due(state)
            self.public = {"planted": True, "seats": [], "choices": [], **planted(state, PUBLIC, names)}

        def seats_of(self, viewer: Viewer) -> dict[int, object]:
            return dict(enumerate(planted(self._state, viewer, self._names).get("seats", [])))

    return SharedView


def _redacted_at_once(planted: Callable[..., object]) -> Callable[..., object]:
    return lambda state, events: ([planted(state, event, PUBLIC) for event in events], {})


# What does the same for several viewers or events at once has the same leak.
AT_ONCE: dict[str, dict[str, Callable[..., object]]] = {
    "view": {"SharedView": _seen_at_once},
    "redact": {"redact_all": _redacted_at_once},
}


@pytest.mark.parametrize("leak", PLANTED)
def test_a_leak_that_was_planted_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, planted = PLANTED[leak]
    monkeypatch.setattr(messages, name, planted)
    for several, made_of in AT_ONCE.get(name, {}).items():
        monkeypatch.setattr(messages, several, made_of(planted))
    with pytest.raises(LeakError):
        evening("colorado-ma-1", 0, 30)  # where a discard stays hidden after the round


@pytest.mark.parametrize("leak", ["supplied", "secret"])
def test_what_comes_with_a_command_is_noticed_if_it_is_sent(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def sent(telling: Broadcast, viewer: Viewer) -> str:
        told = told_to(telling, viewer)
        supplied = telling._happened.command.supplied  # noqa: SLF001 - what a mistake might take
        said = {"supplied": dict(supplied)} if leak == "supplied" else {"by": [str(each) for each in supplied.values()]}
        return f"{told[:-1]},{json.dumps(said)[1:]}"

    told_to = Broadcast.to
    monkeypatch.setattr(Broadcast, "to", sent)
    with pytest.raises(LeakError):
        evening("uth-ma", 0, 5)
