"""Procedures for cards: dealing, burning, showing and putting away, and how a face-up card among them is found."""

from __future__ import annotations

from croupier.citations import keeps
from croupier.games.game import Burn, Community, Deal, Draw, TurnUp
from croupier.table.model.command import Command, RefusedError, is_whole
from croupier.table.model.state import NEVER, State
from croupier.table.procedures import irregularities
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.flow import advance, count_is_due, owed, stub_to_rack
from croupier.table.procedures.next_card import draw


@keeps("deal.order", "deal.player", "deal.dealer", "deal.community", "deal.face_down", "deal.manual_shoe", "deal.hand")
@keeps("deal.automated_shoe", "deal.stack_player", "deal.stack_dealer", "deal.stack_community", "deal.dealer_waits")
@keeps("shuffle.device_deals", "deal.hand_by_two")
def targets(state: State, step: Deal | Draw) -> list[str]:
    """The destination of each card of a deal, in order; of a later deal, ended hands get none.

    Dealt one by one, cards go round the table, players first, as often as there are cards. In stacks each player gets
    all cards at once, then the dealer or the community area, where the top card of the stack lies rightmost (S16).
    A dealer's stack that waits in the shuffler is an ordinary stack, left there (D14). In a draw each player gets all
    cards at once.
    """
    if isinstance(step, Draw):
        return [str(number) for number, seat in state.dealt_in() for _ in range(owed(seat))]
    players = [str(number) for number, seat in state.dealt_in() if seat.ending == "played"]
    if state.way_of_dealing.stacks:
        stacks = [number for number in players for _ in range(step.each)]
        dealer = "dealer waiting" if state.terms.options.get("dealer_stack") == "shuffler" else "dealer"
        return stacks + [dealer] * step.dealer + ["community left"] * step.community
    if state.way_of_dealing.together:
        together = [number for number in players for _ in range(step.each)]
        return together + ["dealer"] * step.dealer + ["community"] * step.community
    order: list[str] = []
    for turn in range(max(step.each, step.dealer, step.community)):
        order += players * (turn < step.each)
        order += ["dealer"] * (turn < step.dealer) + ["community"] * (turn < step.community)
    return order


def face_up(step: Deal | Draw, order: list[str]) -> frozenset[int]:
    """The turns of a deal, from 0, whose cards are dealt face up: the last of each hand, as many as the step says."""
    if isinstance(step, Draw):
        return frozenset()
    turns: dict[str, list[int]] = {}
    for turn, place in enumerate(order):
        turns.setdefault(place.split(maxsplit=1)[0], []).append(turn)
    up = {"dealer": step.dealer_up, "community": 0}
    return frozenset(turn for place, dealt in turns.items() for turn in dealt[len(dealt) - up.get(place, step.up) :])


@keeps("deal.face_down")
def deal(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """Deal the cards of a deal, all that are left or the number asked for; an interrupted deal goes on from there.

    Only cards that are dealt move the deal on: a turn that is skipped is passed with the next card.
    """
    step, state = draft.step, draft.state
    if state.pending is not None:
        irregularities.complete_dealer(draft)
        return
    assert isinstance(step, Deal | Draw)  # noqa: S101 - the step that is due is this one
    order = targets(state, step)
    up = face_up(step, order)
    turn, left = state.dealt, _asked(draft, step, len(order))
    while turn < len(order) and (left > 0 or draft.has_entered()):
        if state.jam_after != NEVER and _jams(draft, turn):
            return
        turn += 1
        slip = _slip(draft, order[turn - 1]) if state.slips else None
        if slip == "skip":
            continue
        left -= 1
        if not (_lay(draft, order[turn - 1], turn) if slip is None else _slipped(draft, slip, turn, order)):
            return
        if turn - 1 in up:
            _turn_last(draft, order[turn - 1])
    if turn == len(order) and not _jams(draft, turn):
        dealt_out(draft)


def _asked(draft: Draft, step: Deal | Draw, turns: int) -> int:
    """The number of cards that this command deals: all, or so many cards or stacks; of real cards, those entered."""
    args, done = draft.args, draft.state.dealt
    if "cards" in args and "stacks" in args:
        raise RefusedError("cards and stacks were asked for", "so many cards, or so many stacks", "deal.order")
    if "stacks" in args and (isinstance(step, Draw) or not draft.state.way_of_dealing.stacks):
        raise RefusedError("nothing deals stacks here", "so many cards", "deal.order", ruled=("way_of_dealing",))
    if "stacks" in args and isinstance(step, Deal):
        left = -(-(turns - done) // step.each)  # one that was interrupted counts
        _check_left("stacks", int(args["stacks"]), left)
        return int(args["stacks"]) * step.each - done % step.each
    asked = args.get("cards") or turns - done
    if isinstance(asked, tuple):
        return 0
    _check_left("cards", asked, turns - done)
    return int(asked)


def _check_left(what: str, asked: int, left: int) -> None:
    """Check that no more is asked for than the first deal still has to give out."""
    if asked > left:
        accepted = f"from 1 to {left} {what}" if left > 1 else f"1 {what.removesuffix('s')}"
        raise RefusedError(f"{asked} {what} were asked for", accepted, "deal.order", about=what)


@keeps("irregular.shoe_jam")
def _jams(draft: Draft, turn: int) -> bool:
    """True if the shoe fails here, as a fault has set: then the round is over."""
    state = draft.state
    if state.jam_after == NEVER or turn < state.jam_after or not state.way_of_dealing.device:
        return False
    draft.emit("fault", what="jam", after=NEVER)
    irregularities.shoe_fails(draft)
    return True


def _turn_last(draft: Draft, target: str) -> None:
    """Turn up the card that was just dealt face up to a hand."""
    place = target.split(maxsplit=1)[0]
    hand = draft.state.at(place)
    if hand[-1] not in draft.state.up:
        draft.emit("turned", of=place, positions=hand[-1:], cards=draft.state.faces(hand[-1:]), number=len(hand))


def dealt_out(draft: Draft) -> None:
    """Complete a deal; the mistakes of the first are noticed if a step checks for them.

    A later deal is complete with the step after it, which the hands are checked at.
    """
    _look(draft)
    noticed = "check" in draft.state.fixed.automation or draft.state.fixed.real  # a report is noticed in any case
    if draft.state.step:
        advance(draft)
        if noticed and draft.state.phase == "round":
            irregularities.wrong_count(draft)
        return
    if noticed and not irregularities.check_hands(draft):
        return
    if "call" in draft.state.fixed.automation and not draft.state.fixed.real:
        irregularities.call_exposed(draft)
    _show_columns(draft)
    advance(draft)


@keeps("player.examine")
def _look(draft: Draft) -> None:
    """Let the players look at their own cards, and at no other, once the procedures of dealing are complete (D32)."""
    if draft.state.step == draft.state.fixed.look_after:
        draft.emit("examined")


@keeps("deal.hands_counted")
def _show_columns(draft: Draft) -> None:
    """Show the payouts of wagers on all hands, now that the device has counted the hands."""
    state, terms = draft.state, draft.terms
    for name in state.terms.on_all_hands:
        if [seat for seat in state.seats if seat is not None and name in seat.wagers]:
            hands = len(state.dealt_in()) + 1
            pays = tuple((row.name, str(row.pays)) for row in terms.column(name, str(hands)))
            clauses = terms.clauses("deal.hands_counted")
            draft.emit("column", wager=name, hands=hands, pays=pays, clauses=clauses)


def _slip(draft: Draft, target: str) -> str | None:
    """The kind of slip of the dealer's hand at this place, or None."""
    place = target.split(maxsplit=1)[0]
    how = next((each for each, at in draft.state.slips if at == place), None)
    if how is not None:
        draft.emit("fault", what="slipped", how=how, at=place)
    return how


def _slipped(draft: Draft, how: str, turn: int, order: list[str]) -> bool:
    """Deal a card with a slip: two instead of one, its face seen, or to another place."""
    target = order[turn - 1]
    if how == "double":
        return _lay(draft, target, turn - 1) and _lay(draft, target, turn)
    if how == "exposed":
        return _lay(draft, target, turn, exposed=True)
    astray = how.removeprefix("to ")
    there = astray in {place.split(maxsplit=1)[0] for place in order}
    return _lay(draft, astray if there else target, turn)


def _lay(draft: Draft, target: str, turn: int, *, exposed: bool = False) -> bool:
    position = draw(draft)
    if position is None:
        return False
    card = draft.state.order[position]
    draft.emit("dealt", to=target, position=position, card=card, turn=turn)
    if exposed:
        draft.emit("exposed", of=target.split(maxsplit=1)[0], position=position, card=card)
    return True


# ---- burns and community cards -------------------------------------------------------------------------


@keeps("community.burn")
def burn(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """Burn a card, unseen, to the rack: the next, or the community card at the dealer's left (ruling L3)."""
    step, state = draft.step, draft.state
    if isinstance(step, Burn) and step.of_community:
        if not irregularities.check_community(draft):
            return
        draft.emit("burned", of="community", position=state.community[0], card=state.order[state.community[0]])
        advance(draft)
        return
    position = draw(draft)
    if position is not None:
        draft.emit("burned", of="deck", position=position, card=draft.state.order[position])
        advance(draft)


@keeps("community.flop", "community.last_two")
def community(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """Deal community cards from the deck, face up (ruling U16)."""
    step, state = draft.step, draft.state
    if state.pending is not None:
        irregularities.complete_community(draft)
        return
    assert isinstance(step, Community)  # noqa: S101 - the step that is due is this one
    slip = next((each for each in state.slips if each[1] == "community"), None) if state.slips else None
    cards = step.cards
    if slip is not None:
        draft.emit("fault", what="slipped", how=slip[0], at=slip[1])
        cards += {"double": 1, "skip": -1}.get(slip[0], 0)
    for _ in range(cards):
        position = draw(draft)
        if position is None:
            return
        draft.emit("community", position=position, card=state.order[position])
    if cards != step.cards:
        draft.call_floor("community count", "a wrong number of community cards was dealt")
    advance(draft)


@keeps("community.reveal", "community.first", "community.second")
def turn_up(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """Turn up cards that lie face down: community cards from the dealer's left, or the dealer's as they were dealt."""
    step, state = draft.step, draft.state
    assert isinstance(step, TurnUp)  # noqa: S101 - the step that is due is this one
    check = irregularities.check_dealer if step.of == "dealer" else irregularities.check_community
    if not check(draft):
        return
    down = [position for position in state.at(step.of) if position not in state.up]
    positions = tuple(down[: step.cards])
    if positions:  # none, if the dealer's were seen before their time
        draft.emit("turned", of=step.of, positions=positions, cards=state.faces(positions))
    advance(draft)


# ---- the stub ------------------------------------------------------------------------------------------


def _counted(draft: Draft, positions: tuple[int, ...], count: int) -> bool:
    """Count the stub as it is put away; False if the count ended the round."""
    state = draft.state
    counted = count if is_whole(count) else len(positions) + state.decks[state.playing].surplus
    expected, out = irregularities.stub_expected(state), irregularities.cards_out(state)
    stub_to_rack(draft, positions, counted)
    return irregularities.check_count(
        draft, counted, expected, out, *(draft.terms.ruled("reported_count") if is_whole(count) else ())
    )


@keeps("stub.rack", "stub.count", "stub.whole", "stub.excused")
def stub(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Put the stub away, unseen, into the rack, counted at least every fifth round, or whenever the dealer wants.

    The number that a dealer reports is the count, whatever lies there (ruling S31); of real cards there is no other.
    """
    state = draft.state
    positions = state.stock()
    face_up = sorted(state.upside_down.intersection(positions)) if state.upside_down else []
    due = count_is_due(state)
    count = draft.args.get("count", due)
    if due and count is False:
        by_deck = draft.terms.ruled("count_by_deck") if len(state.decks) > 1 else ()
        rulings = (*draft.terms.ruled("count_due"), *by_deck, *draft.terms.shaping("stub.count"))
        raise RefusedError("the stub was not counted for four rounds", "its count", "stub.count", rulings=rulings)
    if state.fixed.real and count is True:
        why, accepted = "nobody has said how many cards the stub has", "count: the number that was counted"
        raise RefusedError(why, accepted, "stub.count", ruled=("reports",), about="count")
    if count is False:
        stub_to_rack(draft, positions, None)
    elif not _counted(draft, positions, count):
        return
    _look(draft)
    if face_up:
        irregularities.face_up_in_stub(draft, {each: state.order[each] for each in face_up})
    advance(draft)
