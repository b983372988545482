"""`prial check` says what is wrong with which table; `prial archive` archives tables, and nothing is lost however it ends."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL, Engine, create_engine, event

from prial.cli.support.files import held
from prial.errors import PrialError
from prial.host import examine as examine_module
from prial.host.house import House
from prial.host.store import Store, file_url
from prial.host.store import archive as archive_module
from prial.host.store.hold import hold
from tests.cli.conftest import Prial, one_sentence
from tests.faults.years import fill
from tests.host.test_migrations import OLDER, dumped, made

LIVE = 3
DONE = 9


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with some finished tables and some live ones."""
    file = tmp_path_factory.mktemp("filled") / "tables.db"
    asyncio.run(fill(file_url(file), LIVE + DONE, LIVE, lengths=[1]))
    return file


@pytest.fixture
def db(home: Path, filled: Path) -> Path:
    file = home / "my tables.db"
    file.write_bytes(filled.read_bytes())
    return file


def sql(file: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(statement, values)
        connection.commit()


def some_table(file: Path, status: str) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return str(connection.execute("SELECT id FROM tables WHERE status = ? ORDER BY id", (status,)).fetchone()[0])


def test_a_sound_store_is_said_to_be_sound(db: Path, prial: Prial) -> None:
    before = db.read_bytes()
    done = prial("check", str(db))
    assert (done.exit_code, done.stdout) == (0, f"{LIVE + DONE} tables, and all is sound.\n")
    told = {"tables": LIVE + DONE, "stored": LIVE + DONE, "faults": [], "notes": []}
    assert json.loads(prial("check", str(db), "--json").stdout) == told
    assert db.read_bytes() == before


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE log SET entry = CAST('{' AS BLOB) WHERE version = 4 AND table_id = ?", "entry 4 can't be read"),
        ("DELETE FROM log WHERE version = 5 AND table_id = ?", "entry 5 is missing"),
        ("DELETE FROM log WHERE version = 1 AND table_id = ?", "entry 1 is missing"),
        (
            """UPDATE log SET entry = CAST('{"what":"left","seat":9}' AS BLOB) WHERE version = 5 AND table_id = ?""",
            "entry 5 can't follow those before it (IndexError)",
        ),
        ("UPDATE tables SET status = 'paused' WHERE id = ?", "it is stored as paused, but is live by its log"),
        ("UPDATE tables SET runs = 0 WHERE id = ?", "the list of tables doesn't agree with its log"),
        *(
            pytest.param(
                f"{statement} WHERE table_id = ?", "the list of tables doesn't agree with its log", marks=pytest.mark.soak
            )
            for statement in ("DELETE FROM lobby", "UPDATE lobby SET owner = 'eve'", "UPDATE lobby SET summary = '{'")
        ),
        ("DELETE FROM seats WHERE table_id = ?", "the list of tables doesn't agree with its log"),
        (
            "UPDATE snapshots SET version = version + 1 WHERE table_id = ?",
            "the snapshot of version 7 doesn't follow from its log",
        ),
    ],
)
def test_what_is_wrong_is_said_of_its_own_table(statement: str, told: str, db: Path, prial: Prial) -> None:
    table = some_table(db, "live")
    sql(db, statement, table)
    done = prial("check", str(db))
    assert done.exit_code == 1
    *faults, total = done.stdout.splitlines()
    assert f"Table {table}: {told}" in done.stdout
    assert all(fault.startswith(f"Table {table}: ") for fault in faults)
    assert total == f"{LIVE + DONE} tables: {len(faults)} fault{'' if len(faults) == 1 else 's'}."


def test_a_fault_is_told_without_the_cards_in_it(db: Path, prial: Prial) -> None:
    entry = b'{"what":"acted","seat":0,"key":"1.x","action":"lay AsAhAd"}'
    sql(db, "UPDATE log SET entry = ? WHERE version = 9", entry)
    done = prial("check", str(db))
    assert done.exit_code == 1
    assert "AsAh" not in done.stdout + done.stderr


def test_a_table_of_a_game_that_is_not_here_is_noted(db: Path, prial: Prial) -> None:
    table = some_table(db, "over")
    sql(db, "UPDATE tables SET game = 'whist' WHERE id = ?", table)
    done = prial("check", str(db))
    assert done.exit_code == 0
    assert f"Table {table}: whist" in done.stdout


def test_what_is_no_store_is_refused(home: Path, prial: Prial) -> None:
    assert "no such file" in one_sentence(prial("check", str(home / "none.db")))
    older = made(OLDER[0], home)
    assert "is in format 1" in one_sentence(prial("check", str(older)))


def archived(prial: Prial, db: Path, out: Path) -> str:
    done = prial("archive", str(out), "--before", "2024-01-01", "--db", str(db))
    assert done.exit_code == 0, done.stderr
    return done.stdout


def test_finished_tables_are_put_away_and_come_back(db: Path, home: Path, prial: Prial) -> None:
    names = ("tables", "log", "lobby", "seats")
    before, out = dumped(db, *names), home / "old.db"
    assert archived(prial, db, out).startswith(f"Moved {DONE} tables into {out}")
    assert out.stat().st_mode & 0o077 == 0
    gone = dumped(out, "tables")["tables"]
    assert {row[4] for row in gone} == {"over"}
    assert len(gone) == DONE
    for file in (db, out):
        assert prial("check", str(file)).exit_code == 0
    assert not {row[0] for row in gone} & {row[0] for row in dumped(db, "log")["log"]}

    async def ask() -> None:
        house = await House.open(await Store.open(file_url(db)))
        with pytest.raises(PrialError, match="moved into an archive"):
            await house.listing(gone[0][0], None)
        await house.close()

    held = db.read_bytes()
    asyncio.run(ask())
    db.write_bytes(held)
    assert prial("restore", str(out), "--add", "--db", str(db)).stdout == f"Added {DONE} tables to {db}\n"
    assert dumped(db, *names) == before
    assert prial("check", str(db)).exit_code == 0
    assert dumped(db, "archived")["archived"] == []
    again = prial("restore", str(out), "--add", "--db", str(db))
    assert again.stdout == f"Added 0 tables to {db}; {DONE} were there already\n"


def test_only_what_is_finished_and_old_enough_is_put_away(db: Path, home: Path, prial: Prial) -> None:
    table = some_table(db, "over")
    sql(db, "UPDATE tables SET changed = ? WHERE id = ?", time.time_ns() // 1_000_000, table)
    archived(prial, db, home / "old.db")
    assert {row[0] for row in dumped(db, "tables")["tables"]} >= {table}
    assert len(dumped(db, "tables")["tables"]) == LIVE + 1
    assert archived(prial, db, home / "older.db") == "No table was finished before 2024-01-01: nothing is moved\n"
    assert not (home / "older.db").exists()


@pytest.mark.parametrize("where", ["sound", "sync_file", "sync_folder"])
def test_whatever_ends_it_every_table_is_somewhere(
    where: str, db: Path, home: Path, prial: Prial, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, out = dumped(db, "tables", "log"), home / "old.db"

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(archive_module, where, dies)
        assert prial("archive", str(out), "--before", "2024-01-01", "--db", str(db)).exit_code != 0
    assert dumped(db, "tables", "log") == before
    assert out.exists() == (where == "sync_folder")
    assert [path.name for path in home.iterdir() if path.name.startswith(".old.db")] == []
    archived(prial, db, home / "again.db")
    assert prial("restore", str(home / "again.db"), "--add", "--db", str(db)).exit_code == 0
    assert dumped(db, "tables", "log") == before


def test_tables_are_left_alone_while_a_server_has_them(db: Path, home: Path, prial: Prial) -> None:
    before = dumped(db, "tables", "log")

    async def meanwhile(verb: Callable[[], None]) -> None:
        store = await Store.open(file_url(db))
        await asyncio.to_thread(verb)
        await store.close()

    def verbs() -> None:
        for given in (("archive", str(home / "old.db"), "--before", "2024-01-01"), ("restore", str(db) + ".copy", "--add")):
            assert "stop it first" in one_sentence(prial(*given, "--db", str(db)))

    Path(f"{db}.copy").write_bytes(db.read_bytes())
    asyncio.run(meanwhile(verbs))
    assert dumped(db, "tables", "log") == before


def test_tables_are_left_alone_while_a_server_is_about_to_open_them_whatever_path_leads_there(
    db: Path, home: Path, prial: Prial
) -> None:
    """The server would play at tables that are being archived, and their moves would be lost."""
    link, copy = home / "link.db", home / "copy.db"
    link.symlink_to(db)
    copy.write_bytes(db.read_bytes())
    for held_by in (hold(db, make=False), held(db)):
        with held_by as mine:
            assert mine
            for given in (("archive", str(home / "old.db"), "--before", "2024-01-01"), ("restore", str(copy), "--add")):
                assert "stop it first" in one_sentence(prial(*given, "--db", str(link)))


def test_an_archive_of_an_older_format_comes_back_too(db: Path, home: Path, prial: Prial) -> None:
    older = home / "older"
    older.mkdir()
    done = prial("restore", str(made(OLDER[0], older)), "--add", "--db", str(db))
    assert done.exit_code == 0, done.stderr
    assert prial("check", str(db)).exit_code == 0
    assert len(dumped(db, "tables")["tables"]) > LIVE + DONE


def test_nothing_is_overwritten_and_what_is_missing_is_named(db: Path, home: Path, prial: Prial) -> None:
    day = ("--before", "2024-01-01")
    assert "a file of its own" in one_sentence(prial("archive", str(db), *day, "--db", str(db)))
    assert "no tables in" in one_sentence(prial("archive", str(home / "old.db"), *day, "--db", str(home / "none.db")))
    assert "to add to" in one_sentence(prial("restore", str(db), "--add", "--db", str(home / "none.db")))
    older = made(OLDER[0], home)
    assert "is in format 1" in one_sentence(prial("archive", str(home / "old.db"), *day, "--db", str(older)))


def test_a_table_whose_log_is_not_whole_keeps_no_other_from_being_put_away(db: Path, home: Path, prial: Prial) -> None:
    table = some_table(db, "over")
    sql(db, "DELETE FROM log WHERE version = 3 AND table_id = ?", table)
    told = archived(prial, db, home / "old.db")
    assert told.startswith(f"Moved {DONE - 1} tables into")
    assert told.endswith("1 finished table stays, with a fault that prial check names\n")
    assert {row[0] for row in dumped(db, "tables")["tables"]} >= {table}


def test_a_table_that_has_a_next_one_to_open_stays(db: Path, home: Path, prial: Prial) -> None:
    """The power failed before the next table was opened; people find it through this table's log."""
    table = some_table(db, "over")
    sql(db, "UPDATE tables SET runs = 1 WHERE id = ?", table)
    assert archived(prial, db, home / "old.db").startswith(f"Moved {DONE - 1} tables into")
    assert {row[0] for row in dumped(db, "tables")["tables"]} >= {table}


def test_a_folder_and_a_file_may_have_any_name_and_the_store_be_a_link(db: Path, home: Path, prial: Prial) -> None:
    folder = home / "what? 50%20#x"
    folder.mkdir()
    real = db.rename(folder / "real?.db")
    db.symlink_to(real)
    archived(prial, db, folder / "old?.db")
    assert prial("restore", str(folder / "old?.db"), "--add", "--db", str(db)).exit_code == 0
    (home / "copy.db").write_bytes(real.read_bytes())
    assert prial("restore", str(home / "copy.db"), "--force", "--db", str(db)).exit_code == 0
    assert db.is_symlink()
    assert sorted(path.name for path in folder.iterdir()) == ["old?.db", "real?.db", "real?.db.old-1"]


def test_a_disk_without_room_to_tidy_up_is_no_failure(
    db: Path, home: Path, prial: Prial, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(sqlite3.Connection):
        def execute(self, statement: str, *values: object) -> sqlite3.Cursor:
            if statement == "VACUUM":
                raise sqlite3.OperationalError("database or disk is full")
            return super().execute(statement, *values)  # type: ignore[arg-type]  # as it is called

    true = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **more: true(*args, **{"factory": Full, **more}))
    assert archived(prial, db, home / "old.db").startswith(f"Moved {DONE} tables into")
    assert len(dumped(db, "tables")["tables"]) == LIVE


def test_an_archive_for_which_the_disk_has_no_room_is_refused_in_a_sentence(
    db: Path, home: Path, prial: Prial, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(url: URL) -> Engine:
        engine = create_engine(url)
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA max_page_count = 1"))
        return engine

    monkeypatch.setattr(archive_module, "create_engine", full)
    before = dumped(db)
    done = prial("archive", str(home / "old.db"), "--before", "2024-01-01", "--db", str(db))
    assert one_sentence(done) == f"Tables can't be moved into or out of {db}: database or disk is full."
    assert dumped(db) == before
    assert not (home / "old.db").exists()


def test_who_is_brought_back_from_a_backup_has_time_to_think(db: Path, home: Path, prial: Prial) -> None:
    """The house was open long after the backup was made, so its clocks must not count that time."""
    backup, table = home / "backup.db", some_table(db, "live")
    backup.write_bytes(db.read_bytes())
    for name, key in (("tables", "id"), ("log", "table_id"), ("lobby", "table_id"), ("seats", "table_id")):
        sql(db, f"DELETE FROM {name} WHERE {key} = ?", table)  # noqa: S608  # our own names
    sql(db, "UPDATE house SET beat = ?", time.time_ns() // 1_000_000)
    assert prial("restore", str(backup), "--add", "--db", str(db)).exit_code == 0

    async def ask() -> int:
        house = await House.open(await Store.open(file_url(db)))
        left = (house.tables[table].live.deadline or 0) - time.time_ns() // 1_000_000
        await house.close()
        return left

    assert asyncio.run(ask()) > 200_000


def test_a_lock_that_was_let_go_while_it_was_asked_for_is_asked_for_again(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that held the lock has removed its file since; a lock on the removed file would exclude nobody."""
    import fcntl

    true, lock = fcntl.flock, db.with_name(f".{db.name}.lock")

    def first(handle: int, how: int) -> None:
        monkeypatch.undo()
        lock.unlink()
        true(handle, how)

    monkeypatch.setattr(fcntl, "flock", first)
    with held(db) as mine:
        assert mine
        assert lock.exists()
        with held(db) as also:
            assert not also
    assert not lock.exists()


def test_some_tables_are_drawn_and_drawn_again_by_the_same_seed(db: Path, prial: Prial) -> None:
    total = f"of {LIVE + DONE}, drawn with --seed 5, and all is sound.\n"
    assert prial("check", str(db), "--sample", "4", "--seed", "5").stdout == f"4 tables {total}"
    assert prial("check", str(db), "--sample", "400", "--seed", "5").stdout == f"{LIVE + DONE} tables {total}"
    assert "drawn with --seed " in prial("check", str(db), "--sample", "1").stdout


def test_tables_that_are_played_in_processes_have_the_same_faults(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examine_module, "_TOGETHER", 4)
    table = some_table(db, "live")
    sql(db, "UPDATE log SET entry = CAST('{' AS BLOB) WHERE version = 4 AND table_id = ?", table)
    done: list[int] = []
    found = [
        asyncio.run(examine_module.examine(file_url(db), lambda some, _: done.append(some), workers=workers))
        for workers in (1, 2)
    ]
    assert found[0] == found[1]
    assert found[0].faults == [f"Table {table}: entry 4 can't be read"]
    assert done == [0, 4, 8, 12] * 2
