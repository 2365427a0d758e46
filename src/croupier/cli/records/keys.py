"""`croupier key`: makes and shows the key that signs recordings; and reads keys that a user names."""

from __future__ import annotations

import os
from pathlib import Path

from croupier.cli.terminal import show
from croupier.cli.terminal.errors import bad_input
from croupier.cli.terminal.input_files import read_bytes
from croupier.cli.terminal.output_files import Stream
from croupier.crypto.keys import SEED_BYTES, KeyFault, PrivateKey, is_private, public_key


def new(file: str) -> None:
    """Make a private key in a file that only its owner can read, and print its public key."""
    key = PrivateKey(os.urandom(SEED_BYTES))
    with Stream(file) as opened:
        opened.write(key.text())
        opened.settle()
    show.line(f"{file} has the private key; keep it to yourself. The public key is for everybody:")
    show.line(key.public)


def tell(file: str) -> None:
    """Print the public key of a private one."""
    show.line(read_private(file).public)


def read_private(file: str) -> PrivateKey:
    """Read a private key from a file."""
    with bad_input(KeyFault):
        return PrivateKey.read(read_bytes(file))


def read_key(given: str) -> tuple[str, bytes | None]:
    """Read a public key, given as text or as a file; a file with a private key gives both."""
    with bad_input(KeyFault):
        if not Path(given).exists():
            return public_key(given), None
        text = read_bytes(given)
        if is_private(text):
            return PrivateKey.read(text).public, text
        return public_key(text.decode(errors="replace")), None
