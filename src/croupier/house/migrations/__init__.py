"""Migrations: they bring the database of a house up to date."""
