"""Whatever is sent to a table, or brought by a card source, is carried out or refused; nothing raises or loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from support.table.tables import bet, choose, dealer, opened, sent

import croupier
from croupier.cards import DRAGON
from croupier.rulebook import Refusal
from croupier.table.decide import Decision, open_table, step
from croupier.table.fairness.card_sources import CardSource, Random, Scripted
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import Command
from croupier.table.model.declaration import METER, Declared
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import Place, State
from croupier.table.play.card_feed import FeedError
from croupier.table.play.runner import Table

UTH = {"ante": 500, "blind": 500}

# ---- nothing raises ------------------------------------------------------------------------------------


class Hostile(str):
    """Text that raises whatever it is asked."""

    __slots__ = ()

    def _asked(self, *_: object) -> Any:  # noqa: ANN401 - it never comes to that
        raise RuntimeError("asked")

    __eq__ = __ne__ = __lt__ = __contains__ = __len__ = __iter__ = __getitem__ = _asked
    __repr__ = __str__ = __format__ = strip = isprintable = isdecimal = __add__ = _asked
    __hash__ = str.__hash__


class HostileNumber(int):
    """A number that raises whatever it is asked."""

    def _asked(self, *_: object) -> Any:  # noqa: ANN401 - it never comes to that
        raise RuntimeError("asked")

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __repr__ = __str__ = __index__ = __bool__ = __abs__ = _asked
    __hash__ = int.__hash__


class HostileDict(dict[str, Any]):
    """Arguments that raise whatever they are asked."""

    def _asked(self, *_: object) -> Any:  # noqa: ANN401 - it never comes to that
        raise RuntimeError("asked")

    __iter__ = __len__ = __getitem__ = __contains__ = items = keys = values = get = __repr__ = _asked


class HostileList(list[Any]):
    """A list that raises whatever it is asked."""

    def _asked(self, *_: object) -> Any:  # noqa: ANN401 - it never comes to that
        raise RuntimeError("asked")

    __iter__ = __len__ = __getitem__ = __contains__ = __repr__ = _asked


def nested(depth: int) -> list[Any]:
    """A list in a list in a list."""
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


HOSTILE: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 52, 10**15, 10**15 + 1, 10**30, 10**5000, -(10**5000)),
    *(0.5, float("nan"), float("inf"), "", " ", "x", "yes", "no", "1", "-1", "½", "٣", "Ah", "Ah Kd"),
    *("9" * 5000, "$" + "9" * 5000, "9" * 10**6, "\ud800", "x" * 10**6, "Ah " * 10**5, "\x00", "face up"),
    *("slip", "to dealer", "shoe", "removed", "void", "cash", "fold"),
    *([], [0], [0, 0], [[]], [None], ["Ah", 3], ["Ah", "dance"], ["x" * 10**6], [10**5000], [0.5]),
    *(list(range(52)), [0] * 10**5, nested(100_000), (), (0,), b"", b"Ah", object(), type, len, 2j, range(3)),
    *({}, {"ante": 500}, {"ante": -1}, {"ante": 10**5000}, {"ante": "9" * 5000}, {"ante": nested(5000)}, {"ante": {}}),
    *({1: 2}, {None: 1}, {"x" * 10**6: 1}, {"ante": float("nan")}, {str(number): 1 for number in range(10**4)}),
    *(frozenset(), ..., NotImplemented, Hostile("yes"), HostileNumber(1), HostileDict(ante=500), HostileList([0])),
    *([Hostile("Ah")], {"ante": Hostile("5")}, {Hostile("ante"): 500}, {"ante": HostileNumber(500)}),
    *([HostileNumber(0)], {"ante": HostileList()}, {Hostile("amount"): 1, "version": 1, "resets": 1}),
    *({"amount": HostileNumber(1), "version": 1, "resets": 1}, {"amount": 1, "version": 10**5000, "resets": nested(9)}),
)


METERED = {"stake": "$1", "seed": "$5", "increment": "$1", "rows": [{"hand": "trips", "share": "100%"}]}


def tables() -> Iterator[State]:
    """Tables at moments at which most commands make sense to somebody."""
    table = opened("uth-ma", options={"decks": "two"})
    yield open_table(croupier.submission("uth-ma"), training=True)
    yield table.state
    sent(table, bet(1, UTH), bet(2, UTH))
    yield table.state
    for do in ("no more bets", "deal"):
        sent(table, *dealer(do))
        yield table.state
    yield open_table(croupier.submission("dragon-md", progressive=METERED))
    dragon = opened("dragon-md", options={"shuffling": "manual"}, names=[], by_hand=ALL_STEPS)
    dragon.send(Command("player", "sit", 1))
    yield dragon.state


def _instead(command: Declared, value: Any) -> list[Command]:  # noqa: ANN401 - anything
    """A command with the value for who gives it, for the seat, and for all that is said or supplied."""
    plain = Command(command.by[0], command.name, 1)
    return [plain._replace(**{field: value}) for field in ("who", "seat", "args", "supplied", "by")]


@pytest.mark.parametrize("command", DECLARED.values(), ids=list(DECLARED))
def test_no_value_of_any_type_or_size_raises(command: Declared) -> None:
    """Whatever is given for whatever, by whomever: it is carried out or refused, in few words."""
    names = [*(about.name for about in command.arguments), METER.name, "luck"]
    whole = {about.name: about.example for about in command.arguments if about.needed}
    for state in tables():
        for value in HOSTILE:
            given = [{**whole, name: value} for name in names]
            sends = [Command(command.by[0], command.name, 1, args) for args in given]
            sends += [Command(command.by[0], command.name, 1, {}, args) for args in given]
            sends += [Command(command.by[0], command.name, value), Command(value, command.name, 1)]
            sends += [
                Command(command.by[0], command.name, 1, value),
                Command(command.by[0], command.name, 1, {}, value),
                Command(command.by[0], command.name, 1, whole, {}, value),
            ]
            for each in sends:
                outcome = step(state, each)
                assert isinstance(outcome, Decision | Refusal)
                if isinstance(outcome, Refusal):
                    assert len(str(outcome)) < 2000


def test_whatever_is_asked_for_by_no_name_is_refused() -> None:
    for state in tables():
        for value in HOSTILE:
            assert isinstance(step(state, Command("player", value, 1)), Refusal)


@pytest.mark.parametrize("command", [None, "bet", 7, ("player", "bet"), object(), Command])
def test_what_is_no_command_at_all_is_refused(command: Any) -> None:  # noqa: ANN401 - anything
    refusal = opened("uth-ma").send(command)
    assert isinstance(refusal, Refusal)
    assert refusal.why == "that is no command"


# ---- a card source that brings nonsense ----------------------------------------------------------------


class Bad(Scripted):
    """A card source whose shuffle or cut is whatever it was given."""

    def __init__(self, shuffle: object = None, cut: object = None) -> None:
        super().__init__(DRAGON, [])
        self.bad_shuffle, self.bad_cut = shuffle, cut

    def shuffle(self, cards: Sequence[int], place: Place, number: int) -> Any:  # noqa: ANN401 - anything
        return super().shuffle(cards, place, number) if self.bad_shuffle is None else self.bad_shuffle

    def cut(self, cards: int) -> Any:  # noqa: ANN401 - anything
        return super().cut(cards) if self.bad_cut is None else {"depth": self.bad_cut}


class Cheating(Random):
    """A card source that brings another secret, commitment or order than it committed to."""

    def __init__(self, **brings: object) -> None:
        super().__init__("seed")
        self.brings = brings

    def shuffle(self, cards: Sequence[int], place: Place, number: int) -> dict[str, Any]:
        brought = super().shuffle(cards, place, number) | self.brings
        return {name: value for name, value in brought.items() if value is not None}

    def cut(self, cards: int) -> dict[str, Any]:  # noqa: ARG002 - one shape
        return {"depth": 20}


def fed(source: CardSource) -> Table:
    table = Table(croupier.submission("dragon-md", shuffling="manual"), source)
    table.open()
    sent_in = table.send(Command("player", "sit", 1))
    assert isinstance(sent_in, Decision)
    return table


@pytest.mark.parametrize(
    "shuffle",
    [
        *({}, [], "order", 7, {"order": []}, {"order": list(range(52))}, {"order": [0] * 53}, {"order": None}),
        *({"order": list(range(53)), "secret": "00" * 32}, {"commitment": "00" * 32}, {"luck": 1}),
        *({"physical": True, "order": list(range(53))}, {"physical": "perhaps"}, {"order": [[]]}),
    ],
)
def test_a_shuffle_that_is_none_is_told_and_feeding_ends(shuffle: object) -> None:
    table = fed(Bad(shuffle=shuffle))
    before = table.state.dump()
    with pytest.raises(FeedError, match=r"^dealer: shuffle: Dragon "):
        table.feed()
    assert table.state.dump() == before


@pytest.mark.parametrize(
    ("brings", "why"),
    [
        ({"secret": "00" * 32}, "this is not the secret that was committed to"),
        ({"secret": "00"}, "secret cannot be '00'; accepted: secret: 64 hexadecimal digits"),
        ({"secret": "ZZ" * 32}, "secret cannot be"),
        ({"secret": None}, "this is not the secret that was committed to"),
        ({"commitment": None}, "accepted: the secret that was committed to, and the commitment to the next"),
        ({"order": list(range(53))}, "the order of these cards follows from a secret that was committed to"),
        ({"physical": True}, "the order of these cards follows from a secret that was committed to"),
    ],
)
def test_a_shuffle_that_was_not_committed_to_is_refused(brings: dict[str, object], why: str) -> None:
    table = fed(Cheating(**brings))
    with pytest.raises(FeedError, match=f"dealer: shuffle: Dragon .*{why}"):
        table.feed()
    assert due(table.state).do == "shuffle"


@pytest.mark.clause("dragon-md", "5.F")
def test_where_a_committed_deck_is_cut_is_for_nobody_to_say() -> None:
    table = fed(Cheating())
    with pytest.raises(FeedError, match="where these cards are cut follows from the secret of their shuffle"):
        table.feed()
    why = table.send(Command("dealer", "cut", args={"depth": 20}))
    assert "where these cards are cut follows from the secret of their shuffle" in str(why)


@pytest.mark.parametrize("cut", [0, 9, 44, 53, -1, 10**16, "20", 20.0, True, [20]])
@pytest.mark.clause("dragon-md", "5.F")
def test_a_cut_that_is_none_is_told_and_feeding_ends(cut: object) -> None:
    table = fed(Bad(cut=cut))
    with pytest.raises(FeedError, match=r"^dealer: cut: Dragon "):
        table.feed()
    assert due(table.state).do == "cut"


def test_the_other_deck_is_fed_no_nonsense_either() -> None:
    table = opened("uth-ma", options={"decks": "two"}, names=["first"])
    sent(table, bet(1, UTH), *dealer("no more bets", "deal"), choose(1, "play 4x"))
    sent(table, *dealer("burn", "community", "burn", "community", "stub", "reveal"))
    table.source = Bad(shuffle={"order": []})
    table.send(*dealer("settle"))
    with pytest.raises(FeedError, match="device: shuffle: UTH"):
        table.feed()


def test_to_open_a_table_that_has_its_deck_is_told() -> None:
    table = Table(croupier.submission("uth-ma"))
    table.open()
    with pytest.raises(FeedError, match=r"house: receive: UTH .*the table has its 1 deck"):
        table.open()
