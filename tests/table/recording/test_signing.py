"""With a key or a receipt, a forged round, a cut tail and an invented evening are found, each at its line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest
from support.table.recordings import HOUSE, STRANGER, Body, Lines, audited, begun, bodies, chained, evening, play

from croupier.crypto.keys import KeyFault, PrivateKey, is_private, is_signed, public_key
from croupier.table.model.command import Command
from croupier.table.model.state import Place
from croupier.table.receipts import receipt as receipts
from croupier.table.recording.audit_result import Receipt
from croupier.table.recording.recorder import RecordingError, Signature, signed_message
from croupier.table.recording.seals import Seals, clear
from croupier.table.views.view import PUBLIC

PLACE = Place("the house", "3", "1999-12-31")


@cache
def _signed(*, by_house: bool = True) -> tuple[bytes, ...]:
    return tuple(clear(evening(3, HOUSE if by_house else STRANGER)[1], Seals()))


def signed() -> Lines:
    """An evening of three rounds, signed, as it is once nothing is sealed any more."""
    return list(_signed())


def places(lines: Lines, kind: str) -> list[int]:
    """The numbers of the lines of a kind."""
    return [number for number, line in enumerate(lines, start=1) if line.startswith(b'{"%b":' % kind.encode())]


def refused(lines: Lines, key: str | None = HOUSE.public) -> str:
    with pytest.raises(RecordingError) as found:
        audited(lines, key=key)
    return str(found.value)


# ---- what is in order ----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [HOUSE.public, None])
def test_every_round_is_signed_and_the_close(key: str | None) -> None:
    reading, found = audited(signed(), key=key)
    assert (found.rounds, found.signatures, reading.header.key) == (3, 4, HOUSE.public)


def test_a_recording_without_a_key_is_whole_but_not_any_key_s() -> None:
    lines = evening()[1]
    assert audited(lines)[1].signatures == 0
    assert refused(lines).startswith("line 1: it bears no key, so nobody has signed it; given was the key ")


def test_a_signature_is_over_the_place_the_round_and_the_head() -> None:
    about = Signature(7, "ab" * 32, "")
    said = b'croupier head 1\0["the house","3","1999-12-31",7,"' + b"ab" * 32 + b'"]'
    assert signed_message(PLACE, about) == said
    assert is_signed(HOUSE.public, HOUSE.sign(said), said)
    assert not is_signed(HOUSE.public, HOUSE.sign(said), said + b" ")
    assert not is_signed(STRANGER.public, HOUSE.sign(said), said)
    assert not is_signed(HOUSE.public, "signature", said)
    assert not is_signed("ff" * 32, HOUSE.sign(said), said)


def test_only_the_head_at_the_end_of_a_round_leaves_the_house() -> None:
    table, pages = begun()
    assert table.journal
    recorder = table.journal.recorder
    told = [recorder.head]
    table.feed()
    for command in (
        Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "ready": True}),
        Command("player", "decide", 1, {"choice": "play 4x"}),
    ):
        table.send(command)
        told.append(recorder.head)
    assert told[0] == told[1] != told[2]
    assert table.state.phase != "round"
    assert told[2].encode() in pages.lines[-1]


# ---- what a forger does who has no key -----------------------------------------------------------------


def richer(says: list[Body]) -> None:
    """More money than the player has brought."""
    sat = next(body for body in says if body.get("command", {}).get("do") == "sit")
    sat["command"]["supplied"]["bankroll"] = sat["events"][0][1]["bankroll"] = 200_000_000


def unsigned(says: list[Body]) -> None:
    says.remove(next(body for body in says if "signed" in body))


def twice(says: list[Body]) -> None:
    says.insert(2, next(body for body in says if "signed" in body))


def stripped(says: list[Body]) -> None:
    says[0]["key"] = ""
    says[:] = [body for body in says if "signed" not in body]


def other_key(says: list[Body]) -> None:
    says[0]["key"] = STRANGER.public


FIRST = places(signed(), "signed")[0]
FORGED: list[tuple[str, Callable[[list[Body]], None], str]] = [
    ("money", richer, f"line {FIRST}: the signature is not that of the end of round 1 by the key"),
    ("no signature", unsigned, f"line {FIRST}: the end of round 1 is not signed"),
    ("a signature too many", twice, "line 3: nothing is to be signed here"),
    ("the key taken off", stripped, "line 1: it bears no key, so nobody has signed it"),
    ("another key", other_key, f"line 1: it bears the key {STRANGER.public}"),
]


@pytest.mark.parametrize(("forge", "why"), [pytest.param(*rest, id=name) for name, *rest in FORGED])
def test_what_was_forged_without_the_key_is_found(forge: Callable[[list[Body]], None], why: str) -> None:
    says = bodies(signed())
    forge(says)
    assert re.search(f"^{why}($|[ ;])", refused(chained(says)))


def test_a_round_that_ends_in_a_snapshot_is_signed_before_it() -> None:
    """Who reads a recording in parts begins behind the snapshot, and would never miss the signature."""
    lines = list(clear(evening(2, HOUSE, 1)[1], Seals()))
    at = places(lines, "signed")[0]
    assert at + 1 in places(lines, "snapshot")
    says = bodies(lines)
    del says[at - 1]
    assert refused(chained(says)) == f"line {at}: the end of round 1 is not signed"


def test_without_a_key_given_what_was_stripped_of_its_signatures_is_whole_and_no_more_is_said() -> None:
    says = bodies(signed())
    stripped(says)
    assert audited(chained(says))[0].header.key == ""


@pytest.mark.parametrize("end", range(2, len(signed()), 3))
def test_a_cut_tail_is_found_where_it_was_cut(end: int) -> None:
    said = refused(signed()[:end])
    assert re.match(rf"line {end + 1}: (the recording was cut off here|the line that closes the recording)", said)


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_cut_tail_is_found_though_a_forger_has_closed_it(rounds: int) -> None:
    """Behind the last line that is kept, where the house has signed, a line that closes the recording."""
    kept = signed()[: places(signed(), "signed")[rounds - 1]]
    lines = [*kept, *chained([{"closed": True}], bytes.fromhex(kept[-1][-67:-3].decode()))]
    assert refused(lines) == f"line {len(lines) + 1}: the line that closes the recording is not signed"
    assert refused(lines, None) == refused(lines), "it bears a key, so it cannot do without"


def test_an_invented_evening_is_found() -> None:
    invented = list(_signed(by_house=False))
    assert audited(invented)[1].rounds == 3, "it is whole"
    assert refused(invented).startswith(f"line 1: it bears the key {STRANGER.public}; given was the key {HOUSE.public}")
    says = bodies(invented)
    says[0]["key"] = HOUSE.public
    assert f"line {FIRST}: the signature is not that of the end of round 1" in refused(chained(says))


def test_signatures_of_another_evening_do_not_fit() -> None:
    other = [line for line in clear(evening(3, HOUSE, odd_cents="round_down")[1], Seals()) if b'"signed"' in line[:10]]
    lines = signed()
    for number, line in zip(places(lines, "signed"), other, strict=True):
        lines[number - 1] = line
    assert refused(chained(bodies(lines))).startswith(f"line {FIRST}: the signature is not that of")


# ---- receipts ------------------------------------------------------------------------------------------


def receipt(number: int = 2) -> Receipt:
    """What a player was given of a round."""
    table, _ = begun(HOUSE)
    play(table, number)
    assert table.journal
    assert table.state.last
    return Receipt("3", "1999-12-31", number, table.state.last.root, table.journal.recorder.head)


def test_a_receipt_stands_in_its_recording() -> None:
    for number in (1, 2, 3):
        audited(signed(), receipts=[receipt(number)])


def test_of_several_heads_at_the_end_of_a_round_each_stands() -> None:
    given = receipt()
    number = next(place for place, line in enumerate(signed()) if given.head.encode() in line)
    behind = signed()[number + 1][-67:-3].decode()
    audited(signed(), receipts=[given._replace(head=behind)])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"table": "4"}, "the receipt is of table '4', the recording of '3'"),
        ({"session": "2000-01-01"}, "the receipt is of session '2000-01-01', the recording of '1999-12-31'"),
        ({"round": 3}, "no deck with the root of the receipt was dealt in round 3"),
        ({"round": 9}, "no deck with the root of the receipt was dealt in round 9"),
        ({"root": "00" * 32}, "no deck with the root of the receipt was dealt in round 2"),
        ({"head": "00" * 32}, "the head of the receipt does not stand at the end of round 2"),
    ],
)
def test_a_receipt_that_does_not_stand_there_is_said_so(change: dict[str, object], why: str) -> None:
    with pytest.raises(RecordingError, match=re.escape(why)):
        audited(signed(), receipts=[Receipt(**(receipt()._asdict() | change))])


@pytest.mark.parametrize("first", [False, True], ids=["today's", "first"])
def test_a_receipt_tells_the_public_facts_of_a_round_as_they_were(*, first: bool) -> None:
    """A receipt of the first format tells fewer."""
    table, _ = begun(HOUSE)
    play(table, 2)
    made = receipts.receipt(table.state, PUBLIC)
    assert made is not None
    facts = receipts.public_facts(made | ({"receipt": receipts.FIRST} if first else {}))
    audited(signed(), receipts=[receipt()._replace(facts=facts)])
    seed = made["shuffle"]["commitment"]
    altered = facts.replace(seed, "00" * (len(seed) // 2))
    assert altered != facts
    with pytest.raises(RecordingError, match="the receipt tells round 2 otherwise than it was: what was dealt to whom"):
        audited(signed(), receipts=[receipt()._replace(facts=altered)])


def test_a_receipt_finds_an_evening_that_was_written_anew() -> None:
    """All hashes fit and nobody has signed, but the player kept a head."""
    says = bodies(signed())
    stripped(says)
    with pytest.raises(RecordingError, match="the head of the receipt does not stand"):
        audited(chained(says), receipts=[receipt()])


# ---- keys ----------------------------------------------------------------------------------------------


def test_a_key_goes_through_its_file() -> None:
    text = HOUSE.text()
    assert is_private(text)
    assert PrivateKey.read(text).public == HOUSE.public
    assert PrivateKey.read(text).seal_key(b"", 1) == HOUSE.seal_key(b"", 1)
    assert public_key(f" {HOUSE.public.upper()}\n") == HOUSE.public


def other_kinds() -> list[bytes]:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return [X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())]


@pytest.mark.parametrize("text", [b"", b"key", HOUSE.text()[:-40], b"\xff" * 100, *other_kinds()])
def test_what_is_no_private_key_is_refused(text: bytes) -> None:
    with pytest.raises(KeyFault, match="accepted: "):
        PrivateKey.read(text)


@pytest.mark.parametrize("text", ["", "key", HOUSE.public[1:], HOUSE.public + "0", "g" * 64])
def test_what_is_no_public_key_is_refused(text: str) -> None:
    with pytest.raises(KeyFault, match="that is no public key; accepted: the 64 hexadecimal digits"):
        public_key(text)
