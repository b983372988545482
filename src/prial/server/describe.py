"""The OpenAPI description: routes answer with msgspec's types, and these are the schemas of those very types."""

from collections.abc import Iterable, Iterator, Mapping
from types import NoneType
from typing import Any, Final, Union, get_args, get_type_hints

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from prial.arrange.guide import Hands
from prial.core import events
from prial.core.game import Event
from prial.core.registry import find
from prial.core.step import Locked, Unlocked
from prial.host.happened import Happened
from prial.host.messages import FromClient, FromTable
from prial.server.models import Fault

_TEMPLATE: Final = "#/components/schemas/{name}"
_types: Final[dict[str, type]] = {}
"""Whatever routes answer with."""

Answers = dict[int | str, dict[str, Any]]


def answers(kind: type, text: str, status: int = 200) -> Answers:
    """What a route answers with when all goes well, for its ``responses``."""
    _types[str(kind)] = kind
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_TEMPLATE)
    return {status: {"description": text, "content": {"application/json": {"schema": schema}}}}


FAULTS: Final[Answers] = {
    "4XX": answers(Fault, "Refused, with the reason in a sentence", 400)[400],
    503: answers(Fault, "The server is closing or not yet open, or can't store or read just now", 503)[503],
}
"""What any route may answer with."""


def plain(media_type: str, text: str) -> Answers:
    """A route that answers with something other than JSON."""
    return {200: {"description": text, "content": {media_type: {"schema": {"type": "string"}}}}}


def openapi(app: FastAPI) -> dict[str, Any]:
    """The description of an application."""
    if app.openapi_schema is None:
        described = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        _, parts = msgspec.json.schema_components(list(_types.values()), ref_template=_TEMPLATE)
        schemas = described.setdefault("components", {}).setdefault("schemas", {})
        schemas.update(parts)
        app.openapi_schema = described
    return app.openapi_schema


_SHARED: Final[tuple[type[Event], ...]] = (
    *(events.DealerDrawn, events.Cut, events.DealerCut, events.CutAgain, events.Dealt, events.Held, events.GameOver),
    *(Locked, Unlocked, Happened),
)
"""What may be told at any table."""


def messages() -> Mapping[str, Any]:
    """The socket's messages, both ways, as one JSON Schema; the events that are told at every table, and what guides share."""
    return _schema({"FromClient": FromClient, "FromTable": FromTable, "Shared": _any_of(_SHARED), "Hands": Hands})


def sent(name: str) -> Mapping[str, Any]:
    """What a board of a game is sent, as one JSON Schema: the public part of its views, its guide, its odds and its events.

    All of it is read off the game: what its `start`, its `guide` and its `chances` give, and which events its package defines.
    """
    kind = find(name)
    game = type(kind.make())
    (public,) = get_args(get_type_hints(game.start)["return"])
    guide = get_type_hints(kind.guide).get("return", NoneType)
    chances = kind.part("chances")
    odds = get_type_hints(chances)["return"] if chances else NoneType
    own = list(_defined(Event, game.__module__.rpartition(".")[0] or game.__module__))
    shared = [event for event in _SHARED if not any(issubclass(each, event) for each in own)]
    return _schema(
        {
            "Public": public,
            "Guide": _any_of([guide, NoneType]),
            "Odds": _any_of([odds, NoneType]),
            "Event": _any_of([*own, *shared]),
        }
    )


def _defined(event: type[Event], package: str) -> Iterator[type[Event]]:
    """The kinds of events that a package defines."""
    for each in event.__subclasses__():
        if f"{each.__module__}.".startswith(f"{package}."):
            yield each
        yield from _defined(each, package)


def _any_of(types: Iterable[Any]) -> Any:
    return Union[tuple(types)]  # noqa: UP007  # they are known only now


def _schema(types: Mapping[str, Any]) -> Mapping[str, Any]:
    """Several types as one JSON Schema: the properties of what has no name of its own."""
    schemas, parts = msgspec.json.schema_components(list(types.values()), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wire",
        "type": "object",
        "properties": dict(zip(types, schemas, strict=True)),
        "required": list(types),
        "$defs": parts,
    }
