"""The database file is removed under a running store: nothing is acknowledged that would be missing for whoever opens it next."""

import asyncio
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import event

from prial.host.store import EpochLost, FileLost, Store, StoreError, StoreFailed, StoreUnread, file_url
from prial.host.store.hold import hold
from tests.host.store_contract import command, opened, rows, step


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def deleted(file: Path) -> None:
    """Delete the file and those beside it."""
    for end in ("", "-wal", "-shm"):
        Path(f"{file}{end}").unlink()


def renamed(file: Path) -> None:
    file.rename(file.with_name("elsewhere.db"))


def replaced(file: Path) -> None:
    copy = shutil.copyfile(file, file.with_name("copy.db"))
    copy.replace(file)


def folder_renamed(file: Path) -> None:
    file.parent.rename(file.parent.with_name("moved"))


def its_log_deleted(file: Path) -> None:
    Path(f"{file}-wal").unlink()


@pytest.mark.parametrize("take_away", [deleted, renamed, replaced, its_log_deleted])
async def test_a_file_that_is_taken_away_acknowledges_nothing_more(file: Path, take_away: Callable[[Path], None]) -> None:
    async with opened(lambda: Store.open(file_url(file))) as store:
        await step(store, "t", 1, command(1))
        take_away(file)
        outcomes = await asyncio.gather(step(store, "t", 2), step(store, "u", 1), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [FileLost] * 2
        assert store.health.ended.is_set()
        with pytest.raises(FileLost, match=r"tables\.db was deleted, renamed or replaced"):
            await step(store, "t", 2)


@pytest.mark.parametrize("take_away", [deleted, renamed, replaced])
async def test_what_was_acknowledged_before_is_copied_to_where_the_file_was(
    file: Path, take_away: Callable[[Path], None]
) -> None:
    async with opened(lambda: Store.open(file_url(file))) as store:
        await step(store, "t", 1, command(1))
        take_away(file)
        with pytest.raises(FileLost) as lost:
            await step(store, "t", 2)
    copy = file.with_name("tables.db.rescued-1")
    assert str(copy) in str(lost.value)
    assert copy.stat().st_mode & 0o777 == 0o600
    async with opened(lambda: Store.open(file_url(copy))) as store:
        assert (await store.log("t"))[:1] == rows(1, 1)
        assert [each.id for each in await store.answers("t")] == [command(1).id]


async def _kept(file: Path, tables: int) -> Path:
    """Another closed store, with this number of tables."""
    async with opened(lambda: Store.open(file_url(file))) as store:
        for number in range(tables):
            await step(store, f"t{number}", 1)
    return file


def checkpointed(file: Path) -> None:
    """SQLite's log is written back into the file, by another process or by the server itself."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint")
    connection.close()


@pytest.mark.parametrize("often", [0, 1])
async def test_another_store_copied_over_the_file_acknowledges_nothing_more(file: Path, often: int) -> None:
    other = await _kept(file.with_name("other.db"), 300)
    async with opened(lambda: Store.open(file_url(file))) as store:
        await step(store, "t", 1)
        for _ in range(often):
            checkpointed(file)
            await step(store, "t", 2)
        shutil.copyfile(other, file)  # as cp does: it stays the same file
        with pytest.raises(FileLost, match="replaced"):
            await step(store, "u", 1)
        assert store.health.ended.is_set()


async def test_an_older_copy_of_the_store_over_the_file_acknowledges_nothing_more(file: Path) -> None:
    older = shutil.copyfile(await _kept(file, 30), file.with_name("older.db"))
    async with opened(lambda: Store.open(file_url(file))) as store:
        await step(store, "t", 1)
        checkpointed(file)
        await step(store, "t", 2)
        shutil.copyfile(older, file)
        with pytest.raises(FileLost, match="replaced"):
            await step(store, "t", 3)


async def test_nothing_that_leaves_the_file_what_it_is_ends_a_store(file: Path) -> None:
    await _kept(file, 3)
    async with opened(lambda: Store.open(file_url(file))) as store:
        harmless: list[Callable[[Path], object]] = [Path.touch, checkpointed, lambda there: there.chmod(0o640), Path.touch]
        for version, done in enumerate(harmless, 1):
            done(file)
            await step(store, "t", version)
        for number in range(600):  # enough for SQLite to write its log back by itself
            await step(store, f"u{number}", 1)
        assert not store.health.ended.is_set()
    assert len(await _read(file)) == 600 + 3 + 1


async def _read(file: Path) -> list[str]:
    async with opened(lambda: Store.open(file_url(file))) as store:
        return [row.id for row in await store.tables()]


async def test_without_the_log_beside_it_the_file_itself_has_everything(file: Path) -> None:
    """SQLite writes its log back into the file when the last connection closes it."""
    async with opened(lambda: Store.open(file_url(file))) as store:
        await step(store, "t", 1)
        its_log_deleted(file)
        with pytest.raises(FileLost):
            await step(store, "t", 2)
    assert not file.with_name("tables.db.rescued-1").exists()
    async with opened(lambda: Store.open(file_url(file))) as store:
        assert (await store.log("t"))[:1] == rows(1, 1)


async def test_a_file_whose_folder_is_gone_is_lost_without_a_copy(tmp_path: Path) -> None:
    file = tmp_path / "house" / "tables.db"
    file.parent.mkdir()
    async with opened(lambda: Store.open(file_url(file))) as store:
        await step(store, "t", 1)
        folder_renamed(file)
        with pytest.raises(FileLost, match=r"any more\.$"):
            await step(store, "t", 2)


async def test_a_link_that_is_led_elsewhere_is_a_file_that_is_lost(file: Path) -> None:
    link = file.with_name("link.db")
    link.symlink_to(file)
    async with opened(lambda: Store.open(file_url(link))) as store:
        await step(store, "t", 1)
        link.unlink()
        link.symlink_to(shutil.copyfile(file, file.with_name("other.db")))
        with pytest.raises(FileLost):
            await step(store, "t", 2)


async def test_a_reader_makes_no_empty_file_where_there_is_none(file: Path) -> None:
    async with opened(lambda: Store.open(file_url(file))) as store:
        deleted(file)
        with pytest.raises(StoreUnread, match="can't be read just now"):
            await store.table("t")
        assert not (file.parent / file.name).exists()


async def test_a_read_that_fails_is_said_and_the_next_may_succeed(file: Path) -> None:
    async with opened(lambda: Store.open(file_url(file))) as store:
        await step(store, "t", 1)

        def fail(*_: object) -> None:
            raise sqlite3.OperationalError("disk I/O error")

        engine = store._readers.sync_engine
        event.listen(engine, "do_execute", fail)
        with pytest.raises(StoreUnread, match="can't be read just now: disk I/O error"):
            await store.log("t")
        event.remove(engine, "do_execute", fail)
        assert await store.log("t") == rows(1, 1)


async def test_a_file_with_two_names_is_not_opened(file: Path) -> None:
    """The log beside it under one name wouldn't be found under the other."""
    await (await Store.open(file_url(file))).close()
    second = file.with_name("second.db")
    os.link(file, second)
    for path in (file, second):
        with pytest.raises(StoreError, match="second name"):
            await Store.open(file_url(path))
    second.unlink()
    await (await Store.open(file_url(file))).close()


async def test_a_lock_is_on_the_file_whatever_its_name_and_lasts_while_sqlite_comes_and_goes(file: Path) -> None:
    with hold(file, make=True) as mine:
        assert mine
        assert (file.parent / file.name).stat().st_mode & 0o777 == 0o600
        await (await Store.open(file_url(file))).close()  # each close releases all of the process's POSIX locks
        second = file.with_name("second.db")
        os.link(file, second)
        for path in (file, second):
            with hold(path, make=False) as also:
                assert not also
    with hold(file, make=False) as again:
        assert again
    with hold(file.with_name("none.db"), make=False) as nothing:
        assert nothing
    assert not file.with_name("none.db").exists()


async def test_trouble_is_logged_when_it_begins_and_when_it_is_over(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(lambda: Store.open(file_url(file))) as store:

        def fail(_: object) -> None:
            raise sqlite3.OperationalError("disk I/O error")

        engine = store._writer.database.engine
        event.listen(engine, "commit", fail)
        for _ in range(3):
            with pytest.raises(StoreFailed):
                await store.beat(1)
        troubles = [store.health.trouble]
        event.remove(engine, "commit", fail)
        await store.beat(2)
        troubles.append(store.health.trouble)
        assert [type(each) for each in troubles] == [StoreFailed, type(None)]
        assert not store.health.ended.is_set()
    assert [record.message for record in caplog.records if record.levelno > logging.INFO] == ["not stored", "stored again"]


async def test_who_is_taken_over_is_told_once_and_for_all(file: Path) -> None:
    async with opened(lambda: Store.open(file_url(file))) as old, opened(lambda: Store.open(file_url(file))):
        with pytest.raises(EpochLost):
            await old.beat(1)
        assert isinstance(old.health.lost, EpochLost)
        assert old.health.ended.is_set()
