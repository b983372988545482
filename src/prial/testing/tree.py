"""Plays through every possible course of a small game, to test that no viewer sees a hidden card or a secret action."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from prial.core.game import NATURE, Chance, Node, Over, Seat, State, view
from prial.core.step import Step, step
from prial.testing.fault import Nonconformance
from prial.testing.play import AnyGame, History, Moment, meanwhile, position, waiting
from prial.testing.secrecy import Knowledge, apart, difference, look


@dataclass(slots=True)
class Worlds:
    """The result of `exhaust`: how much of a game it compared."""

    histories: int = 0
    """Number of sequences of moves with which the game can begin, including the sequences that end it."""
    known: int = 0
    """Number of groups of worlds, added up over all viewers. The worlds of a group must look the same to the viewer."""


def exhaust(game: AnyGame, knowledge: Knowledge, *, limit: int = 1_000_000) -> Worlds:
    """Test that no viewer of a small game sees a hidden card or a secret action.

    A world is the course of a game up to some move, with all hidden cards and secret actions. All worlds of the game are
    compared. If a viewer may know the same facts in two worlds, both must look the same to this viewer.

    Args:
        game: the game.
        knowledge: says what the game's rules let people know.
        limit: the greatest number of sequences of moves that the game may have.
    Returns:
        How much of the game was compared.
    Raises:
        Nonconformance: if a viewer sees a difference between worlds that must look the same. Also if the game refuses an action
            that it lists.
        ValueError: if the game has more than ``limit`` sequences of moves.
    """
    counted = Worlds()
    looks: dict[Hashable, dict[str, Any]] = {}
    for history in histories(game):
        counted.histories += 1
        if counted.histories > limit:
            raise ValueError(f"more than {limit} histories")
        results = knowledge.results(history)
        for viewer in (None, *range(game.seats)):
            own = tuple(game.write(moment.action) for moment in history if moment.seat == viewer)
            key = (viewer, len(history), own, knowledge.cards(history, viewer), results)
            given = look(game, history, viewer, count=True)
            if looks.setdefault(key, given) != given:
                what = apart(viewer, difference(looks[key], given))
                raise Nonconformance("leak", what, "none", len(history))
    counted.known = len(looks)
    return counted


def histories(game: AnyGame, enter: Callable[[History], bool] = lambda _: True) -> Iterator[list[Moment]]:
    """Every sequence of moves with which a small game can begin. A sequence comes before its continuations.

    Seats that choose in secret act in the order of play.

    Args:
        game: the game.
        enter: takes a sequence, and says whether its continuations should follow.
    Yields:
        The moves so far. It is always the same list, which changes later: copy the list if you keep it.
    Raises:
        Nonconformance: if the game refuses an action that it lists.
    """
    history: list[Moment] = []

    def actions(node: Node, state: State[Any], seat: Seat) -> Iterable[Any]:
        return [outcome for outcome, _ in node.draw] if isinstance(node, Chance) else game.choices(view(state, seat))

    def go() -> Iterator[list[Moment]]:
        yield history
        if not enter(history):
            return
        state, gathered = position(game, history)
        node = game.node(state)
        if isinstance(node, Over):
            return
        seats = [NATURE] if isinstance(node, Chance) else [*waiting(node, gathered)[:1], *meanwhile(node)]
        moves: Iterable[tuple[Seat, Any]] = [(seat, action) for seat in seats for action in actions(node, state, seat)]
        for seat, action in moves:
            done = step(game, state, gathered, seat, action)
            if not isinstance(done, Step):
                raise Nonconformance("allowed", f"an action listed for seat {seat} is refused: {done}", "none", len(history) + 1)
            history.append(Moment(seat, action, node, state, gathered, done))
            yield from go()
            history.pop()

    return go()
