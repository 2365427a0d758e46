"""Bodies of requests, decoded as their schemas."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec

from croupier.service.http.problems import Problem, malformed

T = TypeVar("T", bound=msgspec.Struct)


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
