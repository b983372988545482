"""The messages to a board are described for each game, and match their description."""

from random import Random
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from prial.core.game import NATURE, Chance, Over, view
from prial.core.registry import find, names
from prial.core.step import Step, step
from prial.server.describe import messages, sent


def whole(schema: Any) -> Any:
    """A schema in which all of the table's fields are required and no others allowed; it omits fields with defaults."""
    for part in schema["$defs"].values():
        if "properties" in part:
            part |= {"required": list(part["properties"]), "additionalProperties": False}
    return schema


def as_sent(value: Any) -> Any:
    """The value as it is sent."""
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("name", names())
def test_whatever_a_board_is_sent_is_described(name: str) -> None:
    schema = whole(sent(name))
    checks = {
        part: jsonschema_rs.validator_for({**schema["properties"][part], "$defs": schema["$defs"]})
        for part in ("Public", "Guide", "Event")
    }
    kind = find(name)
    game, rng = kind.make(), Random(11)
    state = game.start()
    gathered: dict[int, Any] = {}
    guides = 0
    for _ in range(250):
        checks["Public"].validate(as_sent(state.public))
        node = game.node(state)
        if isinstance(node, Over):
            break
        seats = [] if isinstance(node, Chance) else [seat for seat in node.seats if seat not in gathered]
        for seat in seats:
            guide = as_sent(kind.guide(game, view(state, seat)))
            guides += guide is not None
            checks["Guide"].validate(guide)
        seat = seats[0] if seats else NATURE
        move: Any = node.draw.sample(rng) if isinstance(node, Chance) else game.choices(view(state, seat)).sample(rng)
        done = step(game, state, gathered, seat, move)
        assert isinstance(done, Step)
        state, gathered = done.state, dict(done.gathered)
        for told in done.told:
            checks["Event"].validate(as_sent(told.event))
    assert guides > 10


def shared_types() -> set[str]:
    """The kinds of events that any table may tell."""
    schema = messages()
    names = [each["$ref"].split("/")[-1] for each in schema["properties"]["Shared"]["anyOf"]]
    return {schema["$defs"][each]["properties"]["type"]["enum"][0] for each in names}


@pytest.mark.parametrize("name", names())
def test_a_games_description_names_each_of_its_events_once(name: str) -> None:
    schema = sent(name)
    names = [each["$ref"].split("/")[-1] for each in schema["properties"]["Event"]["anyOf"]]
    types = [schema["$defs"][each]["properties"]["type"]["enum"][0] for each in names]
    assert len(types) == len(set(types)) > 10
    assert {each.split(".")[0] for each in types} == {name, "core", "table"}
    assert {each.split(".")[0] for each in types if each in shared_types()} == {"core", "table"}
