"""The ranking of Brag hands: 22,100 hands of three cards have 741 different strengths.

A strength is a whole number from 1 (the weakest hand, 5-3-2 of mixed suits) to 741 (the top prial). The greater strength wins,
and equal strengths tie; 0 stands for cards that aren't a hand.

With wild cards there are more than 741 strengths: of two otherwise equal hands, the hand with fewer wild cards wins. If the rules
count four of a kind as a hand, the 13 fours of a kind beat all other hands. Their strengths are 742 to 754 if no card is wild.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, TypeAlias, TypeVar

from prial.arguments import describe, explained
from prial.cards import PACK, RANK_NAMES, Card, Cards, cards_of, distinct, names, parse, rank
from prial.errors import CardError, RulesError, add_sentences, refuse
from prial.ranks.given import Ranked, check_category, looked_up
from prial.setting import Setting

add_sentences(
    "en",
    {
        "rank.size": "{cards} is not a Brag hand: a hand has three cards{or_four}.",
        "rank.text": "{hand} is not a Brag hand: give its cards, as a text or as numbers.",
        "rank.option": "{option} can't be {value}: it is one of {values}.",
    },
)


class TopPrial(Setting):
    """Which prial is the best."""

    THREES = "threes", "3-3-3 is the best hand of all, then A-A-A, K-K-K and so on down to 2-2-2."
    ACES = "aces", "A-A-A is the best prial and 3-3-3 stands in its ordinary place, above 2-2-2."


class TopRun(Setting):
    """Which run (and running flush) is the best."""

    ACE_TWO_THREE = "ace_two_three", "A-2-3 is the best run, then A-K-Q, K-Q-J and so on down to 4-3-2."
    ACE_KING_QUEEN = "ace_king_queen", "A-K-Q is the best run, A-2-3 the second, then K-Q-J and so on down to 4-3-2."


class FourOfAKind(Setting):
    """Whether four cards of one rank are a hand."""

    NO_HAND = "no_hand", "A hand has three cards; four of a kind isn't a hand of its own."
    BEATS_ALL = (
        "beats_all",
        "Four of a kind is one hand of four cards, above every prial: 4-4-4-4 best, then A, K … 5, 3, 2.",
    )


class Category(StrEnum):
    """The kinds of hand, weakest first."""

    HIGH_CARD = "high_card"
    """Three cards that are no other kind of hand; the highest card counts."""
    PAIR = "pair"
    """Two cards of one rank."""
    FLUSH = "flush"
    """Three cards of one suit."""
    RUN = "run"
    """Three cards in sequence."""
    RUNNING_FLUSH = "running_flush"
    """Three cards in sequence, of one suit."""
    PRIAL = "prial"
    """Three cards of one rank."""
    FOUR_OF_A_KIND = "four_of_a_kind"
    """Four cards of one rank, if the rules count them as a hand."""


SOURCES: Final = {"G": "Game Rules (gamerules.com)", "P": "Pagat", "B": "the help of an online Crash", "W": "Wikipedia"}
"""The sources of the order of hands. The keys are the letters that stand for the sources in a game's options.

Source B is the help page of a card game that people play online.
"""

Shape: TypeAlias = tuple[Category, tuple[int, ...]]
"""What a strength stands for: a kind of hand, and the ranks that decide between hands of this kind, the most important first."""

FOURS_ORDER: Final = (0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 2)
"""The rank of each four of a kind, from the weakest hand (four twos, rank 0) to the best (four fours, rank 2).

Four aces are the second best (Denexa; Wikipedia's house rules).
"""

_ACE, _TWO, _THREE = 12, 0, 1


def _shapes(top_prial: TopPrial, top_run: TopRun) -> list[Shape]:
    """The category and the ranks of each strength, weakest first.

    The last 13 strengths are four of a kind.
    """
    ace_low = (_ACE, _THREE, _TWO)
    runs = [(r + 2, r + 1, r) for r in range(11)]
    runs.insert(len(runs) if top_run is TopRun.ACE_TWO_THREE else len(runs) - 1, ace_low)
    plain = sorted(tuple(sorted(r, reverse=True)) for r in combinations(range(13), 3))
    plain = [r for r in plain if r not in runs]
    prials = [(r,) for r in range(13)]
    if top_prial is TopPrial.THREES:
        prials.append(prials.pop(_THREE))
    pairs = [(pair, odd) for pair in range(13) for odd in range(13) if odd != pair]
    by_category: list[tuple[Category, Sequence[tuple[int, ...]]]] = [
        (Category.HIGH_CARD, plain),
        (Category.PAIR, pairs),
        (Category.FLUSH, plain),
        (Category.RUN, runs),
        (Category.RUNNING_FLUSH, runs),
        (Category.PRIAL, prials),
        (Category.FOUR_OF_A_KIND, [(r,) for r in FOURS_ORDER]),
    ]
    return [(category, ranks) for category, all_ranks in by_category for ranks in all_ranks]


def _natural(shapes: list[Shape]) -> list[list[list[int]]]:
    """The table of strengths ``table[a][b][c]`` if no card is wild. Most rows with the same content share one list."""
    number = {shape: strength for strength, shape in enumerate(shapes, 1)}
    mixed: dict[tuple[int, ...], int] = {}
    suited: dict[tuple[int, ...], int] = {}
    for (category, ranks), strength in number.items():
        if category in (Category.HIGH_CARD, Category.RUN):
            mixed[tuple(sorted(ranks))] = strength
        elif category in (Category.FLUSH, Category.RUNNING_FLUSH):
            suited[tuple(sorted(ranks))] = strength
        elif category is Category.PAIR:
            mixed[tuple(sorted((ranks[0], *ranks)))] = strength
        elif category is Category.PRIAL:
            mixed[ranks * 3] = strength
    # Equal rows share one list, so the table is built in 3 ms
    rows = {(a, b): [mixed[tuple(sorted((a, b, c)))] for c in range(13) for _ in range(4)] for a in range(13) for b in range(13)}
    table = []
    for first in PACK:
        plane = []
        for second in PACK:
            a, b = rank(first), rank(second)
            row = rows[a, b]
            if a != b and (first ^ second) & 3 == 0:
                row = row.copy()
                for c in range(13):
                    if c not in (a, b):
                        row[4 * c + (first & 3)] = suited[tuple(sorted((a, b, c)))]
            plane.append(row)
        table.append(plane)
    return table


class Ranking:
    """An order of hands. It gives every hand its strength under some rules.

    Get a ranking from the function `ranking`, which builds each ranking only once.
    """

    __slots__ = ("_least", "_shapes", "four_of_a_kind", "labels", "size", "table", "top_prial", "top_run", "wild")

    top_prial: TopPrial
    """Which prial is the best."""
    top_run: TopRun
    """Which run (and running flush) is the best."""
    four_of_a_kind: FourOfAKind
    """Whether four of a kind is a hand."""
    wild: frozenset[Card]
    """Cards that can stand for any other card."""
    table: list[list[list[int]]]
    """``table[a][b][c]``: strength of three different cards, which may be in any order."""
    size: int
    """The greatest strength."""
    labels: tuple[str, ...]
    """The name of each strength, as players say it: ``run, queen high``. Strength 0 is ``no hand``."""

    def __init__(self, top_prial: TopPrial, top_run: TopRun, four_of_a_kind: FourOfAKind, wild: frozenset[Card]) -> None:
        self.top_prial, self.top_run, self.four_of_a_kind, self.wild = top_prial, top_run, four_of_a_kind, wild
        shapes = _shapes(top_prial, top_run)
        threes = [shape for shape in shapes if shape[0] is not Category.FOUR_OF_A_KIND]
        self.table = _natural(threes)
        if wild:
            threes = self._make_wild(threes)
        fours = shapes[741:] if four_of_a_kind is FourOfAKind.BEATS_ALL else []
        self._shapes = threes + fours
        self.size = len(self._shapes)
        self.labels = ("no hand", *map(_label, self._shapes))
        self._least: dict[Category, int] = {}

    def __repr__(self) -> str:
        given = {
            "top_prial": None if self.top_prial is TopPrial.THREES else str(self.top_prial),
            "top_run": None if self.top_run is TopRun.ACE_TWO_THREE else str(self.top_run),
            "four_of_a_kind": None if self.four_of_a_kind is FourOfAKind.NO_HAND else str(self.four_of_a_kind),
            "wild": names(sorted(self.wild), " ") or None,
        }
        said = ", ".join(f"{option}={value}" for option, value in given.items() if value is not None)
        return f"<Ranking of {self.size} strengths{': ' if said else ''}{said}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickled as a call, so another process uses the ranking that it has built itself
        return ranking, self.options

    @property
    def options(self) -> tuple[TopPrial, TopRun, FourOfAKind, frozenset[Card]]:
        """The four arguments from which the function `ranking` makes this order of hands."""
        return self.top_prial, self.top_run, self.four_of_a_kind, self.wild

    def _make_wild(self, shapes: list[Shape]) -> list[Shape]:
        """Replace the table of strengths by one for a pack with wild cards. Returns the shapes of the new strengths."""
        natural = self.table
        best_one = [[max(row) for row in plane] for plane in natural]
        best_two = [max(row) for row in best_one]
        top = max(best_two)
        reached: dict[tuple[Card, Card, Card], tuple[int, int]] = {}
        for hand in combinations(PACK, 3):
            plain = [card for card in hand if card not in self.wild]  # a wild card is wild even if it stands for itself
            match plain:
                case [a, b, c]:
                    strength = natural[a][b][c]
                case [a, b]:
                    strength = best_one[a][b]
                case [a]:
                    strength = best_two[a]
                case _:
                    strength = top
            reached[hand] = (strength, len(plain))  # of two equal hands, the hand with fewer wild cards is stronger
        order = {key: number for number, key in enumerate(sorted(set(reached.values())), 1)}
        self.table = table = [[[0] * 52 for _ in PACK] for _ in PACK]
        for (a, b, c), key in reached.items():
            strength = order[key]
            table[a][b][c] = table[a][c][b] = table[b][a][c] = table[b][c][a] = table[c][a][b] = table[c][b][a] = strength
        return [shapes[natural_strength - 1] for natural_strength, _ in order]

    def three(self, a: Card, b: Card, c: Card) -> int:
        """The strength of a hand of three cards. The cards must be different; this isn't checked."""
        try:
            return self.table[a][b][c]
        except (TypeError, IndexError):
            return self.strength((a, b, c))

    def threes(self, cards: Cards) -> list[int]:
        """The strengths of all hands of three that some cards can make, in the order of `itertools.combinations`.

        Args:
            cards: different cards, as numbers or as text.
        Raises:
            CardError: if something in ``cards`` isn't a card.
        """
        table = self.table
        try:
            return [table[a][b][c] for a, b, c in combinations(cards, 3)]  # type: ignore[call-overload]  # a text fails
        except (TypeError, IndexError):
            return [table[a][b][c] for a, b, c in combinations(cards_of(cards), 3)]

    def strength(self, cards: Sequence[Card] | str) -> int:
        """The strength of a hand.

        Args:
            cards: three different cards in any order, as numbers or as text. With `FourOfAKind.BEATS_ALL`, four cards are
                accepted, too.
        Returns:
            The strength, 1 to `size`; 0 for four cards that aren't all of one rank.
        Raises:
            CardError: if the number of cards is wrong, or if something in ``cards`` isn't a card, is hidden or occurs twice.
        """
        if isinstance(cards, str):
            cards = parse(cards)
        try:
            if len({*cards}) < len(cards) or min(cards, default=0) < 0:
                distinct(cards)
            if len(cards) == 3:
                return self.table[cards[0]][cards[1]][cards[2]]
        except TypeError as error:
            raise CardError(refuse("rank.text", hand=repr(cards)[:60])) from error
        except IndexError:
            distinct(cards)  # says which number is too great
            raise
        if max(cards, default=0) > 51:
            distinct(cards)
        beats_all = self.four_of_a_kind is FourOfAKind.BEATS_ALL
        if len(cards) != 4 or not beats_all:
            raise CardError(refuse("rank.size", cards=names(cards), or_four=" or four of a kind" if beats_all else ""))
        r = rank(cards[0])
        if any(rank(card) != r for card in cards):
            return 0
        return self.size - 12 + FOURS_ORDER.index(r)

    def shape(self, strength: Ranked) -> Shape:
        """What a strength stands for: a kind of hand, and the ranks that decide within this kind, the most important first.

        Args:
            strength: a strength from 1 to `size`, or a hand (see the method `strength`).
        Raises:
            RulesError: if the value isn't a strength from 1 to `size`.
            CardError: if the value is a hand that can't be ranked.
        """
        return looked_up(self, self._shapes, strength, 1)

    def category(self, strength: Ranked) -> Category:
        """The kind of hand that a strength stands for.

        Args:
            strength: a strength from 1 to `size`, or a hand (see the method `strength`).
        Raises:
            RulesError: if the value isn't a strength from 1 to `size`.
            CardError: if the value is a hand that can't be ranked.
        """
        return self.shape(strength)[0]

    def least(self, category: Category) -> int:
        """The strength of the weakest hand of a kind.

        If the ranking has no hand of the kind, the result is the strength of the weakest hand of a better kind. If there is no
        better hand either, the result is `size` + 1.

        Raises:
            RulesError: if ``category`` isn't a kind of hand.
        """
        check_category(category, Category)
        if category not in self._least:
            order = list(Category)
            better = order[order.index(category) :]
            self._least[category] = 1 + next((at for at, shape in enumerate(self._shapes) if shape[0] in better), self.size)
        return self._least[category]

    def label(self, strength: Ranked) -> str:
        """The name of a strength, as players say it: ``run, queen high``; ``no hand`` for 0.

        Args:
            strength: a strength from 0 to `size`, or a hand (see the method `strength`): ``label("AsAhAd")``.
        Raises:
            RulesError: if the value isn't a strength of this ranking.
            CardError: if the value is a hand that can't be ranked.
        """
        return looked_up(self, self.labels, strength, 0)


describe(Ranking, "a ranking of Brag hands, as prial.ranks.brag.ranking gives it")


def _label(shape: Shape) -> str:
    """The name of a category with its ranks, as players say it."""
    category, ranks = shape
    first = RANK_NAMES[ranks[0]]
    plural = first + ("es" if first == "six" else "s")
    match category:
        case Category.PRIAL:
            return f"prial of {plural}"
        case Category.PAIR:
            return f"pair of {plural}"
        case Category.FOUR_OF_A_KIND:
            return f"four {plural}"
        case Category.HIGH_CARD:
            return f"{first} high"
        case _ if ranks == (_ACE, _THREE, _TWO):
            return f"{category.replace('_', ' ')}, ace two three"
        case _:
            return f"{category.replace('_', ' ')}, {first} high"


@explained
def ranking(
    top_prial: TopPrial = TopPrial.THREES,
    top_run: TopRun = TopRun.ACE_TWO_THREE,
    four_of_a_kind: FourOfAKind = FourOfAKind.NO_HAND,
    wild: Cards = (),
) -> Ranking:
    """The order of hands under some rules. Each ranking is built only once and kept.

    Sources: Pagat's Three Card Brag, and the help page of an online card game.

    The first three arguments may also be texts: ``"aces"`` for `TopPrial.ACES`.

    Args:
        top_prial: the best prial.
        top_run: the best run and running flush.
        four_of_a_kind: whether four of a kind is a hand.
        wild: cards that can stand for any other card, as numbers or as text.
    Raises:
        RulesError: if an option can't have this value.
        CardError: if something in ``wild`` isn't a card.
    """
    return _built(top_prial, top_run, four_of_a_kind, frozenset(cards_of(wild)))


@lru_cache(64)  # a cache on `ranking` would keep `ranking()` and `ranking(TopPrial.THREES)` apart
def _built(top_prial: TopPrial, top_run: TopRun, four_of_a_kind: FourOfAKind, wild: frozenset[Card]) -> Ranking:
    """The ranking under some options, from a cache. An option may also be given as text."""
    return Ranking(
        _option("top_prial", TopPrial, top_prial),
        _option("top_run", TopRun, top_run),
        _option("four_of_a_kind", FourOfAKind, four_of_a_kind),
        wild,
    )


_S = TypeVar("_S", bound=Setting)


def _option(name: str, kind: type[_S], value: str) -> _S:
    """The value of an option as a member of its enum."""
    for member in kind:
        if member == value:
            return member
    raise RulesError(refuse("rank.option", option=name, value=repr(value)[:60], values=", ".join(kind)))
