"""The page of all commands is what their declarations say."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_of_all_commands_is_current() -> None:
    made = subprocess.run(
        [sys.executable, "tools/commands.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
