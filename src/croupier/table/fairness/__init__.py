"""Provable fairness: `shuffle` derives the cards from a secret and the last cut from numbers, `commitments` binds them.

`card_sources` supplies the secrets, or cards from a script or a physical shoe.
"""
