"""The protocol of a game: frozen states, pure functions, and `view`, which hides the cards that a player hasn't seen.

Cards lie in *piles*: a hand, one laid hand, a single card. Everybody knows where a pile lies, how many cards it has and who has
looked at it. Only the seats that have seen a pile know its cards. The cards of a pile have no order, and the parts of a divided
pile are new piles. So nobody can follow a single card through somebody else's hand.
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
from prial.errors import ActionError, Refusal, listed, refuse, say

Seat: TypeAlias = int
"""A player's place, 0 to players − 1; the player with the next number sits to the left."""
NATURE: Final[Seat] = -1
"""The seat number of *nature*, the name for chance. Nature deals, shuffles and draws."""
EVERYBODY: Final = -1
"""The set of all seats and the spectators. A set of seats is a number in which bit k stands for seat k; here all bits are set."""
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
    """For each pile, who has seen its cards: bit k of the number is 1 if seat k has seen them.

    It is `EVERYBODY` for a pile that is shown to all.
    """

    def hands(self, seat: Seat) -> tuple[tuple[Card, ...], ...]:
        """The cards of each hand of a player. A player may have several hands: hands still held, or hands already laid."""
        return cards_of(self.public, self.piles, seat)

    def __str__(self) -> str:
        """The table as text in a few lines, with all cards."""
        return printed(self.public, self.piles)

    def _repr_html_(self) -> str:
        return pictured(str(self))


class View(msgspec.Struct, Generic[P], frozen=True, gc=False):
    """The game as one seat, or a spectator, sees it. Equal views are the same information state, and offer the same choices."""

    seat: Seat | None
    """The seat that has this view; None for a spectator."""
    public: P
    """The public part of the state."""
    piles: tuple[tuple[Card, ...], ...]
    """The cards of each pile; `BACK` stands for a card that this seat hasn't seen.

    A pile that this seat has seen stays visible to this seat until the pile's cards are shuffled or mixed with other cards.
    """
    seen: tuple[int, ...] = ()
    """For each pile, who has seen its cards: bit k of the number is 1 if seat k has seen them.

    It is `EVERYBODY` for a pile that is shown to all.
    """

    def hands(self, seat: Seat) -> tuple[tuple[Card, ...], ...]:
        """The cards of any player's hands; `BACK` for a card that the viewer hasn't seen."""
        return cards_of(self.public, self.piles, seat)

    def __str__(self) -> str:
        """The table as this seat sees it, in a few lines; ``??`` for a card that the seat hasn't seen."""
        return printed(self.public, self.piles)

    def _repr_html_(self) -> str:
        return pictured(str(self), "What a spectator sees" if self.seat is None else f"What seat {self.seat} sees")


def view(state: State[P], seat: Seat | None) -> View[P]:
    """Make a seat's view of a state: the cards that the seat hasn't seen are hidden.

    In every game, players get to know a state only through this function.

    Args:
        state: the state.
        seat: the seat; None for a spectator.
    """
    bit = -1 if seat is None else 1 << seat
    return View(
        seat,
        state.public,
        tuple([p if s & bit == bit else _BACKS[len(p)] for p, s in zip(state.piles, state.seen, strict=True)]),
        state.seen,
    )


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Copy a tuple with one item replaced: ``put((5, 5, 5), 1, 9)`` is ``(5, 9, 5)``.

    Args:
        values: the tuple.
        at: index of the item.
        value: the new value of the item.
    """
    return (*values[:at], value, *values[at + 1 :])


def from_left(dealer: Seat, seats: Iterable[Seat], players: int) -> list[Seat]:
    """Put seats in the order of play: from the dealer's left around to the dealer.

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
    """Nature moves next: for example, cards are dealt."""

    draw: Pick | Draw
    """The possible outcomes and their probabilities."""
    rest: bool = False
    """Whether a deal has just ended. If so, a host gives people time to look at the table before nature moves."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """Seats decide next, in any order and in secret. Their answers take effect when all of them have decided."""

    key: str
    """Name of the decision: ``3.arrange``. No other decision of the same game has this name."""
    seats: tuple[Seat, ...]
    """The seats that decide, in the order of play."""
    also: tuple[Seat, ...] = ()
    """Seats that may act beside the decision, for example to look at a blind hand. Nobody waits for them.

    An action beside the decision takes effect immediately (see `Choices.at_once`). It changes neither ``key`` nor ``seats``.
    Answers already given in secret stay allowed. A seat may be in both ``also`` and ``seats``. A seat is listed only while it can
    act beside the decision.
    """
    rest: bool = False
    """Whether the decision falls between two deals: for example, players are asked whether they play on."""


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
    """The game is over."""

    result: Result
    """How the game ended."""


Node: TypeAlias = Chance | Decision | Over
"""The next thing to happen: nature moves, seats decide, or the game is over."""


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
    """Something that happened in a game. Players or spectators are told about it. Cards are written as text (``AsAhAd``).

    A field called ``seat``, ``dealer`` or ``winner`` holds a seat; a field called ``seats`` or ``winners`` holds several.
    """

    SEATS: ClassVar = frozenset({"seat", "seats", "dealer", "winner", "winners"})
    """Names of the fields that hold seats."""
    EACH: ClassVar[frozenset[str]] = frozenset()
    """Names of the fields that hold one number for each seat.

    A sentence shows each number after the player's name: “Ann 3 · Ben 1”.
    """
    WEIGHT: ClassVar = Weight.PLAIN
    """How much the event stands out in a log."""
    SOUND: ClassVar = Sound.NONE
    """The event's sound. If only some events of a class have a sound, the class overrides `sound`."""
    PRIVATE: ClassVar = False
    """Whether the event tells a player their own cards, and nothing else. The board shows these cards, so screen readers don't
    announce the event."""

    @property
    def code(self) -> str:
        """The event's code: ``GAME.called``. `prial.errors` finds the event's sentence by this code."""
        tag = self.__struct_config__.tag
        assert isinstance(tag, str)
        return tag

    @property
    def sound(self) -> Sound:
        """The sound of this event."""
        return self.SOUND

    @property
    def pictured(self) -> str:
        """Cards that are shown as pictures beside the event's sentence, because the sentence doesn't name them.

        The text has two letters for each card (``AsAhAd``), and is empty if there are no pictures.
        """
        return ""

    def args(self) -> dict[str, Any]:
        """The values for the placeholders of the event's sentence, by name: the fields, unless a class overrides this."""
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
            return names[value] if isinstance(value, int) else listed([names[seat] for seat in value])

        return say(code or self.code, {field: named(field, value) for field, value in self.args().items()}, language)


class Told(msgspec.Struct, frozen=True, gc=False):
    """An event, and the seats that are told about it."""

    event: Event
    """The event."""
    to: int = EVERYBODY
    """The set of seats that are told about the event: bit k stands for seat k. `EVERYBODY` includes the spectators."""

    def heard_by(self, seat: Seat | None) -> bool:
        """Whether a seat is told about the event; None asks about a spectator."""
        return self.to == EVERYBODY or (seat is not None and bool(self.to >> seat & 1))


class Choices(ABC, Generic[A]):
    """The actions that a seat may take. They are computed only when needed, since there may be millions.

    Each game has a subclass that defines the four abstract methods. `Choices` itself defines ``action in choices``,
    ``bool(choices)`` and ``repr(choices)``.
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
        """The number of actions that ``iter(choices)`` gives. A game can compute it without making the actions."""

    @abstractmethod
    def sample(self, rng: Random) -> A:
        """A random action from those that ``iter(choices)`` gives. Each can come up, but some may be more likely than others."""

    def at_once(self, action: A, /) -> bool:
        """Whether an allowed action takes effect immediately, and doesn't answer the decision.

        For example, a player may show a hand to everybody before answering whether to play on. Bots take no such actions.
        """
        return False

    def answer(self, rng: Random) -> A:
        """A random answer to the decision: like `sample`, but without the actions that take effect `at_once`."""
        while self.at_once(action := self.sample(rng)):
            pass
        return action

    def __contains__(self, action: A) -> bool:
        """Whether an action is allowed.

        Raises:
            ActionError: if a text was given instead of an action. `Game.read` makes an action of it.
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
    """A game with its rules. Its methods are pure functions: they change nothing and depend only on their arguments."""

    name: str
    """The game's name in the registry and in records: small letters and underscores."""
    version: int
    """Version of the rules. The number goes up whenever a change would make an old record play differently."""
    seats: int
    """Number of players."""

    rules: Any
    """The house rules of this table: the frozen dataclass that the game's schema describes."""

    def start(self) -> State[P]:
        """The state at the start of the game."""

    def node(self, state: State[P], /) -> Node:
        """The next thing to happen in a state: nature moves, seats decide, or the game is over."""

    def deal(self, state: State[P], outcome: Outcome, /) -> State[P]:
        """The state after nature's move.

        Args:
            state: the state before. Its node is a `Chance`.
            outcome: an outcome that `Chance.draw` allows.
        """

    def choices(self, view: View[P], /) -> Choices[A]:
        """The actions that a seat may take now.

        Args:
            view: the view of this seat, which must be in `Decision.seats` or `Decision.also`.
        """

    def act(self, state: State[P], moves: Mapping[Seat, A], /) -> State[P]:
        """The state after one or several seats have taken allowed actions.

        Args:
            state: the state before.
            moves: maps seats to their actions: either the answers of all deciding seats, or one action that takes effect at
                once (see `Decision.also`).
        """

    def tell(self, before: State[P], moves: Mapping[Seat, A] | Outcome, after: State[P], /) -> Sequence[Told]:
        """The events of one move, in order, each with the seats that are told about it.

        Args:
            before: the state before the move.
            moves: the actions as in `act`, or nature's outcome.
            after: the state after the move.
        """

    def score(self, view: View[P], /) -> tuple[int, ...]:
        """The present score of each seat in points, chips or tokens; empty if the game has no score."""

    def stop(self, state: State[P], /) -> Result:
        """The result of the game if the players stop in this state."""

    def read(self, text: str, /) -> A:
        """Read an action from its text.

        Raises:
            ActionError: if the text isn't an action of this game.
        """

    def write(self, action: A, /) -> str:
        """Write an action as text. `read` turns the text back into the action."""
