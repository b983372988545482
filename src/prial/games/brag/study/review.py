"""Reviews games of Brag. A review says how many chips each action of a player was worth, and which action was worth the most.

For each action, the deal is played to its end many times, with random hands of the other players (`prial.study.rollouts`). The
better a hand fits its owner's bets, the more often it is drawn (`prial.games.brag.bots.reading`). In the rest of the deal, half
of the other players weigh their chance to win against the price of a bet; the other half bet on a pair or better.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec.structs import replace

from prial.betting.pots import total
from prial.bots.bot import Bot
from prial.core.game import BACK, Seat, State, View
from prial.games.brag.actions import Action, Bet, Look, Word, write_action
from prial.games.brag.bots import Plain, sizes
from prial.games.brag.bots.priced import Priced
from prial.games.brag.game import BragGame
from prial.games.brag.offer import offer
from prial.games.brag.state import Phase, Table
from prial.games.brag.study.hidden import Hidden
from prial.study.decisions import analysing, coaching, reviewer
from prial.study.review import Hands
from prial.study.rollouts import Model, World

# All others but `Word.PROPOSE` buy chips, answer a request for a loan, or come between deals
_WEIGHED = frozenset({Word.FOLD, Word.SEE, Word.AGREE, Word.REFUSE})
"""Actions of `Word` that a review judges wherever they are allowed. `Word.PROPOSE` is judged only if the player chose it."""


class BragModel(Model):
    """Judges the actions of a game of Brag by the chips that they win on average.

    Args:
        game: the game.
        bots: the name of the bot in each seat. A key is the seat's number as text.
    """

    unit = "chips"
    against = "Judged against players half of whom bet on a pair or better, while the other half also look at the price."
    quick = ("random", "novice", "plain")

    def __init__(self, game: BragGame, bots: Mapping[str, Any]) -> None:
        super().__init__(game, bots)
        self._brag = game
        self.stake = float(game.rules.ante * game.seats)
        self._plain, self._priced = Plain(game), Priced(game)

    def answers(self, seen: View[Table], given: Action | None = None) -> Sequence[Action]:
        table, seat = seen.public, seen.seat
        assert seat is not None
        if table.phase not in (Phase.BET, Phase.CONSENT):
            return ()
        found: list[Action] = [
            word
            for word in self._brag.choices(seen).words
            if isinstance(word, Look) or word in _WEIGHED or word is given is Word.PROPOSE
        ]
        if table.phase is Phase.BET and Word.FOLD in found:
            found += map(Bet, sizes(offer(self._brag.rules, table, seat), total(table.pots)))
        if isinstance(given, Bet) and given not in found:
            found.append(given)
        return found if given is None or given in found else ()

    def whole(self, answer: Action, added: Any) -> Action:  # what the seat did out of turn is left out
        return Bet(answer.chips) if isinstance(answer, Bet) else answer

    def worlds(self, seen: View[Table], number: int, rng: np.random.Generator) -> Sequence[World]:
        found = []
        for state, plain in Hidden(self._brag, seen, self.named).draw(number, rng):
            usual: list[Bot] = [self._plain if is_plain else self._priced for is_plain in plain]
            players = [usual[seat] if seat == seen.seat else self.seated.get(seat, usual[seat]) for seat in range(len(usual))]
            found.append(World(state, players))
        return found

    def worth(self, seen: View[Table], state: State[Table]) -> float | None:
        """Chips that the seat has gained since the decision. None until the seat folds or the deal ends.

        If the seat carries the pot to the next deal, 2 / (players + 1) of the pot count as gained: in the next deal, the seat
        may have two of (players + 1) hands.
        """
        table, seat = state.public, seen.seat
        assert seat is not None
        if seat not in table.folded and not self.settled(state) and table.phase is not Phase.KEEP:
            return None
        gained = float(_made(table, seat) - _made(seen.public, seat))
        holder = table.turn if table.phase is Phase.KEEP else table.holder if self.settled(state) else None
        return gained + 2 * total(table.pots) / (len(table.playing) + 1) * (holder == seat)

    def deal(self, state: State[Table]) -> int:
        return state.public.deal

    def settled(self, state: State[Table]) -> bool:
        return state.public.last is not None

    def standing(self, state: State[Table], seat: Seat) -> int:
        return _made(state.public, seat)

    def cards(self, seen: View[Table]) -> Hands:
        assert seen.seat is not None
        hands = [tuple([seen.piles[pile][0] for pile in hand]) for hand in seen.public.hands[seen.seat]]
        return tuple([tuple(sorted(hand, reverse=True)) for hand in hands if BACK not in hand])

    def words(self, seen: View[Table], answer: Action) -> str:
        table, seat = seen.public, seen.seat
        assert seat is not None
        if table.phase is not Phase.BET:
            return write_action(answer)
        offered = offer(self._brag.rules, table, seat)
        match answer:
            case Bet(chips=chips) if chips == offered.covers:
                return write_action(replace(answer, cover=True))
            case Bet():
                return write_action(answer) + (" blind" if offered.blind else "")
            case Word.SEE:
                return f"see for {offered.see}"
            case Word.PROPOSE:
                return "propose a showdown"
            case _:
                return write_action(answer)

    def situation(self, seen: View[Table]) -> str:
        table, seat = seen.public, seen.seat
        assert seat is not None
        told = [f"{total(table.pots)} in the pot"]
        if table.phase is Phase.BET:
            offered = offer(self._brag.rules, table, seat)
            told += [f"{offered.low} to bet"] if offered.low <= offered.high else []
            told += ["not looked at"] if offered.blind else []
        return ", ".join([*told, f"{len(table.betting)} still betting"])


def _made(table: Table, seat: Seat) -> int:
    """Chips that a seat has won so far, below 0 for a loss."""
    return table.chips[seat] - table.bought[seat] - table.debts[seat]


review = reviewer(BragModel)
"""Reviews a game of Brag from its record; see `prial.study.review.Reviewer`."""
analysis = analysing(BragModel)
"""Analyses a decision in Brag: gives the worth of each possible action; see `prial.study.analysis.Analyser`."""
coach = coaching(BragModel)
"""Advises a player of Brag at a decision; see `prial.study.coach.Coach`."""
