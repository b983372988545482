"""The guide that a board gets for arranging cards says the same about every hand as the ranking does."""

from base64 import b64decode
from itertools import combinations
from struct import error, iter_unpack

import msgspec
import pytest

from prial.arrange.guide import Hands, hands
from prial.cards import Card, name, names, parse
from prial.ranks.brag import FourOfAKind, ranking
from tests.arrange.shaped import CARDS, FILE, SHAPE, label, shaped, strength

BRAG = ranking(four_of_a_kind=FourOfAKind.BEATS_ALL)


def strengths(guide: Hands, size: int) -> dict[tuple[Card, ...], int]:
    """The strengths of all hands of a size, decoded."""
    (packed,) = [each.strengths for each in guide.sizes if each.size == size]
    cards = combinations([parse(card)[0] for card in guide.cards], size)
    return dict(zip(cards, [each for (each,) in iter_unpack("<H", b64decode(packed))], strict=True))


def called(guide: Hands, value: int) -> str:
    """The name of a strength, decoded."""
    return max([each for each in guide.names if each.least <= value], key=lambda each: each.least).text


def test_every_hand_of_each_size_has_its_strength_and_name() -> None:
    guide = shaped()
    assert (guide.cards, guide.shape) == (tuple(map(name, CARDS)), SHAPE)
    assert [each.size for each in guide.sizes] == [3, 5]
    for size, count in ((3, 286), (5, 1_287)):
        found = strengths(guide, size)
        assert len(found) == count
        for hand, value in found.items():
            assert (value, called(guide, value)) == (strength(hand), label(strength(hand))), names(hand)


def test_only_what_can_be_made_is_named_once_and_from_the_weakest_up() -> None:
    guide = shaped()
    texts = [each.text for each in guide.names]
    assert len(set(texts)) == len(texts)
    assert [each.least for each in guide.names] == sorted(each.least for each in guide.names)
    assert set(texts) == {label(strength(hand)) for size in (3, 5) for hand in combinations(CARDS, size)}


def test_hands_of_brag_are_named_as_their_ranking_names_them_and_others_with_them() -> None:
    four = BRAG.strength(parse("KsKhKdKc"))
    cards = parse("AsKsKhKdKcQsJsTs9h9d5c5d2h")
    guide = hands(cards, (3, 3, 3, 3), lambda of, _: BRAG.threes(of), BRAG.label, others=[four])
    for hand, value in strengths(guide, 3).items():
        assert (value, called(guide, value)) == (BRAG.strength(hand), BRAG.label(BRAG.strength(hand)))
    assert called(guide, four) == BRAG.label(four)
    assert [each.size for each in guide.sizes] == [3], "each size once"


def test_a_guide_is_small() -> None:
    assert len(msgspec.json.encode(shaped())) < 6_000


@pytest.mark.parametrize("value", [-1, 1 << 16])
def test_a_strength_that_has_no_room_is_refused(value: int) -> None:
    with pytest.raises(error):
        hands(CARDS, SHAPE, lambda *_: [value], str)


def test_the_clients_tests_read_what_is_sent() -> None:
    assert msgspec.json.decode(FILE.read_bytes(), type=Hands) == shaped()
