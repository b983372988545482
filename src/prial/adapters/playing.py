"""Plays a game in the form that learning libraries need: seats decide one at a time, and actions are numbers.

If several seats decide at the same time, they are asked one after the other in the order of play. None of them sees what the
others have chosen.

A seat chooses from a list of at most `OPTIONS` actions. If the rules allow more, the list has the actions that bots suggest, and
then random ones. Actions that take effect immediately, such as showing a hand, are never on the list.
"""

from collections.abc import Mapping
from copy import copy
from itertools import islice
from random import Random
from typing import Any, Final, Self
from zlib import crc32

import msgspec

from prial.bots.registry import advise
from prial.core.chance import Draw, Outcome
from prial.core.game import NATURE, Chance, Decision, Game, Node, Over, Result, Seat, View, view
from prial.core.made import made
from prial.core.step import Step, step
from prial.errors import ActionError, add_sentences, refuse

add_sentences("en", {"adapters.option": "There is no option {number}: they go from 0 to {most}."})

OPTIONS: Final = 64
"""The greatest number of actions in the list from which a seat chooses."""
_ENCODER: Final = msgspec.json.Encoder()
_TRIES: Final = 4
"""To fill a list of actions, at most ``_TRIES * OPTIONS`` random actions are drawn. No action is added twice."""


def encoded(seen: View[Any]) -> bytes:
    """Encode a view (all that a seat knows) as JSON. Two views with equal JSON are the same information state."""
    return _ENCODER.encode(seen)


def options(game: Game[Any, Any], seen: View[Any]) -> list[Any]:
    """The list of actions from which a seat chooses, at most `OPTIONS`. Equal views give equal lists.

    Args:
        game: the game with its rules.
        seen: the view of a seat that must decide.
    """
    choices = game.choices(seen)
    answers = (action for action in choices if not choices.at_once(action))
    first = list(islice(answers, OPTIONS + 1))
    if len(first) <= OPTIONS:
        return first
    rng = Random(crc32(encoded(seen)))
    found = list(dict.fromkeys(advice.action for advice in advise(game, seen, rng)))
    for _ in range(_TRIES * OPTIONS):
        if len(found) >= OPTIONS:
            break
        if (action := choices.answer(rng)) not in found:
            found.append(action)
    return found[:OPTIONS]


class Playing:
    """A game that is being played, one move after another.

    Args:
        game: the game.
        deals: number of deals after which the game is broken off; None plays the whole game.
        for_chips: whether `returns` counts chips (True) or points (False).
    """

    def __init__(self, game: Game[Any, Any], deals: int | None, *, for_chips: bool) -> None:
        self.game, self.state = game, game.start()
        self.gathered: Mapping[Seat, Any] = {}
        """The actions that seats have already chosen in secret while other seats still decide, keyed by seat."""
        self._left, self._for_chips = deals, for_chips
        self._options: list[Any] | None = None
        self._rested = True

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        """Make a shallow copy. This is enough: the methods assign new values to attributes, and never change an old value."""
        return copy(self)

    @property
    def draw(self) -> Any:
        """The next move of chance, as a `Pick` or `Draw` of `prial.core.chance`; None if a seat decides or the game is over."""
        node = self.game.node(self.state)
        return node.draw if isinstance(node, Chance) and not self._is_broken_off(node) else None

    @property
    def seat(self) -> Seat | None:
        """The seat that decides next; None if chance moves or the game is over."""
        node = self.game.node(self.state)
        if not isinstance(node, Decision):
            return None
        return next(seat for seat in node.seats if seat not in self.gathered)

    @property
    def result(self) -> Result | None:
        """The result of the game; None while it goes on."""
        node = self.game.node(self.state)
        if isinstance(node, Over):
            return node.result
        return self.game.stop(self.state) if isinstance(node, Chance) and self._is_broken_off(node) else None

    @property
    def returns(self) -> tuple[int, ...]:
        """The chips that each seat has won minus the chips lost, or the points made. All are 0 while the game goes on.

        In a game that is played with tokens, each token that a seat has paid counts −1.
        """
        if (result := self.result) is None:
            return (0,) * self.game.seats
        return made(self.game, result, for_chips=self._for_chips)

    @property
    def options(self) -> list[Any]:
        """The actions from which the next seat chooses (see the function `options`); empty if no seat decides."""
        if self._options is None:
            seat = self.seat
            self._options = [] if seat is None else options(self.game, view(self.state, seat))
        return self._options

    def look(self, seat: Seat) -> tuple[View[Any], str]:
        """What a seat knows, and the text of the action that it has chosen in secret; an empty text if it hasn't chosen."""
        own = self.gathered.get(seat)
        return view(self.state, seat), "" if own is None else self.game.write(own)

    def choose(self, number: int) -> None:
        """Choose one of the `options` for the seat that decides next.

        Args:
            number: index of the action in `options`.
        Raises:
            ActionError: if there is no action with this index.
        """
        seat = self.seat
        assert seat is not None
        if not 0 <= number < len(self.options):
            raise ActionError(refuse("adapters.option", number=number, most=len(self.options) - 1))
        self._move(seat, self.options[number])

    def deal(self, outcome: Outcome) -> None:
        """Make the next move of chance.

        Args:
            outcome: the cards that are dealt, or the number that is picked. It must be an outcome that `draw` allows.
        """
        if self._begins_deal(self.game.node(self.state)):
            self._rested = False
            if self._left is not None:
                self._left -= 1
        self._move(NATURE, outcome)

    def _move(self, seat: Seat, action: Any) -> None:
        done = step(self.game, self.state, self.gathered, seat, action)
        assert isinstance(done, Step), done  # listed actions are allowed
        self.state, self.gathered, self._options = done.state, done.gathered, None
        node = self.game.node(self.state)
        self._rested = self._rested or (not isinstance(node, Over) and node.rest)

    def _begins_deal(self, node: Node) -> bool:
        """Whether the draw at this node begins a new deal. False if it only gives more cards within a deal."""
        return self._rested and isinstance(node, Chance) and isinstance(node.draw, Draw) and not node.draw.returned

    def _is_broken_off(self, node: Chance) -> bool:
        return self._left == 0 and self._begins_deal(node)
