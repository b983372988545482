"""A table of Stop the Bus driven by text, with every move made through `step`, so that a test can play a deal in one line."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from prial.cards import PACK, best_first, name, names, parse
from prial.core.game import NATURE, Chance, Event, Over, Result, Seat, State, view
from prial.core.step import step
from prial.errors import Refusal
from prial.games.stop_the_bus import BusGame
from prial.games.stop_the_bus.rules import SCHEMA
from prial.games.stop_the_bus.state import Settled, Table


class Playing:
    """A game in which the test deals.

    Args:
        preset: the preset's name.
        dealer: the seat that deals first; None is the last seat, so that seat 0 has the first turn.
        scores: tokens of the seats; a seat without tokens is out.
        given: options that differ from the preset.
    """

    def __init__(self, preset: str = "denexa", *, dealer: Seat | None = None, scores: Sequence[int] = (), **given: Any) -> None:
        self.rules = SCHEMA.make(given, preset)
        self.game = BusGame(self.rules)
        self.state: State[Table] = self.game.start()
        self.heard: list[Event] = []
        self._move(NATURE, self.rules.players - 1 if dealer is None else dealer)
        if scores:
            playing = tuple(seat for seat, number in enumerate(scores) if number)
            self.state = replace(self.state, public=replace(self.table, scores=tuple(scores), playing=playing))

    @property
    def table(self) -> Table:
        return self.state.public

    @property
    def last(self) -> Settled:
        """How the last deal ended."""
        assert self.table.last is not None, "the deal isn't over"
        return self.table.last

    @property
    def result(self) -> Result:
        node = self.game.node(self.state)
        assert isinstance(node, Over)
        return node.result

    @property
    def sentences(self) -> list[str]:
        """The events of the last move, in words."""
        return [event.say("ABCDEF") for event in self.heard]

    @property
    def middle(self) -> str:
        """The cards in the middle, by place."""
        return names(self.state.piles[pile][0] for pile in self.table.middle)

    def hand(self, seat: Seat) -> str:
        """A seat's hand, best first."""
        return names(self.state.piles[self.table.hands[seat]])

    def deal(self, *hands: str, middle: str = "") -> "Playing":
        """Deal these cards by seat and to the middle; other cards come from the bottom of the pack."""
        assert isinstance(self.game.node(self.state), Chance)
        wanted = [parse(text) for text in [*hands, *[""] * (self.rules.players - len(hands)), middle]]
        rest = iter([card for card in PACK if all(card not in cards for cards in wanted)])
        sizes = [3 if seat in self.table.playing else 0 for seat in range(self.rules.players)] + [3]
        full = [(*cards, *(next(rest) for _ in range(size - len(cards)))) for cards, size in zip(wanted, sizes, strict=True)]
        self._move(NATURE, (*map(best_first, full[:-1]), *((card,) for card in full[-1])))
        return self

    def do(self, *texts: str) -> "Playing":
        """Make these actions, each by the seat whose turn it is."""
        for text in texts:
            self._move(self.table.seat, self.game.read(text))
        return self

    def call(self, seat: Seat) -> "Playing":
        """A seat that has just exchanged stops the bus while the next seat decides."""
        self._move(seat, self.game.read("stop the bus"))
        return self

    def keep(self, *, stop: bool = False) -> "Playing":
        """The seat whose turn it is takes a card and puts it back."""
        card = name(self.state.piles[self.table.middle[0]][0])
        return self.do(f"take {card} put {card}" + (" stop the bus" if stop else ""))

    def ride(self) -> "Playing":
        """The seat whose turn it is stops the bus without a change, and all others keep their cards."""
        self.keep(stop=True)
        while self.table.last is None:
            self.keep()
        return self

    def refused(self, text: str, seat: Seat | None = None) -> str:
        """The code with which an action is refused; the action must change nothing."""
        before = self.state
        done = step(self.game, self.state, {}, self.table.seat if seat is None else seat, self.game.read(text))
        assert isinstance(done, Refusal), f"{text} is allowed"
        assert str(done).endswith(".")
        assert self.state == before
        return done.code

    def offered(self, seat: Seat | None = None) -> list[str]:
        """All actions of a seat, as text."""
        choices = self.game.choices(view(self.state, self.table.seat if seat is None else seat))
        return [self.game.write(action) for action in choices]

    def _move(self, seat: Seat, action: Any) -> None:
        done = step(self.game, self.state, {}, seat, action)
        assert not isinstance(done, Refusal), str(done)
        self.state, self.heard = done.state, [told.event for told in done.told]
