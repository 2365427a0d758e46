"""Each lie of a dishonest house against each client but the page: docs/trust.md says which finds it, in which words.

The page's column is derived by `tests/page/test_dishonest_page.py`.
"""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from support.cli import shell
from support.client.clients import CHIPS, cheaply
from support.service.dishonest_house import dishonest
from support.service.lies import ALARM, COLUMNS, LIES, TRUST, row, table, without_hashes

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
        words = ("play", "--server", address, "--table", NAME, "--rounds", "1", "--plain")
        done = shell.run(*words, typed="\n" + "1\n" * 8)
    told = {
        ALARM: "contradicts itself",
        BROKEN: "THE RECEIPT OF ROUND 1 DOES NOT HOLD",
        OPEN: "The receipt of round 1 is not checked",
        HOLDS: "The receipt of round 1 is checked",
    }
    text = " ".join((done.stdout + done.stderr).split())
    return next((state for state, says in told.items() if says in text), text[-400:])


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


def test_the_table_has_each_lie_and_no_other() -> None:
    assert list(table()) == list(LIES)
    assert all(HOLDS not in each[1:-1] for each in table().values()), "no lie passes for a round that was checked"
    assert row(COLUMNS) in TRUST.read_text()
