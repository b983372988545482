"""Tests that a game shows nobody a hidden card or a secret action.

A world is a whole game with all its hidden cards and secret actions. If a seat may know the same facts in two worlds, both worlds
must look the same to this seat, byte by byte. `prial.testing.pairs` compares random games with copies that differ in
what a viewer may not know. `prial.testing.exhaust` compares all worlds of a small game.

A `Knowledge` says what a seat may know. Write it from the rules of the game, and use only the moves so far. Don't ask the game
under test what a seat may know: if the game leaks a card, its answer would include this card, and the test wouldn't find the
leak.
"""

import re
from collections.abc import Hashable, Sequence
from itertools import islice
from random import Random
from typing import Any, Final, Protocol, TypeAlias

from prial.cards import Card, name, parse
from prial.core.chance import Draw
from prial.core.game import BACK, Chance, Decision, Over, Seat, view
from prial.testing.play import AnyGame, History, encoded, meanwhile, position, shuffles, waiting

Fact: TypeAlias = tuple[int, str, tuple[Card, ...]]
"""Cards that somebody knows: the number of the shuffle (see `shuffles`), a name for the place of the cards, and the cards."""

CARDS: Final = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs])+(?![A-Za-z0-9])")
"""Pattern of cards in a text: one or more cards of two letters each, such as ``AsKd``."""


class Knowledge(Protocol):
    """Says what the rules of a game let people know. Both methods get all moves so far, and should use nothing else."""

    def cards(self, history: History, seat: Seat | None, /) -> frozenset[Fact]:
        """The cards that a seat may know, and where they lie.

        Args:
            history: all moves so far.
            seat: the seat; None for a spectator.
        """

    def results(self, history: History, /) -> Hashable:
        """The facts that everybody knows, apart from cards: public actions and results.

        Args:
            history: all moves so far.
        """


class Seen:
    """The `Knowledge` that is used if a test is given no other.

    It trusts the state for two facts: the size of each pile, and which seats have seen the pile. So it finds leaks only in the
    public part, events, keys, choices and refusals.

    Write your own `Knowledge` if the rules let hidden cards or secret actions change something public: for example, if a player
    with a certain hand must declare it.
    """

    def cards(self, history: History, seat: Seat | None) -> frozenset[Fact]:
        """The cards of all piles that the seat has seen, and the cards that were shown to all and then put back into the pack."""
        bit = -1 if seat is None else 1 << seat
        known: set[Fact] = set()
        for number, moment in zip(shuffles(history), history, strict=True):
            after = moment.step.state
            for at, (pile, seen) in enumerate(zip(after.piles, after.seen, strict=True)):
                if seen & bit == bit:
                    known.add((number, f"pile {at}", tuple([card for card in pile if card != BACK])))
            if isinstance(moment.node, Chance) and isinstance(draw := moment.node.draw, Draw) and draw.returned:
                known |= {(number, f"cut {at}", pile) for at, pile in enumerate(moment.action)}
        return frozenset(known)

    def results(self, history: History) -> Hashable:
        """The number of cards in each pile after each move."""
        return tuple([tuple(map(len, moment.step.state.piles)) for moment in history])


def look(
    game: AnyGame, history: History, viewer: Seat | None, foreign: Sequence[Any] = (), *, count: bool = False
) -> dict[str, Any]:
    """Everything that a viewer can see after some moves.

    Args:
        game: the game.
        history: all moves so far. Only the events of the last move are included.
        viewer: a seat, or None for a spectator.
        foreign: actions that the viewer tries. The result includes the refusals.
        count: whether to include the number of the viewer's choices.
    Returns:
        A dictionary that maps names, such as ``view`` or ``events``, to values that can be compared.
    """
    state, gathered = position(game, history)
    mine = view(state, viewer)
    node = game.node(state)
    heard = [told.event for told in history[-1].step.told if told.heard_by(viewer)] if history else []
    given: dict[str, Any] = {
        "view": encoded(mine),
        "events": [(event.code, encoded(event)) for event in heard],
        "who has decided": sorted(gathered),
    }
    match node:
        case Chance(draw):
            given["node"] = [(group.name, group.sizes) for group in draw.groups] if isinstance(draw, Draw) else draw.n
        case Decision(key, seats, also, rest):
            given["node"] = (key, seats, also, rest)
        case Over(result):
            given["node"] = encoded(result)
    if viewer is not None and viewer in [*waiting(node, gathered), *meanwhile(node)]:
        choices = game.choices(mine)
        given["sampled choices"] = [game.write(choices.sample(Random(seed))) for seed in range(2)]
        given["listed choices"] = [game.write(action) for action in islice(choices, 8)]
        given["refusals"] = [choices.why_not(action) for action in foreign]
        if count:
            given["number of choices"] = choices.count()
    return given


def apart(viewer: Seat | None, by: str) -> str:
    """The sentence that reports a leak.

    Args:
        viewer: the seat that sees the leak; None for a spectator.
        by: what differs between the two worlds that were compared, in words.
    """
    who = "a spectator" if viewer is None else f"seat {viewer}"
    return f"{who} can tell two worlds apart by {by}"


def difference(one: dict[str, Any], two: dict[str, Any]) -> str:
    """The difference between two results of `look`, in a few words."""
    keys = [key for key in {**one, **two} if one.get(key) != two.get(key)]
    return "; ".join(f"{key}: {one.get(key)!s:.200} against {two.get(key)!s:.200}" for key in keys)


def mentioned(text: str) -> frozenset[str]:
    """All cards that occur in a text, each as two letters: ``As``."""
    return frozenset(name(card) for word in CARDS.findall(text) for card in parse(word))
