"""`croupier game`: begins a game of one's own, checks one that somebody wrote, and explores its values."""
