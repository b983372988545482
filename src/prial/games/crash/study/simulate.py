"""Lets bots play many deals of Crash, and counts points, crashes and stoppers. More deals don't take more memory.

Many deals are shuffled, split and compared together, if arranging the cards is the only decision that changes the points, and all
bots are ``random``, ``greedy`` or ``sharp``. With numba, these deals take less time; the result is the same to the last digit.
Under other rules, or with other bots, the bots play deal by deal. The result depends only on the seed and the number of deals,
not on the machine or the number of processes.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from prial.arguments import check_from_zero, explained
from prial.arrange.search import front, greedy
from prial.arrange.value import Value
from prial.bots.bot import Bot
from prial.bots.registry import maker
from prial.compiled import compiles
from prial.core.game import NATURE, Chance, Decision, view
from prial.core.printed import columns
from prial.core.registry import find
from prial.core.step import Step, step
from prial.drawn import table as html_table
from prial.errors import Refusal, RulesError, refuse
from prial.games.crash import CrashGame
from prial.games.crash.actions import Action
from prial.games.crash.bots import tables
from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import Crash, CrashCall, FourBonus, Scoring, SixPairs, Spare, ThirteenStraight, Tie
from prial.games.crash.state import Reason, Settled
from prial.games.crash.study.deals import arrange as arranged
from prial.games.crash.study.deals import points, won
from prial.games.crash.study.worth import pays
from prial.study.chunks import CHUNK, Chunk, Counting, stream
from prial.study.intervals import Mean, Share, mean_of, wilson
from prial.study.play import refused, table

_AT_ONCE: Final = 2_000  # `CHUNK` must be a multiple of it
"""Number of deals whose hands are arranged together. Each such group of deals has a random stream of its own."""
_SMALL_CHUNK: Final = 50
"""Number of deals that one process plays at a time, if the bots play deal by deal."""
_WORTH_COMPILING: Final = 1_000
"""The least number of deals for which the compiled loops save more time than their loading takes."""
_ARRANGERS: Final = ("random", "greedy", "sharp")
"""The bots that can arrange many hands together."""

Strengths = NDArray[np.int32]
"""Strengths of hands, shape (deals, seats, places); 0 for a hand that doesn't count."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Points, crashes and places won, added up over deals."""

    deals: int
    """Number of deals."""
    points: NDArray[np.float64]
    """For each seat, the sum of its points."""
    squares: NDArray[np.float64]
    """For each seat, the square of its points in a deal, added up over all deals."""
    crashes: NDArray[np.float64]
    """For each seat, the number of deals in which the seat won every place."""
    won: NDArray[np.float64]
    """For each seat and place, the number of deals in which the seat won the place."""
    stopped: NDArray[np.float64]
    """For each place, the number of deals in which the place was a stopper: its best hands were level, so nobody won it."""
    empty: NDArray[np.float64]
    """For each place, the number of deals in which nobody had a hand that counts."""

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.deals + other.deals,
            self.points + other.points,
            self.squares + other.squares,
            self.crashes + other.crashes,
            self.won + other.won,
            self.stopped + other.stopped,
            self.empty + other.empty,
        )


class SeatReport(msgspec.Struct, frozen=True):
    """The results of one seat in a simulation."""

    seat: int
    """Number of the seat, from 0."""
    bot: str
    """Name of the bot that played."""
    points: Mean
    """Points per deal, with standard error and 95 % interval."""
    crash: Share
    """Share of deals in which the seat won every place, with a 95 % interval."""
    places: tuple[Share, ...]
    """For each place, the share of deals in which the seat won the place, with a 95 % interval."""


class PlaceReport(msgspec.Struct, frozen=True):
    """For one place, the share of deals in which nobody won the place."""

    place: int
    """Number of the place, from 1."""
    stopper: Share
    """Share of deals in which the place was a stopper: its best hands were level, so nobody won it."""
    empty: Share
    """Share of deals in which nobody had a hand that counts."""


class Report(msgspec.Struct, frozen=True):
    """The result of a simulation. `print` and notebooks show it as a table.

    ± is the standard error; 95 % intervals stand in brackets.
    """

    deals: int
    """Number of deals."""
    seats: tuple[SeatReport, ...]
    """The results of each seat, in the order of the seats."""
    places: tuple[PlaceReport, ...]
    """For each place, the share of deals in which nobody won it."""

    def __str__(self) -> str:
        return "\n".join(columns([self._heading(), *self._rows()]))

    def _repr_html_(self) -> str:
        return html_table(self._heading(), self._rows())

    def _heading(self) -> Sequence[str]:
        return "seat", "bot", "points a deal", "crashes", *[f"place {each.place}" for each in self.places]

    def _rows(self) -> list[list[str]]:
        """For each seat, the cells of its line, in the order of the heading."""
        return [[str(each.seat), each.bot, str(each.points), str(each.crash), *map(str, each.places)] for each in self.seats]


def report(sums: Sums, bots: Sequence[str]) -> Report:
    """Make a report from the sums of all deals: means and shares with 95 % intervals. The means also have standard errors.

    Args:
        sums: the sums of at least one deal.
        bots: names of the bots that played, by seat.
    """
    deals = sums.deals
    seats = []
    for seat, bot in enumerate(bots):
        points = mean_of(float(sums.points[seat]), float(sums.squares[seat]), deals)
        places = tuple([wilson(float(won), deals) for won in sums.won[seat]])
        seats.append(SeatReport(seat, bot, points, wilson(float(sums.crashes[seat]), deals), places))
    both = zip(sums.stopped, sums.empty, strict=True)
    rows = [PlaceReport(k, wilson(float(stop), deals), wilson(float(none), deals)) for k, (stop, none) in enumerate(both, 1)]
    return Report(deals, tuple(seats), tuple(rows))


@explained
def simulate(game: CrashGame, bots: Sequence[str], deals: int, seed: int = 1, counting: Counting | None = None) -> Iterator[Sums]:
    """Let bots play many deals, and count the results. Every deal starts from a score of 0.

    Args:
        game: the game and its rules.
        bots: names of the bots that play, by seat.
        deals: number of deals.
        seed: seed of the shuffles.
        counting: how and where the deals are counted; None to use all processors.
    Yields:
        The sums of each chunk (the deals that one process plays at a time). The sum of all chunks is the result. If you stop
        early, the sum so far is the result of the deals played until then.
    Raises:
        RulesError: if a bot is unknown or can't be loaded, ``deals`` is below 1, or ``seed`` is below 0.
        PrialError: if a bot fails or chooses an action that the rules refuse, or the deals can't be counted as ``counting`` says;
            see `Counting.each`.
    """
    if deals < 1:
        raise RulesError(refuse("rules.number", option="deals", value=str(deals), least=1, most=10**12))
    check_from_zero(seed)
    for bot in dict.fromkeys(bots):
        maker(game.name, bot)
    rules = find(game.name).schema.written(game.rules)
    arranging = _needs_only_arranging(game.rules) and set(bots) <= set(_ARRANGERS)
    asked = {"game": game.name, "rules": rules, "bots": list(bots), "seed": seed}
    compiled = arranging and deals >= _WORTH_COMPILING and compiles()
    playing = _Playing(tuple(rules.items()), tuple(bots), seed, arranging=arranging, compiled=compiled)
    size = CHUNK if compiled else _AT_ONCE if arranging else _SMALL_CHUNK
    try:
        yield from (counting or Counting()).each(playing, deals, size, Sums, asked, compiled=compiled)
    finally:
        _seated.cache_clear()  # a bot may be a running program


@dataclass(frozen=True, slots=True)
class _Playing:
    """Plays a chunk: the deals that one process plays at a time."""

    rules: tuple[tuple[str, str | int], ...]
    """The options of the table: pairs of a name and a value, which is text or a number."""
    bots: tuple[str, ...]
    """Names of the bots that play, by seat."""
    seed: int
    """Seed of the shuffles."""
    arranging: bool
    """Whether the hands of many deals are arranged together. If False, the bots play deal by deal."""
    compiled: bool
    """Whether the compiled loops arrange the hands."""

    def __call__(self, chunk: Chunk) -> Sums:
        game = table("crash", self.rules)
        assert isinstance(game, CrashGame)
        total = _nothing(game)
        if not self.arranging:
            seated = [_seated(bot, self.rules) for bot in self.bots]
            for number in range(chunk.first, chunk.first + chunk.size):
                total += settled_sums(game, _one_deal(game, seated, Random(f"{self.seed}/{number}")))
            return total
        arrange = _compiled(game) if self.compiled and compiles() else _plain(game)
        for at in range(0, chunk.size, _AT_ONCE):
            deals = min(_AT_ONCE, chunk.size - at)
            total += _arranged(game, self.bots, deals, stream(self.seed, (chunk.first + at) // _AT_ONCE), arrange)
        return total


@cache
def _seated(bot: str, rules: tuple[tuple[str, str | int], ...]) -> Bot:
    """Make a bot, by its name, for a table with the given options."""
    return maker("crash", bot)(table("crash", rules))


def _needs_only_arranging(rules: CrashRules) -> bool:
    """Whether arranging the cards is the only decision that changes the points."""
    return (
        rules.spare is Spare.ASIDE
        and rules.four_bonus is FourBonus.NONE
        and rules.six_pairs is SixPairs.OFF
        and rules.thirteen_straight is ThirteenStraight.OFF
        and rules.crash_call is not CrashCall.REQUIRED
    )


# Many deals at once


Arrange = Callable[[str, NDArray[np.int64]], Strengths]
"""A function that arranges hands as a bot does.

It takes two arguments: the name of the bot, and the hands as an array of cards, shape (hands, cards). It returns the strengths of
the arranged hands, shape (hands, places).
"""


def _arranged(game: CrashGame, bots: Sequence[str], deals: int, seed: np.random.SeedSequence, arrange: Arrange) -> Sums:
    rng = np.random.default_rng(seed)
    packs = rng.random((deals, 52)).argsort(axis=1)
    size = game.rules.cards
    by_seat: dict[int, Strengths] = {}
    for bot in dict.fromkeys(bots):
        seats = [seat for seat, each in enumerate(bots) if each == bot]
        hands = np.concatenate([packs[:, seat * size : (seat + 1) * size] for seat in seats])
        by_seat.update(zip(seats, np.split(arrange(bot, hands), len(seats)), strict=True))
    return score(game.rules, np.stack([by_seat[seat] for seat in range(len(bots))], axis=1))


def score(rules: CrashRules, strengths: Strengths) -> Sums:
    """Find the winner of each place in many deals, and add up the results.

    Args:
        rules: the house rules.
        strengths: strengths of the laid hands, shape (deals, seats, places); 0 for a hand that doesn't count.
    """
    deals = len(strengths)
    wins = won(strengths, next_best=rules.tie is Tie.NEXT_BEST)
    empty = (strengths.max(axis=1) == 0).sum(axis=0, dtype=float)
    swept = wins.all(axis=2)
    scored = swept.astype(float) if rules.scoring is Scoring.POT else points(wins, _bonus(rules))
    return Sums(
        deals=deals,
        points=scored.sum(axis=0),
        squares=(scored**2).sum(axis=0),
        crashes=swept.sum(axis=0).astype(float),
        won=wins.sum(axis=0, dtype=float),
        stopped=deals - wins.any(axis=1).sum(axis=0) - empty,
        empty=empty,
    )


def _bonus(rules: CrashRules) -> float:
    return float(rules.crash_points) if rules.crash is Crash.BONUS else 0.0


def _value(game: CrashGame) -> Value:
    next_best = game.rules.tie is Tie.NEXT_BEST
    return tables.mixed(game.rules.cards, game.seats - 1, next_best=next_best, least=game.scorer.least)


def _any_hands(game: CrashGame, hands: NDArray[np.int64]) -> Strengths:
    """Lay each player's cards in threes as they were dealt, and return the hands' strengths.

    Shape (players, places), each player's strongest hand first.
    """
    table = _table(game)
    places = game.rules.places
    three = hands[:, : 3 * places].reshape(len(hands), places, 3)
    strengths = table[three[..., 0], three[..., 1], three[..., 2]]
    strengths[strengths < game.scorer.least] = 0
    return -np.sort(-strengths, axis=1)


@cache
def _table(game: CrashGame) -> Strengths:
    return np.array(game.scorer.ranking.table, np.int32)


def _compiled(game: CrashGame) -> Arrange:
    paid = pays(game.rules, game.seats - 1)

    def arrange(bot: str, hands: NDArray[np.int64]) -> Strengths:
        if bot == "random":
            return _any_hands(game, hands)
        value = None if bot == "greedy" else _value(game)
        return arranged(hands.astype(np.uint8), value, game.scorer.ranking, game.scorer.least, paid).astype(np.int32)

    return arrange


def _plain(game: CrashGame) -> Arrange:
    ranks, least, places = game.scorer.ranking, game.scorer.least, game.rules.places
    paid = pays(game.rules, game.seats - 1)

    def arrange(bot: str, hands: NDArray[np.int64]) -> Strengths:
        if bot == "random":
            return _any_hands(game, hands)
        if bot == "greedy":
            found = [greedy(hand, ranks, places, least) for hand in hands.tolist()]
        else:
            value = _value(game)
            fronts = (front(hand, ranks, places, least) for hand in hands.tolist())
            found = [max(splits, key=lambda split: paid.worth(value, split.strengths)) for splits in fronts]
        return np.array([split.strengths for split in found], np.int32)

    return arrange


# Deal by deal, through the game


def _one_deal(game: CrashGame, seated: Sequence[Bot], rng: Random) -> Settled:
    """Let bots play the first deal of a game, and return the result of this deal."""
    state, gathered = game.start(), dict[int, Action]()
    while state.public.last is None:
        node = game.node(state)
        if isinstance(node, Chance):
            done = step(game, state, {}, NATURE, node.draw.sample(rng))
        else:
            assert isinstance(node, Decision)
            seat = next(each for each in node.seats if each not in gathered)
            seen = view(state, seat)
            action = seated[seat].choose(seen, game.choices(seen), rng)
            done = step(game, state, gathered, seat, action)
            if isinstance(done, Refusal):
                raise refused(game, seated[seat], seat, action, done)
        assert isinstance(done, Step), done  # nature's moves are always allowed
        state, gathered = done.state, dict(done.gathered)
    return state.public.last


def _nothing(game: CrashGame) -> Sums:
    """The sums of no deals: every number is 0."""
    seats, places = game.seats, game.rules.places
    points, squares, crashes = np.zeros((3, seats))
    stopped, empty = np.zeros((2, places))
    return Sums(0, points, squares, crashes, np.zeros((seats, places)), stopped, empty)


def settled_sums(game: CrashGame, settled: Settled) -> Sums:
    """The sums of one deal. A void deal counts as a deal without points.

    Args:
        game: the game with the rules of the table.
        settled: the result of the deal.
    """
    won = np.zeros((game.seats, game.rules.places))
    stopped, empty = np.zeros((2, game.rules.places))
    for k, place in enumerate(settled.places):
        if place.winner is not None:
            won[place.winner, k] = 1
        stopped[k] = place.reason is Reason.STOPPER
        empty[k] = place.reason is Reason.EMPTY
    points = np.array(settled.points, float)
    return Sums(1, points, points**2, won.all(axis=1).astype(float), won, stopped, empty)
