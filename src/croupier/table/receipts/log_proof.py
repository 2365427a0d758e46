"""Log proofs: checks that a receipt's round is in the house's transparency log, and that a later log continues it.

The log is a Merkle tree over the heads of finished rounds, of which the house signs checkpoints. A receipt with a
checkpoint and an inclusion proof is checked offline with the house's public key. Input that cannot be read raises a
ReceiptError; input that can be read and does not fit is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from croupier.crypto.merkle import is_continued, is_included, leaf_hash
from croupier.crypto.signed_notes import Checkpoint, NoteError, RestoreStatement, opened, text_of
from croupier.dates import moment
from croupier.table.model.state import Place
from croupier.table.receipts.receipt import facts_hash, public_facts
from croupier.table.receipts.verify import DIGEST, Finding, ReceiptError, fields, is_list, is_text, is_whole, read
from croupier.table.recording.recorder import encoded

_ROUND = "croupier round 2"
_MOST_HASHES = 128  # of a proof; no log has more leaves than a tree of 64 levels
_INCLUSION = {"index": is_whole, "size": is_whole, "proof": is_list(DIGEST, _MOST_HASHES)}
_ABOUT = {"house": is_text, "table": is_text, "session": is_text, "round": is_whole, "head": DIGEST}


def leaf_of(place: Place, number: int, head: str, facts: str = "") -> bytes:
    """The leaf hash of a round in the house's log, from the head of its recording and the hash of its public facts.

    Both are in hexadecimal. Rounds of older houses have leaves without facts.
    """
    return leaf_hash(encoded([_ROUND, *place, number, head, facts] if facts else [*place, number, head]))


class Later(NamedTuple):
    """The holder's other evidence of the log: a checkpoint, and the proofs that connect it with the receipt's."""

    checkpoint: str
    consistency: tuple[bytes, ...] | None = None  # from the smaller of the two trees to the larger
    inclusion: Mapping[str, Any] | None = None  # of the receipt's round, in this checkpoint
    restore: tuple[str, ...] = ()  # the restore statements by which the log goes on under another origin, in order

    @classmethod
    def read(cls, given: object) -> Later:
        """Parse a house's data with a checkpoint, or a signed note alone; raise a ReceiptError if it is neither."""
        told = {"checkpoint": given} if isinstance(given, str) else given
        fields(told, {"checkpoint": _is_note}, _KEPT)
        assert isinstance(told, dict)  # noqa: S101 - `fields` takes nothing else
        for name, value in told.items():
            if name not in _LATER or not _LATER[name](value):
                raise ReceiptError(f"{_KEPT} has a {str(name)[:40]!r} that is none; it has {', '.join(_LATER)}")
        proof, included = told.get("consistency"), told.get("inclusion")
        hashes = None if proof is None else tuple(bytes.fromhex(each) for each in proof)
        read = None if included is None else fields(included, _INCLUSION, "its inclusion")
        return cls(told["checkpoint"], hashes, read, tuple(told.get("restore", ())))


def _is_note(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(text_of(value))
    except NoteError:
        return False


_KEPT = "what was kept of the log"
_LATER = {
    "checkpoint": _is_note,
    "consistency": is_list(DIGEST, _MOST_HASHES),
    "inclusion": lambda value: isinstance(value, dict),
    "restore": is_list(_is_note),
}


def logged(receipt: Mapping[str, Any], key: str = "", later: Later | None = None) -> list[Finding]:
    """Check a receipt's place in the house's log, with its public key and the holder's other evidence."""
    if "checkpoint" not in receipt:
        missing = Finding(None, "whether its round is in the house's log: it carries no checkpoint", beyond=True)
        return [missing] if key or later else []
    about = fields(
        receipt, _ABOUT | {"checkpoint": lambda value: isinstance(value, str)}, "a receipt with a checkpoint"
    )
    inclusion = fields(receipt.get("inclusion"), _INCLUSION, "its inclusion")
    place = Place(about["house"], about["table"], about["session"])
    leaf = leaf_of(place, about["round"], about["head"], _facts(receipt))
    older = leaf_of(place, about["round"], about["head"])
    signed = _signed(about["checkpoint"], key)
    if isinstance(signed, Finding):
        return [signed]
    is_older = not _is_in(leaf, inclusion, signed) and _is_in(older, inclusion, signed)
    leaf = older if is_older else leaf
    found = [*_signature(signed, key), _included(leaf, inclusion, signed, about)]
    if is_older:
        found.append(
            Finding(None, "whether that log has what was dealt to whom, and if it was void: it has the head alone")
        )
    if later is not None:
        found += _beside(leaf, inclusion["index"], signed, later, key)
    return [
        *found,
        Finding(
            None, "whether its cards are those recorded under that head: an audit of the recording shows", beyond=True
        ),
    ]


def _facts(receipt: Mapping[str, Any]) -> str:
    """The hash of a receipt's public facts; none where no receipt is whole, of which `verify` says why."""
    try:
        given = read(receipt)
        return facts_hash(public_facts(given), given["receipt"]).hex()
    except ReceiptError:
        return ""


def _signed(note: str, key: str) -> Checkpoint | Finding:
    """The checkpoint of a note, verified by the key if one is known; a malformed or foreign one is a finding."""
    try:
        text, name = opened(note, key) if key else (text_of(note), "")
        point = Checkpoint.read(text)
    except NoteError as error:
        return Finding(holds=False, says=f"its checkpoint is one of the house's: {error}")
    if name and name != point.origin:
        return Finding(holds=False, says=f"its checkpoint of {point.origin} is signed under that name, not {name!r}")
    return point


def goes_on(kept: str, later: Later, key: str) -> list[Finding]:
    """Check that the house's log continues the one of a checkpoint that was kept; the key is the house's."""
    here, there = _signed(kept, key), _signed(later.checkpoint, key)
    if isinstance(here, Finding):
        return [here._replace(says=f"of the checkpoint that you kept: {here.says}")]
    if isinstance(there, Finding):
        return [there]
    found = list(_time_goes_on(here, there))
    if here.origin == there.origin:
        if there.size < here.size:
            says = f"the log of {here.origin} has the {here.size:,} rounds that you kept, and not {there.size:,}"
            return [*found, Finding(holds=False, says=says)]
        return [*found, _continued(here, there, later, "")]
    told, stated = _announced(here, there, later, key)
    if any(each.holds is False for each in told) or not stated:
        return [*found, *told]
    remaining = min(each.kept for each in stated)
    if here.size <= remaining:
        return [*found, *told, _continued(here, there, later, " from before the restore")]
    lost = f"the restore kept {remaining:,} of the {here.size:,} rounds of the log that you kept, as was announced"
    return [*found, *told, Finding(None, lost)]


def _time_goes_on(here: Checkpoint, there: Checkpoint) -> Iterator[Finding]:
    """Compare the times of two checkpoints of one log; a house may have set its clock back, which is on record."""
    first, second = sorted((here, there), key=lambda each: each.size)
    if here.origin == there.origin and first.at is not None and second.at is not None:
        says = f"the checkpoint of {second.size:,} rounds is not older than that of {first.size:,}"
        yield Finding(True if first.at <= second.at else None, says)


def _signature(point: Checkpoint, key: str) -> Iterator[Finding]:
    at = "" if point.at is None else f", of {moment(point.at)},"
    what = f"the checkpoint of {point.origin} with {point.size:,} rounds{at}"
    if key:
        yield Finding(holds=True, says=f"{what} is signed with the house's key")
    else:
        yield Finding(None, f"whether {what} is signed by the house: give its public key with --key")


def _included(leaf: bytes, given: Mapping[str, Any], point: Checkpoint, about: Mapping[str, Any]) -> Finding:
    holds = given["size"] == point.size and _is_in(leaf, given, point)
    where = f"number {given['index'] + 1:,} of {given['size']:,}"
    return Finding(holds, f"round {about['round']}, with the head {about['head'][:16]}…, is in that log, {where}")


def _is_in(leaf: bytes, given: Mapping[str, Any], point: Checkpoint) -> bool:
    proof = [bytes.fromhex(each) for each in given["proof"]]
    return is_included(leaf, given["index"], point.size, proof, point.root)


# ---- two checkpoints -------------------------------------------------------------------------------------------


def _beside(leaf: bytes, index: int, here: Checkpoint, later: Later, key: str) -> Iterator[Finding]:
    """Compare another checkpoint of the house with the one in the receipt."""
    there = _signed(later.checkpoint, key)
    if isinstance(there, Finding):
        yield there._replace(says=f"of the checkpoint that you kept: {there.says}")
        return
    yield from _time_goes_on(here, there)
    if there.origin == here.origin:
        yield _continued(here, there, later, "")
    elif later.restore:
        yield from _after_restore(index, here, there, later, key)
    else:
        says = f"whether {there.origin} continues {here.origin}: that takes the house's statement of a restore"
        yield Finding(None, says)
    if later.inclusion is not None:
        same = later.inclusion["index"] == index and later.inclusion["size"] == there.size
        holds = same and _is_in(leaf, later.inclusion, there)
        yield Finding(holds, f"the round has the same place in the log of {there.size:,} rounds that you kept")


def _continued(here: Checkpoint, there: Checkpoint, later: Later, after: str) -> Finding:
    first, second = sorted((here, there), key=lambda each: each.size)
    what = f"the log of {second.size:,} rounds continues that of {first.size:,}{after}: nothing in it was rewritten"
    if first.size == second.size:
        says = f"there is one log of {first.size:,} rounds{after}, and no other was signed"
        return Finding(first.root == second.root, says)
    if not first.size or later.consistency is None:
        return Finding(None, f"whether {what}; that takes a proof of consistency, which the house gives out")
    return Finding(is_continued(first.size, second.size, later.consistency, first.root, second.root), what)


def _after_restore(index: int, here: Checkpoint, there: Checkpoint, later: Later, key: str) -> Iterator[Finding]:
    """Check a log that goes on under another origin: announced losses are lost, and the rest must be there."""
    found, stated = _announced(here, there, later, key)
    yield from found
    for each in stated:
        if index >= each.kept:
            lost = f"{each.last.size - each.kept:,} of {each.last.size:,} rounds, and what came after them"
            yield Finding(None, f"the round was lost by that restore, which was announced: {lost}")
            return
    if not stated:
        return
    kept = min(each.kept for each in stated)
    if here.size <= kept:
        yield _continued(here, there, later, " from before the restore")
    else:
        yield Finding(None, f"the round is among the {kept:,} that the restore kept; its inclusion there shows it")


def _announced(
    here: Checkpoint, there: Checkpoint, later: Later, key: str
) -> tuple[list[Finding], list[RestoreStatement]]:
    """The findings on the statements by which a log goes on under another origin, and these, if they fit."""
    try:
        stated = [_stated(note, key) for note in later.restore]
    except NoteError as error:
        return [Finding(holds=False, says=f"the restore was stated by the house: {error}")], []
    fits = [here.origin, *(each.origin for each in stated)] == [*(each.last.origin for each in stated), there.origin]
    found = [Finding(fits, f"the house states that {here.origin} was restored and goes on as {there.origin}")]
    if not fits:
        return found, []
    last = stated[0].last
    says = f"the last checkpoint that it names, of {last.size:,} rounds, is no older than that of the receipt"
    return [*found, Finding(here == last or here.size < last.size, says)], stated


def _stated(note: str, key: str) -> RestoreStatement:
    """Parse a restore statement, verified by the key if one is known, and signed under the name of the new log."""
    text, name = opened(note, key) if key else (text_of(note), "")
    said = RestoreStatement.read(text)
    if name not in {"", said.origin}:
        raise NoteError(f"it is signed under the name {name!r}, and not under {said.origin!r}")
    return said
