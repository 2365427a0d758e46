"""The solvers, one for each shape of game, and the choice among them."""
