"""A game of another distribution (docs/write-a-game.md), installed beside the built wheel, works like the package's own games."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FROM_WHEEL = bool(os.environ.get("PRIAL_WHEEL"))
NAME = "two_card_brag"

pytestmark = pytest.mark.skipif(not FROM_WHEEL, reason="the game is installed beside the wheel only")

HUNTER = '''
class Cautious:
    """Stays with a pair only."""

    def __init__(self, game):
        self.game = game

    def choose(self, view, choices, rng):
        mine = view.piles[view.seat]
        return list(choices)[0 if mine[0] >> 2 == mine[1] >> 2 else 1]
'''


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    (tmp_path / "mine.py").write_text(HUNTER, "utf-8")
    return tmp_path


def prial(home: Path, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("prial")), *args]
    return subprocess.run(command, cwd=home, input=stdin, capture_output=True, text=True, timeout=60, check=False)


def printed(home: Path, *args: str) -> Any:
    done = prial(home, *args)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_it_is_found_and_stands_behind_the_first() -> None:
    from prial.core.registry import find, names

    assert names()[0] == "crash"
    assert NAME in names()
    assert find(NAME).title == "Two-Card Brag"


def test_it_is_played_at_the_terminal(home: Path) -> None:
    done = prial(home, "play", NAME, "--preset", "hard", "--set", "deals=2", "--fast", stdin="stay\nperhaps\nfold\n")
    assert done.returncode == 0, done.stderr
    assert "Two-Card Brag · Hard" in done.stdout
    assert "You stay" in done.stdout or "stays." in done.stdout
    assert "'perhaps' isn't an action: write stay or fold." in done.stdout
    assert "prial replay" in done.stdout
    assert "prial review" not in done.stdout  # the game brings no such part


def test_a_record_of_it_is_replayed_to_the_same_end(home: Path) -> None:
    end = printed(home, "play", NAME, "--auto", "--seed", "5", "--json", "--record", "game.json")
    again = printed(home, "replay", "game.json", "--json")
    assert again["over"]
    assert (again["scores"], again["ledger"]) == (end["scores"], end["ledger"])
    assert sum(end["ledger"]) == 0


def test_its_rules_are_shown_and_its_options_set(home: Path) -> None:
    done = prial(home, "rules", "show", NAME, "hard")
    assert "Level hands leave the whole pot for the next deal." in done.stdout
    done = prial(home, "play", NAME, "--auto", "--set", "deals=51")
    assert done.returncode == 2
    assert "1 to 50" in done.stderr


def test_the_ladder_measures_its_bots_those_added_to_it_and_ones_own(home: Path) -> None:
    found = printed(
        home, "ladder", NAME, "--bots", "steady,reckless,mine:Cautious", "--field", "random", "--games", "20", "--json"
    )
    assert [each["bot"] for each in found["standings"]] == ["steady", "reckless", "mine:Cautious", "random"]
    assert found["counts"] == "chips"


def test_a_bot_of_ones_own_sits_at_the_table_and_a_record_alone_loads_none(home: Path) -> None:
    done = prial(home, "play", NAME, "--bots", "mine:Cautious", "--record", "own.json", stdin="stay\nquit\n")
    assert done.returncode == 0, done.stderr
    refused = prial(home, "play", "--resume", "own.json", stdin="stay\n")
    assert refused.returncode == 2
    assert refused.stderr == "This game is played with the bot mine:Cautious: name it again with --bots if you trust it.\n"
    again = prial(home, "play", "--resume", "own.json", "--bots", "mine:Cautious", stdin="quit\n")
    assert again.returncode == 0, again.stderr


def test_a_game_that_is_broken_closes_no_house(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = home / "site" / "broken-1.dist-info"
    site.mkdir(parents=True)
    (site / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n", "utf-8")
    (site / "entry_points.txt").write_text("[prial.games]\nbroken = nowhere:KIND\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(site.parent))
    assert prial(home, "rank", "AsAhAd").returncode == 0
    (home / "deal.json").write_text('{"game": "stop_the_bus", "hands": ["AsAhAd", "9c5d2h"]}', "utf-8")
    done = prial(home, "showdown", "deal.json")
    assert done.returncode == 0
    assert done.stderr == "The game 'broken' can't be loaded: No module named 'nowhere'.\n"
    refused = prial(home, "play", "broken")
    assert (refused.returncode, refused.stderr) == (2, done.stderr)


def test_it_keeps_the_rules_of_every_game_and_its_secrets() -> None:
    from two_card_brag import KIND, Known  # type: ignore[import-not-found]  # installed beside the wheel only

    from prial.testing import check

    for preset in KIND.schema.presets:
        report = check(
            KIND.make(preset=preset), games=15, knowledge=Known(), money=lambda table: sum(table.ledger) + table.pot, each=1
        )
        assert report.pairs.acceptance > 0.3
