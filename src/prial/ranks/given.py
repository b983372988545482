"""Checks two arguments of a ranking's methods: a strength (or a hand that has it), and a kind of hand."""

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
"""A strength, or a hand that has it: its cards, as numbers or as a text."""


class _Ranking(Protocol):
    """The part of a ranking that `looked_up` needs."""

    size: int
    """The greatest strength."""

    def strength(self, cards: Any, /) -> int:
        """The strength of a hand."""


def looked_up(of: _Ranking, table: Sequence[E], given: Any, least: int) -> E:
    """The entry that a table has for a strength, or for a hand.

    Args:
        of: the ranking.
        table: an entry for each strength from ``least`` on.
        given: the strength, or a hand that has it.
        least: the lowest strength.
    Raises:
        RulesError: ``given`` is neither a strength nor a hand, or the table has no entry for it.
        CardError: ``given`` is a hand that can't be ranked, or a text that isn't cards.
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
    """Refuse a value that isn't a kind of hand.

    Args:
        category: the value.
        known: the kinds of hand.
    Raises:
        RulesError: ``category`` is none of them.
    """
    kinds = list(known)
    if not isinstance(category, str) or category not in kinds:
        raise RulesError(refuse("rank.category", category=repr(category)[:60], kinds=", ".join(kinds)))
