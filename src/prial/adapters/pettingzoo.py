"""Makes Prial's games into environments of PettingZoo. The agents act one at a time (AEC)."""

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
    """One of Prial's games as an environment. The agents are ``seat_0``, ``seat_1`` and so on.

    An action is the index of an option in the list `prial.adapters.playing.Playing.options`.

    An observation is a dictionary of three arrays:

    * ``observation``: what the agent knows, as a vector (see `prial.adapters.features.of_view`);
    * ``options``: row k is the vector of option k (see `prial.adapters.features.of_option`), and zeros if there is no option k;
    * ``action_mask``: entry k is 1 if there is an option k, otherwise 0.

    Rewards come at the end of the game: points made since its start, or chips won minus chips lost. In a game with tokens, an
    agent's reward is −1 for each token that it has paid.

    Args:
        game: the game's name, or the game itself.
        rules: maps names of options to values that differ from the preset; None means no differences.
        preset: the preset's name; None means the game's first preset.
        deals: number of deals after which the game is broken off; None plays the whole game.
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
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions: the numbers from 0 to `OPTIONS` − 1."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: seed of all moves of chance in the game; None takes a random seed.
            options: ignored.
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
        """The observation of an agent. It shows options only if it is the agent's turn."""
        seat = self.possible_agents.index(agent)
        rows = np.zeros((OPTIONS, features.OPTION), np.float32)
        mask = np.zeros(OPTIONS, np.int8)
        if seat == self.playing.seat:
            for row, action in enumerate(self.playing.options):
                rows[row], mask[row] = features.of_option(self.table.write(action)), 1
        return {"observation": features.of_view(*self.playing.look(seat)), "options": rows, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Choose an option for the agent whose turn it is.

        Args:
            action: index of the option; None once the game is over.
        Raises:
            ActionError: if there is no option with this index.
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
        """The name of the agent whose turn it is, and the texts of its options."""
        return f"{self.agent_selection}: " + "; ".join(map(self.table.write, self.playing.options))

    def close(self) -> None:
        """Do nothing. The environment has nothing to close."""

    def _go_on(self) -> None:
        """Make chance's moves up to an agent's next decision. If the game is over, set the rewards."""
        while (draw := self.playing.draw) is not None:
            self.playing.deal(draw.sample(self._nature))
        if (seat := self.playing.seat) is not None:
            self.agent_selection = self.possible_agents[seat]
            return
        returns = self.playing.returns
        self.rewards = {agent: float(returns[self.possible_agents.index(agent)]) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
