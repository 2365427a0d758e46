"""Procedures for the players' turns: who is asked, the choices, and their immediate effects."""

from __future__ import annotations

from croupier.citations import keeps
from croupier.games.game import Ask, Choice, Ending, every_choice
from croupier.games.lines import back, lose
from croupier.money import Cents
from croupier.table.model.command import Command, RefusedError
from croupier.table.model.next_step import due
from croupier.table.model.state import ABANDONED, Seat, State
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.flow import collect, needed, next_to_ask, turn_to
from croupier.table.procedures.irregularities import check_seat
from croupier.table.procedures.payouts import cost, most_of, offered, settle_wagers
from croupier.table.procedures.player_numbers import is_owed, withhold


@keeps("player.own_hand")
@keeps("ask.play", "ask.bet_1", "ask.bet_2", "ask.before_flop", "ask.after_flop", "ask.at_the_end", "ask.not_declare")
def decide(draft: Draft, command: Command) -> None:
    """Carry out the answer of the player who is asked."""
    state, number, step = draft.state, command.seat, draft.step
    if not isinstance(step, Ask) or state.cursor != number:
        order = draft.terms.under("ask.order", step.rule) if isinstance(step, Ask) else draft.terms.clauses("ask.order")
        now = step.rule if isinstance(step, Ask) else due(state).rule
        asked = order or draft.terms.clauses(now)  # where nothing is said of the order: what comes now
        accepted = f"a decision by seat {state.cursor}" if isinstance(step, Ask) else "a decision when asked"
        rulings = () if isinstance(step, Ask) or state.phase != "round" else draft.terms.shaping(due(state).rule)
        raise RefusedError(f"seat {number} is not asked now", accepted, clauses=asked, rulings=rulings)
    choice = _choice(draft, number, step, draft.args["choice"])
    _take(draft, number, step, choice, draft.args.get("discard"), draft.args.get("amount"))


def _choice(draft: Draft, number: int, step: Ask, named: str) -> Choice:
    among = offered(draft.state.seat(number), step)
    for choice in among:
        if choice.name == named:
            return choice
    accepted = ", ".join(choice.name for choice in among)
    rulings = draft.terms.shaping(step.rule)
    raise RefusedError(f"{step.stage}, {named!r} cannot be chosen", accepted, step.rule, rulings=rulings)


def _take(
    draft: Draft,
    number: int,
    step: Ask,
    choice: Choice,
    discard: tuple[int, ...] | None,
    said: Cents | None = None,
    *,
    for_absent: bool = False,
) -> None:
    state = draft.state
    seat = state.seat(number)
    if choice.ending and choice.at_once and not check_seat(draft, number):  # the dealer takes the hand, and counts it
        if draft.state.phase == "round":
            turn_to(draft, next_to_ask(draft.state, step, number))
        return
    ending = _ending(state, seat, step, choice)
    amount = _amount(draft, number, step, choice, said)
    positions = _discard(state, seat, choice, discard)
    if amount > seat.bankroll:
        draft.reach(number, amount - seat.bankroll)
    draft.emit(
        "decided",
        seat=number,
        choice=choice.name,
        wager=choice.wager,
        amount=amount,
        discard=state.faces(positions),
        positions=positions,
        ending=ending,
        **({"absent": True} if for_absent else {}),
    )
    _at_once(draft, number, step, choice, draft.terms.ruled("absent_player") * for_absent)
    turn_to(draft, next_to_ask(draft.state, step, number))


@keeps("irregular.declaration")
def _ending(state: State, seat: Seat, step: Ask, choice: Choice) -> Ending:
    """The hand's ending by the choice, if the cards allow it.

    A wrong declaration is refused unless a human dealer runs the table (C11); any other choice always is.
    """
    may, cards = state.fixed.game.may, state.faces(seat.cards)
    if may is every_choice or may(choice.name, cards, state.terms):
        return choice.ending or seat.ending
    if "check" in state.fixed.automation or choice.ending is None:
        others = ", ".join(each.name for each in offered(seat, step) if each is not choice)
        shaping = state.terms.shaping("irregular.declaration") if choice.ending else ()
        rulings = (*shaping, *state.fixed.game.barred(cards, state.terms))
        raise RefusedError(f"these cards cannot {choice.name}", others, choice.rule, rulings=rulings)
    return "wrong"


@keeps("wager.bet", "wager.play")
def _amount(draft: Draft, number: int, step: Ask, choice: Choice, said: Cents | None) -> Cents:
    """The stake that the choice puts up, if the player has it, at whichever position (ruling S35).

    Where the player says how much and says nothing, it is the least.
    """
    state, seat = draft.state, draft.state.seat(number)
    amount, have = cost(state, seat, choice) if said is None else said, state.purse(seat.person)
    if said is not None:
        _within(state, seat, choice, said)
    if amount > have:
        short = f"{choice.name} costs {state.terms.money(amount)} and {state.terms.money(have)} is left"
        accepted = "a choice that you can pay for, or chips bought first"
        raise RefusedError(
            short, accepted, clauses=state.terms.under(choice.rule, step.rule), ruled=("chips_any_time",)
        )
    return amount


def _within(state: State, seat: Seat, choice: Choice, amount: Cents) -> None:
    """Check an amount that the player says: between the bounds of the choice, and one that pays whole cents."""
    money = state.terms.money
    if choice.up_to is None or choice.wager is None:
        raise RefusedError(f"{choice.name} takes no amount", f"{choice.name} alone", choice.rule, about="amount")
    low, high, unit = cost(state, seat, choice), most_of(state, seat, choice), state.fixed.units[choice.wager]
    if not low <= amount <= high:
        why, accepted = f"{choice.name} of {money(amount)} was offered", f"from {money(low)} to {money(high)}"
        raise RefusedError(why, accepted, choice.rule, about="amount")
    if amount % unit:
        why = f"{choice.name} of {money(amount)} would not pay whole cents"
        raise RefusedError(why, f"a multiple of {money(unit)}", choice.rule, ruled=("odd_cents",), about="amount")


@keeps("ask.discard")
def _discard(state: State, seat: Seat, choice: Choice, discard: tuple[int, ...] | None) -> tuple[int, ...]:
    """The positions of the cards that the player discards, in the order in which they were named."""
    if not choice.discards:
        if discard is not None:
            raise RefusedError(f"{choice.name} takes no discard", f"{choice.name} alone", choice.rule)
        return ()
    named, least = discard or (), choice.least_discards
    held = {state.order[position]: position for position in seat.cards}
    if least <= len(named) <= choice.discards and len(set(named)) == len(named) and held.keys() >= set(named):
        return tuple([held[card] for card in named])
    deck = state.terms.rulebook.deck
    given = deck.text(named).replace(" ", ", ") or "no card"
    many = "one" if choice.discards == least == 1 else f"{choice.discards}" if choice.discards == least else ""
    own = deck.text(state.faces(seat.cards)).replace(" ", ", ")
    accepted = f"{many or f'from {least} to {choice.discards}'} of {own}"
    rule = "ask.discard" if state.terms.binds("ask.discard") else choice.rule
    rulings = () if named else state.terms.shaping(rule)
    raise RefusedError(f"{given} was discarded", accepted, rule, rulings=rulings)


# ---- immediate effects of an answer --------------------------------------------------------------------


@keeps("ask.withdraw", "ask.fold", "ask.declare", "ask.fold_rack", "ask.fold_trips", "ask.ride")
def _at_once(draft: Draft, number: int, step: Ask, choice: Choice, rulings: tuple[str, ...]) -> None:
    """Return a withdrawn wager, and settle a fold or a declaration where the document settles it at once."""
    seat = draft.state.seat(number)
    if choice.withdraws and choice.withdraws in seat.wagers:
        stake = seat.wagers[choice.withdraws]
        cited = draft.terms.under("ask.withdraw", step.rule)  # of the two times to withdraw, this one
        draft.settle(number, back(choice.withdraws, stake, "withdrawn", "you took it back", cited, rulings))
    if choice.turns_up:
        down = tuple([position for position in seat.cards if position not in draft.state.up])
        draft.emit("turned", of=str(number), positions=down, cards=draft.state.faces(down))
    if choice.settles and choice.at_once:
        settle_ended(draft, number, choice.settles)


def settle_ended(draft: Draft, number: int, wagers: tuple[str, ...]) -> None:
    """Settle the wagers of a hand that has ended, and rack its cards unless a wager still needs them."""
    settle_wagers(draft, number, wagers)
    if not needed(draft.state, number):
        collect(draft, number)


# ---- a player who is away or silent --------------------------------------------------------------------


@keeps("seat.stay")
def timeout(draft: Draft, command: Command) -> None:
    """Act for a player whose time has run out, whether away or only silent (ruling S10); or go on without a number."""
    if is_owed(draft.state, command.seat) and draft.state.phase == "round":
        withhold(draft, command.seat)
        return
    step = _waited_for(draft, command.seat)
    if draft.terms["absent_player"] == "hold":
        away = draft.state.seat(command.seat).away
        accepted = "an action by the floor" if away else "an answer by the player, or a ruling by the floor"
        raise RefusedError("the round is held", accepted, "seat.stay", ruled=("absent_player",))
    _act_for(draft, command.seat, step)


@keeps("seat.stay")
def act(draft: Draft, command: Command) -> None:
    """Let the floor take the action of ruling S10, and no other, for a player who is away (ruling S24)."""
    _act_for(draft, command.seat, _waited_for(draft, command.seat, away=True))


def _waited_for(draft: Draft, number: int, *, away: bool = False) -> Ask:
    state = draft.state
    step = draft.step if state.phase == "round" else None
    if not isinstance(step, Ask) or state.cursor != number or (away and not state.seat(number).away):
        accepted = f"a player who is {'away and ' * away}asked"
        raise RefusedError(
            f"seat {number} is not being waited for", accepted, "seat.stay", ruled=("floor_for_absent",) if away else ()
        )
    return step


def _act_for(draft: Draft, number: int, step: Ask) -> None:
    """Take the action that puts up no new money; of cards to discard, the fewest, and those dealt last.

    A player who is away forfeits the wagers, where that was chosen; a silent player has not left the round.
    """
    state = draft.state
    seat = state.seat(number)
    if seat.away and draft.terms["absent_player"] == "forfeit":
        _abandoned(draft, number, step)
        return
    choice = _choice(draft, number, step, state.fixed.game.absent(step.stage, state.faces(seat.cards), state.terms))
    last = state.faces(seat.cards[len(seat.cards) - choice.least_discards :]) if choice.discards else None
    _take(draft, number, step, choice, last, for_absent=True)


@keeps("seat.abandoned")
def _abandoned(draft: Draft, number: int, step: Ask) -> None:
    """Treat the wagers as lost; the hand is counted and collected as a fold is, when all have acted (D29)."""
    draft.emit(
        "decided", seat=number, choice=ABANDONED, wager=None, amount=0, discard=(), positions=(), ending="folded"
    )
    turn_to(draft, next_to_ask(draft.state, step, number))


def settle_abandoned(draft: Draft, number: int) -> None:
    """Settle the wagers of a player who left as lost, and collect the cards."""
    clauses = draft.terms.clauses("seat.abandoned")
    for wager, stake in draft.state.seat(number).wagers.items():
        rulings = draft.terms.rulings(wager, "seat.abandoned")
        draft.settle(number, lose(wager, stake, "you left the round", clauses, rulings))
    collect(draft, number)
