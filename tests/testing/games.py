"""The games of the house and what tests need to know of each beside the game itself. A further game is one entry here."""

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
    """What a game is checked against."""

    knowledge: Callable[[Any], Knowledge]
    """Makes an oracle of what people may know from the table's rules."""
    money: Callable[[Any], int]
    """All money in play by a state's public part, which must be 0."""
    tries: tuple[str, ...]
    """Actions that somebody tries whose turn it isn't, or who may not."""
    campaign: int
    """So many games of each preset make ten thousand pairs of worlds in a long campaign, all presets together."""
    by_bots: int
    """So many pairs of each preset at least are a bot's: none is asked what to do meanwhile, so few whole games can be."""
    acceptance: float
    """So large a part of the worlds drawn at least must be ones that somebody may not tell apart from the real one."""
    short: Mapping[str, str | int] = field(default_factory=dict)
    """Options under which a game is over soon."""
    shortest: Mapping[str, str | int] = field(default_factory=dict)
    """Options under which it is over as soon as may be, if not quite as it usually is."""


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
"""What differs for a host, which knows no rules: a preset of each game, one more with blind bets, one with lives."""
HOSTED_FIRST: Final = tuple([pytest.param(*each, marks=[pytest.mark.soak] * (each not in HOSTED)) for each in TABLES])
"""For ``parametrize``: `HOSTED` in `make test`, every preset in `make soak`. The games' own tests take every preset each time."""


def tables(name: str) -> st.SearchStrategy[tuple[Game[Any, Any], Knowledge]]:
    """Tables of a game under any rules under which it is over soon."""
    schema = registry.find(name).schema

    def made(rules: Any) -> tuple[Game[Any, Any], Knowledge]:
        try:
            rules = schema.make({**schema.written(rules), **GAMES[name].shortest})
        except RulesError:
            reject()
        return registry.find(name).new(rules), GAMES[name].knowledge(rules)

    return strategies.rules(schema).map(made)


def table(name: str, preset: str, **options: str | int) -> tuple[Game[Any, Any], Knowledge]:
    """A table, and what people at it may know."""
    rules = registry.find(name).schema.make(options, preset)
    return registry.find(name).new(rules), GAMES[name].knowledge(rules)
