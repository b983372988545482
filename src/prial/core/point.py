"""`Point`, a point in the course of a game: the table, each player's view and choices, and the result."""

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

from prial.core.game import NATURE, Chance, Choices, Decision, Game, Node, Over, Result, Seat, State, View, view
from prial.core.given import seat_of
from prial.core.made import ended
from prial.core.printed import pictured, printed
from prial.core.step import not_asked
from prial.errors import ActionError, PrialError, Refusal, listed

P = TypeVar("P")
"""The type of the public part of a game's state."""
A = TypeVar("A")
"""The type of a game's actions."""


class Point(Generic[P, A]):
    """A point in the course of a game: the state, and the answers that seats have already given in secret.

    The subclass `prial.core.session.Session` also makes moves. Methods take a player's seat or name. If two players
    have the same name, give the seat.
    """

    game: Game[P, A]
    """The game with its rules."""
    names: tuple[str, ...]
    """The players' names, indexed by seat."""
    _state: State[P]
    _gathered: Mapping[Seat, A]

    @property
    def state(self) -> State[P]:
        """The present state, with the hidden cards."""
        return self._state

    @property
    def gathered(self) -> Mapping[Seat, A]:
        """The secret answers already given to the open decision. Maps seats to actions. Seats without an answer are left out."""
        return self._gathered

    @property
    def node(self) -> Node:
        """The next thing to happen: nature moves, seats decide, or the game is over."""
        return self.game.node(self._state)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that still have to answer the open decision, in the order of play."""
        node = self.node
        return tuple([seat for seat in node.seats if seat not in self._gathered]) if isinstance(node, Decision) else ()

    @property
    def result(self) -> Result | None:
        """The result; None while the game goes on."""
        node = self.node
        return node.result if isinstance(node, Over) else None

    @property
    def standing(self) -> Result:
        """The result. A game that isn't over counts as stopped now."""
        return ended(self.game, self._state)

    def __str__(self) -> str:
        """The table with all cards and the players' names, and who decides, in a few lines."""
        return f"{printed(self._state.public, self._state.piles, self.names.__getitem__)}\n{self.last_line()}"

    def _repr_html_(self) -> str:
        return pictured(str(self))

    def shown(self, seat: Seat | str | None) -> str:
        """The table as a player sees it, in a few lines of text with the players' names.

        Args:
            seat: the player's seat or name; None for a spectator.
        Raises:
            ActionError: if there is no such player, or two players have the name.
        """
        seen = self.view(seat)
        return f"{printed(seen.public, seen.piles, self.names.__getitem__)}\n{self.last_line()}"

    def view(self, seat: Seat | str | None) -> View[P]:
        """The game as a player sees it now.

        Args:
            seat: the player's seat or name; None for a spectator.
        Raises:
            ActionError: if there is no such player, or two players have the name.
        """
        return view(self._state, None if seat is None else seat_of(seat, self.names))

    def choices(self, seat: Seat | str) -> Choices[A]:
        """The actions that a player may take now.

        Args:
            seat: the player's seat or name.
        Raises:
            ActionError: if ``seat`` doesn't stand for exactly one player, or this player has nothing to decide now or has decided
                already.
        """
        seat = seat_of(seat, self.names)
        if refusal := not_asked(self.node, self._gathered, seat, self.names):
            raise ActionError(refusal)
        return self.game.choices(self.view(seat))

    def texts(self, seat: Seat | str) -> Iterator[str]:
        """The actions that a player may take now, as texts.

        Args:
            seat: the player's seat or name.
        Raises:
            ActionError: if ``seat`` doesn't stand for exactly one player, or this player has nothing to decide now or has decided
                already.
        """
        return map(self.game.write, self.choices(seat))

    def why_not(self, seat: Seat | str, action: A | str) -> Refusal | None:
        """The reason why a player can't take an action now; None if the player can.

        Args:
            seat: the player's seat or name.
            action: an action or its text.
        """
        try:
            choices = self.choices(seat)
            made = self._made(seat_of(seat, self.names), action)
        except PrialError as error:
            return error.refusal
        return choices.why_not(made)

    def last_line(self) -> str:
        """A sentence that says who decides, who has won, or that cards are to be dealt."""
        match self.node:
            case Over(result):
                return f"The game is over: {listed([self.names[seat] for seat in result.winners]) or 'nobody'} won."
            case Chance():
                return "The cards are to be dealt."
            case _:
                return f"{listed([self.names[seat] for seat in self.waiting])} to decide."

    def _made(self, seat: Seat, action: Any) -> Any:
        """Read an action or an outcome of nature, if it is in the form of a record."""
        if seat != NATURE:
            return self.game.read(action) if type(action) is str else action
        node = self.node
        return node.draw.read(action) if isinstance(node, Chance) and isinstance(action, Mapping) else action
