"""No byte depends on something that its receiver may not know, at the host's byte boundary."""

import pytest

from prial.core.registry import find
from tests.campaigns import sizes
from tests.host import leaks
from tests.host.boundary import Boundary, LeakError
from tests.host.handover import Handover
from tests.host.leaks import HANDOVER_LEAKS, LEAKS, HandoverLeak, Leak
from tests.testing.games import GAMES, HOSTED_UNLIKE, TABLES

SOON = frozenset(
    {
        # a view
        *("all faces", "faces for spectators", "backs as long as the cards are high", "a pile too many with red cards"),
        *("the next seat's view in xap_xam", "all faces in brag, pagat", "all faces in stop_the_bus, denexa"),
        # a scene
        *("what somebody decided", "who thinks, by strength", "a deadline by cards", "a result too early"),
        # what is asked
        *("the first seat's guide for all", "asked meanwhile only with red cards in brag, pagat"),
        "asked anew only if somebody has red cards in brag, pagat",
        # words, and messages
        *("a line for all", "a newcomer is told everything", "a newcomer hears the first seat's lines", "a version by cards"),
        *("an update is cached for the wrong viewer", "what is kept for one viewer is sent to all"),
        *("missed updates are the first seat's", "a replay before the end", "a list by cards", "what a table is, by cards"),
        *("what is next, by cards", "the next table is called by cards"),
        # answers and bots
        *("a refusal's code", "a bot sees all", "odds are counted by all cards"),
        # the key and the deciding seats, in a game
        *("game: KeyHoldsAHash", "game: DealerStakesByCards"),
    }
)
"""Leaks that are planted in `make test`: one or more in each thing that somebody is sent. `make soak` plants all of them, and
those of games are all found in the tests of the games."""
assert {leak.name for leak in LEAKS} >= SOON


@pytest.mark.parametrize("each", sizes(1, 2))
@pytest.mark.parametrize(("name", "preset"), HOSTED_UNLIKE)
def test_two_worlds_that_a_viewer_may_not_tell_apart_look_the_same(name: str, preset: str, each: int) -> None:
    boundary = Boundary(name, preset, GAMES[name].shortest, moves=30)
    compared = boundary.run(1, seed=5, each=each)
    print(name, preset, compared, boundary.compared)  # noqa: T201  # shown with -s
    assert compared.acceptance > 0.1


@pytest.mark.parametrize(
    "leak", [pytest.param(leak, id=leak.name, marks=[pytest.mark.soak] * (leak.name not in SOON)) for leak in LEAKS]
)
def test_a_planted_leak_is_found(leak: Leak) -> None:
    with pytest.raises(LeakError):
        leak.boundary().run(40, seed=1)


@pytest.mark.parametrize(("name", "preset"), HOSTED_UNLIKE)
def test_a_seat_that_changes_hands_shows_nobody_a_live_hand(name: str, preset: str) -> None:
    """Not the owner's accomplice who takes the seat, nor the player who was removed."""
    handover = Handover(name, preset, GAMES[name].shortest, moves=30)
    handover.run(3, seed=7, each=2)
    assert handover.compared


@pytest.mark.parametrize(
    "leak",
    [
        pytest.param(leak, id=leak.name, marks=[pytest.mark.soak] * (leak.game == "brag" or "empty seat" in leak.name))
        for leak in HANDOVER_LEAKS
    ],
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
