"""Finds the best betting strategy against a bot in a game for two players. This strategy is called the answer.

At each of the bot's turns, the bot is asked for its move with each of about forty hands. At each of the other player's turns, a
few actions are examined, and the best action for each hand is chosen.

The calculated gain is only an estimate: each of the forty hands stands for others of about the same strength, and the bot's rare
moves are left out. So the answer is also played against the bot (`played`). What the answer wins there is a lower bound of what
can be won from the bot.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from prial.arguments import explained
from prial.bots.bot import Bot
from prial.cards import Card, best_first
from prial.core.game import Chance, Choices, Decision, Game, Over, Seat, State, View, view
from prial.errors import PrialError, add_sentences, refuse
from prial.ranks.brag import Ranking
from prial.study.solve.cfr import put_together
from prial.study.solve.hands import classes
from prial.study.solve.walk import Considered, Worlds

add_sentences(
    "en",
    {"solve.asked": "The bot would have to be asked at more than {most} turns, too many: try fewer chips with --chips."},
)

Floats: TypeAlias = NDArray[np.float64]
"""Numbers in double precision."""

EDGES: Final = (*(number / 32 for number in range(1, 27)), 0.83, 0.85, 0.87, 0.89, 0.91, 0.925, 0.94, 0.955, 0.97, 0.98, 0.99)
"""Limits between the classes of hands, from weak to strong. For example, the limit 0.83 means that 83 % of all hands are weaker.
Good hands have narrower classes.
"""
SAMPLES: Final = 24
"""Number of times that a bot is asked for its move with each hand, if it can't state probabilities."""
_RARE: Final = 0.01
"""A move of the bot is left out if its probability is lower than this with every hand."""
MOST: Final = 20_000
"""Default for the greatest number of turns at which the bot may be asked for its move."""


class Mixes(Protocol):
    """A bot that can state how likely it is to take each action."""

    def shares(self, view: View[Any], choices: Choices[Any], /) -> Mapping[Any, float]:
        """Get the probability of each action. The sum is 1.

        Args:
            view: the view of the bot's seat.
            choices: the actions that are allowed.
        """


class Noticed:
    """A random generator that knows whether it has been used.

    It is seeded only when it is first used. Many bots decide faster than a random generator can be seeded.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._rng: Random | None = None

    @property
    def drawn(self) -> bool:
        """Whether a random number has been drawn."""
        return self._rng is not None

    def __getattr__(self, name: str) -> Any:
        if self._rng is None:
            self._rng = Random(self._seed)
        return getattr(self._rng, name)


def shares(bot: Bot, view: View[Any], choices: Choices[Any], samples: int = SAMPLES) -> Mapping[Any, float]:
    """Get the probability of each action of a bot. The sum is 1.

    Args:
        bot: the bot.
        view: the view of the bot's seat.
        choices: the actions that are allowed.
        samples: number of times to ask a bot that uses random numbers and doesn't state probabilities (see `Mixes`). Any other
            bot is asked once.
    """
    if hasattr(bot, "shares"):  # isinstance with a protocol is slower than many bots
        return cast("Mixes", bot).shares(view, choices)
    rng = Noticed(0)
    first = bot.choose(view, choices, cast("Random", rng))
    if not rng.drawn:
        return {first: 1.0}
    counts = Counter([first, *(bot.choose(view, choices, Random(number)) for number in range(1, samples))])
    return {action: count / samples for action, count in counts.items()}


class Best(NamedTuple):
    """The best actions of the bot's opponent at one turn."""

    actions: list[Any]
    """The actions that were examined."""
    chosen: NDArray[np.int64]
    """For each class of hands, the index of the best action in `actions`. If the player is blind, all indexes are equal."""


class Holdings(NamedTuple):
    """All three-card hands in classes of similar strength. The bot is asked about one hand of each class."""

    examples: Sequence[tuple[Card, ...]]
    """The hand that stands for each class, the weakest class first."""
    least: Sequence[int]
    """For each class, the strength of its weakest hand, as a number from `worth`."""
    together: Floats
    """``together[i, j]``: probability that one player holds a hand of class i, and the other a hand of class j."""
    worth: Callable[[Sequence[Card]], int]
    """Gives the strength of a hand as a number. The greater number wins."""


def holdings(of: Ranking) -> Holdings:
    """Divide all three-card hands into about forty classes of similar strength.

    Args:
        of: the ranking.
    """
    every = classes(of)
    # With wild cards the lowest classes may be empty, because no hand is that weak
    group = np.unique(np.searchsorted(EDGES, every.places, "right"), return_inverse=True)[1]
    examples = []
    for number in range(group.max() + 1):
        its = np.flatnonzero(group == number)
        below = np.cumsum(every.sizes[its])
        examples.append(best_first(every.examples[its[int(np.searchsorted(below, below[-1] / 2))]]))
    return Holdings(
        examples,
        [int(every.strengths[group == number].min()) for number in range(len(examples))],
        put_together(every.together / every.pairs, group),
        lambda hand: of.strength(best_first(hand)),
    )


@dataclass(frozen=True, slots=True)
class Duel:
    """A game of one deal between a bot and an opponent. The opponent's best strategy is searched for."""

    game: Game[Any, Any]
    """The game with the rules of the table."""
    held: Holdings
    """The classes of hands that the players may hold."""
    deal: Callable[[Random], State[Any]]
    """Deals the cards with a random generator; returns the state in which the first player is to act."""
    worlds: Callable[[Seat], Worlds]
    """Takes the seat of the bot's opponent, and gives three states. In the first, the opponent's hand is better than the bot's
    hand; in the second, it is worse; in the third, both are equal.
    """
    considered: Considered
    """Chooses the actions to examine at a turn of the bot's opponent."""
    blind: Callable[[Any, Seat], bool]
    """Takes the public part of the state and a seat, and says whether the seat hasn't looked at its hand."""
    piles: Callable[[Any, Seat], Sequence[int]]
    """Takes the public part of the state and a seat, and gives the numbers of the piles that hold the seat's cards. Each pile has
    one card.
    """
    forced: Callable[[View[Any]], Any | None] = lambda _: None
    """Takes a player's view. If the decision needs no search (for example, a discard), returns the action to take. For any other
    decision, returns None.
    """

    def class_of(self, hand: Sequence[Card]) -> int:
        """Get the number of a hand's class, from 0 for the weakest.

        Args:
            hand: the cards.
        """
        return int(np.searchsorted(self.held.least, self.held.worth(hand), "right")) - 1

    def holding(self, state: State[Any], seat: Seat, number: int) -> View[Any]:
        """Get a player's view as if the player held the example hand of a class.

        Args:
            state: the state of the game, which isn't changed.
            seat: the player's seat.
            number: the number of the class.
        """
        faces = list(state.piles)
        for pile, card in zip(self.piles(state.public, seat), self.held.examples[number], strict=True):
            faces[pile] = (card,)
        return view(State(state.public, tuple(faces), state.seen), seat)

    def after(self, state: State[Any], seat: Seat, action: Any) -> State[Any]:
        """Get the state after an action and the forced actions that follow it.

        Args:
            state: the state before the action.
            seat: the seat that acts.
            action: the action.
        """
        state = self.game.act(state, {seat: action})
        while isinstance(node := self.game.node(state), Decision):
            actor = node.seats[0]
            forced = self.forced(view(state, actor))
            if forced is None:
                break
            state = self.game.act(state, {actor: forced})
        return state


class Answer:
    """One seat's best strategy against a bot, as far as it can be calculated.

    Args:
        table: the game of one deal.
        bot: the bot.
        seat: the seat that plays against the bot, 0 or 1.
        watch: called at each turn of the bot, with the number of such turns so far.
        most: greatest number of the bot's turns.
    Raises:
        PrialError: if the bot has more turns than ``most``.
    """

    def __init__(
        self, table: Duel, bot: Bot, seat: Seat, watch: Callable[[int], None] = lambda _: None, most: int = MOST
    ) -> None:
        self.table, self.bot, self.seat, self._watch, self._most = table, bot, seat, watch, most
        self.asked = 0
        """Number of turns at which the bot was asked for its move."""
        self.best: dict[Any, Best] = {}
        """The best actions at each turn against the bot. The key is the public part of the state at this turn."""
        self._classes = len(table.held.examples)
        below = np.arange(self._classes)
        self._better: Floats = table.held.together * np.sign(below[:, None] - below[None, :])
        self.value = float(self._go(table.worlds(seat), np.ones(self._classes)).sum())
        """Chips per deal that the strategy wins, as calculated without playing deals. This is an estimate."""

    def _go(self, states: Worlds, held: Floats) -> Floats:
        """Find the best play from a state on, and return the chips that it wins.

        The result has one number for each class of hands.
        """
        # The chips are weighted by ``held``, the probability of the bot's moves so far with each class of hands
        game, node = self.table.game, self.table.game.node(states[0])
        if isinstance(node, Over):
            win, lose, even = [over.result.ledger[self.seat] for over in map(game.node, states) if isinstance(over, Over)]
            middle, together = (win + lose) / 2, self.table.held.together
            ends: Floats = (
                together @ held * middle + self._better @ held * (win - middle) + together.diagonal() * held * (even - middle)
            )
            return ends
        assert isinstance(node, Decision)
        (seat,) = node.seats
        if seat != self.seat:
            return self._bots_turn(states, seat, held)
        actions = self.table.considered(states[0].public, list(game.choices(view(states[0], seat))))
        worths = np.stack([self._go(self._after(states, seat, action), held) for action in actions])
        if self.table.blind(states[0].public, seat):
            chosen = np.full(self._classes, int(worths.sum(axis=1).argmax()))
        else:
            chosen = worths.argmax(axis=0)
        self.best[states[0].public] = Best(actions, chosen)
        found: Floats = worths[chosen, np.arange(self._classes)]
        return found

    def _bots_turn(self, states: Worlds, seat: Seat, held: Floats) -> Floats:
        """Do the work of `_go` at a turn of the bot."""
        self.asked += 1
        if self.asked > self._most:
            raise PrialError(refuse("solve.asked", most=f"{self._most:,}"))
        self._watch(self.asked)
        shares: dict[Any, Floats] = {}
        for number in range(1 if self.table.blind(states[0].public, seat) else self._classes):
            for action, share in self._shares(self.table.holding(states[0], seat, number)).items():
                at = slice(None) if self.table.blind(states[0].public, seat) else number
                shares.setdefault(action, np.zeros(self._classes))[at] = share
        made = {action: by for action, by in shares.items() if by.max() >= _RARE and (held * by).any()}
        whole = np.maximum(sum(made.values()), 1e-12)
        worth = np.zeros(self._classes)
        for action, by in made.items():
            worth += self._go(self._after(states, seat, action), held * by / whole)
        return worth

    def _shares(self, seen: View[Any]) -> Mapping[Any, float]:
        """The probability of each move of the bot. ``seen`` is the bot's view."""
        return shares(self.bot, seen, self.table.game.choices(seen))

    def _after(self, states: Worlds, seat: Seat, action: Any) -> Worlds:
        """The state after a move, in three versions that differ only in the cards (`prial.study.solve.walk.Worlds`)."""
        one, two, three = [self.table.after(state, seat, action) for state in states]
        return one, two, three

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        """Choose an action against the bot. At turns that weren't calculated, the bot's own choice is taken.

        Args:
            view: the view of the player who decides.
            choices: the actions that are allowed.
            rng: the random generator, which only the bot uses.
        """
        forced, best = self.table.forced(view), self.best.get(view.public)
        if forced is not None:
            return forced
        if best is None:
            return self.bot.choose(view, choices, rng)
        if self.table.blind(view.public, self.seat):
            return best.actions[best.chosen[0]]
        hand = [view.piles[pile][0] for pile in self.table.piles(view.public, self.seat)]
        return best.actions[best.chosen[self.table.class_of(hand)]]


class Gain(NamedTuple):
    """The chips that strategies won when they were played against a bot."""

    mean: float
    """Chips won per deal."""
    error: float
    """Standard error of `mean`."""
    deals: int
    """Number of deals."""


class Dealing(Protocol):
    """A table at which the same cards can be dealt again."""

    @property
    def game(self) -> Game[Any, Any]:
        """The game with the rules of the table. A game lasts one deal."""

    @property
    def deal(self) -> Callable[[Random], State[Any]]:
        """Deals the cards with a random generator; returns the state in which the first player is to act."""


class Answering(Protocol):
    """A strategy for one seat against a bot. The strategy can be played."""

    @property
    def table(self) -> Dealing:
        """The table for which the strategy was found."""

    @property
    def bot(self) -> Bot:
        """The bot against which the strategy was found."""

    @property
    def seat(self) -> Seat:
        """The seat that plays the strategy. The bot has all other seats."""

    @property
    def asked(self) -> int:
        """Number of turns at which the bot was asked for its move."""

    @property
    def value(self) -> float:
        """Chips per deal that the strategy wins, as calculated without playing deals. This is an estimate."""

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random, /) -> Any:
        """Choose an action against the bot.

        Args:
            view: the view of the player who decides.
            choices: the actions that are allowed.
            rng: the random generator.
        """


@explained
def played(answers: Sequence[Answering], deals: int, seed: int, watch: Callable[[int], None] = lambda _: None) -> Gain:
    """Let strategies play against the bot, and measure what they gain.

    Every strategy plays the same deals from its own seat. The gain is the average over all strategies. If the bot played in place
    of the strategies, its average gain would be 0 chips.

    Args:
        answers: a strategy for each seat, in order.
        deals: number of deals.
        seed: seed of the cards and of the bot's random numbers.
        watch: called with the number of deals played so far.
    """
    table, total, squares = answers[0].table, 0.0, 0.0
    for number in range(deals):
        cards = f"{seed}.{number}"
        gained = 0.0
        for answer in answers:
            own, later = Random(f"{cards}.{answer.seat}"), Random(f"{cards}.later")
            gained += _played(table, answer, table.deal(Random(cards)), later, own)
        total += gained / len(answers)
        squares += (gained / len(answers)) ** 2
        watch(number + 1)
    mean = total / deals
    return Gain(mean, sqrt(max(0.0, squares / deals - mean**2) / deals), deals)


def _played(table: Dealing, answer: Answering, state: State[Any], cards: Random, rng: Random) -> float:
    """Chips that an answer wins in a deal."""
    while not isinstance(node := table.game.node(state), Over):
        if isinstance(node, Chance):
            state = table.game.deal(state, node.draw.sample(cards))
            continue
        moves = {}
        for seat in node.seats:
            seen = view(state, seat)
            player = answer if seat == answer.seat else answer.bot
            moves[seat] = player.choose(seen, table.game.choices(seen), rng)
        state = table.game.act(state, moves)
    return float(node.result.ledger[answer.seat])
