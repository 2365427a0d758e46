"""Runs of a simulation: blocks of rounds, the workers who deal them, and the folder that keeps them."""
