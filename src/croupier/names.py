"""Validation of people's display names. A name identifies nobody: two people may have the same one.

A name has no control or direction characters, is not wholly invisible, and has no piles of combining marks that reach
beyond its line; its length is counted in characters as people see them. A name that people give themselves does not
look like the house's own, nor like the name of somebody who has an account there (`house/people/users.py`).
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from unicodedata import category, normalize

from croupier.errors import CroupierError

MOST = 24  # characters, as people count them
_ACCEPTED = f"a name of 1 to {MOST} characters that can be seen"
_MOST_POINTS = 8 * MOST  # Unicode code points; the emoji of a family of four takes seven
_MOST_MARKS = 4  # on one letter, by Unicode Technical Standard 39; no script needs more
_BANNED = {
    "Cc": "a control character",
    "Cf": "a direction or other invisible character",
    "Cs": "half a character",
    "Co": "a character for private use",
    "Cn": "a character that Unicode has not assigned",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
}
# Names that speak for the house.
_OF_THE_HOUSE = (
    "House", "The House", "Croupier", "Dealer", "The Dealer", "Floor", "Supervisor", "Manager", "Auditor", "Cage",
    "Cashier", "Staff", "Security", "Support", "Admin", "Administrator", "Moderator", "System", "Casino", "Pit Boss",
    "Floorman", "Surveillance", "Inspector", "Operator", "Official",
)  # fmt: skip
# Letters in lower case, digits and signs that people write for a Latin letter, beside Unicode's table of confusables.
_LOOK_ALIKES = str.maketrans(
    {
        each: letter
        for letter, others in {
            "a": "аαɑᴀ@4∂", "b": "вьʙ8", "c": "сϲᴄ¢", "d": "ԁɗᴅđ", "e": "еεɛᴇ3єҽ€", "f": "ғꜰƒ", "g": "ɡɢցԍ9",  # noqa: RUF001
            "h": "нһηհʜℎћ", "k": "кκᴋ", "l": "iı1|!ιіїӏʟɩℓłľӀⅼ", "m": "мᴍ", "n": "пոɴ", "o": "оοօᴏ0øσ", "p": "рρᴘþ",  # noqa: RUF001
            "r": "гʀᴦ", "s": "ѕꜱ5$ƽ", "t": "тτᴛ7†ŧ", "u": "υսᴜцµμʋ", "v": "νѵᴠ", "x": "хχ", "y": "уүγʏ",  # noqa: RUF001
        }.items()
        for each in others
    }
)  # fmt: skip
_JOINERS = "\u200c\u200d"  # words of some scripts need them, and emoji that are made of several


class NamingError(CroupierError, ValueError):
    """A text that is no name; the message says why, and what would be accepted."""

    def __init__(self, why: str, accepted: str = _ACCEPTED, about: str = "name") -> None:
        super().__init__(why, accepted, about)


def proper(text: object) -> str:
    """Check and normalize a name: Unicode's composed form (NFC), with a single space for every run of blanks."""
    if type(text) is not str:
        raise NamingError("a name is text")
    name = _composed(text)
    for each in name:
        if category(each) in _BANNED and each not in _JOINERS:
            raise NamingError(f"the name has {_BANNED[category(each)]}, U+{ord(each):04X}")
    name = " ".join(name.split())
    _check_joiners(name)
    _check_seen(name)
    return name


def own(text: object) -> str:
    """Check and normalize a name that a person has chosen: a proper one, which does not look like the house's own.

    Nor like one of those with a number or signs around it, such as "Dealer 2".
    """
    name = proper(text)
    if not _reserved().isdisjoint({skeleton(name), skeleton(_bare(name))}):
        raise NamingError(f"the name {name!r} looks like one of the house's own", "a name that speaks for nobody else")
    return name


def _bare(name: str) -> str:
    """A name without what stands before its first letter and behind its last."""
    letters = [at for at, each in enumerate(name) if category(each)[0] == "L"]
    return name[letters[0] : letters[-1] + 1] if letters else ""


def skeleton(name: str) -> str:
    """The letters that a name looks like: without marks, case, blanks and signs, look-alikes as one Latin letter."""
    plain = normalize("NFKD", name).translate(_LOOK_ALIKES)
    for _ in range(2):  # capitals look like other letters than small ones
        plain = normalize("NFKD", plain.translate(_confusables()).casefold())
    plain = plain.translate(_LOOK_ALIKES)
    return "".join(each for each in plain if category(each)[0] in "LN").replace("rn", "m").replace("vv", "w")


@cache
def _confusables() -> dict[int, str]:
    """Unicode's table of confusables (Unicode Technical Standard 39): characters, and what each looks like."""
    text = (files("croupier") / "confusables.txt").read_text("utf-8")
    rows = (line.split(";") for line in text.splitlines() if not line.startswith("#"))
    return {
        int(each, 16): "".join(chr(int(one, 16)) for one in to.split()) for to, some in rows for each in some.split()
    }


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(skeleton, _OF_THE_HOUSE))


def _composed(text: str) -> str:
    """The text in composed form; a text that is too long is refused without being composed."""
    name = normalize("NFC", text) if len(text) <= _MOST_POINTS else text
    if len(name) > _MOST_POINTS:
        raise NamingError("the name is too long")
    return name


def _check_joiners(name: str) -> None:
    """Refuse a joiner that has nothing to join on either side."""
    for before, each, after in zip(f" {name}", name, f"{name[1:]} ", strict=False):
        if each in _JOINERS and (_is_empty(before) or _is_empty(after)):
            raise NamingError(f"the name has U+{ord(each):04X} where it joins nothing")


def _is_empty(character: str) -> bool:
    return category(character)[0] in "ZC"


def _check_seen(name: str) -> None:
    import regex  # slow to import, and most commands check no name

    if not regex.search(r"[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]", name):
        raise NamingError("the name has no character that can be seen")
    if regex.match(r"\p{M}", name) or regex.search(rf"[\p{{Mn}}\p{{Me}}]{{{_MOST_MARKS + 1}}}", name):
        raise NamingError("the name has marks without a letter, or too many on one")
    if len(regex.findall(r"\X", name)) > MOST:
        raise NamingError(f"the name has more than {MOST} characters")
