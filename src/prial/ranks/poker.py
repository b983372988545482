"""The ranking of hands in thirteen-card poker: hands of five and of three cards, on one scale.

A strength is a whole number from 1 (the weakest hand, 4-3-2 of three cards) to `Ranking.size`. The greater strength wins, and
equal strengths tie. Hands of five and of three cards are compared by the kind of hand, then card by card. If a hand of three
cards matches the first cards of a hand of five, the hand of five cards wins.

Suits don't rank. Full houses, threes and fours of a kind are compared only by the rank of their three or four equal cards. The
2,598,960 hands of five cards have 6,331 different strengths, and the 22,100 hands of three cards have 455.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise
from math import comb
from typing import Any, Final, TypeAlias

from prial.arguments import describe, explained
from prial.cards import RANK_NAMES, Card, distinct, names, parse
from prial.errors import CardError, add_sentences, refuse
from prial.ranks.given import Ranked, check_category, looked_up
from prial.setting import Setting

add_sentences(
    "en",
    {
        "poker.size": "{cards} is not a hand: a hand has five cards, or three.",
        "poker.text": "{hand} is not a hand: give its cards, as a text or as numbers.",
    },
)


class Wheel(Setting):
    """Where the straight A-2-3-4-5 stands among the straights."""

    LOWEST = "lowest", "A-2-3-4-5 is the lowest straight, 10-J-Q-K-A the highest."
    SECOND_HIGHEST = "second_highest", "A-2-3-4-5 is the second straight, below 10-J-Q-K-A and above 9-10-J-Q-K."


class Category(StrEnum):
    """The kinds of hand, weakest first."""

    HIGH_CARD = "high_card"
    """Cards that are no other kind of hand; the highest card counts."""
    PAIR = "pair"
    """Two cards of one rank."""
    TWO_PAIR = "two_pair"
    """Two pairs."""
    THREE_OF_A_KIND = "three_of_a_kind"
    """Three cards of one rank."""
    STRAIGHT = "straight"
    """Five cards in sequence."""
    FLUSH = "flush"
    """Five cards of one suit."""
    FULL_HOUSE = "full_house"
    """Three cards of one rank and two of another."""
    FOUR_OF_A_KIND = "four_of_a_kind"
    """Four cards of one rank."""
    STRAIGHT_FLUSH = "straight_flush"
    """Five cards in sequence, of one suit."""

    @property
    def words(self) -> str:
        """The name of the kind of hand, as players read it: ``two pair``."""
        return self.replace("_", " ")


VIETNAMESE: Final = {
    Category.HIGH_CARD: "mậu thầu",
    Category.PAIR: "đôi",
    Category.TWO_PAIR: "thú",
    Category.THREE_OF_A_KIND: "xám",
    Category.STRAIGHT: "sảnh",
    Category.FLUSH: "thùng",
    Category.FULL_HOUSE: "cù lũ",
    Category.FOUR_OF_A_KIND: "tứ quý",
    Category.STRAIGHT_FLUSH: "thùng phá sảnh",
}
"""The Vietnamese names of the kinds of hand."""

Shape: TypeAlias = tuple[Category, tuple[int, ...]]
"""What a strength stands for: a kind of hand, and the ranks that decide between hands of this kind, the most important first.

A straight has only the rank of its top card.
"""

_ACE, _FIVE = 12, 3
_WHEEL = (_ACE, 3, 2, 1, 0)


def _index(ranks: Sequence[int]) -> int:
    """The index of a hand's ranks, which run from highest to lowest and may repeat (combinatorial number system)."""
    last = len(ranks) - 1
    return sum(comb(r + last - at, last - at + 1) for at, r in enumerate(ranks))


@explained
def is_straight(ranks: Iterable[int]) -> bool:
    """Whether three or five ranks, in any order, are in sequence. The ace stands below the two or above the king."""
    falling = tuple(sorted(ranks, reverse=True))
    low = (_ACE, *range(len(falling) - 2, -1, -1))
    return falling == low or all(a == b + 1 for a, b in pairwise(falling))


def _shape(ranks: tuple[int, ...], *, suited: bool, strong: bool) -> Shape:
    """The kind of hand and the deciding ranks of three or five cards. The given ranks run from highest to lowest."""
    if len(ranks) == 5:
        if is_straight(ranks) and (strong or not suited):
            return (Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT), (_FIVE if ranks == _WHEEL else ranks[0],)
        if suited:
            return Category.FLUSH, ranks
    grouped = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    counts, by_count = [count for count, _ in grouped], tuple([r for _, r in grouped])
    # In one pack, only one hand can have three or four cards of a rank, so no other card has to decide between these hands
    match counts:
        case [4, 1] if strong:
            return Category.FOUR_OF_A_KIND, by_count[:1]
        case [3, 2]:
            return Category.FULL_HOUSE, by_count[:1]
        case [3 | 4, *_]:
            return Category.THREE_OF_A_KIND, by_count[:1]
        case [2, 2, _]:
            return Category.TWO_PAIR, by_count
        case [2, *_]:
            return Category.PAIR, by_count
        case _:
            return Category.HIGH_CARD, by_count


class Ranking:
    """An order of hands. It gives every hand its strength under some rules.

    Get a ranking from the function `ranking`, which builds each ranking only once.

    Args:
        wheel: where the straight A-2-3-4-5 stands among the straights.
        strong: whether straight flushes and four of a kind rank above the full house. If False, a straight flush counts as a
            flush, and four of a kind as three of a kind. Use False for rules by which these hands win as soon as they are dealt.
    """

    __slots__ = ("_labels", "_shapes", "fives", "flushes", "size", "strong", "threes", "wheel")

    wheel: Wheel
    """Where the straight A-2-3-4-5 stands among the straights."""
    strong: bool
    """Whether straight flushes and four of a kind rank above the full house."""
    fives: list[int]
    """``fives[index]``: strength of five cards in two or more suits. The index comes from the ranks of the cards (see `STEPS`).

    Five equal ranks have strength 0.
    """
    threes: list[int]
    """``threes[index]``: strength of three cards. The index comes from the ranks of the cards (see `STEPS`)."""
    flushes: list[int]
    """``flushes[index]``: strength of five cards of one suit. Each rank sets one bit of the index.

    Rank two sets bit 0, and the ace sets bit 12. The strength is 0 at an index without exactly five set bits.
    """
    size: int
    """The greatest strength."""

    def __init__(self, wheel: Wheel, *, strong: bool) -> None:
        self.wheel, self.strong = wheel, strong
        fives = {ranks: _shape(ranks, suited=False, strong=strong) for ranks in _chosen(5) if ranks[0] != ranks[-1]}
        threes = {ranks: _shape(ranks, suited=False, strong=strong) for ranks in _chosen(3)}
        flushes = {ranks: _shape(ranks, suited=True, strong=strong) for ranks in _chosen(5) if len(set(ranks)) == 5}
        self._shapes = sorted({*fives.values(), *threes.values(), *flushes.values()}, key=self._order)
        number = {shape: strength for strength, shape in enumerate(self._shapes, 1)}
        self.size = len(self._shapes)
        self.fives, self.threes, self.flushes = [0] * comb(17, 5), [0] * comb(15, 3), [0] * (1 << 13)
        for ranks, shape in fives.items():
            self.fives[_index(ranks)] = number[shape]
        for ranks, shape in threes.items():
            self.threes[_index(ranks)] = number[shape]
        for ranks, shape in flushes.items():
            self.flushes[sum(1 << r for r in ranks)] = number[shape]
        self._labels: dict[Shape, str] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickled as a call, so another process uses the ranking that it has built itself
        return _built, (self.wheel, self.strong)

    def _order(self, shape: Shape) -> tuple[int, tuple[float, ...]]:
        """The key by which hands are compared: their category, then their ranks. A missing rank counts as the lowest."""
        category, ranks = shape
        second = self.wheel is Wheel.SECOND_HIGHEST and category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
        return _NUMBER[category], (_ACE - 0.5,) if second and ranks == (_FIVE,) else ranks

    def strength(self, cards: Sequence[Card] | str) -> int:
        """The strength of a hand.

        Args:
            cards: five or three cards, in any order, as numbers or as text. The cards must be different; this isn't checked.
        Returns:
            The strength, 1 to `size`.
        Raises:
            CardError: if the number of cards is wrong, or something isn't a card.
        """
        if isinstance(cards, str):
            cards = parse(cards)
        try:
            return self._strength(cards)
        except (TypeError, IndexError) as error:
            given: object = cards
            if isinstance(given, Sequence):
                distinct(given)
            raise CardError(refuse("poker.text", hand=repr(given)[:60])) from error

    def _strength(self, cards: Sequence[Card]) -> int:
        """The strength of a hand that is given in numbers."""
        if len(cards) == 5:
            a, b, c, d, e = sorted(cards, reverse=True)
            if (a ^ b | a ^ c | a ^ d | a ^ e) & 3 == 0:
                return self.flushes[1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)]
            fifth, fourth, third, second = STEPS[4], STEPS[3], STEPS[2], STEPS[1]
            return self.fives[fifth[a >> 2] + fourth[b >> 2] + third[c >> 2] + second[d >> 2] + (e >> 2)]
        if len(cards) == 3:
            a, b, c = sorted(cards, reverse=True)
            return self.threes[STEPS[2][a >> 2] + STEPS[1][b >> 2] + (c >> 2)]
        raise CardError(refuse("poker.size", cards=names(cards)))

    def shape(self, strength: Ranked) -> Shape:
        """What a strength stands for: a kind of hand, and the ranks that decide within this kind, the most important first.

        Args:
            strength: a strength from 1 to `size`, or the cards of a hand.
        Raises:
            RulesError: if the value isn't a strength from 1 to `size`.
            CardError: if the value is a hand that can't be ranked.
        """
        return looked_up(self, self._shapes, strength, 1)

    def category(self, strength: Ranked) -> Category:
        """The kind of hand that a strength stands for.

        Args:
            strength: a strength from 1 to `size`, or the cards of a hand.
        Raises:
            RulesError: if the value isn't a strength from 1 to `size`.
            CardError: if the value is a hand that can't be ranked.
        """
        return self.shape(strength)[0]

    def least(self, category: Category) -> int:
        """The strength of the weakest hand of a kind.

        If the ranking has no hand of this kind, the weakest hand of a better kind counts. If there is none, the
        result is `size` + 1.

        Raises:
            RulesError: if ``category`` isn't a kind of hand.
        """
        check_category(category, Category)
        better = (strength for strength, shape in enumerate(self._shapes, 1) if _NUMBER[shape[0]] >= _NUMBER[category])
        return next(better, self.size + 1)

    def label(self, strength: Ranked) -> str:
        """The name of a strength, as players say it: ``two pair, kings and sevens``.

        Args:
            strength: a strength from 1 to `size`, or the cards of a hand.
        Raises:
            RulesError: if the value isn't a strength from 1 to `size`.
            CardError: if the value is a hand that can't be ranked.
        """
        shape = self.shape(strength)
        label = self._labels.get(shape)
        if label is None:
            label = self._labels[shape] = _label(shape)
        return label


describe(Ranking, "a ranking of poker hands, as prial.ranks.poker.ranking gives it")
_NUMBER: Final = {category: at for at, category in enumerate(Category)}
"""The number of each category; the weakest category has number 0."""
STEPS: Final = [[comb(r + at, at + 1) for r in range(13)] for at in range(5)]
"""The numbers that turn the ranks of a hand into an index of ``Ranking.fives`` or ``Ranking.threes``.

The index is the sum of ``STEPS[at][rank]`` over the cards. ``at`` is 0 for the lowest card, 1 for the next higher one, and so on.
"""


def _chosen(count: int) -> Iterator[tuple[int, ...]]:
    """Every choice of ``count`` ranks with repetition. The ranks of a choice run from highest to lowest."""
    return combinations_with_replacement(range(12, -1, -1), count)


def _label(shape: Shape) -> str:
    """The name of a category with its ranks, as players say it."""
    category, ranks = shape
    first = RANK_NAMES[ranks[0]]
    match category:
        case Category.HIGH_CARD:
            return f"{first} high"
        case Category.PAIR:
            return f"pair of {_plural(ranks[0])}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(ranks[0])} and {_plural(ranks[1])}"
        case Category.THREE_OF_A_KIND:
            return f"three {_plural(ranks[0])}"
        case Category.FOUR_OF_A_KIND:
            return f"four {_plural(ranks[0])}"
        case Category.FULL_HOUSE:
            return f"full house of {_plural(ranks[0])}"
        case _:
            return f"{category.words}, {first} high"


def _plural(rank: int) -> str:
    """The plural of a rank's name."""
    name = RANK_NAMES[rank]
    return name + ("es" if name == "six" else "s")


@explained
def ranking(wheel: Wheel = Wheel.LOWEST, *, strong: bool = True) -> Ranking:
    """The order of hands under some rules (source: Dan Nam Phan's 13 cards poker). Each ranking is built only once and kept.

    Args:
        wheel: where the straight A-2-3-4-5 stands among the straights.
        strong: whether straight flushes and four of a kind rank above the full house. If False, a straight flush counts as a
            flush, and four of a kind as three of a kind.
    """
    return _built(wheel, strong)


# A cache on `ranking` itself would make a second ranking for a call with the defaults written out
@lru_cache(4)
def _built(wheel: Wheel, strong: bool) -> Ranking:  # noqa: FBT001  # only `ranking` calls it
    return Ranking(wheel, strong=strong)
