"""The standard streams are let go of at the end, whatever a library has kept of them."""

import subprocess
import sys

PROGRAM = """
import sys
from croupier.cli.terminal.streams import guarded
with guarded():
    from croupier.analysis.kernels.compiler import numba
    numba.core.errors.termcolor().errmsg("an error that is shown, or is dealt with while loops are compiled")
    assert not sys.modules.get("colorama.initialise") or sys.modules["colorama.initialise"].orig_stdout is None
"""


def test_no_library_keeps_the_guarded_output() -> None:
    done = subprocess.run(  # noqa: S603 - a fixed program
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
