"""A table of Crash driven by text, with every move made through `step`, so that a test can play a deal in one line."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from prial.cards import PACK, parse
from prial.core.chance import Draw
from prial.core.game import NATURE, Chance, Decision, Event, Over, Seat, State, view
from prial.core.step import step
from prial.errors import Refusal
from prial.games.crash import CrashGame
from prial.games.crash.actions import Action, Word
from prial.games.crash.choices import Arranging
from prial.games.crash.rules import SCHEMA
from prial.games.crash.state import Settled, Table


class Playing:
    """A game in which the test deals.

    Args:
        preset: the preset's name.
        dealer: the seat that deals first; None is the last seat, so that seat 0 decides first.
        scores: points that the seats already have.
        given: options that differ from the preset.
    """

    def __init__(self, preset: str = "online", *, dealer: Seat | None = None, scores: Sequence[int] = (), **given: Any) -> None:
        self.rules = SCHEMA.make(given, preset)
        self.game = CrashGame(self.rules)
        self.state: State[Table] = self.game.start()
        self.gathered: Mapping[Seat, Action] = {}
        self.heard: list[Event] = []
        self.nature(self.rules.players - 1 if dealer is None else dealer)
        if scores:
            self.state = replace(self.state, public=replace(self.table, scores=tuple(scores)))

    @property
    def table(self) -> Table:
        return self.state.public

    @property
    def last(self) -> Settled:
        """How the last deal ended."""
        assert self.table.last is not None
        return self.table.last

    @property
    def places(self) -> str:
        """Winners of the places shown in the last deal, ``-`` for nobody: ``01-1``."""
        return "".join("-" if place.winner is None else str(place.winner) for place in self.last.places)

    @property
    def winners(self) -> list[Seat]:
        """Seats that have won; empty while the game goes on."""
        node = self.game.node(self.state)
        return list(node.result.winners) if isinstance(node, Over) else []

    @property
    def level(self) -> list[Seat]:
        """The only seats that can win, in sudden death."""
        return list(self.table.level)

    @property
    def sentences(self) -> list[str]:
        """The events of the last move, in words."""
        return [event.say("ABCDE") for event in self.heard]

    def nature(self, outcome: Any) -> None:
        self._move(NATURE, outcome)

    def do(self, seat: Seat, text: str) -> None:
        """Make a seat's move, which must be allowed."""
        self._move(seat, self.game.read(text))

    def refused(self, seat: Seat, text: str) -> str:
        """The code with which a seat's move is refused."""
        done = step(self.game, self.state, self.gathered, seat, self.game.read(text))
        assert isinstance(done, Refusal), f"{text} is allowed"
        return done.code

    def deal(self, *hands: str, spare: Sequence[str] = ()) -> None:
        """Deal these cards by seat and to the spare hands; each pile is completed with other cards."""
        node = self.game.node(self.state)
        assert isinstance(node, Chance)
        assert isinstance(node.draw, Draw)
        sizes = node.draw.sizes
        wanted = [*hands, *([""] * (self.rules.players - len(hands))), *spare]
        piles = [parse(text) for text in wanted] + [()] * (len(sizes) - len(wanted))
        rest = iter([card for card in PACK if all(card not in pile for pile in piles)])
        full = [(*pile, *(next(rest) for _ in range(size - len(pile)))) for pile, size in zip(piles, sizes, strict=True)]
        self.nature(tuple(tuple(sorted(pile, reverse=True)) for pile in full))

    def lay(self, *texts: str) -> None:
        """All players lay, the first text for the first player: hands, or a declaration."""
        for seat, text in zip(self.seats, texts, strict=True):
            self.do(seat, f"lay {text}" if text[0] in "23456789TJQKA" else text)

    def round(self, *hands: str) -> None:
        """Deal these hands to the players, who lay them as they are."""
        by_seat = dict(zip(self.table.playing, hands, strict=True))
        self.deal(*(by_seat.get(seat, "").removesuffix("knock") for seat in range(self.rules.players)))
        self.lay(*hands)

    def say(self, *words: str) -> None:
        """The deciding seats answer in turn, one word each."""
        for word in words:
            self.do(self.seats[0], word)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that decide now."""
        node = self.game.node(self.state)
        assert isinstance(node, Decision)
        return node.seats

    def holds(self, seat: Seat, cards: str) -> bool:
        """Whether a seat sees these cards in its hand."""
        return set(parse(cards)) <= set(view(self.state, seat).piles[self.table.hands[seat]])

    def declarations(self, seat: Seat) -> list[Word]:
        """Declarations that a seat may make instead of laying."""
        choices = self.game.choices(view(self.state, seat))
        assert isinstance(choices, Arranging)
        return [word for word in (Word.SIX_PAIRS, Word.THIRTEEN_STRAIGHT) if choices.why_not(word) is None]

    def _move(self, seat: Seat, action: Any) -> None:
        done = step(self.game, self.state, self.gathered, seat, action)
        assert not isinstance(done, Refusal), str(done)
        self.state, self.gathered, self.heard = done.state, done.gathered, [told.event for told in done.told]
