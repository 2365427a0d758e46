"""Events: the facts of a table. Each field declares its audience; an undeclared field is for the auditor alone.

The effect of an event on a state is in `apply`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Event(NamedTuple):
    """An event: its kind and its data."""

    kind: str
    data: Mapping[str, Any]


ALL = "all"
OWNER = "owner"  # the person whom the event is about: at the seat that it names

# Kinds whose very occurrence only the auditor may know: faults that go unnoticed.
UNSEEN = frozenset({"fault"})

# kind: field: audience. A field that is not listed is for the auditor alone.
AUDIENCES: dict[str, dict[str, str]] = {
    "opened": {"session": ALL, "commitment": ALL},
    "ended": {"published": ALL},
    "promised": {"seat": ALL, "next": ALL, "counts": ALL},
    "revealed": {"seat": ALL, "number": ALL, "next": ALL},
    "withheld": {"seat": ALL},
    "permuted": {"deck": ALL, "numbers": ALL},
    "number": {"seat": ALL, "number": ALL, "next": ALL, "counts": ALL},
    "received": {"deck": ALL, "back": ALL, "status": ALL},
    "prepared": {"deck": ALL, "status": ALL},
    "shuffled": {
        "deck": ALL,
        "how": ALL,
        "status": ALL,
        "shuffle": ALL,
        "numbers": ALL,
        "left_out": ALL,
        "commitment": ALL,
    },
    "entered": {},
    "counted_by_device": {"deck": ALL, "cards": ALL},
    "count_due": {"deck": ALL, "by": ALL},
    "counted": {"of": ALL, "cards": ALL},
    "cut": {"deck": ALL, "depth": ALL},
    "recut": {"deck": ALL, "reason": ALL},
    "loaded": {"deck": ALL, "into": ALL, "root": ALL, "by": ALL},
    "removed": {"deck": ALL, "reason": ALL},
    "unloaded": {"deck": ALL},
    "fed": {"deck": ALL, "of": ALL},
    "idle": {},
    "clock": {"now": ALL},
    "sat": {"seat": ALL, "person": OWNER, "bankroll": OWNER},
    "left": {"seat": ALL, "person": OWNER, "bankroll": OWNER},
    "away": {"seat": ALL, "away": ALL, "keeps": ALL},
    "placed": {"seat": ALL, "wagers": ALL, "with": ALL},
    "bought": {"seat": ALL, "amount": OWNER},
    "chips_moved": {"seat": ALL, "to": ALL, "amount": OWNER},
    "notice": {"seat": ALL, "says": ALL, "clauses": ALL, "rulings": ALL},
    "column": {"wager": ALL, "hands": ALL, "pays": ALL, "clauses": ALL},
    "ready": {"seat": ALL},
    "closed": {"words": ALL},
    "meter": {"amount": ALL, "change": ALL},
    "bonus_chips": {"chips": ALL, "accepted": ALL, "settled": ALL},
    "dealt": {"to": ALL, "card": OWNER, "turn": ALL},
    "examined": {},
    "burned": {"of": ALL},
    "community": {"card": ALL},
    "turned": {"of": ALL, "cards": ALL, "number": ALL},
    "decided": {"seat": ALL, "choice": ALL, "wager": ALL, "amount": ALL, "discard": OWNER, "absent": ALL},
    "settled": {"seat": ALL, "line": ALL},
    "announced": {"of": ALL, "words": ALL},
    "kept_out": {"seat": ALL},
    "collected": {"of": ALL, "cards": ALL},
    "stub": {"counted": ALL},
    "found_face_up": {"card": ALL, "from": ALL},
    "exposed": {"of": ALL, "card": ALL},
    "put_right": {"of": ALL, "how": ALL},
    "reported": {"what": ALL, "of": ALL, "to": ALL, "number": ALL, "turn": ALL, "back": ALL, "says": ALL},
    "miscounted": {"of": ALL, "number": ALL},
    "relaid": {"of": ALL, "number": ALL, "turn": ALL},
    "strayed": {"of": ALL, "to": ALL},
    "drawn": {},
    "corrected": {"to": ALL, "number": ALL, "card": OWNER, "shown": ALL, "round": ALL, "reason": ALL},
    "irregular": {"what": ALL, "clauses": ALL, "says": ALL, "rulings": ALL},
    "pending": {"what": ALL, "says": ALL},
    "ruled": {"what": ALL, "choice": ALL, "reason": ALL},
    "dealer_void": {},
    "jammed": {"device": ALL},
    "device": {"device": ALL, "is": ALL, "from": ALL},
    "uses": {"dealing": ALL, "shuffling": ALL, "from": ALL},
    "moved_on": {"step": ALL, "cursor": ALL},
    "over": {"round": ALL, "void": ALL},
    "fault": {},
}
