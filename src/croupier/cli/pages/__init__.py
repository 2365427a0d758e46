"""HTML pages that commands write: each is one self-contained file, for a screen and for paper."""

from __future__ import annotations

from importlib import resources


def page(name: str, **contents: object) -> str:
    """Render a template of this folder as an HTML page; markup in the contents is escaped."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    room = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=FunctionLoader(_template),
    )
    return room.get_template(name).render(contents) + "\n"


def _template(name: str) -> str:
    return resources.files(__package__).joinpath(f"{name}.html.jinja").read_text(encoding="utf-8")
