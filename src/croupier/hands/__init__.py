"""Ranking systems: what a hand is and which of two is higher. Nothing here knows a wager or a payout."""
