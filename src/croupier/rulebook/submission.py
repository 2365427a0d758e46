"""A submission: an operator's choice of options for one rulebook, checked.

An option that is not chosen has its first value. A submission exists only if the rulebook allows all of it; otherwise
every objection is raised at once, each with its clause. Nothing here opens a file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from croupier.errors import CroupierError
from croupier.html_table import html_table
from croupier.rulebook.choices import Choices, Value
from croupier.rulebook.loader import load
from croupier.rulebook.model import Rulebook
from croupier.rulebook.progressive import Progressive
from croupier.rulebook.refusal import Refusal
from croupier.rulebook.submission_check import check


class SubmissionError(CroupierError, ValueError):
    """A submission that its rulebook does not allow; it is made of the rulebook and every objection."""

    def __init__(self, rulebook: Rulebook, refusals: list[Refusal]) -> None:
        self.rulebook = rulebook
        self.refusals = tuple(refusals)
        super().__init__("\n".join(map(str, refusals)))


@dataclass(frozen=True, slots=True)
class Submission(Choices):
    """A rulebook with the chosen options; made by `of` or `parse`, which validate them."""

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.options().items())
        return f"<Submission {self.rulebook.id}{f': {chosen}' if chosen else ''}>"

    def _repr_html_(self) -> str:
        rows = [
            (name, str(self[name]), "chosen" if name in self.chosen else "") for name in self if self[name] is not None
        ]
        raised = [(f"odds.{table}.{hand}", str(pays), "chosen") for (table, hand), pays in self.odds.items()]
        return html_table([*rows, *raised], about=f"{self.rulebook.title} ({self.rulebook.id})")

    @classmethod
    def of(cls, rulebook: Rulebook, options: Mapping[str, object]) -> Submission:
        """Validate options and make a submission of them, or raise a SubmissionError with every objection."""
        choices, refusals = check(rulebook, options)
        if refusals:
            raise SubmissionError(rulebook, refusals)
        return cls(rulebook, choices.chosen, choices.odds)

    @classmethod
    def parse(cls, text: str, books: Callable[[str], Rulebook] | None = None) -> Submission:
        """Parse a submission from TOML text; its `rulebook` key names the document.

        `books` finds it by that name, among other rulebooks than the package's.
        """
        options = tomllib.loads(text)
        name = options.pop("rulebook", None)
        if not isinstance(name, str):
            message = 'a submission starts with the rulebook it is for: rulebook = "uth-ma"'
            raise ValueError(message)  # noqa: TRY004 - the text is at fault, not a caller's type
        return cls.of((books or load)(name), options)

    def options(self) -> dict[str, object]:
        """The choices as a submission writes them: `of` makes an equal submission from them."""
        written: dict[str, object] = {name: self._written(name, value) for name, value in self.chosen.items()}
        for (table, hand), pays in self.odds.items():
            odds = written.setdefault("odds", {})
            assert isinstance(odds, dict)  # noqa: S101 - made on the line above
            odds.setdefault(table, {})[hand] = str(pays)
        return written

    def _written(self, name: str, value: Value) -> object:
        option = self.rulebook.options[name]
        if isinstance(value, Progressive):
            return value.options(with_stake=option.stake is None)
        return self.rulebook.money(value) if option.kind == "money" and isinstance(value, int) else value
