"""`croupier sign`: the payout sign of a table."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass

from croupier.cli import show
from croupier.cli.choices import chosen
from croupier.cli.errors import InputError
from croupier.cli.pages import page
from croupier.cli.reading import read_text
from croupier.cli.writing import check_file, write
from croupier.rulebook import Submission
from croupier.rulebook.sign import PayoutSign
from croupier.rulebook.sign import sign as payout_sign

PAPERS = {"a3": "A3", "a4": "A4", "a5": "A5", "letter": "letter", "tabloid": "11in 17in"}


@dataclass(frozen=True, slots=True)
class Placard:
    """A sign as a page to print: where it goes, on which paper, and a file of words in another language."""

    html: str
    paper: str = "a4"
    words: str | None = None


def sign(name: str | None, sets: list[str], file: str | None, placard: Placard | None, *, as_json: bool) -> None:
    """Print the sign for the options chosen, or write it as a placard."""
    submission = chosen(name, sets, file)
    if placard is not None:
        path = check_file(placard.html)
        write({path: placard_page(submission, placard)})
        if not as_json:
            show.line(f"Wrote {path}.", "dim")
            return
    if as_json:
        show.as_json(asdict(payout_sign(submission)))
    else:
        show_sign(submission)


def show_sign(submission: Submission) -> None:
    """Print the sign of a table that is run by this submission."""
    _print(payout_sign(submission))


def placard_page(submission: Submission, placard: Placard) -> str:
    """The sign as one page in large type, with a second language under the first where words for it are given."""
    if placard.paper not in PAPERS:
        raise InputError(f"--paper {placard.paper}: accepted: {', '.join(PAPERS)}")
    words = _words(placard.words) if placard.words is not None else {}
    return page("sign", found=payout_sign(submission), paper=PAPERS[placard.paper], words=words)


def _words(file: str) -> dict[str, str]:
    """Another language's words, each under the English ones that it stands for."""
    try:
        words = tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{file} is no TOML: {error}") from error
    if not all(isinstance(each, str) for each in words.values()):
        raise InputError(f'{file}: accepted: lines like "Royal flush" = "Escalera real"')
    return words


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
