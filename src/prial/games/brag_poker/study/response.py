"""Finds and plays the best strategy of one player of Brag Poker against a bot that has all other seats.

The best strategy is called the answer to the bot. At each turn of a bot, `Answer` asks what the bot does with different hands. It
works out the answering player's best actions backwards, from the ends of the deal.

Before the draw, hands that differ only by an exchange of suits count as one class. There are 1,755 classes. After the draw, hands
of equal strength count as one. There are 741 strengths. Changes of cards are counted exactly.

`Answer.value` is an estimate. The calculation leaves out:

* that two players can't hold the same card
* odd chips of a shared pot
* pots shared by three players, and side pots
* rare moves of the bots
* rare lines of play at a table of more than two
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from math import prod
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prial.bots.bot import Bot
from prial.cards import Card, best_first, parse
from prial.core.game import Chance, Choices, Decision, Over, Seat, State, View, view
from prial.errors import PrialError, add_sentences, refuse
from prial.games.brag_poker.actions import Action, Change, Word
from prial.games.brag_poker.bots.draws import HAND, Floats, beaten, changes, field
from prial.games.brag_poker.game import BragPokerGame
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.state import Deed, Phase, Table
from prial.games.brag_poker.study.walk import check_bets
from prial.games.brag_poker.study.ways import form, form_of, way_of, ways
from prial.ranks.brag import Category
from prial.study.solve.response import EDGES, shares

add_sentences(
    "en",
    {"solve.answer_seats": "An answer to a bot can be worked out for at most {seats} players, but this table has {players}."},
)

SEATS: Final = 4
"""An answer is worked out only if the table has at most this many players."""
MOST: Final = 20_000
"""The greatest number of bots' turns that an `Answer` searches by default."""
_RARE: Final = 0.004
"""A bot's moves with a lower probability than this are left out."""
_REACHED: Final = 1e-3
"""At a table of more than two, lines of play with a lower probability than this are broken off."""
_HELD: Final = 1e-4
"""A bot is asked only about hands more probable than this. The most probable hand counts as 1."""
_OFTEN: Final = 3
"""The greatest number of bets and raises that the answering player makes in a round after looking at the cards."""
_GOOD: Final = tuple([parse(f"A{suit}K{suit}Q{suit}") for suit in "shdc"])
_BAD: Final = tuple([parse(f"9{one}7{two}4{three}") for one, two, three in ("shd", "hdc", "dcs", "csh")])
"""A bad final hand for each seat. ``_GOOD`` has the good ones."""
_AWAY: Final = tuple([parse(f"{rank}s{rank}h{rank}d") for rank in "2356"])
"""Made-up discards: three cards for each seat."""

Worlds = tuple[State[Table], State[Table]]
"""The same turn in two deals.

The answering player wins the showdown of the first deal, and loses the showdown of the second.
"""


class OneDeal:
    """A table and one deal, for finding the best answer to a bot. The last seat deals.

    Args:
        game: the game with the rules of the table; its rule for the number of deals is ignored.
    Raises:
        PrialError: if the blinds leave nothing to bet, or the table has more than `SEATS` players.
    """

    def __init__(self, game: BragPokerGame) -> None:
        check_bets(game)
        if game.seats > SEATS:
            raise PrialError(refuse("solve.answer_seats", seats=SEATS, players=game.seats))
        self.game = BragPokerGame(replace(game.rules, length=1), game.pack)
        self.of = ranking_of(game.rules)
        self._ready = self.game.deal(self.game.start(), game.seats - 1)

    def deal(self, rng: Random) -> State[Table]:
        """Deal random cards, and return the state at the first turn."""
        chance = self.game.node(self._ready)
        assert isinstance(chance, Chance)
        return self.game.deal(self._ready, chance.draw.sample(rng))

    @cached_property
    def groups(self) -> NDArray[np.int64]:
        """The index of each strength's group; shape (size of the ranking + 1,).

        All hands of a group are of one kind, such as pairs. Groups of good hands are smaller than groups of weak hands.
        """
        held = np.cumsum(field(self.of).held)
        cut = np.searchsorted(EDGES, held, "right")
        kinds = np.array([0, *[list(Category).index(self.of.category(each)) for each in range(1, self.of.size + 1)]])
        return np.unique(cut + 100 * kinds, return_inverse=True)[1].astype(np.int64)

    @cached_property
    def middle(self) -> list[tuple[Card, ...]]:
        """For each group of strengths, one hand from the middle of the group."""
        found = ways(self.of)
        of_strength = dict(zip(found.strengths.tolist(), found.examples, strict=True))
        hands = []
        for group in range(self.groups.max() + 1):
            able = [each for each in np.flatnonzero(self.groups == group).tolist() if each in of_strength]
            hands.append(of_strength[able[len(able) // 2]])
        return hands

    @cached_property
    def classes(self) -> dict[tuple[int, ...], int]:
        """Maps the `form` of a hand to the index of the hand's class in `Ways`."""
        return {form(hand): number for number, hand in enumerate(ways(self.of).examples)}


class Best(NamedTuple):
    """The answering player's best action at a turn, for each hand."""

    actions: list[Any]
    """The possible actions. After the player has looked, a change of cards is given as an index in the list from `changes`."""
    chosen: NDArray[np.int64]
    """Index of the best action in `actions` for each hand.

    Before the answering player has changed cards, there is an entry for each class of hands. Afterwards there is an entry for
    each strength.
    """


class Answer:
    """Finds and plays the best strategy for one seat against a bot.

    The bot has all other seats. The best strategy wins the greatest number of chips.

    Args:
        table: the table.
        bot: the bot.
        seat: the answering seat. The last seat deals.
        watch: called at each turn of a bot that is searched, with the number of such turns so far.
        most: the greatest number of bots' turns to search.
    Raises:
        PrialError: if there are more than ``most`` turns of bots to search.
    """

    def __init__(
        self, table: OneDeal, bot: Bot, seat: Seat, watch: Callable[[int], None] = lambda _: None, most: int = MOST
    ) -> None:
        self.table, self.bot, self.seat, self._watch, self._most = table, bot, seat, watch, most
        self.asked = 0
        """Number of turns at which the bots were asked for a move."""
        self.best: dict[Table, Best] = {}
        """The best actions at each turn of the answering player. The key is the public part of the state at this turn."""
        self._ways = ways(table.of)
        self._dealt: Floats = np.bincount(self._ways.strengths, self._ways.often, table.of.size + 1).astype(np.float64)
        """Probability of each strength for a hand that was never changed."""
        seats = range(table.game.seats)
        self._reached = _REACHED if len(seats) > 2 else 0.0
        self._hands_in = [
            [mine[each] if each == seat else others[each] for each in seats] for mine, others in ((_GOOD, _BAD), (_BAD, _GOOD))
        ]
        """For each of the two deals in `Worlds`, the final hand of each seat."""
        one, two = [table.deal(Random(0)) for _ in range(2)]
        often = self._ways.often
        self.value = float(often @ self._go((one, two), {each: often for each in seats if each != seat}, 1.0))
        """Estimate of the chips that the answer wins per deal."""

    def _go(self, states: Worlds, held: Mapping[Seat, Floats], out: float) -> Floats:
        """Return the chips that each hand of the answering player is expected to win.

        They are multiplied by the probability of the bots' moves.
        """
        node, table = self.table.game.node(states[0]), states[0].public
        # ``held``: for each bot in play, the probability of each hand together with the bot's moves so far.
        # ``out``: the probability that the folded bots made their moves
        come = out * prod([hands.sum() for hands in held.values()])
        if isinstance(node, Over):
            return self._end(states, held, out)
        assert isinstance(node, Decision)
        if self.seat in table.folded or come < self._reached:
            # Where play is broken off, the answering player is assumed to fold
            return np.full(self._size(table), -table.put_in[self.seat] * come)
        if table.turn != self.seat:
            return self._bots_turn(states, held, out)
        go = partial(self._go, held=held, out=out)
        return self._change(states, go) if table.phase is Phase.CHANGE else self._bet(states, go)

    def _size(self, table: Table) -> int:
        """Number of hands that the answering player tells apart at this turn."""
        return len(self._ways.often) if table.changed[self.seat] is None else len(self._dealt)

    def _end(self, states: Worlds, held: Mapping[Seat, Floats], out: float) -> Floats:
        ledgers = [over.result.ledger[self.seat] for over in map(self.table.game.node, states) if isinstance(over, Over)]
        win, lose = map(float, ledgers)
        come = out * prod([hands.sum() for hands in held.values()])
        if win == lose:  # only one player is left
            return np.full(self._size(states[0].public), win * come)
        found: Floats = lose * come + (win - lose) * out * prod([beaten(hands) for hands in held.values()])
        return found

    # The answer's own turns

    def _bet(self, states: Worlds, go: Callable[[Worlds], Floats]) -> Floats:
        table = states[0].public
        actions = self._considered(table, list(self.table.game.choices(view(states[0], self.seat))))
        worths = np.stack([go(self._after(states, self.seat, action)) for action in actions])
        if table.open[self.seat]:
            chosen = worths.argmax(axis=0)
        else:
            weights = self._ways.often if table.changed[self.seat] is None else self._dealt
            chosen = np.full(worths.shape[1], int((worths @ weights).argmax()))
        return self._keep(table, actions, chosen, worths)

    def _considered(self, table: Table, actions: list[Any]) -> list[Any]:
        """The actions to try: no fold where a check is possible, and no raise beyond the limit for a round."""
        raised = sum(
            deed.seat == self.seat and deed.round == table.round and deed.what in (Deed.BET, Deed.RAISE) for deed in table.did
        )
        most = _OFTEN if table.open[self.seat] else 1
        left_out = {Word.RAISE} if raised >= most else set[Word]()
        if Word.CHECK in actions:
            left_out.add(Word.FOLD)
        return [action for action in actions if action not in left_out]

    def _change(self, states: Worlds, go: Callable[[Worlds], Floats]) -> Floats:
        table, found = states[0].public, self._ways
        if table.open[self.seat]:
            sizes = [len(away) for away in changes(found.examples[0])]
            worth = [go(self._after(states, self.seat, count)) for count in range(HAND + 1)]
            worths = np.stack([found.makes[:, way] @ worth[size] for way, size in enumerate(sizes)])
            return self._keep(table, [*range(len(sizes))], worths.argmax(axis=0), worths)
        offered = list(self.table.game.choices(view(states[0], self.seat)))
        actions = [action for action in offered if action is Word.LOOK or isinstance(action, Change)]
        parts = []
        for action in actions:
            after = go(self._after(states, self.seat, action))
            parts.append(after if action is Word.LOOK else self._unseen(action.unseen) @ after)
        worths = np.stack(parts)
        chosen = np.full(worths.shape[1], int((worths @ found.often).argmax()))
        return self._keep(table, actions, chosen, worths)

    def _unseen(self, count: int) -> Floats:
        """For each class, the probability of each strength after a blind change of ``count`` cards.

        Shape (classes, size of the ranking + 1).
        """
        found = self._ways
        some = [way for way, away in enumerate(changes(found.examples[0])) if len(away) == count]
        makes: Floats = found.makes[:, some].mean(axis=1, dtype=np.float64)
        return makes

    def _keep(self, table: Table, actions: list[Any], chosen: NDArray[np.int64], worths: Floats) -> Floats:
        self.best[table] = Best(actions, chosen)
        found: Floats = worths[chosen, np.arange(worths.shape[1])]
        return found

    # A bot's turns

    def _bots_turn(self, states: Worlds, held: Mapping[Seat, Floats], out: float) -> Floats:
        self.asked += 1
        if self.asked > self._most:
            raise PrialError(refuse("solve.asked", most=f"{self._most:,}"))
        self._watch(self.asked)
        table = states[0].public
        seat, mine = table.turn, held[table.turn]
        found = (self._changed if table.phase is Phase.CHANGE else self._did)(states[0], mine)
        whole = sum(now.sum() for now in found.values())
        after = {action: now for action, now in found.items() if now.sum() >= _RARE * whole}
        weight = mine.sum() / sum(now.sum() for now in after.values())
        worth: Floats = np.zeros(self._size(table))
        for action, now in after.items():
            if action is Word.FOLD:
                still = {each: hands for each, hands in held.items() if each != seat}
                worth += self._go(self._after(states, seat, action), still, out * now.sum() * weight)
            else:
                worth += self._go(self._after(states, seat, action), {**held, seat: now * weight}, out)
        return worth

    def _did(self, state: State[Table], held: Floats) -> dict[Any, Floats]:
        """For each move of the bot: the joint probability of this move and each hand."""
        table, seat = state.public, state.public.turn
        if not table.open[seat]:
            return {action: share * held for action, share in self._asks(view(state, seat)).items()}
        after: dict[Any, Floats] = {}
        for hand, some in self._hands(table, held):
            for action, share in self._asks(self._holding(state, hand)).items():
                after.setdefault(action, np.zeros(len(held)))[some] = share * held[some]
        return after

    def _hands(self, table: Table, held: Floats) -> list[tuple[tuple[Card, ...], Any]]:
        """The hands about which the bot is asked, each with an index that selects its class or group in ``held``."""
        least = _HELD * held.max()
        if table.changed[table.turn] is None:
            return [(self._ways.examples[each], each) for each in np.flatnonzero(held > least).tolist()]
        groups = self.table.groups
        weights = np.bincount(groups, held)
        return [(self.table.middle[each], groups == each) for each in np.flatnonzero(weights > _HELD * weights.max()).tolist()]

    def _changed(self, state: State[Table], held: Floats) -> dict[Any, Floats]:
        """Return the probability of each number of changed cards and each strength afterwards.

        If the bot hasn't looked, the keys are actions.
        """
        table, seat, found = state.public, state.public.turn, self._ways
        after: dict[Any, Floats] = {}
        if not table.open[seat]:
            for action, share in self._asks(view(state, seat)).items():
                after[action] = share * (held if action is Word.LOOK else held @ self._unseen(action.unseen))
            return after
        chosen = np.zeros((len(held), found.makes.shape[1]))
        for hand, each in self._hands(table, held):
            for action, share in self._asks(self._holding(state, hand)).items():
                chosen[each, way_of(hand, action.cards)] += share * held[each]
        for number, away in enumerate(changes(found.examples[0])):
            made = chosen[:, number] @ found.makes[:, number]
            after[len(away)] = after.get(len(away), 0) + made
        return {count: made for count, made in after.items() if made.any()}

    def _asks(self, seen: View[Table]) -> dict[Any, float]:
        return dict(shares(self.bot, seen, self.table.game.choices(seen)))

    def _holding(self, state: State[Table], hand: Sequence[Card]) -> View[Table]:
        """The bot's view if the bot held this hand."""
        seat = state.public.turn
        away = [card for card in (*_AWAY[0], *_AWAY[1]) if card not in hand]
        return view(_with_faces(state, seat, hand, away), seat)

    # The results of an action

    def _after(self, states: Worlds, seat: Seat, action: Any) -> Worlds:
        """Carry out an action in both deals, and deal new cards if needed.

        ``action`` may be the number of cards to change.
        """
        one, two = [self._acted(state, seat, action, hands) for state, hands in zip(states, self._hands_in, strict=True)]
        return one, two

    def _acted(self, state: State[Table], seat: Seat, action: Any, hands: Sequence[tuple[Card, ...]]) -> State[Table]:
        game, own, away = self.table.game, hands[seat], _AWAY[seat]
        for each, hand in enumerate(hands):
            state = _with_faces(state, each, hand, _AWAY[each])
        if isinstance(action, Word):
            return game.act(state, {seat: action})
        # Before a change, the seat gets some of the made-up discards; the new cards then complete its hand
        count = action.unseen if isinstance(action, Change) else action
        state = _with_faces(state, seat, (*away[:count], *own[count:]), ())
        if not isinstance(action, Change):
            action = Change(best_first(away[:count]))
        state = game.act(state, {seat: action})
        if isinstance(game.node(state), Chance):
            state = game.deal(state, tuple([(card,) for card in own[:count]]))
        return state

    # Playing by the answer

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        """Choose the best action. At a turn that the search left out, the bot's action is chosen."""
        table, seat = view.public, self.seat
        best = self.best.get(table)
        if best is None:
            usual: Action = self.bot.choose(view, choices, rng)
            return usual
        number, hand = 0, tuple[Card, ...]()
        if table.open[seat]:
            hand = best_first([view.piles[pile][0] for pile in table.hands[seat]])
            number = self.table.classes[form(hand)] if table.changed[seat] is None else self.table.of.strength(hand)
        action: Any = best.actions[best.chosen[number]]
        if isinstance(action, int):
            return Change(best_first(self._away(hand, number, action)))
        assert isinstance(action, Word | Change)
        return action

    def _away(self, hand: tuple[Card, ...], number: int, way: int) -> tuple[Card, ...]:
        """The cards to discard from a hand, by a change that was chosen for the hand's class.

        ``number`` is the index of the class. ``way`` is the index of the change in the list from `changes`.
        """
        example = self._ways.examples[number]
        wanted = changes(example)[way]
        for away in changes(hand):
            if len(away) == len(wanted) and form_of(hand, away) == form_of(example, wanted):
                return away
        raise AssertionError(hand)


def _with_faces(state: State[Table], seat: Seat, hand: Sequence[Card], away: Sequence[Card]) -> State[Table]:
    """The state with other cards for one seat: ``hand`` replaces the seat's hand, and ``away`` replaces its discards."""
    piles, table = list(state.piles), state.public
    for pile, card in zip(table.hands[seat], hand, strict=True):
        piles[pile] = (card,)
    for pile, card in zip(table.discards[seat], away, strict=False):
        piles[pile] = (card,)
    return State(table, tuple(piles), state.seen)
