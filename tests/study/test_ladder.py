"""The ladder measures play, not cards: same deals in every seat, and errors that are true."""

import multiprocessing
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from prial.errors import RulesError
from prial.study import ladder as module
from prial.study.ladder import Ladder, ladder

RULES: dict[str, Any] = {"min_hand": "high_card", "cards": 9, "players": 3}


def test_the_fields_own_bot_has_no_gain_over_itself_and_wins_its_share() -> None:
    (standing,) = ladder("crash", RULES, ["greedy"], "greedy", 30, workers=1).standings
    assert (standing.gain, standing.gain_error) == (0, 0)
    assert standing.won == pytest.approx(1 / 3)


def test_sharp_gains_over_greedy_and_random_loses() -> None:
    random, sharp, greedy = ladder("crash", RULES, ["random", "sharp"], "greedy", 60, workers=1).standings
    assert random.gain + 3 * random.gain_error < 0
    assert sharp.gain - 2 * sharp.gain_error > 0
    assert greedy.bot == "greedy"


def test_result_does_not_depend_on_workers_and_progress_grows() -> None:
    seen: list[Ladder] = []
    alone = ladder("crash", RULES, ["random"], "greedy", 45, seed=5, workers=1, progress=seen.append)
    together = ladder("crash", RULES, ["random"], "greedy", 45, seed=5, workers=2)
    assert alone == together
    assert [each.games for each in seen] == [20, 40, 45]
    assert seen[-1] == alone


def test_workers_need_nothing_of_the_process_that_starts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where processes aren't forked, as on Windows and macOS, each finds the game by its name."""
    monkeypatch.setattr(module, "get_context", lambda _: multiprocessing.get_context("spawn"))
    found = ladder("crash", RULES, ["random"], "greedy", 21, seed=5, workers=2)
    assert found == ladder("crash", RULES, ["random"], "greedy", 21, seed=5, workers=1)


def _first_at_once(work: tuple[Any, ...]) -> NDArray[np.float64]:
    """The first chunk in no time; every other one takes its time, and leaves a file when it is done."""
    chunk = work[5]
    if chunk[0]:
        time.sleep(3)
        (Path(work[1][-1][1]) / str(chunk[0])).touch()
    return np.ones((len(chunk), 2, 3))


def test_who_ends_a_ladder_waits_for_no_game_that_is_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "_play_chunk", _first_at_once)
    monkeypatch.setattr(module, "_table", lambda _game, _rules: type("Three", (), {"seats": 3}))

    def interrupted(_: Ladder) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ladder("crash", {"folder": str(tmp_path)}, ["random"], "greedy", 200, workers=2, progress=interrupted)
    for process in multiprocessing.active_children():
        process.join()
    assert list(tmp_path.iterdir()) == []


def test_standard_error_is_the_spread_of_repeated_ladders() -> None:
    """Twelve ladders of other seeds scatter about as much as each says it does."""
    gains = [ladder("crash", RULES, ["random"], "greedy", 40, seed=s, workers=1).standings[0] for s in range(12)]
    mean = sum(each.gain for each in gains) / len(gains)
    spread = (sum((each.gain - mean) ** 2 for each in gains) / (len(gains) - 1)) ** 0.5
    said = sum(each.gain_error for each in gains) / len(gains)
    assert 0.4 < spread / said < 1.9


@pytest.mark.parametrize(("bots", "games"), [(["blunt"], 5), (["greedy"], 0)])
def test_nonsense_is_refused(bots: list[str], games: int) -> None:
    with pytest.raises(RulesError):
        ladder("crash", RULES, bots, "greedy", games)


def test_games_may_be_broken_off_after_so_many_deals() -> None:
    """Then what stands counts and nobody has won; a bot gains nothing on itself."""
    rules = {"preset": "pub", "players": 3}
    found = ladder("stop_the_bus", rules, ["random"], "thumb", 40, workers=1, deals=1)
    plain, thumb = found.standings
    assert (plain.deals, thumb.deals) == (3 * 40, 3 * 40)
    assert thumb.points == pytest.approx(3 - 1 / 3, abs=0.05)  # one of three has paid a token of three, if hands weren't level
    assert plain.gain == pytest.approx(plain.points - thumb.points)
    assert plain.gain < -0.2
    assert (plain.won, thumb.won, thumb.gain) == (0, 0, 0)
