"""Lists the possible actions at a decision, the best first. Each has its worth (its average gain) and its chance of winning.

An analysis uses only the view of the player who decides.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from time import perf_counter
from typing import Any, Final, Protocol

import msgspec

from prial.arguments import check_whole, explained, unfit
from prial.bots.registry import names
from prial.core.game import Decision, Game, Seat, State, View
from prial.core.given import check_view
from prial.core.printed import columns
from prial.core.registry import find
from prial.drawn import NOTHING, table
from prial.errors import ActionError, RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "analysis.not_deciding": "The seat of this view has nothing to decide now.",
        "analysis.nothing": "There is nothing to compare.",
        "analysis.not_judged": "{action!r} is allowed here, but no analysis judges it.",
        "analysis.seat": "There is no seat {seat} for the bot {bot}: seats are numbers, 0 to {last}.",
    },
)

_FEWEST: Final = 2
"""Smallest number of worlds (samples of the hidden cards) in which actions can be tried."""
_LEAST: Final = 20
"""Number of worlds in the second attempt of an analysis that is repeated with more and more worlds."""
_MOST: Final = 1_000_000
"""Greatest number of worlds, if the number grows from attempt to attempt. With more worlds, the memory might get full."""
_GROWTH: Final = (1.5, 30.0)
"""Least and greatest factor by which `analyse` multiplies the number of worlds after the attempt with `_LEAST` worlds."""
_DOUBLE: Final = 2.0
"""Greatest factor by which `analyses` multiplies the number of worlds after the attempt with `_LEAST` worlds."""
_PART: Final = 0.7
"""The next attempt is planned to take this part of the remaining time. The rest is a reserve."""


class Line(msgspec.Struct, frozen=True):
    """One possible action, its worth and its chance of winning."""

    action: Any
    """The action."""
    text: str
    """The action as text, such as ``bet 3``. The game's method ``read`` makes the action from this text."""
    worth: float
    """What the action brings on average, in `Analysis.unit`."""
    error: float | None = 0.0
    """Standard error of the difference between this action's worth and the best action's worth.

    The error is 0 for the best action, and for a worth that was computed exactly or read from a table. It is None if it isn't
    known.
    """
    chances: tuple[float, ...] = ()
    """The chances of this action, from 0 to 1: one probability for each name in `Analysis.chances`. Empty if there are none."""


class Analysis(msgspec.Struct, frozen=True):
    """The possible actions at a decision, each with its worth and its chance of winning.

    `print` and notebooks show them as a table.
    """

    lines: tuple[Line, ...] = ()
    """The actions, the best first. Empty if there is nothing to compare."""
    unit: str = "points"
    """The unit of the worths, in the plural: ``points``, ``chips``, ``units``, ``pots``, ``games`` or ``tokens``."""
    chances: tuple[str, ...] = ()
    """Names of the probabilities in `Line.chances`, in order.

    For example, ``ahead`` is the name of the probability that the action brings more than nothing.
    """
    note: str = ""
    """A sentence that says what is counted as an action's worth. It is empty if the worth is simply the gain of the deal."""
    worlds: int = 0
    """Number of worlds (ways to place the hidden cards) in which the best actions were tried. It is 0 if nothing was tried."""

    def __str__(self) -> str:
        if not self.lines:
            return str(refuse("analysis.nothing"))
        told = "\n".join(columns([self._heading(), *self._rows()]))
        return f"{told}\n{self.note}" if self.note else told

    def _repr_html_(self) -> str:
        return table(self._heading(), self._rows(), self.note) if self.lines else table((), [[str(self)]])

    def _heading(self) -> Sequence[str]:
        return "action", self.unit, "± to the best", *self.chances

    def _rows(self) -> list[list[str]]:
        """Return a row of cells for each line, to be printed below the heading."""
        rows = []
        for at, line in enumerate(self.lines):
            error = NOTHING if line.error is None or not at else f"{line.error:.2f}"
            chances = [f"{100 * chance:.0f} %" for chance in line.chances] or [NOTHING] * len(self.chances)
            rows.append([line.text, f"{line.worth:.2f}", error, *chances])
        return rows


class Analyser(Protocol):
    """A function that analyses the decisions of one game. The game's field `prial.core.kind.Kind.analysis` refers to it."""

    def __call__(
        self,
        game: Any,
        seen: View[Any],
        key: str,
        bots: Mapping[str, Any],
        worlds: int | None,
        wanted: int,
        also: Sequence[Any] = (),
        /,
    ) -> Analysis:
        """Analyse a decision.

        Args:
            game: the game with its rules.
            seen: the view of the player who decides; nothing else is used.
            key: the decision's name, from which the random numbers come. The same arguments always give the same analysis.
            bots: maps a bot's seat, as text, to the bot's name. Seats of people are left out.
            worlds: number of worlds (ways to place the hidden cards) in which actions are tried; None for the usual number.
            wanted: number of actions that the result should have. There may be more or fewer.
            also: allowed actions that must be in the result, unless this game never judges them.
        Returns:
            The analysis; empty if there is nothing to compare. `Analysis.worlds` differs from ``worlds`` only if actions needn't
            be tried, or if fewer worlds are possible.
        """


@explained
def analyse(
    game: Game[Any, Any],
    view: View[Any],
    *,
    bots: Mapping[Seat, str] | None = None,
    worlds: int | None = None,
    seconds: float | None = None,
    most: int = 5,
    also: Iterable[Any] | str = (),
    seed: int | str = 1,
) -> Analysis:
    """Get the best actions at a decision, with each action's worth and probability of winning.

    Most games try each action in many *worlds*. A world is one way to place the cards that the player can't see.

    Args:
        game: the game with its rules.
        view: the view of the player who decides. Nothing hidden from the player is used.
        bots: maps a bot's seat to the bot's name: ``{1: "plain"}``. Seats of people are left out. `noted` gives the bots of a
            record. If the analysis can't use the bots, it assumes the game's usual opponents.
        worlds: number of worlds, at least 2; None for the usual number. Some games need no worlds and ignore the number.
        seconds: limit of time, above 0; None for no limit. The number of worlds grows until the time is nearly over. At least 20
            worlds are tried, even if that takes longer. A program's first analysis may take a few more seconds, to load the
            game's tables. A call with ``worlds=2`` loads the tables beforehand. Some games need no worlds and ignore the limit.
        most: greatest number of actions in the result, at least 1. The actions in ``also`` may come in addition.
        also: actions, or their texts: ``["bet 3"]``. The result includes these actions even if they are bad. Other actions may be
            left out if they clearly aren't the best.
        seed: seed of the random numbers. The coach and a review use the decision's name (`prial.core.game.Decision.key`).
    Returns:
        The analysis. It is empty if only one action is possible, or if the game doesn't judge the decision.
    Raises:
        ActionError: if it isn't the player's turn, or if an action in ``also`` can't be read, isn't allowed or is never judged.
        RulesError: if one of the following holds:

            * the arguments aren't a game and a view of it
            * the game has no analysis, or its analysis can't be loaded
            * ``bots`` names a bot or a seat that doesn't exist
            * ``worlds``, ``seconds`` or ``most`` is too small, or ``seconds`` is infinite
            * both ``worlds`` and ``seconds`` are given
    """
    if worlds is not None and worlds < _FEWEST:
        raise unfit(f"An analysis has at least 2 worlds, not {worlds}")
    if seconds is not None and worlds is not None:
        raise unfit("Give an analysis either a number of worlds or a limit of seconds, not both")
    _check_seconds(seconds)
    ask = _asking(game, view, bots, most, also, seed)
    if seconds is None:
        return ask(worlds)
    *_, last = _growing(ask, seconds, _GROWTH)
    return last


@explained
def analyses(
    game: Game[Any, Any],
    view: View[Any],
    *,
    bots: Mapping[Seat, str] | None = None,
    seconds: float | None = None,
    most: int = 5,
    also: Iterable[Any] | str = (),
    seed: int | str = 1,
) -> Iterator[Analysis]:
    """Analyse a decision again and again, each time in more worlds: 2, 20, 40, 80 and so on.

    A world is one way to place the cards that the player can't see.

    ::

        for found in analyses(game, view):
            print(found)
            if found.worlds >= 1000:
                break

    To stop the analyses, leave the loop: nothing goes on in the background. `analyse` gives the same analysis for the same number
    of ``worlds``.

    Args:
        game: the game with its rules.
        view: the view of the player who decides; nothing else is used.
        bots: maps a bot's seat to the bot's name: ``{1: "plain"}``. Seats of people are left out.
        seconds: limit of time, above 0; None for no limit.
        most: greatest number of actions in each result, at least 1. Those in ``also`` may come in addition.
        also: actions, or their texts (``["bet 3"]``). Each result includes these actions even if they are worth very little.
        seed: seed of the random numbers.
    Yields:
        The analyses, until all possible worlds have been tried, or about a million. Games that compute worths without trying the
        actions give only one analysis.
    Raises:
        ActionError: if it isn't this player's turn, or if an action in ``also`` can't be read, isn't allowed or is never judged.
        RulesError: if one of these holds:

            * the arguments aren't a game and a view of it
            * the game has no analysis, or its analysis can't be loaded
            * ``bots`` names a bot or a seat that doesn't exist
            * ``most`` is too small, or ``seconds`` isn't a finite number above 0
    """
    _check_seconds(seconds)
    return _growing(_asking(game, view, bots, most, also, seed), seconds, (_GROWTH[0], _DOUBLE))


def _check_seconds(seconds: float | None) -> None:
    """Refuse a limit of time that isn't above 0, or that is infinite."""
    if seconds is not None and not 0 < seconds < inf:
        raise unfit(f"The limit of an analysis is a number of seconds above 0 that isn't infinite, not {seconds}")


def _asking(
    game: Game[Any, Any],
    view: View[Any],
    bots: Mapping[Seat, str] | None,
    most: int,
    also: Iterable[Any] | str,
    seed: int | str,
) -> Callable[[int | None], Analysis]:
    """Check the arguments of `analyse`, and return a function that analyses the decision in a given number of worlds."""
    check_whole(most)
    if most < 1:
        raise unfit(f"An analysis has at least 1 line, not {most}")
    check_view(game, view)
    analyser: Analyser = find(game.name).needed("analysis")
    node = game.node(State(view.public, view.piles, (0,) * len(view.piles)))  # everybody knows whose turn it is
    if not isinstance(node, Decision) or view.seat not in node.seats:
        raise ActionError(refuse("analysis.not_deciding"))
    asked, notes = _allowed(game, view, also), as_notes(game, bots)

    def ask(worlds: int | None) -> Analysis:
        found = analyser(game, view, str(seed), notes, worlds, most, asked)
        judged = [line.action for line in found.lines]
        if left := [action for action in asked if action not in judged]:
            raise ActionError(refuse("analysis.not_judged", action=game.write(left[0])))
        lines = [line for at, line in enumerate(found.lines) if at < most or line.action in asked]
        return msgspec.structs.replace(found, lines=tuple(lines))

    return ask


def _allowed(game: Game[Any, Any], seen: View[Any], also: Iterable[Any] | str) -> list[Any]:
    """Check the actions in ``also``, and return each of them once. ``also`` may be a single action or its text."""
    choices = game.choices(seen)
    given = [also] if isinstance(also, str) or not isinstance(also, Iterable) else also
    found = [game.read(each) if type(each) is str else each for each in given]
    for action in found:
        if (refusal := choices.why_not(action)) is not None:
            raise ActionError(refusal)
    return list(dict.fromkeys(found))


def _growing(ask: Callable[[int], Analysis], seconds: float | None, growth: tuple[float, float]) -> Iterator[Analysis]:
    """Analyse a decision again and again, in more and more worlds.

    ``growth`` has the least and the greatest factor of growth.
    """
    end = inf if seconds is None else perf_counter() + seconds
    least, greatest = growth
    tried, number = _FEWEST, _LEAST
    yield (found := ask(tried))  # loads the game's tables, so that the next attempt shows how much time a world takes
    while found.worlds == tried and number <= _MOST:
        begun = perf_counter()
        tried, found = number, ask(number)
        took = perf_counter() - begun
        yield found
        factor = min(greatest, _PART * (end - perf_counter()) / max(took, 1e-9), _MOST / tried)
        if factor < least:
            break
        number = int(tried * factor)


def noted(game: Game[Any, Any], bots: object) -> dict[Seat, str]:
    """Get the bots of a recorded game by seat, as `analyse` takes them: ``{1: "plain"}``.

    Args:
        game: the game.
        bots: the value of ``bots`` in the record's notes, such as ``{"1": "plain"}``. Entries with an unknown seat or bot are
            left out. If the value isn't a mapping, the result is empty.
    """
    known, named = names(game.name), bots if isinstance(bots, Mapping) else {}
    return {seat: bot for seat in range(game.seats) if (bot := named.get(str(seat))) in known}


def as_notes(game: Game[Any, Any], bots: Mapping[Seat, str] | None) -> dict[str, str]:
    """Map each bot's seat, as text, to the bot's name, as in the notes of a record: ``{"1": "plain"}``.

    Args:
        game: the game.
        bots: maps each bot's seat to the bot's name; None for no bots.
    Raises:
        RulesError: if there is no such bot or seat.
    """
    known, found = names(game.name), {}
    for seat, bot in (bots or {}).items():
        if type(seat) is not int or not 0 <= seat < game.seats:
            raise RulesError(refuse("analysis.seat", seat=repr(seat)[:40], bot=str(bot)[:60], last=game.seats - 1))
        if bot not in known:
            raise RulesError(refuse("bot.unknown", bot=str(bot)[:60], game=game.name, bots=", ".join(known)))
        found[str(seat)] = bot
    return found
