"""Hypothesis strategies for cards, rules and games. Only this module needs Hypothesis."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis import strategies as st

from prial.cards import PACK, Card, best_first
from prial.core.game import State
from prial.core.options import Option
from prial.core.rules import Schema
from prial.errors import RulesError
from prial.testing.play import AnyGame, Moment, play, position

R = TypeVar("R")
"""The type of a game's rules."""


def packs(least: int = 1, most: int = 52) -> st.SearchStrategy[tuple[Card, ...]]:
    """A strategy for packs of different cards. Each pack is sorted, the best card first.

    Args:
        least: the fewest cards in a pack.
        most: the most cards in a pack.
    """
    return st.lists(st.sampled_from(PACK), min_size=least, max_size=most, unique=True).map(best_first)


def hands(size: int, pack: Sequence[Card] = PACK) -> st.SearchStrategy[tuple[Card, ...]]:
    """A strategy for hands of different cards. Each hand is sorted, the best card first.

    Args:
        size: number of cards in a hand.
        pack: the cards from which the hands are taken.
    """
    return st.lists(st.sampled_from(list(pack)), min_size=size, max_size=size, unique=True).map(best_first)


def values(option: Option) -> st.SearchStrategy[str | int]:
    """A strategy for the values that one option may have. Other options may exclude some of these values."""
    if option.values:
        return st.sampled_from([value.value for value in option.values])
    if option.only:
        return st.sampled_from(option.only)
    assert option.least is not None
    assert option.most is not None
    # small numbers, the default, the least and the greatest value come up more often
    usual = {option.least, option.most, min(option.least + 1, option.most), int(option.default)}
    return st.sampled_from(sorted(usual)) | st.integers(option.least, option.most)


@st.composite
def given(  # noqa: D417  # Hypothesis gives `draw`
    draw: st.DrawFn, schema: Schema[Any], narrower: Mapping[str, st.SearchStrategy[Any]] | None = None
) -> tuple[dict[str, str | int], str | None]:
    """A Hypothesis strategy for options and a preset.

    An example is a dictionary of options, and the name of a preset or None. Some of the options may exclude each other.

    Args:
        schema: the game's options. An example gives about half of them a value.
        narrower: maps names of options to strategies for their values. These options always get a value.
    """
    preset = draw(st.none() | st.sampled_from(list(schema.presets)))
    always = dict(narrower or {})
    others = {name: values(option) for name, option in schema.options.items() if name not in always}
    return draw(st.fixed_dictionaries(always, optional=others)), preset


def playable(schema: Schema[R], options: Mapping[str, str | int], preset: str | None = None) -> R:
    """Make rules from a preset and some options. If two options exclude each other, one is left out.

    Args:
        schema: the game's options.
        options: maps names of options to values.
        preset: the name of the preset. If the preset itself is refused, the first preset is used instead.
    """
    options = dict(options)
    while True:
        try:
            return schema.make(options, preset)
        except RulesError as error:
            args = error.refusal.args
            refused = [args[key] for key in ("option", "other") if args.get(key) in options]
            if not refused:  # the refusal names none of these options, so the preset is the cause
                preset = None
            else:
                del options[str(refused[0])]


@st.composite
def rules(draw: st.DrawFn, schema: Schema[R], narrower: Mapping[str, st.SearchStrategy[Any]] | None = None) -> R:
    """A strategy for the rules of a game, made from random options. An option that another one excludes is left out.

    About half of the options of ``schema`` get a value. ``narrower`` maps names of options to strategies for their values.
    """
    return playable(schema, *draw(given(schema, narrower)))


@dataclass(frozen=True, slots=True)
class Played:
    """A random game that was stopped after some move."""

    game: AnyGame
    """The game with its rules."""
    history: tuple[Moment, ...]
    """The moves, in order."""

    @property
    def state(self) -> State[Any]:
        """The state after the last move."""
        return position(self.game, self.history)[0]


def played(game: AnyGame, most: int = 200) -> st.SearchStrategy[Played]:
    """A strategy for random games that stop after a random number of moves.

    Args:
        game: the game with its rules.
        most: the greatest number of moves.
    """
    return st.builds(
        lambda seed, moves: Played(game, tuple(play(game, seed, moves=moves, whole=False))),
        st.integers(0, 2**32 - 1),
        st.integers(0, most),
    )
