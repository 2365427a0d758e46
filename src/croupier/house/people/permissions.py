"""The table of permissions: role, action, own or another's, where one is assigned or anywhere.

The checks are made from it and so are their tests. A person who may do nothing by it can do nothing: an action that
is not in the table is refused, and so is a token without the scope. Those who work here do not play here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Flag, auto
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from croupier.house.people.roles import ROLES, SCOPES, STAFF, TOKEN, Principal
from croupier.rulebook.refusal import Refusal
from croupier.schemas.roles import Role as HouseRole
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import Role
from croupier.table.model.declaration import Declared
from croupier.table.model.validation import shown
from croupier.table.views.view import PUBLIC, Viewer

Bearer: TypeAlias = HouseRole | Literal["nobody"]
NOBODY: Bearer = "nobody"  # a visitor who is not signed in, or no longer
BEARERS: tuple[Bearer, ...] = (NOBODY, *ROLES)


class Needs(Flag):
    """The conditions under which a role is allowed something."""

    NOTHING = 0
    OWN = auto()  # the subject is the person's own: a seat, a round, an account
    OTHER = auto()  # the subject is another person's
    ASSIGNED = auto()  # the person is assigned to the table that it is about


NOTHING, OWN, OTHER, ASSIGNED = Needs.NOTHING, Needs.OWN, Needs.OTHER, Needs.ASSIGNED


@dataclass(frozen=True, slots=True)
class Permission:
    """One line of the table."""

    action: str
    means: str  # the action in words
    may: Mapping[Bearer, Needs]
    scopes: tuple[str, ...] = ()  # one of which a token must have; with none no token opens it
    reason: bool = False  # True if a reason must be given
    significant: bool = False  # True if it is written to the stream of significant events
    note: str = ""  # why it is refused to others
    elsewhere: str = ""  # the one who does it, where no bearer of a pass may


# ---- the table's own commands ------------------------------------------------------------------------------

# As whom a person speaks at a table. A manager speaks as the floor, at every table; an auditor says nothing.
SPEAKS: dict[HouseRole, Role] = {
    "guest": "player",
    "player": "player",
    "dealer": "dealer",
    "floor": "floor",
    "manager": "floor",
}
_NEEDS: dict[HouseRole, Needs] = {
    "guest": OWN,
    "player": OWN,
    "dealer": ASSIGNED,
    "floor": ASSIGNED,
    "manager": NOTHING,
}
_COMMAND_SCOPES: dict[Role, str] = {"player": "play", "dealer": "deal", "floor": "floor"}
_NOT_BY_STAFF = "those who work here do not play here"


def command(do: str) -> str:
    """The action of giving a table's command."""
    return f"command {do}"


FACE_DOWN = frozenset({"deal", "burn"})  # commands whose cards nobody at the table sees


def enters_cards(declared: Declared) -> bool:
    """True if a command tells the table which real cards were dealt: a scanner's work."""
    return "cards" in declared.named


def _of_a_command(declared: Declared) -> Permission:
    """The permission for a table's command: its declared roles; a device's or the house's has none over the wire."""
    may: dict[Bearer, Needs] = {role: _NEEDS[role] for role, speaks in SPEAKS.items() if speaks in declared.by}
    scopes = [_COMMAND_SCOPES[by] for by in declared.by if by in _COMMAND_SCOPES]
    return Permission(
        command(declared.name),
        f"give {declared.name!r} at a table",
        may,
        (*scopes, *(["scan"] if enters_cards(declared) else [])),
        note=_NOT_BY_STAFF if declared.takes_seat else "",
        elsewhere="" if may else "the house itself, by which no person speaks",
    )


# ---- the house's own actions -------------------------------------------------------------------------------

_ANYBODY: dict[Bearer, Needs] = dict.fromkeys(BEARERS, NOTHING)
_ONESELF: dict[Bearer, Needs] = dict.fromkeys(ROLES, OWN)
_PLAYERS: dict[Bearer, Needs] = {"guest": OWN, "player": OWN}
_WITH_LOGIN: dict[Bearer, Needs] = {"player": OWN, **dict.fromkeys(STAFF, OWN)}
_SUPERVISORS: dict[Bearer, Needs] = {"floor": ASSIGNED, "manager": NOTHING}
_BOOKS: dict[Bearer, Needs] = {"auditor": NOTHING, "manager": NOTHING}
# A recording has folded hands and the order of every deck: who looks at them and who exports them is one decision.
_HIDDEN: dict[Bearer, Needs] = {"auditor": NOTHING}
_AUDIT = ("audit",)
_MANAGERS: dict[Bearer, Needs] = {"manager": NOTHING}
_MANAGERS_OF_OTHERS: dict[Bearer, Needs] = {"manager": OTHER}
_MACHINE = "whoever has the house's machine: `croupier house people`"
_PLAY, _FLOOR, _BOOK, _MANAGE, _ALL = ("play",), ("floor",), ("audit", "manage"), ("manage",), tuple(SCOPES)

_HOUSE = (
    # accounts
    Permission("become a guest", "become a guest", {NOBODY: NOTHING}),
    Permission("sign up", "sign up", {NOBODY: NOTHING, "guest": OWN}),
    Permission("sign in", "sign in", _ANYBODY),
    Permission("sign out", "sign out", _ONESELF),
    Permission("change password", "change a password", _WITH_LOGIN),
    Permission("rename", "change a name", {**_ONESELF, "manager": NOTHING}, _PLAY + _MANAGE),
    Permission("see passes", "see where somebody is signed in", {**_ONESELF, "manager": NOTHING}, _PLAY + _MANAGE),
    Permission(
        "end passes", "end somebody's passes", {**_ONESELF, "manager": NOTHING}, _PLAY + _MANAGE, significant=True
    ),
    Permission(
        "close account", "close an account", {**_ONESELF, "manager": NOTHING}, _PLAY + _MANAGE, significant=True
    ),
    # at a table
    Permission("watch", "watch a table", _ANYBODY, _ALL),
    Permission("view as player", "see a table as its player", dict.fromkeys(("guest", "player"), NOTHING), _PLAY),
    Permission("view as dealer", "see a table as its dealer", {"dealer": ASSIGNED}, ("deal",)),
    Permission("view as floor", "see a table as the floor", {**_SUPERVISORS, "auditor": NOTHING}, _FLOOR + _BOOK),
    Permission("buy", "buy chips", _PLAYERS, _PLAY, note=_NOT_BY_STAFF),
    Permission("cash out", "cash chips in", _PLAYERS, _PLAY, note=_NOT_BY_STAFF),
    Permission("sit out", "sit out", _PLAYERS, _PLAY, note=_NOT_BY_STAFF),
    Permission("leave after", "leave after this round", _PLAYERS, _PLAY, note=_NOT_BY_STAFF),
    Permission(
        "coach", "ask the coach", _PLAYERS, _PLAY, note="the coach knows what a seat knows, and tells its player"
    ),
    Permission("practise", "practise decisions", _ONESELF, _PLAY),
    Permission("train", "learn to deal at a lesson", _ONESELF, ("play", "deal")),
    Permission("set drill", "set somebody a drill", {"floor": NOTHING, "manager": NOTHING}, _FLOOR + _MANAGE),
    Permission("sign on", "sign on to deal", {"dealer": OWN | ASSIGNED}, ("deal",), significant=True),
    Permission("relieve", "relieve a dealer", {"dealer": OWN, **_SUPERVISORS}, ("deal", "floor"), significant=True),
    Permission("close after", "close a table after this round", _SUPERVISORS, _FLOOR, significant=True),
    Permission("open table", "open a table", _SUPERVISORS, _FLOOR, significant=True),
    Permission("close table", "close a table", _SUPERVISORS, _FLOOR, significant=True),
    Permission("fill", "bring chips to a table", _SUPERVISORS, _FLOOR, significant=True),
    Permission("credit", "take chips from a table", _SUPERVISORS, _FLOOR, significant=True),
    Permission("figures", "see what a table earns", {**_SUPERVISORS, "auditor": NOTHING}, _FLOOR + _BOOK),
    Permission("move player", "move a player", _SUPERVISORS, _FLOOR, reason=True, significant=True),
    Permission("refuse player", "refuse a player", _SUPERVISORS, _FLOOR, reason=True, significant=True),
    # what was
    Permission("places", "see where somebody sits", _ONESELF, _PLAY),
    Permission("wallet", "see a wallet", {**_ONESELF, **_BOOKS}, _PLAY + _BOOK),
    Permission("recall", "recall rounds", {**_ONESELF, **_BOOKS}, _PLAY + _BOOK),
    Permission(
        "look at hidden cards",
        "look at cards that were dealt and not shown",
        _HIDDEN,
        _AUDIT,
        reason=True,
        significant=True,
    ),
    Permission(
        "look at undealt cards",
        "look at cards that were not dealt",
        {},
        elsewhere="nobody",
        note="they are shown to nobody",
    ),
    Permission("share", "share a round", _ONESELF, _PLAY),
    Permission("revoke share", "take back a shared round", {**_ONESELF, "manager": NOTHING}, _PLAY + _MANAGE),
    Permission("export", "export recordings", _HIDDEN, _AUDIT, reason=True, significant=True),
    Permission("ledger", "see the ledger", _BOOKS, _BOOK),
    Permission("significant events", "see the significant events", _BOOKS, _BOOK),
    Permission("chain", "see where the record stands", _BOOKS, _BOOK),
    Permission("metrics", "see the metrics", _BOOKS, (*_BOOK, "metrics")),
    # the house
    Permission("correct", "correct the ledger", _MANAGERS_OF_OTHERS, _MANAGE, reason=True, significant=True),
    Permission("people", "see the people of the house", _MANAGERS, _MANAGE),
    Permission("hire", "make an account for somebody", _MANAGERS, _MANAGE, significant=True),
    Permission("change role", "change a role", _MANAGERS_OF_OTHERS, _MANAGE, significant=True),
    Permission("make program", "make a program or its token", _MANAGERS, _MANAGE, significant=True),
    Permission("assign", "assign dealers and floors to tables", _MANAGERS, _MANAGE, significant=True),
    Permission("reset password", "reset a password", {}, significant=True, elsewhere=_MACHINE),
    Permission("analyse", "run an analysis", _MANAGERS, _MANAGE),
    Permission("settings", "see and change settings", _MANAGERS, _MANAGE, significant=True),
)
PERMISSIONS: dict[str, Permission] = {each.action: each for each in (*map(_of_a_command, DECLARED.values()), *_HOUSE)}
# The actions that are open before a one-time password is changed.
BEFORE_CHANGE = frozenset({"change password", "sign in", "sign out"})
_MOST_KEPT = 4096  # answers of the table that are kept at hand


# ---- checking ----------------------------------------------------------------------------------------------


def allowed(principal: Principal | None, action: str, *, own: bool, assigned: bool, reason: str = "") -> Refusal | None:
    """The refusal of an action to a principal, with the reason and the roles that may; None if it is allowed.

    `own`: what it is about is the bearer's; `assigned`: the bearer works at the table that it is about.
    """
    permission = PERMISSIONS.get(action)
    if permission is None:
        return _refusal(
            f"{shown(action)} is nothing that anyone can do here", "what the house's interface describes", ""
        )
    if principal is None:
        refused = _looked_up(NOBODY, None, action, own, assigned, False)  # noqa: FBT003 - names cost a cache more than the rest
    else:
        scopes = principal.scopes if principal.kind == TOKEN else None
        refused = _looked_up(principal.role, scopes, action, own, assigned, principal.must_change)
    if refused is None and permission.reason and not reason.strip():
        return _refusal(f"nobody may {permission.means} without a reason", "the same with a reason", action)
    return refused


@lru_cache(maxsize=_MOST_KEPT)
def _looked_up(
    bearer: Bearer,
    scopes: frozenset[str] | None,
    action: str,
    own: bool,  # noqa: FBT001 - without names, as above
    assigned: bool,  # noqa: FBT001 - as above
    must_change: bool,  # noqa: FBT001 - as above
) -> Refusal | None:
    """The refusal of an action of the table to such a bearer, by a token of these scopes if it is one."""
    permission, holds = PERMISSIONS[action], (OWN if own else OTHER) | (ASSIGNED if assigned else NOTHING)
    if must_change and action not in BEFORE_CHANGE:
        why = f"nobody may {permission.means} by a one-time password"
        return _refusal(why, "a password of one's own chosen first", action)
    needs = permission.may.get(bearer)
    if needs is None or needs & ~holds:
        return _refusal(_why(bearer, permission, needs), who_may(permission), action)
    if scopes is not None and scopes.isdisjoint(permission.scopes):
        return _refusal(f"by this token nobody may {permission.means}", _token_for(permission), action)
    return None


def actions_of(principal: Principal, *, assigned: bool) -> list[str]:
    """The actions of the table that this bearer may do: at a table where assigned, or wherever and of whomever."""
    owners = (True, False) if assigned else (False,)
    return [
        action
        for action in PERMISSIONS
        if any(allowed(principal, action, own=own, assigned=assigned, reason=action) is None for own in owners)
    ]


def commanded(
    principal: Principal | None, do: str, args: Mapping[str, Any], *, own: bool, assigned: bool
) -> Refusal | None:
    """The refusal of a table's command to a principal; None if it is allowed.

    A token that only scans says which cards came, and asks for nothing more. Only a scanner says which cards came face
    down: a dealer does not know them, and is not to look. The table checks the owner of the seat, too; to sit down is a
    person's own affair, and so `own`.
    """
    refused = allowed(principal, command(do), own=own, assigned=assigned)
    if refused is not None or principal is None:
        return refused
    enters = type(args.get("cards")) in {str, list}
    if scans_only(principal) and not enters:
        why = f"a token that is for scanning may not give {do!r} without the cards"
        return _refusal(why, "the cards that came, or a token with the scope deal", command(do))
    if enters and do in FACE_DOWN and not (principal.kind == TOKEN and "scan" in principal.scopes):
        why = f"a dealer does not know the cards of {do!r}, which lie face down"
        return _refusal(why, "a scanner's token, with the scope scan; cards that lie face up are typed", command(do))
    return None


def scans_only(principal: Principal) -> bool:
    """True if this is a shoe's scanner, which tells which cards came and does nothing else."""
    return principal.kind == TOKEN and "deal" not in principal.scopes and "scan" in principal.scopes


def deals(principal: Principal) -> bool:
    """True if this is a dealer, who signs on and is relieved."""
    return principal.role == "dealer" and not scans_only(principal)


def _refusal(why: str, accepted: str, action: str) -> Refusal:
    return Refusal(why, accepted, document="the house", about=action)


def _why(bearer: Bearer, permission: Permission, needs: Needs | None) -> str:
    if needs is None:
        return f"{_called(bearer)} may not {permission.means}{f': {permission.note}' if permission.note else ''}"
    return f"{_called(bearer)} may {permission.means} {_QUALIFIED[needs]} only"


def _token_for(permission: Permission) -> str:
    return f"a token with the scope {' or '.join(permission.scopes)}" if permission.scopes else "a person by cookie"


_QUALIFIED = {
    NOTHING: "",
    OWN: "as to what is their own",
    OTHER: "as to what is another's",
    ASSIGNED: "where assigned",
    OWN | ASSIGNED: "for themselves and where assigned",
}


def _called(bearer: Bearer) -> str:
    return "a visitor who is not signed in" if bearer == NOBODY else f"{'an' if bearer == 'auditor' else 'a'} {bearer}"


def who_may(permission: Permission) -> str:
    """The roles that may do something, in words."""
    each = [f"{_called(bearer)} {_QUALIFIED[needs]}".strip() for bearer, needs in permission.may.items()]
    return "; ".join(each) or permission.elsewhere


# ---- what somebody sees ------------------------------------------------------------------------------------


def viewer(principal: Principal | None, stream: str) -> Viewer:
    """The view of a table that a principal gets: never the auditor's, which has undealt cards in it."""
    assigned = principal is not None and stream in principal.assigned
    for role in ("floor", "dealer", "player"):
        if principal is not None and allowed(principal, f"view as {role}", own=True, assigned=assigned) is None:
            return Viewer(role, principal.person if role == "player" else "")
    return PUBLIC
