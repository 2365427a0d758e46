"""Lies of a dishonest house, each by its name, and the table in docs/trust.md that says who finds which."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from croupier.crypto.keys import PrivateKey
from croupier.table.model.state import Place
from croupier.table.receipts.receipt import holder_of
from support.house.people import NOW
from support.service.dishonest_house import Body, Lies
from support.table.logs import KEY, Log

OTHER = "ab" * 32
ALARM = "alarm"
TWICE = "takes a number, hangs up, and sends that deck away"  # bets are taken again for the round
TRUST = Path(__file__).parents[3] / "docs" / "trust.md"
COLUMNS = ("lie", "page", "program", "terminal", "`verify`", "verify.py", "in these words")
CHOICE_COLUMNS = ("choice", "page", "program", "terminal", "`verify`", "verify.py", "what the receipt says of it")
LOG_COLUMNS = ("lie about the log", "page", "program", "terminal", "in these words")


class Swap:
    """The house takes a number, answers nothing, hangs up, and then shows another commitment for the same shuffle."""

    def __init__(self) -> None:
        self.lies = Lies(self.says, self.hears)
        self._shuffle = 0  # the next one

    def hears(self, command: Body) -> Body | None:
        if "number" in command["args"] and not self.lies.forgets:
            self.lies.forgets = True
            return None
        return command

    def says(self, message: Body) -> Body:
        if "view" in message and not self.lies.forgets:
            self._shuffle = message["view"]["shuffle"]
        elif "view" in message and message["view"]["shuffle"] == self._shuffle:
            message["view"]["commitment"] = OTHER
        return message


def _void(lies: Lies) -> None:
    """Void the round in play, as the floor may do."""
    lies.orders("floor", "call", {"what": "a card looked marked"})
    lies.orders("floor", "rule", {"choice": "void", "reason": "It did."})


class SentAway:
    """The house takes a number, hangs up, knows the cards, and says that it sent them away before it had the number.

    Its round is void on record, and to the player there never was one: the rounds after it are numbered without it.
    """

    def __init__(self) -> None:
        self.lies = Lies(self.says, answers=self.answers)
        self._lies_there = False  # the next deck

    def says(self, message: Body) -> Body | None:
        if any(each["kind"] == "revealed" for each in message.get("events", ())) and not self.lies.forgets:
            self.lies.forgets = True
            _void(self.lies)
            return None
        if not self.lies.forgets:
            return message
        view = message.get("view", {"phase": "", "root": ""})
        self._lies_there |= view["phase"] == "betting" and bool(view["root"])
        if not self._lies_there:
            return None
        if "view" in message:
            view["round"] -= 1
        for each in message.get("events", ()):
            if "round" in each["data"]:
                each["data"]["round"] -= 1
        return message

    def answers(self, path: str, body: Body) -> Body:
        if path.endswith("/receipt"):
            body["round"] -= 1
            place = Place(body["house"], body["table"], body["session"])
            for each in body["seats"]:
                each["holder"] = holder_of(place, body["round"], each["seat"], body["holder"])
            away = {"shuffle": 1, "end": "withdrawn", "reason": "it looked marked", "numbers": 0}
            body["decks"].insert(0, away)
            body["counts"]["void"] -= 1
            body["counts"]["withdrawn"] += 1
        return body


def receipts(alter: Callable[[Body], None]) -> Lies:
    """A house that alters each receipt in one way."""

    def answers(path: str, body: Body) -> Body:
        if path.endswith("/receipt"):
            alter(body)
        return body

    return Lies(answers=answers)


def swap_places(receipt: Body) -> None:
    """Say of the player's cards that they were the dealer's, and of the dealer's that they were the player's."""
    mine = next(each for each in receipt["dealt"] if each.isdecimal())
    receipt["dealt"] = [{mine: "dealer", "dealer": mine}.get(each, each) for each in receipt["dealt"]]


def other_void(receipt: Body) -> None:
    """Say that a round was void which was played to its end, with all that follows from it."""
    receipt["void"] = True
    receipt["decks"][-1]["end"] = "void"
    receipt["counts"]["void"] += 1


def no_leaves(receipt: Body) -> None:
    """Leave out all commitments and cards, as of a round without a deck."""
    receipt.update(leaves=[], void=True, dealt=[], cards=[], root="")


def other_round(receipt: Body) -> None:
    """Give the receipt of another round."""
    receipt["round"] += 1


def no_number(receipt: Body) -> None:
    """Leave the player's number out."""
    receipt["shuffle"].update(numbers=[], own=None)


def fewer_cards(receipt: Body) -> None:
    """Leave out the first card that the player saw."""
    receipt["cards"] = receipt["cards"][1:]


def earlier_shuffle(receipt: Body) -> None:
    """Name another shuffle than the one that was dealt."""
    receipt["shuffle"]["number"] -= 1


def _withholds() -> Lies:
    return Lies(answers=lambda path, body: 404 if path.endswith("/receipt") else body)


def _no_number_counts() -> Lies:
    """It says at the table, too, that the number did not come in time."""

    def says(message: Body) -> Body:
        for each in message.get("events", ()):
            if each["kind"] == "revealed":
                each.update(kind="withheld", data={"seat": each["data"]["seat"]})
        return message

    lies = receipts(no_number)
    lies.says = says
    return lies


def _two_roots() -> Lies:
    """It shows one player another root than the one that it deals from."""

    def says(message: Body) -> Body:
        if message.get("view", {}).get("root"):
            message["view"]["root"] = OTHER
        for each in message.get("events", ()):
            if each["kind"] == "loaded" and each["data"].get("root"):
                each["data"]["root"] = OTHER
        return message

    return Lies(says=says)


def _friend_left_out() -> Lies:
    """It shows a friend's promise, and once it has heard the player's number it goes on without the friend's."""

    def says(message: Body) -> Body:
        if message.get("view", {}).get("promises"):
            message["view"]["promises"]["6"] = OTHER
            if message["view"]["owing"]:
                message["view"]["owing"].append(6)
        return message

    return Lies(says=says)


def _late_promises() -> Lies:
    """It shows no promises until bets are closed: those of its friends could be of any number."""

    def says(message: Body) -> Body:
        if not message.get("view", {}).get("owing", True):
            message["view"]["promises"] = {}
        message["events"] = [each for each in message.get("events", ()) if each["kind"] != "promised"]
        return message

    return Lies(says=says)


def _other_cut() -> Lies:
    """It shows a cut, and deals by another one once it has heard the player's number."""

    def says(message: Body) -> Body:
        if (message.get("view", {}).get("deck") or {}).get("cuts") is not None:
            message["view"]["deck"]["cuts"] = [20]
        return message

    return Lies(says=says)


def _in_a_log_of_another() -> Lies:
    """It gives a receipt its place in a log at once, which the house's key has not signed."""

    def alter(receipt: Body) -> None:
        log = Log(key=PrivateKey(b"o" * 32))
        index = log.add(receipt)
        receipt.update(checkpoint=log.note(), inclusion=log.inclusion(index))

    return receipts(alter)


def _voids() -> Lies:
    """It knows the cards by the numbers, and has the floor void the round."""
    lies = Lies()

    def says(message: Body) -> Body:
        if any(each["kind"] == "revealed" for each in message.get("events", ())):
            _void(lies)
        return message

    lies.says = says
    return lies


def _withdraws() -> Lies:
    """It has the floor send the first deck away before bets are taken on it."""
    lies = Lies()

    def says(message: Body) -> Body:
        loaded = any(each["kind"] == "loaded" for each in message.get("events", ()))
        if loaded and message["view"]["deck"]["shuffle"] == 1:
            lies.orders("floor", "withdraw deck", {"deck": 1, "reason": "it looked marked"})
            lies.orders("house", "receive", {"back": "green"})
        return message

    lies.says = says
    return lies


class LogLies:
    """A house with a log of its own making, which is honest until it turns to its lie."""

    def __init__(self, lie: Callable[[LogLies], None]) -> None:
        self.log, self.key, self.proves = Log(), KEY.public, True
        self.log.at = NOW
        self.log.fill(3)
        self.turns = partial(lie, self)
        self.lies = Lies(makes=self.makes)

    def makes(self, path: str) -> Body | None:
        note = self.log.note() if self.log.leaves else ""
        if path.endswith("/log"):
            return {"origin": self.log.origin, "key": self.key, "checkpoint": note}
        if "/log/since/" in path:
            proof = {"consistency": self.log.consistency(min(3, len(self.log.leaves)))}
            return {"checkpoint": note, **(proof if self.proves else {})}
        return None


def _forks(house: LogLies) -> None:
    house.log.leaves[0] = b"x" * 32
    house.log.fill(9)


def _two_of_one_size(house: LogLies) -> None:
    house.log.leaves[0] = b"x" * 32


def _proves_nothing(house: LogLies) -> None:
    house.proves = False
    house.log.fill(9)


def _shortens(house: LogLies) -> None:
    del house.log.leaves[2:]


def _has_no_log(house: LogLies) -> None:
    house.log.leaves.clear()


def _another_signs(house: LogLies) -> None:
    house.log.key = PrivateKey(b"o" * 32)
    house.log.fill(9)


def _another_key(house: LogLies) -> None:
    _another_signs(house)
    house.key = house.log.key.public


def _backdates(house: LogLies) -> None:
    house.log.at = NOW - 60_000
    house.log.fill(9)


LOG_LIES: Mapping[str, Callable[[LogLies], None]] = {
    "forks its log": _forks,
    "signs two logs of one length": _two_of_one_size,
    "gives no proof that its log goes on": _proves_nothing,
    "cuts off the end of its log": _shortens,
    "has no log any more": _has_no_log,
    "has another sign its log": _another_signs,
    "has another key": _another_key,
    "backdates a checkpoint": _backdates,
}

CHOICES: Mapping[str, Callable[[], Lies]] = {
    "sends a deck away before bets close": _withdraws,
    "voids the round once it knows the cards": _voids,
}

LIES: Mapping[str, Callable[[], Lies]] = {
    "takes a number, hangs up, and shows another commitment": lambda: Swap().lies,
    TWICE: lambda: SentAway().lies,
    "shows one player another root": _two_roots,
    "withholds the receipt": _withholds,
    "swaps in the receipt whose cards they were": lambda: receipts(swap_places),
    "says in the receipt that the round was void": lambda: receipts(other_void),
    "gives a receipt without cards": lambda: receipts(no_leaves),
    "gives the receipt of another round": lambda: receipts(other_round),
    "leaves a card out of the receipt": lambda: receipts(fewer_cards),
    "names another shuffle in the receipt": lambda: receipts(earlier_shuffle),
    "leaves the number out of the receipt": lambda: receipts(no_number),
    "says that the number did not come in time, and leaves it out": _no_number_counts,
    "leaves out the number of a friend, once it knows the player's": _friend_left_out,
    "shows promises only when bets are closed": _late_promises,
    "gives the receipt a place in a log that another has signed": _in_a_log_of_another,
    "cuts otherwise than it showed, once it knows the player's number": _other_cut,
}


def without_hashes(words: str) -> str:
    """Words that are alike in every run: a hash is told by an ellipsis."""
    return re.sub(r"\b[0-9a-f]{16,}…?", "…", words)


def row(cells: tuple[str, ...]) -> str:
    """A row of the table."""
    return f"| {' | '.join(cells)} |"


def table(columns: tuple[str, ...] = COLUMNS) -> dict[str, tuple[str, ...]]:
    """The rows of a table in docs/trust.md, by the lie."""
    lines = TRUST.read_text().splitlines()
    begin = lines.index(row(columns)) + 2
    end = next(at for at in range(begin, len(lines)) if not lines[at].startswith("|"))
    rows = [tuple(each.strip() for each in line.strip("|").split(" | ")) for line in lines[begin:end]]
    return {each[0]: each for each in rows}
