"""Small games enumerated to their end: everything that can happen after one deal of the cards."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from prial.core.game import NATURE, Chance, Game, Node, Over, Seat, State, view
from prial.core.step import Step, step
from prial.testing.play import meanwhile, waiting

Deeds: TypeAlias = tuple[tuple[Seat, str], ...]


class Place(NamedTuple):
    """The end of a history."""

    deeds: Deeds
    """The seat and action of each move; chance's moves are empty."""
    state: State[Any]
    gathered: Mapping[Seat, Any]
    """Answers already given to the open decision, by seat."""
    node: Node


def walk(game: Game[Any, Any], depth: int | None = None) -> Iterator[Place]:
    """Every history in which chance takes its first outcome; other deals lead to the same tree.

    Args:
        game: the table.
        depth: most moves to follow, chance's included; None follows all to the end.
    """

    def go(deeds: Deeds, state: State[Any], gathered: Mapping[Seat, Any]) -> Iterator[Place]:
        node = game.node(state)
        yield Place(deeds, state, gathered, node)
        if isinstance(node, Over) or len(deeds) == depth:
            return
        seats = [NATURE] if isinstance(node, Chance) else [*waiting(node, gathered)[:1], *meanwhile(node)]
        for seat in seats:
            actions: Iterable[Any] = [next(iter(node.draw))[0]] if isinstance(node, Chance) else game.choices(view(state, seat))
            for action in actions:
                done = step(game, state, gathered, seat, action)
                assert isinstance(done, Step), done
                text = "" if seat == NATURE else game.write(action)
                yield from go((*deeds, (seat, text)), done.state, done.gathered)

    return go((), game.start(), {})


def check_memory(game: Game[Any, Any], depth: int | None = None) -> None:
    """Check that equal views are one information state: a seat that decides or may act has done the same in all of them."""
    remembered: dict[Any, set[Deeds]] = {}
    for deeds, state, gathered, node in walk(game, depth):
        for seat in [*waiting(node, gathered), *meanwhile(node)]:
            own = tuple(deed for deed in deeds if deed[0] == seat)
            remembered.setdefault(view(state, seat), set()).add(own)
    assert max(map(len, remembered.values())) == 1


def pinned(perft: Path) -> list[str]:
    """The counts in a file, as lines."""
    return [line for line in perft.read_text("utf-8").splitlines() if line and not line.startswith("#")]
