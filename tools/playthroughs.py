"""Playthroughs (golden files): plays every file again and rewrites it, or checks that it is current.

A playthrough is a file of commands and comments; the table's answers stand below each command, indented by a blank.

    python tools/playthroughs.py            rewrite them
    python tools/playthroughs.py --check    show the differences (exit code 1 if there are any)
"""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

from croupier.table.play.script_file import played

ROOT = Path(__file__).resolve().parent.parent
FILES = ROOT / "tests" / "playthroughs"


def differing(path: Path) -> list[str]:
    """The difference that rewriting a file would make; empty if it is current."""
    old = path.read_text(encoding="utf-8")
    new = "".join(f"{line}\n" for line in played(old))
    name = str(path.relative_to(ROOT))
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), name, name, lineterm="")
    if "--check" not in sys.argv and old != new:
        path.write_text(new, encoding="utf-8")
        print(f"wrote {name}")
    return list(lines)


def main() -> None:
    """Rewrite or check all files; an error in one of them does not stop the others."""
    wrong = 0
    for path in sorted(FILES.glob("*/*.txt")):
        try:
            lines = differing(path)
        except ValueError as error:
            print(f"{path.relative_to(ROOT)}: {error}")
            wrong += 1
            continue
        if lines and "--check" in sys.argv:
            print("\n".join(lines))
            wrong += 1
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
