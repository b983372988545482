"""A hand being laid out, place by place, with undo: what the person does before anything is locked in."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from prial.cards import Card, best_first, name, names, rank, suit
from prial.errors import Refusal, add_sentences, refuse

add_sentences(
    "en",
    {
        "tray.place": "There is no place {place}; the places are 1 to {places}.",
        "tray.not_in_hand": "{card} isn't in your hand.",
        "tray.full": "{count} cards don't make one hand: that hand has {size}.",
        "tray.no_room": "There is no room for {cards}; clear a place, or say which it is for ({example}).",
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
        sizes: cards that make a whole hand, by place.
        more: cards that a hand may have beyond its size.
    """

    def __init__(self, hand: Sequence[Card], sizes: Sequence[int], more: int = 0) -> None:
        self.hand: Final = best_first(hand)
        self.sizes: Final = tuple(sizes)
        self.places: Hands = ((),) * len(sizes)
        self._more = more
        self._before: list[Hands] = []
        self._after: list[Hands] = []

    def put(self, place: int, cards: Sequence[Card]) -> Refusal | None:
        """Lay cards in a place (1 the first) in place of what is there; they are taken from wherever they lay."""
        if refusal := self._why_not(place, cards):
            return refusal
        rest = [tuple([card for card in laid if card not in cards]) for laid in self.places]
        rest[place - 1] = tuple(cards)
        self._change(tuple(rest))
        return None

    def add(self, cards: Sequence[Card]) -> Refusal | None:
        """Lay cards in the first place that they make whole, else in the first that has room for them."""
        there = [len(hand) + len(cards) for hand in self.places]
        most = [size + (0 if hand else self._more) for hand, size in zip(self.places, self.sizes, strict=True)]
        room = [at for at, hand in enumerate(self.places) if there[at] <= most[at] and not set(cards) & set(hand)]
        whole = [at for at in room if there[at] == self.sizes[at]]
        if not room:
            return refuse("tray.no_room", cards=names(cards), example=f"2 {names(cards)}")
        at = (whole or room)[0]
        return self.put(at + 1, (*self.places[at], *cards))

    def fill(self, hands: Iterable[Sequence[Card]]) -> Refusal | None:
        """Lay several hands at once, for the first place first; nothing else stays."""
        new = [tuple(hand) for hand in hands]
        if len(new) > len(self.places):
            return refuse("tray.place", place=len(new), places=len(self.places))
        for place, hand in enumerate(new, 1):
            if refusal := self._why_not(place, hand):
                return refusal
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

    def _why_not(self, place: int, cards: Sequence[Card]) -> Refusal | None:
        """Why cards can't lie in a place."""
        if not 1 <= place <= len(self.places):
            return refuse("tray.place", place=place, places=len(self.places))
        if len(cards) > self.sizes[place - 1] + self._more:
            return refuse("tray.full", count=len(cards), size=self.sizes[place - 1])
        missing = next((card for card in cards if card not in self.hand), None)
        return None if missing is None else refuse("tray.not_in_hand", card=name(missing))

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
    def is_full(self) -> bool:
        """Whether every place has a whole hand."""
        return all(len(hand) >= size for hand, size in zip(self.places, self.sizes, strict=True))

    @property
    def last(self) -> int | None:
        """The one place with room, where just the cards left fit; None for none."""
        room = [size - len(hand) for hand, size in zip(self.places, self.sizes, strict=True)]
        free = [place for place, cards in enumerate(room, 1) if cards > 0]
        return free[0] if len(free) == 1 and room[free[0] - 1] == len(self.left) else None

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
