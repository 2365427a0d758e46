"""Entry point of `python -m croupier`, which is the command `croupier`."""

from croupier.cli import main

if __name__ == "__main__":
    main()
