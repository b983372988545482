"""The no-leak test at the host's byte boundary: two worlds that agree on what a viewer may know, to the last byte sent.

The worlds come from `prial.testing.pairs`, with the oracle that reads moves only. Each is played at a table of a house in which
time, chance, ids and the order of arrival are the same; whatever differs in what a viewer is sent is a leak. The viewer looks
in every way that there is: all the time, anew after every single thing that happens, late, in a list, in a replay.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from prial.core.chance import Draw, Outcome, Pick
from prial.core.game import NATURE, Game, Seat, View
from prial.errors import PrialError
from prial.games.crash import CrashGame
from prial.games.crash.rules import SCHEMA
from prial.host import messages as said
from prial.host.wish import Wish
from prial.testing import Pairs, encoded, pairs
from prial.testing.play import History
from tests.host.stage import Guest, MemoryStore, Stage, StageEntropy, StageMinds
from tests.testing.crash_knowledge import CrashKnowledge


class LeakError(AssertionError):
    """A viewer can tell two worlds apart."""


class ScriptedMinds(StageMinds):
    """A bot that plays what stands in a history, and keeps what it was given to see."""

    def __init__(self, game: Game[Any, Any], script: Iterator[str]) -> None:
        super().__init__(StageEntropy("minds"))
        self._game, self._script = game, script
        self.saw: list[bytes] = []

    async def choose(self, game: Game[Any, Any], view: View[Any], bot: str) -> Any:
        sampled = game.write(game.choices(view).sample(Random(1)))
        self.saw += [encoded(view), sampled.encode()]
        return self._game.read(next(self._script, "pass"))


@dataclass
class Boundary:
    """Plays histories at a table of a house, and compares what viewers are sent.

    Args:
        preset: the rules.
        options: what differs from them.
        leak: entered around everything the host does; plants a fault.
    """

    preset: str = "online"
    options: Mapping[str, str | int] = field(default_factory=dict)
    leak: AbstractContextManager[Any] = field(default_factory=nullcontext)
    moves: int = 10_000
    """How many moves a game has at most."""
    compared: dict[str, int] = field(default_factory=dict)
    """How many pairs, by kind of viewer."""

    @property
    def game(self) -> CrashGame:
        """The table, without any fault."""
        return CrashGame(SCHEMA.make(self.options, self.preset))

    def run(self, games: int, seed: int, each: int = 3) -> Pairs:
        """Compare pairs of worlds over random games.

        Raises:
            LeakError: a viewer can tell two of them apart.
        """
        game = self.game
        with self.leak:
            return pairs(
                game,
                games=games,
                seed=seed,
                knowledge=CrashKnowledge(game.rules),
                each=each,
                counts=0,
                moves=self.moves,
                also=self.compare,
            )

    def compare(self, viewer: Seat | None, one: History, other: History) -> None:
        """Play two worlds, and hold what the viewer is sent in one against the other."""
        as_bot = viewer is not None and len(one) % 3 == 0
        here, there = (asyncio.run(self._watch(history, viewer, as_bot=as_bot)) for history in (one, other))
        assert here.keys() == there.keys()
        for kind, sent in here.items():
            self.compared[kind] = self.compared.get(kind, 0) + 1
            if sent != there[kind]:
                first = next((a, b) for a, b in zip([*sent, b""], [*there[kind], b""], strict=False) if a != b)
                raise LeakError(f"{kind} {viewer}: {first[0]!r:.600} against {first[1]!r:.600}")

    async def _watch(self, history: History, viewer: Seat | None, *, as_bot: bool) -> dict[str, list[bytes]]:
        """Play a history at a table, and give what the viewer is sent, by the way in which it looks."""
        game, rng = self.game, Random(len(history))
        outcomes = iter([moment.action for moment in history if moment.seat == NATURE])
        script = iter([game.write(moment.action) for moment in history if moment.seat == viewer])
        minds = ScriptedMinds(game, script) if as_bot else StageMinds(StageEntropy("minds"))

        def nature(draw: Pick | Draw) -> Outcome:
            """As the history has it; behind its end anything, the same in both worlds."""
            return next(outcomes, None) or draw.sample(Random(0)) if isinstance(draw, Draw) else next(outcomes)

        stage = await Stage.open(store=MemoryStore(), minds=minds, nature=nature)
        people = [await stage.guest(f"P{seat}") for seat in range(game.seats)]
        onlooker = await stage.guest("Onlooker")
        wish = Wish(game="crash", preset=self.preset, options=dict(self.options), clock="normal", public=True)
        table = await stage.house.create(people[0].person, wish)
        watching = onlooker if viewer is None else people[viewer]
        for seat, person in enumerate(people):
            person.connection = await stage.house.connect(table, person.person, person.raw.append)
            if as_bot and seat == viewer and seat > 0:
                await people[0].do(said.AddBot, seat=seat, bot="greedy")
            elif seat > 0:
                await person.do(said.Sit, seat=seat)
        as_bot = as_bot and viewer != 0
        if as_bot:
            watching = onlooker
        await watching.look(table)
        again = Guest(stage.house, watching.person)
        await people[0].do(said.Start)
        played = _Playing(stage, table, people, watching, again, rng, viewer if as_bot else None)
        for moment in history:
            if moment.seat != NATURE:
                await played.move(moment.seat, f"1.{moment.node.key}", game.write(moment.action))  # type: ignore[union-attr]  # a decision
            else:
                await played.rest()
        late = await Guest(stage.house, watching.person).look(table)
        told = {
            "all the time": watching.raw,
            "anew after everything": again.raw,
            "late": late.raw,
            "listed": [
                msgspec.json.encode(stage.house.listed(watching.person)),
                msgspec.json.encode(await stage.house.listing(table, watching.person)),
            ],
            "replay": [await self._replay(stage, table, watching)],
        }
        if isinstance(minds, ScriptedMinds):
            told["bot"] = minds.saw
        await stage.house.close()
        return told

    async def _replay(self, stage: Stage, table: str, watching: Guest) -> bytes:
        try:
            return msgspec.json.encode(await stage.house.replay(table, 1, watching.person))
        except PrialError as error:
            return msgspec.json.encode(error.refusal)


class _Playing:
    """Carries a table on by commands, with everything between the moves that people do at tables."""

    def __init__(
        self, stage: Stage, table: str, people: list[Guest], watching: Guest, again: Guest, rng: Random, bot: Seat | None
    ) -> None:
        self.stage, self.table, self.people, self.watching, self.again = stage, table, people, watching, again
        self.rng, self.bot = rng, bot
        self.version: int | None = None
        self.loose = self.live.game.__class__ is not CrashGame

    @property
    def live(self) -> Any:
        """The table as it stands."""
        return self.stage.house.tables[self.table].live

    async def move(self, seat: Seat, key: str, action: str) -> None:
        """One move of a seat, and what goes on around it."""
        person = self.people[seat]
        if self.rng.random() < 0.3:
            await self._aside(seat, key, action)
        if seat == self.bot:
            await self.stage.clock.let_pass(2500)
        else:
            self.stage.clock.time += self.rng.randrange(1, 40)
            answer = await person.do(said.Act, key=key, seat=seat, action=action)
            assert self.loose or isinstance(answer, said.Saved), answer
            if seat in self.live.gathered and self.rng.random() < 0.2:
                await person.do(said.Unlock, key=key, seat=seat)
                await self._look_again()
                await person.do(said.Act, key=key, seat=seat, action=action)
        await self._look_again()

    async def rest(self) -> None:
        """Everybody has seen enough."""
        for person in self.people:
            if self.live.rest is not None and self.live.seat_of(person.person.id) is not None:
                await person.do(said.Ready, key=self.live.rest)
                await self._look_again()

    async def _aside(self, seat: Seat, key: str, action: str) -> None:
        """Something that is no move: talk, a pause, the viewer trying what it may not."""
        watching = self.watching
        match self.rng.randrange(5):
            case 0:
                await self.people[seat].do(said.Say, phrase="one_moment")
            case 1:
                await self.people[0].do(said.Pause)
                await self._look_again()
                await self.people[0].do(said.Resume)
            case 2:
                await watching.do(said.Act, key=key, seat=seat, action="lay AsKsQs JhTh9h")
            case 3:
                await watching.do(said.Offer, seat=seat)
            case _:
                await watching.do(said.Unlock, key=key, seat=seat)

    async def _look_again(self) -> None:
        """The viewer loses its connection, and comes back: with what it had, or with nothing."""
        if self.rng.random() < 0.5:
            await self.again.look(self.table, said.Hello(version=self.version, viewer=self.live.seat_of(self.watching.person.id)))
        else:
            await self.again.look(self.table)
        self.version = self.live.version - self.rng.randrange(2)
        self.again.gone()
