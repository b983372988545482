"""A player who acts all the time, loses the connection, comes back, and sends again what wasn't answered.

Now and then a player proposes another game; the others vote, and all follow to the table at which it is played.
"""

import asyncio
from collections.abc import Mapping, Sequence
from itertools import count
from random import Random
from typing import Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from prial.core import registry
from prial.core.game import Seat
from prial.fair.hashes import NUMBER_BYTES, text
from prial.fair.transcript import Shuffle
from prial.host import messages as said
from tests.fair.client import Client
from tests.faults.answers import answer
from tests.faults.transcript import Line, Transcript, final

SHORT: Final[Mapping[str, dict[str, str | int]]] = {
    "brag": {"short": "borrow", "lender": "players", "purse": 6, "least_purse": 3, "most_purse": 12, "rebuy": "any_time"},
    "brag_poker": {"purse": 12},
}
"""Rules under which money is short; at Brag all players bring their own, and ask each other for more."""
GONE = (WebSocketException, InvalidHandshake, OSError, EOFError)
_SILENT: Final = 0.02
"""Probability that a number isn't opened."""
_QUIET_S = 0.1
"""Seconds between two attempts to connect; with shorter ones, a score of players would keep a server from starting."""


class Player:
    """A person's client.

    Args:
        ports: the servers' ports; each connection goes to a random one.
        table: the table's id.
        person: the person's id.
        token: the person's token.
        rng: the source of all chance.
        lazy: probability that a decision's time is left to run out.
    """

    def __init__(self, ports: Sequence[int], table: str, person: str, token: str, rng: Random, lazy: float = 0.0) -> None:
        self.transcripts = [Transcript(table, person)]
        """The transcript of each table, in the order of the tables."""
        self.clients: list[Client] = []
        """The client's part in the shuffles of each table."""
        self.acting = True
        """Whether it still sends new commands."""
        self.greeted = asyncio.Event()
        """Set while it is connected and has received the table's scene."""
        self._ports = ports
        self._token, self._rng, self._lazy = token, rng, lazy
        self._numbers = count(1)
        self._pending: dict[str, bytes] = {}
        self._again: set[str] = set()
        """Commands that couldn't be stored and must be sent again."""
        self._forget()

    def _forget(self) -> None:
        """Forget everything about the table."""
        self._version: int | None = None
        self._viewer: Seat | None = None
        self._scene: said.Scene | None = None
        self._asked: said.Asked | None = None
        self._slept: str | None = None
        self._turning = said.Turning()
        self.clients.append(Client(self.transcript.table, lambda: text(self._rng.randbytes(NUMBER_BYTES))))

    @property
    def client(self) -> Client:
        """The client's part in the shuffles of the present table."""
        return self.clients[-1]

    @property
    def transcript(self) -> Transcript:
        """The transcript of the present table."""
        return self.transcripts[-1]

    @property
    def settled(self) -> bool:
        """Whether everything that it sent is answered."""
        return not self._pending and self.greeted.is_set()

    async def run(self) -> None:
        """Play until cancelled."""
        while True:
            try:
                headers = {"authorization": f"Bearer {self._token}"}
                url = f"ws://127.0.0.1:{self._rng.choice(self._ports)}/api/tables/{self.transcript.table}/socket"
                async with connect(url, additional_headers=headers, compression=None, proxy=None) as wire:
                    await self._stay(wire)
            except GONE:
                await asyncio.sleep(_QUIET_S)

    async def _stay(self, wire: ClientConnection) -> None:
        line, here = Line(), self.transcript
        here.lines.append(line)
        acting = None
        try:
            # Now and then as a client that has forgotten everything
            fresh = self._version is None or self._rng.random() < 0.2
            hello = said.Hello() if fresh else said.Hello(self._version, self._viewer)
            await self._send(wire, line, msgspec.json.encode(hello))
            for data in self._pending.values():
                await self._send(wire, line, data)
            acting = asyncio.create_task(self._act(wire, line))
            if not fresh:
                self.greeted.set()
                await self._open(wire, line)  # the server may have been killed before it was heard
            while True:
                message = line.hear(bytes(await wire.recv(decode=False)))
                if self.transcript is not here:  # the player has gone on to the next table, and this message is of the old one
                    continue
                self._take(message)
                if isinstance(message, said.Welcome) and self._turning.people:
                    await self._send(wire, line, msgspec.json.encode(said.Shuffles(id=f"s{next(self._numbers)}")))
                elif isinstance(message, said.Shuffled) or (isinstance(message, said.Update) and message.fair):
                    await self._open(wire, line)
        finally:
            line.closed = True
            self.greeted.clear()
            if acting is not None:
                acting.cancel()
                await asyncio.gather(acting, return_exceptions=True)

    async def _open(self, wire: ClientConnection, line: Line) -> None:
        """Open the number that the house waits for; now and then don't."""
        number = self.client.number
        if number is not None and self._rng.random() > _SILENT:
            await self._send(wire, line, msgspec.json.encode(number))

    async def _send(self, wire: ClientConnection, line: Line, data: bytes) -> None:
        line.send(data)  # noted before it is sent, since after a cut nobody knows whether it went out
        await wire.send(data, text=True)

    def _take(self, message: said.FromTable) -> None:
        match message:
            case said.Welcome():
                self._viewer = message.viewer
                self._version, self._scene, self._asked = message.version, message.scene, message.asked
                self._turning = message.turning or said.Turning()
                self.client.seat = message.viewer
                self.greeted.set()
            case said.Update():
                self._version, self._scene = message.version, message.scene or self._scene
                self._asked = message.asked or self._asked
                self._turning = message.turning or self._turning
                if message.fair:
                    self.client.take(message.fair, self._turning.shuffle)
            case said.Shuffled(shuffle=Shuffle() as shuffle):
                self.client.told(shuffle)
            case said.Saved(id=name) | said.Refused(id=name):
                if final(message):
                    self._pending.pop(name, None)
                elif name in self._pending:
                    self._again.add(name)
            case _:
                pass

    async def _act(self, wire: ClientConnection, line: Line) -> None:
        """Do something now and then; some commands twice, and some that make no sense."""
        while True:
            await asyncio.sleep(self._rng.uniform(0.005, 0.06))
            while self._again:
                if (again := self._pending.get(self._again.pop())) is not None:
                    await self._send(wire, line, again)
            if not self.acting or self._scene is None or self._viewer is None or len(self._pending) > 2:
                continue
            if self._scene.next is not None and self._scene.next.table is not None:
                if not self._pending:
                    self.transcripts.append(Transcript(self._scene.next.table, self.transcript.person))
                    self._forget()
                    await wire.close()
                continue
            command = self._choose(self._scene, self._viewer, f"m{next(self._numbers)}")
            if command is None:
                continue
            self._pending[command.id] = data = msgspec.json.encode(command)
            for _ in range(1 + (self._rng.random() < 0.1)):
                await self._send(wire, line, data)

    def _choose(self, scene: said.Scene, seat: Seat, name: str) -> said.Command | None:
        chance = self._rng.random()
        if chance < 0.06:
            return said.Say(id=name, text=f"{self.transcript.person} {name}")
        if chance < 0.09:
            return said.Unlock(id=name, key="0.arrange", seat=seat)
        if self._pending:
            return None
        if seat not in {*self._turning.promised, *(self._turning.people if self._turning.waits else ())}:
            return said.Promise(id=name, promise=self.client.fresh())
        if (command := self._changes(scene, seat, name)) is not None:
            return command
        owner = scene.seats[seat].owner
        if scene.status == "paused":
            return said.Resume(id=name) if owner and chance < 0.3 else None
        if scene.status == "over":
            return said.Start(id=name) if owner else None
        if owner and chance > 0.96:
            return said.Pause(id=name)
        if scene.rest is not None:
            return None if scene.seats[seat].ready else said.Ready(id=name, key=scene.rest)
        if scene.key is None:
            return None
        if scene.mine is not None and scene.waiting and chance > 0.9:
            return said.Unlock(id=name, key=scene.key, seat=seat)
        if self._asked is None or self._asked.key != scene.key or scene.mine is not None:
            return None
        if seat not in scene.waiting and (not self._asked.meanwhile or chance < 0.8):
            return None
        return self._answer(scene.key, seat, name)

    def _changes(self, scene: said.Scene, seat: Seat, name: str) -> said.Command | None:
        """A command about another game, or None."""
        if scene.next is None:
            wants = scene.status != "open" and self._rng.random() < 0.02
            return self._propose(name) if wants else None
        if scene.next.carried or seat in {*scene.next.agree, *scene.next.against}:
            return None
        return said.Vote(id=name, proposal=scene.next.number, agree=self._rng.random() < 0.9)

    def _propose(self, name: str) -> said.Propose:
        game = self._rng.choice(registry.names())
        return said.Propose(id=name, game=game, options=SHORT.get(game, {}) if self._rng.random() < 0.7 else {})

    def _answer(self, key: str, seat: Seat, name: str) -> said.Command | None:
        assert self._asked is not None
        if self._slept != key and self._rng.random() < self._lazy:
            self._slept = key
        if self._slept == key:
            return None
        action = answer(self._asked, self._rng)
        return None if action is None else said.Act(id=name, key=key, seat=seat, action=action)
