"""Works out what a seat's answer to a decision does to the game.

The module stores the result, because it is needed twice: to check the answer, and then to apply the log entry of the answer.
"""

from collections.abc import Mapping
from typing import Any

from prial.core.game import Seat, State
from prial.core.step import Step, step
from prial.errors import Refusal, refuse
from prial.host.live import Live

_last: tuple[State[Any] | None, Mapping[Seat, Any], Seat, str, Step[Any, Any]] | None = None
"""The last allowed answer, kept so that its step isn't made twice."""


def allowed(live: Live, seat: Seat, action: Any) -> tuple[Step[Any, Any], str] | Refusal:
    """Check whether a seat may give an answer now, and work out what the answer does.

    Args:
        live: the table.
        seat: the seat that answers.
        action: the answer.
    Returns:
        The step (what the answer does to the game), and the answer as text; or the reason why the answer is refused.
    """
    global _last  # noqa: PLW0603  # `acted` is called next, and needs the same step
    if live.state is None:
        return refuse("table.not_started")
    done = step(live.game, live.state, live.gathered, seat, action)
    if isinstance(done, Refusal):
        return done
    text = live.game.write(action)
    _last = live.state, live.gathered, seat, text, done
    return done, text


def acted(live: Live, state: State[Any], seat: Seat, text: str) -> Step[Any, Any] | Refusal:
    """Work out what an answer in a table's log does to the game.

    Args:
        live: the table before the answer.
        state: the game's state before the answer.
        seat: the seat that answered.
        text: the answer as the log holds it.
    Returns:
        The step (what the answer does to the game); or the reason why the rules refuse the answer.
    """
    if _last is not None and _last[0] is state and _last[1] is live.gathered and _last[2:4] == (seat, text):
        return _last[4]  # a step depends on these four values alone
    return step(live.game, state, live.gathered, seat, live.game.read(text))
