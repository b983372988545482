"""Finds the best strategy against a bot (the answer) in the betting of two players, and plays it against the bot.

The tree is the game's own. At the bot's turns, the bot is asked what it does with each of about forty hands. At the answering
seat's turns a few actions are examined, and the best action for each hand is chosen. The choice is made from the ends of the
betting backwards, since the probability of each of the bot's hands is known at the ends. The calculated value is an estimate:
each of the forty hands stands for others that are about as good, and the bot's rare moves are left out. The reported value is
what the answer wins when it is played: the bot loses at least that much, and perhaps more to a better answer.
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

add_sentences("en", {"solve.asked": "The bot has more than {most} turns, too many to ask about: try fewer bets with --bets."})

Floats: TypeAlias = NDArray[np.float64]
"""Numbers in double precision."""

EDGES: Final = (*(number / 32 for number in range(1, 27)), 0.83, 0.85, 0.87, 0.89, 0.91, 0.925, 0.94, 0.955, 0.97, 0.98, 0.99)
"""Borders between classes of hands. A border is given as the share of all hands below it. Good hands are divided more finely."""
SAMPLES: Final = 24
"""A bot that can't state the probabilities of its moves is asked this number of times with each hand."""
_RARE: Final = 0.01
"""A move of the bot is left out if its probability is lower than this with every hand."""
MOST: Final = 20_000
"""Greatest number of turns of the bot in a tree."""


class Mixes(Protocol):
    """A bot that states the probability of each of its moves."""

    def shares(self, view: View[Any], choices: Choices[Any], /) -> Mapping[Any, float]:
        """The probability of each action at a decision; the sum is 1."""


class Noticed:
    """A random generator that remembers whether anybody has drawn from it.

    It is seeded only at the first draw, because seeding takes longer than many bots take to decide.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._rng: Random | None = None

    @property
    def drawn(self) -> bool:
        """Whether anybody has drawn from the generator."""
        return self._rng is not None

    def __getattr__(self, name: str) -> Any:
        if self._rng is None:
            self._rng = Random(self._seed)
        return getattr(self._rng, name)


def shares(bot: Bot, view: View[Any], choices: Choices[Any], samples: int = SAMPLES) -> Mapping[Any, float]:
    """The probability of each of a bot's moves at a decision; the sum is 1.

    Args:
        bot: the bot. A bot that makes no use of chance is asked only once.
        view: the view of the bot's seat.
        choices: the actions that the bot's seat may take.
        samples: number of times to ask a bot that doesn't state the probabilities itself.
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
    """What the seat that plays against the bot does at a turn."""

    actions: list[Any]
    """The actions that were examined."""
    chosen: NDArray[np.int64]
    """For each class of hand, the index of the best action in `actions`. All indexes are equal if the seat hasn't looked at its
    hand."""


class Holdings(NamedTuple):
    """The hands that a bot is asked about. Each of them stands for a class of hands of about the same worth."""

    examples: Sequence[tuple[Card, ...]]
    """One hand of each class, the weakest class first."""
    least: Sequence[int]
    """For each class, the lowest number that ``worth`` gives a hand of the class."""
    together: Floats
    """``together[i, j]``: probability that a player holds a hand of class i and the other player a hand of class j."""
    worth: Callable[[Sequence[Card]], int]
    """Gives a hand's worth as a number; the hand with the greater worth wins."""


def holdings(of: Ranking) -> Holdings:
    """Divide all three-card hands into about forty classes of similar worth.

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
    """A game of one deal between two players. In it, the best answer to a bot (the best strategy against it) is searched for."""

    game: Game[Any, Any]
    """The game with the rules of the table."""
    held: Holdings
    """The hands that the two players may hold."""
    deal: Callable[[Random], State[Any]]
    """Deals the cards with a random generator; returns the state in which the first of the two players decides."""
    worlds: Callable[[Seat], Worlds]
    """Takes the seat that plays against the bot. Gives three states, in which this seat holds the better hand, the worse hand,
    and an equal hand.
    """
    considered: Considered
    """Gives the actions to examine at a turn of the seat that plays against the bot. The best of these actions is chosen."""
    blind: Callable[[Any, Seat], bool]
    """Says, from the public part of the state, whether a seat hasn't looked at its hand."""
    piles: Callable[[Any, Seat], Sequence[int]]
    """Gives the numbers of the piles that hold a seat's hand: one pile for each card, in the order of the cards in the hand."""
    forced: Callable[[View[Any]], Any | None] = lambda _: None
    """Gives the seat's action at a decision that needs no search, such as a discard. It gives None at all other decisions."""

    def class_of(self, hand: Sequence[Card]) -> int:
        """The class of a hand, from 0 for the weakest."""
        return int(np.searchsorted(self.held.least, self.held.worth(hand), "right")) - 1

    def holding(self, state: State[Any], seat: Seat, number: int) -> View[Any]:
        """Change the cards in a seat's hand to the example of a class of hands, and return the seat's view.

        Args:
            state: the state of the game, which stays as it is.
            seat: the seat.
            number: the number of the class.
        """
        faces = list(state.piles)
        for pile, card in zip(self.piles(state.public, seat), self.held.examples[number], strict=True):
            faces[pile] = (card,)
        return view(State(state.public, tuple(faces), state.seen), seat)

    def after(self, state: State[Any], seat: Seat, action: Any) -> State[Any]:
        """The state after an action and the forced actions that follow it."""
        state = self.game.act(state, {seat: action})
        while isinstance(node := self.game.node(state), Decision):
            actor = node.seats[0]
            forced = self.forced(view(state, actor))
            if forced is None:
                break
            state = self.game.act(state, {actor: forced})
        return state


class Answer:
    """The best strategy against a bot from one seat, as far as it can be calculated.

    Args:
        duel: the game of one deal between two players.
        bot: the bot against which the strategy plays.
        seat: the answering seat, 0 or 1: the seat that plays against the bot.
        watch: called with the number of turns at which the bot was asked so far.
        most: greatest number of turns at which the bot may be asked.
    Raises:
        PrialError: the bot has more turns than ``most``.
    """

    def __init__(self, duel: Duel, bot: Bot, seat: Seat, watch: Callable[[int], None] = lambda _: None, most: int = MOST) -> None:
        self.duel, self.bot, self.seat, self._watch, self._most = duel, bot, seat, watch, most
        self.asked = 0
        """Number of turns at which the bot was asked."""
        self.best: dict[Any, Best] = {}
        """Maps the public part of the state at each turn of the answering seat to what this seat does there."""
        self._classes = len(duel.held.examples)
        below = np.arange(self._classes)
        self._better: Floats = duel.held.together * np.sign(below[:, None] - below[None, :])
        self.value = float(self._go(duel.worlds(seat), np.ones(self._classes)).sum())
        """An estimate of the chips per deal that the answer wins. It is calculated, without playing deals."""

    def _go(self, states: Worlds, held: Floats) -> Floats:
        """For each class of the answering seat's hand, the seat's expected win from a state on.

        Each win is multiplied by the probability that the seat has this class of hand and that the bot's moves lead to the state.

        Args:
            states: the state in the three worlds.
            held: for each class of the bot's hand, the probability that the bot's moves with it lead to this state.
        """
        game, node = self.duel.game, self.duel.game.node(states[0])
        if isinstance(node, Over):
            win, lose, even = [over.result.ledger[self.seat] for over in map(game.node, states) if isinstance(over, Over)]
            middle, together = (win + lose) / 2, self.duel.held.together
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
            chosen = np.full(self._classes, int(worths.sum(axis=1).argmax()))
        else:
            chosen = worths.argmax(axis=0)
        self.best[states[0].public] = Best(actions, chosen)
        found: Floats = worths[chosen, np.arange(self._classes)]
        return found

    def _bots_turn(self, states: Worlds, seat: Seat, held: Floats) -> Floats:
        """Do the work of `_go` at a turn of the bot. The bot is asked what it does with each class of hands."""
        self.asked += 1
        if self.asked > self._most:
            raise PrialError(refuse("solve.asked", most=f"{self._most:,}"))
        self._watch(self.asked)
        shares: dict[Any, Floats] = {}
        for number in range(1 if self.duel.blind(states[0].public, seat) else self._classes):
            for action, share in self._shares(self.duel.holding(states[0], seat, number)).items():
                at = slice(None) if self.duel.blind(states[0].public, seat) else number
                shares.setdefault(action, np.zeros(self._classes))[at] = share
        made = {action: by for action, by in shares.items() if by.max() >= _RARE and (held * by).any()}
        whole = np.maximum(sum(made.values()), 1e-12)
        worth = np.zeros(self._classes)
        for action, by in made.items():
            worth += self._go(self._after(states, seat, action), held * by / whole)
        return worth

    def _shares(self, seen: View[Any]) -> Mapping[Any, float]:
        """The probability of each of the bot's moves with the hand in its view."""
        return shares(self.bot, seen, self.duel.game.choices(seen))

    def _after(self, states: Worlds, seat: Seat, action: Any) -> Worlds:
        """The three states, which differ only in the cards (`prial.study.solve.walk.Worlds`), after a move."""
        one, two, three = [self.duel.after(state, seat, action) for state in states]
        return one, two, three

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        """Choose the answering seat's action. At turns that the calculation didn't reach, the bot's own choice is taken."""
        forced, best = self.duel.forced(view), self.best.get(view.public)
        if forced is not None:
            return forced
        if best is None:
            return self.bot.choose(view, choices, rng)
        if self.duel.blind(view.public, self.seat):
            return best.actions[best.chosen[0]]
        hand = [view.piles[pile][0] for pile in self.duel.piles(view.public, self.seat)]
        return best.actions[best.chosen[self.duel.class_of(hand)]]


class Gain(NamedTuple):
    """What the answers to a bot won from the bot when they were played."""

    mean: float
    """Chips per deal."""
    error: float
    """Standard error of `mean`."""
    deals: int
    """Number of deals."""


class Dealing(Protocol):
    """A table of two at which a deal can be repeated with the same cards."""

    @property
    def game(self) -> Game[Any, Any]:
        """The game with the rules of the table. A game lasts one deal."""

    @property
    def deal(self) -> Callable[[Random], State[Any]]:
        """Deals the cards with a random generator; returns the state in which the first of the two players decides."""


class Answering(Protocol):
    """A strategy for one seat against a bot, in a form that can be played."""

    @property
    def duel(self) -> Dealing:
        """The table of two for which the strategy was found."""

    @property
    def bot(self) -> Bot:
        """The bot against which the answer was found."""

    @property
    def seat(self) -> Seat:
        """The seat that plays the strategy; the bot has the other seat."""

    @property
    def asked(self) -> int:
        """Number of turns at which the bot was asked."""

    @property
    def value(self) -> float:
        """An estimate of the chips per deal that the answer wins. It is calculated, without playing deals."""

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random, /) -> Any:
        """Choose the action of the answering seat."""


@explained
def played(answers: Sequence[Answering], deals: int, seed: int, watch: Callable[[int], None] = lambda _: None) -> Gain:
    """Play both answers against their bot. Each deal is played twice with the same cards, once from each seat.

    Args:
        answers: an answer for seat 0 and an answer for seat 1.
        deals: number of deals.
        seed: seed of the cards and of the bot's chance.
        watch: called with the number of deals played so far.
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
    """Chips that an answer wins in a deal."""
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
