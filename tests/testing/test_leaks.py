"""The no-leak test finds every leak planted in a game. `tests.testing.test_suite` shows that it passes games without leaks."""

from collections.abc import Hashable

import pytest

from prial.cards import PACK
from prial.core.game import Seat
from prial.testing import Fact, Nonconformance, pairs
from prial.testing.play import History
from tests.campaigns import soaking
from tests.testing.games import GAMES, table
from tests.testing.leaks import LEAKS, Leak

SLOW = {"LoserShowsToo", "RefusalTellsWhoHolds", "VoidDealIsShown", "CountTells"}
"""Leaks that show seldom: only in `make soak`."""


@pytest.mark.parametrize(
    "leak", soaking(LEAKS, [leak for leak in LEAKS if leak.table.__name__ not in SLOW]), ids=lambda leak: leak.table.__name__
)
def test_a_planted_leak_is_found(leak: Leak) -> None:
    game, knowledge = leak.make()
    with pytest.raises(Nonconformance) as found:
        pairs(game, games=200, seed=2, knowledge=knowledge, each=3)
    assert found.value.rule == "leak"


def test_the_same_tables_without_their_leaks_pass() -> None:
    tables = {(leak.preset, str(leak.options), len(leak.pack)): leak for leak in LEAKS if leak.options or leak.pack != PACK}
    assert len(tables) > 5
    for leak in tables.values():
        game, knowledge = leak.make(honest=True)
        compared = pairs(game, games=1, seed=1, knowledge=knowledge, each=1, counts=0)
        assert compared.acceptance > 0.1, (leak, compared)


def test_facts_that_count_shuffles_from_one_are_noticed() -> None:
    """Otherwise worlds would seem too different to compare, without any reason given."""
    game, knowledge = table("stop_the_bus", "denexa", **GAMES["stop_the_bus"].short)

    class FromOne:
        def cards(self, history: History, seat: Seat | None) -> frozenset[Fact]:
            return frozenset((number + 1, what, cards) for number, what, cards in knowledge.cards(history, seat))

        def results(self, history: History) -> Hashable:
            return knowledge.results(history)

    with pytest.raises(ValueError, match=r"a fact is of shuffle (\d+), and there were \1 so far; they count from 0"):
        pairs(game, games=1, seed=1, knowledge=FromOne(), each=3)
