"""The scheduler of a Dask cluster, whose workers deal the blocks of a run as those of any other executor do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from croupier.extras import needs
from croupier.simulation.errors import SimulationError

PATIENCE = 10  # seconds in which a scheduler answers, and has a worker
RETRIES = 5  # of a block whose worker died


@contextmanager
def connected(address: str) -> Iterator[Executor]:
    """An executor whose workers are those of a scheduler."""
    needs("cluster", "a scheduler")
    _knock(address)
    distributed: Any = import_module("distributed")
    with distributed.Client(address, timeout=PATIENCE, set_as_default=False) as client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            like = f"one at least, begun by: dask worker {address}"
            raise SimulationError(f"the scheduler at {address} has no workers", like) from error
        yield client.get_executor(retries=RETRIES, pure=False)


def _knock(address: str) -> None:
    """Raise a SimulationError if no scheduler answers; a client that finds none would go on for long."""
    comms: Any = import_module("distributed.comm")

    async def knock() -> None:
        connecting = asyncio.ensure_future(comms.connect(address, timeout=PATIENCE))
        done, _ = await asyncio.wait([connecting], timeout=PATIENCE)
        if not done:  # whoever is there took the connection, and says nothing
            raise TimeoutError
        connecting.result().abort()

    try:
        asyncio.run(knock())
    except Exception as error:  # whatever is at that address may say anything, and be misread in any way
        raise SimulationError(f"no scheduler answers at {address}", "HOST:PORT of a Dask scheduler") from error
