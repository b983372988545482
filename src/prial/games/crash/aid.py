"""What a board needs beside a player's cards, so that it can name and check hands without knowing a rule of Crash."""

from itertools import combinations
from typing import Any

from prial.cards import name, rank
from prial.core.game import View
from prial.games.crash.choices import Arranging
from prial.games.crash.game import CrashGame
from prial.games.crash.rules import FourBonus, Order
from prial.games.crash.state import Phase, Table, Word


def aid(game: CrashGame, view: View[Table]) -> dict[str, Any] | None:
    """Every hand that can be made of the view's cards, with its strength and name. None where nothing is arranged.

    Args:
        game: the table.
        view: what the player sees.
    Returns:
        Plain data; the page on the protocol says what each field means.
    """
    choices = game.choices(view)
    if view.public.phase is not Phase.ARRANGE or not isinstance(choices, Arranging):
        return None
    scorer, ranking, cards = game.scorer, game.scorer.ranking, choices.hand
    strengths = [ranking.three(a, b, c) for a, b, c in combinations(cards, 3)]
    quads = [cards[at : at + 4] for at in range(len(cards) - 3) if rank(cards[at]) == rank(cards[at + 3])]
    fours = [(quad, ranking.strength(quad)) for quad in quads if scorer.fours_allowed]
    numbers = {strength: at for at, strength in enumerate(sorted({*strengths, *(strength for _, strength in fours)}))}
    return {
        "cards": [name(card) for card in cards],
        "size": 3,
        "places": game.rules.places,
        "strengths": strengths,
        "labels": [numbers[strength] for strength in strengths],
        "words": [ranking.label(strength) for strength in numbers],
        "fours": [{"cards": [*map(name, quad)], "strength": strength, "label": numbers[strength]} for quad, strength in fours],
        "least": scorer.least,
        "least_laid": scorer.least_laid,
        "sorted": game.rules.order is Order.SORTED,
        "knock": [[*map(name, quad)] for quad in quads] if game.rules.four_bonus is FourBonus.KNOCK else [],
        "declare": [word.value for word in (Word.SIX_PAIRS, Word.THIRTEEN_STRAIGHT) if choices.why_not(word) is None],
    }
