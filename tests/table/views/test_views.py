"""Who sees what: views at every stage of a round of each rulebook, choices with what they cost, redacted events."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.games.examples import NAMES, evening
from support.table.real_cards import RealTable
from support.table.tables import bet, dealer, fault, floor, opened, player_at, refused, sent

import croupier
from croupier.cards import Deck
from croupier.rulebook import Refusal
from croupier.schemas.table import TableView
from croupier.table.decide import Decision, step
from croupier.table.fairness.card_sources import Physical, Random
from croupier.table.fairness.shuffle import digest
from croupier.table.model.command import Command
from croupier.table.model.events import AUDIENCES, UNSEEN, Event
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.play import runner
from croupier.table.play.runner import Table
from croupier.table.play.script_file import played
from croupier.table.views.narration import tell
from croupier.table.views.view import AUDITOR, HIDDEN, PUBLIC, SharedView, Viewer, choices, redact, redact_all, view

ANN, BOB = player_at(1), player_at(2)
DEALER, FLOOR = Viewer("dealer"), Viewer("floor")
VIEWERS = (ANN, BOB, DEALER, FLOOR, PUBLIC)


def known_to(viewer: Viewer, state: State, event: Event) -> Mapping[str, Any]:
    """What a viewer is told of an event, which is told to everybody."""
    told = redact(state, event, viewer)
    assert told is not None
    return told.data


def asked(line: str, deck: Deck) -> Command:
    """A command as the tables below have it: `seat 1: bet, discard 7c`, `dealer: deal`."""
    who, _, what = line.partition(": ")
    if who == "dealer":
        return Command("dealer", what)
    choice, _, discard = what.partition(", discard ")
    args: dict[str, Any] = {"choice": choice} | ({"discard": deck.parse(discard, 1)[0]} if discard else {})
    return Command("player", "decide", int(who.removeprefix("seat ")), args)


# ---- cards, stage by stage -----------------------------------------------------------------------------

# Each card with who sees it besides the auditor: * all, 1 or 2 the player at that seat alone, - nobody. A discard
# stands behind a stroke. When a round is over no card is left on the table.


class Stages(NamedTuple):
    rulebook: str
    deck: str
    wagers: dict[str, int]
    table: str
    options: Mapping[str, object] = {}


UTH = Stages(
    "uth-ma",
    "Ah Kh 9c 8d 2s 7s 2c Qh Jh 3d 3c 4d 5s",
    {"ante": 500, "blind": 500, "trips": 500, "cover_all": 500},
    """
                         | seat 1  | seat 2  | dealer  | community
    dealer: no more bets |         |         |         |
    dealer: deal         | Ah1 Kh1 | 9c2 8d2 | 2s- 7s- |
    seat 1: play 4x      | Ah1 Kh1 | 9c2 8d2 | 2s- 7s- |
    seat 2: check        | Ah1 Kh1 | 9c2 8d2 | 2s- 7s- |
    dealer: burn         | Ah1 Kh1 | 9c2 8d2 | 2s- 7s- |
    dealer: community    | Ah1 Kh1 | 9c2 8d2 | 2s- 7s- | Qh* Jh* 3d*
    seat 2: check        | Ah1 Kh1 | 9c2 8d2 | 2s- 7s- | Qh* Jh* 3d*
    dealer: burn         | Ah1 Kh1 | 9c2 8d2 | 2s- 7s- | Qh* Jh* 3d*
    dealer: community    | Ah1 Kh1 | 9c2 8d2 | 2s- 7s- | Qh* Jh* 3d* 4d* 5s*
    dealer: stub         | Ah1 Kh1 | 9c2 8d2 | 2s- 7s- | Qh* Jh* 3d* 4d* 5s*
    seat 2: fold         | Ah1 Kh1 | 9c2 8d2 | 2s- 7s- | Qh* Jh* 3d* 4d* 5s*
    dealer: reveal       | Ah1 Kh1 | 9c2 8d2 | 2s* 7s* | Qh* Jh* 3d* 4d* 5s*
    dealer: settle       | Ah1 Kh1 | 9c* 8d* | 2s* 7s* | Qh* Jh* 3d* 4d* 5s*
    dealer: settle       | Ah* Kh* | 9c* 8d* | 2s* 7s* | Qh* Jh* 3d* 4d* 5s*
    dealer: settle       | Ah* Kh* | 9c* 8d* | 2s* 7s* | Qh* Jh* 3d* 4d* 5s*
    dealer: settle       |         |         |         |
    """,
)
LIR = Stages(
    "lir-nj",
    "Ah 9c 2s Kh 8d 7s Qh 7c 3d",
    {"bet_1": 500, "bet_2": 500, "bet_3": 500},
    """
                         | seat 1      | seat 2      | dealer | community
    dealer: no more bets |             |             |        |
    dealer: deal         | Ah- Kh- Qh- | 9c- 8d- 7c- |        | 2s- 7s- 3d-
    dealer: stub         | Ah1 Kh1 Qh1 | 9c2 8d2 7c2 |        | 2s- 7s- 3d-
    seat 1: ride         | Ah1 Kh1 Qh1 | 9c2 8d2 7c2 |        | 2s- 7s- 3d-
    seat 2: withdraw     | Ah1 Kh1 Qh1 | 9c2 8d2 7c2 |        | 2s- 7s- 3d-
    dealer: burn         | Ah1 Kh1 Qh1 | 9c2 8d2 7c2 |        | 7s- 3d-
    dealer: turn up      | Ah1 Kh1 Qh1 | 9c2 8d2 7c2 |        | 7s* 3d-
    seat 1: ride         | Ah1 Kh1 Qh1 | 9c2 8d2 7c2 |        | 7s* 3d-
    seat 2: withdraw     | Ah1 Kh1 Qh1 | 9c2 8d2 7c2 |        | 7s* 3d-
    dealer: turn up      | Ah1 Kh1 Qh1 | 9c2 8d2 7c2 |        | 7s* 3d*
    dealer: settle       | Ah1 Kh1 Qh1 | 9c* 8d* 7c* |        | 7s* 3d*
    dealer: settle       |             |             |        |
    """,
)
COLORADO_1 = Stages(
    "colorado-ma-1",
    "Ah Kh 2s Ad 8d 7s As 7c 3d",
    {"ante": 500, "bonus": 100},
    """
                            | seat 1      | seat 2        | dealer | community
    dealer: no more bets    |             |               |        |
    dealer: deal            | Ah- Ad- As- | Kh- 8d- 7c-   |        | 2s- 7s- 3d-
    dealer: stub            | Ah1 Ad1 As1 | Kh2 8d2 7c2   |        | 2s- 7s- 3d-
    seat 1: declare         | Ah* Ad* As* | Kh2 8d2 7c2   |        | 2s- 7s- 3d-
    seat 2: bet, discard 7c | Ah* Ad* As* | Kh2 8d2 / 7c2 |        | 2s- 7s- 3d-
    dealer: turn up         | Ah* Ad* As* | Kh2 8d2 / 7c2 |        | 2s* 7s* 3d*
    dealer: settle          |             |               |        |
    """,
)
COLORADO_2 = Stages(
    "colorado-ma-2",
    "Ah Kh 2s Qd 8d 7s Js 7c 3d",
    {"ante": 500},
    """
                               | seat 1        | seat 2        | dealer | community
    dealer: no more bets       |               |               |        |
    dealer: deal               | Ah- Qd- Js-   | Kh- 8d- 7c-   |        | 2s- 7s- 3d-
    dealer: stub               | Ah1 Qd1 Js1   | Kh2 8d2 7c2   |        | 2s- 7s- 3d-
    seat 1: no bet, discard Js | Ah1 Qd1 / Js1 | Kh2 8d2 7c2   |        | 2s- 7s- 3d-
    seat 2: bet, discard 7c    | Ah1 Qd1 / Js1 | Kh2 8d2 / 7c2 |        | 2s- 7s- 3d-
    dealer: turn up            | Ah1 Qd1 / Js1 | Kh2 8d2 / 7c2 |        | 2s* 7s* 3d*
    dealer: settle             | Ah1 Qd1 / Js1 | Kh* 8d* / 7c2 |        | 2s* 7s* 3d*
    dealer: settle             |               |               |        |
    """,
    {"version": "permissible"},
)
DRAGON = Stages(
    "dragon-md",
    "GD PH TI RD PA MO BD RA RA",
    {"ante": 500, "ante_bonus": 500, "dragon_bet": 500},
    """
                          | seat 1      | seat 2      | dealer      | community
    dealer: no more bets  |             |             |             |
    dealer: deal          | GD- RD- BD- | PH- PA- RA- | TI- MO- RA- |
    dealer: stub          | GD1 RD1 BD1 | PH2 PA2 RA2 | TI- MO- RA- |
    seat 1: fold          | GD1 RD1 BD1 | PH2 PA2 RA2 | TI- MO- RA- |
    seat 2: play          | GD1 RD1 BD1 | PH2 PA2 RA2 | TI- MO- RA- |
    dealer: collect folds | GD1 RD1 BD1 | PH2 PA2 RA2 | TI- MO- RA- |
    dealer: reveal        | GD1 RD1 BD1 | PH2 PA2 RA2 | TI* MO* RA* |
    dealer: settle        | GD1 RD1 BD1 | PH* PA* RA* | TI* MO* RA* |
    dealer: settle        |             |             |             |
    """,
)

MARKS = {frozenset[Viewer](): "-", frozenset({ANN}): "1", frozenset({BOB}): "2", frozenset(VIEWERS): "*"}


def places(seen: TableView) -> list[list[str]]:
    """The cards at both seats, with the discard behind a stroke, at the dealer's and in the community area."""
    seats = [seat["cards"] + (["/", *seat["discard"]] if seat["discard"] else []) for seat in seen["seats"]]
    return [*seats, seen["dealer"], seen["community"]]


def marked(state: State) -> list[str]:
    """Each place with its cards as they are, each with the mark of who sees it."""
    seen = {viewer: places(view(state, viewer)) for viewer in VIEWERS}
    told = []
    for place, cards in enumerate(places(view(state, AUDITOR))):
        words = []
        for at, card in enumerate(cards):
            shown = {viewer: each[place][at] for viewer, each in seen.items()}
            assert set(shown.values()) <= {card, HIDDEN}
            seeing = frozenset(viewer for viewer, face in shown.items() if face != HIDDEN)
            words.append(card if card == "/" else card + MARKS[seeing])
        told.append(" ".join(words))
    return told


@pytest.mark.parametrize(
    "stages",
    [
        pytest.param(UTH, id="uth-ma", marks=pytest.mark.clause("uth-ma", "10(a)")),
        pytest.param(LIR, id="lir-nj", marks=pytest.mark.clause("lir-nj", "18.10(a)1")),
        pytest.param(COLORADO_1, id="colorado-ma-1", marks=pytest.mark.clause("colorado-ma-1", "10(a)(1)")),
        pytest.param(COLORADO_2, id="colorado-ma-2", marks=pytest.mark.clause("colorado-ma-2", "10(a)(1)")),
        pytest.param(DRAGON, id="dragon-md", marks=pytest.mark.clause("dragon-md", "11.A(1)")),
    ],
)
def test_a_card_is_seen_by_its_player_and_once_it_lies_face_up_by_all(stages: Stages) -> None:
    table = opened(stages.rulebook, stages.deck, stages.options)
    sent(table, bet(1, stages.wagers), bet(2, stages.wagers))
    for line in stages.table.strip().splitlines()[1:]:
        command, *expected = (cell.strip() for cell in line.split("|"))
        sent(table, asked(command, table.state.terms.rulebook.deck))
        assert marked(table.state) == expected, command
        shared = SharedView(table.state)
        for viewer in VIEWERS:
            seats = {**dict(enumerate(shared.public["seats"])), **shared.seats_of(viewer)}
            assert {**shared.public, "seats": list(seats.values())} == view(table.state, viewer)
    assert due(table.state).do == "no more bets"


@pytest.mark.clause("colorado-ma-1", "10(b)(3)(i)")
def test_a_declared_hand_is_known_to_all_before_the_next_seat_decides() -> None:
    table = opened(COLORADO_1.rulebook, COLORADO_1.deck)
    sent(table, bet(1, {"ante": 500}), bet(2, {"ante": 500}))
    sent(table, *(Command("dealer", do) for do in ("no more bets", "deal", "stub")))
    assert view(table.state, BOB)["seats"][0]["cards"] == [HIDDEN] * 3
    sent(table, Command("player", "decide", 1, {"choice": "declare"}))
    for viewer in VIEWERS:
        seen = view(table.state, viewer)
        assert seen["seats"][0]["cards"] == ["Ah", "Ad", "As"]
        assert seen["due"] == {"who": "player", "do": "decide", "seat": 2}


@pytest.mark.parametrize("rulebook", ["lir-nj", "colorado-ma-1", "colorado-ma-2", "dragon-md"])
def test_who_plays_two_places_sees_both_hands(rulebook: str) -> None:
    stages = {"lir-nj": LIR, "colorado-ma-1": COLORADO_1, "colorado-ma-2": COLORADO_2, "dragon-md": DRAGON}[rulebook]
    table = opened(rulebook, stages.deck, {"two_positions": "yes"}, persons=("first", "first", "second"))
    first, second = Viewer("player", "first"), Viewer("player", "second")
    sent(table, *(bet(seat, stages.wagers) for seat in (1, 2, 3)))
    sent(table, Command("dealer", "no more bets"))
    if due(table.state).do == "collect bonus":
        sent(table, Command("dealer", "collect bonus"))
    heard: list[Event] = []
    table.listeners.append(lambda _, __, decision: heard.extend(decision.events))
    sent(table, Command("dealer", "deal"), Command("dealer", "stub"))
    known = [[HIDDEN not in seat["cards"] for seat in view(table.state, each)["seats"]] for each in (first, second)]
    assert known == [[True, True, False], [False, False, True]]
    dealt = [event for event in heard if event.kind == "dealt" and event.data["to"] in {"1", "2"}]
    assert len(dealt) == 6
    assert all("card" in known_to(first, table.state, event) for event in dealt)
    assert not any("card" in known_to(second, table.state, event) for event in dealt)
    money = [seat["bankroll"] for seat in view(table.state, first)["seats"]]
    assert money[2] is None
    assert None not in money[:2]


@pytest.mark.parametrize(
    ("rulebook", "position"),
    [
        pytest.param("uth-ma", 1, marks=pytest.mark.clause("uth-ma", "15(b)")),
        pytest.param("lir-nj", 1, marks=pytest.mark.clause("lir-nj", "18.12(a)")),
        pytest.param("colorado-ma-1", 1, marks=pytest.mark.clause("colorado-ma-1", "14(a)")),
        pytest.param("colorado-ma-2", 1, marks=pytest.mark.clause("colorado-ma-2", "13(a)")),
        pytest.param("dragon-md", 1, marks=pytest.mark.clause("dragon-md", "13.A")),
    ],
)
def test_a_dead_card_is_known_to_all(rulebook: str, position: int) -> None:
    """A card found face up goes to the rack, and everybody has seen it (ruling S2)."""
    stages = {each.rulebook: each for each in (UTH, LIR, COLORADO_1, COLORADO_2, DRAGON)}[rulebook]
    table = opened(rulebook, stages.deck)
    wagers = {name: stake for name, stake in stages.wagers.items() if name != "bonus"}
    sent(table, bet(1, wagers), bet(2, wagers), Command("dealer", "no more bets"))
    sent(table, Command("fault", "fault", args={"what": "face up", "position": position}))
    assert all(view(table.state, viewer)["dead"] == [] for viewer in VIEWERS)
    face = table.state.terms.rulebook.deck.faces[table.state.card(position)]
    sent(table, Command("dealer", "deal"))
    for viewer in (*VIEWERS, AUDITOR):
        seen = view(table.state, viewer)
        assert seen["dead"] == [face]
        assert seen["rack"] == 1


def test_what_went_wrong_unseen_is_in_no_view_but_the_auditors() -> None:
    table = opened("uth-ma", UTH.deck)
    sent(table, bet(1, UTH.wagers))
    before = {viewer: view(table.state, viewer) for viewer in (*VIEWERS, AUDITOR)}
    sent(table, fault("face up", position=20), fault("slip", how="double", at="1"))
    for viewer in VIEWERS:
        assert view(table.state, viewer) == before[viewer]
    assert view(table.state, AUDITOR) != before[AUDITOR]


# ---- the rest of a view --------------------------------------------------------------------------------


def test_money_is_known_to_its_player_and_to_those_who_run_the_table() -> None:
    table = opened("uth-ma", UTH.deck)
    sent(table, bet(1, {"ante": 500, "blind": 500}))
    money = {viewer: [seat["bankroll"] for seat in view(table.state, viewer)["seats"]] for viewer in VIEWERS}
    assert money == {
        ANN: [99_000, None],
        BOB: [None, 100_000],
        DEALER: [99_000, 100_000],
        FLOOR: [99_000, 100_000],
        PUBLIC: [None, None],
    }
    assert all(view(table.state, each)["seats"][0]["wagers"] == {"ante": 500, "blind": 500} for each in VIEWERS)


@pytest.mark.parametrize("person", ["", "first", "seat 3", "seat 0", "seat", "1"])
def test_a_player_who_has_no_seat_sees_what_the_public_sees(person: str) -> None:
    table = opened("uth-ma", UTH.deck)
    sent(table, bet(1, UTH.wagers), *(Command("dealer", do) for do in ("no more bets", "deal")))
    assert view(table.state, Viewer("player", person)) == view(table.state, PUBLIC)


def test_the_root_is_public_before_bets_and_no_view_but_the_auditors_has_the_secret_or_the_order() -> None:
    table = Table(croupier.submission("uth-ma"), Random("seed"))
    table.open()
    sent(table, Command("player", "sit", 1))
    assert due(table.state).do == "no more bets"
    made = table.state.decks[0].shuffle
    for viewer in VIEWERS:
        seen = view(table.state, viewer)
        assert (seen["root"], seen["commitment"]) == (table.state.root, table.state.commitment)
        assert {len(seen["root"]), len(seen["commitment"])} == {64}
        assert made.salts[:32] not in json.dumps(seen)
        assert made.secret not in json.dumps(seen)
        assert "state" not in seen
        assert seen["undealt"] == 52
    whole: dict[str, Any] = {**view(table.state, AUDITOR)}
    assert made.secret in whole["state"]
    assert json.loads(whole["state"])["order"] == list(table.state.order)


def test_a_view_is_this_and_nothing_else() -> None:
    """A player who is asked, beside one who sits this round out."""
    table = opened("uth-ma", UTH.deck)
    sent(table, bet(1, UTH.wagers), *dealer("no more bets", "deal"))
    told = "See that players show their cards to nobody and lay them face down again."
    resting = {"decisions": [], "discard": [], "collected": False, "ending": "played", "away": False, "ready": False}
    column = table.state.terms.column("cover_all", "2")
    assert view(table.state, ANN, table.names) == {
        "rulebook": "uth-ma",
        "phase": "round",
        "round": 1,
        "due": {"who": "player", "do": "decide", "seat": 1},
        "source": "scripted",
        "publishes": "at once",
        "commitment": "",
        "shuffle": 1,
        "root": "",
        "deck": None,
        "promises": {},
        "numbers": [],
        "owing": [],
        "meter": 0,
        "dealer": [HIDDEN, HIDDEN],
        "community": [],
        "dead": [],
        "rack": 0,
        "undealt": 48,
        "pending": None,
        "devices": {"shuffler": "working", "shoe": "working"},
        "seats": [
            {
                "seat": 1,
                "name": "first",
                "bankroll": 98_000,
                "wagers": UTH.wagers,
                "cards": ["Ah", "Kh"],
                "lines": [],
                **resting,
            },
            {
                "seat": 2,
                "name": "second",
                "bankroll": None,
                "wagers": {},
                "cards": [],
                "lines": [],
                **resting,
            },
        ],
        "choices": [
            {"choice": "check", "costs": 0, "discards": 0, "back": "", "gives_up": 0},
            {"choice": "play 3x", "costs": 1500, "discards": 0, "back": "", "gives_up": 0},
            {"choice": "play 4x", "costs": 2000, "discards": 0, "back": "", "gives_up": 0},
        ],
        "columns": {"cover_all": {row.name: str(row.pays) for row in column}},
        "instructions": [{"says": told, "clauses": ["10(a)"]}],
    }


def test_a_view_of_a_session_that_was_not_opened_is_empty() -> None:
    table = Table(croupier.submission("uth-ma"), Random("seed"))
    seen: dict[str, Any] = {**view(table.state, PUBLIC)}
    nothing = ("commitment", "root", "numbers", "dealer", "community", "dead", "seats", "choices", "columns")
    assert not any(seen[field] for field in nothing)
    assert (seen["phase"], seen["due"], seen["round"]) == ("closed", {"who": "house", "do": "open"}, 0)
    assert (seen["rack"], seen["undealt"], seen["meter"]) == (0, 0, 0)


def test_a_view_can_be_sent_as_it_is() -> None:
    table = opened("uth-ma", UTH.deck)
    for viewer in (*VIEWERS, AUDITOR):
        seen = view(table.state, viewer)
        assert json.loads(json.dumps(seen)) == seen


def test_a_settlement_is_told_in_sentences_until_the_next_bet() -> None:
    table = opened("dragon-md", DRAGON.deck)
    wagers = {"ante": 500, "ante_bonus": 500}
    sent(table, bet(1, wagers), *(Command("dealer", do) for do in ("no more bets", "deal", "stub")))
    sent(table, Command("player", "decide", 1, {"choice": "play"}))
    sent(table, *(Command("dealer", do) for do in ("collect folds", "reveal", "settle")))
    lines = view(table.state, PUBLIC)["seats"][0]["lines"]
    assert len(lines) == 3
    assert all("(Dragon" in line for line in lines)
    sent(table, bet(1, wagers))
    assert view(table.state, PUBLIC)["seats"][0]["lines"] == []


# ---- what nobody has counted ---------------------------------------------------------------------------


def at_the_stub(*faults: Command) -> Table:
    """A round of Ultimate Texas Hold 'Em that has come to the stub; one card of it is in the rack, twice."""
    table = opened("uth-ma", UTH.deck, names=("first",))
    sent(table, *faults, bet(1, {"ante": 500, "blind": 500}), *dealer("no more bets", "deal"))
    sent(table, Command("player", "decide", 1, {"choice": "play 4x"}))
    sent(table, *dealer("burn", "community", "burn", "community"))
    assert all(view(table.state, viewer)["rack"] == 2 for viewer in (*VIEWERS, AUDITOR))
    return table


@pytest.mark.parametrize("faults", [[], [fault("lost", position=50)]])
def test_nobody_but_the_auditor_knows_the_size_of_a_stub_that_was_not_counted(faults: list[Command]) -> None:
    table = at_the_stub(*faults)
    (stub, _) = sent(table, *dealer("stub"))
    for viewer in VIEWERS:
        assert view(table.state, viewer)["rack"] is None
        told = Event("stub", known_to(viewer, table.state, stub))
        assert dict(told.data) == {"counted": None}
        assert tell(told, table.state.terms) == "The stub goes to the rack."
    left = 41 - len(faults)
    assert view(table.state, AUDITOR)["rack"] == 2 + left
    assert tell(stub, table.state.terms) == f"The stub of {left} cards goes to the rack."
    sent(table, *dealer("reveal", "settle"))
    assert all(view(table.state, viewer)["rack"] == 0 for viewer in (*VIEWERS, AUDITOR))  # the next deck is ready


@pytest.mark.clause("uth-ma", "7(f)(1)")
def test_a_stub_that_was_counted_is_known_to_all() -> None:
    table = at_the_stub()
    (stub, _) = sent(table, Command("dealer", "stub", args={"count": True}))
    for viewer in VIEWERS:
        assert view(table.state, viewer)["rack"] == 43
        told = tell(Event("stub", known_to(viewer, table.state, stub)), table.state.terms)
        assert told == "The stub is counted, 41 cards, and goes to the rack."


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_a_cut_tells_nobody_that_a_card_is_missing(missing: int) -> None:
    """Whoever cuts takes the deck to be whole."""
    options = {"shuffling": "manual", "cover_all": "no", "dealing": "manual_shoe"}
    table = opened("uth-ma", UTH.deck, options, ("first",))
    sent(table, *(fault("lost", position=50 - each) for each in range(missing)))
    heard: list[Event] = []
    table.listeners.append(lambda _, __, decision: heard.extend(decision.events))
    recut = Command("floor", "recut", args={"reason": "a card was seen"})
    sent(table, recut)  # and the table is given its next cut
    assert [event.data["depth"] for event in heard if event.kind == "cut"] == [26]
    assert len(table.state.order) == 52 - missing
    table.send(recut)
    why = refused(table, Command("dealer", "cut", supplied={"depth": 43}))
    assert why == "UTH 4(c)(1)(ii): a cut of 43 cards was made (ruling S3); accepted: from 10 to 42 cards off the top"
    before = table.state.decks[0].cards
    sent(table, Command("dealer", "cut", supplied={"depth": 42}))
    assert table.state.order == before[42:] + before[:42]


def test_before_every_round_a_whole_deck_is_undealt() -> None:
    table = at_the_stub()
    sent(table, *dealer("stub", "reveal", "settle"))
    assert due(table.state).do == "no more bets"
    assert all(view(table.state, viewer)["undealt"] == 52 for viewer in VIEWERS)


# ---- choices -------------------------------------------------------------------------------------------

# What the first seat may do at each of its turns, what it costs in dollars, how many cards go, and what comes back.
CHOICES = [
    (UTH, ["check 0 0, play 3x 15 0, play 4x 20 0", "check 0 0, play 2x 10 0", "fold 0 0, play 1x 5 0"]),
    (LIR, ["ride 0 0, withdraw 0 0 Bet 1", "ride 0 0, withdraw 0 0 Bet 2"]),
    (COLORADO_1, ["bet 5 1, fold 0 0, declare 0 0"]),
    (COLORADO_2, ["no bet 0 1, bet 5 1, declare 0 0"]),
    (DRAGON, ["play 5 0, fold 0 0"]),
]


def _offered(each: Mapping[str, Any]) -> str:
    return f"{each['choice']} {each['costs'] // 100} {each['discards']} {each['back']}".rstrip()


@pytest.mark.parametrize(("stages", "turns"), CHOICES, ids=[each[0].rulebook for each in CHOICES])
def test_choices_come_with_what_they_cost(stages: Stages, turns: list[str]) -> None:
    table = opened(stages.rulebook, stages.deck, stages.options)
    sent(table, bet(1, {name: stake for name, stake in stages.wagers.items() if name != "bonus"}))
    told: list[str] = []
    while len(told) < len(turns):
        expected = due(table.state)
        offered = view(table.state, PUBLIC)["choices"]
        if expected.do != "decide":
            assert offered == []
            sent(table, Command(expected.who, expected.do))
            continue
        assert offered == choices(table.state, 1)
        told.append(", ".join(map(_offered, offered)))
        if len(told) < len(turns):
            sent(table, Command("player", "decide", 1, {"choice": offered[0]["choice"]}))
    assert told == turns


def test_a_choice_costs_what_is_then_taken() -> None:
    for choice in ("play 3x", "play 4x"):
        table = opened("uth-ma", UTH.deck)
        sent(table, bet(1, {"ante": 1500, "blind": 1500}), *(Command("dealer", do) for do in ("no more bets", "deal")))
        costs = {each["choice"]: each["costs"] for each in choices(table.state, 1)}
        before = table.state.seat(1).bankroll
        sent(table, Command("player", "decide", 1, {"choice": choice}))
        assert before - table.state.seat(1).bankroll == costs[choice] == 1500 * int(choice[5])


# ---- redacted events -----------------------------------------------------------------------------------

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"

# Fields that are the auditor's alone, since no audience is declared for them.
# Of recordings from before ruling S37, when the numbers went into the shuffle.
OLDER = {"number"}
OLDER_FIELDS = {"shuffled": {"numbers", "left_out"}}
AUDITORS_ALONE = {
    "permuted": {"persons", "order"},
    "received": {"cards"},
    "shuffled": {"order", "salts", "secret"},
    "ended": {"seed"},
    "entered": {"position", "card"},
    "dealt": {"position"},
    "burned": {"position", "card"},
    "community": {"position"},
    "turned": {"positions"},
    "decided": {"positions", "ending"},
    "collected": {"positions"},
    "stub": {"positions", "cards"},
    "found_face_up": {"position"},
    "exposed": {"position"},
    "put_right": {"positions"},
    "reported": {"card"},
    "miscounted": {"added", "gone", "shown"},
    "relaid": {"hands"},
    "strayed": {"position"},
    "drawn": {"position"},
    "corrected": {"position", "doubted"},
    "fault": {"what", "how", "at", "position", "by", "after"},
    "over": {"dealer", "community"},
}
# Fields that beside the auditor the person alone is told whom the event is about; all others are everybody's.
OWNERS_ALONE = {
    "sat": {"person", "bankroll"},
    "left": {"person", "bankroll"},
    "bought": {"amount"},
    "chips_moved": {"amount"},
    "dealt": {"card"},
    "decided": {"discard"},
    "corrected": {"card"},
}


@cache
def happened() -> dict[str, list[tuple[State, Event]]]:
    """Every event of every playthrough and of the example games, by kind, with the state behind it; and some more."""
    found: dict[str, list[tuple[State, Event]]] = defaultdict(list)

    def spied(state: State, command: Command) -> Decision | Refusal:
        outcome = step(state, command)
        if isinstance(outcome, Decision):
            for event in outcome.events:
                found[event.kind].append((outcome.state, event))
        return outcome

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "step", spied)
        for file in sorted(PLAYTHROUGHS.rglob("*.txt")):
            for _ in played(file.read_text(encoding="utf-8")):
                pass
        _with_real_cards()
        _with_reports()
        _with_plaques()
        _with_a_jam()
        _with_numbers()
        for name in NAMES:
            evening(name, 3, "seen by all")
    return found


def _with_numbers() -> None:
    table = Table(croupier.submission("uth-ma"), Random("seed"))
    table.open()
    sent(table, Command("player", "sit", 1, {"next": digest("01" * 32)}, {"bankroll": 100_000}))
    wagers = {"wagers": {"ante": 500, "blind": 500}, "ready": True}
    sent(table, Command("player", "bet", 1, wagers))
    sent(table, Command("player", "give number", 1, {"number": "01" * 32, "next": digest("02" * 32)}))
    while due(table.state).do == "decide":
        sent(table, Command("house", "timeout", 1))
    sent(table, Command("player", "bet", 1, wagers), Command("house", "timeout", 1))
    while due(table.state).do == "decide":
        sent(table, Command("house", "timeout", 1))
    table.close()


def _with_real_cards() -> None:
    table = Table(croupier.submission("dragon-md"), Physical())
    table.open()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}))
    wagers = {"wagers": {"ante": 500, "ante_bonus": 500}, "ready": True}
    sent(table, Command("player", "bet", 1, wagers), Command("dealer", "deal", args={"cards": [0, 1, 2, 3, 4, 5]}))


def _with_reports() -> None:
    """Everything that people report of real cards: a count that was skipped or asked for, a misread, cards astray."""
    for rulebook in ("uth-ma", "colorado-ma-1"):
        table = RealTable(rulebook, {"shuffling": "counting_device"} if rulebook == "colorado-ma-1" else {})
        if rulebook == "colorado-ma-1":
            table.sent(Command("dealer", "count", args={"number": 52}))
        table.bets()
        table.step(cards=[table.shoe.pop(0) for _ in range(4 if rulebook == "uth-ma" else 3)])
        table.reports("drawn")
        table.reports("wrong count", of="2", number=1 if rulebook == "uth-ma" else 0, turn=1)
    table = RealTable("uth-ma")
    table.bets()
    seen = table.shoe[0]
    table.step(cards=[table.shoe.pop(0)])
    table.reports("face up", of="shoe", card=seen)
    table.until("decide")
    table.sent(_corrected("1", "Ah"))
    table.reports("wrong count", of="dealer", number=3)
    table.sent(Command("dealer", "count", args={"number": 44}))
    table.until("burn")
    table.step()
    table.step()
    table.sent(_corrected("community", "Ac"))
    table.until("settle")
    hidden = table.state.terms.rulebook.deck.text([table.state.order[table.state.at("2")[0]]])
    table.sent(_corrected("1", hidden))
    table.sent(floor("rule", choice="void", reason="so it is"), _corrected("1", "Kc"))
    table.bets()
    table.until("decide")
    table.reports("astray", of="1", to="2")
    table.reports("foul deck")


def _corrected(of: str, card: str) -> Command:
    return floor("correct scan", of=of, number=1, card=card, reason="dirty")


def _with_plaques() -> None:
    table = opened("uth-ma")
    sent(table, Command("house", "buy", 1, {"amount": "$5"}))
    sent(table, Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "with": "plaques"}))


def _with_a_jam() -> None:
    table = opened("uth-ma")
    sent(table, fault("jam", after=1), bet(1, {"ante": 500, "blind": 500}), *dealer("no more bets", "deal"))


def seen_by_all(kind: str) -> Iterator[tuple[State, Event, Viewer, Event | None]]:
    for state, event in happened()[kind]:
        persons = {"first", "stranger", "", *(seat.person for _, seat in state.taken())}
        for viewer in (DEALER, FLOOR, PUBLIC, *(Viewer("player", person) for person in sorted(persons))):
            yield state, event, viewer, redact(state, event, viewer)


@pytest.mark.parametrize("kind", [kind for kind in AUDIENCES if kind not in OLDER])
def test_every_event_happens_and_every_field_has_its_audience(kind: str) -> None:
    assert happened()[kind], f"{kind} happens in no playthrough"
    fields = {field for _, event in happened()[kind] for field in event.data}
    assert fields == (set(AUDIENCES[kind]) - OLDER_FIELDS.get(kind, set())) | AUDITORS_ALONE.get(kind, set())
    assert not set(AUDIENCES[kind]) & AUDITORS_ALONE.get(kind, set())


@pytest.mark.parametrize("kind", [kind for kind in AUDIENCES if kind not in OLDER])
def test_an_event_is_told_to_each_viewer_as_far_as_its_fields_allow(kind: str) -> None:
    for state, event, viewer, told in seen_by_all(kind):
        assert (told is None) == (kind in UNSEEN)
        if told is None:
            continue
        assert told.kind == kind
        owner = owns(state, viewer, event) and (kind not in {"dealt", "corrected"} or looked(state))
        hidden = AUDITORS_ALONE.get(kind, set()) | (set() if owner else OWNERS_ALONE.get(kind, set()))
        allowed = set(event.data) - hidden
        assert dict(told.data) == {field: event.data[field] for field in allowed}
    assert all(redact(state, event, AUDITOR) is event for state, event in happened()[kind])


@pytest.mark.parametrize("kind", [kind for kind in AUDIENCES if kind not in OLDER])
def test_events_that_are_redacted_at_once_are_told_as_each_by_itself(kind: str) -> None:
    for state, event in happened()[kind]:
        told, owners = redact_all(state, [event])
        assert told == [redact(state, event, PUBLIC)]
        persons = {seat.person for _, seat in state.taken()} | {"first", str(event.data.get("person", ""))}
        know_more = {each for each in persons if redact(state, event, Viewer("player", each)) != told[0]}
        assert know_more <= set(owners.values())


def looked(state: State) -> bool:
    """Whether the players have looked at the cards of the round that is on, or was the last (ruling D32)."""
    return state.looked if state.phase == "round" or state.last is None else state.last.looked


def owns(state: State, viewer: Viewer, event: Event) -> bool:
    """Whether the event is about a place of the viewer's, worked out apart from the code."""
    about = event.data.get("seat") or (int(event.data["to"]) if str(event.data.get("to", "")).isdecimal() else 0)
    hands = state.last.hands if state.last else ()  # of who was away and has left with the round
    persons = {hand.seat: hand.person for hand in hands} | {number: seat.person for number, seat in state.taken()}
    person = event.data.get("person", persons.get(about))
    return viewer.role == "player" and viewer.person == person


def test_what_a_player_leaves_with_is_told_to_that_player_alone() -> None:
    table = opened("uth-ma", UTH.deck)
    (left,) = sent(table, Command("player", "leave", 1))
    assert known_to(ANN, table.state, left) == {"seat": 1, "person": "seat 1", "bankroll": 100_000}
    assert all(known_to(viewer, table.state, left) == {"seat": 1} for viewer in (BOB, DEALER, FLOOR, PUBLIC))


def test_a_card_dealt_and_a_discard_are_told_to_their_player_alone() -> None:
    told = {kind: {"owner": 0, "others": 0} for kind in ("dealt", "decided")}
    for kind, field in (("dealt", "card"), ("decided", "discard")):
        for state, event, viewer, seen in seen_by_all(kind):
            if seen is not None and field in seen.data:
                told[kind]["owner" if owns(state, viewer, event) else "others"] += 1
    assert all(each["owner"] > 100 and not each["others"] for each in told.values())
