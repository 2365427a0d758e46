"""The rulebooks: clauses, wagers, pay tables, options and rulings, and an operator's choice among them."""

from croupier.rulebook.loader import NAMES, find, load, parse, restored
from croupier.rulebook.model import Clause, Rulebook, Ruling, UnknownError
from croupier.rulebook.refusal import Refusal
from croupier.rulebook.submission import Submission, SubmissionError

__all__ = [
    "NAMES",
    "Clause",
    "Refusal",
    "Rulebook",
    "Ruling",
    "Submission",
    "SubmissionError",
    "UnknownError",
    "find",
    "load",
    "parse",
    "restored",
]
