"""The OpenAPI description: routes answer with msgspec's types, and these are the schemas of those very types."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

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
    503: answers(Fault, "The server is closing or not yet open", 503)[503],
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


def messages() -> Mapping[str, Any]:
    """The socket's messages, both ways, as one JSON Schema."""
    (client, table), parts = msgspec.json.schema_components([FromClient, FromTable], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wire",
        "type": "object",
        "properties": {"FromClient": client, "FromTable": table},
        "required": ["FromClient", "FromTable"],
        "$defs": parts,
    }
