"""Hook of MkDocs: lists the decisions, and moves scripts out of the pages, as the policy of a house asks."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_SHIM = re.compile(r"https://unpkg\.com/[^\"'`]*")  # what search fetches where a page is opened as a file
_MOVED: dict[str, str] = {}


def on_config(config: Any) -> Any:  # noqa: ANN401 - MkDocs has no types for hooks
    """List every decision in the navigation."""
    _MOVED.clear()
    folder = Path(config["docs_dir"])
    for part in config["nav"]:
        for title, entries in part.items():
            if title == "Explanation":
                decisions = sorted(folder.glob("decisions/*.md"))
                entries[-1] = {"Decisions": [each.relative_to(folder).as_posix() for each in decisions]}
    return config


def on_post_page(output: str, page: Any, config: Any) -> str:  # noqa: ANN401, ARG001 - as MkDocs calls it
    """Move the scripts of a page into files: a house's policy allows none within a page."""
    up = "../" * page.file.dest_uri.count("/")
    return _INLINE.sub(lambda found: f'<script src="{up}{_moved(found[1])}"></script>', output)


def _moved(script: str) -> str:
    name = f"assets/javascripts/page-{sha256(script.encode()).hexdigest()[:12]}.js"
    _MOVED[name] = script
    return name


def on_post_build(config: Any) -> None:  # noqa: ANN401 - as above
    """Write the scripts that were moved; no script of the site names another host."""
    site = Path(config["site_dir"])
    for name, script in _MOVED.items():
        (site / name).write_text(script, encoding="utf-8")
    for each in site.rglob("*.js"):
        text = each.read_text(encoding="utf-8")
        if _SHIM.search(text):
            each.write_text(_SHIM.sub("", text), encoding="utf-8")
    for each in (*site.rglob("*.map"), site / "404.html", site / "sitemap.xml", site / "sitemap.xml.gz"):
        each.unlink(missing_ok=True)
