"""The bots of Stop the Bus.

`Thumb` plays by a rule of thumb. `Conductor` tries exchanges in many deals with random hidden cards.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prial.bots.bot import Advice
from prial.core.game import Choices, Seat, View
from prial.errors import add_sentences
from prial.games.stop_the_bus.bots.duel import HANDS, Answers, Hand, solve
from prial.games.stop_the_bus.bots.worlds import Book, Worlds, chance_to_win
from prial.games.stop_the_bus.choices import Turn, with_call
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.rules import FirstCall
from prial.games.stop_the_bus.state import Action, Table, Take, TakeAll
from prial.ranks.brag import Category, Ranking

add_sentences(
    "en",
    {
        "stop_the_bus.bot.thumb": "Takes whatever makes the best hand, and stops the bus at a pair of queens or better.",
        "stop_the_bus.bot.conductor": "Tries each exchange against hands that the others may hold, and remembers what they took.",
    },
)

_QUEEN: Final = 10
_FIRST: Final = 100
"""Number of worlds (samples of the hidden cards) in which every exchange is played out."""
_WORLDS: Final = 600
"""Usual number of worlds for one decision, the first `_FIRST` included. In the other worlds, `_KEPT` limits the exchanges."""
_KEPT: Final = 5
"""Number of best actions that are kept after `_FIRST` worlds."""
_DOUBT: Final = 2.0
"""Number of standard errors by which an action must beat the rule of thumb to be chosen."""
_EQUAL: Final = 1e-9
"""Actions whose exact worths differ by less than this number are equally good."""


def queens(ranking: Ranking) -> int:
    """The strength of the weakest pair of queens."""
    pairs = range(ranking.least(Category.PAIR), ranking.least(Category.FLUSH))
    return next(strength for strength in pairs if ranking.shape(strength)[1][0] == _QUEEN)


class Thumb:
    """Makes the exchange that gives the best hand, and stops the bus if this hand is a pair of queens or better.

    Args:
        game: the game that it plays.
    """

    def __init__(self, game: BusGame) -> None:
        self.game = game
        self._calls_at = queens(game.ranking)

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        turn, strength = Turn(self.game.rules, view), self.game.ranking.strength
        best = max(turn.exchanges, key=lambda exchange: strength(turn.after(exchange)))
        return with_call(best) if turn.no_call is None and strength(turn.after(best)) >= self._calls_at else best


class Conductor:
    """Tries its actions with random hidden cards, up to the end of the deal.

    The bot takes the action with the greatest chance to win the game. If no action is clearly better than the action of `Thumb`,
    it does what `Thumb` does. It remembers which cards players took openly. It expects that players rarely throw good cards away.

    If two players are left and no card is hidden, the bot solves the deal exactly (see `Conductor.exact`). It doesn't do so once
    the bus has been stopped.

    Args:
        game: the game that it plays.
        worlds: number of samples of the hidden cards at each turn.
    """

    def __init__(self, game: BusGame, worlds: int = _WORLDS) -> None:
        self.game, self.worlds = game, worlds
        self._thumb = Thumb(game)
        self._book = Book(game.rules, game.ranking, queens(game.ranking))

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        usual = self._thumb.choose(view, choices, rng)
        if exact := self.exact(view):
            most = max(exact.values())
            equal = [action for action, worth in exact.items() if worth > most - _EQUAL]
            return usual if usual in equal else rng.choice(equal)
        found = self.worths(view, usual, rng)
        plain = found[usual]

        def surely_more(action: Action) -> float:
            more = found[action] - plain
            return float(more.mean() - _DOUBT * more.std() / np.sqrt(len(more)))

        best = max(found, key=surely_more)
        return best if surely_more(best) > 0 else usual

    def exact(self, view: View[Table]) -> dict[Action, float]:
        """Work out each action's chance to win the game, 0 to 1, if both players play as well as possible afterwards.

        The result is empty if more than two players are left, if a card is hidden, or if the bus has been stopped.

        Args:
            view: what the seat sees at its turn.
        """
        table, me = view.public, view.seat
        assert me is not None
        others = [seat for seat in table.playing if seat != me]
        if len(others) != 1 or table.stopped is not None or len(table.known[others[0]]) < 3:
            return {}
        turn = Turn(self.game.rules, view)
        solved = self._solved(table, me, turn.hand, table.known[others[0]], turn.middle)
        found: dict[Action, float] = {}
        for exchange in turn.exchanges:
            at = solved.hands[tuple(sorted(turn.after(exchange)))]
            found[exchange] = float(solved.goes_on[at])
            if turn.no_call is None:
                found[with_call(exchange)] = float(solved.stops[at])
        return found

    def _solved(self, table: Table, me: Seat, own: Hand, theirs: Hand, middle: Hand) -> Answers:
        """Solve the rest of a deal between two players who know all cards."""
        (other,) = [seat for seat in table.playing if seat != me]
        strengths = self._book.strength(np.array(sorted(own + theirs + middle))[np.array(HANDS)])
        pairs = np.stack(np.broadcast_arrays(strengths[:, None], strengths), axis=-1).reshape(-1, 2)
        worth = _worth([table.scores[me], table.scores[other]], self._book.owed(pairs)).reshape(len(HANDS), len(HANDS))
        rules, book = self.game.rules, self._book
        first_call = len(table.playing) if rules.first_call is FirstCall.AFTER_FIRST_ROUND else 1
        return solve(
            own,
            theirs,
            middle,
            worth,
            rules.max_turns - table.turn + 1,
            first_call - table.turn + 1,
            keeps=book.keeps,
            all_three=book.all_three,
        )

    def worths(self, view: View[Table], usual: Action, rng: Random) -> dict[Action, NDArray[np.float64]]:
        """Estimate the best actions' chances to win the game, in samples of the hidden cards.

        Args:
            view: what the seat sees at its turn.
            usual: an action that is always in the result.
            rng: draws the hidden cards.
        Returns:
            For each action, its chance to win in each sample, 0 to 1. The shape is (worlds,).
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
        """Try the exchanges in some worlds, and return each action's chances to win.

        ``calls`` adds the same exchanges with stopping the bus.
        """
        tokens = [worlds.table.scores[seat] for seat in worlds.seats]
        goes_on, stopped = (_worth(tokens, owed) for owed in worlds.play_out(exchanges, some))
        found: dict[Action, NDArray[np.float64]] = dict(zip(exchanges, goes_on, strict=True))
        if calls:
            found |= zip(map(with_call, exchanges), stopped, strict=True)
        return found


def _exchange(action: Action) -> Take | TakeAll:
    """Return the exchange of cards in an action, without the call that stops the bus."""
    return Take(action.take, action.put) if isinstance(action, Take) else TakeAll()


def _worth(tokens: Sequence[int], owed: NDArray[np.int64]) -> NDArray[np.float64]:
    """The first player's chance to win the game after a deal.

    ``owed`` has the shape (…, players), and the result (…).
    """
    places = 3 ** np.arange(len(tokens))
    codes, which = np.unique(owed @ places, return_inverse=True)
    worth = []
    for code in codes:
        left = [max(mine - int(code // place % 3), 0) for mine, place in zip(tokens, places, strict=True)]
        mine, *others = left if any(left) else tokens  # nobody pays if all would lose their last token
        worth.append(chance_to_win(mine, tuple(sorted(others))))
    return np.array(worth)[which].reshape(owed.shape[:-1])


def suggest(game: BusGame, view: View[Table], rng: Random) -> list[Advice]:
    """Suggest the action most likely to win the game, and the action that makes the strongest hand.

    If the two are the same action, this action is suggested once. The list is empty if it isn't the player's turn.

    Args:
        game: the game.
        view: what the player sees.
        rng: draws hidden cards.
    """
    choices = game.choices(view)
    if not isinstance(choices, Turn):
        return []
    found = [
        Advice("conductor", "Most likely to win the game", Conductor(game).choose(view, choices, rng)),
        Advice("thumb", "Strongest hand now", Thumb(game).choose(view, choices, rng)),
    ]
    return found if found[0].action != found[1].action else found[:1]
