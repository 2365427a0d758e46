"""Irregularities of every document at a table of real cards, each with the fault of its digital twin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.procedures.irregularities import stub_expected
from support.table.real_cards import RealTable, Twin
from support.table.tables import ROUND, choose, floor, sent

TRIPS: dict[str, dict[str, int]] = {"uth-ma": {"ante": 500, "blind": 500, "trips": 500}}
COVER = {"ante": 500, "blind": 500, "trips": 500, "cover_all": 500}
FRANCE = {"ante": 500, "blind": 500, "trips": 500}
BY_SHOE = {"dealing": "automated_shoe"}
EVERY = ("uth-ma", "colorado-ma-1", "colorado-ma-2", "lir-nj", "dragon-md")


class Case(NamedTuple):
    """An irregularity: what people do about it at a real table, and the fault of the digital twin."""

    rulebook: str
    clause: str
    real: Callable[[RealTable], object]
    twin: Callable[[Twin], object]
    options: Mapping[str, object] = {}
    wagers: Mapping[str, int] | None = None
    calls: str = ""  # the irregularity that must have been called
    by_hand: frozenset[str] = ROUND
    reported: bool = True  # else it shows by itself, in a declaration or a count

    def __str__(self) -> str:
        return f"{self.rulebook} {self.clause} {' '.join(map(str, self.options.values()))}".strip()


def card_of(table: RealTable, place: str, number: int = 1) -> Any:  # noqa: ANN401 - a card
    """A card of a hand, as it was scanned."""
    return table.state.order[table.state.at(place)[number - 1]]


def _face_up_in_shoe(table: RealTable) -> None:
    """The first card of the shoe lies face up: it is not scanned, and reported before the others are dealt."""
    table.finds_face_up()


def _two_face_up(table: RealTable) -> None:
    _face_up_in_shoe(table)
    _face_up_in_shoe(table)


def _stuck(table: RealTable) -> None:
    """Two cards stick together and scan as one: who is dealt first has one too many."""
    del table.shoe[1]
    table.until("decide", "stub")
    table.reports("wrong count", of="1", number=table.state.fixed.deal.each + 1)


def _one_short(table: RealTable) -> None:
    """The first seat is passed over once: one scan is missing, and the deal waits for it."""
    turns = len(table.state.dealt_in()) * table.state.fixed.deal.each
    turns += table.state.fixed.deal.dealer + table.state.fixed.deal.community
    table.step(cards=[table.shoe.pop(0) for _ in range(turns - 1)])
    there = len(table.state.at("1"))
    table.reports("wrong count", of="1", number=there - 1)


def _community_stuck(table: RealTable) -> None:
    table.until("decide", "stub")
    del table.shoe[0]
    table.reports("wrong count", of="community", number=4)


def _dealer_exposed(table: RealTable) -> None:
    table.until("decide")
    table.reports("exposed", of="dealer", card=card_of(table, "dealer"))


def shoe_jams(table: RealTable) -> None:
    """The shoe fails when three cards are out."""
    table.step(cards=[table.shoe.pop(0) for _ in range(3)])
    table.reports("jam", of="shoe")


def _drawn(table: RealTable) -> None:
    table.reports("drawn")


def _dealer_one_more(table: RealTable) -> None:
    """A card sticks to the dealer's last one; the dealer gives it back as the next card when the rest was counted."""
    extra = table.shoe.pop(6)
    table.until("decide")
    table.reports("wrong count", of="dealer", number=3)
    assert due(table.state)[:2] == ("dealer", "count")
    table.sent(Command("dealer", "count", args={"number": 45}))
    table.shoe.insert(0, extra)


def _dealer_one_short(table: RealTable) -> None:
    """The dealer is passed over once, and takes the next card of the shoe when the rest was counted."""
    table.step(cards=[table.shoe.pop(0) for _ in range(5)])
    table.reports("wrong count", of="dealer", number=1)
    assert due(table.state)[:2] == ("dealer", "count")
    table.sent(Command("dealer", "count", args={"number": 47}))
    assert due(table.state)[:2] == ("dealer", "deal")


def _shuffler_jams(table: RealTable) -> None:
    table.until("settle")
    table.reports("jam", of="shuffler")


def _shuffler_jams_there(twin: Twin) -> None:
    sent(twin.until("settle").table, Command("device", "jam", args={"device": "shuffler"}))


def _shoe_goes(how: str) -> Callable[[RealTable], None]:
    def does(table: RealTable) -> None:
        shoe_jams(table)
        table.sent(floor("put out", device="shoe", how=how, dealing="manual_shoe"))
        assert table.state.devices["shoe"] == how

    return does


def _declares_wrongly(table: RealTable) -> None:
    table.until("decide")
    table.sent(choose(1, "declare"))


def _declares_wrongly_there(twin: Twin) -> None:
    sent(twin.until("decide").table, choose(1, "declare"))


def _stub_one_short(table: RealTable) -> None:
    """The dealer counts the stub as it goes to the rack, and it has a card too few."""
    table.until("stub")
    table.step(count=len(table.shoe) - 1, misdealt="nothing")


def _stub_one_short_there(twin: Twin) -> None:
    state = twin.until("stub").table.state
    sent(twin.table, Command("dealer", "stub", args={"count": stub_expected(state) - 1}))


def _stub_shows_a_misdeal(table: RealTable) -> None:
    """Two cards stuck together and scanned as one: the count is a card short, and the dealer finds it at seat 1."""
    del table.shoe[1]
    table.until("stub")
    table.step(count=len(table.shoe), misdealt="1", number=table.state.fixed.deal.each + 1)


def _stub_shows_a_misdeal_there(twin: Twin) -> None:
    twin.suffers("slip", how="double", at="1").until("stub")
    sent(twin.table, Command("dealer", "stub", args={"count": len(twin.table.state.stock())}))


def _at_once(twin: Twin, what: str, **about: Any) -> None:  # noqa: ANN401 - a place, a number
    twin.suffers(what, **about)


def _face_up_twice(twin: Twin) -> None:
    twin.suffers("face up", position=0).suffers("face up", position=1)


def _colorado(rulebook: str, chapter: str) -> list[Case]:
    shuffler, shoe = ("(d)", "(e)") if rulebook == "lir-nj" else ("(e)", "(f)")
    return [
        Case(rulebook, f"{chapter}{shuffler}", _shuffler_jams, _shuffler_jams_there, {"shuffling": "device"}),
        Case(rulebook, f"{chapter}(a)", _face_up_in_shoe, lambda twin: _at_once(twin, "face up", position=0),
             calls="irregular.face_up"),
        Case(rulebook, f"{chapter}(a) two", _two_face_up, _face_up_twice, calls="irregular.face_up_many"),
        Case(rulebook, f"{chapter}(b)", _drawn, lambda twin: _at_once(twin, "drawn")),
        Case(rulebook, f"{chapter}(c)", _stuck, lambda twin: _at_once(twin, "slip", how="double", at="1"),
             calls="irregular.player_count"),
        Case(rulebook, f"{chapter}(c) short", _one_short, lambda twin: _at_once(twin, "slip", how="skip", at="1"),
             calls="irregular.player_count"),
        Case(rulebook, f"{chapter}(c) community", _community_stuck,
             lambda twin: _at_once(twin, "slip", how="double", at="community"), calls="irregular.community_count"),
        Case(rulebook, f"{chapter}{shoe}", shoe_jams, lambda twin: _at_once(twin, "jam", after=3), BY_SHOE,
             calls="irregular.shoe_jam"),
    ]  # fmt: skip


def _ruled(real: Callable[[RealTable], object], choice: str) -> Callable[[RealTable], None]:
    """An irregularity that no clause of the document names, with the floor's ruling."""

    def does(table: RealTable) -> None:
        real(table)
        table.rules(choice)

    return does


def _ruled_there(twin: Callable[[Twin], object], choice: str) -> Callable[[Twin], None]:
    def does(of: Twin) -> None:
        twin(of)
        of.until("rule").rules(choice)

    return does


def _france() -> list[Case]:
    """France names no irregularity: each is the floor's (F9), but for a card that is set aside or drawn."""
    left_open: list[tuple[str, Callable[[RealTable], object], Callable[[Twin], object]]] = [
        ("wrong count", _stuck, lambda twin: _at_once(twin, "slip", how="double", at="1")),
        ("wrong count short", _one_short, lambda twin: _at_once(twin, "slip", how="skip", at="1")),
        ("dealer exposed", _dealer_exposed, lambda twin: twin.until("decide").suffers("exposed")),
    ]
    return [
        *(Case("uth-fr", f"{name} {choice}", _ruled(real, choice), _ruled_there(twin, choice), wagers=FRANCE)
          for name, real, twin in left_open for choice in ("play on", "void")),
        Case("uth-fr", "face up", _face_up_in_shoe, lambda twin: _at_once(twin, "face up", position=0), wagers=FRANCE),
        Case("uth-fr", "drawn", _drawn, lambda twin: _at_once(twin, "drawn"), wagers=FRANCE),
    ]  # fmt: skip


def _astray(to: str) -> Callable[[RealTable], None]:
    def does(table: RealTable) -> None:
        table.until("decide", "stub")
        table.reports("astray", of="1", to=to)

    return does


UNCHECKED = ROUND | {"check"}
CASES = [
    Case("colorado-ma-1", "14(d)", _declares_wrongly, _declares_wrongly_there, by_hand=UNCHECKED, reported=False),
    Case("colorado-ma-2", "13(d)", _declares_wrongly, _declares_wrongly_there, by_hand=UNCHECKED, reported=False),
    Case("colorado-ma-1", "14(g)", _shoe_goes("removed"), lambda twin: _at_once(twin, "jam", after=3), BY_SHOE),
    Case("lir-nj", "18.12(f)", _shoe_goes("removed"), lambda twin: _at_once(twin, "jam", after=3), BY_SHOE),
    Case("dragon-md", "13.H", _shoe_goes("covered"), lambda twin: _at_once(twin, "jam", after=3), BY_SHOE),
    Case("uth-ma", "15(g)", _shoe_goes("removed"), lambda twin: _at_once(twin, "jam", after=3)),
    Case("uth-ma", "15(e)", _shuffler_jams, _shuffler_jams_there),
    Case("dragon-md", "13.F", _shuffler_jams, _shuffler_jams_there, {"shuffling": "device"}),
    Case("uth-ma", "15(d) dealer", _dealer_one_more, lambda twin: _at_once(twin, "slip", how="double", at="dealer"),
         {}, COVER, "irregular.dealer_count"),
    Case("uth-ma", "15(d) dealer short", _dealer_one_short,
         lambda twin: _at_once(twin, "slip", how="skip", at="dealer"), {}, COVER, "irregular.dealer_count"),
    *_colorado("colorado-ma-1", "14"),
    *_colorado("colorado-ma-2", "13"),
    *_colorado("lir-nj", "18.12"),
    *_france(),
    Case("uth-ma", "15(a)", _dealer_exposed, lambda twin: twin.until("decide").suffers("exposed"),
         calls="irregular.dealer_exposed"),
    Case("uth-ma", "15(a) trips", _dealer_exposed, lambda twin: twin.until("decide").suffers("exposed"), {},
         TRIPS["uth-ma"], "irregular.dealer_exposed"),
    Case("uth-ma", "15(b)", _face_up_in_shoe, lambda twin: _at_once(twin, "face up", position=0), {}, COVER,
         "irregular.face_up"),
    Case("uth-ma", "15(b) two", _two_face_up, _face_up_twice, {}, COVER, "irregular.face_up_many"),
    Case("uth-ma", "15(b) after the first cards", lambda table: _two_face_up(table.until("burn")),
         lambda twin: twin.until("burn").suffers("face up", position=6).suffers("face up", position=7), {}, COVER,
         "irregular.face_up_many"),
    Case("uth-ma", "15(c)", _drawn, lambda twin: _at_once(twin, "drawn"), {}, COVER),
    Case("uth-ma", "15(d)", _stuck, lambda twin: _at_once(twin, "slip", how="double", at="1"), {}, COVER,
         "irregular.player_count"),
    Case("uth-ma", "15(d) short", _one_short, lambda twin: _at_once(twin, "slip", how="skip", at="1"), {}, COVER,
         "irregular.player_count"),
    Case("uth-ma", "15(d) astray", _astray("2"), lambda twin: _at_once(twin, "slip", how="to 2", at="1"), {}, COVER,
         "irregular.player_count"),
    Case("uth-ma", "15(f)", shoe_jams, lambda twin: _at_once(twin, "jam", after=3), {}, COVER, "irregular.shoe_jam"),
    Case("dragon-md", "13.A", _face_up_in_shoe, lambda twin: _at_once(twin, "face up", position=0),
         calls="irregular.face_up"),
    Case("dragon-md", "13.B", _two_face_up, _face_up_twice, calls="irregular.face_up_many"),
    Case("dragon-md", "13.C", _drawn, lambda twin: _at_once(twin, "drawn")),
    Case("dragon-md", "13.D", _stuck, lambda twin: _at_once(twin, "slip", how="double", at="1"),
         calls="irregular.player_count"),
    Case("dragon-md", "13.D short", _one_short, lambda twin: _at_once(twin, "slip", how="skip", at="1"),
         calls="irregular.player_count"),
    Case("dragon-md", "13.D astray", _astray("dealer"),
         lambda twin: _at_once(twin, "slip", how="to dealer", at="1"), calls="irregular.player_count"),
    Case("dragon-md", "13.E", _dealer_exposed, lambda twin: twin.until("decide").suffers("exposed"),
         calls="irregular.dealer_exposed"),
    Case("dragon-md", "13.G", shoe_jams, lambda twin: _at_once(twin, "jam", after=3), BY_SHOE,
         calls="irregular.shoe_jam"),
    *(Case(each, "stub count", _stub_one_short, _stub_one_short_there, calls="stub.removed", reported=False)
      for each in EVERY),
    *(Case(each, "stub count misdealt", _stub_shows_a_misdeal, _stub_shows_a_misdeal_there, calls="stub.misdealt",
           by_hand=UNCHECKED, reported=False) for each in EVERY),
]  # fmt: skip
IN_HOUSES = [each for each in CASES if each.rulebook in EVERY]  # the house of the tests has tables in dollars only
