"""Routes for everybody: rulebooks, the transparency log, health checks, and the description of the interface."""
