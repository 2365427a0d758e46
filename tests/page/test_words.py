"""The words of the page: all stand in one file by key, and a second language is a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import Request
from support.page.browser import Person
from support.page.fixtures import Enter
from support.page.scripts import texts, words

from croupier.service.routes import static
from croupier.service.routes.static import ENGLISH, LANGUAGES, SCREENS, WEB, files, words_of

SCRIPTS = {
    each.relative_to(WEB).as_posix(): each.read_text(encoding="utf-8")
    for each in sorted(WEB.rglob("*.js"))
    if each.parent.name != "vendor"
}
WORDS = words_of(ENGLISH)
# Strings of several words that nobody reads: commands and actions of the house, names in this browser's storage, style
# classes, what a bar is told apart by, and the one error without which there are no words yet.
NO_WORDS = frozenset(
    {
        "Croupier",
        "correct scan",
        "give number",
        "sit out",
        "come back",
        "leave after",
        "in part",
        "watch play",
        " to ",
        "house key",
        "alarm \0 \0",
        "commitment \0 \0 \0",
        "shuffled \0 \0 \0",
        "root \0 \0 \0",
        "given \0 \0 \0",
        "own \0",
        "bet \0 \0",
        "wait \0 \0 \0",
        "slot \0",
        "creature creature-\0",
        "the words in \0 cannot be loaded",
    }
)
SLOT, TAG = re.compile(r"\{\w+\}"), re.compile(r"<[^>]*>")


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_script_has_words_of_its_own(script: str) -> None:
    assert words(SCRIPTS[script], NO_WORDS) == []


def test_the_page_itself_has_no_words_but_its_name() -> None:
    text = re.sub(r"<!--.*?-->|<svg.*?</svg>|<[^>]*>|{{[\w.]+}}", "", (WEB / "index.html").read_text(), flags=re.DOTALL)
    assert set(text.split()) == {"Croupier"}
    assert re.findall(r'(?:content|aria-label|title)="([^"]*[a-z]+ [a-z][^"]*)"', (WEB / "index.html").read_text()) == [
        "light dark"
    ]


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("const a = html`<p>To the tables</p>`;", ["To the tables"]),
        ('const a = html`<button aria-label="Close"></button>`;', ["Close"]),
        ('const a = html`<p>${there ? "In your wallet" : ""}</p>`;', ["In your wallet"]),
        ("say(`${name} sits down`);", ["\0 sits down"]),
        ('const TITLES = { close: "Close" };', ["Close"]),
        ('const a = html`<p class="note wide">${phrase("lobby.play")}</p>`; // In words', []),
        ('if (/it\'s/.test(kind) && kind === "before the deal") get(`/tables/${name}`);', []),
    ],
)
def test_words_in_a_script_are_found(script: str, found: list[str]) -> None:
    assert [text for _, text in words(script)] == found


def test_every_key_is_used_somewhere() -> None:
    all_texts = [each.text for script in SCRIPTS.values() for each in texts(script)]
    named = {text for text in all_texts if text in WORDS}
    named |= {key for text in all_texts for key in re.findall(r'of="(note\.\w+)"', text)}
    # A key of several parts is written with a place for one of them; `told` adds the second person by itself.
    shapes = [
        re.escape(text).replace("\0", r"[\w.]+")
        for text in all_texts
        if re.fullmatch(r"[a-z_]+[.][\w.\0]*\0[\w.]*", text)
    ]
    made = re.compile("|".join([*shapes, r"(?:event|seat)\.\w+\.you"]))
    of_screens = {f"screen.{each.name}" for each in SCREENS} | {f"link.{each.name}" for each in SCREENS if each.link}
    of_the_page = set(re.findall(r"{{([\w.]+)}}", (WEB / "index.html").read_text())) - {"language"}
    assert of_screens | of_the_page <= WORDS.keys()
    assert [key for key in WORDS if key not in named | of_screens | of_the_page and not made.fullmatch(key)] == []


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_language_has_every_key_with_the_same_slots_and_marks(language: str) -> None:
    found = words_of(language)
    assert found.keys() == WORDS.keys()
    assert list(found) == sorted(found)
    for key, text in found.items():
        assert sorted(SLOT.findall(text)) == sorted(SLOT.findall(WORDS[key])), key
        assert sorted(TAG.findall(text)) == sorted(TAG.findall(WORDS[key])), key
        assert "  " not in text, key


def test_the_words_travel_in_two_parts_and_the_first_screen_needs_one() -> None:
    first, later = (json.loads(files()[f"words/en.{part}.json"].body) for part in ("first", "later"))
    assert {**first, **later} == WORDS
    assert "lobby.watch" in first
    assert "surveillance.export" in later


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", "en"),
        ("eo", "eo"),
        ("EO-XX, en;q=0.8", "eo"),
        ("tlh, en;q=0.2, eo;q=0.7", "eo"),
        ("eo;q=0, tlh", "en"),
        ("en, eo;q=x", "en"),
        (";;,=q;q=;", "en"),
    ],
)
def test_the_page_comes_in_the_language_that_is_asked_for_first(
    monkeypatch: pytest.MonkeyPatch, asked: str, found: str
) -> None:
    monkeypatch.setattr(static, "LANGUAGES", frozenset({"en", "eo"}))
    request = Request({"type": "http", "headers": [(b"accept-language", asked.encode())]})
    assert static.language_of(request) == found


# ---- a second language in a browser: every word of the page is written with marks on its letters --------------------

MARKED = str.maketrans("aeiouAEIOU", "äëïöüÄËÏÖÜ")
LANGUAGE = "eo"


def _marked(text: str) -> str:
    pieces = re.split(r"(<[^>]*>|\{\w+\})", text)
    return "".join(piece if at % 2 else piece.translate(MARKED) for at, piece in enumerate(pieces))


@pytest.fixture
def second_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    marked = {key: _marked(text) for key, text in WORDS.items()}

    def read(language: str) -> dict[str, str]:
        return marked if language == LANGUAGE else WORDS

    monkeypatch.setattr(static, "words_of", read)
    monkeypatch.setattr(static, "LANGUAGES", frozenset({ENGLISH, LANGUAGE}))
    static.files.cache_clear()
    static.page.cache_clear()
    yield
    static.files.cache_clear()
    static.page.cache_clear()


# The words that are to be read on the screen, in texts and in what is read aloud, without what is not the page's own.
READ = """() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
    while (walk.nextNode()) {
        const within = walk.currentNode.parentElement;
        if (within.closest("svg, script, style, code, kbd, .id, [lang]:not(html), .mark")) continue;
        texts.push(walk.currentNode.data);
    }
    for (const each of document.querySelectorAll("[aria-label], [title], [placeholder]"))
        for (const name of ["aria-label", "title", "placeholder"])
            if (each.hasAttribute(name) && !each.closest(".mark")) texts.push(each.getAttribute(name));
    return [document.title, ...texts];
}"""


class _Heard:
    """All words that the house says to a browser, and the page does not: names, titles, cards, reasons, clauses."""

    def __init__(self, guest: Person) -> None:
        self.words: set[str] = {"croupier", "am", "pm", "mozilla"}
        self._guest = guest
        guest.page.on("websocket", lambda socket: socket.on("framereceived", self._take))
        self._answers: list[Any] = []
        guest.page.on("requestfinished", self._finished)

    def _finished(self, request: Any) -> None:  # noqa: ANN401 - of the browser's own
        self._answers.append(request)

    def _take(self, text: str | bytes) -> None:
        self._read(json.loads(text))

    def _read(self, value: Any) -> None:  # noqa: ANN401 - JSON
        if isinstance(value, str):
            self.words |= set(re.findall(r"[^\W\d_]+", value.lower()))
        elif isinstance(value, dict):
            for each in value.values():
                self._read(each)
        elif isinstance(value, list):
            for each in value:
                self._read(each)

    def unsaid(self) -> set[str]:
        """Words on the screen that are neither in the words of the page nor said by the house."""
        for request in self._answers:
            answer = request.response()
            if "/api/" in request.url and answer and "json" in (answer.header_value("content-type") or ""):
                self._read(answer.json())
        self._answers.clear()
        shown = " ".join(self._guest.page.evaluate(READ))
        plain = {each.lower() for each in re.findall(r"[^\W\d_]+", shown) if re.search("[aeiouAEIOU]", each)}
        return plain - self.words


@pytest.mark.usefixtures("second_language")
def test_a_second_language_is_a_file(enter: Enter) -> None:
    guest = enter("uth-ma").comes(locale=f"{LANGUAGE}-XX")
    heard = _Heard(guest)
    guest.goes("/")
    guest.find(".entry dd").first.wait_for()
    assert guest.page.evaluate("document.documentElement.lang") == LANGUAGE
    assert guest.page.title() == f"{_marked('Tables')} \N{EN DASH} Croupier"
    assert heard.unsaid() == set()
    guest.sits("uth-ma")
    assert heard.unsaid() == set()
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    assert heard.unsaid() == set()
    guest.plays_on()
    guest.find(".result").first.wait_for()
    for tab in ("sign", "fair", "coach", "rules", "round"):
        guest.find(f"#tab-{tab}").click()
        assert heard.unsaid() == set(), tab
    for key in ("?", "x"):
        guest.page.keyboard.press(key)
        guest.page.wait_for_timeout(50)
        assert heard.unsaid() == set(), key
        guest.page.keyboard.press("Escape")
    for path in ("/account", "/history", "/rules", "/practice", "/nosuch"):
        guest.goes(path)
        guest.find("main h1").wait_for()
        guest.page.wait_for_load_state("networkidle")
        assert heard.unsaid() == set(), path
    guest.said.clear()  # that nothing is at the last address is said in the console, too
