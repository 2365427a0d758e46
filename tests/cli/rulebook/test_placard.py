"""Placards fill one sheet, in type that can be read, whatever a table offers and on whichever paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import pytest
from support.portions import portion

from croupier.cli.pages.placard import PAPERS, layout
from croupier.cli.rulebook.sign import placard_page
from croupier.rulebook import NAMES, Submission, SubmissionError, load
from croupier.rulebook.sign import PayoutSign, sign

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LEAST_TYPE = 2.4  # millimetres, on the smallest paper


def _signs(name: str) -> Iterator[PayoutSign]:
    """The sign of a rulebook under every value of every option, each by itself."""
    book = load(name)
    yield sign(Submission(book))
    for option, about in book.options.items():
        for value in about.values or ():
            try:
                yield sign(Submission(book, {option: value}))
            except SubmissionError:  # a value that needs another one
                continue


@cache
def _different(name: str) -> list[PayoutSign]:
    return list(dict.fromkeys(_signs(name)))


def _texts(found: PayoutSign) -> Iterator[str]:
    yield from (found.title, *found.limits, *found.phrases)
    for block in found.blocks:
        yield from (block.title, *block.columns, *block.notes, *(cell for row in block.rows for cell in row))


SHEETS = [*product(("a4", "letter"), (False, True), (False, True))]  # paper, landscape, with longer words
PARTS = 4  # of the sheets


@pytest.mark.parametrize(
    ("name", "part"), portion((pytest.param(name, part) for name in NAMES for part in range(PARTS)), PARTS)
)
def test_a_placard_is_one_sheet_on_every_paper(name: str, part: int, browser: Browser) -> None:
    shown = browser.new_page()
    for number, found in enumerate(_different(name)):
        for paper, landscape, longer in SHEETS[(number + part) % PARTS :: PARTS]:
            words = {text: f"{text} (otra lengua)" for text in _texts(found)} if longer else {}
            shown.set_content(placard_page(found, paper, words, landscape=landscape))
            printed = shown.pdf(prefer_css_page_size=True)
            assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, (paper, landscape, bool(words))
            sides = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", printed)
            assert sides is not None
            assert (float(sides[1]) > float(sides[2])) == landscape
            assert shown.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    shown.close()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_type_of_a_placard_can_be_read(name: str, paper: str) -> None:
    for found, landscape in product(_different(name), (False, True)):
        placed = layout(found, paper, {}, landscape=landscape)
        assert placed.size >= LEAST_TYPE
        assert [block for column in placed.columns for block in column] == list(found.blocks)


@pytest.mark.parametrize("name", NAMES)
def test_a_placard_fits_a_telephone(name: str, browser: Browser) -> None:
    shown = browser.new_page(viewport={"width": 360, "height": 740})
    for found in _different(name):
        shown.set_content(placard_page(found, "a4", {}, landscape=False))
        assert shown.evaluate("document.documentElement.scrollWidth") == 360
        cells = shown.locator("tbody th").evaluate_all("all => all.map(each => each.getClientRects()[0].width)")
        assert all(width > 30 for width in cells), "a word breaks between its letters"
    shown.close()
