"""The house edges in the list of tables are those of the exact analysis."""

from __future__ import annotations

import pytest
from support.analysis.solutions import analysed

import croupier
from croupier.analysis import Question
from croupier.service.live.house_edges import EDGES, house_edge


@pytest.mark.parametrize("name", EDGES)
def test_an_edge_is_that_of_the_analysis(name: str) -> None:
    submission = croupier.submission(name)
    edge = -analysed(Question(submission))["base"].ev
    assert house_edge(submission) == EDGES[name] == f"{float(edge) * 100:.4f}"


def test_a_table_with_options_of_its_own_has_no_edge_here() -> None:
    assert house_edge(croupier.submission("dragon-md", two_positions="yes")) == ""
