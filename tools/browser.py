"""Browser for the tests of the page: finds an installed one, or downloads one, and prints which is used.

python tools/browser.py                  download by apt as root on Debian, else by Playwright
BROWSER=none python tools/browser.py     download nothing, and skip the tests that need a browser

If there is no browser, the tests fail and say what to do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.page.browser import MISSING, NONE, wanted

_UPDATE, _INSTALL = ["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq"]
_PACKAGES = ("chromium-headless-shell", "chromium")  # the second where the first is not known
_PLAYWRIGHT = [sys.executable, "-m", "playwright", "install", "chromium"]


def main() -> None:
    """Find or download a browser, and print which is used; without one the tests themselves fail."""
    found = wanted()
    if not found and not _fetched_before():
        _fetch()
        found = wanted()
    if found == NONE:
        print("BROWSER=none: the tests of the page that need a browser are left out.")
    elif found:
        print(f"The page is looked at with {found}.")
    elif not _fetched_before():
        print(f"Note: {MISSING}.")


def _fetched_before() -> bool:
    """True if Playwright has downloaded a browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def _fetch() -> None:
    by_packages = hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None
    if not by_packages:
        _done(_PLAYWRIGHT)
    elif _done(_UPDATE):
        any(_done([*_INSTALL, package]) for package in _PACKAGES)


def _done(command: list[str]) -> bool:
    """Run a command; True if it succeeded."""
    return subprocess.run(command, check=False).returncode == 0  # noqa: S603 - commands of this file


if __name__ == "__main__":
    main()
