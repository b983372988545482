"""Solves the rest of a deal exactly, if two players are left and every card is known.

Players take cards openly, so after a few turns every card may be known. Nine cards are in play: the two hands and the middle.
The cards can be divided in 1,680 ways. The rules limit the number of turns. The solver begins with the last turn and works
backwards.

A rule of thumb is too weak here. A player won 0.08 tokens per deal against a bot with such a rule. The player repeated positions
until the bot made a mistake.
"""

from functools import cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.cards import Card

Floats: TypeAlias = NDArray[np.float64]
"""An array of the worths of positions, exchanges or showdowns."""
Ints: TypeAlias = NDArray[np.int64]
"""An array of indices of hands, positions or exchanges."""

Hand: TypeAlias = tuple[Card, ...]
"""Three cards."""

HANDS: Final = tuple(combinations(range(9), 3))
"""All 84 choices of three cards out of the nine cards in the two hands and the middle.

A card is given by its index among the nine cards, from 0.
"""
_NUMBER: Final[dict[tuple[int, ...], int]] = {hand: number for number, hand in enumerate(HANDS)}


class Moves(NamedTuple):
    """Every exchange in every position. A position is a pair: the hand of the player who is next, and the other player's hand.

    A hand is given by its index in `HANDS`.
    """

    number: dict[tuple[int, int], int]
    """Maps ``(own, other)`` to the index of the position.

    ``own`` is the hand of the player who is next, ``other`` is the other player's hand.
    """
    other: Ints
    """For each position, the hand of the player who isn't next; shape (positions,)."""
    made: Ints
    """``made[exchange, position]``: the hand that the exchange makes."""
    after: Ints
    """``after[exchange, position]``: index of the position that follows, in which the other player is next."""


@cache
def moves(*, keeps: bool, all_three: bool) -> Moves:
    """List every exchange in every position of nine known cards.

    Args:
        keeps: whether a player may take a card from the middle and put the same card down again.
        all_three: whether a player may take all three cards.
    """
    number: dict[tuple[int, int], int] = {}
    for own in HANDS:
        for theirs in HANDS:
            if not {*own} & {*theirs}:
                number[_NUMBER[own], _NUMBER[theirs]] = len(number)
    made, after = [], []
    for mine, other in number:
        hand = HANDS[mine]
        middle = [card for card in range(9) if card not in hand and card not in HANDS[other]]
        hands = [_NUMBER[tuple(sorted({*hand, take} - {put}))] for put in hand for take in middle]
        hands += [mine] * keeps + [_NUMBER[tuple(middle)]] * all_three
        made.append(hands)
        after.append([number[other, each] for each in hands])
    return Moves(number, np.array([other for _, other in number]), _rows(made), _rows(after))


def _rows(by_position: list[list[int]]) -> Ints:
    """Swap the rows (positions) and the columns (exchanges) of a table; shape of the result (exchanges, positions)."""
    # NumPy compares exchanges much faster in contiguous rows.
    return np.ascontiguousarray(np.array(by_position).T)


class Answers(NamedTuple):
    """The worth of each exchange in one position, for the player who is next."""

    hands: dict[Hand, int]
    """Maps a hand, with its cards in rising order, to the index of the exchange that makes it."""
    goes_on: Floats
    """The worth of each exchange if the player doesn't stop the bus; shape (exchanges,)."""
    stops: Floats
    """The worth of each exchange if the player also stops the bus; shape (exchanges,)."""


def solve(
    own: Hand,
    theirs: Hand,
    middle: Hand,
    worth: Floats,
    turns: int,
    first_call: int,
    *,
    keeps: bool,
    all_three: bool,
) -> Answers:
    """Work out the worth of each exchange for the player who is next, if both players play as well as possible afterwards.

    Args:
        own: the hand of the player who is next.
        theirs: the other player's hand.
        middle: the cards in the middle.
        worth: the worth of each showdown to the player who is next; shape (84, 84). The rows are this player's hands, the columns
            the other player's hands, in the order of `HANDS`. A card is given by its index in ``sorted(own + theirs + middle)``.
        turns: number of turns left, including the present turn. After the last turn the hands are shown, even if nobody has
            stopped the bus.
        first_call: the first turn in which the bus may be stopped; 1 or less is the present turn, 2 the next turn.
        keeps: whether a player may take a card from the middle and put the same card down again.
        all_three: whether a player may take all three cards.
    Returns:
        The worth of each exchange, with and without stopping the bus.
    """
    of = moves(keeps=keeps, all_three=all_three)
    # Worths after a call, by the position before the last exchange.
    # called: this player has called, and the other exchanges. answered: the other has called, and this player exchanges
    ends, their_ends = worth[of.made, of.other], worth[of.other, of.made]
    called, answered = their_ends.min(axis=0), ends.max(axis=0)
    mine_stop, their_stop = called[of.after].max(axis=0), answered[of.after].min(axis=0)
    mine, other = np.zeros(0), np.zeros(0)
    before: list[tuple[Floats, Floats]] = []
    for left in range(1, turns):  # from the last turn backwards, up to the turn after this one
        go_on = (ends, their_ends) if left == 1 else (other[of.after], mine[of.after])
        mine, other = go_on[0].max(axis=0), go_on[1].min(axis=0)
        if turns - left + 1 >= first_call:
            mine, other = np.maximum(mine, mine_stop), np.minimum(other, their_stop)
        steady = len(before) > 1 and first_call <= 1 and all(map(np.array_equal, before[-2], (mine, other)))
        before = [*before[-1:], (mine, other)]
        if steady:  # the worths repeat with every second turn
            if (turns - 1 - left) % 2:
                mine, other = before[0]
            break
    cards = sorted(own + theirs + middle)
    at = of.number[tuple(_NUMBER[tuple(sorted(map(cards.index, hand)))] for hand in (own, theirs))]  # type: ignore[index]  # a pair
    made = of.made[:, at]
    goes_on = ends[:, at] if turns == 1 else other[of.after[:, at]]
    hands = {tuple(cards[place] for place in HANDS[hand]): number for number, hand in enumerate(made.tolist())}
    return Answers(hands, goes_on, called[of.after[:, at]])
