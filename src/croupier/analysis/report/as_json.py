"""An analysis as data: what is exact as fractions in text, and the same rounded to floats beside it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.analysis.report.options import ReportOptions
from croupier.analysis.report.sessions import LEVELS as SHARES_OF_WINS
from croupier.analysis.report.sessions import RISKS, SHARES, course
from croupier.analysis.report.strategy import chart
from croupier.analysis.results.account import both
from croupier.version import __version__

if TYPE_CHECKING:
    from croupier.analysis.report.decisions import Class, Decision
    from croupier.analysis.report.strategy import Chart
    from croupier.analysis.results.account import Account
    from croupier.analysis.results.findings import Findings


def of_account(account: Account, wanted: ReportOptions) -> dict[str, object]:
    """One wager with its sessions and its risk of ruin."""
    return account.to_json() | {"session": _session(account, wanted.rounds), "ruin": _ruin(account, wanted)}


def _session(account: Account, rounds: int) -> dict[str, object]:
    found = course(account, rounds)
    if isinstance(found, str):
        return {"rounds": rounds, "why_not": found}
    session = found.session
    return {
        "rounds": rounds,
        "ahead": session.ahead,
        "even": session.even,
        "behind": session.behind,
        "mean": str(session.mean),
        "percentiles": {f"{float(share):.0%}": str(session.percentile(share)) for share in SHARES},
        "house_wins": {
            f"{float(level):.0%}": [str(each) for each in session.house_interval(level)] for level in SHARES_OF_WINS
        },
        "error": session.error,
    }


def _ruin(account: Account, wanted: ReportOptions) -> dict[str, object]:
    ruin = account.ruin(wanted.rounds_at_table)
    return {
        "hours": wanted.hours,
        "pace": wanted.pace,
        "rounds": ruin.rounds,
        "method": "counted" if ruin.exact else "Brownian motion",
        "error": ruin.error if ruin.exact else None,
        "bankroll_for_risk": {f"{risk:.0%}": str(ruin.bankroll(risk)) for risk in RISKS},
    }


# ---- all of it -----------------------------------------------------------------------------------------


def of_analysis(analysis: Findings, wanted: ReportOptions) -> dict[str, object]:
    """A whole analysis."""
    found = chart(analysis)
    said: dict[str, object] = {
        "version": __version__,
        "date": wanted.date or None,
        "rulebook": analysis.terms.rulebook.id,
        "currency": analysis.terms.rulebook.currency.code,
        "options": analysis.options,
        "wagers": {name: of_account(account, wanted) for name, account in analysis.wagers.items()},
        "strategy": None if found is None else _strategy(found),
        "on_equal_terms": _habits(analysis),
        "warnings": list(analysis.warnings),
        "notes": list(analysis.notes),
        "fingerprint": analysis.fingerprint,
        **analysis.facts,
    }
    if wanted.cost is not None:
        said["played_by"] = wanted.cost.to_json()
    if wanted.readings is not None:
        said |= wanted.readings.to_json()
    return said


def _habits(analysis: Findings) -> dict[str, object] | None:
    """Average wager and element of risk by ruling T1 and by who raises on equal terms; None if they are the same."""
    bold = analysis.bold_average_wager
    if bold is None:
        return None
    base = analysis["base"]

    def told(average: Fraction) -> dict[str, object]:
        return {**both("average_wager", average), **both("element_of_risk", -base.ev / average)}

    return {"less_at_risk": told(base.average_wager), "more_at_risk": told(bold)}


def _strategy(chart: Chart) -> dict[str, Any]:
    return {
        "first": {
            "stage": chart.stage,
            "rule": chart.rule,
            "hands": [
                {
                    "hand": play.hand,
                    "hands": play.spot.hands,
                    "best": play.best,
                    "values": _fractions(play.values),
                    "second_best": play.next if play.next != play.best else None,
                    **both("cost_of_second_best", play.cost),
                }
                for play in chart.plays
            ],
        },
        "later": [_decision(each) for each in chart.later],
    }


def _decision(decision: Decision) -> dict[str, object]:
    return {
        "stage": decision.stage,
        **both("share_of_rounds", decision.share),
        **both("cost_of_whole_classes", decision.price),
        "classes": [_class(each) for each in decision.classes],
        "every_class": [_class(each) for each in decision.every],
    }


def _class(each: Class) -> dict[str, object]:
    return {
        "class": each.title,
        **both("share", each.share),
        "play": each.play,
        "best_in_share": _fractions(each.best),
        "cost_of_always": _fractions(each.cost),
    }


def _fractions(values: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: str(value) for name, value in values.items()}
