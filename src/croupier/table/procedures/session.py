"""Procedures for a session: a table under one submission, from opening to close, after which its secrets can be known.

It lasts 24 hours at most and turns over between rounds.
"""

from __future__ import annotations

from croupier.table.fairness.shuffle import digest
from croupier.table.model.command import Command, RefusedError
from croupier.table.model.state import AT_ONCE, State
from croupier.table.procedures.draft import Draft

MOST_SECONDS = 24 * 3600


def open_session(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Open the session: the house commits to its seed and to the secret of its first shuffle."""
    state = draft.state
    if not state.fixed.committed:
        why = f"the cards here are {state.fixed.source}, and nothing is committed to"
        raise RefusedError(why, "a deck that comes to the table", "open.receive")
    if state.sealed:
        raise RefusedError("the session is open", "one opening", "open.receive")
    draft.emit("opened", session=draft.args["session"], commitment=draft.args["commitment"])


def close_session(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Close the session between rounds: wagers go back, players and decks leave, and the seed is on record.

    The seed is published at once only if the house said so before any player sat down.
    """
    state = draft.state
    if state.closed:
        raise RefusedError("a round is in play", "the close between rounds", "round.whole")
    seed = draft.args.get("seed", "")
    if state.sealed and (not seed or digest(seed) != state.sealed):
        why = "this is not the seed that the session was opened with"
        raise RefusedError(why, "the seed that was committed to", "open.receive", about="seed")
    if seed and not state.sealed:
        raise RefusedError("nothing was committed to", "the close without a seed", "open.receive", about="seed")
    for number, seat in state.taken():
        if seat.wagers:
            draft.emit("placed", seat=number, wagers={})
        draft.emit("left", seat=number, person=seat.person, bankroll=state.seat(number).bankroll)
    if state.phase == "betting":
        draft.emit("unloaded", deck=state.playing)
    for number in reversed(range(len(state.decks))):
        draft.emit("removed", deck=number, reason="the session is over")
    shown = {"published": seed} if seed and state.fixed.publishes == AT_ONCE else {}
    draft.emit("ended", seed=seed, **shown)


def lasted(state: State) -> bool:
    """True if the session has reached its maximum length."""
    return state.now - state.began >= MOST_SECONDS
