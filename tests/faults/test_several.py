"""Several real servers of one house on a real PostgreSQL: whichever is killed or suspended, no acknowledged move is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from prial.host.live import CLOCKS
from tests.campaigns import sizes
from tests.faults.kills import FEW, TABLES, Kills, Tables
from tests.faults.launcher import CLOCK
from tests.faults.several import Campaign
from tests.testing.postgres import Server, postgres

FAULTS = ["kill a server", "kill the database", "end a server"]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the launcher's clock for replaying logs."""
    monkeypatch.setitem(CLOCKS, "fast", CLOCK)


@pytest.fixture
def database() -> Iterator[Server]:
    with postgres(safe=True) as running:
        yield running


async def survived(
    folder: Path, database: Server, seed: int, faults: list[str], sleep_s: float = 7, tables: Tables = TABLES
) -> Kills:
    """Run a campaign, and check that it found no breach."""
    kills = await (await Campaign(folder, database, seed).set_up(tables)).run(faults, sleep_s)
    print(kills)  # noqa: T201  # the campaign's result
    assert not kills.breaches
    assert kills.commands == kills.answers > 0
    return kills


@pytest.mark.parametrize(("faults", "tables"), sizes((FAULTS[:2], FEW), (FAULTS, TABLES)))
async def test_one_of_two_servers_may_be_killed_or_end_and_so_may_the_database(
    tmp_path: Path, database: Server, faults: list[str], tables: Tables
) -> None:
    """In one house, since to start it takes longer than all three faults."""
    kills = await survived(tmp_path, database, 1, faults, tables=tables)
    assert kills.resumed
    assert kills.turned


@pytest.mark.soak
async def test_a_server_may_sleep_and_wake(tmp_path: Path, database: Server) -> None:
    await survived(tmp_path, database, 3, ["stop a server"])


@pytest.mark.soak
@pytest.mark.parametrize(("fault", "times"), [("kill a server", 20), ("kill the database", 10), ("stop a server", 20)])
@pytest.mark.parametrize("number", range(10))
async def test_hundreds_of_faults(tmp_path: Path, database: Server, fault: str, times: int, number: int) -> None:
    await survived(tmp_path, database, number, [fault] * times, 15)
