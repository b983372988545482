"""Dealt cards that a person lays in places, one hand in each place. Every change can be undone until the hands are locked in."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from prial.cards import Card, best_first, name, names, rank, suit
from prial.errors import Refusal, add_sentences, refuse

add_sentences(
    "en",
    {
        "tray.place": "There is no place {place}; the places are 1 to {places}.",
        "tray.not_in_hand": "{card} isn't in your hand.",
        "tray.full": "{count} cards are too many: that hand takes at most {size}.",
        "tray.no_room": "There is no room for {cards}; clear a place, or say which place the cards are for ({example}).",
        "tray.nothing_to_undo": "There is nothing to undo.",
        "tray.nothing_to_redo": "There is nothing to redo.",
    },
)

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards in each place. Place 1 has the index 0."""
Sort: TypeAlias = Literal["rank", "suit"]
"""The order in which cards are shown: grouped by rank or by suit."""


class Tray:
    """The places, and the cards in them. Every change can be undone.

    Args:
        hand: all cards that were dealt.
        sizes: the number of cards that each place needs.
        more: number of extra cards that a place may hold. It is 1 if four of a kind may be laid.
    """

    def __init__(self, hand: Sequence[Card], sizes: Sequence[int], more: int = 0) -> None:
        self.hand: Final = best_first(hand)
        self.sizes: Final = tuple(sizes)
        self.places: Hands = ((),) * len(sizes)
        self._more = more
        self._before: list[Hands] = []
        self._after: list[Hands] = []

    def put(self, place: int, cards: Sequence[Card]) -> Refusal | None:
        """Lay ``cards`` in a place instead of the cards that lie there. If some of ``cards`` lie in another place, move them.

        Args:
            place: number of the place, from 1.
            cards: the cards.
        Returns:
            The reason if the cards can't be laid there, else None.
        """
        if refusal := self._why_not(place, cards):
            return refusal
        rest = [tuple([card for card in laid if card not in cards]) for laid in self.places]
        rest[place - 1] = tuple(cards)
        self._change(tuple(rest))
        return None

    def add(self, cards: Sequence[Card]) -> Refusal | None:
        """Add cards to the first place that they fill exactly. If there is none, add them to the first place with room for them.

        Returns:
            The reason if the cards can't be laid, else None.
        """
        there = [len(hand) + len(cards) for hand in self.places]
        most = [size + (0 if hand else self._more) for hand, size in zip(self.places, self.sizes, strict=True)]
        room = [at for at, hand in enumerate(self.places) if there[at] <= most[at] and not set(cards) & set(hand)]
        whole = [at for at in room if there[at] == self.sizes[at]]
        if not room:
            return refuse("tray.no_room", cards=names(cards), example=f"2 {names(cards)}")
        at = (whole or room)[0]
        return self.put(at + 1, (*self.places[at], *cards))

    def fill(self, hands: Iterable[Sequence[Card]]) -> Refusal | None:
        """Lay all hands at once.

        Args:
            hands: the cards for place 1, place 2 and so on. If there are fewer hands than places, the last places become empty.
        Returns:
            The reason if the hands can't be laid, else None.
        """
        new = [tuple(hand) for hand in hands]
        if len(new) > len(self.places):
            return refuse("tray.place", place=len(new), places=len(self.places))
        for place, hand in enumerate(new, 1):
            if refusal := self._why_not(place, hand):
                return refusal
        self._change((*new, *((),) * (len(self.places) - len(new))))
        return None

    def clear(self, place: int | None = None) -> Refusal | None:
        """Take all cards out of a place, or out of all places.

        Args:
            place: number of the place, from 1; None clears all places.
        Returns:
            The reason if there is no such place, else None.
        """
        if place is None:
            self._change(((),) * len(self.places))
            return None
        if not 1 <= place <= len(self.places):
            return refuse("tray.place", place=place, places=len(self.places))
        self._change((*self.places[: place - 1], (), *self.places[place:]))
        return None

    def undo(self) -> Refusal | None:
        """Undo the last change. Returns a refusal if there is nothing to undo, else None."""
        if not self._before:
            return refuse("tray.nothing_to_undo")
        self._after.append(self.places)
        self.places = self._before.pop()
        return None

    def redo(self) -> Refusal | None:
        """Redo the change that was undone last. Returns a refusal if there is nothing to redo, else None."""
        if not self._after:
            return refuse("tray.nothing_to_redo")
        self._before.append(self.places)
        self.places = self._after.pop()
        return None

    def _why_not(self, place: int, cards: Sequence[Card]) -> Refusal | None:
        """The reason why cards can't be laid in a place; None if they can."""
        if not 1 <= place <= len(self.places):
            return refuse("tray.place", place=place, places=len(self.places))
        most = self.sizes[place - 1] + self._more
        if len(cards) > most:
            return refuse("tray.full", count=len(cards), size=most)
        missing = next((card for card in cards if card not in self.hand), None)
        return None if missing is None else refuse("tray.not_in_hand", card=name(missing))

    def _change(self, places: Hands) -> None:
        if places != self.places:
            self._before.append(self.places)
            self._after.clear()
            self.places = places

    @property
    def hands(self) -> Hands:
        """The cards in each place that isn't empty."""
        return tuple([hand for hand in self.places if hand])

    @property
    def is_full(self) -> bool:
        """Whether every place has enough cards to be full."""
        return all(len(hand) >= size for hand, size in zip(self.places, self.sizes, strict=True))

    @property
    def last(self) -> int | None:
        """The number (from 1) of the only place with room, if the remaining cards fill this place exactly.

        It is None if no place or more than one place has room, or if the number of remaining cards is wrong.
        """
        room = [size - len(hand) for hand, size in zip(self.places, self.sizes, strict=True)]
        free = [place for place, cards in enumerate(room, 1) if cards > 0]
        return free[0] if len(free) == 1 and room[free[0] - 1] == len(self.left) else None

    @property
    def left(self) -> tuple[Card, ...]:
        """Cards that haven't been laid in a place."""
        laid = {card for hand in self.places for card in hand}
        return tuple([card for card in self.hand if card not in laid])


def grouped(cards: Sequence[Card], by: Sort) -> list[tuple[Card, ...]]:
    """Cards in groups of one rank or one suit, the best group first, and the best card first in each group."""
    key = rank if by == "rank" else suit
    ordered = best_first(cards)
    return [tuple([card for card in ordered if key(card) == k]) for k in sorted({key(card) for card in ordered}, reverse=True)]
