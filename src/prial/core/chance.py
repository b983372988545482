"""Moves of chance, called moves of *nature*. Each is a `Pick` of one number or a `Draw` of cards.

Iterating over a `Pick` or a `Draw` gives each outcome with its probability.

An outcome of a `Pick` is a number. An outcome of a `Draw` is a tuple with one sorted tuple of cards for each pile. The order of
the cards in a pile means nothing. In some games, everybody sees which card of a hand a player discards or moves. There,
each card of a hand is drawn as a pile of its own.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import Any, TypeAlias

import msgspec

from prial.cards import Card, best_first, name, names, parse
from prial.errors import CardError, RecordError, Refusal, add_sentences, refuse

Outcome: TypeAlias = int | tuple[tuple[Card, ...], ...]
"""An outcome of nature's move: the picked number, or the cards of each drawn pile, sorted best first."""

add_sentences(
    "en",
    {
        "nature.pick": "{value} can't be picked: it takes a whole number from 0 to {most}.",
        "nature.piles": "There should be {wanted} of cards, not {found}.",
        "nature.size": "Pile {number} of {group} should have {wanted}, but has {found}.",
        "nature.not_there": "{card} can't be dealt: it isn't in the pack, or it is out already.",
        "nature.twice": "{card} is dealt twice.",
        "nature.form": "Write a move of nature as {form}.",
    },
)


def _counted(number: int, word: str) -> str:
    """A number with its noun: ``1 card``, ``3 cards``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def _size_refused(group: str, number: int, found: int, wanted: int) -> Refusal:
    """The refusal of a pile with a wrong number of cards. ``number`` is the pile's position in its group, from 1."""
    return refuse("nature.size", number=number, group=group, found=found, wanted=_counted(wanted, "card"))


def _named(card: Any) -> str:
    """The name of a card, or the text of a value that isn't a card."""
    return name(card) if type(card) is int and 0 <= card < 52 else repr(card)[:40]


class Pick(msgspec.Struct, frozen=True, gc=False):
    """A random choice of one number from 0 to n − 1. All numbers are equally likely."""

    n: int
    """Number of outcomes."""

    def why_not(self, outcome: Any) -> Refusal | None:
        """None if the outcome is possible; otherwise the reason why it isn't."""
        if type(outcome) is int and 0 <= outcome < self.n:
            return None
        return refuse("nature.pick", value=str(outcome), most=self.n - 1)

    def count(self) -> int:
        """The number of outcomes."""
        return self.n

    def __iter__(self) -> Iterator[tuple[int, float]]:
        """Each outcome with its probability."""
        return ((outcome, 1 / self.n) for outcome in range(self.n))

    def sample(self, rng: Random) -> int:
        """A random outcome, drawn with the generator ``rng``."""
        return rng.randrange(self.n)

    def write(self, outcome: int) -> dict[str, Any]:
        """The outcome as a record holds it: ``{"pick": 0}``."""
        return {"pick": outcome}

    def read(self, written: Any) -> int:
        """Read an outcome from its form in a record. Only the form is checked; `why_not` says whether the outcome is possible.

        Raises:
            RecordError: if ``written`` doesn't have the form ``{"pick": 0}``.
        """
        match written:
            case {"pick": int(outcome), **rest} if not rest and type(outcome) is int:
                return outcome
        raise RecordError(refuse("nature.form", form='{"pick": a number}'))


class Group(msgspec.Struct, frozen=True, gc=False):
    """Piles that are dealt together and have one name in a record."""

    name: str
    """The name in records: ``hands``, ``spare``."""
    sizes: tuple[int, ...]
    """Number of cards in each hand or pile. A seat that gets no cards has an entry, too: 0."""
    apart: bool = False
    """Whether each card is a pile of its own.

    If so, everybody can see which card is moved when a player moves one from a hand. The piles are in the order in which a
    record lists the cards.
    """
    returned: bool = False
    """True if the cards are shown to everybody and then go back into the pack, as when players cut for the deal."""

    @property
    def piles(self) -> tuple[int, ...]:
        """Number of cards in each drawn pile: the same as `sizes`, or 1 for each card if `apart` is True."""
        return (1,) * sum(self.sizes) if self.apart else self.sizes


def _piles(group: Group, read: list[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """Make the piles of a group. ``read`` has the cards of each hand, in the order of the record."""
    if not group.apart:
        return [best_first(pile) for pile in read]
    if [len(pile) for pile in read] != list(group.sizes):
        number = next((at for at, size in enumerate(group.sizes) if at >= len(read) or len(read[at]) != size), len(read) - 1)
        wanted = group.sizes[number] if number < len(group.sizes) else 0
        found = len(read[number]) if number < len(read) else 0
        raise RecordError(_size_refused(group.name, number + 1, found, wanted))
    return [(card,) for pile in read for card in pile]


class Draw(msgspec.Struct, frozen=True, gc=False):
    """Piles of cards drawn from a pool; all outcomes are equally likely."""

    pool: tuple[Card, ...]
    """The cards that may be drawn."""
    groups: tuple[Group, ...]
    """The groups of piles, in the order in which they are dealt."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of cards in each pile, group after group."""
        return tuple([size for group in self.groups for size in group.piles])

    @property
    def returned(self) -> bool:
        """Whether all drawn cards go back into the pack immediately, so that nobody keeps a card."""
        return all(group.returned for group in self.groups)

    def why_not(self, outcome: Any) -> Refusal | None:
        """None if the outcome is possible; otherwise the reason why it isn't."""
        sizes = self.sizes
        if not isinstance(outcome, tuple) or len(outcome) != len(sizes):
            found = len(outcome) if isinstance(outcome, tuple) else 0
            return refuse("nature.piles", found=found, wanted=_counted(len(sizes), "pile"))
        number = 0
        for group in self.groups:
            for position, size in enumerate(group.piles, 1):
                pile = outcome[number]
                if not isinstance(pile, tuple) or len(pile) != size:
                    found = len(pile) if isinstance(pile, tuple) else 0
                    return _size_refused(group.name, position, found, size)
                number += 1
        dealt = [card for pile in outcome for card in pile]
        if not {int}.issuperset(map(type, dealt)):
            return refuse("nature.not_there", card=_named(next(card for card in dealt if type(card) is not int)))
        different = set(dealt)
        if len(different) < len(dealt):
            return refuse("nature.twice", card=_named(next(card for card in dealt if dealt.count(card) > 1)))
        if not different.issubset(self.pool):
            return refuse("nature.not_there", card=_named(next(card for card in dealt if card not in self.pool)))
        return None

    def count(self) -> int:
        """The number of outcomes."""
        left, product = len(self.pool), 1
        for size in self.sizes:
            product *= comb(left, size)
            left -= size
        return product

    def __iter__(self) -> Iterator[tuple[tuple[tuple[Card, ...], ...], float]]:
        """Each outcome with its probability."""
        probability = 1 / self.count()

        def deal(pool: tuple[Card, ...], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[Card, ...], ...]]:
            if not sizes:
                yield ()
                return
            for pile in combinations(pool, sizes[0]):
                rest = tuple([card for card in pool if card not in pile])
                for others in deal(rest, sizes[1:]):
                    yield (pile, *others)

        return ((outcome, probability) for outcome in deal(best_first(self.pool), self.sizes))

    def sample(self, rng: Random) -> tuple[tuple[Card, ...], ...]:
        """A random outcome, drawn with the generator ``rng``."""
        random = rng.random
        shuffled = sorted(self.pool, key=lambda _: random())  # as even as rng.shuffle, and three times as fast
        piles = []
        at = 0
        for size in self.sizes:
            pile = shuffled[at : at + size]
            pile.sort(reverse=True)
            piles.append(tuple(pile))
            at += size
        return tuple(piles)

    def hands(self, players: int) -> Group | None:
        """The group that deals a hand to each of ``players`` players; None if cards are only turned up, cut, or put aside."""
        return next((each for each in self.groups if len(each.sizes) == players and not each.returned), None)

    def completed(
        self, given: Mapping[str, Sequence[Sequence[Card]]], rng: Random, without: Collection[Card] = ()
    ) -> tuple[tuple[Card, ...], ...]:
        """A random outcome that contains some given cards.

        Args:
            given: maps the name of a group to the given cards of its first hand, its second hand and so on. Hands may be
                incomplete, and the last hands may be missing.
            rng: the random generator.
            without: cards that must not be drawn.
        Returns:
            The outcome, which may be impossible, for example if a card was given twice. `why_not` checks it.
        Raises:
            RecordError: if ``given`` has more cards for a hand than the hand gets.
        """
        known = {*without, *[card for hands in given.values() for cards in hands for card in cards]}
        left = [card for card in self.pool if card not in known]
        rng.shuffle(left)
        dealt = list[tuple[Card, ...]]()
        for each in self.groups:
            hands = given.get(each.name, ())
            for number, size in enumerate(each.sizes):
                hand = list(hands[number]) if number < len(hands) else []
                if len(hand) > size:
                    raise RecordError(_size_refused(each.name, number + 1, len(hand), size))
                hand += [left.pop() for _ in range(min(size - len(hand), len(left)))]
                dealt += [(card,) for card in hand] if each.apart else [best_first(hand)]
        return tuple(dealt)

    def write(self, outcome: Sequence[tuple[Card, ...]]) -> dict[str, Any]:
        """The outcome as a record holds it: ``{"hands": ["AsKs…", …], "spare": […]}``."""
        piles = iter(outcome)
        written = {}
        for group in self.groups:
            if group.apart:
                written[group.name] = ["".join(names(next(piles)) for _ in range(size)) for size in group.sizes]
            elif group.sizes:
                written[group.name] = [names(next(piles)) for _ in group.sizes]
        return written

    def read(self, written: Any) -> tuple[tuple[Card, ...], ...]:
        """Read an outcome from its form in a record, and sort each pile.

        Use `why_not` to check that the outcome is possible. Cards listed for a group with empty ``sizes`` were put aside, and
        aren't part of the outcome.

        Raises:
            RecordError: if one of these holds:

                * ``written`` doesn't have the form that `write` gives
                * a text has anything that isn't a card
                * a text has a card twice
                * a card is both dealt and put aside
                * a group with `Group.apart` has a wrong number of hands
                * a hand in a group with `Group.apart` has a wrong number of cards
        """
        known = {group.name for group in self.groups}
        needed = {group.name for group in self.groups if group.sizes}
        if (
            not isinstance(written, Mapping)
            or not needed <= set(written) <= known
            or not all(isinstance(texts, list) and all(isinstance(text, str) for text in texts) for texts in written.values())
        ):
            form = "{" + ", ".join(f'"{group.name}": [cards, …]' for group in self.groups if group.sizes) + "}"
            raise RecordError(refuse("nature.form", form=form))
        try:
            read = {name: [parse(text) for text in texts] for name, texts in written.items()}
        except CardError as error:
            raise RecordError(error.refusal) from error
        dealt = tuple([pile for group in self.groups if group.sizes for pile in _piles(group, read[group.name])])
        aside = {card for group in self.groups if not group.sizes for pile in read.get(group.name, ()) for card in pile}
        if both := aside.intersection(card for pile in dealt for card in pile):
            raise RecordError(refuse("nature.twice", card=name(min(both))))
        return dealt
