"""The vocabulary of commands: the faults, slips, calls, reports and steps that arguments may name, each in words."""

from __future__ import annotations

from typing import NamedTuple

# ---- faults --------------------------------------------------------------------------------------------------

NEEDED = None
# Each with its meaning; below, the arguments that it takes, with their defaults.
FAULTS = {
    "face up": "the card at `position` of the undealt deck lies face up",
    "lost": "the card at `position` of the undealt deck is gone",
    "surplus": "the deck has a card too many, at its bottom",
    "slip": "the next card to `at` goes wrong: `how`",
    "drawn": "a card is drawn by mistake, its face unseen",
    "exposed": "a card of the dealer's is seen, the one at `index`",
    "miscount": "the wagering devices count `by` too many, or too few",
    "jam": "the dealing shoe will fail when `after` cards of the first deal are out",
}
FAULTS_TAKE: dict[str, dict[str, object]] = {
    "face up": {"position": NEEDED},
    "lost": {"position": NEEDED},
    "surplus": {},
    "slip": {"how": "double", "at": "dealer"},
    "drawn": {},
    "exposed": {"index": 0},
    "miscount": {"by": 1},
    "jam": {"after": NEEDED},
}
SLIPS = {
    "double": "two cards instead of one",
    "skip": "no card",
    "exposed": "a card whose face is seen",
}
TO_PLACE = "a card to another place, as in `to dealer`: a seat's number, dealer or community"  # a slip, too
ASTRAY = "to (dealer|community|[1-9][0-9]?)"  # its pattern
CALLS = {
    "wrong count": "a hand has a wrong number of cards",
    "dealer exposed": "a card of the dealer's was seen too early",
}

# ---- reports ---------------------------------------------------------------------------------------------------


class Report(NamedTuple):
    """A kind of report: its meaning, the arguments that it needs and may have, and the places that it is about."""

    means: str
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


MOST_SEATS = 21  # of any rulebook
SEATS = tuple(map(str, range(1, MOST_SEATS + 1)))
HANDS = ("dealer", "community", *SEATS)
# The irregularities that people see at a table of real cards, and the table does not.
REPORTS = {
    "exposed": Report("a card of a hand was seen before its time", ("of",), ("card",), HANDS),
    "face up": Report("a card lies face up", ("of", "card"), ("to",), ("shoe", "stub", "rack", *HANDS)),
    "wrong count": Report("a hand has `number` cards: too many, or too few", ("of", "number"), ("card", "turn"), HANDS),
    "astray": Report("a card that was for `of` went to `to`", ("of", "to"), ("number",), HANDS),
    "drawn": Report("a card was drawn by mistake, its face unseen"),
    "misread": Report("the scanner has misread a card, the one of that `number`", ("of",), ("number", "card"), HANDS),
    "surplus": Report("the deck has a card too many; `number` says which of two", (), ("card", "number")),
    "foul deck": Report("a card is marked, damaged or of no deck; `number` as above", (), ("card", "number")),
    "jam": Report("a device has failed", ("of",), (), ("shoe", "shuffler")),
}

# ---- steps that may run by themselves ----------------------------------------------------------------------

STEPS = {
    "inspect": "the dealer looks the cards over for defects",
    "verify": "the floor verifies the inspection",
    "spread": "the cards are spread face up",
    "show": "the first player sees them",
    "wash": "the cards are turned down and washed",
    "stack": "the cards are stacked",
    "load": "the stack goes to where it is dealt from",
    "no more bets": "bets close when every player is ready",
    "collect bonus": "bonus chips are collected and checked",
    "deal": "the first cards are dealt",
    "check": "the hands are counted after the deal, and a wrong declaration is refused",
    "burn": "a card is burned",
    "community": "community cards are dealt face up",
    "turn up": "community cards are turned up",
    "stub": "the stub is put away, counted when that is due",
    "collect folds": "what folds gave up is collected",
    "reveal": "the dealer's hand is turned up",
    "settle": "the next seat is settled",
    "call": "an exposed card is noticed",
}
