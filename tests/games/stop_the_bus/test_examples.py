"""The worked examples of the game's page come out as it says, in the game and in the slow settlement."""

import json
import re
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.cards import names
from prial.games.stop_the_bus.rules import SCHEMA, BusRules
from prial.games.stop_the_bus.study.showdown import Outcome, Showdown, score
from prial.study.showdown import read_as, rules_of
from prial.testing import strategies
from tests.games.stop_the_bus.book import cards, settle

PAGE = files("prial.games.stop_the_bus").joinpath("examples.md").read_text("utf-8")
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
TITLES = re.findall(r"^### (.*)$", PAGE, re.MULTILINE)


def found(outcome: Outcome) -> dict[str, Any]:
    settled = outcome.settled
    return {
        "loses": [*outcome.loses],
        "pays": [*settled.paid],
        "tokens": [*settled.scores],
        "again": settled.again,
        "out": [*settled.out],
        "over": settled.over,
        "winners": [*settled.winners],
    }


@pytest.mark.parametrize(("title", "deal", "comes_to"), list(zip(TITLES, BLOCKS[::2], BLOCKS[1::2], strict=True)))
def test_worked_example(title: str, deal: dict[str, Any], comes_to: dict[str, Any]) -> None:
    showdown = read_as(json.dumps(deal), Showdown)
    answer = found(score(rules_of(showdown, SCHEMA), showdown))
    assert {key: answer[key] for key in comes_to} == comes_to


@given(strategies.rules(SCHEMA), st.data())
def test_any_showdown_is_settled_as_a_second_slow_settlement_does(rules: BusRules, data: st.DataObject) -> None:
    """Both follow the page of Stop the Bus. Half of the hands come from few ranks, so that there are ties and several prials."""
    tokens = data.draw(
        st.lists(st.integers(0, 3), min_size=rules.players, max_size=rules.players).filter(lambda t: sum(map(bool, t)) > 1)
    )
    pack = data.draw(st.sampled_from([range(52), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 44, 45, 46, 47, 48, 49, 50, 51]]))
    held = data.draw(st.permutations(list(pack)))
    hands = {seat: names(held[3 * seat : 3 * seat + 3]) for seat, left in enumerate(tokens) if left}
    given = {**SCHEMA.written(rules)}
    showdown = Showdown(game="stop_the_bus", rules=given, hands=[hands.get(seat) for seat in range(rules.players)], tokens=tokens)
    outcome = score(rules_of(showdown, SCHEMA), showdown)
    slow = settle(rules, tokens, {seat: cards(text) for seat, text in hands.items()})
    assert [*outcome.settled.paid] == slow.by_seat
    assert ([*outcome.settled.worst], outcome.settled.prial, outcome.settled.again) == (slow.worst, slow.prial, slow.again)
    assert sum(outcome.settled.paid) + sum(outcome.settled.scores) == sum(tokens)
