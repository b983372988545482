"""Draws states that agree with what one player sees, for programs that search or count.

In a game with hidden cards, a search such as ISMCTS begins from states in which all cards are known (determinizations)::

    for state in worlds(game, view, 100):
        ...  # prial.core.game.view(state, view.seat) == view

All states that agree with the view are equally likely. The actions of the other players aren't considered: a player who raised
has good hands as often as a player who didn't. `prial.study.rollouts.Model.worlds` considers these actions.
"""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from prial.arguments import explained, unfit
from prial.cards import PACK, Card, best_first
from prial.core.game import BACK, Game, State, View
from prial.core.game import view as view_of
from prial.core.given import check_view
from prial.core.kind import WorldMaker
from prial.core.registry import exists, find
from prial.errors import RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "worlds.few": "This view is impossible: it hides more cards than the pack has left.",
        "worlds.none": "No state that fits this view was found in {tries} tries.",
        "worlds.view": "{game} has made a state that doesn't fit the view.",
    },
)

Numbers: TypeAlias = Collection[int]
"""Numbers of piles. A pile is a group of cards that lie together, such as a hand."""
_TRIES: Final = 20_000
"""Greatest number of tries to find a state that agrees with the view."""


@explained
def worlds(game: Game[Any, Any], view: View[Any], number: int, seed: int | str = 1) -> list[State[Any]]:
    """Draw states that agree with what a player sees.

    All possible states are equally likely. If few states are possible, the probabilities may differ a little in some games.
    Earlier bets, exchanges and arrangements don't change the probabilities.

    The player's view of each state is exactly ``view``. A card that a player took openly is in that player's hand. Some games
    ignore what the result of a deal tells about hidden cards.

    Cards in the pack stay unknown (`prial.core.game.BACK`). They are dealt at random when the game goes on. Secret actions of
    other players are left out.

    Args:
        game: the game.
        view: the view of a player or a spectator. Nothing else is used.
        number: number of states, at least 1. The same state may be drawn more than once.
        seed: seed of the random numbers.
    Returns:
        The states.
    Raises:
        RulesError: if ``view`` isn't a view of ``game``, ``number`` is below 1, or no fitting state was found.
    """
    if number < 1:
        raise unfit(f"At least 1 world is drawn, not {number}")
    check_view(game, view)
    make: WorldMaker = (find(game.name).part("worlds") if exists(game.name) else None) or dealt
    rng = Random(str(seed))
    return [_fitting(make, game, view, rng) for _ in range(number)]


def _fitting(make: WorldMaker, game: Game[Any, Any], view: View[Any], rng: Random) -> State[Any]:
    """Call ``make`` until it returns a state, not None. Then check that the player's view of this state is ``view``."""
    for _ in range(_TRIES):
        if (state := make(game, view, rng)) is not None:
            if view_of(state, view.seat) != view:
                raise RulesError(refuse("worlds.view", game=game.name))
            return state
    raise RulesError(refuse("worlds.none", tries=_TRIES))


def dealt(
    game: Game[Any, Any],
    view: View[Any],
    rng: Random,
    *,
    undrawn: Numbers = (),
    known: Mapping[int, Sequence[Card]] | None = None,
    parts: Mapping[int, Sequence[int]] | None = None,
) -> State[Any]:
    """Place all cards that a player can't see, at random.

    All ways to place the cards are equally likely. Each pile (such as a hand) must have got all its cards at the same time. A
    card may be in two piles only if one is a part of the other (``parts``). Games with other piles have a function of their own
    (`prial.core.kind.Kind.worlds`).

    Args:
        game: the game. Its cards are ``game.pack``, or all 52 if it has no pack.
        view: the player's view.
        rng: the random generator.
        undrawn: indices of the piles whose cards are still in the pack.
        known: maps the index of a hidden pile to its known cards.
        parts: maps the index of a divided pile to the indices of its parts, such as a player's hands.
    Raises:
        RulesError: if more cards are hidden than the pack has left.
    """
    parts = parts or {}
    told = {**(known or {}), **{pile: cards for pile, cards in enumerate(view.piles) if BACK not in cards}}
    out = {card for cards in told.values() for card in cards}
    unseen = [card for card in getattr(game, "pack", PACK) if card not in out]
    rng.shuffle(unseen)
    inner = {part for each in parts.values() for part in each}
    piles = list(view.piles)
    for pile, backs in enumerate(view.piles):
        if pile in inner or pile in undrawn:
            continue
        within = [card for part in parts.get(pile, ()) for card in told.get(part, ())]
        whole = _filled({*told.get(pile, ()), *within}, len(backs), unseen)
        piles[pile] = whole
        rest = [card for card in whole if card not in within]
        rng.shuffle(rest)
        for part in parts.get(pile, ()):
            piles[part] = _filled(told.get(part, ()), len(view.piles[part]), rest)
    return State(view.public, tuple(piles), view.seen)


def _filled(cards: Collection[Card], size: int, left: list[Card]) -> tuple[Card, ...]:
    """Fill a pile up to ``size`` cards. The new cards are removed from ``left``."""
    more = size - len(cards)
    if more > len(left):
        raise RulesError(refuse("worlds.few"))
    return best_first([*cards, *[left.pop() for _ in range(more)]])
