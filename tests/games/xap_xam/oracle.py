"""A second model of Xập xám, slow and plain, written from the game's page (docs/games/xap_xam) alone.

It shares no code with the game: hands are tuples that are compared, instant wins are found by trying all settings, and options
are read by name. Tests compare it with the game; where they differ, one of them is wrong.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeAlias

from prial.cards import rank
from tests.ranks import slow_poker
from tests.ranks.slow_poker import Key, ending_card, same_suit

Hand: TypeAlias = Sequence[int]
Rows: TypeAlias = Sequence[Hand]
"""The hands that a player lays: lower, middle, upper."""
Setting: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
Rules: TypeAlias = Mapping[str, Any]
"""Options by name; ``instant`` is a list of (name, units), the best win first."""

LOWER, MIDDLE, UPPER = range(3)

ROYALTIES = {
    (UPPER, "three_of_a_kind"): 3,
    (MIDDLE, "full_house"): 2,
    (LOWER, "four_of_a_kind"): 4,
    (MIDDLE, "four_of_a_kind"): 8,
    (LOWER, "straight_flush"): 5,
    (MIDDLE, "straight_flush"): 10,
}
"""Extra units for the winner of a row, by the row and the winner's category there."""


def without(cards: Hand, *taken: Hand) -> tuple[int, ...]:
    """The cards that aren't among these."""
    return tuple(card for card in cards if not any(card in some for some in taken))


def settings(cards: Hand) -> Iterator[Setting]:
    """All 72,072 ways to lay thirteen cards."""
    for lower in combinations(cards, 5):
        rest = without(cards, lower)
        for middle in combinations(rest, 5):
            yield lower, middle, without(rest, middle)


def straight(cards: Hand) -> bool:
    """Whether the cards are a sequence, in one suit or several."""
    return ending_card(cards) is not None


def can_lay_three(cards: Hand, fits: Callable[[Hand], bool]) -> bool:
    """Whether thirteen cards can be laid so that each of the three rows fits."""
    for lower in combinations(cards, 5):
        if fits(lower):
            rest = without(cards, lower)
            if any(fits(middle) and fits(without(rest, middle)) for middle in combinations(rest, 5)):
                return True
    return False


def instants(cards: Hand) -> set[str]:
    """The names of all instant wins in thirteen cards."""
    count = Counter(rank(card) for card in cards)
    held = {
        "whole_dragon": len(count) == 13,
        "straight_flush": any(straight(five) and same_suit(five) for five in combinations(cards, 5)),
        "four_of_a_kind": 4 in count.values(),
        "six_pairs": sum(same // 2 for same in count.values()) == 6,  # four of a kind counts as two pairs
        "three_straights": can_lay_three(cards, straight),
        "three_flushes": can_lay_three(cards, same_suit),
    }
    return {name for name, holds in held.items() if holds}


def strength(rules: Rules, hand: Hand) -> Key:
    """A row's worth; a straight flush beats four of a kind, which beats a full house, with or without royalties."""
    return _strength(tuple(hand), rules["wheel"])


@lru_cache(maxsize=10_000)
def _strength(hand: tuple[int, ...], wheel: str) -> Key:
    return slow_poker.key(hand, wheel=wheel)


def mis_set(rules: Rules, rows: Rows, declared: str | None) -> bool:
    """Whether a hand loses to every properly set hand.

    Args:
        rules: the options.
        rows: lower, middle, upper.
        declared: the name of an instant win that these cards have; three straights and three flushes must be laid.
    """
    lower, middle, upper = (strength(rules, row) for row in rows)
    if declared in ("three_straights", "three_flushes"):
        return lower < middle
    if declared is not None:
        return False
    if rules["equal_rows"] == "allowed":
        return not lower >= middle >= upper
    return not lower > middle > upper


def sign(number: int) -> int:
    """1, 0 or -1."""
    return (number > 0) - (number < 0)


def better(first: Key, second: Key) -> int:
    """1 where the first beats the second, -1 where the second beats the first, 0 where they are equal."""
    return (first > second) - (first < second)


def royalty(rules: Rules, number: int, hand: Hand) -> int:
    """The extra units for winning this row with this hand."""
    if rules["strong_five"] != "royalties":
        return 0
    return ROYALTIES.get((number, slow_poker.category(hand)), 0)


def pay(rules: Rules, rows: Sequence[int], mine: Rows, theirs: Rows) -> int:
    """What the first player gets, or pays where it is negative, for rows won (1), equal (0) and lost (-1)."""
    if rules["unit"] == "overall":
        return sign(sum(rows))
    units = sum(rows)
    if abs(sum(rows)) == 3:
        units += sign(sum(rows)) * rules["sweep"]
    for number, won in enumerate(rows):
        if won == 1:
            units += royalty(rules, number, mine[number])
        if won == -1:
            units -= royalty(rules, number, theirs[number])
    return units


def pair(rules: Rules, dealer: int, seats: tuple[int, int], hands: Sequence[Rows], declared: Mapping[int, str]) -> dict[str, Any]:
    """Compare two hands.

    Args:
        rules: the options.
        dealer: the dealer's seat.
        seats: the two seats that are compared.
        hands: lower, middle, upper, by seat of the table.
        declared: names of instant wins by seat.
    Returns:
        ``seats``; ``rows``, each 1, 0 or -1 for the first seat, the lower row first; ``units`` of each of the two.
    """
    a, b = seats
    equal = 0
    if rules["compare"] == "dealer" and rules["dealer_ties"] == "dealer_wins":
        equal = 1 if dealer == a else -1
    wrong = {seat: mis_set(rules, hands[seat], declared.get(seat)) for seat in seats}
    instant = {seat: declared[seat] for seat in seats if seat in declared and not wrong[seat]}
    rows = [0, 0, 0]
    if instant:
        name, units = next(win for win in rules["instant"] if win[0] in instant.values())
        holders = [seat for seat in seats if instant.get(seat) == name]
        to_a = units * (equal if len(holders) == 2 else 1 if holders == [a] else -1)
    else:
        if wrong[a] and wrong[b]:
            rows = [equal] * 3
        elif wrong[a]:
            rows = [-1] * 3
        elif wrong[b]:
            rows = [1] * 3
        else:
            compared = [better(strength(rules, x), strength(rules, y)) for x, y in zip(hands[a], hands[b], strict=True)]
            rows = [equal if won == 0 else won for won in compared]
        to_a = pay(rules, rows, hands[a], hands[b])
    return {"seats": [a, b], "rows": rows, "units": [to_a, -to_a]}


def settle(rules: Rules, dealer: int, hands: Sequence[Rows], declared: Mapping[int, str]) -> dict[str, Any]:
    """Settle a deal.

    Args:
        rules: the options.
        dealer: the dealer's seat.
        hands: lower, middle, upper, by seat.
        declared: names of instant wins by seat.
    Returns:
        ``units`` by seat; ``mis_set``, seats; ``instant``, valid declarations by seat; ``pairs``, as in `pair`.
    """
    everybody = range(len(hands))
    wrong = [seat for seat in everybody if mis_set(rules, hands[seat], declared.get(seat))]
    pairs = [
        pair(rules, dealer, seats, hands, declared)
        for seats in combinations(everybody, 2)
        if rules["compare"] == "everyone" or dealer in seats
    ]
    units = [0 for _ in everybody]
    for each in pairs:
        for seat, gets in zip(each["seats"], each["units"], strict=True):
            units[seat] += gets
    return {
        "units": units,
        "mis_set": wrong,
        "instant": {seat: declared[seat] for seat in everybody if seat in declared and seat not in wrong},
        "pairs": pairs,
    }


def best(rules: Rules, cards: Hand, value: Callable[[Key, Key, Key], Any]) -> Setting:
    """The setting with the greatest value among those that aren't mis-set; the first of equal ones.

    Args:
        rules: the options.
        cards: thirteen cards.
        value: a setting's value, given the strengths of its lower, middle and upper row.
    """
    return max(
        (rows for rows in settings(cards) if not mis_set(rules, rows, None)),
        key=lambda rows: value(*(strength(rules, row) for row in rows)),
    )
