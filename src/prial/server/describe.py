"""The OpenAPI description of the API, made from the msgspec types that the routes answer with."""

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
"""The types that routes answer with. The key is the type's name, as ``str`` gives it."""

Answers = dict[int | str, dict[str, Any]]
"""Answers of a route in OpenAPI's form. Each key is an HTTP status."""


def answers(kind: type, text: str, status: int = 200) -> Answers:
    """Describe a JSON answer of a route, for ``responses`` in the route's decorator.

    Args:
        kind: type of the answer.
        text: what the answer is, in a few words.
        status: HTTP status of the answer.
    """
    _types[str(kind)] = kind
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_TEMPLATE)
    return {status: {"description": text, "content": {"application/json": {"schema": schema}}}}


FAULTS: Final[Answers] = {
    "4XX": answers(Fault, "Refused, with the reason in a sentence", 400)[400],
    503: answers(Fault, "The server is closing or not yet open, or can't store or read just now", 503)[503],
}
"""The errors that any route may answer with."""


def plain(media_type: str, text: str) -> Answers:
    """Describe the answer that a route gives if all goes well, where this answer isn't JSON. For JSON, see `answers`."""
    return {200: {"description": text, "content": {media_type: {"schema": {"type": "string"}}}}}


def openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI description of an application."""
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
"""Events that may happen at any table."""


def messages() -> Mapping[str, Any]:
    """JSON Schema of what the socket sends and receives.

    It describes:

    * the messages in both directions
    * the events that may happen at any table
    * the type `Hands`, for the guides of some games
    """
    return _schema({"FromClient": FromClient, "FromTable": FromTable, "Shared": _any_of(_SHARED), "Hands": Hands})


def sent(name: str) -> Mapping[str, Any]:
    """JSON Schema of the data that one game gives to clients.

    The data are the public part of the views, the guide (which describes the allowed actions), the odds and the events. The
    schema is made from the return types of the game's `start`, `guide` and `chances`. The events are those that the game's
    package defines, and those that may happen at any table.

    Args:
        name: name of the game.
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
    """The classes in a package that are subclasses of an event class, including subclasses of subclasses."""
    for each in event.__subclasses__():
        if f"{each.__module__}.".startswith(f"{package}."):
            yield each
        yield from _defined(each, package)


def _any_of(types: Iterable[Any]) -> Any:
    return Union[tuple(types)]  # noqa: UP007  # the types are known only at run time


def _schema(types: Mapping[str, Any]) -> Mapping[str, Any]:
    """The JSON Schema of an object that has one property for each name in ``types``."""
    schemas, parts = msgspec.json.schema_components(list(types.values()), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wire",
        "type": "object",
        "properties": dict(zip(types, schemas, strict=True)),
        "required": list(types),
        "$defs": parts,
    }
