"""The mathematician: exact solving, the coach, and PAR sheets. It names no game: it reads scripts and settlements."""

from __future__ import annotations

from croupier.analysis.analysing import AnalysisError, Question, analyse
from croupier.analysis.result import Account, Analysis, Row

__all__ = ["Account", "Analysis", "AnalysisError", "Question", "Row", "analyse"]
