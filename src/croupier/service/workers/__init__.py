"""Worker processes: analyses, the coach and strategies, which run outside the house's process and never block play."""
