"""Migrations of the database, one module each."""
