"""The players' turns: who is asked, what may be answered, and what an answer does at once."""

from __future__ import annotations

from croupier.citing import keeps
from croupier.games.game import Ask, Choice, Ending
from croupier.games.lines import back, lose
from croupier.money import Cents, dollars
from croupier.table.commands import Command, RefusedError, is_whole
from croupier.table.draft import Draft
from croupier.table.flow import collect, needed, next_to_ask, turn_to
from croupier.table.irregular import check_seat
from croupier.table.paying import settle_wagers
from croupier.table.state import Seat, State


@keeps("ask.play", "ask.bet_1", "ask.bet_2", "ask.before_flop", "ask.after_flop", "ask.at_the_end", "ask.not_declare")
def decide(draft: Draft, command: Command) -> None:
    """A player answers."""
    state, number = draft.state, command.seat
    step = draft.step if state.phase == "round" else None
    if not isinstance(step, Ask) or state.cursor != number:
        accepted = f"a decision by seat {state.cursor}" if isinstance(step, Ask) else "a decision when asked"
        raise RefusedError(f"seat {number} is not asked now", accepted, "ask.order")
    choice = _choice(step, command.args.get("choice"))
    _take(draft, number, step, choice, command.args.get("discard"))


def _choice(step: Ask, named: object) -> Choice:
    for choice in step.choices:
        if choice.name == named:
            return choice
    offered = ", ".join(choice.name for choice in step.choices)
    raise RefusedError(f"{step.stage}, {named!r} cannot be chosen", offered, step.rule)


def _take(draft: Draft, number: int, step: Ask, choice: Choice, discard: object) -> None:
    state = draft.state
    seat = state.seat(number)
    if choice.ending and choice.at_once and not check_seat(draft, number):  # the dealer takes the hand, and counts it
        if draft.state.phase == "round":
            turn_to(draft, next_to_ask(draft.state, step, number))
        return
    ending = _ending(state, seat, step, choice)
    amount = _amount(state, seat, choice)
    positions = _discard(state, seat, choice, discard)
    draft.emit(
        "decided",
        seat=number,
        choice=choice.name,
        wager=choice.wager,
        amount=amount,
        discard=state.faces(positions),
        positions=positions,
        ending=ending,
    )
    _at_once(draft, number, choice)
    turn_to(draft, next_to_ask(draft.state, step, number))


@keeps("irregular.declaration")
def _ending(state: State, seat: Seat, step: Ask, choice: Choice) -> Ending:
    """How the choice leaves the hand. A wrong declaration is refused, unless a human dealer runs the table (C11)."""
    if state.fixed.game.may(choice.name, state.faces(seat.cards), state.terms):
        return choice.ending or seat.ending
    if "check" in state.fixed.automation:
        others = ", ".join(each.name for each in step.choices if each is not choice)
        raise RefusedError(f"these cards cannot {choice.name}", others, choice.rule)
    return "wrong"


@keeps("wager.bet", "wager.play")
def _amount(state: State, seat: Seat, choice: Choice) -> Cents:
    """What the choice puts up: so many times the wager that it goes by."""
    if choice.wager is None:
        return 0
    about = state.terms.rulebook.wagers[choice.wager]
    amount = seat.staked[about.of or about.equal_to or ""] * choice.times
    if amount > seat.bankroll:
        short = f"{choice.name} costs {dollars(amount)} and {dollars(seat.bankroll)} is left"
        raise RefusedError(short, "a choice that you can pay for", choice.rule)
    return amount


@keeps("ask.discard")
def _discard(state: State, seat: Seat, choice: Choice, discard: object) -> tuple[int, ...]:
    """The position of the card that the player puts away."""
    if not choice.discards:
        if discard is not None:
            raise RefusedError(f"{choice.name} takes no discard", f"{choice.name} alone", choice.rule)
        return ()
    for position in seat.cards:
        if state.order[position] == discard:
            return (position,)
    deck = state.terms.rulebook.deck
    given = "no card" if not is_whole(discard) or not 0 <= discard < len(deck) else deck.text([discard])
    # Where the floor acts for a player who is away, a refusal must not tell the cards.
    own = "the player's cards" if seat.away else deck.text(state.faces(seat.cards)).replace(" ", ", ")
    raise RefusedError(f"{given} was discarded", f"one of {own}", "ask.discard")


# ---- what an answer does at once -----------------------------------------------------------------------


@keeps("ask.withdraw", "ask.fold", "ask.declare", "ask.fold_rack", "ask.fold_trips", "ask.ride")
def _at_once(draft: Draft, number: int, choice: Choice) -> None:
    """A withdrawal goes back, a fold and a declaration are settled, where the document has it so."""
    seat = draft.state.seat(number)
    if choice.withdraws and choice.withdraws in seat.wagers:
        stake, clauses = seat.wagers[choice.withdraws], draft.terms.clauses("ask.withdraw")
        asked = draft.terms.clauses(getattr(draft.step, "rule", ""))  # of the two times to withdraw, this one
        cited = tuple(clause for clause in clauses if clause.startswith(asked)) or clauses
        draft.settle(number, back(choice.withdraws, stake, "withdrawn", "you took it back", cited))
    if choice.turns_up:
        draft.emit("turned", of=str(number), positions=seat.cards, cards=draft.state.faces(seat.cards))
    if choice.settles and choice.at_once:
        settle_ended(draft, number, choice.settles)


def settle_ended(draft: Draft, number: int, wagers: tuple[str, ...]) -> None:
    """Settle what a hand that has ended gives up or wins, and rack its cards unless a wager still needs them."""
    settle_wagers(draft, number, wagers)
    if not needed(draft.state, number):
        collect(draft, number)


# ---- a player who is away ------------------------------------------------------------------------------


@keeps("seat.stay", "seat.abandoned")
def timeout(draft: Draft, command: Command) -> None:
    """The time of a player who is away has run out (ruling S10)."""
    state, number = draft.state, command.seat
    step = draft.step if state.phase == "round" else None
    if not isinstance(step, Ask) or state.cursor != number or not state.seat(number).away:
        raise RefusedError(f"seat {number} is not being waited for", "a player who is away and asked", "seat.stay")
    if state.terms["absent_player"] == "hold":
        raise RefusedError("the round is held", "a decision by the floor", "seat.stay")
    if state.terms["absent_player"] == "forfeit":
        _forfeit(draft, number, step)
        return
    _act_for(draft, number, step)


def _act_for(draft: Draft, number: int, step: Ask) -> None:
    """The action that puts up no new money; of cards to discard, the one dealt last."""
    state = draft.state
    seat = state.seat(number)
    choice = _choice(step, state.fixed.game.absent(step.stage, state.faces(seat.cards), state.terms))
    _take(draft, number, step, choice, state.order[seat.cards[-1]] if choice.discards else None)


def _forfeit(draft: Draft, number: int, step: Ask) -> None:
    """The wagers are treated as lost, and the hand is over."""
    clauses = draft.terms.clauses("seat.abandoned")
    draft.emit(
        "decided", seat=number, choice="abandoned", wager=None, amount=0, discard=(), positions=(), ending="folded"
    )
    for wager, stake in draft.state.seat(number).wagers.items():
        draft.settle(number, lose(wager, stake, "you left the round", clauses, ("S10",)))
    collect(draft, number)
    turn_to(draft, next_to_ask(draft.state, step, number))


def act(draft: Draft, command: Command) -> None:
    """The floor decides for a player who is away and waited for."""
    state, number = draft.state, command.seat
    step = draft.step if state.phase == "round" else None
    if not isinstance(step, Ask) or state.cursor != number or not state.seat(number).away:
        raise RefusedError(f"seat {number} is not being waited for", "a player who is away and asked", "seat.stay")
    choice = _choice(step, command.args.get("choice"))
    if choice.wager is not None:
        raise RefusedError("nobody else puts up a player's money", "a choice that costs nothing", "seat.stay")
    _take(draft, number, step, choice, command.args.get("discard"))
