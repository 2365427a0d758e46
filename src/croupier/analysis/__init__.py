"""The mathematician: exact solving, the coach, and PAR sheets. It names no game: it reads scripts and settlements."""

from __future__ import annotations

from croupier.extras import needs

needs("analysis", "the mathematics")  # before what stands on it is imported

from croupier.analysis.analyst import analyse  # noqa: E402
from croupier.analysis.answer import Analysis  # noqa: E402
from croupier.analysis.errors import AnalysisError  # noqa: E402
from croupier.analysis.model.question import Question  # noqa: E402
from croupier.analysis.results.account import Account, Row  # noqa: E402

__all__ = ["Account", "Analysis", "AnalysisError", "Question", "Row", "analyse"]
