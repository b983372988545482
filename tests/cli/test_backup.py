"""Backups: made while a server writes, checked, and restored; nothing is replaced without being asked to, and nothing is lost."""

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from prial.host.store import Store, TableRow, file_url
from tests.cli.conftest import Prial, one_sentence
from tests.host.store_contract import command, rows, step, table

ROOT = Path(__file__).resolve().parents[2]


async def filled(file: Path, *ids: str) -> None:
    store = await Store.open(file_url(file))
    for table_id in ids:
        await step(store, table_id, 1, command(1))
    await store.close()


async def tables_of(file: Path) -> list[TableRow]:
    store = await Store.open(file_url(file))
    found = sorted(await store.tables(), key=lambda row: row.id)
    await store.close()
    return found


def fill(file: Path, *ids: str) -> None:
    asyncio.run(filled(file, *ids))


def ids_in(file: Path) -> list[str]:
    return [row.id for row in asyncio.run(tables_of(file))]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.fixture
def db(home: Path) -> Path:
    """The tables, in a file whose name needs escaping in a URL."""
    folder = home / "tables?"
    folder.mkdir()
    return folder / "my #1 %41.db"


@pytest.fixture
def backup(home: Path, db: Path, prial: Prial) -> Path:
    """A backup of tables a and b."""
    fill(db, "a", "b")
    path = home / "backup.db"
    assert prial("backup", "--db", str(db), str(path)).exit_code == 0
    return path


# Backup


def test_a_backup_is_one_private_file_with_all_tables(prial: Prial, home: Path, db: Path) -> None:
    fill(db, "a", "b")
    before = db.read_bytes()
    out = home / "out" / "backup.db"
    done = prial("backup", "--db", str(db), str(out))
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == f"Copied 2 tables into {out}\n"
    assert list(contents(out.parent)) == ["backup.db"]
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert db.read_bytes() == before
    assert ids_in(out) == ["a", "b"]


def test_without_db_it_is_the_servers_usual_file(prial: Prial, home: Path) -> None:
    folder = home / "data" / "prial"
    folder.mkdir(parents=True)
    fill(folder / "tables.db", "a")
    assert prial("backup", str(home / "out.db")).stdout == f"Copied 1 table into {home / 'out.db'}\n"


@pytest.fixture
def writing(db: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that appends to six tables without end, and prints what was acknowledged."""
    script = "import asyncio, sys; from tests.host.store_contract import stream; asyncio.run(stream(sys.argv[1], 0))"
    process = subprocess.Popen([sys.executable, "-c", script, file_url(db)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    yield process
    process.kill()
    process.communicate(timeout=10)


def test_it_is_taken_while_a_server_writes(prial: Prial, home: Path, db: Path, writing: subprocess.Popen[str]) -> None:
    assert writing.stdout is not None
    for number in range(3):
        acknowledged = [writing.stdout.readline().split() for _ in range(50)]
        out = home / f"{number}.db"
        done = prial("backup", "--db", str(db), str(out))
        assert done.exit_code == 0, done.stderr
        found = {row.id: row.version for row in asyncio.run(tables_of(out))}
        assert all(found[table_id] >= int(version) for table_id, version in acknowledged)
    assert writing.poll() is None
    assert len(writing.stdout.readline().split()) == 2  # and it is still writing


def test_nothing_is_replaced_unasked(prial: Prial, db: Path, backup: Path) -> None:
    before = backup.read_bytes()
    fill(db, "c")
    assert "--force replaces it" in one_sentence(prial("backup", "--db", str(db), str(backup)))
    assert backup.read_bytes() == before
    assert prial("backup", "--db", str(db), str(backup), "--force").exit_code == 0
    assert ids_in(backup) == ["a", "b", "c"]


def test_the_tables_are_no_place_for_their_backup(prial: Prial, db: Path) -> None:
    fill(db, "a")
    assert "write the backup to another file" in one_sentence(prial("backup", "--db", str(db), str(db), "--force"))
    assert ids_in(db) == ["a"]


def damaged(db: Path, statement: str) -> None:
    connection = sqlite3.connect(db)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_what_is_not_sound_is_not_kept(prial: Prial, home: Path, db: Path) -> None:
    out = home / "out.db"
    assert "no such file" in one_sentence(prial("backup", "--db", str(db), str(out)))
    db.write_bytes(b"no database, and long enough not to be taken for an empty one" * 20)
    assert one_sentence(prial("backup", "--db", str(db), str(out))) == f"{db} is not a Prial database."
    db.write_bytes(b"")
    assert one_sentence(prial("backup", "--db", str(db), str(out))) == f"{db} is not a Prial database."
    db.unlink()
    fill(db, "a")
    damaged(db, "UPDATE tables SET version = 2")
    expected = f"{db} is not sound: Table a: it doesn't stand at its log's last version."
    assert one_sentence(prial("backup", "--db", str(db), str(out))) == expected
    damaged(db, "UPDATE house SET format = 9")
    assert "written in format 9" in one_sentence(prial("backup", "--db", str(db), str(out)))
    assert contents(home) == {}


def test_a_broken_page_is_not_copied(prial: Prial, home: Path, db: Path) -> None:
    fill(db, *[f"t{number}" for number in range(60)])
    with db.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(4096 * 4))
    assert str(db) in one_sentence(prial("backup", "--db", str(db), str(home / "out.db")))
    assert contents(home) == {}


# Restore


def test_a_backup_is_put_where_nothing_was(prial: Prial, home: Path, backup: Path) -> None:
    new = home / "new" / "tables.db"
    before = backup.read_bytes()
    done = prial("restore", str(backup), "--db", str(new))
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == f"Put 2 tables into {new}\n"
    assert list(contents(new.parent)) == ["tables.db"]
    assert ids_in(new) == ["a", "b"]
    assert backup.read_bytes() == before


def test_what_was_there_is_kept(prial: Prial, db: Path, backup: Path) -> None:
    fill(db, "c")
    assert "With --force, the backup takes their place" in one_sentence(prial("restore", str(backup), "--db", str(db)))
    assert ids_in(db) == ["a", "b", "c"]
    for number in (1, 2):
        kept = db.with_name(f"{db.name}.old-{number}")
        done = prial("restore", str(backup), "--db", str(db), "--force")
        assert done.stdout == f"Put 2 tables into {db}; what was there is kept as {kept}\n"
        assert ids_in(db) == ["a", "b"]
    assert ids_in(db.with_name(f"{db.name}.old-1")) == ["a", "b", "c"]
    assert ids_in(db.with_name(f"{db.name}.old-2")) == ["a", "b"]


def test_not_while_a_server_holds_the_file(prial: Prial, db: Path, backup: Path) -> None:
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(file_url(db)))
        assert "stop it first" in one_sentence(prial("restore", str(backup), "--db", str(db), "--force"))
        runner.run(step(store, "c", 1))
        runner.run(store.close())
    assert ids_in(db) == ["a", "b", "c"]
    assert list(contents(db.parent)) == [db.name]


def test_not_while_a_server_is_about_to_open_it(prial: Prial, db: Path, backup: Path) -> None:
    from prial.cli.support.files import held

    with held(db) as mine:
        assert mine
        assert "stop it first" in one_sentence(prial("restore", str(backup), "--db", str(db), "--force"))
    assert ids_in(db) == ["a", "b"]


def test_what_a_killed_server_left_is_kept_too(prial: Prial, db: Path, backup: Path, writing: subprocess.Popen[str]) -> None:
    assert writing.stdout is not None
    table_id, version = writing.stdout.readline().split()
    writing.kill()
    writing.wait()
    assert Path(f"{db}-wal").exists()
    assert prial("restore", str(backup), "--db", str(db), "--force").exit_code == 0
    assert not Path(f"{db}-wal").exists()
    assert ids_in(db) == ["a", "b"]
    kept = {row.id: row.version for row in asyncio.run(tables_of(db.with_name(f"{db.name}.old-1")))}
    assert kept[table_id] >= int(version)


def test_a_broken_file_gives_way(prial: Prial, db: Path, backup: Path) -> None:
    db.write_bytes(b"broken, and a log beside it that must not be played onto what comes" * 20)
    Path(f"{db}-wal").write_bytes(b"torn")
    assert prial("restore", str(backup), "--db", str(db), "--force").exit_code == 0
    assert ids_in(db) == ["a", "b"]
    assert Path(f"{db}.old-1").read_bytes().startswith(b"broken")
    assert Path(f"{db}.old-1-wal").read_bytes() == b"torn"


def test_what_is_no_backup_is_not_put_anywhere(prial: Prial, home: Path, db: Path, backup: Path) -> None:
    before = contents(db.parent)
    assert "no such file" in one_sentence(prial("restore", str(home / "none.db"), "--db", str(db), "--force"))
    assert "not a backup" in one_sentence(prial("restore", str(db), "--db", str(db), "--force"))
    damaged(backup, "DELETE FROM log WHERE table_id = 'a'")
    assert "is not sound" in one_sentence(prial("restore", str(backup), "--db", str(db), "--force"))
    assert contents(db.parent) == before


def test_a_restored_game_goes_on(prial: Prial, db: Path, backup: Path) -> None:
    async def played() -> None:
        store = await Store.open(file_url(db))
        await step(store, "a", 2)
        assert await store.log("a") == rows(1, 2)
        assert await store.table("a") == table("a", 2)
        assert await store.check() == []
        await store.close()

    db.unlink()
    assert prial("restore", str(backup), "--db", str(db)).exit_code == 0
    asyncio.run(played())
