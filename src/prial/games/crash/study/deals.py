"""Plays many deals of Crash at once, finds the winner of each place, and counts the strengths that would have won.

The compiled loops deal and arrange the hands. They are imported only inside functions, since numba is optional.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prial.arrange.value import SWEEP_STEPS, Value
from prial.games.crash.study.worth import POINTS, Games, Pays
from prial.ranks.brag import Ranking


def won(strengths: NDArray[np.integer], *, next_best: bool) -> NDArray[np.bool_]:
    """Find the winner of each place in many deals.

    Args:
        strengths: strengths of the laid hands, shape (deals, seats, places); 0 for a hand that doesn't count.
        next_best: whether the next best hand wins the place if the best hands are equal; if False, nobody wins it.
    Returns:
        True where a seat wins a place, shape (deals, seats, places).
    """
    left = np.moveaxis(strengths, 1, 0)
    found = np.zeros(left.shape, bool)
    for _ in range(len(left) if next_best else 1):
        best = left.max(axis=0)
        at_top = (left == best) & (best > 0)
        single = at_top.sum(axis=0) == 1
        found |= at_top & single
        left = np.where(at_top | single, 0, left)
    return np.moveaxis(found, 0, 1)


def points(won: NDArray[np.bool_], bonus: float) -> NDArray[np.float64]:
    """Compute points: one for each place won, and a bonus for winning all places.

    Args:
        won: True for each place that is won, shape (…, places).
        bonus: further points for winning every place.
    Returns:
        Points, shape (…).
    """
    scored: NDArray[np.float64] = won.sum(axis=-1) + bonus * won.all(axis=-1)
    return scored


def arrange(
    hands: NDArray[np.uint8], value: Value | None, of: Ranking, least: int, pays: Pays | Games = POINTS
) -> NDArray[np.uint16]:
    """Split many players' cards among the places, either for the most points or greedily.

    Args:
        hands: the cards, shape (…, cards).
        value: the table by which the best split is chosen. None arranges greedily: the strongest first hand, then the strongest
            second hand, and so on.
        of: the ranking of hands.
        least: the lowest strength that counts.
        pays: how splits are judged: by points or pots (`Pays`), or by chances to win the game (`Games`). It has no effect if
            ``value`` is None.
    Returns:
        Strengths of the laid hands, shape (…, places).
    """
    from prial.arrange import batch

    cards = hands.shape[-1]
    each = hands.reshape(-1, cards)
    if value is None:
        strengths = batch.greedy(each, of, cards // 3, least).strengths
    elif isinstance(pays, Games) or pays.stays:
        # The compiled search for the best split knows only payments for each place and for winning every place
        fronts = batch.fronts(each, of, value.places, least)
        splits = fronts.strengths[:, : fronts.counts.max()]
        strengths = splits[np.arange(len(each)), pays.worths(value, splits).argmax(axis=1)]
    else:
        weights = (pays.place,) * value.places
        strengths = batch.best(each, value, of, least=least, places_weight=weights, sweep_weight=pays.every).strengths
    return strengths.reshape(*hands.shape[:-1], -1)


def play(  # noqa: PLR0913  # the rules of a table are named, and have defaults
    deals: int,
    seed: np.random.SeedSequence,
    policies: Sequence[Value | None],
    lines: Sequence[Sequence[int]],
    of: Ranking,
    *,
    cards: int = 13,
    least: int = 1,
    pays: Pays = POINTS,
    next_best: bool = False,
) -> NDArray[np.bool_]:
    """Play whole deals: shuffle, arrange, compare place by place.

    Args:
        deals: number of deals; every line-up plays the same deals.
        seed: seed of the shuffles.
        policies: ways to arrange cards: a `Value` chooses the best split by its tables, None arranges greedily.
        lines: line-ups, each with the index of a policy for every seat (2 to 7 seats).
        of: the ranking of hands.
        cards: number of cards of each player.
        least: the lowest strength that counts.
        pays: the points by which a `Value` chooses its splits.
        next_best: whether the next best hand wins the place if the best hands are equal; if False, nobody wins it.
    Returns:
        True where a seat won a place, shape (line-ups, deals, seats, places).
    Raises:
        ValueError: if the pack doesn't have enough cards, or a policy isn't made for this number of places.
    """
    from prial.arrange import batch

    hands = batch.deal(deals, seed, len(lines[0]), cards)
    laid: dict[tuple[int, int], NDArray[np.uint16]] = {}
    for number, value in enumerate(policies):
        seats = [seat for seat in range(hands.shape[1]) if any(line[seat] == number for line in lines)]
        strengths = arrange(hands[:, seats], value, of, least, pays)
        laid.update({(seat, number): strengths[:, at] for at, seat in enumerate(seats)})
    return np.stack([won(np.stack([laid[each] for each in enumerate(line)], axis=1), next_best=next_best) for line in lines])


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts from many deals in which all seats arranged their hands in the same way."""

    seats: int
    """Number of players' hands that were counted: the number of deals times the number of seats."""
    wins: NDArray[np.int64]
    """How often a hand of each strength would have won each place, shape (2, places, strengths).

    The array's first index is 0 if nobody wins a tie, and 1 if the next best hand wins it.
    """
    held: NDArray[np.int64]
    """How many hands of each strength were laid in place 0, shape (2, strengths).

    Index 0 counts all hands. Index 1 counts the hands that won, without ties.
    """
    met: NDArray[np.int64]
    """How many laid splits belong to each step of `Value.sweep`, shape (steps,).

    All numbers are 0 if `observe` got no `Value`.
    """
    swept: NDArray[np.int64]
    """For each step, as in `met`, the number of laid splits that won all places; shape (steps,)."""

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.seats + other.seats,
            self.wins + other.wins,
            self.held + other.held,
            self.met + other.met,
            self.swept + other.swept,
        )


def observe(
    deals: int,
    seed: np.random.SeedSequence,
    value: Value | None,
    others: int,
    of: Ranking,
    *,
    chances: Value | None = None,
    cards: int = 13,
    least: int = 1,
) -> Counts:
    """Let all seats arrange in the same way, and count how often a hand of each strength would have won.

    Args:
        deals: number of deals.
        seed: seed of the shuffles.
        value: the table by which all seats choose their splits; None to arrange greedily.
        others: number of opponents of each seat, 1 to 6.
        of: the ranking of hands.
        chances: the table that gives the steps of `Counts.met`; None to use ``value``.
        cards: number of cards of each player.
        least: the lowest strength that counts.
    Returns:
        The counts of all seats together.
    """
    from prial.arrange import batch

    strengths = arrange(batch.deal(deals, seed, others + 1, cards), value, of, least).astype(np.int64)
    by_seat = np.ascontiguousarray(np.moveaxis(strengths, 0, 2))
    places, width = cards // 3, of.size + 2
    offsets = width * np.arange(places)[:, None]
    rising, known = np.zeros((2, places, width), np.int64), chances or value
    held, met, swept = np.zeros((2, of.size + 1), np.int64), *np.zeros((2, SWEEP_STEPS), np.int64)

    def count(strengths: NDArray[np.int64], where: NDArray[np.bool_] | slice = slice(None)) -> NDArray[np.int64]:
        return np.bincount((strengths + offsets)[where].ravel(), minlength=places * width).reshape(places, width)

    for seat, own in enumerate(by_seat):
        rest = np.delete(by_seat, seat, axis=0)
        top = rest.max(axis=0)
        beats = own > top
        held += [np.bincount(each, minlength=of.size + 1) for each in (own[0], own[0, beats[0]])]
        rising += count(top + 1)
        # Where the others' best strength is shared, those hands cancel and the next strength below decides
        while (shared := ((rest == top).sum(axis=0) > 1) & (top > 0)).any():
            below = np.where(rest < top, rest, 0).max(axis=0)
            rising[1] += count(below + 1, shared) - count(top, shared)
            top = np.where(shared, below, 0)
        if known is not None:
            steps = _steps(known, own)
            met += np.bincount(steps, minlength=SWEEP_STEPS)
            swept += np.bincount(steps[beats.all(axis=0)], minlength=SWEEP_STEPS)
    return Counts(deals * (others + 1), rising.cumsum(axis=2)[:, :, :-1], held, met, swept)


def _steps(chances: Value, strengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """The step of `Value.sweep` for each laid split. ``strengths`` has shape (places, deals)."""
    product = np.ones(strengths.shape[1])
    for row, laid in zip(chances.win, strengths, strict=True):
        product *= np.array(row)[np.minimum(laid, len(row) - 1)]
    return np.minimum((np.sqrt(product) * SWEEP_STEPS).astype(np.int64), SWEEP_STEPS - 1)
