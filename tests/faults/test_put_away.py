"""Programs that archive, restore or migrate tables are killed: no table is lost or half there."""

import asyncio
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from prial.host.examine import examine
from prial.host.store import file_url
from prial.host.store.check import look
from tests.faults.years import fill
from tests.host.test_migrations import OLDER, dumped, made

TABLES = 1_500
LIVE = 5
KILLS = 25
COPIES = 400
"""Copies of each table of an older store, so that it takes a while to carry them on."""


def started(*args: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, *map(str, args)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def took(*args: object) -> float:
    """Seconds that a program takes until it ends."""
    start = time.monotonic()
    assert started(*args).wait() == 0
    return time.monotonic() - start


def killed(rng: Random, seconds: float, *args: object) -> bool:
    """Kill a program at a random moment of its run; returns whether it was killed before it ended."""
    process = started(*args)
    try:
        process.wait(rng.uniform(0.4, 1) * seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True
    return False


def logs(*files: Path) -> dict[str, set[bytes]]:
    """The logs of all tables in several files, by table; one log, if a table is in one file or the same in several."""
    found: dict[str, set[bytes]] = {}
    for file in files:
        with closing(sqlite3.connect(file)) as connection:
            query = (
                "SELECT table_id, group_concat(hex(entry)) FROM (SELECT * FROM log ORDER BY table_id, version) GROUP BY table_id"
            )
            for table_id, entries in connection.execute(query):
                found.setdefault(table_id, set()).add(entries)
    return found


@pytest.mark.soak
def test_tables_that_are_put_away_and_brought_back_are_somewhere_whatever_is_killed(tmp_path: Path) -> None:
    rng, db = Random(1), tmp_path / "tables.db"
    asyncio.run(fill(file_url(db), TABLES, LIVE, lengths=[1]))
    before, deaths, number = logs(db), 0, 0
    verb = "-m", "prial"
    took(*verb, "--help")  # so that all modules are compiled
    whole = took(*verb, "archive", tmp_path / "whole.db", "--before", "2024-01-01", "--db", db)
    back = took(*verb, "restore", tmp_path / "whole.db", "--add", "--db", db)
    (tmp_path / "whole.db").unlink()
    while deaths < KILLS:
        out = tmp_path / f"old-{(number := number + 1)}.db"
        deaths += killed(rng, whole, *verb, "archive", out, "--before", "2024-01-01", "--db", db)
        archives = sorted(tmp_path.glob("old-*.db"))
        assert logs(db, *archives) == before
        assert [asyncio.run(look(file_url(each))) for each in (db, *archives)] == [[]] * (1 + len(archives))
        for each in archives:
            deaths += killed(rng, back, *verb, "restore", each, "--add", "--db", db)
            assert logs(db, *archives) == before
            assert asyncio.run(look(file_url(db))) == []
            took(*verb, "restore", each, "--add", "--db", db)
            each.unlink()
        assert logs(db) == before
    assert asyncio.run(examine(file_url(db))).faults == []
    print(f"{deaths} kills in {number} rounds")  # noqa: T201  # the campaign's result


@pytest.mark.soak
def test_an_older_store_is_the_old_one_or_the_new_one_whatever_is_killed(tmp_path: Path) -> None:
    rng, db = Random(2), made(OLDER[0], tmp_path)
    with closing(sqlite3.connect(db)) as connection:
        for name, key in (("tables", "id"), ("log", "table_id")):
            rest = ", ".join(row[1] for row in connection.execute(f"PRAGMA table_info({name})") if row[1] != key)
            connection.execute(
                f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {COPIES}) "  # noqa: S608  # our own names
                f"INSERT INTO {name} ({key}, {rest}) SELECT {key} || i, {rest} FROM {name}, n"
            )
        connection.commit()
    before, log, deaths = db.read_bytes(), dumped(db, "log"), 0
    opening = (
        "-c",
        "import asyncio, sys; from prial.host.store import Store; asyncio.run((lambda: Store.open(sys.argv[1]))())",
        file_url(db),
    )
    took("-c", opening[1][: opening[1].rindex(";")])  # so that all modules are compiled
    whole = took(*opening)
    for _ in range(KILLS):
        for path in tmp_path.glob("tables.db*"):
            path.unlink()
        db.write_bytes(before)
        for _ in range(2):
            deaths += killed(rng, whole, *opening)
            copies = sorted(each.name for each in tmp_path.glob("tables.db.format-1*") if not each.name.endswith(".unfinished"))
            assert copies in ([], ["tables.db.format-1"])
            assert all(dumped(tmp_path / each, "log") == log for each in copies)
        took(*opening)
        assert dumped(db, "log") == log
        assert (tmp_path / "tables.db.format-1").exists()
    assert asyncio.run(examine(file_url(db))).faults == []
    print(f"{deaths} kills")  # noqa: T201  # the campaign's result
