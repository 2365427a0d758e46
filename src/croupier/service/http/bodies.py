"""Bodies of requests: their nesting is checked, and they are decoded as their schemas."""

from __future__ import annotations

import re
from functools import cache
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec

from croupier.service.http.problems import Problem, malformed

MOST_DEPTH = 16  # of what is nested in JSON
_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BRACKETS = re.compile(rb"[\[\]{}]")
T = TypeVar("T", bound=msgspec.Struct)


def check_depth(body: bytes, most: int = MOST_DEPTH) -> None:
    """Check the nesting of JSON before it is parsed."""
    if body.count(b"[") + body.count(b"{") <= most:
        return  # which cannot be nested deeper than there are
    depth = 0
    for found in _BRACKETS.finditer(_STRINGS.sub(b"", body)):
        depth += 1 if found[0] in b"[{" else -1
        if depth > most:
            raise malformed("this is nested too deep", f"JSON of up to {most} levels", "body")


@cache
def _decoder(model: type[Any]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(model)


def read(body: bytes | str, model: type[T]) -> T:
    """A body as its schema; a Problem says what is wrong with it."""
    try:
        found: T = _decoder(model).decode(body)
    except msgspec.ValidationError as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), _accepted(model), about="body") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise malformed(f"that is no JSON: {error}", _accepted(model), "body") from None
    return found


def _accepted(model: type[msgspec.Struct]) -> str:
    return f"an object with {', '.join(each.name for each in msgspec.structs.fields(model))}"
