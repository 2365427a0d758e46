"""The version of Croupier."""

__version__ = "0.2.0"
