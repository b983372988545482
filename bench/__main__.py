"""Prints the table of speeds. ``--json`` prints JSON. Names of groups limit the table to these groups.

Exit status 1: a target is missed.

A target is a ratio to something measured in the same run. If a row misses its target, its group is measured again, because
the machine may have been busy during one of the two measurements only. A row fails when it misses its target every time.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # so that `python bench` finds the package bench

from bench.measure import Row, say

GROUPS = (
    *("startup", "ranks", "splits", "settings", "deals", "simulation", "cluster", "protocol", "solve", "brag", "stop_the_bus"),
    "xap_xam",
)
"""Modules of this folder, each with a function ``rows``."""
TIMES = 3
"""The greatest number of measurements of a group."""


def _line(row: Row) -> list[str]:
    """A row as the columns of the table."""
    peer = row.peer if row.peer_figure is None else f"{row.peer} {_figure(row.peer_figure, row.unit)}"
    ratio = "" if row.ratio is None else f"{row.ratio:.3g}"
    judged = ("pass" if row.passed else "FAIL") if row.target else ""
    return [row.what, _figure(row.figure, row.unit), peer, ratio, row.target, judged]


def _figure(figure: float, unit: str) -> str:
    """A figure with its unit."""
    if unit == "antes":
        return f"{figure:.5f} antes"
    return f"{figure:+.4f}" if unit == "points" else say(figure, unit)


def measured(group: str) -> list[Row]:
    """Measure a group. A row that misses its target is measured again, up to `TIMES` times in all."""
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
    """Measure the named groups, or all of them.

    Args:
        arguments: the command line.
    Returns:
        The exit status.
    """
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
