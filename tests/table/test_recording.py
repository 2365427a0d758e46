"""Recordings replay to the same state byte for byte, whatever is done to one shows at its line; and commitments."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2s

import pytest
from support.evenings import evening, sent
from support.recording import Lines, bodies, chained, recorded, same_salts

import croupier
from croupier.rulebook import NAMES, Refusal
from croupier.table.auditing import audited, replay
from croupier.table.commands import Command
from croupier.table.commitments import SALT_BYTES, Opening, leaf, leaves, proves, root, salt_of
from croupier.table.due import ALL_STEPS
from croupier.table.events import Event
from croupier.table.folds import apply
from croupier.table.recording import Recorder, RecordingError
from croupier.table.runner import Table
from croupier.table.sources import Physical, Random
from croupier.table.state import State
from croupier.table.views import AUDITOR, Viewer, openings

# ---- what was recorded happens again -------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", NAMES)
def test_an_evening_replays_to_the_same_state_byte_for_byte(rulebook: str) -> None:
    lines, state = evening(rulebook)
    played = list(replay(lines))
    assert [each.number for each in played] == list(range(2, len(lines) + 1))
    assert played[-1].decision.state.dump() == state.dump()
    assert state.round >= 6
    for each, after in zip(played, [*(each.before for each in played[1:]), state], strict=True):
        folded = each.before
        for event in each.decision.events:
            folded = apply(folded, event)
        assert folded.dump() == each.decision.state.dump() == after.dump()


@pytest.mark.parametrize("rulebook", NAMES)
def test_a_replay_is_recorded_as_it_was(rulebook: str) -> None:
    lines, _ = evening(rulebook)
    played = list(replay(lines))
    recorder = Recorder(played[0].before, same_salts())
    again = [recorder.header(), *(recorder.line(each.command, each.decision) for each in played)]
    assert bodies(again) == bodies(list(lines))
    assert again[0] == lines[0]


@pytest.mark.parametrize("rulebook", NAMES)
def test_the_events_of_a_recording_alone_lead_to_the_same_state(rulebook: str) -> None:
    """Even as the file has them, with lists for tuples."""
    lines, state = evening(rulebook)
    folded = next(replay(lines)).before
    for line in lines[1:]:
        for kind, data in json.loads(line)["events"]:
            folded = apply(folded, Event(kind, data))
    assert folded.dump() == state.dump()


@pytest.mark.parametrize("rulebook", NAMES)
def test_a_recording_is_lines_of_utf_8_and_takes_any_name(rulebook: str) -> None:
    content = b"".join(evening(rulebook)[0])
    assert "Zoë" in content.decode()
    assert "♥" in content.decode()
    assert content.split(b"\n")[:-1] == [line[:-1] for line in evening(rulebook)[0]]
    assert not any(byte < 32 and byte != 10 for byte in content)


def test_a_recording_may_end_after_any_line() -> None:
    lines, _ = evening("uth-ma")
    for end in range(1, len(lines), 7):
        assert len(list(replay(lines[:end]))) == end - 1


def test_a_refused_command_is_not_in_the_chain() -> None:
    table = Table(croupier.submission("uth-ma"), Random("refused"))
    pages = recorded(table)
    assert isinstance(table.send(Command("dealer", "deal")), Refusal)
    assert len(pages.lines) == 1
    assert list(replay(pages.lines)) == []


def test_a_table_run_by_hand_with_real_cards_replays() -> None:
    table = Table(croupier.submission("dragon-md"), Physical(), frozenset(ALL_STEPS - {"settle", "reveal"}))
    pages = recorded(table)
    table.open()
    sent(table, Command("player", "sit", 1, {"player": "first"}, {"bankroll": 10_000}))
    sent(table, Command("player", "bet", 1, {"wagers": {"ante": 500, "ante_bonus": 500}, "ready": True}))
    sent(table, Command("dealer", "deal", args={"cards": [0, 10, 20, 30, 40, 50]}))
    sent(table, Command("player", "decide", 1, {"choice": "play"}))
    sent(table, Command("dealer", "reveal"))
    sent(table, Command("dealer", "settle"))
    assert list(replay(pages.lines))[-1].decision.state.dump() == table.state.dump()


# ---- the line that closes a recording ------------------------------------------------------------------


def closed(rulebook: str = "uth-ma") -> Lines:
    """An evening with the line that closes it."""
    table = Table(croupier.submission(rulebook), Random("closed"))
    pages = recorded(table)
    table.open()
    assert table.journal
    table.journal.close()
    return pages.lines


def test_a_recording_that_was_closed_is_whole() -> None:
    lines = closed()
    assert audited(lines)[1].commands == len(list(replay(lines))) == len(lines) - 2


@pytest.mark.parametrize("end", [0, 1, -1])
def test_a_recording_that_was_cut_off_is_not_whole(end: int) -> None:
    lines = closed()[:end]
    why = "the recording was cut off here" if lines else "it is empty"
    with pytest.raises(RecordingError, match=f"line {len(lines) + 1}: {why}"):
        audited(lines)


def test_nothing_stands_behind_the_line_that_closes_a_recording() -> None:
    says = bodies(closed())
    for more in (chained([*says, says[1]]), [*closed(), b'{"name":{"person":"1","name":"x"}}\n']):
        with pytest.raises(RecordingError, match=f"line {len(more)}: it stands behind the line that closed the record"):
            audited(more)


# ---- commitments ---------------------------------------------------------------------------------------

DECK = Random("committed").shuffle(range(52))
ORDER, SALTS = DECK["order"], DECK["salts"]
LEAVES = leaves(ORDER, SALTS, 52)
ROOT = root(LEAVES)
SHOWN = tuple(Opening(position, ORDER[position], salt_of(SALTS, position)) for position in (0, 7, 51))


def test_a_root_is_a_hash_over_hashes_of_position_card_and_salt() -> None:
    each = [
        blake2s(bytes([position, card]) + bytes.fromhex(SALTS[32 * position : 32 * position + 32])).digest()
        for position, card in enumerate(ORDER)
    ]
    assert each == LEAVES
    assert [
        leaf(position, card, bytes.fromhex(salt_of(SALTS, position))) for position, card in enumerate(ORDER)
    ] == each
    assert blake2s(b"".join(each)).hexdigest() == ROOT


@pytest.mark.parametrize("shown", [(), SHOWN, SHOWN[::-1], SHOWN[:1] * 2])
def test_honest_openings_are_proved(shown: tuple[Opening, ...]) -> None:
    assert proves(ROOT, LEAVES, shown)


def test_the_whole_deck_is_proved_to_an_auditor() -> None:
    assert proves(ROOT, LEAVES, [Opening(each, ORDER[each], salt_of(SALTS, each)) for each in range(52)])


@pytest.mark.parametrize("cards", [0, 1, 51])
def test_a_deck_that_lacks_cards_has_as_many_commitments_as_a_whole_one(cards: int) -> None:
    """How many of them are to no card shows nowhere: not by their number, nor by what is the same in two decks."""
    short = leaves(ORDER[:cards], SALTS[: 32 * cards], 52)
    assert len(short) == len(set(short)) == 52
    assert short[:cards] == LEAVES[:cards]
    assert not set(short[cards:]) & set(LEAVES)
    assert proves(root(short), short, [Opening(each, ORDER[each], salt_of(SALTS, each)) for each in range(cards)])


OTHER = Random("another").shuffle(range(52))


@pytest.mark.parametrize(
    ("published", "all_leaves", "shown"),
    [
        pytest.param(ROOT[:-1] + ("0" if ROOT[-1] != "0" else "1"), LEAVES, SHOWN, id="the root"),
        pytest.param("", LEAVES, SHOWN, id="no root"),
        pytest.param(ROOT, [*LEAVES[:3], LEAVES[4], LEAVES[3], *LEAVES[5:]], SHOWN, id="commitments swapped"),
        pytest.param(ROOT, LEAVES[:-1], SHOWN[:2], id="a commitment less"),
        pytest.param(ROOT, [*LEAVES, LEAVES[0]], SHOWN, id="a commitment more"),
        pytest.param(ROOT, leaves(OTHER["order"], OTHER["salts"], 52), SHOWN, id="another deck's commitments"),
        pytest.param(ROOT, LEAVES, [SHOWN[0]._replace(card=(SHOWN[0].card + 1) % 52)], id="the card"),
        pytest.param(ROOT, LEAVES, [SHOWN[0]._replace(card=300)], id="no card"),
        pytest.param(ROOT, LEAVES, [SHOWN[0]._replace(card=-1)], id="a card unknown"),
        pytest.param(ROOT, LEAVES, [SHOWN[0]._replace(position=1)], id="the position"),
        pytest.param(ROOT, LEAVES, [SHOWN[0]._replace(position=52)], id="a position beyond"),
        pytest.param(ROOT, LEAVES, [SHOWN[2]._replace(position=-1)], id="a position from the end"),
        pytest.param(ROOT, LEAVES, [SHOWN[0]._replace(salt=SHOWN[1].salt)], id="the salt"),
        pytest.param(ROOT, LEAVES, [SHOWN[0]._replace(salt="")], id="no salt"),
        pytest.param(ROOT, LEAVES, [SHOWN[0]._replace(salt="salt")], id="a salt of no kind"),
        pytest.param(ROOT, LEAVES, [*SHOWN, SHOWN[0]._replace(card=SHOWN[1].card)], id="one opening of several"),
    ],
)
def test_whatever_was_changed_is_not_proved(published: str, all_leaves: list[bytes], shown: list[Opening]) -> None:
    assert not proves(published, all_leaves, shown)


@pytest.mark.parametrize("rulebook", NAMES)
def test_after_a_round_each_viewer_has_proof_of_what_it_saw_and_no_more(rulebook: str) -> None:
    """What was dealt in a round that ended before the players had looked at their cards is proved to nobody (D32)."""
    dealt: dict[int, set[int]] = {1: set(), 2: set()}
    looked = False
    for each in replay(evening(rulebook)[0]):
        for event in each.decision.events:
            if event.kind == "closed":
                dealt, looked = {1: set(), 2: set()}, False
            elif event.kind == "dealt" and event.data["to"] in {"1", "2"}:
                dealt[int(event.data["to"])].add(event.data["position"])
            looked |= event.kind == "examined"
        if each.decision.events[-1].kind == "over":
            check_proofs(each.decision.state, dealt if looked else {})


def check_proofs(state: State, dealt: Mapping[int, set[int]]) -> None:
    assert state.last is not None
    order, published, up = state.last.order, state.last.root, state.last.up
    others = [Viewer(role) for role in ("dealer", "floor", "public")]
    for viewer in (AUDITOR, *others, Viewer("player", 1), Viewer("player", 2)):
        found, commitments, told = openings(state, viewer)
        assert told == published
        assert proves(published, commitments, found)
        seen = set(range(len(order))) if viewer is AUDITOR else up | dealt.get(viewer.seat, set())
        assert {opening.position for opening in found} == seen
        assert all(opening.card == order[opening.position] for opening in found)
        assert all(len(opening.salt) == 2 * SALT_BYTES for opening in found)
