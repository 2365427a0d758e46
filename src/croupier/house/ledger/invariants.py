"""The invariants of the ledger, which every transaction must keep to, whoever has made it.

Play money cannot pass between persons. Checked of a transaction by itself is this: it falls into movements, each the
shortest run of legs that is zero together; a movement is between the kinds of accounts below, each at most once, and
all its accounts of a table are of one table and one seat. So no movement has two wallets or two seats in it. Between
a seat or its layout and the tray money goes only as the line of a settlement. The cage deals with one person's wallet
in a transaction, and so does each seat. What is left by which one person's money can become another's is a settlement.

`Books` checks one thing more, for which it takes all transactions in their order: what lies at a seat or before it goes
to no other person's wallet than the one from which money was last put there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, get_args

from croupier.games.lines import Result
from croupier.house.ledger.accounts import MAY_OWE, Account, LedgerError, parsed
from croupier.house.ledger.postings import Posting
from croupier.money import Cents, dollars

_RESULTS = frozenset(get_args(Result))
_TRADES = {
    frozenset(each.split())
    for each in (
        "wallet seat",
        "seat layout",
        "seat layout tray",
        "seat tray",
        "layout tray",
        "tray meter",
        "cage wallet",
        "cage tray",
        "cage meter",
    )
}


class Movement(NamedTuple):
    """Legs that are zero together, and their accounts by kind."""

    legs: list[Posting]
    by_kind: Mapping[str, Account]


def lawful(legs: Iterable[Posting]) -> list[Movement]:
    """The parts of a transaction, each of which sums to zero; a LedgerError says why it is not lawful."""
    wallets: dict[Account, str] = {}  # by account, the person whose wallet this transaction moves
    movements = []
    for movement in _movements(legs):
        movements.append(movement)
        by_kind = movement.by_kind
        if "wallet" in by_kind:
            person = by_kind["wallet"].of
            other = by_kind.get("seat") or by_kind["cage"]
            if wallets.setdefault(other, person) != person:
                where = f"seat {other.seat} of {other.of!r}" if other.seat else "the cage"
                raise LedgerError(
                    f"one transaction cannot take {where} from {wallets[other]!r} to {person!r}",
                    "a transaction for each person, play money does not pass between them",
                )
    return movements


def _movements(legs: Iterable[Posting]) -> Iterator[Movement]:
    """The parts of a transaction that each sum to zero."""
    movement: list[Posting] = []
    total = 0
    for leg in legs:
        if not leg.amount:
            raise LedgerError(f"a leg of {leg.account!r} moves nothing", "legs with an amount")
        movement.append(leg)
        total += leg.amount
        if not total:
            by_kind = _by_kind(tuple([each.account for each in movement]))
            if "tray" in by_kind:
                _check_settlement(movement, by_kind)
            yield Movement(movement, by_kind)
            movement = []
    if movement:
        raise LedgerError(f"the transaction does not sum to zero, but to {dollars(total)}", "double entry")


@lru_cache(maxsize=4096)
def _by_kind(names: tuple[str, ...]) -> Mapping[str, Account]:
    """The accounts of a movement by their kinds; a LedgerError if no money moves between them."""
    accounts = [parsed(each) for each in names]
    by_kind = {about.kind: about for about in accounts}
    if len(by_kind) != len(accounts) or frozenset(by_kind) not in _TRADES:
        ways = "; ".join(sorted(" and ".join(sorted(each)) for each in _TRADES))
        raise LedgerError(f"no money moves between {', '.join(names)}", f"{ways}, each once")
    at_table = {about.of for about in accounts if about.kind in {"seat", "layout", "tray"}}
    if len(at_table) > 1 or len({about.seat for about in accounts if about.seat}) > 1:
        raise LedgerError(f"no money moves between {', '.join(names)}", "accounts of one seat of one table")
    return by_kind


def _check_settlement(movement: Sequence[Posting], by_kind: Mapping[str, Account]) -> None:
    """Check that what the tray pays to a seat or takes from it is a line of a settlement."""
    if by_kind.keys().isdisjoint({"seat", "layout"}):
        return
    for leg in movement:
        if leg.what.partition(" ")[0] not in _RESULTS:
            between = ", ".join(each.account for each in movement)
            raise LedgerError(f"{leg.what!r} is no line of a settlement, and moves no money between {between}")


class Books:
    """All transactions so far, in their order: the balance of each account, and the owner of the money at each seat.

    Where the transactions are those of one stream alone, `shared` has the kinds of accounts that other streams move as
    well: the balance of such an account is not known here, and may seem to be below zero.
    """

    def __init__(self, shared: frozenset[str] = frozenset()) -> None:
        self._may_owe = MAY_OWE | shared
        self.balances: dict[str, Cents] = {}
        self._whose: dict[str, str] = {}  # the person from whose wallet money was last put at a seat

    def take(self, legs: Sequence[Posting]) -> None:
        """Enter a transaction; if it is refused, a LedgerError says why, and nothing is entered."""
        movements = lawful(legs)
        after: dict[str, Cents] = {}
        whose: dict[str, str] = {}
        for movement in movements:
            if "wallet" in movement.by_kind and "seat" in movement.by_kind:
                whose |= self._owner(movement, after)
            for leg in movement.legs:
                after[leg.account] = self._held(leg.account, after) + leg.amount
        for account, amount in after.items():
            if amount < 0 and parsed(account).kind not in self._may_owe:
                raise LedgerError(f"{account} would hold {dollars(amount)}", "nothing below zero")
        self.balances |= after
        self._whose |= whose

    def _held(self, account: str, after: Mapping[str, Cents]) -> Cents:
        return after.get(account, self.balances.get(account, 0))

    def _owner(self, movement: Movement, after: Mapping[str, Cents]) -> dict[str, str]:
        """The owner of the money at the seat of a wallet's movement; a LedgerError if it is another person's."""
        person = movement.by_kind["wallet"].of
        seat = next(leg.account for leg in movement.legs if parsed(leg.account).kind == "seat")
        owner = self._whose.get(seat, person)
        stands = self._held(seat, after) + self._held(seat.replace("seat", "layout", 1), after)
        if owner != person and stands:
            raise LedgerError(
                f"{dollars(stands)} of {owner!r} stands at {seat}", f"{owner!r} is paid before {person!r} sits there"
            )
        return {seat: person}
