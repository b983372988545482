"""Records with cards that nobody saw, at the terminal: they are drawn, and it is said first which."""

import json
from pathlib import Path

import pytest

from prial.core import record as core
from prial.core.unknown import completed, sentence
from tests.cli.conftest import Prial, one_sentence
from tests.core.test_unknown import BEN_FOLDS, written


@pytest.fixture
def path(home: Path) -> Path:
    found = home / "game.json"
    found.write_text(core.write(written(*BEN_FOLDS)), "utf-8")
    return found


def test_a_replay_says_first_which_cards_were_drawn(prial: Prial, path: Path) -> None:
    done = prial("replay", str(path))
    assert done.exit_code == 0, done.output
    assert " ".join(done.output.split()).startswith(sentence(completed(written(*BEN_FOLDS))))
    shown = json.loads(prial("replay", str(path), "--json").output)
    assert shown["drawn"] == completed(written(*BEN_FOLDS)).notes["drawn"]
    assert shown["refused"] is None


def test_another_player_isnt_told_which_cards_were_drawn(prial: Prial, path: Path) -> None:
    assert "are drawn" not in prial("replay", str(path), "--as", "Ann").output
    assert json.loads(prial("replay", str(path), "--as", "Ann", "--json").output)["drawn"] == []
    assert "are drawn" in prial("replay", str(path), "--as", "Ben").output


def test_a_whole_record_says_nothing_of_it(prial: Prial, path: Path) -> None:
    path.write_text(core.write(written(("nature", {"hands": ["AsKs2c", "7c7d7h", "Qd9h4c"]}))), "utf-8")
    assert "are drawn" not in prial("replay", str(path)).output
    assert json.loads(prial("replay", str(path), "--json").output)["drawn"] == []


@pytest.mark.parametrize("verb", ["replay", "review"])
def test_a_game_that_depends_on_a_card_that_nobody_saw_is_refused_in_one_sentence(prial: Prial, path: Path, verb: str) -> None:
    moves = [("nature", {"hands": ["AsKs2c", "??????", "??????"]}), *BEN_FOLDS[1:]]
    path.write_text(core.write(written(*moves)), "utf-8")
    assert one_sentence(prial(verb, str(path))) == "Move 9 depends on cards that the record doesn't know."


def test_a_review_says_whose_answers_it_leaves_out(prial: Prial, path: Path) -> None:
    done = prial("review", str(path), "--worlds", "10")
    assert done.exit_code == 0, done.output
    assert "Answers of players whose cards nobody saw aren't judged." in " ".join(done.output.split())
