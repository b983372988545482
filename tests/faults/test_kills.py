"""A server that is killed (`kill -9`) at any moment loses nothing that it acknowledged, and is soon open again."""

from pathlib import Path
from random import Random

import pytest

from prial.host.live import CLOCKS
from tests.campaigns import sizes
from tests.faults.kills import FEW, TABLES, Campaign, Kills, Tables, drawn
from tests.faults.launcher import CLOCK, POINTS

BACK_S = 5
BUSY = 4
"""A start may take this many times as long while other tests run; the long campaign has the machine to itself."""
EACH = 10
"""Kills of one house in `make soak`."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the launcher's clock for replaying logs."""
    monkeypatch.setitem(CLOCKS, "fast", CLOCK)


async def killed(folder: Path, seed: int, points: list[str], tables: Tables = TABLES) -> Kills:
    """Run a campaign, and check that it found no breach."""
    kills = await (await Campaign.set_up(folder, seed, tables)).run(points)
    print(kills)  # noqa: T201  # the campaign's result
    assert not kills.breaches
    assert kills.commands == kills.answers > 0
    return kills


SOME = ["random", "before the next table is opened", "when some numbers are in"]
MORE = ["while tables are loaded", "between lock and reveal", "when decks are bound"]


@pytest.mark.parametrize(("points", "tables"), sizes((SOME, FEW), ([*SOME, *MORE], TABLES)))
async def test_a_killed_server_comes_back_with_everything(tmp_path: Path, points: list[str], tables: Tables) -> None:
    """Including shuffles that were under way; how many there are depends on the machine's speed."""
    kills = await killed(tmp_path, 1, points, tables)
    assert kills.resumed
    assert kills.next
    assert max(kills.back) <= BUSY * BACK_S
    if not kills.turned:  # once in some twenty campaigns no shuffle is done
        (tmp_path / "again").mkdir()
        kills = await killed(tmp_path / "again", 2, points, tables)
    assert kills.turned


@pytest.mark.soak
@pytest.mark.parametrize("number", range(20))
async def test_two_hundred_killed_servers_come_back_with_everything(tmp_path: Path, number: int) -> None:
    points = drawn(Random(0), 20 * EACH)[number * EACH : (number + 1) * EACH]
    assert set(drawn(Random(0), 20 * EACH)) == {"random", *POINTS}
    kills = await killed(tmp_path, number, points)
    assert max(kills.back) <= BACK_S
