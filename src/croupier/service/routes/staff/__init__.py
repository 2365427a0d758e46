"""Routes of staff: the floor, the cage, the books, people, settings, submissions and analyses."""
