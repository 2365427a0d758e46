"""What a client draws a table by: what the floor goes by when something waits for it, and what each choice leads to."""

from __future__ import annotations

import pytest
from support.default_house import NAMES
from support.table.tables import opened

from croupier.house.config.clocks import OTHERWISE
from croupier.rulebook import load
from croupier.service.live.table_layout import layout
from croupier.table.model.catalog import DECLARED

CHOICES = next(each.among for each in DECLARED["rule"].arguments if each.name == "choice")


@pytest.mark.parametrize("name", NAMES)
def test_whatever_waits_for_the_floor_comes_with_the_readings_and_what_each_choice_leads_to(name: str) -> None:
    book, drawn = load(name), layout("table", opened(name).state, OTHERWISE, coach=False)
    expected = {
        "irregularity": "S12",
        "community count": "S12",
        "miscount": "S12",
        "foul deck": "S12",
        **({"bonus chips": "L14"} if "L14" in book.rulings else {}),
    }
    assert {what: each.ruling for what, each in drawn.waits.items()} == expected
    for each in drawn.waits.values():
        ruling = book.rulings[each.ruling]
        assert (each.question, tuple(each.readings), each.reason) == (
            ruling.question,
            ruling.readings,
            ruling.reason,
        )
        assert tuple(it.choice for it in each.choices) == CHOICES
        assert [it.choice for it in each.choices if it.unsupervised] == ["void"]
        assert all(it.ruling in book.rulings for it in each.choices)
