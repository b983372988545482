"""The ways to find the first dealer. Source: G, "whichever mechanism players prefer"; ties: decided."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from prial.cards import PACK, parse
from prial.core.chance import Draw, Pick
from prial.core.first_dealer import (
    EXCLUSIONS,
    FirstDealer,
    cutters,
    draw,
    first_dealer_option,
    highest,
    named,
    named_dealer_option,
    tell,
)
from prial.core.first_dealer import story as told
from prial.core.game import EVERYBODY
from prial.core.options import option
from prial.core.rules import Schema
from prial.errors import RulesError
from prial.host import shuffle


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The fewest possible rules."""

    players: int = option(3, "Players", "How many play.", source="G", group="The table", least=2, most=4)
    first_dealer: FirstDealer = first_dealer_option("The table")
    named_dealer: int = named_dealer_option("The table", 4)


SCHEMA = Schema("tiny", Rules, EXCLUSIONS, {"plain": 'game = "tiny"'})


def rules(**given: Any) -> Rules:
    return SCHEMA.make(given)


def cut(*cards: str) -> tuple[tuple[int, ...], ...]:
    """The card that each seat cuts, as an outcome; empty for a seat that doesn't cut."""
    return tuple(parse(card) for card in cards)


def said(outcome: Any) -> list[str]:
    """The sentences that everybody hears."""
    return [each.event.say("ABC") for each in tell(outcome)]


def test_the_first_dealer_is_drawn_unless_the_table_wants_it_otherwise() -> None:
    assert (cutters(rules()), named(rules())) == ((), None)
    assert draw(3, (), PACK) == Pick(3)
    assert highest(2) == (2,)
    assert said(2) == ["C is drawn to deal first."]


def test_before_there_was_a_choice_the_first_dealer_was_drawn() -> None:
    assert SCHEMA.stored({"players": 3}) == rules()


def test_everybody_cuts_a_card_of_the_whole_pack() -> None:
    assert cutters(rules(first_dealer="cut")) == (0, 1, 2)
    node = draw(3, (0, 1, 2), PACK)
    assert isinstance(node, Draw)
    assert node.count() == 52 * 51 * 50
    assert node.returned
    assert node.read({"cut": ["As", "Kd", "2c"]}) == cut("As", "Kd", "2c")
    assert str(node.why_not(cut("As", "As", "2c"))) == "As is dealt twice."


def test_the_highest_card_deals_aces_high() -> None:
    assert highest(cut("2s", "Ah", "Kd")) == (1,)
    assert said(cut("2s", "Ah", "Kd")) == [
        "A cuts 2s.",
        "B cuts Ah.",
        "C cuts Kd.",
        "B has cut the highest card and deals first.",
    ]


def test_suits_do_not_rank_and_those_who_are_level_cut_again() -> None:
    assert highest(cut("Ks", "2h", "Kd")) == (0, 2)
    assert said(cut("Ks", "2h", "Kd"))[-1] == "A and C tie for the highest card and cut again."
    again = draw(3, (0, 2), PACK)
    assert isinstance(again, Draw)
    assert again.sizes == (1, 0, 1)
    assert again.count() == 52 * 51, "the cards that were cut are back in the pack"
    assert highest(cut("3s", "", "4d")) == (2,)
    assert said(cut("3s", "", "4d"))[:2] == ["A cuts 3s.", "C cuts 4d."]


def test_everybody_sees_every_card() -> None:
    assert all(each.to == EVERYBODY for each in tell(cut("Ks", "2h", "Kd")))


def test_the_house_cuts_every_card_equally_often() -> None:
    rng, number = Random(3), 10_400
    node = draw(2, (0, 1), PACK)
    counts = Counter(shuffle.outcome(node, rng.randbytes)[1][0] for _ in range(number))  # type: ignore[index]  # a draw of cards
    assert len(counts) == 52
    chi_squared = sum((seen - number / 52) ** 2 / (number / 52) for seen in counts.values())
    assert chi_squared < 87.97  # 51 degrees of freedom: one in a thousand fair packs fails


def test_the_table_names_the_first_dealer() -> None:
    assert named(rules(first_dealer="named")) == 0
    assert named(rules(first_dealer="named", named_dealer=3)) == 2


def test_nobody_is_named_who_does_not_sit_there() -> None:
    with pytest.raises(RulesError, match="named_dealer=4 doesn't go with players=3: nobody sits there"):
        rules(first_dealer="named", named_dealer=4)
    assert named(rules(players=4, first_dealer="named", named_dealer=4)) == 3


@pytest.mark.parametrize("how", ["drawn", "cut"])
def test_where_the_table_names_nobody_a_name_means_nothing(how: str) -> None:
    with pytest.raises(RulesError, match="the table names no dealer"):
        rules(first_dealer=how, named_dealer=2)
    assert SCHEMA.written(rules(first_dealer=how)) == {"players": 3, "first_dealer": how}


@pytest.mark.parametrize("how", FirstDealer)
def test_the_story_says_how_the_first_dealer_is_found(how: FirstDealer) -> None:
    words = {"drawn": "is drawn", "cut": "cuts a card", "named": "The player in seat 1 deals first."}
    assert [each for each, some in words.items() if some in told(rules(first_dealer=how))] == [how]
