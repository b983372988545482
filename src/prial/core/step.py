"""`step`: the only door through which a game goes on. Terminal, replay, simulation, ladder and host all use it."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

from prial.core.chance import Outcome
from prial.core.game import NATURE, Chance, Decision, Event, Game, Seat, Sound, State, Told, view
from prial.errors import Refusal, add_sentences, refuse

P = TypeVar("P")
A = TypeVar("A")

add_sentences(
    "en",
    {
        "step.over": "The game is over.",
        "step.nature": "Nature moves now, no player does.",
        "step.player": "A player decides now, nature doesn't.",
        "step.stale": "That comes too late: the table has gone on since.",
        "step.no_seat": "{seat} is not a seat: seats are whole numbers.",
        "step.not_yours": "Seat {seat} has nothing to decide now.",
        "step.twice": "Seat {seat} has decided already.",
        "step.nothing": "Seat {seat} has nothing to take back.",
        "core.locked": "{seat} has locked in.",
        "core.unlocked": "{seat} thinks again.",
    },
)


class Locked(Event, frozen=True, tag="core.locked"):
    """A seat has decided, and others still think."""

    SOUND = Sound.KNOCK

    seat: Seat


class Unlocked(Event, frozen=True, tag="core.unlocked"):
    """A seat has taken its decision back, and thinks again."""

    seat: Seat


class Step(msgspec.Struct, Generic[P, A], frozen=True, gc=False):
    """What one move did."""

    state: State[P]
    """The state now: the same as before where a decision waits for others."""
    gathered: Mapping[Seat, A]
    """Decisions made in secret that wait for the others; empty where the decision is over."""
    seat: Seat
    """Who moved; `NATURE` for nature."""
    game: Game[P, A]
    before: State[P]
    """The state in which the move was made."""
    moves: Mapping[Seat, A] | Outcome | None
    """What took effect: nature's outcome, every seat's action in the order of the seats, or what a seat did meanwhile.

    None where nothing did, since others still decide.
    """
    meanwhile: bool = False
    """Whether the decision goes on as it was."""

    @property
    def told(self) -> tuple[Told, ...]:
        """What happened, and who may hear it. Worked out when asked for: a simulation never asks."""
        if self.moves is None:
            return (Told(Locked(self.seat)),)
        return tuple(self.game.tell(self.before, self.moves, self.state))


def step(
    game: Game[P, A],
    state: State[P],
    gathered: Mapping[Seat, A],
    seat: Seat,
    action: Any,
    key: str | None = None,
) -> Step[P, A] | Refusal:
    """Make one move: an action of a seat, or an outcome of nature.

    Args:
        game: the rules.
        state: where the game is.
        gathered: what seats of the present decision have decided so far (a `Step`'s ``gathered``; empty at first).
        seat: who moves; `NATURE` where the node is a `Chance`.
        action: the action, or nature's outcome.
        key: the decision that is answered; None takes the present one. A late answer to an earlier decision is refused.
    Returns:
        The `Step`, or why it is refused. A refusal leaves everything as it was, since nothing here ever changes.
    """
    node = game.node(state)
    if type(seat) is not int:  # True and 1.0 are equal to a seat, but are none
        return refuse("step.no_seat", seat=repr(seat)[:40])
    if isinstance(node, Chance):
        if seat != NATURE:
            return refuse("step.nature")
        if refusal := node.draw.why_not(action):
            return refusal
        return Step(game.deal(state, action), {}, seat, game, state, action)
    if not isinstance(node, Decision):
        return refuse("step.over")
    if seat == NATURE:
        return refuse("step.player")
    if key is not None and key != node.key:
        return refuse("step.stale", key=key, now=node.key)
    if seat not in node.seats and seat not in node.also:
        return refuse("step.not_yours", seat=seat)
    if seat in gathered:
        return refuse("step.twice", seat=seat)
    choices = game.choices(view(state, seat))
    if refusal := choices.why_not(action):
        return refusal
    if seat not in node.seats or choices.at_once(action):
        alone = {seat: action}
        return Step(game.act(state, alone), gathered, seat, game, state, alone, meanwhile=True)
    moves = {**gathered, seat: action}
    if len(moves) < len(node.seats):
        return Step(state, moves, seat, game, state, None)
    ordered = {each: moves[each] for each in node.seats}  # who locked last must not show in what follows
    return Step(game.act(state, ordered), {}, seat, game, state, ordered)


def take_back(
    game: Game[P, A], state: State[P], gathered: Mapping[Seat, A], seat: Seat, key: str | None = None
) -> Mapping[Seat, A] | Refusal:
    """Let a seat have its decision back while others still think: nothing has come of it yet.

    Args:
        game: the rules.
        state: where the game is.
        gathered: what seats of the present decision have decided so far.
        seat: who thinks again.
        key: the decision that was answered; None takes the present one.
    Returns:
        The decisions that are left, or why it is refused.
    """
    node = game.node(state)
    if not isinstance(node, Decision):
        return refuse("step.nothing", seat=seat)
    if key is not None and key != node.key:
        return refuse("step.stale", key=key, now=node.key)
    if seat not in gathered:
        return refuse("step.nothing", seat=seat)
    return {each: action for each, action in gathered.items() if each != seat}
