"""Procedures for decks, from arrival to a deck ready to deal: opening, shuffle, cut, two decks, an idle table."""

from __future__ import annotations

from typing import Any

from croupier.citations import keeps
from croupier.table.fairness.commitments import leaves_of_deck, root
from croupier.table.fairness.shuffle import LEAST_CUT, Draws, digest
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import Command, RefusedError
from croupier.table.model.next_step import due
from croupier.table.model.state import REAL, UNKNOWN, DeckOn, State
from croupier.table.model.validation import accepts
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.player_numbers import voided

HOURS = 3600


@keeps("open.receive", "open.preshuffled", "deck.second", "deck.second_backs", "deck.second_complies")
def receive(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Receive a deck, to be opened or, where that is allowed, inspected and shuffled already."""
    state, terms = draft.state, draft.terms
    back = draft.args.get("back", "blue")
    allowed = 2 if terms["decks"] == "two" and not state.way_of_shuffling.by_hand else 1
    if len(state.decks) >= allowed:
        raise RefusedError(f"the table has its {allowed} deck{'s' * (allowed > 1)}", "no further deck", "deck.second")
    if back in {deck.back for deck in state.decks}:
        raise RefusedError(
            f"both decks would have {back} backs", "a deck with backs of another colour", "deck.second_backs"
        )
    if state.phase == "round" or (state.closed and state.decks):  # bets are closed: cards are cut or shuffled again
        raise RefusedError("a round is in play", "a deck between rounds", "open.receive")
    if state.fixed.committed and not state.sealed:
        raise RefusedError("the session is not open", "'open' by the house first", "open.receive")
    cards = tuple(range(state.fixed.deck_size))
    if not draft.args.get("pre_shuffled", False):
        if any(name in draft.args for name in ("order", "secret", "commitment")):
            why = "the order of a deck that is opened here is its own"
            raise RefusedError(why, "a deck without one", "open.receive")
        draft.emit("received", deck=len(state.decks), back=back, cards=cards, status="received")
        return
    _may_come_shuffled(state)
    made = _as_shuffled(draft, cards)
    status = after_shuffle(state, "before")
    draft.emit("received", deck=len(state.decks), back=back, cards=made["order"], status=status)
    draft.emit("shuffled", deck=len(draft.state.decks) - 1, how="before", status=status, **made)


@keeps("open.preshuffled", "deal.device_first")
def _may_come_shuffled(state: State) -> None:
    """Check that pre-shuffled cards are part of the submission, and not dealt from the hand (C25, L16, U34)."""
    if state.terms["pre_shuffled"] != "yes":
        accepted = "a deck that is opened at the table"
        raise RefusedError("cards that come shuffled are not part of the submission", accepted, "open.receive")
    if needs_device(state, "before"):
        why = "cards that come shuffled are not dealt from the hand"
        raise RefusedError(why, "a deck that is opened at the table", "deal.device_first", ruled=("way_left",))


def needs_device(state: State, how: str) -> bool:
    """True if a device must shuffle the deck before it is dealt: the document requires it for the hand alone (S25)."""
    return state.way_of_dealing.from_hand and state.terms.binds("deal.device_first") and how != "by device"


@keeps("shuffle.then_cut", "shuffle.then_deal", "shuffle.self_shuffling")
def after_shuffle(state: State, how: str) -> str:
    """The status after a shuffle: cards shuffled by hand or beforehand are cut, except with a self-shuffler (D28).

    A document that asks for no cut has none.
    """
    cut = how != "by device" and not state.way_of_shuffling.continuous and state.terms.binds("shuffle.then_cut")
    return "to cut" if cut else "shuffled"


def _whole(order: tuple[int, ...], cards: tuple[int, ...]) -> None:
    if sorted(order) != sorted(cards):
        accepted = "the cards of the deck, each once"  # without their number: a refusal must not reveal it
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
    """Take one step of opening a deck, or of reopening it after an idle time; each deck goes through all of them."""
    step = due(draft.state)
    if command.do == "show" and not draft.state.taken():
        raise RefusedError("nobody is here to see the cards", "a first player who sits down", "open.spread")
    if draft.args.get("defects"):
        says = "a defect was found in the cards, and the deck leaves the table"
        draft.irregular("open.inspect", says, draft.terms.ruled("inspection"))
        draft.emit("removed", deck=step.deck, reason="it has a defect")
        return
    draft.emit("prepared", deck=step.deck, status=_NEXT[command.do])


@keeps("shuffle.when", "shuffle.how", "shuffle.stack", "deck.second_shuffles", "shuffle.count")
def shuffle(draft: Draft, command: Command) -> None:
    """Shuffle a deck, by hand or by the device; its order follows from the secret, or from a script.

    While one of two decks plays, the device shuffles the other. A device that counts sends a wrong deck away.
    """
    state = draft.state
    by_hand = state.way_of_shuffling.by_hand
    if by_hand != (command.who == "dealer"):
        by = "the dealer, by hand" if by_hand else "the shuffling device"
        # Another way than the device's may be used only when the device is gone.
        rule = "shuffle.how" if by_hand or not draft.terms.binds("irregular.device_out") else "irregular.device_out"
        raise RefusedError(f"the shuffle is made by {by}", f"shuffle by {by}", rule)
    number = _to_shuffle(state)
    deck = state.decks[number]
    if state.devices["shuffler"] != "working" and not by_hand:
        raise RefusedError("the shuffler has failed", draft.until_mended("shuffler"), "irregular.shuffler_jam")
    how = "by hand" if by_hand else "by device"
    draft.emit("shuffled", deck=number, how=how, status=after_shuffle(state, how), **_as_shuffled(draft, deck.cards))
    if state.way_of_shuffling.counts:
        _count(draft, number)
    elif "counted" in draft.args:
        why = "the device does not count"
        raise RefusedError(why, "a shuffle without a count", "shuffle.count", ruled=("reports",))


def _as_shuffled(draft: Draft, cards: tuple[int, ...]) -> dict[str, Any]:
    """The result of a shuffle: by a committed secret, by a script, or unknown, of real cards."""
    fixed, given = draft.state.fixed, draft.args
    if fixed.committed:
        return _derived(draft, cards)
    if "secret" in given or "commitment" in given:
        raise RefusedError(f"the cards here are {fixed.source}", "a shuffle without a secret", "shuffle.how")
    if given.get("physical"):
        if "order" in given:
            raise RefusedError("nobody knows the order of real cards", "real cards without an order", "deck.cards")
        return {"order": (UNKNOWN,) * len(cards)}
    if "order" not in given or fixed.source == REAL:
        raise RefusedError("the card source has given no order", "a shuffle by way of the table's cards", "shuffle.how")
    _whole(given["order"], cards)
    return {"order": given["order"]}


def _derived(draft: Draft, cards: tuple[int, ...]) -> dict[str, Any]:
    """The order and the salts that follow from the committed secret."""
    state, given = draft.state, draft.args
    if "order" in given or given.get("physical"):
        why = "the order of these cards follows from a secret that was committed to"
        raise RefusedError(why, "a shuffle with that secret", "shuffle.how")
    if "secret" not in given or "commitment" not in given or digest(given["secret"]) != state.commitment:
        accepted = "the secret that was committed to, and the commitment to the next"
        raise RefusedError("this is not the secret that was committed to", accepted, "shuffle.how")
    draws = Draws(given["secret"], state.fixed.place, state.shuffles + 1)
    size = state.fixed.deck_size
    return {
        "order": draws.order(range(size) if len(cards) == size else cards),  # a whole deck needs no sorting
        "salts": draws.salts(len(cards)),
        "secret": given["secret"],
        "commitment": given["commitment"],
        "shuffle": state.shuffles + 1,
    }


def _to_shuffle(state: State) -> int:
    step = due(state)
    if step.do == "shuffle":
        return step.deck
    for number, deck in enumerate(state.decks):
        if number != state.playing and deck.status in {"used", "stacked"}:
            return number
    raise RefusedError("no deck is waiting to be shuffled", f"{step.do} by the {step.who}", "shuffle.when")


def _count(draft: Draft, number: int) -> None:
    """Take a device's count; of real cards it is the number that the device gave, or the dealer reads it off (S38)."""
    deck, real = draft.state.decks[number], draft.state.fixed.real
    if "counted" in draft.args and not real:
        why = "a digital deck is counted by the table"
        raise RefusedError(why, "a shuffle without a count", "shuffle.count", ruled=("reports",))
    if real and "counted" not in draft.args:
        draft.emit("count_due", deck=number, by="by device")
        return
    counted_by_device(draft, number, draft.args["counted"] if real else len(deck.cards) + deck.surplus)


@keeps("shuffle.count")
def counted_by_device(draft: Draft, number: int, cards: int) -> None:
    """Record a device's count: a deck with a wrong number of cards leaves the table."""
    draft.emit("counted_by_device", deck=number, cards=cards)
    if cards != draft.state.fixed.deck_size:
        rule = "shuffle.count"
        says = f"the shuffler counts {cards} cards, and the deck leaves the table"
        draft.irregular(rule, says, draft.terms.shaping(rule))
        draft.emit("removed", deck=number, reason="counted wrong by the shuffler")


@keeps("cut.ten_cards", "cut.complete", "cut.then_deal", "cut.to_bottom")
def cut(draft: Draft, command: Command) -> None:
    """Cut the deck: at least ten cards go from the top to the bottom; the cover card is no card of the deck.

    The deck is taken to be whole: a missing card shows when the cards are counted, not at a cut. The cut of a digital
    deck is not chosen: it follows from the secret of its shuffle.
    """
    step, state = due(draft.state), draft.state
    deck = state.decks[step.deck]
    if state.fixed.committed:
        taken = _derived_depth(draft, deck)
    elif "depth" not in draft.args:
        accepted = accepts(DECLARED["cut"].named["depth"])
        raise RefusedError("'cut' lacks depth", accepted, "cut.ten_cards", about="depth")
    elif "depth" in command.args and UNKNOWN not in deck.cards:
        raise RefusedError("the card source says where a digital deck is cut", "a cut without a depth", "cut.ten_cards")
    else:
        taken = draft.args["depth"]
    most = state.fixed.deck_size - (LEAST_CUT if draft.terms["cut_below"] == "ten" else 1)
    if not LEAST_CUT <= taken <= most:
        accepted = f"from {LEAST_CUT} to {most} cards off the top"
        ruled = ("cut_below",) if taken > most else ()
        raise RefusedError(f"a cut of {taken} cards was made", accepted, "cut.ten_cards", ruled=ruled)
    draft.emit("cut", deck=step.deck, depth=taken)


def _derived_depth(draft: Draft, deck: DeckOn) -> int:
    if "depth" in draft.args:
        why = "where these cards are cut follows from the secret of their shuffle"
        raise RefusedError(why, "a cut without a depth", "cut.ten_cards", about="depth")
    made = deck.shuffle
    draws = Draws(made.secret, draft.state.fixed.place, made.number)
    return draws.cut(len(deck.cuts) + 1, draft.state.fixed.deck_size)


@keeps("cut.recut", "shuffle.self_shuffling")
def recut(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Cut again: until a card has been dealt a supervisor may order it, after "No more bets" too (ruling S26).

    Once a number has been revealed the cards may be known, and the round is void instead (ruling S37).

    The later Colorado edition has automated shuffles only, and so a cut only when a supervisor asks (ruling C21).
    """
    state = draft.state
    number = state.playing
    deck = state.decks[number] if state.decks else None
    if state.way_of_shuffling.continuous:
        why, rule = "the device shuffles by itself", "shuffle.self_shuffling"
        raise RefusedError(why, "play without a cut", rule, rulings=draft.terms.shaping(rule))
    if deck is None or deck.status not in {"shuffled", "cut", "in play"} or not undealt(state):
        why, accepted = "no deck stands ready and undealt", "a recut after the cut and before the deal"
        raise RefusedError(why, accepted, "cut.recut", ruled=("recut",))
    if not deck.was_cut and draft.terms.binds("shuffle.then_cut"):
        raise RefusedError("the cards were not cut", "a recut after a cut", "cut.recut")
    if not voided(draft, "cut.recut"):
        draft.emit("recut", deck=number, reason=draft.args["reason"])


def undealt(state: State) -> bool:
    """True if no card of the round has been dealt, drawn or found."""
    return state.phase != "round" or (state.step == 0 and not state.next and not state.drawn)


@keeps("deal.into_shoe")
def load(draft: Draft, command: Command) -> None:
    """Load the stack into the shoe or the dealer's hand, and publish the root over the deck as shuffled."""
    state, number = draft.state, draft.state.playing  # no other deck is due to be loaded
    if change_overdue(draft, number):
        return
    if not state.shoe_works:
        raise RefusedError("the shoe has failed", draft.until_mended("shoe"), "irregular.shoe_jam")
    published = _root(state, state.decks[number])
    draft.emit("loaded", deck=number, into=state.way_of_dealing.holder, root=published, by=command.who)


def _root(state: State, deck: DeckOn) -> str:
    """The root of a shuffle; a cut is a rotation that is public, and leaves the root as it is."""
    made = deck.shuffle
    if deck.root or not made.number:
        return deck.root
    return root(leaves_of_deck(made.order, made.salts, state.fixed.deck_size), state.fixed.place, made.number)


@keeps("shuffle.into_shoe", "deal.into_shoe")
def device_may_load(state: State, number: int) -> bool:
    """True if the shuffling device may put a stack that it has shuffled straight into a shoe."""
    works = not state.way_of_shuffling.by_hand and state.devices["shuffler"] == "working"
    by_device = state.decks[number].how == "by device" and not state.decks[number].was_cut
    return works and by_device and not state.way_of_dealing.from_hand and state.terms.binds("shuffle.into_shoe")


@keeps("deck.change")
def change_overdue(draft: Draft, number: int) -> bool:
    """Remove a deck past its hours, which is not dealt (ruling D30); return True if it was removed."""
    hours = overdue(draft.state, draft.state.decks[number])
    if hours:
        says = f"the deck has been in use for {hours} hours and is changed"
        draft.irregular("deck.change", says, draft.terms.shaping("deck.change"))
        draft.emit("removed", deck=number, reason="due to be changed")
    return bool(hours)


def overdue(state: State, deck: DeckOn) -> int:
    """The maximum hours of a deck that has exceeded them; 0 if it may stay."""
    hours = state.terms.deck_hours
    return hours if hours and state.now - deck.since >= hours * HOURS else 0


@keeps("open.receive", "deck.change")
def withdraw(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Withdraw a deck between rounds, whenever the floor wants to (rulings S32, D30)."""
    state = draft.state
    number = draft.args.get("deck", state.playing + 1) - 1
    if state.phase == "round" or state.closed:
        raise RefusedError("a round is in play", "a deck between rounds", "open.receive", ruled=("inspection",))
    if number >= len(state.decks):
        raise RefusedError(f"there is no deck {number + 1} at the table", "a deck that is there", "open.receive")
    if state.phase == "betting" and number == state.playing:
        draft.emit("unloaded", deck=number)
    draft.emit("removed", deck=number, reason=draft.args["reason"])


@keeps("open.inspect")
def _inspected(state: State) -> None:
    """Check that no deck still waits to be inspected or verified: until then none is spread (ruling S32)."""
    if not state.decks:
        why = "no deck is at the table"
        raise RefusedError(why, "'receive' by the house", "open.receive", ruled=("inspection",))
    step = due(state)
    if step.do in {"inspect", "verify"} and state.phase == "preparing":
        done = "inspected" if step.do == "inspect" else "verified"
        why = f"the deck with {state.decks[step.deck].back} backs has not been {done}"
        raise RefusedError(why, f"{step.do!r} by the {step.who}", "open.inspect", ruled=("inspection",))


_SPREAD_AGAIN = {"stacked", "to cut", "cut", "shuffled", "used", "washed", "shown"}


@keeps("shuffle.self_shuffling")
def idle(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """Spread the cards at an open table without play; the next player sees them, and they are shuffled anew.

    A deck that was not inspected and verified is not spread (ruling S32).
    """
    state = draft.state
    if state.way_of_shuffling.continuous:
        why, rule = "the device keeps the cards", "shuffle.self_shuffling"
        raise RefusedError(why, "wait for a player", rule, rulings=draft.terms.shaping(rule))
    _inspected(state)
    if state.phase not in {"preparing", "betting"} or any(seat.wagers for _, seat in state.taken()):
        raise RefusedError("the table is not idle", "spread the cards when no wager stands", "idle.spread")
    if state.phase != "betting":
        step = due(state)
        why, accepted = "the cards are not ready to be dealt", f"{step.do!r} by the {step.who}, and then 'idle'"
        raise RefusedError(why, accepted, "idle.spread")
    draft.emit("idle")
    for number, deck in enumerate(state.decks):
        if number != state.playing and deck.status in _SPREAD_AGAIN:
            draft.emit("prepared", deck=number, status="spread")
