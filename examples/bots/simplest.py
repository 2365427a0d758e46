"""The simplest bot: it comes in as a program, bets the minimum, and stays in as cheaply as it can.

python examples/bots/simplest.py http://127.0.0.1:8642 uth-ma 100
"""

import sys

from croupier.client import Client, Decision


def cheapest(decision: Decision) -> None:
    """Stay in for the least money; fold only where nothing else is open."""
    choice = min(decision.choices, key=lambda each: (each.name == "fold", each.cost))
    decision.take(choice, decision.cards[0] if choice.discards else None)


def main(house: str, table: str, rounds: str) -> None:
    """Play so many rounds, and print what they came to."""
    with Client(house) as client:
        client.come_in_as_program("Simplest")
        for played in client.table(table).rounds(int(rounds)):
            played.bet()
            for decision in played:
                cheapest(decision)
            print(f"round {played.number}: {played.result().net:+} cents")


if __name__ == "__main__":
    main(*sys.argv[1:])
