"""Backup and restore of a house: one file with all of its record and none of its keys."""
