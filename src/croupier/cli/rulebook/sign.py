"""`croupier sign`: the payout sign of a table."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from croupier.cli.pages import page
from croupier.cli.pages.placard import MARGIN, PAPERS, layout
from croupier.cli.rulebook.options import chosen
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.cli.terminal.input_files import read_text
from croupier.cli.terminal.output_files import check_file, write
from croupier.rulebook import Submission, UnknownError
from croupier.rulebook.sign import PayoutSign
from croupier.rulebook.sign import sign as payout_sign
from croupier.rulebook.translation import said_in


@dataclass(frozen=True, slots=True)
class Placard:
    """Options of a sign as a page to print: the output file, the paper and a file of words in another language."""

    html: str
    paper: str = "a4"
    words: str | None = None
    landscape: bool = False


def sign(
    name: str | None, sets: list[str], file: str | None, placard: Placard | None, language: str, *, as_json: bool
) -> None:
    """Print the sign for the options chosen, or write it as a placard."""
    submission = chosen(name, sets, file)
    with bad_input(UnknownError):
        submission = replace(submission, rulebook=said_in(submission.rulebook, language))
    if placard is not None:
        path = check_file(placard.html, name, file, placard.words)
        found = payout_sign(submission)
        words = _words(placard.words) if placard.words is not None else {}
        write({path: placard_page(found, placard.paper, words, landscape=placard.landscape)})
        if not as_json:
            show.line(f"Wrote {path}.", "dim")
            _show_unused(words, found)
            return
    if as_json:
        show.as_json(asdict(payout_sign(submission)))
    else:
        show_sign(submission)


def show_sign(submission: Submission, *, plain: bool = False) -> None:
    """Print the payout sign for a submission, in columns or as sentences."""
    _print(payout_sign(submission), plain=plain)


def placard_page(found: PayoutSign, paper: str, words: Mapping[str, str], *, landscape: bool = False) -> str:
    """Render the sign as one sheet in the largest type that fits, with a second language if words are given."""
    if paper not in PAPERS:
        raise InputError(f"--paper {paper}: accepted: {', '.join(PAPERS)}")
    placed = layout(found, paper, words, landscape=landscape)
    return page("sign", found=found, layout=placed, margin=MARGIN, words=words)


def _show_unused(words: Mapping[str, str], found: PayoutSign) -> None:
    """List the words that are not on the sign: one file may serve several games, but a typing error looks the same."""
    unused = [each for each in words if each not in set(_texts(found))]
    if unused:
        show.line(f"Not on this sign: {', '.join(unused)}.")


def _texts(found: PayoutSign) -> Iterator[str]:
    """Every text of a sign that can be translated."""
    yield from (found.title, *found.limits, *found.phrases)
    for block in found.blocks:
        yield from (block.title, *block.columns, *block.notes, *(cell for row in block.rows for cell in row))


def _words(file: str) -> dict[str, str]:
    """Read a file of translations, by the English text."""
    try:
        words = tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{file} is no TOML: {error}") from error
    except RecursionError as error:
        raise InputError(f"{file} is nested too deeply to be read") from error
    if not all(isinstance(each, str) for each in words.values()):
        raise InputError(f'{file}: accepted: lines like "Royal flush" = "Escalera real"')
    return words


def _sentence(hand: str, pays: Sequence[str], columns: Sequence[str]) -> str:
    """A row of the sign as a sentence; if there are several columns, each is named before its odds."""
    told = [f"{column}, {each}" for column, each in zip(columns, pays, strict=True)] if columns else pays
    return f"{hand}: {'; '.join(told)}."


def _print(found: PayoutSign, *, plain: bool) -> None:
    show.line(found.title if plain else found.title.upper(), "bold")
    for block in found.blocks:
        show.heading(block.title)
        if plain:
            show.lines(_sentence(hand, pays, block.columns) for hand, *pays in block.rows)
        else:
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
