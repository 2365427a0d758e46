"""What leaves the house: by one module alone, and each viewer what that viewer may know."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import jsonschema_rs
import pytest
from support.default_house import NAMES
from support.service.exact import validator
from support.service.houses import WAGERS, inside

import croupier.service
from croupier.house.config.clocks import OTHERWISE, Deadline
from croupier.house.engine.listeners import Stage
from croupier.house.engine.requests import Committed
from croupier.schemas.common import TableNotice, TableSummary
from croupier.schemas.floor import Glance, OnDuty
from croupier.schemas.layout import Layout
from croupier.schemas.table import (
    DealtCards,
    RoundReceipt,
    RoundResult,
    SeatView,
    SocketHappened,
    SocketView,
    TableSeen,
)
from croupier.service.live import messages
from croupier.service.live.messages import Broadcast, FloorOrders, Names, SeatsTold
from croupier.service.live.table_layout import layout
from croupier.table.views.view import PUBLIC, SeatViews, Viewer, redact, view

# What shows a table, or could.
WAYS_OUT = {
    *("view", "SharedView", "redact", "redact_all", "came_to", "openings"),
    *("receipt", "dealt", "dump", "choices", "recording"),
}

# What shows it again, as text.
AGAIN = {("croupier.house.records.export", "recording"), ("croupier.house.records.recall", "replay")}


def test_nothing_of_a_table_is_shown_by_another_module() -> None:
    for path in Path(croupier.service.__file__).parent.rglob("*.py"):
        if path.name == "messages.py":
            continue
        tree = ast.parse(path.read_text())
        imported = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
        names = {
            (each.module or "", alias.name)
            for each in imported
            for alias in each.names
            if (each.module or "").startswith("croupier.table")
        }
        assert not {name for _, name in names} & WAYS_OUT, path.name
        assert not {module for module, _ in names} & {
            "croupier.table.receipts.receipt",
            "croupier.table.views.narration",
        }, path.name
        again = {(each.module, alias.name) for each in imported for alias in each.names}
        assert not again & AGAIN, path.name
        called = {
            each.func.attr
            for each in ast.walk(tree)
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute)
        }
        by_name = {"recording"} if path.name == "books.py" else set()  # of `messages`
        allowed = {"looks", "opening", "told", "last_round", "receipt_of", "hidden", "summary"} | by_name
        assert not (called & WAYS_OUT) - allowed, (path.name, called & WAYS_OUT)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[Committed], list[str]]]:
    """Two rounds with two players at each table, and all that came on record."""
    with inside(tmp_path_factory.mktemp("house")) as house:
        heard: list[Committed] = []
        house.on_loop(lambda: house.house.listeners.add(Stage.PLAYERS, heard.append))
        guests = [house.guest("Ash"), house.guest("Bo")]
        persons = [guest.get("/me").json()["person"] for guest in guests]
        for table in NAMES:
            for seat, guest in enumerate(guests, start=1):
                guest.sit(table, seat)
            for number in range(2):
                for seat, guest in enumerate(guests, start=1):
                    guest.bet(table, f"bet-{number}", seat)
                for turn in range(20):
                    seen = house.nobody().view(table)["view"]
                    if seen["due"]["do"] != "decide":
                        break
                    choice = next(each["choice"] for each in reversed(seen["choices"]) if not each["discards"])
                    seat = seen["due"]["seat"]
                    said = guests[seat - 1].give(table, f"d-{number}-{turn}", "decide", seat, choice=choice)
                    if said.status_code != 200:
                        choice = next(each["choice"] for each in seen["choices"] if not each["discards"])
                        guests[seat - 1].give(table, f"e-{number}-{turn}", "decide", seat, choice=choice)
            guests[0].give(table, "bye", "leave", 1)
        yield heard, persons


def test_who_has_nothing_at_a_table_sees_what_the_public_sees(played: tuple[list[Committed], list[str]]) -> None:
    heard, persons = played
    stranger = Viewer("player", "stranger")
    shown = 0
    for happened in heard:
        state, events = happened.decision.state, happened.decision.events
        theirs = messages.belongs_to(state, events)
        for viewer in (stranger, *(Viewer("player", person) for person in persons)):
            if messages.seen_as(viewer, theirs) == PUBLIC:
                shown += 1
                assert view(state, viewer) == view(state, PUBLIC)
                assert [redact(state, each, viewer) for each in events] == [
                    redact(state, each, PUBLIC) for each in events
                ]
                assert messages.last_round(state, viewer, Names()) == messages.last_round(state, PUBLIC, Names())
    assert shown > len(heard)


def test_what_is_alike_for_all_is_told_as_if_it_were_made_for_each(played: tuple[list[Committed], list[str]]) -> None:
    heard, persons = played
    for happened in heard:
        telling = Broadcast(happened, Names())
        state, events = happened.decision.state, happened.decision.events
        for viewer in (PUBLIC, Viewer("dealer"), Viewer("floor"), *(Viewer("player", person) for person in persons)):
            redacted = [redact(state, event, viewer) for event in events]
            expected = [{"kind": each.kind, "data": each.data} for each in redacted if each is not None]
            message = json.loads(telling.to(viewer))
            assert message["events"] == json.loads(messages.encode(expected))
            assert message["view"] == json.loads(messages.encode(view(state, viewer)))


def test_a_seat_that_is_kept_is_told_as_if_it_were_made_anew(played: tuple[list[Committed], list[str]]) -> None:
    heard, persons = played
    viewers = (PUBLIC, Viewer("floor"), *(Viewer("player", person) for person in persons))
    names = Names()
    for happened in heard:
        kept = SeatsTold()
        for at, name in enumerate(("", "Ash", "Bo")):  # a name changes, and nothing else does
            names.by_person = dict.fromkeys(persons[: at or None], name) if name else {}
            for viewer in viewers:
                assert Broadcast(happened, names, None, kept).to(viewer) == Broadcast(happened, names).to(viewer)
    of_table: dict[str, SeatsTold] = {}
    for happened in heard:  # as they came, from command to command
        telling = Broadcast(happened, names, None, of_table.setdefault(happened.stream, SeatsTold()))
        assert [telling.to(each) for each in viewers] == [Broadcast(happened, names).to(each) for each in viewers]


def test_a_seat_that_has_not_changed_is_not_made_again(played: tuple[list[Committed], list[str]]) -> None:
    """While no card is turned, a seat is made when it has changed, and the other is not."""
    heard, _ = played
    kept, spared = SeatViews(), 0
    known: dict[int, SeatView] = {}
    for happened in [each for each in heard if each.stream == "uth-ma"]:
        before, after = happened.before, happened.decision.state
        seen = {each["seat"]: each for each in kept.public(after, after.taken(), {})}
        if before.up is after.up and before.order is after.order:
            same = [number for number, seat in after.taken() if before.seats[number - 1] is seat]
            assert all(seen[number] is known[number] for number in same)
            spared += len(same)
        known = seen
    assert spared > 1


def test_every_message_has_the_fields_of_its_schema_and_no_other(played: tuple[list[Committed], list[str]]) -> None:
    heard, persons = played
    names, context = Names(), messages.table_context(0, Deadline("decide", 5_000, 1, 1), _POSTED)
    orders = FloorOrders(OnDuty("p-dee", "Dee", 1), closing=False, after=lambda _: "leave")
    for happened in heard:
        state, stream, seq = happened.decision.state, happened.stream, happened.seq
        telling = Broadcast(happened, names, context)
        for viewer in (PUBLIC, Viewer("dealer"), Viewer("floor"), *(Viewer("player", person) for person in persons)):
            _hold(SocketHappened, telling.to(viewer))
            _hold(SocketView, messages.opening(stream, seq, state, viewer, names, context))
            _hold(TableSeen, messages.table_seen(stream, seq, state, viewer, names, context))
            if state.last is not None:
                _hold(RoundResult, messages.last_round(state, viewer, names))
                _hold(RoundReceipt, messages.receipt_of(state, viewer, "head", {}))
        _hold(DealtCards, messages.hidden(state))
        _hold(TableSummary, messages.summary(stream, state, messages.Names(), _POSTED))
        _hold(Glance, messages.glance(stream, seq, state, names, orders))
        _hold(Layout, layout(stream, state, OTHERWISE, coach=True))


_POSTED = [TableNotice("says", "1(a)", "a regulation", 5)]
_MODELS = (SocketHappened, SocketView, TableSeen, RoundResult, RoundReceipt, DealtCards, TableSummary, Glance, Layout)
_EXACT: dict[object, jsonschema_rs.Draft202012Validator] = {model: validator(model) for model in _MODELS}


def _hold(model: type, message: object) -> None:
    _EXACT[model].validate(json.loads(message if isinstance(message, str) else messages.encode(message)))


def test_a_field_too_many_or_too_few_is_found_wherever_it_is(played: tuple[list[Committed], list[str]]) -> None:
    heard, persons = played
    asked = next(
        each for each in heard if each.decision.state.phase == "round" and len(each.decision.state.taken()) == 2
    )
    message = json.loads(Broadcast(asked, Names()).to(Viewer("player", persons[0])))
    exactly = _EXACT[SocketHappened]
    exactly.validate(message)
    view = message["view"]
    for part in (
        message,
        message["clock"],
        message["events"][0],
        view,
        view["due"],
        view["seats"][0],
        view["seats"][1],
    ):
        part["planted"] = 1
        assert not exactly.is_valid(message)
        del part["planted"]
        for field in sorted(part.keys() - {"seat"} if part is view["due"] else part):
            kept = part.pop(field)
            assert not exactly.is_valid(message), field
            part[field] = kept
    exactly.validate(message)


def test_who_has_something_there_is_not_taken_for_the_public(played: tuple[list[Committed], list[str]]) -> None:
    heard, persons = played
    for happened in heard:
        theirs = messages.belongs_to(happened.decision.state, happened.decision.events)
        for _, seat in happened.decision.state.taken():
            assert messages.seen_as(Viewer("player", seat.person), theirs).person == seat.person
    left = [each for each in heard if each.command.do == "leave"]
    assert len(left) == len(NAMES)
    for happened in left:
        assert (
            messages.seen_as(
                Viewer("player", persons[0]), messages.belongs_to(happened.decision.state, happened.decision.events)
            )
            != PUBLIC
        )


@pytest.mark.parametrize("role", ["dealer", "floor"])
def test_those_who_work_at_a_table_are_never_taken_for_the_public(role: str) -> None:
    assert messages.seen_as(Viewer(role), set()) == Viewer(role)


def _known(happened: Committed, person: str) -> set[str]:
    """The faces that a person may have seen in this round: those that lie open, and the own."""
    state = happened.decision.state
    faces = state.terms.rulebook.deck.faces
    seen = {faces[state.order[each]] for each in state.up if state.order}
    for _, seat in state.taken():
        if seat.person == person and state.looked:
            seen |= {faces[state.order[each]] for each in seat.cards + seat.discard}
    return seen


def test_no_message_has_a_card_that_its_viewer_may_not_know(played: tuple[list[Committed], list[str]]) -> None:
    heard, persons = played
    names = Names()
    looked_at = 0
    for happened in heard:
        state = happened.decision.state
        if state.phase != "round":
            continue
        faces = set(state.terms.rulebook.deck.faces)
        for person in ("", *persons):
            viewer = Viewer("player", person) if person else PUBLIC
            message = json.loads(Broadcast(happened, names).to(viewer))
            shown = {each for each in _strings(message) if each in faces}
            looked_at += len(shown)
            assert shown <= _known(happened, person), (happened.stream, happened.seq, person)
            assert not set(persons) - {person} & set(_strings(message))
    assert looked_at > 100


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def test_what_a_command_was_told_in_confidence_leaves_with_no_message(
    played: tuple[list[Committed], list[str]],
) -> None:
    heard, persons = played
    for happened in heard:
        secret = happened.command.supplied.get("secret")
        if secret is not None:
            for viewer in (PUBLIC, Viewer("floor"), Viewer("dealer"), Viewer("player", persons[0])):
                assert str(secret) not in Broadcast(happened, Names()).to(viewer)


def test_the_wagers_that_tests_play_with_are_those_of_every_rulebook() -> None:
    assert WAGERS.keys() == set(NAMES)
