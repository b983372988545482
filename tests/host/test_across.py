"""The messages of two servers, to people and to each other, tell nobody something that they may not know."""

import pytest

from tests.host.across import Across, Twin
from tests.host.boundary import LeakError
from tests.testing.games import GAMES, HOSTED_FIRST, HOSTED_UNLIKE


@pytest.mark.parametrize(("name", "preset"), HOSTED_UNLIKE)
def test_two_worlds_look_the_same_from_two_servers(name: str, preset: str) -> None:
    across = Across(name, preset, GAMES[name].shortest, moves=30)
    across.run(1, seed=5, each=1)
    assert across.compared["between servers"]


def test_a_hint_that_depends_on_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    true = Twin.grown

    def grown(self: Twin, table_id: str, version: int) -> None:
        state = self.house.tables[table_id].live.state if self.house and table_id in self.house.tables else None
        if state is not None and any(sum(pile) % 2 for pile in state.piles if pile):
            self._tell("odd")
        true(self, table_id, version)

    monkeypatch.setattr(Twin, "grown", grown)
    with pytest.raises(LeakError):
        Across("crash", "online", GAMES["crash"].short).run(20, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "preset"), HOSTED_FIRST)
def test_two_hundred_pairs_of_worlds_look_the_same_from_two_servers(name: str, preset: str) -> None:
    across = Across(name, preset, GAMES[name].short, moves=200)
    for seed in range(20, 40):
        across.run(5, seed=seed, each=4)
        if across.compared.get("between servers", 0) >= 200:
            break
    assert across.compared["between servers"] >= 200
