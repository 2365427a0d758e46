"""The folder of a run: which run it is, and the sums of each finished block, a file that is whole or not there."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path

from croupier.simulation.deals import Sums
from croupier.simulation.errors import SimulationError
from croupier.simulation.runs.workers import Block

_RUN, _ENDING = "run.json", ".block"


class Folder:
    """The folder of a run: `run.json` says which run it is, and each finished block is a file with its hash."""

    def __init__(self, place: Path, about: Mapping[str, object], *, new: bool) -> None:
        """Begin a folder, or go on with one: a SimulationError says why it cannot be this run's."""
        self._place = place
        written = json.dumps(about, sort_keys=True, indent=2) + "\n"
        run = place / _RUN
        try:
            if new:
                place.mkdir(parents=True, exist_ok=True)
                if any(place.iterdir()):
                    raise SimulationError(f"{place} is not empty", "a new folder, or --resume for a run's own")
                _write(run, written.encode())
            elif json.loads(run.read_text(encoding="utf-8")) != json.loads(written):
                raise SimulationError(f"{place} is another run's", "its own rulebook, options, seats and seed")
        except OSError as error:
            raise SimulationError(f"{run}: {error.strerror}", "a folder of a run, or a new one") from error
        except (ValueError, RecursionError) as error:
            if isinstance(error, SimulationError):
                raise
            raise SimulationError(f"{run} is no account of a run", "a folder that --out began") from error

    def read(self, block: Block) -> Sums | None:
        """The sums over a block, if they are here and as they were written."""
        try:
            kept = self._file(block).read_bytes()
            digest, _, text = kept.partition(b"\n")
            if hashlib.sha256(text).hexdigest().encode() != digest:
                return None
            data = json.loads(text)
            if data["block"] != [block.number, block.first, block.count]:
                return None
            return Sums.of_data(data["sums"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, block: Block, sums: Sums) -> None:
        """Keep the sums over a block, on disk before anything else is begun."""
        text = json.dumps({"block": [block.number, block.first, block.count], "sums": sums.to_data()}).encode()
        try:
            _write(self._file(block), hashlib.sha256(text).hexdigest().encode() + b"\n" + text)
        except OSError as error:
            raise SimulationError(f"{self._file(block)}: {error.strerror}; the blocks before it are kept") from error

    def _file(self, block: Block) -> Path:
        return self._place / f"{block.number:08}{_ENDING}"


def _write(file: Path, content: bytes) -> None:
    """Write a file so that it is there in whole or not at all, whatever happens."""
    part = file.with_suffix(".part")
    with part.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
