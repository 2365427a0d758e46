"""Audit of the house's record: the journal is replayed, and every derived row is compared with it."""
