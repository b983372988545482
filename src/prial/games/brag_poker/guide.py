"""What a board needs beside a player's cards, so that it can offer bets and name hands without knowing a rule."""

from typing import Any

import msgspec

from prial.cards import as_laid, best_first, names
from prial.core.game import State, View
from prial.errors import Refusal
from prial.games.brag_poker.actions import Word, write_action
from prial.games.brag_poker.game import BragPokerGame
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.state import Table


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """What a turn costs, in chips to pay."""

    call: int
    """To call, with what the player has; 0 where nothing is owed."""
    raises: int | None
    """To bet or raise; None where that isn't possible."""
    why_not: str | None
    """Why it isn't, in a sentence."""
    opens: bool
    """Whether nothing has been bet in this round, so that it is a bet and no raise."""
    blind: bool
    """Whether the player hasn't looked, and calls for half."""


class Named(msgspec.Struct, frozen=True):
    """A hand that its owner has looked at."""

    cards: str
    """As it is laid, two characters a card."""
    label: str
    """Its name."""


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may do, and what the player's hand is called."""

    actions: tuple[str, ...]
    """The words that may be sent."""
    stake: Stake | None = None
    """None where it isn't the player's turn to bet."""
    changes: int | None = None
    """How many cards may be changed at most; None where none are changed now."""
    unseen: bool = False
    """Whether they are changed unseen, by their number."""
    hand: Named | None = None
    """None for one not looked at."""


def guide(game: BragPokerGame, view: View[Table]) -> Guide | None:
    """What the view's seat may do, and what its cards are worth. None where it may do nothing.

    Args:
        game: the table.
        view: what the player sees.
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
    """The seat's hand and its name; None for one not looked at, or where it has none."""
    table, seat = view.public, view.seat
    assert seat is not None
    if not table.hands[seat] or not table.open[seat]:
        return None
    cards, ranks = best_first([view.piles[pile][0] for pile in table.hands[seat]]), ranking_of(game.rules)
    return Named(names(as_laid(cards)), ranks.label(ranks.strength(cards)))


def summary(_game: BragPokerGame, state: State[Table]) -> dict[str, Any]:
    """How the chips stand: stacks, what each has put in, what has been bought, and what stands in this round."""
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
