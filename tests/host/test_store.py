"""The store on SQLite: the contract, stores that break it, and SQLite's peculiarities."""

import asyncio
import contextlib
import os
import random
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, bindparam, delete, event, false, select

from prial.errors import refuse
from prial.host.store import (
    Answered,
    Beside,
    Conflict,
    Person,
    Place,
    Repeated,
    Row,
    Snapshot,
    Store,
    StoreError,
    StoreFailed,
    TableRow,
)
from prial.host.store import group as group_module
from prial.host.store import sqlite as sqlite_module
from prial.host.store import writer as writer_module
from prial.host.store.check import look
from prial.host.store.engine import writing
from prial.host.store.group import Work
from prial.host.store.prepared import Keyed, Write
from prial.host.store.schema import ANSWERS, SEATS, SNAPSHOTS, TOKENS
from prial.host.store.values import NOTHING
from prial.host.store.writer import Writer
from tests.host.store_contract import CONTRACT, OF_A_FILE, Case, OpenStore, command, opened, rows, step, table

ROOT = Path(__file__).resolve().parents[2]


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def open_store(file: Path) -> OpenStore:
    return lambda: Store.open(url_of(file))


@pytest.mark.parametrize("case", [*CONTRACT.values(), *OF_A_FILE.values()], ids=[*CONTRACT, *OF_A_FILE])
async def test_contract(case: Case, open_store: OpenStore) -> None:
    await case(open_store)


# Stores that are broken on purpose


def acknowledges_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    true = Writer.write
    kept = set()

    async def later(self: Writer, work: Work) -> None:
        await asyncio.sleep(0.2)  # an immediate commit would hide the fault
        await true(self, work)

    async def early(self: Writer, work: Work) -> None:
        kept.add(asyncio.create_task(later(self, work)))

    patch.setattr(Writer, "write", early)


def ignores_the_version(patch: pytest.MonkeyPatch) -> None:
    true = group_module._Group.append

    def append(self: Any, work: group_module.Append) -> StoreError | None:
        found = self._versions.get(work.table.id, 0)
        log = [Row(found + number, row.at, row.entry) for number, row in enumerate(work.rows, 1)]
        moved = msgspec.structs.replace(work.table, version=found + len(log))
        return true(self, group_module.Append(moved, log, work.answer, found, work.beside))

    patch.setattr(group_module._Group, "append", append)


def loses_answers(patch: pytest.MonkeyPatch) -> None:
    true = Store.append

    async def append(self: Store, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int) -> None:
        await true(self, table, rows, None, expected)

    patch.setattr(Store, "append", append)


def loses_the_last_row(patch: pytest.MonkeyPatch) -> None:
    true = group_module._Group.append

    def append(self: Any, work: Any) -> StoreError | None:
        refused = true(self, work)
        if refused is None and len(work.rows) > 1:
            self._rows.pop()
        return refused

    patch.setattr(group_module._Group, "append", append)


def looks_for_answers_after_versions(patch: pytest.MonkeyPatch) -> None:
    true = group_module._Group.append

    def append(self: Any, work: Any) -> StoreError | None:
        if (found := self._versions.get(work.table.id, 0)) != work.expected:
            return Conflict(refuse("store.conflict", table=work.table.id, found=found, expected=work.expected))
        return true(self, work)

    patch.setattr(group_module._Group, "append", append)


def sees_no_repeats_within_a_group(patch: pytest.MonkeyPatch) -> None:
    true = group_module._Group._repeated

    def repeated(self: Any, table_id: str, answer: Answered) -> Repeated | None:
        fresh = {each["key"] for each in self._answers}
        return None if group_module._key(table_id, answer) in fresh else true(self, table_id, answer)

    patch.setattr(group_module._Group, "_repeated", repeated)


def runs_keys_together(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(group_module, "_key", lambda table_id, answer: table_id + answer.who + answer.id)


def fails_as_a_group(patch: pytest.MonkeyPatch) -> None:
    true = group_module.write

    def write(connection: Connection, epoch: int, works: Sequence[Work]) -> list[StoreError | None]:
        refused = true(connection, epoch, works)
        first = next((error for error in refused if error), None)
        return [first] * len(works) if first else refused

    patch.setattr(sqlite_module, "write", write)


def lets_one_bad_value_fail_a_group(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(writer_module, "_OWN_FAULT", ())


def commits_one_by_one(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(writer_module, "MOST", 1)


def never_looks_at_the_epoch(patch: pytest.MonkeyPatch) -> None:
    true = group_module.write

    def write(connection: Connection, epoch: int, works: Sequence[Work]) -> list[StoreError | None]:
        return true(connection, connection.scalar(group_module._EPOCH) or 0, works)

    patch.setattr(sqlite_module, "write", write)


def closes_without_writing(patch: pytest.MonkeyPatch) -> None:
    true = Writer.close

    async def close(self: Writer) -> None:
        self._queue.clear()
        await true(self)

    patch.setattr(Writer, "close", close)


def answers_the_cancelled(patch: pytest.MonkeyPatch) -> None:
    async def settle(self: Writer, jobs: Sequence[Any]) -> None:
        for (_, done), _outcome in zip(jobs, await self._write([work for work, _ in jobs]), strict=True):
            done.set_result(None)

    patch.setattr(Writer, "_settle", settle)


def gives_tokens_away(patch: pytest.MonkeyPatch) -> None:
    true = group_module._save

    def save(connection: Connection, work: group_module.Save) -> StoreError | None:
        connection.execute(TOKENS.delete().where(TOKENS.c.hash == work.token_hash))
        return true(connection, work)

    patch.setattr(group_module, "_save", save)


def leaves_old_places(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(group_module, "_LEFT", Keyed(delete(SEATS).where(false()), SEATS.c.table_id))


def loses_places(patch: pytest.MonkeyPatch) -> None:
    true = Store.append

    async def append(
        self: Store, table: TableRow, rows: Sequence[Row], answer: Answered | None, expected: int, beside: Beside = NOTHING
    ) -> None:
        await true(self, table, rows, answer, expected)

    patch.setattr(Store, "append", append)


def settles_at_any_version(patch: pytest.MonkeyPatch) -> None:
    true = group_module._Group.settle

    def settle(self: Any, work: group_module.Settle) -> StoreError | None:
        self._versions[work.table.id] = work.table.version
        return true(self, work)

    patch.setattr(group_module._Group, "settle", settle)


def loads_from_the_newest(patch: pytest.MonkeyPatch) -> None:
    true = Store.snapshot
    patch.setattr(Store, "snapshot", lambda self, table_id, _version: true(self, table_id, 10**9))


def keeps_every_snapshot(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(group_module, "_OUTLIVED", select(bindparam("of"), bindparam("before")))


def refuses_another_snapshot_of_a_version(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(group_module, "_SNAPSHOT", Write(SNAPSHOTS))


def forgets_every_answer(patch: pytest.MonkeyPatch) -> None:
    old = select(ANSWERS.c.key).limit(bindparam("most")).where(bindparam("before") > 0)
    patch.setattr(group_module, "_PRUNE", ANSWERS.delete().where(ANSWERS.c.key.in_(old)))


@pytest.mark.parametrize(
    ("fault", "case"),
    [
        (leaves_old_places, "a_table_is_found_where_it_was_last_put"),
        (loses_places, "a_table_is_found_where_it_was_last_put"),
        (settles_at_any_version, "who_settles_a_table_that_stands_elsewhere_is_refused"),
        (loads_from_the_newest, "a_table_is_loaded_from_the_newest_snapshot_that_is_old_enough_or_starts_a_game"),
        (keeps_every_snapshot, "snapshots_that_nobody_loads_from_any_more_are_let_go"),
        (refuses_another_snapshot_of_a_version, "a_snapshot_of_a_version_that_has_one_takes_its_place"),
        (forgets_every_answer, "old_refusals_are_forgotten_some_at_a_time_and_nothing_else_is"),
        (acknowledges_before_the_commit, "what_is_acknowledged_can_be_read_at_once"),
        (ignores_the_version, "an_append_at_another_version_changes_nothing"),
        (ignores_the_version, "of_two_that_race_one_wins"),
        (loses_answers, "a_command_sent_again_gets_its_first_answer"),
        (loses_answers, "everything_is_there_after_opening_again"),
        (loses_the_last_row, "everything_is_there_after_opening_again"),
        (looks_for_answers_after_versions, "a_command_sent_again_gets_its_first_answer"),
        (sees_no_repeats_within_a_group, "a_command_sent_twice_at_once_has_one_effect"),
        (runs_keys_together, "another_person_or_table_may_use_the_same_id"),
        (fails_as_a_group, "one_that_fails_leaves_the_others_of_its_group"),
        (lets_one_bad_value_fail_a_group, "what_no_database_can_hold_leaves_the_others_of_its_group"),
        (commits_one_by_one, "many_at_once_take_few_commits"),
        (never_looks_at_the_epoch, "who_was_taken_over_writes_nothing_any_more"),
        (closes_without_writing, "closing_writes_what_is_queued"),
        (answers_the_cancelled, "who_goes_away_while_waiting_harms_nobody"),
        (gives_tokens_away, "people_are_known_by_their_tokens"),
    ],
)
async def test_contract_finds_a_broken_store(
    fault: Callable[[pytest.MonkeyPatch], None], case: str, open_store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises((AssertionError, StoreError, TimeoutError, asyncio.InvalidStateError, pytest.fail.Exception)):
        await asyncio.wait_for((CONTRACT | OF_A_FILE)[case](open_store), 2)


# A process that is killed


class Killing:
    """A process that is forked for every run, so that each starts at once."""

    SCRIPT = """
import asyncio, os, sys
from tests.host.store_contract import stream
for line in sys.stdin:
    url, die_at = line.split()
    if not (child := os.fork()):
        os.write(1, b"pid %d\\n" % os.getpid())
        asyncio.run(stream(url, int(die_at)))
    os.waitpid(child, 0)
    os.write(1, b"end\\n")
"""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", self.SCRIPT], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, url: str, die_at: int, after: float) -> Counter[str]:
        """The last acknowledged version of each table of a stream that was killed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{url} {die_at}\n")
        self.process.stdin.flush()
        child = int(self.process.stdout.readline().split()[1])
        if not die_at:
            time.sleep(after)
            os.kill(child, signal.SIGKILL)
        last: Counter[str] = Counter()
        for line in self.process.stdout:
            if line == "end\n":
                break
            table_id, version = line.split()
            assert int(version) > last[table_id]
            last[table_id] = int(version)
        return last

    def close(self) -> None:
        self.process.communicate(timeout=10)


@pytest.fixture
def killing() -> Iterator[Killing]:
    made = Killing()
    yield made
    made.close()


async def killed_again_and_again(killing: Killing, file: Path, runs: int) -> None:
    """Kill every second run after a time, and the others inside a transaction; nothing acknowledged may be missing."""
    rng = random.Random(runs)
    acknowledged: Counter[str] = Counter()
    for number in range(runs):
        die_at = rng.randrange(1, 400) if number % 2 else 0
        last = await asyncio.to_thread(killing.run, url_of(file), die_at, rng.uniform(0.02, 0.3))
        acknowledged |= last
        if acknowledged:  # otherwise it may have died while the file was still empty
            assert await look(url_of(file)) == []
        async with opened(lambda: Store.open(url_of(file))) as store:
            assert await store.check() == []
            for table_id, version in acknowledged.items():
                log = await store.log(table_id)
                assert log == rows(1, len(log))
                assert len(log) >= version
                answered = {answer.id for answer in await store.answers(table_id)}
                assert answered == {f"c{each}" for each in range(1, len(log) + 1)}
    assert sum(acknowledged.values()) > runs  # something was stored


async def test_nothing_acknowledged_is_lost_when_the_process_is_killed(killing: Killing, file: Path) -> None:
    await killed_again_and_again(killing, file, 2)


@pytest.mark.soak
async def test_nothing_acknowledged_is_lost_in_500_kills(killing: Killing, tmp_path: Path) -> None:
    for number in range(25):
        await killed_again_and_again(killing, tmp_path / f"{number}.db", 20)


# SQLite's peculiarities


async def pragma(store: Store, text: str) -> Any:
    """SQLite's answer on the writer's own connection."""
    with store._writer.database.engine.connect() as connection:
        return connection.exec_driver_sql(f"PRAGMA {text}").scalar_one()


async def test_a_full_disk_fails_the_group_and_no_later_one(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await step(store, "t", 1)
        await pragma(store, f"max_page_count={await pragma(store, 'page_count')}")
        big = [Row(1, 1, bytes(200_000))]
        appends = [store.append(table(f"big{number}", 1), big, command(1), 0) for number in range(5)]
        outcomes = await asyncio.gather(*appends, step(store, "small", 1), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [StoreFailed] * 6
        assert str(outcomes[0]) == "The change could not be saved: database or disk is full."
        assert [each.id for each in await store.tables()] == ["t"]
        await pragma(store, "max_page_count=1000000")
        await store.append(table("big0", 1), big, command(1), 0)
        await step(store, "t", 2)
        assert await store.check() == []


async def test_a_commit_that_fails_stores_nothing(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await step(store, "t", 1)
        engine = store._writer.database.engine

        def fail(_: object) -> None:
            raise sqlite3.OperationalError("disk I/O error")

        event.listen(engine, "commit", fail)
        outcomes = await asyncio.gather(step(store, "t", 2), step(store, "u", 1), return_exceptions=True)
        assert [str(outcome) for outcome in outcomes] == ["The change could not be saved: disk I/O error."] * 2
        event.remove(engine, "commit", fail)
        assert [each.id for each in await store.tables()] == ["t"]
        await step(store, "t", 2)
        assert await store.log("t") == rows(1, 2)


async def test_readers_never_wait_for_a_writer(open_store: OpenStore, file: Path) -> None:
    async with opened(open_store) as store:
        await step(store, "t", 1)
        other = writing(url_of(file))
        with other.connect() as connection, connection.begin():
            connection.exec_driver_sql("DELETE FROM log")
            began = time.perf_counter()
            waiting = asyncio.create_task(step(store, "t", 2))
            for _ in range(20):
                assert await store.log("t") == rows(1, 1)
            assert await store.check() == []
            assert time.perf_counter() - began < 4
            assert not waiting.done()
            connection.rollback()
        other.dispose()
        await waiting
        assert await store.log("t") == rows(1, 2)


async def test_what_is_acknowledged_is_on_the_disk(open_store: OpenStore, file: Path) -> None:
    async with opened(open_store) as store:
        assert await pragma(store, "journal_mode") == "wal"
        assert await pragma(store, "synchronous") == 2
        await step(store, "t", 1)
        with pytest.raises(Exception, match="readonly"):
            async with store._readers.connect() as reader:
                await reader.exec_driver_sql("DELETE FROM log")
    assert [path.name for path in file.parent.iterdir()] == [file.name]  # closing leaves one file that can be copied


async def test_nobody_else_may_read_the_file(open_store: OpenStore, file: Path) -> None:
    async with opened(open_store) as store:
        await step(store, "t", 1)
        for path in file.parent.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


async def test_no_commit_reads_a_whole_table(open_store: OpenStore, file: Path) -> None:
    async with opened(open_store) as store:
        told: list[tuple[str, Any]] = []
        event.listen(store._writer.database.engine, "before_cursor_execute", lambda *args: told.append((args[2], args[3])))
        await asyncio.gather(*[step(store, f"t{number}", 1, command(1)) for number in range(3)])
        await asyncio.gather(*[step(store, f"t{number}", 2, command(2)) for number in range(3)])
        await store.save_person(Person("p", "Ann"), b"hash", 1)
    with sqlite3.connect(file) as connection:
        for statement, parameters in told:
            if statement.startswith(("SELECT", "UPDATE")):
                first = parameters[0] if isinstance(parameters, list) else parameters
                plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", first)]
                assert all("SCAN" not in line or line.startswith("SCAN house") for line in plan), (statement, plan)
    connection.close()
    assert len(told) > 10


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ("DELETE FROM log WHERE version = 2", "Table t: its log has a gap"),
        ("DELETE FROM log WHERE version = 1", "Table t: its log has a gap"),
        ("DELETE FROM log WHERE version = 3", "Table t: it doesn't stand at its log's last version"),
        ("DELETE FROM log", "Table t: it doesn't stand at its log's last version"),
        ("UPDATE tables SET version = 4", "Table t: it doesn't stand at its log's last version"),
        ("UPDATE tables SET status = 'lost'", "Table t: its status is unknown"),
        ("DELETE FROM tables", "Table t: it has a log, but no row"),
        ("UPDATE answers SET version = 9", "Table t: an answer belongs to an entry that isn't in the log"),
        ("DELETE FROM people", "Person p: there is a token, but no such person"),
    ],
)
async def test_check_finds_damage(damage: str, sentence: str, open_store: OpenStore, file: Path) -> None:
    async with opened(open_store) as store:
        await store.append(table("t", 3), rows(1, 3), command(1), 0)
        await store.save_person(Person("p", "Ann"), b"hash", 1)
        await store.answer("t", command(2), 3, 7)
        assert await store.check() == []
        connection = sqlite3.connect(file)
        connection.execute(damage)
        connection.commit()
        connection.close()
        assert sentence in await store.check()
    assert sentence in await look(url_of(file))


async def test_check_finds_a_broken_page(open_store: OpenStore, file: Path) -> None:
    async with opened(open_store) as store:
        await asyncio.gather(*[step(store, f"t{number}", 1, command(1)) for number in range(300)])
    with file.open("r+b") as opened_file:
        opened_file.seek(6 * 4096)
        opened_file.write(bytes(4096))
    assert any(fault.startswith("The file: ") for fault in await look(url_of(file)))


async def test_looking_takes_nothing_over(open_store: OpenStore, file: Path) -> None:
    async with opened(open_store) as store:
        await step(store, "t", 1)
        assert await look(url_of(file)) == []
        await step(store, "t", 2)


async def open_and_close(file: Path) -> None:
    await (await Store.open(url_of(file))).close()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"SQLite format? No: text, and more of it than a page's header has.\n" * 40, "{file} is not a Prial database."),
        ("CREATE TABLE songs(id)", "{file} is not a Prial database."),
        ("CREATE TABLE house(id)", "{file} is not a Prial database."),
        ("UPDATE house SET format = 7", "{file} was written in format 7; this version of Prial reads format 2."),
    ],
)
def test_a_file_of_another_kind_is_refused_and_left_alone(content: bytes | str, sentence: str, file: Path) -> None:
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        if content.startswith("UPDATE"):
            asyncio.run(open_and_close(file))
        connection = sqlite3.connect(file)
        connection.execute(content)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.commit()
        connection.close()
    before = file.read_bytes()
    for attempt in (open_and_close, lambda file: look(url_of(file))):
        with pytest.raises(StoreError) as refused:
            asyncio.run(attempt(file))
        assert str(refused.value) == sentence.format(file=file)
    assert file.read_bytes() == before


async def test_a_store_needs_a_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="names no file"):
        await Store.open("sqlite+aiosqlite://")
    with pytest.raises(StoreError, match="no such file"):
        await Store.open(url_of(tmp_path / "none" / "tables.db"))
    with pytest.raises(StoreError, match="can't be read"):
        await look(url_of(tmp_path / "none.db"))
    assert not (tmp_path / "none.db").exists()


async def test_a_writer_that_is_cancelled_leaves_nobody_waiting(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        first = asyncio.create_task(step(store, "t", 1))
        for _ in range(3):
            await asyncio.sleep(0)  # it is being written
        later = asyncio.create_task(step(store, "u", 1))
        await asyncio.sleep(0)
        store._writer._task.cancel()
        for waiting in (first, later):
            with pytest.raises(StoreFailed):
                await asyncio.wait_for(waiting, 5)
        with pytest.raises(StoreFailed, match="closed"):
            await step(store, "v", 1)
    async with opened(open_store) as store:
        assert await store.check() == []


# Many tables


_SCANS = re.compile(r"SCAN (?!anon_|\(subquery|tables USING INDEX ix_tables_(runs|open))")
"""Matches a query plan that reads a whole table, and not an index or the few rows found so far."""


async def test_nothing_that_people_ask_for_reads_a_whole_table(file: Path) -> None:
    """However many tables there are, each is found by an index, as SQLite's query plans show."""
    store = await Store.open(url_of(file))
    asked: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, sql: str, values: Any, *_: object) -> None:
        asked.append((sql, values))

    for engine in (store._readers.sync_engine, store._writer.database.engine):
        event.listen(engine, "before_cursor_execute", note)
    place = Place(owner="a", people=frozenset("ab"), over=False, shown="open", invite=b"i", next_table="n", summary=b"{}")
    await store.append(table("t", 1), rows(1, 1), command(1), 0, Beside(place, (Snapshot(1, 1, "x", b""),)))
    await store.settle(table("t", 1), place)
    await store.answer("t", command(2), 1, 7)
    await store.prune(9, 500)
    await asyncio.gather(
        *(store.running(), store.lobby("open", 50, 12), store.own("a", 0, 50), store.owned("a", ["open"]), store.invited(b"i")),
        *(store.before("n"), store.archived("t"), store.table("t"), store.log("t", 0, 9), store.snapshot("t", 0)),
        *(store.start_of("t", 1), store.rules(["open"]), store.known([b"token"]), store.answers("t")),
        *(store.waiting(9, 9), store.waiting(9, 9, shown=True)),
    )
    await store.close()
    with contextlib.closing(sqlite3.connect(file)) as connection:
        for sql, values in asked:
            if sql.startswith(("SELECT", "UPDATE", "DELETE")) and "house" not in sql:
                one = values[0] if isinstance(values, list) else values
                plan = [detail for *_, detail in connection.execute(f"EXPLAIN QUERY PLAN {sql}", one)]
                scans = [each for each in plan if _SCANS.match(each)]
                assert not scans, (sql, plan)
