"""Hand rankings: the category of a hand, and the order of hands. Nothing here knows a wager or a payout.

`ranking` is their common ladder of classes; `five`, `three` and `dragon` are the ranking systems.
"""
