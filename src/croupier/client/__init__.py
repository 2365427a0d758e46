"""A client of a house: from a program, or from the terminal."""
