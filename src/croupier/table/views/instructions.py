"""Instructions to the people at a table for the step that is due: work of hands and eyes, which no table can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from croupier.rulebook.loader import instructions as all_instructions
from croupier.rulebook.model import Instruction
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import State

_CONDITIONS: Mapping[str, Callable[[State], bool]] = {
    "nobody is seated": lambda state: not state.taken(),
    "a device deals": lambda state: state.way_of_dealing.device,
    "the deck is being dealt": lambda state: state.phase != "round" or not state.stub_away,
}


def instructions(state: State) -> tuple[Instruction, ...]:
    """The instructions for now, each with the clauses in force that ask for it.

    An automatic step needs no hand. Players decide and cards are cut at every table; the dealer is instructed only
    where a dealer deals.
    """
    step = due(state)
    by_itself = step.do if step.do in ALL_STEPS else "deal"
    if by_itself in state.fixed.automation:
        return ()
    told = (_in_force(state, each) for each in _at(step.do, step.rule))
    return tuple(each for each in told if each.clauses)


@cache
def _at(do: str, rule: str) -> tuple[Instruction, ...]:
    return tuple(each for each in all_instructions().values() if {do, rule} & set(each.at))


def _in_force(state: State, instruction: Instruction) -> Instruction:
    """The instruction with its clauses that are in force as cards are shuffled and dealt now."""
    if instruction.only is not None and not _CONDITIONS[instruction.only](state):
        return instruction
    return replace(instruction, clauses=state.terms.in_force(instruction.rule))
