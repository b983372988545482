"""Players whose clients take part in the shuffle, as the browser's does, and keep the messages about it."""

import asyncio
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

from prial.cards import Card, parse
from prial.fair.hashes import text
from prial.fair.transcript import Checked, Shuffle, Transcript, verify
from prial.host import messages as said
from tests.fair.client import Client
from tests.host.stage import DECODER, Guest, quiet


@dataclass
class Turner:
    """A player's client: it answers each binding, and writes the transcript."""

    guest: Guest
    silent: bool = False
    """Whether it opens no numbers."""
    _read: int = 0
    _made: int = 0

    @cached_property
    def client(self) -> Client:
        """The rules of a client, and what it keeps."""
        return Client(self.guest.table_id, self._number)

    def _number(self) -> str:
        self._made += 1
        return text(blake2b(f"{self.guest.person.id}.{self._made}".encode(), digest_size=32).digest())

    @property
    def shuffles(self) -> list[Shuffle]:
        """The messages about each shuffle."""
        return self.client.shuffles

    async def promise(self) -> None:
        """Promise a number."""
        assert isinstance(await self.guest.do(said.Promise, promise=self.client.fresh()), said.Saved)

    def hear(self) -> None:
        """Read new messages, and open the number that the house asks for."""
        raw = self.guest.raw
        while self._read < len(raw):
            message = DECODER.decode(raw[self._read])
            self._read += 1
            if isinstance(message, said.Update) and isinstance(message.fair, said.Fairness):
                self.client.seat = self.guest.viewer
                self.client.take(message.fair)
                number = self.client.number if message.fair.bound is not None and not self.silent else None
                if number is not None:
                    assert self.guest.connection is not None
                    self.guest.connection.number(number)

    @property
    def unproved(self) -> set[Card]:
        """Cards of the last shuffle's pack that this viewer sees without a proof; only where all of them came by one draw."""
        last, view = self.shuffles[-1] if self.shuffles else None, self.guest.scene.view
        if last is None or last.turned is None or view is None or len(last.draws) != 1:
            return set()
        open_here = {card for pile in view.piles if "?" not in pile for card in parse(pile)}
        return open_here & {*parse(last.bound.pack)} - {parse(proof[2:4])[0] for proof in last.proofs}

    @property
    def transcript(self) -> Transcript:
        """The transcript of all messages about the shuffles."""
        assert self.guest.connection is not None
        self.client.seat = self.guest.viewer
        return self.client.transcript(opens=self.guest.connection.table.live.opened.open_decks)

    def checked(self) -> list[Checked]:
        """The results of checking the transcript."""
        self.hear()
        return list(verify(self.transcript))


async def turn(*turners: Turner) -> None:
    """Let every client read and answer until there are no more messages."""
    for _ in range(4):
        for turner in turners:
            turner.hear()
        await quiet()
        await asyncio.sleep(0)
