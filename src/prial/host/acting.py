"""What a seat's answer does to the game. The ruling on it asks first, and then the fold: it is worked out once."""

from collections.abc import Mapping
from typing import Any

from prial.core.game import Seat, State
from prial.core.step import Step, step
from prial.errors import Refusal, refuse
from prial.host.live import Live

_last: tuple[State[Any] | None, Mapping[Seat, Any], Seat, str, Step[Any, Any]] | None = None
"""The last answer that a ruling allowed: to which state, beside which others, whose, as text; and what it does."""


def allowed(live: Live, seat: Seat, action: Any) -> tuple[Step[Any, Any], str] | Refusal:
    """What an answer does if it is given now, and its text; or why it can't be.

    Args:
        live: the table.
        seat: who answers.
        action: the answer.
    """
    global _last  # noqa: PLW0603  # a fold follows the ruling at once, and asks the same
    if live.state is None:
        return refuse("table.not_started")
    done = step(live.game, live.state, live.gathered, seat, action)
    if isinstance(done, Refusal):
        return done
    text = live.game.write(action)
    _last = live.state, live.gathered, seat, text, done
    return done, text


def acted(live: Live, state: State[Any], seat: Seat, text: str) -> Step[Any, Any] | Refusal:
    """What an answer in the log does to the state of its table; or why it can't have been given."""
    if _last is not None and _last[0] is state and _last[1] is live.gathered and _last[2:4] == (seat, text):
        return _last[4]  # nothing of a step depends on anything else
    return step(live.game, state, live.gathered, seat, live.game.read(text))
