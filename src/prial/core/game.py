"""The protocol of a game: frozen states, pure functions, and the function `view`, which gives what each seat knows.

Cards lie in *piles*: a hand, a spare hand, one laid hand, a single card. Everybody knows where a pile lies, how many cards it has
and who has looked at it. Only nature and the seats that have seen a pile know the faces of its cards. A pile is a set, without
order. When its owner divides it, the parts are new piles. So nobody can follow a single card through somebody else's hand.
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
from prial.core.printed import cards_of, pictured, printed
from prial.drawn import table
from prial.errors import ActionError, Refusal, refuse, say

Seat: TypeAlias = int
"""A player's place, 0 to players − 1; the player with the next number sits to the left."""
NATURE: Final[Seat] = -1
"""The seat number that stands for chance: nature deals, shuffles and draws."""
EVERYBODY: Final = -1
"""The set of all seats and the spectators. A set of seats is a number: bit k stands for seat k. Here all bits are set."""
BACK: Final[Card] = -1
"""The number that stands for a card whose face can't be seen."""
_BACKS: Final = tuple((BACK,) * size for size in range(53))

P = TypeVar("P")
"""The type of the public part of a game's state."""
A = TypeVar("A")
"""The type of a game's actions."""
T = TypeVar("T")


class State(msgspec.Struct, Generic[P], frozen=True, gc=False):
    """The whole state of a game, with the hidden cards."""

    public: P
    """The part that everybody may know: a frozen value of the game's own type. It contains only cards that are shown to all."""
    piles: tuple[tuple[Card, ...], ...] = ()
    """The cards of each pile, best first; `BACK` stands for a card that nature hasn't drawn yet."""
    seen: tuple[int, ...] = ()
    """For each pile, the set of seats that have seen its cards: bit k stands for seat k. `EVERYBODY` for a pile that is shown to
    all."""

    def hands(self, seat: Seat) -> tuple[tuple[Card, ...], ...]:
        """The cards of each hand that lies before a seat: one hand, or several if the player holds or has laid several."""
        return cards_of(self.public, self.piles, seat)

    def __str__(self) -> str:
        """The table as text in a few lines, with all cards."""
        return printed(self.public, self.piles)

    def _repr_html_(self) -> str:
        return pictured(str(self))


class View(msgspec.Struct, Generic[P], frozen=True, gc=False):
    """What one seat knows. Equal views are one information state: they offer the same choices and have the same hash."""

    seat: Seat | None
    """The seat that has this view; None for a spectator."""
    public: P
    """The public part of the state."""
    piles: tuple[tuple[Card, ...], ...]
    """The cards of each pile; `BACK` stands for a card that this seat hasn't seen. A seen pile stays seen until the pack is
    shuffled."""
    seen: tuple[int, ...] = ()
    """For each pile, the set of seats that have seen its cards, as `State.seen`."""

    def hands(self, seat: Seat) -> tuple[tuple[Card, ...], ...]:
        """The hands that lie before a seat, as `State.hands`; `BACK` for a card that the viewer hasn't seen."""
        return cards_of(self.public, self.piles, seat)

    def __str__(self) -> str:
        """The table as this seat sees it, in a few lines; ``??`` for a card that the seat hasn't seen."""
        return printed(self.public, self.piles)

    def _repr_html_(self) -> str:
        return pictured(str(self), "What a spectator sees" if self.seat is None else f"What seat {self.seat} sees")


def view(state: State[P], seat: Seat | None) -> View[P]:
    """What a seat (None: a spectator) may know of a state. In every game, players learn of a state only through this function."""
    bit = -1 if seat is None else 1 << seat
    return View(
        seat,
        state.public,
        tuple([p if s & bit == bit else _BACKS[len(p)] for p, s in zip(state.piles, state.seen, strict=True)]),
        state.seen,
    )


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """A copy of a tuple in which one item is replaced: ``put((5, 5, 5), 1, 9)`` is ``(5, 9, 5)``.

    Args:
        values: the tuple.
        at: index of the item.
        value: the new value of the item.
    """
    return (*values[:at], value, *values[at + 1 :])


def from_left(dealer: Seat, seats: Iterable[Seat], players: int) -> list[Seat]:
    """Seats in the order of play: the seat to the dealer's left first, the dealer last.

    Args:
        dealer: the dealer's seat.
        seats: the seats to put in order.
        players: number of seats at the table.
    """
    return sorted(seats, key=lambda seat: (seat - dealer - 1) % players)


def seen_by(state: State[P], piles: Iterable[int], seats: int) -> State[P]:
    """The state after some seats have looked at some piles.

    Args:
        state: the state before.
        piles: numbers of the piles.
        seats: the set of seats that look: bit k stands for seat k. `EVERYBODY` shows the piles to all.
    """
    seen = list(state.seen)
    for pile in piles:
        seen[pile] |= seats
    return State(state.public, state.piles, tuple(seen))


class Chance(msgspec.Struct, frozen=True, gc=False):
    """A node at which nature moves."""

    draw: Pick | Draw
    """The possible outcomes and their probabilities."""
    rest: bool = False
    """Whether a deal has just ended, so that people want time to look at the table before nature moves."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A node at which seats decide, in any order and in secret. Nothing takes effect before all of them have decided."""

    key: str
    """Name of the decision, used once within a game: ``3.arrange``."""
    seats: tuple[Seat, ...]
    """The seats that decide, in the order of play."""
    also: tuple[Seat, ...] = ()
    """Seats that may act while the decision is open, for example to look at a blind hand. The decision doesn't wait for that.

    Such an action takes effect at once. It doesn't change ``key`` or ``seats``. Answers already given in secret stay, and the
    game makes sure that they stay allowed. A seat is listed here only while it has such an action. A seat in both ``also`` and
    ``seats`` has two kinds of actions: answers, for which the decision waits, and actions that take effect at once (see
    `Choices.at_once`).
    """
    rest: bool = False
    """Whether a deal is over and the next deal hasn't begun, as when seats are asked whether they play on."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """How a game ended."""

    winners: tuple[Seat, ...]
    """The seats that won: one, several that share the win, or none."""
    scores: tuple[int, ...]
    """Points of each seat; the index is the seat."""
    ledger: tuple[int, ...]
    """Chips or money that each seat has won, in whole units; below 0 for a loss. The index is the seat, and the sum is 0."""

    def _repr_html_(self) -> str:
        columns = enumerate(zip(self.scores, self.ledger, strict=True))
        rows = [(seat, score, chips, "✓" if seat in self.winners else "") for seat, (score, chips) in columns]
        return table(("seat", "score", "ledger", "won"), rows)


class Over(msgspec.Struct, frozen=True, gc=False):
    """A node at which the game is over."""

    result: Result
    """How the game ended."""


Node: TypeAlias = Chance | Decision | Over
"""The next thing to happen in a state: nature moves, seats decide, or the game is over."""


class Weight(StrEnum):
    """How much an event stands out in a log."""

    PLAIN = "plain"
    """An ordinary line."""
    DEAL = "deal"
    """A heading: a deal begins."""
    MARK = "mark"
    """An emphasised line: for example, somebody wins a pot."""


class Sound(StrEnum):
    """The sound that is played with an event, for players who have switched sounds on."""

    NONE = "none"
    """No sound."""
    RIFFLE = "riffle"
    """Cards are shuffled."""
    KNOCK = "knock"
    """Knuckles on the table."""
    PEG = "peg"
    """A peg is moved."""
    CHIPS = "chips"
    """Chips are put in."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, as viewers are told it. Cards are written as text (``AsAhAd``).

    A field called ``seat``, ``dealer`` or ``winner`` holds a seat; a field called ``seats`` or ``winners`` holds several.
    """

    SEATS: ClassVar = frozenset({"seat", "seats", "dealer", "winner", "winners"})
    """Names of the fields that hold seats."""
    EACH: ClassVar[frozenset[str]] = frozenset()
    """Names of the fields that hold one number for each seat, in the order of the seats: “Ann 3 · Ben 1”."""
    WEIGHT: ClassVar = Weight.PLAIN
    """How much the event stands out in a log."""
    SOUND: ClassVar = Sound.NONE
    """The event's sound. A class whose events don't all have a sound overrides `sound`."""
    PRIVATE: ClassVar = False
    """Whether the event only lists the hand of the player who is told. The board shows this hand, so screen readers don't
    announce the event."""

    @property
    def code(self) -> str:
        """The code of the event's sentence in the catalogue of sentences (see `prial.errors`): ``GAME.called``."""
        tag = self.__struct_config__.tag
        assert isinstance(tag, str)
        return tag

    @property
    def sound(self) -> Sound:
        """The sound of this event."""
        return self.SOUND

    @property
    def pictured(self) -> str:
        """Cards to show as pictures beside a sentence that doesn't name them: ``AsAhAd``. It is empty if no cards are shown."""
        return ""

    def args(self) -> dict[str, Any]:
        """Maps names to the arguments of the event's sentence: the event's fields, unless a class overrides this."""
        return {field: getattr(self, field) for field in self.__struct_fields__}

    def say(self, names: Sequence[str], language: str = "en", *, code: str = "") -> str:
        """The event in one sentence.

        Args:
            names: the players' names, indexed by seat.
            language: language of the sentence.
            code: code of another sentence about the event, such as ``GAME.called.you``; empty for the event's own.
        """

        def named(field: str, value: Any) -> Any:
            if field in self.EACH:
                return " · ".join(f"{name} {number}" for name, number in zip(names, value, strict=False))
            if field not in self.SEATS or value is None:
                return value
            return names[value] if isinstance(value, int) else ", ".join(names[seat] for seat in value)

        return say(code or self.code, {field: named(field, value) for field, value in self.args().items()}, language)


class Told(msgspec.Struct, frozen=True, gc=False):
    """An event and the seats that are told it."""

    event: Event
    """The event."""
    to: int = EVERYBODY
    """The set of seats that are told: bit k stands for seat k. `EVERYBODY` includes the spectators."""

    def heard_by(self, seat: Seat | None) -> bool:
        """Whether this seat (None: a spectator) is told the event."""
        return self.to == EVERYBODY or (seat is not None and bool(self.to >> seat & 1))


class Choices(ABC, Generic[A]):
    """The actions that a seat may take. They are computed only when needed, since there may be millions.

    A game's own class defines the four abstract methods. ``action in choices``, ``bool(choices)`` and ``repr(choices)`` follow
    from them.
    """

    __slots__ = ()

    @abstractmethod
    def why_not(self, action: A, /) -> Refusal | None:
        """None if the action is allowed; otherwise the reason why it isn't."""

    @abstractmethod
    def __iter__(self) -> Iterator[A]:
        """Each allowed action once, in a fixed order.

        Some actions contain a number or a name that the player chooses freely. Such actions are given only with the usual numbers
        or names.
        """

    @abstractmethod
    def count(self) -> int:
        """The number of actions that `__iter__` gives. If possible, a class computes the number without making the actions."""

    @abstractmethod
    def sample(self, rng: Random) -> A:
        """A random allowed action. It can be any action that `__iter__` gives, but some may be more likely than others."""

    def at_once(self, action: A, /) -> bool:
        """Whether an allowed action takes effect at once. Such an action isn't an answer: the seat still has to answer.

        For example, all seats are asked whether they play on. Before a player answers, the player may show a hand. Everybody then
        sees the hand, though other seats haven't answered yet. Bots take no such actions.
        """
        return False

    def answer(self, rng: Random) -> A:
        """A random allowed action as from `sample`, but never one that takes effect `at_once`."""
        while self.at_once(action := self.sample(rng)):
            pass
        return action

    def __contains__(self, action: A) -> bool:
        """Whether an action is allowed.

        Raises:
            ActionError: a text was given instead of an action. `Game.read` makes an action of it.
        """
        if type(action) is str:
            raise ActionError(refuse("step.text", action=f"{action}"[:40]))
        return self.why_not(action) is None

    def __bool__(self) -> bool:
        """Whether any action is allowed."""
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        """The name of the class and the first three actions."""
        first = [repr(action) for action in islice(self, 4)]
        return f"<{type(self).__name__}: {', '.join([*first[:3], *(['…'] if len(first) > 3 else [])]) or 'nothing'}>"


class Game(Protocol[P, A]):
    """A game under one set of rules. Its methods are pure functions: they change nothing and depend only on their arguments."""

    name: str
    """The game's name in the registry and in records: small letters and underscores."""
    version: int
    """Version of the rules. A change that would make an old record play differently raises this number."""
    seats: int
    """Number of players."""

    rules: Any
    """The house rules of this table: the frozen dataclass that the game's schema describes."""

    def start(self) -> State[P]:
        """The state at the start of the game."""

    def node(self, state: State[P], /) -> Node:
        """The node of a state: whether nature moves, seats decide, or the game is over."""

    def deal(self, state: State[P], outcome: Outcome, /) -> State[P]:
        """The state after nature's move. The outcome must be one that the node's draw allows."""

    def choices(self, view: View[P], /) -> Choices[A]:
        """The actions that the view's seat may take. The seat must be one of `Decision.seats` or one of `Decision.also`."""

    def act(self, state: State[P], moves: Mapping[Seat, A], /) -> State[P]:
        """The state after one or several seats have taken allowed actions.

        Args:
            state: the state before.
            moves: maps seats to their actions. Usually these are the answers of all deciding seats. An action that takes effect
                while seats still decide is the only one in ``moves``. Either its seat is only in `Decision.also`, or the action
                is `at_once <Choices.at_once>`.
        """

    def tell(self, before: State[P], moves: Mapping[Seat, A] | Outcome, after: State[P], /) -> Sequence[Told]:
        """The events between two states, in order, each with the seats that are told it."""

    def score(self, view: View[P], /) -> tuple[int, ...]:
        """The present score of each seat in points, chips or tokens; empty if the game counts nothing."""

    def stop(self, state: State[P], /) -> Result:
        """The result of the game if its players break it off in this state."""

    def read(self, text: str, /) -> A:
        """Read an action from its text.

        Raises:
            ActionError: the text isn't an action of this game.
        """

    def write(self, action: A, /) -> str:
        """Write an action as a text, which `read` reads."""
