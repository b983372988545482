"""Deals of Xập xám in which rare things are common, ways to lay them, and random rules."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Any, Final, TypeAlias

from prial.cards import PACK, rank, suit
from prial.errors import RulesError
from prial.games.xap_xam.instants import Instant, laying
from prial.games.xap_xam.rules import SCHEMA, XapXamRules
from prial.ranks.poker import ranking
from tests.games.xap_xam import oracle
from tests.games.xap_xam.oracle import Hand, Setting, straight, without
from tests.ranks.slow_poker import same_suit

Wish: TypeAlias = Callable[[Random, list[int], Hand], list[int]]
"""Given the remaining cards (shuffled) and the hand dealt before, gives the cards to deal first, at most thirteen."""

WINS: Final = ("whole_dragon", "straight_flush", "four_of_a_kind", "six_pairs", "three_straights", "three_flushes")
"""The instant wins, the best first."""
_ROWS: Final = [tuple((top - at) % 13 for at in range(5)) for top in range(12, 2, -1)]
"""The ranks of each straight; below the two is the ace."""


def _of_ranks(left: list[int], ranks: Sequence[int]) -> list[int]:
    """A card of each of these ranks, as far as there are any; a rank given twice means two cards."""
    taken: list[int] = []
    for r in ranks:
        taken += [card for card in left if rank(card) == r and card not in taken][:1]
    return taken


def _groups(rng: Random, left: list[int], of_each: int) -> list[int]:
    """Cards in groups of one rank."""
    ranks = sorted({rank(card) for card in left}, key=lambda _: rng.random())
    groups = [[card for card in left if rank(card) == r][:of_each] for r in ranks]
    return [card for group in groups if len(group) == of_each for card in group]


def anything(rng: Random, left: list[int], before: Hand) -> list[int]:
    """No wish."""
    return []


def dragon(rng: Random, left: list[int], before: Hand) -> list[int]:
    """One card of each rank."""
    return _of_ranks(left, range(13))


def straight_flush(rng: Random, left: list[int], before: Hand) -> list[int]:
    """One straight flush, and sometimes another one in the same suit."""
    each = rng.randrange(4)
    cards = {4 * r + each for r in rng.choice(_ROWS)} | (
        {4 * r + each for r in rng.choice(_ROWS)} if rng.random() < 0.3 else set()
    )
    return [card for card in left if card in cards]


def fours(rng: Random, left: list[int], before: Hand) -> list[int]:
    """One to three fours of a kind."""
    return _groups(rng, left, 4)[: 4 * rng.randint(1, 3)]


def threes(rng: Random, left: list[int], before: Hand) -> list[int]:
    """Threes of a kind, for full houses and threes in the upper row."""
    return _groups(rng, left, 3)[: 3 * rng.randint(1, 4)]


def pairs(rng: Random, left: list[int], before: Hand) -> list[int]:
    """As many pairs as fit, some of the same rank."""
    return [*dict.fromkeys([*_groups(rng, left, 4)[: 4 * rng.randint(0, 1)], *_groups(rng, left, 2)])][:12]


def straights(rng: Random, left: list[int], before: Hand) -> list[int]:
    """Three straights, often with the ace at either end."""
    rows = [rng.choice(_ROWS) if rng.random() < 0.6 else rng.choice((_ROWS[0], _ROWS[-1])) for _ in range(3)]
    return _of_ranks(left, [*rows[0], *rows[1], *rng.choice((rows[2][:3], rows[2][2:]))])


def twins(rng: Random, left: list[int], before: Hand) -> list[int]:
    """The same five ranks twice, so that two rows of one setting are equal."""
    ranks = rng.choice(_ROWS) if rng.random() < 0.5 else rng.sample(range(13), 5)
    return _of_ranks(left, [*ranks, *ranks])


def flushes(rng: Random, left: list[int], before: Hand) -> list[int]:
    """Cards in the suits for three flushes; sometimes with the same ranks in two of them."""
    first, second, third = (rng.choice(range(4)) for _ in range(3)) if rng.random() < 0.5 else rng.sample(range(4), 3)
    wanted = [card for card in left if suit(card) == first][:5]
    mirrored = [4 * rank(card) + second for card in wanted] if rng.random() < 0.3 else left
    wanted += [card for card in mirrored if suit(card) == second and card in left and card not in wanted][:5]
    return wanted + [card for card in left if suit(card) == third and card not in wanted][:3]


def mirror(rng: Random, left: list[int], before: Hand) -> list[int]:
    """The ranks of the hand dealt before, suit by suit, so that hands and instant wins are equal."""
    turn = rng.randint(1, 3)
    turned = [card ^ turn for card in before if card ^ turn in left]
    return turned + [card for card in _of_ranks(left, [rank(card) for card in before]) if card not in turned][: 13 - len(turned)]


WISHES: Final[dict[str, Wish]] = {
    wish.__name__: wish for wish in (anything, dragon, straight_flush, fours, threes, pairs, straights, twins, flushes, mirror)
}


def deal(rng: Random, players: int, wishes: Sequence[str], pack: Sequence[int] = PACK) -> list[tuple[int, ...]]:
    """Thirteen cards for each player, the best first, with the wished cards as far as they remain.

    Args:
        rng: chooses a wish for each hand, and the other cards.
        players: number of players.
        wishes: names of `WISHES` to choose from.
        pack: the cards in play.
    """
    left, before = sorted(pack, key=lambda _: rng.random()), tuple[int, ...]()
    hands: list[tuple[int, ...]] = []
    for _ in range(players):
        wished = WISHES[rng.choice(wishes)](rng, left, before)[:13]
        rest = [card for card in left if card not in wished]
        before = tuple(sorted([*wished, *rest[: 13 - len(wished)]], reverse=True))
        left = [card for card in left if card not in before]
        hands.append(before)
    return sorted(hands, key=lambda _: rng.random())


def rows_showing(rng: Random, cards: Hand, name: str) -> Setting | None:
    """A random setting with a straight or a flush in each row; None where there is none."""
    fits = straight if name == "three_straights" else same_suit
    lowers = [five for five in combinations(cards, 5) if fits(five)]
    for lower in sorted(lowers, key=lambda _: rng.random()):
        rest = without(cards, lower)
        middles = [middle for middle in combinations(rest, 5) if fits(middle) and fits(without(rest, middle))]
        if middles:
            middle = rng.choice(middles)
            return lower, middle, without(rest, middle)
    return None


def greedy(cards: Hand) -> Setting:
    """The best five cards in the lower row, the best of the rest in the middle."""
    strength = ranking().strength
    lower = max(combinations(cards, 5), key=strength)
    rest = without(cards, lower)
    middle = max(combinations(rest, 5), key=strength)
    return lower, middle, without(rest, middle)


def lay(rng: Random, rules: oracle.Rules, cards: Hand) -> Setting:
    """A setting of thirteen cards, by strength or random, usually in the right order."""
    if rng.random() < 0.4:
        lower, middle, upper = greedy(cards)
        if rng.random() < 0.3 and (three := _groups(rng, [*middle, *upper], 3)):  # three of a kind in the upper row
            upper = tuple(three[:3])
            middle = without(cards, lower, upper)
    else:
        shuffled = sorted(cards, key=lambda _: rng.random())
        if rng.random() < 0.4:
            shuffled.sort(key=rng.choice((lambda card: (suit(card), rank(card)), rank)))
            turn = rng.randrange(13)
            shuffled = shuffled[turn:] + shuffled[:turn]
        lower, middle, upper = tuple(shuffled[:5]), tuple(shuffled[5:10]), tuple(shuffled[10:])
    if rng.random() < 0.9 and oracle.strength(rules, lower) < oracle.strength(rules, middle):
        lower, middle = middle, lower
    if rng.random() < 0.7 and oracle.strength(rules, upper) >= oracle.strength(rules, middle):  # move pairs to the lower rows
        ranks = Counter(map(rank, [*middle, *upper]))
        rest = sorted([*middle, *upper], key=lambda card: (ranks[rank(card)], rank(card)))
        middle, upper = tuple(rest[3:]), tuple(rest[:3])
    return lower, middle, upper


def declare(rng: Random, rules: oracle.Rules, cards: Hand, declines: float = 0.25) -> tuple[Setting, str | None]:
    """A setting and the instant win declared with it, if any. Three straights or flushes are laid, sometimes in a wrong order.

    Args:
        rng: the source of chance.
        rules: the options.
        cards: thirteen cards.
        declines: probability that nothing is declared.
    """
    names = [name for name, _ in rules["instant"] if laying(cards, Instant(name)) is not None]
    if not names or rng.random() < declines:
        return lay(rng, rules, cards), None
    name = rng.choice(names)
    if name not in ("three_straights", "three_flushes"):
        return lay(rng, rules, cards), name
    rows = rows_showing(rng, cards, name)
    assert rows is not None
    lower, middle, upper = rows
    if rng.random() < 0.7 and oracle.strength(rules, lower) < oracle.strength(rules, middle):
        lower, middle = middle, lower
    return (lower, middle, upper), name


def table(rng: Random) -> str:
    """A text that lists random instant wins in random order, some with units."""
    names = rng.sample(WINS, rng.randint(0, 6))
    return ", ".join(f"{name} {rng.randint(1, 12)}" if rng.random() < 0.5 else name for name in names)


def options(rng: Random) -> dict[str, Any]:
    """Random options, all given explicitly, without those that the rules refuse in combination."""
    given: dict[str, Any] = {}
    first = ["unit", "compare"]  # many other options depend on these
    for name in first + sorted([name for name in SCHEMA.options if name not in first], key=lambda _: rng.random()):
        option = SCHEMA.options[name]
        value: Any
        if option.free:
            value = table(rng) if rng.random() < 0.7 else ", ".join(WINS)
        elif option.values:
            value = rng.choice(option.values).value
        else:
            value = rng.randint(option.least or 0, min(option.most or 0, (option.least or 0) + 6))
        try:
            SCHEMA.make({**given, name: value})
        except RulesError:
            continue
        given[name] = value
    return given


def random_rules(rng: Random) -> XapXamRules:
    """Rules from `options`."""
    return SCHEMA.make(options(rng))


def plain(rules: XapXamRules) -> dict[str, Any]:
    """The options in the oracle's form; an instant win without units of its own pays what the page says."""
    usual = 2 if rules.unit == "overall" else 3 + rules.sweep + 1
    named = [] if rules.instant == "none" else [part.split() for part in rules.instant.split(",")]
    return {
        **{name: str(getattr(rules, name)) for name in ("compare", "dealer_ties", "unit", "strong_five", "wheel", "equal_rows")},
        "sweep": rules.sweep,
        "instant": [(name, int(*units) if units else usual) for name, *units in named],
    }
