"""Classes of three-card hands in words: ``a pair or better``, ``KK+``, ``pair of tens to pair of queens``, ``top 10 %``.

A class holds the strengths of some hands under one ranking, with wild cards or without.

A class may have weights: ``KK+:0.5; flush``. The weight of a hand is the probability that a player who was dealt this hand still
holds it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import combinations
from math import ceil
from numbers import Integral, Real
from typing import Any, Final, Self

from prial.arguments import explained
from prial.cards import PACK, RANK_NAMES, RANKS, Card, parse
from prial.errors import CardError, PrialError, Refusal, RulesError, add_sentences, refuse
from prial.ranks.brag import Category, Ranking, Shape

add_sentences(
    "en",
    {
        "class.unknown": "{text!r} is not a class of hands. Write a kind of hand ({kinds}), a named hand (pair of kings, ace "
        "high, AsKs2d), the ranks of a hand (KK, 888, AK9) or 'top 10 %'. After a kind or a hand you may add 'or better' "
        "(or '+'), 'or worse', or 'to' and another hand. Put a semicolon between two classes.",
        "class.neither": "{text!r} is neither cards, such as AsKs, nor a class of hands, such as flush, KK+ or top 10 %.",
        "class.top": "{text!r} is not a share of the hands: write 'top', a number from {least} (only the best hand) to 100, "
        "and '%'.",
        "class.weighted": "{text!r} has weights, but a class of hands has none: read it with prial.ranks.classes.weights.",
        "class.weight": "{weight} is not a weight: a weight is a number from 0 to 1, as in KK+:0.5.",
        "class.strength": "{strength} is not a strength of this ranking, which has 1 to {size}.",
        "class.other": "This class of hands was made with {theirs}, not with {of}: make it with the same ranking.",
    },
)

_FILLERS: Final = re.compile(r"\b(an?|the|any)\b|[,_\s-]+")
"""Pattern of words and signs that say nothing about the hand."""
_END: Final = re.compile(r" or (better|higher|worse|lower)$")
_UP: Final = frozenset({"better", "higher"})
_RANK: Final = "(?:10|[2-9tjqka])"
_SHORT: Final = f"{_RANK}{{2,4}}[so]?"
_RANKS: Final = re.compile(f"({_RANK}{{2,4}})([so]?)")
"""Pattern of a hand that is written as its ranks: ``KK``, ``TTT``, ``AK9s`` (of one suit), ``AK9o`` (of mixed suits)."""
_RANGE: Final = re.compile(rf"{_SHORT}(\+|\s*(-|–|to)\s*{_SHORT})?")
"""Pattern of hands that are written as ranks: a hand (``88``), a hand and all better ones (``88+``), or a range (``88-QQ``)."""
_DASH: Final = re.compile(rf"({_SHORT})\s*[-–]\s*({_SHORT})")
_OF_RANK: Final = re.compile(rf"(?:(?:an?|the|any) )?(prial|pair|flush|run|running flush)(?: of)? ({_RANK})(?:'?s| high)?")
"""Pattern of a kind of hand and its rank, such as ``prial 8`` or ``run q high``."""
_HIGH: Final = re.compile(rf"(?:an? )?({_RANK}) high")
_OF: Final = frozenset({"prial", "pair"})
"""Kinds of hand whose names have *of* before the rank: a pair of kings."""
_TOP: Final = re.compile(r"top (\d+(?:\.\d+)?) ?(?:%|per ?cent)")
_WEIGHTED: Final = re.compile(r"\s*([^:]*?)\s*:\s*([^\s,:;]+)\s*(?:,|$)")
"""Pattern of one or several classes, a colon and a weight: ``KK+:0.5``, ``KK, QQ:0.5``."""
_KINDS: Final = {category: category.replace("_", " ") for category in Category}
_PLURALS: Final = tuple([f"{rank}es" if rank == "six" else f"{rank}s" for rank in RANK_NAMES])
# No class has the word "all" or "random": a text with one of them gets the refusal that tells how a class is written
_SPOKEN: Final = (*RANK_NAMES, *_PLURALS, "any", "all", "random", "hand")
_WORDS: Final = frozenset(
    {"or", "better", "worse", "to", "top", *_SPOKEN, *(word for kind in _KINDS.values() for word in kind.split())} - {"a"}
)
"""A text with one of these words is read as a class, and not as cards."""


class Class(frozenset[int]):
    """A frozen set of the strengths that some hands have under one ranking. The function `strengths` makes a class from words.

    ``|``, ``&``, ``-`` and ``^`` combine two classes of the same ranking. You can also choose the strengths yourself:
    ``Class(of, [strength for strength in pairs if …])``.

    Args:
        of: the ranking to which the strengths belong.
        strengths: the strengths, each from 1 to the ranking's `size <Ranking.size>`.
    Raises:
        RulesError: if something in ``strengths`` isn't a strength of the ranking.
    """

    __slots__ = ("of",)

    of: Ranking
    """The ranking to which the strengths belong."""

    @explained
    def __new__(cls, of: Ranking, strengths: Iterable[int]) -> Self:
        made = super().__new__(cls, strengths)
        _check_strengths(of, made)
        made.of = of
        return made

    def __repr__(self) -> str:
        return f"<Class: {len(self)} strengths of {self.of!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Class, (self.of, tuple(self))

    def __or__(self, value: AbstractSet[Any]) -> "Class":
        return self._joined(value, self.union(value))

    def __and__(self, value: AbstractSet[Any]) -> "Class":
        return self._joined(value, self.intersection(value))

    def __sub__(self, value: AbstractSet[Any]) -> "Class":
        return self._joined(value, self.difference(value))

    def __xor__(self, value: AbstractSet[Any]) -> "Class":
        return self._joined(value, self.symmetric_difference(value))

    def _joined(self, other: AbstractSet[Any], strengths: Iterable[int]) -> "Class":
        """A class of ``strengths``, which come from this class and ``other``. A class of another ranking is refused."""
        if isinstance(other, Class):
            other.check(self.of)
        return Class(self.of, strengths)

    def check(self, of: Ranking) -> None:
        """Check that the strengths of the class belong to a given ranking.

        Args:
            of: the ranking.
        Raises:
            RulesError: if the class belongs to another ranking, in which the same strengths may stand for other hands.
        """
        if self.of is not of and self.of.options != of.options:
            raise RulesError(refuse("class.other", theirs=repr(self.of), of=repr(of)))


class Weighted(Mapping[int, float]):
    """A class of hands with a weight for each strength. The function `weights` makes a weighted class from words.

    The weight is the probability that a player who was dealt a hand of this strength still holds it. Strengths with the weight 0
    are left out.

    Args:
        of: the ranking to which the strengths belong.
        weights: maps strengths to weights, from 0 to 1.
    Raises:
        RulesError: if a key isn't a strength of the ranking, or a weight isn't a number from 0 to 1.
    """

    @explained
    def __init__(self, of: Ranking, weights: Mapping[int, float]) -> None:
        _check_strengths(of, weights)
        self.of = of
        """The ranking to which the strengths belong."""
        self._weights = {strength: found for strength, weight in weights.items() if (found := check_weight(weight))}

    def __getitem__(self, strength: int) -> float:
        return self._weights[strength]

    def __iter__(self) -> Iterator[int]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __repr__(self) -> str:
        return f"<Weighted: {len(self)} strengths of {self.of!r}>"

    @property
    def strengths(self) -> Class:
        """The strengths, without their weights."""
        return Class(self.of, self._weights)


def _check_strengths(of: Ranking, given: Iterable[Any]) -> None:
    """Refuse a value that isn't a strength of a ranking."""
    for strength in given:
        if not isinstance(strength, Integral) or not 1 <= int(strength) <= of.size:
            raise RulesError(refuse("class.strength", strength=repr(strength)[:60], size=of.size))


def check_weight(weight: Any) -> float:
    """Return a weight as a float, after checking that it is a number from 0 to 1.

    Raises:
        RulesError: if the value isn't a number from 0 to 1.
    """
    found = -1.0 if isinstance(weight, bool) or not isinstance(weight, Real) else float(weight)
    if not 0 <= found <= 1:
        raise RulesError(refuse("class.weight", weight=repr(weight)[:60]))
    return found


def _plain(text: str) -> str:
    """A name with small letters, one space between words, and without fillers."""
    return " ".join(_FILLERS.sub(" ", text.casefold()).split())


@explained
def is_class(text: str) -> bool:
    """Whether a text is meant as a class of hands, such as ``flush`` or ``KK+``, and not as cards, such as ``AsKs``.

    The answer is true for a text with a word that no card's name has (``pair``), for ranks without suits (``KK``), and for a text
    that ends with ``+`` or has a weight (``:``). `strengths` may still refuse the text.
    """
    plain = text.casefold().strip("; \t\n")
    if ":" in plain or plain.endswith("+") or not _WORDS.isdisjoint(re.findall(r"[a-z]+", plain)):
        return True
    return any(_RANGE.fullmatch(each.strip()) for each in re.split("[;,]", plain))


@explained
def held(of: Ranking, text: str) -> "tuple[Card, ...] | Class | Weighted":
    """Read a text that gives a player's hand as cards or as a class of hands.

    Args:
        of: the ranking.
        text: cards (see `prial.cards.parse`), a class (see `strengths`), or a class with weights (see `weights`).
    Returns:
        The cards in the order written, or the class. An empty text gives no cards.
    Raises:
        RulesError: if the class isn't known, no hand belongs to it, or a weight isn't a number from 0 to 1.
        CardError: if the text is neither a class nor cards, or a card occurs twice.
    """
    if ":" in text:
        return weights(of, text)
    if is_class(text):
        return strengths(of, text)
    try:
        return parse(text)
    except CardError as error:
        if error.refusal.code != "card.unknown" or text[: int(error.refusal.args["position"]) - 1].strip():
            raise
        raise CardError(refuse("class.neither", text=text.strip()[:60])) from error


@explained
def strengths(of: Ranking, text: str) -> Class:
    """The strengths of the hands that ``text`` describes.

    A hand is written in one of these ways:

    * a kind of hand: ``flush``, ``a pair``;
    * its name in `Ranking.labels`: ``pair of kings``, ``run, queen high``; the rank may be a figure or a letter: ``prial 8``,
      ``pair of Ks``, ``run Q``, ``A high``;
    * its ranks: ``KK`` (a pair of kings), ``KK7`` (with a seven), ``888`` (a prial), ``AK9`` (three ranks). ``AK9s``
      means only the hands of one suit, and ``AK9o`` only the others;
    * three cards, ``AsKs2d``, for all hands of the same strength.

    After the hand you may add ``or better`` or ``+``, ``or worse``, or ``to`` and another hand; ``88-QQ`` means ``88 to QQ``.
    ``KK+`` means pairs of kings and aces, and all better kinds of hand. ``KK-AA`` means only the pairs. ``top 10 %`` means the
    best hands: at most a tenth of all 22,100 hands of three cards.

    Args:
        of: the ranking.
        text: the class in words. Semicolons separate several classes, whose hands are put together: ``pair; run, queen high``.
            Commas separate classes, too, if no hand's name has a comma: ``KK, 88-TT``.
    Returns:
        The strengths of all hands of the class, each from 1 to the ranking's `size <Ranking.size>`.
    Raises:
        RulesError: if the text isn't a class, has weights, or describes no hand, such as ``222`` if all twos are wild.
    """
    if ":" in text:
        raise RulesError(refuse("class.weighted", text=" ".join(text.split())[:60]))
    found = set[int]()
    for part in text.strip("; \t\n").split(";"):
        for piece in _pieces(of, part):
            named = _one(of, piece)
            if not named:
                raise RulesError(_unknown(piece))
            found |= named
    return Class(of, found)


@explained
def weights(of: Ranking, text: str) -> Weighted:
    """The strengths of the hands that ``text`` describes, with a weight for each strength.

    Args:
        of: the ranking.
        text: classes as `strengths` reads them. A class may be followed by a colon and its weight; otherwise the weight is 1. The
            weight belongs only to the class just before it: in ``KK, QQ:0.5``, the kings have the weight 1. If a hand belongs to
            several classes, the last one decides: in ``KK+:0.5; flush``, flushes have the weight 1.
    Raises:
        RulesError: if a part of the text isn't a class, if no hand belongs to a class, or if a weight isn't a number from 0 to 1.
    """
    found = dict[int, float]()
    for part in text.strip("; \t\n").split(";"):
        end = 0
        while piece := _WEIGHTED.match(part, end):
            *others, last = _pieces(of, piece[1])
            for each in others:
                found |= dict.fromkeys(strengths(of, each), 1.0)
            found |= dict.fromkeys(strengths(of, last), _weight(piece[2]))
            end = piece.end()
        rest, colon, wrong = part[end:].partition(":")
        if colon:
            raise RulesError(refuse("class.weight", weight=repr(wrong.strip())[:60]))
        if rest.strip() or not end:
            found |= dict.fromkeys(strengths(of, rest), 1.0)
    return Weighted(of, found)


def _weight(text: str) -> float:
    """Read a weight from a text."""
    try:
        return check_weight(float(text))
    except ValueError as error:  # also a RulesError
        raise RulesError(refuse("class.weight", weight=text[:60])) from error


def _pieces(of: Ranking, part: str) -> list[str]:
    """Divide a text without semicolons at its commas, unless a comma belongs to a name: ``run, queen high``."""
    pieces = part.split(",")
    if len(pieces) == 1 or all(_RANGE.fullmatch(each.strip().casefold()) for each in pieces):
        return pieces
    joined = [",".join(pieces[first:last]) for first, last in combinations(range(len(pieces) + 1), 2) if last - first > 1]
    return [part] if any(_one(of, each) for each in joined) or not all(_one(of, each) for each in pieces) else pieces


def _one(of: Ranking, text: str) -> set[int]:
    """The strengths of a single class; empty if the text isn't a class. A wrong percentage (``top 0 %``) raises `RulesError`."""
    plain = " ".join(text.casefold().split())
    if top := _TOP.fullmatch(plain):
        return _best(of, plain, Fraction(top[1]))
    plain = _DASH.sub(r"\1 to \2", plain)
    name = f"{plain[:-1]} or better" if plain.endswith("+") else plain
    end = _END.search(name)
    ends = [_named(of, core) for core in (name[: end.start()] if end else name).split(" to ", 1)]
    if not all(ends) or (end and len(ends) > 1):
        return set()
    named = {strength for each in ends for strength in each}
    if len(ends) > 1:
        return {*range(min(named), max(named) + 1)}
    if end:
        return {*range(min(named), of.size + 1)} if end[1] in _UP else {*range(1, max(named) + 1)}
    return named


def _best(of: Ranking, text: str, percent: Fraction) -> set[int]:
    """The strengths of the best ``percent`` % of all hands of three cards. The refusal of a percentage quotes ``text``."""
    counts = Counter(of.threes(PACK))
    found, taken, whole = set[int](), 0, counts.total()
    for strength in range(of.size, 0, -1):
        taken += counts[strength]
        if percent > 100 or 100 * taken > percent * whole:
            break
        found.add(strength)
    if not any(counts[strength] for strength in found):  # a strength of four equal cards has no hand of three
        least = counts[max(counts)]
        raise RulesError(refuse("class.top", text=text, least=f"{ceil(100_000 * least / whole) / 1000}"))
    return found


def _named(of: Ranking, core: str) -> list[int]:
    """The strengths of the hands that ``core`` describes in small letters; empty if it describes no hand."""
    every = range(1, of.size + 1)
    if by_ranks := _RANKS.fullmatch(core):
        wanted, suited = sorted(map(_rank, re.findall(_RANK, by_ranks[1]))), by_ranks[2]
        return [strength for strength in every if _has(of.shape(strength), wanted, suited)]
    try:
        cards = parse(core)
    except PrialError:
        name = _plain(_spelled(core))
        return [strength for strength in every if name in (_KINDS[of.category(strength)], _plain(of.label(strength)))]
    return [of.strength(cards)] if len(cards) == 3 else []


def _rank(text: str) -> int:
    """The number of a rank that is written as a figure or a small letter."""
    return RANKS.index("T" if text == "10" else text.upper())


def _has(shape: Shape, wanted: list[int], suited: str) -> bool:
    """Whether a hand has certain ranks, which are in rising order.

    ``suited`` is ``s`` for one suit, ``o`` for mixed suits, empty for both.
    """
    category, ranks = shape
    if suited and (len(set(wanted)) < 3 or (suited == "s") != (category in (Category.FLUSH, Category.RUNNING_FLUSH))):
        return False
    match category:
        case Category.PAIR:
            return wanted in ([ranks[0]] * 2, sorted((ranks[0], *ranks)))
        case Category.PRIAL:
            return wanted == [*ranks] * 3
        case Category.FOUR_OF_A_KIND:
            return wanted == [*ranks] * 4
        case _:
            return wanted == sorted(ranks)


def _spelled(core: str) -> str:
    """A name in small letters, with the rank in words: ``pair of ks`` becomes ``pair of kings``."""
    words = " ".join(re.sub(r"[,_\s-]+", " ", core).split())
    if found := _OF_RANK.fullmatch(words):
        rank = RANK_NAMES[_rank(found[2])]
        return f"{found[1]} of {rank}{'es' if rank == 'six' else 's'}" if found[1] in _OF else f"{found[1]} {rank} high"
    if found := _HIGH.fullmatch(words):
        return f"{RANK_NAMES[_rank(found[1])]} high"
    return words


def _unknown(part: str) -> Refusal:
    """The refusal of a text that isn't a class."""
    *kinds, last = [_KINDS[category] for category in Category if category is not Category.FOUR_OF_A_KIND]
    return refuse("class.unknown", text=" ".join(part.split())[:60], kinds=f"{', '.join(kinds)} or {last}")
