"""Lists the cards that a Brag player knows, and gives the probability that the player's hands win.

Without a shuffle between deals, a card that the player saw in an earlier deal stays known, even in the pack or in another hand.
The probabilities depend on all cards that the player has seen, but not on the other players' bets.
"""

import msgspec

from prial.cards import best_first, name, names
from prial.core.game import BACK, Seat, View
from prial.games.brag.game import BragGame
from prial.games.brag.hands import best_three, one_number, worth
from prial.games.brag.state import Phase, Table
from prial.study.odds import chances

_PLAYED = (Phase.BET, Phase.LOOKED, Phase.CONSENT, Phase.LEND, Phase.PICK)
"""Phases in which a deal is under way."""


class Coming(msgspec.Struct, frozen=True):
    """A card that is in the pack and that the player has seen, and the card's place in the pack."""

    place: int
    """The card's place from the top of the pack; 1 is the next card that is dealt."""
    card: str
    """The card in two characters, for example ``Ah``."""


class Against(msgspec.Struct, frozen=True):
    """How often one of the player's hands beats a hand of an opponent."""

    seats: tuple[Seat, ...]
    """The opponent's seat. Opponents with wholly unknown hands are put together: the tuple then has the seats of all of them.

    For several seats, the probabilities hold against each of them alone, not against all at once.
    """
    hand: int
    """Number of the opponent's hand, from 1. An opponent may have two hands."""
    known: str
    """The known cards of the opponent's hand; empty if the player knows none."""
    better: float
    """Probability that the player's hand is better, 0 to 1."""
    equal: float
    """Probability that the player's hand and the opponent's hand are equal, 0 to 1."""
    near: bool
    """Whether the probabilities are estimates from random deals, and not exact."""


class Own(msgspec.Struct, frozen=True):
    """One of the player's own hands."""

    known: str
    """The known cards of the hand, best first. A card of a blind hand is known if the player saw it in an earlier deal."""
    label: str
    """The name of the hand; empty where the player doesn't know all its cards."""
    against: tuple[Against, ...]
    """Comparisons of the player's own hand with the opponents' hands.

    An opponent's hand is left out if the player knows no card of this hand, and no card of the player's own hand.
    """


class Known(msgspec.Struct, frozen=True):
    """The cards that a player knows, and comparisons of the player's hands with the opponents' hands."""

    cards: int
    """Number of cards that the player knows, in hands or in the pack."""
    of: int
    """Number of cards in play."""
    pack: tuple[Coming, ...]
    """Cards in the pack that the player knows, in the order in which they will be dealt."""
    hands: tuple[Own, ...]
    """The hands that the player plays; none between deals and after folding."""


def known(game: BragGame, view: View[Table]) -> Known:
    """The cards that a seat knows, and the probability that each of its hands wins, given these cards.

    Args:
        game: the game.
        view: what the seat sees. The same view always gives the same result.
    """
    table, faces = view.public, [face for (face,) in view.piles]
    pack = tuple([Coming(at, name(faces[pile])) for at, pile in enumerate(table.pack, 1) if faces[pile] != BACK])
    return Known(sum(face != BACK for face in faces), len(faces), pack, tuple(_hands(game, view)))


def _hands(game: BragGame, view: View[Table]) -> list[Own]:
    """The hands that the seat plays; none between deals and after folding."""
    table, seat = view.public, view.seat
    assert seat is not None
    if table.phase not in _PLAYED or seat not in table.playing or seat in table.folded:
        return []
    return [_own(game, view, hand) for hand in table.hands[seat]]


def _own(game: BragGame, view: View[Table], hand: tuple[int, ...]) -> Own:
    """Compare one of the seat's hands with the others' hands. ``hand`` has the numbers of the hand's piles."""
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
    """The cards of the given piles, as far as the seat knows them, best first."""
    return best_first([face for pile in piles for face in view.piles[pile] if face != BACK])
