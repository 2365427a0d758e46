"""Dependency groups of pyproject.toml: prints their packages, one a line, for a resolver that cannot read groups.

python tools/groups.py build dev
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def packages(*names: str) -> list[str]:
    """The packages of these groups."""
    groups = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["dependency-groups"]
    return [each for name in names for each in groups[name]]


if __name__ == "__main__":
    print(*packages(*sys.argv[1:]), sep="\n")
