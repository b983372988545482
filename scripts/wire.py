"""Writes what is said on the wire as JSON Schema, from which the browser client's types are made: scripts/wire.py [DIR].

``messages.json`` holds the socket's messages; ``openapi.json`` what goes by HTTP, where the server's packages are installed.
"""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from prial.host.messages import FromClient, FromTable


def messages() -> dict[str, Any]:
    """The schema of both directions of the socket, as one document."""
    (client, table), parts = msgspec.json.schema_components([FromClient, FromTable], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wire",
        "type": "object",
        "properties": {"FromClient": client, "FromTable": table},
        "required": ["FromClient", "FromTable"],
        "$defs": parts,
    }


def openapi() -> dict[str, Any] | None:
    """What the server says of its HTTP, or None without the server's packages."""
    try:
        from prial.server.app import describe  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    described: dict[str, Any] = describe()
    return described


def main() -> None:
    """Write the files that have changed, so that nothing is made anew for nothing."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/wire")
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in {"messages.json": messages(), "openapi.json": openapi()}.items():
        if schema is None:
            continue
        text = json.dumps(schema, indent=2) + "\n"
        file = folder / name
        if not file.exists() or file.read_text("utf-8") != text:
            file.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
