"""Fixtures of tests that analyse games through a command or the library."""

from __future__ import annotations

import pytest


@pytest.fixture
def shared_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have analyses take the solutions that tests share, whoever asks for them in this process."""
    from support.analysis.solutions import substitutes  # late: few tests analyse anything

    for each, name, value in substitutes():
        monkeypatch.setattr(each, name, value)
