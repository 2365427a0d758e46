"""What the ledger takes and what it refuses, and the transactions of the cage."""

from __future__ import annotations

import pytest

from croupier.house.ledger.accounts import Account, LedgerError, parsed
from croupier.house.ledger.invariants import Books, lawful
from croupier.house.ledger.postings import Posting
from croupier.house.ledger.transactions import (
    BoughtIn,
    CashedOut,
    Correction,
    Credit,
    Fill,
    GuestMoney,
    Incident,
    MeterSeed,
    Transaction,
    read,
)


def legs(*given: tuple[str, int], what: str = "win ante") -> tuple[Posting, ...]:
    return tuple(Posting(account, amount, what) for account, amount in given)


# ---- accounts ------------------------------------------------------------------------------------------


def test_an_account_is_known_by_its_name() -> None:
    assert parsed("cage") == Account("cage")
    assert parsed("wallet/p_-1") == Account("wallet", "p_-1")
    assert parsed("seat/main-1/12") == Account("seat", "main-1", "12")
    assert parsed("layout/main-1/3") == Account("layout", "main-1", "3")
    assert parsed("tray/main-1") == Account("tray", "main-1")
    assert parsed("meter/uth-ma 50% / a") == Account("meter", "uth-ma 50% / a")


@pytest.mark.parametrize(
    "name",
    [
        *("", "cage/", "cages", "wallet", "wallet/", "wallet/a/b", "wallet/a\n", "wallet/seat 1", "seat/t", "seat/t/0"),
        *("seat/t/01", "seat/T/1", "tray/$cage", "layout/t/1/2", "meter/", "meter/\u0661", "till/t", "seat/t/1\u0661"),
        "tray/" + "a" * 41,
    ],
)
def test_what_is_no_account_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(LedgerError, match=r"there is no account .*; accepted: cage, wallet/PERSON, seat/TABLE/N"):
        parsed(name)


# ---- what is lawful ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        [],
        [("wallet/a", -5), ("seat/t/1", 5)],
        [("seat/t/1", -5), ("layout/t/1", 5)],
        [("layout/t/1", -5), ("seat/t/1", 12), ("tray/t", -7)],
        [("layout/t/1", -5), ("tray/t", 5)],
        [("seat/t/1", -5), ("tray/t", 5), ("tray/t", -5), ("meter/m", 5)],
        [("cage", -5), ("wallet/a", 5)],
        [("cage", 5), ("wallet/a", -5), ("wallet/a", 6), ("cage", -6)],
        # All leave at the end of a session, each to the own wallet.
        [("seat/t/1", -5), ("wallet/a", 5), ("seat/t/2", -9), ("wallet/b", 9)],
    ],
)
def test_what_tables_and_the_cage_do_is_lawful(given: list[tuple[str, int]]) -> None:
    lawful(legs(*given))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ([("wallet/a", -5), ("wallet/b", 5)], "no money moves between wallet/a, wallet/b"),
        ([("seat/t/1", -5), ("seat/t/2", 5)], "no money moves between seat/t/1, seat/t/2"),
        ([("seat/t/1", -5), ("layout/t/2", 5)], "accepted: accounts of one seat of one table"),
        ([("seat/t/1", -5), ("layout/u/1", 5)], "accepted: accounts of one seat of one table"),
        ([("seat/t/1", -5), ("tray/u", 5)], "accepted: accounts of one seat of one table"),
        ([("layout/t/1", -5), ("wallet/b", 5)], "no money moves between layout/t/1, wallet/b"),
        ([("meter/m", -5), ("wallet/b", 5)], "no money moves between meter/m, wallet/b"),
        ([("tray/t", -5), ("wallet/b", 5)], "no money moves between tray/t, wallet/b"),
        ([("tray/t", -5), ("tray/u", 5)], "no money moves between tray/t, tray/u"),
        ([("wallet/a", -5), ("wallet/b", 2), ("seat/t/1", 3)], "no money moves between wallet/a, wallet/b, seat/t/1"),
        ([("wallet/a", -5), ("seat/t/1", 4)], "does not sum to zero, but to -$0.01"),
        ([("wallet/a", -5), ("seat/t/1", 5), ("cage", 0)], "a leg of 'cage' moves nothing"),
        ([("wallet/a", -5), ("cage", 5), ("cage", -5), ("wallet/b", 5)], "cannot take the cage from 'a' to 'b'"),
        ([("wallet/a", -5), ("seat/t/1", 5), ("seat/t/1", -5), ("wallet/b", 5)], "cannot take seat 1 of 't' from"),
    ],
)
def test_money_passes_between_persons_in_no_other_way_than_a_settlement(given: list[tuple[str, int]], why: str) -> None:
    with pytest.raises(LedgerError) as refused:
        lawful(legs(*given))
    assert why in str(refused.value)


def test_a_tray_pays_and_takes_by_a_line_of_a_settlement_alone() -> None:
    with pytest.raises(LedgerError, match="'gift' is no line of a settlement"):
        lawful(legs(("tray/t", -5), ("seat/t/1", 5), what="gift"))


# ---- books ---------------------------------------------------------------------------------------------


def _with(*transactions: tuple[Posting, ...]) -> Books:
    books = Books()
    for each in transactions:
        books.take(each)
    return books


def _guest(person: str, amount: int) -> tuple[Posting, ...]:
    return GuestMoney(amount, person).postings


@pytest.mark.parametrize(
    "given",
    [
        [("wallet/a", -101), ("seat/t/1", 101)],
        [("seat/t/1", -1), ("layout/t/1", 1)],
        [("layout/t/1", -1), ("tray/t", 1)],
        [("meter/m", -1), ("tray/t", 1)],
    ],
)
def test_nothing_but_the_houses_own_goes_below_zero(given: list[tuple[str, int]]) -> None:
    books = _with(_guest("a", 100))
    before = dict(books.balances)
    with pytest.raises(LedgerError, match=r"would hold -\$0\.01; accepted: nothing below zero"):
        books.take(legs(*given))
    assert books.balances == before


def test_a_table_may_lose_more_than_it_has_and_the_cage_gives_what_is_played_with() -> None:
    books = _with(_guest("a", 100), legs(("wallet/a", -100), ("seat/t/1", 100)), legs(("seat/t/1", 7), ("tray/t", -7)))
    assert books.balances == {"cage": -100, "wallet/a": 0, "seat/t/1": 107, "tray/t": -7}


def test_what_stands_at_a_seat_goes_to_nobody_elses_wallet() -> None:
    books = _with(_guest("a", 100), legs(("wallet/a", -100), ("seat/t/1", 100)))
    with pytest.raises(
        LedgerError, match=r"\$1 of 'a' stands at seat/t/1; accepted: 'a' is paid before 'b' sits there"
    ):
        books.take(legs(("seat/t/1", -100), ("wallet/b", 100)))
    # Nor while all of it lies before the seat.
    books.take(legs(("seat/t/1", -100), ("layout/t/1", 100)))
    books.take(_guest("b", 50))
    with pytest.raises(LedgerError, match="'a' is paid before 'b' sits there"):
        books.take(legs(("wallet/b", -50), ("seat/t/1", 50)))


def test_who_has_lost_all_makes_room_for_the_next() -> None:
    books = _with(
        _guest("a", 100),
        _guest("b", 50),
        legs(("wallet/a", -100), ("seat/t/1", 100)),
        legs(("seat/t/1", -100), ("layout/t/1", 100)),
        legs(("layout/t/1", -100), ("tray/t", 100), what="lose ante"),
        legs(("wallet/b", -50), ("seat/t/1", 50)),
        legs(("seat/t/1", -50), ("wallet/b", 50)),
    )
    assert books.balances["wallet/b"] == 50


# ---- the cage ------------------------------------------------------------------------------------------

CAGE: list[tuple[Transaction, list[tuple[str, int]]]] = [
    (GuestMoney(500, "p-1"), [("cage", -500), ("wallet/p-1", 500)]),
    (BoughtIn(500, "p-1", "p-9"), [("cage", -500), ("wallet/p-1", 500)]),
    (CashedOut(500, "p-1", "p-9"), [("wallet/p-1", -500), ("cage", 500)]),
    (Fill(500, "main-1", "p-9"), [("cage", -500), ("tray/main-1", 500)]),
    (Credit(500, "main-1", "p-9"), [("tray/main-1", -500), ("cage", 500)]),
    (MeterSeed(500, "uth"), [("cage", -500), ("meter/uth", 500)]),
    (Correction(500, "wallet/p-1", up=True, reason="Lost chips.", by="p-9"), [("cage", -500), ("wallet/p-1", 500)]),
    (Correction(500, "tray/main-1", up=False, reason="Counted.", by="p-9"), [("tray/main-1", -500), ("cage", 500)]),
]


@pytest.mark.parametrize(("transaction", "given"), CAGE, ids=lambda each: type(each).__name__)
def test_each_transaction_of_the_cage_is_between_the_cage_and_one_account(
    transaction: Transaction, given: list[tuple[str, int]]
) -> None:
    assert transaction.postings == legs(*given, what=transaction.what)
    lawful(transaction.postings)
    assert read(transaction.text) == transaction


def test_a_transaction_is_written_with_what_it_is() -> None:
    assert GuestMoney(500, "p-1").text == b'{"what":"guest money","amount":500,"person":"p-1"}'


@pytest.mark.parametrize("amount", [0, -1, 10**15 + 1, True, 1.0, "5", None])
def test_no_amount_but_whole_cents_within_bounds_moves(amount: int) -> None:
    with pytest.raises(
        LedgerError, match=r"no such amount moves; accepted: from \$0\.01 to \$10,000,000,000,000, in cents"
    ):
        GuestMoney(amount, "p-1")


def _made(kind: str, value: object) -> object:
    given: dict[str, object] = {"amount": 5, "person": "p-1", "by": "p-9", "table": "t", "meter": "m"} | {kind: value}
    made = {"person": BoughtIn, "by": Fill, "table": Fill, "meter": MeterSeed}[kind]
    return made(**{name: given[name] for name in made.__struct_fields__})


@pytest.mark.parametrize("kind", ["person", "by", "table", "meter"])
@pytest.mark.parametrize("value", ["", "a\nb", "x" * 300, "caf\u00e9\u202e", 7, None, ["p"]])
def test_no_name_but_one_of_its_kind_is_taken(kind: str, value: object) -> None:
    with pytest.raises(LedgerError, match=rf"^{kind} cannot be .*; accepted: the "):
        _made(kind, value)


@pytest.mark.parametrize("account", ["seat/t/1", "layout/t/1", "meter/m", "cage"])
def test_what_a_table_says_is_not_corrected_in_the_ledger(account: str) -> None:
    with pytest.raises(LedgerError, match="cannot be corrected; accepted: a wallet or a tray"):
        Correction(5, account, up=True, reason="So.", by="p-9")


@pytest.mark.parametrize("reason", ["", "  ", "a\nb", "x" * 501, None])
def test_a_correction_says_why(reason: str) -> None:
    with pytest.raises(LedgerError, match="a correction needs a reason; accepted: 1 to 500 letters on one line"):
        Correction(5, "tray/t", up=True, reason=reason, by="p-9")


def test_a_correction_says_whether_up_or_down_and_of_what() -> None:
    with pytest.raises(LedgerError, match="up or down"):
        Correction(5, "tray/t", up=1, reason="So.", by="p-9")  # type: ignore[arg-type]
    with pytest.raises(LedgerError, match="there is no account '7'"):
        Correction(5, 7, up=True, reason="So.", by="p-9")  # type: ignore[arg-type]
    for incident in (Incident("no table!", "s", 1, 1), Incident("t", "s", 1, 0)):
        with pytest.raises(LedgerError, match="no incident"):
            Correction(5, "tray/t", up=True, reason="So.", by="p-9", incident=incident)


def test_a_correction_without_an_incident_is_written_as_before_there_were_any() -> None:
    plain = Correction(5, "tray/t", up=True, reason="So.", by="p-9")
    assert plain.text == b'{"what":"correction","amount":5,"account":"tray/t","up":true,"reason":"So.","by":"p-9"}'
    assert read(plain.text) == plain
    named = Correction(5, "tray/t", up=True, reason="So.", by="p-9", incident=Incident("t", "s-1", 3, 17))
    assert read(named.text) == named


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b"[" * 100_000,
        b"\xff",
        b'{"what":"gift","amount":5}',
        b'{"what":"guest money","amount":5}',
        b'{"what":"guest money","amount":-5,"person":"p-1"}',
        b'{"what":"guest money","amount":5,"person":"p-1","to":"p-2"}',
        b'{"what":"guest money", "amount":5,"person":"p-1"}',
        b'{"amount":5,"what":"guest money","person":"p-1"}',
    ],
)
def test_what_is_no_transaction_is_not_read_as_one(text: bytes) -> None:
    with pytest.raises(LedgerError, match="that is no transaction of the cage"):
        read(text)
