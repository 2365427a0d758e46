"""What goes wrong, how it is found, and what each document says must follow.

Faults are physical: a card lies face up, two stick together, one is missing, a device jams. The table finds them by
its procedures. What a document does not name is for the floor to rule on (ruling S12).
"""

from __future__ import annotations

from croupier.citing import keeps
from croupier.games.game import Ask, Community, DealerReveals
from croupier.games.lines import Line, back
from croupier.rulebook.progressive import Progressive
from croupier.table.commands import Command, RefusedError, is_whole
from croupier.table.draft import Draft
from croupier.table.due import bonus_stakes
from croupier.table.flow import collect, finish, next_to_ask, turn_to
from croupier.table.state import Seat, State

# ---- a round, or a hand, is void -----------------------------------------------------------------------


def void_round(
    draft: Draft, rule: str, says: str, *, plays_on: bool = False, rulings: tuple[str, ...] = ("S1",)
) -> None:
    """Every wager not yet settled goes back (S1), but for those that outlive the dealer's hand where that is said."""
    game = draft.state.fixed.game
    keep = game.plays_on if plays_on else ()
    draft.irregular(rule, says)
    if rule == "irregular.dealer_exposed":
        _undo_folds(draft, says)
    clauses = draft.terms.clauses(rule)
    for number, seat in draft.state.dealt_in():
        for wager, stake in seat.wagers.items():
            if wager not in keep:
                _give_back(draft, number, back(wager, stake, "void", says, clauses, rulings))
    alive = any(wager in seat.wagers for _, seat in draft.state.dealt_in() for wager in keep)
    if alive:
        draft.emit("dealer_void")
    else:
        finish(draft, void=True)


def _give_back(draft: Draft, number: int, line: Line) -> None:
    """A void wager goes back; with a progressive's stake the meter gives its increment up again (ruling S22)."""
    draft.settle(number, line)
    progressive = draft.terms.options.get("progressive")
    if line.wager == "progressive" and isinstance(progressive, Progressive):
        change = -min(progressive.increment, draft.state.meter)
        draft.emit("meter", amount=draft.state.meter + change, change=change)


def _undo_folds(draft: Draft, says: str) -> None:
    """Folded wagers come back when the dealer's hand is void (ruling U20)."""
    if not draft.state.fixed.game.exposure_undoes_folds or draft.terms["exposed_dealer_folds"] != "return":
        return
    clauses = draft.terms.clauses("irregular.dealer_exposed")
    for number, seat in draft.state.dealt_in():
        if seat.ending == "folded":
            for line in [line for line in seat.lines if line.result == "lose"]:
                draft.settle(number, Line(line.wager, 0, "returned", line.stake, says, clauses, "", ("U20",)))


def _void_hand(draft: Draft, number: int, rule: str, says: str) -> None:
    """One player's hand is void: the wagers go back, side wagers too (U22)."""
    draft.irregular(rule, says)
    clauses = draft.terms.clauses(rule)
    live_on = draft.state.fixed.game.on_all_hands if draft.terms.options.get("void_hand_sides") == "play_on" else ()
    draft.emit("decided", seat=number, choice="void", wager=None, amount=0, discard=(), positions=(), ending="void")
    for wager, stake in draft.state.seat(number).wagers.items():
        if wager not in live_on:
            _give_back(draft, number, back(wager, stake, "void", says, clauses, ("U22",)))
    collect(draft, number)


# ---- cards found face up -------------------------------------------------------------------------------


@keeps("irregular.face_up_many", "irregular.face_up_trips")
def many_face_up(draft: Draft) -> None:
    """More than one card was found face up. After the first cards some wagers play on (ruling U21)."""
    if draft.state.dealer_void:
        return
    plays_on = draft.state.first_cards and draft.terms.binds("irregular.face_up_trips")
    rulings = ("S1", "U21") if draft.terms.binds("irregular.face_up_trips") else ("S1",)
    says = "more than one card was found face up"
    void_round(draft, "irregular.face_up_many", says, plays_on=plays_on, rulings=rulings)


# ---- wrong numbers of cards ----------------------------------------------------------------------------


def misdealt(state: State) -> list[str]:
    """The places that have a wrong number of cards."""
    step = state.fixed.deal
    wrong = [str(number) for number, seat in state.dealt_in() if _miscounted(state, seat)]
    wrong += ["dealer"] * (len(state.dealer) != step.dealer)
    laid = len(state.community) + state.burned_community
    wrong += ["community"] * (bool(step.community) and laid != step.community)
    return wrong


def _miscounted(state: State, seat: Seat) -> bool:
    cards = len(seat.cards) + len(seat.discard)
    return cards != state.fixed.deal.each and not seat.collected and seat.ending != "void"


def check_hands(draft: Draft) -> bool:
    """Look over the table after the deal; False if what was found ended the round."""
    for place in misdealt(draft.state):
        if place == "dealer":
            going = check_dealer(draft)
        elif place == "community":
            going = check_community(draft)
        else:
            going = check_seat(draft, int(place))
        if not going and draft.state.phase != "round":
            return False
    if set(draft.state.dealer) & draft.state.up and _too_early(draft.state):
        dealer_exposed(draft)
    return draft.state.phase == "round"


@keeps("irregular.community_count")
def check_community(draft: Draft) -> bool:
    """A wrong number of community cards voids the round."""
    if "community" not in misdealt(draft.state):
        return True
    void_round(draft, "irregular.community_count", "the community cards are not the right number")
    return False


@keeps("irregular.player_count")
def check_seat(draft: Draft, number: int) -> bool:
    """A player with a wrong number of cards: the hand is void, or the round, as the document has it."""
    if not _miscounted(draft.state, draft.state.seat(number)):
        return True
    says = f"seat {number} has a wrong number of cards"
    if draft.state.fixed.game.count_voids == "hand":
        _void_hand(draft, number, "irregular.player_count", says)
        if not any(seat.wagers for _, seat in draft.state.dealt_in()):
            finish(draft, void=True)
    else:
        void_round(draft, "irregular.player_count", says)
    return False


@keeps("irregular.dealer_count")
def check_dealer(draft: Draft) -> bool:
    """A dealer with a wrong number of cards puts it right in sequence where that is allowed (U33); else all is void."""
    state = draft.state
    over = len(state.dealer) - state.fixed.deal.dealer
    if over == 0:
        return True
    unseen = not set(state.dealer) & state.up
    whole = len(state.order) - len(state.lost) == state.fixed.deck_size
    could = state.fixed.game.dealer_completes and unseen and not state.stub_away
    if could and whole:
        _put_right(draft, over)
        return draft.state.phase == "round"
    number = state.playing
    void_round(draft, "irregular.dealer_count", "the dealer has a wrong number of cards")
    if could:  # the deck was counted for it, and is not whole
        draft.emit("removed", deck=number, reason="counted wrong")
    return False


def _put_right(draft: Draft, over: int) -> None:
    from croupier.table.dealing import draw

    draft.irregular("irregular.dealer_count", "the dealer had a wrong number of cards and puts it right in sequence")
    if over > 0:
        draft.emit("put_right", of="dealer", how="goes back to be the next card", positions=draft.state.dealer[-over:])
    for _ in range(-over):
        position = draw(draft)
        if position is None:
            return
        draft.emit("dealt", to="dealer", position=position, card=draft.state.order[position])


@keeps("stub.wrong", "stub.misdealt", "stub.removed", "irregular.community_count")
def check_count(draft: Draft) -> bool:
    """The stub was counted. A deck that is not whole leaves the table, misdealt or not (ruling S13)."""
    state = draft.state
    present = len(state.order) - len(state.lost)
    number = state.playing
    if present != state.fixed.deck_size:
        rulings = ("S1", "S13") if misdealt(state) else ("S1",)
        void_round(draft, "stub.removed", f"the deck has {present} cards", rulings=rulings)
        draft.emit("removed", deck=number, reason="counted wrong")
        return False
    if misdealt(state):
        void_round(draft, "stub.misdealt", "the count shows a misdeal")
        return False
    return True


@keeps("stub.removed")
def ran_out(draft: Draft) -> None:
    """No card is left to deal: such a deck is not whole, which needs no count, and leaves the table."""
    number = draft.state.playing
    void_round(draft, "stub.removed", "the deck has run out")
    draft.emit("removed", deck=number, reason="not whole")


# ---- the dealer's card, and what a person calls --------------------------------------------------------


@keeps("irregular.dealer_exposed")
def dealer_exposed(draft: Draft) -> None:
    """A dealer's card was seen too early."""
    if not draft.terms.binds("irregular.dealer_exposed"):
        draft.emit("pending", what="irregularity", says="a card of the dealer's was exposed")
        return
    says = "a card of the dealer's was exposed too early"
    rulings = ("S1", "U20") if draft.state.fixed.game.exposure_undoes_folds else ("S1",)
    void_round(draft, "irregular.dealer_exposed", says, plays_on=True, rulings=rulings)


def call_exposed(draft: Draft) -> None:
    """A player's or a community card that was exposed in dealing: no clause names it, the floor rules (S12)."""
    state = draft.state
    hands = [("the community area", state.community)]
    hands += [(f"seat {number}", seat.cards) for number, seat in state.dealt_in()]
    places = [place for place, positions in hands if state.up & set(positions)]
    if places:
        draft.emit("pending", what="irregularity", says=f"a card to {' and '.join(places)} was exposed in dealing")


def call(draft: Draft, command: Command) -> None:
    """Dealer or floor calls an irregularity. What the document names is checked; the rest is for the floor."""
    state = draft.state
    what = str(command.args.get("what", ""))
    if state.phase != "round":
        raise RefusedError("no round is in play", "a call during a round", "round.whole")
    if what == "wrong count":
        if not state.first_cards or not misdealt(state):
            raise RefusedError("every hand has its cards", "play on", "deal.order")
        if not check_hands(draft):
            return
        _resume(draft)
    elif what == "dealer exposed":
        if not set(state.dealer) & state.up or not _too_early(state):
            raise RefusedError("no card of the dealer's was exposed too early", "play on", "settle.dealer_reveals")
        dealer_exposed(draft)
        _resume(draft)
    else:
        draft.emit("pending", what="irregularity", says=what or "something unforeseen")


def _too_early(state: State) -> bool:
    """Whether a dealer's card is exposed too early: before the reveal or, where that is said, before all have acted.

    Once the dealer's hand is void, no further card of it matters.
    """
    if state.dealer_void:
        return False
    script = state.fixed.script
    if state.fixed.game.exposure_until == "the reveal":
        return not any(isinstance(step, DealerReveals) for step in script[: state.step])
    left = [(number, step) for number, step in enumerate(script) if isinstance(step, Ask) and number >= state.step]
    return any(next_to_ask(state, step, state.cursor - 1 if number == state.step else 0) for number, step in left)


def _resume(draft: Draft) -> None:
    """Whoever was asked and has no hand any more is passed over; without the dealer nobody is asked."""
    state = draft.state
    step = draft.step
    if state.phase != "round" or not isinstance(step, Ask):
        return
    if state.dealer_void or state.seat(state.cursor).ending != "played":
        turn_to(draft, next_to_ask(state, step, state.cursor))


def rule(draft: Draft, command: Command) -> None:
    """The floor rules on what waits: play on, or void; the choice and its reason are in the record."""
    state = draft.state
    choice = command.args.get("choice")
    assert state.pending is not None  # noqa: S101 - the step that is due is this one
    if choice not in ("play on", "void"):
        raise RefusedError(f"{choice!r} is no ruling", "play on, void", "round.whole")
    what = state.pending[0]
    draft.emit("ruled", what=what, choice=choice, reason=str(command.args.get("reason", "")))
    if choice == "void":
        cited, ruling = ("deal.bonus_chips", "L14") if what == "bonus chips" else ("round.whole", "S12")
        void_round(draft, cited, "the floor has ruled the round void", rulings=("S1", ruling))
    elif what == "bonus chips":
        chips = bonus_stakes(state)
        draft.emit("bonus_chips", chips=chips, accepted=chips, settled=True)
    elif what == "community count":
        _complete_community(draft)


def _complete_community(draft: Draft) -> None:
    """The round is played on: a community card too many is set aside, one too few is the next card of the deck."""
    from croupier.table.dealing import draw

    script = draft.state.fixed.script[: draft.state.step]
    right = sum(step.cards for step in script if isinstance(step, Community))
    while len(draft.state.community) > right:
        position = draft.state.community[-1]
        draft.emit("burned", of="community", position=position, card=draft.state.order[position])
    while len(draft.state.community) < right:
        drawn = draw(draft)
        if drawn is None:
            return
        draft.emit("community", position=drawn, card=draft.state.order[drawn])


# ---- what goes wrong physically ------------------------------------------------------------------------


def fault(draft: Draft, command: Command) -> None:
    """Something goes wrong. Nobody is told; the procedures find it, or do not."""
    state = draft.state
    args = command.args
    what, position, index, by = str(args.get("what")), args.get("position"), args.get("index", 0), args.get("by", 1)
    undealt = state.stock()
    if what in {"face up", "lost"}:
        if not is_whole(position) or position not in undealt:
            raise RefusedError(
                "that card is not in the deck any more", f"one of {len(undealt)} undealt cards", "deck.cards"
            )
        draft.emit("fault", what=what, position=position)
    elif what == "slip" and state.phase in {"betting", "round"}:
        draft.emit("fault", what=what, how=str(args.get("how", "double")), at=str(args.get("at", "dealer")))
    elif what == "drawn" and state.phase == "round" and undealt[len(state.drawn) :]:
        draft.emit("fault", what=what, position=undealt[len(state.drawn)])
    elif what == "exposed" and state.phase == "round" and state.dealer and is_whole(index):
        position = state.dealer[index % len(state.dealer)]
        draft.emit("exposed", of="dealer", position=position, card=state.order[position])
        if "call" in state.fixed.automation and _too_early(state):
            dealer_exposed(draft)
            _resume(draft)
    elif what == "miscount" and is_whole(by):
        draft.emit("fault", what=what, by=by)
    else:
        accepted = "face up, lost, slip, drawn, exposed, miscount"
        raise RefusedError(f"{what!r} cannot go wrong now", accepted, "round.whole")
