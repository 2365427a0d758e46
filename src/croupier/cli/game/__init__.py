"""`croupier game`: begins a game of one's own, and checks one that somebody wrote."""
