"""The load generator with few people: each of its scenarios runs, and everybody is served.

Kills and floods have tests of their own; those scenarios run in the long campaign only.
"""

from argparse import Namespace
from pathlib import Path

import pytest

from tests.faults.load.__main__ import SCENARIOS

FEW = Namespace(clients=8, rate=16, seconds=0.5, stored=6, live=2, profile=None)


@pytest.mark.parametrize("name", [pytest.param(each, marks=[pytest.mark.soak] * (each != "storm")) for each in SCENARIOS])
def test_a_scenario_of_load_runs_and_serves_everybody(name: str, tmp_path: Path) -> None:
    found = {each.what: each for _, figures in SCENARIOS[name](tmp_path / "tables.db", FEW) for each in figures}
    assert found
    counts = [
        each
        for what, each in found.items()
        if what.endswith(("failed", "lost by kill -9", "refused", "tried again", "server closed"))
    ]
    assert counts, "what it counts is no longer called so"
    assert [each for each in counts if each.measured] == []
