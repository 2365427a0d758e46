"""The players' numbers: promised by hash and given for the next shuffle, and the shuffle owed to a player who gave one.

A number counts only if its hash was on record before any number for the same shuffle was known, so that no player
can fit a number to the others'. One that is missing, wrong or late is left out, and that is on record.
"""

from __future__ import annotations

from croupier.table.fairness.shuffle import digest
from croupier.table.model.command import Command, RefusedError
from croupier.table.model.state import Promise, State
from croupier.table.procedures.draft import Draft

NUMBERS = frozenset({"number", "next"})  # arguments of a command by which a player takes part in the shuffles


def promise(draft: Draft, command: Command) -> None:
    """Promise a number: a player who sits down may give the hash of the first one."""
    if "next" not in draft.args:
        return
    _committed(draft)
    person = draft.state.seat(command.seat).person
    if person in draft.state.promises:
        why = "a number of yours is promised already"
        raise RefusedError(why, "another place without one", "seat.seated", ruled=("committed_cards",))
    draft.emit("number", seat=command.seat, number="", next=draft.args["next"], counts=False)


def give(draft: Draft, command: Command) -> bool:
    """Give the number that was promised for the next shuffle, and the hash of the one after it; the command has one.

    Return True if the cards that wait go back to be shuffled with it.
    """
    given, following = draft.args.get("number", ""), draft.args.get("next", "")
    _committed(draft)
    state = draft.state
    own = state.promises.get(state.seat(command.seat).person, Promise())
    if own.number:
        why = "your number for the next shuffle is on record"
        raise RefusedError(why, "the next one after that shuffle", "seat.seated", ruled=("committed_cards",))
    if own.hash and not given:
        raise RefusedError(
            "a number is promised", "that number", "seat.seated", ruled=("committed_cards",), about="number"
        )
    counts = bool(given) and not own.late and digest(given) == own.hash
    draft.emit("number", seat=command.seat, number=given, next=following, counts=counts)
    if not counts or state.phase != "betting" or not shuffle_owed(state, state.playing):
        return False
    says = "the cards were shuffled without a number of any player, and are shuffled again with yours"
    draft.emit(
        "notice",
        seat=command.seat,
        says=says,
        clauses=draft.terms.clauses("shuffle.when"),
        rulings=draft.terms.ruled("committed_cards"),
    )
    draft.emit("unloaded", deck=state.playing)
    return True


def _committed(draft: Draft) -> None:
    if not draft.state.fixed.committed:
        why = f"the cards here are {draft.state.fixed.source}, and no number goes into their shuffle"
        raise RefusedError(why, "no number", "seat.seated", ruled=("committed_cards",))


def left_out(state: State) -> list[int]:
    """The seats whose persons promised a number for this shuffle and have given none that counts."""
    lacking = {person for person, each in state.promises.items() if each.hash and not each.late and not each.number}
    return [number for number, seat in state.taken() if seat.person in lacking] if lacking else []


def shuffle_owed(state: State, number: int) -> bool:
    """True if a deck was shuffled without any number, and there is one on record now (ruling S34)."""
    made = state.decks[number].shuffle
    return bool(made.number) and not made.numbers and any(each.number for each in state.promises.values())


def lacks_any(state: State) -> bool:
    """True if a shuffle now would contain no number, though a player of this round could have given one (S34)."""
    none = not any(each.number for each in state.promises.values())
    return none and any(state.promises.get(seat.person, Promise()).hash for _, seat in state.dealt_in())


def unmixed(state: State, player: str) -> bool:
    """True if the deck in play was shuffled without any number, though this person could have given one (S34)."""
    made = state.decks[state.playing].shuffle
    own = state.promises.get(player)
    return bool(made.number) and not made.numbers and own is not None and bool(own.hash)
