"""Names are text that people can read: composed, as long as people count, and unable to pass for anything else."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.names import MOST, NamingError, own, proper, skeleton

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"  # one character to people, seven to Unicode


@pytest.mark.parametrize(
    "name",
    [
        *("A", "Ann", "Zoë", "Ann Lee", "O'Neil-Smith", "x" * 24, "第一", "Ünal", "123", "♥", "<b>", "seat 1"),
        *("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",),
        *("ישראל", "محمد", "क्\u200dष", "র\u200d্যাব", "Việt", "יִשְׂרָאֵל"),
        *(FAMILY, FAMILY * 24, "❤\ufe0f\u200d🔥", "1\ufe0f\u20e3", "🇩🇪" * 24, "👍🏽"),
    ],
)
def test_a_name_that_people_have_is_taken_as_it_is(name: str) -> None:
    assert proper(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no character that can be seen"),
        ("   ", "no character that can be seen"),
        ("\u3164", "no character that can be seen"),  # a letter that is blank
        ("\u2800", "no character that can be seen"),
        ("\ufe0f", "no character that can be seen"),
        ("x" * 25, "more than 24 characters"),
        (FAMILY * 25, "more than 24 characters"),
        ("e\u0301" * 25, "more than 24 characters"),
        ("x" * 193, "too long"),
        ("x" * 10**6, "too long"),
        ("\U0001d160" * 80, "too long"),  # three times as long when it is composed
        ("Ann\n", "a control character, U+000A"),
        ("\x1b[2J", "a control character, U+001B"),
        ("A\x00nn", "a control character, U+0000"),
        ("Ann\u202egnp", "a direction or other invisible character, U+202E"),
        ("\u2066Ann", "a direction or other invisible character, U+2066"),
        ("Ann\u200f", "a direction or other invisible character, U+200F"),
        ("An\u00adn", "a direction or other invisible character, U+00AD"),
        ("An\ufeffn", "a direction or other invisible character, U+FEFF"),
        ("An\u200bn", "a direction or other invisible character, U+200B"),
        ("A\U000e0041", "a direction or other invisible character, U+E0041"),
        ("\ud800", "half a character, U+D800"),
        ("A\ue000", "a character for private use, U+E000"),
        ("A\u0378", "a character that Unicode has not assigned, U+0378"),
        ("A\u2028B", "a line separator, U+2028"),
        ("A\u2029B", "a paragraph separator, U+2029"),
        ("\u200dAnn", "U+200D where it joins nothing"),
        ("Ann\u200c", "U+200C where it joins nothing"),
        ("Ann \u200d Lee", "U+200D where it joins nothing"),
        ("A\u200d\u200dB", "U+200D where it joins nothing"),
        ("\u0301Ann", "marks without a letter"),
        ("Z" + "\u0335\u0336\u0337\u0338\u0334" * 8, "too many on one"),
        ("x\u0301\u0302\u0303\u0304\u0305", "too many on one"),
    ],
)
def test_what_is_no_name_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(NamingError) as error:
        proper(text)
    assert why in str(error.value)
    assert str(error.value).endswith("; accepted: a name of 1 to 24 characters that can be seen")
    assert len(str(error.value)) < 200
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    "value", [None, 7, True, b"Ann", ["Ann"], {"name": "Ann"}, object(), type("T", (str,), {})("A")]
)
def test_only_text_is_a_name(value: object) -> None:
    with pytest.raises(NamingError, match=r"^a name is text; accepted: "):
        proper(value)


def test_two_ways_to_write_a_name_are_one_name() -> None:
    assert proper("Zoe\u0308") == proper("Zo\u00eb") == "Zo\u00eb"
    assert proper("\u1112\u1161\u11ab") == "\ud55c"


def test_blanks_around_a_name_are_no_part_of_it_and_one_space_stands_for_those_within() -> None:
    assert proper("  Ann \u3000\u00a0 Lee ") == "Ann Lee"


@given(st.text(max_size=40))
def test_whatever_is_taken_is_composed_printable_but_for_joiners_and_stays_as_it_is(text: str) -> None:
    try:
        name = proper(text)
    except NamingError:
        return
    assert 1 <= len(name) <= 8 * MOST
    assert name == unicodedata.normalize("NFC", name) == name.strip() == proper(name)
    assert name.replace("\u200c", "").replace("\u200d", "").isprintable()


# ---- names that speak for the house ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "House", "HOUSE", "the house", "Ноuѕе", "H0use", "H\u00f6use", "h-o-u-s-e", "\uff28\uff4f\uff55\uff53\uff45",  # noqa: RUF001
        "Dealer", "DeaIer", "Dea1er", "Dеаlеr", "Deal\u200der", "\U0001d403ealer", "Ԁealer",  # noqa: RUF001
        "Croupier", "Croupіer", "Floor", "FI00r", "Manager", "M@n@ger", "Adrnin", "Support \u2705", "Cаge",  # noqa: RUF001
        "Dealer 2", "#1 Dealer", "Deаler!", "D€aler", "The House (3)", "Pit Boss", "Casino", "1 Floorman",  # noqa: RUF001
    ],
)  # fmt: skip
def test_a_name_that_looks_like_the_houses_own_is_refused_to_who_chooses_it(name: str) -> None:
    with pytest.raises(NamingError, match="looks like one of the house's own"):
        own(name)
    assert proper(name), "the house may call its own people so"


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Дмитрий",
        "Housemaid",
        "Big House",
        "Dealer's Choice",
        "Флора",
        "Zoë",
        "山田",
        "😀",
        "Guest 1234",
        "Ann 2",
        "2",
    ],
)
def test_other_names_in_any_script_are_taken(name: str) -> None:
    assert own(name) == proper(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "\u0410nn"),
        ("Zoë", "ZOE"),
        ("Bill", "BilI"),
        ("\ua4e2am", "Sam"),
        ("\u13c3OE", "Zoe"),
        ("\U000102a0nn", "Ann"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Zoë", "Joe"), ("山田", "田山"), ("Дима", "Дина")])
def test_names_that_look_different_have_skeletons_of_their_own(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
