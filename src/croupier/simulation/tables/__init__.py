"""Decisions as tables, by which a compiled loop plays: those of the best play, or of a strategy."""
