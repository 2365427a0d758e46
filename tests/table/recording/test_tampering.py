"""Whatever is done to a recording shows at its line, hashes made to fit or not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.table.evenings import evening
from support.table.recordings import Body, Lines, bodies, chained, replay, text

from croupier.rulebook import NAMES
from croupier.table.decide import ENGINE
from croupier.table.recording.audit import LONGEST
from croupier.table.recording.recorder import RecordingError


def changed(number: int, change: Callable[[Body], object], *, forged: bool) -> Callable[[Lines], Lines]:
    """Change what a line says, with every hash from there on made to fit or with none."""

    def tamper(lines: Lines) -> Lines:
        says = bodies(lines)
        change(says[number - 1])
        made = chained(says)
        if forged:
            return made
        tail = lines[number - 1][-118:]
        return [*lines[: number - 1], made[number - 1][:-118] + tail, *lines[number:]]

    return tamper


def replaced(number: int, line: str | bytes) -> Callable[[Lines], Lines]:
    made = line if isinstance(line, bytes) else line.encode(errors="surrogatepass") + b"\n"
    return lambda lines: [*lines[: number - 1], made, *lines[number:]]


def rewritten(number: int, change: Callable[[bytes], bytes]) -> Callable[[Lines], Lines]:
    """Write what a line says in another way, with every hash from there on made to fit."""

    def tamper(lines: Lines) -> Lines:
        made, before = [], bytes(32)
        for place, line in enumerate(lines, start=1):
            body, salt = line[:-118] + b"}", bytes.fromhex(line[-109:-77].decode())
            body = change(body) if place == number else body
            before = sha256(before + sha256(salt + body).digest()).digest()
            made.append(body[:-1] + f',"salt":"{salt.hex()}","hash":"{before.hex()}"}}\n'.encode())
        return made

    return tamper


def test_a_chain_made_again_is_the_same() -> None:
    lines = list(evening("uth-ma")[0])
    assert bodies(chained(bodies(lines))) == bodies(lines)
    assert rewritten(1, lambda body: body)(lines) == lines
    list(replay(chained(bodies(lines))))


# The recording that is tampered with: where its first bet stands, and the next shuffle behind it.
BOOK = "uth-ma"
BET = next(number for number, line in enumerate(evening(BOOK)[0], start=1) if b'"do":"bet"' in line)
PLACED = next(i for i, event in enumerate(json.loads(evening(BOOK)[0][BET - 1])["events"]) if event[0] == "placed")
SHUFFLE = next(n for n, line in enumerate(evening(BOOK)[0], start=1) if b'"do":"shuffle"' in line)
LAST = len(evening(BOOK)[0])
UNFIT = "the hash does not fit; this line was altered, or one before it left out"
CUT, NO_LINE, NO_END = "it is cut off or is no JSON", "it is no line of a recording", "it is cut off"
OTHERWISE, OTHER_EVENTS = "it is not written as a recording writes it", "leads to other events than recorded"
NO_COMMAND = "there is no command with its events"


def less_bet(body: Body) -> None:
    body["command"]["args"]["wagers"]["trips"] = 600


def more_paid(body: Body) -> None:
    body["events"][PLACED][1]["wagers"]["trips"] = 600


def other_cards(body: Body) -> None:
    order = body["events"][0][1]["order"]
    order[0], order[1] = order[1], order[0]


def swapped(body: bytes) -> bytes:
    says = json.loads(body)
    return text({"events": says["events"], "command": says["command"]})


def with_nothing(body: bytes) -> bytes:
    """An argument that would be left out is written all the same."""
    return body.replace(b'"ready":true}', b'"ready":true},"supplied":{}', 1)


def other_pay(body: Body) -> None:
    body["rulebook_data"][0]["table"][0]["rows"][0]["pays"] = "1000 to 1"


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


def at(number: int, change: Callable[[bytes], bytes | Lines]) -> Callable[[Lines], Lines]:
    """Change the bytes of a line, and no other's."""

    def tamper(lines: Lines) -> Lines:
        made = change(lines[number - 1])
        return [*lines[: number - 1], *(made if isinstance(made, list) else [made]), *lines[number:]]

    return tamper


def other_digit(line: bytes, place: int) -> bytes:
    """A line with another digit at a place counted from its end."""
    digit = b"0" if line[-place : -place + 1] != b"0" else b"1"
    return line[:-place] + digit + line[-place + 1 :]


TAMPERED: list[tuple[str, Callable[[Lines], Lines], int, str]] = [
    # what a line says, the hashes left as they were
    ("a command altered", changed(BET, less_bet, forged=False), BET, UNFIT),
    ("an event altered", changed(BET, more_paid, forged=False), BET, UNFIT),
    ("a key added", changed(BET, set_to("note", "nothing"), forged=False), BET, UNFIT),
    ("a hash altered", at(5, lambda line: other_digit(line, 4)), 5, UNFIT),
    ("a salt altered", at(5, lambda line: other_digit(line, 80)), 5, UNFIT),
    ("a hash that is none", at(1, lambda line: line[:-67] + b'"}\n'), 1, "format 2, whose lines have no salts"),
    ("a hash in capitals", at(5, lambda line: line[:-67] + line[-67:-3].upper() + b'"}\n'), 5, NO_LINE),
    ("the format altered", changed(1, set_to("format", 3), forged=False), 1, UNFIT),
    ("the submission altered", changed(1, set_to("submission", {}), forged=False), 1, UNFIT),
    ("blanks put in", at(2, lambda line: line.replace(b":", b": ", 1)), 2, UNFIT),
    # lines
    ("a line removed", lambda lines: lines[:6] + lines[7:], 7, UNFIT),
    ("a line twice", lambda lines: lines[:7] + lines[6:], 8, UNFIT),
    ("lines swapped", lambda lines: [*lines[:6], lines[7], lines[6], *lines[8:]], 7, UNFIT),
    ("the first line removed", lambda lines: lines[1:], 1, UNFIT),
    ("the last line cut", at(LAST, lambda line: line[:-20]), LAST, NO_END),
    ("the last bracket cut", at(LAST, lambda line: line[:-2]), LAST, NO_END),
    ("the last line feed cut", at(LAST, lambda line: line[:-1]), LAST, NO_END),
    ("cut in the middle", lambda lines: [*lines[:9], lines[9][:50]], 10, NO_END),
    ("a line in two", at(10, lambda line: [line[:50] + b"\n", line[50:]]), 10, CUT),
    ("two lines in one", lambda lines: [*lines[:9], lines[9].rstrip() + lines[10], *lines[11:]], 10, UNFIT),
    ("an empty line", at(10, lambda line: [b"\n", line]), 10, "it is empty"),
    ("a line of blanks", lambda lines: [*lines, b"  \n"], LAST + 1, "it is empty"),
    ("nothing at all", lambda _: [], 1, "it is empty"),
    ("an empty file", lambda _: [b""], 1, "it is empty"),
    ("another evening's line", replaced(BET, evening("lir-nj")[0][BET - 1]), BET, UNFIT),
    # other endings and other bytes
    ("a carriage return", at(5, lambda line: line[:-1] + b"\r\n"), 5, "it ends in a carriage return"),
    ("only a carriage return", at(5, lambda line: line[:-1] + b"\r"), 5, NO_END),
    ("a blank at the end", at(5, lambda line: line[:-1] + b" \n"), 5, NO_LINE),
    ("a byte order mark", at(1, lambda line: b"\xef\xbb\xbf" + line), 1, UNFIT),
    ("a null at the end", at(5, lambda line: line[:-1] + b"\0\n"), 5, CUT),
    ("a byte order mark, forged", rewritten(1, lambda body: b"\xef\xbb\xbf" + body), 1, "it is no header"),
    ("a null, forged", rewritten(BET, lambda body: body.replace(b'"bet"', b'"bet\0"')), BET, NO_COMMAND),
    ("no UTF-8, forged", rewritten(BET, lambda body: body.replace(b'"bet"', b'"bet\xff"')), BET, NO_COMMAND),
    ("a blank, forged", rewritten(BET, lambda body: body.replace(b'"bet"', b' "bet"')), BET, OTHERWISE),
    ("an escape, forged", rewritten(BET, lambda body: body.replace(b'"bet"', b'"\\u0062et"')), BET, OTHERWISE),
    ("a key twice, forged", rewritten(BET, lambda body: body.replace(b'"do":', b'"do":"x","do":')), BET, OTHERWISE),
    ("keys swapped, forged", rewritten(BET, swapped), BET, NO_COMMAND),
    ("a key of nothing, forged", rewritten(BET, with_nothing), BET, OTHERWISE),
    ("blanks at the top, forged", rewritten(1, lambda body: body.replace(b":", b": ", 1)), 1, OTHERWISE),
    ("a seat that is true", rewritten(BET, lambda body: body.replace(b'"seat":1', b'"seat":true', 1)), BET, NO_COMMAND),
    ("a seat of 1.0", rewritten(BET, lambda body: body.replace(b'"seat":1', b'"seat":1.0', 1)), BET, NO_COMMAND),
    ("an amount of 1e3", rewritten(BET, lambda body: body.replace(b"1000", b"1e3", 1)), BET, "the table refuses"),
    # no lines of a recording
    ("no JSON", replaced(3, "seat 1: bet ante=$5"), 3, CUT),
    ("bytes of nothing", replaced(3, "\x00\ufffd\x7f\x1b"), 3, CUT),
    ("half a pair", replaced(3, '{"hash":"\\ud800","command":"\ud800"}'), 3, CUT),
    ("a list", replaced(3, "[1,2,3]"), 3, NO_LINE),
    ("a number", replaced(3, "1"), 3, NO_LINE),
    ("a word", replaced(3, '"hash"'), 3, NO_LINE),
    ("null", replaced(1, "null"), 1, NO_LINE),
    (
        "a line of format 1",
        replaced(1, '{"format":1,"hash":""}'),
        1,
        "format 1, whose lines have no salts, is not read",
    ),
    ("no hash", replaced(3, '{"command":{},"events":[]}'), 3, NO_LINE),
    ("brackets without end", replaced(3, "[" * 100_000), 3, NO_LINE),
    ("objects without end", replaced(3, '{"a":' * 100_000), 3, CUT),
    ("a number without end", replaced(3, f'{{"hash":{"9" * 5000}}}'), 3, NO_LINE),
    ("a line without end", at(3, lambda _: b"[" * LONGEST), 3, "it is longer than"),
    ("a line of no kind", rewritten(3, lambda _: b'{"dance":1}'), 3, NO_COMMAND),
    ("a first line of no kind", rewritten(1, lambda _: b"{}"), 1, "format None is not 2"),
    # forged: what a line says, with hashes that fit
    ("another format", changed(1, set_to("format", 1), forged=True), 1, "format 1 is not 2"),
    ("no format", changed(1, left_out("format"), forged=True), 1, "format None is not 2"),
    ("a format that is true", rewritten(1, lambda body: body.replace(b"2", b"true", 1)), 1, "format True is not 2"),
    ("a long format", changed(1, set_to("format", "x" * 38), forged=True), 1, f"format '{'x' * 38}' is not 2"),
    ("a longer one", changed(1, set_to("format", "x" * 39), forged=True), 1, f"format '{'x' * 39}… is not 2"),
    ("another engine", changed(1, set_to("engine", ENGINE + 1), forged=True), 1, f"engine {ENGINE + 1} has decided"),
    ("no engine", changed(1, left_out("engine"), forged=True), 1, "engine None has decided it, and engine"),
    ("no such rulebook", changed(1, set_to("rulebook", "uth-ny"), forged=True), 1, "not that of 'uth-ny'"),
    ("no rulebook", changed(1, left_out("rulebook"), forged=True), 1, "missing required field `rulebook`"),
    ("a rulebook's list", changed(1, set_to("rulebook", []), forged=True), 1, "Expected `str`, got `array`"),
    ("another rulebook", changed(1, set_to("rulebook", "lir-nj"), forged=True), 1, "not that of 'lir-nj'"),
    ("another hash", changed(1, set_to("rulebook_hash", "0" * 64), forged=True), 1, "not that of 'uth-ma' with that"),
    ("no rulebook's hash", changed(1, left_out("rulebook_hash"), forged=True), 1, "missing required field"),
    ("another rulebook's data", changed(1, other_pay, forged=True), 1, "not that of 'uth-ma' with that hash"),
    ("data of no kind", changed(1, set_to("rulebook_data", [{}, {}]), forged=True), 1, "makes no rulebook"),
    ("data of a word", changed(1, set_to("rulebook_data", "uth-ma"), forged=True), 1, "Expected `array`, got `str`"),
    ("training that is 1", changed(1, set_to("training", 1), forged=True), 1, "Expected `bool`, got `int`"),
    ("other options", changed(1, set_to("submission", {"trips": "B"}), forged=True), BET, "the table refuses"),
    ("a key of two lines", changed(1, set_to("one\ntwo", 1), forged=True), 1, "unknown field `one"),
    ("no such option", changed(1, set_to("submission", {"luck": "yes"}), forged=True), 1, "there is no option 'luck'"),
    ("options of no kind", changed(1, set_to("submission", "trips=B"), forged=True), 1, ""),
    ("options of a number", changed(1, set_to("submission", 7), forged=True), 1, ""),
    ("nothing by itself", changed(1, set_to("automation", []), forged=True), 3, OTHER_EVENTS),
    ("all by itself", changed(1, set_to("automation", 1), forged=True), 1, ""),
    ("a step of nobody's", changed(1, set_to("automation", ["dance"]), forged=True), 1, "no step is called 'dance'"),
    (
        "cards of a new kind",
        changed(1, set_to("source", "committed."), forged=True),
        1,
        "cards are committed, practice: seeded, scripted, real cards: not committed",
    ),
    (
        "a seed told never",
        changed(1, set_to("publishes", "never"), forged=True),
        1,
        "a seed is published at once, later, to the auditor alone",
    ),
    ("a table without end", changed(1, set_to("table", "x" * 70_000), forged=True), 1, "texts of up to 200 letters"),
    ("a house that steers", changed(1, set_to("house", "\x1b[2J"), forged=True), 1, "are printable texts"),
    ("another bet", changed(BET, less_bet, forged=True), BET, OTHER_EVENTS),
    ("another event", changed(BET, more_paid, forged=True), BET, OTHER_EVENTS),
    ("no events", changed(BET, set_to("events", []), forged=True), BET, OTHER_EVENTS),
    ("other cards", changed(SHUFFLE, other_cards, forged=True), SHUFFLE, OTHER_EVENTS),
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
    said = str(found.value)
    assert said.startswith(f"line {number}: ")
    assert re.search(re.escape(why) + "($|[ ,;:])", said), said
    assert "\n" not in said


@pytest.mark.parametrize("rulebook", NAMES)
def test_every_line_that_is_left_out_is_missed(rulebook: str) -> None:
    lines = list(evening(rulebook, rounds=2)[0])
    for number in range(1, len(lines)):
        with pytest.raises(RecordingError, match=f"line {number}: "):
            list(replay(lines[: number - 1] + lines[number:]))


@given(data=st.data())
def test_a_single_byte_that_was_altered_is_found(data: st.DataObject) -> None:
    rulebook = data.draw(st.sampled_from(NAMES))
    lines = list(evening(rulebook, rounds=1)[0])
    number = data.draw(st.integers(1, len(lines)))
    line = lines[number - 1]
    place = data.draw(st.integers(0, len(line) - 1))
    likely = st.sampled_from(list(b'0123456789abcdefABCDEF",:{}[]\\ \r'))
    byte = data.draw(st.one_of(likely, st.integers(0, 255)).filter(lambda each: each not in {line[place], 10}))
    lines[number - 1] = line[:place] + bytes([byte]) + line[place + 1 :]
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


@given(
    key=st.sampled_from(
        ["format", "engine", "rulebook", "rulebook_hash", "rulebook_data", "submission", "automation", "key", "table"]
    ),
    value=JSON,
)
def test_whatever_a_forger_writes_at_the_top_breaks_nothing(key: str, value: Any) -> None:  # noqa: ANN401 - anything
    says = bodies(list(evening("colorado-ma-2", rounds=1)[0]))
    says[0][key] = value
    try:
        list(replay(chained(says)))
    except RecordingError as error:
        assert str(error).startswith("line ")  # noqa: PT017 - an empty submission is one, too
