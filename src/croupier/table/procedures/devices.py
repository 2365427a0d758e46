"""Procedures for devices that fail: their effect on the round, and the way of working without them."""

from __future__ import annotations

from croupier.citations import keeps
from croupier.table.model.command import Command, RefusedError
from croupier.table.model.state import RETURNING, State
from croupier.table.model.ways_of_dealing import BY_HAND, DEALING, MANUAL_SHOE, SHUFFLING
from croupier.table.procedures.betting import without_devices
from croupier.table.procedures.deck import after_shuffle, needs_device, undealt
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.irregularities import shoe_fails
from croupier.table.procedures.payouts import void_round
from croupier.table.procedures.player_numbers import voided


def jam(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Record a device that says that it has failed."""
    check_working(draft, draft.args["device"])
    fails(draft, draft.args["device"])


def check_working(draft: Draft, device: str) -> None:
    """Check that a device is in use and has not failed yet."""
    state = draft.state
    if not _in_use(state, device):
        raise RefusedError(f"the {device} is not in use", "a device in use", f"irregular.{device}_jam")
    if state.devices[device] != "working":
        raise RefusedError(f"the {device} has failed already", draft.until_mended(device), f"irregular.{device}_jam")


@keeps("irregular.shuffler_jam")
def fails(draft: Draft, device: str) -> None:
    """Record a failed device. A shoe that the round needs voids it (S23); a shuffler's cards are reshuffled (S15)."""
    state = draft.state
    if device == "shoe":
        shoe_fails(draft)
        return
    draft.emit("jammed", device=device)
    if _holds_the_dealers_stack(state):
        rulings = state.terms.rulings("", "deal.dealer_waits")
        void_round(draft, "irregular.shoe_jam", "the shuffler failed with the dealer's cards in it", rulings=rulings)
    _unshuffle(draft)


@keeps("deal.dealer_waits")
def _holds_the_dealers_stack(state: State) -> bool:
    """True if the dealer's stack still waits in the shuffler, which until then deals the round (ruling D31)."""
    waits = state.terms.options.get("dealer_stack") == "shuffler" and state.way_of_dealing.device
    return waits and state.phase == "round" and not set(state.dealer) & state.up


def _in_use(state: State, device: str) -> bool:
    return state.way_of_dealing.device if device == "shoe" else not state.way_of_shuffling.by_hand


def _jam_rule(device: object) -> str:
    return "irregular.shoe_jam" if device == "shoe" else "irregular.shuffler_jam"


def _unshuffle(draft: Draft) -> None:
    """Send the deck in the failed shuffler back to be shuffled; the one in play is left alone."""
    held = [deck.status for deck in draft.state.decks]
    if {"used", "stacked", "shuffled"}.intersection(held):
        draft.irregular(
            "irregular.shuffler_jam",
            "the shuffler failed; what it holds is shuffled again",
            draft.terms.ruled("shuffler_failure"),
        )
    for number in [number for number, status in enumerate(held) if status == "shuffled"]:
        draft.emit("prepared", deck=number, status="used")


@keeps("irregular.device_out")
def repair(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Record that a device works again; one that is still out of use keeps its replacement in use.

    A device is not at the table while another way is used: one whose place another way has taken in this round is back
    with the next.
    """
    device, state, terms = draft.args["device"], draft.state, draft.terms
    if state.devices[device] in {"working", RETURNING}:
        why = f"the {device} is {'in use' if state.devices[device] == 'working' else 'back with the next round'}"
        raise RefusedError(why, "a device that is out of use", _jam_rule(device))
    later = {"from": "the next round"} if state.closed and not _in_use(state, device) else {}
    draft.emit("device", device=device, **{"is": "working"}, **later)
    out = {each for each, status in state.devices.items() if status not in {"working", "jammed", RETURNING}}
    dealing, shuffling = _to_come(state)
    stays = "shoe" in out or ("shuffler" in out and DEALING[str(terms["dealing"])].from_hand)
    way = shuffling if "shuffler" in out else str(terms["shuffling"])
    _use(draft, dealing if stays else str(terms["dealing"]), way)


def _to_come(state: State) -> tuple[str, str]:
    """The ways of dealing and shuffling from the next round on."""
    return state.ways_next or (state.dealing, state.shuffling)


def _use(draft: Draft, dealing: str, shuffling: str) -> None:
    """Use other ways from now on; the document's conditions for a way still apply to the deck (ruling S25).

    A round is dealt in the way that it was begun in (ruling S11): during it, other ways apply from the next round on.
    """
    state = draft.state
    if state.closed:
        if (dealing, shuffling) != _to_come(state):
            draft.emit("uses", dealing=dealing, shuffling=shuffling, **{"from": "the next round"})
        return
    moved = state.dealing != dealing
    draft.emit("uses", dealing=dealing, shuffling=shuffling)
    without_devices(draft)
    deck = state.decks[state.playing] if state.decks and state.phase in {"betting", "preparing"} else None
    if deck is None or deck.status not in {"to cut", "cut", "shuffled", "in play"}:
        return
    loaded = deck.status == "in play"
    if needs_device(state, deck.how) or (DEALING[dealing].from_hand and (deck.was_cut or deck.status == "to cut")):
        # From the hand only a deck is dealt that a device has shuffled, and that is never cut (ruling D20).
        draft.emit("unloaded" if loaded else "prepared", deck=state.playing, **({} if loaded else {"status": "used"}))
    elif deck.status in {"shuffled", "in play"} and not deck.was_cut and after_shuffle(state, deck.how) == "to cut":
        draft.emit("recut", deck=state.playing, reason="The way of shuffling in use asks for a cut.")
    elif loaded and moved:
        draft.emit("loaded", deck=state.playing, into=DEALING[dealing].holder, root=state.root, by="dealer")


@keeps("irregular.device_out", "irregular.device_removed", "irregular.device_covered", "irregular.device_marked")
def put_out(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Put a device out of use, in a way that the document allows, before another way is used.

    One that works may be removed between rounds, unless the document speaks of malfunction only (S30). The later
    Colorado edition has no other way to shuffle: there the table waits for a shuffler that works (C24); it asks
    nothing of a shoe before the cards are dealt from another (C22).
    """
    state, terms = draft.state, draft.terms
    device, how = draft.args["device"], draft.args.get("how", "removed")
    if device == "shuffler" and "dealing" in draft.args:
        raise RefusedError("without a shuffler the cards are dealt as before", "the device alone", "shuffle.how")
    _may_go(state, device, how)
    if device == "shuffler" and BY_HAND.name not in (terms.rulebook.options["shuffling"].values or {}):
        raise RefusedError("the document has no other way to shuffle", "a device that works again", _jam_rule(device))
    asked = terms.binds("irregular.device_out")
    ways = [way for way in ("removed", "covered", "marked") if not asked or terms.binds(f"irregular.device_{way}")]
    if how not in ways:
        why, rule = f"a device that is {how} is still there", "irregular.device_out"
        raise RefusedError(why, ", ".join(ways), rule, rulings=terms.shaping(rule))
    dealing = _other_dealing(draft, device)
    draft.emit("device", device=device, **{"is": how})
    _use(draft, dealing, BY_HAND.name if device == "shuffler" else _to_come(state)[1])
    if device == "shuffler" and len(state.decks) > 1:  # a second deck is for tables with a shuffling device
        draft.emit("removed", deck=1 - draft.state.playing, reason="a second deck needs a shuffling device")


@keeps("irregular.device_out")
def _may_go(state: State, device: str, how: str) -> None:
    """Check that a device may go: a failed one in any way, a working one by removal between rounds (S30)."""
    if state.devices[device] == "jammed":
        return
    if state.devices[device] != "working":
        why = f"the {device} is out of use already"
        raise RefusedError(why, "a device that is there", "irregular.device_out", ruled=("device_removed",))
    if not _in_use(state, device):
        raise RefusedError(f"the {device} is not in use", "a device in use", _jam_rule(device))
    if not state.terms.ruled("device_removed"):
        raise RefusedError(f"the {device} has not failed", "a device that has failed", "irregular.device_out")
    if state.closed or how != "removed":
        why = f"the {device} works, and {'a round is in play' if state.closed else 'stays if it is ' + how}"
        raise RefusedError(why, "its removal between rounds", "irregular.device_out", ruled=("device_removed",))


def _other_dealing(draft: Draft, device: str) -> str:
    """The way of dealing that is left: not from the hand without a shuffler (the document's own condition)."""
    in_use, shuffling = _to_come(draft.state)
    if device == "shuffler":
        return MANUAL_SHOE.name if DEALING[in_use].from_hand else in_use
    dealing = draft.args.get("dealing", MANUAL_SHOE.name)
    values = draft.terms.rulebook.options["dealing"].values or {}
    by_hand = SHUFFLING[shuffling].by_hand
    left = [way for way in values if not (DEALING[way].device or (DEALING[way].from_hand and by_hand))]
    if dealing not in left:
        why = f"the cards cannot be dealt by {dealing}"
        raise RefusedError(why, ", ".join(left), "deal.into_shoe", ruled=("way_left",))
    return str(dealing)


@keeps("shuffle.directed")
def order_shuffle(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Order a shuffle: the floor may, where the document says so, before any card is dealt; of a waiting deck too.

    Once a number has been revealed the cards may be known, and the round is void instead (ruling S37).
    """
    state = draft.state
    if not draft.terms.binds("shuffle.directed"):
        raise RefusedError("the document leaves no such order to the floor", "a recut", "shuffle.when")
    deck = state.decks[state.playing] if state.decks else None
    if deck is None or deck.status not in {"to cut", "cut", "shuffled", "in play"} or not undealt(state):
        raise RefusedError("no deck stands ready and undealt", "an order before the deal", "shuffle.directed")
    if voided(draft, "shuffle.directed"):
        return
    draft.emit("ruled", what="shuffle", choice="shuffle again", reason=draft.args["reason"])
    if deck.status == "in play":
        draft.emit("unloaded", deck=state.playing)
    else:
        draft.emit("prepared", deck=state.playing, status="used")
