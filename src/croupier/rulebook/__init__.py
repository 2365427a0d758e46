"""Rulebooks and submissions: a regulation as data, and an operator's choice among its options.

`model` has the types; `loader` parses the package's TOML files, `from_data` those of others, and `editions` completes
a later edition. A `submission` is validated by `submission_check` and written by `submission_text`; a `Refusal` says
what is wrong with one. `pay` and `progressive` are its payouts, `sign` and `notices` the texts that players must see.
"""

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
