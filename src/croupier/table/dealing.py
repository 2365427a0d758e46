"""The cards: in which order they are dealt, burned, shown and put away, and how a face-up card among them is found."""

from __future__ import annotations

from croupier.citing import keeps
from croupier.games.game import Burn, Community, Deal, TurnUp
from croupier.table import irregular
from croupier.table.commands import Command
from croupier.table.draft import Draft
from croupier.table.flow import advance
from croupier.table.state import UNKNOWN, State

COUNT_EVERY = 5  # rounds


@keeps("irregular.face_up", "irregular.drawn_in_error", "deal.from_shoe", "deal.from_hand")
def draw(draft: Draft) -> int | None:
    """The next card of the deck; None if looking for it ended the round.

    A card drawn by mistake, unseen, is the next card. One found face up is set aside, in a stack too (ruling S14).
    """
    while True:
        state = draft.state
        position = state.drawn[0] if state.drawn else _top(state)
        if position == len(state.order):
            irregular.ran_out(draft)
            return None
        if state.order[position] == UNKNOWN:
            draft.emit("entered", position=position, card=draft.entered_card(position))
        if position not in state.upside_down:
            return position
        draft.emit("found_face_up", position=position, card=state.order[position])
        if state.found == 1:
            draft.irregular("irregular.face_up", "a card was found face up and is set aside")
        else:
            irregular.many_face_up(draft)
            if draft.state.phase != "round":
                return None


def _top(state: State) -> int:
    position = state.next
    while position in state.lost:
        position += 1
    return position


@keeps("deal.order", "deal.player", "deal.dealer", "deal.community", "deal.face_down", "deal.manual_shoe", "deal.hand")
@keeps("deal.automated_shoe", "deal.stack_player", "deal.stack_dealer", "deal.stack_community", "deal.dealer_waits")
def targets(state: State, step: Deal) -> list[str]:
    """Where each card of the first deal goes, in order.

    One by one it goes round the table, players first, as often as there are cards. In stacks each player has all
    cards at once, then the dealer or the community area, where the top card of the stack lies rightmost (S16).
    A dealer's stack that waits in the shuffler is the same stack, left there (D14).
    """
    players = [str(number) for number, _ in state.dealt_in()]
    if state.dealing == "automated_shoe":
        stacks = [number for number in players for _ in range(step.each)]
        dealer = "dealer waiting" if state.terms.options.get("dealer_stack") == "shuffler" else "dealer"
        return stacks + [dealer] * step.dealer + ["community left"] * step.community
    order: list[str] = []
    for turn in range(step.each):
        order += players
        order += ["dealer"] * (turn < step.dealer) + ["community"] * (turn < step.community)
    return order


@keeps("player.examine", "player.conceal", "player.own_hand", "player.in_view", "player.hands_off", "deal.hold")
def deal(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """The first cards are dealt; the players look at their own, and at nobody else's."""
    step = draft.step
    assert isinstance(step, Deal)  # noqa: S101 - the step that is due is this one
    for target in targets(draft.state, step):
        if not _deal_one(draft, target):
            return
    draft.emit("examined")
    if "check" in draft.state.fixed.automation and not irregular.check_hands(draft):
        return
    if "call" in draft.state.fixed.automation:
        irregular.call_exposed(draft)
    advance(draft)


def _deal_one(draft: Draft, target: str) -> bool:
    """Deal a card to its place, or, if the hand slips, elsewhere; False if that ended the round."""
    slips = draft.state.slips
    slip = next((each for each in slips if each[1] == target.split(maxsplit=1)[0]), None) if slips else None
    if slip is None:
        return _lay(draft, target)
    how = slip[0]
    draft.emit("fault", what="slipped", how=how, at=slip[1])
    if how == "skip":
        return True
    if how == "double":
        return _lay(draft, target) and _lay(draft, target)
    if how == "exposed":
        return _lay(draft, target, exposed=True)
    step = draft.step
    astray = how.removeprefix("to ")
    places = targets(draft.state, step) if isinstance(step, Deal) else []
    return _lay(draft, astray if astray in {place.split(maxsplit=1)[0] for place in places} else target)


def _lay(draft: Draft, target: str, *, exposed: bool = False) -> bool:
    position = draw(draft)
    if position is None:
        return False
    card = draft.state.order[position]
    draft.emit("dealt", to=target, position=position, card=card)
    if exposed:
        draft.emit("exposed", of=target.split(maxsplit=1)[0], position=position, card=card)
    return True


# ---- burns and community cards -------------------------------------------------------------------------


@keeps("community.burn")
def burn(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """A card goes unseen to the rack: the next, or the community card at the dealer's left (ruling L3)."""
    step, state = draft.step, draft.state
    if isinstance(step, Burn) and step.of_community:
        if not irregular.check_community(draft):
            return
        draft.emit("burned", of="community", position=state.community[0], card=state.order[state.community[0]])
        advance(draft)
        return
    position = draw(draft)
    if position is not None:
        draft.emit("burned", of="deck", position=position, card=draft.state.order[position])
        advance(draft)


@keeps("community.flop", "community.last_two", "deal.community_from_hand")
def community(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """Community cards from the deck, face up (ruling U16)."""
    step = draft.step
    assert isinstance(step, Community)  # noqa: S101 - the step that is due is this one
    slip = next((each for each in draft.state.slips if each[1] == "community"), None)
    cards = step.cards
    if slip is not None:
        draft.emit("fault", what="slipped", how=slip[0], at=slip[1])
        cards += {"double": 1, "skip": -1}.get(slip[0], 0)
    for _ in range(cards):
        position = draw(draft)
        if position is None:
            return
        draft.emit("community", position=position, card=draft.state.order[position])
    if cards != step.cards:
        draft.emit("pending", what="community count", says="a wrong number of community cards was dealt")
    advance(draft)


@keeps("community.reveal", "community.first", "community.second")
def turn_up(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """Community cards that lie face down are turned up, from the dealer's left."""
    step, state = draft.step, draft.state
    assert isinstance(step, TurnUp)  # noqa: S101 - the step that is due is this one
    if not irregular.check_community(draft):
        return
    down = [position for position in state.community if position not in state.up]
    positions = tuple(down[: step.cards])
    draft.emit("turned", of="community", positions=positions, cards=state.faces(positions))
    advance(draft)


# ---- the stub ------------------------------------------------------------------------------------------


@keeps("stub.rack", "stub.count", "stub.whole", "stub.excused")
def stub(draft: Draft, command: Command) -> None:
    """What is left goes unseen to the rack, counted at least every fifth round, or whenever the dealer wants."""
    state = draft.state
    positions = state.stock()
    counts = bool(command.args.get("count")) or count_is_due(state)
    draft.emit("stub", positions=positions, cards=len(positions), counted=len(positions) if counts else None)
    if counts and not irregular.check_count(draft):
        return
    advance(draft)


def count_is_due(state: State) -> bool:
    """The fifth round since the last count at the latest (S18), unless a device counts and the document excuses it."""
    counts_itself = state.shuffling in {"counting_device", "self_shuffling_device"}
    excused = counts_itself and state.terms.binds("stub.excused")
    return not excused and state.since_count >= COUNT_EVERY
