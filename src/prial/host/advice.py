"""What somebody may ask at the table before deciding: suggestions and odds, from nothing but the asker's own view."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from prial.core.game import Seat, View, view
from prial.errors import Refusal, refuse
from prial.host import messages as said
from prial.host.audience import Audience
from prial.host.bot_workers import BotWorkers
from prial.host.live import Live
from prial.host.proving import present


class Advice:
    """Suggestions and odds at one table.

    Args:
        bot_workers: where they are worked out.
        spawn: starts something that the table waits for when it closes.
    """

    def __init__(self, bot_workers: BotWorkers, spawn: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]) -> None:
        self._bot_workers, self._spawn = bot_workers, spawn
        self._odds: dict[Seat | None, tuple[View[Any], asyncio.Task[Any]]] = {}
        """What was last counted for each seat, and from which view."""

    async def tell(
        self,
        live: Live,
        audience: Audience,
        person: str,
        command: said.Suggest | said.Odds | said.Shuffles | said.Watchers,
        send: Callable[[bytes], None],
    ) -> None:
        """Answer what changes nothing.

        Args:
            live: the table.
            audience: who looks at it.
            person: who asks, by id.
            command: for what.
            send: takes the encoded answer.
        """
        match command:
            case said.Suggest():
                send(await self.suggest(live, person, command))
            case said.Odds():
                send(await self.count(live, person, command))
            case said.Shuffles(id=name):
                send(msgspec.json.encode(said.Shuffled(name, present(live, live.seat_of(person)))))
            case said.Watchers(id=name):
                send(msgspec.json.encode(said.Watching(name, audience.watching())))

    async def suggest(self, live: Live, person: str, command: said.Suggest) -> bytes:
        """Ways to answer the present decision.

        Args:
            live: the table.
            person: who asks, by id.
            command: for which decision.
        Returns:
            The encoded answer.
        """
        seen = _seen(live, person, command)
        if isinstance(seen, Refusal):
            return refused(command.id, seen)
        if seen.seat not in live.waiting:
            return refused(command.id, refuse("table.nothing_asked"))
        advice = await self._bot_workers.advise(live.game, seen)
        found = [said.Suggestion(each.style, each.title, live.game.write(each.action)) for each in advice]
        return msgspec.json.encode(said.Suggested(command.id, tuple(found)))

    async def count(self, live: Live, person: str, command: said.Odds) -> bytes:
        """Odds, counted once for each view, however often and by how many windows they are asked for.

        Args:
            live: the table.
            person: who asks, by id.
            command: for which decision.
        Returns:
            The encoded answer.
        """
        seen = _seen(live, person, command)
        if isinstance(seen, Refusal):
            return refused(command.id, seen)
        counted = self._odds.get(seen.seat)
        if counted is None or counted[0] != seen:
            counted = self._odds[seen.seat] = (seen, self._spawn(self._bot_workers.odds(live.game, seen)))
        return msgspec.json.encode(said.Counted(command.id, await asyncio.shield(counted[1])))


def _seen(live: Live, person: str, command: said.Suggest | said.Odds) -> View[Any] | Refusal:
    """What somebody who asks knows of the cards, or why nothing is worked out from it."""
    seat = live.eyes(live.seat_of(person))
    if not live.opened.suggest:
        return refuse("table.no_suggestions")
    if seat is None or live.key != command.key or live.state is None:
        return refuse("table.nothing_asked")
    return view(live.state, seat)


def refused(command: str, refusal: Refusal) -> bytes:
    """A refusal as it goes over the wire."""
    return msgspec.json.encode(said.Refused(command, refusal.code, str(refusal)))
