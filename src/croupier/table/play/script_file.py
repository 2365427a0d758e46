"""Script files: rounds written by hand, which are also playthroughs: commands in, everything that follows out.

    rulebook: uth-ma
    set: trips=B
    deck: Ah Kh 9c 8d ...

    seat 1: sit player=first bankroll=$1,000
    seat 1: bet ante=$5 blind=$5
    seat 1: play 4x

`player=` is a person's id and name at once: that person gives the seat's later commands, and two seats with one
`player=` are one person's. Lines that begin with a blank are the table's answers; they are written anew every time,
so that a file is its own golden copy. `deck:` gives the first cards of the next shuffle. `manual:` names steps that
wait for the dealer; among them `shuffle` and `cut`, whose cards still come from the `deck:` lines. A file whose
first command is `house: receive` brings its own decks to the table. A `set:` value in braces is a table, as a
submission writes it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

from croupier.errors import CroupierError
from croupier.games.game import Ask, Game
from croupier.games.terms import Terms
from croupier.rulebook import Refusal, Rulebook, Submission, find
from croupier.schemas.table import TableView
from croupier.table.decide import Decision
from croupier.table.fairness.card_sources import CardSource, Scripted
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import ROLES, Command, whoever_has
from croupier.table.model.declaration import Argument, Declared
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import UNKNOWN, State
from croupier.table.model.vocabulary import FAULTS
from croupier.table.play.runner import Table
from croupier.table.views.event_rules import clauses_of
from croupier.table.views.instructions import instructions
from croupier.table.views.narration import tell
from croupier.table.views.view import PUBLIC, Viewer, view

_HEADERS = ("rulebook", "set", "deck", "manual")
_SUPPLIED = frozenset({"shuffle", "cut"})  # steps that the runner feeds to the table unless the file makes them by hand
_ALL_BY_HAND = "all"


class ScriptError(CroupierError, ValueError):
    """A line that is no command; the message says which, and what would be understood."""


def played(
    text: str, rulebook: Rulebook | None = None, game: Game | None = None, source: CardSource | None = None
) -> Iterator[str]:
    """Play a script file; yield its lines with everything that follows from its commands.

    A rulebook and a game from outside this package are passed in; so is a card source for a file without `deck:` lines,
    whose cards otherwise lie in the deck's own order.
    """
    lines = [line.rstrip() for line in text.splitlines()]
    headers = [line for line in lines if line.partition(":")[0] in _HEADERS]
    _check_manual(headers)
    table = _table(headers, rulebook, game, source)
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
                yield from _instructions(table, shown)
        yield line
        try:
            command = _command(line, table)
        except ValueError as error:  # no card, no amount, no command, or a number with too many digits
            raise ScriptError(f"line {number}: {error}") from error
        yield from _answered(table, _with_cards(table, command), by_hand)
        yield from _views(table, shown)


def _table(headers: Iterable[str], rulebook: Rulebook | None, game: Game | None, source: CardSource | None) -> Table:
    """The table that the header lines set up."""
    values = _values(headers)
    names = [value for key, value in values if key == "rulebook"]
    if len(names) != 1:
        raise ScriptError("a round begins with one line like `rulebook: uth-ma`")
    (name,) = names
    book = find(name, rulebook)
    options: dict[str, object] = dict(_pair(value) for key, value in values if key == "set")
    decks = [value for key, value in values if key == "deck"]
    manual = _manual(headers)
    automation = frozenset() if _ALL_BY_HAND in manual else ALL_STEPS - manual
    cards = source if source is not None and not decks else Scripted(book.deck, decks)
    return Table(Submission.of(book, options), cards, automation, game, training=True)


def _values(headers: Iterable[str]) -> list[tuple[str, str]]:
    return [(line.partition(":")[0], line.partition(":")[2].strip()) for line in headers]


def _manual(headers: Iterable[str]) -> frozenset[str]:
    return frozenset(step.strip() for key, value in _values(headers) if key == "manual" for step in value.split(","))


def _check_manual(headers: Iterable[str]) -> None:
    """Refuse a `manual:` header that names an unknown step."""
    known = {*ALL_STEPS, *_SUPPLIED, _ALL_BY_HAND}
    if unknown := sorted(_manual(headers) - known):
        accepted = f"there are, with commas between them, {', '.join(sorted(known))}"
        raise ScriptError(f"`manual: {', '.join(unknown)}` names no step; {accepted}")


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
    """A shuffle, or the arrival of a pre-shuffled deck, with the cards of the next `deck:` line."""
    state = table.state
    step = due(state)
    cards: Iterable[int] = ()
    if command.supplied:  # real cards
        return command
    if command.do == "receive" and command.args.get("pre_shuffled") and state.terms["pre_shuffled"] == "yes":
        cards = range(state.fixed.deck_size)
    elif command.do == "shuffle" and (step.who, step.do) == (command.who, "shuffle"):
        cards = state.decks[step.deck].cards
    elif command.do == "shuffle" and command.who == "device" and len(state.decks) > 1:
        cards = state.decks[1 - state.playing].cards
    return (
        command._replace(supplied=table.source.shuffle(tuple(cards), state.fixed.place, state.shuffles + 1))
        if cards
        else command
    )


def _answered(table: Table, command: Command, by_hand: frozenset[str]) -> Iterator[str]:
    log = _logged(table)
    outcome = table.send(command)
    if isinstance(outcome, Refusal):
        log.append(f"  Refused: {outcome}")
    else:
        table.feed(by_hand)
    yield from log


def _logged(table: Table) -> list[str]:
    """A fresh list that a listener fills with the events of the table, as an auditor is told them."""
    log: list[str] = []

    def hear(before: State, _: Command, decision: Decision) -> None:
        terms, names = table.state.terms, table.seated()
        log.extend(f"  {tell(event, terms, names)}" for event in decision.events if event.kind != "moved_on")
        cited = clauses_of(before, decision.events)
        if cited:
            log.append(f"  [clauses] {terms.rulebook.short} {', '.join(cited)}")

    table.listeners = [hear]
    return log


def _views(table: Table, shown: dict[str, str]) -> Iterator[str]:
    """The views that have changed, of the public and of every seat."""
    players = {f"seat {number}": Viewer("player", seat.person) for number, seat in table.state.taken()}
    for name, viewer in {"public": PUBLIC, **players}.items():
        seen = _seen(view(table.state, viewer, table.names), name, table.state.terms)
        if shown.get(name) != seen:
            shown[name] = seen
            yield f"  [{name}] {seen}"
    yield from _instructions(table, shown)


def _instructions(table: Table, shown: dict[str, str]) -> Iterator[str]:
    """The instructions to people, where they have changed."""
    short = table.state.terms.rulebook.short
    told = [f"  Instruction ({short} {', '.join(each.clauses)}): {each.says}" for each in instructions(table.state)]
    if shown.get("instructions") != "\n".join(told):
        shown["instructions"] = "\n".join(told)
        yield from told


def _seen(seen: TableView, name: str, terms: Terms) -> str:
    step = " ".join(str(value) for value in seen["due"].values())
    parts = [f"{seen['phase']}, waits for {step}"]
    if seen["dealer"] or seen["community"]:
        parts.append(f"dealer {' '.join(seen['dealer']) or '-'}, community {' '.join(seen['community']) or '-'}")
    for seat in seen["seats"]:
        if name in ("public", f"seat {seat['seat']}"):
            money = "" if seat["bankroll"] is None else f" has {terms.money(seat['bankroll'])}"
            cards = " ".join(seat["cards"]) or "no cards"
            wagers = "".join(f", {wager} {terms.money(stake)}" for wager, stake in seat["wagers"].items())
            parts.append(f"seat {seat['seat']} {seat['name']}".rstrip() + f"{money}: {cards}{wagers}")
    if seen["dead"]:
        parts.append(f"dead {' '.join(seen['dead'])}")
    return "; ".join(parts)


# ---- reading a command ---------------------------------------------------------------------------------


def _command(line: str, table: Table) -> Command:
    state = table.state
    who, colon, rest = line.partition(":")
    role, _, number = who.strip().partition(" ")
    role = "player" if role == "seat" else role
    if not colon or role not in ROLES or (role == "player") != number.isdecimal() or len(number) > _MOST_DIGITS:
        raise ScriptError(f"{line!r} is not like `seat 1: check` or `dealer: cut depth=20`")
    seat = int(number) if number else 0
    do, given = _asked(rest.strip())
    if role == "fault" and do in FAULTS:  # `fault: lost position=3` for `fault: fault what=lost position=3`
        do, given = "fault", {"what": do, **given}
    if role == "player" and (do not in DECLARED or rest.strip() in _choices_now(state)):
        return _decision(seat, rest.strip(), state.terms.rulebook)._replace(by=_person(state, seat))
    declared = DECLARED.get(do)
    if declared is None:
        raise ScriptError(f"{do!r} is nothing that anyone can do at a table")
    if declared.at_seat and role != "player" and "seat" in given:
        seat = _whole_number("seat", given.pop("seat"))
    by = _person(state, seat) if role == "player" else ""
    if declared.takes_seat and "player" in given:
        by = given.pop("player")
        table.name(by, by)
    if do == "bet":
        given = _bet(given)
    args = {name: _value(declared.named.get(name), name, value, state.terms.rulebook) for name, value in given.items()}
    return Command(role, do, seat, *_parted(declared, role, args, state), by)


def _choices_now(state: State) -> set[str]:
    """The names of the choices of the turn that put nothing away, one of which may be a command's too: `bet`."""
    step = state.fixed.script[state.step] if state.phase == "round" else None
    return {choice.name for choice in step.choices if not choice.discards} if isinstance(step, Ask) else set()


def _person(state: State, number: int) -> str:
    """The id of a seat's person; empty if the seat is free or its person has none."""
    seat = state.seats[number - 1] if 1 <= number <= len(state.seats) else None
    return "" if seat is None or seat.person == whoever_has(number) else seat.person


def _decision(seat: int, rest: str, book: Rulebook) -> Command:
    """Parse `choice`, `choice, discard 2c 3d` or `choice, amount $5`."""
    choice, comma, discard = rest.partition(", discard ")
    cards = list(book.deck.parse(discard)) if comma and discard else []
    put_away = {"discard": cards[0] if len(cards) == 1 else cards} if comma else {}
    choice, comma, amount = choice.partition(", amount ")
    said = {"amount": book.currency.cents(amount)} if comma else {}
    return Command("player", "decide", seat, {"choice": choice, **said, **put_away})


def _bet(given: dict[str, Any]) -> dict[str, Any]:
    """Parse `bet ante=$5 ready=no`: a name that is no argument of `bet` is a wager; `ready` is yes by default."""
    own: dict[str, Any] = {name: given.pop(name) for name in ("ready", "with") if name in given}
    return {"wagers": dict(given), "ready": "yes", **own}


def _parted(declared: Declared, role: str, args: dict[str, Any], state: State) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split the arguments into said and supplied ones; a file's writer speaks for the house and the card source too.

    The cards of a shuffle are written on a `deck:` line and nowhere else.
    """
    supplied = {}
    for name in list(args):
        about = declared.named.get(name)
        by_house = about is not None and about.origins == ("house",) and role != "house"
        digital_cut = declared.name == "cut" and not _real_cards(state)
        if by_house or name == "physical" or (name == "depth" and digital_cut):
            supplied[name] = args.pop(name)
    return args, supplied


def _real_cards(state: State) -> bool:
    return any(UNKNOWN in deck.cards for deck in state.decks)


def _asked(rest: str) -> tuple[str, dict[str, Any]]:
    """Parse `cut depth=20` into the command's name and its arguments, as text; a value extends to the next name."""
    do: list[str] = []
    args: dict[str, Any] = {}
    last = ""
    for word in rest.split():
        name, equals, value = word.partition("=")
        if equals and name in args:
            raise ScriptError(f"{name} is given twice")
        if equals:
            args[name], last = value, name
        elif last:
            args[last] += f" {word}"
        else:
            do.append(word)
    return " ".join(do), args


def _value(about: Argument | None, name: str, value: Any, book: Rulebook) -> object:  # noqa: ANN401 - text, or wagers
    """Parse a value by its declaration; text for money is in the rulebook's currency."""
    kind = about.kind if about is not None else "text"
    if kind == "money":
        return book.currency.cents(value)
    if kind == "wagers":
        return {wager: book.currency.cents(stake) for wager, stake in value.items()}
    if kind in {"card", "cards", "card or cards", "order"}:
        cards = book.deck.parse(value, 1 if kind == "card" else None)
        return cards[0] if kind == "card" else list(cards)
    if kind == "many or cards":
        return _whole_number(name, value) if value.isdecimal() else list(book.deck.parse(value))
    if kind == "number" or (kind == "count" and value not in ("yes", "no")):
        return _whole_number(name, value)
    return value


_MOST_DIGITS = 20


def _whole_number(name: str, value: str) -> int:
    digits = value.removeprefix("-")
    if not digits.isdecimal() or len(digits) > _MOST_DIGITS:
        raise ScriptError(f"{name}={value[:_MOST_DIGITS]} is no whole number")
    return int(value)
