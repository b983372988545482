"""`step` checks a move and makes it. Sessions, replays, simulations and the host use this function."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from prial.core.chance import Outcome
from prial.core.game import NATURE, Chance, Decision, Event, Game, Node, Seat, Sound, State, Told, view
from prial.errors import Refusal, add_sentences, listed, refuse

P = TypeVar("P")
"""The type of the public part of a game's state."""
A = TypeVar("A")
"""The type of a game's actions."""

add_sentences(
    "en",
    {
        "step.over": "The game is over.",
        "step.nature": "It is nature's turn, not a player's: something is dealt or drawn now.",
        "step.player": "It is a player's turn, not nature's: nothing is dealt or drawn now.",
        "step.stale": "That comes too late: the table has gone on since.",
        "step.no_seat": "{seat} is not a seat: seats are whole numbers.",
        "step.not_yours": "{player} has nothing to decide now: it's up to {others}.",
        "step.twice": "{player} has decided already.",
        "step.text": "{action!r} is a text and not an action: read it first, as in game.read({action!r}).",
        "step.nothing": "{player} has nothing to take back.",
        "core.locked": "{seat} has locked in.",
        "core.unlocked": "{seat} thinks again.",
    },
)


class Locked(Event, frozen=True, tag="core.locked"):
    """A seat has decided; other seats are still thinking."""

    SOUND = Sound.KNOCK

    seat: Seat
    """The seat that has decided."""


class Unlocked(Event, frozen=True, tag="core.unlocked"):
    """A seat has taken its decision back and is thinking again."""

    seat: Seat
    """The seat that is thinking again."""


class Step(msgspec.Struct, Generic[P, A], frozen=True, gc=False):
    """The effect of one move."""

    state: State[P]
    """The state after the move. It equals `before` if the decision still waits for other seats."""
    gathered: Mapping[Seat, A]
    """The secret answers already given to the open decision; empty after the decision is over. Maps each seat to its action."""
    seat: Seat
    """The seat that moved; `NATURE` for nature."""
    game: Game[P, A]
    """The game with its rules."""
    before: State[P]
    """The state before the move."""
    moves: Mapping[Seat, A] | Outcome | None
    """The actions or the outcome that took effect; None if the decision still waits for other seats.

    After the last answer to a decision, these are the actions of all deciding seats, in the order of play. If `meanwhile` is
    True, there is only the action of the seat that moved.
    """
    meanwhile: bool = False
    """Whether the action took effect at once while seats still decide (see `Decision.also`). The open decision stays the same."""

    names: tuple[str, ...] = ()
    """The players' names, indexed by seat, if a `prial.core.session.Session` made the move; otherwise empty."""

    def __repr__(self) -> str:
        """The events in sentences, all players' secrets included: ``<Step: Ann looks at their cards.>``.

        Without names, players are called “seat 0” and so on.
        """
        names = self.names or [f"seat {seat}" for seat in range(self.game.seats)]
        return f"<Step: {' '.join(told.event.say(names) for told in self.told) or 'nothing to tell'}>"

    @property
    def told(self) -> tuple[Told, ...]:
        """The events of the move, each with the seats that are told about it. The events are computed only when they are read."""
        if self.moves is None:
            return (Told(Locked(self.seat)),)
        return tuple(self.game.tell(self.before, self.moves, self.state))


def not_asked(node: Node, gathered: Mapping[Seat, Any], seat: Seat, names: Sequence[str] = ()) -> Refusal | None:
    """The reason why a seat can't act now; None if it can.

    Args:
        node: the node of the present state.
        gathered: secret answers already given to the open decision. Maps seats to actions.
        seat: the seat of a player.
        names: the players' names, indexed by seat; empty to call them “seat 0” and so on.
    """
    if isinstance(node, Chance):
        return refuse("step.nature")
    if not isinstance(node, Decision):
        return refuse("step.over")
    if seat not in node.seats and seat not in node.also:
        others = listed([names[each] if names else f"seat {each}" for each in node.seats if each not in gathered])
        return refuse("step.not_yours", seat=seat, player=_called(seat, names), others=others)
    return refuse("step.twice", seat=seat, player=_called(seat, names)) if seat in gathered else None


def _called(seat: Seat, names: Sequence[str]) -> str:
    """The player's name at the beginning of a sentence; without a name, “Seat 0”."""
    usual = f"seat {seat}"
    name = names[seat] if 0 <= seat < len(names) else usual
    return name.capitalize() if name == usual else name


def step(
    game: Game[P, A],
    state: State[P],
    gathered: Mapping[Seat, A],
    seat: Seat,
    action: Any,
    key: str | None = None,
    names: Sequence[str] = (),
) -> Step[P, A] | Refusal:
    """Make one move: an action of a seat, or an outcome of nature.

    Args:
        game: the game with its rules.
        state: the present state.
        gathered: secret answers already given to the open decision: ``gathered`` of the last `Step`; empty before the first move.
        seat: the seat that moves; `NATURE` if the node is a `Chance`.
        action: the action, or nature's outcome.
        key: key of the decision that the action answers; None means the present decision. An answer to an earlier decision is
            refused.
        names: the players' names for refusals, indexed by seat; empty to call them “seat 0” and so on.
    Returns:
        The `Step`, or the reason why the move is refused. The arguments are never changed.
    """
    node = game.node(state)
    if type(seat) is not int:  # True and 1.0 equal a seat's number, but aren't seats
        return refuse("step.no_seat", seat=repr(seat)[:40])
    if isinstance(node, Chance) and seat == NATURE:
        if refusal := node.draw.why_not(action):
            return refusal
        return Step(game.deal(state, action), {}, seat, game, state, action)
    if isinstance(node, Decision):
        if seat == NATURE:
            return refuse("step.player")
        if key is not None and key != node.key:
            return refuse("step.stale", key=key, now=node.key)
    if refusal := not_asked(node, gathered, seat, names):
        return refusal
    assert isinstance(node, Decision)
    choices = game.choices(view(state, seat))
    if refusal := choices.why_not(action):
        return refuse("step.text", action=action[:40]) if type(action) is str else refusal
    if seat not in node.seats or choices.at_once(action):
        alone = {seat: action}
        return Step(game.act(state, alone), gathered, seat, game, state, alone, meanwhile=True)
    moves = {**gathered, seat: action}
    if len(moves) < len(node.seats):
        return Step(state, moves, seat, game, state, None)
    ordered = {each: moves[each] for each in node.seats}  # the order must not show which seat answered last
    return Step(game.act(state, ordered), {}, seat, game, state, ordered)


def take_back(
    game: Game[P, A],
    state: State[P],
    gathered: Mapping[Seat, A],
    seat: Seat,
    key: str | None = None,
    names: Sequence[str] = (),
) -> Mapping[Seat, A] | Refusal:
    """Take back the answer of a seat. This is possible while other seats still have to decide.

    Args:
        game: the game with its rules.
        state: the present state.
        gathered: secret answers already given to the open decision. Maps seats to actions.
        seat: the seat that wants to think again.
        key: key of the decision that the seat answered; None means the present decision.
        names: the players' names for refusals, indexed by seat; empty to call them “seat 0” and so on.
    Returns:
        ``gathered`` without this seat, or the reason why the answer can't be taken back.
    """
    node = game.node(state)
    if not isinstance(node, Decision):
        return refuse("step.nothing", seat=seat, player=_called(seat, names))
    if key is not None and key != node.key:
        return refuse("step.stale", key=key, now=node.key)
    if seat not in gathered:
        return refuse("step.nothing", seat=seat, player=_called(seat, names))
    return {each: action for each, action in gathered.items() if each != seat}
