"""Nobody is sent a byte that depends on what they may not know (RELIABILITY: secrecy, at the host's byte boundary)."""

import pytest

from prial.games.crash.rules import SCHEMA
from tests.host.boundary import Boundary, LeakError
from tests.host.leaks import LEAKS, Leak


@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_two_worlds_that_a_viewer_may_not_tell_apart_look_the_same(preset: str) -> None:
    boundary = Boundary(preset, moves=150)
    compared = boundary.run(games=4, seed=5)
    print(preset, compared, boundary.compared)  # noqa: T201  # shown with -s
    assert compared.acceptance > 0.1


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name)
def test_a_planted_leak_is_found(leak: Leak) -> None:
    with pytest.raises(LeakError):
        leak.boundary().run(games=40, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_ten_thousand_pairs_of_worlds_look_the_same(preset: str) -> None:
    boundary = Boundary(preset, moves=200)
    compared = boundary.run(games=100, seed=11, each=4)
    print(preset, compared, boundary.compared)  # noqa: T201  # shown with -s
    assert min(boundary.compared.values()) >= 250
