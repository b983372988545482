"""The contract of stores: cases that every store must pass, on any database. Each case gets a way to open the same store.

A case may open the store several times; what was stored must still be there. Each case is run on the real store, and on broken
stores, in which it must find the fault.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias

import pytest
from msgspec.structs import replace
from sqlalchemy import event

from prial.host.status import Status
from prial.host.store import (
    Answered,
    Beside,
    Conflict,
    EpochLost,
    Found,
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

OpenStore: TypeAlias = Callable[[], Awaitable[Store]]
Case: TypeAlias = Callable[[OpenStore], Awaitable[None]]

CONTRACT: Final[dict[str, Case]] = {}
OF_A_FILE: Final[dict[str, Case]] = {}
"""Cases for stores that one process alone writes."""
OF_A_SERVER: Final[dict[str, Case]] = {}
"""Cases for stores that several processes write."""


def holds(case: Case) -> Case:
    """Add a case to the contract."""
    CONTRACT[case.__name__] = case
    return case


def holds_in_a_file(case: Case) -> Case:
    """Add a case to the contract of stores in a file."""
    OF_A_FILE[case.__name__] = case
    return case


def holds_on_a_server(case: Case) -> Case:
    """Add a case to the contract of stores on a database server."""
    OF_A_SERVER[case.__name__] = case
    return case


@asynccontextmanager
async def opened(open_store: OpenStore) -> AsyncIterator[Store]:
    """The store, closed afterwards."""
    store = await open_store()
    try:
        yield store
    finally:
        await store.close()


def table(table_id: str, version: int, *, status: Status = Status.LIVE, changed: int | None = None) -> TableRow:
    """A table's row, different for each version."""
    when = 1_000 + version if changed is None else changed
    return TableRow(id=table_id, game="crash", game_version=1, version=version, status=status, runs=False, changed=when)


def rows(first: int, last: int, mark: str = "") -> list[Row]:
    """Entries of a log."""
    return [Row(version, 1_000 + version, f'{{"n":{version},"by":"{mark}"}}'.encode()) for version in range(first, last + 1)]


def command(number: int, who: str = "ann") -> Answered:
    """An answer, different for each command."""
    return Answered(who, f"c{number}", f'{{"{who}":{number}}}'.encode())


async def step(store: Store, table_id: str, version: int, answer: Answered | None = None, mark: str = "") -> None:
    """Append one entry at a table."""
    await store.append(table(table_id, version), rows(version, version, mark), answer, version - 1)


# What is stored can be read


@holds
async def a_new_store_is_empty(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        assert await store.tables() == []
        assert await store.table("t") is None
        assert await store.log("t") == []
        assert await store.answers("t") == []
        assert await store.known([b"nobody"]) == {}
        assert await store.last_beat() is None
        assert await store.check() == []


@holds
async def what_is_acknowledged_can_be_read_at_once(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        for version in range(1, 21):
            await step(store, "t", version, command(version))
            assert await store.log("t", version - 1) == rows(version, version)
            assert await store.table("t") == table("t", version)
            assert command(version) in await store.answers("t")


@holds
async def everything_is_there_after_opening_again(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await store.append(table("t", 3), rows(1, 3), command(1), 0)
        await store.append(table("t", 5), rows(4, 5), command(2), 3)
        await step(store, "u", 1)
        await store.answer("t", command(3), 5, 7)
        await store.save_person(Person("p", "Ann ♠"), b"hash", 7)
        await store.beat(99)
    async with opened(open_store) as store:
        assert await store.log("t") == rows(1, 5)
        assert await store.log("u") == rows(1, 1)
        assert await store.tables() == [table("t", 5), table("u", 1)]
        assert {answer.id: answer for answer in await store.answers("t")} == {f"c{n}": command(n) for n in (1, 2, 3)}
        assert await store.answers("u") == []
        assert await store.known([b"hash"]) == {b"hash": Person("p", "Ann ♠")}
        assert await store.last_beat() == 99
        assert await store.check() == []


@holds
async def a_log_is_read_in_order_from_anywhere(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await store.append(table("t", 12), rows(1, 12), None, 0)
        for after in range(13):
            assert await store.log("t", after) == rows(after + 1, 12)


@holds
async def tables_are_listed_by_status_the_latest_first(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        made = [table(f"t{number}", 1, status=status, changed=10 + number) for number, status in enumerate(Status)]
        for each in made:
            await store.append(each, rows(1, 1), None, 0)
        assert await store.tables() == made[::-1]
        assert await store.tables(["live", "open"]) == [made[1], made[0]]
        assert await store.tables([]) == []


@holds
async def entries_and_numbers_of_any_size_come_back(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        entry = bytes(range(256)) * 4_000
        late = 2**53
        await store.append(table("t", 1, changed=late), [Row(1, late, entry)], Answered("a", "b", b""), 0)
        assert await store.log("t") == [Row(1, late, entry)]
        assert await store.table("t") == table("t", 1, changed=late)
        assert await store.answers("t") == [Answered("a", "b", b"")]


# Versions


@holds
async def an_append_at_another_version_changes_nothing(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await store.append(table("t", 3), rows(1, 3), None, 0)
        for expected in (0, 1, 2, 4, 9):
            with pytest.raises(Conflict):
                await step(store, "t", expected + 1, command(expected))
        with pytest.raises(Conflict):
            await step(store, "none", 2, command(1))
        assert await store.tables() == [table("t", 3)]
        assert await store.log("t") == rows(1, 3)
        assert await store.log("none") == []
        assert await store.answers("t") == await store.answers("none") == []


@holds
async def rows_that_leave_a_gap_are_a_fault_of_the_caller(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        for table_row, log, expected in [
            (table("t", 1), [], 0),
            (table("t", 2), rows(2, 2), 0),
            (table("t", 3), rows(1, 2), 0),
            (table("t", 3), [*rows(1, 1), *rows(3, 3)], 0),
            (table("t", 2), rows(1, 2)[::-1], 0),
        ]:
            with pytest.raises(ValueError, match="don't lead"):
                await store.append(table_row, log, None, expected)
        assert await store.tables() == []


@holds
async def of_two_that_race_one_wins(open_store: OpenStore) -> None:
    async with opened(open_store) as store:

        async def race(mark: str, version: int) -> str | None:
            await asyncio.sleep(0)
            try:
                await step(store, "t", version, command(version, mark), mark)
            except Conflict:
                return None
            return mark

        winners = []
        for version in range(1, 31):
            winner, none = sorted(await asyncio.gather(race("a", version), race("b", version)), key=lambda won: won is None)
            assert winner is not None
            assert none is None
            winners.append(winner)
        assert await store.log("t") == [rows(version, version, mark)[0] for version, mark in enumerate(winners, 1)]
        assert {(each.who, each.id) for each in await store.answers("t")} == {(w, f"c{v}") for v, w in enumerate(winners, 1)}
        assert await store.check() == []


@holds
async def an_answer_at_another_version_changes_nothing(open_store: OpenStore) -> None:
    """A refused command may be allowed at the next version, so no refusal is stored for a table that has changed meanwhile."""
    async with opened(open_store) as store:
        await step(store, "t", 1)
        for expected in (0, 2):
            with pytest.raises(Conflict):
                await store.answer("t", command(1), expected, 7)
        assert await store.answers("t") == []
        await step(store, "t", 2, command(1))


@holds_on_a_server
async def of_two_servers_that_race_one_wins(open_store: OpenStore) -> None:
    async with opened(open_store) as one, opened(open_store) as other:
        winners = []
        for version in range(1, 31):  # the first of them makes the table
            sent = step(one, "t", version, command(version, "a"), "a"), step(other, "t", version, command(version, "b"), "b")
            outcomes = dict(zip("ab", await asyncio.gather(*sent, return_exceptions=True), strict=True))
            assert sorted(type(outcome).__name__ for outcome in outcomes.values()) == ["Conflict", "NoneType"]
            winners.append(next(mark for mark, outcome in outcomes.items() if outcome is None))
        for store in (one, other):
            assert await store.log("t") == [rows(version, version, mark)[0] for version, mark in enumerate(winners, 1)]
            assert {(each.who, each.id) for each in await store.answers("t")} == {(w, f"c{v}") for v, w in enumerate(winners, 1)}
            assert await store.check() == []


@holds_on_a_server
async def a_command_sent_to_two_servers_has_one_effect_and_one_answer(open_store: OpenStore) -> None:
    async with opened(open_store) as one, opened(open_store) as other:
        await step(one, "t", 1)
        for version in range(2, 12):
            refused = Answered("ann", f"c{version}", b"refused")
            sent = step(one, "t", version, command(version)), other.answer("t", refused, version - 1, 7)
            outcomes = await asyncio.gather(*sent, return_exceptions=True)
            [answer] = [each.answer for each in await one.answers("t") if each.id == f"c{version}"]
            assert [type(outcome) for outcome in outcomes] in ([type(None), Repeated], [Repeated, type(None)])
            assert [outcome.answer for outcome in outcomes if isinstance(outcome, Repeated)] == [answer]
            if outcomes[0] is not None:
                await step(one, "t", version)
        assert await other.check() == []


@holds_on_a_server
async def groups_of_two_servers_never_wait_for_each_other(open_store: OpenStore) -> None:
    """Both lock the same tables in the same order, in whatever order they were asked to write."""
    async with opened(open_store) as one, opened(open_store) as other:
        tables = [f"t{number}" for number in range(20)]
        await asyncio.gather(*[step(one, each, 1) for each in tables])
        for version in range(2, 7):
            sent = [step(one, each, version) for each in tables] + [step(other, each, version) for each in reversed(tables)]
            outcomes = await asyncio.gather(*sent, return_exceptions=True)
            assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict"] * 20 + ["NoneType"] * 20
        assert await other.check() == []


@holds
async def one_after_another_without_waiting_is_kept_in_order(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await asyncio.gather(*[step(store, "t", version, command(version)) for version in range(1, 51)])
        assert await store.log("t") == rows(1, 50)
        assert await store.table("t") == table("t", 50)
        assert await store.check() == []


# Answers


@holds
async def a_command_sent_again_gets_its_first_answer(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await step(store, "t", 1, command(1))
        await store.answer("t", command(2), 1, 7)
    async with opened(open_store) as store:
        for number in (1, 2):
            other = Answered("ann", f"c{number}", b"another")
            for expected in (0, 1, 7):  # its sender may not know the table's present version
                with pytest.raises(Repeated) as repeated:
                    await step(store, "t", expected + 1, other)
                assert repeated.value.answer == command(number).answer
            for expected in (0, 1, 7):
                with pytest.raises(Repeated) as repeated:
                    await store.answer("t", other, expected, 7)
                assert repeated.value.answer == command(number).answer
        assert await store.log("t") == rows(1, 1)
        assert sorted(each.answer for each in await store.answers("t")) == [command(1).answer, command(2).answer]


@holds
async def another_person_or_table_may_use_the_same_id(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await step(store, "t", 1, Answered("ann", "1", b"a"))
        await step(store, "t", 2, Answered("bob", "1", b"b"))
        await step(store, "u", 1, Answered("ann", "1", b"c"))
        await store.answer("t", Answered("an", "n1", b"d"), 2, 7)
        await store.answer("ta", Answered("nn", "1", b"e"), 0, 7)
        assert len(await store.answers("t")) == 3


@holds
async def a_command_sent_twice_at_once_has_one_effect(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        for version in range(1, 11):
            sent = [step(store, "t", version, command(version)) for _ in range(3)]
            first, *others = await asyncio.gather(*sent, return_exceptions=True)
            assert first is None
            assert all(isinstance(other, Repeated) and other.answer == command(version).answer for other in others)
        assert await store.log("t") == rows(1, 10)


@holds
async def the_answer_to_a_conflict_is_still_free(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await step(store, "t", 1)
        with pytest.raises(Conflict):
            await step(store, "t", 1, command(1))
        await step(store, "t", 2, command(1))
        assert await store.answers("t") == [command(1)]


# Groups


@holds
async def many_at_once_take_few_commits(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        commits: list[object] = []
        event.listen(store._writer.database.engine, "commit", commits.append)
        await asyncio.gather(*[step(store, f"t{number}", 1, command(number)) for number in range(100)])
        assert len(await store.tables()) == 100
        assert 1 <= len(commits) <= 3


@holds
async def one_that_fails_leaves_the_others_of_its_group(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await step(store, "old", 1, command(1))
        outcomes = await asyncio.gather(
            step(store, "a", 1, command(1)),
            step(store, "old", 1),
            step(store, "b", 1, command(1)),
            step(store, "old", 2, command(1)),
            step(store, "c", 1, command(1)),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None), Repeated, type(None)]
        assert sorted(each.id for each in await store.tables()) == ["a", "b", "c", "old"]
        assert await store.check() == []


@holds
async def what_no_database_can_hold_leaves_the_others_of_its_group(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        outcomes = await asyncio.gather(
            step(store, "a", 1, command(1)),
            store.save_person(Person("p", "half a pair: \ud800"), b"hash", 1),
            step(store, "b", 1, command(1)),
            store.append(table("c", 1, changed=2**70), rows(1, 1), command(1), 0),
            step(store, "d", 1, command(1)),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), StoreError, type(None), StoreError, type(None)]
        assert sorted(each.id for each in await store.tables()) == ["a", "b", "d"]
        assert await store.log("c") == []
        assert await store.answers("c") == []
        assert await store.check() == []


@holds
async def who_goes_away_while_waiting_harms_nobody(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        tasks = [asyncio.create_task(step(store, f"t{number}", 1)) for number in range(20)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert outcomes[1::2] == [None] * 10
        await step(store, "last", 1)
        assert {f"t{number}" for number in range(1, 20, 2)} <= {each.id for each in await store.tables()}
        assert await store.check() == []


# The house


@holds_in_a_file
async def who_was_taken_over_writes_nothing_any_more(open_store: OpenStore) -> None:
    async with opened(open_store) as old:
        await step(old, "t", 1)
        async with opened(open_store) as new:
            attempts = [step(old, "t", 2, command(1)), step(old, "u", 1), old.answer("t", command(2), 1, 7), old.beat(1)]
            attempts += [
                old.save_person(Person("p", "Ann"), b"hash", 1),
                old.settle(table("t", 1), place("eve")),
                old.prune(9, 9),
            ]
            outcomes = await asyncio.gather(*attempts, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [EpochLost] * 7
            assert await new.own("eve", 0, 9) == []
            await step(new, "t", 2)
            with pytest.raises(EpochLost):
                await step(old, "t", 3)
            assert await old.log("t") == await new.log("t") == rows(1, 2)
            assert await new.tables() == [table("t", 2)]
            assert await new.answers("t") == []
            assert await new.known([b"hash"]) == {}
            assert await new.last_beat() is None
        with pytest.raises(EpochLost):  # nor after the other has gone
            await step(old, "t", 3)


@holds
async def closing_writes_what_is_queued(open_store: OpenStore) -> None:
    store = await open_store()
    tasks = [asyncio.create_task(step(store, f"t{number}", 1)) for number in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.wait_for(asyncio.gather(*tasks), 10)
    with pytest.raises(StoreFailed):
        await step(store, "late", 1)
    await store.close()
    async with opened(open_store) as store:
        assert len(await store.tables()) == 50


@holds
async def people_are_known_by_their_tokens(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await store.save_person(Person("p", "Ann"), b"one", 1)
        await store.save_person(Person("q", "Bob"), b"two", 2)
        await store.save_person(Person("p", "Anna"), None, 3)
        await store.save_person(Person("p", "Anna"), b"three", 4)  # another browser
        await store.save_person(Person("p", "Anna"), b"three", 5)
        both = {b"one": Person("p", "Anna"), b"three": Person("p", "Anna")}
        assert await store.known([b"one", b"nobody's", b"three"]) == both
        assert await store.known([b"two"]) == {b"two": Person("q", "Bob")}
        with pytest.raises(Conflict):
            await store.save_person(Person("r", "Eve"), b"one", 6)
        with pytest.raises(Conflict):
            await store.save_person(Person("r", "Eve"), None, 6)
        with pytest.raises(Conflict):
            await store.save_person(Person("q", "Eve"), b"one", 6)
        assert await store.known([b"two"]) == {b"two": Person("q", "Bob")}
        await store.void_tokens("q", b"one")  # somebody else's
        await store.void_tokens("p", b"one")
        assert set(await store.known([b"one", b"two", b"three"])) == {b"two", b"three"}
        await store.save_person(Person("p", "Anna"), b"four", 7)
        await store.void_tokens("p", b"four", others=True)
        assert set(await store.known([b"one", b"two", b"three", b"four"])) == {b"two", b"four"}
        assert await store.check() == []


@holds
async def the_last_beat_is_the_one_before_this_house(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await asyncio.gather(store.beat(1_700_000_000_000), step(store, "t", 1), store.beat(1_700_000_005_000))
        assert await store.last_beat() == 1_700_000_005_000
    async with opened(open_store) as store:
        assert await store.last_beat() == 1_700_000_005_000


# Where tables are found


def place(
    owner: str = "ann", *, shown: str = "open", invite: bytes | None = None, next_table: str = "", over: bool = False
) -> Place:
    """A place in the lists, for a table with its owner alone."""
    people = frozenset({owner})
    return Place(owner=owner, people=people, over=over, shown=shown, invite=invite, next_table=next_table, summary=owner.encode())


async def made(store: Store, table_id: str, at: int, found: Place, **more: Any) -> TableRow:
    """A new table in this place."""
    row = replace(table(table_id, 1, changed=at), **more)
    await store.append(row, rows(1, 1), None, 0, Beside(found))
    return row


@holds
async def a_table_is_found_where_it_was_last_put(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        row = await made(store, "t", 10, place("ann", invite=b"one"))
        assert await store.lobby("open", 9) == await store.own("ann", 0, 9) == [Found("t", 10, b"ann")]
        assert await store.invited(b"one") == "t"
        later = replace(row, version=2, changed=20)
        await store.append(later, rows(2, 2), None, 1)  # a move: it is found as before, and is newer
        assert await store.lobby("open", 9) == await store.own("ann", 0, 9) == [Found("t", 20, b"ann")]
        moved = place("bob", shown="live", invite=b"two")
        await store.append(replace(later, version=3, changed=30), rows(3, 3), None, 2, Beside(moved))
        assert await store.lobby("open", 9) == await store.own("ann", 0, 9) == []
        assert await store.lobby("live", 9) == await store.own("bob", 0, 9) == [Found("t", 30, b"bob")]
        assert [await store.invited(code) for code in (b"one", b"two")] == [None, "t"]
        assert await store.found("t") == Found("t", 30, b"bob")
        assert await store.found("u") is None
    async with opened(open_store) as store:
        assert await store.own("bob", 0, 9) == [Found("t", 30, b"bob")]
        assert await store.check() == []


@holds
async def lists_hold_the_newest_and_no_more_than_asked_for(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        for number in range(8):
            await made(store, f"t{number}", 10 + number, place(over=number % 2 == 0, shown="" if number == 7 else "open"))
            await made(store, f"u{number}", 5, place(f"owner {number}"))
        assert [each.id for each in await store.lobby("open", 1)] == ["t6"]
        assert len(await store.lobby("open", 3, 8)) == 3
        assert await store.lobby("", 9) == []
        assert [each.id for each in await store.own("ann", 13, 2)] == ["t7", "t5", "t6", "t4"]
        assert [each.id for each in await store.own("ann", 99, 9)] == ["t7", "t5", "t3", "t1"]
        assert await store.owned("ann", ["live"]) == 4
        assert await store.owned("ann", ["open"]) == await store.owned("bob", ["live"]) == 0


@holds
async def a_list_has_one_table_of_each_owner_however_many_they_have(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        for number in range(8):
            await made(store, f"t{number}", 10 + number, place())
        await made(store, "u", 3, place("bob"))
        await made(store, "v", 1, place("cat"))
        assert [each.id for each in await store.lobby("open", 2, 8)] == ["t7", "u"]


@holds
async def tables_that_wait_for_long_are_found_oldest_first(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await made(store, "live", 10, place())
        for number in range(4):
            await made(store, f"t{number}", 14 - number, place(shown="" if number == 3 else "open"), status=Status.OPEN)
        assert [row.id for row in await store.waiting(14, 9)] == ["t3", "t2", "t1"]
        assert [row.id for row in await store.waiting(14, 1)] == ["t3"]
        assert [row.id for row in await store.waiting(14, 9, shown=True)] == ["t2", "t1"]


@holds
async def a_table_that_goes_on_names_the_next(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await made(store, "t", 10, place(next_table="u"))
        await made(store, "v", 10, place())
        assert [await store.before(table_id) for table_id in ("u", "v", "")] == ["t", None, None]


@holds
async def what_runs_and_what_is_played_is_known_without_reading_logs(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        row = await made(store, "t", 10, place(), runs=True)
        await made(store, "u", 11, place(), game="brag", game_version=3, status=Status.OPEN)
        await made(store, "v", 12, place(), status=Status.OVER)
        assert await store.running() == [row]
        assert sorted(await store.rules(["live", "open"])) == [("brag", 3), ("crash", 1)]
        await store.settle(replace(row, runs=False), place("bob"))
        assert await store.running() == []
        assert await store.table("t") == replace(row, runs=False)
        assert [each.id for each in await store.own("bob", 0, 9)] == ["t"]
        assert await store.log("t") == rows(1, 1)


@holds
async def who_settles_a_table_that_stands_elsewhere_is_refused(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        row = await made(store, "t", 10, place())
        for version, table_id in ((2, "t"), (1, "none")):
            with pytest.raises(Conflict):
                await store.settle(replace(row, id=table_id, version=version, runs=True), place("eve"))
        assert not await store.running()
        assert not await store.own("eve", 0, 9)


# Snapshots


def snapshot(version: int, starts: int = 0) -> Snapshot:
    """A snapshot, different for every version."""
    return Snapshot(version, starts, "made", b"%d" % version)


@holds
async def a_table_is_loaded_from_the_newest_snapshot_that_is_old_enough_or_starts_a_game(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        first = (snapshot(10), snapshot(20, starts=1), snapshot(30))
        await store.append(table("t", 40), rows(1, 40), None, 0, Beside(snapshots=first))
        assert [await store.snapshot("t", version) for version in (5, 15, 25, 30, 99)] == [
            *[snapshot(20, 1)] * 3,
            *[snapshot(30)] * 2,
        ]
        assert [await store.start_of("t", game) for game in (1, 2)] == [snapshot(20, 1), None]
        await store.append(table("t", 50), rows(41, 50), None, 40, Beside(snapshots=(snapshot(40, starts=2),)))
        assert await store.snapshot("t", 5) == await store.start_of("t", 2) == snapshot(40, 2)
        assert await store.snapshot("u", 99) is None


@holds
async def a_snapshot_of_a_version_that_has_one_takes_its_place(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await store.append(table("t", 10), rows(1, 10), None, 0, Beside(snapshots=(snapshot(10),)))
        await store.append(table("t", 11), rows(11, 11), None, 10, Beside(snapshots=(snapshot(10, starts=1),)))
        assert await store.snapshot("t", 10) == snapshot(10, 1)


@holds
async def snapshots_that_nobody_loads_from_any_more_are_let_go(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        first = (snapshot(5), snapshot(10, starts=1), snapshot(1_500))
        await store.append(table("t", 1_600), rows(1, 1_600), None, 0, Beside(snapshots=first))
        await store.append(table("t", 1_601), rows(1_601, 1_601), None, 1_600, Beside(snapshots=(snapshot(1_601),)))
        assert await store.snapshot("t", 9) == await store.start_of("t", 1) == snapshot(10, 1), "the starts of games stay"
        assert await store.snapshot("t", 1_550) == snapshot(1_500)


# What is deleted after a time


@holds
async def old_refusals_are_forgotten_some_at_a_time_and_nothing_else_is(open_store: OpenStore) -> None:
    async with opened(open_store) as store:
        await step(store, "t", 1, command(0))
        for number in range(1, 8):
            await store.answer("t", command(number), 1, 100 + number)
        await store.prune(106, 3)
        assert sorted(each.id for each in await store.answers("t")) == ["c0", "c4", "c5", "c6", "c7"]
        await store.prune(106, 3)
        await store.prune(106, 3)
        assert sorted(each.id for each in await store.answers("t")) == ["c0", "c6", "c7"]
        assert [await store.refused_behind(number) for number in range(3)] == [107, 106, 0]
        await step(store, "t", 2, command(1))  # it is a new one now
        with pytest.raises(Repeated):
            await step(store, "t", 3, command(0))


# A process that is killed


async def stream(url: str, die_at: int) -> None:
    """Append without end, printing what was acknowledged; die at the statement with this number, or never if it is 0."""
    store = await Store.open(url)
    seen = 0

    def count(*_: object) -> None:
        nonlocal seen
        seen += 1
        if seen == die_at:
            os.kill(os.getpid(), signal.SIGKILL)

    engine = store._writer.database.engine
    event.listen(engine, "after_cursor_execute", count)
    event.listen(engine, "commit", count)

    async def play(table_id: str) -> None:
        version = len(await store.log(table_id))
        while True:
            version += 1
            await step(store, table_id, version, command(version))
            os.write(1, f"{table_id} {version}\n".encode())

    await asyncio.gather(*[play(f"t{number}") for number in range(6)])
