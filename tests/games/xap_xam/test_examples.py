"""The worked examples of the page come out as it says, in the game and in the second model."""

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from prial.cards import parse
from prial.games.xap_xam import XapXamGame
from prial.games.xap_xam.rules import SCHEMA
from prial.games.xap_xam.study.showdown import Showdown, settle
from prial.study.showdown import read_as, rules_of
from tests.games.xap_xam import oracle

PAGE = files("prial.games.xap_xam").joinpath("examples.md").read_text("utf-8")
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
TITLES = re.findall(r"^### (.*)$", PAGE, re.MULTILINE)
EXAMPLES = list(zip(TITLES, BLOCKS[::2], BLOCKS[1::2], strict=True))


@pytest.mark.parametrize(("title", "deal", "comes_to"), EXAMPLES)
def test_worked_example(title: str, deal: dict[str, Any], comes_to: dict[str, Any]) -> None:
    showdown = read_as(json.dumps(deal), Showdown)
    assert json.loads(json.dumps(settle(XapXamGame(rules_of(showdown, SCHEMA)), showdown).plain)) == comes_to


@pytest.mark.parametrize(("title", "deal", "comes_to"), EXAMPLES)
def test_the_second_model_agrees(title: str, deal: dict[str, Any], comes_to: dict[str, Any]) -> None:
    rules = rules_of(read_as(json.dumps(deal), Showdown), SCHEMA)
    options = {**{name: getattr(rules, name) for name in SCHEMA.options}, "instant": list(rules.instants.items())}
    hands = [[*map(parse, each)] for each in deal["hands"]]
    declared = {each["seat"]: each["what"] for each in deal.get("declared", [])}
    assert all(what in oracle.instants([card for row in hands[seat] for card in row]) for seat, what in declared.items())
    found = oracle.settle(options, deal["dealer"], hands, declared)
    assert {**found, "instant": {str(seat): what for seat, what in found["instant"].items()}} == comes_to
