"""The order of hands, checked against the oracle, the odds table and the worked examples."""

from collections import Counter
from itertools import combinations, pairwise, product
from typing import Any

import pytest

from prial.cards import PACK, parse
from prial.errors import CardError, RulesError
from prial.ranks.brag import Category, FourOfAKind, Ranking, TopPrial, TopRun, ranking
from tests.campaigns import soaking
from tests.ranks import digests, oracle

TOP = list(product(TopPrial, TopRun))
ALL = list(digests.options())


def strength(text: str, of: Ranking | None = None) -> int:
    return (of or ranking()).strength(parse(text))


def check_whole_order(top_prial: TopPrial, top_run: TopRun, wild: str) -> None:
    cards = digests.WILD[wild]
    of = ranking(top_prial, top_run, FourOfAKind.NO_HAND, cards)
    key = oracle.evaluator(aces=top_prial is TopPrial.ACES, ace_king_queen=top_run is TopRun.ACE_KING_QUEEN, wild=cards)
    keys = {hand: key(hand) for hand in combinations(PACK, 3)}
    number = {each: place for place, each in enumerate(sorted(set(keys.values())), 1)}
    assert of.size == len(number)
    assert all(of.table[a][b][c] == number[each] for (a, b, c), each in keys.items())


@pytest.mark.parametrize(
    ("wild", "top_prial", "top_run"),
    [
        *[("none", *top) for top in (TOP[0], TOP[-1])],
        *[("one_eyed_jacks", *top) for top in TOP[:1]],
        *[pytest.param("none", *top, marks=pytest.mark.soak) for top in TOP[1:-1]],
        *[pytest.param("one_eyed_jacks", *top, marks=pytest.mark.soak) for top in TOP[1:]],
        *[pytest.param("one_card", *top, marks=pytest.mark.soak) for top in TOP],
    ],
)
def test_whole_order_is_the_oracles(top_prial: TopPrial, top_run: TopRun, wild: str) -> None:
    check_whole_order(top_prial, top_run, wild)


@pytest.mark.soak
@pytest.mark.parametrize("wild", ["twos", "hoyle"])
def test_whole_order_is_the_oracles_with_many_wild_cards(wild: str) -> None:
    check_whole_order(TopPrial.THREES, TopRun.ACE_TWO_THREE, wild)


PINNED = dict(line.rsplit(" ", 1) for line in digests.FILE.read_text("utf-8").splitlines())


@pytest.mark.parametrize(
    "combination",
    soaking([(each,) for each in ALL], [(each,) for each in ALL[::3]]),  # among them each value of each option
    ids=lambda each: "-".join(map(str, each)),
)
def test_whole_order_is_the_pinned_one(combination: digests.Options) -> None:
    assert PINNED[" ".join(map(str, combination))] == digests.digest(*combination)


def test_nothing_else_is_pinned() -> None:
    assert list(PINNED) == [" ".join(map(str, combination)) for combination in digests.options()]


@pytest.mark.parametrize(("top_prial", "top_run"), TOP)
def test_the_order_of_the_cards_does_not_matter(top_prial: TopPrial, top_run: TopRun) -> None:
    table = ranking(top_prial, top_run).table
    for a, b, c in combinations(PACK, 3):
        assert table[a][b][c] == table[a][c][b] == table[b][a][c] == table[b][c][a] == table[c][a][b] == table[c][b][a]


def test_odds_table() -> None:
    of = ranking()
    hands = Counter(of.category(of.table[a][b][c]) for a, b, c in combinations(PACK, 3))
    assert hands == {
        Category.PRIAL: 52,
        Category.RUNNING_FLUSH: 48,
        Category.RUN: 720,
        Category.FLUSH: 1_096,
        Category.PAIR: 3_744,
        Category.HIGH_CARD: 16_440,
    }
    strengths = Counter(of.table[a][b][c] for a, b, c in combinations(PACK, 3))
    assert sorted(strengths) == list(range(1, 742))
    assert strengths[741] == 4
    assert sum(strengths[s] for s in range(729, 741)) == 48


@pytest.mark.parametrize(
    "falling",
    [
        "3s3h3d AsAhAd KsKhKd 4s4h4d 2s2h2d As2s3s AsKsQs 4s3s2s As2h3d AsKhQd 4s3h2d AsKsJs 5s3s2s AsAhKd 2s2h3d AsKhJd 5s3h2d",
        "KsKh2d QsQhAd",  # the pair before the odd card
        "AsQh4d AsJhTd",  # the middle card before the lowest
    ],
)
def test_order_written_in_the_rules(falling: str) -> None:
    strengths = [strength(hand) for hand in falling.split()]
    assert all(above > below for above, below in pairwise(strengths))


def test_two_ace_king_is_no_run() -> None:
    assert ranking().category(strength("2sAhKd")) is Category.HIGH_CARD
    assert ranking().category(strength("2sAsKs")) is Category.FLUSH


def test_suits_never_rank() -> None:
    assert strength("AsKsJs") == strength("AhKhJh")
    assert strength("AsKhJd") == strength("AcKdJh")


def test_top_prial_aces_leaves_threes_in_their_place() -> None:
    of = ranking(TopPrial.ACES)
    assert strength("AsAhAd", of) == 741
    assert strength("4s4h4d", of) > strength("3s3h3d", of) > strength("2s2h2d", of)


def test_top_run_ace_king_queen_leaves_ace_two_three_second() -> None:
    of = ranking(top_run=TopRun.ACE_KING_QUEEN)
    assert strength("AsKhQd", of) > strength("As2h3d", of) > strength("KsQhJd", of)
    assert strength("AsKsQs", of) > strength("As2s3s", of) > strength("KsQsJs", of)


@pytest.mark.parametrize(("top_prial", "top_run"), TOP)
@pytest.mark.parametrize("wild", ["none", "twos"])
def test_four_of_a_kind_beats_all(top_prial: TopPrial, top_run: TopRun, wild: str) -> None:
    of = ranking(top_prial, top_run, FourOfAKind.BEATS_ALL, digests.WILD[wild])
    threes = ranking(top_prial, top_run, FourOfAKind.NO_HAND, digests.WILD[wild])
    assert of.table == threes.table
    fours = [PACK[first : first + 4] for first in range(0, 52, 4)]
    order = sorted(fours, key=oracle.four_of_a_kind)
    assert [of.strength(four) for four in order] == list(range(threes.size + 1, threes.size + 14))
    assert order[-1] == parse("4c4d4h4s")
    assert of.strength(parse("4c4d4h5s")) == 0


def test_four_of_a_kind_is_no_hand_unless_asked_for() -> None:
    with pytest.raises(CardError, match="4c4d4h4s is not a Brag hand: a hand has three cards"):
        strength("4c4d4h4s")


@pytest.mark.parametrize("text", ["AsKs", "AsKsQsJsTs", ""])
def test_a_hand_of_another_size_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="three cards or four of a kind"):
        strength(text, ranking(four_of_a_kind=FourOfAKind.BEATS_ALL))


def test_wild_cards_worked_examples() -> None:
    of = ranking(wild=digests.WILD["twos"])
    assert strength("2s8h7d", of) > strength("8h7d6s", of) > strength("8h2s6d", of)
    assert strength("KsKh2d", of) > strength("Ks2h2d", of) > strength("QsQhQd", of)


def test_a_wild_card_counts_as_wild_even_as_itself() -> None:
    of = ranking(wild=frozenset(parse("9s")))
    assert strength("AhAd9s", of) < strength("AhAdAs", of)
    assert strength("9h9d9s", of) < strength("9h9d9c", of)
    assert strength("QhJdTs", of) > strength("9sJdTh", of) > strength("9hJdTh", of)


LABELS = {
    "3s3h3d": "prial of threes",
    "6s6h6d": "prial of sixes",
    "AsAhAd": "prial of aces",
    "As2s3s": "running flush, ace two three",
    "AsKsQs": "running flush, ace high",
    "4s3h2d": "run, four high",
    "As2h3d": "run, ace two three",
    "QhJdTs": "run, queen high",
    "As9s4s": "flush, ace high",
    "6s6h2d": "pair of sixes",
    "TsTh2d": "pair of tens",
    "Ts9h2d": "ten high",
}


@pytest.mark.parametrize(("hand", "label"), LABELS.items())
def test_label(hand: str, label: str) -> None:
    assert ranking().label(strength(hand)) == label


def test_label_of_four_of_a_kind_and_of_no_hand() -> None:
    of = ranking(four_of_a_kind=FourOfAKind.BEATS_ALL)
    assert of.label(strength("4c4d4h4s", of)) == "four fours"
    assert of.label(0) == "no hand"


@pytest.mark.parametrize("combination", soaking([(each,) for each in ALL], [(each,) for each in ALL[::3]]))
def test_shape_category_and_least_agree(combination: digests.Options) -> None:
    of = ranking(*combination[:3], digests.WILD[combination[3]])
    categories = [of.category(number) for number in range(1, of.size + 1)]
    assert categories == [of.shape(number)[0] for number in range(1, of.size + 1)]
    for category in set(categories):
        assert of.least(category) == 1 + categories.index(category)
    order = list(Category)
    assert [order.index(category) for category in categories] == sorted(order.index(category) for category in categories)


def test_a_ranking_is_built_once() -> None:
    assert ranking() is ranking(TopPrial.THREES, TopRun.ACE_TWO_THREE, FourOfAKind.NO_HAND, frozenset())


@pytest.mark.parametrize("cards", [(51, 51, 50), (-1, -1, -1), (-1, 4, 9), (52, 1, 2)])
def test_what_isnt_a_hand_has_no_strength(cards: tuple[int, ...]) -> None:
    """A hidden card is −1, and a view's pile may be full of them; as an index that would be the ace of spades."""
    with pytest.raises(CardError):
        ranking().strength(cards)


@pytest.mark.parametrize("hand", [5, None, [(1, 2), (3, 4), (5, 6)]])
def test_what_is_no_hand_is_refused(hand: Any) -> None:
    with pytest.raises(CardError, match="is not a Brag hand: give its cards, as a text or as numbers"):
        ranking(four_of_a_kind=FourOfAKind.BEATS_ALL).strength(hand)


def test_too_great_numbers_are_no_cards() -> None:
    for of in (ranking(), ranking(four_of_a_kind=FourOfAKind.BEATS_ALL)):
        for cards in ((52, 53, 54), (52, 53, 54, 55), (1, 2, 3, 52)):
            with pytest.raises(CardError, match=r"'52' at position [14] is not a card"):
                of.strength(cards)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"top_prial": "zz"}, "top_prial can't be 'zz': it is one of threes, aces."),
        ({"top_run": "nonsense"}, "top_run can't be 'nonsense': it is one of ace_two_three, ace_king_queen."),
        ({"top_run": TopPrial.ACES}, "top_run can't be "),
        ({"four_of_a_kind": None}, "four_of_a_kind can't be None: it is one of no_hand, beats_all."),
    ],
)
def test_an_unknown_option_is_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError) as said:
        ranking(**options)
    assert str(said.value).startswith(sentence)


def test_what_is_no_card_cant_be_wild() -> None:
    with pytest.raises(CardError, match="'99' at position 1 is not a card"):
        ranking(wild=frozenset({99}))


def test_an_option_may_be_a_text() -> None:
    texts: Any = {"top_prial": "aces", "top_run": "ace_king_queen", "wild": frozenset({7})}
    of = ranking(**texts)
    assert of is ranking(TopPrial.ACES, TopRun.ACE_KING_QUEEN, wild=frozenset({7}))
    assert of.options == (TopPrial.ACES, TopRun.ACE_KING_QUEEN, FourOfAKind.NO_HAND, frozenset({7}))
    assert [type(each) for each in of.options] == [TopPrial, TopRun, FourOfAKind, frozenset]


def test_a_ranking_says_what_it_is() -> None:
    assert repr(ranking()) == "<Ranking of 741 strengths>"
    wild = ranking(top_prial=TopPrial.ACES, four_of_a_kind=FourOfAKind.BEATS_ALL, wild=frozenset(parse("2s2c")))
    assert repr(wild) == f"<Ranking of {wild.size} strengths: top_prial=aces, four_of_a_kind=beats_all, wild=2c 2s>"
