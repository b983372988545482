"""Finds a player who gains as much as possible against a bot of Stop the Bus.

A few numbers describe each player. There are three classes of players:

* `Manner`: decides by its numbers alone.
* `Nudge`: plays as the bot `Conductor` does, but stops the bus earlier or later. It is used only against `Conductor`.
* `Ahead`: looks for a line of play that wins. It is used only against `Conductor` at a table of two.

A player's gain in a deal is the mean payment of the others, minus the player's own payment. Each deal is the first of a game. The
player plays each deal once from each seat, with the same cards. So the bot itself would gain 0.

The search begins with random players and works by successive halving (Jamieson and Talwalkar 2016). Again and again, the worse
half of the players drops out, and the rest play more deals. Variants of the best players are then tested in the same way. The
reported gain is measured in new deals, because the best player may only have been lucky.
"""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from math import sqrt
from random import Random
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.arguments import explained
from prial.bots.bot import Bot
from prial.core.game import Chance, Choices, Decision, State, View, from_left, view
from prial.games.stop_the_bus.bots import Conductor, queens
from prial.games.stop_the_bus.bots.worlds import Book, Cards
from prial.games.stop_the_bus.choices import Turn, with_call
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.state import Action, Call, Table
from prial.games.stop_the_bus.study.leading import Leading
from prial.ranks.brag import Ranking
from prial.study.solve.hands import classes

_DRAWN: Final = 24
"""Number of players with which a search begins, besides the player of the class `Ahead`, if there is one."""
_KEPT: Final = 4
"""Greatest number of best players of whom variants are made. Each class of players gives the same number of them."""
DEALS: Final = 6
"""Number of deals that each player plays before the first halving of a search. The number triples with every halving.

In a halving, the worse half of the players drops out.
"""
SEARCH: Final = 195
"""A whole search plays about ``SEARCH * first`` deals; ``first`` is an argument of `search`."""
_AHEAD: Final = 12.0
"""If a search begins with a player of the class `Ahead`, this player's field ``positions`` has this value."""
_HANDS: Final = 30
"""Number of hands drawn for the next player, to estimate what the middle is worth to that player."""


class Manner(NamedTuple):
    """Six numbers by which a player decides.

    The *place* of a hand is the share of all hands that are worse, 0 to 1. The player stops the bus if the place of the hand is
    at least a certain limit. The first four numbers are the limits at different turns. With a limit above 1, the player never
    stops the bus. The last two numbers choose the exchange.
    """

    opening: float
    """A share: 0.9 means 90 % of all hands. At the first turn of a deal, the player stops the bus with a hand that beats at least
    this share."""
    first: float
    """A share: 0.9 means 90 % of all hands. From the second turn to the end of the first round, the player stops the bus with a
    hand that beats at least this share."""
    second: float
    """A share: 0.9 means 90 % of all hands. In the second round, the player stops the bus with a hand that beats at least this
    share."""
    later: float
    """A share: 0.9 means 90 % of all hands. From the third round on, the player stops the bus with a hand that beats at least
    this share."""
    hope: float
    """Weight of a hand's future *place* when the player chooses an exchange.

    The *place* of a hand is the share of all hands that are worse. The future place is the one expected after one more exchange.
    The present place has the weight 1. If the bus has been stopped, or the player stops it now, the future place doesn't count.
    """
    deny: float
    """Weight of the next player's chances when the player chooses an exchange.

    The *place* of a hand is the share of all hands that are worse. The chances are the place that the next player is expected to
    reach in the next turn. This place, times the weight, is subtracted from the place of the player's own hand.
    """

    def seated(self, game: BusGame) -> Bot:
        """Make a bot that plays by these numbers, for one table."""
        return Mannered(game, self)

    def varied(self, rng: Random) -> "Manner":
        """Make a random player who differs a little from this player."""
        values = _changed(self, _SPREAD, rng)
        return Manner(*values[:4], *[max(0.0, value) for value in values[4:]])

    def told(self) -> str:
        """Describe in a sentence how the player decides."""
        stops = ", ".join(f"{100 * min(1.0, max(0.0, place)):.0f}" for place in self[:4])
        return (
            f"It stops the bus with a hand that beats {stops} % of all: at the first turn, in the first round, the second, later."
        )


class Nudge(NamedTuple):
    """Four numbers of a player who plays as `Conductor` does, but stops the bus more often or less often.

    Each action that stops the bus gets the number for the turn as a bonus. The bonus is added to the action's estimated chance to
    win, 0 to 1.
    """

    opening: float
    """Bonus for stopping the bus at the first turn of a deal, added to the estimated chance to win."""
    first: float
    """Bonus for stopping the bus in the first round of a deal, but not at the first turn of this round.

    The bonus is added to the estimated chance to win.
    """
    second: float
    """Bonus for stopping the bus in the second round, added to the estimated chance to win."""
    later: float
    """Bonus for stopping the bus in the third round or later, added to the estimated chance to win."""

    def seated(self, game: BusGame) -> Bot:
        """Make a bot that plays by these numbers, for one table."""
        return Nudged(game, self)

    def varied(self, rng: Random) -> "Nudge":
        """Make a random player who differs a little from this player."""
        return Nudge(*_changed(self, (_PUSH / 3,) * 4, rng))

    def told(self) -> str:
        """Describe in a sentence how the player decides."""
        if not any(self):
            return "Nothing better was found than to play as the bot does."
        added = ", ".join(f"{100 * number:+.0f}" for number in self)
        return (
            f"It plays as the bot does, but adds {added} % to the chance to win where it stops the bus: "
            "at the first turn, in the first round, the second, later."
        )


class Ahead(NamedTuple):
    """A player who looks ahead against a single opponent, the bot `Conductor`.

    The player plays as the bot does until every card of the bot is known, and then looks for a line of play that wins the deal.
    """

    positions: float
    """The greatest number of positions in which the player tries all actions."""

    def seated(self, game: BusGame) -> Bot:
        """Make a bot that looks ahead, for one table."""
        return Leading(game, Conductor(game), round(self.positions))

    def varied(self, rng: Random) -> "Ahead":
        """Make a random player whose ``positions`` is from 0.5 to 1.5 times the ``positions`` of this player."""
        return Ahead(self.positions * rng.uniform(0.5, 1.5))

    def told(self) -> str:
        """Describe in a sentence how the player decides."""
        return "It plays as the bot does until it knows all the bot's cards; then it looks ahead, with the bot's own answers."


USUAL: Final = Manner(0.87, 0.87, 0.87, 0.87, 0.0, 0.0)
"""Numbers of a player who plays about as `prial.games.stop_the_bus.bots.Thumb` does."""
_SPREAD: Final = Manner(0.12, 0.12, 0.12, 0.12, 0.3, 0.3)
"""The greatest amount by which each number of a `Manner` changes when the player is varied."""
_PUSH: Final = 0.15
"""The numbers of a `Nudge` are drawn between minus this number and this number."""
Player: TypeAlias = Manner | Nudge | Ahead
"""A player that a search can find."""


def drawn(rng: Random) -> Manner:
    """Make a `Manner` with random numbers."""
    a, b, c, d = [rng.uniform(0.35, 1.01) for _ in range(4)]
    return Manner(a, b, c, d, rng.choice((0.0, rng.random())), rng.choice((0.0, rng.random())))


def _changed(numbers: Sequence[float], by: Sequence[float], rng: Random) -> list[float]:
    """Change about half of the numbers at random. The argument ``by`` holds the greatest change of each number."""
    return [number + rng.uniform(-most, most) * rng.choice((0, 1)) for number, most in zip(numbers, by, strict=True)]


def _sorts(game: BusGame, bot: Bot, rng: Random) -> list[list[Player]]:
    """The players with which a search begins: one list for each class of players."""
    if not isinstance(bot, Conductor):
        return [[USUAL, *(drawn(rng) for _ in range(_DRAWN - 1))]]
    half = _DRAWN // 2 - 1
    following = [Nudge(*[rng.uniform(-_PUSH, _PUSH) for _ in range(4)]) for _ in range(half)]
    ahead: list[list[Player]] = [[Ahead(_AHEAD)]] if game.seats == 2 else []
    return [[USUAL, *(drawn(rng) for _ in range(half))], [Nudge(0, 0, 0, 0), *following], *ahead]


@cache
def places(of: Ranking) -> NDArray[np.float64]:
    """For each strength, the share of all hands that are weaker, 0 to 1; shape (size of the ranking + 1,)."""
    hands = classes(of)
    counts = np.bincount(hands.strengths, hands.sizes, of.size + 1)
    found: NDArray[np.float64] = (np.cumsum(counts) - counts) / counts.sum()
    return found


class Mannered:
    """Plays by the numbers of a `Manner`.

    Args:
        game: the game with the rules of the table.
        manner: the numbers.
    """

    def __init__(self, game: BusGame, manner: Manner) -> None:
        self.game, self.manner = game, manner
        self._places = places(game.ranking)

    @cached_property
    def _book(self) -> Book:
        return Book(self.game.rules, self.game.ranking, queens(self.game.ranking))

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        turn, table, manner = Turn(self.game.rules, view), view.public, self.manner
        exchanges = list({turn.after(exchange): exchange for exchange in reversed(turn.exchanges)}.values())
        hands: Cards = np.array([turn.after(exchange) for exchange in exchanges])
        place = self._places[self._book.strength(hands)]
        seen = {*turn.hand, *turn.middle}
        unseen = np.array([card for card in self.game.pack if card not in seen])
        if manner.deny:
            middles: Cards = np.array(
                [[card for card in (*turn.hand, *turn.middle) if card not in hand] for hand in hands.tolist()]
            )
            now = place - manner.deny * self._offers(view, middles, unseen, rng)
        else:
            now = place
        best = int(now.argmax())
        if turn.no_call is None and place[best] >= manner[_when(table)]:
            return with_call(exchanges[best])
        if manner.hope and table.stopped is None:
            best = int((now + manner.hope * self._hopes(hands, unseen)).argmax())
        return exchanges[best]

    def _hopes(self, hands: Cards, unseen: Cards) -> NDArray[np.float64]:
        """For each hand, the *place* (see `Manner`) that it is expected to have after one more exchange; shape (hands,)."""
        new = np.broadcast_to(unseen, (len(hands), len(unseen)))
        kept = [np.broadcast_to(hands[:, [at]], new.shape) for at in range(3)]
        both = [np.stack([kept[a], kept[b], new], axis=-1) for a, b in ((0, 1), (0, 2), (1, 2))]
        made = [self._places[self._book.strength(each)] for each in both]
        found: NDArray[np.float64] = np.max(made, axis=0).mean(axis=1)
        return found

    def _offers(self, view: View[Table], middles: Cards, unseen: Cards, rng: Random) -> NDArray[np.float64]:
        """For each set of middle cards, the best *place* (see `Manner`) that the next player can expect; shape (middles,)."""
        table = view.public
        assert view.seat is not None
        (following, *_) = from_left(view.seat, table.playing, self.game.seats)
        if following == table.stopped:  # no turn is left for the next player
            return np.zeros(len(middles))
        known = [card for card in table.known[following] if card in unseen]
        left = [card for card in unseen.tolist() if card not in known]
        hands = np.array([[*known, *rng.sample(left, 3 - len(known))] for _ in range(_HANDS)])
        many = np.repeat(hands[None], len(middles), axis=0).reshape(-1, 3)
        options = self._book.options(many, np.repeat(middles, _HANDS, axis=0))
        found: NDArray[np.float64] = self._places[options.max(axis=1)].reshape(len(middles), _HANDS).mean(axis=1)
        return found


class Nudged(Conductor):
    """Plays as `Conductor` does, but adds a bonus to each action that stops the bus.

    The bonus is added to the action's estimated chance to win.

    Args:
        game: the game.
        nudge: the bonuses for different turns.
    """

    def __init__(self, game: BusGame, nudge: Nudge) -> None:
        super().__init__(game)
        self.nudge = nudge

    def worths(self, view: View[Table], usual: Action, rng: Random) -> dict[Action, NDArray[np.float64]]:
        by = self.nudge[_when(view.public)]
        found = super().worths(view, usual, rng)
        return {action: worth + by * (isinstance(action, Call) or action.stop) for action, worth in found.items()}


def _when(table: Table) -> int:
    """The index of the field (opening, first, second or later) of a `Manner` or `Nudge` that applies at the present turn."""
    return 0 if table.turn == 1 else 1 + min((table.turn - 1) // len(table.playing), 2)


class Gain(NamedTuple):
    """A player's gain against a bot: the mean over many deals, and its standard error."""

    mean: float
    """The mean gain, in tokens per deal."""
    error: float
    """Standard error of the mean gain, in tokens per deal."""
    deals: int
    """Number of deals, each played from every seat."""


@explained
def gained(game: BusGame, player: Bot, bot: Bot, numbers: Sequence[int], seed: int) -> list[float]:
    """Play deals against a bot, and return the player's gain in each of them, in tokens, averaged over all seats.

    Args:
        game: the game.
        player: the player, who plays each deal from every seat.
        bot: the bot in all other seats.
        numbers: one number for each deal. The deal's cards depend on this number and on ``seed``.
        seed: seed of the cards and of the players' random choices.
    """
    found = []
    for number in numbers:
        start = _dealt(game, Random(f"{seed}.{number}"))
        total = 0.0
        for seat in range(game.seats):
            paid = _paid(game, start, [player if each == seat else bot for each in range(game.seats)], f"{seed}.{number}")
            total += (sum(paid) - paid[seat]) / (game.seats - 1) - paid[seat]
        found.append(total / game.seats)
    return found


def _dealt(game: BusGame, rng: Random) -> State[Table]:
    state = game.start()
    while isinstance(node := game.node(state), Chance):
        state = game.deal(state, node.draw.sample(rng))
    return state


def _paid(game: BusGame, state: State[Table], seated: Sequence[Bot], cards: str) -> Sequence[int]:
    """Play a deal to its end, and return the tokens that each seat pays."""
    rngs = [Random(f"{cards}.{seat}") for seat in range(game.seats)]
    while state.public.last is None:
        node = game.node(state)
        assert isinstance(node, Decision)
        (seat,) = node.seats
        seen = view(state, seat)
        state = game.act(state, {seat: seated[seat].choose(seen, game.choices(seen), rngs[seat])})
    return state.public.last.paid


@explained
def search(game: BusGame, bot: Bot, seed: int = 1, first: int = DEALS, watch: Callable[[int], None] = lambda _: None) -> Player:
    """Search for the player who gains most against a bot.

    Args:
        game: the game.
        bot: the bot in all other seats.
        seed: seed of the cards, of the random players, and of the players' random choices.
        first: number of deals that each player plays before the worse half of the players drops out for the first time.
        watch: called with the number of deals played so far, which grows to about ``SEARCH * first``.
    """
    rng = Random(f"{seed}.manners")
    made: dict[Player, list[float]] = {}
    done = 0

    def halve(players: list[Player], deals: int, left: int) -> list[Player]:
        """Play more and more deals with fewer and fewer players, and return the ``left`` best players, the best first."""
        nonlocal done
        while len(players) > left:
            for player in players:
                known = made.setdefault(player, [])
                numbers = range(len(known), deals)
                known += gained(game, player.seated(game), bot, numbers, seed)
                done += len(numbers)
                watch(done)
            players = sorted(players, key=lambda player: _sure(made[player]), reverse=True)[: max(left, len(players) // 2)]
            deals *= 3
        return players

    sorts = _sorts(game, bot, rng)
    best = [player for players in sorts for player in halve(players, first, _KEPT // len(sorts))]
    (found,) = halve([*best, *(player.varied(rng) for player in best for _ in range(2))], 3 * first, 1)
    return found


def _sure(gains: Sequence[float]) -> float:
    """The mean gain minus its standard error, so that luck in a few deals counts for little."""
    return float(np.mean(gains) - np.std(gains) / sqrt(len(gains)))


@explained
def measured(
    game: BusGame, player: Player, bot: Bot, deals: int, seed: int = 1, watch: Callable[[int], None] = lambda _: None
) -> Gain:
    """Measure a player's gain against a bot, in deals that no search has played.

    Args:
        game: the game.
        player: the player.
        bot: the bot in all other seats.
        deals: number of deals, each played from every seat.
        seed: seed of the cards and of the players' random choices.
        watch: called with the number of deals played so far.
    """
    seated, total, squares = player.seated(game), 0.0, 0.0
    for number in range(deals):
        (gain,) = gained(game, seated, bot, [-1 - number], seed)
        total, squares = total + gain, squares + gain**2
        watch(number + 1)
    mean = total / deals
    return Gain(mean, sqrt(max(0.0, squares / deals - mean**2) / deals), deals)
