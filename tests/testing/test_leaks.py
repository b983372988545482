"""The no-leak test: it lets every preset of Crash be, and finds every leak planted in it (RELIABILITY: secrecy)."""

from collections.abc import Callable

import pytest

from prial.cards import PACK
from prial.games.crash import CrashGame
from prial.games.crash.rules import SCHEMA
from prial.testing import Nonconformance, pairs
from tests.testing.crash_knowledge import CrashKnowledge
from tests.testing.leaks import LEAKS, Leak


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.table.__name__)
def test_a_planted_leak_is_found(leak: Leak) -> None:
    game = leak.make()
    with pytest.raises(Nonconformance) as found:
        pairs(game, games=200, seed=1, knowledge=CrashKnowledge(game.rules), each=3)
    assert found.value.rule == "leak"


def test_the_same_tables_without_their_leaks_pass() -> None:
    tables = {(leak.preset, str(leak.options), len(leak.pack)): leak for leak in LEAKS if leak.options or leak.pack != PACK}
    assert len(tables) > 5
    for leak in tables.values():
        game = leak.make(CrashGame)
        compared = pairs(game, games=2, seed=1, knowledge=CrashKnowledge(game.rules), each=3, counts=0)
        assert compared.acceptance > 0.1, (leak, compared)


@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_no_seat_learns_a_card_before_the_rules_show_it(preset: str, record_property: Callable[[str, object], None]) -> None:
    game = CrashGame(SCHEMA.make(None, preset))
    compared = pairs(game, games=5, seed=2, knowledge=CrashKnowledge(game.rules), each=4, counts=1)
    print(preset, compared)  # noqa: T201  # shown with -s: how many pairs were compared
    record_property("acceptance", compared.acceptance)
    assert compared.acceptance > 0.1, compared
