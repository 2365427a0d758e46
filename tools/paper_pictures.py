"""Pictures of every paper: sheets, placards, packets, incidents and the workbook, on screens and as they are printed.

python tools/paper_pictures.py FOLDER

Pages are shown in a browser, narrow, wide and in dark colours, and printed to PDF there; WeasyPrint's PDF of the packet
is shown beside. `pdftoppm` (poppler-utils) makes pictures of a PDF's pages, and LibreOffice (libreoffice-calc) makes a
PDF of the workbook: both are installed by apt where this runs as root on Debian, and otherwise left out, which is said.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, sync_playwright
from support.page import browser as browser_support

from croupier.rulebook import NAMES

CROUPIER = Path(sys.executable).with_name("croupier")
PAPERS = (("a4", ()), ("a4", ("--landscape",)), ("letter", ()), ("letter", ("--landscape",)))
SCREENS = {"narrow": (360, 740, "light"), "wide": (1280, 800, "light"), "dark": (1280, 800, "dark")}
NEEDED = {"pdftoppm": "poppler-utils", "soffice": "libreoffice-calc"}


def main(folder: Path) -> None:
    """Write every paper, and take its pictures."""
    made = folder / "made"
    made.mkdir(parents=True, exist_ok=True)
    for program, package in NEEDED.items():
        _install(program, package)
    for name in NAMES:
        _papers(name, made)
    with sync_playwright() as playwright, browser_support.launched(playwright) as browser:
        for page in sorted(made.glob("*.html")):
            _screens(browser, page, folder)
    for book in sorted(made.glob("*.xlsx")):
        if shutil.which("soffice"):
            _run("soffice", "--headless", "--convert-to", "pdf", "--outdir", str(made), str(book))
    for pdf in sorted(made.glob("*.pdf")):
        if shutil.which("pdftoppm"):
            _run("pdftoppm", "-r", "50", "-png", str(pdf), str(folder / f"{pdf.stem}-page"))
    print(f"Pictures of papers are in {folder}.")


def _install(program: str, package: str) -> None:
    by_apt = hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None
    if shutil.which(program) is None and by_apt:
        # A failure is no error: a machine without a network takes the pictures that it can.
        for words in ("update -qq", f"install -y -qq --no-install-recommends {package}"):
            subprocess.run(["apt-get", *words.split()], check=False, stdout=subprocess.DEVNULL)  # noqa: S603, S607 - fixed
    if shutil.which(program) is None:
        print(f"{program} is not installed (Debian has it in {package}): its pictures are left out.")


def _papers(name: str, made: Path) -> None:
    """Write every paper of a rulebook."""
    _croupier("analyze", name, "--html", made / f"{name}-sheet.html", "--xlsx", made / f"{name}-workbook.xlsx")
    for paper, more in PAPERS:
        turned = "-landscape" * bool(more)
        _croupier("sign", name, "--paper", paper, *more, "--html", made / f"{name}-sign-{paper}{turned}.html")
    submission = made / f"{name}.toml"
    submission.write_text(f'rulebook = "{name}"\n', encoding="utf-8")
    about = ("--operator", "Harbour House", "--table", "Table 7", "--effective", "2031-05-01")
    packet = made / f"{name}-packet"
    _croupier("submission", "packet", submission, "--html", packet.with_suffix(".html"), *about)
    _croupier("submission", "packet", submission, "--pdf", made / f"{name}-filed-packet.pdf", *about)
    evening = made / f"{name}.jsonl"
    _croupier("play", name, "--auto", "--rounds", "1", "--seats", "3", "--seed", "papers", "--record", evening)
    _croupier("incident", evening, "--round", "1", "--html", made / f"{name}-incident.html")


def _screens(browser: Browser, page: Path, folder: Path) -> None:
    """Take pictures of a page on screens, and print it to a PDF."""
    for way, (width, height, theme) in SCREENS.items():
        with browser.new_context(viewport={"width": width, "height": height}) as context:
            shown = context.new_page()
            shown.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            shown.goto(page.as_uri())
            shown.screenshot(path=folder / f"{page.stem}-{way}.png", full_page="sign" in page.stem)
            if way == "wide":
                shown.pdf(path=page.with_suffix(".pdf"), prefer_css_page_size=True)


def _croupier(*words: str | Path) -> None:
    _run(str(CROUPIER), *map(str, words))


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - commands of this file


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures/papers"))
