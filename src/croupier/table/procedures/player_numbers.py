"""The players' numbers: promised by hash, frozen by "No more bets", revealed by the players, and the last cut (S37).

The order of a deck follows from the house's secret alone. A public permutation made of the numbers decides which place
of the committed deck is dealt first, second and so on, so that nobody knows a card before the last number is revealed.
"""

from __future__ import annotations

from croupier.citations import keeps
from croupier.table.fairness.shuffle import digest, last_cut
from croupier.table.model.command import Command, RefusedError
from croupier.table.model.state import State
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.payouts import void_round


def promise(draft: Draft, command: Command) -> None:
    """Promise a number by its hash, if the command has one; until bets close another one may take its place."""
    if "next" not in draft.args:
        return
    state, promised = draft.state, draft.args["next"]
    if not state.fixed.committed:
        why = f"the cards here are {state.fixed.source}, and no number goes into their last cut"
        raise RefusedError(why, "no number", "seat.seated", ruled=("last_cut",))
    person = state.seat(command.seat).person
    kept = state.promises.get(person)
    if kept is not None and kept.hash == promised:
        return
    if person in state.owing:
        why = "the round waits for the number that you promised before"
        raise RefusedError(why, "'give number' with it first", "seat.seated", ruled=("last_cut",))
    draft.emit("promised", seat=command.seat, next=promised, counts=person not in state.broken)


def give(draft: Draft, command: Command) -> None:
    """Reveal the number that was promised before bets closed, and promise the next one."""
    state, number = draft.state, draft.args["number"]
    seat = state.seats[command.seat - 1] if command.seat else None
    if seat is None or seat.person not in state.owing:
        accepted = "a number when one is asked for, after 'No more bets'"
        raise RefusedError("no number of yours is waited for", accepted, "seat.seated", ruled=("last_cut",))
    if state.phase != "round":
        why = "the cards are cut or shuffled again first"
        raise RefusedError(why, "your number when they are loaded", "seat.seated", ruled=("last_cut",))
    if digest(number) != state.promises[seat.person].hash:
        why = "this is not the number that you promised"
        raise RefusedError(why, "that number", "seat.seated", ruled=("last_cut",), about="number")
    draft.emit("revealed", seat=command.seat, number=number, next=draft.args.get("next", ""))
    _cut_last(draft)


def withhold(draft: Draft, seat: int) -> None:
    """Go on without a number that was promised and not revealed in time; its person's count no more in the session."""
    draft.emit("withheld", seat=seat)
    _cut_last(draft)


def is_owed(state: State, seat: int) -> bool:
    """True if the round waits for the number of the person at a seat."""
    taken = state.seats[seat - 1] if seat else None
    return taken is not None and taken.person in state.owing


def _cut_last(draft: Draft) -> None:
    """Once no number is waited for, let those that were revealed decide the order in which the deck is dealt.

    A place whose card is gone is passed over, as any lost card is.
    """
    state = draft.state
    if state.owing or not state.numbers:
        return
    deck, size = state.decks[state.playing], state.fixed.deck_size
    # A number that two persons gave, of whom one copied the other's promise, is in it once.
    given = sorted({number: person for person, number in state.numbers.items()}.items())
    numbers = [number for number, _ in given]
    places = last_cut(state.root, state.fixed.place, deck.shuffle.number, numbers, size)
    shuffled = (*deck.shuffle.order, *sorted(set(range(size)).difference(deck.shuffle.order)))
    turned = sum(deck.cuts)
    order = [shuffled[(place + turned) % size] for place in places]
    persons = [person for _, person in given]
    draft.emit("permuted", deck=state.playing, numbers=numbers, persons=persons, order=order)


def is_known(state: State) -> bool:
    """True if a number of the round has been revealed: the house may know the cards of the deck that lies ready."""
    in_it = state.decks[state.playing].shuffle.numbers if state.decks else ()
    return state.closed and bool(state.numbers or in_it)


@keeps("cut.recut", "shuffle.directed")
def voided(draft: Draft, rule: str) -> bool:
    """Void a round whose cards were to be cut or shuffled again when numbers had been revealed (S37); True if so."""
    if not is_known(draft.state):
        return False
    says = f"{draft.args['reason'].removesuffix('.')}: the cards cannot change any more, since numbers were revealed"
    void_round(draft, rule, says, rulings=draft.terms.ruled("last_cut"))
    return True
