"""Declarations of commands, by subject; `model.catalog` has all of them by name."""
