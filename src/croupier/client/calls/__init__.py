"""Requests to a house, by the rooms of its interface."""
