"""Cryptography: `keys` signs and encrypts, `merkle` is a Merkle tree with its proofs, `signed_notes` are checkpoints.

Nothing here knows a game, a table or a house.
"""
