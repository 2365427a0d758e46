"""A real terminal of a given size, in which a command runs and somebody types."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Iterator, Sequence

from support.cli.shell import PATIENCE, Begun

ROWS = 50
_STEERS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]")


class Terminal:
    """A command at a terminal; `text` is what stands there, without what steers it."""

    def __init__(self, words: Sequence[str], columns: int, *, silent: bool) -> None:
        self._end, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, columns, 0, 0))
        env = {key: value for key, value in os.environ.items() if key not in {"COLUMNS", "LINES", "FORCE_COLOR"}}
        # What is typed is written as it comes: a line that is edited is drawn anew, and no two libraries draw alike.
        env |= {"TERM": "xterm", "NO_COLOR": "1", "LANG": "C.UTF-8", "INPUTRC": "/dev/null"}
        with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - it is no file
            errors = nowhere.fileno() if silent else theirs  # bars of progress are drawn there
            self._process = Begun(words, theirs, theirs, errors, env=env)
        os.close(theirs)
        self._runs = True
        self._raw = ""
        self._decoder = getincrementaldecoder("utf-8")()  # a character may come in pieces

    @property
    def text(self) -> str:
        """What stands there."""
        return _STEERS.sub("", self._raw).replace("\r\n", "\n").replace("\r", "")

    def until(self, text: str, times: int = 1) -> None:
        """Wait until a text stands there so often."""
        end = time.monotonic() + PATIENCE
        while self.text.count(text) < times:
            assert time.monotonic() < end, self.text
            assert self._read(), self.text

    def type(self, line: str) -> None:
        os.write(self._end, f"{line}\n".encode())

    def ended(self) -> int:
        """Wait for the end; the exit code."""
        while self._read():
            pass
        self._runs = False
        return self._process.wait()

    def close(self) -> None:
        if self._runs:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
        os.close(self._end)

    def _read(self) -> bool:
        """Read what there is; False at the end."""
        ready, _, _ = select.select([self._end], [], [], PATIENCE)
        try:
            found = os.read(self._end, 65536) if ready else b""
        except OSError:  # nobody writes any more
            return False
        self._raw += self._decoder.decode(found)
        return bool(found)


@contextlib.contextmanager
def terminal(*words: str, columns: int = 80, silent: bool = False) -> Iterator[Terminal]:
    made = Terminal(words, columns, silent=silent)
    try:
        yield made
    finally:
        made.close()


def evening(words: Sequence[str], typed: Sequence[str], columns: int) -> str:
    """All that stands at a terminal after a game: each line is typed when the question before it stands there."""
    with terminal(*words, columns=columns, silent=True) as there:
        for number, line in enumerate(typed, start=1):
            there.until("> ", number)
            there.type(line)
        assert there.ended() == 0, there.text
        return "".join(f"{line.rstrip()}\n" for line in there.text.splitlines())
