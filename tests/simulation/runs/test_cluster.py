"""A Dask scheduler: its workers deal what threads deal, one of them killed; one that says nothing is not waited for."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from croupier.simulation import SimulationError
from croupier.simulation.runs import cluster

# Dask's threads and warnings are kept out of the tests' own process.
PROGRAM = """
import json, os, signal, sys, tempfile
from threading import Timer

import croupier
from croupier import Seat
from croupier.simulation.runs import run
from croupier.simulation.runs.cluster import connected
from distributed import LocalCluster

run.BLOCK = 1 << 15
BY_STRATEGY = Seat(croupier.strategy("dragon"), {"ante": "$10", "dragon_bet": "$5@60%"}), 600_000
BY_FUNCTION = Seat(lambda info: "play"), 1_000


def simulated(executor=None, of=BY_STRATEGY):
    seat, rounds = of
    found = croupier.simulate("dragon-md", seats=[seat], rounds=rounds, seed="cluster", executor=executor)
    return json.dumps({**found.to_json(), "took": None})


if __name__ == "__main__":
    alone = simulated()
    # Workers who keep nothing where this process does are sent the tables.
    with tempfile.TemporaryDirectory() as apart:
        os.environ["NUMBA_CACHE_DIR"] = apart
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
            with connected(local.scheduler_address) as workers:
                assert simulated(workers) == alone
                assert simulated(workers, BY_FUNCTION) == simulated(None, BY_FUNCTION)
            doomed = local.workers[0].process.pid
            with connected(local.scheduler_address) as workers:
                Timer(0.5, os.kill, [doomed, signal.SIGKILL]).start()
                assert simulated(workers) == alone
            assert local.workers[0].process.pid != doomed
    print("equal")
"""


@pytest.mark.prove
def test_a_cluster_deals_what_threads_deal_with_a_worker_killed() -> None:
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", PROGRAM.replace('if __name__ == "__main__":', "if True:")],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.stdout == "equal\n", done.stderr


def test_whoever_is_no_scheduler_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        for address in (f"127.0.0.1:{silent.getsockname()[1]}", "nowhere", "http://127.0.0.1"):
            with (
                pytest.raises(SimulationError, match=rf"no scheduler answers at {address}; accepted: HOST:PORT of"),
                cluster.connected(address),
            ):
                pass
