"""The rulebooks: clauses, wagers, pay tables, options and rulings, and an operator's choice among them."""

from croupier.rulebook.model import Clause, Rulebook, Ruling, UnknownError
from croupier.rulebook.read import NAMES, load

__all__ = ["NAMES", "Clause", "Rulebook", "Ruling", "UnknownError", "load"]
