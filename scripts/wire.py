"""Writes what is said on the wire as JSON Schema, from which the browser client's types are made: scripts/wire.py [DIR].

``messages.json`` holds the socket's messages, ``openapi.json`` what goes by HTTP.
"""

import json
import sys
from pathlib import Path

from prial.server.app import describe
from prial.server.describe import messages


def main() -> None:
    """Write both files."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/wire")
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in {"messages.json": messages(), "openapi.json": describe()}.items():
        (folder / name).write_text(json.dumps(schema, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
