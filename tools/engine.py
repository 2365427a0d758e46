"""Digest of the engine's decisions: `make engine` adds the digest of a new ENGINE to tests/table/engine.json.

The digest covers fixed random walks at tables of every rulebook: for each command the events it leads to, or that it is
refused. If a decision changes, the digest changes, and ENGINE (in table/decide.py) must be raised: this engine no
longer checks recordings of the earlier one. The digest also changes if the walks change, which does not affect
recordings; ENGINE must be raised then, too, since the two cases cannot be told apart.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
FILE = ROOT / "tests" / "table" / "engine.json"
COMMANDS = 500  # in each walk


def digest() -> str:
    """Digest of the decisions in all walks."""
    from support.table.walks import CASES, REAL_CASES, propose

    from croupier.rulebook import Refusal
    from croupier.table.decide import step

    said = sha256()
    for case in (*CASES, *REAL_CASES):
        state, random = case.open(), Random(f"engine:{case}")  # noqa: S311 - walks that repeat themselves
        for _ in range(COMMANDS):
            outcome = step(state, propose(state, random))
            if isinstance(outcome, Refusal):
                said.update(b"refused\n")
                continue
            state = outcome.state
            said.update(repr(outcome.events).encode() + b"\n")
    return said.hexdigest()


def known() -> dict[str, str]:
    """Digests of all engines so far, by their numbers."""
    found: dict[str, str] = json.loads(FILE.read_text())
    return found


def main() -> int:
    """Add the digest of a new engine; if the number has another digest already, ENGINE must be raised first."""
    from croupier.table.decide import ENGINE

    digests, now = known(), digest()
    if digests.setdefault(str(ENGINE), now) != now:
        print(f"engine {ENGINE} decided otherwise before: raise ENGINE in src/croupier/table/decide.py first")
        return 1
    FILE.write_text(json.dumps(digests, indent=2) + "\n")
    print(f"engine {ENGINE}: {now}")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "tests"))
    sys.exit(main())
