"""Checks what callers give to the methods of a ranking: a strength, a hand, or a kind of hand."""

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

E = TypeVar("E")
"""The type of a table's entries."""
Ranked: TypeAlias = int | Sequence[Card] | str
"""A strength, or the cards of a hand, as numbers or as text. To give a hand is the same as to give its strength."""


class _Ranking(Protocol):
    """The part of a ranking that `looked_up` needs."""

    size: int
    """The greatest strength."""

    def strength(self, cards: Any, /) -> int:
        """The strength of a hand."""


def looked_up(of: _Ranking, table: Sequence[E], given: Any, least: int) -> E:
    """Look up a strength in a table. A hand is looked up by its own strength.

    Args:
        of: the ranking.
        table: the entries for the strengths ``least``, ``least + 1`` and so on.
        given: the strength, or the cards of a hand.
        least: the strength of the first entry.
    Raises:
        RulesError: if ``given`` is neither a strength nor a hand, or the table has no entry for it.
        CardError: if ``given`` is a hand that can't be ranked, or a text that isn't cards.
    """
    try:
        at: int = given - least
        if at >= 0:
            return table[at]
    except (TypeError, IndexError):  # it may be a hand
        pass
    if isinstance(given, str | Sequence):
        strength = of.strength(given)
        if strength >= least:
            return table[strength - least]
    raise RulesError(refuse("rank.strength", strength=repr(given)[:60], least=least, size=of.size))


def check_category(category: object, known: Iterable[str]) -> None:
    """Check that a value is a kind of hand.

    Args:
        category: the value to check.
        known: the kinds of hand.
    Raises:
        RulesError: if the value isn't in ``known``.
    """
    kinds = list(known)
    if not isinstance(category, str) or category not in kinds:
        raise RulesError(refuse("rank.category", category=repr(category)[:60], kinds=", ".join(kinds)))
