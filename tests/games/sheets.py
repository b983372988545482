"""Games of bots, written down as a person with a pencil would: the sheet must come to the same as the engine."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from prial.bots.registry import make
from prial.core.events import DealerDrawn
from prial.core.game import NATURE, Chance, Event, Game, Over, State, view
from prial.core.registry import find
from prial.core.step import Step, step
from prial.study.sheet import FORMAT, Page, Sheet, open_sheet

NAMES: Final = ("Ann", "Bob", "Cat", "Dan", "Eve", "Flo", "Gus", "Hal")

Heard = Callable[[State[Any], State[Any], list[Event]], Sequence[str]]
"""Writes the lines of a deal, given the state before its cards, the state after it, and all public events between them."""


def steps(game: Game[Any, Any], bots: Sequence[str], seed: int) -> Iterator[Step[Any, Any]]:
    """Every step of a game of bots."""
    seated = [make(game, bots[seat % len(bots)]) for seat in range(game.seats)]
    rng = Random(seed)
    state = game.start()
    gathered: Mapping[int, Any] = {}
    while not isinstance(node := game.node(state), Over):
        seats = (NATURE,) if isinstance(node, Chance) else node.seats
        after = state
        for seat in seats:
            if isinstance(node, Chance):
                move = node.draw.sample(rng)
            else:
                seen = view(state, seat)
                move = seated[seat].choose(seen, game.choices(seen), rng)
            done = step(game, state, gathered, seat, move)
            assert isinstance(done, Step), done
            yield done
            gathered, after = done.gathered, done.state
        state = after


def kept(
    name: str, given: dict[str, Any], preset: str, bots: Sequence[str], seed: int, write: Heard
) -> Iterator[tuple[Page, Any]]:
    """A game of bots and its sheet side by side: the page and the table after each deal."""
    kind = find(name)
    game = kind.make(given, preset)
    rules = {"preset": preset, **given}
    page: Page | None = None
    before = game.start()
    heard: list[Event] = []
    for done in steps(game, bots, seed):
        told = [each.event for each in done.told if each.heard_by(None)]
        heard += told
        if page is None:
            assert isinstance(told[0], DealerDrawn)
            dealer = NAMES[told[0].dealer]
            page = open_sheet(Sheet(prial_sheet=FORMAT, game=name, rules=rules, names=NAMES[: game.seats], dealer=dealer))
        elif done.state.public.last is not None and done.before.public.last is None:
            for line in write(before, done.state, heard):
                page = page.add(line)
            yield page, done.state
            before, heard = done.state, []
    assert page is not None


def check(page: Page, state: State[Any], game: Game[Any, Any]) -> None:
    """Check that the sheet and the table agree."""
    table, standing = state.public, page.standing
    node = game.node(state)
    assert standing.deals == table.deal
    assert standing.over is isinstance(node, Over)
    if isinstance(node, Over):
        assert standing.winners == node.result.winners
        assert page.ledger == node.result.ledger
    else:
        assert page.ledger == game.stop(state).ledger
        assert standing.dealer == table.dealer
        assert standing.playing == tuple(sorted(getattr(table, "playing", range(game.seats))))
    assert sum(page.ledger) == 0


def same_again(page: Page) -> None:
    """Check that the sheet, opened again from its lines, is the same; also after undoing and repeating its last line."""
    assert open_sheet(page.sheet).entries == page.entries
    assert page.undo().add(page.sheet.lines[-1]).entries == page.entries
