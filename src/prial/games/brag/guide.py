"""What a board needs beside a player's cards, so that it can offer bets and name hands without knowing a rule of Brag."""

from typing import Any

import msgspec

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
    """What may be bet, all in chips to pay."""

    least: int
    most: int
    blind: bool
    covers: int | None
    """The bet of the last chips that covers the pot (with two left it ends the betting); 0 pays nothing, None where none does."""
    asks: Seat | None
    """Who is asked to lend what is missing, if that is bet; None for nobody."""
    borrows_above: int | None
    """What is bet above this is lent without anybody being asked; None where nothing is."""


class Purchase(msgspec.Struct, frozen=True):
    """How many chips may be brought, or bought at a time."""

    least: int
    most: int
    usual: int
    """What is suggested."""


class Loan(msgspec.Struct, frozen=True):
    """What another player is asked for."""

    action: str
    seat: Seat
    """Who is asked."""
    chips: int
    """How many are missing."""
    see: bool
    """Whether they are missing to see, and not for a bet."""
    showing: bool
    """Whether that player is shown the cards."""


class Away(msgspec.Struct, frozen=True):
    """A way to discard."""

    action: str
    cards: str
    label: str
    """The name of what is left."""


class Named(msgspec.Struct, frozen=True):
    """A hand that its owner has looked at."""

    cards: str
    """Best first, two characters each."""
    best: str
    """The three that play."""
    label: str
    """Their name."""


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may do, and what the player's hands are called."""

    actions: tuple[str, ...]
    """The texts that may be sent, but for bets and discards."""
    bet: Stake | None = None
    """None where no bet is possible."""
    why_not_bet: str | None = None
    """Why none is, in a sentence."""
    see: int | None = None
    """The price of seeing the other."""
    why_not_see: str | None = None
    """Why that isn't possible, in a sentence."""
    buy: Purchase | None = None
    """Chips that may be bought, in any number (rebuy 30); None where that isn't possible, though a purse may be."""
    bring: Purchase | None = None
    """Chips that may be put on the table (bring 80), before the first deal."""
    loans: tuple[Loan, ...] = ()
    """Whom one may ask for chips."""
    discards: tuple[Away, ...]
    """The best first."""
    hands: tuple[Named | None, ...]
    """Each hand before the player; None for one not looked at."""


def guide(game: BragGame, view: View[Table]) -> Guide | None:
    """What the view's seat may do, and what its cards are worth. None where it may do nothing.

    Args:
        game: the table.
        view: what the player sees.
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
    """So many chips as are brought or bought."""
    return Purchase(chips[0], chips[-1], game.rules.purses.suggested(chips)) if chips else None


def _loan(offered: Offer, action: Ask) -> Loan:
    """What somebody is asked for."""
    chips = offered.lacks_to_see if action.see else offered.lacks
    return Loan(write_action(action), action.seat, chips, action.see, action.showing)


def _stake(offered: Offer, chips: int) -> Stake:
    """What may be bet by a seat with so many chips."""
    return Stake(
        least=offered.low,
        most=offered.high,
        blind=offered.blind,
        covers=offered.covers,
        asks=offered.asks,
        borrows_above=chips if offered.credit and offered.high > chips else None,
    )


def _hands(game: BragGame, view: View[Table]) -> tuple[Named | None, ...]:
    """Each hand before the seat: its cards and the name of its best three; None for one not looked at."""
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
    """Each way to discard with what is left, the best first."""
    assert view.seat is not None
    if not actions:
        return ()
    ranks = ranking_of(game.rules, view.public.form.wild)
    hand = [view.piles[pile][0] for pile in view.public.hands[view.seat][0]]
    ways = [(action, best_first([card for card in hand if card not in action.cards])) for action in actions]
    ways.sort(key=lambda way: worth(ranks, way[1], way[0].cards), reverse=True)
    return tuple([Away(write_action(action), names(action.cards), ranks.label(ranks.strength(three))) for action, three in ways])


def summary(_game: BragGame, state: State[Table]) -> dict[str, Any]:
    """How the chips stand: stacks, pots (the oldest first, with who covers each), debts and what has been bought."""
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
