"""Help that a player may ask for before deciding: suggestions, coaching and odds, worked out from the player's own view alone."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import msgspec

from prial.bots.bot import Advice as Advised
from prial.core.game import Seat, View, view
from prial.errors import Refusal, refuse
from prial.host import messages as said
from prial.host.audience import Audience
from prial.host.bot_workers import BotWorkers
from prial.host.live import Live
from prial.host.proving import present


class Advice:
    """Answers people's questions at one table. Most questions ask for suggestions, a coach's advice or odds.

    Args:
        bot_workers: the bots, which work out the suggestions, the advice and the odds.
        spawn: starts a task that the table waits for when it closes.
    """

    def __init__(self, bot_workers: BotWorkers, spawn: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]) -> None:
        self._bot_workers, self._spawn = bot_workers, spawn
        self._known: dict[tuple[Seat | None, str], tuple[View[Any], asyncio.Task[Any]]] = {}
        """The last view and the help for it, by seat and kind of help."""

    async def tell(
        self,
        live: Live,
        audience: Audience,
        person: str,
        command: said.Question,
        send: Callable[[bytes], None],
    ) -> None:
        """Answer a person's question. A question changes nothing at the table.

        Args:
            live: the table.
            audience: the connections to the table.
            person: id of the person who asks.
            command: the question.
            send: takes the encoded answer.
        """
        match command:
            case said.Suggest():
                send(await self.suggest(live, person, command))
            case said.Coach():
                send(await self.coach(live, person, command))
            case said.Odds():
                send(await self.count(live, person, command))
            case said.Shuffles(id=name):
                send(msgspec.json.encode(said.Shuffled(name, present(live, live.seat_of(person)))))
            case said.Watchers(id=name):
                send(msgspec.json.encode(said.Watching(name, audience.watching())))

    async def suggest(self, live: Live, person: str, command: said.Suggest) -> bytes:
        """Suggest ways to answer the present decision.

        Args:
            live: the table.
            person: id of the person who asks.
            command: the question, which names the decision.
        Returns:
            The encoded answer.
        """
        seen = _to_decide(live, person, command)
        if isinstance(seen, Refusal):
            return refused(command.id, seen)
        return _suggested(live, command, await self._bot_workers.advise(live.game, seen))

    async def coach(self, live: Live, person: str, command: said.Coach) -> bytes:
        """Say what to do at the present decision, and why.

        Args:
            live: the table.
            person: id of the person who asks.
            command: the question, which names the decision.
        Returns:
            The encoded answer.
        """
        seen = _to_decide(live, person, command)
        if isinstance(seen, Refusal):
            return refused(command.id, seen)
        advice = await self._once("coach", seen, lambda: self._bot_workers.coach(live.game, seen, command.key, bots_of(live)))
        return _suggested(live, command, [] if advice is None else [advice])

    async def count(self, live: Live, person: str, command: said.Odds) -> bytes:
        """Work out the odds from what the person sees.

        Args:
            live: the table.
            person: id of the person who asks.
            command: the question, which names the decision.
        Returns:
            The encoded answer.
        """
        seen = _seen(live, person, command)
        if isinstance(seen, Refusal):
            return refused(command.id, seen)
        odds = await self._once("odds", seen, lambda: self._bot_workers.odds(live.game, seen))
        return msgspec.json.encode(said.Counted(command.id, odds))

    async def _once(self, what: str, seen: View[Any], work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Get help, and use it again while the seat's view is unchanged. ``what`` is the kind of help."""
        known = self._known.get((seen.seat, what))
        if known is None or known[0] != seen:
            known = self._known[seen.seat, what] = (seen, self._spawn(work()))
        return await asyncio.shield(known[1])


def bots_of(live: Live) -> dict[str, str]:
    """Names of the bots at a table, by seat. Each key is the seat's number as text, as in a game's record."""
    return {str(seat): sitter.bot for seat, sitter in enumerate(live.seats) if sitter.kind is said.Sitting.BOT}


def _suggested(live: Live, command: said.Suggest | said.Coach, advice: Sequence[Advised]) -> bytes:
    """Encode pieces of advice as a `Suggested` message."""
    found = [said.Suggestion(each.style, each.title, live.game.write(each.action), each.why) for each in advice]
    return msgspec.json.encode(said.Suggested(command.id, tuple(found)))


def _to_decide(live: Live, person: str, command: said.Suggest | said.Coach) -> View[Any] | Refusal:
    """The view of a person whose seat has to decide now; or the reason why this person gets no advice."""
    seen = _seen(live, person, command)
    return refuse("table.nothing_asked") if isinstance(seen, View) and seen.seat not in live.waiting else seen


def _seen(live: Live, person: str, command: said.Suggest | said.Coach | said.Odds) -> View[Any] | Refusal:
    """The view of a person at the table; or the reason why this person gets no help."""
    seat = live.eyes(live.seat_of(person))
    if not live.opened.suggest:
        return refuse("table.no_suggestions")
    if seat is None or live.key != command.key or live.state is None:
        return refuse("table.nothing_asked")
    return view(live.state, seat)


def refused(command: str, refusal: Refusal) -> bytes:
    """A refusal as an encoded message.

    Args:
        command: id of the command that is refused.
        refusal: why the command is refused.
    """
    return msgspec.json.encode(said.Refused(command, refusal.code, str(refusal)))
