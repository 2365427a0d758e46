"""The program's log: lines of JSON in rotating files.

It never has a card in it: of a command its name, its table, its sequence and the person's id, and of an error where it
was raised, not its message, since that may quote a row. A thread of its own writes the lines of a tenth of a second at
once, so that it is seldom in the way of the threads that work.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
import time
import traceback
from functools import lru_cache
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

MOST_BYTES = 20 * 10**6  # of a file
FILES = 5  # that are kept beside the one written to
_OWNER_ONLY = 0o600
_PAUSE = 0.1  # seconds for which lines gather
_AT_ONCE = 200  # lines
_STOP: Final = object()
_encoded = json.JSONEncoder(default=str).encode  # in ASCII, whatever a path or a message has in it
_LEVELS = {logging.DEBUG: "debug", logging.INFO: "info", logging.WARNING: "warning", logging.ERROR: "error"}


class _Files(RotatingFileHandler):
    """Files that are their owner's alone, as all that is in a house's folder."""

    def _open(self) -> TextIOWrapper:
        handle = os.open(self.baseFilename, os.O_CREAT | os.O_APPEND | os.O_WRONLY, _OWNER_ONLY)
        return TextIOWrapper(os.fdopen(handle, "ab"), encoding=self.encoding)


class Log:
    """The log; with no file, on the error stream."""

    def __init__(self, path: Path | None = None, most: int = MOST_BYTES, files: int = FILES) -> None:
        self._handler: logging.Handler = (
            _Files(path, maxBytes=most, backupCount=files, encoding="utf-8", delay=True)
            if path is not None
            else logging.StreamHandler(sys.stderr)
        )
        self._handler.setFormatter(logging.Formatter("%(message)s"))
        self._at_once = min(_AT_ONCE, max(1, most // 2000))  # keeps each file close to its limit
        self._waiting: SimpleQueue[object] = SimpleQueue()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._write, name="croupier log", daemon=True)
        self._thread.start()
        self._from_elsewhere = _LibraryHandler(self)

    def say(self, what: str, level: str = "info", **more: str | int) -> None:
        """Log one line; each field is a number or a name."""
        self._waiting.put((time.time(), level, what, more))

    def fault(self, what: str, error: BaseException, **more: str | int) -> None:
        """Log an error: its kind and where it was raised."""
        self.say(what, "error", error=type(error).__name__, where=_where(error), **more)

    def listen(self) -> None:
        """Log the warnings and errors of libraries, too."""
        logging.getLogger().addHandler(self._from_elsewhere)

    def close(self) -> None:
        """Write what waits, and end."""
        logging.getLogger().removeHandler(self._from_elsewhere)
        self._closing.set()
        self._waiting.put(_STOP)
        self._thread.join()
        self._handler.close()

    def _write(self) -> None:
        each: object = None
        while each is not _STOP:
            lines, each = [], self._waiting.get()
            while each is not _STOP:
                assert isinstance(each, tuple)  # noqa: S101 - only `say` puts anything else there
                lines.append(_line(*each))
                if len(lines) == self._at_once or self._waiting.empty():
                    break
                each = self._waiting.get()
            if lines:
                self._handler.emit(logging.LogRecord("croupier", logging.INFO, "", 0, "\n".join(lines), None, None))
            if self._waiting.empty():
                self._closing.wait(_PAUSE)


def _line(at: float, level: str, what: str, more: dict[str, Any]) -> str:
    return _encoded({"at": f"{_second(int(at))}.{int(at * 1000) % 1000:03}Z", "level": level, "what": what, **more})


@lru_cache(maxsize=2)
def _second(at: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at))


def _where(error: BaseException) -> str:
    """The frames of an error, the last first, without a word of what it says."""
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    return " < ".join(f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in reversed(frames))


class _LibraryHandler(logging.Handler):
    """The handler of Python's own logging, for what libraries log."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Log the logger and the place, and not the message of an error, since that may quote anything."""
        level = _LEVELS.get(record.levelno, "error")
        if record.exc_info and record.exc_info[1] is not None:
            self._log.fault("library", record.exc_info[1], logger=record.name)
        else:
            self._log.say("library", level, logger=record.name, says=str(record.msg)[:200])
