"""Numbers as people read them: shares in per cent, net results, bounds on errors."""

from __future__ import annotations

from fractions import Fraction


def percent(share: Fraction | float, digits: int = 4) -> str:
    """A share in per cent."""
    return f"{float(share):.{digits}%}"


def rounds(number: int) -> str:
    """So many rounds, in words."""
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
