"""Which version of Croupier this is."""

__version__ = "0.1.0"
