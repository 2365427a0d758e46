"""What a worker's process is given to do in tests: it is loaded there by its name."""

from __future__ import annotations

import os
import time
from typing import Any

from croupier.service.workers.worker import Answers, Progress


def answers() -> Answers:
    """Does what it is told."""
    return answer


def cannot_begin() -> Answers:
    """A process that is over before it has begun."""
    os._exit(3)


def answer(question: tuple[str, Any], progress: Progress) -> Any:  # noqa: ANN401 - whatever it is told
    """Say something, take time, die, or fail."""
    what, value = question
    if what == "sleep":
        for step in range(100):
            progress(step, 100)
            time.sleep(value / 100)
    elif what == "die":
        os._exit(value)
    elif what == "fail":
        raise KeyError(value)
    elif what == "pid":
        return os.getpid()
    return value


def thinks_long() -> Answers:
    """A coach, or an analyst, who thinks for long about everything."""

    def answer(_: object, progress: Progress) -> None:
        for step in range(300):
            progress(step, 300)
            time.sleep(0.1)

    return answer


def main() -> None:
    """A house that is killed while its worker is busy: it says which process that is."""
    import asyncio
    import sys

    from croupier.service.workers.worker import Worker

    async def run() -> None:
        worker = Worker("errands", answers, 8, 600)
        pid = await worker.wait(worker.put("pid", ("pid", 0)))
        worker.put("long", ("sleep", 300))
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
        await asyncio.sleep(600)

    asyncio.run(run())


if __name__ == "__main__":
    main()
