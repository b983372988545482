"""The no-leak test at the host's byte boundary: two worlds agree in what a viewer may know, so it must be sent the same bytes.

The worlds come from `prial.testing.pairs`, with the oracle that uses moves only. Each is played at a table of a house in which
time, chance, ids and the order of arrival are the same; any difference in what a viewer is sent is a leak. The viewer uses every
way to look: it stays connected, reconnects after each event, connects late, reads the list of tables and a replay, and follows
everybody to the next game.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

import msgspec

from prial.cards import Card
from prial.core.chance import Draw, Outcome, Pick
from prial.core.game import NATURE, Decision, Game, Seat, View, view
from prial.errors import PrialError
from prial.host import messages as said
from prial.host.live import Live
from prial.host.table_request import MOST_AWAY, TableRequest
from prial.testing import Knowledge, Moment, Pairs, encoded, pairs
from prial.testing.play import History, meanwhile
from tests.host.stage import Guest, MemoryStore, Stage, StageBotWorkers, StageEntropy
from tests.testing import games


class LeakError(AssertionError):
    """A viewer can distinguish two worlds."""


class ScriptedBots(StageBotWorkers):
    """A bot that plays a history's moves, and keeps the views that it was given."""

    def __init__(self, script: Mapping[str, str]) -> None:
        super().__init__(StageEntropy("bot_workers"))
        self._script = script
        self.saw: list[bytes] = []
        self.live: Callable[[], Live] | None = None

    async def choose(self, game: Game[Any, Any], view: View[Any], bot: str) -> Any:
        assert self.live is not None
        sampled = game.write(game.choices(view).sample(Random(1)))
        self.saw += [encoded(view), sampled.encode()]
        return game.read(self._script.get(self.live().key or "", sampled))


def key(moment: Moment) -> str:
    """The key of a move's decision in the table's first game."""
    assert isinstance(moment.node, Decision)
    return f"1.{moment.node.key}"


def dealt(history: History) -> set[Card]:
    """All cards that were dealt in a history."""
    outcomes = [moment.action for moment in history if moment.seat == NATURE and not isinstance(moment.action, int)]
    return {card for outcome in outcomes for pile in outcome for card in pile}


def nature_of(history: History, other: History) -> Callable[[Pick | Draw], Outcome]:
    """Chance as a history has it; after the history's end, chance that is the same in both worlds.

    The rest of the pack differs between the worlds. So where possible, cards are then drawn that neither world has dealt yet.
    """
    outcomes = iter([moment.action for moment in history if moment.seat == NATURE])
    out = dealt(history) | dealt(other)

    def nature(draw: Pick | Draw) -> Outcome:
        found: Outcome | None = next(outcomes, None)
        if found is not None:
            return found
        if isinstance(draw, Draw):
            fresh = tuple([card for card in draw.pool if card not in out])
            draw = Draw(fresh, draw.groups) if len(fresh) >= sum(draw.sizes) else draw
        return draw.sample(Random(0))

    return nature


@dataclass
class Boundary:
    """Plays histories at a table of a house, and compares what viewers are sent."""

    name: str
    """The game's name."""
    preset: str
    """The preset's name."""
    options: Mapping[str, str | int] = field(default_factory=dict)
    """Options that differ from the preset."""
    leak: AbstractContextManager[Any] = field(default_factory=nullcontext)
    """Entered around everything that the host does; plants a fault."""
    moves: int = 10_000
    """Most moves of a game."""
    compared: dict[str, int] = field(default_factory=dict)
    """Number of pairs compared, by kind of viewer."""
    viewers: ClassVar[tuple[Seat | None, ...]] = ()
    """The viewers for which worlds are made; empty for all."""

    def table(self) -> tuple[Game[Any, Any], Knowledge]:
        """The table without any fault, and what its players may know."""
        return games.table(self.name, self.preset, **self.options)

    @property
    def tries(self) -> tuple[str, ...]:
        """Forbidden actions that a viewer tries."""
        return games.GAMES[self.name].tries

    def asked(self) -> TableRequest:
        """The request for the same table at a house."""
        # Most people here never say hello. A long game of bots lasts so long that the house would play for these people
        return TableRequest(
            game=self.name, preset=self.preset, options=dict(self.options), clock="normal", public=True, away_s=MOST_AWAY
        )

    def run(self, number: int, seed: int, each: int = 3) -> Pairs:
        """Compare pairs of worlds over ``number`` random games.

        Raises:
            LeakError: a viewer can distinguish two worlds.
        """
        game, knowledge = self.table()
        with self.leak:
            return pairs(
                game,
                games=number,
                seed=seed,
                knowledge=knowledge,
                each=each,
                counts=0,
                moves=self.moves,
                viewers=self.viewers,
                also=self.compare,
            )

    def compare(self, viewer: Seat | None, one: History, other: History) -> None:
        """Play two worlds, and compare what the viewer is sent in both."""
        as_bot = viewer is not None and len(one) % 3 == 0
        here, there = (asyncio.run(self._watch(*worlds, viewer, as_bot=as_bot)) for worlds in ((one, other), (other, one)))
        assert here.keys() == there.keys()
        for kind, sent in here.items():
            self.compared[kind] = self.compared.get(kind, 0) + 1
            if sent != there[kind]:
                first = next((a, b) for a, b in zip([*sent, b""], [*there[kind], b""], strict=False) if a != b)
                raise LeakError(f"{kind} {viewer}: {first[0]!r:.600} against {first[1]!r:.600}")

    async def _watch(self, history: History, other: History, viewer: Seat | None, *, as_bot: bool) -> dict[str, list[bytes]]:
        """Play one of two histories, and return what the viewer is sent, by its way of looking."""
        game, rng = self.table()[0], Random(len(history))
        mine = [moment for moment in history if moment.seat == viewer]
        # Bots aren't asked to act while others decide
        as_bot = as_bot and viewer != 0 and not any(moment.meanwhile for moment in mine)
        bot_workers = ScriptedBots({key(moment): game.write(moment.action) for moment in mine}) if as_bot else None
        stage = await self.house(history, other, bot_workers or StageBotWorkers())
        people = [await stage.guest(f"P{seat}") for seat in range(game.seats)]
        onlooker = await stage.guest("Onlooker")
        table = await stage.house.create(people[0].person, self.asked())
        if bot_workers is not None:
            bot_workers.live = lambda: stage.house.tables[table].live
        watching = onlooker if viewer is None else people[viewer]
        for seat, person in enumerate(people):
            person.connection = await stage.house.connect(table, person.person, person.raw.append)
            if as_bot and seat == viewer and seat > 0:
                await people[0].do(said.AddBot, seat=seat, bot="random")
            elif seat > 0:
                await person.do(said.Sit, seat=seat)
        if as_bot:
            watching = onlooker
        await people[1 if viewer == 0 else 0].look(table)  # so that messages made for another viewer are cached first
        await watching.look(table)
        again = Guest(stage.house, watching.person)
        await self.promise(people, table)
        await people[0].do(said.Start)
        await self.answer(people)
        played = Playing(stage, table, people, watching, again, rng, viewer if as_bot else None)
        played.tries, played.answer = self.tries, self.answer
        played.loose = type(played.live.game) is not type(game)
        for moment in history:
            if moment.seat != NATURE:
                await played.move(moment.seat, key(moment), game.write(moment.action))
            else:
                await played.rest()
        late = await Guest(stage.house, watching.person).look(table)
        counted = await watching.ask(said.Odds(id="odds", key=played.live.key or ""))
        told = {
            "odds": [msgspec.json.encode(counted)],
            "shuffle": [msgspec.json.encode(await watching.ask(said.Shuffles(id="shuffles")))],
            "all the time": watching.raw,
            "anew after everything": again.raw,
            "late": late.raw,
            "listed": [
                msgspec.json.encode(await stage.house.listed(watching.person)),
                msgspec.json.encode(await stage.house.listing(table, watching.person)),
            ],
            "replay": [await self._replay(stage, table, watching)],
            "past shuffles": [await stage.house.shuffles(table, watching.person)],
        }
        if bot_workers is not None:
            told["bot"] = bot_workers.saw
        before = len(watching.raw)
        following = await self._goes_on(stage, table, people)
        if not played.loose:  # a faulty game may differ from its history, and then so does chance
            told["at the next table"] = (await Guest(stage.house, watching.person).look(following)).raw
        told["voting"] = watching.raw[before:]
        await stage.house.close()
        return told

    async def house(self, history: History, other: History, bot_workers: StageBotWorkers) -> Stage:
        """A house in which chance happens as in one of two histories."""
        return await Stage.open(store=MemoryStore(), bot_workers=bot_workers, nature=nature_of(history, other))

    async def promise(self, people: list[Guest], table: str) -> None:
        """The messages that people's clients send before the game."""

    async def answer(self, people: list[Guest]) -> None:
        """The messages that people's clients send by themselves after each event."""

    async def _goes_on(self, stage: Stage, table: str, people: list[Guest]) -> str:
        """End the game and go on to another one, as everybody wants; returns the next table's id."""
        await people[0].do(said.Propose, game=self.name, preset=self.preset, options=dict(self.options))
        for person in people:
            proposal = stage.house.tables[table].live.proposal
            if proposal is not None and not proposal.carried:
                await person.do(said.Vote, proposal=proposal.number, agree=True)
        for person in people:
            await person.do(said.Stop)
        return stage.house.tables[table].live.next_table

    async def _replay(self, stage: Stage, table: str, watching: Guest) -> bytes:
        try:
            return await stage.house.replay(table, 1, watching.person)
        except PrialError as error:
            return msgspec.json.encode(error.refusal)


async def _silent(people: list[Guest]) -> None:
    """Clients that send nothing by themselves."""


class Playing:
    """Plays a table by commands, with everything else that people do between moves."""

    def __init__(
        self, stage: Stage, table: str, people: list[Guest], watching: Guest, again: Guest, rng: Random, bot: Seat | None
    ) -> None:
        self.stage, self.table, self.people, self.watching, self.again = stage, table, people, watching, again
        self.rng, self.bot = rng, bot
        self.version: int | None = None
        self.tries: tuple[str, ...] = ()
        """Forbidden actions that the viewer tries."""
        self.loose = False
        """Whether the table's game has a fault, and may refuse moves that the real game allows."""
        self.answer: Callable[[list[Guest]], Awaitable[None]] = _silent
        """The messages that people's clients send by themselves."""

    @property
    def live(self) -> Live:
        """The table's present state."""
        return self.stage.house.tables[self.table].live

    async def move(self, seat: Seat, key: str, action: str) -> None:
        """A move of a seat, and other actions around it."""
        person = self.people[seat]
        if self.rng.random() < 0.3:
            await self._aside(seat, key, action)
        if seat == self.bot:
            version = self.live.version
            for _ in range(25):  # until it has made this move; it may also have the next one, and others may act in between
                if self.live.version == version:
                    await self.stage.clock.let_pass(100)
        else:
            self.stage.clock.time += self.rng.randrange(1, 40)
            answer = await person.do(said.Act, key=key, seat=seat, action=action)
            assert self.loose or isinstance(answer, said.Saved), answer
            await self.answer(self.people)
            if seat in self.live.gathered and self.rng.random() < 0.2:
                await person.do(said.Unlock, key=key, seat=seat)
                await self._look_again()
                await person.do(said.Act, key=key, seat=seat, action=action)
        await self._look_again()

    async def rest(self) -> None:
        """Everybody says ready to go on."""
        for person in self.people:
            if self.live.rest is not None and self.live.seat_of(person.person.id) is not None:
                await person.do(said.Ready, key=self.live.rest)
                await self._look_again()
        await self.answer(self.people)

    async def _aside(self, seat: Seat, key: str, action: str) -> None:
        """An action that isn't a move: talk, a pause, or something that the viewer may not do."""
        watching = self.watching
        match self.rng.randrange(5):
            case 0:
                await self.people[seat].do(said.Say, phrase="one_moment")
            case 1:
                await self.people[0].do(said.Pause)
                await self._look_again()
                await self.people[0].do(said.Resume)
            case 2:
                text = self.rng.choice(self.tries)
                if not self._allowed(seat, text):
                    await watching.do(said.Act, key=key, seat=seat, action=text)
            case 3:
                await watching.do(said.Offer, seat=seat)
            case _:
                await watching.do(said.Unlock, key=key, seat=seat)

    def _allowed(self, seat: Seat, text: str) -> bool:
        """Whether the action would be a legal move of the viewer's, which this history doesn't have."""
        live = self.live
        if live.state is None or live.seat_of(self.watching.person.id) != seat or not isinstance(live.node, Decision):
            return False
        able = seat in [*live.waiting, *meanwhile(live.node)]
        return able and live.game.choices(view(live.state, seat)).why_not(live.game.read(text)) is None

    async def _look_again(self) -> None:
        """The viewer loses its connection and comes back, knowing an earlier version or nothing."""
        if self.rng.random() < 0.5:
            await self.again.look(self.table, said.Hello(version=self.version, viewer=self.live.seat_of(self.watching.person.id)))
        else:
            await self.again.look(self.table)
        self.version = self.live.version - self.rng.randrange(2)
        self.again.gone()
