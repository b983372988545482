"""What a player may do, and the names of the player's hands, for a program that doesn't know the rules of Brag."""

from typing import Any

import msgspec

from prial.arguments import explained
from prial.cards import as_laid, best_first, names
from prial.core.game import BACK, Seat, State, View
from prial.errors import Refusal
from prial.games.brag.actions import Ask, Bet, Discard, Word, write_action
from prial.games.brag.game import BragGame
from prial.games.brag.hands import best_three, ranking_of, worth
from prial.games.brag.money import purchase
from prial.games.brag.offer import Offer
from prial.games.brag.state import Phase, Table


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """The bets that a player may make. All amounts are chips to pay."""

    least: int
    """The least bet."""
    most: int
    """The greatest bet."""
    blind: bool
    """Whether the player bets blind."""
    covers: int | None
    """The bet that covers the pot with the player's last chips; None if no bet covers the pot.

    If two players are left, this bet ends the betting. The bet is 0 for a player without chips.
    """
    asks: Seat | None
    """The seat that is asked to lend the chips that the player lacks for the bet; None if nobody is asked."""
    borrows_above: int | None
    """The greatest bet that the player can pay without a loan. It is None if no bet needs a loan.

    For a greater bet, the player borrows the missing chips without asking anybody.
    """


class Purchase(msgspec.Struct, frozen=True):
    """The numbers of chips that a player may bring, or may buy in one purchase."""

    least: int
    """The least number of chips."""
    most: int
    """The greatest number of chips."""
    usual: int
    """The number of chips to suggest to the player."""


class Loan(msgspec.Struct, frozen=True):
    """A loan that the player may ask another player for."""

    action: str
    """Text of the action, for example ``ask 3 to see``."""
    seat: Seat
    """The seat that is asked."""
    chips: int
    """Number of chips that the player lacks and asks for."""
    see: bool
    """Whether the chips are for seeing the hand of the only opponent left. If not, the chips are for a bet."""
    showing: bool
    """Whether the asking player shows the cards to the player who is asked."""


class Away(msgspec.Struct, frozen=True):
    """One possible discard."""

    action: str
    """Text of the action, for example ``discard 2c``."""
    cards: str
    """The cards that are discarded, two characters each."""
    label: str
    """The name of the three cards that are left."""


class Named(msgspec.Struct, frozen=True):
    """A hand that its owner has looked at."""

    cards: str
    """The cards, best first, two characters each."""
    best: str
    """The best three of the cards, two characters each."""
    label: str
    """The name of the best three."""


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may do, and the names of the player's hands."""

    actions: tuple[str, ...]
    """Texts of the actions that may be sent, apart from bets and discards.

    Texts that bring or buy chips, or choose a game, are only examples. Other numbers of chips and other games may be sent, too.
    """
    bet: Stake | None = None
    """The bets that are possible; None where no bet is possible."""
    why_not_bet: str | None = None
    """The reason why no bet is possible, as a sentence; None if a bet is possible or it isn't the player's turn to bet."""
    see: int | None = None
    """Chips that the player pays to see the hand of the only opponent left; None if seeing isn't possible."""
    why_not_see: str | None = None
    """The reason why the player can't see, as a sentence; None if the player can see or it isn't the player's turn to bet."""
    buy: Purchase | None = None
    """The numbers of chips that the player may buy, as in ``rebuy 30``.

    None in two cases: players can only buy a whole purse, or the player can't buy chips now.
    """
    bring: Purchase | None = None
    """The allowed numbers of chips to put on the table before the first deal, as in ``bring 80``; None at other times."""
    loans: tuple[Loan, ...] = ()
    """The loans that the player may ask other players for."""
    discards: tuple[Away, ...]
    """The possible discards, first the one that leaves the best hand; empty if there is nothing to discard."""
    hands: tuple[Named | None, ...]
    """The player's hands; a hand kept from the last deal comes first. A hand that the player hasn't looked at is None."""


@explained
def guide(game: BragGame, view: View[Table]) -> Guide | None:
    """What a seat may do, and the names of its hands; None if the seat may do nothing.

    Args:
        game: the game with the rules of the table.
        view: what the seat sees.
    """
    deciding = game.choices(view)
    if not deciding.count():
        return None
    actions, hands = tuple(map(write_action, deciding.words)), _hands(game, view)
    discards = _discards(game, view, deciding.discards)
    buy = _sold(game, purchase(game.rules, view.public, deciding.seat) if Word.REBUY in deciding.words else None)
    offered = deciding.offer
    if offered is None:
        bring = _sold(game, game.rules.purses.brought if view.public.phase is Phase.BRING else None)
        return Guide(actions=actions, buy=buy, bring=bring, discards=discards, hands=hands)
    bets = offered.low <= offered.high
    sees = not isinstance(offered.see, Refusal)
    return Guide(
        actions=actions,
        bet=_stake(offered, view.public.chips[deciding.seat]) if bets else None,
        why_not_bet=None if bets else str(deciding.why_not(Bet(offered.least))),
        see=offered.see if not isinstance(offered.see, Refusal) else None,
        why_not_see=None if sees else str(offered.see),
        buy=buy,
        loans=tuple([_loan(offered, action) for action in deciding.words if isinstance(action, Ask)]),
        discards=discards,
        hands=hands,
    )


def _sold(game: BragGame, chips: range | None) -> Purchase | None:
    """A `Purchase` for the numbers of chips in a range; None if the range is None or empty."""
    return Purchase(chips[0], chips[-1], game.rules.purses.suggested(chips)) if chips else None


def _loan(offered: Offer, action: Ask) -> Loan:
    """The `Loan` for an action that asks for a loan."""
    chips = offered.lacks_to_see if action.see else offered.lacks
    return Loan(write_action(action), action.seat, chips, action.see, action.showing)


def _stake(offered: Offer, chips: int) -> Stake:
    """The `Stake` for the bets that are offered to a seat with ``chips`` chips."""
    return Stake(
        least=offered.low,
        most=offered.high,
        blind=offered.blind,
        covers=offered.covers,
        asks=offered.asks,
        borrows_above=chips if offered.credit and offered.high > chips else None,
    )


def _hands(game: BragGame, view: View[Table]) -> tuple[Named | None, ...]:
    """The hands of the view's seat; None for a hand with a card that the seat can't see."""
    assert view.seat is not None
    ranks = ranking_of(game.rules, view.public.form.wild)
    found: list[Named | None] = []
    for hand in view.public.hands[view.seat]:
        cards = best_first([view.piles[pile][0] for pile in hand])
        if BACK in cards:
            found.append(None)
            continue
        three = best_three(ranks, cards)[0]
        found.append(Named(names(cards), names(as_laid(three)), ranks.label(ranks.strength(three))))
    return tuple(found)


def _discards(game: BragGame, view: View[Table], actions: tuple[Discard, ...]) -> tuple[Away, ...]:
    """The possible discards, first the one that leaves the best hand."""
    assert view.seat is not None
    if not actions:
        return ()
    ranks = ranking_of(game.rules, view.public.form.wild)
    hand = [view.piles[pile][0] for pile in view.public.hands[view.seat][0]]
    ways = [(action, best_first([card for card in hand if card not in action.cards])) for action in actions]
    ways.sort(key=lambda way: worth(ranks, way[1], way[0].cards), reverse=True)
    return tuple([Away(write_action(action), names(action.cards), ranks.label(ranks.strength(three))) for action, three in ways])


def summary(_game: BragGame, state: State[Table]) -> dict[str, Any]:
    """The public state of the betting as a dictionary.

    ``chips``, ``debts`` and ``bought`` have a number for each seat. The other keys are ``pots`` (the oldest first), ``last_bet``,
    ``phase`` and ``turn``.
    """
    table = state.public
    return {
        "chips": table.chips,
        "pots": [{"chips": pot.chips, "coverer": pot.coverer} for pot in table.pots],
        "debts": table.debts,
        "bought": table.bought,
        "last_bet": table.last_bet,
        "phase": table.phase.value,
        "turn": table.turn,
    }
