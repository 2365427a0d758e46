"""Tables walked at random: whatever is commanded, and by whomever, what must be true stays true."""

from collections.abc import Callable
from random import Random
from typing import ClassVar

import pytest
from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from support.table.invariants import Watch
from support.table.walks import CASES, Case, expected, meanwhile, nonsense, propose, trouble

from croupier.rulebook import NAMES, load
from croupier.table.model.command import Command

COMMANDS = 1_000_000  # over all tables, in `make prove-table`
WALK = 500  # commands at a table before a fresh one is opened

pytestmark = pytest.mark.walk
every_case = pytest.mark.parametrize("case", CASES, ids=str)


def test_every_rulebook_is_walked() -> None:
    assert {case.rulebook for case in CASES} == set(NAMES)


# ---- what Hypothesis thinks of -------------------------------------------------------------------------


class Walking(RuleBasedStateMachine):
    """A table at which anything is commanded; the watch checks what must be true after every command."""

    case: ClassVar[Case]

    def __init__(self) -> None:
        super().__init__()
        self.watch = Watch(self.case.open())

    @rule(random=st.randoms(use_true_random=False))
    def what_the_table_waits_for(self, random: Random) -> None:
        self._send(expected(self.watch.state, random))

    @rule(random=st.randoms(use_true_random=False))
    def what_the_table_waits_for_next(self, random: Random) -> None:
        """As above: rounds are played to their end only if this is the likeliest."""
        self._send(expected(self.watch.state, random))

    @rule(random=st.randoms(use_true_random=False))
    def something_else(self, random: Random) -> None:
        self._send(meanwhile(self.watch.state, random))

    @rule(random=st.randoms(use_true_random=False))
    def something_wrong(self, random: Random) -> None:
        self._send(trouble(self.watch.state, random))

    @rule(random=st.randoms(use_true_random=False))
    def something_absurd(self, random: Random) -> None:
        self._send(nonsense(self.watch.state, random))

    def _send(self, command: Command) -> None:
        note(f"{type(command.who).__name__} {command.who}: {command.do}"[:200])
        self.watch.send(command)


@every_case
def test_whatever_is_commanded_what_must_be_true_stays_true(case: Case) -> None:
    machine = type("Walking", (Walking,), {"case": case})
    examples = settings().max_examples // (16 if settings().derandomize else 8)  # six, and 125 in a proof
    run_state_machine_as_test(machine, settings=settings(max_examples=examples, stateful_step_count=50))


# ---- long walks ----------------------------------------------------------------------------------------


def walk(case: Case, seed: int, commands: int, dear: int) -> Watch:
    """A walk that is the same every time; what takes its time is checked after every so many commands."""
    watch, random = Watch(case.open()), Random(f"{case} {seed}")  # noqa: S311 - a walk that can be repeated
    for number in range(commands):
        command = propose(watch.state, random)
        try:
            watch.send(command, dear=number % dear == 0)
        except Exception as error:
            raise AssertionError(f"{again(seed)}, at command {number}: {str(command)[:200]}") from error
    return watch


def again(seed: int) -> str:
    """How a walk is repeated: those from this seed on are walked first."""
    return f"`pytest --seed {seed}` or `make prove-table SEED={seed}` walks it again"


def goes_on(watch: Watch, seed: int) -> bool:
    """Whether a round comes to its end if from now on everybody does what the table waits for."""
    random, before = Random(seed), watch.played + watch.void  # noqa: S311 - a walk that can be repeated
    for _ in range(600):
        watch.send(expected(watch.state, random), dear=False)
        if watch.played + watch.void > before:
            return True
    return False


@every_case
def test_a_table_goes_on_whatever_has_happened(case: Case, seed: int) -> None:
    for each in range(seed, seed + 3):
        assert goes_on(walk(case, each, commands=100, dear=25), each), f"the table is stuck; {again(each)}"


PICKED_UP_IN_ORDER = {
    ("uth-ma", None): "10(i)",
    ("lir-nj", None): "18.10(h)",
    ("colorado-ma-1", "required"): "10(h)",
    ("colorado-ma-1", "permissible"): "11(i)",
    ("colorado-ma-2", "required"): "9(h)",
    ("colorado-ma-2", "permissible"): "10(i)",
    ("dragon-md", None): "11.E",
}


def _clauses(case: Case) -> list[pytest.MarkDecorator]:
    """The clause that the cards are picked up in order by; the French order has none."""
    if "collect.in_order" not in load(case.rulebook).rules:
        return []
    version = case.options.get("version", "required") if case.rulebook.startswith("colorado") else None
    return [pytest.mark.clause(case.rulebook, PICKED_UP_IN_ORDER[case.rulebook, str(version) if version else None])]


@pytest.mark.parametrize("case", [pytest.param(case, marks=_clauses(case), id=str(case)) for case in CASES])
def test_every_hand_is_rebuilt_from_the_rack_and_from_what_everybody_saw(case: Case) -> None:
    """The watch rebuilds the hands of every round that is settled; here, that there are such rounds."""
    watch, random = Watch(case.open()), Random(str(case))  # noqa: S311 - a walk that can be repeated
    while watch.played < 12:
        watch.send(expected(watch.state, random), dear=False)
    assert not watch.void


@pytest.mark.prove
@every_case
def test_a_million_commands(case: Case, seed: int, record_property: Callable[[str, object], None]) -> None:
    walks = COMMANDS // WALK // len(CASES) + 1
    played = 0
    for each in range(seed, seed + walks):
        watch = walk(case, each, WALK, dear=10)
        assert goes_on(watch, each), f"the table is stuck; {again(each)}"
        played += watch.played
    assert played > walks * WALK // 100, "hardly a round was played to its end"
    record_property("showed", f"{case}: {walks * WALK:,} commands, {played:,} rounds played to their end")
