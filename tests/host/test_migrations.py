"""Stores of older formats: carried on without loss, a copy kept, and whole whatever ends it in the middle."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from prial.host.examine import examine
from prial.host.store import Store, StoreError, file_url
from prial.host.store import migrations as migrations_module
from prial.host.store.check import look
from tests.host.stage import Stage, StageClock

STORES = Path(__file__).parent / "stores"
OLDER = sorted(STORES.glob("format_*.sql"))


def made(script: Path, folder: Path) -> Path:
    """A store of an older format, from the SQL that its program's file came to."""
    file = folder / "tables.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(script.read_text())
    return file


def dumped(file: Path, *names: str) -> dict[str, list[Any]]:
    """What stands in some of a file's tables."""
    with closing(sqlite3.connect(file)) as connection:
        return {name: sorted(connection.execute(f"SELECT * FROM {name}")) for name in names}  # noqa: S608  # our own names


def layout(file: Path) -> dict[str, Any]:
    """The columns and indexes of each table."""
    with closing(sqlite3.connect(file)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found: dict[str, Any] = {}
        for name in names:
            columns = {column[1:] for column in connection.execute(f"PRAGMA table_info({name})")}
            indexes = set()
            for _, index, unique, origin, partial in connection.execute(f"PRAGMA index_list({name})"):
                names = [column for *_, column in connection.execute(f"PRAGMA index_info({index})")]
                indexes.add((index if origin == "c" else "", unique, partial, *names))
            found[name] = columns, indexes
        found.pop("alembic_version", None)
        return found


@pytest.mark.parametrize("script", OLDER, ids=lambda script: script.stem)
async def test_an_older_store_is_carried_on_without_loss(script: Path, tmp_path: Path) -> None:
    file = made(script, tmp_path)
    before = dumped(file, "log", "people", "tokens")
    answers = [each[:6] for each in dumped(file, "answers")["answers"]]
    store = await Store.open(file_url(file))
    rows = await store.tables()
    await store.close()
    assert dumped(file, "log", "people", "tokens") == before
    assert {row.id: row.version for row in rows} == {
        table_id: max(version for each, version, *_ in before["log"] if each == table_id) for table_id, *_ in before["log"]
    }
    assert [each[:6] for each in dumped(file, "answers")["answers"]] == answers
    assert (await examine(file_url(file))).faults == []
    fresh = tmp_path / "fresh.db"
    await (await Store.open(file_url(fresh))).close()
    assert layout(file) == layout(fresh)


async def test_tables_of_format_1_are_found_where_they_were(tmp_path: Path) -> None:
    """Two are finished and one of them went on, one is live, one open and private; a seat of the last was given up."""
    file = made(STORES / "format_1.sql", tmp_path)
    clock = StageClock()
    stage = await Stage.open(store=await Store.open(file_url(file)), clock=clock)
    lists = await stage.house.listed(None)
    assert sorted(each.game for each in lists.live) == ["crash", "stop_the_bus"]
    assert [(each.game, each.seats[0].kind) for each in lists.open] == [("crash", "open")]
    with closing(sqlite3.connect(file)) as connection:
        tokens = [person for (person,) in connection.execute("SELECT id FROM people")]
        private = connection.execute("SELECT table_id FROM lobby WHERE summary NOT LIKE '%\"public\":true%'").fetchone()[0]
    assert len(tokens) == 10
    invite = (await stage.house.loader.load(private)).live.invite
    newcomer = await stage.guest("Eve")
    assert await stage.house.join(newcomer.person, invite) == private
    await stage.house.close()
    assert (await examine(file_url(file))).faults == []


async def test_a_store_stays_as_it_was_when_it_cannot_be_carried_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = made(OLDER[0], tmp_path)
    before = dumped(file, "house", "tables", "log", "answers")

    def fails(*args: object) -> None:
        true(*args)  # type: ignore[arg-type]  # as it is called
        raise ZeroDivisionError

    true = migrations_module.carry_on
    monkeypatch.setattr(migrations_module, "carry_on", fails)
    with pytest.raises(ZeroDivisionError):
        await Store.open(file_url(file))
    assert dumped(file, "house", "tables", "log", "answers") == before
    assert await look(file_url(file)) == []
    monkeypatch.undo()
    await (await Store.open(file_url(file))).close()


async def test_a_copy_is_kept_before_a_store_is_carried_on(tmp_path: Path) -> None:
    file = made(OLDER[0], tmp_path)
    before = dumped(file, "house", "tables", "log", "answers")
    await (await Store.open(file_url(file))).close()
    copy = tmp_path / "tables.db.format-1"
    assert dumped(copy, "house", "tables", "log", "answers") == before
    assert copy.stat().st_mode & 0o077 == 0
    with pytest.raises(StoreError, match="is of format 1, which prial serve brings"):
        await look(file_url(copy), older=False)


async def test_where_no_copy_can_be_kept_nothing_is_carried_on(tmp_path: Path) -> None:
    file = made(OLDER[0], tmp_path)
    before = dumped(file, "house", "tables", "log", "answers")
    (tmp_path / "tables.db.format-1.unfinished").mkdir()
    with pytest.raises(StoreError, match="can't be copied before"):
        await Store.open(file_url(file))
    assert dumped(file, "house", "tables", "log", "answers") == before
