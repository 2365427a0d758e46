"""The streams of a house's own, read row by row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection

from croupier.house.storage import journal
from croupier.house.storage.journal import Entry
from croupier.table.recording.recorder import RecordingError, chained, parted


def says(connection: Connection, stream: str) -> Iterator[tuple[Entry, dict[str, Any]]]:
    """The rows of a stream as data, its chain checked; a RecordingError says which row breaks."""
    head = bytes(32)
    for seq, entry in enumerate(journal.following(connection, stream, 0), start=1):
        parts = parted(entry.lines)
        if entry.seq != seq or parts is None or parts[2] != entry.head or parts[2] != chained(head, parts[1], parts[0]):
            raise RecordingError(f"row {seq} of {stream}: it was altered, or one before it left out")
        head = entry.head
        yield entry, json.loads(parts[0])
