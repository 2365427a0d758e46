"""Who may do what: the whole table, against one written by hand, for every role, pass, scope and circumstance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import get_args

import pytest
from sqlalchemy import Connection
from support.house.people import ARGON, NOW, hire, house, known, sign_in

from croupier.house.people import tokens, users
from croupier.house.people.permissions import (
    BEARERS,
    BEFORE_CHANGE,
    PERMISSIONS,
    SPEAKS,
    actions_of,
    allowed,
    command,
    commanded,
    viewer,
    who_may,
)
from croupier.house.people.roles import COOKIE, ROLES, SCOPES, STAFF, TOKEN, Principal
from croupier.house.people.tokens import who
from croupier.rulebook.refusal import Refusal
from croupier.schemas.roles import Role
from croupier.table.model.catalog import DECLARED
from croupier.table.views.view import PUBLIC, Viewer

# ---- the table, written a second time ------------------------------------------------------------------------

# For nobody, guest, player, dealer, floor, auditor, manager: - never, * always, o own, t another's, a where assigned,
# b own and where assigned. Then what a token needs one of.
BY_HAND = """
become a guest         *------
sign up                *o-----
sign in                *******
sign out               -oooooo
change password        --ooooo
rename                 -ooooo*  play manage
see passes             -ooooo*  play manage
end passes             -ooooo*  play manage
close account          -ooooo*  play manage
watch                  *******  watch play deal scan floor audit manage metrics
view as player         -**----  play
view as dealer         ---a---  deal
view as floor          ----a**  floor audit manage
buy                    -oo----  play
cash out               -oo----  play
sit out                -oo----  play
leave after            -oo----  play
coach                  -oo----  play
practise               -oooooo  play
train                  -oooooo  play deal
set drill              ----*-*  floor manage
sign on                ---b---  deal
relieve                ---oa-*  deal floor
close after            ----a-*  floor
open table             ----a-*  floor
close table            ----a-*  floor
fill                   ----a-*  floor
credit                 ----a-*  floor
figures                ----a**  floor audit manage
move player            ----a-*  floor
refuse player          ----a-*  floor
places                 -oooooo  play
wallet                 -oooo**  play audit manage
recall                 -oooo**  play audit manage
look at hidden cards   -----*-  audit
look at undealt cards  -------
share                  -oooooo  play
revoke share           -ooooo*  play manage
export                 -----*-  audit
ledger                 -----**  audit manage
significant events     -----**  audit manage
chain                  -----**  audit manage
metrics                -----**  audit manage metrics
correct                ------t  manage
people                 ------*  manage
hire                   ------*  manage
change role            ------t  manage
make program           ------*  manage
assign                 ------*  manage
reset password         -------
analyse                ------*  manage
settings               ------*  manage
"""
COMMANDS_BY_HAND = {
    "-oo----  play": "sit,leave,sit out,come back,bet,ready,give number,decide",
    "---a---  deal": (
        "inspect,spread,show,wash,stack,shuffle,cut,load,idle,no more bets,collect bonus,turn up,stub,collect folds,"
        "reveal,settle,count"
    ),
    "---a---  deal scan": "deal,burn,community",
    "----a-*  floor": "verify,recut,order shuffle,withdraw deck,act,rule,repair,put out,confirm,reject,correct scan",
    "---aa-*  deal floor": "call,report",
    "-------": "open,close,receive,buy,timeout,jam,clock,meter,fault",
}
REASONED = {"move player", "refuse player", "look at hidden cards", "export", "correct"}


def _by_hand() -> dict[str, tuple[str, frozenset[str]]]:
    lines = [(line[:23].strip(), line[23:]) for line in BY_HAND.strip().splitlines()]
    given = [(f"command {do}", cells) for cells, names in COMMANDS_BY_HAND.items() for do in names.split(",")]
    return {action: (cells[:7], frozenset(cells[7:].split())) for action, cells in [*lines, *given]}


EXPECTED = _by_hand()
CIRCUMSTANCES = list(product([False, True], [False, True]))


def expected(bearer: str, action: str, *, own: bool, assigned: bool) -> bool:
    cell = EXPECTED[action][0][("nobody", *ROLES).index(bearer)]
    return {"-": False, "*": True, "o": own, "t": not own, "a": assigned, "b": own and assigned}[cell]


def bearer(role: Role, *, scopes: str | None = None, must_change: bool = False, assigned: str = "") -> Principal:
    kind = COOKIE if scopes is None else TOKEN
    has, works_at = frozenset((scopes or "").split()), frozenset(assigned.split())
    return Principal(
        "p", "Ann", role, program=kind == TOKEN, kind=kind, scopes=has, hash="h", expires=1, must_change=must_change,
        assigned=works_at,
    )  # fmt: skip


def is_allowed(principal: Principal | None, action: str, *, own: bool, assigned: bool) -> bool:
    """Whether it is allowed; a refusal says what was refused and who may."""
    refusal = allowed(principal, action, own=own, assigned=assigned, reason="A dispute.")
    if refusal is None:
        return True
    assert type(refusal) is Refusal
    assert refusal.about == action
    assert refusal.why
    assert refusal.accepted
    return False


def test_the_table_and_the_one_written_by_hand_have_the_same_actions() -> None:
    assert PERMISSIONS.keys() == EXPECTED.keys()
    assert all(action == each.action for action, each in PERMISSIONS.items())
    assert {do for do in DECLARED if command(do) in PERMISSIONS} == DECLARED.keys()


# ---- every bearer, action and circumstance -------------------------------------------------------------------


@pytest.mark.parametrize("action", EXPECTED)
def test_a_cookie_opens_what_the_role_may_do_and_nothing_else(action: str) -> None:
    for role, (own, assigned) in product(BEARERS, CIRCUMSTANCES):
        somebody = None if role == "nobody" else bearer(role)
        may = expected(role, action, own=own, assigned=assigned)
        assert is_allowed(somebody, action, own=own, assigned=assigned) == may, (role, own, assigned)


@pytest.mark.parametrize("action", EXPECTED)
def test_a_token_opens_what_both_its_role_and_one_of_its_scopes_allow(action: str) -> None:
    opening = EXPECTED[action][1]
    given = ["", *SCOPES, "watch play", " ".join(SCOPES), "everything"]
    for role, scopes, (own, assigned) in product(ROLES, given, CIRCUMSTANCES):
        may = expected(role, action, own=own, assigned=assigned) and bool(opening & set(scopes.split()))
        got = is_allowed(bearer(role, scopes=scopes), action, own=own, assigned=assigned)
        assert got == may, (role, scopes, own, assigned)


@pytest.mark.parametrize("action", EXPECTED)
def test_by_a_one_time_password_nothing_is_allowed_but_to_choose_another(action: str) -> None:
    for role, (own, assigned) in product(ROLES, CIRCUMSTANCES):
        may = action in BEFORE_CHANGE and expected(role, action, own=own, assigned=assigned)
        assert is_allowed(bearer(role, must_change=True), action, own=own, assigned=assigned) == may
    assert {"change password", "sign in", "sign out"} == BEFORE_CHANGE


@pytest.mark.parametrize("role", ROLES)
def test_the_actions_of_a_bearer_are_those_that_the_table_allows_somewhere_and_everywhere(role: Role) -> None:
    somewhere = {
        action for action in EXPECTED if any(expected(role, action, own=own, assigned=True) for own in (True, False))
    }
    everywhere = {action for action in EXPECTED if expected(role, action, own=False, assigned=False)}
    assert set(actions_of(bearer(role), assigned=True)) == somewhere
    assert set(actions_of(bearer(role), assigned=False)) == everywhere
    assert everywhere <= somewhere
    assert set(actions_of(bearer(role, must_change=True), assigned=True)) <= BEFORE_CHANGE


STATES = ("good", "expired", "revoked", "signed out", "role changed", "account closed", "password reset")


@pytest.fixture
def conn() -> Iterator[Connection]:
    with house() as conn:
        yield conn


def _in_state(conn: Connection, role: Role, state: str) -> Principal | None:
    """Who is found by the pass of somebody to whom that has happened."""
    hire(conn, "boss", "manager")
    if role == "guest":
        issued = users.guest(conn, NOW)
    else:
        hire(conn, "ann", role)
        issued = sign_in(conn, "ann")
    if state == "revoked":
        tokens.revoke(conn, issued.person, issued.hash, NOW)
    elif state == "signed out":
        tokens.sign_out(conn, issued.secret, NOW)
    elif state == "role changed" and role == "guest":
        users.sign_up(conn, known(conn, issued), "ann", ARGON.hash("x"), NOW)
    elif state == "role changed":
        users.change_role(conn, issued.person, "floor" if role != "floor" else "dealer", NOW)
    elif state == "account closed":
        users.close_account(conn, issued.person, NOW)
    elif state == "password reset" and role != "guest":
        users.reset(conn, "ann", ARGON.hash("x"), NOW)
    return who(conn, issued.secret, issued.expires if state == "expired" else NOW)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("role", ROLES)
def test_a_pass_that_is_good_opens_its_role_and_one_that_has_ended_opens_what_nobody_may(
    conn: Connection, role: Role, state: str
) -> None:
    found = _in_state(conn, role, state)
    counts_as = role if state == "good" or (state, role) == ("password reset", "guest") else "nobody"
    for action, (own, assigned) in product(EXPECTED, CIRCUMSTANCES):
        may = expected(counts_as, action, own=own, assigned=assigned)
        assert is_allowed(found, action, own=own, assigned=assigned) == may, (action, own, assigned)
    assert counts_as == role or viewer(found, "one") == PUBLIC


# ---- reasons, words and what is not in the table -------------------------------------------------------------


@pytest.mark.parametrize("action", EXPECTED)
def test_what_needs_a_reason_is_refused_without_one_to_those_who_may(action: str) -> None:
    assert PERMISSIONS[action].reason == (action in REASONED)
    for role, (own, assigned), reason in product(ROLES, CIRCUMSTANCES, ["", " \n"]):
        refusal = allowed(bearer(role), action, own=own, assigned=assigned, reason=reason)
        if expected(role, action, own=own, assigned=assigned):
            assert (refusal is not None) == (action in REASONED)
            assert refusal is None or "reason" in refusal.accepted


def test_what_changes_the_house_or_looks_at_what_is_hidden_is_significant() -> None:
    significant = {action for action, each in PERMISSIONS.items() if each.significant}
    assert significant >= REASONED | {"change role", "assign", "hire", "make program", "reset password", "sign on"}
    assert not significant & {"watch", "recall", "sign out", "command bet"}


@pytest.mark.parametrize(
    "action", ["", "command", "command ", "command x", "Watch", "x" * 10**6, "\x00", "\ud800", "command Bet", "bet"]
)
def test_what_is_not_in_the_table_nobody_may_do(action: str) -> None:
    for role in BEARERS:
        somebody = None if role == "nobody" else bearer(role)
        refusal = allowed(somebody, action, own=True, assigned=True, reason="why not")
        assert refusal is not None
        assert "nothing that anyone can do" in refusal.why
        assert len(str(refusal)) < 200


@pytest.mark.parametrize(
    ("somebody", "action", "why", "accepted"),
    [
        (
            bearer("dealer"),
            "command sit",
            "a dealer may not give 'sit' at a table: those who work here do not play here",
            "a guest as to what is their own; a player as to what is their own",
        ),
        (None, "ledger", "a visitor who is not signed in may not see the ledger", "an auditor; a manager"),
        (
            bearer("floor"),
            "close table",
            "a floor may close a table where assigned only",
            "a floor where assigned; a manager",
        ),
        (bearer("player", scopes="watch"), "buy", "by this token nobody may buy chips", "a token with the scope play"),
        (bearer("player", scopes="play"), "sign out", "by this token nobody may sign out", "a person by cookie"),
        (
            bearer("manager"),
            "reset password",
            "a manager may not reset a password",
            "whoever has the house's machine: `croupier house people`",
        ),
        (
            bearer("manager"),
            "command clock",
            "a manager may not give 'clock' at a table",
            "the house itself, by which no person speaks",
        ),
        (
            bearer("manager", must_change=True),
            "ledger",
            "nobody may see the ledger by a one-time password",
            "a password of one's own chosen first",
        ),
    ],
)
def test_a_refusal_says_what_was_refused_and_why_and_who_may(
    somebody: Principal | None, action: str, why: str, accepted: str
) -> None:
    assert str(allowed(somebody, action, own=True, assigned=False)) == f"the house: {why}; accepted: {accepted}"


def test_every_line_of_the_table_says_who_may() -> None:
    assert all(who_may(each) for each in PERMISSIONS.values())
    assert all(set(each.scopes) <= SCOPES.keys() for each in PERMISSIONS.values())


def test_every_scope_opens_something_to_each_role_that_may_have_it() -> None:
    for scope, roles in SCOPES.items():
        for role in roles:
            somebody = bearer(role, scopes=scope)
            opened = [each for each in EXPECTED if is_allowed(somebody, each, own=True, assigned=True)]
            assert [each for each in opened if each != "watch"] or scope == "watch", (scope, role)


# ---- what must hold whatever the table says ------------------------------------------------------------------


def _who_ever(action: str) -> set[str]:
    """All who may do it in some circumstance."""
    return {
        role
        for role, (own, assigned) in product(BEARERS, CIRCUMSTANCES)
        if is_allowed(None if role == "nobody" else bearer(role), action, own=own, assigned=assigned)
    }


def test_those_who_work_here_never_play() -> None:
    for action in [command(do) for do, each in DECLARED.items() if "player" in each.by] + ["buy", "cash out"]:
        assert _who_ever(action) == {"guest", "player"}


def test_no_person_speaks_for_the_house_a_device_or_chance() -> None:
    for do, declared in DECLARED.items():
        if not {"player", "dealer", "floor"} & set(declared.by):
            assert _who_ever(command(do)) == set()
    assert set(SPEAKS.values()) == {"player", "dealer", "floor"}


def test_everybody_speaks_at_a_table_only_as_the_command_is_declared() -> None:
    for do, declared in DECLARED.items():
        assert all(SPEAKS[role] in declared.by for role in ROLES if role in _who_ever(command(do)))


def test_nobody_touches_anothers_seat() -> None:
    for do, declared in DECLARED.items():
        if declared.by == ("player",):
            for role, assigned in product(ROLES, [False, True]):
                assert not is_allowed(bearer(role), command(do), own=False, assigned=assigned)


def test_undealt_cards_are_shown_to_nobody_and_hidden_ones_to_auditors_alone() -> None:
    assert _who_ever("look at undealt cards") == set()
    assert _who_ever("look at hidden cards") == _who_ever("export") == {"auditor"}


def test_nobody_changes_the_own_role_or_corrects_the_own_money() -> None:
    for role, action, assigned in product(ROLES, ["change role", "correct"], [False, True]):
        assert not is_allowed(bearer(role), action, own=True, assigned=assigned)


def test_a_password_is_reset_on_the_machine_only() -> None:
    assert _who_ever("reset password") == set()


def test_who_is_not_signed_in_watches_and_comes_in_and_nothing_else() -> None:
    open_to_all = {each for each in EXPECTED if is_allowed(None, each, own=True, assigned=True)}
    assert open_to_all == {"become a guest", "sign up", "sign in", "watch"}


# ---- scanners ------------------------------------------------------------------------------------------------


def test_a_scanner_enters_cards_where_it_is_assigned_and_does_nothing_else() -> None:
    scanner = bearer("dealer", scopes="scan")
    opened = {each for each in EXPECTED if is_allowed(scanner, each, own=True, assigned=True)}
    assert opened == {"watch", "command deal", "command burn", "command community"}
    assert {each for each in EXPECTED if is_allowed(scanner, each, own=True, assigned=False)} == {"watch"}


@pytest.mark.parametrize("do", ["deal", "burn", "community"])
def test_a_scanner_says_which_cards_came_and_asks_for_nothing_more(do: str) -> None:
    for args in ({}, {"cards": 3}, {"cards": None}, {"stacks": 1}):
        refusal = commanded(bearer("dealer", scopes="scan watch"), do, args, own=False, assigned=True)
        assert refusal is not None
        assert "without the cards" in refusal.why
        assert commanded(bearer("dealer", scopes="scan deal"), do, args, own=False, assigned=True) is None
        assert commanded(bearer("dealer"), do, args, own=False, assigned=True) is None
    for cards in ("Ah Kd", ["Ah"]):
        assert commanded(bearer("dealer", scopes="scan"), do, {"cards": cards}, own=False, assigned=True) is None


@pytest.mark.parametrize("cards", ["Ah Kd", ["Ah"], []])
def test_nobody_but_a_scanner_says_which_cards_came_face_down(cards: object) -> None:
    def refused(somebody: Principal, do: str, *, assigned: bool = True) -> Refusal | None:
        return commanded(somebody, do, {"cards": cards}, own=False, assigned=assigned)

    for dealer in (bearer("dealer"), bearer("dealer", scopes="deal")):
        for do in ("deal", "burn"):
            refusal = refused(dealer, do)
            assert refusal is not None
            assert "lie face down" in refusal.why
        assert refused(dealer, "community") is None
    for do in ("deal", "burn"):
        assert refused(bearer("dealer", scopes="scan deal"), do) is None
        assert refused(bearer("dealer", scopes="scan"), do, assigned=False) is not None


@pytest.mark.parametrize("do", [*DECLARED, "", "x" * 10**6, "\x00"])
def test_a_command_is_allowed_as_its_action_is(do: str) -> None:
    for role, (own, assigned) in product(BEARERS, CIRCUMSTANCES):
        somebody = None if role == "nobody" else bearer(role)
        by_action = allowed(somebody, command(do), own=own, assigned=assigned)
        assert commanded(somebody, do, {}, own=own, assigned=assigned) == by_action


# ---- what somebody sees --------------------------------------------------------------------------------------

FLOOR, DEALER, PLAYER = Viewer("floor"), Viewer("dealer"), Viewer("player", "p")


@pytest.mark.parametrize(
    ("somebody", "sees"),
    [
        (None, PUBLIC),
        (bearer("guest"), PLAYER),
        (bearer("player"), PLAYER),
        (bearer("player", assigned="one"), PLAYER),
        (bearer("dealer"), PUBLIC),
        (bearer("dealer", assigned="two"), PUBLIC),
        (bearer("dealer", assigned="one two"), DEALER),
        (bearer("floor"), PUBLIC),
        (bearer("floor", assigned="one"), FLOOR),
        (bearer("auditor"), FLOOR),
        (bearer("manager"), FLOOR),
        (bearer("manager", must_change=True), PUBLIC),
        (bearer("player", must_change=True), PUBLIC),
        (bearer("guest", scopes="watch"), PUBLIC),
        (bearer("guest", scopes="watch play"), PLAYER),
        (bearer("dealer", scopes="scan", assigned="one"), PUBLIC),
        (bearer("dealer", scopes="deal", assigned="one"), DEALER),
        (bearer("auditor", scopes="metrics"), PUBLIC),
        (bearer("auditor", scopes="audit"), FLOOR),
        (bearer("manager", scopes="floor"), FLOOR),
        (bearer("manager", scopes="metrics"), PUBLIC),
    ],
)
def test_everybody_sees_a_table_as_who_they_are_there(somebody: Principal | None, sees: Viewer) -> None:
    assert viewer(somebody, "one") == sees


def test_nobody_is_given_the_view_in_which_undealt_cards_are() -> None:
    for role, scopes, change, assigned in product(ROLES, [None, *SCOPES, " ".join(SCOPES)], [False, True], ["", "one"]):
        seen = viewer(bearer(role, scopes=scopes, must_change=change, assigned=assigned), "one")
        assert seen.role in {"public", "player", "dealer", "floor"}
        assert role not in STAFF or seen.person == ""


def test_the_roles_are_those_of_the_type() -> None:
    assert get_args(Role) == ROLES
