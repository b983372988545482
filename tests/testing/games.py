"""The games, with what tests need to know about each besides the game itself. A new game is one entry here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from hypothesis import reject
from hypothesis import strategies as st

from prial.betting.limit import total as in_all_pots
from prial.core import registry
from prial.core.game import Game
from prial.errors import RulesError
from prial.testing import Knowledge, strategies
from tests.games.brag.knowledge import BragKnowledge
from tests.games.brag_poker.knowledge import BragPokerKnowledge
from tests.games.crash.knowledge import CrashKnowledge
from tests.games.stop_the_bus.knowledge import BusKnowledge
from tests.games.xap_xam.knowledge import XapXamKnowledge


@dataclass(frozen=True)
class Checked:
    """What a game is checked with."""

    knowledge: Callable[[Any], Knowledge]
    """Given the table's rules, makes an oracle of what players may know."""
    money: Callable[[Any], int]
    """Given the public part of a state, gives the sum of all money in play, which must be 0."""
    tries: tuple[str, ...]
    """Actions that players try who may not act."""
    campaign: int
    """Games of each preset in a long campaign; they make ten thousand pairs of worlds over all presets."""
    by_bots: int
    """Least number of a preset's pairs seen by a bot; few games qualify, since bots don't act while others decide."""
    acceptance: float
    """Least share of the drawn worlds that must be ones which the viewer may not distinguish from the real one."""
    short: Mapping[str, str | int] = field(default_factory=dict)
    """Options under which a game is short."""
    shortest: Mapping[str, str | int] = field(default_factory=dict)
    """Options under which a game is as short as possible, even if it is then less typical."""


GAMES: Final = {
    "crash": Checked(
        CrashKnowledge, lambda table: sum(table.ledger) + table.pot, ("lay AsKsQs JhTh9h", "swap", "pass"), 120, 200, 0.1
    ),
    "brag": Checked(
        BragKnowledge,
        lambda table: sum(table.chips) + sum(pot.chips for pot in table.pots) - sum(table.bought) - sum(table.debts),
        ("see", "look", "bet 7", "discard AsKs", "rebuy", "keep 2"),
        140,
        30,
        0.1,
        {"length": 4},
        {"length": 2},
    ),
    "brag_poker": Checked(
        BragPokerKnowledge,
        lambda table: sum(table.chips) + in_all_pots(table.betting) - sum(table.bought),
        ("look", "call", "raise", "change As", "change 2", "rebuy"),
        340,
        300,
        0.1,
        {"length": 3},
        {"length": 1},
    ),
    "stop_the_bus": Checked(
        BusKnowledge,
        lambda _table: 0,
        ("take 2c put 9h", "take As put Kd stop the bus", "stop the bus"),
        180,
        30,
        0.5,
        {"tokens": 1},
        {"tokens": 1},
    ),
    "xap_xam": Checked(
        XapXamKnowledge,
        lambda table: sum(table.scores),
        ("lay AsKs9s7s4s QdQc8d6c3d Jc5d2d", "lay AsKs9s7s4s QdQc8d6c3d Jc5d2d six_pairs"),
        120,
        60,
        0.1,
        {"length": 2},
        {"length": 1},
    ),
}
TABLES: Final = tuple([(name, preset) for name in GAMES for preset in registry.find(name).schema.presets])
"""Every preset of every game."""
HOSTED: Final = (*dict(reversed(TABLES)).items(), ("brag", "pagat"), ("stop_the_bus", "pub"))
"""Presets that differ for a host, which knows no rules: one of each game, a further one with blind bets, and one with lives."""
HOSTED_FIRST: Final = tuple([pytest.param(*each, marks=[pytest.mark.soak] * (each not in HOSTED)) for each in TABLES])
"""For ``parametrize``: `HOSTED` in `make test`, all presets in `make soak`. The games' own tests always take all presets."""
_UNLIKE: Final = (("brag", "pagat"), ("stop_the_bus", "denexa"), ("xap_xam", "xap_xam"))
HOSTED_UNLIKE: Final = tuple([pytest.param(*each, marks=[pytest.mark.soak] * (each not in _UNLIKE)) for each in TABLES])
"""For ``parametrize``: in `make test`, one game with blind bets and actions meanwhile, one in which cards are exchanged one after
the other, and one in which all decide at once; all presets in `make soak`."""


def tables(name: str) -> st.SearchStrategy[tuple[Game[Any, Any], Knowledge]]:
    """Tables of a game under random rules that make it short."""
    schema = registry.find(name).schema

    def made(rules: Any) -> tuple[Game[Any, Any], Knowledge]:
        try:
            rules = schema.make({**schema.written(rules), **GAMES[name].shortest})
        except RulesError:
            reject()
        return registry.find(name).new(rules), GAMES[name].knowledge(rules)

    return strategies.rules(schema).map(made)


def table(name: str, preset: str, **options: str | int) -> tuple[Game[Any, Any], Knowledge]:
    """A table, and what its players may know."""
    rules = registry.find(name).schema.make(options, preset)
    return registry.find(name).new(rules), GAMES[name].knowledge(rules)
