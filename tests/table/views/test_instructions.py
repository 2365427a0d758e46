"""What people do by hand is said at the step it belongs to, with its clause; where no hand moves nothing is said."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from croupier.documents import trace
from croupier.games.game import Ask, Choice
from croupier.rulebook import NAMES, Rulebook, Submission, SubmissionError, load
from croupier.rulebook.loader import instructions as all_instructions
from croupier.rulebook.loader import rule_names
from croupier.rulebook.model import Instruction
from croupier.table.decide import Decision
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import State
from croupier.table.play.runner import Table
from croupier.table.views.instructions import instructions

BY_HAND: frozenset[str] = frozenset()
AT_A_TABLE = {rule for rule, each in all_instructions().items() if "submission" not in each.at}
TURNED = ("dealing", "shuffling", "decks", "version", "cover_all")  # the options on which a person's work depends


def ways(book: Rulebook) -> Iterator[Submission]:
    """Every way in which the document lets a table be run, as far as hands are concerned."""
    options = [name for name in TURNED if name in book.options]
    for values in product(*(book.options[name].values or {} for name in options)):
        try:
            yield Submission.of(book, dict(zip(options, values, strict=True)))
        except SubmissionError:
            continue


def stakes(state: State) -> dict[str, int]:
    return {
        name: max(state.terms.bounds[name][0], 1000 if wager.required else 100)
        for name, wager in state.terms.wagers.items()
        if wager.placed == "before the deal"
    }


def choice(step: Ask, state: State) -> dict[str, object]:
    """To stay in the round as cheaply as can be."""

    def cost(each: Choice) -> tuple[bool, int | Fraction]:
        return each.ending is not None, each.times if each.wager else 0

    taken = min(step.choices, key=cost)
    cards = state.faces(state.seat(state.cursor).cards)
    return {"choice": taken.name} | ({"discard": cards[-1]} if taken.discards else {})


def answer(state: State) -> Command:
    """What the table waits for; the one player bets once and leaves when the round is over."""
    step = due(state)
    asks = state.fixed.script[state.step]
    if state.round and state.phase != "round" and state.taken():
        return Command("player", "leave", 1)
    if step.do == "show" and not state.taken():
        return Command("player", "sit", 1, {}, {"bankroll": 100_000})
    if step.do == "no more bets" and not state.seat(1).wagers:
        return Command("player", "bet", 1, {"wagers": stakes(state)})
    if step.do == "decide" and isinstance(asks, Ask):
        return Command("player", "decide", state.cursor, choice(asks, state))
    return Command(step.who, step.do)


def states(submission: Submission, automation: frozenset[str] = BY_HAND) -> Iterator[State]:
    """A table from its opening to the end of a round, a recut among it: every state that it waits in."""
    table = Table(submission, Random("hands"), automation)
    table.open()
    recut: Command | None = Command("floor", "recut", args={"reason": "badly made"})
    while not (table.state.round and not table.state.taken() and due(table.state).do == "no more bets"):
        yield table.state
        step = due(table.state)
        if step.do == "shuffle":
            table.feed(frozenset({"cut"}))
        elif step.do == "cut":
            table.feed()
        elif step.do == "no more bets" and recut and isinstance(table.send(recut), Decision):
            recut = None
        else:
            command = answer(table.state)
            done = table.send(command)
            assert isinstance(done, Decision), f"{command}: {done}"
    yield table.state


@cache
def told(name: str) -> frozenset[tuple[str, str, str]]:
    """Every step, rule and clause that people are told of at tables of a rulebook that are dealt by hand."""
    return frozenset(
        (due(state).do, each.rule, clause)
        for submission in ways(load(name))
        for state in states(submission)
        for each in instructions(state)
        for clause in each.clauses
    )


def instructed(book: Rulebook) -> list[tuple[str, str]]:
    return [(each.rule, clause.id) for clause in book.clauses for each in trace.instructed(clause)]


def parameters() -> list[object]:
    """One parameter a rulebook, which carries the clauses that its people are told of."""
    clauses = {name: [clause for rule, clause in instructed(load(name)) if rule in AT_A_TABLE] for name in NAMES}
    return [pytest.param(name, id=name, marks=pytest.mark.clause(name, *set(clauses[name]))) for name in NAMES]


@pytest.mark.parametrize("name", parameters())
def test_whatever_a_person_does_is_said_at_some_step_with_its_clause(name: str) -> None:
    asked = {(rule, clause) for rule, clause in instructed(load(name)) if rule in AT_A_TABLE}
    assert {(rule, clause) for _, rule, clause in told(name)} == asked


def test_every_instruction_is_said_somewhere_and_at_no_step_but_its_own() -> None:
    said = {(do, rule) for name in NAMES for do, rule, _ in told(name)}
    assert {rule for _, rule in said} == AT_A_TABLE
    steps = ALL_STEPS | {"cut", "decide"}
    for rule, each in all_instructions().items():
        named = {moment for moment in each.at if moment in steps}
        if named == set(each.at):
            assert {do for do, other in said if other == rule} <= named, rule


def test_every_instruction_is_of_a_rule_that_has_a_name_and_is_one_sentence() -> None:
    assert set(all_instructions()) <= set(rule_names())
    for each in all_instructions().values():
        assert each.says.endswith(".")
        assert each.says[0].isupper()


@pytest.mark.parametrize("name", NAMES)
def test_at_an_automatic_table_no_hand_moves(name: str) -> None:
    for submission in ways(load(name)):
        assert not [said for state in states(submission, ALL_STEPS) for said in instructions(state)]


def at(name: str, do: str, **options: object) -> list[tuple[str, tuple[str, ...]]]:
    """What is said the first time that a table waits for a step."""
    found = next(state for state in states(Submission.of(load(name), options)) if due(state).do == do)
    return [(each.rule, each.clauses) for each in instructions(found)]


@pytest.mark.clause("uth-ma", "4(c)(1)", "4(c)(1)(i)", "4(c)(1)(iv)")
def test_4_c_1_the_cut_is_made_with_one_hand_onto_the_cover_card() -> None:
    said = at("uth-ma", "cut", dealing="manual_shoe", shuffling="manual", cover_all="no")
    assert said == [
        ("cut.one_hand", ("4(c)(1)",)),
        ("cut.cover_card", ("4(c)(1)(i)",)),
        ("cut.cover_card_away", ("4(c)(1)(iv)",)),
    ]


@pytest.mark.parametrize(
    ("dealing", "clauses"),
    [("manual_shoe", {"8.D(1)"}), ("hand", {"9.A(2)", "9.A(2)(a)", "9.A(2)(b)", "9.C(1)"}), ("automated_shoe", set())],
)
def test_only_the_way_of_dealing_in_use_is_spoken_of(dealing: str, clauses: set[str]) -> None:
    said = at("dragon-md", "deal", dealing=dealing)
    assert {clause for _, cited in said for clause in cited} == clauses


@pytest.mark.clause("dragon-md", "5.H", "5.J")
def test_5_j_with_a_self_shuffling_device_no_idle_cards_are_spread() -> None:
    last = list(states(Submission.of(load("dragon-md"), {"shuffling": "self_shuffling_device"})))[-1]
    assert (due(last).do, last.taken(), instructions(last)) == ("no more bets", [], ())
    last = list(states(Submission.of(load("dragon-md"), {"shuffling": "device"})))[-1]
    (said,) = instructions(last)
    assert said == Instruction(
        "idle.spread",
        "While nobody plays, take the cards from the shoe and the rack and lay them spread on the table.",
        ("no more bets",),
        "nobody is seated",
        ("5.H", "5.H(1)", "5.H(2)"),
    )
