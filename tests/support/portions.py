"""Portions of a long list of cases: some run in `make test`, the others in a part of the proof, under the same ids."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def portion(cases: Iterable[Any], one_in: int) -> list[Any]:
    """The cases as parameters of a test: of each so many in a row, all but the first are marked `prove`.

    A case is the value of the one parameter, or a `pytest.param` of several.
    """
    listed = [each if isinstance(each, type(pytest.param())) else pytest.param(each) for each in cases]
    return [
        each if number % one_in == 0 else pytest.param(*each.values, marks=[*each.marks, pytest.mark.prove], id=each.id)
        for number, each in enumerate(listed)
    ]
