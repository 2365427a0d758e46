"""The mathematician: exact solving, the coach, and PAR sheets. It names no game: it reads scripts and settlements."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from croupier.analysis.analyst import analyse
    from croupier.analysis.answer import Analysis
    from croupier.analysis.errors import AnalysisError
    from croupier.analysis.model.question import Question
    from croupier.analysis.results.account import Account, Row

__all__ = ["Account", "Analysis", "AnalysisError", "Question", "Row", "analyse"]
_MODULES = {
    "Account": "results.account",
    "Analysis": "answer",
    "AnalysisError": "errors",
    "Question": "model.question",
    "Row": "results.account",
    "analyse": "analyst",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
