"""The no-leak test at tables where players take part in the shuffle: seals and proofs tell a viewer only the cards that it sees.

In both worlds of a pair, all players open the same numbers, and the house's decks produce the deals of each history. Values that
depend on hidden cards only through a hash are masked: each seal becomes a hash of its place, so both worlds have the same seals.
The place of a card in its pile is chance, so a card that is in the same pile in both worlds gets the same place. Every other
difference is a leak.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import pytest
from msgspec.structs import replace

from prial.cards import Card, best_first, name, parse
from prial.core.chance import Draw, Pick
from prial.core.game import NATURE, Seat
from prial.fair import shuffle as shuffle_module
from prial.fair.even import Entropy
from prial.fair.hashes import SEAL_BYTES, digest, promise, text
from prial.fair.shuffle import Deck, number_picked
from prial.host import fairness, onward
from prial.host import house as house_module
from prial.host import messages as said
from prial.host import table as table_module
from prial.host.entries import AnyEntry, Dealt, Opened
from prial.host.fairness import Binding, Fair, Turning
from prial.host.fold import fold
from prial.host.live import Applied, Live
from prial.host.shuffle import outcome
from prial.testing.play import History
from tests.host.boundary import Boundary, dealt
from tests.host.stage import Guest, MemoryStore, Stage, StageBotWorkers, quiet


def number(seat: Seat, shuffle: int) -> str:
    """The number that a player's client opens."""
    return text(blake2b(f"{seat}.{shuffle}".encode(), digest_size=32).digest())


def masked(table: str, shuffle: int, deck: int, place: int, card: str, salt: str) -> str:
    """A seal that doesn't depend on its card."""
    return text(digest("masked", table, shuffle, deck, place)[:SEAL_BYTES])


def _alike(outcome: Any, other: Any) -> Any:
    """An outcome whose piles begin with the cards that the same pile has in the other outcome."""
    if isinstance(outcome, int):
        return outcome
    return [sorted(pile, key=lambda card, its=its: card not in its) for pile, its in zip(outcome, other, strict=True)]  # type: ignore[misc]


class House:
    """A house whose decks produce the deals of a history.

    Args:
        history: the history.
        other: the history of the other world; once both have ended, cards come that are in neither.
    """

    def __init__(self, history: History, other: History) -> None:
        here, there = ([moment.action for moment in each if moment.seat == NATURE] for each in (history, other))
        self._outcomes = [_alike(*each) for each in zip(here, there, strict=False) if isinstance(each[0], int) or any(each[0])]
        self._out = dealt(history) | dealt(other)
        self._at = 0
        """Number of outcomes that have happened."""
        self._table: AnyEntry | None = None
        """The first entry of the table at which the history is played."""

    def fold(self, before: Live | None, entry: AnyEntry, at: int) -> Applied:
        """Replaces `fold.fold`, to count the outcomes."""
        self._table = self._table or (entry if isinstance(entry, Opened) else None)
        if isinstance(entry, Dealt) and before is not None and before.opened is self._table:
            self._at += "pick" in entry.outcome or any(any(piles) for piles in entry.outcome.values())
        return fold(before, entry, at)

    def nature(self, draw: Pick | Draw, entropy: Entropy) -> Any:
        """Replaces `shuffle.outcome`, where the house deals alone."""
        found = self._outcomes[self._at] if self._at < len(self._outcomes) else None
        moved = tuple([best_first(pile) for pile in found]) if isinstance(found, list) else found
        return outcome(draw, entropy) if moved is None or draw.why_not(moved) else moved

    def bind(self, fair: Fair, table: str, draw: Pick | Draw, seats: Any, entropy: Any) -> Binding:
        """Replaces `fairness.bind`."""
        made = fairness.bind(fair, table, draw, seats, entropy)
        numbers = tuple([(seat, number(seat, made.shuffle)) for seat in sorted(seats)])
        if isinstance(draw, Pick):
            return self._picking(made, draw, numbers)
        found = fairness.dealt(Turning(made, numbers))[0]
        lying = [""] * len(found.places)
        for place, card in zip(found.places, self._coming(parse(made.pack)), strict=True):
            lying[place] = name(card)
        decks = [made.secret.decks[0], made.secret.decks[1]]
        decks[found.deck] = Deck("".join(lying), decks[found.deck].key)
        return replace(made, secret=replace(made.secret, decks=(decks[0], decks[1])))

    def _picking(self, made: Binding, draw: Pick, numbers: fairness.Numbers) -> Binding:
        """A house's number that leads to the history's pick."""
        wanted = self._outcomes[self._at] if self._at < len(self._outcomes) else 0
        for tried in range(1000):
            secret = replace(made.secret, number=text(digest("tried", tried)))
            binding = replace(made, secret=secret)
            if number_picked(fairness.dealt(Turning(binding, numbers))[0], draw.n) == wanted:
                return binding
        raise AssertionError

    def _coming(self, pack: tuple[Card, ...]) -> list[Card]:
        """The pack with the history's next cards first, in their order."""
        coming: list[Card] = []
        for moved in self._outcomes[self._at :]:
            cards = [card for pile in moved for card in pile] if not isinstance(moved, int) else []
            if not cards or set(cards) & set(coming) or not set(cards) <= set(pack):
                break
            coming += cards
        left = [card for card in pack if card not in coming]
        return [*coming, *(card for card in left if card not in self._out), *(card for card in left if card in self._out)]


@contextmanager
def masks() -> Iterator[None]:
    """Replace seals by ones that don't depend on cards, and clear the caches of values made with other seals."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(shuffle_module, "seal", masked)
        for each in (fairness.published, fairness.dealt, fairness._proof):
            each.cache_clear()
        yield
    for each in (fairness.published, fairness.dealt, fairness._proof):
        each.cache_clear()


@dataclass
class Turned(Boundary):
    """Plays histories at a table where players take part in the shuffle."""

    shuffles: int = 0
    """Number of shuffles."""
    plant: Callable[[pytest.MonkeyPatch], Any] = lambda _monkeypatch: None
    """Plants a fault."""

    async def house(self, history: History, other: History, bot_workers: StageBotWorkers) -> Stage:
        stage = await Stage.open(store=MemoryStore(), bot_workers=bot_workers)
        made = House(history, other)  # `run` restores the real functions
        vars(onward).update(bind=made.bind, fold=made.fold)
        vars(table_module)["fold"] = made.fold
        vars(house_module)["outcome"] = made.nature
        return stage

    async def promise(self, people: list[Guest], table: str) -> None:
        for seat, person in enumerate(people):
            if person.house.tables[table].live.seat_of(person.person.id) == seat:
                await person.do(said.Promise, promise=promise(table, number(seat, 1)))

    async def answer(self, people: list[Guest]) -> None:
        assert people[0].connection is not None
        table = people[0].connection.table
        while table.live.fair.waits:
            turning, shuffle = table.live.fair.turning, table.live.fair.shuffles
            assert turning is not None
            self.shuffles += 1
            for seat, _ in turning.binding.promises:
                connection = people[seat].connection
                assert connection is not None
                connection.number(said.OpenNumber(shuffle, number(seat, shuffle), promise(table.id, number(seat, shuffle + 1))))
            await quiet()
            assert table.live.fair.shuffles > shuffle or not table.live.fair.waits

    def run(self, number: int, seed: int, each: int = 3) -> Any:
        with masks(), pytest.MonkeyPatch.context() as monkeypatch:
            monkeypatch.setattr(onward, "bind", fairness.bind)
            for module in (onward, table_module):
                monkeypatch.setattr(module, "fold", fold)
            monkeypatch.setattr(house_module, "outcome", outcome)
            self.plant(monkeypatch)
            return super().run(number, seed, each)
