"""What events say about themselves, so that no list of their codes is needed."""

import re
from random import Random
from typing import Any

import pytest

from prial.core.events import signed
from prial.core.game import EVERYBODY, NATURE, Chance, Event, Over, Sound, Weight, view
from prial.core.registry import find
from prial.core.step import Step, step
from prial.games.crash.events import Paid
from prial.games.xap_xam.settle import By
from prial.games.xap_xam.state import Scored, Won
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


LOSSES = (
    (Scored((2, -1, -1), (0, 11, -11)), "Units so far: Ann 0 · Ben +11 · Cat −11."),
    (Paid((-150, 150, 0)), "Won and lost so far: Ann −150 · Ben +150 · Cat 0."),
    (Won(0, 1, 1, -2, By.HANDS, 3, 0, None, False), "Ann wins 1 unit from Ben, 3 hands to 0; this includes −2 for royalties."),
)


@pytest.mark.parametrize(("event", "sentence"), LOSSES)
def test_a_loss_has_the_minus_sign_of_the_boards(event: Event, sentence: str) -> None:
    assert event.say(("Ann", "Ben", "Cat")) == sentence


def test_nothing_won_or_lost_has_no_sign() -> None:
    assert [signed(number) for number in (-12, -1, 0, 1, 12)] == ["−12", "−1", "0", "+1", "+12"]
