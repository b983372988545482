"""What events say about themselves, so that no list of their codes is needed."""

import re
from random import Random
from typing import Any

import pytest

from prial.core.game import EVERYBODY, NATURE, Chance, Event, Over, Sound, Weight, view
from prial.core.registry import find
from prial.core.step import Step, step
from tests.testing.games import GAMES


def told(name: str, seed: int, moves: int) -> list[tuple[Event, int]]:
    """Events of a random game, with their receivers."""
    game, rng = find(name).make(), Random(seed)
    state = game.start()
    gathered: dict[int, Any] = {}
    found: list[tuple[Event, int]] = []
    for _ in range(moves):
        node = game.node(state)
        if isinstance(node, Over):
            break
        seat = NATURE if isinstance(node, Chance) else next(seat for seat in node.seats if seat not in gathered)
        move: Any = node.draw.sample(rng) if isinstance(node, Chance) else game.choices(view(state, seat)).sample(rng)
        done = step(game, state, gathered, seat, move)
        assert isinstance(done, Step)
        state, gathered = done.state, dict(done.gathered)
        found += [(each.event, each.to) for each in done.told]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_cards_told_to_their_owner_alone_are_private(name: str) -> None:
    events = told(name, 7, 300)
    assert {event.PRIVATE for event, _ in events} == {False, True}
    for event, to in events:
        cards = re.search(r"\b([2-9TJQKA][cdhs])+\b", " ".join(map(str, event.args().values())))
        assert (to != EVERYBODY and cards is not None) is event.PRIVATE, event


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_begins_with_one_heading_and_a_riffle(name: str) -> None:
    headings = [event for event, _ in told(name, 7, 300) if event.WEIGHT is Weight.DEAL]
    assert [event.args()["deal"] for event in headings] == [*range(1, len(headings) + 1)]
    assert {event.sound for event in headings} == {Sound.RIFFLE}
    assert len(headings) > 1
