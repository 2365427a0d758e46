"""A watcher: it takes no seat, and prints the events of a table until so many rounds are over.

python examples/bots/watcher.py http://127.0.0.1:8642 uth-ma 3
"""

import sys

from croupier.client import Client


def main(house: str, table: str, rounds: str) -> None:
    """Print each event as the public is told it."""
    left = int(rounds)
    with Client(house) as client, client.watch(table) as watched:
        for message in watched:
            for event in message.events:
                print(f"{message.seq}: {event.kind} {dict(event.data)}")
                left -= event.kind == "over"
            if left <= 0:
                return


if __name__ == "__main__":
    main(*sys.argv[1:])
