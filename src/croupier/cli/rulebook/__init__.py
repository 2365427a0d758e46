"""Commands about rulebooks and submissions.

`rules` shows, compares and searches rulebooks, `browse` is the interactive reader, `sign` prints payout signs,
`submission` checks and writes submissions, `commands` lists the commands of a table, `options` reads `--set` and
`--submission`, and `clause` shows a clause during a game.
"""
