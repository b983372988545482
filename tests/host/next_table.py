"""A private table that goes on to another one, and who hears of that."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from prial.errors import PrialError
from prial.host import messages as said
from tests.host.stage import Guest, Stage


async def gone_on(people: Sequence[Guest]) -> None:
    """Break a game off and go on to another one, as all at a table want."""
    await people[0].do(said.Propose, game="stop_the_bus")
    for person in people:
        if person.scene.next is not None and not person.scene.next.carried:
            await person.do(said.Vote, proposal=person.scene.next.number, agree=True)
    for person in people:
        await person.do(said.Stop)


@dataclass
class Party:
    """A private table that has gone on."""

    stage: Stage
    table: str
    next: str
    """The id of the next table."""
    invite: str
    """The code of its link, and of the old one's."""
    spectator: Guest
    """Came by the link, and looked."""
    stranger: Guest
    """Knows the ids of both tables, and nothing else."""


async def private_party(stage: Stage) -> Party:
    """Somebody with bots at a private table that goes on, while another one looks and a third one may not."""
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
    """Whether a stranger is told anything of the next table, and one who only looks its link."""
    stranger = await _asks(party, party.stranger)
    spectator = await _asks(party, party.spectator)
    known = [party.next, party.invite, "Stop the Bus"]
    return {
        "stranger": any(each.encode() in stranger for each in known),
        "spectator": party.invite.encode() in spectator,
    }


async def _asks(party: Party, guest: Guest) -> bytes:
    """All that somebody is told who asks for everything about both tables."""
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
