"""Completion of a rulebook that states a part of itself: a later edition, or one that follows procedures of a house."""
