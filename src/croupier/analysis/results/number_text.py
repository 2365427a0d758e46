"""Numbers as people read them: shares in per cent, net results, bounds on errors."""

from __future__ import annotations

from fractions import Fraction

_WHOLE = 100  # once in so many or more is said in whole numbers


def percent(share: Fraction | float, digits: int = 4) -> str:
    """A share in per cent."""
    return f"{float(share):.{digits}%}"


def one_in(share: Fraction) -> str:
    """A probability as once in so many: `1 in 2.31`, `1 in 649,740`; `never` for none."""
    if not share:
        return "never"
    often = 1 / share
    return f"1 in {float(often):,.{0 if often >= _WHOLE or often.denominator == 1 else 2}f}"


def lasting(seconds: float) -> str:
    """A rough duration in words: `about 40 seconds`, `about 5 minutes`, `about 2 hours`, `about 3 days`."""
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= 1.5 * size:
            return f"about {seconds / size:,.0f} {name}s"
    number = max(round(seconds), 1)
    return f"about {number} second{'s' * (number != 1)}"


def rounds(number: int) -> str:
    """A number of rounds, in words."""
    return f"{number:,} round{'s' * (number != 1)}"


def bound(error: float) -> str:
    """A bound on an error, rounded up to one digit."""
    nearest = f"{error:.0e}"
    digit, exponent = map(int, nearest.split("e"))
    digit += float(nearest) < error
    return f"1e{exponent + 1}" if digit > 9 else f"{digit}e{exponent}"  # noqa: PLR2004 - the last digit


def net(value: Fraction) -> str:
    """A net result: whole if it is whole, else with as many places as it needs, or as a fraction."""
    if value.denominator == 1:
        return f"{value.numerator:,}"
    places = next((places for places in range(1, 7) if (value * 10**places).denominator == 1), None)
    return str(value) if places is None else f"{float(value):,.{places}f}"


def between(low: Fraction, high: Fraction) -> str:
    """A net result, or from where to where it lies."""
    return net(low) if low == high else f"{net(low)} to {net(high)}"
