"""A table of Xập xám driven by text, with every move made through `step`, so that a test can play a deal in one line."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from prial.cards import PACK, best_first, parse
from prial.core.chance import Draw
from prial.core.game import NATURE, Chance, Decision, Event, Over, Result, Seat, State, view
from prial.core.step import step
from prial.errors import Refusal
from prial.games.xap_xam import XapXamGame
from prial.games.xap_xam.rules import SCHEMA
from prial.games.xap_xam.settle import Pair, Settled
from prial.games.xap_xam.state import Lay, Table


class Playing:
    """A game in which the test deals.

    Args:
        preset: the preset's name.
        dealer: the seat that deals first.
        scores: units that the seats already have.
        given: options that differ from the preset.
    """

    def __init__(self, preset: str = "xap_xam", *, dealer: Seat = 0, scores: Sequence[int] = (), **given: Any) -> None:
        self.rules = SCHEMA.make(given, preset)
        self.game = XapXamGame(self.rules)
        self.state: State[Table] = self.game.start()
        self.gathered: Mapping[Seat, Lay] = {}
        self.heard: list[Event] = []
        self._move(NATURE, dealer)
        if scores:
            self.state = replace(self.state, public=replace(self.table, scores=tuple(scores)))

    @property
    def table(self) -> Table:
        return self.state.public

    @property
    def last(self) -> Settled:
        """How the last deal ended."""
        assert self.table.last is not None, "the deal isn't over"
        return self.table.last

    @property
    def pair(self) -> Pair:
        """The comparison of the only two seats that compared hands."""
        (pair,) = self.last.pairs
        return pair

    @property
    def result(self) -> Result:
        node = self.game.node(self.state)
        assert isinstance(node, Over)
        return node.result

    @property
    def sentences(self) -> list[str]:
        """The events of the last move, in words."""
        return [event.say("ABCD") for event in self.heard]

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that decide now."""
        node = self.game.node(self.state)
        return node.seats if isinstance(node, Decision) else ()

    def deal(self, *hands: str) -> "Playing":
        """Deal these cards by seat; each hand is completed with other cards, from the bottom of the pack."""
        node = self.game.node(self.state)
        assert isinstance(node, Chance)
        assert isinstance(node.draw, Draw)
        wanted = [parse(text) for text in [*hands, *[""] * (self.rules.players - len(hands))]]
        rest = iter([card for card in PACK if all(card not in cards for cards in wanted)])
        self._move(NATURE, tuple([best_first((*cards, *(next(rest) for _ in range(13 - len(cards))))) for cards in wanted]))
        return self

    def do(self, seat: Seat, text: str) -> "Playing":
        """Make a seat's move, which must be allowed."""
        self._move(seat, self.game.read(text))
        return self

    def round(self, *settings: str) -> "Playing":
        """Deal these settings, and let all lay them as they are: three hands, then the instant win where one is declared."""
        self.deal(*(" ".join(text.split()[:3]) for text in settings))
        for seat, text in enumerate(settings):
            self.do(seat, f"lay {text}")
        return self

    def refused(self, seat: Seat, text: str) -> str:
        """The code with which a seat's move is refused; the move must change nothing."""
        before = self.state
        done = step(self.game, self.state, self.gathered, seat, self.game.read(text))
        assert isinstance(done, Refusal), f"{text} is allowed"
        assert str(done).endswith(".")
        assert self.state == before
        return done.code

    def instants(self, seat: Seat) -> list[str]:
        """The names of the instant wins that a seat is offered."""
        choices: Any = self.game.choices(view(self.state, seat))
        return [str(name) for name in choices.instants]

    def _move(self, seat: Seat, action: Any) -> None:
        done = step(self.game, self.state, self.gathered, seat, action)
        assert not isinstance(done, Refusal), str(done)
        self.state, self.gathered, self.heard = done.state, done.gathered, [told.event for told in done.told]
