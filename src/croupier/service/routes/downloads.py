"""Answers that are files: written to disk first, off the loop, so that a slow reader holds nothing of the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from tempfile import TemporaryFile
from typing import IO

from fastapi import Response
from sqlalchemy import Connection
from starlette.responses import StreamingResponse

from croupier.service.live.hub import Hub

_CHUNK = 1 << 16


async def as_file(hub: Hub, look: Callable[[Connection], Iterable[bytes]], media_type: str, name: str) -> Response:
    """A file of that name with the bytes that a query gives."""

    def write(connection: Connection) -> tuple[IO[bytes], int]:
        aside = TemporaryFile()  # noqa: SIM115 - it is closed when it was sent
        try:
            for line in look(connection):
                aside.write(line)
        except BaseException:
            aside.close()
            raise
        length = aside.tell()
        aside.seek(0)
        return aside, length

    aside, length = await hub.records.read(write, long=True)
    headers = {"content-length": str(length), "content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(_chunks(aside), media_type=media_type, headers=headers)


def _chunks(aside: IO[bytes]) -> Iterator[bytes]:
    with aside:
        while chunk := aside.read(_CHUNK):
            yield chunk
