"""Limits, counts, logs and channels, each by itself."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from support.service.houses import WAGERS, inside

from croupier.house.engine.listeners import Stage
from croupier.house.engine.requests import Committed
from croupier.service.background.logs import Log
from croupier.service.background.metrics import Metrics
from croupier.service.http.rate_limits import Counter, Gauge, Limit
from croupier.service.live import channels
from croupier.service.live.channels import CHUNK, Channel, Watcher
from croupier.service.live.loop_delivery import Deliveries
from croupier.service.live.messages import Names, table_context
from croupier.table.views.view import PUBLIC, Viewer

# ---- limits ------------------------------------------------------------------------------------------------


def test_a_limit_fills_up_again_with_time_and_never_beyond() -> None:
    counter = Counter(Limit("x", 2, 10))
    assert [counter.take("a", 0).wait for _ in range(3)] == [0, 0, 5]
    assert counter.take("b", 0).wait == 0
    assert counter.take("a", 4_999).wait == 1
    assert counter.take("a", 5_001).wait == 0
    assert [counter.take("a", 10**9).wait for _ in range(3)] == [0, 0, 5]
    assert counter.take("a", 0).wait == 5  # a clock that runs back gives nobody more


def test_what_is_counted_is_bounded() -> None:
    counter = Counter(Limit("x", 1, 10), most=3)
    for key in "abcd":
        counter.take(key, 0)
    assert len(counter) == 3
    assert counter.take("d", 0).wait > 0


def test_so_many_are_open_at_once() -> None:
    gauge = Gauge(2)
    assert [gauge.enter("a") for _ in range(3)] == [True, True, False]
    gauge.leave("a")
    assert gauge.enter("a")
    assert len(gauge) == 2
    gauge.leave("a")
    gauge.leave("a")
    assert len(gauge) == 0


# ---- counts ------------------------------------------------------------------------------------------------


def test_metrics_are_told_in_the_text_format() -> None:
    metrics = Metrics()
    metrics.requests.labels(200).inc(3)
    metrics.commands.count("refused", 0.004)
    metrics.commands.count("refused", 99)
    metrics.commands.count("failed", 0.005)
    metrics.commands.happened += 4
    metrics.tables.set(5)
    told = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(metrics.text())
        for sample in family.samples
    }
    assert told["croupier_requests_total", "200"] == 3
    assert told["croupier_commands_total", "done"] == 0, "an outcome that never came is told, too"
    assert told["croupier_command_seconds_bucket", "0.0025"] == 0
    assert told["croupier_commands_total", "refused"] == 2
    assert told["croupier_happened_total",] == 4
    assert told["croupier_command_seconds_bucket", "0.005"] == 2, "a bound is within its bucket"
    assert told["croupier_command_seconds_bucket", "2.5"] == 2
    assert told["croupier_command_seconds_bucket", "+Inf"] == 3
    assert told["croupier_command_seconds_count",] == 3
    assert told["croupier_command_seconds_sum",] == pytest.approx(99.009)
    assert told["croupier_tables",] == 5
    assert not any(name.endswith("_created") for name, *_ in told)


def test_two_houses_of_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.commands.happened += 1
    assert "croupier_happened_total 1.0" in one.text()
    assert "croupier_happened_total 0.0" in other.text()


def test_metrics_have_no_card_and_no_person(tmp_path: Path) -> None:
    with inside(tmp_path, "uth-ma") as house:
        guest = house.guest()
        guest.sit("uth-ma")
        guest.bet("uth-ma")
        guest.give("uth-ma", "x", "bet")
        told = house.nobody().get("/metrics").text
        assert 'croupier_commands_total{became="done"} 2.0' in told
        assert 'croupier_commands_total{became="refused"} 1.0' in told
        assert "croupier_seats_taken 1.0" in told
        assert guest.get("/me").json()["person"] not in told
        cards = [card for seat in guest.view("uth-ma")["view"]["seats"] for card in seat["cards"]]
        assert cards
        assert not any(f'"{card}"' in told for card in cards)


# ---- logs --------------------------------------------------------------------------------------------------


def _lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_line_is_json_with_its_time_and_level(tmp_path: Path) -> None:
    log = Log(tmp_path / "house.log")
    log.say("happened", table="uth-ma", seq=7, do="bet", by="p-1")
    log.say("odd", says="line\nbreak \ud800 \u202e")
    log.close()
    first, second = _lines(tmp_path / "house.log")
    assert first.pop("at")
    assert first == {"level": "info", "what": "happened", "table": "uth-ma", "seq": 7, "do": "bet", "by": "p-1"}
    assert str(second["says"]).startswith("line\nbreak")


def _fails() -> None:
    raise ValueError("the hole cards are Ah Kd")


def test_an_error_is_noted_by_where_it_was_raised_and_not_by_what_it_says(tmp_path: Path) -> None:
    log = Log(tmp_path / "house.log")
    log.listen()
    with pytest.raises(ValueError, match="Ah Kd") as raised:
        _fails()
    log.fault("fault", raised.value)
    logging.getLogger("sqlalchemy").error("INSERT (Ah, Kd) failed", exc_info=raised.value)
    log.close()
    text = (tmp_path / "house.log").read_text()
    assert text.count("_fails") == 2
    assert "Ah" not in text


def test_files_take_turns(tmp_path: Path) -> None:
    log = Log(tmp_path / "house.log", most=2000, files=2)
    for number in range(200):
        log.say("request", status=number)
    log.close()
    files = sorted(tmp_path.glob("house.log*"))
    assert [each.name for each in files] == ["house.log", "house.log.1", "house.log.2"]
    assert all(each.stat().st_size <= 2000 for each in files)
    assert _lines(files[0])[-1]["status"] == 199


def test_a_round_leaves_no_card_in_the_log(tmp_path: Path) -> None:
    log = Log(tmp_path / "house.log")
    with inside(tmp_path, "uth-ma", log=log) as house:
        guest = house.guest("Zoë")
        guest.sit("uth-ma")
        guest.bet("uth-ma")
        cards = guest.view("uth-ma")["view"]["seats"][0]["cards"]
        guest.give("uth-ma", "d", "decide", choice="check")
        guest.give("uth-ma", "bad", "bet", wagers=WAGERS["uth-ma"])
    log.close()
    lines = _lines(tmp_path / "house.log")
    allowed = {"at", "level", "what", "table", "seq", "do", "by", "method", "path", "status", "microseconds"}
    assert {key for line in lines for key in line} <= allowed
    assert {"happened", "request"} == {line["what"] for line in lines}
    text = (tmp_path / "house.log").read_text()
    assert cards
    assert not any(f'"{card}"' in text for card in cards)
    assert guest.cookie not in text
    assert "Zoë" not in text


# ---- channels ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Committed]]:
    """What happened at a table where somebody sat down, sat out, came back and left."""
    with inside(tmp_path_factory.mktemp("house"), "uth-ma") as house:
        found: list[Committed] = []
        house.on_loop(lambda: house.house.listeners.add(Stage.PLAYERS, found.append))
        guest = house.guest()
        guest.sit("uth-ma")
        for number in range(3):
            guest.give("uth-ma", f"o{number}", "sit out")
            guest.give("uth-ma", f"i{number}", "come back")
        yield found


def _watcher(viewer: Viewer = PUBLIC) -> Watcher:
    return Watcher(viewer, None, lambda: None)


def test_many_spectators_share_one_message_and_are_told_in_chunks(heard: list[Committed]) -> None:
    async def test() -> None:
        channel = Channel(Names(), lambda: table_context(0, None))
        crowd = [_watcher(Viewer("player", f"p{number}") if number % 2 else PUBLIC) for number in range(5 * CHUNK)]
        for each in crowd:
            channel.join(each, "uth-ma", heard[0].seq - 1, heard[0].before)
            each.waiting.clear()
        channel.publish(heard[0])
        told = sum(bool(each.waiting) for each in crowd)
        assert told == CHUNK
        channel.publish(heard[1])  # while the first is on its way
        turns = 0
        while not all(len(each.waiting) == 2 for each in crowd):
            await asyncio.sleep(0)
            turns += 1
            assert turns < 50
        assert turns >= 8
        assert len({id(each.waiting[0]) for each in crowd}) == 1
        assert all(json.loads(each.waiting[0])["seq"] + 1 == json.loads(each.waiting[1])["seq"] for each in crowd)

    asyncio.run(test())


def test_who_sits_down_while_many_are_told_misses_nothing(heard: list[Committed]) -> None:
    async def test() -> None:
        channel = Channel(Names(), lambda: table_context(0, None))
        person = next(str(event.data["person"]) for event in heard[0].decision.events if event.kind == "sat")
        for _ in range(3 * CHUNK):
            crowd = _watcher()
            channel.join(crowd, "uth-ma", heard[0].seq - 1, heard[0].before)
        late = _watcher(Viewer("player", person))
        channel.join(late, "uth-ma", heard[0].seq - 1, heard[0].before)
        late.waiting.clear()
        for each in heard[:4]:
            channel.publish(each)
        for _ in range(50):
            await asyncio.sleep(0)
        assert [json.loads(each)["seq"] for each in late.waiting] == [each.seq for each in heard[:4]]
        assert json.loads(late.waiting[0])["yours"] == [1]

    asyncio.run(test())


def test_a_watcher_that_is_behind_by_too_much_is_dropped_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "MOST_WAITING", 3)
    dropped: list[bool] = []
    watcher = Watcher(PUBLIC, None, lambda: dropped.append(True))
    for number in range(10):
        watcher.tell(str(number))
    assert dropped == [True]
    assert watcher.closed is not None
    assert not watcher.waiting


def test_who_leaves_is_told_nothing_more(heard: list[Committed]) -> None:
    async def test() -> None:
        channel = Channel(Names(), lambda: table_context(0, None))
        stays, goes = _watcher(), _watcher()
        for each in (stays, goes):
            channel.join(each, "uth-ma", heard[0].seq - 1, heard[0].before)
        channel.leave(goes)
        channel.publish(heard[0])
        assert (len(stays.waiting), len(goes.waiting), len(channel)) == (2, 1, 1)

    asyncio.run(test())


def test_what_is_delivered_before_there_is_a_loop_waits_for_it() -> None:
    done: list[int] = []
    deliveries = Deliveries()
    deliveries(lambda: done.append(1))

    async def test() -> None:
        deliveries.begin()
        deliveries(lambda: done.append(2))
        assert not done
        await asyncio.sleep(0.01)

    asyncio.run(test())
    assert done == [1, 2]
    early = Deliveries()
    early(lambda: early(lambda: done.append(3)))
    early.now()
    assert done == [1, 2, 3]
