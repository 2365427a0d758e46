"""A verifier of receipts that was written from the decision record alone and shares no code with the package."""

import hashlib
import hmac
from typing import Any

STANDARD = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
COPIES = (("GD", 1), ("RD", 3), ("BD", 3), ("PH", 7), ("TI", 8), ("PA", 9), ("MO", 10), ("RA", 12))
DRAGON = [face for face, copies in COPIES for _ in range(copies)]


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def u(value: int, width: int) -> bytes:
    return value.to_bytes(width, "big")


def where(receipt: dict[str, Any]) -> bytes:
    out = b""
    for key in ("house", "table", "session"):
        text = receipt[key].encode("utf-8")
        out += u(len(text), 2) + text
    return out


def hmac_sha(key: bytes, message: bytes) -> bytes:
    """By hand, from RFC 2104."""
    block = key.ljust(64, b"\0")
    inner = sha(bytes(byte ^ 0x36 for byte in block) + message)
    out = sha(bytes(byte ^ 0x5C for byte in block) + inner)
    assert out == hmac.new(key, message, "sha256").digest()
    return out


class Bytes:
    """The stream of one label, byte by byte."""

    def __init__(self, receipt: dict[str, Any], secret: bytes, label: str) -> None:
        made = receipt["shuffle"]
        self.secret = secret
        self.start = b"croupier " + label.encode() + b" 1\0" + where(receipt) + u(made["number"], 4)
        inside = made["numbers"] if receipt["receipt"] < 3 or label == "places" else []
        self.start += u(len(inside), 2) + b"".join(bytes.fromhex(each) for each in inside)
        self.block = 1
        self.held = b""

    def byte(self) -> int:
        if not self.held:
            self.held = hmac_sha(self.secret, self.start + u(self.block, 4))
            self.block += 1
        first, self.held = self.held[0], self.held[1:]
        return first

    def below(self, bound: int) -> int:
        while True:
            byte = self.byte()
            if byte < 256 // bound * bound:
                return byte % bound


def root_of(receipt: dict[str, Any]) -> str:
    joined = b"".join(bytes.fromhex(each) for each in receipt["leaves"])
    return sha(b"croupier root 1\0" + where(receipt) + u(receipt["shuffle"]["number"], 4) + joined).hex()


def complaints(receipt: dict[str, Any], seed: str = "", shown: str = "", number: str = "") -> set[str]:
    """What is wrong with a receipt, in a word each."""
    wrong: set[str] = set()
    made, size, cards = receipt["shuffle"], len(receipt["faces"]), receipt["cards"]
    if receipt["faces"] not in (STANDARD, DRAGON):
        return {"faces"}
    if len(receipt["leaves"]) != size:
        wrong.add("leaves")
    if root_of(receipt) != receipt["root"]:
        wrong.add("root")
    if shown and shown != receipt["shown"]:
        wrong.add("shown")
    if receipt["shown"] != receipt["root"] and not receipt["changes"]:
        wrong.add("changed")
    if len({card["card"] for card in cards}) < len(cards) or len({card["place"] for card in cards}) < len(cards):
        wrong.add("twice")
    wrong |= openings(receipt)
    if number and number not in made["numbers"]:
        wrong.add("number")
    if made["numbers"] != sorted(made["numbers"]):
        wrong.add("sorted")
    if receipt["receipt"] != 1:
        wrong |= accounts(receipt)
    return wrong | (derivation(receipt, seed) if seed else set())


def seats_of(receipt: dict[str, Any]) -> list[int]:
    """The seats of the receipt's holder."""
    found = []
    for each in receipt["seats"]:
        about = where(receipt) + u(receipt["round"], 4) + u(each["seat"], 1) + receipt["holder"].encode()
        if receipt["holder"] and sha(b"croupier holder 1\0" + about).hex() == each["holder"]:
            found.append(each["seat"])
    return found


def accounts(receipt: dict[str, Any]) -> set[str]:
    """What is wrong with the list of decks and the counts."""
    wrong: set[str] = set()
    ends = {each["shuffle"]: each["end"] for each in receipt["decks"]}
    if receipt["dealt"] and ends.get(receipt["shuffle"]["number"]) != ("void" if receipt["void"] else "dealt"):
        wrong.add("decks")
    if len(ends) < len(receipt["decks"]):
        wrong.add("decks")
    if any(each["end"] != "withdrawn" for each in receipt["decks"][:-1]):
        wrong.add("decks")
    if receipt["counts"]["decks"] < max(len(ends), receipt["shuffle"]["number"] - 1):
        wrong.add("counts")
    if receipt["counts"]["withdrawn"] < list(ends.values()).count("withdrawn"):
        wrong.add("counts")
    return wrong


def openings(receipt: dict[str, Any]) -> set[str]:
    """What is wrong with the cards that were seen."""
    wrong: set[str] = set()
    made, size = receipt["shuffle"], len(receipt["faces"])
    lies = list(range(size))
    if receipt["receipt"] == 3 and made["numbers"]:
        fisher_yates(Bytes(receipt, bytes.fromhex(receipt["root"]), "places"), lies)
    for card in receipt["cards"]:
        leaf = sha(b"\0" + u(card["leaf"], 1) + u(card["card"], 1) + bytes.fromhex(card["salt"])).hex()
        if card["card"] >= size or receipt["leaves"][card["leaf"]] != leaf:
            wrong.add("opening")
        if card["place"] >= size or card["leaf"] != (lies[card["place"]] + sum(made["cuts"])) % size:
            wrong.add("order")
    return wrong


def fisher_yates(chance: Bytes, order: list[int]) -> None:
    for last in range(len(order) - 1, 0, -1):
        chosen = chance.below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]


def derivation(receipt: dict[str, Any], seed: str) -> set[str]:
    """What does not follow from the seed and the numbers."""
    made, size = receipt["shuffle"], len(receipt["faces"])
    wrong: set[str] = set()
    message = b"croupier secret 1\0" + where(receipt) + u(made["number"], 4)
    secret = hmac_sha(bytes.fromhex(seed), message)
    if sha(secret).hex() != made["commitment"]:
        wrong.add("secret")
    chance, order = Bytes(receipt, secret, "order"), list(range(size))
    fisher_yates(chance, order)
    salt = Bytes(receipt, secret, "salts")
    leaves = []
    for position, card in enumerate(order):
        drawn = bytes(salt.byte() for _ in range(16))
        leaves.append(sha(b"\0" + u(position, 1) + u(card, 1) + drawn).hex())
    if leaves != receipt["leaves"]:
        wrong.add("deck")
    for place, depth in enumerate(made["cuts"], start=1):
        if depth != 10 + Bytes(receipt, secret, f"cut {place}").below(size - 19):
            wrong.add("cuts")
    return wrong
