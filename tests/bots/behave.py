"""A program that plays or misbehaves: behave.py BEHAVIOUR [FILE [NUMBER]]."""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

OPTIONS: dict[str, Any] = {}
"""The settings that came with the first line."""


def never() -> NoReturn:
    while True:
        signal.pause()


def remarks(what: str, asked: dict[str, Any]) -> Iterator[Any]:
    """What a behaviour says before it answers."""
    if what == "remarks":
        yield from ({"seconds": asked["seconds"], **OPTIONS}, 2, "nearly")
    while what == "talks":
        time.sleep(0.01)
        yield "soon"


def misbehave(what: str, asked: dict[str, Any]) -> str:
    """The line that a behaviour answers."""
    match what:
        case "any" | "deaf":
            return json.dumps({"action": asked["any"]})
        case "remarks":
            return json.dumps({"action": asked["any"], "info": "with the answer"})
        case "socket":  # the socket's command, with its other fields
            return json.dumps({"do": "act", "id": "1", "key": "1.turn", "seat": asked["seat"], "action": asked["any"]})
        case "noisy":
            sys.stderr.write("noise\n" * 100_000)
            sys.stderr.flush()
            return json.dumps({"action": asked["any"]})
        case "ends":
            sys.exit(3)
        case "raises":
            raise ZeroDivisionError("by \x1b[31mzero")
        case "silent":
            never()
        case "closes":
            os.close(1)
            never()
        case "endless":
            while True:
                os.write(1, b"lay " * 1000)
        case "error":
            return json.dumps({"error": "I can't play \x1b[2Jthis."})
        case "bytes":
            os.write(1, b"\xff\x00\x1b]0;title\x07\n")
            never()
        case "second":  # the program that is asked with this number ends once another is asked, which never answers
            if str(asked["chance"]) == sys.argv[3]:
                Path(f"{sys.argv[2]}.second").read_text("utf-8")
                sys.exit(3)
            with Path(f"{sys.argv[2]}.second").open("w", encoding="utf-8"):
                pass
            never()
        case _:
            return what


def main() -> None:
    what, *files = sys.argv[1:]
    if what in {"mute", "deaf"}:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if what == "mute":
        never()
    held = open(files[0], "w", encoding="utf-8") if files and what in {"deaf", "any", "second"} else None  # noqa: PTH123, SIM115  # until the end
    for line in sys.stdin:
        asked = json.loads(line)
        OPTIONS.update(asked.get("options", {}))
        if asked["is"] == "asked":
            for remark in remarks(what, asked):
                sys.stdout.write(json.dumps({"info": remark}) + "\n")
                sys.stdout.flush()
            sys.stdout.write(misbehave(what, asked) + "\n")
            sys.stdout.flush()
    if what == "deaf":
        never()
    if held is not None:
        held.close()


main()
