"""Compares the house rules of several games, option by option."""

from typing import Any

import msgspec

from prial.arguments import explained
from prial.core.game import Game
from prial.core.registry import find
from prial.drawn import table as html_table
from prial.errors import RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "compare.few": "It takes two games or more to compare their rules.",
        "compare.kinds": "The rules of {one} and of {other} can't be compared: they have different options.",
    },
)


class Difference(msgspec.Struct, frozen=True):
    """One option that doesn't have the same value in all games."""

    option: str
    """The option's name, as `Schema.make <prial.core.rules.Schema.make>` takes it."""
    title: str
    """The option in a few words, as a form shows it."""
    values: tuple[str | int | None, ...]
    """For each game, the value as rule files write it; None where the option has no meaning under the game's other rules."""
    meanings: tuple[str, ...]
    """For each game, a sentence that explains the value. Where the option has no meaning, the sentence gives the reason.

    The sentence is empty if the value is a number, or a text without a description.
    """

    def __str__(self) -> str:
        said = dict.fromkeys(zip(self.values, self.meanings, strict=True))
        return "\n".join([f"{self.title} ({self.option})", *[f"  {_shown(value)}: {why}".rstrip(": ") for value, why in said]])


class Comparison(msgspec.Struct, frozen=True):
    """The differences between the rules of several games.

    `print` shows each option with its values in words, and a notebook shows a table.
    """

    differences: tuple[Difference, ...]
    """The options that differ, in the order in which a form shows them; empty if all rules are the same."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.differences)) or "They are the same."

    def _repr_html_(self) -> str:
        rows = [(each.title, *map(_shown, each.values)) for each in self.differences]
        return html_table((), rows or [("They are the same.",)])


@explained
def compare(*games: Game[Any, Any]) -> Comparison:
    """Compare the house rules of games of one kind, option by option.

    Args:
        games: two games or more, as `Kind.make <prial.core.kind.Kind.make>` makes them.
    Returns:
        The options whose values differ, or that have a meaning in only some of the games.
    Raises:
        RulesError: if there are fewer than two games, or they are of different kinds.
    """
    if len(games) < 2:
        raise RulesError(refuse("compare.few"))
    for game in games:
        if game.name != games[0].name:
            raise RulesError(refuse("compare.kinds", one=games[0].name, other=game.name))
    schema = find(games[0].name).schema
    written = [schema.written(game.rules) for game in games]
    unused = [schema.unused(game.rules) for game in games]
    found = []
    for name, option in schema.options.items():
        values = tuple([each.get(name) for each in written])
        if len(set(values)) > 1:
            described = [None if value is None else option.answer(value) for value in values]
            meanings = [value.help if value else none.get(name, "") for value, none in zip(described, unused, strict=True)]
            found.append(Difference(name, option.title, values, tuple(meanings)))
    return Comparison(tuple(found))


def _shown(value: str | int | None) -> str:
    """An option's value as text: ``–`` for None, and ``none`` for an empty text."""
    return "–" if value is None else str(value) or "none"
