"""A seat that changes hands, and the messages to the person who takes it."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

from prial.host import messages as said
from tests.host.stage import Guest, Stage
from tests.host.test_table import four, lay, live

NOTHING: Final = nullcontext()
"""A fault that does nothing."""


async def hears_of_before(leak: AbstractContextManager[Any] = NOTHING) -> bool:
    """Whether a person who takes a seat receives private messages of its earlier player, by any way of asking.

    Args:
        leak: plants a fault; entered when the first cards are dealt.
    """
    stage = await Stage.open()
    people = await four(stage)
    assert people[1].connection is not None
    table, version = people[1].connection.table.id, live(people[1]).version
    with leak:
        return await _hears(stage, people, table, version)


async def _hears(stage: Stage, people: list[Guest], table: str, version: int) -> bool:
    ann, ben = people[:2]
    await ben.look(table)
    for person in people:
        await lay(person)
    private = [line.text for m in ben.got if isinstance(m, said.Welcome | said.Update) for line in m.lines if line.private]
    assert private
    await ben.do(said.Leave)
    eve = await (await stage.guest("Eve")).look(table)
    assert isinstance(await eve.do(said.Sit, seat=1), said.Saved)
    told = list(eve.raw)
    for hello in (said.Hello(), *(said.Hello(version=each, viewer=1) for each in range(version - 1, live(ann).version))):
        told += (await Guest(stage.house, eve.person).look(table, hello)).raw
    return any(text.encode() in message for text in private for message in told)
