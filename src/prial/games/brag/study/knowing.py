"""What a player of Brag knows of the cards, and what a hand is worth by that: an aid for whoever would rather not remember.

All of it is counted from the player's own view. Where the pack isn't shuffled, cards that were seen come round again, and the
view knows where they lie. How the others have bet is left out: that is for the player to judge.
"""

import msgspec

from prial.cards import best_first, name, names
from prial.core.game import BACK, Seat, View
from prial.games.brag.game import BragGame
from prial.games.brag.hands import best_three, one_number, worth
from prial.games.brag.state import Phase, Table
from prial.study.odds import chances

_PLAYED = (Phase.BET, Phase.LOOKED, Phase.CONSENT, Phase.LEND, Phase.PICK)
"""Phases in which hands are still to be compared."""


class Coming(msgspec.Struct, frozen=True):
    """A card in the pack."""

    place: int
    """From the top; 1 is the next that is dealt."""
    card: str


class Against(msgspec.Struct, frozen=True):
    """How a hand does against one other."""

    seats: tuple[Seat, ...]
    """Whose hand that is; all of whose hands nothing is known stand together, and each of them is meant by itself."""
    hand: int
    """Which hand of that seat, from 1."""
    known: str
    """The cards of it that are known."""
    better: float
    """How likely the own hand is better, 0 to 1."""
    equal: float
    """How likely they are level."""
    near: bool
    """Whether the chances are near and not exact."""


class Own(msgspec.Struct, frozen=True):
    """One of the player's own hands."""

    known: str
    """The cards of it that the player knows, best first: of a blind hand those that were seen before they came round again."""
    label: str
    """What it is called; empty where the player doesn't know all of it."""
    against: tuple[Against, ...]
    """Each other hand of which something can be said."""


class Known(msgspec.Struct, frozen=True):
    """What a player knows."""

    cards: int
    """Of how many cards the player knows where they lie."""
    of: int
    """How many there are."""
    pack: tuple[Coming, ...]
    """Those that lie in the pack, the first to be dealt first."""
    hands: tuple[Own, ...]
    """The hands that the player plays; none between deals and after folding."""


def known(game: BragGame, view: View[Table]) -> Known:
    """What the view's seat knows of the cards, and what its hands are worth by that.

    Args:
        game: the table.
        view: what the player sees. Nothing else goes into it, and chance neither: the same view always gives the same.
    """
    table, faces = view.public, [face for (face,) in view.piles]
    pack = tuple([Coming(at, name(faces[pile])) for at, pile in enumerate(table.pack, 1) if faces[pile] != BACK])
    return Known(sum(face != BACK for face in faces), len(faces), pack, tuple(_hands(game, view)))


def _hands(game: BragGame, view: View[Table]) -> list[Own]:
    """The hands of the seat, as long as it plays them."""
    table, seat = view.public, view.seat
    assert seat is not None
    if table.phase not in _PLAYED or seat not in table.playing or seat in table.folded:
        return []
    return [_own(game, view, hand) for hand in table.hands[seat]]


def _own(game: BragGame, view: View[Table], hand: tuple[int, ...]) -> Own:
    table, ranks, seat = view.public, game.ranking(view.public), view.seat
    assert seat is not None
    mine = _seen(view, hand)
    away = _seen(view, table.discards[seat])
    whole = len(mine) == len(hand)
    three, put = best_three(ranks, mine) if whole else ((), ())
    if away:
        three, put = tuple([card for card in mine if card not in away]), away
    worn = one_number(worth(ranks, three, put)) if whole else None
    held = {card for (card,) in view.piles}
    left = [card for card in game.pack if card not in held]
    found: list[Against] = []
    strangers: list[Seat] = []
    for other in table.playing:
        if other == seat or other in table.folded:
            continue
        for at, theirs in enumerate(table.hands[other], 1):
            seen = _seen(view, theirs)
            if seen:
                does = chances(ranks, mine, [seen], left, table.form.cards, worn)
                found.append(Against((other,), at, names(seen), does.better.probability, does.equal.probability, does.drawn))
            elif other not in strangers:
                strangers.append(other)
    if strangers and mine:
        does = chances(ranks, mine, [()], left, table.form.cards, worn)
        found.insert(0, Against(tuple(strangers), 1, "", does.better.probability, does.equal.probability, does.drawn))
    return Own(names(mine), ranks.label(ranks.strength(three)) if whole else "", tuple(found))


def _seen(view: View[Table], piles: tuple[int, ...]) -> tuple[int, ...]:
    """The faces that the seat knows of some piles, best first."""
    return best_first([face for pile in piles for face in view.piles[pile] if face != BACK])
