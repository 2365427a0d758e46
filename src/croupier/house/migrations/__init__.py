"""How the database of a house is brought up to date."""
