"""The guide to a player's turn: the possible actions, their prices, and the name of the player's hand.

A program that shows this guide needs no rules of Brag Poker.
"""

from typing import Any

import msgspec

from prial.cards import as_laid, best_first, names
from prial.core.game import BACK, State, View
from prial.errors import Refusal
from prial.games.brag_poker.actions import Word, write_action
from prial.games.brag_poker.game import BragPokerGame
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.state import Table


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """The prices at the player's turn to bet. All amounts are chips to pay."""

    call: int
    """Chips that the player pays to call: the full price, or all that the player has. It is 0 if the player owes nothing."""
    raises: int | None
    """The price of a bet or raise; None where neither is possible."""
    why_not: str | None
    """Why the player can't bet or raise, in a sentence; None if the player can."""
    opens: bool
    """Whether nobody has bet in this round. The action ``raise`` is then a bet."""
    blind: bool
    """Whether the player hasn't looked, and so calls at half price."""


class Named(msgspec.Struct, frozen=True):
    """A hand that its owner has looked at."""

    cards: str
    """The cards in the order in which players lay out a hand, two characters each."""
    label: str
    """The name of the hand."""


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """A player's possible actions, their prices, and the name of the player's hand."""

    actions: tuple[str, ...]
    """Texts of all actions that may be sent, apart from changes of cards."""
    stake: Stake | None = None
    """The prices at the player's turn to bet; None at other times."""
    changes: int | None = None
    """The greatest number of cards that may be changed; None where it isn't the player's turn to change."""
    unseen: bool = False
    """Whether the player changes cards without looking at them. The player then says how many cards to change."""
    hand: Named | None = None
    """The player's hand; None if there is none, or if the player hasn't looked at it."""


def guide(game: BragPokerGame, view: View[Table]) -> Guide | None:
    """Make the guide for one seat: its possible actions, and the name of its hand. It is None for a seat that may do nothing.

    Args:
        game: the game with the rules of the table.
        view: what the seat sees.
    """
    deciding = game.choices(view)
    if not deciding.count():
        return None
    counts = [len(change.cards) or change.unseen for change in deciding.changes]
    return Guide(
        actions=tuple(map(write_action, deciding.words)),
        stake=_stake(game, view),
        changes=max(counts) if counts else None,
        unseen=any(change.unseen for change in deciding.changes),
        hand=_hand(game, view),
    )


def _stake(game: BragPokerGame, view: View[Table]) -> Stake | None:
    """The prices at the seat's turn to bet; None at other times."""
    deciding = game.choices(view)
    if (offered := deciding.terms) is None:
        return None
    refused: Refusal | None = deciding.why_not(Word.RAISE)
    return Stake(
        call=offered.call_pays,
        raises=offered.raise_pays if refused is None else None,
        why_not=None if refused is None else str(refused),
        opens=not view.public.betting.opened,
        blind=not deciding.open,
    )


def _hand(game: BragPokerGame, view: View[Table]) -> Named | None:
    """The seat's hand and its name; None if the seat has no hand, or hasn't seen all its cards."""
    table, seat = view.public, view.seat
    assert seat is not None
    if not table.hands[seat] or not table.open[seat]:
        return None
    cards, ranks = best_first([view.piles[pile][0] for pile in table.hands[seat]]), ranking_of(game.rules)
    if BACK in cards:
        return None
    return Named(names(as_laid(cards)), ranks.label(ranks.strength(cards)))


def summary(_game: BragPokerGame, state: State[Table]) -> dict[str, Any]:
    """Sum up the betting as a dictionary: chips, chips put in, chips bought, the amount to match, round, phase and turn."""
    table = state.public
    return {
        "chips": table.chips,
        "put_in": table.put_in,
        "bought": table.bought,
        "stands": table.betting.to_match,
        "round": table.round,
        "phase": table.phase.value,
        "turn": table.turn,
    }
