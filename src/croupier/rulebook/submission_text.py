"""Serialisation of a submission as the TOML text of a file, which `Submission.parse` reads again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from croupier.rulebook.submission import Submission


def written(submission: Submission) -> str:
    """The text: the rulebook and the chosen options; the others keep the rulebook's defaults."""
    return "\n".join([f"rulebook = {toml_value(submission.rulebook.id)}", *_table(submission.options())]) + "\n"


def _table(options: Mapping[str, object], above: str = "") -> Iterator[str]:
    inner = {name: value for name, value in options.items() if isinstance(value, Mapping)}
    yield from (f"{name} = {toml_value(value)}" for name, value in options.items() if name not in inner)
    for name, value in inner.items():
        yield f"[{above}{name}]"
        yield from _table(value, f"{above}{name}.")


def toml_value(value: object) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{name} = {toml_value(each)}' for name, each in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(toml_value(each) for each in value)}]"
    return json.dumps(value, ensure_ascii=False)
