"""What a game is: frozen values, pure functions, and one `view` through which every seat sees it.

Cards lie in *piles*: a hand, a spare hand, one laid hand, a single card. Where a pile lies and how many cards it has is
public; its faces are known to nature and to the seats that have seen it. A pile is a set: when its owner divides it, the
parts are new piles, so nobody can follow a single card through somebody else's hand.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from random import Random
from typing import Any, ClassVar, Final, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from prial.cards import Card
from prial.core.chance import Draw, Outcome, Pick
from prial.drawn import NOTHING, draw, fields, table
from prial.errors import Refusal, say

Seat: TypeAlias = int
"""A player's place, 0 to players − 1; the next number sits to the left."""
NATURE: Final[Seat] = -1
"""The seat of chance: who deals, shuffles and draws."""
EVERYBODY: Final = -1
"""A set of seats as bits (bit ``seat``), all of them and the spectators."""
BACK: Final[Card] = -1
"""A card whose face can't be seen."""
_BACKS: Final = tuple((BACK,) * size for size in range(53))

P = TypeVar("P")
A = TypeVar("A")
T = TypeVar("T")


class State(msgspec.Struct, Generic[P], frozen=True, gc=False):
    """Everything, as nature knows it."""

    public: P
    """What everybody may know: a frozen value of the game's own, without a face in it that isn't shown."""
    piles: tuple[tuple[Card, ...], ...] = ()
    """Faces by pile, each sorted best first; `BACK` where nature has not yet turned to a card."""
    seen: tuple[int, ...] = ()
    """By pile, who has seen its faces: seats as bits, `EVERYBODY` when it is shown."""


class View(msgspec.Struct, Generic[P], frozen=True, gc=False):
    """What one seat knows. Equal views are one information state: they offer the same choices, and hash alike."""

    seat: Seat | None
    """Whose view it is; None is a spectator's."""
    public: P
    """The public part, as it is."""
    piles: tuple[tuple[Card, ...], ...]
    """Faces by pile, `BACK` for those which this seat has not seen. What was seen once stays seen until the pack is shuffled."""

    def _repr_html_(self) -> str:
        rows = fields(self.public) if isinstance(self.public, msgspec.Struct) else [("public", self.public)]
        rows = [(name, value) for name, value in rows if value != NOTHING]
        rows += [(f"pile {at}", draw(pile)) for at, pile in enumerate(self.piles) if pile]
        return table((), rows, "What a spectator sees" if self.seat is None else f"What seat {self.seat} sees")


def view(state: State[P], seat: Seat | None) -> View[P]:
    """What a seat (None: a spectator) may know of a state. The one way from states to players, for every game."""
    bit = -1 if seat is None else 1 << seat
    return View(
        seat,
        state.public,
        tuple([p if s & bit == bit else _BACKS[len(p)] for p, s in zip(state.piles, state.seen, strict=True)]),
    )


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Values with another one in one place: what a seat has, changed for one seat."""
    return (*values[:at], value, *values[at + 1 :])


def from_left(dealer: Seat, seats: Iterable[Seat], players: int) -> list[Seat]:
    """Seats in the order of play: first the one to the dealer's left, the dealer last.

    Args:
        dealer: who deals.
        seats: those to put in order.
        players: how many seats there are.
    """
    return sorted(seats, key=lambda seat: (seat - dealer - 1) % players)


def seen_by(state: State[P], piles: Iterable[int], seats: int) -> State[P]:
    """A state in which more seats have seen some piles.

    Args:
        state: the state before.
        piles: numbers of the piles.
        seats: who sees them now, as bits; `EVERYBODY` shows them.
    """
    seen = list(state.seen)
    for pile in piles:
        seen[pile] |= seats
    return State(state.public, state.piles, tuple(seen))


class Chance(msgspec.Struct, frozen=True, gc=False):
    """Nature moves."""

    draw: Pick | Draw
    """What may happen, and how likely each of it is."""
    rest: bool = False
    """Whether something has just come to an end that people want to look at before nature goes on: a deal is over."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """Seats decide, in any order and in secret; nothing takes effect before the last of them has."""

    key: str
    """Names the decision within its game, and is never used again: ``3.arrange``."""
    seats: tuple[Seat, ...]
    """Who decides, in the order of play."""
    also: tuple[Seat, ...] = ()
    """Who else may act meanwhile, though nothing waits for them: to look at a blind hand, to buy in again.

    What they do takes effect at once. It leaves the key and who decides as they are, and what has been decided in secret
    stands: the game sees to it that it stays allowed. A seat stands here only while it can do something; one that stands
    in ``seats`` too decides, and does meanwhile only what its choices say is done `at_once <Choices.at_once>`.
    """
    rest: bool = False
    """Whether a deal is over and no other has begun, as with `Chance`: who plays the next one is asked, say."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """How a game ended."""

    winners: tuple[Seat, ...]
    """Who won: one seat, several who share it, or none."""
    scores: tuple[int, ...]
    """Points, by seat."""
    ledger: tuple[int, ...]
    """Money or chips won and lost, whole units by seat; their sum is 0."""

    def _repr_html_(self) -> str:
        columns = enumerate(zip(self.scores, self.ledger, strict=True))
        rows = [(seat, score, chips, "✓" if seat in self.winners else "") for seat, (score, chips) in columns]
        return table(("seat", "score", "ledger", "won"), rows)


class Over(msgspec.Struct, frozen=True, gc=False):
    """Nothing is left to decide."""

    result: Result


Node: TypeAlias = Chance | Decision | Over


class Weight(StrEnum):
    """How a line stands out in a log."""

    PLAIN = "plain"
    """One line among others."""
    DEAL = "deal"
    """A deal begins: a heading."""
    MARK = "mark"
    """Something is decided: points, a pot, a call."""


class Sound(StrEnum):
    """What goes with an event at a table, for those who want to hear it."""

    NONE = "none"
    RIFFLE = "riffle"
    """Cards are shuffled."""
    KNOCK = "knock"
    """Knuckles on the table."""
    PEG = "peg"
    """A peg is moved."""
    CHIPS = "chips"
    """Chips are put in."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, as it is told to those who may hear it. Cards stand in it as text (``AsAhAd``).

    A field called ``seat``, ``dealer``, ``winner`` holds a seat, one called ``seats`` or ``winners`` several.
    """

    SEATS: ClassVar = frozenset({"seat", "seats", "dealer", "winner", "winners"})
    """The fields that hold seats."""
    EACH: ClassVar[frozenset[str]] = frozenset()
    """The fields that hold a number for each seat, in the order of the seats: “Ann 3 · Ben 1”."""
    WEIGHT: ClassVar = Weight.PLAIN
    """How it stands out in a log."""
    SOUND: ClassVar = Sound.NONE
    """What it sounds like; an event that only sometimes sounds says so by `sound`."""
    PRIVATE: ClassVar = False
    """Whether it names the cards of one hand, to its owner: the board shows them, and nobody wants to have them read out."""

    @property
    def code(self) -> str:
        """The sentence's code in the catalogue: ``GAME.called``."""
        tag = self.__struct_config__.tag
        assert isinstance(tag, str)
        return tag

    @property
    def sound(self) -> Sound:
        """What it sounds like."""
        return self.SOUND

    @property
    def pictured(self) -> str:
        """The cards to draw beside the sentence where it doesn't name them: ``AsAhAd``; empty for none."""
        return ""

    def args(self) -> dict[str, Any]:
        """What the sentence may name: the event's own fields, unless the event knows better."""
        return {field: getattr(self, field) for field in self.__struct_fields__}

    def say(self, names: Sequence[str], language: str = "en", *, code: str = "") -> str:
        """The event in one sentence.

        Args:
            names: the players' names by seat.
            language: of the sentence.
            code: another sentence about it than its own, as ``GAME.called.you``.
        """

        def named(field: str, value: Any) -> Any:
            if field in self.EACH:
                return " · ".join(f"{name} {number}" for name, number in zip(names, value, strict=False))
            if field not in self.SEATS or value is None:
                return value
            return names[value] if isinstance(value, int) else ", ".join(names[seat] for seat in value)

        return say(code or self.code, {field: named(field, value) for field, value in self.args().items()}, language)


class Told(msgspec.Struct, frozen=True, gc=False):
    """An event and who may hear it."""

    event: Event
    to: int = EVERYBODY
    """Seats as bits, or `EVERYBODY`."""

    def heard_by(self, seat: Seat | None) -> bool:
        """Whether this seat (None: a spectator) hears it."""
        return self.to == EVERYBODY or (seat is not None and bool(self.to >> seat & 1))


class Choices(ABC, Generic[A]):
    """What a seat may do, worked out only as far as it is asked for. A game may have millions of actions.

    A game's own choices say four things; the rest follows: ``action in choices``, whether there are any, and what they look
    like in a debugger.
    """

    __slots__ = ()

    @abstractmethod
    def why_not(self, action: A, /) -> Refusal | None:
        """None where the action is allowed, else why it isn't."""

    @abstractmethod
    def __iter__(self) -> Iterator[A]:
        """Each allowed action once, in a fixed order; of those with any number or name in them, the usual ones."""

    @abstractmethod
    def count(self) -> int:
        """How many actions `__iter__` gives, without making them where that can be helped."""

    @abstractmethod
    def sample(self, rng: Random) -> A:
        """An allowed action; each may come, not all equally often."""

    def at_once(self, action: A, /) -> bool:
        """Whether an allowed action of a seat that decides is no answer: it is done meanwhile, and the seat decides all the same.

        A hand that is shown while everybody is asked to play on is seen now, and not when the last one has answered. It is
        allowed until the seat has answered. Bots only answer.
        """
        return False

    def answer(self, rng: Random) -> A:
        """Like `sample`, but an answer: nothing that is done at once."""
        while self.at_once(action := self.sample(rng)):
            pass
        return action

    def __contains__(self, action: A) -> bool:
        """Whether an action is allowed."""
        return self.why_not(action) is None

    def __bool__(self) -> bool:
        """Whether anything is allowed."""
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        """The first few actions."""
        first = [repr(action) for action in islice(self, 4)]
        return f"<{type(self).__name__}: {', '.join([*first[:3], *(['…'] if len(first) > 3 else [])]) or 'nothing'}>"


class Game(Protocol[P, A]):
    """A game under one set of rules. Nothing here changes anything: each method answers from its arguments alone."""

    name: str
    """The name in the registry and in records: small letters and underscores."""
    version: int
    """Raised by any change of rules that would make an old record play differently."""
    seats: int
    """How many play."""

    rules: Any
    """The house rules of this table: the frozen dataclass that the game's schema describes."""

    def start(self) -> State[P]:
        """The state before anything happened."""

    def node(self, state: State[P], /) -> Node:
        """Who moves."""

    def deal(self, state: State[P], outcome: Outcome, /) -> State[P]:
        """The state after nature's move, which must be one that the node's draw allows."""

    def choices(self, view: View[P], /) -> Choices[A]:
        """What the view's seat may do, where the present decision includes it: to answer it, or else meanwhile."""

    def act(self, state: State[P], moves: Mapping[Seat, A], /) -> State[P]:
        """The state after an allowed action of every seat of the decision, or of one that acts meanwhile or at once."""

    def tell(self, before: State[P], moves: Mapping[Seat, A] | Outcome, after: State[P], /) -> Sequence[Told]:
        """What happened between two states, in order, and who may hear it."""

    def score(self, view: View[P], /) -> tuple[int, ...]:
        """What everybody's score is while the game is played, by seat: points, chips, tokens; empty where nothing is counted."""

    def stop(self, state: State[P], /) -> Result:
        """What the game comes to if its players break it off in this state."""

    def read(self, text: str, /) -> A:
        """An action from its text.

        Raises:
            ActionError: text that is no action of this game.
        """

    def write(self, action: A, /) -> str:
        """An action's text, which `read` takes back."""
