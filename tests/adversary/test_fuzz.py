"""Commands of a program that means harm: values that only Python has, anywhere in a command, at every kind of table.

None may raise, change anything when refused, be shown at length or unprintably, or be taken and then not be recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import product
from random import Random as Chance
from typing import Any

import pytest
from support.table.recordings import Pages, recorded, replay
from support.table.walks import CASES, Case, expected, meanwhile, trouble

import croupier
from croupier.games.catalogue import PACKAGE
from croupier.rulebook import Refusal
from croupier.table.decide import step
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import ROLES, Command
from croupier.table.model.state import COMMITTED, REAL, SCRIPTED, State
from croupier.table.play.runner import Table

COMMANDS = 1_000_000  # over all tables, in `make prove-adversary`
WALK = 500  # commands at a table before a fresh one is opened
FEW = 80  # in `make test`, at each
LONGEST = 2000  # letters of a refusal; the longest names every command
SOURCES = (COMMITTED, SCRIPTED, REAL)
TABLES = list(product(CASES, SOURCES))
every_table = pytest.mark.parametrize(("case", "source"), TABLES, ids=[f"{case}, {source}" for case, source in TABLES])

# ---- what only a program can send ------------------------------------------------------------------------


class AskedError(Exception):
    """What raises when it is asked anything was asked."""


def _asked(*_: object, **__: object) -> Any:  # noqa: ANN401 - it never comes to that
    raise AskedError


_NEVER: tuple[str, ...] = (
    "repr",
    "str",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "bool",
    "len",
    "iter",
    "contains",
    "getitem",
    "format",
)
_NEVER += ("index", "int", "abs", "call", "add", "radd", "getattribute", "bytes", "float", "reversed", "sizeof", "dir")
_RAISES: dict[str, Any] = {f"__{name}__": _asked for name in _NEVER}
_RAISES |= {"__class__": property(_asked), "__hash__": lambda _: 7}


def _made(kind: type, *of: object) -> object:
    """A value of a kind of its own, derived from one of Python's, that raises whatever it is asked."""
    made: object = type(f"Hostile{kind.__name__}", (kind,), dict(_RAISES))(*of)
    return made


class Many(str):
    """Text that says that it is every other text."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


class Spoken(Command):
    """A command of a kind of its own."""

    __slots__ = ()


def _nested(deep: int) -> list[Any]:
    made: list[Any] = []
    for _ in range(deep):
        made = [made]
    return made


def _cyclic() -> tuple[list[Any], dict[str, Any]]:
    made: list[Any] = [0]
    made.append(made)
    named: dict[str, Any] = {"ante": 500}
    named["blind"] = named
    return made, named


TEXTS: tuple[str, ...] = (
    *("", " ", "\0", "\0" * 64, "a\0b", "\ud800", "\udfff" * 30, "\u202eAh", "\x1b[2J", "\n", "\r\n", "\x85", "\u2028"),
    *("x" * 100_000, "Ah" * 60, "Ah " * 60, "é" * 25, "e" + "\u0301" * 100, "\U0010ffff", "\u0663", "½", "1e5", "0x10"),
    *(
        "{0.__class__}",
        "%s%n",
        "seat 1",
        "seat",
        "player ",
        "Player",
        "no more bets\0",
        "00" * 32,
        "g" * 64,
        "\u0660" * 64,
    ),
    *("-1", "NaN", "inf", "$", "$-5", "$1" + "0" * 30, "1" * 5000, "yes ", "True", "first", "__class__", "meter"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 52, 53, 60, 61, 10**12, 10**15, 10**5000, -(10**5000), 2**63, -0.0, 0.5, 1e308),
    *(float("nan"), float("inf"), 2j, Decimal("NaN"), Fraction(1, 3), b"", b"Ah", bytearray(b"Ah"), memoryview(b"Ah")),
    *(Ellipsis, NotImplemented, object(), object, lambda: 1 / 0, len, range(10**9), iter([]), (each for each in "ab")),
    *(
        (),
        [],
        {},
        set(),
        frozenset({"Ah"}),
        [[]],
        [None],
        {"": 0},
        {0: 0},
        {None: None},
        {"ante": None},
        {("ante",): 5},
    ),
    *(
        _nested(10),
        _nested(50_000),
        *_cyclic(),
        [0] * 100_000,
        dict.fromkeys(range(10_000)),
        ["Ah"] * 59,
        list(range(52)),
    ),
    *(_made(object), _made(str, "ante"), _made(str, "Ah"), _made(int, 5), _made(float, 5.0), _made(bytes, b"x")),
    *(_made(dict), _made(dict, {"ante": 500}), _made(list), _made(list, ["Ah"]), _made(tuple, (1, 2)), _made(set)),
    *(Many("ante"), Many("player"), [Many("Ah")], [_made(int, 5)], [_made(str, "Ah")], {"ante": _made(int, 500)}),
    *(
        {Many("ante"): 500},
        {_made(str, "ante"): 500},
        {_made(object): 500},
        {"ante": _made(str, "$5")},
        {"ante": 10**5000},
    ),
    *({"amount": 10**5000, "version": 0, "resets": 0}, {"amount": 0, "version": True, "resets": 0}),
    *({Many("amount"): 1, Many("version"): 1, Many("resets"): 1}, {"amount": [], "version": {}, "resets": ()}),
    *TEXTS,
)
_DO = sorted(DECLARED)
_ARGS = sorted({each.name for declared in DECLARED.values() for each in declared.arguments} | {"meter"})
Mean = Callable[[Command, Chance], object]


def _value(chance: Chance) -> Any:  # noqa: ANN401 - that is the point
    """A value, at times within another."""
    value = chance.choice(VALUES)
    kind = chance.randrange(12)
    if kind == 0:
        return [value] * chance.choice([1, 2, 60, 61])
    if kind == 1:
        return {chance.choice(["ante", "blind", "amount", "x"]): value}
    return (value, value) if kind == 2 else value


def _name(chance: Chance) -> Any:  # noqa: ANN401 - that is the point
    """The name of an argument: mostly one that there is; whatever can stand in a dict otherwise."""
    if chance.randrange(4):
        return chance.choice(_ARGS)
    return chance.choice([*TEXTS, None, 0, 1.5, (), b"x", Many("wagers"), _made(str, "wagers"), _made(object), object])


def _arguments(command: Command, chance: Chance) -> Command:
    into = chance.choice(["args", "args", "args", "supplied"])
    spoilt: dict[Any, Any] = dict(getattr(command, into))
    for _ in range(chance.choice([1, 1, 2, 5])):
        own = [*spoilt, *(each.name for each in DECLARED[command.do].arguments)]
        name = chance.choice(own) if own and chance.randrange(3) else _name(chance)
        with suppress(AskedError):  # by the dict, whether it is a name that is there
            spoilt[name] = _value(chance)
    return command._replace(args=spoilt) if into == "args" else command._replace(supplied=spoilt)


def _field(command: Command, chance: Chance) -> Command:
    """Another value for what is no argument, or for all arguments at once."""
    return command._replace(**{chance.choice(Command._fields): _value(chance)})


def _another(_: Command, chance: Chance) -> Command:
    """A command out of the blue, by somebody who may."""
    do = chance.choice(_DO)
    return _arguments(Command(chance.choice(DECLARED[do].by), do, chance.randrange(-1, 9)), chance)


def _no_command(command: Command, chance: Chance) -> object:
    kinds: list[object] = [tuple(command), list(command), command._asdict(), Spoken(*command), str(command.do)]
    return chance.choice([*kinds, *VALUES])


def _by_another(command: Command, chance: Chance) -> Command:
    return command._replace(who=chance.choice(ROLES), by=chance.choice(["", "first", "stranger", "seat 1", *TEXTS]))


MEANS: tuple[Mean, ...] = (
    _arguments,
    _arguments,
    _arguments,
    _field,
    _field,
    _another,
    _another,
    _no_command,
    _by_another,
)


# ---- a table that is sent them ----------------------------------------------------------------------------


def opened(case: Case, source: str) -> tuple[Table, Pages]:
    """A table of that case, and what is recorded of it."""
    table = Table(croupier.submission(case.rulebook, **case.options))
    table.state = case.open(source)
    return table, recorded(table)


def sensible(state: State, chance: Chance) -> Command:
    """Something that makes sense, so that tables come to every point; a table with real cards has no other."""
    command = chance.choice([expected, expected, expected, meanwhile, trouble])(state, chance)
    if command.do == "shuffle" and state.fixed.source == REAL:
        return command._replace(supplied={"physical": True})
    return command


def attacked(case: Case, source: str, seed: int, commands: int) -> tuple[int, int]:
    """So many hostile commands at a table that is played on between them: how many were refused, and how many not."""
    chance = Chance(f"{case} {source} {seed}")  # noqa: S311 - a walk that can be repeated
    table, pages = opened(case, source)
    refused = taken = 0
    text = table.state.dump()
    for number in range(commands):
        meant = sensible(table.state, chance)
        hostile: Any = chance.choice(MEANS)(meant, chance)
        if type(hostile) is Command and type(hostile.do) is str and hostile.do == "close":
            continue  # after which there is nothing to attack
        try:
            outcome = table.send(hostile)
            if isinstance(outcome, Refusal):
                refused += 1
                _check_refusal(outcome)
                assert table.state.dump() == text, "a command that was refused has changed the table"
            else:
                taken += 1
            table.send(meant)
            text = table.state.dump()
        except Exception as error:
            error.add_note(f"{case}, {source}, seed {seed}, command {number}: {meant}, made hostile")
            raise
    _check_recording(table, pages)
    return refused, taken


def _check_refusal(refusal: Refusal) -> None:
    told = str(refusal)
    assert refusal.why
    assert refusal.accepted
    assert len(told) <= LONGEST, f"a refusal of {len(told)} letters"
    assert told.isprintable(), told.encode("unicode_escape")


def _check_recording(table: Table, pages: Pages) -> None:
    """Whatever was taken can be read again and leads to the same state."""
    assert table.journal
    table.journal.close()
    *_, last = replay(pages.lines)
    assert last.decision.state.dump() == table.state.dump()


# ---- the attacks --------------------------------------------------------------------------------------------


def test_tables_of_every_rulebook_and_every_source_of_cards_are_attacked() -> None:
    assert {case.rulebook for case, _ in TABLES} == set(PACKAGE.names)
    assert {source for _, source in TABLES} == set(SOURCES)


def test_what_raises_when_it_is_asked_anything_does() -> None:
    """Or the attack would be none."""
    hostile: Any = _made(str, "ante")
    for ask in (repr, str, bool, len, iter, lambda each: each == "ante", lambda each: each.strip()):
        with pytest.raises(AskedError):
            ask(hostile)
    with pytest.raises(AskedError):
        isinstance(_made(object), str)


def _everywhere(value: Any) -> Iterator[object]:  # noqa: ANN401 - that is the point
    """Commands with a value at each place where one can stand."""
    yield value
    plain = Command("player", "bet", 1, {"wagers": {"ante": 500}})
    yield from (plain._replace(**{field: value}) for field in Command._fields)
    for declared in DECLARED.values():
        for about in (*declared.arguments, declared.named["meter"]):
            for into in ("args", "supplied"):
                yield Command(declared.by[0], declared.name, 1, **{into: {about.name: value}})  # type: ignore[arg-type]


def test_no_value_raises_at_any_place_of_any_command() -> None:
    state, chance = Case("uth-ma").open(COMMITTED), Chance(1)  # noqa: S311 - a walk that can be repeated
    while state.phase != "betting":
        outcome = step(state, expected(state, chance))
        state = state if isinstance(outcome, Refusal) else outcome.state
    before = state.dump()
    for value in VALUES:
        for command in _everywhere(value):
            outcome = step(state, command)  # type: ignore[arg-type]
            if isinstance(outcome, Refusal):
                _check_refusal(outcome)
        assert state.dump() == before


@pytest.mark.walk
@every_table
def test_hostile_commands_change_nothing_and_raise_nothing(case: Case, source: str, seed: int) -> None:
    refused, taken = attacked(case, source, seed, FEW)
    assert refused > taken


@pytest.mark.prove
@every_table
def test_a_million_hostile_commands_change_nothing_and_raise_nothing(
    case: Case, source: str, seed: int, record_property: Callable[[str, object], None]
) -> None:
    walks = COMMANDS // WALK // len(TABLES) + 1
    refused = taken = 0
    for each in range(seed, seed + walks):
        some, others = attacked(case, source, each, WALK)
        refused, taken = refused + some, taken + others
    assert refused > taken
    record_property("showed", f"{case}, {source}: {refused:,} refused, {taken:,} taken as they were meant")
