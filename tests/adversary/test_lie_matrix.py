"""Each lie of a dishonest house against each client but the page: docs/trust.md says which finds it, in which words.

The page's column is derived by `tests/page/test_dishonest_page.py`.
"""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest
from support.cli import shell
from support.client.clients import CHIPS, cheaply
from support.service.dishonest_house import dishonest
from support.service.lies import ALARM, COLUMNS, LIES, LOG_COLUMNS, LOG_LIES, TRUST, LogLies, row, table, without_hashes

from croupier.client import Client, Refused
from croupier.client.evidence import Evidence
from croupier.table.receipts.verify import BROKEN, HOLDS, OPEN

NAME = "uth-ma"  # no two cards look alike: two hands that do can be swapped without a lie
NOTHING = "has no receipt"
VERIFY: dict[str, Any] = runpy.run_path(str(TRUST.parent / "verify.py"))


def _program(folder: Path, lie: str) -> tuple[str, str, Path]:
    """What the client for programs finds, in its words, and the file of the receipts that it saves."""
    file = folder / "receipts.jsonl"
    file.write_text("")
    with (
        dishonest(folder, NAME, lies=LIES[lie]()) as (_, address),
        Client(address, evidence=Evidence(folder / "kept.jsonl"), patience=5) as client,
    ):
        client.come_in()
        with client.watch(NAME) as seat:
            seat.sit(CHIPS)
            try:
                seat.bet(seat.terms.least_wagers())
            except Refused as error:
                assert seat.alarm
                return ALARM, str(error), file
            while not seat.checked:
                seat.decide(*cheaply(seat.message, seat.terms))
            [found] = seat.checked
    if found.receipt is not None:
        file.write_text(json.dumps(found.kept) + "\n")
    wanted = {BROKEN: False, OPEN: None, HOLDS: True}[found.state]
    return found.state, next(each.says for each in found.findings if each.holds is wanted and not each.beyond), file


def _terminal(folder: Path, lie: str) -> str:
    folder.mkdir()
    with dishonest(folder, NAME, lies=LIES[lie]()) as (_, address):
        return _plays(address)


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
    state, words, file = _program(tmp_path, lie)
    page = table().get(lie, ("", "?"))[1]
    found = (lie, page, state, _terminal(tmp_path / "terminal", lie), *_verified(file), without_hashes(words))
    assert row(found) == row(table().get(lie, ("",))), row(found)


def _visits(address: str, evidence: Path) -> tuple[str, str]:
    """What the client for programs finds of a round, and the first words of it that do not hold, or are open."""
    with Client(address, evidence=Evidence(evidence), patience=5) as client:
        client.come_in()
        with client.watch(NAME) as seat:
            seat.sit(CHIPS)
            seat.bet(seat.terms.least_wagers())
            while not seat.checked:
                seat.decide(*cheaply(seat.message, seat.terms))
            [found] = seat.checked
            seat.leave()
    wanted = {BROKEN: False, OPEN: None, HOLDS: True}[found.state]
    return found.state, next(each.says for each in found.findings if each.holds is wanted and not each.beyond)


def _plays(address: str) -> str:
    """What the terminal finds of a round."""
    words = ("play", "--server", address, "--table", NAME, "--rounds", "1", "--plain")
    done = shell.run(*words, typed="\n" + "1\n" * 8)
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
    assert all(HOLDS not in each[1:-1] for each in table(LOG_COLUMNS).values())
    assert all(HOLDS not in each[1:-1] for each in table().values()), "no lie passes for a round that was checked"
    assert row(COLUMNS) in TRUST.read_text()
