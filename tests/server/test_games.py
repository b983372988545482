"""The list of games, as a client gets it."""

import re

import httpx2
import pytest

from prial.bots import registry as bots
from prial.core.options import Option, Value
from prial.core.registry import find, names
from prial.host.live import CLOCKS
from prial.server.catalogue import _option, html_of
from prial.server.models import OptionValue


async def test_every_game_is_described_with_what_a_form_needs(client: httpx2.AsyncClient) -> None:
    games = (await client.get("/api/games")).json()
    assert [game["name"] for game in games] == list(names())
    for game in games:
        schema = find(game["name"]).schema
        assert [option["name"] for option in game["options"]] == list(schema.options)
        assert [option["free"] for option in game["options"]] == [option.free for option in schema.options.values()]
        assert [preset["name"] for preset in game["presets"]] == list(schema.presets)
        assert all(set(preset["values"]) == set(schema.options) for preset in game["presets"])
        assert [bot["name"] for bot in game["bots"]] == list(bots.names(game["name"]))
        assert all(bot["title"] and bot["text"] for bot in game["bots"])
        assert [clock["name"] for clock in game["clocks"]] == list(CLOCKS)


def test_a_text_is_offered_with_its_usual_answers_and_said_to_be_free() -> None:
    usual = (Value("", "No wild cards."), Value("one-eyed jacks", "Js and Jh."))
    described = _option(Option("wild", "Wild cards", "Which.", "P", "Hands", "", usual, free=True), find("brag"))
    assert described.free
    assert described.values == (
        OptionValue("", "None", "No wild cards.", ""),
        OptionValue("one-eyed jacks", "One-eyed jacks", "Js and Jh.", ""),
    )


async def test_a_presets_values_are_rules_that_can_be_made(client: httpx2.AsyncClient) -> None:
    for game in (await client.get("/api/games")).json():
        schema = find(game["name"]).schema
        for preset in game["presets"]:
            held = {name: value for name, value in preset["values"].items() if name in schema.inherited(preset["name"])}
            assert schema.make(held, preset["name"]) == schema.make(None, preset["name"])


async def test_rules_say_what_would_hold(client: httpx2.AsyncClient) -> None:
    answer = await client.post("/api/games/crash/rules", json={"preset": "pub", "options": {"target": 9}})
    rules = answer.json()
    assert answer.status_code == 200
    assert rules["values"]["target"] == 9
    assert rules["values"]["tie"] == "next_best"
    assert rules["changed"] == {"target": 9}
    assert "crash_points" in rules["unused"]
    assert "crash_points" in rules["values"]
    assert rules["title"] == "Crash: Pub"
    assert rules["html"].startswith("<p>")
    assert "<li><strong>Target</strong>: 9." in rules["html"]
    assert "<strong>Target</strong>: 9." in rules["more"]


async def test_rules_say_what_would_suit_them_better_than_what_nobody_chose(client: httpx2.AsyncClient) -> None:
    for options, values in (({"players": 2}, [15]), ({"players": 2, "target": 7}, []), ({}, [])):
        answer = await client.post("/api/games/crash/rules", json={"preset": "online", "options": options})
        suggested = answer.json()["suggested"]
        assert [each["value"] for each in suggested.values()] == values
        assert answer.json()["values"]["target"] == 7, "nothing is changed by it"


async def test_rules_that_exclude_each_other_name_both(client: httpx2.AsyncClient) -> None:
    answer = await client.post("/api/games/crash/rules", json={"preset": "pub", "options": {"crash_points": 2}})
    assert answer.status_code == 422
    assert answer.json()["code"] == "rules.exclusion_but"
    assert (answer.json()["option"], answer.json()["other"]) == ("crash_points", "crash")
    assert answer.json()["text"].endswith(".")


async def test_unknown_games_rules_and_values_are_refused(client: httpx2.AsyncClient) -> None:
    for path, body, status, code in [
        ("/api/games/whist/rules", {}, 404, "game.unknown"),
        ("/api/games/crash/rules", {"preset": "nowhere"}, 422, "rules.unknown_preset"),
        ("/api/games/crash/rules", {"options": {"colour": "red"}}, 422, "rules.unknown_option"),
        ("/api/games/crash/rules", {"options": {"target": "many"}}, 422, "rules.number"),
        ("/api/games/crash/rules", {"options": {"target": True}}, 422, "request.malformed"),
        ("/api/games/crash/rules", {"options": {"target": 1.0}}, 422, "request.malformed"),
        ("/api/games/crash/rules", {"nonsense": 1}, 422, "request.malformed"),
    ]:
        answer = await client.post(path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), body
    assert (await client.get("/api/games/whist/page")).status_code == 404


async def test_the_page_of_a_game_is_html_without_its_heading(client: httpx2.AsyncClient) -> None:
    page = (await client.get("/api/games/crash/page")).json()
    assert page["title"] == "Crash"
    assert "<h1>" not in page["html"]
    assert "<h2>How it is played</h2>" in page["html"]
    options = (await client.get("/api/games/crash/options")).json()
    assert options["title"] == "Crash"
    assert "<h2>House rules</h2>" in options["html"]


@pytest.mark.parametrize("game", names())
async def test_a_player_reads_of_cards_and_not_of_the_program(client: httpx2.AsyncClient, game: str) -> None:
    page = (await client.get(f"/api/games/{game}/page")).json()["html"]
    assert '<span data-cards="' in page
    assert not re.search(r"<code>|<pre>|[Ss]eat \d|prial play|--set|[a-z]_[a-z]", page)
    assert "<pre>" not in (await client.get(f"/api/games/{game}/options")).json()["html"]


def test_cards_between_backticks_can_be_drawn_and_nothing_else() -> None:
    assert html_of("", "`A♠ 10♦`").html == '<p><span data-cards="AsTd">A♠ 10♦</span></p>\n'
    for plain in ("A♠ A♠", "A", "<b>", "A♠ <b>", "As"):
        assert html_of("", f"`{plain}`").html == f"<p><code>{plain.replace('<', '&lt;').replace('>', '&gt;')}</code></p>\n"


async def test_large_answers_are_compressed(client: httpx2.AsyncClient) -> None:
    answer = await client.get("/api/games")
    assert answer.headers["content-encoding"] == "gzip"
    plain = await client.get("/api/games", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == answer.json()
    assert int(answer.headers["content-length"]) < min(len(plain.content) / 4, 4000 * len(names()))
