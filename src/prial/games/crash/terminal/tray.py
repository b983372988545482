"""A hand being laid out, place by place, with undo: what the person does before anything is locked in."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from prial.cards import Card, best_first, name, rank, suit
from prial.errors import Refusal, add_sentences, refuse

add_sentences(
    "en",
    {
        "tray.place": "There is no place {place}; the places are 1 to {places}.",
        "tray.not_in_hand": "{card} isn't in your hand.",
        "tray.full": "{count} cards don't make one hand: a hand has three.",
        "tray.no_room": "All places are taken; clear one, or say which it is for (2 AsAhAd).",
        "tray.nothing_to_undo": "There is nothing to undo.",
        "tray.nothing_to_redo": "There is nothing to redo.",
    },
)

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
Sort: TypeAlias = Literal["rank", "suit"]


class Tray:
    """The places and what lies in them. Every change can be undone.

    Args:
        hand: the cards held.
        places: how many hands may be laid.
        most: cards that a hand may have.
    """

    def __init__(self, hand: Sequence[Card], places: int, most: int = 3) -> None:
        self.hand: Final = best_first(hand)
        self.places: Hands = ((),) * places
        self._most = most
        self._before: list[Hands] = []
        self._after: list[Hands] = []

    def put(self, place: int, cards: Sequence[Card]) -> Refusal | None:
        """Lay cards in a place (1 the first) in place of what is there; they are taken from wherever they lay."""
        if not 1 <= place <= len(self.places):
            return refuse("tray.place", place=place, places=len(self.places))
        if len(cards) > self._most:
            return refuse("tray.full", count=len(cards))
        if missing := [card for card in cards if card not in self.hand]:
            return refuse("tray.not_in_hand", card=name(missing[0]))
        rest = [tuple([card for card in laid if card not in cards]) for laid in self.places]
        rest[place - 1] = tuple(cards)
        self._change(tuple(rest))
        return None

    def add(self, cards: Sequence[Card]) -> Refusal | None:
        """Lay cards in the first place that has room for them."""
        for place, laid in enumerate(self.places, 1):
            if not laid or (len(cards) < 3 and len(laid) + len(cards) <= 3 and not set(cards) & set(laid)):
                return self.put(place, (*laid, *cards))
        return refuse("tray.no_room")

    def fill(self, hands: Iterable[Sequence[Card]]) -> Refusal | None:
        """Lay several hands at once, for the first place first; nothing else stays."""
        new = [tuple(hand) for hand in hands]
        if len(new) > len(self.places):
            return refuse("tray.place", place=len(new), places=len(self.places))
        for hand in new:
            if len(hand) > self._most:
                return refuse("tray.full", count=len(hand))
            if missing := [card for card in hand if card not in self.hand]:
                return refuse("tray.not_in_hand", card=name(missing[0]))
        self._change((*new, *((),) * (len(self.places) - len(new))))
        return None

    def clear(self, place: int | None = None) -> Refusal | None:
        """Take the cards of a place back into the hand; None takes all."""
        if place is None:
            self._change(((),) * len(self.places))
            return None
        if not 1 <= place <= len(self.places):
            return refuse("tray.place", place=place, places=len(self.places))
        self._change((*self.places[: place - 1], (), *self.places[place:]))
        return None

    def undo(self) -> Refusal | None:
        """Go back before the last change."""
        if not self._before:
            return refuse("tray.nothing_to_undo")
        self._after.append(self.places)
        self.places = self._before.pop()
        return None

    def redo(self) -> Refusal | None:
        """Make an undone change again."""
        if not self._after:
            return refuse("tray.nothing_to_redo")
        self._before.append(self.places)
        self.places = self._after.pop()
        return None

    def _change(self, places: Hands) -> None:
        if places != self.places:
            self._before.append(self.places)
            self._after.clear()
            self.places = places

    @property
    def hands(self) -> Hands:
        """What is laid, empty places left out."""
        return tuple([hand for hand in self.places if hand])

    @property
    def left(self) -> tuple[Card, ...]:
        """Cards that lie in no place."""
        laid = {card for hand in self.places for card in hand}
        return tuple([card for card in self.hand if card not in laid])


def grouped(cards: Sequence[Card], by: Sort) -> list[tuple[Card, ...]]:
    """Cards in groups of a rank or of a suit, best first."""
    key = rank if by == "rank" else suit
    ordered = best_first(cards)
    return [tuple([card for card in ordered if key(card) == k]) for k in sorted({key(card) for card in ordered}, reverse=True)]
