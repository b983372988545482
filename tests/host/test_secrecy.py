"""No byte depends on something that its receiver may not know, at the host's byte boundary."""

import pytest

from prial.core.registry import find
from tests.campaigns import sizes
from tests.host import leaks
from tests.host.boundary import Boundary, LeakError
from tests.host.handover import Handover
from tests.host.leaks import HANDOVER_LEAKS, LEAKS, HandoverLeak, Leak
from tests.testing.games import GAMES, HOSTED_FIRST, TABLES

_OF_GAMES = frozenset(
    {f"game: {name}" for name in ("EverybodyHearsTheHand", "KeyHoldsAHash", "DealerStakesByCards", "DrawIsSeenByTheLeft")}
)
"""Leaks of games that are planted here too: in a view, a key, the deciding seats, a line. All leaks are found in the tests of the
games, and all of them here in `make soak`."""
_LATE = frozenset(
    {
        "asked anew only if somebody has red cards in stop_the_bus, denexa",
        "asked anew only if somebody has red cards in brag_poker, online",
        "asked meanwhile only with red cards in stop_the_bus, denexa",
        "a bot sees all in brag, pagat",
        "a bot sees all in xap_xam",
        "a refusal names the holder",
    }
)
"""Leaks that take long to find, in these games or in Crash: only in `make soak`."""
SOON = [leak for leak in LEAKS if leak.name not in _LATE and (leak.name in _OF_GAMES or not leak.name.startswith("game: "))]


@pytest.mark.parametrize("each", sizes(1, 2))
@pytest.mark.parametrize(("name", "preset"), HOSTED_FIRST)
def test_two_worlds_that_a_viewer_may_not_tell_apart_look_the_same(name: str, preset: str, each: int) -> None:
    boundary = Boundary(name, preset, GAMES[name].shortest, moves=30)
    compared = boundary.run(1, seed=5, each=each)
    print(name, preset, compared, boundary.compared)  # noqa: T201  # shown with -s
    assert compared.acceptance > 0.1


@pytest.mark.parametrize("leak", SOON, ids=lambda leak: leak.name)
def test_a_planted_leak_is_found(leak: Leak) -> None:
    with pytest.raises(LeakError):
        leak.boundary().run(40, seed=1)


@pytest.mark.parametrize(("name", "preset"), HOSTED_FIRST)
def test_a_seat_that_changes_hands_shows_nobody_a_live_hand(name: str, preset: str) -> None:
    """Not the owner's accomplice who takes the seat, nor the player who was removed."""
    handover = Handover(name, preset, GAMES[name].shortest, moves=30)
    handover.run(3, seed=7, each=2)
    assert handover.compared


@pytest.mark.parametrize(
    "leak",
    [pytest.param(leak, marks=[pytest.mark.soak] * (leak.game == "brag")) for leak in HANDOVER_LEAKS],
    ids=lambda leak: leak.name,
)
def test_a_planted_leak_of_a_seat_that_changes_hands_is_found(leak: HandoverLeak) -> None:
    with pytest.raises(LeakError):
        leak.handover().run(40, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name)
def test_a_planted_leak_is_found_also_where_it_shows_rarely(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaks, "red", leaks.ace)
    with pytest.raises(LeakError):
        leak.boundary(moves=60).run(40, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "preset"), TABLES)
def test_ten_thousand_pairs_of_worlds_look_the_same(name: str, preset: str) -> None:
    boundary, wanted = Boundary(name, preset, GAMES[name].short, moves=200), 10_000 / len(find(name).schema.presets)
    for seed in range(11, 16):  # in some games fewer worlds can be compared
        compared = boundary.run(GAMES[name].campaign, seed=seed, each=4)
        print(name, preset, compared, boundary.compared)  # noqa: T201  # shown with -s
        counts = dict(boundary.compared)
        by_bots = counts.pop("bot")
        if (least := min(counts.values())) >= wanted and by_bots >= GAMES[name].by_bots:
            break
    assert by_bots >= GAMES[name].by_bots
    assert least >= wanted
