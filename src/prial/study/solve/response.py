"""The best answer to a bot where two bet, found by asking the bot, and then played against it.

The tree is the game's own: at the bot's turns it is asked what it does with each of some forty hands, at the other's turns a few
answers are tried, and the best one with each hand is chosen from the end backwards, since one knows there how likely the bot
holds what. Each of those hands stands for others that are nearly as good, and the bot's rare moves are left out. So what is
worked out is a guess, and what is told is what the answer makes when it is played: a bot loses that much for certain, and
perhaps more to a better answer.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from prial.bots.bot import Bot
from prial.cards import Card, best_first
from prial.core.game import Chance, Choices, Decision, Game, Over, Seat, State, View, view
from prial.errors import PrialError, add_sentences, refuse
from prial.ranks.brag import Ranking
from prial.study.solve.cfr import put_together
from prial.study.solve.hands import classes
from prial.study.solve.walk import Considered, Worlds

add_sentences("en", {"solve.asked": "The bot was asked in {most} places, and there are more: try fewer bets with --bets."})

Floats: TypeAlias = NDArray[np.float64]

EDGES: Final = (*(number / 32 for number in range(1, 27)), 0.83, 0.85, 0.87, 0.89, 0.91, 0.925, 0.94, 0.955, 0.97, 0.98, 0.99)
"""Where classes of hands part, as places; finer among the good ones."""
CLASSES: Final = len(EDGES) + 1
SAMPLES: Final = 24
"""How often a bot is asked with each hand that doesn't say itself how often it makes each move."""
_RARE: Final = 0.01
"""Moves that the bot makes more rarely than that with every hand are left out."""
MOST: Final = 20_000
"""Turns of the bot at most."""


@runtime_checkable
class Mixes(Protocol):
    """A bot that says how often it makes each move."""

    def shares(self, view: View[Any], choices: Choices[Any], /) -> Mapping[Any, float]:
        """How often each action is chosen at a decision; together 1."""


class Noticed(Random):
    """A generator that knows whether anybody has drawn from it."""

    drawn = False
    """Whether somebody has."""

    def random(self) -> float:
        self.drawn = True
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        self.drawn = True
        return super().getrandbits(k)


def shares(bot: Bot, view: View[Any], choices: Choices[Any], samples: int = SAMPLES) -> Mapping[Any, float]:
    """How often a bot makes each move at a decision; together 1.

    Args:
        bot: who is asked: once where it leaves nothing to chance, and else often.
        view: what its seat sees.
        choices: what it may do.
        samples: how often a bot is asked that doesn't say itself how often it makes each move.
    """
    if isinstance(bot, Mixes):
        return bot.shares(view, choices)
    rng = Noticed(0)
    first = bot.choose(view, choices, rng)
    if not rng.drawn:
        return {first: 1.0}
    counts = Counter([first, *(bot.choose(view, choices, Random(number)) for number in range(1, samples))])
    return {action: count / samples for action, count in counts.items()}


class Best(NamedTuple):
    """What the answer does at a turn."""

    actions: list[Any]
    chosen: NDArray[np.int64]
    """Which of them, by class of hands; the same for all where the hand hasn't been looked at."""


@dataclass(slots=True)
class Duel:
    """The table of two at which a bot is answered.

    Args:
        game: the table.
        of: what beats what.
        deal: deals, and gives the state in which the first of the two decides.
        worlds: the same table in which the answering seat holds the better hand, the worse one and an equal one, by seat.
        considered: which of the actions that a table allows the answer looks at.
        blind: whether a seat hasn't looked at its hand.
        piles: a seat's own piles.
    """

    game: Game[Any, Any]
    of: Ranking
    deal: Callable[[Random], State[Any]]
    worlds: Callable[[Seat], Worlds]
    considered: Considered
    blind: Callable[[Any, Seat], bool]
    piles: Callable[[Any, Seat], Sequence[int]]
    hands: list[tuple[Card, ...]] = field(init=False)
    """One hand of each class, the weakest first."""
    strengths: list[int] = field(init=False)
    """The least strength of each class."""
    together: Floats = field(init=False)
    """How likely one holds a hand of one class and the other one of another; together 1."""

    def __post_init__(self) -> None:
        every = classes(self.of)
        group = np.searchsorted(EDGES, every.places, "right")
        self.hands = []
        for number in range(CLASSES):
            its = np.flatnonzero(group == number)
            below = np.cumsum(every.sizes[its])
            self.hands.append(best_first(every.examples[its[int(np.searchsorted(below, below[-1] / 2))]]))
        self.strengths = [int(every.strengths[group == number].min()) for number in range(CLASSES)]
        self.together = put_together(every.together / every.pairs, group)

    def class_of(self, hand: Sequence[Card]) -> int:
        """The class of a hand."""
        return int(np.searchsorted(self.strengths, self.of.strength(best_first(hand)), "right")) - 1

    def holding(self, state: State[Any], seat: Seat, number: int) -> View[Any]:
        """What a seat sees that holds a class's hand."""
        faces = list(state.piles)
        for pile, card in zip(self.piles(state.public, seat), self.hands[number], strict=True):
            faces[pile] = (card,)
        return view(State(state.public, tuple(faces), state.seen), seat)


class Answer:
    """The best answer to a bot from one seat.

    Args:
        duel: the table.
        bot: whom it answers.
        seat: the answering seat, 0 or 1.
        watch: told how often the bot has been asked.
        most: turns of the bot at most.
    Raises:
        PrialError: more turns than that.
    """

    def __init__(self, duel: Duel, bot: Bot, seat: Seat, watch: Callable[[int], None] = lambda _: None, most: int = MOST) -> None:
        self.duel, self.bot, self.seat, self._watch, self._most = duel, bot, seat, watch, most
        self.asked = 0
        """At how many turns the bot was asked."""
        self.best: dict[Any, Best] = {}
        """What is done at each turn, by what lies on the table."""
        below = np.arange(CLASSES)
        self._better: Floats = duel.together * np.sign(below[:, None] - below[None, :])
        self.value = float(self._go(duel.worlds(seat), np.ones(CLASSES)).sum())
        """What it is worked out to make, chips a deal."""

    def _go(self, states: Worlds, held: Floats) -> Floats:
        """What is won from a table on, by one's own class; times how likely that is dealt and the bot has come to it.

        Args:
            states: the table.
            held: by class, how likely the bot has come here with it.
        """
        game, node = self.duel.game, self.duel.game.node(states[0])
        if isinstance(node, Over):
            win, lose, even = [over.result.ledger[self.seat] for over in map(game.node, states) if isinstance(over, Over)]
            middle, together = (win + lose) / 2, self.duel.together
            ends: Floats = (
                together @ held * middle + self._better @ held * (win - middle) + together.diagonal() * held * (even - middle)
            )
            return ends
        assert isinstance(node, Decision)
        (seat,) = node.seats
        if seat != self.seat:
            return self._bots_turn(states, seat, held)
        actions = self.duel.considered(states[0].public, list(game.choices(view(states[0], seat))))
        worths = np.stack([self._go(self._after(states, seat, action), held) for action in actions])
        if self.duel.blind(states[0].public, seat):
            chosen = np.full(CLASSES, int(worths.sum(axis=1).argmax()))
        else:
            chosen = worths.argmax(axis=0)
        self.best[states[0].public] = Best(actions, chosen)
        found: Floats = worths[chosen, np.arange(CLASSES)]
        return found

    def _bots_turn(self, states: Worlds, seat: Seat, held: Floats) -> Floats:
        self.asked += 1
        if self.asked > self._most:
            raise PrialError(refuse("solve.asked", most=f"{self._most:,}"))
        self._watch(self.asked)
        shares: dict[Any, Floats] = {}
        for number in range(1 if self.duel.blind(states[0].public, seat) else CLASSES):
            for action, share in self._shares(self.duel.holding(states[0], seat, number)).items():
                at = slice(None) if self.duel.blind(states[0].public, seat) else number
                shares.setdefault(action, np.zeros(CLASSES))[at] = share
        made = {action: by for action, by in shares.items() if by.max() >= _RARE and (held * by).any()}
        whole = np.maximum(sum(made.values()), 1e-12)
        worth = np.zeros(CLASSES)
        for action, by in made.items():
            worth += self._go(self._after(states, seat, action), held * by / whole)
        return worth

    def _shares(self, seen: View[Any]) -> Mapping[Any, float]:
        """How often the bot makes each move with a hand."""
        return shares(self.bot, seen, self.duel.game.choices(seen))

    def _after(self, states: Worlds, seat: Seat, action: Any) -> Worlds:
        one, two, three = [self.duel.game.act(state, {seat: action}) for state in states]
        return one, two, three

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        """What the answer does; the same as the bot where nobody thought of the betting."""
        best = self.best.get(view.public)
        if best is None:
            return self.bot.choose(view, choices, rng)
        if self.duel.blind(view.public, self.seat):
            return best.actions[best.chosen[0]]
        hand = [view.piles[pile][0] for pile in self.duel.piles(view.public, self.seat)]
        return best.actions[best.chosen[self.duel.class_of(hand)]]


class Gain(NamedTuple):
    """What an answer gained on a bot when it was played, chips a deal."""

    mean: float
    error: float
    """Its standard error."""
    deals: int


class Dealing(Protocol):
    """A table of two whose deals can be dealt again."""

    @property
    def game(self) -> Game[Any, Any]:
        """The table; a game of it is one deal."""

    @property
    def deal(self) -> Callable[[Random], State[Any]]:
        """Deals, and gives the state in which the first of the two decides."""


class Answering(Protocol):
    """An answer to a bot from one seat, as it is played."""

    @property
    def duel(self) -> Dealing:
        """The table."""

    @property
    def bot(self) -> Bot:
        """Whom it answers."""

    @property
    def seat(self) -> Seat:
        """The answering seat."""

    @property
    def asked(self) -> int:
        """At how many turns the bot was asked."""

    @property
    def value(self) -> float:
        """What it is worked out to make, chips a deal."""

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random, /) -> Any:
        """What the answer does."""


def played(answers: Sequence[Answering], deals: int, seed: int, watch: Callable[[int], None] = lambda _: None) -> Gain:
    """Play answers against their bot: each deal once from each seat with the same cards.

    Args:
        answers: one from seat 0 and one from seat 1.
        deals: how many.
        seed: whence cards and the bot's chance come.
        watch: told how many deals have been played.
    """
    duel, total, squares = answers[0].duel, 0.0, 0.0
    for number in range(deals):
        cards = f"{seed}.{number}"
        gained = 0.0
        for answer in answers:
            own, later = Random(f"{cards}.{answer.seat}"), Random(f"{cards}.later")
            gained += _played(duel, answer, duel.deal(Random(cards)), later, own)
        total += gained / len(answers)
        squares += (gained / len(answers)) ** 2
        watch(number + 1)
    mean = total / deals
    return Gain(mean, sqrt(max(0.0, squares / deals - mean**2) / deals), deals)


def _played(duel: Dealing, answer: Answering, state: State[Any], cards: Random, rng: Random) -> float:
    """What an answer wins in a deal, chips."""
    while not isinstance(node := duel.game.node(state), Over):
        if isinstance(node, Chance):
            state = duel.game.deal(state, node.draw.sample(cards))
            continue
        moves = {}
        for seat in node.seats:
            seen = view(state, seat)
            player = answer if seat == answer.seat else answer.bot
            moves[seat] = player.choose(seen, duel.game.choices(seen), rng)
        state = duel.game.act(state, moves)
    return float(node.result.ledger[answer.seat])
