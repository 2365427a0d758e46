"""Commands that analyse games.

`analyze` is `croupier analyze`, `summary` prints its result, `strategy` prints the cost of a strategy, and `worth` is
`croupier worth`, the theoretical win of a table.
"""
