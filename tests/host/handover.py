"""The no-leak test for a seat that changes hands in the middle of a deal.

The owner removes a player, and another person takes the seat. Two worlds agree in everything that people at the table may know.
So the removed player and the new one must receive the same messages in both worlds, while the house's stand-in plays the hand to
its end and when the seat is taken.
"""

from random import Random

from prial.core.game import NATURE, Seat
from prial.host import messages as said
from prial.testing.play import History
from tests.host.boundary import Boundary, Playing, ScriptedBots, key, nature_of
from tests.host.stage import Guest, MemoryStore, Stage


class Handover(Boundary):
    """Plays histories at a table where a seat changes hands, and compares the messages to both its players."""

    viewers = (None,)

    async def _watch(self, history: History, other: History, viewer: Seat | None, *, as_bot: bool) -> dict[str, list[bytes]]:
        """Play one of two histories, and return the messages that both players of the seat receive once it is free."""
        game, rng = self.table()[0], Random(len(history))
        seat, when = 1 + rng.randrange(game.seats - 1), rng.randrange(min(len(history), 8))
        its_own = [moment for moment in history if moment.seat == seat]
        if any(moment.meanwhile for moment in its_own):  # a stand-in isn't asked to act while others decide
            return {}
        bots = ScriptedBots({key(moment): game.write(moment.action) for moment in its_own})
        stage = await Stage.open(store=MemoryStore(), bot_workers=bots, nature=nature_of(history, other))
        people = [await stage.guest(f"P{each}") for each in range(game.seats)]
        table = await stage.house.create(people[0].person, self.asked())
        bots.live = lambda: stage.house.tables[table].live
        for each, person in enumerate(people):
            await person.look(table)
            if each:
                await person.do(said.Sit, seat=each)
        eve = await (await stage.guest("Eve")).look(table)
        await people[0].do(said.Start)
        playing = Playing(stage, table, people, eve, Guest(stage.house, eve.person), rng, None)
        playing.tries = self.tries
        told = 0
        for at, moment in enumerate(history):
            if at == when:
                told = len(people[seat].raw)
                await people[0].do(said.Remove, seat=seat)
                await eve.do(said.Sit, seat=seat)
                playing.bot = seat
            if playing.live.seat_of(eve.person.id) is not None:
                break
            if moment.seat == NATURE:
                await playing.rest()
            else:
                await playing.move(moment.seat, key(moment), game.write(moment.action))
        await stage.house.close()
        return {"who was removed": people[seat].raw[told:], "who has the seat next": eve.raw, "anew": playing.again.raw}
