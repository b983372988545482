"""Reads what a program gives a ranking: a strength, or the hand that has it; and a kind of hand."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from prial.cards import Card
from prial.errors import RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "rank.strength": "{strength} is not a strength of this ranking: give a whole number from {least} to {size}, or a hand.",
        "rank.category": "{category} is not a kind of hand: the kinds are {kinds}.",
    },
)

S = TypeVar("S")
"""The type of a shape."""
Ranked: TypeAlias = int | Sequence[Card] | str
"""A strength, or a hand that has it: its cards, as numbers or as a text."""


class _Ranking(Protocol):
    """What is needed of a ranking."""

    size: int
    """The greatest strength."""

    def strength(self, cards: Any, /) -> int:
        """The strength of a hand."""


def given_strength(of: _Ranking, given: Any, least: int) -> int:
    """The strength of a hand that was given where a strength was asked for.

    Args:
        of: the ranking.
        given: what was given. It isn't a strength from ``least`` to the greatest one.
        least: the lowest strength that has what is asked for.
    Raises:
        RulesError: it isn't a hand, or the hand has no such strength.
        CardError: it is a hand that can't be ranked, or a text that is no cards.
    """
    if isinstance(given, str | Sequence):
        strength = of.strength(given)
        if strength >= least:
            return strength
    raise RulesError(refuse("rank.strength", strength=repr(given)[:60], least=least, size=of.size))


def shape_of(of: _Ranking, shapes: Sequence[S], given: Any) -> S:
    """The shape of a strength or of a hand.

    Args:
        of: the ranking.
        shapes: the shape of each strength, from 1.
        given: the strength, or a hand that has it.
    Raises:
        RulesError: it is no strength of the ranking.
        CardError: it is a hand that can't be ranked.
    """
    try:
        if given > 0:
            at: int = given - 1
            return shapes[at]
    except (TypeError, IndexError):  # it may be a hand
        pass
    return shapes[given_strength(of, given, 1) - 1]


def check_category(category: object, known: Iterable[str]) -> None:
    """Refuse what isn't a kind of hand.

    Args:
        category: what was given.
        known: the kinds of hand.
    Raises:
        RulesError: it is none of them.
    """
    kinds = list(known)
    if not isinstance(category, str) or category not in kinds:
        raise RulesError(refuse("rank.category", category=repr(category)[:60], kinds=", ".join(kinds)))
