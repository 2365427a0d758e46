"""Whoever is not the person of a seat gets nothing of it: no say, no card, no opening, no money, and no word of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.table.recordings import recorded, replay
from support.table.tables import bet, choose, fault, opened, ready, refused, sent

from croupier.cli.records.rounds import show_recording
from croupier.cli.terminal.cards import Faces
from croupier.names import NamingError
from croupier.rulebook import Refusal
from croupier.schemas.table import RoundResult, TableView
from croupier.table.decide import Decision
from croupier.table.fairness.card_sources import Random
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.play.runner import Table
from croupier.table.views.narration import Hearer, tell
from croupier.table.views.view import AUDITOR, HIDDEN, PUBLIC, Viewer, came_to, openings, redact, view

ANN, BOB, EVE = (Viewer("player", person) for person in ("p-ann", "p-bob", "p-eve"))
OTHERS = (BOB, EVE, PUBLIC, Viewer("dealer"), Viewer("floor"), Viewer("player"), Viewer("house", "p-ann"))
UTH = {"ante": 500, "blind": 500}


def asked(*persons: str, **options: object) -> Table:
    """A table at which the first seat is asked; everybody stays in with the least."""
    table = opened("colorado-ma-1", options=options, persons=persons, by_hand=(), source=Random("persons"))
    sent(table, *(ready(seat, "colorado-ma-1") for seat in range(1, len(persons) + 1)))
    assert due(table.state).seat == 1
    return table


def folded(table: Table) -> None:
    """The round to its end: everybody folds, so that no card is shown to all."""
    while due(table.state).do == "decide":
        sent(table, choose(due(table.state).seat, "fold"))


def hands(seen: TableView | RoundResult | None) -> list[bool]:
    """Of which seats the cards are known."""
    assert seen is not None
    return [bool(seat["cards"]) and HIDDEN not in seat["cards"] for seat in seen["seats"]]


def opened_to(table: Table, viewer: Viewer) -> set[int]:
    """What is opened to a viewer beside what all have seen."""
    mine, public = ({each.card for each in openings(table.state, each)} for each in (viewer, PUBLIC))
    assert public <= mine
    return mine - public


def cards_of(table: Table, person: str) -> set[int]:
    assert table.state.last is not None
    own = [hand.cards + hand.discard for hand in table.state.last.hands if hand.person == person]
    return {table.state.last.order[position] for hand in own for position in hand}


# ---- speaking ------------------------------------------------------------------------------------------

PLAYERS = [each for each in DECLARED.values() if "player" in each.by]


@pytest.mark.parametrize("do", [each.name for each in PLAYERS if not each.takes_seat])
@pytest.mark.parametrize("by", ["p-bob", "p-eve", ""])
def test_nobody_speaks_for_another_and_a_refusal_says_nothing(do: str, by: str) -> None:
    """The same words whatever stands: a decision, a card that is held or not, money that is there or not."""
    said: set[str] = set()
    tables = (asked("p-ann", "p-bob"), opened("colorado-ma-1", persons=("p-ann", "p-bob")))
    for table in tables:
        before = table.state.dump()
        for args in (
            {},
            {"choice": "bet", "discard": "Ah"},
            {"choice": "fold"},
            {"wagers": {"ante": 10**12}},
            {"x": 1},
        ):
            said.add(refused(table, Command("player", do, 1, args, by=by)))
        assert table.state.dump() == before
    assert said == {"Colorado 6(b): seat 1 is another player's; accepted: a command by the player who has the seat"}


def test_a_stranger_with_two_places_nearby_speaks_for_the_own_alone() -> None:
    table = opened("lir-nj", options={"two_positions": "yes"}, persons=("p-ann", "p-bob", "p-bob"), by_hand=())
    sent(table, *(ready(seat, "lir-nj") for seat in (1, 2, 3)))
    assert "seat 1 is another player's" in refused(table, choose(1, "withdraw")._replace(by="p-bob"))
    sent(table, choose(1, "ride"))
    assert isinstance(table.send(choose(2, "ride")._replace(by="p-bob")), Decision)
    assert "seat 3 is another player's" in refused(table, choose(3, "ride")._replace(by="p-ann"))


def test_whoever_has_the_seat_cannot_be_claimed() -> None:
    """A seat without an id is its own person's, and no id is written like that."""
    table = opened("uth-ma")
    for by in ("seat 1", "seat 2", "p-eve"):
        assert isinstance(table.send(bet(1, UTH)._replace(by=by)), Refusal)
    assert isinstance(table.send(bet(1, UTH)), Decision)
    ids = opened("uth-ma", persons=("seat-1",))
    assert "another player's" in refused(ids, bet(1, UTH))


class Odd(str):
    """Text that raises whatever it is asked."""

    __slots__ = ()

    def _asked(self, *_: object) -> Any:  # noqa: ANN401 - it never comes to that
        raise RuntimeError("asked")

    __eq__ = __ne__ = __len__ = __repr__ = __str__ = __format__ = isprintable = _asked
    __hash__ = str.__hash__


NO_PERSONS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 10**5000, 0.5, float("nan"), 2j, b"p-ann", bytearray(b"p-ann"), object(), type),
    *([], ["p-ann"], (), ("p-ann",), {}, {"by": "p-ann"}, frozenset(), range(3), ..., NotImplemented, Odd("p-ann")),
    *(" ", "p ann", "p-ann ", "p-ann\n", "p-ann\x00", "p.ann", "p-ann\u202e", "\ud800", "Zoë", "\u0430nn", "٣"),
    *("x" * 65, "x" * 10**6, "seat 1", "../p-ann", "{person}", "%s", "p-ann;", "\u200dp"),
)


@pytest.mark.parametrize("do", list(DECLARED))
def test_a_person_of_any_other_type_or_form_is_refused_and_raises_nothing(do: str) -> None:
    table = asked("p-ann", "p-bob")
    before = table.state.dump()
    for by in NO_PERSONS:
        outcome = table.send(Command(DECLARED[do].by[0], do, 1, by=by))
        assert isinstance(outcome, Refusal)
        assert (outcome.about, outcome.why[:13]) == ("by", "by cannot be ")
        assert len(str(outcome)) < 500
    assert table.state.dump() == before


@pytest.mark.parametrize("by", ["a", "x" * 64, "A-Z_09", "-", "_"])
def test_an_id_is_taken_from_everybody_and_recorded(by: str) -> None:
    table = opened("uth-ma", persons=(by,))
    assert table.state.seat(1).person == by
    sent(table, Command("house", "buy", 1, {"amount": 100}, by=by), Command("house", "clock", args={"now": 9}, by=by))


# ---- looking -------------------------------------------------------------------------------------------


def test_cards_and_money_are_seen_by_their_person_and_by_nobody_who_types_a_seat_or_a_name() -> None:
    table = asked("p-ann", "p-bob")
    table.name("p-ann", "Ann")
    assert hands(view(table.state, ANN, table.names)) == [True, False]
    strangers = [Viewer("player", text) for text in ("Ann", "1", "seat 1", "p-an", "P-ANN", "p-ann ", "")]
    for viewer in (*OTHERS, *strangers):
        assert hands(view(table.state, viewer, table.names))[0] is False
    for viewer in (BOB, EVE, PUBLIC, *strangers):
        assert view(table.state, viewer, table.names)["seats"][0]["bankroll"] is None


def test_a_stranger_who_is_called_the_same_gets_nothing_of_it() -> None:
    """Two may have a name: it is shown with the seat, and nothing hangs on it."""
    table = asked("p-ann", "p-eve", two_positions="yes")
    for person in ("p-ann", "p-eve"):
        table.name(person, "Ann")
    seen = view(table.state, EVE, table.names)
    assert [(seat["seat"], seat["name"]) for seat in seen["seats"]] == [(1, "Ann"), (2, "Ann")]
    assert hands(seen) == [False, True]
    folded(table)
    assert opened_to(table, EVE) == cards_of(table, "p-eve")
    assert not opened_to(table, EVE) & cards_of(table, "p-ann")


def test_who_has_two_places_has_both_and_no_third() -> None:
    table = asked("p-ann", "p-ann", "p-bob", two_positions="yes")
    assert hands(view(table.state, ANN)) == [True, True, False]
    assert hands(view(table.state, BOB)) == [False, False, True]
    why = refused(table, Command("player", "sit", 4, by="p-ann"))
    assert "you have seat 1; accepted: two places next to each other" in why
    folded(table)
    assert hands(came_to(table.state, ANN)) == [True, True, False]
    assert opened_to(table, ANN) == cards_of(table, "p-ann")
    assert len(cards_of(table, "p-ann")) == 6


def test_a_player_without_an_id_owns_nothing_not_even_what_nobody_owns() -> None:
    table = opened("uth-ma", persons=("p-ann", "p-bob"), by_hand=())
    sent(table, ready(1, "uth-ma"), ready(2, "uth-ma"))
    assert view(table.state, Viewer("player")) == view(table.state, PUBLIC)
    assert view(table.state, Viewer("player"))["dealer"] == [HIDDEN, HIDDEN]
    while due(table.state).do == "decide":
        sent(table, choose(due(table.state).seat, "play 4x"))
    assert came_to(table.state, Viewer("player")) == came_to(table.state, PUBLIC)
    assert opened_to(table, Viewer("player")) == set()


def test_no_view_tells_an_id_to_anybody_but_the_auditor() -> None:
    table = asked("p-ann", "p-bob")
    table.name("p-ann", "Ann")
    for _ in range(2):
        for viewer in (*OTHERS, ANN):
            told = [view(table.state, viewer, table.names), came_to(table.state, viewer, table.names)]
            assert "p-ann" not in json.dumps(told)
            assert "p-bob" not in json.dumps(told)
        folded(table)
    whole: dict[str, Any] = {**view(table.state, AUDITOR)}
    assert "p-ann" in whole["state"]


# ---- coming and going ----------------------------------------------------------------------------------


def test_whoever_takes_a_seat_later_gets_nothing_and_who_left_keeps_the_own() -> None:
    table = asked("p-ann", "p-bob")
    folded(table)
    own, proved = cards_of(table, "p-ann"), opened_to(table, ANN)
    assert proved == own
    sent(table, Command("player", "leave", 1))
    assert opened_to(table, ANN) == own
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 5000}, "p-eve"))
    table.name("p-eve", "p-ann")
    assert opened_to(table, EVE) == set()
    assert hands(came_to(table.state, EVE)) == [False, False]
    assert opened_to(table, ANN) == own
    assert hands(came_to(table.state, ANN)) == [True, False]
    assert view(table.state, ANN)["seats"][0]["bankroll"] is None
    assert "another player's" in refused(table, Command("player", "leave", 1, by="p-ann"))


def test_who_left_during_the_round_is_told_the_own_discard_and_nobody_else_is() -> None:
    table = asked("p-ann", version="permissible")
    sent(table, Command("player", "leave", 1))
    outcome = table.send(Command("house", "timeout", 1))
    assert isinstance(outcome, Decision)
    assert table.state.seats[0] is None
    decided = next(event for event in outcome.events if event.kind == "decided")
    assert decided.data["discard"]
    told = redact(table.state, decided, ANN)
    assert told is not None
    assert told.data["discard"] == decided.data["discard"]
    for viewer in OTHERS:
        other = redact(table.state, decided, viewer)
        assert other is not None
        assert "discard" not in other.data
    left = next(event for event in outcome.events if event.kind == "left")
    told_to = [getattr(redact(table.state, left, each), "data", {}).get("bankroll") for each in (ANN, BOB)]
    assert told_to == [left.data["bankroll"], None]


def test_who_had_a_seat_before_is_not_told_what_its_player_takes_home_when_the_house_closes() -> None:
    table = asked("p-ann", "p-bob")
    folded(table)
    sent(table, Command("player", "leave", 1), Command("player", "sit", 1, {}, {"bankroll": 5000}, "p-eve"))
    outcome = table.send(Command("house", "close", args=table.source.close()))
    assert isinstance(outcome, Decision)
    left = next(event for event in outcome.events if event.kind == "left")
    told_to = [getattr(redact(table.state, left, each), "data", {}).get("bankroll") for each in (ANN, BOB, EVE)]
    assert told_to == [None, None, 5000]


def test_who_sits_down_is_told_to_the_own_person_alone() -> None:
    table = opened("uth-ma", persons=())
    (sat, *_) = sent(table, Command("player", "sit", 3, {}, {"bankroll": 7000}, "p-ann"))
    known = [dict(redact(table.state, sat, viewer).data) for viewer in (ANN, BOB, PUBLIC)]  # type: ignore[union-attr]
    assert known == [{"seat": 3, "person": "p-ann", "bankroll": 7000}, {"seat": 3}, {"seat": 3}]


# ---- names ---------------------------------------------------------------------------------------------

HOSTILE = (
    "",
    " ",
    "\u202eAnn",
    "A\x1b[2Jnn",
    "Ann\r\n",
    "Z\u0335\u0336\u0337\u0338\u0334\u0335",
    "\u3164",
    "x" * 25,
    "\ud800",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_name_is_refused_and_the_one_before_stays(text: str) -> None:
    table = opened("uth-ma", persons=("p-ann",))
    table.name("p-ann", "Ann")
    with pytest.raises(NamingError):
        table.name("p-ann", text)
    assert table.names["p-ann"] == "Ann"


def test_a_name_is_told_with_its_seat_and_can_be_erased() -> None:
    table = opened("uth-ma", persons=("p-ann",))
    table.name("p-ann", "{seat} Zoe\u0308 [red]")
    assert table.seated() == {1: "{seat} Zoë [red]"}
    heard = sent(table, Command("player", "sit", 2, by="p-bob"))
    assert (
        tell(heard[0], table.state.terms, {2: "{seat} Zoë [red]"}) == "A player sits down at seat 2 ({seat} Zoë [red])."
    )
    before = table.state.dump()
    del table.names["p-ann"]
    assert table.state.dump() == before
    assert "Zo" not in before
    assert view(table.state, PUBLIC, table.names)["seats"][0]["name"] == ""


# ---- what goes wrong unseen ----------------------------------------------------------------------------

FAULTS = {
    "face up": {"position": 30},
    "lost": {"position": 30},
    "surplus": {},
    "slip": {"how": "double", "at": "dealer"},
    "drawn": {},
    "miscount": {"by": 1},
    "jam": {"after": 9},
}


@pytest.mark.parametrize(("what", "args"), FAULTS.items())
def test_that_something_went_wrong_unseen_is_told_to_the_auditor_alone(what: str, args: dict[str, Any]) -> None:
    table = opened("uth-ma", persons=("p-ann", "p-bob"), by_hand=())
    sent(table, ready(1, "uth-ma"), ready(2, "uth-ma"))
    before = {viewer: view(table.state, viewer) for viewer in OTHERS}
    heard = sent(table, fault(what, **args))
    assert [event.kind for event in heard] == ["fault"]
    for viewer in (*OTHERS, ANN):
        assert [redact(table.state, event, viewer) for event in heard] == [None]
    assert redact(table.state, heard[0], AUDITOR) is heard[0]
    assert {viewer: view(table.state, viewer) for viewer in OTHERS} == before


# ---- a recording shown again ---------------------------------------------------------------------------


def written(table: Table, file: Path, play: Callable[[Table], object]) -> str:
    """A recording of what is played at a table that has not been opened."""
    pages = recorded(table)
    play(table)
    assert table.journal is not None
    table.journal.close()
    file.write_bytes(pages.content)
    return str(file)


def evening(table: Table) -> None:
    table.open()
    for seat, person, money in ((1, "p-ann", 123_456), (2, "p-bob", 654_321)):
        sent(table, Command("player", "sit", seat, {}, {"bankroll": money}, person))
    sent(table, Command("house", "buy", 2, {"amount": 77_700}, by="cashier"))
    sent(table, fault("slip", how="double", at="2"), fault("miscount", by=3))
    sent(table, *(Command("player", "bet", seat, {"wagers": UTH, "ready": True}) for seat in (1, 2)))
    while due(table.state).do == "decide":
        sent(table, choose(due(table.state).seat, "play 4x"))
    sent(table, Command("player", "leave", 2), Command("player", "sit", 2, {}, {"bankroll": 111_100}, "p-eve"))
    sent(table, *(Command("player", "bet", seat, {"wagers": UTH, "ready": True}) for seat in (1, 2)))
    sent(table, fault("exposed"))


@pytest.fixture
def recording(tmp_path: Path) -> str:
    table = opened("uth-ma", names=(), by_hand=())
    fresh = Table(table.state.terms.submission, table.source, training=True)
    return written(fresh, tmp_path / "evening.jsonl", evening)


def shown(recording: str, who: str, capsys: pytest.CaptureFixture[str]) -> str:
    show_recording(recording, None, who)
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("who", ["public", "dealer", "floor", "seat 1", "seat 2", "seat 6", "seat 999"])
def test_a_replay_shows_no_money_no_ids_and_no_faults_to_others(
    recording: str, who: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(recording, who, capsys)
    for told in ("1234", "6543", "1,234", "6,543", "7770", "$777", "1111", "1,111"):
        own = {"seat 1": ("1,234",), "seat 2": ("6,543", "$777", "1,111")}.get(who, ())
        assert (told in text) == (told in own), told
    assert not any(each in text for each in ("p-ann", "p-bob", "p-eve", "cashier"))
    assert "fault" not in text.lower()
    assert "Unseen" not in text


def test_a_replay_shows_what_follows_from_a_fault(recording: str, capsys: pytest.CaptureFixture[str]) -> None:
    for who in ("public", "dealer", "seat 1"):
        text = shown(recording, who, capsys)
        assert "Exposed, the dealer: " in text
        assert "Irregularity (15(a))" in text


def test_the_auditor_is_shown_everything_and_who_gave_it(recording: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(recording, "auditor", capsys)
    for told in (
        "seat 1 by p-ann: sit bankroll=$1,234.56",
        "house by cashier: buy amount=$777",
        "Unseen: ",
        "fault: fault",
    ):
        assert told in text
    assert "order=" not in text
    assert "salts=" not in text


def test_a_seat_is_shown_as_its_person_saw_it_then(recording: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The cards of each who had the seat in turn, and of nobody else; others' arguments are theirs."""
    text = shown(recording, "seat 2", capsys)
    assert text.count("A card to seat 2: ") == 5  # three, since two stuck together, and then two
    assert "A card to seat 1: " not in text
    assert "seat 2: bet ante=$5" in text
    assert "seat 1: bet Seat 1" in text
    assert "Seat 2 buys chips for $777." in text
    public = shown(recording, "public", capsys)
    assert "A card to seat 2: " not in public
    assert "Seat 2 buys chips." in public
    assert "ante=" not in public


def test_a_replay_shows_exactly_the_redacted_events(recording: str, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    for each in replay(Path(recording).read_bytes().splitlines(keepends=True)):
        known = [redact(each.decision.state, event, PUBLIC) for event in each.decision.events]
        to = Hearer(cards=Faces(each.before.terms.rulebook.deck, plain=False).cards)
        some = (event for event in known if event is not None and event.kind != "moved_on")
        told += [tell(event, each.before.terms, to=to) for event in some]
    lines = shown(recording, "public", capsys)
    assert [text for text in told if " ".join(text.split()) not in lines] == []


def test_a_player_who_left_with_the_round_is_shown_the_own_discard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent(table: Table) -> None:
        table.open()
        for seat in (1, 2):
            sent(table, Command("player", "sit", seat, {}, {"bankroll": 9000}))
        sent(table, Command("house", "buy", 2, {"amount": 100}), ready(1, "colorado-ma-1"), ready(2, "colorado-ma-1"))
        sent(table, choose(1, "no bet", discard=table.state.order[table.state.seat(1).cards[0]]))
        sent(table, Command("player", "leave", 2), Command("house", "timeout", 2))
        assert table.state.seats[1] is None

    made = opened("colorado-ma-1", "Ah Kd 9s 2c 8d 7s", {"version": "permissible"}, names=())
    fresh = Table(made.state.terms.submission, made.source, training=True)
    recording = written(fresh, tmp_path / "absent.jsonl", absent)
    own, other = shown(recording, "seat 2", capsys), shown(recording, "seat 1", capsys)
    assert "Seat 2: no bet, discards " in own
    assert "Seat 1: no bet, discards " not in own
    assert "Seat 1: no bet, discards " in other
    assert "Seat 2: no bet, discards " not in other
    assert "house: buy Seat 2 buys chips for $1." in own, (
        "what others say is theirs, also where it is about the own seat"
    )
