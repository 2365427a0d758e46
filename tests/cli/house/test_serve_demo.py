"""`croupier serve --demo`: a house with programs at its tables, which end with it, without a word too many."""

import os
import signal
import subprocess
import time
from pathlib import Path

from support.cli import shell
from support.default_house import NAMES
from support.service.houses import free_port

from croupier.client import Client


def test_a_visitor_finds_programs_at_every_table_and_an_interrupt_ends_all_of_it(tmp_path: Path) -> None:
    port = free_port()
    words = ["serve", "--house", str(tmp_path / "house"), "--keys", str(tmp_path / "keys"), "--port", str(port)]
    with subprocess.Popen(  # noqa: S603
        [*shell.CROUPIER, *words, "--no-open", "--demo"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            address = f"http://127.0.0.1:{port}/"
            while (line := process.stdout.readline()).strip() != address:
                assert line, "the address is the last line"
            with Client(address) as client:
                end = time.monotonic() + 60
                while not all(len(each.taken) == 3 for each in client.tables()):
                    assert time.monotonic() < end
                    time.sleep(0.2)
                assert [each.table for each in client.tables()] == sorted(NAMES)
                with client.watch("dragon-md") as table:
                    assert len(table.message.programs) == 3
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to all that was started
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (0, "The house is closed.\n", "")
    end = time.monotonic() + 10
    while is_running(process.pid):
        assert time.monotonic() < end, "something is left running"
        time.sleep(0.05)


def is_running(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
