"""Compiled loops over rounds: cards by number, hands played by tables of decisions, and their tallies."""
