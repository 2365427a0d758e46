"""Dealer training at a terminal: `deal` is `croupier deal`, lessons at a table and drills."""
