"""Prints the table of speed; ``--json`` for machines; names of groups for a part of it. Exit status 1 if a target is missed."""

import json
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # so that `python bench` finds the package it is

from bench.measure import Row, say

GROUPS = ("startup", "ranks", "splits", "deals", "simulation", "protocol", "solve", "brag", "stop_the_bus")
"""Modules of this folder, each with a function ``rows``."""


def _line(row: Row) -> list[str]:
    peer = row.peer if row.peer_figure is None else f"{row.peer} {_figure(row.peer_figure, row.unit)}"
    return [row.what, _figure(row.figure, row.unit), peer, f"{row.ratio:.3g}", row.target, "pass" if row.passed else "FAIL"]


def _figure(figure: float, unit: str) -> str:
    if unit == "antes":
        return f"{figure:.5f} antes"
    return f"{figure:+.4f}" if unit == "points" else say(figure, unit)


def main(arguments: list[str]) -> int:
    """Measure the groups named, or all; returns the exit status."""
    as_json = "--json" in arguments
    wanted = [name for name in arguments if name != "--json"] or list(GROUPS)
    if unknown := [name for name in wanted if name not in GROUPS]:
        print(f"no such group: {', '.join(unknown)}; there are {', '.join(GROUPS)}", file=sys.stderr)
        return 2
    rows: list[Row] = []
    for name in wanted:
        print(f"measuring {name} …", file=sys.stderr)
        rows += import_module(f"bench.{name}").rows()
    if as_json:
        print(json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=1))
    else:
        table = [["what", "prial", "beside", "ratio", "target", ""], *map(_line, rows)]
        widths = [max(len(line[column]) for line in table) for column in range(6)]
        for line in table:
            print("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())
    return int(not all(row.passed for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
