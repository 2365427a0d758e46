"""A house that deals by a rulebook of its own: the page's routes, the coach, analyses, lessons, clients, the record."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.own_rulebooks import variant
from support.service.houses import WAGERS, Inside, inside

import croupier
from croupier.client.calls.call import terms_of
from croupier.client.errors import Unreachable
from croupier.games.catalogue import SentTerms
from croupier.house.config.settings import Settings, read
from croupier.rulebook import files
from croupier.schemas.common import TableSubmission

TABLE, BOOK = "own", "dragon-own"
HOUSE = f'[tables.{TABLE}]\nrulebook = "./mine/rulebook.toml"\n[tables.dragon-md]\nrulebook = "dragon-md"\n'


def no_files(name: str) -> str:
    raise AssertionError(name)


def settings(folder: Path, text: str = HOUSE) -> Settings:
    return read(text, no_files, files.RulebookFiles(lambda name: files.text(name, str(folder))))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    folder = tmp_path_factory.mktemp("house")
    variant(folder / "mine" / "rulebook.toml", "dragon-md", BOOK)
    with inside(folder, "dragon-md", run=settings(folder)) as found:
        found.open(TABLE)
        yield found


def test_the_page_finds_the_rulebook_by_its_id(house: Inside) -> None:
    guest = house.guest()
    assert BOOK in [each["id"] for each in guest.get("/rulebooks").json()["rulebooks"]]
    assert guest.get(f"/rulebooks/{BOOK}").json()["id"] == BOOK
    assert guest.get(f"/tables/{TABLE}/rules").json()["id"] == BOOK
    assert "35 to 1" in guest.get(f"/tables/{TABLE}/sign").text
    assert "35 to 1" not in guest.get("/tables/dragon-md/sign").text
    assert any(each["rulebook"] == BOOK for each in guest.get("/rulebooks/search?words=dragon").json()["hits"])
    assert guest.get("/rulebooks/no-such").json()["accepted"].count(BOOK) == 1


def test_a_client_makes_the_terms_of_what_the_house_sends(house: Inside) -> None:
    sent = house.guest().get(f"/tables/{TABLE}/submission").json()
    terms = terms_of(TableSubmission(**sent))
    assert terms.submission == house.hub.settings.tables[TABLE].submission
    assert house.guest().get("/tables/dragon-md/submission").json()["data"] == ""
    for broken in ("[]", "{", "[1, 2]", '[{"clause": []}, {}]'):
        with pytest.raises(Unreachable, match="a rulebook of its own"):
            terms_of(TableSubmission(BOOK, {}, broken))


def test_the_coach_advises_by_the_rulebook_of_the_table(house: Inside) -> None:
    guest = house.guest("Ash")
    assert guest.sit(TABLE).status_code == 200
    bet = guest.give(TABLE, "bet", "bet", wagers=WAGERS["dragon-md"], ready=True)
    assert bet.status_code == 200, bet.text
    until = time.monotonic() + 120
    while (said := guest.get(f"/tables/{TABLE}/seats/1/coach")).status_code in {202, 503}:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert said.status_code == 200, said.text
    assert {each["choice"] for each in said.json()["actions"]} == {"play", "fold"}
    guest.play_out(TABLE, "r")


def test_a_strategy_that_ships_plays_a_variant_of_its_game(house: Inside) -> None:
    state = house.house.queues[TABLE].live.record.state
    terms = SentTerms.of(state.terms.submission, state.fixed.game)
    assert terms.submission() == state.terms.submission
    assert terms.game() is state.fixed.game
    (played,) = croupier.deal(state.terms.submission, players=["dragon"], rounds=1, seed="1")
    assert played.hands[0].decisions


def test_an_analysis_is_of_the_rulebook_of_the_table(house: Inside) -> None:
    manager = house.hired("manager-of-own", "manager")
    asked: dict[str, Any] = {"rulebook": BOOK, "options": {}, "sheet": True}
    piece = manager.post("/analyses", asked).json()
    until = time.monotonic() + 120
    while (found := manager.get(f"/analyses/{piece['id']}").json())["status"] in {"waiting", "working"}:
        assert time.monotonic() < until
        time.sleep(0.1)
    exact = croupier.analyze(house.hub.settings.tables[TABLE].submission)
    assert found["result"]["wagers"]["three_card_bonus"]["ev"] == str(exact["three_card_bonus"].ev)
    assert exact["three_card_bonus"].ev != croupier.analyze("dragon-md")["three_card_bonus"].ev
    assert manager.get(f"/analyses/{piece['id']}/sheet").status_code == 200
    checked = manager.post("/submissions", {"rulebook": BOOK, "fields": {}})
    assert checked.json()["stands"] is True
    text = manager.post("/analyses", {"rulebook": "", "submission": f'rulebook = "{BOOK}"\n', "options": {}})
    assert text.status_code == 202
    assert manager.ask("DELETE", f"/analyses/{text.json()['id']}").status_code == 204


def test_a_lesson_is_dealt_by_the_rulebook(house: Inside) -> None:
    dealer = house.hired("dealer-of-own", "dealer", TABLE)
    assert dealer.post("/training", {"rulebook": BOOK, "options": {}, "seats": 1, "trouble": 0}).status_code == 201
    assert dealer.ask("DELETE", "/training").status_code == 200


def test_a_table_whose_rulebook_is_missing_stays_closed_and_the_rest_opens(tmp_path: Path) -> None:
    with inside(tmp_path, "dragon-md", run=settings(tmp_path)) as house:
        assert list(house.hub.settings.tables) == ["dragon-md"]
        said = house.hired("floor-of-none", "manager").get("/floor").json()["closed"]
        (closed,) = [each for each in said if each["table"] == TABLE]
        assert closed["why"].startswith("./mine/rulebook.toml is no file")
        assert closed["why"].count("\n") == 0
        assert house.guest().get(f"/tables/{TABLE}").status_code == 404
        assert house.guest().get("/tables/dragon-md").status_code == 200


def test_a_changed_rulebook_waits_for_the_next_session(tmp_path: Path) -> None:
    path = variant(tmp_path / "mine" / "rulebook.toml", "dragon-md", BOOK)
    with inside(tmp_path, "dragon-md", run=settings(tmp_path)) as house:
        house.open(TABLE)
        path.write_text(path.read_text(encoding="utf-8").replace("35 to 1", "45 to 1"), encoding="utf-8")
        assert "35 to 1" in house.guest().get(f"/tables/{TABLE}/sign").text
        again = settings(tmp_path)
        assert again.tables[TABLE].submission != house.hub.settings.tables[TABLE].submission


def test_a_session_goes_on_after_a_restart_though_the_rulebook_is_gone(tmp_path: Path) -> None:
    path = variant(tmp_path / "mine" / "rulebook.toml", "dragon-md", BOOK)
    with inside(tmp_path, "dragon-md", run=settings(tmp_path)) as house:
        house.open(TABLE)
        guest = house.guest()
        assert guest.sit(TABLE).status_code == 200
    path.unlink()
    with inside(tmp_path, run=settings(tmp_path)) as house:
        assert TABLE not in house.hub.settings.tables
        state = house.house.queues[TABLE].live.record.state if TABLE in house.house.queues else None
        assert state is None or state.terms.rulebook.id == BOOK
        assert house.guest().get("/tables/dragon-md").status_code == 200
