"""The bots of Brag Poker, among them `Plain` and `Sharp`.

`Plain` plays by its own cards alone. `Sharp` computes what each draw can make of its hand, and judges the others' hands by their
draws and bets.
"""

from collections.abc import Mapping
from random import Random
from typing import Final

from prial.betting.limit import credit
from prial.bots.bot import Advice
from prial.cards import Card, best_first, rank, suit
from prial.core.game import Choices, View
from prial.errors import add_sentences
from prial.games.brag_poker.actions import Action, Change, Word
from prial.games.brag_poker.bots import duel, late, trio
from prial.games.brag_poker.bots.draws import HAND
from prial.games.brag_poker.bots.reading import Reading
from prial.games.brag_poker.choices import Deciding
from prial.games.brag_poker.game import BragPokerGame
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.state import Phase, Table
from prial.ranks.brag import Category

add_sentences(
    "en",
    {
        "brag_poker.bot.plain": "Looks at once, plays a pair or an ace, raises on a flush or better, and folds the rest.",
        "brag_poker.bot.sharp": "Counts what every draw makes of its hand, and reads the others' draws and bets.",
    },
)

_ACE: Final = 12
_RAISES: Final = (1.3, 1.35)
"""The bot raises if its chance to win is above these multiples of the average chance.

The first multiple counts before the draw, the second after it.
"""
_AGAIN: Final = 0.2
"""What each earlier raise in a round adds to the number in `_RAISES`."""
# The first multiple is greater, because there is more to pay later
_CALLS: Final = (1.2, 1.15)
"""The bot calls if its expected win is above these multiples of the price.

The first multiple counts before the draw, the second after it.
"""
# The 1.3 was measured at a table of three. Bots with 1.15 lose 0.17 chips per deal against an opponent with 1.4, and
# bots with 1.35 don't clearly win against an opponent who raises with any hand
_OF_TWO: Final = (1.3, 1.0)
"""The pair of numbers that is used instead of `_CALLS` if only two players haven't folded."""
_LITTLE: Final = 0.5
"""A bet is a bluff if the chance to win among n players is below this fraction of 1/n."""
_BLUFF: Final = 0.08
"""Probability of a bluff, where one is possible."""
_LAST: Final = 0.35
"""Probability of a bluff by the last player to act after the draw, if at least three players got cards."""
# If the bot always bet with good hands, every check would show a weak hand
_SLOW: Final = 0.5
"""Probability that the bot checks with a good hand after the draw, to deceive."""


class Ready:
    """The base class of the bots. Its method `between` decides what the bot does between deals.

    Args:
        game: the game that the bot plays.
    """

    def __init__(self, game: BragPokerGame) -> None:
        self.game, self.rules = game, game.rules

    def between(self, choices: Choices[Action]) -> Action:
        """The bot's action between deals.

        The bot plays on if it has chips for the big blind. If it has fewer, it buys another purse. If only one of the two actions
        is allowed, the bot takes it. If neither is allowed, the bot sits out.
        """
        assert isinstance(choices, Deciding)
        poor = choices.table.chips[choices.seat] < self.rules.big_blind
        wanted = (Word.REBUY, Word.PLAY, Word.SIT_OUT) if poor else (Word.PLAY, Word.REBUY, Word.SIT_OUT)
        return next(word for word in wanted if word in choices.words)


def stays_or_folds(choices: Choices[Action]) -> Action:
    """Check where that is possible, else fold."""
    return Word.CHECK if Word.CHECK in choices else Word.FOLD


class Plain(Ready):
    """Looks at once. It stays in with a pair, or with an ace before the draw. With a flush or better it raises once per round."""

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        table, seat = view.public, view.seat
        assert seat is not None
        if table.phase is Phase.NEXT:
            return self.between(choices)
        if not table.open[seat]:
            return Word.LOOK
        ranks, hand = ranking_of(self.rules), Reading(self.game, view).hand
        strength = ranks.strength(hand)
        if table.phase is Phase.CHANGE:
            return self._change(hand, ranks.category(strength), choices)
        raised = any(deed.seat == seat and deed.round == table.round and deed.what in ("bet", "raise") for deed in table.did)
        if strength >= ranks.least(Category.FLUSH) and not raised and Word.RAISE in choices:
            return Word.RAISE
        ace = table.round == 1 and max(map(rank, hand)) == _ACE
        if strength >= ranks.least(Category.PAIR) or ace:
            return next(word for word in (Word.CHECK, Word.CALL) if word in choices)
        return stays_or_folds(choices)

    def _change(self, hand: tuple[Card, ...], category: Category, choices: Choices[Action]) -> Action:
        """Choose the cards to change, by a simple rule."""
        if category is Category.PAIR:
            kept = [card for card in hand if sum(rank(other) == rank(card) for other in hand) == 2]
        elif category is Category.HIGH_CARD:
            suited = [card for card in hand if sum(suit(other) == suit(card) for other in hand) == 2]
            kept = suited or [max(hand)]
        else:
            kept = list(hand)
        change = Change(best_first([card for card in hand if card not in kept]))
        return change if change in choices else Change()


class Away(Ready):
    """Plays for a player who is away: checks or folds, and keeps all cards.

    Between deals it sits out. But at a table of two it plays on, and buys another purse if it needs one.
    """

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        match view.public.phase:
            case Phase.NEXT:
                return Word.SIT_OUT if view.public.sitting_out or len(view.public.asked) > 2 else self.between(choices)
            case Phase.CHANGE:
                return Change()
            case _:
                return stays_or_folds(choices)


class Sharp(Ready):
    """Compares its chance to win with the price and the pot.

    The bot works out exactly what each change of its own cards can lead to. It estimates the others' hands by the number of cards
    that they changed and by their bets (`Reading`). If a call at half price is cheap enough, the bot calls without looking.
    Sometimes the bot bluffs.

    The bot follows solutions where it has them: for two players (`prial.games.brag_poker.bots.duel`), for three players with
    enough chips (`prial.games.brag_poker.bots.trio`), and for other turns of the second round, if only two players haven't folded
    (`prial.games.brag_poker.bots.late`).
    """

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        found = self.shares(view, choices)
        if len(found) == 1:
            return next(iter(found))
        left = rng.random()
        for action, share in found.items():
            left -= share
            if left < 0:
                return action
        return action

    def shares(self, view: View[Table], choices: Choices[Action]) -> Mapping[Action, float]:
        """The probability with which the bot takes each action at a decision; the sum is 1."""
        table, seat = view.public, view.seat
        assert seat is not None
        assert isinstance(choices, Deciding)
        if table.phase is Phase.NEXT:
            return {self.between(choices): 1.0}
        reading = Reading(self.game, view)
        two = len(table.playing) == 2
        turn = duel.turns().get(duel.path(table)) if two else trio.turn(self.rules, table)
        if table.phase is Phase.CHANGE and choices.most < HAND:
            turn = None  # the pack is too short for some changes of the solutions
        if not table.open[seat]:
            if turn is not None and "l" in turn.moves:
                return self._bets(choices, turn.share(0))
            return {Word.CALL if not two and turn is None and self._calls_unseen(reading, choices) else Word.LOOK: 1.0}
        if turn is not None and not (two and table.round == 2 and late.is_short(table)):
            return self._last_call(reading, choices, self._solved(reading, choices, turn))
        if table.phase is Phase.CHANGE:
            return {Change(best_first(reading.best_draw(choices.most)[0].away)): 1.0}
        if len(table.still) == 2 and table.round == 2 and (found := self._late(reading, choices)):
            return self._last_call(reading, choices, found)
        return bet_shares(table, choices, reading.wins())

    def _solved(self, reading: Reading, choices: Deciding, turn: duel.Turn) -> Mapping[Action, float]:
        """The probability of each action at ``turn``, which is a turn from a solution of the whole game."""
        table = reading.table
        if table.round == 2:
            a, b, c = reading.hand
            return self._bets(choices, turn.share(int(late.bands(reading.of)[reading.of.three(a, b, c)])))
        draws = reading.dealt_draws()
        best, wins = draws[0]
        share = turn.share(duel.bucket(len(best.away), wins))
        if table.phase is Phase.BET:
            return self._bets(choices, share)
        chances: dict[Action, float] = {}
        for draw, _ in draws:
            cards = len(draw.away)
            chance = share.get(str(cards), 0.0) + share.get("d", 0.0) * (draw is best) + share.get("p", 0.0) * (not cards)
            if chance:
                chances[Change(best_first(draw.away))] = chance
        return chances

    def _bets(self, choices: Deciding, share: Mapping[str, float]) -> Mapping[Action, float]:
        """Convert a solution's moves to allowed actions, and return their probabilities. A move is a letter (see `duel.Turn`)."""
        stays = Word.CHECK if Word.CHECK in choices.words else Word.CALL
        raises = Word.RAISE if Word.RAISE in choices.words else stays
        meant: dict[str, Action] = {
            "l": Word.LOOK,
            "f": stays_or_folds(choices),
            "k": stays,
            "c": stays,
            "b": raises,
            "r": raises,
        }
        chances: dict[Action, float] = {}
        for move, chance in share.items():
            chances[meant[move]] = chances.get(meant[move], 0.0) + chance
        return chances

    def _late(self, reading: Reading, choices: Deciding) -> Mapping[Action, float]:
        """The probability of each action in a solution of the second round; empty if the solution doesn't have this turn."""
        a, b, c = reading.hand
        found = late.plays(reading.of, reading.table, reading.seat, reading.of.three(a, b, c))
        if found is None:
            return {}
        passes, calls, raises = found
        owes = Word.CALL in choices.words
        return self._bets(choices, {"f" if owes else "k": passes, "c": calls, "r": raises})

    def _last_call(self, reading: Reading, choices: Deciding, found: Mapping[Action, float]) -> Mapping[Action, float]:
        """Call instead of folding where the last call is worth its price."""
        table, seat, terms = reading.table, reading.seat, choices.terms
        if Word.FOLD not in found or terms is None or Word.CALL not in choices.words:
            return found
        # The solutions assume full bets. Where a player has no chips left, a call may cost less, and nobody bets after it
        last = table.chips[seat] <= terms.call_pays or any(not table.chips[other] for other in table.still if other != seat)
        if not last or reading.wins() * (sum(table.put_in) + terms.call_pays) <= terms.call_pays:
            return found
        rest: dict[Action, float] = {action: chance for action, chance in found.items() if action is not Word.FOLD}
        rest[Word.CALL] = rest.get(Word.CALL, 0.0) + found[Word.FOLD]
        return rest

    def _calls_unseen(self, reading: Reading, choices: Deciding) -> bool:
        """Whether to call without looking. Such a call costs half of the usual price."""
        terms, table = choices.terms, reading.table
        if not terms or Word.CALL not in choices.words:
            return False
        # A call of one chip isn't cheaper without looking: half of it is rounded up to one chip
        if terms.call >= table.betting.stands - credit(table.betting.stakes[choices.seat]):
            return False
        pot = sum(table.put_in)
        return table.betting.raises == 0 and reading.wins() * (pot + terms.call_pays) > terms.call_pays


def bets(table: Table, choices: Choices[Action], wins: float, rng: Random) -> Action:
    """Choose whether to check, call, raise or fold with a hand that has a given chance to win.

    Args:
        table: the public part of the state.
        choices: what the seat may do.
        wins: probability that the hand wins at the showdown, 0 to 1.
        rng: the random generator.
    """
    found = bet_shares(table, choices, wins)
    first = next(iter(found))
    return first if len(found) == 1 or rng.random() < found[first] else [*found][-1]


def bet_shares(table: Table, choices: Choices[Action], wins: float) -> Mapping[Action, float]:
    """The probabilities of one or two actions, for a hand with a given chance to win.

    If there are two actions, the first is meant to deceive. With a good hand it is a check, and with a weak hand a bluff.

    Args:
        table: what everybody sees.
        choices: what the seat may do.
        wins: probability that the hand wins at the showdown, 0 to 1.
    """
    assert isinstance(choices, Deciding)
    assert choices.terms is not None
    pot, after, price = sum(table.put_in), table.round - 1, choices.terms.call_pays
    even, opened = 1 / len(table.still), table.betting.opened
    behind = len(table.still) - 1 - table.still.index(choices.seat)
    calls = _OF_TWO if len(table.still) == 2 else _CALLS
    usual = Word.CHECK if not price else Word.CALL if wins * (pot + price) > calls[after] * price else Word.FOLD
    if Word.RAISE in choices.words:
        if wins > even * (_RAISES[after] + _AGAIN * (table.betting.raises + (opened and after))):
            slow = _SLOW if after and not opened and behind and len(table.still) > 2 else 0.0
            return {usual: slow, Word.RAISE: 1 - slow} if slow else {Word.RAISE: 1.0}
        if not opened and wins < even * _LITTLE:
            often = _LAST if after and not behind and len(table.playing) > 2 else _BLUFF
            return {Word.RAISE: often, usual: 1 - often}
    return {usual: 1.0}


def suggest(game: BragPokerGame, view: View[Table], rng: Random) -> list[Advice]:
    """Suggest an action in each of two styles of play. If both styles choose the same action, it is suggested once.

    Args:
        game: the game with the rules of the table.
        view: what the player sees.
        rng: the random generator.
    """
    choices = game.choices(view)
    if view.public.phase not in (Phase.BET, Phase.CHANGE) or not choices.decides:
        return []
    found = [
        Advice("sharp", "Weighed against the pot", Sharp(game).choose(view, choices, rng)),
        Advice("plain", "Plain play", Plain(game).choose(view, choices, rng)),
    ]
    return found if found[0].action != found[1].action else found[:1]
