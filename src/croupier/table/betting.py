"""Seats and wagers: who may sit, what may be staked on what, and when bets close."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.citing import keeps
from croupier.games.terms import Terms
from croupier.money import Cents, dollars
from croupier.rulebook.model import Wager
from croupier.rulebook.progressive import Progressive
from croupier.table.commands import Command, RefusedError, is_whole
from croupier.table.draft import Draft
from croupier.table.due import bonus_stakes
from croupier.table.state import Seat, State


@keeps("seat.most", "seat.seated", "seat.two_positions", "seat.one_position")
def sit(draft: Draft, command: Command) -> None:
    """A player takes a free seat. Two seats are for one player only where allowed, and then next to each other."""
    state, number = draft.state, command.seat
    if not 1 <= number <= len(state.seats):
        raise RefusedError(
            f"there is no seat {number}", f"a seat from 1 to {len(state.seats)}", _seats_rule(draft.terms)
        )
    if state.seats[number - 1] is not None:
        free = [str(each) for each, seat in enumerate(state.seats, start=1) if seat is None]
        raise RefusedError(f"seat {number} is taken", f"a free seat: {', '.join(free) or 'none'}", "seat.seated")
    player = command.args.get("player", f"player {number}")
    if not isinstance(player, str) or not player.strip():
        raise RefusedError(f"{player!r} is no name", "a player's name", "seat.seated")
    bankroll = command.args.get("bankroll", 0)
    if not isinstance(bankroll, int) or isinstance(bankroll, bool) or bankroll < 0:
        raise RefusedError(f"{bankroll!r} is no amount in cents", "a bankroll of 0 cents or more", "wager.chips")
    _one_place(state, number, player)
    draft.emit("sat", seat=number, player=player, bankroll=bankroll)


def _seats_rule(terms: Terms) -> str:
    return "seat.most" if terms.binds("seat.most") else "seat.seated"


def _one_place(state: State, number: int, player: str) -> None:
    already = [each for each, seat in state.taken() if seat.player == player]
    if not already:
        return
    if state.terms["two_positions"] != "yes":
        rule = "seat.one_position" if state.terms.binds("seat.one_position") else "seat.two_positions"
        raise RefusedError(f"{player} has seat {already[0]}", "one place for one player", rule)
    if len(already) > 1 or abs(already[0] - number) != 1:
        raise RefusedError(f"{player} has seat {already[0]}", "two places next to each other", "seat.two_positions")


@keeps("seat.stay")
def leave(draft: Draft, command: Command) -> None:
    """Who has no cards takes the money and goes; who has is waited for (ruling S10)."""
    state, number = draft.state, command.seat
    seat = _seated(state, number)
    if state.phase == "round" and seat.staked:
        draft.emit("away", seat=number, away=True)
        return
    if seat.wagers:
        draft.emit("placed", seat=number, wagers={})
    draft.emit("left", seat=number, bankroll=draft.state.seat(number).bankroll)


def come_back(draft: Draft, command: Command) -> None:
    """A player who was away sits down again."""
    seat = _seated(draft.state, command.seat)
    if not seat.away:
        raise RefusedError(f"seat {command.seat} is not away", "play on", "seat.stay")
    draft.emit("away", seat=command.seat, away=False)


def _seated(state: State, number: int) -> Seat:
    if not 1 <= number <= len(state.seats) or state.seats[number - 1] is None:
        raise RefusedError(f"nobody sits at seat {number}", "a player who is seated", "seat.seated")
    return state.seat(number)


@keeps("wager.chips", "wager.no_cash", "wager.before_close", "wager.frozen", "layout.areas")
def bet(draft: Draft, command: Command) -> None:
    """A player sets down the wagers of the round, all of them; an empty layout takes them back."""
    state, number = draft.state, command.seat
    seat = _seated(state, number)
    if not _open(state):
        when = "bets are closed" if state.phase == "round" else "bets are not open"
        raise RefusedError(f"{when}", "wagers before 'No more bets'", "wager.frozen")
    instrument = command.args.get("with", "chips")
    if instrument != "chips":
        rule = "wager.no_cash" if instrument == "cash" else "wager.chips"
        raise RefusedError(f"a wager in {instrument} was offered", "chips or plaques on the betting area", rule)
    wagers = command.args.get("wagers", {})
    if not isinstance(wagers, Mapping):
        raise RefusedError(f"{wagers!r} are no wagers", "wagers by name, in cents", "wager.chips")
    if wagers:
        check_wagers(state, wagers)
    have = seat.bankroll + sum(seat.wagers.values())
    if sum(wagers.values()) > have:
        raise RefusedError(
            f"{dollars(sum(wagers.values()))} is more than {dollars(have)}", "what you have", "wager.chips"
        )
    ordered = {name: wagers[name] for name in draft.terms.wagers if name in wagers}
    draft.emit("placed", seat=number, wagers=ordered)
    if command.args.get("ready"):
        draft.emit("ready", seat=number)


def _open(state: State) -> bool:
    """Bets are open from the loaded deck to 'No more bets', also while that deck is cut or shuffled again (S15)."""
    waiting = state.phase == "preparing" and any(seat.wagers for _, seat in state.taken())
    return state.phase == "betting" or waiting


def ready(draft: Draft, command: Command) -> None:
    """A player has finished betting; when all have, bets may close."""
    _seated(draft.state, command.seat)
    if not _open(draft.state):
        raise RefusedError("bets are not open", "ready while bets are open", "wager.before_close")
    draft.emit("ready", seat=command.seat)


# ---- what may be staked on what ------------------------------------------------------------------------


@keeps("wager.ante", "wager.blind", "wager.bets", "wager.ante_bonus", "wager.trips", "wager.cover_all", "wager.bonus")
@keeps("wager.three_card_bonus", "wager.dragon_bet", "wager.progressive", "offer.bonus", "offer.three_card_bonus")
@keeps("offer.dragon_bet", "offer.cover_all")
def check_wagers(state: State, wagers: Mapping[str, Cents]) -> None:
    """Required, optional, equal, exact and dependent wagers, each within its bounds."""
    terms = state.terms
    for name, stake in wagers.items():
        about = state.fixed.terms.rulebook.wagers.get(name)
        if about is None or about.placed != "before the deal":
            accepted = ", ".join(each for each, known in terms.wagers.items() if known.placed == "before the deal")
            raise RefusedError(f"{name!r} cannot be wagered now", accepted, "wager.before_close")
        if name not in terms.wagers:
            offer = f"offer.{name}" if terms.binds(f"offer.{name}") else _rule(terms, about)
            raise RefusedError(f"{about.title} is not offered at this table", "the other wagers", offer)
        _stake(terms, about, stake)
    # Where side wagers may stand alone (ruling D9), a layout of nothing else needs no hand against the dealer.
    alone = terms.options.get("side_wagers_need_ante") == "no" and all(terms.wagers[name].side for name in wagers)
    for about in () if alone else terms.wagers.values():
        if about.required and about.name not in wagers:
            raise RefusedError(f"{about.title} is missing", f"{about.title} with every hand", _rule(terms, about))
    for name, stake in wagers.items():
        _beside(state, terms.wagers[name], stake, wagers)


def _rule(terms: Terms, wager: Wager) -> str:
    names = (f"wager.{wager.name}", "wager.bets", "wager.before_close")
    return next(name for name in names if terms.binds(name))


@keeps("wager.progressive")
def _stake(terms: Terms, wager: Wager, stake: object) -> None:
    low, high = terms.bounds(wager.name)
    if not isinstance(stake, int) or isinstance(stake, bool) or not low <= stake <= high:
        accepted = f"exactly {dollars(low)}" if low == high else f"from {dollars(low)} to {dollars(high)}"
        given = dollars(stake) if isinstance(stake, int) else repr(stake)
        raise RefusedError(f"{wager.title} of {given} was offered", accepted, _rule(terms, wager))
    if terms["odd_cents"] == "refuse":
        for odds in terms.odds(wager.name):
            if not odds.pay_whole_cents(stake):
                why = f"{wager.title} of {dollars(stake)} would not pay whole cents at {odds} (ruling S7)"
                raise RefusedError(why, f"a multiple of {dollars(odds.on)}", _rule(terms, wager))


def _beside(state: State, wager: Wager, stake: Cents, wagers: Mapping[str, Cents]) -> None:
    terms = state.terms
    if wager.equal_to is not None and stake != wagers.get(wager.equal_to):
        other = terms.wagers[wager.equal_to]
        why = f"{wager.title} of {dollars(stake)} is not equal to {other.title}"
        raise RefusedError(why, f"{wager.title} equal to {other.title}", _rule(terms, wager))
    alone = terms.options.get("side_wagers_need_ante") == "no" and wager.name != "progressive"
    missing = [] if alone else [name for name in wager.needs if name not in wagers]
    if missing:
        needed = terms.rulebook.wagers[missing[0]].title
        raise RefusedError(f"{wager.title} stands only beside {needed}", f"{needed} too", _rule(terms, wager))
    if wager.name in state.fixed.game.on_all_hands and not _counts_hands(state):
        why = f"{wager.title} needs the automated shoe and its shuffler, and one of them is out of use"
        raise RefusedError(why, "the other wagers", "offer.cover_all")


def _counts_hands(state: State) -> bool:
    """Whether the devices are in use that deal and count the hands for a wager on all of them (ruling U6)."""
    return state.dealing == "automated_shoe" and state.shuffling != "manual"


def stranded(state: State) -> int:
    """A seat whose wager on all hands has lost those devices since it was placed; 0 if there is none."""
    on_all = state.fixed.game.on_all_hands
    if not on_all or _counts_hands(state):
        return 0
    return next((number for number, seat in state.taken() if not seat.wagers.keys().isdisjoint(on_all)), 0)


# ---- closing -------------------------------------------------------------------------------------------


@keeps("deal.no_more_bets", "round.whole", "wager.before_close")
def no_more_bets(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """The dealer closes the bets, once there is something to deal for."""
    state = draft.state
    players = [number for number, seat in state.taken() if seat.wagers]
    if not players:
        raise RefusedError("no wager stands", "a wager, or the cards spread", "deal.no_more_bets")
    if not state.shoe_works:
        raise RefusedError("the shoe has failed", draft.until_mended("shoe"), "irregular.shoe_jam")
    if number := stranded(state):
        why = f"the automated shoe and its shuffler are not both in use, and seat {number} has a wager that needs them"
        raise RefusedError(why, "that wager taken back", "offer.cover_all")
    if lacking := no_column(state):
        raise RefusedError(*lacking, "pay.cover_all")
    draft.emit("closed", words="No more bets")
    _grow(draft)


@keeps("deal.hands_counted", "pay.cover_all")
def no_column(state: State) -> tuple[str, str] | None:
    """A wager on all hands needs a column for their number, the dealer's among them (U2): what lacks, and a way out."""
    hands = sum(1 for _, seat in state.taken() if seat.wagers) + 1
    for number, seat in state.taken():
        for name in state.fixed.game.on_all_hands:
            if name in seat.wagers and not state.terms.has_column(name, str(hands)):
                title = state.terms.wagers[name].title
                why = f"{title} has no column for {hands} hands, and seat {number} has wagered on it"
                return why, f"{title} taken back, or fewer hands"
    return None


def _grow(draft: Draft) -> None:
    """The progressive's meter grows by an increment a wager, those of the round included (ruling S22)."""
    progressive = draft.terms.options.get("progressive")
    if not isinstance(progressive, Progressive):
        return
    wagers = sum("progressive" in seat.wagers for _, seat in draft.state.taken())
    if wagers:
        change = wagers * progressive.increment
        draft.emit("meter", amount=draft.state.meter + change, change=change)


def meter(draft: Draft, command: Command) -> None:
    """The house says where the progressive's meter stands."""
    amount = command.args.get("amount")
    if not isinstance(draft.terms.options.get("progressive"), Progressive):
        raise RefusedError("no progressive is offered", "play without a meter", "wager.before_close")
    if not isinstance(amount, int) or isinstance(amount, bool) or amount < 0 or draft.state.phase == "round":
        at = dollars(amount) if isinstance(amount, int) else repr(amount)
        raise RefusedError(f"a meter at {at}", "an amount in cents, between rounds", "wager.before_close")
    draft.emit("meter", amount=amount, change=0)


@keeps("deal.bonus_chips")
def collect_bonus(draft: Draft, command: Command) -> None:
    """Bonus chips are collected and checked against what the devices accepted; a difference stops the deal (L14)."""
    state = draft.state
    chips = bonus_stakes(state)
    accepted = command.args.get("accepted", chips + state.miscounted)
    if not is_whole(accepted):
        raise RefusedError(f"the devices accepted {accepted!r}", "a number of chips", "deal.bonus_chips")
    if accepted == chips:
        draft.emit("bonus_chips", chips=chips, accepted=accepted, settled=True)
        return
    draft.emit("bonus_chips", chips=chips, accepted=accepted, settled=False)
    draft.emit(
        "pending", what="bonus chips", says=f"bonus chips collected: {chips}, accepted by the devices: {accepted}"
    )
