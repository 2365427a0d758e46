"""Recordings replay to the same state byte for byte, whatever is done to one shows at its line; and commitments."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2s, sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tables import player_at

import croupier
from croupier.rulebook import NAMES, Refusal
from croupier.table.commands import Command
from croupier.table.commitments import SALT_BYTES, Opening, leaf, leaves, proves, root, salt_of
from croupier.table.decide import Decision
from croupier.table.due import ALL_STEPS, due
from croupier.table.events import Event
from croupier.table.folds import apply
from croupier.table.recording import Recorder, RecordingError, is_closed, replay
from croupier.table.runner import Table
from croupier.table.sources import Physical, Random
from croupier.table.state import State
from croupier.table.views import AUDITOR, Viewer, choices, openings

# ---- an evening ----------------------------------------------------------------------------------------

OPTIONS: dict[str, dict[str, object]] = {
    "uth-ma": {
        "trips": "B",
        "progressive": {
            "seed": "$10,000",
            "increment": "$0.50",
            "cards": "own_and_flop",
            "rows": [{"hand": "three_of_a_kind", "share": "100%"}, {"hand": "pair", "pays": "$20"}],
        },
    },
    "lir-nj": {"dealing": "automated_shoe", "three_card_bonus": "D", "decks": "two"},
    "colorado-ma-1": {"version": "permissible", "two_positions": "yes", "shuffling": "manual"},
    "colorado-ma-2": {"odds": {"main": {"flush": "9 to 1"}}},
    "dragon-md": {"dealing": "hand"},
}
WAGERS: dict[str, dict[str, int]] = {
    "uth-ma": {"ante": 1000, "blind": 1000, "trips": 500, "progressive": 500},
    "lir-nj": {"bet_1": 500, "bet_2": 500, "bet_3": 500, "bonus": 100, "three_card_bonus": 500},
    "colorado-ma-1": {"ante": 500, "bonus": 100},
    "colorado-ma-2": {"ante": 500, "bonus": 100},
    "dragon-md": {"ante": 500, "ante_bonus": 500, "three_card_bonus": 500, "dragon_bet": 500},
}
TROUBLE: tuple[dict[str, object], ...] = (
    {"what": "face up", "position": 1},
    {"what": "lost", "position": 30},
    {"what": "slip", "how": "double", "at": "1"},
)


def sent(table: Table, command: Command) -> None:
    outcome = table.send(command)
    assert isinstance(outcome, Decision), f"{command}: {outcome}"
    table.feed()


def decide(table: Table, seat: int, chance: random.Random) -> None:
    """A decision at random; one that the cards forbid is refused, and another is made."""
    while True:
        choice = chance.choice(choices(table.state, seat))
        args = {"choice": choice["choice"]}
        if choice["discards"]:
            args["discard"] = table.state.order[chance.choice(table.state.seat(seat).cards)]
        if isinstance(table.send(Command("player", "decide", seat, args)), Decision):
            break
    table.feed()


def recorded(table: Table) -> list[str]:
    recorder = Recorder(table.state)
    lines = [recorder.header()]
    table.listeners.append(lambda _, command, decision: lines.append(recorder.line(command, decision)))
    return lines


@cache
def evening(rulebook: str, rounds: int = 6) -> tuple[tuple[str, ...], State]:
    """The lines of an evening at a table, with some trouble, and the state it ends in."""
    chance = random.Random(rulebook)  # noqa: S311 - an evening that repeats itself
    table = Table(croupier.submission(rulebook, **OPTIONS[rulebook]), Random(rulebook), training=True)
    lines = recorded(table)
    table.open()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 1_000_000}))
    sent(table, Command("player", "sit", 2, {}, {"bankroll": 1_000_000}))
    for number in range(rounds):
        if number % 2:
            sent(table, Command("fault", "fault", args=TROUBLE[number % 3]))
        for seat in (1, 2):
            sent(table, Command("player", "bet", seat, {"wagers": WAGERS[rulebook], "ready": True}))
        while (step := due(table.state)).do != "no more bets":
            if step.do == "decide":
                decide(table, step.seat, chance)
            elif step.do == "receive":
                table.open()
                table.feed()
            else:
                assert step.do == "rule"
                sent(table, Command("floor", "rule", args={"choice": "play on", "reason": '"no harm" \\ Zoë ♥'}))
    return tuple(lines), table.state


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
    recorder = Recorder(played[0].before)
    assert [recorder.header(), *(recorder.line(each.command, each.decision) for each in played)] == list(lines)


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
def test_a_recording_is_lines_of_plain_text_and_takes_any_name(rulebook: str) -> None:
    text = "".join(evening(rulebook)[0])
    assert text.isascii()
    assert text.splitlines(keepends=True) == list(evening(rulebook)[0])
    list(replay(text.splitlines()))


def test_a_recording_may_end_after_any_line() -> None:
    lines, _ = evening("uth-ma")
    for end in range(1, len(lines), 7):
        assert len(list(replay(lines[:end]))) == end - 1


def test_a_refused_command_is_not_recorded() -> None:
    table = Table(croupier.submission("uth-ma"), Random("refused"))
    lines = recorded(table)
    assert isinstance(table.send(Command("dealer", "deal")), Refusal)
    assert len(lines) == 1
    assert list(replay(lines)) == []


def test_a_table_run_by_hand_with_real_cards_replays() -> None:
    table = Table(croupier.submission("dragon-md"), Physical(), frozenset(ALL_STEPS - {"settle", "reveal"}))
    lines = recorded(table)
    table.open()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 10_000}))
    sent(table, Command("player", "bet", 1, {"wagers": {"ante": 500, "ante_bonus": 500}, "ready": True}))
    sent(table, Command("dealer", "deal", args={"cards": [0, 10, 20, 30, 40, 50]}))
    sent(table, Command("player", "decide", 1, {"choice": "play"}))
    sent(table, Command("dealer", "reveal"))
    sent(table, Command("dealer", "settle"))
    assert list(replay(lines))[-1].decision.state.dump() == table.state.dump()


# ---- the line that closes a recording ------------------------------------------------------------------


def closed(rulebook: str = "uth-ma") -> list[str]:
    """An evening with the line that closes it."""
    table = Table(croupier.submission(rulebook), Random("closed"))
    recorder = Recorder(table.state)
    lines = [recorder.header()]
    table.listeners.append(lambda _, command, decision: lines.append(recorder.line(command, decision)))
    table.open()
    return [*lines, recorder.close()]


def test_a_recording_that_was_closed_replays_and_says_that_it_is_whole() -> None:
    lines = closed()
    assert is_closed(lines)
    assert len(list(replay(lines))) == len(lines) - 2


@pytest.mark.parametrize("end", [0, 1, -1])
def test_a_recording_that_was_cut_off_is_not_closed(end: int) -> None:
    assert not is_closed(closed()[:end])


def test_nothing_stands_behind_the_line_that_closes_a_recording() -> None:
    says = bodies(closed())
    lines = chained([*says, says[1]])
    with pytest.raises(RecordingError, match=f"line {len(lines)}: it stands behind the line that closed the recording"):
        list(replay(lines))


# ---- tampering -----------------------------------------------------------------------------------------

Lines = list[str]
Body = dict[str, Any]


def chained(bodies: list[Body]) -> Lines:
    """The lines of these bodies with hashes that fit: what a forger writes who knows how."""
    lines, before = [], ""
    for body in bodies:
        text = json.dumps(body, separators=(",", ":"))
        before = sha256((before + text).encode()).hexdigest()
        lines.append(f'{text[:-1]},"hash":"{before}"}}\n')
    return lines


def bodies(lines: Lines) -> list[Body]:
    return [{key: value for key, value in json.loads(line).items() if key != "hash"} for line in lines]


def changed(number: int, change: Callable[[Body], object], *, forged: bool) -> Callable[[Lines], Lines]:
    """Change what a line says, with every hash from there on made to fit or with none."""

    def tamper(lines: Lines) -> Lines:
        says = bodies(lines)
        change(says[number - 1])
        made = chained(says)
        if forged:
            return made
        hashes = json.loads(lines[number - 1])["hash"], json.loads(made[number - 1])["hash"]
        return [*lines[: number - 1], made[number - 1].replace(hashes[1], hashes[0]), *lines[number:]]

    return tamper


def replaced(number: int, line: str) -> Callable[[Lines], Lines]:
    return lambda lines: [*lines[: number - 1], line, *lines[number:]]


def test_a_chain_made_again_is_the_same() -> None:
    lines = list(evening("uth-ma")[0])
    assert chained(bodies(lines)) == lines


# The recording that is tampered with: where its first bet stands, and the next shuffle behind it.
BOOK = "uth-ma"
BET = next(number for number, line in enumerate(evening(BOOK)[0], start=1) if '"do":"bet"' in line)
PLACED = next(i for i, event in enumerate(json.loads(evening(BOOK)[0][BET - 1])["events"]) if event[0] == "placed")
SHUFFLE = next(n for n, line in enumerate(evening(BOOK)[0], start=1) if '"do":"shuffle"' in line)
LAST = len(evening(BOOK)[0])
UNFIT, CUT, NO_LINE = "the hash does not fit", "is cut off or is no JSON", "is no line of a recording"
NO_COMMAND = "there is no command with its events"


def less_bet(body: Body) -> None:
    body["command"]["args"]["wagers"]["trips"] = 600


def more_paid(body: Body) -> None:
    body["events"][PLACED][1]["wagers"]["trips"] = 600


def other_cards(body: Body) -> None:
    order = body["command"]["supplied"]["order"]
    order[0], order[1] = order[1], order[0]


def set_to(key: str, value: object) -> Callable[[Body], object]:
    return lambda body: body.update({key: value})


def left_out(*path: str) -> Callable[[Body], object]:
    def leave_out(body: Body) -> None:
        for key in path[:-1]:
            body = body[key]
        del body[path[-1]]

    return leave_out


def by_a_stranger(body: Body) -> None:
    body["command"]["who"] = "guest"


def flat(body: Body) -> None:
    body["command"]["do"] = "decide"


TAMPERED: list[tuple[str, Callable[[Lines], Lines], int, str]] = [
    # what a line says, the hashes left as they were
    ("a command altered", changed(BET, less_bet, forged=False), BET, UNFIT),
    ("an event altered", changed(BET, more_paid, forged=False), BET, UNFIT),
    ("a key added", changed(BET, set_to("note", "nothing"), forged=False), BET, UNFIT),
    ("a hash altered", lambda lines: [*lines[:4], lines[4].replace('"hash":"', '"hash":"0'), *lines[5:]], 5, UNFIT),
    ("a hash that is none", lambda lines: [lines[0].replace(json.loads(lines[0])["hash"], ""), *lines[1:]], 1, UNFIT),
    ("the format altered", changed(1, set_to("format", 3), forged=False), 1, UNFIT),
    ("the submission altered", changed(1, set_to("submission", {}), forged=False), 1, UNFIT),
    ("blanks put in", lambda lines: [lines[0], lines[1].replace(":", ": ", 1), *lines[2:]], 2, UNFIT),
    # lines
    ("a line removed", lambda lines: lines[:6] + lines[7:], 7, UNFIT),
    ("a line twice", lambda lines: lines[:7] + lines[6:], 8, UNFIT),
    ("lines swapped", lambda lines: [*lines[:6], lines[7], lines[6], *lines[8:]], 7, UNFIT),
    ("the first line removed", lambda lines: lines[1:], 1, UNFIT),
    ("the last line cut", lambda lines: [*lines[:-1], lines[-1][:-20]], LAST, CUT),
    ("the last bracket cut", lambda lines: [*lines[:-1], lines[-1][:-2]], LAST, CUT),
    ("cut in the middle", lambda lines: [*lines[:9], lines[9][:50]], 10, CUT),
    ("a line in two", lambda lines: [*lines[:9], lines[9][:50], lines[9][50:], *lines[10:]], 10, CUT),
    ("two lines in one", lambda lines: [*lines[:9], lines[9].rstrip() + lines[10], *lines[11:]], 10, CUT),
    ("an empty line", lambda lines: [*lines[:9], "\n", *lines[9:]], 10, "it is empty"),
    ("a line of blanks", lambda lines: [*lines, "  \n"], LAST + 1, "it is empty"),
    ("nothing at all", lambda _: [], 1, "it is empty"),
    ("an empty file", lambda _: [""], 1, "it is empty"),
    ("another evening's line", replaced(BET, evening("lir-nj")[0][BET - 1]), BET, UNFIT),
    # no lines of a recording
    ("no JSON", replaced(3, "seat 1: bet ante=$5"), 3, CUT),
    ("bytes of nothing", replaced(3, "\x00\ufffd\x7f\x1b"), 3, CUT),
    ("half a pair", replaced(3, '{"hash":"\\ud800","command":"\ud800"}'), 3, UNFIT),
    ("a list", replaced(3, "[1,2,3]"), 3, NO_LINE),
    ("a number", replaced(3, "1"), 3, NO_LINE),
    ("a word", replaced(3, '"hash"'), 3, NO_LINE),
    ("null", replaced(1, "null"), 1, NO_LINE),
    ("no hash", replaced(3, '{"command":{},"events":[]}'), 3, NO_LINE),
    ("brackets without end", replaced(3, "[" * 100_000), 3, CUT),
    ("a number without end", replaced(3, f'{{"hash":{"9" * 5000}}}'), 3, CUT),
    # forged: what a line says, with hashes that fit
    ("another format", changed(1, set_to("format", 1), forged=True), 1, "format 1 is not 2"),
    ("no format", changed(1, left_out("format"), forged=True), 1, "format None is not 2"),
    ("no such rulebook", changed(1, set_to("rulebook", "uth-ny"), forged=True), 1, "no rulebook 'uth-ny'"),
    ("no rulebook", changed(1, left_out("rulebook"), forged=True), 1, "no rulebook 'None'"),
    ("a rulebook's list", changed(1, set_to("rulebook", []), forged=True), 1, "no rulebook '[]'"),
    ("another rulebook", changed(1, set_to("rulebook", "lir-nj"), forged=True), 1, "progressive"),
    ("an older rulebook", changed(1, set_to("rulebook_hash", "0" * 64), forged=True), 1, "uth-ma has changed since"),
    ("no rulebook's hash", changed(1, left_out("rulebook_hash"), forged=True), 1, "uth-ma has changed since"),
    ("other options", changed(1, set_to("submission", {"trips": "B"}), forged=True), BET, "the table refuses"),
    ("no such option", changed(1, set_to("submission", {"luck": "yes"}), forged=True), 1, "luck"),
    ("options of no kind", changed(1, set_to("submission", "trips=B"), forged=True), 1, ""),
    ("options of a number", changed(1, set_to("submission", 7), forged=True), 1, ""),
    ("nothing by itself", changed(1, set_to("automation", []), forged=True), 2, "other events than recorded"),
    ("all by itself", changed(1, set_to("automation", 1), forged=True), 1, ""),
    ("a step of nobody's", changed(1, set_to("automation", ["dance"]), forged=True), 1, "no step is called 'dance'"),
    ("another bet", changed(BET, less_bet, forged=True), BET, "leads to other events than recorded"),
    ("another event", changed(BET, more_paid, forged=True), BET, "leads to other events than recorded"),
    ("no events", changed(BET, set_to("events", []), forged=True), BET, "leads to other events than recorded"),
    ("other cards", changed(SHUFFLE, other_cards, forged=True), SHUFFLE, "leads to other events than recorded"),
    ("a command out of turn", changed(BET, flat, forged=True), BET, "the table refuses seat 1: decide"),
    ("no command", changed(BET, left_out("command"), forged=True), BET, NO_COMMAND),
    ("no list of events", changed(BET, left_out("events"), forged=True), BET, NO_COMMAND),
    ("nobody's command", changed(BET, left_out("command", "who"), forged=True), BET, NO_COMMAND),
    ("a command for nothing", changed(BET, left_out("command", "do"), forged=True), BET, NO_COMMAND),
    ("a command without a seat", changed(BET, left_out("command", "seat"), forged=True), BET, NO_COMMAND),
    ("a command without words", changed(BET, left_out("command", "args"), forged=True), BET, NO_COMMAND),
    ("a stranger's command", changed(BET, set_to("command", {"who": "guest"}), forged=True), BET, NO_COMMAND),
    ("a command by a stranger", changed(BET, by_a_stranger, forged=True), BET, "'guest' is nobody at a table"),
    ("a command of a word", changed(BET, set_to("command", "bet"), forged=True), BET, NO_COMMAND),
    ("a command of null", changed(BET, set_to("command", None), forged=True), BET, NO_COMMAND),
]


@pytest.mark.parametrize(("tamper", "number", "why"), [pytest.param(*rest, id=name) for name, *rest in TAMPERED])
def test_tampering_is_found_at_its_line(tamper: Callable[[Lines], Lines], number: int, why: str) -> None:
    with pytest.raises(RecordingError) as found:
        list(replay(tamper(list(evening(BOOK)[0]))))
    assert str(found.value).startswith(f"line {number}: ")
    assert why in str(found.value)


@pytest.mark.parametrize("rulebook", NAMES)
def test_every_line_that_is_left_out_is_missed(rulebook: str) -> None:
    lines = list(evening(rulebook, rounds=2)[0])
    for number in range(1, len(lines)):
        with pytest.raises(RecordingError, match=f"line {number}: "):
            list(replay(lines[: number - 1] + lines[number:]))


@given(data=st.data())
def test_a_single_character_that_was_altered_is_found(data: st.DataObject) -> None:
    rulebook = data.draw(st.sampled_from(NAMES))
    lines = list(evening(rulebook, rounds=1)[0])
    number = data.draw(st.integers(1, len(lines)))
    line = lines[number - 1]
    at = data.draw(st.integers(0, len(line) - 2))
    other = st.one_of(st.sampled_from('0123456789abcdefABCDEF",:{}[]\\ '), st.characters())
    character = data.draw(other.filter(lambda each: each != line[at]))
    lines[number - 1] = line[:at] + character + line[at + 1 :]
    with pytest.raises(RecordingError, match=f"line {number}: "):
        list(replay(lines))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@given(data=st.data())
def test_whatever_a_forger_writes_for_a_command_is_found_or_does_no_harm(data: st.DataObject) -> None:
    """With hashes that fit, and whatever it is: it is refused or leads to something else, and nothing breaks."""
    says = bodies(list(evening(data.draw(st.sampled_from(NAMES)), rounds=1)[0]))
    number = data.draw(st.integers(2, len(says)))
    args = says[number - 1]["command"]["args"]
    before = json.dumps(args)
    if args and data.draw(st.booleans()):
        args[data.draw(st.sampled_from(sorted(args)))] = data.draw(JSON)
    else:
        args[data.draw(st.sampled_from(["cards", "seat", "ready", "what", "back", "discard"]) | st.text())] = data.draw(
            JSON
        )
    if json.dumps(args) == before:
        return
    try:
        played = [each.number for each in replay(chained(says))]
    except RecordingError as error:
        assert str(error).startswith(f"line {number}: ")  # noqa: PT017 - not every word that is added does anything
    else:
        assert len(played) == len(says) - 1


@given(key=st.sampled_from(["format", "rulebook", "rulebook_hash", "submission", "automation"]), value=JSON)
def test_whatever_a_forger_writes_at_the_top_breaks_nothing(key: str, value: Any) -> None:  # noqa: ANN401 - anything
    says = bodies(list(evening("colorado-ma-2", rounds=1)[0]))
    says[0][key] = value
    try:
        list(replay(chained(says)))
    except RecordingError as error:
        assert str(error).startswith("line ")  # noqa: PT017 - an empty submission is one, too


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


def test_who_gave_a_command_is_in_the_chain_and_no_name_is() -> None:
    table = Table(croupier.submission("uth-ma"), Random("persons"))
    lines = recorded(table)
    table.open()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 5000}, "p-1"))
    table.name("p-1", "Anastasia")
    sent(table, Command("house", "buy", 1, {"amount": 500}, by="cashier-7"))
    sent(table, Command("player", "leave", 1, by="p-1"))
    said = [json.loads(line)["command"] for line in lines[1:]]
    assert [each.get("by") for each in said if each["do"] in {"sit", "buy", "leave"}] == ["p-1", "cashier-7", "p-1"]
    assert [each.command.by for each in replay(lines)] == [each.get("by", "") for each in said]
    assert not any("Anastasia" in line for line in lines)
    altered = [line.replace("p-1", "p-2") for line in lines]
    number = next(number for number, line in enumerate(lines, start=1) if "p-1" in line)
    with pytest.raises(RecordingError, match=f"^line {number}: the hash does not fit"):
        list(replay(altered))


@pytest.mark.parametrize("seat", [True, 1.0, "1", None])
def test_a_seat_of_a_recorded_command_is_a_whole_number(seat: object) -> None:
    lines = list(evening("uth-ma")[0])
    number = next(number for number, line in enumerate(lines) if '"do":"sit"' in line)
    chain = "".join(json.loads(line)["hash"] for line in lines[number - 1 : number])
    body = json.loads(lines[number])
    body["command"]["seat"] = seat
    del body["hash"]
    text = json.dumps(body, separators=(",", ":"))
    body["hash"] = sha256(f"{chain}{text}".encode()).hexdigest()
    lines[number] = json.dumps(body, separators=(",", ":")) + "\n"
    with pytest.raises(RecordingError, match=f"^line {number + 1}: there is no command with its events"):
        list(replay(lines))


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
    for viewer in (AUDITOR, *others, *map(player_at, (1, 2))):
        found, commitments, told = openings(state, viewer)
        assert told == published
        assert proves(published, commitments, found)
        seen = set(range(len(order))) if viewer is AUDITOR else up | dealt.get(int(viewer.person[-1:] or 0), set())
        assert {opening.position for opening in found} == seen
        assert all(opening.card == order[opening.position] for opening in found)
        assert all(len(opening.salt) == 2 * SALT_BYTES for opening in found)
