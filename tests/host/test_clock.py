"""Two clocks, one that can be set and one that runs evenly: deadlines don't move, and nobody loses time that didn't pass."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from prial.host import messages as said
from prial.host.clock import Handle, MachineClock
from prial.host.house import House
from prial.host.live import CLOCKS
from prial.host.rounds import Round
from prial.host.store import Store
from prial.host.table_request import TableRequest
from tests.host.stage import START, FullStore, Guest, MemoryStore, StageBotWorkers, StageClock, StageEntropy

HOUR = 3_600_000


class Machine:
    """A machine: its running time, its clock, and its timers."""

    def __init__(self) -> None:
        self.even = StageClock()
        self.even.time = 77_000
        self.set = START - self.passed
        """Milliseconds by which its clock is ahead of its running time."""
        self.clock = MachineClock(lambda: (self.passed + self.set) * 1_000_000, lambda: self.passed * 1_000_000, self._later)

    @property
    def passed(self) -> int:
        return self.even.time

    def _later(self, seconds: float, call: Callable[[], None]) -> Handle:
        return self.even.at(self.passed + round(seconds * 1000), call)

    async def let_pass(self, ms: int) -> None:
        """Let the process run for this many milliseconds."""
        await self.even.let_pass(ms)

    async def stop(self, ms: int) -> None:
        """Stop the process for this many milliseconds."""
        self.even.time += ms
        await self.let_pass(0)

    async def sleep(self, ms: int) -> None:
        """Let the machine sleep, as on Linux: only its clock advances."""
        self.set += ms
        await self.let_pass(1000)


@pytest.fixture
def machine() -> Machine:
    return Machine()


async def two_at_a_table(machine: Machine, store: Store | None = None) -> tuple[House, list[Guest]]:
    """Two people who must lay, with time to think."""
    store = store or MemoryStore()
    bots = StageBotWorkers(StageEntropy("bots"))
    house = await House.open(store, clock=machine.clock, entropy=StageEntropy("clock"), bot_workers=bots)
    people = [Guest(house, (await house.people.guest(name))[0]) for name in ("Ann", "Ben")]
    asked = TableRequest(game="crash", options={"players": "2"}, clock="fast", bots=(None, None), suggest=True)
    table = await house.create(people[0].person, asked)
    code = await house.invitation(table, people[0].person)
    await house.join(people[1].person, code)
    for guest in people:
        await guest.look(table)
    await people[1].do(said.Sit, seat=1)
    await people[0].do(said.Start)
    await machine.let_pass(0)
    return house, people


def left(machine: Machine, guest: Guest) -> int:
    """Milliseconds until the deadline, as the client calculates them."""
    return (guest.scene.deadline or 0) - machine.clock.now()


def was_late(guest: Guest) -> bool:
    return any(line.code == "table.late" for m in guest.got if isinstance(m, said.Welcome | said.Update) for line in m.lines)


async def lay(guest: Guest) -> said.FromTable:
    """Lay the suggestion, always with the same command id."""
    key = guest.scene.key or ""
    advice = await guest.ask(said.Suggest(id=f"s{len(guest.raw)}", key=key))
    assert isinstance(advice, said.Suggested)
    assert guest.viewer is not None
    return await guest.ask(said.Act(id="lay", key=key, seat=guest.viewer, action=advice.suggestions[0].action))


LIMIT = 1000 * (CLOCKS["fast"] or (0, 0))[0]


async def test_time_is_up_when_it_is(machine: Machine) -> None:
    house, (ann, _) = await two_at_a_table(machine)
    assert left(machine, ann) == LIMIT
    await machine.let_pass(LIMIT - 1)
    assert not was_late(ann)
    await machine.let_pass(1)
    assert was_late(ann)
    await house.close()


@pytest.mark.parametrize("by", [HOUR, -HOUR, 24 * HOUR])
async def test_a_clock_that_is_set_moves_no_deadline(machine: Machine, by: int) -> None:
    house, (ann, _) = await two_at_a_table(machine)
    await machine.let_pass(10_000)
    machine.set += by
    await machine.let_pass(1000)
    assert machine.clock.now() == machine.passed + machine.set
    assert left(machine, ann) == LIMIT - 11_000
    await machine.let_pass(LIMIT - 11_001)
    assert not was_late(ann)
    await machine.let_pass(1)
    assert was_late(ann)
    await house.close()


async def test_small_steps_of_the_clock_are_not_followed(machine: Machine) -> None:
    house, (ann, _) = await two_at_a_table(machine)
    await machine.let_pass(1000)  # until everybody has been told who is present
    told = len(ann.raw)
    machine.set += 900
    await machine.let_pass(5000)
    assert left(machine, ann) == LIMIT - 6000
    assert len(ann.raw) == told
    await house.close()


@pytest.mark.parametrize("how", [Machine.stop, Machine.sleep])
async def test_time_in_which_the_house_stood_is_given_back(machine: Machine, how: Callable[[Machine, int], Any]) -> None:
    house, (ann, _) = await two_at_a_table(machine)
    await machine.let_pass(LIMIT - 2000)
    await how(machine, HOUR)
    assert not was_late(ann)
    assert 500 <= left(machine, ann) <= 2500
    assert any(line.startswith("Nobody could play during a 36") for line in ann.words)
    await machine.let_pass(3000)
    assert was_late(ann)
    await house.close()


async def test_a_clock_that_was_set_back_while_the_house_was_closed_moves_no_deadline(machine: Machine) -> None:
    house, (ann, _) = await two_at_a_table(machine)
    await machine.let_pass(10_000)
    assert ann.connection is not None
    table = ann.connection.table.id
    await house.close()
    later = Machine()
    later.set -= HOUR
    again = await House.open(house.store, clock=later.clock, bot_workers=StageBotWorkers())
    assert left(later, await Guest(again, ann.person).look(table)) == pytest.approx(LIMIT - 10_000, abs=2000)
    await again.close()


async def test_nobody_is_too_late_because_the_disk_was_full(machine: Machine) -> None:
    store = FullStore()
    house, (ann, ben) = await two_at_a_table(machine, store)
    await machine.let_pass(LIMIT - 5000)
    store.full = True
    for guest in (ann, ben):
        assert (await lay(guest)).code == "table.not_saved"  # type: ignore[union-attr]  # refused
    await machine.let_pass(60_000)
    assert (await lay(ben)).code == "table.not_saved"  # type: ignore[union-attr]  # refused
    store.full = False
    assert isinstance(await lay(ben), said.Saved)
    assert left(machine, ann) == 5000
    assert isinstance(await lay(ann), said.Saved)
    assert not was_late(ann)
    assert "Nobody could play during a 60-second break; everybody gets that time back." in ann.words
    await house.close()


async def test_what_could_not_be_given_back_is_owed(machine: Machine) -> None:
    store = FullStore()
    house, (ann, _) = await two_at_a_table(machine, store)
    await machine.let_pass(LIMIT - 2000)
    store.full = True
    await machine.stop(HOUR)
    await machine.let_pass(30_000)
    assert not was_late(ann)
    store.full = False
    await machine.let_pass(1500)
    assert not was_late(ann)
    assert 0 < left(machine, ann) <= 3000
    await machine.let_pass(3000)
    assert was_late(ann)
    await house.close()


async def test_what_is_done_every_so_often_is_done_though_the_clock_is_set_back_meanwhile(machine: Machine) -> None:
    times: list[int] = []

    async def work() -> None:
        times.append(machine.passed)
        machine.set -= HOUR
        machine.clock.look()

    each = Round(machine.clock, 2000, work)
    await each.start()
    await machine.let_pass(8000)
    assert [after - before for before, after in pairwise(times)] == [2000] * 4
    await each.stop()
