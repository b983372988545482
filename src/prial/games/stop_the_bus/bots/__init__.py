"""The bots of Stop the Bus: `Thumb` plays by a rule of thumb, `Conductor` plays every exchange out in worlds that may be."""

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prial.bots.bot import Advice
from prial.core.game import Choices, View
from prial.errors import add_sentences
from prial.games.stop_the_bus.bots.worlds import Book, Worlds, chance_to_win
from prial.games.stop_the_bus.choices import Turn, with_call
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.state import Action, Table, Take, TakeAll
from prial.ranks.brag import Category, Ranking

add_sentences(
    "en",
    {
        "stop_the_bus.bot.thumb": "Takes whatever makes the best hand, and stops the bus at a pair of queens or better.",
        "stop_the_bus.bot.conductor": "Plays each exchange out against hands that others may hold, and remembers what they took.",
    },
)

_QUEEN: Final = 10
_FIRST: Final = 100
"""Worlds in which every exchange is played out."""
_WORLDS: Final = 600
"""Worlds in which those that came off best are."""
_KEPT: Final = 5
"""How many those are, calls counted apart."""
_DOUBT: Final = 2.0
"""Standard errors by which another action must look better than the rule of thumb before it is believed."""


def queens(ranking: Ranking) -> int:
    """The lowest strength of a pair of queens."""
    pairs = range(ranking.least(Category.PAIR), ranking.least(Category.FLUSH))
    return next(strength for strength in pairs if ranking.shape(strength)[1][0] == _QUEEN)


class Thumb:
    """The best exchange, and a call at a pair of queens or better."""

    def __init__(self, game: BusGame) -> None:
        self.game = game
        self._calls_at = queens(game.ranking)

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        turn, strength = Turn(self.game.rules, view), self.game.ranking.strength
        best = max(turn.exchanges, key=lambda exchange: strength(turn.after(exchange)))
        return with_call(best) if turn.no_call is None and strength(turn.after(best)) >= self._calls_at else best


class Conductor:
    """Whatever wins the game most often when the deal is played out.

    Hidden cards are sampled from what the seat may know: cards that were taken in public lie where they were taken, and a
    world in which a player has thrown good cards away is taken for less likely. In each world each exchange, with the call
    and without, is played to the end of the deal; what that is worth is the chance to win the game with the tokens then left.
    Where no action comes off clearly better than `Thumb`'s, that one is played.
    """

    def __init__(self, game: BusGame, worlds: int = _WORLDS) -> None:
        self.game, self.worlds = game, worlds
        self._thumb = Thumb(game)
        self._book = Book(game.rules, game.ranking, queens(game.ranking))

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        usual = self._thumb.choose(view, choices, rng)
        found = self.worths(view, usual, rng)
        plain = found[usual]

        def surely_more(action: Action) -> float:
            more = found[action] - plain
            return float(more.mean() - _DOUBT * more.std() / np.sqrt(len(more)))

        best = max(found, key=surely_more)
        return best if surely_more(best) > 0 else usual

    def worths(self, view: View[Table], usual: Action, rng: Random) -> dict[Action, NDArray[np.float64]]:
        """For the actions worth a thought at the view's turn, the chance to win the game by world, 0 to 1.

        Args:
            view: what the seat sees; it is its turn.
            usual: an action that is kept in any case.
            rng: what the hidden cards are sampled with.
        """
        generator = np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
        worlds = Worlds(self._book, view, self.game.pack, generator, self.worlds)
        turn = Turn(self.game.rules, view)
        different = list({turn.after(exchange): exchange for exchange in reversed(turn.exchanges)}.values())
        first = self._played(worlds, different, slice(0, _FIRST), calls=turn.no_call is None)
        ordered = sorted(first, key=lambda action: first[action].mean(), reverse=True)
        kept = {_exchange(action): None for action in (*ordered[:_KEPT], usual)}
        rest = self._played(worlds, list(kept), slice(_FIRST, self.worlds), calls=turn.no_call is None)
        return {action: np.concatenate([first[action], more]) for action, more in rest.items()}

    def _played(
        self, worlds: Worlds, exchanges: Sequence[Take | TakeAll], some: slice, *, calls: bool
    ) -> dict[Action, NDArray[np.float64]]:
        """What each exchange, and each with a call where there may be one, is worth in some of the worlds."""
        tokens = [worlds.table.scores[seat] for seat in worlds.seats]
        goes_on, stopped = (_worth(tokens, owed) for owed in worlds.play_out(exchanges, some))
        found: dict[Action, NDArray[np.float64]] = dict(zip(exchanges, goes_on, strict=True))
        if calls:
            found |= zip(map(with_call, exchanges), stopped, strict=True)
        return found


def _exchange(action: Action) -> Take | TakeAll:
    """An action without its call."""
    return Take(action.take, action.put) if isinstance(action, Take) else TakeAll()


def _worth(tokens: Sequence[int], owed: NDArray[np.int64]) -> NDArray[np.float64]:
    """The chance to win the game by what each owes after a deal, shape (…, seats); the one that looks is first."""
    places = 3 ** np.arange(len(tokens))
    codes, which = np.unique(owed @ places, return_inverse=True)
    worth = []
    for code in codes:
        left = [max(mine - int(code // place % 3), 0) for mine, place in zip(tokens, places, strict=True)]
        mine, *others = left if any(left) else tokens
        worth.append(chance_to_win(mine, tuple(sorted(others))))
    return np.array(worth)[which].reshape(owed.shape[:-1])


def suggest(game: BusGame, view: View[Table], rng: Random) -> list[Advice]:
    """Ways to answer the present decision, each under the style that it follows; the same answer is given once.

    Args:
        game: the table.
        view: what the player sees.
        rng: what hidden cards are sampled with.
    """
    choices = game.choices(view)
    if not isinstance(choices, Turn):
        return []
    found = [
        Advice("conductor", "Most likely to win the game", Conductor(game).choose(view, choices, rng)),
        Advice("thumb", "Strongest hand now", Thumb(game).choose(view, choices, rng)),
    ]
    return found if found[0].action != found[1].action else found[:1]
