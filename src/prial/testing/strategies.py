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
    """Packs of different cards. Each pack is sorted, the best card first.

    Args:
        least: the fewest cards.
        most: the most cards.
    """
    return st.lists(st.sampled_from(PACK), min_size=least, max_size=most, unique=True).map(best_first)


def hands(size: int, pack: Sequence[Card] = PACK) -> st.SearchStrategy[tuple[Card, ...]]:
    """Hands of ``size`` different cards. Each hand is sorted, the best card first.

    Args:
        size: number of cards.
        pack: the cards from which the hands are taken.
    """
    return st.lists(st.sampled_from(list(pack)), min_size=size, max_size=size, unique=True).map(best_first)


def values(option: Option) -> st.SearchStrategy[str | int]:
    """Values that one option may have, whatever the other options are."""
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
    """Options as a person might choose them, and a preset's name or None. Some of the options may exclude each other.

    Args:
        schema: the game's options; each option is given with a probability of one half.
        narrower: maps the name of an option to a strategy for its value; these options are always given.
    """
    preset = draw(st.none() | st.sampled_from(list(schema.presets)))
    always = dict(narrower or {})
    others = {name: values(option) for name, option in schema.options.items() if name not in always}
    return draw(st.fixed_dictionaries(always, optional=others)), preset


def playable(schema: Schema[R], options: Mapping[str, str | int], preset: str | None = None) -> R:
    """Rules that can be played, from a preset and some options. If two options exclude each other, one is left out.

    Args:
        schema: the game's options.
        options: maps names of options to values.
        preset: the preset's name. If the preset is refused and no option is the cause, the first preset is taken instead.
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
    """Playable rules from random options. An option that another one excludes is left out. Arguments as in `given`."""
    return playable(schema, *draw(given(schema, narrower)))


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played up to some point."""

    game: AnyGame
    """The game with its rules."""
    history: tuple[Moment, ...]
    """The moves, in order."""

    @property
    def state(self) -> State[Any]:
        """The state after the last move."""
        return position(self.game, self.history)[0]


def played(game: AnyGame, most: int = 200) -> st.SearchStrategy[Played]:
    """A game, played at random up to a random point.

    Args:
        game: the game with its rules.
        most: the greatest number of moves.
    """
    return st.builds(
        lambda seed, moves: Played(game, tuple(play(game, seed, moves=moves, whole=False))),
        st.integers(0, 2**32 - 1),
        st.integers(0, most),
    )
