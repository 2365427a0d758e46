"""Devices that fail: what becomes of the round, and which other way may be used once a failed one is out of use."""

from __future__ import annotations

from croupier.citing import keeps
from croupier.table.commands import Command, RefusedError
from croupier.table.draft import Draft
from croupier.table.irregular import void_round


@keeps("irregular.shuffler_jam", "irregular.shoe_jam")
def jam(draft: Draft, command: Command) -> None:
    """A device fails. A shoe that fails in a round voids it; a shuffler's cards are shuffled anew (S15)."""
    device = str(command.args.get("device"))
    state = draft.state
    if device not in state.devices:
        raise RefusedError(f"there is no device {device!r}", ", ".join(state.devices), "irregular.shuffler_jam")
    if state.dealing != "automated_shoe" if device == "shoe" else state.shuffling == "manual":
        raise RefusedError(f"the {device} is not in use", "a device in use", f"irregular.{device}_jam")
    draft.emit("jammed", device=device)
    if device == "shoe" and state.phase == "round":
        void_round(draft, "irregular.shoe_jam", "the dealing shoe failed during the round")
    elif device == "shuffler":
        _unshuffle(draft)


def _jam_rule(device: object) -> str:
    return "irregular.shoe_jam" if device == "shoe" else "irregular.shuffler_jam"


def _unshuffle(draft: Draft) -> None:
    """The deck in the failed shuffler is to be shuffled again; the one in play is left alone."""
    state = draft.state
    in_play = state.playing if state.phase in {"betting", "round"} else None
    held = {number: deck.status for number, deck in enumerate(state.decks) if number != in_play}
    if set(held.values()) & {"used", "stacked", "shuffled"}:
        draft.irregular("irregular.shuffler_jam", "the shuffler failed; what it holds is shuffled again")
    for number in [number for number, status in held.items() if status == "shuffled"]:
        draft.emit("prepared", deck=number, status="used")


def repair(draft: Draft, command: Command) -> None:
    """A device works again; one that is still out of use leaves its other way in use."""
    device = command.args.get("device")
    if draft.state.devices.get(str(device)) in {None, "working"}:
        raise RefusedError(f"{device!r} has not failed", "a device that has failed", _jam_rule(device))
    draft.emit("device", device=device, **{"is": "working"})
    state, terms = draft.state, draft.terms
    out = {each for each, status in state.devices.items() if status not in {"working", "jammed"}}
    shuffling = state.shuffling if "shuffler" in out else terms["shuffling"]
    stays = "shoe" in out or ("shuffler" in out and terms["dealing"] == "hand")
    _use(draft, str(state.dealing if stays else terms["dealing"]), str(shuffling))


def _use(draft: Draft, dealing: str, shuffling: str) -> None:
    """Other ways are used from now on. A stack that waits for the deal is moved; one for the hand is shuffled again."""
    from croupier.table.opening import SHOES

    state = draft.state
    moved = state.dealing != dealing
    draft.emit("uses", dealing=dealing, shuffling=shuffling)
    deck = state.decks[state.playing] if state.decks and state.phase in {"betting", "preparing"} else None
    if deck is None or not moved:
        return
    if state.phase == "betting" and dealing == "hand" and deck.was_cut:
        draft.emit("unloaded", deck=state.playing)
    elif state.phase == "betting":
        draft.emit("loaded", deck=state.playing, into=SHOES[dealing], root=state.root)
    elif dealing == "hand" and deck.status in {"to cut", "cut"}:
        draft.emit("prepared", deck=state.playing, status="used")


@keeps("irregular.device_out", "irregular.device_removed", "irregular.device_covered", "irregular.device_marked")
def put_out(draft: Draft, command: Command) -> None:
    """A failed device is put out of use, in a way the document allows, before another way is used.

    The later Colorado edition has no other way to shuffle: there the table waits for a shuffler that works (C24). It
    asks nothing of a failed shoe before the cards are dealt from another (C22).
    """
    state, terms = draft.state, draft.terms
    device, how = command.args.get("device"), str(command.args.get("how", "removed"))
    if state.devices.get(str(device)) != "jammed":
        raise RefusedError(f"{device!r} has not failed", "a device that has failed", _jam_rule(device))
    if device == "shuffler" and "manual" not in (terms.rulebook.options["shuffling"].values or {}):
        raise RefusedError("the document has no other way to shuffle", "a device that works again", _jam_rule(device))
    asked = terms.binds("irregular.device_out")
    ways = [way for way in ("removed", "covered", "marked") if not asked or terms.binds(f"irregular.device_{way}")]
    if how not in ways:
        raise RefusedError(f"a device that is {how} is still there", ", ".join(ways), "irregular.device_out")
    draft.emit("device", device=device, **{"is": how})
    shuffling = "manual" if device == "shuffler" else state.shuffling
    _use(draft, _other_dealing(draft, str(device), command), shuffling)
    if device == "shuffler" and len(state.decks) > 1:  # a second deck is for tables with a shuffling device
        draft.emit("removed", deck=1 - draft.state.playing, reason="a second deck needs a shuffling device")


def _other_dealing(draft: Draft, device: str, command: Command) -> str:
    """The way of dealing that is left: none from the hand without a shuffler (the document's own condition)."""
    state = draft.state
    shuffler = device != "shuffler" and state.shuffling != "manual"
    if device == "shuffler":
        return "manual_shoe" if state.dealing == "hand" else state.dealing
    dealing = str(command.args.get("dealing", "manual_shoe"))
    values = draft.terms.rulebook.options["dealing"].values or {}
    left = [way for way in values if way != "automated_shoe" and (way != "hand" or shuffler)]
    if dealing not in left:
        raise RefusedError(f"the cards cannot be dealt by {dealing}", ", ".join(left), "deal.into_shoe")
    return dealing


@keeps("shuffle.directed")
def order_shuffle(draft: Draft, command: Command) -> None:
    """The floor may order a shuffle, where the document says so, before any card is dealt."""
    state = draft.state
    if not draft.terms.binds("shuffle.directed"):
        raise RefusedError("the document leaves no such order to the floor", "a recut", "shuffle.when")
    if state.phase != "betting":
        raise RefusedError("no deck stands ready and undealt", "an order between rounds", "shuffle.directed")
    draft.emit("ruled", what="shuffle", choice="shuffle again", reason=str(command.args.get("reason", "")))
    draft.emit("unloaded", deck=state.playing)
