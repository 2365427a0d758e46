"""Playing at a terminal: `croupier play`.

`play` is the command, `local_game` a game at a table of one's own, `online_game` a game at a house's table. `prompts`
asks the player, `parser` reads the answers, `screen` draws the table, `guide` is the first screen and `hand_names`
names hands. `coach`, `statistics` and `round_summary` say how it went; `fairness` has the player's numbers and
receipts; `other_players` are the computer players.
"""
