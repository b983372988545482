"""The actions that a Crash player may take, worked out only from what the player sees.

Thirteen cards can be laid in millions of ways, so the actions are made one by one, and never collected in a list.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, pairwise, permutations
from math import factorial
from random import Random
from typing import Any

from prial.cards import Card, best_first, name, names, rank
from prial.core.game import Choices, View
from prial.errors import Refusal, add_sentences, listed, refuse
from prial.games.crash.actions import Action, Lay, Word
from prial.games.crash.settings import FourBonus, Order, SixPairs, ThirteenStraight
from prial.games.crash.settle import Scorer, fours
from prial.games.crash.state import Table

add_sentences(
    "en",
    {
        "crash.not_now": "You can't {action} now; you can {allowed}.",
        "crash.nothing_to_do": "There is nothing for you to do now.",
        "crash.no_action": "{action} isn't something you can do in Crash.",
        "crash.no_hands": "At least one hand must be laid.",
        "crash.too_many": "You laid {count} hands, but there are only {places} places.",
        "crash.hand_size": "{cards} is not a hand: a hand has three cards.",
        "crash.hand_size_four": "{cards} is not a hand: a hand has three cards, or four of one rank.",
        "crash.not_in_hand": "{card} isn't in your hand.",
        "crash.laid_twice": "{card} is laid twice.",
        "crash.too_weak": "{cards} ({label}) is below {least} and may not be laid.",
        "crash.no_knock": "Nobody knocks under these rules.",
        "crash.false_knock": "You can't knock: the laid hands don't use all four cards of a rank.",
        "crash.no_six_pairs": "Your hand doesn't hold six pairs.",
        "crash.no_thirteen_straight": "Your hand doesn't hold one card of each rank.",
        "crash.six_pairs_off": "Six pairs count for nothing under these rules.",
        "crash.thirteen_straight_off": "A thirteen straight counts for nothing under these rules.",
        "crash.cannot_win": "Only the players who are level can win now.",
    },
)


_TUPLES, _NUMBERS = frozenset({tuple}), frozenset({int})


def _cards(action: Any) -> list[Card] | None:
    """All cards of a `Lay`, in the order laid; None if ``action`` isn't a well-formed `Lay`."""
    # A client may send anything
    if not isinstance(action, Lay) or type(action.knock) is not bool or type(action.hands) is not tuple:
        return None
    if not _TUPLES.issuperset(map(type, action.hands)):
        return None
    cards = [card for hand in action.hands for card in hand]
    return cards if _NUMBERS.issuperset(map(type, cards)) else None


def _not_now(action: Any, allowed: str) -> Refusal:
    """The refusal of an action that isn't possible in this phase; ``allowed`` names the possible actions."""
    if not isinstance(action, Word) and _cards(action) is None:
        return refuse("crash.no_action", action=repr(action)[:60])
    if not allowed:
        return refuse("crash.nothing_to_do")
    named = action.replace("_", " ") if isinstance(action, Word) else "lay"
    declared = "declare " if action in (Word.SIX_PAIRS, Word.THIRTEEN_STRAIGHT) else ""
    return refuse("crash.not_now", action=f"{declared}{named}", allowed=allowed)


class Asked(Choices[Action]):
    """A choice between actions that are one word each, such as ``swap`` and ``keep``.

    Args:
        words: the actions that are allowed. Without any words, the player has nothing to decide.
    """

    def __init__(self, *words: Word) -> None:
        self.words = words

    def why_not(self, action: Action) -> Refusal | None:
        if isinstance(action, Word) and action in self.words:
            return None
        return _not_now(action, listed([word.replace("_", " ") for word in self.words], "or"))

    def __iter__(self) -> Iterator[Action]:
        return iter(self.words)

    def count(self) -> int:
        return len(self.words)

    def sample(self, rng: Random) -> Action:
        return self.words[rng.randrange(len(self.words))]


def has_six_pairs(hand: Sequence[Card]) -> bool:
    """Whether a hand holds six pairs; four of a kind counts as two pairs."""
    ranks = [rank(card) for card in hand]
    return sum(ranks.count(r) // 2 for r in set(ranks)) >= 6


def has_thirteen_straight(hand: Sequence[Card]) -> bool:
    """Whether a hand holds one card of each rank."""
    return len({rank(card) for card in hand}) == 13


class Arranging(Choices[Action]):
    """The actions of a player who arranges cards: all ways to lay them, and the declarations that may be made instead."""

    def __init__(self, scorer: Scorer, view: View[Table]) -> None:
        assert view.seat is not None
        self.rules, self.ranking, self.scorer, self.view = scorer.rules, scorer.ranking, scorer, view
        self.hand = view.piles[view.public.hands[view.seat]]

    def why_not(self, action: Action) -> Refusal | None:
        cards = _cards(action)
        if cards is None:
            return self._why_not_declare(action)
        assert isinstance(action, Lay)
        hands, places = action.hands, self.rules.places
        if not hands and self._legal_hands:
            return refuse("crash.no_hands")
        if len(hands) > places:
            return refuse("crash.too_many", count=len(hands), places=places)
        if not set(self.hand).issuperset(cards):
            card = next(card for card in cards if card not in self.hand)
            return refuse("crash.not_in_hand", card=name(card) if 0 <= card < 52 else f"Card {card}")
        if len(set(cards)) < len(cards):
            return refuse("crash.laid_twice", card=name(next(card for card in cards if cards.count(card) > 1)))
        for hand in hands:
            if len(hand) != 3 and not (len(hand) == 4 and self.scorer.fours_allowed and self.ranking.strength(hand)):
                return refuse("crash.hand_size_four" if self.scorer.fours_allowed else "crash.hand_size", cards=names(hand))
            if self.scorer.least_laid > 1 and (strength := self.ranking.strength(hand)) < self.scorer.least_laid:
                kind = self.ranking.category(self.scorer.least)
                return refuse("crash.too_weak", cards=names(hand), label=self.ranking.label(strength), least=f"a {kind}")
        if not action.knock:
            return None
        if self.rules.four_bonus is not FourBonus.KNOCK:
            return refuse("crash.no_knock")
        return None if fours(hands) else refuse("crash.false_knock")

    def _why_not_declare(self, action: Action) -> Refusal | None:
        """Why the player may not make this declaration; None if the player may."""
        if action is Word.SIX_PAIRS:
            if self.rules.six_pairs is SixPairs.OFF:
                return refuse("crash.six_pairs_off")
            return None if has_six_pairs(self.hand) else refuse("crash.no_six_pairs")
        if action is Word.THIRTEEN_STRAIGHT:
            if self.rules.thirteen_straight is ThirteenStraight.OFF:
                return refuse("crash.thirteen_straight_off")
            if not has_thirteen_straight(self.hand):
                return refuse("crash.no_thirteen_straight")
            level = self.view.public.level
            return refuse("crash.cannot_win") if level and self.view.seat not in level else None
        return _not_now(action, "lay your hands")

    @cached_property
    def _legal_hands(self) -> list[tuple[Card, ...]]:
        """Every hand that may be laid in a place."""
        return self._legal(self.hand)

    def _legal(self, cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
        """Every hand that may be laid from ``cards``, which must be sorted."""
        table, least = self.ranking.table, self.scorer.least_laid
        legal: list[tuple[Card, ...]] = [(a, b, c) for a, b, c in combinations(cards, 3) if table[a][b][c] >= least]
        if self.scorer.fours_allowed:
            # In sorted cards, four of a rank stand together
            legal += [cards[at : at + 4] for at in range(len(cards) - 3) if rank(cards[at]) == rank(cards[at + 3])]
        return legal

    def _declarations(self) -> list[Action]:
        """The declarations that the player may make."""
        if self.rules.six_pairs is SixPairs.OFF and self.rules.thirteen_straight is ThirteenStraight.OFF:
            return []
        return [word for word in (Word.SIX_PAIRS, Word.THIRTEEN_STRAIGHT) if self._why_not_declare(word) is None]

    def __iter__(self) -> Iterator[Action]:
        """Every way to lay hands, and then every declaration.

        Each set of hands is laid with the best hand first. If players choose the order of their hands, the other orders of the
        same hands follow.
        """
        if not self._legal_hands:
            yield Lay(())
        in_any_order = self.rules.order is Order.AS_LAID
        for hands in self._partitions(best_first(self.hand), self.rules.places):
            best = sorted(hands, key=self.ranking.strength, reverse=True)
            for ordered in permutations(best) if in_any_order else [tuple(best)]:
                yield Lay(ordered)
                if self.rules.four_bonus is FourBonus.KNOCK and fours(ordered):
                    yield Lay(ordered, knock=True)
        yield from self._declarations()

    def _partitions(self, cards: tuple[Card, ...], places: int) -> Iterator[list[tuple[Card, ...]]]:
        """Every set of 1 to ``places`` hands that can be laid together. Each set comes once."""
        by_first = self._by_first(cards)

        def extend(start: int, used: int, hands: list[tuple[Card, ...]]) -> Iterator[list[tuple[Card, ...]]]:
            if hands:
                yield hands
            if len(hands) == places:
                return
            for at in range(start, len(cards)):
                for mask, hand in by_first[at]:
                    if not used & mask:
                        yield from extend(at + 1, used | mask, [*hands, hand])

        return extend(0, 0, [])

    def _by_first(self, cards: tuple[Card, ...]) -> list[list[tuple[int, tuple[Card, ...]]]]:
        """Entry k has the legal hands whose best card is ``cards[k]``, each with the bit mask of its positions in ``cards``."""
        places = {card: at for at, card in enumerate(cards)}
        by_first: list[list[tuple[int, tuple[Card, ...]]]] = [[] for _ in cards]
        for hand in self._legal_hands:
            by_first[places[max(hand)]].append((sum(1 << places[card] for card in hand), hand))
        return by_first

    def count(self) -> int:
        """The number of actions, computed without making the actions one by one."""
        cards = best_first(self.hand)
        bit = {card: 1 << at for at, card in enumerate(cards)}
        quads = [sum(bit[card] for card in hand) for hand in combinations(cards, 4) if len({*map(rank, hand)}) == 1]
        may_knock = self.rules.four_bonus is FourBonus.KNOCK
        # Ways by number of hands and set of cards, at most 8,192 sets; the order by best cards counts each way once
        ways: list[dict[int, int]] = [{0: 1}, *[{} for _ in range(self.rules.places)]]
        for hands in self._by_first(cards):
            for fewer, more in reversed([*pairwise(ways)]):
                for used, number in fewer.items():
                    for mask, _ in hands:
                        if not used & mask:
                            more[used | mask] = more.get(used | mask, 0) + number
        total = len(self._declarations()) + (not self._legal_hands)
        for number, found in enumerate(ways[1:], 1):
            sets = sum(n * (1 + (may_knock and any(used & q == q for q in quads))) for used, n in found.items())
            total += sets * factorial(number) if self.rules.order is Order.AS_LAID else sets
        return total

    def sample(self, rng: Random) -> Action:
        """Draw an action at random.

        Most actions that are drawn lay a hand in every place. If a wrong order is a foul, most of them have the right order.
        """
        random = rng.random
        if (declarations := self._declarations()) and random() < 0.25:
            return declarations[int(random() * len(declarations))]
        number = self.rules.places if random() < 0.9 else 1 + int(random() * self.rules.places)
        if self.scorer.least_laid == 1 and not self.scorer.fours_allowed:
            cards = sorted(self.hand, key=lambda _: random())
            hands = [tuple(cards[at : at + 3]) for at in range(0, min(3 * number, len(cards) - 2), 3)]
        else:
            hands = self._sample_legal(number, rng)
        if self.rules.order is Order.AS_LAID and random() < 0.75:
            hands.sort(key=self.ranking.strength, reverse=True)
        knock = self.rules.four_bonus is FourBonus.KNOCK and random() < 0.75 and bool(fours(tuple(hands)))
        return Lay(tuple(hands), knock)

    def _sample_legal(self, number: int, rng: Random) -> list[tuple[Card, ...]]:
        """Draw up to ``number`` legal hands at random, one after the other. No card is in two of them."""
        hands: list[tuple[Card, ...]] = []
        left = self.hand
        while len(hands) < number and (legal := self._legal(left)):
            hand = legal[int(rng.random() * len(legal))]
            hands.append(hand)
            left = tuple([card for card in left if card not in hand])
        return hands
