"""Prints the table of speed; ``--json`` for machines; names of groups for a part of it. Exit status 1 if a target is missed.

A target is a ratio to something measured in the same run. A group with a row that falls short is measured again, since a busy
moment may have hit one of the two only; what falls short each time is said.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # so that `python bench` finds the package it is

from bench.measure import Row, say

GROUPS = (
    *("startup", "ranks", "splits", "settings", "deals", "simulation", "cluster", "protocol", "solve", "brag", "stop_the_bus"),
    "xap_xam",
)
"""Modules of this folder, each with a function ``rows``."""
TIMES = 3
"""How often a group is measured at most."""


def _line(row: Row) -> list[str]:
    peer = row.peer if row.peer_figure is None else f"{row.peer} {_figure(row.peer_figure, row.unit)}"
    ratio = "" if row.ratio is None else f"{row.ratio:.3g}"
    judged = ("pass" if row.passed else "FAIL") if row.target else ""
    return [row.what, _figure(row.figure, row.unit), peer, ratio, row.target, judged]


def _figure(figure: float, unit: str) -> str:
    if unit == "antes":
        return f"{figure:.5f} antes"
    return f"{figure:+.4f}" if unit == "points" else say(figure, unit)


def measured(group: str) -> list[Row]:
    """The rows of a group; those that fall short as they are when they are measured again."""
    measure: Callable[[], list[Row]] = import_module(f"bench.{group}").rows
    print(f"measuring {group} …", file=sys.stderr)
    rows = measure()
    for _ in range(TIMES - 1):
        if all(row.passed for row in rows):
            break
        print(f"measuring {group} again …", file=sys.stderr)
        rows = [row if row.passed else again for row, again in zip(rows, measure(), strict=True)]
    return rows


def main(arguments: list[str]) -> int:
    """Measure the groups named, or all; returns the exit status."""
    as_json = "--json" in arguments
    wanted = [name for name in arguments if name != "--json"] or list(GROUPS)
    if unknown := [name for name in wanted if name not in GROUPS]:
        print(f"no such group: {', '.join(unknown)}; there are {', '.join(GROUPS)}", file=sys.stderr)
        return 2
    rows: list[Row] = []
    for name in wanted:
        rows += measured(name)
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
