"""The command `croupier` as somebody types it, in a process of its own each time.

Most of what a run costs is loading, which is the same every time. So a process loads everything once, and forks for
each command: run as a program, this file is that process. Where the start itself is looked at (what is imported, an
encoding, an interrupt at once), Python is started anew, by `CROUPIER`.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, TextIO

CROUPIER = [sys.executable, "-c", "from croupier.cli import main; main()"]  # started anew
LONGEST = 1 << 17  # bytes: the words of a command, and the environment
STREAMS = 3
NOT_LOADED = ("croupier.__main__", "croupier.house.migrations.")  # modules that act when they are loaded
LOADED_LATE = ("alembic.command", "matplotlib.backends.backend_svg")  # libraries that only some commands come to
PATIENCE = 240  # seconds for an answer or an end, on a machine that is busy


def run(*words: str, typed: str = "", remembers: bool = False) -> subprocess.CompletedProcess[str]:
    """Run it to its end; what is typed comes from a pipe. Who remembers takes solutions of games that tests share."""
    done = run_on_bytes(*words, typed=typed.encode(), remembers=remembers)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def run_on_bytes(*words: str, typed: bytes = b"", remembers: bool = False) -> subprocess.CompletedProcess[bytes]:
    """The same, where what is typed or said may be no text."""
    reads, writes = os.pipe()
    with TemporaryFile() as out, TemporaryFile() as err:
        begun = Begun(words, reads, out.fileno(), err.fileno(), remembers=remembers)
        os.close(reads)
        _type(writes, typed)
        code = begun.wait()
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(["croupier", *words], code, out.read(), err.read())


def _type(keys: int, typed: bytes) -> None:
    with suppress(BrokenPipeError), open(keys, "wb", buffering=0) as pipe:
        while typed:
            typed = typed[pipe.write(typed) :]


class Begun:
    """A command that runs, with streams that are given to it by their numbers."""

    def __init__(
        self, words: Sequence[str], *streams: int, env: Mapping[str, str] = os.environ, remembers: bool = False
    ) -> None:
        asked = [list(words), str(Path.cwd()), dict(env), remembers]
        socket.send_fds(_loaded(), [json.dumps(asked).encode()], list(streams))
        self.pid: int = json.loads(_loaded().recv(LONGEST))

    def wait(self) -> int:
        """Its exit code, when it has ended."""
        _loaded().send(json.dumps(self.pid).encode())
        try:
            code: int = json.loads(_loaded().recv(LONGEST))
        except TimeoutError:
            os.kill(self.pid, signal.SIGKILL)
            _loaded().recv(LONGEST)
            raise
        return code


@cache
def _loaded() -> socket.socket:
    """The process that has loaded everything; it ends with the tests."""
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    words = [sys.executable, __file__, str(theirs.fileno())]
    started = subprocess.Popen(words, pass_fds=[theirs.fileno()], start_new_session=True)  # noqa: S603
    theirs.close()
    ours.settimeout(PATIENCE)

    def end() -> None:
        ours.close()
        started.wait()

    atexit.register(end)
    return ours


def main() -> None:
    """Load everything, and fork for each command that is asked for."""
    asking = socket.socket(fileno=int(sys.argv[1]))
    _load()
    gc.freeze()  # what is loaded is never looked through again, nor copied for it
    while True:
        asked, streams, *_ = socket.recv_fds(asking, LONGEST, STREAMS)
        if not asked:
            return
        if not streams:  # it is asked how one ended
            _, status = os.waitpid(json.loads(asked), 0)
            asking.send(json.dumps(os.waitstatus_to_exitcode(status)).encode())
        elif pid := os.fork():
            asking.send(json.dumps(pid).encode())
            for each in streams:
                os.close(each)
        else:
            asking.close()
            _become(asked, streams)
            return


def _load() -> None:
    import croupier
    from croupier.analysis import strategies

    for module in pkgutil.walk_packages(croupier.__path__, f"{croupier.__name__}."):
        if not module.name.startswith(NOT_LOADED):
            importlib.import_module(module.name)
    for name in LOADED_LATE:
        importlib.import_module(name)
    for name in strategies.NAMES:
        strategies.load(name)  # and with it the rulebook that it is for


def _anew(stream: int, before: TextIO) -> IO[Any]:
    """What Python makes of a stream when it starts."""
    number, mode = before.fileno(), "r" if before.readable() else "w"
    os.dup2(stream, number)
    os.close(stream)
    at_once = 1 if before is sys.stderr else -1
    return open(number, mode, at_once, encoding=before.encoding, errors=before.errors, closefd=False)


def _become(asked: bytes, streams: list[int]) -> None:
    """Be the command."""
    from croupier.cli import main as command

    words, folder, environment, remembers = json.loads(asked)
    sys.stdin, sys.stdout, sys.stderr = map(_anew, streams, (sys.stdin, sys.stdout, sys.stderr))
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["croupier", *words]
    code = 1
    try:
        if remembers:
            _remember()
        command()
    except SystemExit as left:
        code = int(left.code or 0)
        sys.stdout.flush()
    except BaseException:  # noqa: BLE001 - what no command lets through
        traceback.print_exc()
    finally:
        os._exit(code)  # taking down all that was loaded would take longest


def _remember() -> None:
    """Have analyses take the solutions that tests share."""
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from support.analysis.solutions import substitutes

    for each, name, value in substitutes():
        setattr(each, name, value)


if __name__ == "__main__":
    main()
