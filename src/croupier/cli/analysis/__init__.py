"""Commands that analyse games.

`analyze` is `croupier analyze`, `summary` prints its result, `strategy` prints the cost of a strategy, `worth` is
`croupier worth`, the theoretical win of a table, and `simulate` is `croupier simulate`, rounds of a whole table.
"""
