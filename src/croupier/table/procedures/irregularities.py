"""Procedures for irregularities: how each is found, and the consequence that each document states.

Faults are physical: a card lies face up, two stick together, one is missing, a device jams. The table finds them by
its procedures. An irregularity that a document does not name is for the floor to rule on (ruling S12).
"""

from __future__ import annotations

from croupier.citations import keeps
from croupier.games.game import Ask, Burn, Community, Deal, DealerReveals, Draw
from croupier.table.model.command import Command, RefusedError
from croupier.table.model.next_step import chips_placed, due
from croupier.table.model.state import UNKNOWN, State
from croupier.table.model.vocabulary import CALLS
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.flow import finish, next_to_ask, turn_to
from croupier.table.procedures.next_card import draw
from croupier.table.procedures.payouts import void_hand, void_round

MISCOUNT = "miscount"  # a question for the floor

# ---- wrong numbers of cards ----------------------------------------------------------------------------


def misdealt(state: State) -> list[str]:
    """The places that have a wrong number of cards."""
    wrong = [str(number) for number, _ in state.dealt_in() if _miscounted(state, number)]
    wrong += ["dealer"] * (len(state.dealer) != state.right("dealer"))
    wrong += ["community"] * (state.fixed.lays_community and len(state.community) != state.right("community"))
    return wrong


def _miscounted(state: State, number: int) -> bool:
    seat = state.seat(number)
    if seat.collected or seat.ending == "void":
        return False
    return len(seat.cards) + len(seat.discard) != state.right(str(number))


def check_hands(draft: Draft) -> bool:
    """Check all hands after the deal; False if a finding ended the round.

    The floor is asked first about a number of cards that the document does not speak of.
    """
    wrong = misdealt(draft.state)
    if any(not draft.terms.binds(f"irregular.{_counted(place)}_count") for place in wrong):
        says = f"{' and '.join(map(called, wrong))} {'has' if len(wrong) == 1 else 'have'} a wrong number of cards"
        draft.call_floor(MISCOUNT, says)
        return True
    return _counts_told(draft, wrong)


def _counted(place: str) -> str:
    return "player" if place.isdecimal() else place


def _counts_told(draft: Draft, wrong: list[str]) -> bool:
    """Let wrong numbers of cards have their consequences; False if one ended the round."""
    for place in wrong:
        if place == "dealer":
            going = check_dealer(draft)
        elif place == "community":
            going = check_community(draft)
        else:
            going = check_seat(draft, int(place))
        if not going and draft.state.phase != "round":
            return False
    state = draft.state
    if not state.exposed.isdisjoint(state.dealer) and too_early(state):
        dealer_exposed(draft)
    return state.phase == "round"


@keeps("irregular.community_count")
def check_community(draft: Draft) -> bool:
    """Check the number of community cards; a wrong one voids the round."""
    if "community" not in misdealt(draft.state):
        return True
    void_round(draft, "irregular.community_count", "the community cards are not the right number")
    return False


@keeps("irregular.player_count")
def check_seat(draft: Draft, number: int) -> bool:
    """Check a player's number of cards; a wrong one voids the hand or the round, as the document states."""
    if not _miscounted(draft.state, number):
        return True
    seat_miscounted(draft, number)
    return False


def seat_miscounted(draft: Draft, number: int) -> None:
    """Void a player's hand or the round for a wrong number of cards; wagers that are settled stay so (S1)."""
    says = f"seat {number} has a wrong number of cards"
    if draft.state.fixed.deal.wrong_count == "hand":
        void_hand(draft, number, "irregular.player_count", says)
        if not any(seat.wagers for _, seat in draft.state.dealt_in()):
            finish(draft, void=all(seat.ending == "void" for _, seat in draft.state.dealt_in()))
    else:
        void_round(draft, "irregular.player_count", says)


@keeps("irregular.dealer_count")
def check_dealer(draft: Draft) -> bool:
    """Check the dealer's number of cards: put right in sequence where that is allowed (U33); else the round is void.

    The clause has no exception for wagers that outlive a dealer's hand that is void for another reason.
    """
    state = draft.state
    over = len(state.dealer) - state.right("dealer")
    if over == 0:
        return True
    seen = state.dealer_seen or not state.up.isdisjoint(state.dealer)
    if over < 0 and state.dealer_void and not seen:  # it was voided for cards face up, before it was complete (U21)
        void_round(draft, "irregular.face_up_many", "more than one card was found face up in the first deal")
        return False
    could = state.fixed.deal.completed and not seen and not _followed(state)
    if could and state.fixed.real:
        says = "the dealer has a wrong number of cards, and may put it right if the deck is whole: the rest is counted"
        draft.emit("pending", what="count", says=says)
        return True
    return dealer_miscounted(draft, could=could, whole=state.present == state.fixed.deck_size)


def dealer_miscounted(draft: Draft, *, could: bool, whole: bool) -> bool:
    """Let the dealer put a wrong number of cards right, or void the round; False if it is void."""
    state = draft.state
    if could and whole:
        _put_right(draft, len(state.dealer) - state.right("dealer"))
        return draft.state.phase == "round"
    back = state.decks[state.playing].back
    void_round(draft, "irregular.dealer_count", "the dealer has a wrong number of cards")
    if could:  # the deck was counted for this, and is not whole
        draft.remove_deck(back, "counted wrong")
    return False


def _followed(state: State) -> bool:
    """True if a card that follows in sequence was burned or turned up, or the rest is in the rack."""
    passed = state.fixed.script[: state.step]
    return state.stub_away or any(isinstance(step, Burn | Community | Deal | Draw) for step in passed[1:])


def _put_right(draft: Draft, over: int) -> None:
    draft.irregular("irregular.dealer_count", "the dealer had a wrong number of cards and puts it right in sequence")
    if over > 0:
        draft.emit("put_right", of="dealer", how="goes back to be the next card", positions=draft.state.dealer[-over:])
    elif draft.state.fixed.real:
        draft.emit("pending", what="dealer short", says="the dealer takes the next card in sequence")
    else:
        _deal_to_dealer(draft, -over)


def _deal_to_dealer(draft: Draft, cards: int) -> None:
    for _ in range(cards):
        position = draw(draft)
        if position is None:
            return
        draft.emit("dealt", to="dealer", position=position, card=draft.state.order[position])


def complete_dealer(draft: Draft) -> None:
    """Deal the real cards to the dealer that the dealer's hand lacks, as the shoe has given them (ruling U33)."""
    _deal_to_dealer(draft, draft.state.right("dealer") - len(draft.state.dealer))
    if draft.state.phase == "round":
        draft.emit("put_right", of="dealer", how="is the next card in sequence", positions=())


def stub_expected(state: State) -> int:
    """The number of cards that a stub should have if the deck is whole and every hand has its number."""
    hands = sum(state.right(str(number)) for number, seat in state.dealt_in() if not seat.collected)
    laid = state.right("community") if state.fixed.lays_community else len(state.community)
    return state.fixed.deck_size - len(state.rack) - hands - state.right("dealer") - laid


def cards_out(state: State) -> int:
    """The number of cards on the table and in the rack."""
    hands = sum(len(state.on_table(seat)) for _, seat in state.dealt_in())
    return hands + len(state.dealer) + len(state.community) + len(state.rack)


@keeps("stub.wrong", "stub.misdealt", "stub.removed", "irregular.community_count")
def check_count(draft: Draft, counted: int, expected: int, out: int, *rulings: str) -> bool:
    """Check the stub's count. Only a wrong count leads to a search for a misdeal; an incomplete deck leaves (S13).

    Where the document says nothing of a wrong count, the floor rules (S12).
    """
    if counted == expected:
        return True
    state = draft.state
    present, back = counted + out, state.decks[state.playing].back
    if not draft.terms.binds("stub.removed"):
        draft.call_floor("irregularity", f"the count of the stub is {counted}, and makes {present} cards of the deck")
        return True
    if misdealt(state) and present == state.fixed.deck_size:
        void_round(draft, "stub.misdealt", "the count shows a misdeal", rulings=rulings)
        return False
    both = draft.terms.ruled("count_and_misdeal") if misdealt(state) else ()
    void_round(draft, "stub.removed", f"by the count the deck has {present} cards", rulings=(*both, *rulings))
    draft.remove_deck(back, "counted wrong")
    return False


def face_up_in_stub(draft: Draft, cards: dict[int, int]) -> None:
    """Call the floor for cards face up in the stub, by position, when all are dealt: no clause names them (S12)."""
    for position, card in cards.items():
        draft.emit("exposed", of="stub", position=position, card=card)
    many = len(cards)
    says = "a card lies" if many == 1 else f"{many} cards lie"
    draft.call_floor("irregularity", f"{says} face up in the stub")


# ---- the dealing shoe -----------------------------------------------------------------------------------


@keeps("irregular.shoe_jam")
def shoe_fails(draft: Draft) -> None:
    """Record a failed shoe. While the round needs it the round is void; an empty shoe affects the next one (S23)."""
    state = draft.state
    draft.emit("jammed", device="shoe")
    if state.shoe_in_use or (state.closed and state.terms.options.get("shoe_failure") == "any_time"):
        void_round(draft, "irregular.shoe_jam", "the dealing shoe failed during the round")


# ---- the dealer's card, and calls by a person ----------------------------------------------------------


@keeps("irregular.dealer_exposed")
def dealer_exposed(draft: Draft) -> None:
    """Handle a dealer's card that was seen too early."""
    if not draft.terms.binds("irregular.dealer_exposed"):
        draft.call_floor("irregularity", "a card of the dealer's was exposed")
        return
    says, rule = "a card of the dealer's was exposed too early", "irregular.dealer_exposed"
    rulings = () if draft.state.step else draft.terms.shaping(rule)  # while the first cards are dealt (ruling U32)
    void_round(draft, rule, says, plays_on=True, rulings=rulings)


def call_exposed(draft: Draft) -> None:
    """Call the floor for a player's or community card that was exposed in dealing: no clause names it (S12)."""
    state = draft.state
    if not state.exposed:
        return
    hands = [("the community area", state.community)]
    hands += [(f"seat {number}", seat.cards) for number, seat in state.dealt_in()]
    places = [place for place, positions in hands if state.exposed & set(positions)]
    if places:
        draft.call_floor("irregularity", f"a card to {' and '.join(places)} was exposed in dealing")


def call(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Call an irregularity, by dealer or floor. One that the document names is checked; the rest is for the floor."""
    state, what = draft.state, draft.args["what"]
    if state.phase != "round":
        raise RefusedError("no round is in play", "a call during a round", "round.whole")
    if state.fixed.real and what in CALLS:
        why = "of real cards the table does not know that: people have seen it, and say what"
        raise RefusedError(why, "'report' by the dealer or the floor", "round.whole", ruled=("reports",))
    if what == "wrong count":
        if not state.first_cards or not misdealt(state):
            raise RefusedError("every hand has its cards", "play on", "deal.order")
        wrong_count(draft)
    elif what == "dealer exposed":
        if not set(state.dealer) & state.exposed or not too_early(state):
            reveals = "settle.dealer_reveals"
            ruled = () if draft.terms.binds(reveals) else ("unnamed_irregularity",)
            raise RefusedError("no card of the dealer's was exposed too early", "play on", reveals, ruled=ruled)
        dealer_exposed(draft)
        resume(draft)
    else:
        draft.emit("pending", what="irregularity", says=what)


def wrong_count(draft: Draft) -> None:
    """Let a wrong number of cards that was noticed have its consequence, and the round go on where it does."""
    if check_hands(draft):
        resume(draft)


def too_early(state: State) -> bool:
    """True if a dealer's card is exposed too early: before the reveal or, where that is said, before all have acted.

    Once the dealer's hand is void, no further card of it matters.
    """
    if state.dealer_void:
        return False
    script = state.fixed.script
    if state.fixed.reveal.exposed_until == "the reveal":
        return not any(isinstance(step, DealerReveals) for step in script[: state.step])
    left = [(number, step) for number, step in enumerate(script) if isinstance(step, Ask) and number >= state.step]
    return any(next_to_ask(state, step, state.cursor - 1 if number == state.step else 0) for number, step in left)


def resume(draft: Draft) -> None:
    """Pass over a player who was asked and has no hand any more; without the dealer's hand no player is asked."""
    state = draft.state
    step = draft.step
    if state.phase != "round" or not isinstance(step, Ask):
        return
    if state.dealer_void or state.seat(state.cursor).ending != "played":
        turn_to(draft, next_to_ask(state, step, state.cursor))


@keeps("floor.answers")
def rule(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Record the floor's ruling on the pending question, play on or void, with its reason."""
    state, choice = draft.state, draft.args["choice"]
    assert state.pending is not None  # noqa: S101 - the step that is due is this one
    what = state.pending[0]
    if choice == "play on" and what in _NOT_PLAYED_ON:
        why = f"the round cannot go on before this: {state.pending[1]}"
        raise RefusedError(
            why, f"{due(state).do!r} by the {due(state).who}, or void", "round.whole", ruled=("reports",)
        )
    draft.emit("ruled", what=what, choice=choice, reason=draft.args["reason"])
    if choice == "void":
        by_chips, left_open = what == "bonus chips", draft.terms.ruled("unnamed_irregularity")
        cited, rulings = ("deal.bonus_chips", ()) if by_chips else ("round.whole", left_open)
        foul = state.decks[state.playing].back if what == "foul deck" else ""
        void_round(draft, cited, "the floor has ruled the round void", rulings=rulings)
        draft.remove_deck(foul, "it is foul")
    elif what == "bonus chips":
        chips = chips_placed(state)
        draft.emit("bonus_chips", chips=chips, accepted=chips, settled=True)
    elif what == "community count":
        _correct_community(draft)
    elif what == MISCOUNT:  # that hand takes no part, and the others play on
        if _counts_told(draft, misdealt(state)):
            resume(draft)
    else:
        ask_again(draft)


# Questions that only a card or a number answers; the floor may still void the round.
_NOT_PLAYED_ON = {"misread", "count", "dealer short", "community short"}


def ask_again(draft: Draft) -> None:
    """Ask for what is still open of real cards when another question is answered (ruling S38).

    That is the card that another proved to be, which nobody has named yet, or what a wrong number of cards waits for.
    """
    state = draft.state
    if not state.fixed.real or state.pending is not None:
        return
    found = state.place_of(state.doubted)
    if found is not None:
        place, which = found
        says = f"card {which} of {called(place)} was taken for that one, and is not known any more"
        draft.emit("pending", what="misread", says=says)
    elif state.first_cards and not state.dealt and check_dealer(draft) and _lacks_community(state):
        _ask_for_community(draft)


def called(place: str) -> str:
    """A place of cards in words."""
    return f"seat {place}" if place.isdecimal() else f"the {place}"


def _correct_community(draft: Draft) -> None:
    """Correct the community cards for play: a surplus one is set aside, a missing one is the next card of the deck."""
    right = draft.state.right("community")
    while len(draft.state.community) > right:
        position = draft.state.community[-1]
        card = draft.state.order[position]
        draft.emit("burned", of="community", position=position, **({} if card == UNKNOWN else {"card": card}))
    if len(draft.state.community) < right and draft.state.fixed.real:
        _ask_for_community(draft)
        return
    _deal_community(draft, right)


def _lacks_community(state: State) -> bool:
    return state.fixed.deals_community and len(state.community) < state.right("community")


def _ask_for_community(draft: Draft) -> None:
    draft.emit("pending", what="community short", says="the missing community card is the next card of the deck")


def _deal_community(draft: Draft, right: int) -> None:
    while len(draft.state.community) < right:
        drawn = draw(draft)
        if drawn is None:
            return
        draft.emit("community", position=drawn, card=draft.state.order[drawn])


def complete_community(draft: Draft) -> None:
    """Deal the real community cards that are missing, as the shoe has given them."""
    _deal_community(draft, draft.state.right("community"))
    if draft.state.phase == "round":
        draft.emit("put_right", of="community", how="is the next card of the deck", positions=())
