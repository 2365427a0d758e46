"""Checks of a rulebook that somebody wrote: what its parts refer to, its numbers, and the lines of its text."""
