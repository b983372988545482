"""Seals and proofs tell nobody something that they may not know."""

import pytest

from prial.core.registry import find
from tests.campaigns import sizes
from tests.host.boundary import LeakError
from tests.host.turned import Turned
from tests.host.turned_leaks import RARE_LEAKS, TURNED_LEAKS, TurnedLeak
from tests.testing.games import GAMES, HOSTED_UNLIKE, TABLES

MORE = {
    *("a salt too many", "a salt too many at Stop the Bus", "a proof to the wrong seat", "proofs of all that anybody sees"),
    *("once something is shown, all is proved", "a card of the dealt deck stands behind a key"),
    "the number of void shuffles follows a hand",
}
"""Leaks beside another one in the same message: only in `make soak`."""
assert {leak.name for leak in TURNED_LEAKS} >= MORE


@pytest.mark.parametrize("each", sizes(1, 2))
@pytest.mark.parametrize(("name", "preset"), HOSTED_UNLIKE)
def test_two_worlds_that_a_viewer_may_not_tell_apart_are_proved_alike(name: str, preset: str, each: int) -> None:
    turned = Turned(name, preset, GAMES[name].shortest, moves=30)
    turned.run(1, seed=5, each=each)
    assert turned.shuffles


@pytest.mark.parametrize(
    "leak",
    [
        pytest.param(leak, id=leak.name, marks=[pytest.mark.soak] * (leak in RARE_LEAKS or leak.name in MORE))
        for leak in (*TURNED_LEAKS, *RARE_LEAKS)
    ],
)
def test_a_planted_leak_of_the_shuffle_is_found(leak: TurnedLeak) -> None:
    with pytest.raises(LeakError):
        leak.boundary().run(leak.games, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "preset"), TABLES)
def test_ten_thousand_pairs_of_worlds_are_proved_alike(name: str, preset: str) -> None:
    turned, wanted = Turned(name, preset, GAMES[name].short, moves=200), 10_000 / len(find(name).schema.presets)
    for seed in range(12, 16):  # in some games fewer worlds can be compared
        compared = turned.run(GAMES[name].campaign, seed=seed, each=4)
        print(name, preset, compared, turned.compared)  # noqa: T201  # shown with -s
        turned.compared.pop("bot", None)
        if (least := min(turned.compared.values())) >= wanted:
            break
    assert least >= wanted
