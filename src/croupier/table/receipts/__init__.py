"""Receipts for players: `receipt` makes one, `verify` checks it, `log_proof` checks its place in the house's log."""
