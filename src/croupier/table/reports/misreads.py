"""Misread scans: a card that a scanner has misread, and its correction (ruling S38).

Found before a decision that rests on the card, it is corrected and all are told; after one, the floor also rules
whether the round goes on (S12); after the settlement the record says so, and the ledger is corrected.
"""

from __future__ import annotations

from itertools import accumulate

from croupier.games.game import Ask, Community, Settle, TurnUp
from croupier.table.model.command import Command, RefusedError
from croupier.table.model.state import NEVER, UNKNOWN, LastRound, State
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.irregularities import ask_again, called

_RULED = ("reports",)


def correct_scan(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Correct a misread card, by the floor: one that a report is about, or any other."""
    state, args = draft.state, draft.args
    if not state.fixed.real:
        raise RefusedError("no scanner reads these cards", "a table of real cards", "deck.cards", ruled=_RULED)
    waits = state.pending is not None and state.pending[0] != "misread"
    if waits and (state.reported is None or state.reported["what"] != "misread"):
        raise RefusedError("another question waits for the floor", "its answer first", "round.whole", ruled=_RULED)
    of, number, card, reason = args["of"], args["number"], args["card"], args["reason"]
    if state.phase == "round":
        correct(draft, of, number, card, reason)
    else:
        _after_the_round(draft, of, number, card, reason)


def correct(draft: Draft, of: str, number: int, card: int, reason: str) -> None:
    """Correct a card of the round in play, and call the floor if a decision rests on what was read before."""
    state = draft.state
    positions = state.at(of)
    if not 1 <= number <= len(positions):
        accepted = f"one of {len(positions)} cards" if positions else "a hand that lies on the table"
        raise RefusedError(f"no card {number} lies there", accepted, "deck.cards", ruled=_RULED, about="number")
    position = positions[number - 1]
    if state.doubted not in {NEVER, position}:
        assert state.pending is not None  # noqa: S101 - the card that is doubted is asked for
        why = f"another card is asked for: {state.pending[1]}"
        raise RefusedError(why, "that card first", "round.whole", ruled=_RULED, about="number")
    settled = _settled(state, of)
    rests = decided_on(state, of, position) and (of == "community" or not settled)
    _corrected(draft, of, number, card, reason, settled=settled)
    if rests:
        says = f"a misread card of {called(of)} was corrected after a decision that rests on it"
        draft.emit("pending", what="irregularity", says=says)
    else:
        ask_again(draft)


def _corrected(draft: Draft, of: str, number: int, card: int, reason: str, *, settled: bool) -> None:
    """Correct the card at a place; the position that was taken to have it, if there is one, is unknown from now on.

    Wherever a card does not lie face up, in the rack too, its scan may be the wrong one of the two.
    """
    state, faces = draft.state, draft.terms.rulebook.deck.faces
    position, face = state.at(of)[number - 1], faces[card]
    shown = position in state.up
    same = state.order[position] != UNKNOWN and faces[state.order[position]] == face
    copy = state.order[position] if same else draft.copy_of(face)
    doubted = None
    if copy is None:
        known = [each for each, of_it in enumerate(state.order) if of_it != UNKNOWN and faces[of_it] == face]
        doubted = next((each for each in known if each not in state.up), None)
        if doubted is None:
            why = f"{face} is known to lie elsewhere"
            raise RefusedError(why, "a card that does not lie face up", "deck.cards", ruled=_RULED, about="card")
        copy = state.order[doubted]
    told = {"shown": copy} if shown else {}
    more = {"round": state.round} if settled else {}
    more |= {} if doubted is None else {"doubted": doubted}
    draft.emit("corrected", to=of, number=number, position=position, card=copy, reason=reason, **told, **more)


def decided_on(state: State, of: str, position: int) -> bool:
    """True if a decision rests on a card: the hand's own player's, or for a community card that lay up anyone's."""
    if of == "dealer" or (of == "community" and position not in state.up):
        return False
    if of != "community":
        return bool(_decisions(state, int(of)))
    asked_before = _asked_before(state, position)
    return any(len(_decisions(state, number)) > asked_before for number, _ in state.dealt_in())


def _decisions(state: State, number: int) -> list[str]:
    return [each for each in state.seat(number).decisions if each != "void"]


def _asked_before(state: State, position: int) -> int:
    """The number of times that players are asked before a community card lies face up."""
    index = [each for each in state.community if each in state.up].index(position)
    shown = accumulate(each.cards if isinstance(each, Community | TurnUp) else 0 for each in state.fixed.script)
    step = next(number for number, cards in enumerate(shown) if cards > index)
    return sum(isinstance(each, Ask) for each in state.fixed.script[:step])


def _settled(state: State, of: str) -> bool:
    """True if wagers that rest on a card are settled: the seat's own or, of a card for all, those of some seat."""
    if of not in {"dealer", "community"}:
        seat = state.seat(int(of))
        return not seat.wagers and seat.ending != "void"
    script, step = state.fixed.script, state.step
    played = [number for number, seat in state.dealt_in() if seat.ending == "played"]
    first = isinstance(script[step], Settle) and any(number > state.cursor for number in played)
    return first or any(isinstance(each, Settle) for each in script[:step])


# ---- after the settlement --------------------------------------------------------------------------------


def _after_the_round(draft: Draft, of: str, number: int, card: int, reason: str) -> None:
    """Put a misread card on record whose round is over, until bets are closed for the next: what is settled stays."""
    last = draft.state.last
    if last is None or draft.state.closed:
        why, accepted = "that round is not the last any more", "a correction of the ledger that names the round"
        raise RefusedError(why, accepted, "round.whole", ruled=_RULED)
    there = _cards_of(last, of)
    if number > len(there):
        raise RefusedError(f"no card {number} lay there", "a card of the last round", "deck.cards", ruled=_RULED)
    told = {"shown": card} if there[number - 1] in last.up else {}
    draft.emit("corrected", to=of, number=number, card=card, round=last.number, reason=reason, **told)


def _cards_of(last: LastRound, of: str) -> tuple[int, ...]:
    if of in {"dealer", "community"}:
        return last.dealer if of == "dealer" else last.community
    return next((hand.cards + hand.discard for hand in last.hands if str(hand.seat) == of), ())
