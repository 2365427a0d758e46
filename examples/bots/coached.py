"""A bot that asks the house's coach, which knows the exact value of each choice, and takes the best.

python examples/bots/coached.py http://127.0.0.1:8642 dragon-md 10
"""

import sys

from croupier.client import Client


def main(house: str, table: str, rounds: str) -> None:
    """Play so many rounds by the coach's advice, and print each decision."""
    with Client(house) as client:
        client.come_in_as_program("Coached")
        for played in client.table(table).rounds(int(rounds)):
            played.bet()
            for decision in played:
                best = decision.advice().best
                assert best is not None  # noqa: S101 - advice that is ready has a best action
                print(f"round {played.number}: {' '.join(decision.cards)}: {best.choice}, worth {best.cents} cents")
                decision.take(best.choice, best.discard[0] if best.discard else None)


if __name__ == "__main__":
    main(*sys.argv[1:])
