"""Writes the server's messages as JSON Schema, from which the browser client's types are made: scripts/wire.py [DIR].

``messages.json`` holds the socket's messages, ``openapi.json`` the requests over HTTP, and ``games/NAME.json`` the data
that a board of this game is sent.
"""

import json
import sys
from pathlib import Path

from prial.core.registry import names
from prial.server.app import describe
from prial.server.describe import messages, sent


def main() -> None:
    """Write all files, and delete those of games that no longer exist."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/wire")
    (folder / "games").mkdir(parents=True, exist_ok=True)
    for stale in (folder / "games").glob("*.json"):
        stale.unlink()
    games = {f"games/{name}.json": sent(name) for name in names()}
    for name, schema in {"messages.json": messages(), "openapi.json": describe(), **games}.items():
        (folder / name).write_text(json.dumps(schema, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
