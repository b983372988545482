"""Tests random games for leaks of hidden cards and secret actions, by comparing pairs of worlds.

A world is a whole game with all its hidden cards and secret actions. The second world of a pair is the first world with random
changes in what a viewer may not know.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from re import Match
from typing import Any

from prial.cards import Card, best_first, names, parse
from prial.core.chance import Draw
from prial.core.game import NATURE, Chance, Decision, Seat, view
from prial.core.step import step
from prial.errors import ActionError, Refusal
from prial.testing.fault import Nonconformance
from prial.testing.play import AnyGame, History, Moment, meanwhile, play, position, shuffles, waiting
from prial.testing.secrecy import CARDS, Fact, Knowledge, Seen, apart, difference, look, mentioned


@dataclass(slots=True)
class Pairs:
    """Counts the pairs of worlds in a test for leaks: for each viewer, how many were made, and how many were compared.

    A viewer is the person for whom a pair is made: a seat, or None for a spectator.
    """

    made: dict[Seat | None, int] = field(default_factory=dict)
    """Maps each viewer to the number of pairs made."""
    accepted: dict[Seat | None, int] = field(default_factory=dict)
    """Maps each viewer to the number of pairs compared.

    A pair isn't compared if the viewer may know different facts in its worlds.
    """

    @property
    def acceptance(self) -> float:
        """The number of pairs compared, divided by the number of pairs made."""
        return sum(self.accepted.values()) / max(1, sum(self.made.values()))

    def count(self, viewer: Seat | None, *, accepted: bool) -> None:
        """Count one pair of worlds.

        Args:
            viewer: the viewer for whom the pair was made.
            accepted: whether the viewer may know the same facts in both worlds.
        """
        self.made[viewer] = self.made.get(viewer, 0) + 1
        self.accepted[viewer] = self.accepted.get(viewer, 0) + accepted

    def __str__(self) -> str:
        each = ", ".join(
            f"{'spectator' if viewer is None else f'seat {viewer}'} {self.accepted[viewer]}/{made}"
            for viewer, made in self.made.items()
        )
        return f"pairs of worlds that agree: {each} ({self.acceptance:.0%})"


def pairs(  # noqa: PLR0913  # all by name, and most have a default
    game: AnyGame,
    *,
    games: int,
    seed: int,
    knowledge: Knowledge | None = None,
    each: int = 4,
    counts: int = 3,
    moves: int = 10_000,
    viewers: Sequence[Seat | None] = (),
    also: Callable[[Seat | None, History, History], None] | None = None,
) -> Pairs:
    """Test a game for leaks of hidden cards and secret actions, by comparing pairs of worlds.

    * One world is a random game.
    * The other world is the same game up to some move. What a viewer may not know is changed at random.

    Both worlds must look the same to the viewer. A pair isn't compared if the viewer may know different facts in its worlds.

    Args:
        game: the game.
        games: number of games to play.
        seed: seed of all random choices.
        knowledge: says what the game's rules let people know; None for `Seen`.
        each: number of pairs for each game and viewer. One pair ends with the game, and one at a decision of the viewer. The
            others end at random moves.
        counts: number of games in which the number of the viewer's choices is compared, too. Counting can be slow.
        moves: the greatest number of moves in a game.
        viewers: the viewers to test: seats, and None for a spectator. Empty for all viewers.
        also: called for each pair that was compared, with the viewer and the moves of both worlds; None for no call.
    Returns:
        The numbers of pairs made and compared.
    Raises:
        Nonconformance: if two worlds look different to the viewer but must look the same, or if the game breaks another rule.
        ValueError: if ``knowledge`` names a shuffle that hasn't taken place yet.
    """
    knowledge = knowledge or Seen()
    counted = Pairs()
    for number in range(games):
        label = f"{seed}.{number}"
        rng = Random(label)
        history = play(game, label, moves=moves, whole=False)
        for viewer in viewers or (None, *range(game.seats)):
            world = _World(game, history, viewer, knowledge, label)
            asked = [at for at in range(1, len(history) + 1) if world.is_asked(at)]
            world.look_on(rng.choice(asked) if asked and number < counts else None)
            for pair in range(each):
                at = rng.randint(1, len(history))
                if pair == 0:
                    at = len(history)
                elif pair == 1 and asked:
                    at = world.count_at or rng.choice(asked)
                twin = _Twin(world, at, rng)
                other = twin.compare()
                counted.count(viewer, accepted=other is not None)
                if other is not None and also is not None:
                    also(viewer, twin.history, other)
    return counted


class _World:
    """The first world of a pair, with what one viewer sees in it."""

    def __init__(self, game: AnyGame, history: History, viewer: Seat | None, knowledge: Knowledge, label: str) -> None:
        self.game, self.history, self.viewer, self.knowledge, self.label = game, history, viewer, knowledge, label
        self.numbers = shuffles(history)
        self.count_at: int | None = None
        """Number of moves after which the viewer's choices are counted; None for never."""
        self.looks: list[dict[str, Any]] = []
        """What the viewer is given after each move."""

    def is_asked(self, at: int) -> bool:
        """Whether the viewer has something to decide, or may act, when ``at`` moves have been made."""
        state, gathered = position(self.game, self.history[:at])
        node = self.game.node(state)
        return self.viewer in [*waiting(node, gathered), *meanwhile(node)]

    def look_on(self, count_at: int | None) -> None:
        """Record what the viewer is given after each move.

        After ``count_at`` moves, the viewer's choices are counted, too.
        """
        self.count_at = count_at
        # The second world is played later, so it shows whether the game object wrongly keeps something of this one
        again: list[Moment] = []
        for moment in self.history:
            move = _move(self.game, again, moment.seat, moment.action)
            if isinstance(move, Refusal):
                raise Nonconformance("replay", f"the same game played again is refused: {move}", self.label, len(again) + 1)
            again.append(move)
            self.looks.append(self.look(again))

    def look(self, history: History) -> dict[str, Any]:
        """Get what the viewer is given after some moves of either world."""
        at = len(history)
        foreign = [moment.action for moment in self.history[max(0, at - 8) : at] if moment.seat not in (NATURE, self.viewer)]
        return look(self.game, history, self.viewer, foreign[-3:], count=at == self.count_at)


def _move(game: AnyGame, history: History, seat: Seat, action: Any) -> Moment | Refusal:
    """The move that follows a history, or the refusal of that move."""
    state, gathered = position(game, history)
    done = step(game, state, gathered, seat, action)
    return done if isinstance(done, Refusal) else Moment(seat, action, game.node(state), state, gathered, done)


class _Twin:
    """The second world of a pair: the first world's beginning, with random changes in what the viewer may not know."""

    def __init__(self, world: _World, at: int, rng: Random) -> None:
        self.world, self.game, self.viewer, self.rng = world, world.game, world.viewer, rng
        self.history = world.history[:at]
        facts = world.knowledge.cards(self.history, self.viewer)
        shuffles = world.numbers[at - 1] + 1
        if wrong := [number for number, *_ in facts if number not in range(shuffles)]:
            raise ValueError(f"a fact is of shuffle {wrong[0]}, and there were {shuffles} so far; they count from 0")
        self.maps = [self._exchange(number, facts) for number in range(shuffles)]
        """For each shuffle, maps each card that the viewer doesn't know to the card that takes its place."""
        gathered = position(self.game, self.history)[1]
        secret = {
            at: moment.node.key
            for at, moment in enumerate(self.history)
            if isinstance(moment.node, Decision) and len(moment.node.seats) > 1 and not moment.meanwhile
        }
        """Maps each move made in secret (its index in the history) to the key of its decision."""
        last = next(reversed(secret.values()), None)
        latest = {at for at, key in secret.items() if key == last}
        self.redrawn, self.even_known = rng.choice([(set(), False), (set(secret), False), (latest, True)])
        """The indices of the secret moves to choose anew, and whether moves with known cards may be among them."""
        if isinstance(world.knowledge, Seen):  # `Seen` can't say which past actions became public, so they stay
            self.redrawn &= latest if gathered else set()

    def compare(self) -> History | None:
        """Compare the two worlds, and return the second world's moves.

        The result is None if the two can't be compared.
        """
        world, other = self.world, list[Moment]()
        for at, moment in enumerate(self.history, 1):
            action = self._action(at - 1, moment, other)
            move = _move(self.game, other, moment.seat, action)
            if isinstance(move, Refusal):
                if moment.seat == self.viewer:
                    raise self._leak(f"{self.game.write(action)!r}, refused in one of them: {move}", at)
                return None
            other.append(move)
            one, two = world.looks[at - 1], world.look(other)
            if one != two:
                if self._agree(self.history[:at], other):
                    raise self._leak(difference(one, two), at)
                return None  # worlds that the viewer may tell apart stay different
        return other if self._agree(self.history, other) else None

    def _leak(self, by: str, at: int) -> Nonconformance:
        """The exception for a leak at a move."""
        return Nonconformance("leak", apart(self.viewer, by), self.world.label, at)

    def _agree(self, one: History, two: History) -> bool:
        """Whether the viewer may know the same facts in both worlds."""
        know, viewer = self.world.knowledge, self.viewer
        return know.cards(one, viewer) == know.cards(two, viewer) and know.results(one) == know.results(two)

    def _exchange(self, number: int, facts: frozenset[Fact]) -> dict[Card, Card]:
        """A random exchange of cards in one shuffle: maps each card that the viewer doesn't know to its replacement."""
        rng = self.rng
        node = self.history[self.world.numbers.index(number)].node
        assert isinstance(node, Chance)
        assert isinstance(node.draw, Draw)
        fixed = {card for shuffle, _, cards in facts if shuffle == number for card in cards}
        free = [card for card in node.draw.pool if card not in fixed]
        exchange = {card: card for card in free}
        by_rank = [[card for card in free if card >> 2 == rank] for rank in range(13)]
        match rng.randrange(5):
            case 0:  # anything
                exchange = dict(zip(free, rng.sample(free, len(free)), strict=True))
            case 1:  # suits only, so that every hand keeps its ranks and much of its strength
                exchange = {c: to for cards in by_rank for c, to in zip(cards, rng.sample(cards, len(cards)), strict=True)}
            case 2 if sum(len(cards) == 4 for cards in by_rank) > 1:  # two ranks, so that pairs and fours stay
                one, two = rng.sample([cards for cards in by_rank if len(cards) == 4], 2)
                exchange.update(zip(one + two, two + one, strict=True))
            case _:  # one or two exchanges, so that nearly everything stays as it is
                for _ in range(rng.randint(1, 2)):
                    if len(free) > 1:
                        a, b = rng.sample(free, 2)
                        exchange[a], exchange[b] = exchange[b], exchange[a]
        return exchange

    def _action(self, at: int, moment: Moment, other: History) -> Any:
        """The move of the second world that corresponds to a move of the first."""
        if moment.seat == self.viewer or self.world.numbers[at] < 0:
            return moment.action
        exchange = self.maps[self.world.numbers[at]]
        if moment.seat == NATURE:
            if isinstance(moment.action, int):
                return moment.action
            return tuple([best_first(exchange.get(card, card) for card in pile) for pile in moment.action])
        text = self.game.write(moment.action)
        action = _exchanged(self.game, text, exchange)
        if at in self.redrawn:
            state, gathered = position(self.game, other)
            if moment.seat in waiting(self.game.node(state), gathered):
                choices = self.game.choices(view(state, moment.seat))
                cards = mentioned(text)
                hidden = not cards or any(parse(card)[0] in exchange for card in cards)
                if hidden or self.even_known or action is None or choices.why_not(action):
                    return choices.answer(self.rng)
        return action


def _exchanged(game: AnyGame, text: str, exchange: dict[Card, Card]) -> Any:
    """An action with its cards exchanged; None if the result isn't an action."""

    def word(found: Match[str]) -> str:
        return names(exchange.get(card, card) for card in parse(found[0]))

    try:
        return game.read(CARDS.sub(word, text))
    except ActionError:
        return None
