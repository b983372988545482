"""A private table that goes on to another table, and who may learn of that."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from prial.errors import PrialError
from prial.host import messages as said
from tests.host.stage import Guest, Stage


async def gone_on(people: Sequence[Guest]) -> None:
    """End a game and go on to another table, as everybody at the table wants."""
    await people[0].do(said.Propose, game="stop_the_bus")
    for person in people:
        if person.scene.next is not None and not person.scene.next.carried:
            await person.do(said.Vote, proposal=person.scene.next.number, agree=True)
    for person in people:
        await person.do(said.Stop)


@dataclass
class Party:
    """A private table that has gone on to another one."""

    stage: Stage
    table: str
    next: str
    """The id of the next table."""
    invite: str
    """The code in its link, which both tables share."""
    spectator: Guest
    """A person who came by the link and watches."""
    stranger: Guest
    """A person who knows the ids of both tables and nothing else."""


async def private_party(stage: Stage) -> Party:
    """A private table of a person and bots that goes on to another one, with a spectator and a stranger."""
    ann, eve, sam = [await stage.guest(name) for name in ("Ann", "Eve", "Sam")]
    table = await stage.table(ann)
    await ann.look(table)
    invite = stage.house.tables[table].live.invite
    await stage.house.join(eve.person, invite)
    await eve.look(table)
    await gone_on([ann])
    assert ann.scene.next is not None
    assert ann.scene.next.table is not None
    return Party(stage, table, ann.scene.next.table, invite, eve, sam)


async def told_of(party: Party) -> dict[str, bool]:
    """Whether the stranger learns anything about the next table, and whether the spectator learns its link."""
    stranger = await _asks(party, party.stranger)
    spectator = await _asks(party, party.spectator)
    known = [party.next, party.invite, "Stop the Bus"]
    return {
        "stranger": any(each.encode() in stranger for each in known),
        "spectator": party.invite.encode() in spectator,
    }


async def _asks(party: Party, guest: Guest) -> bytes:
    """Everything that a person is told when asking for all there is about both tables."""
    house, person = party.stage.house, guest.person
    told = [msgspec.json.encode(await house.listed(person)), msgspec.json.encode(await house.listed(None))]
    for table in (party.table, party.next):
        asked: list[Awaitable[Any]] = [
            house.listing(table, person),
            house.rules_in_force(table, person),
            house.invitation(table, person),
            house.replay(table, 1, person),
            guest.look(table),
        ]
        for each in asked:
            try:
                answer = await each
            except PrialError as error:
                answer = error.refusal
            told.append(msgspec.json.encode(None if isinstance(answer, Guest) else answer))
    return b"".join([*told, *guest.raw])
