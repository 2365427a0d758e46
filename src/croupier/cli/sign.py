"""`croupier sign`: the payout sign of a table."""

from __future__ import annotations

from dataclasses import asdict

from croupier.cli import show
from croupier.cli.choices import chosen
from croupier.rulebook import Submission
from croupier.rulebook.sign import PayoutSign
from croupier.rulebook.sign import sign as payout_sign


def sign(name: str, sets: list[str], file: str | None, *, as_json: bool) -> None:
    """Print the sign for the options chosen."""
    submission = chosen(name, sets, file)
    if as_json:
        show.as_json(asdict(payout_sign(submission)))
    else:
        show_sign(submission)


def show_sign(submission: Submission) -> None:
    """Print the sign of a table that is run by this submission."""
    _print(payout_sign(submission))


def _print(found: PayoutSign) -> None:
    show.line(found.title.upper(), "bold")
    for block in found.blocks:
        show.heading(block.title)
        show.rows(block.rows, ["", *block.columns] if block.columns else [], widths=(28,))
        for note in block.notes:
            show.line(note)
    if found.limits:
        show.line()
    for limit in found.limits:
        show.line(limit)
    for phrase in found.phrases:
        show.line()
        show.line(phrase, "bold")
