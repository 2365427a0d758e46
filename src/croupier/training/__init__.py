"""Where a dealer learns: a table that waits for every step, and drills. Time and chance are passed in."""
