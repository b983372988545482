"""A table of Brag driven by text, with every move made through `step`, so that a test can play a deal in a few lines."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from prial.betting.pots import total
from prial.cards import PACK, Card, names, parse
from prial.core.chance import Draw
from prial.core.game import NATURE, Chance, Decision, Event, Over, Result, Seat, State, Told, view
from prial.core.record import Record, written_move
from prial.core.step import step
from prial.errors import Refusal
from prial.games.brag import BragGame
from prial.games.brag.actions import Action
from prial.games.brag.choices import Deciding
from prial.games.brag.rules import SCHEMA
from prial.games.brag.state import Settled, Table


class Playing:
    """A game in which the test deals. The last seat deals first, so that seat 0 begins the betting.

    Args:
        preset: the preset's name.
        dealer: the seat that deals first; None is the last seat.
        stacks: chips of the seats; None gives each a purse.
        brings: money that the seats put on the table, where they bring their own.
        pack: the cards in play.
        given: options that differ from the preset.
    """

    def __init__(
        self,
        preset: str = "house",
        *,
        dealer: Seat | None = None,
        stacks: Sequence[int] | None = None,
        brings: Sequence[int] = (),
        pack: Sequence[Card] = PACK,
        **given: Any,
    ) -> None:
        self.preset, self.given = preset, given
        self.rules = SCHEMA.make(given, preset)
        self.game = BragGame(self.rules, pack)
        self.state: State[Table] = self.game.start()
        self.gathered: Mapping[Seat, Action] = {}
        self.told: list[Told] = []
        self.moves: list[tuple[Any, Any]] = []
        self.said: list[str] = []
        if stacks is not None:
            table = replace(self.state.public, chips=tuple(stacks), bought=tuple(stacks))
            self.state = State(table, self.state.piles, self.state.seen)
        for seat, chips in enumerate(brings):
            self.do(seat, f"bring {chips}")
        self.nature(self.rules.players - 1 if dealer is None else dealer)

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
    def pot(self) -> int:
        """Chips in all pots."""
        return total(self.table.pots)

    @property
    def phase(self) -> str:
        return str(self.table.phase)

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
    def also(self) -> tuple[Seat, ...]:
        """The seats that may act meanwhile."""
        node = self.node
        assert isinstance(node, Decision)
        return node.also

    @property
    def sentences(self) -> list[str]:
        """The events of the last move in words, whoever was told them."""
        return [told.event.say("ABCDEFGHIJKLMNOP") for told in self.told]

    @property
    def events(self) -> list[Event]:
        return [told.event for told in self.told]

    def choices(self, seat: Seat) -> Deciding:
        return self.game.choices(view(self.state, seat))

    def offers(self, seat: Seat) -> list[str]:
        """All actions of a seat except bets."""
        return [text for text in map(self.game.write, self.choices(seat)) if not text.startswith("bet")]

    def bets(self, seat: Seat) -> tuple[int, int] | None:
        """The least and the most that a seat may bet."""
        chips = [action.chips for action in self.choices(seat) if hasattr(action, "chips")]
        assert chips == list(range(chips[0], chips[-1] + 1)) if chips else True
        return (chips[0], chips[-1]) if chips else None

    def cards(self, seat: Seat, viewer: Seat | None = None, *, hand: int = 0) -> str:
        """The cards of a hand in the order dealt, as a viewer sees them; ``--`` for an unseen card."""
        seen = view(self.state, viewer).piles
        return "".join(names(seen[pile]) if seen[pile][0] >= 0 else "--" for pile in self.table.hands[seat][hand])

    def faces(self, piles: Sequence[int]) -> str:
        """The cards of piles, including hidden ones; ``--`` for a card that wasn't dealt yet."""
        return "".join(names(self.state.piles[pile]) if self.state.piles[pile][0] >= 0 else "--" for pile in piles)

    # --- moves --------------------------------------------------------------------------------------------------------

    def nature(self, outcome: Any) -> None:
        self._move(NATURE, outcome)

    def do(self, seat: Seat, *texts: str) -> None:
        """Make a seat's moves, which must be allowed."""
        for text in texts:
            self._move(seat, self.game.read(text))

    def turns(self, *texts: str) -> None:
        """Make moves of the seats in turn; ``look & bet 4`` is two moves of one seat."""
        for text in texts:
            seat = self.seats[0]
            for part in text.split("&"):
                self.do(seat, part.strip())

    def all(self, text: str) -> None:
        """Make the same move for all seats that decide."""
        for seat in self.seats:
            self.do(seat, text)

    def refused(self, seat: Seat, text: str) -> str:
        """The code with which a seat's move is refused."""
        return self.refusal(seat, text).code

    def refusal(self, seat: Seat, text: str) -> Refusal:
        done = step(self.game, self.state, self.gathered, seat, self.game.read(text))
        assert isinstance(done, Refusal), f"{text} is allowed"
        return done

    def deal(self, *hands: str, bottom: str = "") -> None:
        """Deal these cards; each hand is completed with other cards.

        Args:
            hands: the hands by seat, without seats that sit out; each in the order in which its cards are dealt.
            bottom: the bottom card, where it shows.
        """
        node = self.node
        assert isinstance(node, Chance)
        draw = node.draw
        assert isinstance(draw, Draw)
        by_seat = dict(zip(sorted(self.table.playing), hands, strict=False))
        wanted = [parse(by_seat.get(seat, "")) for seat in range(self.game.seats)]
        shows = parse(bottom)
        rest = iter([card for card in draw.pool if all(card not in cards for cards in (*wanted, shows))])
        piles: list[tuple[Card, ...]] = []
        for group in draw.groups:
            for seat, size in enumerate(group.sizes):
                cards = shows if group.name == "bottom" else wanted[seat]
                piles += [(cards[at] if at < len(cards) else next(rest),) for at in range(size)]
        self.nature(tuple(piles))

    def next(self, *hands: str, bottom: str = "", words: str = "play") -> None:
        """All play on, and the next deal is dealt."""
        self.all(words)
        self.deal(*hands, bottom=bottom)

    def _move(self, seat: Seat, action: Any) -> None:
        self.moves.append(written_move(self.game, self.state, seat, action))
        chips = self.worth
        done = step(self.game, self.state, self.gathered, seat, action)
        assert not isinstance(done, Refusal), f"{seat} {self.moves[-1][1]}: {done}"
        self.state, self.gathered, self.told = done.state, done.gathered, list(done.told)
        self.said += self.sentences
        assert chips == self.worth == 0, "chips are neither made nor lost"

    @property
    def worth(self) -> int:
        """All chips on the table minus those bought and lent; always 0."""
        table = self.table
        return sum(table.chips) + self.pot - sum(table.bought) - sum(table.debts)

    def record(self, *seats: str, **notes: Any) -> Record:
        """The record of what was played."""
        rules = {"preset": self.preset, **self.given}
        rules.pop("players", None)
        return Record(prial=1, game="brag", rules=rules, seats=list(seats), moves=self.moves, notes=notes)
