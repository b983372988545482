"""The bots of Xập xám.

`Greedy` first sets the strongest possible lower hand, as most beginners do. `Sharp` takes the action with the greatest expected
number of units.
"""

from collections.abc import Sequence
from functools import cached_property
from random import Random

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prial.arrange import fives
from prial.arrange.search import Split
from prial.arrange.worth import Worth
from prial.bots.bot import Advice
from prial.cards import Card
from prial.core.game import Choices, View
from prial.errors import add_sentences
from prial.games.xap_xam.bots import fields
from prial.games.xap_xam.bots.field import Field, Level
from prial.games.xap_xam.game import XapXamGame
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.rules import Compare, DealerTies, StrongFive, Unit, XapXamRules
from prial.games.xap_xam.settle import Scorer
from prial.games.xap_xam.state import Lay, Table

add_sentences(
    "en",
    {
        "xap_xam.bot.greedy": "Sets the strongest lower hand, then the strongest middle one, and declares what wins at once.",
        "xap_xam.bot.sharp": "Knows what each setting is worth under these rules, as the dealer or against the dealer.",
    },
)


class Outlook:
    """The units that a player can expect against one opponent.

    The units are known for each setting and for each instant win. A setting is a way to set thirteen cards as a lower, a middle
    and an upper hand.

    Args:
        scorer: the scorer of the table.
        field: the probabilities of the opponent's hands.
        level: who wins a row if both hands are equally strong, and who wins if both players declare the same instant win.
    """

    def __init__(self, scorer: Scorer, field: Field, level: Level) -> None:
        self.scorer, self.level = scorer, level
        self._field = field
        self._order = list(scorer.rules.instants)
        self._declared = field.declared(self._order)
        self._plays = 1 - sum(self._declared.values())
        """The probability that the opponent declares nothing."""
        self._loses = sum(chance * scorer.rules.instants[what] for what, chance in self._declared.items())
        """Expected units that the player loses to the opponent's instant wins, if the player declares nothing."""

    @cached_property
    def worth(self) -> Worth:
        """The expected units of each way to lay a lower, a middle and an upper hand, if the opponent declares nothing."""
        return self._field.worth(self.scorer, self.level)

    @cached_property
    def wins(self) -> NDArray[np.float64]:
        """``wins[row, strength]``: the probability that a hand of this strength wins this row.

        If the two hands in a row are equally strong and nobody wins the row, the row counts as half a win.
        """
        return self._field.wins(self.scorer, self.level)

    def playing(self, strengths: Sequence[ArrayLike]) -> NDArray[np.float64]:
        """Expected units of a player who declares nothing. The opponent may declare an instant win.

        Args:
            strengths: strengths of the lower, the middle and the upper hand. Give three numbers for one setting, or three
                arrays of one shape for many settings.
        """
        return self.worth.units(*strengths) * self._plays - self._loses

    @cached_property
    def mis_set(self) -> float:
        """Expected units of a player who has mis-set: the three hands lie in a wrong order."""
        rules = self.scorer.rules
        royalties = float((self._field.chances(self.scorer) * np.array(self.scorer.royalties)).sum())
        lost = 1.0 if rules.unit is Unit.OVERALL else 3 + rules.sweep + royalties
        return -lost * self._plays - self._loses

    def declaring(self, what: Instant) -> float:
        """Expected units of a player who declares the instant win ``what``."""
        units, own = self.scorer.rules.instants, self._order.index(what)
        same = {Level.WON: units[what], Level.LOST: -units[what], Level.NOBODY: 0}[self.level]
        expected = float(units[what])
        for other, chance in self._declared.items():
            place = self._order.index(other)
            met = units[what] if own < place else -units[other] if place < own else same
            expected += chance * (met - units[what])
        return expected

    def best(self, hand: tuple[Card, ...]) -> Split:
        """Find the best way to set thirteen cards as three hands, if the player declares nothing."""
        return fives.best(hand, self.scorer.ranking, self.worth, level=self.scorer.level)

    def declares(self, hand: tuple[Card, ...], best: Split) -> Lay | None:
        """Find the instant win that is worth declaring, and make the action that declares it.

        Args:
            hand: the thirteen cards.
            best: the best setting of these cards. The action lays this setting, unless the three hands must show the instant win.
        Returns:
            The action. None if the cards hold no instant win, or if no declaration has more expected units than the best setting.
        """
        held = self.scorer.held(hand)
        what = max(held, key=self.declaring, default=None)
        if what is None or self.declaring(what) <= float(self.playing(best.strengths)):
            return None
        return Lay(held[what] if what.laid else best.hands, what)

    def answer(self, hand: tuple[Card, ...]) -> Lay:
        """Choose the action with the greatest expected number of units for a player with the given thirteen cards."""
        split = self.best(hand)
        return self.declares(hand, split) or Lay(split.hands)


def field_of(rules: XapXamRules, *, dealer: bool) -> str:
    """Choose the field for a player's opponents. A field contains the probabilities of the hands that opponents lay.

    Args:
        rules: the house rules.
        dealer: whether the player deals.
    Returns:
        The name of the field, one of `prial.games.xap_xam.bots.field.FIELDS`.
    """
    if rules.unit is Unit.OVERALL:
        return "player" if dealer or rules.compare is Compare.EVERYONE else "dealer"
    return "royalties" if rules.strong_five is StrongFive.ROYALTIES else "by_hand"


def level_of(rules: XapXamRules, *, dealer: bool) -> Level:
    """The winner under these rules if a player and an opponent are level.

    Args:
        rules: the house rules.
        dealer: whether the player deals.
    """
    if rules.compare is Compare.EVERYONE or rules.dealer_ties is DealerTies.NO_ONE:
        return Level.NOBODY
    return Level.WON if dealer else Level.LOST


class Greedy:
    """A bot that first sets the strongest possible lower hand, then the strongest middle hand that the remaining cards make.

    If its cards hold instant wins, it declares the best one.
    """

    def __init__(self, game: XapXamGame) -> None:
        self.scorer = game.scorer

    def choose(self, view: View[Table], choices: Choices[Lay], rng: Random) -> Lay:
        hand = hand_of(view)
        hands = fives.greedy(hand, self.scorer.ranking, level=self.scorer.level).hands
        for what, shown in self.scorer.held(hand).items():
            return Lay(shown if what.laid else hands, what)
        return Lay(hands)


class Sharp:
    """A bot that takes the action with the greatest expected number of units against opponents of one kind.

    The bot knows a field: the probabilities of the hands that these opponents lay. For opponents who play as this bot does,
    copies of the field were recorded at several moments while the field was learnt. In each deal the bot picks one copy at
    random, and plays the best answer to this copy. Over many deals, the bot then lays each hand as often as the field says. So
    a player who knows the bot can hardly gain anything.

    Args:
        game: the game.
        opponents: name of the kind of opponents, one of `prial.games.xap_xam.bots.field.FIELDS`. With None, the opponents play as
            this bot does, under the rules of the table.
    """

    def __init__(self, game: XapXamGame, opponents: str | None = None) -> None:
        self.game, self._opponents = game, opponents
        self._outlooks: dict[bool, Outlook] = {}
        self._drawn: dict[bool, tuple[Outlook, ...]] = {}

    def outlook(self, *, dealer: bool) -> Outlook:
        """The units that a player can expect from each action against the average opponent.

        Args:
            dealer: whether this player deals.
        """
        if dealer not in self._outlooks:
            self._outlooks[dealer] = self._outlook(self._field(dealer=dealer), dealer=dealer)
        return self._outlooks[dealer]

    def drawn(self, *, dealer: bool) -> tuple[Outlook, ...]:
        """Several estimates of the units that each action is worth. In each deal the bot picks one of the estimates at random.

        Against opponents of the kind ``greedy`` there is only one estimate.

        Args:
            dealer: whether the bot deals.
        """
        if dealer not in self._drawn:
            field = self._field(dealer=dealer)
            moments = [self._outlook(field.at(number), dealer=dealer) for number in range(len(field.swayed))]
            self._drawn[dealer] = (*moments,) if moments else (self.outlook(dealer=dealer),)
        return self._drawn[dealer]

    def _field(self, *, dealer: bool) -> Field:
        return fields.load(self._opponents or field_of(self.game.rules, dealer=dealer))

    def _outlook(self, field: Field, *, dealer: bool) -> Outlook:
        return Outlook(self.game.scorer, field, level_of(self.game.rules, dealer=dealer))

    def best(self, hand: tuple[Card, ...], *, dealer: bool) -> Lay:
        """Choose the action with the greatest expected number of units against the average opponent.

        Args:
            hand: the player's thirteen cards.
            dealer: whether the player deals.
        """
        return self.outlook(dealer=dealer).answer(hand)

    def choose(self, view: View[Table], choices: Choices[Lay], rng: Random) -> Lay:
        return rng.choice(self.drawn(dealer=view.seat == view.public.dealer)).answer(hand_of(view))


def hand_of(view: View[Table]) -> tuple[Card, ...]:
    """The thirteen cards of the player who sees ``view``."""
    assert view.seat is not None
    return view.piles[view.public.hands[view.seat]]


def suggest(game: XapXamGame, view: View[Table], rng: Random) -> list[Advice]:
    """Suggest up to three actions: the best action, the best action without a declaration, and the action that `Greedy` takes.

    The best action has the greatest expected number of units against the average opponent; the bot `Sharp` may take another
    action that is worth nearly the same. If two of the three actions are equal or declare the same instant win, only the first is
    listed.

    Args:
        game: the game.
        view: what the player sees.
        rng: not used.
    """
    hand, outlook = hand_of(view), Sharp(game).outlook(dealer=view.seat == view.public.dealer)
    found = [
        Advice("sharp", "Worth most units", outlook.answer(hand)),
        Advice("setting", "The best without declaring", Lay(outlook.best(hand).hands)),
        Advice("greedy", "Strongest lower hand first", Greedy(game).choose(view, game.choices(view), rng)),
    ]
    answers = [advice.action.declared or advice.action for advice in found]  # answers with the same instant win count as equal
    return [advice for at, advice in enumerate(found) if answers[at] not in answers[:at]]
