"""A client's part in shuffles: it promises numbers, opens them, and keeps the messages about them as a transcript."""

from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec.structs import replace

from prial.cards import names
from prial.core.game import Seat
from prial.fair.hashes import promise
from prial.fair.shuffle import check_proof, order
from prial.fair.transcript import BY_SEAT, FORM, Drawn, Shuffle, Transcript
from prial.host import messages as said


@dataclass
class Client:
    """A person's client at a table."""

    table: str
    draw: Callable[[], str]
    """Gives a new number, 32 bytes as text."""
    seat: Seat | None = None
    shuffles: list[Shuffle] = field(default_factory=list)
    numbers: dict[str, str] = field(default_factory=dict)
    """The client's numbers, by their promises."""

    def fresh(self) -> str:
        """A promise for a new number, which is kept."""
        number = self.draw()
        found = promise(self.table, number)
        self.numbers[found] = number
        return found

    def take(self, fair: said.Fairness, present: int | None = None) -> None:
        """Keep what an update says about the shuffle.

        Args:
            fair: what the update says.
            present: number of the present shuffle. If this client didn't hear how that shuffle began, it waits until the house
                tells it the whole shuffle (`told`). None if the client has heard everything.
        """
        if fair.opened:
            self.shuffles = [replace(each, dealt=fair.opened.get(each.bound.shuffle, each.dealt)) for each in self.shuffles]
        elif fair.bound is not None:
            mine = fair.bound.promises.get(-1 if self.seat is None else self.seat, "")
            self.shuffles.append(Shuffle(fair.bound, self.numbers.get(mine)))
        elif self.shuffles and present in {None, self.shuffles[-1].bound.shuffle}:
            last = self.shuffles[-1]
            draws = (*last.draws, Drawn(fair.drawn)) if fair.drawn else last.draws
            last = replace(last, turned=fair.turned or last.turned, voided=fair.voided, picked=fair.picked or last.picked)
            self.shuffles[-1] = self._own(replace(last, draws=draws, proofs=tuple(dict.fromkeys((*last.proofs, *fair.proofs)))))

    def told(self, shuffle: Shuffle) -> None:
        """Keep the present shuffle, as the house tells it to a client that reconnects."""
        mine = shuffle.bound.promises.get(-1 if self.seat is None else self.seat, "")
        others = [each for each in self.shuffles if each.bound.shuffle != shuffle.bound.shuffle]
        self.shuffles = [*others, replace(shuffle, mine=self.numbers.get(mine))]

    @property
    def number(self) -> said.OpenNumber | None:
        """The number to open, if the present shuffle waits for this client's."""
        last = self.shuffles[-1] if self.shuffles else None
        if last is None or last.mine is None or last.turned is not None or last.voided is not None:
            return None
        return said.OpenNumber(last.bound.shuffle, last.mine, self.fresh())

    def _own(self, shuffle: Shuffle) -> Shuffle:
        """The shuffle with the client's own cards that were proved to it."""
        if shuffle.turned is None:
            return shuffle
        found, at, draws = order(self.table, shuffle.bound, shuffle.turned.numbers, shuffle.turned.house), 0, []
        lies = dict(check_proof(self.table, shuffle.bound, found.deck, each) for each in shuffle.proofs)
        for draw in shuffle.draws:
            mine = []
            for group in draw.groups:
                for pile, size in enumerate(group.sizes):
                    if group.name in BY_SEAT and pile == self.seat:
                        mine += [lies[place] for place in found.places[at : at + size] if place in lies]
                    at += size
            draws.append(replace(draw, mine=names(mine)))
        return replace(shuffle, draws=tuple(draws))

    def transcript(self, *, opens: bool = False) -> Transcript:
        """The transcript of all messages about the shuffles."""
        return Transcript(FORM, self.table, self.seat, tuple(self.shuffles), opens)
