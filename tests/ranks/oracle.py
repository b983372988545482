"""A second evaluator, slow and plain, written from the order of hands alone: a hand becomes a tuple, and tuples are compared."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from prial.cards import PACK, Card

Key = tuple[int, ...]
"""A hand's worth: its kind, 0 (high card) to 6 (four of a kind), then what decides between hands of that kind."""

HIGH_CARD, PAIR, FLUSH, RUN, RUNNING_FLUSH, PRIAL, FOUR_OF_A_KIND = range(7)

THREES_FIRST = ("3", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "2")
FOURS_FIRST = ("4", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "3", "2")
RUNS_BEST_FIRST = ("A23", "AKQ", "KQJ", "QJT", "JT9", "T98", "987", "876", "765", "654", "543", "432")
ACE_HIGH_FIRST = ("AKQ", "A23", *RUNS_BEST_FIRST[2:])
HIGH_FIRST = "AKQJT98765432"


def _letter(card: Card) -> str:
    return "23456789TJQKA"[card // 4]


def natural(hand: Sequence[Card], *, aces: bool, ace_king_queen: bool) -> Key:
    """The worth of three cards without wild cards."""
    pips = sorted((14 - HIGH_FIRST.index(_letter(card)) for card in hand), reverse=True)
    letters = {_letter(card) for card in hand}
    one_suit = len({card % 4 for card in hand}) == 1
    runs = ACE_HIGH_FIRST if ace_king_queen else RUNS_BEST_FIRST
    run = next((len(runs) - place for place, run in enumerate(runs) if set(run) == letters), 0)
    if len(letters) == 1:
        order = HIGH_FIRST if aces else THREES_FIRST
        return (PRIAL, len(order) - order.index(_letter(hand[0])))
    if run:
        return (RUNNING_FLUSH if one_suit else RUN, run)
    if one_suit:
        return (FLUSH, *pips)
    for pair in pips:
        if pips.count(pair) == 2:
            return (PAIR, pair, *[odd for odd in pips if odd != pair])
    return (HIGH_CARD, *pips)


def evaluator(*, aces: bool, ace_king_queen: bool, wild: Iterable[Card] = ()) -> Callable[[Sequence[Card]], Key]:
    """The evaluator of three cards under these options; a wild card is tried as every card that isn't in the hand."""
    wild = frozenset(wild)

    @cache
    def plain(hand: tuple[Card, ...]) -> Key:
        return natural(hand, aces=aces, ace_king_queen=ace_king_queen)

    def key(hand: Sequence[Card]) -> Key:
        hands: list[tuple[Card, ...]] = [()]
        for card in hand:
            hands = [(*so_far, each) for so_far in hands for each in (PACK if card in wild else (card,))]
        best = max(plain(tuple(sorted(tried))) for tried in hands if len(set(tried)) == 3)
        return (*best, -len(wild & set(hand)))

    return key


def four_of_a_kind(hand: Sequence[Card]) -> Key:
    """The worth of four cards of one rank."""
    return (FOUR_OF_A_KIND, 13 - FOURS_FIRST.index(_letter(hand[0])))
