"""What a board needs beside a player's cards, so that it can offer bets and name hands without knowing a rule of Brag."""

from typing import Any

from prial.cards import best_first, names
from prial.core.game import BACK, State, View
from prial.errors import Refusal
from prial.games.brag.actions import Bet, Discard, write_action
from prial.games.brag.game import BragGame
from prial.games.brag.hands import best_three, in_words_order, ranking_of, worth
from prial.games.brag.state import Table


def aid(game: BragGame, view: View[Table]) -> dict[str, Any] | None:
    """What the view's seat may do, and what its cards are worth. None where it may do nothing.

    Args:
        game: the table.
        view: what the player sees.
    Returns:
        Plain data; the page on the protocol says what each field means.
    """
    deciding = game.choices(view)
    if not deciding.count():
        return None
    offered = deciding.offer
    told: dict[str, Any] = {
        "actions": [*map(write_action, deciding.words)],
        "bet": None,
        "see": None,
        "why_not_see": None,
        "why_not_bet": None,
        "discards": _discards(game, view, deciding.discards),
        "hands": _hands(game, view),
    }
    if offered is not None:
        chips = view.public.chips[deciding.seat]
        if offered.low <= offered.high:
            told["bet"] = {
                "least": offered.low,
                "most": offered.high,
                "blind": offered.blind,
                "covers": offered.covers,
                "asks": offered.asks,
                "borrows_above": chips if offered.credit and offered.high > chips else None,
            }
        else:
            told["why_not_bet"] = str(deciding.why_not(Bet(offered.least)))
        if isinstance(offered.see, Refusal):
            told["why_not_see"] = str(offered.see)
        else:
            told["see"] = offered.see
    return told


def _hands(game: BragGame, view: View[Table]) -> list[dict[str, Any] | None]:
    """Each hand before the seat: its cards and the name of its best three; None for one not looked at."""
    assert view.seat is not None
    ranks = ranking_of(game.rules, view.public.form.wild)
    found: list[dict[str, Any] | None] = []
    for hand in view.public.hands[view.seat]:
        cards = best_first([view.piles[pile][0] for pile in hand])
        if BACK in cards:
            found.append(None)
            continue
        three = best_three(ranks, cards)[0]
        found.append({"cards": names(cards), "best": names(in_words_order(three)), "label": ranks.label(ranks.strength(three))})
    return found


def _discards(game: BragGame, view: View[Table], actions: tuple[Discard, ...]) -> list[dict[str, Any]]:
    """Each way to discard with what is left, the best first."""
    assert view.seat is not None
    if not actions:
        return []
    ranks = ranking_of(game.rules, view.public.form.wild)
    hand = [view.piles[pile][0] for pile in view.public.hands[view.seat][0]]
    ways = [(action, best_first([card for card in hand if card not in action.cards])) for action in actions]
    ways.sort(key=lambda way: worth(ranks, way[1], way[0].cards), reverse=True)
    return [
        {"action": write_action(action), "cards": names(action.cards), "label": ranks.label(ranks.strength(three))}
        for action, three in ways
    ]


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
