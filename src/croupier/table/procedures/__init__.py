"""The procedures of a table: the handlers of commands. Each takes a `draft` of a decision and emits events into it.

In the order of a session: `session`, `deck`, `betting` with `player_numbers`, `dealing`, `decisions` and `settlement`
with `payouts` and `meters`. `flow` moves the round from step to step; `irregularities`, `devices` and `faults` are for
everything that goes wrong, and `next_card` draws the next card of the deck.
"""
