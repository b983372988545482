"""Reviews of games of Brag Poker: for each decision, the worth of the player's action in chips, and the best action.

To judge an action, the deal is played to its end with hands that the other players may hold (`prial.study.rollouts`). Hands that
fit a player's bets and the number of cards that the player changed are tried more often.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from prial.bots.bot import Bot
from prial.cards import Card, best_first, symbols
from prial.core.game import BACK, Seat, State, View
from prial.games.brag_poker.actions import Action, Change, Word, write_action
from prial.games.brag_poker.bots.reading import BORDERS, would
from prial.games.brag_poker.game import BragPokerGame
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.rounds import terms_of
from prial.games.brag_poker.state import Phase, Table
from prial.games.brag_poker.study.habits import Hand, Quick, habits
from prial.study.decisions import analysing, coaching, reviewer
from prial.study.review import Hands
from prial.study.rollouts import Model, World

_TRIES: Final = 60
"""The greatest number of random hands tried for a seat."""
_ODD: Final = 0.02
"""Weight of a random hand that doesn't fit the seat's change."""


class BragPokerModel(Model):
    """Judges the actions that players choose in a game of Brag Poker.

    Args:
        game: the game with the rules of the table.
        bots: maps a seat's number, as text, to the name of the bot in this seat.
    """

    unit = "chips"
    against = "Judged against players who bet by their hands and the price."
    quick = ("random", "novice", "plain")

    def __init__(self, game: BragPokerGame, bots: Mapping[str, Any]) -> None:
        super().__init__(game, bots)
        self._table_of = game
        self.stake = float(game.rules.small_blind + game.rules.big_blind)
        self._of = ranking_of(game.rules)
        self._habits = habits(self._of)
        self._usual: Bot = Quick(game)

    def answers(self, seen: View[Table], given: Action | None = None) -> Sequence[Action]:
        if seen.public.phase not in (Phase.BET, Phase.CHANGE):
            return ()
        return tuple(self._table_of.choices(seen))

    def worlds(self, seen: View[Table], number: int, rng: np.random.Generator) -> Sequence[World]:
        players = [self._usual if seat == seen.seat else self.seated.get(seat, self._usual) for seat in range(self.game.seats)]
        return [World(self._world(seen, rng), players) for _ in range(number)]

    def _world(self, seen: View[Table], rng: np.random.Generator) -> State[Table]:
        """A random state that fits what a seat sees."""
        table = seen.public
        known = {face for (face,) in seen.piles}
        unseen: list[Card] = rng.permutation([card for card in self._table_of.pack if card not in known]).tolist()
        lying, who = [pile[0] for pile in seen.piles], [0] * len(seen.piles)
        for seat in sorted(table.playing, key=lambda each: each in table.folded):
            hand, away = table.hands[seat], table.discards[seat]
            if BACK in [lying[pile] for pile in (*hand, *away)]:
                cards = self._cards(table, seat, unseen, rng) if seat != seen.seat else unseen[: len(hand) + len(away)]
                unseen = [card for card in unseen if card not in cards]
                for pile, card in zip((*hand, *away), cards, strict=True):
                    lying[pile] = card
            for pile in (*hand, *away) if table.open[seat] else ():
                who[pile] = 1 << seat
        return State(table, tuple([(card,) for card in lying]), tuple(who))

    def _cards(self, table: Table, seat: Seat, unseen: list[Card], rng: np.random.Generator) -> Sequence[Card]:
        """Draw cards for another seat: its hand, then its discards. Hands that fit the seat's actions are drawn more often."""
        drawn, put = table.changed[seat] or 0, len(table.discards[seat])
        if not table.open[seat] or self.named.get(seat) == "random":
            return unseen[: 3 + put]
        best: tuple[float, Sequence[Card]] = (0.0, ())
        for _ in range(_TRIES):
            cards: list[Card] = rng.choice(unseen, 3 + drawn, replace=False).tolist()
            dealt = best_first(cards[:3])
            away = self._habits.away[dealt] if table.changed[seat] is not None else ()
            likely = 1.0
            if len(away) != drawn:
                away, likely = dealt[3 - drawn :], _ODD
            held = best_first([*[card for card in dealt if card not in away], *cards[3:]])
            likely *= self._likely(table, seat, dealt, held)
            if likely > best[0]:
                best = likely, (*held, *away[:put])
            if rng.random() < likely:
                return (*held, *away[:put])
        return best[1]

    def _likely(self, table: Table, seat: Seat, dealt: Hand, held: Hand) -> float:
        """Probability of a seat's bets if the seat holds ``dealt`` before the draw and ``held`` after it."""
        likely = 1.0
        for deed in table.did:
            if deed.seat == seat and not deed.blind and deed.what in BORDERS:
                late = deed.round > 1
                place = self._habits.beats[table.changed[seat] or 0][self._of.three(*held)] if late else self._habits.place[dealt]
                likely *= float(would(deed.what, place))
        return likely

    def worth(self, seen: View[Table], state: State[Table]) -> float | None:
        table, seat = state.public, seen.seat
        assert seat is not None
        if seat not in table.folded and not self.settled(state):
            return None
        return float(_made(table, seat) - _made(seen.public, seat))

    def deal(self, state: State[Table]) -> int:
        return state.public.deal

    def settled(self, state: State[Table]) -> bool:
        return state.public.last is not None

    def standing(self, state: State[Table], seat: Seat) -> int:
        table = state.public
        return _made(table, seat) + table.put_in[seat]  # blinds are put in before the deal

    def cards(self, seen: View[Table]) -> Hands:
        assert seen.seat is not None
        hand = best_first([seen.piles[pile][0] for pile in seen.public.hands[seen.seat]])
        return () if BACK in hand else (hand,)

    def words(self, seen: View[Table], answer: Action) -> str:
        table, seat = seen.public, seen.seat
        assert seat is not None
        if isinstance(answer, Change):
            if answer.unseen:
                return write_action(answer)
            return f"change {symbols(answer.cards)}" if answer.cards else "keep all cards"
        if answer not in (Word.CALL, Word.RAISE):
            return write_action(answer)
        terms = terms_of(table, seat)
        chips = terms.call_pays if answer is Word.CALL else terms.raise_pays
        word = "bet" if answer is Word.RAISE and not table.betting.opened else answer.value
        return f"{word} for {chips}" + ("" if table.open[seat] else " blind")

    def situation(self, seen: View[Table]) -> str:
        table, seat = seen.public, seen.seat
        assert seat is not None
        told = [f"{sum(table.put_in)} in the pot"]
        if table.phase is Phase.BET:
            terms = terms_of(table, seat)
            told += [f"{terms.call_pays} to call"] if terms.call else []
        told += [] if table.open[seat] else ["not looked at"]
        return ", ".join([*told, f"{len(table.still)} players"])


def _made(table: Table, seat: Seat) -> int:
    """Chips that a seat has won so far, below 0 for a loss; chips in the pot count as lost."""
    return table.chips[seat] - table.bought[seat]


review = reviewer(BragPokerModel)
"""Reviews a recorded game of Brag Poker: judges each action, and names the best one."""
analysis = analysing(BragPokerModel)
"""Analyses a decision in Brag Poker: gives the worth of the best actions, in chips."""
coach = coaching(BragPokerModel)
"""Advises a player of Brag Poker at a decision: names the best action, and says what it brings."""
