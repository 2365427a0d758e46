"""What a client keeps of a round, and receipts that were tampered with; and what no house should say."""

import copy
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.client.clients import CHIPS, cheaply, house

from croupier.client import Client, Table, Unreachable
from croupier.client.errors import Refused
from croupier.client.evidence import Evidence
from croupier.client.shuffle_part import ShufflePart
from croupier.client.table_protocol import MOST_UNREAD, TableProtocol
from croupier.schemas.table import RoundReceipt
from croupier.service.live import messages as service_messages
from croupier.table.fairness.shuffle import digest
from croupier.table.model.state import State
from croupier.table.views.view import Viewer

NAME = "dragon-md"
Tampered = Callable[[dict[str, Any]], object]


@contextmanager
def seated(tmp_path: Path) -> Iterator[Table]:
    with house(tmp_path, NAME) as (_, address), Client(address) as client:
        client.come_in()
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            yield table


def play_one(table: Table) -> None:
    table.bet(table.terms.least_wagers())
    table.decide(*cheaply(table.message, table.terms))


def another(text: str) -> str:
    return f"{'1' if text[0] == '0' else '0'}{text[1:]}"


TAMPERING: dict[str, Tampered] = {
    "another root": lambda given: given.update(root=another(given["root"])),
    "another root was shown": lambda given: given.update(shown=another(given["shown"])),
    "another round": lambda given: given.update(round=0),
    "another table": lambda given: given.update(table="uth-ma"),
    "another session": lambda given: given.update(session="another"),
    "another house": lambda given: given.update(house="Another"),
    "another card": lambda given: given["cards"][0].update(card=(given["cards"][0]["card"] + 1) % 53),
    "another salt": lambda given: given["cards"][0].update(salt=another(given["cards"][0]["salt"])),
    "another place": lambda given: given["cards"][0].update(place=40),
    "a card twice": lambda given: given["cards"].append(given["cards"][0]),
    "another commitment": lambda given: given["shuffle"].update(commitment=another(given["shuffle"]["commitment"])),
    "no number of mine": lambda given: given["shuffle"].update(numbers=[]),
    "another number": lambda given: given["shuffle"].update(numbers=[another(given["shuffle"]["numbers"][0])]),
    "another shuffle, in which I had no part": lambda given: given["shuffle"].update(
        numbers=[], commitment=another(given["shuffle"]["commitment"]), own=None
    ),
    "another leaf": lambda given: given["leaves"].__setitem__(0, another(given["leaves"][0])),
    "a leaf too few": lambda given: given["leaves"].pop(),
    "no commitments": lambda given: given.update(leaves=[]),
    "another source": lambda given: given.update(source="real cards: not committed"),
    "a field too few": lambda given: given.pop("dealt"),
    "a field of another kind": lambda given: given.update(cards="none"),
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[ShufflePart, dict[str, Any]]:
    with seated(tmp_path_factory.mktemp("house")) as table:
        play_one(table)
        [found] = table.checked
        assert found.holds
        return table._talk.part, found.receipt  # noqa: SLF001 - what it has kept


@pytest.mark.parametrize("how", TAMPERING)
def test_a_receipt_that_was_tampered_with_does_not_hold(how: str, played: tuple[ShufflePart, dict[str, Any]]) -> None:
    part, receipt = played
    assert part.check(NAME, 1, receipt).holds
    given = copy.deepcopy(receipt)
    TAMPERING[how](given)
    assert given != receipt
    found = part.check(NAME, 1, given)
    assert not found.holds, found


@pytest.mark.parametrize("given", [None, [], "receipt", 7, {}])
def test_what_is_no_receipt_does_not_hold(given: object, played: tuple[ShufflePart, dict[str, Any]]) -> None:
    assert not played[0].check(NAME, 1, given).holds


def test_a_receipt_of_another_round_does_not_hold(played: tuple[ShufflePart, dict[str, Any]]) -> None:
    for number in (0, 2):
        found = played[0].check(NAME, number, played[1])
        assert (found.holds, found.findings[0].says) == (False, f"it is for round {number} at {NAME}")


def test_a_house_that_tampers_with_a_receipt_is_found_out_as_the_round_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = service_messages.receipt_of

    def tampering(state: State, viewer: Viewer, head: str, logged: dict[str, Any]) -> RoundReceipt | None:
        given = honest(state, viewer, head, logged)
        if given is not None and given.round == 2:
            given.cards[-1]["card"] = (given.cards[-1]["card"] + 1) % 53
        return given

    monkeypatch.setattr(service_messages, "receipt_of", tampering)
    with seated(tmp_path) as table:
        for _ in range(3):
            play_one(table)
        assert [(each.round, each.holds) for each in table.checked] == [(1, True), (2, False), (3, True)]
        told = [each for message in messages(table) for each in message.checked]
        assert [each.holds for each in told] == [True, False, True], "it comes with the message that ends the round"
        false = [each.says for each in table.checked[1].findings if each.holds is False]
        assert any("opens its commitment" in each for each in false)


def messages(table: Table) -> Iterator[Any]:
    while (message := table.next(0)) is not None:
        yield message


def test_a_house_that_shows_another_root_afterwards_is_found_out(tmp_path: Path) -> None:
    with seated(tmp_path) as table:
        table.bet({}, ready=False)
        shown = table.view["root"]
        play_one(table)
        [found] = table.checked
        assert found.receipt["shown"] == shown
        part = table._talk.part  # noqa: SLF001 - as if the client had been shown something else
        part._bet_on = another(shown)  # noqa: SLF001
        again = part.check(NAME, 1, found.receipt)
        assert "shown to you before you were ready" in next(each.says for each in again.findings if each.holds is False)


def test_a_receipt_that_cannot_be_had_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_messages, "receipt_of", lambda *_: None)
    with seated(tmp_path) as table:
        play_one(table)
        [found] = table.checked
        assert (found.holds, found.receipt) == (False, None)
        assert [each.holds for each in found.findings] == [None]
        assert "its receipt could not be had" in found.findings[0].says


def test_every_number_is_given_once_and_was_promised_before(tmp_path: Path) -> None:
    with seated(tmp_path) as table:
        for _ in range(3):
            play_one(table)
        events = [event for message in messages(table) for event in message.events]
        promised = [each.data["next"] for each in events if each.kind in {"promised", "revealed"}]
        given = [each.data["number"] for each in events if each.kind == "revealed"]
        assert len(given) == len(set(given)) == 3, "one in each of three rounds"
        assert [digest(each) for each in given] == promised[:-1]


def test_numbers_of_a_text_never_come_twice(tmp_path: Path) -> None:
    numbers = []
    for each in ("a", "b"):
        (tmp_path / each).mkdir()
        with house(tmp_path / each, NAME) as (_, address), Client(address, number="mine") as client:
            client.come_in()
            with client.watch(NAME) as table:
                table.sit(CHIPS)
                play_one(table)
                numbers.append(table.checked[0].receipt["shuffle"]["own"])
    assert numbers[0] != numbers[1]


# ---- what no house should say ------------------------------------------------------------------------------

VIEW = {
    "rulebook": NAME,
    "phase": "betting",
    "round": 0,
    "due": {"who": "player", "do": "bet"},
    "source": "committed",
    "publishes": "at once",
    "commitment": "",
    "shuffle": 1,
    "root": "",
    "deck": None,
    "promises": {},
    "numbers": [],
    "owing": [],
    "meter": 0,
    "dealer": [],
    "community": [],
    "dead": [],
    "rack": None,
    "undealt": 0,
    "pending": None,
    "devices": {},
    "seats": [],
    "choices": [],
    "columns": {},
    "instructions": [],
}


def said(**more: object) -> str:
    beside = {"clock": {"now": 1, "waits": None}, "notices": [], "programs": [], "yours": [], "open": []}
    shown = {"table": NAME, "session": "s-1", "seq": 1, **beside, "view": VIEW}
    return json.dumps({"what": "view", **shown, **more})


def refusal(request: str, status: int = 422) -> str:
    cited = {"accepted": "", "about": "", "document": "", "clauses": [], "rulings": []}
    return json.dumps(
        {"what": "refused", "request": request, "problem": {"title": "", "status": status, "detail": "no", **cited}}
    )


def event(kind: str, **data: object) -> str:
    return said(what="happened", seq=2, at=1, events=[{"kind": kind, "data": data}])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{",
        "[" * 100_000,
        said(what="nothing"),
        said(seq="one"),
        said(view={}),
        said(view={**VIEW, "seats": [{}]}),
        said(view={**VIEW, "due": None}),
        said(table="another"),
        json.dumps({"what": "done", "request": 7, "seq": 1}),
        json.dumps({"what": "refused", "request": "x", "problem": {}}),
        event("revealed"),
        said(what="happened", seq=2, at=1, events=[{"kind": kind, "data": {}} for kind in ("promised", "closed")]),
        event("over"),
    ],
)
def test_what_is_no_message_of_a_house_is_not_understood_and_raises_nothing_else(text: str) -> None:
    talk = TableProtocol(NAME, ShufflePart())
    talk.hear(said())
    with pytest.raises(Unreachable):
        talk.hear(text)


def test_commitments_are_kept_as_events_tell_them_before_any_view_shows_them() -> None:
    kept = Evidence()
    talk = TableProtocol(NAME, ShufflePart(evidence=kept))
    talk.hear(said())
    talk.hear(event("opened", commitment="a1" * 32))
    talk.hear(json.dumps({**json.loads(event("shuffled", shuffle=3, commitment="a4" * 32)), "seq": 3}))
    assert kept.latest(f"commitment {NAME} s-1 1") == "a1" * 32
    assert kept.latest(f"commitment {NAME} s-1 4") == "a4" * 32
    assert not talk.part.alarm
    talk.hear(json.dumps({**json.loads(event("shuffled", shuffle=3, commitment="b4" * 32)), "seq": 4}))
    assert f"for shuffle 4 at {NAME} it showed the commitment {'a4' * 32}, and now it shows" in talk.part.alarm
    assert kept.latest(f"alarm {NAME} s-1") == talk.part.alarm


def test_the_commitment_is_that_of_the_shuffle_that_the_receipt_names_where_no_root_was_seen() -> None:
    talk = TableProtocol(NAME, ShufflePart())
    talk.hear(said())
    talk.hear(event("opened", commitment="a1" * 32))
    known = talk.part.check(NAME, 1, {"shuffle": {"number": 1}}).known
    assert (known.commitment, known.shuffle) == ("a1" * 32, 0)
    for nothing in list[object]([{"number": 2}, {"number": "1"}, {"number": True}, [], None]):
        assert talk.part.check(NAME, 1, {"shuffle": nothing}).known.commitment == ""


MINE, FRIENDS, EARLIER = "a1" * 32, "f6" * 32, "e2" * 32


@pytest.mark.parametrize(
    ("kinds", "kept"),
    [
        ("mine friends closed", {MINE, FRIENDS, EARLIER}),
        ("mine closed friends", set()),
        ("closed mine friends", set()),
    ],
)
def test_promises_count_that_were_shown_before_bets_closed_and_all_of_them(kinds: str, kept: set[str]) -> None:
    """Also those of a message in which bets close: what comes behind that is shown too late."""
    events = {
        "mine": {"kind": "promised", "data": {"seat": 1, "next": MINE}},
        "friends": {"kind": "promised", "data": {"seat": 6, "next": FRIENDS}},
        "closed": {"kind": "closed", "data": {}},
    }
    talk = TableProtocol(NAME, ShufflePart())
    talk.hear(said(view={**VIEW, "promises": {"2": EARLIER}}))
    waits = {**VIEW, "promises": {"1": MINE, "2": EARLIER, "6": FRIENDS}, "owing": [1, 2, 6], "phase": "round"}
    talk.hear(said(what="happened", seq=2, at=1, events=[events[each] for each in kinds.split()], view=waits))
    assert set(talk.part.check(NAME, 1, {}).known.promises) == kept


def test_a_number_that_is_revealed_as_bets_close_is_among_those_that_were_waited_for() -> None:
    """Its promise stands in no view any more, and was shown before."""
    number = "07" * 32
    talk = TableProtocol(NAME, ShufflePart())
    talk.hear(said(view={**VIEW, "promises": {"1": digest(number)}}))
    events = [
        {"kind": "closed", "data": {}},
        {"kind": "revealed", "data": {"seat": 1, "number": number, "next": MINE}},
    ]
    after = {**VIEW, "promises": {"1": MINE}, "phase": "round"}
    talk.hear(said(what="happened", seq=2, at=1, events=events, view=after))
    assert list(talk.part.check(NAME, 1, {}).known.promises) == [digest(number)]


def test_answers_that_nobody_asked_for_change_nothing() -> None:
    talk = TableProtocol(NAME, ShufflePart())
    talk.hear(said())
    talk.hear(json.dumps({"what": "done", "request": "x", "seq": 1}))
    talk.hear(refusal("y"))
    assert not talk.waiting
    asked = next(talk.simply("leave", 1))
    talk.hear(refusal(asked.request, 503))
    assert talk.outcome(asked) is None, "the same is asked again under the same id"
    assert asked.request in talk.waiting
    assert isinstance(talk.give_up(asked), Refused), "in the end it was refused, and nothing has changed"


def test_who_does_not_read_is_shown_the_table_as_it_stands() -> None:
    talk = TableProtocol(NAME, ShufflePart())
    for seq in range(1, MOST_UNREAD + 3):
        message = talk.hear(said(what="happened", seq=seq, at=1, events=[]))
        assert message is not None
        talk.deliver(message)
    assert [(each.seq, each.is_whole) for each in talk.unread] == [
        (MOST_UNREAD + 1, False),
        (MOST_UNREAD + 2, True),
    ]


def test_a_receipt_that_is_asked_for_late_comes_from_the_record() -> None:
    talk = TableProtocol(NAME, ShufflePart())
    talk.hear(said())
    plan = talk.receipt(3)
    assert next(plan).path == f"/tables/{NAME}/receipt"
    assert plan.send({"round": 4}).path == "/rounds/s-1/3/receipt"
    with pytest.raises(StopIteration) as done:
        plan.send({"round": 3})
    assert done.value.value == {"round": 3}
