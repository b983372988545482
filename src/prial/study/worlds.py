"""Draws whole states that fit what one seat sees, for programs that search or count.

A search of a game with hidden cards (such as ISMCTS, which calls it determinization) begins from a state with all cards::

    for state in worlds(game, view, 100):
        ...  # prial.core.game.view(state, view.seat) == view

Each state that fits is equally likely, whatever others bet, exchanged or laid: a player who raised has good hands no more often
than other players. The worlds of a review (`prial.study.rollouts.Model.worlds`) do depend on what others did.
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
        "worlds.few": "No state fits this view: more cards are hidden than the pack has left.",
        "worlds.none": "No state that fits this view was found in {tries} tries.",
        "worlds.view": "{game} has made a state that doesn't fit the view.",
    },
)

Numbers: TypeAlias = Collection[int]
"""Numbers of piles. A pile is a group of cards that lie together, such as a hand."""
_TRIES: Final = 20_000
"""Greatest number of tries to find a state that fits."""


@explained
def worlds(game: Game[Any, Any], view: View[Any], number: int, seed: int | str = 1) -> list[State[Any]]:
    """Draw whole states that fit what a seat sees: each has the hidden cards, and gives the same view back.

    Each state that fits is drawn with the same probability, whatever was bet, exchanged or arranged before. (Where few states
    fit, a game may draw them with nearly the same probability.) A state fits if it gives the same view and the rules allow where
    its cards lie: a card that a player took openly is in that player's hand, and hands that the table sorts are sorted. The
    result of a finished deal may also tell something about cards that stayed hidden; a game may ignore this.

    Cards that nature hasn't drawn yet stay `prial.core.game.BACK`, so the game can be played on from the state. A card that went
    back into the pack unseen is such a card too. Nature draws it anew, which makes no difference to anybody.

    Answers that seats have locked in secret aren't part of a state, and aren't drawn.

    Args:
        game: the game with the rules of the table.
        view: what the seat sees, or what a spectator sees; nothing else is used.
        number: number of states, at least 1. The same state may be drawn more than once.
        seed: seed of all chance.
    Returns:
        The states, in the order in which they were drawn.
    Raises:
        RulesError: the arguments aren't a game and a view of it, or no state that fits was found, since nearly no cards fit the
            view; or ``number`` is too small.
    """
    if number < 1:
        raise unfit(f"At least 1 world is drawn, not {number}")
    check_view(game, view)
    make: WorldMaker = (find(game.name).part("worlds") if exists(game.name) else None) or dealt
    rng = Random(str(seed))
    return [_fitting(make, game, view, rng) for _ in range(number)]


def _fitting(make: WorldMaker, game: Game[Any, Any], view: View[Any], rng: Random) -> State[Any]:
    """Draw a state that fits a view, with the function that the game has for this.

    Raises:
        RulesError: as `worlds` raises it.
    """
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
    """Deal the cards that are hidden from a seat at random to the piles (hands and the like) that are hidden from it.

    All ways to deal them are equally likely.

    Without further arguments, this is right for games in which every pile gets its cards at once and no card lies in two piles.
    Other games bring a function of their own (`prial.core.kind.Kind.worlds`), which calls this one with ``undrawn``, ``known`` or
    ``parts``.

    Args:
        game: the game with the rules of the table. The cards are ``game.pack``, or all 52 if ``game`` has no such field.
        view: what the seat sees.
        rng: the source of chance.
        undrawn: numbers of the piles whose cards nature hasn't drawn yet.
        known: maps the number of a hidden pile to cards that are known to lie in it.
        parts: maps the number of a pile to the numbers of the piles that are parts of it, such as the laid hands of a dealt hand.
    Raises:
        RulesError: more cards are hidden than the pack has left.
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
    """A pile of a given size with given cards in it. Its other cards are taken off the end of ``left``.

    Raises:
        RulesError: too few cards are left.
    """
    more = size - len(cards)
    if more > len(left):
        raise RulesError(refuse("worlds.few"))
    return best_first([*cards, *[left.pop() for _ in range(more)]])
