"""Signed notes: written, read, and refused if anything about them is not as it was signed."""

from __future__ import annotations

from base64 import b64decode, b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.crypto import signed_notes
from croupier.crypto.keys import PrivateKey
from croupier.crypto.signed_notes import Checkpoint, NoteError, RestoreGap, RestoreStatement

KEY, OTHER = PrivateKey(b"k" * 32), PrivateKey(b"o" * 32)
POINT = Checkpoint("harbour/log/1", 17, bytes(range(32)))
NOTE = signed_notes.signed(POINT.text(), POINT.origin, KEY)

# The example that the documentation of signed notes has, with the key that it is checked with.
PUBLIC = b64decode("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")[1:].hex()
EXAMPLE = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)


def test_a_note_that_others_have_signed_is_read() -> None:
    text, name = signed_notes.opened(EXAMPLE, PUBLIC)
    assert text.startswith("If you think")
    assert name == "PeterNeumann"


def test_a_checkpoint_is_three_lines_and_a_signature() -> None:
    lines = NOTE.split("\n")
    assert lines[:4] == ["harbour/log/1", "17", b64encode(bytes(range(32))).decode(), ""]
    assert lines[4].startswith("— harbour/log/1 ")
    assert lines[5:] == [""]
    assert signed_notes.opened(NOTE, KEY.public) == (POINT.text(), "harbour/log/1")
    assert Checkpoint.read(signed_notes.text_of(NOTE)) == POINT


def test_one_of_several_signatures_is_enough() -> None:
    both = NOTE + signed_notes.signed(POINT.text(), "witness", OTHER).rpartition("\n\n")[2]
    assert signed_notes.opened(both, KEY.public)[1] == "harbour/log/1"
    assert signed_notes.opened(both, OTHER.public)[1] == "witness"


def test_another_key_has_not_signed_it() -> None:
    with pytest.raises(NoteError, match="it is signed by 'harbour/log/1', and not with the key that was given"):
        signed_notes.opened(NOTE, OTHER.public)


def test_whatever_is_altered_is_noticed() -> None:
    for at, letter in enumerate(NOTE):
        for other in {"0", "A", "\n", " "} - {letter}:
            altered = NOTE[:at] + other + NOTE[at + 1 :]
            with pytest.raises(NoteError):
                signed_notes.opened(altered, KEY.public)


def test_a_signature_of_another_text_is_told_from_another_key() -> None:
    with pytest.raises(NoteError, match="the signature of 'harbour/log/1' is not of this text: it was altered"):
        signed_notes.opened(NOTE.replace("17", "18"), KEY.public)


@pytest.mark.parametrize(
    "note",
    [
        "",
        "\n\n",
        "text\n",
        "text\n\n",
        "text\n\n— name AAAA\n",
        "text\n\n- name AAAA\n",
        NOTE[:-1],
        NOTE.replace("— ", "—"),
        NOTE + "\n",
        NOTE.replace("\n", "\r\n"),
        "\x1b[2J" + NOTE,
        "x\n" * 20_000 + "\n" + NOTE,
        NOTE + "— name A\n",
        NOTE + "— name +++=\n",
        NOTE[:-1] + "=\n",
        NOTE[:-3] + "=" + NOTE[-3:],
    ],
)
def test_what_is_no_note_is_said_to_be_none(note: str) -> None:
    with pytest.raises(NoteError, match=r"accepted: "):
        signed_notes.opened(note, KEY.public)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(NoteError):
        signed_notes.opened(text, KEY.public)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\nb", "x" * 201, "a\u200b"])
def test_a_key_is_named_without_blanks(name: str) -> None:
    with pytest.raises(NoteError, match="cannot name a key"):
        signed_notes.signed("text\n", name, KEY)


@pytest.mark.parametrize("text", ["", "text", "a\n\nb\n", "a\x00\n", "\n\n"])
def test_what_could_be_read_in_two_ways_is_not_signed(text: str) -> None:
    with pytest.raises(NoteError, match="that cannot be signed"):
        signed_notes.signed(text, "name", KEY)


# ---- what notes say ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\n",
        "a\n1\n",
        "a\n1\nAAAA\n",
        "\n1\n" + "A" * 43 + "=\n",
        "a\n01\n" + "A" * 43 + "=\n",
        "a\n-1\n" + "A" * 43 + "=\n",
        "a\n\u0661\n" + "A" * 43 + "=\n",
        "a\n1\n" + "A" * 42 + "B=\n",  # another way to write the same bytes
        "a\n1\n" + "A" * 43 + "=",
        "a\n" + "9" * 19 + "\n" + "A" * 43 + "=\n",
    ],
)
def test_what_is_no_checkpoint_is_said_to_be_none(text: str) -> None:
    with pytest.raises(NoteError, match="the note is no checkpoint; accepted: an origin, a number of leaves"):
        Checkpoint.read(text)


def test_lines_that_follow_a_checkpoint_are_for_others() -> None:
    assert Checkpoint.read(POINT.text() + "something else\n") == POINT


def test_a_restore_says_what_was_last_published_and_what_is_kept() -> None:
    statement = RestoreStatement("harbour/log/2", 12, POINT)
    note = signed_notes.signed(statement.text(), statement.origin, KEY)
    assert RestoreStatement.read(signed_notes.opened(note, KEY.public)[0]) == statement


@pytest.mark.parametrize(
    "text",
    [
        POINT.text(),
        "",
        "croupier restore 1\n",
        "croupier restore 1\n\n12\n" + POINT.text(),
        "croupier restore 1\nb\n018\n" + POINT.text(),
        "croupier restore 1\nb\n18\n" + POINT.text(),
        "croupier restore 1\nb\n12\n" + POINT.text() + "more\n",
        "croupier restore 1\nb\n12\nharbour/log/1\n",
    ],
)
def test_what_is_no_statement_of_a_restore_is_said_to_be_none(text: str) -> None:
    with pytest.raises(NoteError, match=r"statement of a restore|no checkpoint"):
        RestoreStatement.read(text)


def test_a_checkpoint_is_no_statement_nor_the_other_way_round() -> None:
    with pytest.raises(NoteError, match="no statement of a restore"):
        RestoreStatement.read(POINT.text())
    with pytest.raises(NoteError, match="no checkpoint"):
        Checkpoint.read(RestoreStatement("b", 3, POINT).text())


GAP = RestoreGap(1_000, 61_000)


@pytest.mark.parametrize("last", [POINT, Checkpoint("harbour/log/1", 0, bytes(32))], ids=["known", "unknown"])
def test_a_restore_states_the_time_that_it_has_cost_and_if_a_checkpoint_is_known(last: Checkpoint) -> None:
    statement = RestoreStatement("harbour/log/2", 0, last, GAP)
    note = signed_notes.signed(statement.text(), statement.origin, KEY)
    assert RestoreStatement.read(signed_notes.opened(note, KEY.public)[0]) == statement
    words = "the last checkpoint that is known" if last.size else "no checkpoint is known"
    lines = statement.text().split("\n")
    assert (lines[0], lines[4]) == ("croupier restore 2", words)


@pytest.mark.parametrize(
    ("before", "after"),
    [("1000 61000", "1000"), ("1000 61000", "-1 5"), ("1000 61000\n", ""), ("\n17\n", "\n0\n"), ("\n12\n", "\n012\n")],
)
def test_a_statement_with_a_gap_that_says_something_else_is_none(before: str, after: str) -> None:
    text = RestoreStatement("harbour/log/2", 12, POINT, GAP).text()
    assert before in text
    with pytest.raises(NoteError, match=r"statement of a restore|no checkpoint"):
        RestoreStatement.read(text.replace(before, after))
