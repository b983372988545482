"""A house that moves from a file to PostgreSQL and back: nothing is lost, and nothing is added to a store that isn't empty."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from prial.host import messages as said
from prial.host.several import HouseTime, Several
from prial.host.store import Store, file_url
from prial.host.store.engine import reading
from prial.host.store.schema import HOUSE, METADATA
from prial.host.store.shared import Shared
from tests.cli.conftest import Prial, one_sentence
from tests.host.stage import Stage
from tests.host.test_table import four, lay
from tests.testing.postgres import Server, postgres


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with postgres() as running:
        yield running


async def _played(file: Path) -> None:
    stage = await Stage.open(store=await Store.open(file_url(file)))
    people = await four(stage)
    for person in people:
        await lay(person)
    await people[0].do(said.Sit, seat=9)  # a refusal is stored too
    await stage.house.close()


@pytest.fixture
def played(home: Path) -> Path:
    """Tables at which people have played."""
    file = home / "played.db"
    asyncio.run(_played(file))
    return file


async def _stored(url: str) -> dict[str, list[dict[str, Any]]]:
    engine = reading(url)
    async with engine.connect() as connection:
        found = {
            table.name: [dict(row) for row in (await connection.execute(select(table).order_by(*table.primary_key))).mappings()]
            for table in METADATA.sorted_tables
            if table is not HOUSE
        }
        found["beat"] = [dict(row) for row in (await connection.execute(select(HOUSE.c.beat))).mappings()]
    await engine.dispose()
    return found


def stored(url: str) -> dict[str, list[dict[str, Any]]]:
    """Everything in a store."""
    return asyncio.run(_stored(url))


def test_a_house_moves_to_a_database_and_back_and_nothing_is_lost(played: Path, server: Server, prial: Prial, home: Path) -> None:
    url, back = server.url(), home / "back.db"
    before = stored(file_url(played))
    assert before["log"]
    assert before["answers"]
    moved = prial("restore", str(played), "--db", url)
    assert moved.output.endswith("Put 1 table into the database postgres\n")
    assert stored(url) == before
    assert prial("check", url).output.endswith("1 table, and all is sound.\n")
    assert prial("backup", "--db", url, str(back)).output.endswith(f"Copied 1 table into {back}\n")
    assert stored(file_url(back)) == before
    assert prial("check", str(back)).output.endswith("1 table, and all is sound.\n")


def test_a_backup_is_put_into_an_empty_database_alone(played: Path, server: Server, prial: Prial) -> None:
    url = server.url()
    assert prial("restore", str(played), "--db", url).exit_code == 0
    before = stored(url)
    refused = prial("restore", str(played), "--db", url)
    assert one_sentence(refused) == "postgres already has tables in it: restore the backup into an empty database."
    assert one_sentence(prial("restore", str(played), "--db", url, "--add")).startswith("A backup can go only into an empty")
    assert stored(url) == before


def test_a_backup_is_not_put_under_a_server_that_is_open(played: Path, server: Server, prial: Prial) -> None:
    url = server.url()

    async def while_open() -> Any:
        stage = await Stage.open(store=await Store.open(url), crew=Several(Shared(url, "one"), HouseTime()))
        refused = await asyncio.to_thread(prial, "restore", str(played), "--db", url)
        await stage.house.close()
        return refused

    refused = asyncio.run(while_open())
    assert one_sentence(refused) == ("The tables in postgres are open in 1 server just now: stop serving them first.")
    assert prial("restore", str(played), "--db", url).exit_code == 0


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://a@b/c", "Tables are kept in a file, or in PostgreSQL (postgresql+asyncpg://…); mysql is neither."),
        ("postgresql://nobody@127.0.0.1:1/none", "none can't be read: "),
    ],
)
def test_an_address_that_leads_to_no_database_is_one_sentence(url: str, sentence: str, prial: Prial) -> None:
    for verb in (["check", url], ["serve", "--no-browser", "--port", "0", "--db", url]):
        assert one_sentence(prial(*verb)).startswith(sentence)
