"""Where cards are asked for, a text will do; what isn't cards is refused in a sentence."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from prial.arrange import fives
from prial.arrange.search import front, greedy
from prial.cards import parse
from prial.drawn import draw
from prial.errors import CardError, PrialError, RulesError
from prial.games.brag_poker.study.odds import ways
from prial.ranks.brag import ranking
from prial.ranks.classes import strengths
from prial.ranks.many import worths
from prial.ranks.poker import ranking as poker
from prial.study.odds import chances, dealt, equities, left_of, odds
from prial.study.ranges import hands_of
from prial.study.solve.hands import classes

OF = ranking()
THIRTEEN = "As Ah 3d 3c Ks Qs Js 9h 8d 7c 5s 5d 2h"
SMALL = "2s2h2d3s3h3d4s4h"
TAKES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "ways": (lambda cards: ways(OF, cards), "AsQs2d"),
    "seen": (lambda cards: ways(OF, "AsQs2d", cards), "4c"),
    "left_of": (left_of, "AsAh"),
    "gone": (lambda cards: odds(OF, gone=cards), "KsKdKh"),
    "dealt": (lambda cards: dealt(OF, "pair", cards), SMALL),
    "equities": (lambda cards: equities(OF, ["As", "Ks"], cards), SMALL),
    "chances": (lambda cards: chances(OF, "As", ["Ks"], cards), SMALL),
    "hands_of": (lambda cards: hands_of(OF, "As", cards).tolist(), SMALL),
    "front": (lambda cards: front(cards, OF, 4), THIRTEEN),
    "greedy": (lambda cards: greedy(cards, OF, 4), THIRTEEN),
    "fives": (lambda cards: fives.front(cards, poker(), level=False), THIRTEEN),
    "classes": (classes().of, "AsAhAd"),
    "draw": (draw, "AsAhAd"),
}


@pytest.mark.parametrize("name", TAKES)
def test_a_text_means_its_cards(name: str) -> None:
    take, text = TAKES[name]
    assert take(text) == take(parse(text)) == take([*parse(text)])


@pytest.mark.parametrize("name", TAKES)
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("Xs", "'Xs' at position 1 is not a card"),
        (["As"], "'As' is not a card: cards are numbers from 0 to 51, or one text for all of them, such as 'AsKd'"),
        ([3, None], "None is not a card"),
        ([99], "'99' at position 1 is not a card"),
    ],
)
def test_what_is_not_cards_is_refused(name: str, given: Any, sentence: str) -> None:
    with pytest.raises(CardError, match=sentence):
        TAKES[name][0](given)


def test_hands_of_any_other_number_of_cards_are_not_changed() -> None:
    for cards in ("AsQs", "AsQs2d3d", ""):
        with pytest.raises(CardError):
            ways(OF, cards)


def test_worths_take_a_list_of_hands() -> None:
    hands = [parse("AsAhAd"), parse("2s3d5h")]
    assert worths(OF, hands).tolist() == worths(OF, np.array(hands)).tolist() == [*map(OF.strength, hands)]


NO_HANDS = (["AsAhAd"], "AsAhAd", [(1, 2)], [(1, 2, 3), (1, 2)], [(1, 2, 99)], [(1, 2, -1)], [1, 2, 3], [(1.0, 2.0, 3.0)])


@pytest.mark.parametrize("given", NO_HANDS)
def test_worths_of_what_are_no_hands_are_refused(given: Any) -> None:
    with pytest.raises(RulesError, match="isn't an array of hands: give one hand in each row"):
        worths(OF, given)


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_an_empty_text_is_no_hand(text: str) -> None:
    for ask in (lambda: hands_of(OF, text), lambda: equities(OF, ["As", text])):
        with pytest.raises(RulesError, match="An empty text doesn't describe a hand: give None to mean any hand"):
            ask()


@pytest.mark.parametrize("text", ["flush, pair", "pair , flush", "KK+, flush", "flush, pair or better", "pair, top 10 %, QQ"])
def test_a_comma_separates_classes_where_it_cannot_be_part_of_a_name(text: str) -> None:
    assert strengths(OF, text) == strengths(OF, text.replace(",", ";"))
    assert set(hands_of(OF, text)[:, 0].tolist()) <= {*range(52)}


def test_a_comma_within_a_name_stays_there() -> None:
    assert strengths(OF, "run, queen high") < strengths(OF, "run")
    assert strengths(OF, "run, queen high or better") > strengths(OF, "run, king high or better")
    for text in ("pair, run, queen high", "flush, dog"):
        with pytest.raises(RulesError, match="is not a class of hands"):
            strengths(OF, text)


@pytest.mark.parametrize("text", ["kings", "any", "random", "two aces", "sixes", "any hand"])
def test_words_are_refused_as_classes_and_not_as_cards(text: str) -> None:
    with pytest.raises(PrialError, match=r"is not a class of hands. Write a kind of hand \(high card, .*\(pair of kings"):
        hands_of(OF, text)


def test_what_begins_like_cards_is_refused_as_cards() -> None:
    with pytest.raises(CardError, match="at position 3 is not a card"):
        hands_of(OF, "AsXhAd")
