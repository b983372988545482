"""The worked examples of the rules page come out as it says."""

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from prial.games.crash import SCHEMA, CrashGame
from prial.games.crash.study.showdown import Showdown, settle
from prial.study.showdown import read_as, rules_of

PAGE = files("prial.games.crash").joinpath("examples.md").read_text("utf-8")
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
TITLES = re.findall(r"^### (.*)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("title", "deal", "comes_to"), list(zip(TITLES, BLOCKS[::2], BLOCKS[1::2], strict=True)))
def test_worked_example(title: str, deal: dict[str, Any], comes_to: dict[str, Any]) -> None:
    laid = read_as(json.dumps(deal), Showdown)
    settled = settle(CrashGame(rules_of(laid, SCHEMA)), laid).settled
    found = {key: getattr(settled, key) for key in comes_to if key != "places"}
    found["places"] = [{"winner": place.winner, "reason": place.reason} for place in settled.places]
    assert json.loads(json.dumps(found)) == comes_to
