"""A table of Brag Poker driven by text, with every move made through `step`, so that a test can play a deal in a few lines."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from prial.betting.limit import total
from prial.cards import PACK, Card, names, parse
from prial.core.chance import Draw
from prial.core.game import BACK, NATURE, Chance, Decision, Event, Over, Result, Seat, State, Told, view
from prial.core.record import written_move
from prial.core.step import step
from prial.errors import Refusal
from prial.games.brag_poker import Action, BragPokerGame, Settled, Table
from prial.games.brag_poker.rules import SCHEMA

HANDS = ("3s3h3d", "KsKhKd", "AsAh2s", "QsQh2h", "JsJh4d", "TsTh5c", "9s9h6c", "8s8h7c")
"""Hands for a deal, the best first."""


class Playing:
    """A game in which the test deals. Seat 0 deals first, so that seats 1 and 2 have the blinds and seat 3 begins.

    Args:
        preset: the preset's name.
        dealer: the seat that deals first.
        stacks: chips of the seats; None gives each a purse.
        hands: hands of the first deal, by seat; without any, the lowest seat gets the best one.
        pack: the cards in play.
        given: options that differ from the preset; ``players`` defaults to the number of stacks.
    """

    def __init__(
        self,
        *hands: str,
        preset: str = "online",
        dealer: Seat = 0,
        stacks: Sequence[int] | None = None,
        pack: Sequence[Card] = PACK,
        **given: Any,
    ) -> None:
        if stacks is not None:
            given.setdefault("players", len(stacks))
        self.rules = SCHEMA.make(given, preset)
        self.game = BragPokerGame(self.rules, pack)
        self.state: State[Table] = self.game.start()
        self.gathered: Mapping[Seat, Action] = {}
        self.told: list[Told] = []
        self.said: list[str] = []
        self.moves: list[tuple[Any, Any]] = []
        if stacks is not None:
            table = replace(self.state.public, chips=tuple(stacks), bought=tuple(stacks))
            self.state = State(table, self.state.piles, self.state.seen)
        self.move(NATURE, dealer)
        self.deal(*hands)

    # --- the table's state --------------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.state.public

    @property
    def last(self) -> Settled:
        """How the last deal ended."""
        assert self.table.last is not None
        return self.table.last

    @property
    def won(self) -> list[tuple[int, tuple[Seat, ...]]]:
        """The chips and winners of each pot of the last deal."""
        return [(award.chips, award.winners) for award in self.last.awards]

    @property
    def node(self) -> Any:
        return self.game.node(self.state)

    @property
    def result(self) -> Result:
        """How the game ended."""
        node = self.node
        assert isinstance(node, Over)
        return node.result

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that decide now."""
        node = self.node
        assert isinstance(node, Decision)
        return node.seats

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is."""
        (seat,) = self.seats
        return seat

    @property
    def phase(self) -> str:
        """The phase, with the number of the round while betting."""
        return f"{self.table.phase}{self.table.round if self.table.phase == 'bet' else ''}"

    @property
    def stands(self) -> int:
        """The credit that all must match in this round."""
        return self.table.betting.to_match

    @property
    def sentences(self) -> list[str]:
        """The events of the last move in words, whoever was told them."""
        return [told.event.say("ABCDEFGH") for told in self.told]

    @property
    def events(self) -> list[Event]:
        return [told.event for told in self.told]

    def offers(self, seat: Seat | None = None) -> list[str]:
        """All actions of a seat; by default of the seat whose turn it is."""
        choices = self.game.choices(view(self.state, self.turn if seat is None else seat))
        return [self.game.write(action) for action in choices]

    def hand(self, seat: Seat, viewer: Seat | None) -> str:
        """A hand as a viewer sees it, with ``--`` for an unseen card."""
        piles = view(self.state, viewer).piles
        return "".join("--" if piles[pile] == (BACK,) else names(piles[pile]) for pile in self.table.hands[seat])

    # --- moves --------------------------------------------------------------------------------------------------------

    def do(self, *moves: str) -> "Playing":
        """Make these moves, each by the seat whose turn it is."""
        for text in moves:
            self.move(self.turn, self.game.read(text))
        return self

    def by(self, seat: Seat, text: str) -> "Playing":
        """Make a seat's move."""
        self.move(seat, self.game.read(text))
        return self

    def all(self, text: str) -> "Playing":
        """Make the same move for all seats that decide."""
        for seat in self.seats:
            self.by(seat, text)
        return self

    def stand(self) -> "Playing":
        """All players keep their cards at the draw."""
        while self.phase == "change":
            self.do("change none")
        return self

    def check(self) -> "Playing":
        """All check until the deal is over."""
        while self.table.last is None:
            self.do("check")
        return self

    def refusal(self, text: str, seat: Seat | None = None) -> Refusal:
        """The refusal of a move; by default of the seat whose turn it is."""
        done = step(self.game, self.state, self.gathered, self.turn if seat is None else seat, self.game.read(text))
        assert isinstance(done, Refusal), f"{text} is allowed"
        assert str(done).endswith(".")
        return done

    def refused(self, text: str, seat: Seat | None = None) -> str:
        """The code of the refusal, without the game's name."""
        return self.refusal(text, seat).code.removeprefix("brag_poker.")

    def deal(self, *hands: str) -> "Playing":
        """Deal these hands by seat, without seats that sit out."""
        wanted = iter([parse(hand) for hand in hands or HANDS])
        piles = [(card,) for seat in range(self.rules.players) if seat in self.table.playing for card in next(wanted)]
        self.move(NATURE, tuple(piles))
        return self

    def give(self, cards: str) -> "Playing":
        """Give new cards to the seat that changes."""
        node = self.node
        assert isinstance(node, Chance)
        assert isinstance(node.draw, Draw)
        self.move(NATURE, tuple([(card,) for card in parse(cards)]))
        return self

    def next(self, *hands: str, words: str = "play") -> "Playing":
        """All play on, and the next deal is dealt."""
        return self.all(words).deal(*hands)

    def move(self, seat: Seat, action: Any) -> None:
        """Make a move, which must be allowed and keep the number of chips."""
        self.moves.append(written_move(self.game, self.state, seat, action))
        done = step(self.game, self.state, self.gathered, seat, action)
        assert not isinstance(done, Refusal), f"{seat} {self.moves[-1][1]}: {done}"
        self.state, self.gathered, self.told = done.state, done.gathered, list(done.told)
        self.said += self.sentences
        table = self.table
        assert sum(table.chips) + total(table.betting) == sum(table.bought)
