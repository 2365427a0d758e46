"""The running house: its tables with their command queues, startup, session rollover and significant events."""
