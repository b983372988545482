"""A game as an environment of PettingZoo, one agent after the other (AEC)."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from prial.adapters import features
from prial.adapters.playing import OPTIONS, Playing
from prial.core.registry import Named, find


class PrialEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A table of any game: agents ``seat_0``, ``seat_1`` …, an action is the number of an option.

    An observation has the vector of the seat's view (``observation``), one of each option (``options``, a row of zeros where
    there is none) and which options there are (``action_mask``). Nature draws by the seed of `reset`. Rewards come at the end:
    points, or chips won and lost.

    Args:
        game: its name, or the game.
        rules: options that differ from the preset.
        preset: its name; None takes the game's first.
        deals: the game is broken off after so many deals; None plays to the end.
    """

    def __init__(
        self, game: Named, rules: Mapping[str, Any] | None = None, preset: str | None = None, deals: int | None = None
    ) -> None:
        super().__init__()
        kind = find(game)
        self.table = kind.make(rules, preset)
        self._deals, self._for_chips = deals, kind.for_chips
        self.metadata = {"name": f"prial_{kind.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        one = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (features.VIEW,), np.float32),
                "options": spaces.Box(0, 1, (OPTIONS, features.OPTION), np.float32),
                "action_mask": spaces.Box(0, 1, (OPTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, one)
        self.action_spaces = {agent: spaces.Discrete(OPTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What the observations of an agent are from."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of options."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: of what nature draws; None takes any.
            options: none are known.
        """
        self._nature = Random(seed)
        self.playing = Playing(self.table, self._deals, for_chips=self._for_chips)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and may do where it decides."""
        seat = self.possible_agents.index(agent)
        rows = np.zeros((OPTIONS, features.OPTION), np.float32)
        mask = np.zeros(OPTIONS, np.int8)
        if seat == self.playing.seat:
            for row, action in enumerate(self.playing.options):
                rows[row], mask[row] = features.of_option(self.table.write(action)), 1
        return {"observation": features.of_view(*self.playing.look(seat)), "options": rows, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The agent whose turn it is takes an option; None once it is out of the game.

        Raises:
            ActionError: there is no option of this number.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        self.playing.choose(int(action))
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str:
        """Who decides, and the options in words."""
        return f"{self.agent_selection}: " + "; ".join(map(self.table.write, self.playing.options))

    def close(self) -> None:
        """Nothing is open."""

    def _go_on(self) -> None:
        """Let nature move until somebody decides, or the game is over."""
        while (draw := self.playing.draw) is not None:
            self.playing.deal(draw.sample(self._nature))
        if (seat := self.playing.seat) is not None:
            self.agent_selection = self.possible_agents[seat]
            return
        returns = self.playing.returns
        self.rewards = {agent: float(returns[self.possible_agents.index(agent)]) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
