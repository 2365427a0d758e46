"""Solving: the induction, its counters, and the choice among them."""
