"""Procedures for seats and wagers: sitting down, leaving, stakes and their bounds, and the close of bets."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.citations import keeps
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.rulebook.model import Wager
from croupier.table.model.command import Command, RefusedError
from croupier.table.model.next_step import chips_placed, due, unshuffled
from croupier.table.model.state import Seat, State
from croupier.table.procedures.deck import change_overdue, overdue
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.meters import grow
from croupier.table.procedures.player_numbers import promise
from croupier.table.procedures.session import lasted


@keeps("seat.most", "seat.two_positions", "seat.one_position")
def sit(draft: Draft, command: Command) -> None:
    """Take a free seat. One player has two seats only where that is allowed, and then next to each other."""
    state, number = draft.state, command.seat
    free = [str(each) for each, seat in enumerate(state.seats, start=1) if seat is None]
    if not number or state.seats[number - 1] is not None:
        why = f"seat {number} is taken" if number else "it is not said which seat"
        raise RefusedError(why, f"a free seat: {', '.join(free) or 'none'}", "seat.seated")
    _one_place(state, number, command.person)
    draft.emit("sat", seat=number, person=command.person, bankroll=draft.args.get("bankroll", 0))
    promise(draft, command)


def _one_place(state: State, number: int, person: str) -> None:
    already = [each for each, seat in state.taken() if seat.person == person]
    if not already:
        return
    if state.terms["two_positions"] != "yes":
        rule = "seat.one_position" if state.terms.binds("seat.one_position") else "seat.two_positions"
        rulings = ruling_of(state.terms, "two_positions")
        raise RefusedError(f"you have seat {already[0]}", "one place for one player", rule, rulings=rulings)
    if len(already) > 1 or abs(already[0] - number) != 1:
        raise RefusedError(f"you have seat {already[0]}", "two places next to each other", "seat.two_positions")


@keeps("seat.stay")
def leave(draft: Draft, command: Command) -> None:
    """Leave the table with the money, at once; a player who has cards is away and waited for (ruling S10)."""
    state, number = draft.state, command.seat
    seat = _seated(state, number)
    if state.closed and seat.staked:
        draft.emit("away", seat=number, away=True, keeps=False)
        return
    if seat.wagers:
        draft.emit("placed", seat=number, wagers={})
    draft.emit("left", seat=number, person=seat.person, bankroll=draft.state.seat(number).bankroll)


def sit_out(draft: Draft, command: Command) -> None:
    """Sit out: the player plays no round until coming back, and keeps the place; in a round ruling S10 applies."""
    state, number = draft.state, command.seat
    seat = _seated(state, number)
    if seat.keeps:
        raise RefusedError(f"seat {number} sits out already", "'come back', or 'leave'", "seat.stay")
    if seat.wagers and not state.closed:
        draft.emit("placed", seat=number, wagers={})
    draft.emit("away", seat=number, away=True, keeps=True)


def come_back(draft: Draft, command: Command) -> None:
    """Come back after being away."""
    seat = _seated(draft.state, command.seat)
    if not seat.away:
        raise RefusedError(f"seat {command.seat} is not away", "play on", "seat.stay")
    draft.emit("away", seat=command.seat, away=False, keeps=False)


@keeps("seat.seated")
def _seated(state: State, number: int) -> Seat:
    seat = state.seats[number - 1] if number else None
    if seat is None:
        raise RefusedError(f"nobody sits at seat {number}", "a player who is seated", "seat.seated")
    return seat


def buy(draft: Draft, command: Command) -> None:
    """Buy chips, at any time when the dealer is not dealing, also when asked to decide (ruling S33)."""
    state, number = draft.state, command.seat
    _seated(state, number)
    if state.phase == "round" and due(state).do in {"deal", "burn", "community"}:
        raise RefusedError(
            "the dealer is dealing", "chips when the cards are out", "wager.chips", ruled=("chips_any_time",)
        )
    draft.emit("bought", seat=number, amount=draft.args["amount"])


@keeps("wager.chips", "wager.no_cash", "wager.before_close", "wager.frozen", "layout.areas")
def bet(draft: Draft, command: Command) -> None:
    """Place all wagers of the round; an empty layout takes them back. Whoever bets while sitting out is back."""
    state, number = draft.state, command.seat
    seat = _seated(state, number)
    wagers: Mapping[str, Cents] = draft.args["wagers"]
    _bets_open(state, wagers)
    instrument = _instrument(draft)
    if wagers:
        check_wagers(state, number, wagers)
    _reach(draft, number, sum(wagers.values()) - sum(seat.wagers.values()))
    ordered = {name: wagers[name] for name in draft.terms.wagers if name in wagers}
    if wagers and seat.away:
        come_back(draft, command)
    draft.emit("placed", seat=number, wagers=ordered, **instrument)
    _without_column(draft)
    promise(draft, command)
    if draft.args.get("ready"):
        _say_ready(draft, number)


@keeps("wager.chips", "seat.two_positions")
def _reach(draft: Draft, number: int, more: Cents) -> None:
    """Check that a person has the chips for a bet, at whichever position they lie (ruling S35), and bring them."""
    state = draft.state
    seat = state.seat(number)
    if more <= seat.bankroll:
        return
    have, laid = state.purse(seat.person), sum(seat.wagers.values())
    if more > have:
        rulings = state.terms.ruled("one_purse") if len(state.places_of(seat.person)) > 1 else ()
        asked = f"{state.terms.money(laid + more)} is more than {state.terms.money(laid + have)}"
        raise RefusedError(asked, "what you have, or chips bought first", "wager.chips", rulings=rulings)
    draft.reach(number, more - seat.bankroll)


@keeps("wager.chips", "wager.no_cash")
def _instrument(draft: Draft) -> dict[str, str]:
    """The instrument on the layout if it is not chips, for the record (ruling S27)."""
    instrument = draft.args.get("with", "chips")
    if instrument == "chips":
        return {}
    named = draft.terms.options.get("other_instrument")
    taken = ["chips", "plaques", *([named] if isinstance(named, str) else [])]
    if instrument not in taken:
        of_cash = instrument == "cash" and draft.terms.binds("wager.no_cash")
        rule = "wager.no_cash" if of_cash else "wager.chips"
        accepted = f"{' or '.join(taken)} on the betting area"
        coupon = ruling_of(draft.terms, "match_play") if instrument in _COUPONS else ()
        raise RefusedError(
            f"a wager in {instrument} was offered", accepted, rule, rulings=coupon or draft.terms.ruled("instruments")
        )
    return {"with": instrument}


_COUPONS = frozenset({"match play", "match play coupon", "match-play coupon", "coupon"})


def ruling_of(terms: Terms, option: str) -> tuple[str, ...]:
    """The ruling that an option of the document is about, if there is one."""
    about = terms.rulebook.options.get(option)
    return (about.ruling,) if about is not None and about.ruling else ()


def _bets_open(state: State, wagers: Mapping[str, Cents] = {}) -> None:
    """Check that bets are open: from opening or a round's end to 'No more bets', whatever the cards do (S15, S28)."""
    if state.closed:
        rulings = dict.fromkeys(each for name in wagers for each in state.terms.rulings(name, "wager.frozen"))
        raise RefusedError("bets are closed", "wagers before 'No more bets'", "wager.frozen", rulings=tuple(rulings))
    if not state.opened:
        accepted = "wagers when a deck has come to the table"
        raise RefusedError("bets are not open", accepted, "wager.before_close", ruled=("bets_open",))


def ready(draft: Draft, command: Command) -> None:
    """Finish betting; when all players have, bets may close."""
    _seated(draft.state, command.seat)
    _bets_open(draft.state)
    promise(draft, command)
    _say_ready(draft, command.seat)


def _say_ready(draft: Draft, number: int) -> None:
    """Mark a player ready, unless cards are still to be committed to (ruling S34)."""
    state = draft.state
    if state.fixed.committed and state.phase != "betting":
        accepted = "wagers without 'ready', and 'ready' when the root is published"
        raise RefusedError("the cards are not committed to yet", accepted, "seat.seated", ruled=("committed_cards",))
    draft.emit("ready", seat=number)


# ---- validation of wagers ------------------------------------------------------------------------------


@keeps("wager.ante", "wager.blind", "wager.bets", "wager.ante_bonus", "wager.trips", "wager.cover_all", "wager.bonus")
@keeps("wager.three_card_bonus", "wager.dragon_bet", "wager.progressive", "offer.bonus", "offer.three_card_bonus")
@keeps("offer.dragon_bet", "offer.cover_all")
def check_wagers(state: State, seat: int, wagers: Mapping[str, Cents]) -> None:
    """Check required, optional, equal, exact and dependent wagers, each within its bounds."""
    terms = state.terms
    for name, stake in wagers.items():
        about = state.fixed.terms.rulebook.wagers.get(name)
        if about is None or about.placed != "before the deal":
            accepted = ", ".join(each for each, known in terms.wagers.items() if known.placed == "before the deal")
            raise RefusedError(f"{name!r} cannot be wagered now", accepted, "wager.before_close")
        if name not in terms.wagers:
            offer = f"offer.{name}" if terms.binds(f"offer.{name}") else _rule(terms, about)
            rulings = ruling_of(terms, about.offered[0]) if about.offered else ()
            why = f"{about.title} is not offered at this table"
            raise RefusedError(why, "the other wagers", offer, rulings=rulings)
        _stake(terms, about, stake, state.fixed.units[about.name])
    # Where side wagers may stand alone (ruling D9), a layout of nothing else needs no hand against the dealer.
    sides = terms.sides.issuperset(wagers)
    alone = state.fixed.deal.sides_alone and sides
    if sides and not alone:
        _beside(state, seat, terms.wagers[next(iter(wagers))], 0, wagers)
    for about in () if alone else terms.required:
        if about.name not in wagers:
            raise RefusedError(f"{about.title} is missing", f"{about.title} with every hand", _rule(terms, about))
    for name, stake in wagers.items():
        _beside(state, seat, terms.wagers[name], stake, wagers)


def _rule(terms: Terms, wager: Wager, *first: str) -> str:
    """The first of the rules about a wager that the document has."""
    names = (*first, f"wager.{wager.name}", "wager.bets", "wager.before_close")
    return next(name for name in names if terms.binds(name))


@keeps("wager.progressive", "wager.bounds")
def _stake(terms: Terms, wager: Wager, stake: Cents, unit: Cents) -> None:
    low, high = terms.bounds[wager.name]
    if not low <= stake <= high:
        accepted = f"exactly {terms.money(low)}" if low == high else f"from {terms.money(low)} to {terms.money(high)}"
        # An exact stake is the document's own, or a reading of it; the table's bounds rest on a ruling.
        rule = _rule(terms, wager) if low == high else _rule(terms, wager, "wager.bounds")
        rulings = terms.rulings(wager.name, rule) if low == high else terms.ruled("stakes")
        why = f"{wager.title} of {terms.money(stake)} was offered"
        raise RefusedError(why, accepted, rule, rulings=rulings)
    if stake % terms.units[wager.name]:
        odds, clause = next(each for each in terms.odds(wager.name) if not each[0].pay_whole_cents(stake))
        why, accepted = (
            f"{wager.title} of {terms.money(stake)} would not pay whole cents at {odds}",
            terms.money(odds.on),
        )
        rule = _rule(terms, wager)
        raise RefusedError(why, f"a multiple of {accepted}", rule, ruled=("odd_cents",), clauses=(clause,))
    if stake % unit:
        why = f"a part of {wager.title} of {terms.money(stake)} would not be whole cents"
        raise RefusedError(why, f"a multiple of {terms.money(unit)}", _rule(terms, wager), ruled=("odd_cents",))


def _beside(state: State, seat: int, wager: Wager, stake: Cents, wagers: Mapping[str, Cents]) -> None:
    terms = state.terms
    alone = state.fixed.deal.sides_alone and wager.name != "progressive"
    missing = [] if alone else [name for name in wager.needs if name not in wagers]
    if missing:
        needed = terms.rulebook.wagers[missing[0]].title
        why, accepted, by = f"{wager.title} stands only beside {needed}", f"{needed} too", wager.needs_by
        if by is None:
            raise RefusedError(why, accepted, _rule(terms, wager))
        raise RefusedError(why, accepted, clauses=(by.clause,), rulings=(by.ruling,) if by.ruling else ())
    if wager.equal_to is not None and stake != wagers.get(wager.equal_to):
        other = terms.wagers[wager.equal_to]
        why = f"{wager.title} of {terms.money(stake)} is not equal to {other.title}"
        raise RefusedError(why, f"{wager.title} equal to {other.title}", _rule(terms, wager))
    if wager.at_most is not None:
        _within(terms, wager, stake, wagers)
    if wager.name in state.terms.on_all_hands:
        _may_cover_all(state, seat, wager)


def _within(terms: Terms, wager: Wager, stake: Cents, wagers: Mapping[str, Cents]) -> None:
    """Check the bound that a document sets a stake by another wager."""
    bound = wager.at_most
    assert bound is not None  # noqa: S101 - the wager was asked for it
    most = max(bound.times * wagers.get(bound.of, 0), terms.bounds[bound.of][0] if bound.or_minimum else 0)
    if stake > most:
        times = f"{bound.times} times {terms.rulebook.wagers[bound.of].title}"
        why = f"{wager.title} of {terms.money(stake)} is more than {times}"
        accepted = f"at most {terms.money(most)}" if most else f"{wager.title} beside {times.partition(' times ')[2]}"
        raise RefusedError(why, accepted, clauses=wager.clauses)


@keeps("offer.cover_all", "pay.cover_all")
def _may_cover_all(state: State, seat: int, wager: Wager) -> None:
    """Check that a wager on all hands has the devices that count them (U6), and a column for their number (U2)."""
    rule = "offer.cover_all"
    if not _counts_hands(state):
        why = f"{wager.title} needs the automated shoe and its shuffler, and one of them is out of use"
        raise RefusedError(why, "the other wagers", rule, rulings=state.terms.rulings(wager.name, rule))
    others = sum(1 for number, each in state.taken() if each.wagers and number != seat)
    if not state.terms.has_column(wager.name, str(others + 2)):
        why, rule = f"{wager.title} has no column for {others + 2} hands, the dealer's among them", "pay.cover_all"
        raise RefusedError(why, "the other wagers", rule, rulings=state.terms.rulings(wager.name, rule))


def _counts_hands(state: State) -> bool:
    """True if the devices that deal and count hands for a wager on all of them are in use (ruling U6)."""
    return state.way_of_dealing.device and not state.way_of_shuffling.by_hand


# ---- closing -------------------------------------------------------------------------------------------


def may_close(state: State) -> bool:
    """True if bets may close automatically once all players are ready."""
    return not _unfed(state) and not (state.sealed and lasted(state))


def _unfed(state: State) -> bool:
    """True if the other deck waits for a shuffler that has failed: until that is mended it cannot be shuffled."""
    return state.devices["shuffler"] != "working" and bool(unshuffled(state))


def _asked_again(state: State) -> int:
    """A seat that was ready for a digital deck that was cut or shuffled again since, and is not ready for this one."""
    if not state.fixed.committed:
        return 0
    return next((number for number, seat in state.taken() if seat.wagers and seat.was_ready), 0)


@keeps("deal.no_more_bets", "round.whole", "wager.before_close")
def no_more_bets(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """Close the bets, if a wager stands."""
    state = draft.state
    if not [seat for seat in state.seats if seat is not None and seat.wagers]:
        raise RefusedError("no wager stands", "a wager, or the cards spread", "deal.no_more_bets")
    if not state.shoe_works:
        raise RefusedError("the shoe has failed", draft.until_mended("shoe"), "irregular.shoe_jam")
    if state.sealed and lasted(state):
        raise RefusedError(
            "the session has lasted 24 hours", "a new session", "deal.no_more_bets", ruled=("committed_cards",)
        )
    if number := _asked_again(state):
        why = f"seat {number} was ready for other cards than these"
        raise RefusedError(
            why, "'ready' again, or the wager taken back", "deal.no_more_bets", ruled=("committed_cards",)
        )
    if _unfed(state):
        why = "the shuffler has failed, and the other deck is not shuffled"
        accepted = f"{draft.until_mended('shuffler')}, or the other deck withdrawn"
        raise RefusedError(why, accepted, "deck.second_shuffles", ruled=("one_deck_left",))
    if overdue(state, state.decks[state.playing]):
        draft.emit("unloaded", deck=state.playing)
        change_overdue(draft, state.playing)
        return
    _feed_shuffler(draft)
    draft.emit("closed", words="No more bets")
    grow(draft)


@keeps("deck.second_rack")
def _feed_shuffler(draft: Draft) -> None:
    """Put the other deck into the shuffler, so that the rack is empty before a card of this round goes there."""
    for number in unshuffled(draft.state):  # one that lies in the shuffler was shuffled before bets were open
        draft.emit("fed", deck=number, of=draft.state.decks[number].lies)


@keeps("pay.cover_all")
def _without_column(draft: Draft) -> None:
    """Return wagers on all hands, with a notice, when more players are in than there are columns for (ruling U2)."""
    state, terms = draft.state, draft.terms
    laid = [seat.wagers for seat in state.seats if seat is not None and seat.wagers]
    hands, placed = len(laid) + 1, set[str]().union(*laid)
    for name in filter(placed.__contains__, state.terms.on_all_hands):
        if not terms.has_column(name, str(hands)):
            _goes_back(draft, name, "pay.cover_all", f"it has no column for {hands} hands")


@keeps("offer.cover_all")
def without_devices(draft: Draft) -> None:
    """Return wagers on all hands, with a notice, when the devices that they need go out of use (rulings U6, U2)."""
    if not _counts_hands(draft.state):
        for name in _on_all(draft.state):
            _goes_back(draft, name, "offer.cover_all", "the automated shoe and its shuffler are not both in use")


def _on_all(state: State) -> list[str]:
    """The wagers on all hands that are offered."""
    return [name for name in state.terms.on_all_hands if name in state.terms.wagers]


def _goes_back(draft: Draft, name: str, rule: str, why: str) -> None:
    """Return a wager at every seat, with a notice; the seat's other wagers stand, and the player is asked again."""
    terms = draft.state.terms
    rulings, clauses = terms.rulings(name, rule), terms.clauses(rule)
    for number, seat in draft.state.taken():
        if name in seat.wagers:
            left = {wager: stake for wager, stake in seat.wagers.items() if wager != name}
            says = f"{terms.wagers[name].title} of seat {number} goes back: {why}"
            draft.emit("notice", seat=number, says=says, clauses=clauses, rulings=rulings)
            draft.emit("placed", seat=number, wagers=left)


def may_compare_chips(state: State) -> bool:
    """True if the chips of a wager may be compared with the devices though none were placed."""
    before = state.phase == "round" and state.step == 0 and not state.dealt and not state.bonus_checked
    offered = any(name in state.terms.wagers for name in state.fixed.deal.counted_chips)
    return before and state.terms.binds("deal.bonus_chips") and offered


@keeps("deal.bonus_chips")
def collect_bonus(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Collect bonus chips and check them against the devices' count; a difference stops the deal."""
    state = draft.state
    chips = chips_placed(state)
    accepted = draft.args.get("accepted", chips + state.miscounted)
    if accepted == chips:
        draft.emit("bonus_chips", chips=chips, accepted=accepted, settled=True)
        return
    draft.emit("bonus_chips", chips=chips, accepted=accepted, settled=False)
    draft.emit(
        "pending", what="bonus chips", says=f"bonus chips collected: {chips}, accepted by the devices: {accepted}"
    )
