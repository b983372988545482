"""Reviews and replays of finished games: who may have them, what they cost those who play, and the process that makes them."""

import asyncio
import signal
from collections.abc import Sequence

import pytest

from prial.errors import PrialError, refuse
from prial.host import messages as said
from prial.host import replay_desk, replay_worker
from prial.host.entries import AnyEntry
from prial.host.fold import fold
from prial.host.live import Applied, Live
from prial.host.replay_desk import ReplayDesk, Worker
from prial.host.replay_worker import Done, Job
from prial.host.store import Row
from prial.study.review import Against
from tests.host.stage import REPLAY, Guest, MemoryStore, Stage, StageWorker
from tests.host.test_table import play_on

ALONE = (None, "greedy")
SHORT = {"length": 2, "players": 2}


class Reading(MemoryStore):
    """Counts how many times a log is read."""

    reads = 0

    async def log(self, table_id: str, after: int = 0, until: int | None = None) -> list[Row]:
        self.reads += 1
        return await super().log(table_id, after, until)


class Slow(Worker):
    """A worker that waits until it is told to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = asyncio.Event()
        self.jobs: list[Job] = []

    async def do(self, job: Job) -> Done:
        self.jobs.append(job)
        await self.go_on.wait()
        return Done(answer=job.person.encode())


async def played(stage: Stage, games: int = 1, *, public: bool = True) -> tuple[Guest, str]:
    """A person who has played some games with a bot, and the table's id."""
    ann = await stage.guest("Ann")
    table = await stage.table(ann, ALONE, preset="nine_pot", options=SHORT, public=public)
    await ann.look(table)
    for number in range(games):
        if number:
            await ann.do(said.Start)
        await play_on(stage, [ann])
    return ann, table


async def refused(stage: Stage, table: str, guest: Guest | None, number: int = 1, network: str = "") -> str:
    """The code with which a person is refused a replay of a game; empty where it is allowed."""
    try:
        await stage.house.replay(table, number, guest.person if guest else None, network)
    except PrialError as error:
        return error.refusal.code
    return ""


async def test_a_game_at_a_public_table_is_for_all_to_look_back_at() -> None:
    stage = await Stage.open()
    ann, table = await played(stage)
    assert [await refused(stage, table, each) for each in (ann, await stage.guest("Eve"), None)] == ["", "", ""]


async def test_a_game_at_a_private_table_is_looked_back_at_by_those_who_played_it() -> None:
    stage = await Stage.open()
    ann, table = await played(stage, public=False)
    eve, sam = await stage.guest("Eve"), await stage.guest("Sam")
    await stage.house.join(eve.person, stage.house.tables[table].live.invite)
    assert await refused(stage, table, ann) == ""
    assert await refused(stage, table, eve) == "replay.private"  # she came by the link, and may watch the table
    assert await refused(stage, table, sam) == "table.private"
    await ann.do(said.Leave)
    await eve.look(table)
    assert isinstance(await eve.do(said.Sit, seat=0), said.Saved)
    assert await refused(stage, table, eve) == "replay.private"  # she sits there now, but didn't then
    assert await refused(stage, table, ann) == ""


async def test_what_there_is_not_to_look_back_at_costs_nothing() -> None:
    store = Reading()
    stage = await Stage.open(store=store)
    ann, table = await played(stage)
    await ann.do(said.Start)
    assert [await refused(stage, table, ann, number) for number in (0, -1, 2, 3, 999)] == [
        "replay.unknown",
        "replay.unknown",
        "replay.playing",
        "replay.unknown",
        "replay.unknown",
    ]
    for against in Against:
        with pytest.raises(PrialError, match="didn't play"):
            await stage.house.review(table, 1, (await stage.guest("Eve")).person, against=against)
    assert store.reads == 0


async def test_a_game_is_folded_once_for_all_who_saw_the_same_from_its_start_to_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = await Stage.open()
    ann, table = await played(stage, games=3)
    entries = stage.house.tables[table].live.version
    folded: list[int] = []

    def counted(before: Live | None, entry: AnyEntry, at: int) -> Applied:
        applied = fold(before, entry, at)
        folded.append(applied.after.version)
        return applied

    monkeypatch.setattr(replay_worker, "fold", counted)
    for guest in (None, await stage.guest("Eve"), await stage.guest("Fay"), None):
        assert await refused(stage, table, guest, 2) == ""
    game = len(folded)
    assert folded == list(range(folded[0], folded[0] + game))
    assert game < entries / 2
    for _ in range(3):
        assert REPLAY.decode(await stage.house.replay(table, 2, ann.person)).viewer == 0
    assert folded[game:] == folded[:game]


def desk(store: MemoryStore) -> tuple[ReplayDesk, Slow]:
    """A desk whose worker waits, and the worker."""
    slow = Slow()
    return ReplayDesk(slow, StageWorker()), slow


async def asked(stage: Stage, table: str, guests: Sequence[Guest | None]) -> list[asyncio.Task[str]]:
    """Several people ask at once for replays."""
    tasks = [asyncio.create_task(refused(stage, table, guest)) for guest in guests]
    await asyncio.sleep(0.01)
    return tasks


async def test_too_many_who_ask_at_once_are_told_to_wait() -> None:
    store = MemoryStore()
    waiting, slow = desk(store)
    stage = await Stage.open(store=store, replay_desk=waiting)
    _, table = await played(stage, games=3)
    known = [await stage.guest(f"G{number}") for number in range(14)]
    for guest in known:
        await stage.house.join(guest.person, stage.house.tables[table].live.invite)
    tasks = await asked(stage, table, known)
    assert [task.result() for task in tasks if task.done()] == ["limit.replays"] * 2
    same = await asked(stage, table, known[:3])  # a replay that is already being made is shared
    assert not any(task.done() for task in same)
    slow.go_on.set()
    assert {await task for task in (*tasks[:12], *same)} == {""}
    assert len(slow.jobs) == 12
    assert await refused(stage, table, known[13]) == ""
    assert str(refuse("limit.replays", number=12)).startswith("The house is busy with 12 other requests to look back at a game")


@pytest.mark.parametrize("networks", [1, 12])
async def test_guests_who_fill_all_places_make_room_for_who_plays(networks: int) -> None:
    """Guests from one network, or from as many as there are places; a guest that makes room is told to wait."""
    waiting, slow = desk(MemoryStore())
    stage = await Stage.open(replay_desk=waiting)
    ann, table = await played(stage, games=3)
    flood = [await stage.guest(f"G{number}") for number in range(12)]
    for guest in flood:
        await stage.house.join(guest.person, stage.house.tables[table].live.invite)
    tasks = [
        asyncio.create_task(refused(stage, table, guest, network=f"flood {at % networks}")) for at, guest in enumerate(flood)
    ]
    await asyncio.sleep(0.01)
    assert not any(task.done() for task in tasks)
    hers = asyncio.create_task(refused(stage, table, ann, 2, network="hers"))
    await asyncio.sleep(0.01)
    assert [task.result() for task in tasks if task.done()] == ["limit.replays"]
    assert tasks[-1].done()
    slow.go_on.set()
    assert await hers == ""
    assert [await task for task in tasks[:-1]] == [""] * 11
    behind = [job.person for job in slow.jobs].index(ann.person.id)
    assert behind == (1 if networks == 1 else 11)  # one job of each network comes before


async def test_strangers_of_a_network_keep_no_other_strangers_waiting() -> None:
    waiting, slow = desk(MemoryStore())
    stage = await Stage.open(replay_desk=waiting)
    _, table = await played(stage, games=4)
    tasks = [asyncio.create_task(refused(stage, table, None, number, "flood")) for number in (1, 2, 3)]
    await asyncio.sleep(0.01)
    tasks.append(asyncio.create_task(refused(stage, table, None, 4, "elsewhere")))
    await asyncio.sleep(0.01)
    slow.go_on.set()
    assert [await task for task in tasks] == ["", "", "limit.replays", ""]


async def test_who_goes_away_in_the_moment_of_their_turn_passes_it_on() -> None:
    worker = Worker()
    had: list[str] = []

    async def turn(whose: str) -> None:
        async with worker.turn(whose):
            await asyncio.sleep(0)
            had.append(whose)

    first, second, third = [asyncio.create_task(turn(whose)) for whose in ("a", "b", "c")]
    await first
    second.cancel()
    await third
    assert had == ["a", "c"]


async def test_one_person_leaves_room_for_others() -> None:
    store = MemoryStore()
    waiting, slow = desk(store)
    stage = await Stage.open(store=store, replay_desk=waiting)
    ann, table = await played(stage, games=3)
    tasks = [asyncio.create_task(refused(stage, table, ann, number)) for number in (1, 2, 3)]
    await asyncio.sleep(0.01)
    assert tasks[2].result() == "limit.own_replays"
    (eve,) = await asked(stage, table, [None])
    assert len(slow.jobs) == 1
    slow.go_on.set()
    assert [await task for task in (*tasks[:2], eve)] == ["", "", ""]
    assert [(job.person, job.number) for job in slow.jobs] == [(ann.person.id, 1), ("", 1), (ann.person.id, 2)]


async def test_several_games_of_some_people_keep_nobody_else_waiting_for_more_than_one_of_each() -> None:
    """Eight slow reviews for four people once kept everybody else waiting."""
    waiting, slow = desk(MemoryStore())
    stage = await Stage.open(replay_desk=waiting)
    _, table = await played(stage, games=2)
    guests = [await stage.guest(f"G{number}") for number in range(5)]
    for guest in guests:
        await stage.house.join(guest.person, stage.house.tables[table].live.invite)
    tasks = [asyncio.create_task(refused(stage, table, guest, number)) for guest in guests[:4] for number in (1, 2)]
    await asyncio.sleep(0.01)
    tasks += await asked(stage, table, guests[4:])
    slow.go_on.set()
    assert {await task for task in tasks} == {""}
    assert [job.person for job in slow.jobs[:5]] == [guest.person.id for guest in guests]


async def test_games_are_looked_back_at_in_a_process_that_comes_back_and_ends_with_its_house() -> None:
    store = MemoryStore()
    worker = Worker()
    stage = await Stage.open(store=store, replay_desk=ReplayDesk(worker, StageWorker()))
    ann, table = await played(stage, games=2)
    here = ReplayDesk(StageWorker(), StageWorker())
    live, log = stage.house.tables[table].live, stage.house.loader.log_of_game
    assert await stage.house.replay(table, 1, ann.person) == await here.find("replay", table, live, 1, ann.person, log)
    process = worker._process
    assert process is not None
    assert process.stdin is not None
    process.stdin.close()  # as after its house is killed
    assert await asyncio.wait_for(process.wait(), 10) == 0
    assert await refused(stage, table, ann, 2) == ""
    process = worker._process
    assert process is not None
    await stage.house.close()
    assert process.returncode is not None


async def test_a_process_that_dies_over_a_game_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    worker = Worker()
    stage = await Stage.open(store=store, replay_desk=ReplayDesk(worker, StageWorker()))
    ann, table = await played(stage)
    monkeypatch.setattr(replay_desk, "framed", lambda _job: b"\0\0\0\1x")  # no job at all
    assert await refused(stage, table, ann) == "replay.failed"
    monkeypatch.undo()
    assert await refused(stage, table, ann) == ""
    await stage.house.close()


async def test_a_process_that_answers_no_more_is_one_sentence_and_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker = Worker()
    stage = await Stage.open(replay_desk=ReplayDesk(worker, StageWorker()))
    ann, table = await played(stage, games=2)
    assert await refused(stage, table, ann, 1) == ""
    process = worker._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    monkeypatch.setattr(replay_desk, "_PATIENCE", 0.1)
    assert await refused(stage, table, ann, 2) == "replay.failed"
    monkeypatch.undo()
    assert await refused(stage, table, ann, 2) == ""
    await stage.house.close()


async def test_a_house_that_closes_waits_for_nobody_who_looks_back() -> None:
    worker = Worker()
    stage = await Stage.open(replay_desk=ReplayDesk(worker, StageWorker()))
    ann, table = await played(stage, games=2)
    await refused(stage, table, ann, 1)
    first = worker._process
    assert first is not None
    first.send_signal(signal.SIGSTOP)
    eve = await stage.guest("Eve")
    (one,) = await asked(stage, table, [eve])
    two = asyncio.create_task(refused(stage, table, ann, 2))
    await asyncio.sleep(0.01)
    await stage.house.close()
    assert (await one, await two) == ("replay.failed", "replay.failed")
    assert worker._process is None


async def test_a_replay_holds_no_invitation() -> None:
    """It is kept as a file and passed on, and a link in it would admit others to a private table."""
    stage = await Stage.open()
    ann, table = await played(stage, public=False)
    invite = await stage.house.invitation(table, ann.person)
    assert invite.encode() not in await stage.house.replay(table, 1, ann.person)
