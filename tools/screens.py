"""Golden screens of `tests/cli/screens`: writes them anew; read the difference before you commit it."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Play every game of the tests at every width of a terminal, and write the screens."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.cli.screens import COLUMNS, EVENINGS, FOLDER, screen

    FOLDER.mkdir(exist_ok=True)
    for name in EVENINGS:
        for columns in COLUMNS:
            (FOLDER / f"{name}-{columns}.txt").write_text(screen(name, columns), encoding="utf-8")


if __name__ == "__main__":
    main()
