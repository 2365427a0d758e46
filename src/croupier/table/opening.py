"""From the arrival of the cards to a deck ready to deal: opening, shuffle, cut, two decks, an idle table."""

from __future__ import annotations

from croupier.citing import keeps
from croupier.table.commands import Command, RefusedError, is_whole
from croupier.table.commitments import SALT_BYTES, leaves, root
from croupier.table.draft import Draft
from croupier.table.due import due
from croupier.table.state import UNKNOWN, DeckOn, State

LEAST_CUT = 10  # cards off the top
HOURS = 3600
SHOES = {"manual_shoe": "shoe", "hand": "the dealer's hand", "automated_shoe": "automated shoe"}


@keeps("open.receive", "open.preshuffled", "deck.second", "deck.second_backs", "deck.second_complies", "deck.backs")
@keeps("deck.cover_card")
def receive(draft: Draft, command: Command) -> None:
    """A deck comes to the table, to be opened or, where that is allowed, inspected and shuffled already."""
    state, terms = draft.state, draft.terms
    back = str(command.args.get("back", "blue"))
    allowed = 2 if terms["decks"] == "two" and state.shuffling != "manual" else 1
    if len(state.decks) >= allowed:
        raise RefusedError(f"the table has its {allowed} deck{'s' * (allowed > 1)}", "no further deck", "deck.second")
    if back in {deck.back for deck in state.decks}:
        raise RefusedError(
            f"both decks would have {back} backs", "a deck with backs of another colour", "deck.second_backs"
        )
    if state.phase == "round":
        raise RefusedError("a round is in play", "a deck between rounds", "open.receive")
    came_shuffled = bool(command.args.get("pre_shuffled", False))
    if came_shuffled and terms["pre_shuffled"] != "yes":
        accepted = "a deck that is opened at the table"
        raise RefusedError("cards that come shuffled are not part of the submission", accepted, "open.receive")
    order = _order(command.args.get("order", tuple(range(state.fixed.deck_size))))
    _whole(order, tuple(range(state.fixed.deck_size)))
    status = "to cut" if came_shuffled else "received"
    draft.emit("received", deck=len(state.decks), back=back, cards=order, status=status)
    if came_shuffled:
        salts = _salts(command, len(order))
        draft.emit("shuffled", deck=len(draft.state.decks) - 1, how="before", order=order, salts=salts, status=status)


def _order(given: object) -> tuple[int, ...]:
    """An order as it was given; what is no order of cards is an empty one."""
    cards = tuple(given) if isinstance(given, list | tuple) else ()
    return cards if set(map(type, cards)) <= {int} else ()


def _salts(command: Command, cards: int) -> str:
    """The salts that came with an order, or none."""
    salts = command.args.get("salts", "")
    if not isinstance(salts, str) or len(salts) not in {0, cards * 2 * SALT_BYTES} or not _is_hex(salts):
        raise RefusedError("the salts do not fit the cards", f"{SALT_BYTES} bytes of salt for each card", "deck.cards")
    return salts


def _is_hex(text: str) -> bool:
    try:
        return bytes.fromhex(text).hex() == text
    except ValueError:
        return False


def _whole(order: tuple[int, ...], cards: tuple[int, ...]) -> None:
    if len(order) != len(cards) or set(order) != set(cards):
        accepted = "the cards of the deck, each once"  # not how many: a refusal counts no cards
        raise RefusedError("the order given is not the deck that is here", accepted, "deck.cards")


_NEXT = {
    "inspect": "inspected",
    "verify": "verified",
    "spread": "spread",
    "show": "shown",
    "wash": "washed",
    "stack": "stacked",
}


@keeps("open.inspect", "open.spread", "open.wash", "open.two_decks", "idle.reopen")
def prepare(draft: Draft, command: Command) -> None:
    """One step of opening a deck, or of opening it again after an idle time; each deck goes through all of them."""
    step = due(draft.state)
    if command.do == "show" and not draft.state.taken():
        raise RefusedError("nobody is here to see the cards", "a first player who sits down", "open.spread")
    draft.emit("prepared", deck=step.deck, status=_NEXT[command.do])


@keeps("shuffle.when", "shuffle.how", "shuffle.stack", "shuffle.into_shoe", "shuffle.then_deal", "shuffle.then_cut")
@keeps("shuffle.device_deals", "deck.second_shuffles", "shuffle.count", "shuffle.self_shuffling", "deck.change")
def shuffle(draft: Draft, command: Command) -> None:
    """A deck is shuffled, by hand or by the device; the order comes from outside.

    While one of two decks plays the device shuffles the other. A device that counts sends a wrong deck away.
    """
    state = draft.state
    number = _to_shuffle(state)
    deck = state.decks[number]
    by_hand = state.shuffling == "manual"
    if by_hand != (command.who == "dealer"):
        by = "the dealer, by hand" if by_hand else "the shuffling device"
        raise RefusedError(f"the shuffle is made by {by}", f"shuffle by {by}", "shuffle.how")
    if state.devices["shuffler"] != "working" and not by_hand:
        raise RefusedError("the shuffler has failed", draft.until_mended("shuffler"), "irregular.shuffler_jam")
    if command.args.get("physical"):
        order, salts = (UNKNOWN,) * len(deck.cards), ""  # nobody can commit to what nobody knows
    else:
        order, salts = _order(command.args.get("order")), _salts(command, len(deck.cards))
        _whole(order, deck.cards)
    status = "to cut" if by_hand else "shuffled"
    draft.emit(
        "shuffled", deck=number, how="by hand" if by_hand else "by device", order=order, salts=salts, status=status
    )
    if state.shuffling in {"counting_device", "self_shuffling_device"}:
        _count(draft, number)


def _to_shuffle(state: State) -> int:
    step = due(state)
    if step.do == "shuffle":
        return step.deck
    for number, deck in enumerate(state.decks):
        if number != state.playing and deck.status in {"used", "stacked"}:
            return number
    raise RefusedError("no deck is waiting to be shuffled", f"{step.do} by the {step.who}", "shuffle.when")


def _count(draft: Draft, number: int) -> None:
    cards = len(draft.state.decks[number].cards)
    draft.emit("counted_by_device", deck=number, cards=cards)
    if cards != draft.state.fixed.deck_size:
        rule = "shuffle.count"
        draft.irregular(rule, f"the shuffler counts {cards} cards, and the deck leaves the table")
        draft.emit("removed", deck=number, reason="counted wrong by the shuffler")


@keeps("cut.one_hand", "cut.cover_card", "cut.ten_cards", "cut.complete", "cut.cover_card_away", "cut.then_deal")
@keeps("cut.to_bottom")
def cut(draft: Draft, command: Command) -> None:
    """At least ten cards go from the top to the bottom; the cover card is no card of the deck.

    The deck is taken to be whole: that one is missing shows when the cards are counted, not at a cut.
    """
    step = due(draft.state)
    depth = command.args.get("depth")
    most = draft.state.fixed.deck_size - (LEAST_CUT if draft.terms["cut_below"] == "ten" else 1)
    if not isinstance(depth, int) or not LEAST_CUT <= depth <= most:
        accepted = f"from {LEAST_CUT} to {most} cards off the top"
        why = f"a cut of {depth} cards was made" if is_whole(depth) else "it is not said how many cards are cut"
        raise RefusedError(why, accepted, "cut.ten_cards")
    draft.emit("cut", deck=step.deck, depth=depth)


@keeps("cut.recut")
def recut(draft: Draft, command: Command) -> None:
    """Before any card is dealt a supervisor may have the cards cut again.

    The later Colorado edition has automated shuffles only, and so a cut only when a supervisor asks (ruling C21).
    """
    state = draft.state
    number = state.playing
    deck = state.decks[number] if state.decks else None
    if state.shuffling == "self_shuffling_device":
        raise RefusedError("the device shuffles by itself", "play without a cut", "shuffle.self_shuffling")
    ready = deck is not None and deck.status in {"shuffled", "cut", "in play"} and state.phase != "round"
    if deck is None or not ready:
        raise RefusedError("no deck stands ready and undealt", "a recut after the cut and before the deal", "cut.recut")
    if not deck.was_cut and draft.terms.binds("shuffle.then_cut"):
        raise RefusedError("the cards were not cut", "a recut after a cut", "cut.recut")
    draft.emit("recut", deck=number, reason=str(command.args.get("reason", "")))


@keeps("deal.into_shoe", "deck.second_alternates", "deck.second_rack", "layout.rack", "deck.change")
def load(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """The stack goes into the shoe or the dealer's hand; the root over its commitments is published."""
    state = draft.state
    step = due(state)
    deck = state.decks[step.deck]
    late = overdue(state, deck)
    if late:
        draft.irregular("deck.change", f"the deck has been in use for {late} hours and is changed")
        draft.emit("removed", deck=step.deck, reason="due to be changed")
        return
    if not state.shoe_works:
        raise RefusedError("the shoe has failed", draft.until_mended("shoe"), "irregular.shoe_jam")
    published = root(leaves(deck.cards, deck.salts, state.fixed.deck_size)) if deck.salts else ""
    draft.emit("loaded", deck=step.deck, into=SHOES[state.dealing], root=published)


def overdue(state: State, deck: DeckOn) -> int:
    """The hours after which a deck that is due to be changed should have been; 0 if it may stay."""
    if not state.terms.binds("deck.change"):
        return 0
    hours = 4 if state.dealing == "hand" else 8
    return hours if state.now - deck.since >= hours * HOURS else 0


@keeps("idle.spread")
def idle(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """At an open table without play the cards are spread; a player who comes sees them, and they are shuffled anew."""
    state = draft.state
    if state.shuffling == "self_shuffling_device":
        raise RefusedError("the device keeps the cards", "wait for a player", "shuffle.self_shuffling")
    if state.phase != "betting" or any(seat.wagers for _, seat in state.taken()):
        raise RefusedError("the table is not idle", "spread the cards when no wager stands", "idle.spread")
    draft.emit("idle")
    for number in range(len(state.decks)):
        if number != state.playing:
            draft.emit("prepared", deck=number, status="spread")
