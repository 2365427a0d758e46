"""`croupier house keys`: the vault key, which seals, and the signing key of a house."""

from __future__ import annotations

from croupier.cli.house.admin import REFUSALS, HouseLocation, signing_of
from croupier.cli.terminal import show, streams
from croupier.cli.terminal.errors import bad_input
from croupier.house.storage import vault
from croupier.house.tables import startup


def tell(at: HouseLocation, *, as_json: bool) -> None:
    """Print the folder of the keys, the numbers of the vault's keys and the public key."""
    with bad_input(*REFUSALS):
        places = at.places()
        ring, public = vault.load(places.vault_key), signing_of(places).public
        warnings = places.warnings()
    if as_json:
        show.as_json({"folder": str(places.keys), "vault": ring.numbers, "public": public, "warnings": warnings})
        return
    known = ", ".join(map(str, ring.numbers))
    show.rows(
        [
            ("folder", str(places.keys)),
            ("vault", f"keys {known}; key {ring.newest} seals"),
            ("public key", public),
        ]
    )
    for warning in warnings:
        streams.say(f"croupier: warning: {warning}")


def make(at: HouseLocation) -> None:
    """Make both keys for a house that has none."""
    with bad_input(*REFUSALS):
        places = at.places()
        places.make_keys()
        made = startup.new_keys(places)
    show.line(f"The keys are in {places.keys}, which only you can read. The public key is for everybody:")
    show.line(made.signing.public)


def rotate(at: HouseLocation) -> None:
    """Add a key to the vault's key file."""
    with bad_input(*REFUSALS):
        path = at.places().vault_key
        ring = vault.load(path).rotated()
        vault.replace(path, ring)
    show.line(f"{path} now has key {ring.newest}, which seals from the house's next start on. Keep a copy of the file.")
