"""Stores of older formats are migrated without loss, with a copy kept, and stay whole even if it is interrupted."""

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
    """A store of an older format, from the SQL dump of its file."""
    file = folder / "tables.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(script.read_text())
    return file


def dumped(file: Path, *names: str) -> dict[str, list[Any]]:
    """The contents of some tables of a file."""
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
    """Two are finished, and one of them went on; one is live; one is open and private, with a seat that was given up."""
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
    with pytest.raises(StoreError, match=r"is in format 1, but format \d+ is needed\. Open it once with prial serve"):
        await look(file_url(copy), older=False)


async def test_where_no_copy_can_be_kept_nothing_is_carried_on(tmp_path: Path) -> None:
    file = made(OLDER[0], tmp_path)
    before = dumped(file, "house", "tables", "log", "answers")
    (tmp_path / "tables.db.format-1.unfinished").mkdir()
    with pytest.raises(StoreError, match="It must be copied before it is converted, but the copy failed"):
        await Store.open(file_url(file))
    assert dumped(file, "house", "tables", "log", "answers") == before


def kept(folder: Path) -> list[str]:
    """The copies that were kept of format 1."""
    return sorted(path.name for path in folder.glob("tables.db.format-1*"))


async def test_no_copy_is_overwritten_and_the_same_store_is_copied_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = made(OLDER[0], tmp_path)
    with monkeypatch.context() as failing:
        failing.setattr(migrations_module, "carry_on", lambda *_: 1 / 0)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await Store.open(file_url(file))
    assert kept(tmp_path) == ["tables.db.format-1"]
    first = (tmp_path / "tables.db.format-1").read_bytes()
    for number in (2, 3):  # an older backup restored in its place
        file.unlink()
        with closing(sqlite3.connect(made(OLDER[0], tmp_path))) as connection:
            connection.execute("UPDATE house SET epoch = ?", (number,))
            connection.commit()
        await (await Store.open(file_url(file))).close()
    assert kept(tmp_path) == ["tables.db.format-1", "tables.db.format-1-2", "tables.db.format-1-3"]
    assert (tmp_path / "tables.db.format-1").read_bytes() == first
    assert dumped(tmp_path / "tables.db.format-1-3", "house")["house"][0][2] == 3


async def test_half_a_copy_is_no_copy(tmp_path: Path) -> None:
    file = made(OLDER[0], tmp_path)
    (tmp_path / "tables.db.format-1").write_bytes(b"half")
    (tmp_path / "tables.db.format-1.unfinished").write_bytes(b"half")
    before = dumped(file, "log")
    await (await Store.open(file_url(file))).close()
    assert kept(tmp_path) == ["tables.db.format-1", "tables.db.format-1-2"]
    assert dumped(tmp_path / "tables.db.format-1-2", "log") == before


@pytest.mark.parametrize(
    "entry",
    [
        b'{"what":"sat","seat":0,"person',
        pytest.param(b'{"what":"sat"}', marks=pytest.mark.soak),
        b'{"what":"sat","seat":9,"person":"a","name":"b"}',
        *(pytest.param(each, marks=pytest.mark.soak) for each in (b'{"what":"sat","seat":"0"}', b'{"what":"opened"}')),
        b"\xff\xfe",
        pytest.param(b"", marks=pytest.mark.soak),
    ],
)
@pytest.mark.parametrize("version", [1, 4])
async def test_an_entry_that_cannot_be_read_keeps_no_store_from_being_carried_on(
    entry: bytes, version: int, tmp_path: Path
) -> None:
    file = made(OLDER[0], tmp_path)
    with closing(sqlite3.connect(file)) as connection:
        table = connection.execute("SELECT id FROM tables WHERE status = 'live' ORDER BY id").fetchone()[0]
        connection.execute("UPDATE log SET entry = ? WHERE table_id = ? AND version = ?", (entry, table, version))
        connection.commit()
    stage = await Stage.open(store=await Store.open(file_url(file)), clock=StageClock())
    assert stage.house.ready
    assert len(await stage.house.store.tables()) == 6
    await stage.house.close()
    assert {fault.split(":")[0] for fault in (await examine(file_url(file))).faults} <= {f"Table {table}"}
