"""Players with simple habits, and a player that mostly plays like `Sharp`. A bot that loses to one of them plays badly."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from prial.cards import best_first
from prial.core.game import Choices, View
from prial.games.brag_poker.actions import Action, Change, Word
from prial.games.brag_poker.bots import Ready, Sharp
from prial.games.brag_poker.bots.draws import HAND
from prial.games.brag_poker.bots.reading import Reading
from prial.games.brag_poker.choices import Deciding
from prial.games.brag_poker.game import BragPokerGame
from prial.games.brag_poker.state import Phase, Table


class Way(NamedTuple):
    """A player's habit. Some of its fields are limits for the value of a hand.

    The value is the hand's chance to win, times the number of players still in the deal.
    """

    raises: tuple[float, float]
    """Lowest value of a hand with which the player bets or raises, before and after the draw; 0 for any hand."""
    calls: tuple[float, float]
    """Lowest value of a hand with which the player calls, before and after the draw; 0 for any hand."""
    pats: float = 9.0
    """The player changes no card of a hand whose value is above this limit.

    If the limit is less than 3, the player also changes no card of a hand whose value is below a third of the limit.
    """
    worst: float = 0.0
    """After the draw, the player also bets or raises, as a bluff, if the hand's value is below this limit."""
    often: int = 9
    """The greatest number of bets and raises that the player makes in a round after looking."""
    blind: int = 0
    """Number of raises that the player makes before looking at the cards."""
    slow: bool = False
    """Whether the player never bets, but checks in order to raise another player's bet."""
    late: bool = False
    """Whether the player bets with any hand in the second round if the last action was a check."""
    draws: int | None = None
    """Number of cards that the player always changes, beginning with the lowest card; None to make the best change."""


HABITS: Final[Mapping[str, Way]] = MappingProxyType(
    {
        "raises anything": Way((0, 0), (0, 0)),
        "raises anything once a round": Way((0, 0), (0.8, 0.8), often=1),
        "steals before the draw": Way((0, 9), (0.9, 1.0), often=1),
        "steals after the draw": Way((9, 0), (0.9, 0.9), often=1),
        "station": Way((9, 9), (0, 0.5)),
        "calls anything": Way((9, 9), (0, 0)),
        "tight": Way((1.5, 1.5), (1.3, 1.3)),
        "very tight": Way((1.8, 1.7), (1.6, 1.5)),
        "loose": Way((1.3, 1.3), (0.5, 0.7)),
        "stands pat and bluffs": Way((1.3, 1.3), (0.8, 1.0), pats=1.5, worst=0.6, often=2),
        "stands pat with anything": Way((1.2, 0), (0.8, 1.0), pats=0.0, often=2),
        "polar": Way((1.4, 1.5), (0.9, 1.0), worst=0.5, often=2),
        "raises blind, stands pat and bets": Way((9, 0), (0, 1.0), pats=0.0, often=1, blind=1),
        "raises blind, then tight": Way((1.5, 1.4), (0.8, 1.2), blind=1),
        "calls anything, bets good hands": Way((9, 1.3), (0, 0.8)),
        "checks and raises": Way((1.3, 1.25), (0.8, 1.0), slow=True),
        "checks and raises with little, too": Way((1.3, 1.25), (0.8, 1.0), worst=0.5, often=1, slow=True),
        "bets where all have checked": Way((1.3, 1.35), (0.8, 1.0), late=True),
        "raises good hands again and again": Way((1.15, 1.2), (0.8, 0.9)),
        "changes three and bets": Way((1.3, 0), (0.8, 1.0), often=1, draws=3),
        "changes one and bets": Way((1.3, 0), (0.8, 1.0), often=1, draws=1),
    }
)
"""The habits, by the names that `habitual` takes."""


class Habitual(Ready):
    """Plays by a habit, and estimates the chance to win as `prial.games.brag_poker.bots.Sharp` does.

    Args:
        game: the game with the rules of the table.
        way: the habit.
    """

    def __init__(self, game: BragPokerGame, way: Way) -> None:
        super().__init__(game)
        self.way = way

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        table, seat = view.public, view.seat
        assert seat is not None
        assert isinstance(choices, Deciding)
        if table.phase is Phase.NEXT:
            return self.between(choices)
        if not table.open[seat]:
            blind = sum(deed.seat == seat and deed.what in ("bet", "raise") for deed in table.did)
            return Word.RAISE if table.round == 1 and blind < self.way.blind and Word.RAISE in choices else Word.LOOK
        reading = Reading(self.game, view)
        share = reading.wins() * len(table.still)
        if table.phase is Phase.CHANGE:
            if self.way.draws is not None:
                return Change(best_first(sorted(reading.hand)[: min(self.way.draws, choices.most)]))
            pat = share > self.way.pats or share < self.way.pats / HAND < 1
            return Change() if pat else Change(best_first(reading.best_draw(choices.most)[0].away))
        late = table.round - 1
        raised = sum(deed.seat == seat and deed.round == table.round and deed.what in ("bet", "raise") for deed in table.did)
        strong = share >= self.way.raises[late] or (late and share < self.way.worst)
        checked = late and self.way.late and table.did[-1].what == "check"
        waits = self.way.slow and Word.CHECK in choices
        if (strong or checked) and not waits and raised < self.way.often and Word.RAISE in choices:
            return Word.RAISE
        if Word.CHECK in choices:
            return Word.CHECK
        return Word.CALL if share >= self.way.calls[late] and Word.CALL in choices else Word.FOLD


class Bully(Sharp):
    """Plays like `Sharp`, with one difference before the draw.

    As soon as it may raise, it looks at its cards, and then raises once with any hand.
    """

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        table, seat = view.public, view.seat
        raised = any(deed.seat == seat and deed.what == "raise" for deed in table.did)
        if table.phase is not Phase.BET or table.round > 1 or raised or Word.RAISE not in choices:
            return super().choose(view, choices, rng)
        assert seat is not None
        return Word.RAISE if table.open[seat] else Word.LOOK


OTHERS: Final[Mapping[str, Callable[[BragPokerGame], Sharp]]] = MappingProxyType({"raises once before the draw": Bully})
"""Maps the name of a habit to the maker of a player who has this habit and otherwise plays like `Sharp`; see `habitual`."""


def habitual(name: str, game: BragPokerGame) -> Habitual | Sharp:
    """Make a player with one of the habits.

    Args:
        name: the name of the habit in `HABITS` or `OTHERS`.
        game: the game with the rules of the table.
    Raises:
        KeyError: if no habit has this name.
    """
    return OTHERS[name](game) if name in OTHERS else Habitual(game, HABITS[name])
