"""How the golden games of Crash are played."""

from itertools import combinations
from random import Random
from typing import Any, Final

from prial.cards import Card
from prial.core.game import Choices, View
from prial.games.crash import CrashGame, Lay, Phase, Table, Word
from prial.games.crash.settings import FourBonus, Order
from prial.games.crash.settle import fours
from prial.ranks.brag import Category

GAMES: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "online": (33, {"players": 2}),
    "denexa": (25, {"players": 3}),
    "gamerules": (10, {"players": 3}),
    "wikipedia": (49, {"players": 4}),
    "bouncer": (40, {"players": 3}),
    "pub": (8, {"players": 3}),
    "nine": (58, {"players": 5}),
    "nine_pot": (56, {"players": 3, "length": 6}),
    "seven": (1, {"players": 5, "length": 4}),
    "six": (1, {"players": 4, "length": 6}),
}
"""Seed and further options of each preset's golden game."""


def play(game: CrashGame, seen: View[Table], choices: Choices[Any], rng: Random) -> Any:
    """Lay the best hand, then the best of the rest; swap a poor hand, call with good ones, foul now and then."""
    assert seen.seat is not None
    ranking, table = game.scorer.ranking, seen.public
    pair, flush = ranking.least(Category.PAIR), ranking.least(Category.FLUSH)
    sizes = (4, 3) if game.scorer.fours_allowed else (3,)
    left: set[Card] = set(seen.piles[table.hands[seen.seat]])
    if table.phase is Phase.CALL:
        laid = [ranking.strength(seen.piles[pile]) for pile in table.laid[seen.seat]]
        return Word.CALL if len(laid) == game.rules.places and min(laid) >= flush - 50 else Word.PASS
    found = [hand for size in sizes for hand in combinations(sorted(left, reverse=True), size)]
    found.sort(key=lambda hand: (ranking.strength(hand), hand), reverse=True)
    hands: list[tuple[Card, ...]] = []
    for hand in found:
        if len(hands) < game.rules.places and left.issuperset(hand) and ranking.strength(hand) >= game.scorer.least_laid:
            hands.append(hand)
            left.difference_update(hand)
    if table.phase is Phase.SWAP:
        taken = next(word for word in choices if word is not Word.KEEP)
        return taken if sum(ranking.strength(hand) >= pair for hand in hands) < game.rules.places else Word.KEEP
    for word in (Word.THIRTEEN_STRAIGHT, Word.SIX_PAIRS):
        if choices.why_not(word) is None:
            return word
    if game.rules.order is Order.AS_LAID and rng.random() < 0.03:
        hands.reverse()
    return Lay(tuple(hands), knock=game.rules.four_bonus is FourBonus.KNOCK and bool(fours(tuple(hands))))
