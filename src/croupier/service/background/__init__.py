"""Background work of the service: deadlines, presence, orders after a round, session rollover, logs and metrics."""
