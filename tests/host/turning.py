"""People whose clients turn the deck, as the browser's does, and keep what they were told."""

import asyncio
from dataclasses import dataclass, field
from hashlib import blake2b

from msgspec.structs import replace

from prial.cards import Card, names, parse
from prial.fair.hashes import promise, text
from prial.fair.shuffle import check_proof, order
from prial.fair.transcript import FORM, Checked, Drawn, Shuffle, Transcript, verify
from prial.host import messages as said
from tests.host.stage import DECODER, Guest, quiet


@dataclass
class Turner:
    """Somebody's client: answers each binding, and writes the transcript."""

    guest: Guest
    silent: bool = False
    """Whether it opens nothing."""
    shuffles: list[Shuffle] = field(default_factory=list)
    _read: int = 0
    _made: int = 0
    _number: str = ""

    def fresh(self) -> str:
        """A promise; its number is kept."""
        self._made += 1
        self._number = text(blake2b(f"{self.guest.person.id}.{self._made}".encode(), digest_size=32).digest())
        return promise(self.guest.table_id, self._number)

    async def promise(self) -> None:
        """Promise a number."""
        assert isinstance(await self.guest.do(said.Promise, promise=self.fresh()), said.Saved)

    def hear(self) -> None:
        """Take in what was told, and open what is asked for."""
        raw = self.guest.raw
        while self._read < len(raw):
            message = DECODER.decode(raw[self._read])
            self._read += 1
            if isinstance(message, said.Update) and isinstance(message.fair, said.Fairness):
                self._fair(message.fair)

    def _fair(self, fair: said.Fairness) -> None:
        seat = self.guest.viewer
        if fair.opened:
            self.shuffles = [replace(each, dealt=fair.opened.get(each.bound.shuffle, each.dealt)) for each in self.shuffles]
            return
        if fair.bound is not None:
            mine = fair.bound.promises.get(-1 if seat is None else seat)
            own = self._number if mine == promise(self.guest.table_id, self._number or "-") else None
            self.shuffles.append(Shuffle(fair.bound, own))
            if own and not self.silent:
                opened = said.OpenNumber(fair.bound.shuffle, own, self.fresh())
                assert self.guest.connection is not None
                self.guest.connection.number(opened)
            return
        if not self.shuffles:
            return
        last = self.shuffles[-1]
        last = replace(last, turned=fair.turned or last.turned, voided=fair.voided, picked=fair.picked or last.picked)
        draws = (*last.draws, Drawn(fair.drawn)) if fair.drawn else last.draws
        last = replace(last, draws=draws, proofs=(*last.proofs, *fair.proofs))
        self.shuffles[-1] = self._own(last)

    def _own(self, shuffle: Shuffle) -> Shuffle:
        """With the cards of its own that it was proved."""
        seat, at, draws = self.guest.viewer, 0, []
        if shuffle.turned is None:
            return shuffle
        found = order(self.guest.table_id, shuffle.bound, shuffle.turned.numbers, shuffle.turned.house)
        lies = dict(check_proof(self.guest.table_id, shuffle.bound, found.deck, each) for each in shuffle.proofs)
        for draw in shuffle.draws:
            mine = []
            for group in draw.groups:
                for pile, size in enumerate(group.sizes):
                    if group.name in {"hands", "drawn", "cut"} and pile == seat:
                        mine += [lies[place] for place in found.places[at : at + size] if place in lies]
                    at += size
            draws.append(replace(draw, mine=names(mine)))
        return replace(shuffle, draws=tuple(draws))

    @property
    def unproved(self) -> set[Card]:
        """Cards of the pack that lie open to this viewer without a proof, though nothing came but by the first draw."""
        last, view = self.shuffles[-1] if self.shuffles else None, self.guest.scene.view
        if last is None or last.turned is None or view is None or len(last.draws) != 1:
            return set()
        open_here = {card for pile in view.piles if "?" not in pile for card in parse(pile)}
        return open_here & {*parse(last.bound.pack)} - {parse(proof[2:4])[0] for proof in last.proofs}

    @property
    def transcript(self) -> Transcript:
        """What it was told."""
        assert self.guest.connection is not None
        opens = self.guest.connection.table.live.opened.open_decks
        return Transcript(FORM, self.guest.table_id, self.guest.viewer, tuple(self.shuffles), opens)

    def checked(self) -> list[Checked]:
        """What comes of the check."""
        self.hear()
        return list(verify(self.transcript))


async def turn(*turners: Turner) -> None:
    """Let every client hear and answer until nothing more is said."""
    for _ in range(4):
        for turner in turners:
            turner.hear()
        await quiet()
        await asyncio.sleep(0)
