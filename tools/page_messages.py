"""Write the types of all messages for the page's scripts from the description of the interface, or check them.

python tools/page_messages.py            write them
python tools/page_messages.py --check    say whether they are current (exit code 1 if not)
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import wrap
from types import SimpleNamespace
from typing import Any, cast

from fastapi import FastAPI

from croupier.service.app import create
from croupier.service.live.hub import Hub
from croupier.service.routes.openapi import COMMAND, describe
from croupier.service.routes.public.api_description import API
from croupier.service.routes.static import WEB

FILE = WEB / "messages.d.ts"
_TOP = """\
// The types of all messages between the page and the house. `make messages` writes this file from the Python schemas.
"""
_LOOKUP = """\
type WithoutQuery<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;

type FirstMatch<Path, Rows> = Rows extends [[infer Pattern, infer Answer], ...infer Rest]
	? Path extends Pattern
		? Answer
		: FirstMatch<Path, Rest>
	: unknown;
"""
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_MANY = " | "
_WIDTH = 110


def text() -> str:
    """The whole file."""
    described = describe(application())
    models = {name: made for name, made in described["components"]["schemas"].items() if not _is_command(name)}
    parts = [_interface(name, models[name]) for name in sorted(models)]
    parts += [_LOOKUP, *(_answers(method, described["paths"]) for method in ("get", "post", "put", "patch", "delete"))]
    return "\n".join([_TOP, *parts])


def _is_command(name: str) -> bool:
    """A command has a description of its own, for which the page asks the house."""
    return name == COMMAND or name.startswith(f"{COMMAND}-")


def application() -> FastAPI:
    """The application that describes its interface, for which no house need be open."""
    nothing = SimpleNamespace()
    hub = SimpleNamespace(
        site=SimpleNamespace(cookie=""), requests=nothing, house=SimpleNamespace(now=nothing), answered=nothing
    )
    return create(cast("Hub", hub))


# ---- models ------------------------------------------------------------------------------------------------


def _interface(name: str, model: Mapping[str, Any]) -> str:
    said = _comment(model["description"]) if "description" in model else ""
    if "properties" not in model:
        return f"{said}export type {name} = {_type(model)};\n"
    return f"{said}export interface {name} {{\n{''.join(_fields(model))}}}\n"


def _comment(said: str, indent: str = "") -> str:
    lines = wrap(said, _WIDTH)
    if len(lines) == 1:
        return f"{indent}/** {said} */\n"
    inside = "".join(f"{indent} * {each}\n" for each in lines)
    return f"{indent}/**\n{inside}{indent} */\n"


def _fields(model: Mapping[str, Any]) -> Iterator[str]:
    for name, field in model["properties"].items():
        if "description" in field:
            yield _comment(field["description"], "\t")
        optional = "" if name in model.get("required", ()) else "?"
        key = name if re.fullmatch(r"\w+", name) else f'"{name}"'
        yield f"\t{key}{optional}: {_type(field)};\n"


def _type(found: Mapping[str, Any]) -> str:
    """The type that a JSON Schema describes."""
    if "$ref" in found:
        return str(found["$ref"]).rsplit("/", 1)[-1]
    for key in ("anyOf", "oneOf"):
        if key in found:
            return _MANY.join(dict.fromkeys(_type(each) for each in found[key]))
    if "enum" in found:
        return _MANY.join("null" if each is None else f'"{each}"' for each in found["enum"])
    if literal := re.fullmatch(r"\^(\w+)\$", found.get("pattern", "")):
        return f'"{literal[1]}"'
    kinds = found.get("type", ())
    if isinstance(kinds, list):
        return _MANY.join(_type({**found, "type": each}) for each in kinds)
    if kinds == "array":
        inside = _type(found.get("items") or {})
        return f"({inside})[]" if _MANY in inside else f"{inside}[]"
    if kinds == "object":
        values = found.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'any'}>"
    return _PLAIN[kinds] if kinds else "any"


# ---- answers -----------------------------------------------------------------------------------------------


def _answers(method: str, paths: Mapping[str, Any]) -> str:
    """The answer by the path that is asked; the longest paths come first, for a short one fits a long one too."""
    here = {path.removeprefix(API): path for path in paths if path.startswith(API) and method in paths[path]}
    ordered = sorted(here, key=lambda path: (-path.count("/"), "{" in path, path))
    rows = "".join(f"\t\t[{_pattern(path)}, {_answer(paths[here[path]][method])}],\n" for path in ordered)
    name = f"{method.capitalize()}Answer<Path extends string>"
    said = f"/** The answer to {method.upper()}, by the path. */\n"
    return f"{said}export type {name} = FirstMatch<\n\tWithoutQuery<Path>,\n\t[\n{rows}\t]\n>;\n"


def _pattern(path: str) -> str:
    return f"`{re.sub(r'{[^}]+}', '${string}', path)}`" if "{" in path else f'"{path}"'


def _answer(operation: Mapping[str, Any]) -> str:
    """TypeScript type of the answers of a successful request; an answer without a body is `string`."""
    good = [found.get("content", {}) for status, found in operation["responses"].items() if status.startswith("2")]
    json = "application/json"
    return _MANY.join(_type(each[json]["schema"]) if json in each else "string" for each in good)


def main(*args: str) -> int:
    """Write the file, or check it."""
    if args == ("--check",):
        return int(FILE.read_text(encoding="utf-8") != text())
    Path(FILE).write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
