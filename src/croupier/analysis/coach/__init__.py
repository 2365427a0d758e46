"""The coach: the value of every action that is open to a player now."""
