"""Ways to change a hand against one other hand, of which some cards, the class or nothing is known."""

from collections.abc import Callable
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from prial.cards import PACK, Card, name, parse
from prial.errors import CardError, RulesError
from prial.games.brag_poker import Way, ways
from prial.games.brag_poker.bots.draws import all_draws, draws
from prial.ranks.brag import Ranking, TopPrial, TopRun, ranking
from prial.ranks.classes import strengths
from prial.study.odds import equities, left_of
from tests.cli.conftest import Prial, one_sentence
from tests.games.brag_poker.test_solve import shown
from tests.ranks.oracle import Key, evaluator

HAND = parse("AsKs2d")
FEW = parse("QsJs9s9h9c7d4c4s2h2c3hKd")
"""The cards that are left in the small pack of these tests, the other player's cards among them."""
SEEN = tuple([card for card in PACK if card not in HAND + FEW])


def shares(found: list[Way]) -> dict[tuple[Card, ...], float]:
    """For each way, by the discarded cards: how often the hand beats the other one."""
    assert all(len(way.wins) == 1 for way in found)
    return {way.away: way.wins[0] for way in found}


def slowly(
    key: Callable[[tuple[Card, ...]], Key], keeps: tuple[Card, ...], fits: Callable[[tuple[Card, ...]], bool]
) -> dict[tuple[Card, ...], float]:
    """The same for `HAND` and the small pack: every draw of the hand, and then every draw of the other player, one by one."""
    key, found = cache(key), dict[tuple[Card, ...], float]()
    for number in range(4):
        for away in combinations(HAND, number):
            won = deals = 0.0
            for new in combinations([card for card in FEW if card not in keeps], number):
                mine = key(tuple(sorted({*HAND, *new} - {*away})))
                rest = [card for card in FEW if card not in {*keeps, *new}]
                for other in combinations(rest, 3 - len(keeps)):
                    hand = tuple(sorted({*keeps, *other}))
                    if fits(hand):
                        deals += 1
                        won += (mine > key(hand)) + (mine == key(hand)) / 2
            found[away] = won / deals
    return found


@pytest.mark.parametrize("aces", [False, True])
def test_the_draws_of_many_hands_are_those_of_each_hand(aces: bool) -> None:
    """To the bit, as far as single precision goes: in both, the draws are counted."""
    of = ranking(TopPrial.ACES, TopRun.ACE_KING_QUEEN) if aces else ranking()
    hands = [parse(text) for text in ("AsKsQs", "2c2d2h", "3s3h2c", "AsAhAd", "Td7c4h", "2d9cJs", "As2s3s")]
    slow = np.array([[draw.makes for draw in draws(of, hand)] for hand in hands], np.float32)
    assert np.array_equal(all_draws(of, hands), slow)


@pytest.mark.parametrize("keeps", ["", "9s", "9s9h", "4c4s", "2h2c3h", "QsJs9s"])
@pytest.mark.parametrize("aces", [False, True])
def test_a_change_beats_a_hand_that_draws_too_as_often_as_in_all_draws(keeps: str, aces: bool) -> None:
    of = ranking(TopPrial.ACES, TopRun.ACE_KING_QUEEN) if aces else ranking()
    key = evaluator(aces=aces, ace_king_queen=aces)
    found = ways(of, HAND, SEEN, parse(keeps))
    assert shares(found) == pytest.approx(slowly(key, parse(keeps), lambda _: True))
    assert [way.wins for way in found] == sorted([way.wins for way in found], reverse=True)


@pytest.mark.parametrize("which", ["a pair or better", "flush", "pair of nines"])
def test_a_change_beats_a_class_as_often_as_in_all_draws(which: str) -> None:
    of = ranking()
    strong = strengths(of, which)
    expected = slowly(evaluator(aces=False, ace_king_queen=False), (), lambda hand: of.strength(hand) in strong)
    assert shares(ways(of, HAND, SEEN, strong)) == pytest.approx(expected)


def test_a_change_beats_listed_hands_as_often_as_in_all_draws() -> None:
    """A listed hand with a card of the hand, or with a card that was seen, can't be dealt."""
    listed = [parse(hand) for hand in ("9s9h4c", "QsJs9s", "AsQsJs", "5h9c9h")]
    asked = {tuple(sorted(hand)) for hand in listed}
    expected = slowly(evaluator(aces=False, ace_king_queen=False), (), lambda hand: hand in asked)
    for given in (listed, np.array(listed)):
        assert shares(ways(ranking(), HAND, SEEN, given)) == pytest.approx(expected)


def test_a_listed_hand_that_cannot_be_dealt_changes_nothing() -> None:
    """The three cards of the one hand that can be dealt are held for certain, so they can't be drawn."""
    one, impossible = parse("AhQh3h"), parse("As5h4h")
    assert ways(ranking(), HAND, (), [one, impossible]) == ways(ranking(), HAND, (), [one])


@pytest.mark.parametrize("keeps", ["Qs", "QsQh", "QsQhQd"])
def test_who_keeps_certain_cards_leaves_the_others_to_draw(keeps: str) -> None:
    """Of two cards of a suit and a third one: what the hand becomes, counted by hand with the cards that are left."""
    (way,) = [way for way in ways(ranking(), HAND, parse("4c"), parse(keeps)) if way.away == parse("2d")]
    left, queens = 48 - len(parse(keeps)), 4 - len(parse(keeps))
    assert round(left * way.becomes["running_flush"]) == 0
    assert round(left * way.becomes["run"]) == queens
    assert round(left * way.becomes["flush"]) == 10
    assert way.better == pytest.approx(1 - 2 / left)  # only the twos of hearts and clubs are no better


@pytest.mark.parametrize(("own", "away"), [("AsKs2d", "2d"), ("AsAh2d", "2d"), ("9h7d2c", "9h7d2c")])
def test_both_hands_see_the_same_draw(own: str, away: str) -> None:
    """With all cards of the pack. One hand's chance to win and the other's add up to 1."""
    of, hand, other = ranking(), parse(own), parse("JsJd4c")
    mine = shares(ways(of, hand, parse("4c"), parse("JsJd")))[parse(away)]
    kept = tuple([card for card in hand if card not in parse(away)])
    theirs = shares(ways(of, other, parse(away), kept))[parse("4c")]
    assert mine + theirs == pytest.approx(1)
    assert mine == equities(of, [kept, parse("JsJd")], left_of([*hand, *other]))[0].share


def test_no_more_is_changed_than_the_other_player_leaves() -> None:
    left = parse("3c4d5h")
    seen = [card for card in PACK if card not in (*HAND, *parse("9s9h"), *left)]
    assert {len(way.away) for way in ways(ranking(), HAND, seen, parse("9s9h"))} == {0, 1, 2}
    assert {len(way.away) for way in ways(ranking(), HAND, [*seen, *left[1:]], parse("9s9h"))} == {0}


@pytest.mark.parametrize("against", ["As9h", "4c9h"])
def test_a_card_lies_in_one_place(against: str) -> None:
    with pytest.raises(CardError, match=f"{name(parse(against)[0])} is there twice"):
        ways(ranking(), HAND, parse("4c"), parse(against))


def test_a_card_of_the_hand_is_no_other_card_that_was_seen() -> None:
    with pytest.raises(CardError, match="is there twice"):
        ways(ranking(), HAND, HAND[:1])


@pytest.mark.parametrize(("against", "says"), [("9s9h9d9c", "has 4 cards"), ("9s", "Only 2 cards are left")])
def test_a_hand_that_cant_be_dealt_is_refused(against: str, says: str) -> None:
    seen = [card for card in PACK if card not in (*HAND, *parse("9s9h9d9c"))]
    with pytest.raises(RulesError, match=says):
        ways(ranking(), HAND, [*seen, *parse("9h9d")] if against == "9s" else seen, parse(against))


def test_the_command_takes_what_the_other_hand_keeps_or_its_class(prial: Prial) -> None:
    def first(of: Ranking, against: str) -> Way:
        other = parse(against) if against == "9s9h" else strengths(of, against)
        return ways(of, HAND, parse("4c"), other)[0]

    for against in ("QQ+; 88", "9s9h"):
        args = ("--hand", "AsKs2d", "--seen", "4c", "--against", against)
        best = first(ranking(), against)
        found = shown(prial, "odds", "brag_poker", *args)
        assert found["against"] == against
        assert found["ways"][0]["away"] == "".join(map(name, best.away)) == "2d"
        assert found["ways"][0]["wins"] == pytest.approx(list(best.wins))
    told = prial("odds", "brag_poker", *args).stdout
    assert f"{100 * best.wins[0]:.1f}" in told
    assert "1 other" not in told
    assert "how often it beats the other hand" in told


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--against", "9s9h"), "goes with --hand"),
        (("--hand", "AsKs2d", "--against", "As"), "As is there twice"),
        (("--hand", "AsKs2d", "--against", "KQ"), "'KQ' is not a class of hands"),
    ],
)
def test_the_command_refuses_other_hands_that_there_are_not(prial: Prial, args: tuple[str, ...], says: str) -> None:
    assert says in one_sentence(prial("odds", "brag_poker", *args))
