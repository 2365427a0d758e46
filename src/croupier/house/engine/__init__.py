"""The engine of a house: live tables, units of work and their writer, streams, listeners, replay and recovery."""
