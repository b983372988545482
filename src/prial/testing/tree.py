"""Goes through all histories of a small game, and compares all worlds that agree on what a viewer may know."""

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
    """How much of a game `exhaust` covered."""

    histories: int = 0
    """Number of histories of the game; those of unfinished games count too."""
    known: int = 0
    """Number of different states of a viewer's knowledge, added up over all viewers."""


def exhaust(game: AnyGame, knowledge: Knowledge, *, limit: int = 1_000_000) -> Worlds:
    """Compare all worlds of a small game. A world is a whole game so far, with all hidden cards and secret actions.

    Worlds that agree on what a viewer may know must look the same to this viewer.

    Args:
        game: the game with its rules; it must have few enough histories.
        knowledge: what the rules let people know.
        limit: the greatest number of histories.
    Returns:
        How much was covered.
    Raises:
        Nonconformance: a viewer can tell two such worlds apart.
        ValueError: the game has more histories than the limit.
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
    """All histories of a small game. A history comes before its continuations.

    Args:
        game: the game with its rules.
        enter: given a history, says whether to go on to its continuations.
    Yields:
        Each history. It is always the same list, which changes later: copy it if you keep it.
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
