"""Prial's games in OpenSpiel: ``pyspiel.load_game("prial", {"game": NAME, "preset": NAME, "rules": "players=2", "deals": 1})``.

Chance is explicit: the cards of a deal are drawn one by one, and all remaining cards are equally likely.
"""

import re
from copy import deepcopy
from typing import Any, Final

import numpy as np
import pyspiel

from prial.adapters import features
from prial.adapters.playing import OPTIONS, Playing, encoded
from prial.cards import best_first, name
from prial.core.chance import Draw, Pick
from prial.core.registry import find, first
from prial.errors import RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "openspiel.rules": "The rules are written as option=value, with commas between, as in 'players=2', and not as {rules!r}.",
        "openspiel.preset": "Give the preset in the parameter 'preset', and not among the rules.",
    },
)

_MOST: Final = 1_000_000.0
"""An upper bound of the points or chips that a player can win or lose in a game."""
_LONGEST: Final = 100_000
"""An upper bound of the number of decisions in a game."""
_OPTION: Final = re.compile(r"(\w+)\s*[=:]\s*(.+)")
"""Matches an option with its value, such as ``players=3``."""
_BETWEEN: Final = re.compile(r"[\s,]+(?=\w+\s*[=:])")
"""Matches the text between two options. An option begins with a word and ``=`` or ``:``."""
_PARAMETERS: Final = {"game": first(), "preset": "", "rules": "", "deals": 1}
_TYPE: Final = pyspiel.GameType(
    short_name="prial",
    long_name="Prial",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


def _rules(text: str) -> dict[str, str]:
    """Read a text of options, such as ``a=1, b=two words`` or ``a:1 b:two words``, as a dictionary."""
    found = [_OPTION.fullmatch(each) for each in _BETWEEN.split(text.strip(" ,"))] if text.strip() else []
    if not all(found):
        raise RulesError(refuse("openspiel.rules", rules=text[:80]))
    rules = {each[1]: each[2] for each in found if each}
    if "preset" in rules:
        raise RulesError(refuse("openspiel.preset"))
    return rules


class PrialGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of Prial's games with its rules, as a game of OpenSpiel.

    The dictionary ``params`` has these parameters:

    * ``game``: the game's name;
    * ``preset``: the preset's name; an empty text means the game's first preset;
    * ``rules``: the options that differ from the preset, such as ``players=3, target=15``. In a text that OpenSpiel loads, write
      ``players:3 target:15``, because a comma would end the parameter;
    * ``deals``: the number of deals after which the game is broken off; 0 plays the whole game.

    Args:
        params: maps the names of the parameters to their values.
    Raises:
        PrialError: if the game or the preset doesn't exist, or if ``rules`` can't be read, names a preset, has an option or a
            value that the game doesn't allow, or has options that exclude each other.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        self.kind = find(given["game"])
        rules = _rules(given["rules"])
        given["rules"] = " ".join(f"{option}:{value}" for option, value in rules.items())
        self.table = self.kind.make(rules, given["preset"] or None)
        self.deals = given["deals"] or None
        info = pyspiel.GameInfo(
            num_distinct_actions=OPTIONS,
            max_chance_outcomes=52,
            num_players=self.table.seats,
            min_utility=-_MOST,
            max_utility=_MOST,
            max_game_length=_LONGEST,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> "PrialState":
        """The state at the start of a game."""
        return PrialState(self)

    def make_py_observer(self, _kind: Any = None, params: dict[str, Any] | None = None) -> "PrialObserver":
        """Make an object that describes, as a tensor or as text, what a player knows."""
        return PrialObserver(params)


class PrialState(pyspiel.State):  # type: ignore[misc]  # as above
    """A state of a game, with OpenSpiel's methods.

    A player's action is an index in the list `prial.adapters.playing.Playing.options`. Chance's action is the next card (0 to
    51), or the number that chance picks, such as the first dealer's seat.
    """

    def __init__(self, game: PrialGame) -> None:
        super().__init__(game)
        self.playing = Playing(game.table, game.deals, for_chips=game.kind.for_chips)
        self.drawn: tuple[int, ...] = ()
        """The cards that chance has already drawn for the present deal, in order."""

    def current_player(self) -> int:
        """The seat whose turn it is; OpenSpiel's ``CHANCE`` before a move of chance, and ``TERMINAL`` if the game is over."""
        if self.playing.draw is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.playing.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, _player: int) -> list[int]:
        return list(range(len(self.playing.options)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may be drawn next, or the numbers that chance may pick, each with its probability."""
        draw = self.playing.draw
        possible = range(draw.n) if isinstance(draw, Pick) else sorted(set(draw.pool).difference(self.drawn))
        return [(outcome, 1 / len(possible)) for outcome in possible]

    def _apply_action(self, action: int) -> None:
        draw = self.playing.draw
        if draw is None:
            self.playing.choose(action)
        elif isinstance(draw, Pick):
            self.playing.deal(action)
        else:
            self.drawn = (*self.drawn, action)
        self._deal_when_drawn()

    def _deal_when_drawn(self) -> None:
        """Give the drawn cards to the game if the deal is complete."""
        # A loop, because a deal without cards is complete before anything is drawn
        while isinstance(draw := self.playing.draw, Draw) and len(self.drawn) == sum(draw.sizes):
            ends = np.cumsum(draw.sizes)
            piles = [self.drawn[end - size : end] for end, size in zip(ends.tolist(), draw.sizes, strict=True)]
            self.playing.deal(tuple(map(best_first, piles)))
            self.drawn = ()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(action) if isinstance(self.playing.draw, Pick) else name(action)
        return self.playing.game.write(self.playing.options[action])

    def is_terminal(self) -> bool:
        """Whether the game is over, or was broken off after the number of deals that `PrialGame` takes as ``deals``."""
        return self.playing.result is not None

    def returns(self) -> list[float]:
        """The points that each player has made, or the chips won minus the chips lost; 0 for everybody while the game goes on.

        In a game that is played with tokens, each token that a player has paid counts −1.
        """
        return [float(each) for each in self.playing.returns]

    def information_state_string(self, player: int | None = None) -> str:
        """Everything that a player knows, as text: the cards that the player has seen, and what everybody knows.

        Args:
            player: the player's seat; None for the player whose turn it is.
        """
        return _seen(self, self.current_player() if player is None else player)

    def __deepcopy__(self, memo: dict[int, Any]) -> "PrialState":
        other = PrialState(self.get_game())
        other.playing, other.drawn = deepcopy(self.playing, memo), self.drawn
        return other

    def __str__(self) -> str:
        return f"{self.playing.state.public} {self.playing.state.piles} {self.drawn}"


def _seen(state: PrialState, player: int) -> str:
    seen, decided = state.playing.look(player)
    return f"{encoded(seen).decode()} {decided}"


class PrialObserver:
    """Describes, as a tensor or as text, what a player knows. It has the methods of OpenSpiel's observers."""

    def __init__(self, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"the observer takes no parameters, and got {params}")
        self.tensor = np.zeros(features.VIEW, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: PrialState, player: int) -> None:
        """Fill the observer's ``tensor`` with what a player knows in a state."""
        self.tensor[:] = features.of_view(*state.playing.look(player))

    def string_from(self, state: PrialState, player: int) -> str:
        """What a player knows in a state, as text."""
        return _seen(state, player)


pyspiel.register_game(_TYPE, PrialGame)
