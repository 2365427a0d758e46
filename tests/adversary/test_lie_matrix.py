"""Each lie of a dishonest house against each client but the page: docs/trust.md says which finds it, in which words.

The page's column is derived by `tests/page/test_dishonest_page.py`.
"""

from __future__ import annotations

import json
import re
import runpy
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support.cli import shell
from support.client.clients import CHIPS, cheaply
from support.service.dishonest_house import Lies, dishonest
from support.service.lies import (
    ALARM,
    CHOICE_COLUMNS,
    CHOICES,
    COLUMNS,
    LIES,
    LOG_COLUMNS,
    LOG_LIES,
    TRUST,
    TWICE,
    LogLies,
    row,
    table,
    without_hashes,
)

from croupier.client import Client, Refused, Table
from croupier.client.answers import Checked
from croupier.client.evidence import Evidence
from croupier.table.receipts.verify import BROKEN, HOLDS, OPEN

NAME = "uth-ma"  # no two cards look alike: two hands that do can be swapped without a lie
NOTHING = "has no receipt"
VERIFY: dict[str, Any] = runpy.run_path(str(TRUST.parent / "verify.py"))


def _program(folder: Path, lies: Lies) -> tuple[str, Checked | str, Path]:
    """What the client for programs finds, or what it says of an alarm, and the file of the receipts that it saves."""
    file = folder / "receipts.jsonl"
    file.write_text("")
    with (
        dishonest(folder, NAME, lies=lies) as (_, address),
        Client(address, evidence=Evidence(folder / "kept.jsonl"), patience=5) as client,
    ):
        client.come_in()
        with client.watch(NAME) as seat:
            seat.sit(CHIPS)
            try:
                found = _round(seat)
            except Refused as error:
                assert seat.alarm
                return ALARM, str(error), file
    if found.receipt is not None:
        file.write_text(json.dumps(found.kept) + "\n")
    return found.state, found, file


def _round(seat: Table) -> Checked:
    """Bet, as often as bets are taken, and decide until a round is over; what its receipt shows."""
    while not seat.checked:
        if seat.message.may_bet:
            seat.bet(seat.terms.least_wagers())
        elif seat.message.asked:
            with suppress(Refused):  # the round may be void meanwhile
                seat.decide(*cheaply(seat.message, seat.terms))
        else:
            seat.next(1)
    [found] = seat.checked
    return found


def _first_words(found: Checked) -> str:
    """The first point that does not hold, or is open."""
    wanted = {BROKEN: False, OPEN: None, HOLDS: True}[found.state]
    return next(each.says for each in found.findings if each.holds is wanted and not each.beyond)


def _terminal(folder: Path, lies: Lies, bets: int = 1) -> str:
    folder.mkdir()
    with dishonest(folder, NAME, lies=lies) as (_, address):
        return _plays(address, bets)


def _told(said: str) -> str:
    """The state that the terminal tells of the receipt of its round."""
    told = {
        ALARM: "contradicts itself",
        BROKEN: r"THE RECEIPT OF ROUND \d DOES NOT HOLD",
        OPEN: r"The receipt of round \d is not checked",
        HOLDS: r"The receipt of round \d is checked",
    }
    text = " ".join(said.split())
    return next((state for state, says in told.items() if re.search(says, text)), text[-400:])


def _verified(file: Path) -> tuple[str, str]:
    """What `croupier verify` and verify.py say of the receipts that a client saved."""
    if not file.read_text():
        return NOTHING, NOTHING
    [ours] = json.loads(shell.run("verify", str(file), "--json").stdout)
    [given] = VERIFY["receipts_of"](file.read_text())
    return ours["state"], VERIFY["state_of"](VERIFY["points"](given, "", ""))


@pytest.mark.parametrize("lie", LIES)
def test_the_table_of_lies_says_who_finds_each(tmp_path: Path, lie: str) -> None:
    state, found, file = _program(tmp_path, LIES[lie]())
    page = table().get(lie, ("", "?"))[1]
    terminal = _terminal(tmp_path / "terminal", LIES[lie](), bets=1 + (lie == TWICE))
    words = found if isinstance(found, str) else _first_words(found)
    cells = lie, page, state, terminal, *_verified(file), without_hashes(words)
    assert row(cells) == row(table().get(lie, ("",))), row(cells)


@pytest.mark.parametrize("choice", CHOICES)
def test_the_table_of_choices_says_what_the_receipt_tells_of_each(tmp_path: Path, choice: str) -> None:
    state, found, file = _program(tmp_path, CHOICES[choice]())
    assert isinstance(found, Checked)
    ends = "; ".join(" ".join(filter(None, (each["end"], each["reason"]))) for each in found.receipt["decks"])
    counts = ", ".join(f"{name} {many}" for name, many in found.receipt["counts"].items())
    words = f"decks: {ends}; counts: {counts}"
    page = table(CHOICE_COLUMNS).get(choice, ("", "?"))[1]
    cells = choice, page, state, _terminal(tmp_path / "terminal", CHOICES[choice]()), *_verified(file), words
    assert row(cells) == row(table(CHOICE_COLUMNS).get(choice, ("",))), row(cells)


def _visits(address: str, evidence: Path) -> tuple[str, str]:
    """What the client for programs finds of a round, and the first words of it that do not hold, or are open."""
    with Client(address, evidence=Evidence(evidence), patience=5) as client:
        client.come_in()
        with client.watch(NAME) as seat:
            seat.sit(CHIPS)
            found = _round(seat)
            seat.leave()
    return found.state, _first_words(found)


def _plays(address: str, bets: int = 1) -> str:
    """What the terminal finds of a round, for which it bets so often."""
    words = ("play", "--server", address, "--table", NAME, "--rounds", "1", "--plain")
    done = shell.run(*words, typed="\n" * bets + "1\n" * 8)
    return _told(done.stdout + done.stderr)


@pytest.mark.parametrize("lie", LOG_LIES)
def test_the_table_of_lies_about_the_log_says_who_finds_each(
    tmp_path: Path, lie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    told = LogLies(LOG_LIES[lie])
    with dishonest(tmp_path, NAME, lies=told.lies) as (_, address):
        assert _visits(address, tmp_path / "kept.jsonl")[0] == HOLDS
        assert _plays(address) == HOLDS
        told.turns()
        state, words = _visits(address, tmp_path / "kept.jsonl")
        page = table(LOG_COLUMNS).get(lie, ("", "?"))[1]
        found = (lie, page, state, _plays(address), without_hashes(words))
    assert row(found) == row(table(LOG_COLUMNS).get(lie, ("",))), row(found)


def test_the_tables_have_each_lie_and_no_other() -> None:
    assert list(table()) == list(LIES)
    assert list(table(LOG_COLUMNS)) == list(LOG_LIES)
    assert list(table(CHOICE_COLUMNS)) == list(CHOICES)
    assert all(HOLDS not in each[1:-1] for each in table(LOG_COLUMNS).values())
    assert all(HOLDS not in each[1:-1] for each in table().values()), "no lie passes for a round that was checked"
    assert row(COLUMNS) in TRUST.read_text()
