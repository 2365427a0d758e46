"""Receipts of Croupier, checked with nothing but Python: `python verify.py FILE [--key HEX]`.

This file needs no other and shares no code with the package. It reads receipts, one a line or one over several lines,
with what the client kept saved in them, and says of each point whether it holds, does not hold, or is open. The bytes
are those of docs/decisions/0007-fairness.md and 0019-the-houses-log.md; docs/vectors.json has examples.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

STANDARD = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
COPIES = (("GD", 1), ("RD", 3), ("BD", 3), ("PH", 7), ("TI", 8), ("PA", 9), ("MO", 10), ("RA", 12))
DRAGON = [face for face, copies in COPIES for _ in range(copies)]
COMMITTED = ("committed", "practice: seeded")
LAST_CUT = 3  # the format of receipts since which the players' numbers are the last cut
Points = list[tuple[Any, str, bool]]  # whether it holds (None: open), the statement, and if no receipt can show it now


def sha(data: bytes) -> bytes:
    """The SHA-256 of some bytes."""
    return hashlib.sha256(data).digest()


def big(value: int, width: int) -> bytes:
    """A number as bytes, the highest first."""
    return value.to_bytes(width, "big")


# ---- Ed25519, by RFC 8032 --------------------------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]


def add(one: Point, other: Point) -> Point:
    """The sum of two points."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(factor: int, point: Point) -> Point:
    """A multiple of a point."""
    found: Point = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            found = add(found, point)
        point = add(point, point)
        factor >>= 1
    return found


def point_of(data: bytes) -> Point | None:
    """The point that 32 bytes stand for; None if they stand for none."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or (not x and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def is_signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """True if the key's owner has signed the message."""
    if len(public) != 32 or len(signature) != 64:  # noqa: PLR2004 - as RFC 8032 has it
        return False
    key, commitment = point_of(public), point_of(signature[:32])
    response = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or response >= L:
        return False
    y = 4 * pow(5, P - 2, P) % P
    base = point_of(big(y, 32)[::-1])
    assert base is not None  # noqa: S101 - it is a constant
    asked = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    one, other = times(response, base), add(commitment, times(asked, key))
    return (one[0] * other[2] - other[0] * one[2]) % P == 0 and (one[1] * other[2] - other[1] * one[2]) % P == 0


# ---- the cards -------------------------------------------------------------------------------------------------


def where(given: dict[str, Any]) -> bytes:
    """House, table and session, each behind its length."""
    texts = [given[name].encode() for name in ("house", "table", "session")]
    return b"".join(big(len(text), 2) + text for text in texts)


class Stream:
    """The bytes of one label: of the shuffle from the secret, of the last cut from the root and the numbers.

    Up to format 2 of receipts the numbers went into the shuffle.
    """

    def __init__(self, given: dict[str, Any], secret: bytes, label: str) -> None:
        made = given["shuffle"]
        inside = sorted(made["numbers"]) if label == "places" or given["receipt"] < LAST_CUT else []
        numbers = b"".join(bytes.fromhex(each) for each in inside)
        about = where(given) + big(made["number"], 4) + big(len(inside), 2) + numbers
        self.secret, self.start = secret, f"croupier {label} 1\0".encode() + about
        self.block, self.held = 0, b""

    def byte(self) -> int:
        """The next byte."""
        if not self.held:
            self.block += 1
            self.held = hmac.new(self.secret, self.start + big(self.block, 4), "sha256").digest()
        first, self.held = self.held[0], self.held[1:]
        return first

    def below(self, bound: int) -> int:
        """The next number below a bound, each as likely as the others."""
        while (byte := self.byte()) >= 256 // bound * bound:
            pass
        return byte % bound


def permuted(stream: Stream, size: int) -> list[int]:
    """The numbers below a size, in the order that a stream makes of them."""
    order = list(range(size))
    for left in range(size, 1, -1):
        chosen = stream.below(left)
        order[left - 1], order[chosen] = order[chosen], order[left - 1]
    return order


def places_of(given: dict[str, Any]) -> list[int]:
    """The places of the cut deck in the order in which they were dealt."""
    size = len(given["faces"])
    if given["receipt"] < LAST_CUT or not given["shuffle"]["numbers"]:
        return list(range(size))
    return permuted(Stream(given, bytes.fromhex(given["root"]), "places"), size)


def deck_points(given: dict[str, Any], kept: dict[str, Any]) -> Points:
    """The commitments, the root, and the root that was shown."""
    made, size = given["shuffle"], len(given["faces"])
    leaves = b"".join(bytes.fromhex(each) for each in given["leaves"])
    root = sha(b"croupier root 1\0" + where(given) + big(made["number"], 4) + leaves).hex()
    found: Points = [
        (len(given["leaves"]) == size, f"there are {len(given['leaves'])} commitments, for {size} cards", False),
        (root == given["root"], f"the root stands for them, and for shuffle {made['number']}", False),
    ]
    if kept.get("shuffle"):
        found.append((kept["shuffle"] == made["number"], f"shuffle {kept['shuffle']} was made for this round", False))
    return found + shown_points(given, kept)


def shown_points(given: dict[str, Any], kept: dict[str, Any]) -> Points:
    """The root that was shown before the bets, and a deck that was not dealt as it lay."""
    if kept.get("root"):
        found: Points = [(kept["root"] == given["shown"], "it was shown to you before you were ready", False)]
    else:
        found = [(None, "whether it was shown to you before you were ready: nothing was kept", False)]
    if given["shown"] != given["root"] or given["changes"]:
        why = "; ".join(given["changes"])
        found.append((None if why else False, f"the cards were not dealt as they lay: {why or 'not said why'}", False))
    return found


def card_points(given: dict[str, Any], kept: dict[str, Any]) -> Points:
    """The cards that were seen: their openings, their order, and whose they were."""
    cards, size, dealt = given["cards"], len(given["faces"]), given["dealt"]
    if not cards:
        return [(None, "you saw no card of this round", False)]
    opened = all(
        each["card"] < size
        and each["leaf"] < len(given["leaves"])
        and sha(bytes([0, each["leaf"], each["card"]]) + bytes.fromhex(each["salt"])).hex()
        == given["leaves"][each["leaf"]]
        for each in cards
    )
    once = len({each["card"] for each in cards}) == len({each["place"] for each in cards}) == len(cards)
    turned = sum(given["shuffle"]["cuts"])
    places = places_of(given)
    in_order = all(each["place"] < size and each["leaf"] == (places[each["place"]] + turned) % size for each in cards)
    by = "cuts alone" if given["receipt"] < LAST_CUT else "cuts and the players' numbers alone"
    found: Points = [
        (opened, f"each of the {len(cards)} cards opens its commitment", False),
        (once, "each card and each place is there once", False),
        (in_order, f"the cards lay in the order in which they were dealt, turned by the {by}", False),
        *((None, f"the cards were cut again: {why}", False) for why in given["shuffle"]["recuts"]),
    ]
    told: dict[str, Counter[str]] = {}
    for each in cards:
        if each["card"] < size and each["place"] < len(dealt):
            told.setdefault(dealt[each["place"]], Counter())[given["faces"][each["card"]]] += 1
    saw = {holder: Counter(faces) for holder, faces in kept.get("cards", {}).items()}
    all_saw, all_told = Counter(kept.get("anywhere", ())), Counter[str]()
    for faces in saw.values():
        all_saw += faces
    for faces in told.values():
        all_told += faces
    if not all_saw:
        return [*found, (None, "whether these are the cards that you saw: nothing was kept", False)]
    same = all_saw <= all_told and all(faces <= told.get(holder, Counter()) for holder, faces in saw.items())
    found.append((same, f"the {sum(all_saw.values())} cards that you saw are in it, each with whose it was", False))
    if same and all_saw != all_told:
        found.append((None, "whether the others were dealt as well, which you did not see", False))
    return found


def seat_points(given: dict[str, Any], kept: dict[str, Any]) -> Points:
    """The seats of the receipt's holder, which all are told by a hash of the holder's id."""
    kept_seats = sorted(kept.get("seats", ()))
    if given["receipt"] == 1:
        older = "whether your seat was yours: a receipt of an older house does not say it"
        return [(None, older, False)] if kept_seats else []
    about, person, its = where(given) + big(given["round"], 4), given["holder"].encode(), []
    for each in given["seats"]:
        made = sha(b"croupier holder 1\0" + about + big(each["seat"], 1) + person).hex()
        its += [each["seat"]] if person and made == each["holder"] else []
    if kept_seats:
        return [(kept_seats == sorted(its), f"the seats {kept_seats} were yours", False)]
    return [(None, f"whether the seats {its} were yours: nothing was kept", False)] if its else []


def end_points(given: dict[str, Any], kept: dict[str, Any]) -> Points:
    """The decks that ended with the round: the one that was dealt is among them, and every other one is named."""
    if given["receipt"] == 1:
        return []
    decks, counts, number = given["decks"], given["counts"], given["shuffle"].get("number")
    end = "void" if given["void"] else "dealt"
    found: Points = []
    if given["dealt"]:
        last = decks[-1] if decks else {}
        once = len({each["shuffle"] for each in decks}) == len(decks)
        fits = once and (last.get("shuffle"), last.get("end")) == (number, end)
        found.append((fits, f"shuffle {number} is on the list of decks as {end}, and none is there twice", False))
    withdrawn = [each for each in decks if each["end"] == "withdrawn"]
    least = max(len(decks), (number or 0) - 1)  # of two decks one waits; every other shuffle has ended
    enough = counts["decks"] >= least and counts["withdrawn"] >= len(withdrawn) >= len(decks) - 1
    says = f"the counts of the session have the {len(decks)} decks that ended with this round"
    found.append((enough and counts["void"] >= given["void"], says, False))
    revealed = kept.get("revealed") if given["receipt"] >= LAST_CUT else []
    for each in withdrawn:
        more = ""
        if revealed is None:
            more = "; whether you had revealed a number for it: nothing was kept"
        elif each["shuffle"] in revealed:
            more = "; you had revealed a number for it, so that the house could know its cards"
        says = f"shuffle {each['shuffle']} was not dealt: {each['reason']}{more}"
        found.append((None, says, not more and not each["numbers"]))
    ended = {number, *(each["shuffle"] for each in decks)}
    missing = [f"shuffle {shuffle}" for shuffle in sorted({*(revealed or ())} - ended)]
    for which in missing + kept.get("unended", []):
        found.append((None, f"what became of {which}, for which you had revealed a number", False))
    if given["shuffle"].get("withheld"):
        found.append(
            (None, f"promised numbers that were not given: {given['shuffle']['withheld']}", given["receipt"] < LAST_CUT)
        )
    return found


def number_points(given: dict[str, Any], kept: dict[str, Any]) -> Points:
    """The holder's number, and the commitment that was shown before it."""
    made = given["shuffle"]
    number = kept.get("number")
    cut = "shuffle" if given["receipt"] < LAST_CUT else "last cut"
    if given["receipt"] >= LAST_CUT and given["void"] and not given["dealt"] and not made["numbers"]:
        found: Points = [
            (None, "the round was void before the numbers were all there, and no last cut was made", False)
        ]
    elif number:
        found = [(number in made["numbers"], f"your number went into the {cut}", False)]
    elif made.get("own"):
        known = None if made["own"] in made["numbers"] else False
        found = [(known, "a number went in as yours: nothing was kept to compare it with", False)]
    else:
        found = [(None, f"your number was not in the {cut}; {len(made['numbers'])} of other players were", False)]
    if given["receipt"] >= LAST_CUT:
        found += promise_points(given, kept) + cut_points(given, kept)
    if kept.get("commitment"):
        same = kept["commitment"] == made["commitment"]
        return [*found, (same, "its secret was committed to before you gave your number", False)]
    return [*found, (None, "whether its secret was committed to before: nothing was kept", False)]


def promise_points(given: dict[str, Any], kept: dict[str, Any]) -> Points:
    """The numbers against the promises: who may add one, repeat it or leave it out chooses among last cuts."""
    numbers, withheld, promised = (
        given["shuffle"]["numbers"],
        given["shuffle"]["withheld"],
        set(kept.get("promises", ())),
    )
    hashes = {sha(bytes.fromhex(each)).hex() for each in numbers}
    found: Points = [] if len(hashes) == len(numbers) else [(False, "each number in it is there once", False)]
    if not numbers and not given["dealt"]:
        return found
    if not promised:
        return [*found, (None, "whether the numbers in it were promised before yours: nothing was kept", False)]
    but_for = f", but for {withheld} said to be withheld" if withheld else ""
    return [
        *found,
        (hashes <= promised, "each number in it was promised before bets closed, as you were shown", False),
        (len(promised - hashes) <= withheld, f"every number that was promised is in it{but_for}", False),
    ]


def cut_points(given: dict[str, Any], kept: dict[str, Any]) -> Points:
    """The cuts against those that were shown: who may choose one afterwards chooses among as many orders."""
    made, shown = given["shuffle"], kept.get("cuts")
    if shown is None:
        return [(None, "whether it was cut so before your number was revealed: nothing was kept", False)]
    again = None if made["recuts"] and made["cuts"][: len(shown)] == shown else False
    holds = True if made["cuts"] == shown else again
    return [(holds, f"it was cut as you were shown before your number was revealed, at so many cards: {shown}", False)]


def seed_points(given: dict[str, Any], seed: str) -> Points:
    """The whole deck from the session's seed, once it is known."""
    made, size = given["shuffle"], len(given["faces"])
    if not seed:
        return [(None, "whether the order followed from the secret: that shows when the seed is known", True)]
    secret = hmac.new(bytes.fromhex(seed), b"croupier secret 1\0" + where(given) + big(made["number"], 4), "sha256")
    order = permuted(Stream(given, secret.digest(), "order"), size)
    salts, leaves = Stream(given, secret.digest(), "salts"), []
    for position, card in enumerate(order):
        leaves.append(sha(bytes([0, position, card]) + bytes(salts.byte() for _ in range(16))).hex())
    cuts = [10 + Stream(given, secret.digest(), f"cut {at + 1}").below(size - 19) for at in range(len(made["cuts"]))]
    void: Points = []
    if given["void"] and given["receipt"] >= LAST_CUT:
        lay = [given["faces"][order[(place + sum(made["cuts"])) % size]] for place in places_of(given)]
        void = [(None, f"the cards of the void round, dealt or not, from the first: {' '.join(lay)}", True)]
    return [
        *void,
        (sha(secret.digest()).hex() == made["commitment"], "the seed gives the secret that was committed to", False),
        (leaves == given["leaves"], "the whole deck followed from what it was made of", False),
        (cuts == made["cuts"], "so did the cuts", False),
    ]


# ---- the house's log -------------------------------------------------------------------------------------------


def log_points(given: dict[str, Any], key: str) -> Points:
    """The round's place in the house's log, and the signature below it."""
    if "checkpoint" not in given:
        return [(None, "whether its round is in the house's log: it carries no checkpoint", True)] if key else []
    text, _, below = given["checkpoint"].rpartition("\n\n")
    text += "\n"
    origin, size, root = text.split("\n")[:3]
    dash, name, encoded = below.rstrip("\n").split(" ")
    signature = base64.b64decode(encoded)
    found: Points = []
    if key:
        public = bytes.fromhex(key)
        known = dash == "—" and name == origin and signature[:4] == sha(name.encode() + b"\n\x01" + public)[:4]
        signed = known and is_signed(public, signature[4:], text.encode())
        found.append((signed, f"the checkpoint of {origin} with {size} rounds is signed with the house's key", False))
    else:
        found.append((None, "whether its checkpoint is signed by the house: give its key with --key", False))
    about = [given[each] for each in ("house", "table", "session", "round", "head")]
    inclusion = given["inclusion"]
    proof = [bytes.fromhex(each) for each in inclusion["proof"]]

    def is_in(leaf: bytes) -> bool:
        made = tree_root(sha(b"\0" + leaf), inclusion["index"], int(size), proof)
        return bool(inclusion["size"] == int(size) and made == base64.b64decode(root))

    holds, older = is_in(written(["croupier round 2", *about, facts(given)])), is_in(written(about))
    says = f"round {given['round']} is in that log, number {inclusion['index'] + 1} of {size}"
    found.append((holds or older, says, False))
    if older:
        found.append((None, "whether that log has what was dealt to whom: it has the head alone", False))
    return found


def written(value: object) -> bytes:
    """JSON in the one form that is hashed."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def facts(given: dict[str, Any]) -> str:
    """The hash of what is alike for all who hold a receipt of this round."""
    names = ("round", "void", "source", "faces", "shown", "changes", "root", "leaves", "dealt")
    made = [given["shuffle"].get(name) for name in ("number", "commitment", "numbers", "cuts", "recuts")]
    told: list[Any] = [[given[name] for name in names], made]
    if given["receipt"] != 1:
        ends = ("shuffle", "end", "reason", "numbers")
        told.append([[each["seat"], each["holder"]] for each in given["seats"]])
        told.append([[each[name] for name in ends] for each in given["decks"]])
        counts = [given["counts"][name] for name in ("decks", "void", "withdrawn", "withheld")]
        told.append([given["shuffle"].get("withheld"), *counts])
    return sha(f"croupier facts {given['receipt']}\0".encode() + written(told)).hex()


def tree_root(hashed: bytes, index: int, size: int, proof: list[bytes]) -> bytes | None:
    """The root that a proof of inclusion leads to, by RFC 9162; None if it is no such proof."""
    if index >= size:
        return None
    last = size - 1
    for beside in proof:
        if not last:
            return None
        if index & 1 or index == last:
            hashed = sha(b"\x01" + beside + hashed)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            hashed = sha(b"\x01" + hashed + beside)
        index, last = index >> 1, last >> 1
    return None if last else hashed


# ---- the form of a receipt --------------------------------------------------------------------------------------

Fits = Callable[[Any], bool]


def whole(value: object, below: int = 1 << 32) -> bool:
    """True for a whole number from 0."""
    return type(value) is int and 0 <= value < below


def small(value: object) -> bool:
    """True for a place in a deck."""
    return whole(value, 64)


def text(value: object) -> bool:
    """True for a text of bounded length, which does nothing to a screen but to stand there."""
    return isinstance(value, str) and len(value) <= 1000 and value.isprintable()  # noqa: PLR2004 - as houses have it


def digits(many: int) -> Fits:
    """A test for so many hexadecimal digits."""
    return lambda value: isinstance(value, str) and len(value) == many and set(value) <= set("0123456789abcdef")


def listed(fits: Fits, most: int = 64) -> Fits:
    """A test for a list whose elements all fit."""
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(fits, value))


def filled(kinds: dict[str, Fits]) -> Fits:
    """A test for an object that has fields of such kinds."""
    return lambda value: isinstance(value, dict) and all(name in value and kinds[name](value[name]) for name in kinds)


def either(*values: object) -> Fits:
    """A test for one of some values."""
    return lambda value: any(type(value) is type(each) and value == each for each in values)


def bare(fits: Fits, *nothing: object) -> Fits:
    """A test for a value that fits, or that stands for nothing."""
    return lambda value: fits(value) or either(*nothing)(value)


SHA = digits(64)
SHUFFLE: dict[str, Fits] = {
    "number": whole,
    "commitment": SHA,
    "numbers": listed(SHA, 1000),
    "own": bare(SHA, None),
    "cuts": listed(small),
    "recuts": listed(text, 1000),
}
CARD: dict[str, Fits] = {"place": small, "leaf": small, "card": small, "salt": digits(32)}
FIELDS: dict[str, Fits] = {
    "receipt": either(1, 2, LAST_CUT),
    **dict.fromkeys(("house", "table", "session", "rulebook"), text),
    "round": whole,
    "void": either(False, True),  # noqa: FBT003 - as it is written
    "source": either(*COMMITTED, "scripted", "real cards: not committed"),
    "faces": listed(text),
    "shown": bare(SHA, ""),
    "changes": listed(text, 1000),
    "root": bare(SHA, ""),
    "leaves": listed(SHA),
    "shuffle": lambda value: isinstance(value, dict),
    "dealt": listed(text),
    "cards": listed(filled(CARD)),
}
SECOND: dict[str, Fits] = {
    "holder": text,
    "seats": listed(filled({"seat": small, "holder": SHA})),
    "decks": listed(
        filled({"shuffle": whole, "end": either("dealt", "void", "withdrawn"), "reason": text, "numbers": whole}), 1000
    ),
    "counts": filled(dict.fromkeys(("decks", "void", "withdrawn", "withheld"), whole)),
}
KEPT: dict[str, Fits] = {
    **dict.fromkeys(("root", "number", "seed", "commitment"), bare(SHA, "")),
    "shuffle": whole,
    "cards": lambda value: isinstance(value, dict) and all(map(listed(text), value.values())),
    "anywhere": listed(text),
    "void": either(None, False, True),  # noqa: FBT003 - as it is written
    "seats": listed(whole),
    "promises": listed(SHA, 1000),
    "cuts": bare(listed(small), None),
    "revealed": bare(listed(whole), None),
    "unended": listed(text),
}
LOGGED: dict[str, Fits] = {
    "checkpoint": lambda value: isinstance(value, str),
    "head": SHA,
    "inclusion": filled({"index": whole, "size": whole, "proof": listed(SHA, 128)}),
}


def check_form(given: object) -> None:
    """Raise a ValueError for what is no receipt, so that checking it cannot go astray."""
    if not isinstance(given, dict):
        raise TypeError("a receipt is an object")
    is_first = given.get("receipt") == 1
    kinds = FIELDS if is_first else FIELDS | SECOND
    kinds |= LOGGED if "checkpoint" in given else {}
    faults = [name for name, fits in kinds.items() if name not in given or not fits(given[name])]
    if not faults and given["leaves"]:
        shuffle = SHUFFLE if is_first else SHUFFLE | {"withheld": whole}
        faults = [
            name for name, fits in shuffle.items() if name not in given["shuffle"] or not fits(given["shuffle"][name])
        ]
    kept = given.get("kept", {})
    if not isinstance(kept, dict) or not all(name in KEPT and KEPT[name](value) for name, value in kept.items()):
        faults.append("kept")
    if faults:
        raise ValueError(f"it has no {faults[0]!r}, or one that is none")


# ---- a receipt -------------------------------------------------------------------------------------------------


def points(given: dict[str, Any], seed: str = "", key: str = "") -> Points:
    """Everything that can be checked of a receipt, with what its holder kept."""
    check_form(given)
    kept = given.get("kept", {})
    if given["source"] not in COMMITTED:
        said: Points = [(None, f"the cards were {given['source']}: there is no root, and nothing to check", False)]
        return said + ([(False, "you were shown a root, and it has none", False)] if kept.get("root") else [])
    void: Points = []
    if kept.get("void") is not None:
        void = [(kept["void"] == given["void"], "it was void, or played to its end, as you saw", False)]
    if not given["leaves"]:
        empty = given["void"] and not given["dealt"] and not given["cards"]
        said = [(None if empty else False, "no card was dealt, and nothing is to check", False), *void]
        return said + seat_points(given, kept) + end_points(given, kept)
    if given["faces"] not in (STANDARD, DRAGON):
        return [(False, "its cards are numbered as in one of the decks that there are", False)]
    cards = (
        deck_points(given, kept) + card_points(given, kept) + void + seat_points(given, kept) + end_points(given, kept)
    )
    return cards + number_points(given, kept) + seed_points(given, seed) + log_points(given, key)


def state_of(found: Points) -> str:
    """The state of the check: holds, open or broken."""
    if any(holds is False for holds, _, _ in found):
        return "broken"
    return "holds" if any(it[0] for it in found) and all(holds or beyond for holds, _, beyond in found) else "open"


def receipts_of(text: str) -> list[dict[str, Any]]:
    """The objects of a file, one after another."""
    reader, at = json.JSONDecoder(), 0
    found: list[dict[str, Any]] = []
    while True:
        while at < len(text) and text[at].isspace():
            at += 1
        if at == len(text):
            return found
        each, at = reader.raw_decode(text, at)
        found.append(each)


def main(words: list[str]) -> int:
    """Check the receipts of a file; 1 if something does not hold."""
    if not words or words[0].startswith("-") or len(words) not in {1, 3} or words[1:2] not in ([], ["--key"]):
        sys.stderr.write(f"{__doc__}")
        return 2
    try:
        objects = receipts_of(Path(words[0]).read_text(encoding="utf-8"))
        seeds = {each.get("session"): each["seed"] for each in objects if "seed" in each}
        broken = False
        for given in objects:
            if "seed" in given:
                continue
            found = points(given, seeds.get(given["session"], ""), words[2] if words[1:] else "")
            state = state_of(found)
            broken |= state == "broken"
            sys.stdout.write(f"Round {given['round']} at {given['table']}: {state}\n")
            for holds, says, _ in found:
                mark = {True: "holds", False: "DOES NOT HOLD", None: "open"}[holds]
                sys.stdout.write(f"  {mark:14}{says}\n")
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        sys.stderr.write(f"{words[0]}: that is no file of receipts ({type(error).__name__}: {error})\n")
        return 2
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
