"""The page about talking to a table names every call, message, limit and code."""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import NoneType
from typing import get_args, get_type_hints

import pytest
from fastapi import FastAPI

from prial import host, server
from prial.core.game import Event
from prial.core.kind import Kind
from prial.core.registry import find, kinds
from prial.errors import catalogue
from prial.host import open_tables, replay_desk
from prial.host.happened import What
from prial.host.messages import (
    MOST_BYTES,
    About,
    Asked,
    Ended,
    Fairness,
    FromClient,
    FromTable,
    Line,
    Next,
    Scene,
    Seated,
    Seen,
    Suggestion,
    Talk,
    Turning,
    Update,
    Welcome,
)
from prial.host.rulings import PHRASES
from prial.server import calling, describe, guard
from prial.server.allowance import Rate
from prial.server.errors import status_of
from prial.server.models import NewTable
from prial.server.settings import Rates, Settings

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text("utf-8")
GAMES = (DOCS / "protocol-games.md").read_text("utf-8")
SETTINGS = Settings(origins=())
OURS = [kind for kind in kinds() if type(kind.make()).__module__.startswith("prial.")]
OWN = {"house.older_rules", "house.unplayable", "server.tls", "table.broken"}
"""Codes of sentences that only the server's operator reads, or that are part of a page."""


def section(title: str, page: str = PAGE, level: str = "##") -> str:
    return page.partition(f"\n{level} {title}\n")[2].partition(f"\n{level} ")[0]


def rows(title: str, page: str = PAGE, level: str = "##") -> list[list[str]]:
    """The cells of a section's tables, without their heads."""
    lines = [line for line in section(title, page, level).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


def named(text: str) -> list[str]:
    return re.findall(r"`([^`]*)`", text)


def test_every_call_is_named(app: FastAPI) -> None:
    paths = {path.replace("{table_id}", "{id}"): methods for path, methods in app.openapi()["paths"].items()}
    calls = [f"{method.upper()} {path}" for path, methods in paths.items() for method in methods]
    assert len(calls) > 15
    assert [call for call in calls if f"`{call}`" not in PAGE] == []


@pytest.mark.parametrize(("mine", "messages"), [("do", FromClient), ("is", FromTable)])
def test_every_message_is_named_with_its_fields(mine: str, messages: type) -> None:
    said = {row[0].strip("`"): named(row[1]) for row in rows("Messages") if row[0] not in {"`do`", "`is`"}}
    for kind in messages.__args__:  # type: ignore[attr-defined]  # a union
        config = kind.__struct_config__
        if config.tag_field == mine:
            fields = [each for each in kind.__struct_fields__ if mine == "is" or each != "id"]
            assert sorted(said[config.tag]) == sorted(fields), config.tag
    assert len(said) == len(FromClient.__args__) + len(FromTable.__args__)


PARTS = {
    "About": About,
    "Scene": Scene,
    "Seated": Seated,
    "Seen": Seen,
    "Asked": Asked,
    "Ended": Ended,
    "Next": Next,
    "Line": Line,
    "Talk": Talk,
    "Suggestion": Suggestion,
    "Turning": Turning,
    "Fairness": Fairness,
}


@pytest.mark.parametrize("title", PARTS)
def test_every_field_of_a_part_of_a_message_is_named(title: str) -> None:
    fields = [field for row in rows(title, section("What the messages hold") + "\n", "###")[1:] for field in named(row[0])]
    assert sorted(fields) == sorted(PARTS[title].__struct_fields__)


def test_every_field_of_a_welcome_and_an_update_is_named() -> None:
    fields = [
        field for row in rows("Welcome and update", section("What the messages hold"), "###")[1:] for field in named(row[0])
    ]
    assert sorted(fields) == sorted({*Welcome.__struct_fields__, *Update.__struct_fields__})


def test_the_body_of_a_new_table_is_named_with_its_defaults() -> None:
    found = {named(row[0])[0]: named(row[1]) for row in rows("A new table", section("HTTP"), "###")[1:]}
    default = {name: field.get_default(call_default_factory=True) for name, field in NewTable.model_fields.items()}
    assert found.keys() == default.keys()
    shown = {name: value for name, value in default.items() if name != "game" and value is not None}
    assert {name: json.loads(found[name][0]) for name in shown} == shown
    assert [name for name in default if not found[name]] == [name for name in default if name not in shown]


def events(page: str, title: str, level: str) -> dict[str, list[str]]:
    """The fields of each kind of event that a table of the docs names."""
    found = [row for row in rows(title, page, level)[1:] if len(row) == 3]
    return {name: named(row[1]) for row in found for name in named(row[0])}


def fields_of(kinds: Iterable[type[Event]]) -> dict[str, list[str]]:
    return {str(kind.__struct_config__.tag): list(kind.__struct_fields__) for kind in kinds if kind.__struct_config__.tag}


def test_every_event_of_every_table_is_named_with_its_fields() -> None:
    assert events(PAGE, "Events", "##") == fields_of(describe._SHARED)
    what = [name for row in rows("Events") if len(row) == 2 for name in named(row[0]) if name != "what"]
    assert sorted(what) == sorted(What)


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: str(kind.name))
def test_what_a_game_sends_is_named(kind: Kind) -> None:
    """Its public part, its guide, its odds and its events."""
    game = type(kind.make())
    (public,) = get_args(get_type_hints(game.start)["return"])
    guide = get_type_hints(kind.guide)["return"]
    (guide,) = [each for each in get_args(guide) or (guide,) if each is not NoneType]
    for title, struct in ((f"The public part of {kind.title}", public), (f"The guide of {kind.title}", guide)):
        found = [field for row in rows(title, GAMES, "###")[1:] for field in named(row[0])]
        assert sorted(found) == sorted(struct.__struct_fields__), title
    settled = get_args(get_type_hints(public)["last"])[0]
    text = section(f"The public part of {kind.title}", GAMES, "###").partition("`last` has")[2]
    assert [field for field in settled.__struct_fields__ if f"`{field}`" not in text] == []
    own = fields_of(describe._defined(Event, game.__module__.rpartition(".")[0]))
    assert events(GAMES, f"The events of {kind.title}", "###") == own


def test_every_ready_phrase_is_named() -> None:
    (say,) = [row for row in rows("Messages") if row[0] == "`say`"]
    assert named(say[2]) == list(PHRASES)


def size(count: int) -> str:
    return f"{count // 1024} KB" if count < 1024**2 else f"{count // 1024**2} MB"


def said(rate: Rate, *, of_bytes: bool = False) -> str:
    return f"{size(rate.times) if of_bytes else format(rate.times, ',')} in {rate.seconds} s"


RATES = {
    "commands": ("commands and hellos", "a person's"),
    "chat": ("`say`", "a person's"),
    "tables": ("new tables, `propose` and `rules` too", "an address's"),
    "frames": ("frames of any kind", "a socket's"),
    "person_frames": ("frames on all sockets", "a person's"),
    "address_frames": ("frames on all sockets", "an address's"),
    "bytes": ("bytes", "a socket's"),
    "address_bytes": ("bytes, on sockets and in calls", "an address's"),
    "calls": ("calls of the API and new sockets", "an address's"),
    "requests": ("requests of any kind", "an address's"),
    "refusals": ("commands that a table refuses", "a person's"),
    "address_refusals": ("commands that a table refuses", "an address's"),
    "swift": ("requests and new sockets that don't wait for a turn", "an address's"),
    "connections": ("new connections", "an address's"),
    "guests": ("new guests", "an address's"),
    "faces": ("faces that have to be drawn", "an address's"),
    "shares": ("shared deals", "a person's"),
    "person_spoken": ("codes that lead nowhere", "a person's"),
    "spoken": ("codes that lead nowhere", "an address's"),
    "renewals": ("new cookies in the place of old ones", "a person's"),
}
COUNTS = {
    ("open sockets", "a person's"): SETTINGS.sockets,
    ("open sockets", "an address's"): SETTINGS.address_sockets,
    ("open connections for calls", "an address's"): SETTINGS.address_connections,
    ("connections that haven't agreed on TLS yet", "an address's"): SETTINGS.address_greetings,
    ("tables that aren't finished", "a person's"): open_tables.MOST,
    ("people whose replays, or reviews, are in the making", "everybody's"): replay_desk._MOST,
    ("replays, or reviews, in the making", "a person's"): replay_desk._EACH,
}


def test_every_limit_is_given_as_it_is() -> None:
    rates = Rates()
    assert RATES.keys() == set(Rates.__struct_fields__)
    expected = {RATES[name]: said(getattr(rates, name), of_bytes="bytes" in name) for name in RATES}
    expected |= {what: format(count, ",") for what, count in COUNTS.items()}
    assert {(what, whose): limit for what, whose, limit, _ in rows("Limits")[1:]} == expected
    for number in (
        f"{size(MOST_BYTES)} from you",
        f"{size(guard.MOST_BODY)} (413",
        f"{calling.HEAD_SECONDS} seconds to arrive",
        f"within {SETTINGS.hello} seconds",
        f"more than {size(SETTINGS.unsent)} wait unread",
        f"at most {open_tables.MOST} tables",
    ):
        assert number in PAGE, number
    assert calling.HEAD_SECONDS == guard.BODY_SECONDS


def refused() -> Iterator[str]:
    """The codes that the host and the server refuse with."""
    for package in (host, server):
        for path in Path(str(package.__file__)).parent.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse":
                    first = node.args[0]
                    if isinstance(first, ast.Constant):
                        yield str(first.value)


def test_every_code_is_named() -> None:
    codes = {code for code in refused() if not code.startswith("store.")} - OWN
    assert len(codes) > 70
    assert sorted(codes - set(named(section("Codes")))) == []


def test_no_code_is_named_that_there_is_not() -> None:
    assert find("crash").make()  # the page uses one of its codes as an example
    found = [code for code in named(section("Codes")) if re.fullmatch(r"[a-z_]+\.[a-z_]+", code)]
    assert [code for code in found if code not in catalogue()] == []


def test_every_code_has_the_status_that_is_given() -> None:
    table = {int(status): named(codes) for status, codes in (row for row in rows("Codes") if len(row) == 2 and row[0].isdigit())}
    assert len(table) > 9
    found = [code for codes in table.values() for code in codes if "." in code]
    assert len(found) == len(set(found)) > 40
    for status, codes in table.items():
        assert {code: status_of(code) for code in codes if "." in code} == {code: status for code in codes if "." in code}
