"""Plays many deals at once, to measure how well bots play.

Deals are paid by the rules of `prial.games.xap_xam.settle`. All players are assumed to lay their hands in the right order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from math import hypot, sqrt
from operator import add
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.arguments import check_from_zero, explained
from prial.arrange.fives import front
from prial.games.xap_xam.bots import Sharp, level_of
from prial.games.xap_xam.bots.field import Level
from prial.games.xap_xam.game import CARDS, XapXamGame
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.rules import Compare, Unit
from prial.games.xap_xam.settle import Scorer
from prial.games.xap_xam.study.instants import held
from prial.games.xap_xam.study.train import Laid, lay, lay_greedily


def paid(scorer: Scorer, mine: Laid, theirs: Laid, level: Level) -> NDArray[np.int64]:
    """Compute what players win from their opponents, for many pairs at once.

    Args:
        scorer: the scorer of the table.
        mine: the players' hands and declarations. The strengths have shape (…, 3).
        theirs: the opponents' hands and declarations. The strengths must broadcast with the strengths in ``mine``.
        level: who wins if two hands, or two instant wins, are level.
    Returns:
        Units that each player gets, in the broadcast shape without its last axis. Losses are below 0.
    """
    rules = scorer.rules
    tie = {Level.WON: 1, Level.LOST: -1, Level.NOBODY: 0}[level]
    own, other = mine.strengths.astype(np.int64), theirs.strengths.astype(np.int64)
    rows = np.sign(own - other)
    rows[rows == 0] = tie
    total = rows.sum(axis=-1)
    if rules.unit is Unit.OVERALL:
        units = np.sign(total)
    else:
        royal = np.array(scorer.royalties)
        places = np.arange(3)
        extra = np.where(rows > 0, royal[places, own], 0) - np.where(rows < 0, royal[places, other], 0)
        units = total + rules.sweep * np.sign(total) * (abs(total) == 3) + extra.sum(axis=-1)
    order = [*rules.instants]
    standing = np.full(len(Instant) + 1, len(order))  # −1, for no instant win, is the last index
    pays = np.zeros(len(Instant) + 1, np.int64)
    for number, what in enumerate(Instant):
        if what in rules.instants:
            standing[number], pays[number] = order.index(what), rules.instants[what]
    first, second = standing[mine.declared], standing[theirs.declared]
    won = np.sign(second - first)
    by_instant = np.where(won > 0, pays[mine.declared], np.where(won < 0, -pays[theirs.declared], tie * pays[mine.declared]))
    found: NDArray[np.int64] = np.where((first < len(order)) | (second < len(order)), by_instant, units)
    return found


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its standard error."""

    mean: float
    """The mean, in units."""
    error: float
    """The standard error of the mean, in units."""


def _mean(values: NDArray[np.floating]) -> Mean:
    return Mean(float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values)))


def play(game: XapXamGame, deals: int, seed: np.random.SeedSequence) -> NDArray[np.int64]:
    """Play deals with sharp bots in all seats; seat 0 deals in every deal.

    Args:
        game: the game.
        deals: number of deals.
        seed: the random seed.
    Returns:
        Units by seat, shape (deals, seats); each row sums to 0.
    """
    from prial.arrange.batch import deal

    scorer = game.scorer
    hands = deal(deals, seed, game.seats, CARDS)
    rng = np.random.default_rng(seed)
    laid = [laid_by(ways(game, "sharp", dealer=seat == 0), hands[:, seat], rng) for seat in range(game.seats)]
    units = np.zeros((deals, game.seats), np.int64)
    for a, b in scorer.pairs(0, game.seats):
        won = paid(scorer, laid[a], laid[b], level_of(game.rules, dealer=a == 0))
        units[:, a] += won
        units[:, b] -= won
    return units


BOTS: Final = ("sharp", "greedy")
"""Names of the bots that can set many hands at once. `best_answer` works with these bots only."""


Way: TypeAlias = Callable[[NDArray[np.uint8]], Laid]
"""A function that sets the cards of many players at once by one method, and chooses their declarations."""


def ways(game: XapXamGame, bot: str, *, dealer: bool) -> list[Way]:
    """A bot's methods of setting cards. For each hand the bot picks one method at random; all methods are equally likely.

    Args:
        game: the game.
        bot: name of the bot, one of `BOTS`.
        dealer: whether the bot deals.
    """
    if bot == "greedy":
        return [partial(lay_greedily, scorer=game.scorer)]
    return [partial(lay, scorer=game.scorer, outlook=outlook) for outlook in Sharp(game).drawn(dealer=dealer)]


def laid_by(of: Sequence[Way], hands: NDArray[np.uint8], rng: np.random.Generator) -> Laid:
    """Set the cards of many players. For each player, one of the given methods is picked at random.

    All methods are picked about equally often.

    Args:
        of: the methods.
        hands: hands of different cards, shape (hands, 13).
        rng: picks the methods.
    """
    # About equal numbers of each method, so that results vary less
    drawn = rng.permutation(np.arange(len(hands)) % len(of))
    grouped = reduce(add, [way(hands[drawn == number]) for number, way in enumerate(of[: len(hands)])])
    return grouped[np.argsort(np.argsort(drawn, kind="stable"))]


@explained
def best_answer(
    game: XapXamGame,
    *,
    dealer: bool,
    hands: int,
    worlds: int,
    seed: int,
    bot: str = "sharp",
    watch: Callable[[int], None] = lambda _: None,
) -> Mean:
    """Measure what a player gains by the best answer to a bot, in units per deal.

    An answer is an instant win or a way to set the cards. The gain is the best answer's win minus the bot's win in the
    same seat with the same cards. If the bot picks its answer at random, the mean over its answers is subtracted.

    The cards of one opponent are drawn at random, and the gain is multiplied by the number of opponents. The result is a lower
    bound, and rises with the number of draws.

    Args:
        game: the game. The bot sits in all other seats.
        dealer: whether the player who answers the bot is the dealer.
        hands: number of the player's hands to sample.
        worlds: number of draws of an opponent's cards for each hand.
        seed: seed of all cards.
        bot: the name of the bot, one of `BOTS`.
        watch: called with the number of hands sampled so far.
    """
    from prial.arrange.batch import deal

    check_from_zero(seed)
    scorer, rules = game.scorer, game.rules
    everyone = rules.compare is Compare.EVERYONE
    level = level_of(rules, dealer=dealer)
    plays = ways(game, bot, dealer=dealer)
    meets = ways(game, bot, dealer=not dealer and not everyone)
    opponents = game.seats - 1 if dealer or everyone else 1
    seeds = np.random.SeedSequence(seed).spawn(3)
    dealt = deal(hands, seeds[0], 1, CARDS)[:, 0]
    rng, drawing = np.random.default_rng(seeds[1]), np.random.default_rng(seeds[2])
    gains = np.zeros(hands)
    for number, hand in enumerate(dealt):
        left = np.setdiff1d(np.arange(52, dtype=np.uint8), hand)
        theirs = laid_by(meets, rng.permuted(np.tile(left, (worlds, 1)), axis=1)[:, :CARDS], drawing)
        settings = [split.strengths for split in front(hand.tolist(), scorer.ranking, level=scorer.level)]
        wins = [at for at, has in enumerate(held(hand[None])[0]) if has and [*Instant][at] in rules.instants]
        played = reduce(add, [way(hand[None]) for way in plays])
        strengths = np.array([*settings, *[settings[0]] * len(wins), *played.strengths], np.uint16)
        declared = np.array([*[-1] * len(settings), *wins, *played.declared], np.int8)
        mine = Laid(strengths[:, None], declared[:, None], played.held)
        units = paid(scorer, mine, theirs, level).astype(float)
        more = units - units[-len(plays) :].mean(axis=0)
        halves = more[:, 0::2].mean(axis=1), more[:, 1::2].mean(axis=1)
        # Chosen on one half of the draws and measured on the other, so that luck in choosing an answer is no gain
        gains[number] = opponents * (halves[1][halves[0].argmax()] + halves[0][halves[1].argmax()]) / 2
        watch(number + 1)
    return _mean(gains)


@explained
def answered(
    game: XapXamGame, bot: str, *, hands: int, worlds: int, seed: int, watch: Callable[[int], None] = lambda _: None
) -> Mean:
    """Measure what a player gains by the best answer to a bot, as a mean over all seats.

    The result is in units per deal. `best_answer` says what counts as the gain.

    Args:
        game: the game. The bot sits in all other seats.
        bot: name of the bot, one of `BOTS`.
        hands: number of hands to sample. If players compare only with the dealer, half of the hands are the dealer's.
        worlds: number of draws of an opponent's cards for each hand.
        seed: seed of all cards.
        watch: called with the number of hands sampled so far.
    """
    if game.rules.compare is Compare.EVERYONE:
        return best_answer(game, dealer=False, hands=hands, worlds=worlds, seed=seed, bot=bot, watch=watch)
    half, seats = max(2, hands // 2), game.seats
    dealer = best_answer(game, dealer=True, hands=half, worlds=worlds, seed=seed, bot=bot, watch=watch)
    other = best_answer(
        game, dealer=False, hands=half, worlds=worlds, seed=seed + 1, bot=bot, watch=lambda done: watch(half + done)
    )
    return Mean((dealer.mean + (seats - 1) * other.mean) / seats, hypot(dealer.error, (seats - 1) * other.error) / seats)
