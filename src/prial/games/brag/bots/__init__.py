"""The bots of Brag: `Plain` bets on a pair or better; `Canny` weighs each action against the hands that the others may hold."""

import math
from collections.abc import Iterator
from random import Random
from typing import Final

import numpy as np
from msgspec.structs import replace

from prial.betting.pots import total
from prial.bots.bot import Advice
from prial.cards import Card, best_first
from prial.core.game import Choices, View
from prial.errors import Refusal, add_sentences
from prial.games.brag.actions import Action, Ask, Bet, Discard, Keep, Look, Word
from prial.games.brag.bots.buying import meant, paid, runs_out, supplied
from prial.games.brag.bots.duel import turn_of
from prial.games.brag.bots.lookahead import FOLD, LOOK, SEE, Move
from prial.games.brag.bots.reading import Floats, Reading, deck
from prial.games.brag.bots.worlds import STRATA, Plan, Worlds
from prial.games.brag.choices import must_discard
from prial.games.brag.game import BragGame
from prial.games.brag.hands import best_three, ranking_of
from prial.games.brag.offer import Offer, offer
from prial.games.brag.state import Phase, Table
from prial.ranks.brag import Category

add_sentences(
    "en",
    {
        "brag.bot.plain": "Looks at once, bets the least on a pair or better, sees as soon as it can, and folds the rest.",
        "brag.bot.canny": "Weighs its hand against the price, the pot, and how the others have bet; now and then it bluffs.",
    },
)

_PATIENCE: Final = 8
"""Number of bets that a bot makes in a deal before it tries to end the betting."""
_STAYS: Final = 2
"""Greatest number of `Canny`'s blind bets in a deal against several players, if somebody's chips may run out."""
_WORLDS: Final = 300
"""Number of random deals in which `Canny` tries each action. With more than six seats, `Canny` lowers this number."""
_WHIM: Final = 0.02
"""How freely `Canny` chooses among its actions, as a share of the pot."""
_SLOW: Final = 0.5
"""Probability that `Canny` makes the smallest bet to hide its hand."""
_DARES: Final = 0.08
"""Probability that a blind `Canny` rules out looking, if another action wins chips and three or more players are left."""


def sizes(offered: Offer, pot: int) -> list[int]:
    """Choose a few of the allowed bets, in chips, for a bot to compare; empty if no bet is possible.

    They are the smallest bet, twice the smallest, the smallest plus half of the pot, the smallest plus the pot, and the greatest.
    A bet is left out if it exceeds the smallest by more than three times the pot.

    Args:
        offered: the bets that are allowed.
        pot: chips in all pots.
    """
    low, high = offered.low, offered.high
    if low > high:
        return []
    wanted = {low, 2 * low, low + pot // 2, low + pot, high}
    return sorted({size for size in wanted if low <= size <= min(high, low + 3 * pot)} | {low})


class Ready:
    """The base class of the bots, with the decisions that all bots make alike.

    Args:
        game: the game with the rules of the table.
    """

    def __init__(self, game: BragGame) -> None:
        self.game, self.rules = game, game.rules

    def discard(self, view: View[Table]) -> Discard:
        """Discard all but the best three cards. If several choices are equally good, discard the highest cards.

        If two hands are otherwise equal, the discarded cards decide between them. The highest discarded cards are compared first.
        """
        return Discard(best_first(best_three(ranking_of(self.rules, view.public.form.wild), self.hand(view, 0))[1]))

    def hand(self, view: View[Table], at: int) -> tuple[Card, ...]:
        """The cards of one of the seat's hands. ``at`` is the number of the hand, from 0."""
        assert view.seat is not None
        return tuple([view.piles[pile][0] for pile in view.public.hands[view.seat][at]])

    def bets(self, view: View[Table]) -> int:
        """Number of bets that the view's seat has made in this deal."""
        return sum(deed.seat == view.seat and deed.what == "bet" for deed in view.public.did)

    def ready(self, view: View[Table], choices: Choices[Action]) -> Action | None:
        """Return the bot's action at a decision that doesn't depend on its hand; None at any other decision.

        These decisions don't depend on the hand: bringing chips, playing the next deal, and lending after the bot has folded or
        covered.
        """
        match view.public.phase:
            case Phase.BRING:
                return next(iter(choices))
            case Phase.NEXT:
                return self.between(choices)
            case Phase.LEND if view.seat not in view.public.betting:
                return self.lends(view, choices)
            case _:
                return None

    def lends(self, view: View[Table], choices: Choices[Action]) -> Action:
        """Once the bot has folded or covered, answer a request for a loan: lend if the bot keeps more than half of its chips."""
        table, seat = view.public, view.seat
        assert seat is not None
        assert table.payer is not None
        lacks = table.due - table.chips[table.payer]
        return Word.LEND if 2 * lacks < table.chips[seat] else self.declines(choices)

    def declines(self, choices: Choices[Action]) -> Action:
        """The action that refuses to lend: ``refuse``, or ``show`` if both players show their hands after a refusal."""
        return next(word for word in (Word.REFUSE, Word.SHOW) if choices.why_not(word) is None)

    def asks(self, view: View[Table], choices: Choices[Action], offered: Offer) -> Action | None:
        """Ask another player to lend the missing chips, preferably a player who no longer bets.

        The result is None if nobody can be asked, or if the bot is blind, has less than a pair or has made many bets.
        """
        ranks = ranking_of(self.rules, view.public.form.wild)
        ways = [action for action in choices if isinstance(action, Ask) and not action.showing]
        if not ways or offered.blind or self.bets(view) >= _PATIENCE:
            return None
        if ranks.strength(best_three(ranks, self.hand(view, 0))[0]) < ranks.least(Category.PAIR):
            return None
        return min(ways, key=lambda action: (action.seat in view.public.betting, not action.see))

    def between(self, choices: Choices[Action]) -> Action:
        """Take the first of these actions that is allowed: play the next deal, buy another purse, sit out."""
        return next(word for word in (Word.PLAY, Word.REBUY, Word.SIT_OUT) if choices.why_not(word) is None)


class Plain(Ready):
    """Bets on a pair or better, and on nothing else.

    The bot looks at its hand immediately. With a pair or better, it makes the smallest bet. After 16 bets in a deal, it makes the
    greatest bet instead.

    With two players left, the bot pays to see the other hand if it has bet before in the deal. It also pays if the last bet was
    above the minimum. With three or more players left, it agrees to a showdown. After 8 bets, it proposes a showdown.

    If the bot neither sees nor proposes, it bets. But after 8 bets, it folds a hand below a flush. If it can neither bet nor ask
    for a loan, it folds any hand.

    The bot never keeps a blind hand for the next deal. It lends nothing before it has folded or covered.
    """

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        table, seat = view.public, view.seat
        assert seat is not None
        if (action := self.ready(view, choices)) is not None:
            return action
        match table.phase:
            case Phase.CHOOSE:
                return next(iter(choices))
            case Phase.LEND:
                return self.declines(choices)
            case Phase.CONSENT:
                return Word.AGREE
            case Phase.LOOKED:
                return Keep(table.looked)
            case Phase.PICK:
                return Keep(1)
            case Phase.KEEP:
                return Keep(0)
        if must_discard(table, seat):
            return self.discard(view)
        offered = offer(self.rules, table, seat)
        if offered.covers == 0:
            return Bet(0)
        if offered.blind:
            return Look()
        return (self.asks(view, choices, offered) if offered.low > offered.high else None) or self._bet(view, offered)

    def _bet(self, view: View[Table], offered: Offer) -> Action:
        table, bets = view.public, self.bets(view)
        ranks = ranking_of(self.rules, table.form.wild)
        strength = ranks.strength(best_three(ranks, self.hand(view, 0))[0])
        if strength < ranks.least(Category.PAIR):
            return Word.FOLD
        if isinstance(offered.see, int) and (bets or table.last_bet > self.rules.min_bet):
            return Word.SEE
        if bets >= _PATIENCE and offered.propose is None:
            return Word.PROPOSE
        if offered.low > offered.high or (bets >= _PATIENCE and strength < ranks.least(Category.FLUSH)):
            return Word.FOLD
        return Bet(offered.low if bets < 2 * _PATIENCE else offered.high)


class Away(Ready):
    """Stands in for an absent player, and risks none of their chips: it folds, and sits out if at least three others play."""

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        table, seat = view.public, view.seat
        assert seat is not None
        if must_discard(table, seat):
            return self.discard(view)
        others = self.game.seats - 1 - len(table.sitting_out)
        rather: list[Action] = [
            Bet(0),  # out of chips: the pot is covered for nothing
            Word.FOLD,
            Word.AGREE,
            Word.REFUSE,  # lends nothing; if only two players are left, both show
            *([Word.SHOW] if table.phase is Phase.LEND else []),
            # Two may sit out at the same time, and with fewer than two players the game ends
            *([Word.SIT_OUT] if others > 2 else []),
            Word.PLAY,
            Word.SIT_OUT,
            Keep(table.looked or 1),
        ]
        return next((action for action in rather if choices.why_not(action) is None), None) or next(iter(choices))


class Canny(Ready):
    """Tries its actions against random hands. Once two players are left, it solves the rest of the betting instead.

    The solution is hard to exploit (see `prial.games.brag.bots.duel`). With more players, the bot mostly takes the action that
    wins the most chips on average.

    Args:
        game: the game.
        worlds: number of random deals for one decision. A number above ``1800 // game.seats`` is lowered to it.
    """

    def __init__(self, game: BragGame, worlds: int = _WORLDS) -> None:
        super().__init__(game)
        self.worlds = min(worlds, 1800 // game.seats)
        deck(ranking_of(self.rules), self.rules.cards)  # now, and not while somebody waits for a decision

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        table, seat = view.public, view.seat
        assert seat is not None
        if (action := self.ready(view, choices)) is not None:
            return action
        match table.phase:
            case Phase.CHOOSE:
                return choices.sample(rng)
            case Phase.PICK | Phase.KEEP:
                return Keep(1)
            case Phase.LOOKED:
                place = Reading(self.rules, view).place_of(table.looked - 1)
                return Keep(table.looked if place is None or place > 0.5 else 3 - table.looked)
            case Phase.LEND | Phase.CONSENT:
                return self._asked(view, choices, rng)
        if must_discard(table, seat):
            return self.discard(view)
        offered = offer(self.rules, table, seat)
        if offered.covers == 0:
            return Bet(0)
        if offered.low > offered.high and isinstance(offered.see, Refusal) and (ask := self.asks(view, choices, offered)):
            return ask
        if len(table.betting) == 2:
            shares = meant(self.rules, view, self.shares(view, choices))
            return rng.choices(list(shares), list(shares.values()))[0]
        worths = meant(self.rules, view, self.worths(view, rng))
        daring: dict[Action, float] = {
            action: worth for action, worth in worths.items() if worth > 0 and not isinstance(action, Look)
        }
        # So that a blind bet tells the others little
        if Look() in worths and daring and rng.random() < _DARES:
            worths = daring
        pot, best = total(table.pots), max(worths.values())
        # An action that is worse by `_WHIM` of the pot is half as likely as the best
        weights = [2.0 ** max(-60.0, (worth - best) / (_WHIM * pot)) for worth in worths.values()]
        action = rng.choices(list(worths), weights)[0]
        quiet = table.last_bet <= self.rules.min_bet and not offered.blind and isinstance(action, Bet)
        # So that a small bet may mean a strong hand
        return Bet(offered.low) if quiet and rng.random() < _SLOW else action

    def shares(self, view: View[Table], choices: Choices[Action]) -> dict[Action, float]:
        """The probability with which the bot takes each action; the sum is 1.

        Args:
            view: the view of the seat whose turn it is to bet. Two players must be left.
            choices: what the seat may do.
        """
        assert view.seat is not None
        seen = supplied(self.rules, view)
        turn, place = turn_of(self.rules, seen), Reading(self.rules, view).place_of()
        offered = offer(self.rules, seen.public, view.seat)
        tired = self.bets(view) >= _PATIENCE and SEE in turn.moves  # so that no betting goes on for ever
        found: dict[Action, float] = {}
        for move, share in zip(turn.moves, turn.share(place).tolist(), strict=True):
            if share:
                action = paid(self.rules, view, self._made(offered, SEE if tired and isinstance(move, int) else move))
                found[action] = found.get(action, 0.0) + share
        return found

    def _made(self, offered: Offer, move: Move) -> Action:
        """Turn a move of the solved tree into an action that the table allows."""
        if move == LOOK:
            return Look()
        if isinstance(move, int) and offered.low <= offered.high:
            return Bet(max(offered.low, min(move, offered.high)))
        return Word.SEE if move != FOLD and isinstance(offered.see, int) else Word.FOLD

    def _asked(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        """Answer a player who asks for a loan or proposes a showdown."""
        reading = Reading(self.rules, view)
        worlds = Worlds(reading, _generator(rng), self.worlds)
        wins, tired = worlds.best(self._own(reading, rng)), self.bets(view) >= _PATIENCE
        if view.public.phase is Phase.LEND:
            return Word.LEND if wins > 0.6 and not tired else self.declines(choices)
        # With a very strong hand, the bot rather goes on betting, until it has made many bets
        return Word.AGREE if 1 / len(reading.seats) < wins and (wins < 0.8 or tired) else Word.REFUSE

    def _own(self, reading: Reading, rng: Random) -> Floats:
        """For each world, the share of all hands that are worse than the seat's hand in this world. Shape (worlds,)."""
        place = reading.place_of()
        return _unseen(reading, self.worlds, rng) if place is None else np.full(self.worlds, place)

    def worths(self, view: View[Table], rng: Random) -> dict[Action, float]:
        """For each reasonable action, the chips that it wins on average from now on.

        Args:
            view: the view of the seat whose turn it is. The seat must have no cards to discard.
            rng: generator for the others' hands.
        """
        seen, found = supplied(self.rules, view), dict[Action, float]()
        # If several moves become the same action or need the same purchase, the best of them counts
        for wanted, worth in self._solved(seen) if len(view.public.betting) == 2 else self._played_out(seen, rng):
            action = paid(self.rules, view, wanted)
            found[action] = max(worth, found.get(action, -math.inf))
        return found

    def _solved(self, view: View[Table]) -> Iterator[tuple[Action, float]]:
        """Each action that the solved tree considers, and the chips that it wins on average. Two players must be left."""
        assert view.seat is not None
        turn, place = turn_of(self.rules, view), Reading(self.rules, view).place_of()
        offered = offer(self.rules, view.public, view.seat)
        for move, worth in zip(turn.moves, turn.worth(place).tolist(), strict=True):
            yield self._made(offered, move), worth

    def _played_out(self, view: View[Table], rng: Random) -> Iterator[tuple[Action, float]]:
        """Each reasonable action, and the chips that it wins on average when the deal is played out against random hands."""
        assert view.seat is not None
        reading, offered = Reading(self.rules, view), offer(self.rules, view.public, view.seat)
        generator = _generator(rng)
        worlds = Worlds(reading, generator, self.worlds)
        plans, best = self._plans(view, offered), 0.0
        yield Word.FOLD, best
        if plans:
            means = worlds.play_out(list(plans.values()), self._own(reading, rng)).mean(axis=1)
            best = max(best, float(means.max()))
            yield from zip(plans, means.tolist(), strict=True)
        if offered.blind:
            yield Look(), self._looking(view, worlds)
        elif offered.propose is None and self.bets(view) >= _PATIENCE:
            yield Word.PROPOSE, best + 1

    def _plans(self, view: View[Table], offered: Offer) -> dict[Action, Plan]:
        """The actions that are worth trying, each with its `Plan`."""
        table, plans = view.public, dict[Action, Plan]()
        if offered.blind and len(table.betting) > 2 and runs_out(self.rules, table):
            few = self.bets(view) < _STAYS and offered.low <= offered.high
            return {Bet(offered.low): Plan(offered.low, blind=True)} if few else plans
        if isinstance(offered.see, int):
            plans[Word.SEE] = Plan(offered.see, offered.blind, sees=True)
        if self.bets(view) < _PATIENCE or not plans:
            plans.update({Bet(size): Plan(size, offered.blind) for size in sizes(offered, total(table.pots))})
        return plans

    def _looking(self, view: View[Table], worlds: Worlds) -> float:
        """The chips that the seat wins on average by looking and then taking the best action."""
        table, seat = view.public, view.seat
        assert seat is not None
        opened = tuple([is_open or each == seat for each, is_open in enumerate(table.open)])
        offered = offer(self.rules, replace(table, open=opened), seat)
        plans = self._plans(view, offered)
        if not plans:
            return 0.0
        each = self.worlds // STRATA
        own = np.repeat(_of_two((np.arange(STRATA) + 0.5) / STRATA, len(table.hands[seat])), each)
        own = np.concatenate([own, np.full(self.worlds - len(own), own[-1])])
        worth = worlds.play_out(list(plans.values()), own)[:, : each * STRATA]
        means = worth.reshape(len(plans), STRATA, each).mean(axis=2)
        return float(np.maximum(means.max(axis=0), 0).mean())


def _of_two(chances: Floats, hands: int) -> Floats:
    """Places of a blind player's hand among all hands, 0 to 1. ``chances`` are spread evenly over 0 to 1."""
    # Of two hands, the player keeps the first if its place is above 0.5, else the second
    return chances if hands == 1 else np.where(chances < 0.25, 2 * chances, (chances + 0.5) / 1.5)


def _unseen(reading: Reading, number: int, rng: Random) -> Floats:
    """Equally likely places of a blind player's hand among all hands. Shape (number,), in random order."""
    generator = _generator(rng)
    return _of_two((generator.permutation(number) + 0.5) / number, len(reading.table.hands[reading.me]))


def _generator(rng: Random) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(rng.getrandbits(64)))


def suggest(game: BragGame, view: View[Table], rng: Random) -> list[Advice]:
    """Suggest actions for the present decision, one for each style of play; equal suggestions are given once.

    Args:
        game: the game with the rules of the table.
        view: the player's view.
        rng: generator for the others' hands.
    """
    assert view.seat is not None
    canny, plain, choices = Canny(game), Plain(game), game.choices(view)
    weighs = view.public.phase is Phase.BET and not must_discard(view.public, view.seat)
    worths = canny.worths(view, rng) if weighs else {}
    best = max(worths, key=lambda action: worths[action]) if weighs else canny.choose(view, choices, rng)
    found = [
        Advice("canny", "Worth the most against what the others may hold", best),
        Advice("plain", "By rule of thumb: play a pair or better", plain.choose(view, choices, rng)),
    ]
    asked = best.chips if isinstance(best, Bet) else 0
    dearer = {action: worth for action, worth in worths.items() if isinstance(action, Bet) and action.chips > asked}
    if dearer:
        found.append(Advice("bold", "Bold: a bet that makes others think", max(dearer, key=lambda action: dearer[action])))
    return [advice for at, advice in enumerate(found) if advice.action not in [each.action for each in found[:at]]]
