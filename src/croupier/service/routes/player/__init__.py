"""Routes of players: accounts, tables and their sockets, seats, rounds, statements, the coach and training."""
