"""Rounds written by hand, which are also playthroughs: commands in, everything that follows out.

    rulebook: uth-ma
    set: trips=B
    deck: Ah Kh 9c 8d ...
    seat 1: sit player=first bankroll=$1,000
    seat 1: bet ante=$5 blind=$5
    seat 1: play 4x

Lines that begin with a blank are what the table answered; they are written anew every time, so that a file is its own
golden copy. `deck:` gives the first cards of the next shuffle. `manual:` names steps that wait for the dealer; among
them `shuffle` and `cut`, whose cards still come from the `deck:` lines. A file whose first command is `house: receive`
brings its own decks to the table. A `set:` value in braces is a table, as a submission writes it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

from croupier.cards import Deck
from croupier.games.game import Game
from croupier.money import cents, dollars
from croupier.rulebook import Refusal, Rulebook, Submission, find
from croupier.table.commands import ROLES, Command
from croupier.table.decide import ANY_TIME, WHEN_DUE, Decision
from croupier.table.due import ALL_STEPS, due
from croupier.table.runner import Table
from croupier.table.sources import Scripted
from croupier.table.state import State
from croupier.table.telling import tell
from croupier.table.views import PUBLIC, Viewer, openings, view

_HEADERS = ("rulebook", "set", "deck", "manual")
_MONEY = {"bankroll", "amount"}
_CARDS = {"discard"}
_SWITCHES = {"count", "pre_shuffled", "physical"}
_SUPPLIED = frozenset({"shuffle", "cut"})  # what the table is given unless it is asked for by hand


class ScriptError(ValueError):
    """A line that is no command; the message says which and what would be understood."""


def played(text: str, rulebook: Rulebook | None = None, game: Game | None = None) -> Iterator[str]:
    """The file with everything that follows from its commands.

    A rulebook and a game that are not of this package come with it.
    """
    lines = [line.rstrip() for line in text.splitlines()]
    headers = [line for line in lines if line.partition(":")[0] in _HEADERS]
    table = _table(headers, rulebook, game)
    by_hand = _manual(headers) & _SUPPLIED
    shown: dict[str, str] = {}
    started = False
    for number, line in enumerate(lines, start=1):
        if line.startswith(" "):
            continue
        if not line or line.startswith("#") or line in headers:
            if line or not started:
                yield line
            continue
        if not started:
            started = True
            if not line.startswith("house: receive"):
                yield from _opened(table, by_hand)
        yield line
        try:
            command = _command(line, table.state.terms.rulebook.deck)
        except ValueError as error:  # no card, no amount, no command, or a number that is no number any more
            raise ScriptError(f"line {number}: {error}") from error
        yield from _answered(table, _with_cards(table, command), by_hand)
        yield from _views(table, shown)


def _table(headers: Iterable[str], rulebook: Rulebook | None, game: Game | None) -> Table:
    """The table that the header lines set up."""
    values = _values(headers)
    names = [value for key, value in values if key == "rulebook"]
    if len(names) != 1:
        raise ScriptError("a round begins with one line like `rulebook: uth-ma`")
    book = find(names[0], rulebook)
    options: dict[str, object] = dict(_pair(value) for key, value in values if key == "set")
    decks = [value for key, value in values if key == "deck"]
    manual = _manual(headers)
    automation = frozenset() if "all" in manual else ALL_STEPS - manual
    return Table(Submission.of(book, options), Scripted(book.deck, decks), automation, game)


def _values(headers: Iterable[str]) -> list[tuple[str, str]]:
    return [(line.partition(":")[0], line.partition(":")[2].strip()) for line in headers]


def _manual(headers: Iterable[str]) -> frozenset[str]:
    return frozenset(step.strip() for key, value in _values(headers) if key == "manual" for step in value.split(","))


def _pair(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ScriptError(f"`set: {text}` is not like `set: trips=B`")
    value = value.strip()
    try:
        return name.strip(), tomllib.loads(f"value = {value}")["value"] if value.startswith("{") else value
    except tomllib.TOMLDecodeError as error:
        raise ScriptError(f"`set: {text}` is no table as a submission writes it: {error}") from error


def _opened(table: Table, by_hand: frozenset[str]) -> Iterator[str]:
    log = _logged(table)
    table.open()
    table.feed(by_hand)
    yield from log


def _with_cards(table: Table, command: Command) -> Command:
    """A shuffle, or the arrival of cards that come shuffled, with the cards of the next `deck:` line."""
    state = table.state
    step = due(state)
    cards: Iterable[int] = ()
    if command.do == "receive" and command.args.get("pre_shuffled") and state.terms["pre_shuffled"] == "yes":
        cards = range(state.fixed.deck_size)
    elif command.do == "shuffle" and (step.who, step.do) == (command.who, "shuffle"):
        cards = state.decks[step.deck].cards
    elif command.do == "shuffle" and command.who == "device" and len(state.decks) > 1:
        cards = state.decks[1 - state.playing].cards
    return command._replace(args={**command.args, **table.source.shuffle(tuple(cards))}) if cards else command


def _answered(table: Table, command: Command, by_hand: frozenset[str]) -> Iterator[str]:
    log = _logged(table)
    outcome = table.send(command)
    if isinstance(outcome, Refusal):
        log.append(f"  Refused: {outcome}")
    else:
        table.feed(by_hand)
    yield from log


def _logged(table: Table) -> list[str]:
    """A fresh list that fills with what happens at the table, told to an auditor."""
    log: list[str] = []

    def hear(_: State, __: Command, decision: Decision) -> None:
        log.extend(f"  {tell(event, table.state.terms)}" for event in decision.events if event.kind != "moved_on")

    table.listeners = [hear]
    return log


def _views(table: Table, shown: dict[str, str]) -> Iterator[str]:
    """The views that have changed, of the public and of every seat."""
    viewers = {"public": PUBLIC} | {f"seat {number}": Viewer("player", number) for number, _ in table.state.taken()}
    for name, viewer in viewers.items():
        seen = _seen(view(table.state, viewer), name)
        if shown.get(name) != seen:
            shown[name] = seen
            yield f"  [{name}] {seen}"
    found, _, root = openings(table.state, PUBLIC)
    proved = f"{len(found)} card{'s' * (len(found) != 1)} of {root[:16]} proved to the public"
    if found and shown.get("proof") != proved:
        shown["proof"] = proved
        yield f"  [proof] {proved}"


def _seen(seen: dict[str, Any], name: str) -> str:
    step = " ".join(str(value) for value in seen["due"].values())
    parts = [f"{seen['phase']}, waits for {step}"]
    if seen["dealer"] or seen["community"]:
        parts.append(f"dealer {' '.join(seen['dealer']) or '-'}, community {' '.join(seen['community']) or '-'}")
    for seat in seen["seats"]:
        if name in ("public", f"seat {seat['seat']}"):
            money = "" if seat["bankroll"] is None else f" has {dollars(seat['bankroll'])}"
            cards = " ".join(seat["cards"]) or "no cards"
            wagers = "".join(f", {wager} {dollars(stake)}" for wager, stake in seat["wagers"].items())
            parts.append(f"seat {seat['seat']} {seat['player']}{money}: {cards}{wagers}")
    if seen["dead"]:
        parts.append(f"dead {' '.join(seen['dead'])}")
    return "; ".join(parts)


# ---- reading a command ---------------------------------------------------------------------------------


def _command(line: str, deck: Deck) -> Command:
    who, colon, rest = line.partition(":")
    role, _, number = who.strip().partition(" ")
    role = "player" if role == "seat" else role
    if not colon or role not in ROLES or (role == "player") != number.isdecimal():
        raise ScriptError(f"{line!r} is not like `seat 1: check` or `dealer: cut depth=20`")
    seat = int(number) if number else 0
    do, args = _asked(rest.strip(), deck)
    if role == "player" and do not in ANY_TIME:
        choice, _, discard = rest.strip().partition(", discard ")
        args = {"choice": choice} | ({"discard": deck.parse(discard, 1)[0]} if discard else {})
        do = "decide"
    elif do not in ANY_TIME and do not in WHEN_DUE:
        raise ScriptError(f"{do!r} is nothing that anyone can do at a table")
    if do == "bet":
        ready = args.pop("ready", "yes") == "yes"
        method = {"with": args.pop("with")} if "with" in args else {}
        args = {"wagers": {name: cents(str(stake)) for name, stake in args.items()}, "ready": ready, **method}
    if role != "player" and "seat" in args:
        seat = args.pop("seat")
        if not isinstance(seat, int):
            raise ScriptError(f"{seat!r} is no seat, which is a number")
    return Command(role, do, seat, args)


def _asked(rest: str, deck: Deck) -> tuple[str, dict[str, Any]]:
    """`cut depth=20` as what is asked and its arguments; a value goes on to the next name."""
    words = rest.split()
    do: list[str] = []
    args: dict[str, Any] = {}
    last = ""
    for word in words:
        name, equals, value = word.partition("=")
        if equals:
            args[name], last = value, name
        elif last:
            args[last] += f" {word}"
        else:
            do.append(word)
    return " ".join(do), {name: _value(name, value, deck) for name, value in args.items()}


def _value(name: str, value: str, deck: Deck) -> object:
    if name in _MONEY:
        return cents(value)
    if name in _CARDS:
        return deck.parse(value, 1)[0]
    if name == "cards":
        return list(deck.parse(value))
    if name in _SWITCHES:
        return value == "yes"
    return int(value) if value.removeprefix("-").isdecimal() else value
