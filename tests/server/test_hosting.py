"""The files that a host copies from the page about hosting are valid: units, alerts and the dashboard."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click import Context

from prial.cli.app import app as verbs
from prial.host.house import House
from prial.server.metrics import Metrics

HOSTING = Path(__file__).resolve().parents[2] / "docs" / "hosting"
UNITS = sorted(HOSTING.glob("*.service"))


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_starts_a_server(unit: Path, tmp_path: Path) -> None:
    text = unit.read_text("utf-8")
    (line,) = re.findall(r"^ExecStart=/opt/prial/bin/prial (.*)$", text, re.MULTILINE)
    name, verb, words = verbs.resolve_command(Context(verbs), shlex.split(line.replace("%i", "8081")))
    assert verb is not None
    verb.make_context(name, words)
    analyze = shutil.which("systemd-analyze")
    if analyze is not None:
        copy = tmp_path / unit.name.replace("@", "@8081")
        copy.write_text(text.replace("/opt/prial/bin/prial", sys.executable), "utf-8")
        told = subprocess.run([analyze, "verify", str(copy)], capture_output=True, text=True, check=False)
        assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.parametrize("name", ["alerts.yml", "dashboard.json"])
async def test_what_is_watched_is_measured(name: str, house: House) -> None:
    metrics = Metrics()
    metrics.watch(house)
    metrics.refused.labels("a").inc()
    metrics.closed.labels("b").inc()
    measured = metrics.page().decode()
    asked = set(re.findall(r"\bprial_[a-z_]+", (HOSTING / name).read_text("utf-8")))
    assert asked
    assert not [each for each in asked if not re.search(rf"^(# TYPE )?{each}\b", measured, re.MULTILINE)]


def test_the_dashboard_is_whole() -> None:
    panels = json.loads((HOSTING / "dashboard.json").read_text("utf-8"))["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert all(panel["targets"] for panel in panels)
